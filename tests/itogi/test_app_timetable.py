"""T1-T3, V3: windows of days and nights, what runs when, what is in time."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import islice

import pytest
from app_bench import at
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.events import (
    DayClosed,
    DayMoved,
    DayOpened,
    Event,
    NightClosed,
    NightOpened,
    Published,
    Said,
)
from itogi.config import Times
from itogi.timetable import By, PhaseKind, ResultPosts, Timetable, Timing, Window, left
from scraper.records import Precision

TIMES = Times(first_date=date(2013, 10, 14))


def table(*said: Said, times: Times = TIMES, posts: ResultPosts | None = None) -> Timetable:
    events = tuple(
        Event(number=number, at=at("0 12:00"), author="gm", said=item) for number, item in enumerate(said, 1)
    )
    return Timetable(times=times, events=events, posts=posts or ResultPosts())


def test_t1_the_documents_schedule() -> None:
    """T1: first night until 22:00, court until 22:00 of the next day, next night until 22:30 that evening."""
    ends = [(window.kind.value, window.number, window.deadline) for window in islice(table().windows(), 6)]
    assert ends == [
        ("night", 1, at("0 22:00")),
        ("day", 1, at("1 22:00")),
        ("night", 2, at("1 22:30")),
        ("day", 2, at("2 22:00")),
        ("night", 3, at("2 22:30")),
        ("day", 3, at("3 22:00")),
    ]


def test_t1_other_hours_are_data() -> None:
    """T1: a game with nights until noon of the next day."""
    times = Times(first_date=date(2013, 10, 14), first_night="20:00", day="21:00", night="12:00")
    windows = list(islice(table(times=times).windows(), 4))
    assert [window.deadline for window in windows] == [at("0 20:00"), at("1 21:00"), at("2 12:00"), at("2 21:00")]


def test_t1_wall_clock_holds_over_the_change_to_winter_time() -> None:
    """T3: 22:00 stays 22:00 on the clocks of the zone, whatever UTC does (Berlin, 26/27 October 2013)."""
    times = Times(first_date=date(2013, 10, 25), zone="Europe/Berlin")
    days = [table(times=times).day(number).deadline.astimezone(UTC).hour for number in (1, 2, 3)]
    assert days == [20, 21, 21]


def test_t1_a_law_change_of_the_zone() -> None:
    """T3: Moscow moved from UTC+4 to UTC+3 on 26 October 2014; the court's hour did not."""
    times = Times(first_date=date(2014, 10, 24))
    assert [table(times=times).day(number).deadline.astimezone(UTC).hour for number in (1, 2)] == [18, 19]


def test_t2_a_day_opens_with_the_nights_results() -> None:
    posts = ResultPosts(nights={1: at("0 22:27")})
    window = table(posts=posts).day(1)
    assert (window.opens, window.opened_by) == (at("0 22:27"), By.RESULTS)
    assert table().day(1).opened_by is By.SCHEDULE
    assert table().day(1).opens == at("0 22:00")


def test_t2_results_published_by_the_program_open_the_day() -> None:
    said = Published(phase="night", number=1, text="…")
    event = Event(number=1, at=at("0 22:31"), author="gm", said=said)
    window = Timetable(times=TIMES, events=(event,)).day(1)
    assert (window.opens, window.opened_by) == (at("0 22:31"), By.RESULTS)


def test_t2_other_published_texts_open_and_close_nothing() -> None:
    """A count in mid-day is no result."""
    event = Event(
        number=1, at=at("1 15:00"), author="gm", said=Published(phase="day", number=1, text="…", kind="count")
    )
    assert Timetable(times=TIMES, events=(event,)).day(1).ends == at("1 22:00")


def test_t2_the_gms_word_goes_before_everything() -> None:
    posts = ResultPosts(nights={1: at("0 22:27")})
    window = table(DayOpened(day=1, at=at("0 23:00")), posts=posts).day(1)
    assert (window.opens, window.opened_by) == (at("0 23:00"), By.HAND)


def test_t2_closing_early_and_by_the_results_of_the_court() -> None:
    assert table(DayClosed(day=1, at=at("1 15:00"), early=True)).day(1).ends == at("1 15:00")
    assert table(DayClosed(day=1, at=at("1 15:00"), early=True)).day(1).closed_early
    assert table(posts=ResultPosts(days={1: at("1 21:40")})).day(1).ends == at("1 21:40")
    late = table(posts=ResultPosts(days={1: at("1 22:20")})).day(1)
    assert late.ends == at("1 22:00"), "results after the deadline prolong nothing"


def test_t2_a_moved_day_moves_what_follows() -> None:
    later = table(DayMoved(day=1, deadline=at("1 23:00")))
    assert (later.day(1).ends, later.day(1).moved) == (at("1 23:00"), True)
    assert later.night(2).deadline == at("1 23:30")
    assert later.day(2).deadline == at("2 22:00")
    next_day = table(DayMoved(day=1, deadline=at("2 22:00")))
    assert (next_day.night(2).deadline, next_day.day(2).deadline) == (at("2 22:30"), at("3 22:00"))
    earlier = table(DayMoved(day=1, deadline=at("1 20:00")))
    assert earlier.night(2).deadline == at("1 22:30"), "an earlier court leaves the night its hour"


def test_t2_a_night_by_hand() -> None:
    longer = table(NightClosed(night=2, at=at("1 23:15")), NightOpened(night=2, at=at("1 22:05")))
    assert (longer.night(2).ends, longer.night(2).opens) == (at("1 23:15"), at("1 22:05"))


@pytest.mark.parametrize(
    ("now", "kind", "number"),
    [
        ("0 10:00", PhaseKind.NIGHT, 1),
        ("0 21:59:59", PhaseKind.NIGHT, 1),
        ("0 22:00", PhaseKind.RESULTS, 1),
        ("0 22:31", PhaseKind.DAY, 1),
        ("1 21:59:59", PhaseKind.DAY, 1),
        ("1 22:00", PhaseKind.NIGHT, 2),
        ("1 22:30", PhaseKind.RESULTS, 2),
        ("1 23:01", PhaseKind.DAY, 2),
    ],
)
def test_what_runs_now_by_the_timetable_alone(now: str, kind: PhaseKind, number: int) -> None:
    phase = table().phase_at(at(now))
    assert (phase.kind, phase.number) == (kind, number)


def test_results_that_are_late_keep_the_day_shut() -> None:
    """T2: with an opening that was told, nothing runs before it."""
    phase = table(DayOpened(day=1, at=at("0 23:40"))).phase_at(at("0 23:00"))
    assert (phase.kind, phase.until) == (PhaseKind.RESULTS, at("0 23:40"))


WINDOW = Window(kind=PhaseKind.DAY, number=1, opens=at("0 22:27"), opened_by=By.RESULTS, deadline=at("1 22:00"))


@pytest.mark.parametrize(
    ("when", "precision", "inclusive", "expected"),
    [
        ("0 22:26:59", Precision.SECOND, False, Timing.EARLY),
        ("0 22:27", Precision.SECOND, False, Timing.IN_TIME),
        ("1 21:59:59", Precision.SECOND, False, Timing.IN_TIME),
        ("1 22:00", Precision.SECOND, False, Timing.LATE),
        ("1 22:00", Precision.SECOND, True, Timing.IN_TIME),
        ("1 22:00:01", Precision.SECOND, True, Timing.LATE),
        ("1 21:59", Precision.MINUTE, False, Timing.IN_TIME),
        ("1 22:00", Precision.MINUTE, False, Timing.LATE),
        ("1 22:00", Precision.MINUTE, True, Timing.IN_TIME),
    ],
)
def test_v3_the_deadline_itself_is_late(when: str, precision: Precision, inclusive: bool, expected: Timing) -> None:
    """V3, and the setting `deadline_second`."""
    assert WINDOW.timing(at(when), precision, inclusive=inclusive) is expected


def test_v3_an_early_closing_between_minutes_makes_its_whole_minute_late() -> None:
    """V3: a displayed minute that equals the end's minute is late."""
    closed = Window(
        kind=PhaseKind.DAY,
        number=1,
        opens=at("0 22:27"),
        opened_by=By.RESULTS,
        deadline=at("1 22:00"),
        closed=at("1 15:03:27"),
    )
    assert closed.timing(at("1 15:03"), Precision.MINUTE) is Timing.LATE
    assert closed.timing(at("1 15:02"), Precision.MINUTE) is Timing.IN_TIME


@pytest.mark.parametrize(
    ("when", "precision", "expected"),
    [
        ("1 21:58:59", Precision.SECOND, False),
        ("1 21:59", Precision.SECOND, True),
        ("1 22:01", Precision.SECOND, True),
        ("1 22:01:01", Precision.SECOND, False),
        ("1 21:58", Precision.MINUTE, False),
        ("1 21:59", Precision.MINUTE, True),
        ("1 22:00", Precision.MINUTE, True),
        ("1 22:01", Precision.MINUTE, False),
    ],
)
def test_v3_the_last_and_the_first_late_minute_are_put_before_the_gm(
    when: str, precision: Precision, expected: bool
) -> None:
    assert WINDOW.close_to_end(at(when), precision) is expected


@settings(deadline=None)
@given(st.integers(0, 60 * 24 * 20), st.sampled_from(["Europe/Moscow", "Europe/Berlin", "UTC+5", "America/New_York"]))
def test_every_moment_has_one_phase_that_has_not_ended(minutes: int, zone: str) -> None:
    """Time never runs out of a phase, and phases never run backwards."""
    timetable = table(times=Times(first_date=date(2013, 10, 14), zone=zone))
    moment = at("0 12:00") + timedelta(minutes=minutes)
    now, later = timetable.phase_at(moment), timetable.phase_at(moment + timedelta(minutes=1))
    assert now.until > moment
    assert (later.number, later.until) >= (now.number, now.until)


def test_time_left_is_never_negative() -> None:
    assert left(at("1 22:00"), at("1 21:55")) == timedelta(minutes=5)
    assert left(at("1 22:00"), at("1 22:05")) == timedelta()
    assert left(datetime(2013, 1, 1, 0, 0, 1, tzinfo=UTC), datetime(2013, 1, 1, tzinfo=UTC)) == timedelta(seconds=1)
