"""Publishing exactly once: look, write the attempt down, send, and believe the topic alone.

A board's answer may be lost, late or a lie. So every try ends with a look into the topic, and none begins without
one: a text that stands there is never sent again, and none counts as published before it was seen there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from engine.errors import OutsideError
from engine.events import Published
from engine.i18n import _
from itogi.publish_journal import Attempt, Journal, State
from itogi.publish_look import Seen, View, pages_holding
from itogi.store import Store
from scraper.errors import FetchError, PageError
from scraper.records import Post
from scraper.session import text as texts
from scraper.session.errors import ReplyError
from scraper.session.records import Account, Refusal, Reply, ReplyOutcome
from scraper.session.reply import Form, fetch_form, send
from scraper.session.sign_in import Session

SETTLE = (0.5, 2.0, 6.0, 15.0)
"""Seconds before each look after an answer that was lost: the board may still be at work on it."""
CONFIRM = (0.0, 1.0, 4.0)
"""Seconds before each look after an answer that says that the text was taken."""
LONGEST_FLOOD = 180
TRIES = 5
_SURELY_ABSENT = {
    Refusal.EMPTY,
    Refusal.TOO_SHORT,
    Refusal.TOO_LONG,
    Refusal.CLOSED,
    Refusal.BBCODE,
    Refusal.NO_PERMISSION,
    Refusal.NO_SUCH_TOPIC,
    Refusal.CAPTCHA,
}
_FRESH_FORM = {Refusal.TOKEN, Refusal.REFERER}


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What is to be published; the fields as in `engine.events.Published`."""

    phase: str
    number: int
    text: str
    """BBCode, or what else the board wants."""
    kind: str = "results"
    since: datetime | None = None
    """Older posts of the archive are not taken for this text, whatever they say; None: no post is too old."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Publication:
    """A text seen in its topic."""

    post_id: str
    url: str | None
    merged: bool
    """It stands in a post that was there before."""
    already: bool
    """It was there before this call sent anything."""

    @property
    def words(self) -> str:
        """What became of it, in one line, in the language in force."""
        if self.already:
            message = _("It stood there already: {url}")
        elif self.merged:
            message = _("Published; the board appended it to your earlier post: {url}")
        else:
            message = _("Published: {url}")
        return message.format(url=self.url or self.post_id)


class Publisher:
    """Publishes texts of one game into one topic. Hold `publish_journal.alone` meanwhile.

    `topic` is the address in game.toml; `tell` hears what happens, line by line.
    """

    def __init__(
        self,
        *,
        store: Store,
        session: Session,
        view: View,
        topic: str,
        tell: Callable[[str], None] = lambda line: None,
    ) -> None:
        self._store = store
        self._journal = Journal(store)
        self._session = session
        self._view = view
        self._topic = topic
        self._tell = tell
        self._clock = session.clock

    def publish(self, task: Task, *, again: bool = False) -> Publication:
        """Bring a text into the topic, once, and record where it stands.

        `again`: the GM looked, and wants it sent though it stands there, or though the board said that it took it.
        Raises ReplyError when the board refuses, or when nobody can tell whether the text stands there (the next
        call looks first); SignInError, CredentialsError, FetchError, PageError, StoreError.
        """
        account = self._session.ensure()
        attempt = self._journal.open_attempt(topic=self._topic, phase=task.phase, number=task.number, kind=task.kind)
        if attempt and again:
            self._journal.settle(attempt, State.DROPPED)
            attempt = None
        if attempt:
            found = self._resume(attempt, account)
            if found and attempt.text == task.text:
                return found
            if found:
                raise ReplyError(
                    _(
                        "Another text for this phase was sent before and stands in the topic: {url}. "
                        "To publish the present text as well, add `--again`."
                    ).format(url=found.url or found.post_id)
                )
            if attempt.text != task.text:
                self._journal.settle(attempt, State.DROPPED)
                attempt = None
        seen = self._view.end(attempt.before_page if attempt else None)
        if attempt is None and not again and (standing := self._pasted(seen, account, task)):
            return self._done(task, standing, None, merged=False, already=True)
        return self._send(attempt, seen, account, task)

    def _pasted(self, seen: Seen, account: Account, task: Task) -> Post | None:
        """The post into which the text was pasted by hand: at the topic's end, or where the archive tells it to be."""
        standing = seen.holding(account, task.text) or self._recorded(seen, account, task)
        if standing:
            return standing[-1]
        for page in pages_holding(self._store.archive, self._view.ref, account, task.text, task.since):
            # What was read may be gone since: only what stands there now counts.
            standing = self._view.at(page).holding(account, task.text)
            if standing:
                return standing[-1]
        return None

    def _recorded(self, seen: Seen, account: Account, task: Task) -> list[Post]:
        """The post that was recorded for this very text, whatever the board made of its words."""
        told = (task.phase, task.number, task.kind, task.text, self._topic)
        ids = {
            said.post_id
            for event in self._store.standing()
            if isinstance(said := event.said, Published)
            and (said.phase, said.number, said.kind, said.text, said.topic) == told
        }
        return [post for post in seen.own(account) if post.id in ids]

    def _resume(self, attempt: Attempt, account: Account) -> Publication | None:
        """Look for the text of an attempt whose end is not known."""
        self._tell(_("An earlier attempt ended without a clear answer; looking into the topic first."))
        if attempt.uncertain:
            since = self._clock.now() - attempt.updated_at
            self._clock.sleep(max(0.0, (timedelta(seconds=sum(SETTLE)) - max(timedelta(), since)).total_seconds()))
        post = self._find(self._view.end(attempt.before_page), attempt, account, None)
        if post is not None:
            sent = Task(phase=attempt.phase, number=attempt.number, text=attempt.text, kind=attempt.kind)
            return self._done(sent, post, attempt, merged=_older(post, attempt), already=True)
        if attempt.state is State.CLAIMED:
            raise ReplyError(
                _(
                    "The board took this text before, but the topic does not show it: it waits for approval, or was "
                    "removed. Look there yourself; `--again` sends it once more."
                )
            )
        return None

    def _send(self, attempt: Attempt | None, seen: Seen, account: Account, task: Task) -> Publication:
        held: Form | None = None
        for _try in range(TRIES):
            form = held or fetch_form(self._session, self._view.ref, task.text)
            if attempt is None:
                attempt = self._journal.start(
                    topic=self._topic,
                    phase=task.phase,
                    number=task.number,
                    kind=task.kind,
                    text=task.text,
                    before_post=seen.newest,
                    before_page=seen.pages,
                    before_count=seen.count(account, task.text),
                )
            doubtful = attempt.uncertain
            attempt = self._journal.sending(attempt)
            outcome = send(self._session, form, attempt.before_post)
            post = self._look_after(outcome, attempt, account, doubtful=doubtful)
            if post is not None:
                return self._done(task, post, attempt, merged=_older(post, attempt), already=False)
            absent = not doubtful and outcome.kind in (Reply.REFUSED, Reply.NOT_POSTED)
            attempt = self._journal.answered(attempt, surely_absent=absent)
            held = self._next_form(outcome, form, attempt, doubtful=doubtful)
        raise ReplyError(
            _(
                "After {tries} tries the text does not stand in the topic. Try again later: "
                "the program looks before it sends anything."
            ).format(tries=TRIES)
        )

    def _next_form(self, outcome: ReplyOutcome, form: Form, attempt: Attempt, *, doubtful: bool) -> Form | None:
        """The text is not in the topic: the form for the next try (None: a fresh one). Raises ReplyError to stop."""
        said = f" {_('The board says:')} {outcome.words}" if outcome.words else ""
        if outcome.kind in (Reply.POSTED, Reply.MERGED) or outcome.refusal is Refusal.DUPLICATE:
            self._journal.settle(attempt, State.CLAIMED, post_id=outcome.post_id, url=outcome.url)
            if outcome.approval:
                raise ReplyError(_("The board holds the text until a moderator approves it.") + said, outcome=outcome)
            raise ReplyError(
                _("The board says that it took the text, but the topic does not show it. Look there yourself.") + said,
                outcome=outcome,
            )
        if outcome.refusal is Refusal.FLOOD:
            wait = min(outcome.wait_seconds or self._session.manners.flood_seconds, LONGEST_FLOOD) + 1
            self._tell(_("The board asks to wait; trying again in {seconds} s.").format(seconds=wait) + said)
            self._clock.sleep(wait)
            return None
        if outcome.refusal is Refusal.SIGN_IN_NEEDED:
            self._session.account = None
            self._session.sign_in()
            return None
        if outcome.refusal in _SURELY_ABSENT or (outcome.kind is Reply.REFUSED and outcome.refusal not in _FRESH_FORM):
            if not doubtful:
                self._journal.settle(attempt, State.REFUSED)
            raise ReplyError(_("The board refused the text.") + said, outcome=outcome)
        if outcome.kind is Reply.UNKNOWN:
            self._tell(_("The answer was lost, and the text is not in the topic; trying again.") + said)
            # Where the board takes a form only once, the same form cannot post twice however late it was taken.
            return form if self._session.manners.form_once else None
        self._tell(_("The board wants a fresh form; trying again.") + said)
        return None

    def _look_after(self, outcome: ReplyOutcome, attempt: Attempt, account: Account, *, doubtful: bool) -> Post | None:
        """The post with the text, looked for as long as the answer makes worth while; None when it is not there."""
        waits: tuple[float, ...]
        if outcome.kind in (Reply.POSTED, Reply.MERGED):
            waits = CONFIRM
        elif outcome.kind is Reply.UNKNOWN or outcome.refusal is Refusal.DUPLICATE or doubtful:
            waits = SETTLE
        else:
            waits = CONFIRM[:1]
        fault: OutsideError | None = None
        looked = False
        for wait in waits:
            self._clock.sleep(wait)
            try:
                post = self._find(self._view.end(attempt.before_page), attempt, account, outcome)
            except (FetchError, PageError) as failed:
                fault = failed
                continue
            looked = True
            if post is not None:
                return post
        if not looked:
            raise ReplyError(
                _(
                    "The text was sent, but the topic cannot be read, so nobody knows whether it stands there: "
                    "{why} Run the command again later: it looks first."
                ).format(why=fault),
                outcome=outcome,
            )
        return None

    def _find(self, seen: Seen, attempt: Attempt, account: Account, outcome: ReplyOutcome | None) -> Post | None:
        count = seen.count(account, attempt.text) - attempt.before_count
        if count > 0:
            post = seen.holding(account, attempt.text)[-1]
            if count > 1:
                line = _("The board shows the text {count} times: remove what is too much by hand. The last one: {url}")
                self._tell(line.format(count=count, url=post.permalink or post.id))
            return post
        newer = [post for post in seen.own(account) if not _older(post, attempt)]
        if outcome and outcome.kind is Reply.POSTED and outcome.post_id:
            # The board names the post, and it is ours: a word filter or a limit may have changed the text.
            for post in newer:
                if post.id == outcome.post_id:
                    line = _("The board changed the text on its way: compare what stands at {url} with what was sent.")
                    self._tell(line.format(url=post.permalink or post.id))
                    return post
        for post in newer:
            if texts.almost(attempt.text, post.body):
                self._journal.settle(attempt, State.CLAIMED, post_id=post.id, url=post.permalink)
                raise ReplyError(
                    _(
                        "A post much like the text stands in the topic: {url}. If it is the one, nothing is left to "
                        "do; `--again` sends the text once more."
                    ).format(url=post.permalink or post.id)
                )
        if attempt.uncertain and (outcome is None or outcome.kind is Reply.UNKNOWN) and (found := self._strange(newer)):
            # Nobody knows what the board did: a cut or changed text must not go out again and again.
            self._journal.settle(attempt, State.CLAIMED, post_id=found.id, url=found.permalink)
            raise ReplyError(
                _(
                    "Another post of yours has come into the topic since: {url}. If the board made it of this text, "
                    "mend it there by hand; if not, `--again` sends the text once more."
                ).format(url=found.permalink or found.id)
            )
        return None

    def _strange(self, newer: Sequence[Post]) -> Post | None:
        """The last of the own posts that no other publication made."""
        known = {event.said.post_id for event in self._store.standing() if isinstance(event.said, Published)}
        return next((post for post in reversed(newer) if post.id not in known), None)

    def _done(self, task: Task, post: Post, attempt: Attempt | None, *, merged: bool, already: bool) -> Publication:
        said = Published(
            phase=task.phase,
            number=task.number,
            text=task.text,
            topic=self._topic,
            post_id=post.id,
            url=post.permalink,
            kind=task.kind,
        )
        # A program killed after this line finds the event here the next time, and records nothing twice.
        if not any(event.said == said for event in self._store.standing()):
            # Results open the next phase (T2): from when they stand in the topic, not from when that was found out.
            self._store.say(said, at=post.posted_at if already and not merged else None)
        if attempt:
            self._journal.settle(attempt, State.PUBLISHED, post_id=post.id, url=post.permalink)
        self._session.save()
        return Publication(post_id=post.id, url=post.permalink, merged=merged, already=already)


def _older(post: Post, attempt: Attempt) -> bool:
    """Whether the post was there when the attempt began."""
    if attempt.before_post and attempt.before_post.isdigit() and post.id.isdigit():
        return int(post.id) <= int(attempt.before_post)
    return False
