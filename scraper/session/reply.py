"""Replying over a `Session`: a form fetched, waited for as the engine wants, sent once, and its answer understood.

Nothing here sends a text twice: whoever calls must look into the topic before trying again (`itogi.publish`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engine.i18n import _
from scraper.adapter import brand_of
from scraper.addresses import same_site, shown
from scraper.boards.tree import query_of
from scraper.errors import FetchError
from scraper.records import TopicRef
from scraper.session.errors import NoFormError, ReplyError
from scraper.session.manners._base import refused
from scraper.session.records import Answer, FormRequest, Refusal, Reply, ReplyOutcome
from scraper.session.sign_in import Session

_TOPIC_FIELDS = ("t", "tid", "topic", "topic_id")


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A reply form filled in with the text."""

    request: FormRequest
    made_at: datetime
    """When it was fetched: some boards refuse a form that is too young."""


def fetch_form(session: Session, ref: TopicRef, text: str) -> Form:
    """A fresh reply form of the topic with `text` in it; signs in when the board does not know us any more, also where
    it lets guests write: in a guest's form the text would be a stranger's.

    Raises ReplyError with the board's words when we may not reply there, or when the engine's form is not known;
    SignInError, CredentialsError, FetchError.
    """
    if not session.manners.writes:
        raise ReplyError(_unknown(session), outcome=ReplyOutcome(kind=Reply.REFUSED, refusal=Refusal.OTHER))
    session.ensure()
    page = _page_with_form(session, ref)
    if session.look(page) is None:
        session.sign_in()
        page = _page_with_form(session, ref)
    try:
        request = session.manners.reply_request(page, text)
    except NoFormError as fault:
        said = session.manners.words(page)
        outcome = refused(said) if said else ReplyOutcome(kind=Reply.REFUSED, refusal=Refusal.OTHER)
        raise ReplyError(str(fault), outcome=outcome) from None
    session.check(request)
    if (other := _other_topic(request, ref)) is not None:
        raise ReplyError(
            _("The reply form on {page} is of another topic, {other}: nothing was sent.").format(
                page=shown(page.url), other=other
            )
        )
    return Form(request=request, made_at=session.clock.now())


def _other_topic(request: FormRequest, ref: TopicRef) -> str | None:
    """The topic that a form is for, when it names another than `ref`: pages may lead us there by a player's link."""
    told = [*query_of(request.url).items(), *request.fields]
    named = (value.partition(".")[0] for name, value in told if name in _TOPIC_FIELDS)
    return next((topic for topic in named if topic.isdecimal() and topic != ref.topic_id), None)


def send(session: Session, form: Form, last_known: str | None = None) -> ReplyOutcome:
    """Send the form, once. Never raises for the network: an answer that is lost is *unknown*.

    `last_known`: id of the topic's newest post before sending, by which a merged post is told from a new one.
    """
    age = (session.clock.now() - form.made_at).total_seconds()
    session.clock.sleep(max(0.0, session.manners.form_age - max(0.0, age)))
    try:
        page = session.send(form.request)
    except FetchError as fault:
        return ReplyOutcome(kind=Reply.UNKNOWN, words=_("no usable answer: {why}").format(why=fault))
    return session.manners.reply_outcome(page, last_known)


def may_reply(session: Session, ref: TopicRef) -> tuple[bool, str | None]:
    """(whether the topic shows us a reply form, the board's words or ours when it does not). Raises FetchError."""
    if not session.manners.writes:
        return False, _unknown(session)
    page = _page_with_form(session, ref)
    return session.manners.can_reply(page), session.manners.words(page)


def open_form(session: Session, urls: tuple[str, ...], post_id: str | None = None) -> Answer:
    """The page with a form to write in, by the first of some addresses that leads to one; else what the first showed.
    `post_id`: of the post to be edited, for which a topic's quick-reply form is none. Raises FetchError.
    """
    pages: list[Answer] = []
    for url in urls:
        page = session.open(url)
        link = session.manners.form_link(page, post_id)
        # A player may have typed it.
        link = link if link and same_site(session.board, link) else None
        page = session.open(link) if link else page
        if session.manners.can_reply(page) and (post_id is None or not session.manners.is_topic(page)):
            return page
        # What is meant for it says best what is wrong: the board's own link, else the first address.
        pages.insert(0 if link else len(pages), page)
    return pages[0]


def _unknown(session: Session) -> str:
    return _(
        "Boards of the engine {engine} cannot be written to from here: copy the text (publish with --copy) and post it "
        "in a browser."
    ).format(engine=brand_of(session.manners.name))


def _page_with_form(session: Session, ref: TopicRef) -> Answer:
    return open_form(session, session.manners.reply_urls(ref))
