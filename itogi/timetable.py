"""The timetable (T1-T3): when nights and days open and close, what runs now, what was in time (V3). Pure.

All moments are compared in UTC: wall clocks of one zone must not be, they jump twice a year.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta, tzinfo
from enum import StrEnum
from functools import cached_property
from itertools import count
from typing import TypeVar

from engine.events import DayClosed, DayMoved, DayOpened, Event, NightClosed, NightOpened, Published
from itogi.config import Times, time_of, zone_of
from scraper.records import Precision

CLOSE = timedelta(seconds=60)
"""Votes this near to a deadline are put before the GM (V3)."""
HALF_DAY = timedelta(hours=12)
SHORTEST_COURT = timedelta(hours=3)
"""No court is planned to end sooner after its night: the hour meant is that of the next day."""
MAX_DAYS = 400
Telling = TypeVar("Telling")
Item = TypeVar("Item")


class By(StrEnum):
    """What a phase's opening or end goes by."""

    SCHEDULE = "schedule"
    RESULTS = "results"
    """The post with the results of the phase before it (T2)."""
    HAND = "hand"


class PhaseKind(StrEnum):
    """What a phase is."""

    NIGHT = "night"
    RESULTS = "results"
    """The night is over, its results are not out yet."""
    DAY = "day"
    OVER = "over"
    """Nothing has happened for long: the game is over, or rests."""


class Timing(StrEnum):
    """Where a post stands to a day's window."""

    EARLY = "early"
    """Before the day opened."""
    IN_TIME = "in_time"
    LATE = "late"


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """When one day's votes, or one night's orders, are taken. UTC."""

    kind: PhaseKind
    number: int
    opens: datetime
    opened_by: By
    deadline: datetime
    """By the schedule, or as the GM moved it."""
    moved: bool = False
    closed: datetime | None = None
    """Earlier end: closed by hand, early (V8), or by the post with the court's results."""
    closed_early: bool = False
    """Closed by V8."""

    @property
    def ends(self) -> datetime:
        """The first moment that is too late."""
        return min(self.deadline, self.closed) if self.closed else self.deadline

    def timing(self, posted_at: datetime, precision: Precision, *, inclusive: bool = False) -> Timing:
        """Where a post stands (V3): the deadline itself is late unless `inclusive`; on boards without seconds the
        whole minute of the deadline is.
        """
        moment, opens, ends = posted_at, self.opens, self.ends
        if precision is Precision.MINUTE:
            moment, opens, ends = _minute(moment), _minute(opens), _minute(ends)
        if moment < opens:
            return Timing.EARLY
        return Timing.IN_TIME if moment < ends or (inclusive and moment == ends) else Timing.LATE

    def close_to_end(self, posted_at: datetime, precision: Precision) -> bool:
        """Whether a post is so near to the end that the GM is asked (V3): 60 seconds, or the minute, either side."""
        if precision is Precision.MINUTE:
            return _minute(self.ends) - CLOSE <= _minute(posted_at) <= _minute(self.ends)
        return abs(posted_at - self.ends) <= CLOSE


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """What runs at a moment."""

    kind: PhaseKind
    number: int
    until: datetime
    """When it ends; for `RESULTS` about when the results are due."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultPosts:
    """Moments at which the GM's result posts were seen in the topics."""

    nights: Mapping[int, datetime] = field(default_factory=dict)
    days: Mapping[int, datetime] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Timetable:
    """The game's timetable as of what was said and posted."""

    times: Times
    events: tuple[Event, ...] = ()
    """Those that hold."""
    posts: ResultPosts = field(default_factory=ResultPosts)

    @property
    def zone(self) -> tzinfo:
        """Zone of the timetable."""
        return zone_of(self.times.zone)

    def day(self, number: int) -> Window:
        """The window of a day, from 1."""
        return self._until(number)[2 * number - 1]

    def night(self, number: int) -> Window:
        """The window of a night, from 1."""
        return self._until(number)[2 * number - 2]

    def _until(self, number: int) -> list[Window]:
        """All windows up to a day's, reckoned once."""
        while len(self._reckoned) < 2 * number:
            self._reckoned.append(next(self._endless))
        return self._reckoned

    @cached_property
    def _reckoned(self) -> list[Window]:
        return []

    @cached_property
    def _endless(self) -> Iterator[Window]:
        return self._reckon()

    def windows(self) -> Iterator[Window]:
        """Night 1, day 1, night 2 ... without end."""
        for number in count(1):
            yield self.night(number)
            yield self.day(number)

    def _reckon(self) -> Iterator[Window]:
        """Each deadline is reckoned from the one before it (T1)."""
        zone, times = self.zone, self.times
        day_clock, night_clock = time_of(times.day), time_of(times.night)
        start = datetime.combine(times.first_date, time_of(times.first_night), zone).astimezone(UTC)
        gap = _wall_gap(day_clock, night_clock)
        deadline = start
        opens = datetime.combine(times.first_date, time(), zone).astimezone(UTC)
        for number in count(1):
            night = self._night(number, opens, deadline)
            yield night
            day = self._day(number, night, _next(day_clock, deadline + SHORTEST_COURT, zone))
            yield day
            following = _next(night_clock, day.deadline, zone)
            # A court that was moved past the night's usual hour shifts the night with it.
            deadline = following if following - day.deadline <= max(gap, HALF_DAY) else day.deadline + gap
            opens = day.ends

    def phase_at(self, moment: datetime) -> Phase:
        """What runs at `moment`."""
        due = timedelta(minutes=self.times.results_minutes)
        for window in self.windows():
            if window.kind is PhaseKind.DAY and moment < window.opens:
                return Phase(kind=PhaseKind.RESULTS, number=window.number, until=window.opens)
            if (
                window.kind is PhaseKind.DAY
                and window.opened_by is By.SCHEDULE
                and moment < min(window.opens + due, window.ends)
            ):
                return Phase(kind=PhaseKind.RESULTS, number=window.number, until=window.opens + due)
            if moment < window.ends or window.number >= MAX_DAYS:
                return Phase(kind=window.kind, number=window.number, until=window.ends)
        raise AssertionError("the timetable never ends")  # pragma: no cover

    def days_until(self, moment: datetime) -> tuple[Window, ...]:
        """Days that have opened by `moment`."""
        opened = []
        for window in self.windows():
            if window.opens > moment or window.number > MAX_DAYS:
                break
            if window.kind is PhaseKind.DAY:
                opened.append(window)
        return tuple(opened)

    def _night(self, number: int, opens: datetime, deadline: datetime) -> Window:
        opened = _last(item.at for item in self._said(NightOpened) if item.night == number)
        closed = _last(item.at for item in self._said(NightClosed) if item.night == number)
        return Window(
            kind=PhaseKind.NIGHT,
            number=number,
            opens=opened or opens,
            opened_by=By.HAND if opened else By.SCHEDULE,
            # The GM may let a night run longer as well as end it sooner.
            deadline=closed or deadline,
            moved=closed is not None,
            # Orders are of no use once the day is open.
            closed=_earliest(
                self.posts.nights.get(number),
                self._published("night", number),
                _last(item.at for item in self._said(DayOpened) if item.day == number),
            ),
        )

    def _day(self, number: int, night: Window, scheduled: datetime) -> Window:
        by_hand = _last(item.at for item in self._said(DayOpened) if item.day == number)
        posted = self.posts.nights.get(number) or self._published("night", number)
        moved = _last(item.deadline for item in self._said(DayMoved) if item.day == number)
        closing = _last(item for item in self._said(DayClosed) if item.day == number)
        opens, opened_by = night.ends, By.SCHEDULE
        if by_hand:
            opens, opened_by = by_hand, By.HAND
        elif posted:
            opens, opened_by = posted, By.RESULTS
        return Window(
            kind=PhaseKind.DAY,
            number=number,
            opens=opens,
            opened_by=opened_by,
            deadline=moved or scheduled,
            moved=moved is not None,
            closed=_earliest(
                closing.at if closing else None, self.posts.days.get(number), self._published("day", number)
            ),
            closed_early=bool(closing and closing.early),
        )

    def _said(self, kind: type[Telling]) -> list[Telling]:
        return [event.said for event in self.events if isinstance(event.said, kind)]

    def _published(self, phase: str, number: int) -> datetime | None:
        return _earliest(
            *(
                event.at
                for event in self.events
                if isinstance(event.said, Published)
                and (event.said.kind, event.said.phase, event.said.number) == ("results", phase, number)
            )
        )


def left(until: datetime, now: datetime) -> timedelta:
    """Time left, never negative, whole seconds."""
    return max(timedelta(), timedelta(seconds=int((until - now).total_seconds())))


def _next(clock: time, after: datetime, zone: tzinfo) -> datetime:
    """The next moment after `after` at which the zone's clocks show `clock`."""
    day = after.astimezone(zone).date()
    for _attempt in range(3):
        moment = datetime.combine(day, clock, zone).astimezone(UTC)
        if moment > after:
            return moment
        day += timedelta(days=1)
    raise AssertionError("a clock shows every time within two days")  # pragma: no cover


def _wall_gap(start: time, end: time) -> timedelta:
    minutes = (end.hour - start.hour) * 60 + end.minute - start.minute
    return timedelta(minutes=minutes if minutes > 0 else minutes + 24 * 60)


def _minute(moment: datetime) -> datetime:
    return moment.astimezone(UTC).replace(second=0, microsecond=0)


def _last(found: Iterable[Item]) -> Item | None:
    return next(reversed(list(found)), None)


def _earliest(*moments: datetime | None) -> datetime | None:
    return min((moment for moment in moments if moment), default=None)
