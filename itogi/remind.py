"""Reminders by the rules of game.toml: what is due, and sending each of them once.

Nothing secret stands in them: no roles, no orders, no weights, not even who has no vote; they go through others' hands.
"""

from __future__ import annotations

import hashlib
import os
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlite_utils import Database, Migrations

from engine.i18n import _, ngettext
from itogi.config import Game, Occasion, Reminder
from itogi.errors import ConfigError
from itogi.evening import Evening
from itogi.failing import Failing
from itogi.moments import clock, span
from itogi.store import Store
from itogi.timetable import PhaseKind
from itogi.violations.reports import reports
from scraper.archive_base import explained, stamp

REMINDERS = Migrations("itogi.reminders")
ENVIRONMENT = "env:"

Send = Callable[[Sequence[str], str, str], bool]
"""Addresses, title and text; whether all took it."""


@REMINDERS()
def tables(database: Database) -> None:
    """What was sent: claimed before it goes out, so that it goes out once."""
    database.execute(
        "CREATE TABLE reminders (key TEXT PRIMARY KEY, at TEXT NOT NULL, text TEXT NOT NULL) WITHOUT ROWID"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A reminder that is due."""

    keys: tuple[str, ...]
    """What it tells of; one that tells of nothing new is not sent."""
    text: str
    to: tuple[str, ...]
    """As the rule has them; empty: the terminal."""


class Desk:
    """Sends what is due, once. `say` writes to the terminal."""

    def __init__(self, store: Store, *, say: Callable[[str], None], send: Send | None = None) -> None:
        self.store = store
        self.say = say
        self.send = send or send_by_apprise
        with explained():
            if REMINDERS.pending(store.database):
                REMINDERS.apply(store.database)

    def remind(self, evening: Evening, *, failing: Failing | None = None) -> None:
        """Send all that is due now. A reminder that cannot be sent is told on the terminal instead."""
        if failing and failing.ended and not self._told_of(failing):
            failing = None
        found = [message for rule in evening.game.file.reminders for message in due(rule, evening, failing)]
        for message in _joined(found):
            if self._claim(message, evening.now):
                self._deliver(message, evening.game)

    def _told_of(self, failing: Failing) -> bool:
        """Whether anybody was told that polling fails: only then is its end worth a word."""
        with explained():
            row = self.store.database.execute(
                "SELECT 1 FROM reminders WHERE key LIKE ?", (f"poll:failing:{stamp(failing.since)}%",)
            ).fetchone()
        return row is not None

    def _claim(self, message: Message, now: datetime) -> bool:
        whom = hashlib.sha256("\n".join(message.to).encode()).hexdigest()[:8]
        with explained(), self.store.database.atomic():
            fresh = [
                self.store.database.execute(
                    "INSERT OR IGNORE INTO reminders (key, at, text) VALUES (?, ?, ?)",
                    (f"{key}:{whom}", stamp(now), message.text),
                ).rowcount
                for key in message.keys
            ]
        return any(fresh)

    def _deliver(self, message: Message, game: Game) -> None:
        if not message.to:
            self.say(message.text)
            return
        addresses = [address for entry in message.to if (address := _address(entry))]
        if len(addresses) < len(message.to):
            missing = ", ".join(entry for entry in message.to if not _address(entry))
            self.say(_("No address for a reminder: {names} is not set in the environment.").format(names=missing))
        if not addresses or not self._sent(addresses, game.title, message.text):
            self.say(_("A reminder could not be sent, so here it is: {text}").format(text=message.text))

    def _sent(self, addresses: Sequence[str], title: str, text: str) -> bool:
        try:
            return self.send(addresses, title, text)
        except ConfigError as fault:
            self.say(str(fault))
            return False


def check_rules(game: Game) -> None:
    """Raises ConfigError when a rule needs what is not installed."""
    if any(rule.to for rule in game.file.reminders):
        _apprise()


def send_by_apprise(addresses: Sequence[str], title: str, text: str) -> bool:
    """Send through apprise; addresses hold tokens and are never shown. Raises ConfigError where it is not installed."""
    with warnings.catch_warnings():
        # It looks into modules of the standard library whose end is announced, and knows how to do without.
        warnings.simplefilter("ignore", DeprecationWarning)
        post = _apprise().Apprise()
        known = [post.add(address) for address in addresses]
        return all(known) and bool(post.notify(body=text, title=title))


def _apprise() -> Any:
    """An extra, imported only where it is needed."""
    try:
        import apprise
    except ImportError:
        raise ConfigError(
            _(
                "game.toml: reminders: to send them, install the extra: pip install 'itogi[notify]'; "
                "without `to` they are shown on the terminal."
            )
        ) from None
    return apprise


def _joined(messages: Iterable[Message]) -> Iterator[Message]:
    """Messages that say the same to the same people as one: half an hour's warning and a quarter's, both due."""
    found: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}
    for message in messages:
        place = (message.text, message.to)
        found[place] = (*found.get(place, ()), *message.keys)
    return (Message(keys=keys, text=text, to=to) for (text, to), keys in found.items())


def due(rule: Reminder, evening: Evening, failing: Failing | None) -> Iterator[Message]:
    """What a rule has to tell as of the evening's moment, sent before or not."""
    makers: dict[Occasion, Callable[[], tuple[tuple[str, ...], str] | None]] = {
        Occasion.DEADLINE: lambda: _deadline(evening, timedelta(minutes=rule.minutes or 0)),
        Occasion.QUESTION: lambda: _questions(evening),
        Occasion.VIOLATION: lambda: _violations(evening),
        Occasion.POLL: lambda: _polling(failing) if failing else None,
    }
    found = makers[rule.on]()
    if found:
        yield Message(keys=found[0], text=found[1], to=rule.to)


def next_moment(game: Game, deadlines: Sequence[datetime], now: datetime) -> datetime | None:
    """When the next reminder before one of `deadlines` falls due; None: none."""
    ahead = [timedelta(minutes=rule.minutes or 0) for rule in game.file.reminders if rule.on is Occasion.DEADLINE]
    return min((end - before for end in deadlines for before in ahead if end - before > now), default=None)


def _deadline(evening: Evening, before: timedelta) -> tuple[tuple[str, ...], str] | None:
    phase = evening.phase
    if phase.kind not in (PhaseKind.DAY, PhaseKind.NIGHT) or not phase.until - before <= evening.now < phase.until:
        return None
    key = f"deadline:{phase.kind}:{phase.number}:{stamp(phase.until)}:{int(before.total_seconds())}"
    until, left = clock(phase.until, evening.game.zone), span(phase.until - evening.now)
    if phase.kind is PhaseKind.NIGHT:
        text = _("Night {number} ends at {until}, in {left}. Which orders are missing: `itogi status`.")
        return (key,), text.format(number=phase.number, until=until, left=left)
    view = evening.day(phase.number)
    text = _("Day {number} ends at {until}, in {left}.").format(number=phase.number, until=until, left=left)
    if view.result.missed:
        text += " " + _("Have not voted: {names}.").format(names=", ".join(view.result.missed))
    else:
        text += " " + _("Everybody has voted.")
    # Warnings tell of topics and pages only.
    return (key,), " ".join([text, *view.reliability.warnings])


def _questions(evening: Evening) -> tuple[tuple[str, ...], str] | None:
    waiting = [question for question in evening.questions if question.open]
    if not waiting:
        return None
    text = ngettext(
        "{count} question waits for you: `itogi questions`.",
        "{count} questions wait for you: `itogi questions`.",
        len(waiting),
    ).format(count=len(waiting))
    return tuple(f"question:{question.key}" for question in waiting), text


def _violations(evening: Evening) -> tuple[tuple[str, ...], str] | None:
    # Not which rule nor whose: that someone voted without having a vote tells who has none.
    waiting = [report for report in reports(evening) if report.open]
    if not waiting:
        return None
    text = ngettext(
        "{count} report of a violation waits for you: `itogi violations`.",
        "{count} reports of violations wait for you: `itogi violations`.",
        len(waiting),
    ).format(count=len(waiting))
    return tuple(f"violation:{report.violation.key}" for report in waiting), text


def _polling(failing: Failing) -> tuple[tuple[str, ...], str]:
    if failing.ended:
        return (f"poll:back:{stamp(failing.since)}",), _("The forum is read again.")
    text = _("The forum cannot be read: {why} Votes may be missing.").format(why=failing.message)
    return (f"poll:failing:{stamp(failing.since)}",), text


def _address(entry: str) -> str | None:
    if entry.startswith(ENVIRONMENT):
        return os.environ.get(entry.removeprefix(ENVIRONMENT)) or None
    return entry
