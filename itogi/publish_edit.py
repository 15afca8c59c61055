"""A published text put in place of an older one, in the same post, where the board lets us edit it.

An edit can be repeated without harm, so it needs no journal: it is done when the edit form shows the new text.
"""

from __future__ import annotations

from datetime import datetime

from engine.events import Published
from engine.i18n import _
from itogi.evening import Evening
from itogi.publish import Publication, Task
from itogi.store import Store
from scraper.errors import FetchError
from scraper.records import TopicRef
from scraper.session import text as texts
from scraper.session.errors import NoFormError, ReplyError
from scraper.session.records import Answer
from scraper.session.reply import open_form
from scraper.session.sign_in import Session


def standing_post(store: Store, topic: str, task: Task) -> Published | None:
    """The text that `task` would take the place of: of its kind, in that topic; a roster of any phase."""
    for event in reversed(store.standing()):
        said = event.said
        if not isinstance(said, Published) or not said.post_id or (said.topic, said.kind) != (topic, task.kind):
            continue
        if task.kind == "roster" or (said.phase, said.number) == (task.phase, task.number):
            return said
    return None


def copied_at(evening: Evening, task: Task) -> datetime | None:
    """When a text of the task's phase and kind was last given out for pasting by hand; None: never."""
    moments = [
        event.at
        for event in evening.events
        if isinstance(event.said, Published)
        and event.said.post_id is None
        and (event.said.phase, event.said.number, event.said.kind) == (task.phase, task.number, task.kind)
    ]
    return moments[-1] if moments else None


def revise(session: Session, store: Store, ref: TopicRef, before: Published, task: Task) -> Publication:
    """Replace the text of a published post, and record it.

    Raises ReplyError when the board does not let us, when somebody changed the post meanwhile, or when the new text
    is not there afterwards; FetchError, SignInError, CredentialsError.
    """
    assert before.post_id
    urls = session.manners.edit_urls(ref, before.post_id)
    if not urls:
        raise ReplyError(_("How this engine edits posts is not known to the program: edit the post by hand."))
    session.ensure()
    page = _form_page(session, urls, before.post_id)
    current = session.manners.message_in(page) or ""
    if texts.of_bbcode(current) != texts.of_bbcode(task.text):
        if texts.of_bbcode(current) != texts.of_bbcode(before.text):
            raise ReplyError(
                _("The post {url} was changed by hand since, or holds more than this text: edit it by hand.").format(
                    url=before.url or before.post_id
                )
            )
        _send(session, urls, before.post_id, page, task.text)
    said = Published(
        phase=task.phase,
        number=task.number,
        text=task.text,
        topic=before.topic,
        post_id=before.post_id,
        url=before.url,
        kind=task.kind,
    )
    if not any(event.said == said for event in store.standing()):
        store.say(said)
    return Publication(post_id=before.post_id, url=before.url, merged=False, already=False)


def _send(session: Session, urls: tuple[str, ...], post_id: str, page: Answer, text: str) -> None:
    request = session.manners.reply_request(page, text)
    session.clock.sleep(session.manners.form_age)
    words: str | None = None
    try:
        words = session.manners.words(session.send(request))
    except FetchError as fault:
        words = str(fault)
    shown = session.manners.message_in(_form_page(session, urls, post_id)) or ""
    if texts.of_bbcode(shown) != texts.of_bbcode(text):
        said = f" {_('The board says:')} {words}" if words else ""
        raise ReplyError(_("The post was not changed.") + said)


def _form_page(session: Session, urls: tuple[str, ...], post_id: str) -> Answer:
    page = open_form(session, urls, post_id)
    if not session.manners.can_reply(page) and session.look(page) is None:
        session.sign_in()
        page = open_form(session, urls, post_id)
    if not session.manners.can_reply(page) or session.manners.is_topic(page):
        words = session.manners.words(page)
        said = f" {_('The board says:')} {words}" if words else ""
        raise NoFormError(_("The board does not let us edit the post: publish it anew.") + said)
    return page
