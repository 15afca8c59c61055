"""When to poll: sparsely far from a deadline, closer and closer before it, right after it, and once more. Pure.

All moments are on our clock: deadlines are handed in with the forum's offset taken off (T3).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from scraper.archive_records import Gap

HOUR = timedelta(hours=1)
MARKS = (60, 15, 5, 1)
"""Minutes before a deadline."""
MARGIN = timedelta(seconds=3)
"""Between the end of the last reading before a deadline, or the start of the first one after it, and the deadline."""
LATE = timedelta(minutes=3)
EDITS = timedelta(minutes=20)
SERVED = timedelta(seconds=2)
"""A poll that began so little before a planned moment has served it: measured clocks waver."""
NEAR = timedelta(minutes=2)
"""A sparse poll so near to a planned one is left to it."""
TOLERANCE = timedelta(minutes=3)
"""A planned poll may be so late before it counts as missed."""
RETRIES = (30.0, 60.0, 120.0, 300.0, 600.0)
"""Seconds after a failed poll."""
RETRY_NEAR = 20.0
"""Seconds, within five minutes of a deadline."""


class Why(StrEnum):
    """What a poll is for; the order is that of importance when the hour's requests run short."""

    AFTER = "after"
    """Right after a deadline: with the one before it, what stood at the deadline."""
    BEFORE = "before"
    """So that it ends right before a deadline."""
    LATE = "late"
    """Late posts, and edits made in haste."""
    MARK = "mark"
    """One of the marks before a deadline."""
    EDITS = "edits"
    """Edits made at leisure."""
    FAR = "far"
    FIRST = "first"
    """The archive is empty."""
    CATCH_UP = "catch-up"
    """After a poll that was missed."""
    RETRY = "retry"
    """After a failed poll."""


RANK = {why: rank for rank, why in enumerate(Why)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How often the board may be asked."""

    far: timedelta = timedelta(minutes=30)
    """Between two sparse polls."""
    per_hour: int = 240
    """Most requests in any hour."""
    requests: int = 4
    """What one poll is likely to cost, by the last ones."""
    length: timedelta = timedelta(seconds=10)
    """How long one poll is likely to take."""

    @property
    def cost(self) -> int:
        """Requests to have in hand for a poll; one that costs more than an hour's is broken off and gone on with."""
        return max(1, min(self.requests, self.per_hour))


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """A poll that is to be made."""

    at: datetime
    why: Why
    deadline: datetime | None = None
    """The deadline it belongs to."""
    minutes: int | None = None
    """Of a mark."""

    @property
    def label(self) -> str:
        """For the record: `-15 min`, `after` ..."""
        return f"-{self.minutes} min" if self.minutes is not None else self.why.value

    @property
    def thorough(self) -> bool:
        """Whether every topic's running day is read again, not only that of the votes."""
        return self.why in (Why.AFTER, Why.BEFORE, Why.LATE, Why.EDITS, Why.CATCH_UP)


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """What was done so far."""

    last: datetime | None
    """Start of the last poll, whatever came of it; None: there was none."""
    failures: int = 0
    """Failed polls in a row."""
    spent: tuple[datetime, ...] = ()
    """Moments of the requests since an hour before the last poll, oldest first."""


def moments(deadline: datetime, pace: Pace) -> tuple[Due, ...]:
    """The planned polls around one deadline, in order of time."""
    before = Due(at=deadline - pace.length - MARGIN, why=Why.BEFORE, deadline=deadline)
    marks = (
        Due(at=deadline - timedelta(minutes=minutes), why=Why.MARK, deadline=deadline, minutes=minutes)
        for minutes in MARKS
    )
    around = (
        # A mark so late that its reading would still run when the last one is due is left out.
        *(mark for mark in marks if mark.at + pace.length <= before.at),
        before,
        Due(at=deadline + MARGIN, why=Why.AFTER, deadline=deadline),
        Due(at=deadline + max(LATE, 2 * pace.length), why=Why.LATE, deadline=deadline),
        Due(at=deadline + max(EDITS, 3 * pace.length), why=Why.EDITS, deadline=deadline),
    )
    return tuple(sorted(around, key=lambda due: due.at))


def next_poll(now: datetime, deadlines: Iterable[datetime], history: History, pace: Pace) -> Due:
    """The next poll; its moment is `now` or later.

    Planned ones that the hour's requests do not allow, with those kept that more important ones of the same hour need,
    are left out; sparse ones are put off.
    """
    if history.last is None:
        return Due(at=_enough(now, history, pace), why=Why.FIRST)
    last = history.last
    planned = _planned(deadlines, last, pace)
    if history.failures:
        return _retry(now, planned, history, pace)
    expected = _choose(last, last, planned, history, pace)
    if now - expected.at > TOLERANCE:
        return Due(at=_enough(now, history, pace), why=Why.CATCH_UP, deadline=expected.deadline)
    return _choose(now, last, planned, history, pace)


def missed_since(now: datetime, deadlines: Iterable[datetime], history: History, pace: Pace) -> Gap | None:
    """The time without polls that ends `now`, when one was due in it by plan and not made; None otherwise."""
    if history.last is None:
        return None
    expected = _choose(history.last, history.last, _planned(deadlines, history.last, pace), history, pace)
    return Gap(start=history.last, end=now, reason="missed") if now - expected.at > TOLERANCE else None


def _choose(now: datetime, last: datetime, planned: Sequence[Due], history: History, pace: Pace) -> Due:
    """The next poll when nothing went wrong."""
    far = max(now, last + pace.far)
    while _left(far, history, pace) - _kept(Due(at=far, why=Why.FAR), planned, pace) < pace.cost:
        far += timedelta(minutes=1)
    for due in planned:
        if due.at > far + NEAR:
            break
        at = max(now, due.at)
        if _left(at, history, pace) - _kept(due, planned, pace) >= pace.cost:
            return replace(due, at=at)
    return Due(at=far, why=Why.FAR)


def _planned(deadlines: Iterable[datetime], last: datetime, pace: Pace) -> list[Due]:
    """The planned polls that are still to be made."""
    dues = (due for deadline in deadlines for due in moments(deadline, pace) if due.at - SERVED > last)
    return sorted(dues, key=lambda due: due.at)


def _retry(now: datetime, planned: Sequence[Due], history: History, pace: Pace) -> Due:
    assert history.last is not None
    wait = RETRIES[min(history.failures, len(RETRIES)) - 1]
    if any(abs(due.deadline - now) <= timedelta(minutes=5) for due in planned if due.deadline):
        wait = min(wait, RETRY_NEAR)
    at = max(now, history.last + timedelta(seconds=wait))
    early = next((due for due in planned if now <= due.at < at), None)
    chosen = early or Due(at=at, why=Why.RETRY, deadline=planned[0].deadline if planned else None)
    return replace(chosen, at=_enough(chosen.at, history, pace))


def _left(at: datetime, history: History, pace: Pace) -> int:
    """Requests that are left in the hour that ends `at`."""
    return pace.per_hour - sum(1 for moment in history.spent if at - HOUR < moment <= at)


def _kept(due: Due, planned: Iterable[Due], pace: Pace) -> int:
    """Requests that more important polls of the hour after `due` will need."""
    return pace.cost * sum(
        1 for other in planned if due.at < other.at <= due.at + HOUR and RANK[other.why] < RANK[due.why]
    )


def _enough(at: datetime, history: History, pace: Pace) -> datetime:
    """The first minute from `at` on at which a whole poll is within the budget."""
    while _left(at, history, pace) < pace.cost:
        at += timedelta(minutes=1)
    return at
