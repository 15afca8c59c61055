"""A game's numbers to look at (7.7): public by default, without weights, so that they may be shown to the players.

timelines(evening, days)     who led when, a day each
wagons_of(evening, days)     who voted for whom at the end of each day
activity_of(evening)         who wrote when, in the game and vote topics
grids(evening, table, days)  any of them, and the ballots and the roster, as tables for spreadsheets
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from engine.i18n import _
from engine.results import PhaseResult
from itogi.config import TopicKind
from itogi.drafting import results_until
from itogi.errors import NotYetError
from itogi.evening import DayView, Evening
from itogi.sheets import timeline_of, worksheet_of
from itogi.speakers import Standing
from itogi.timetable import PhaseKind
from reports.exports import (
    Grid,
    activity_grid,
    all_ballots,
    all_scores,
    public_ballots,
    roster_grid,
    timeline_grid,
    wagon_grid,
)
from reports.numbers import Activity, Timeline, Wagons, activity, wagons
from reports.public import public_roster
from reports.records import Stamp


class Exported(StrEnum):
    """Tables that can be taken out of a game."""

    VOTES = "votes"
    """Standing votes as the players see them: no weights (P2)."""
    TIMELINE = "timeline"
    WAGONS = "wagons"
    ACTIVITY = "activity"
    ROSTER = "roster"
    BALLOTS = "ballots"
    """Every ballot with its weight, or why it was set aside: for the GM only."""
    SCORES = "scores"
    """Weighted scores with penalties: for the GM only."""


FOR_THE_GM = frozenset({Exported.BALLOTS, Exported.SCORES})
"""Tables that hold secrets."""


def days_of(evening: Evening, number: int | None = None) -> tuple[DayView, ...]:
    """The day of that number, or all that have opened. Raises NotYetError when there is none, or nothing was read."""
    if number is not None:
        chosen: tuple[DayView, ...] = (evening.day(number),)
    else:
        evening.day()  # tells why there is none yet
        chosen = tuple(evening.day(window.number) for window in evening.days)
    if not chosen[-1].read:
        raise NotYetError(_("No topic with votes was read yet: run `itogi poll` first."))
    return chosen


def timelines(evening: Evening, days: Sequence[DayView]) -> tuple[Timeline, ...]:
    """How each day's count came about, ballot by ballot."""
    return tuple(timeline_of(evening, day) for day in days)


def wagons_of(evening: Evening, days: Sequence[DayView]) -> Wagons:
    """Who voted for whom at the end of each day."""
    return wagons([day.result for day in days], evening.setup.players)


def activity_of(evening: Evening) -> Activity:
    """Messages of each player by the hour, in the topics of the game; in the game's zone."""
    stamps = [
        Stamp(player=speaker.name, at=seen.post.posted_at.astimezone(evening.game.zone))
        for seen in evening.posts
        if seen.kind in (TopicKind.GAME, TopicKind.VOTE)
        and seen.post.posted_at <= evening.moment
        and (speaker := evening.speakers.speaker(seen.post)).standing is Standing.PLAYER
    ]
    return activity(stamps, evening.setup.players)


def grids(evening: Evening, table: Exported, days: Sequence[DayView]) -> Grid:
    """The table of those days, one under the other."""
    players, zone = evening.setup.players, evening.game.zone
    if table is Exported.WAGONS:
        return wagon_grid(wagons_of(evening, days))
    if table is Exported.ACTIVITY:
        return activity_grid(activity_of(evening))
    if table is Exported.ROSTER:
        return roster_grid(public_roster(_announced(evening), players))
    of_day: dict[Exported, Callable[[DayView], Grid]] = {
        Exported.VOTES: lambda day: public_ballots(day.result, players, zone),
        Exported.TIMELINE: lambda day: timeline_grid(timeline_of(evening, day)),
        Exported.BALLOTS: lambda day: all_ballots(worksheet_of(evening, day), zone),
        Exported.SCORES: lambda day: all_scores(worksheet_of(evening, day)),
    }
    made = [of_day[table](day) for day in days]
    return Grid(columns=made[0].columns, rows=tuple(row for grid in made for row in grid.rows))


def _announced(evening: Evening) -> tuple[PhaseResult, ...]:
    """Results of the phases before the running one: what is not out yet is nobody's to see."""
    phase = evening.phase
    if phase.kind is PhaseKind.OVER:
        return evening.playthrough.results
    if phase.kind is PhaseKind.DAY:
        return results_until(evening, "night", phase.number)
    return results_until(evening, "day", phase.number - 1)
