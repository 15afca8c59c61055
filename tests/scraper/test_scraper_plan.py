"""The polling timetable with a clock of its own (issue 6.2)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scraper.archive_records import Gap
from scraper.plan import MARGIN, TOLERANCE, Due, History, Pace, Why, missed_since, moments, next_poll

DEADLINE = datetime(2013, 10, 14, 18, 0, tzinfo=UTC)
PACE = Pace(far=timedelta(minutes=30), per_hour=240, requests=4, length=timedelta(seconds=10))


def run(
    start: datetime,
    until: datetime,
    pace: Pace = PACE,
    deadlines: Sequence[datetime] = (DEADLINE,),
    *,
    asleep: Sequence[tuple[datetime, datetime]] = (),
    failing: Sequence[tuple[datetime, datetime]] = (),
) -> tuple[list[Due], list[Gap], list[datetime]]:
    """All polls of a watch between two moments, its gaps, and every request."""
    now, history = start, History(last=None)
    polls: list[Due] = []
    gaps: list[Gap] = []
    spent: list[datetime] = []
    while now < until:
        due = next_poll(now, deadlines, history, pace)
        assert due.at >= now
        now = due.at
        for begin, end in asleep:
            if begin <= now < end:
                now = end
        gap = missed_since(now, deadlines, history, pace)
        gaps += [gap] if gap and not history.failures else []
        polls.append(Due(at=now, why=due.why, deadline=due.deadline, minutes=due.minutes))
        step = pace.length / pace.requests
        started = now
        for _request in range(pace.requests):
            recent = [moment for moment in spent if moment > now - timedelta(hours=1)]
            if len(recent) < pace.per_hour:
                spent.append(now)
            now += step
        failed = any(begin <= now < end for begin, end in failing)
        failures = history.failures + 1 if failed else 0
        history = History(last=started, failures=failures, spent=tuple(spent[-pace.per_hour :]))
    return polls, gaps, spent


def test_closer_and_closer() -> None:
    """Sparse, −60, −15, −5, −1, right before, right after, late posts, edits, sparse again."""
    polls, gaps, _spent = run(DEADLINE - timedelta(hours=3), DEADLINE + timedelta(hours=1))
    assert not gaps
    around = [(due.label, due.at) for due in polls if due.why not in (Why.FAR, Why.FIRST)]
    assert around == [
        ("-60 min", DEADLINE - timedelta(minutes=60)),
        ("-15 min", DEADLINE - timedelta(minutes=15)),
        ("-5 min", DEADLINE - timedelta(minutes=5)),
        ("-1 min", DEADLINE - timedelta(minutes=1)),
        ("before", DEADLINE - timedelta(seconds=13)),
        ("after", DEADLINE + MARGIN),
        ("late", DEADLINE + timedelta(minutes=3)),
        ("edits", DEADLINE + timedelta(minutes=20)),
    ]
    far = [due.at for due in polls if due.why is Why.FAR]
    assert far[:4] == [DEADLINE - timedelta(minutes=minutes) for minutes in (150, 120, 90, 30)]


def test_a_long_poll_begins_earlier_and_ends_before_the_deadline() -> None:
    slow = Pace(requests=60, length=timedelta(minutes=2))
    due = {item.why: item for item in moments(DEADLINE, slow)}
    assert due[Why.BEFORE].at + slow.length < DEADLINE
    assert [item.minutes for item in moments(DEADLINE, slow) if item.minutes] == [60, 15, 5]
    for one, two in pairwise(moments(DEADLINE, slow)):
        assert two.at - one.at >= slow.length


def test_sleep_is_caught_up_and_recorded() -> None:
    """A laptop that slept through the deadline polls at once when it wakes, and the gap is a record."""
    asleep = (DEADLINE - timedelta(minutes=10), DEADLINE + timedelta(hours=5))
    polls, gaps, _spent = run(DEADLINE - timedelta(hours=1), asleep[1] + timedelta(hours=1), asleep=[asleep])
    assert len(gaps) == 1
    assert gaps[0].start == DEADLINE - timedelta(minutes=15)
    assert gaps[0].end == asleep[1]
    assert any(due.at == asleep[1] for due in polls)


def test_a_restart_after_the_deadline_is_a_catch_up() -> None:
    history = History(last=DEADLINE - timedelta(hours=1))
    now = DEADLINE + timedelta(minutes=10)
    due = next_poll(now, [DEADLINE], history, PACE)
    assert (due.at, due.why, due.thorough) == (now, Why.CATCH_UP, True)
    gap = missed_since(now, [DEADLINE], history, PACE)
    assert gap == Gap(start=DEADLINE - timedelta(hours=1), end=now, reason="missed")


def test_small_delays_are_no_gaps() -> None:
    history = History(last=DEADLINE - timedelta(minutes=5))
    assert missed_since(DEADLINE - timedelta(minutes=1) + TOLERANCE, [DEADLINE], history, PACE) is None


def test_failures_back_off_but_not_near_the_deadline() -> None:
    now = DEADLINE - timedelta(hours=3)
    waits = [
        (next_poll(now, [DEADLINE], History(last=now, failures=failures), PACE).at - now).total_seconds()
        for failures in range(1, 8)
    ]
    assert waits == [30, 60, 120, 300, 600, 600, 600]
    close = DEADLINE - timedelta(minutes=2)
    assert next_poll(close, [DEADLINE], History(last=close, failures=5), PACE).at == close + timedelta(seconds=20)


def test_a_network_that_fails_over_the_deadline_is_asked_right_after_it() -> None:
    failing = (DEADLINE - timedelta(minutes=4), DEADLINE + timedelta(seconds=1))
    polls, _gaps, _spent = run(DEADLINE - timedelta(hours=1), DEADLINE + timedelta(hours=1), failing=[failing])
    assert min(due.at for due in polls if due.at > DEADLINE) <= DEADLINE + timedelta(seconds=35)


def test_short_budgets_are_kept_for_what_matters() -> None:
    """When the hour's requests run short, the polls right before and after the deadline are made all the same."""
    pace = Pace(far=timedelta(minutes=2), per_hour=16, requests=4, length=timedelta(seconds=10))
    polls, _gaps, spent = run(DEADLINE - timedelta(hours=3), DEADLINE + timedelta(hours=1), pace)
    assert {Why.BEFORE, Why.AFTER} <= {due.why for due in polls}
    assert most_in_an_hour(spent) <= 16


def most_in_an_hour(spent: Sequence[datetime]) -> int:
    return max(
        (sum(1 for moment in spent if start <= moment < start + timedelta(hours=1)) for start in spent), default=0
    )


@settings(deadline=None, max_examples=50)
@given(
    per_hour=st.integers(min_value=4, max_value=60),
    requests=st.integers(min_value=1, max_value=20),
    far=st.integers(min_value=2, max_value=90),
    offset=st.integers(min_value=0, max_value=90),
)
def test_the_budget_is_never_exceeded_and_the_deadline_never_left_out(
    per_hour: int, requests: int, far: int, offset: int
) -> None:
    """Whatever the settings: no hour has more requests, and a budget of a few polls an hour is kept for those right
    before and right after the deadline.
    """
    pace = Pace(
        far=timedelta(minutes=far), per_hour=per_hour, requests=requests, length=timedelta(seconds=2 * requests)
    )
    start = DEADLINE - timedelta(hours=2, minutes=offset)
    polls, _gaps, spent = run(start, DEADLINE + timedelta(minutes=40), pace)
    assert most_in_an_hour(spent) <= per_hour
    assert len(polls) < 400
    if per_hour >= 3 * requests:
        assert {Why.BEFORE, Why.AFTER} <= {due.why for due in polls}


@pytest.mark.parametrize("why", list(Why))
def test_order_of_importance(why: Why) -> None:
    """The reading right after the deadline matters most."""
    assert list(Why).index(Why.AFTER) <= list(Why).index(why)
