"""Numbers to look at: who led when, who voted for whom over the days, who wrote at which hour.

Unweighted and from public ballots unless told otherwise, so that they may be shown to the players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.i18n import _, pgettext
from engine.records import Cast, Colour, Player
from engine.results import DayResult
from reports.public import standing_in_public
from reports.records import Stamp
from reports.sheet import Sheet, Table, Tone, cell

HOURS = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """The tally after one valid ballot."""

    at: datetime | None
    voter: str
    target: str
    colour: Colour | None
    scores: tuple[tuple[str, int], ...]
    """(candidate, score) of everyone who has had a ballot so far, in order of appearance."""
    leaders: tuple[str, ...]
    """Who shares the highest positive score; empty when there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline:
    """A day ballot by ballot."""

    day: int
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wagons:
    """Who voted for whom at the end of each day."""

    days: tuple[int, ...]
    rows: tuple[tuple[str, tuple[Cast | None, ...]], ...]
    """(voter, standing ballot of each day or None)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Activity:
    """Messages of each player by the hour of the day."""

    rows: tuple[tuple[str, tuple[int, ...]], ...]
    """(player, messages in each of 24 hours)."""


def one_vote(cast: Cast) -> int:
    """A ballot without weights: one against, or one off for a defence."""
    return -1 if cast.colour is Colour.BLUE else 1


def timeline(
    result: DayResult,
    players: Sequence[Player],
    *,
    casts: Sequence[Cast] = (),
    value: Callable[[Cast], int] = one_vote,
) -> Timeline:
    """How the day's tally came about. `casts` (`DayInput.casts`) gives the order, else the times do.

    `value` is what a ballot adds to its target's score; with weights in it the timeline is for the GM only.
    """
    seen = [*result.superseded, *standing_in_public(result, players)]
    place = {id(cast): number for number, cast in enumerate(casts)}
    if all(id(cast) in place for cast in seen):
        seen.sort(key=lambda cast: place[id(cast)])
    elif all(cast.at is not None for cast in seen):
        seen.sort(key=lambda cast: cast.at.timestamp() if cast.at else 0.0)
    standing: dict[str, Cast] = {}
    candidates: dict[str, None] = {}
    steps = []
    for cast in seen:
        standing[cast.by] = cast
        candidates.setdefault(cast.target or "")
        scores = {
            name: sum(value(held) for held in standing.values() if (held.target or "") == name) for name in candidates
        }
        top = max(scores.values())
        steps.append(
            Step(
                at=cast.at,
                voter=cast.by,
                target=cast.target or "",
                colour=cast.colour,
                scores=tuple(scores.items()),
                leaders=tuple(name for name, score in scores.items() if score == top > 0),
            )
        )
    return Timeline(day=result.day, steps=tuple(steps))


def leader_changes(shown: Timeline) -> tuple[Step, ...]:
    """The steps after which others lead than before."""
    changes: list[Step] = []
    leading: frozenset[str] = frozenset()
    for step in shown.steps:
        if frozenset(step.leaders) != leading:
            leading = frozenset(step.leaders)
            changes.append(step)
    return tuple(changes)


def wagons(results: Sequence[DayResult], players: Sequence[Player]) -> Wagons:
    """The wagon table of the given days; players who never voted have an empty row."""
    columns = [{cast.by: cast for cast in standing_in_public(result, players)} for result in results]
    return Wagons(
        days=tuple(result.day for result in results),
        rows=tuple((player.name, tuple(column.get(player.name) for column in columns)) for player in players),
    )


def activity(stamps: Sequence[Stamp], players: Sequence[Player]) -> Activity:
    """Messages by player and hour; stamps of others than players are left out."""
    counts = {player.name: Counter[int]() for player in players}
    for stamp in stamps:
        if stamp.player in counts:
            counts[stamp.player][stamp.at.hour] += 1
    return Activity(rows=tuple((name, tuple(count[hour] for hour in range(HOURS))) for name, count in counts.items()))


def moment_of(step: Step, number: int) -> str:
    """The time of a step, or its number in a written game."""
    return step.at.strftime("%d.%m %H:%M") if step.at else str(number)


def timeline_sheet(shown: Timeline) -> Sheet:
    """Who led when."""
    numbers = {id(step): number for number, step in enumerate(shown.steps, start=1)}
    rows = tuple(
        (
            cell(moment_of(step, numbers[id(step)])),
            cell(", ".join(step.leaders) or "—", Tone.WARN),
            cell(max((score for _name, score in step.scores), default=0)),
            cell(f"{step.voter} → {step.target}", Tone.BLUE if step.colour is Colour.BLUE else Tone.RED),
        )
        for step in leader_changes(shown)
    )
    columns = (
        pgettext("worksheet", "time"),
        pgettext("worksheet", "leads"),
        pgettext("worksheet", "score"),
        pgettext("worksheet", "by the vote"),
    )
    return Sheet(
        title=_("Who led when, day {day}").format(day=shown.day),
        blocks=(Table(title=pgettext("worksheet", "Changes of the lead"), columns=columns, rows=rows),),
    )


def wagon_sheet(shown: Wagons) -> Sheet:
    """Who voted for whom."""
    columns = (
        pgettext("worksheet", "voter"),
        *(_("day {day}").format(day=day) for day in shown.days),
    )
    rows = tuple(
        (
            cell(voter),
            *(cell("") if cast is None else cell(cast.target or "—", _tone(cast)) for cast in casts),
        )
        for voter, casts in shown.rows
    )
    title = _("Who voted for whom")
    return Sheet(title=title, blocks=(Table(title=_("Standing votes by day"), columns=columns, rows=rows),))


def activity_sheet(shown: Activity) -> Sheet:
    """Who wrote when: a mark for each hour, so that it fits a terminal."""
    # A ruler under which the hours stand: 0, 6, 12, 18.
    ruler = "".join(f"{hour:<6}" for hour in range(0, HOURS, 6))
    columns = (pgettext("worksheet", "player"), ruler, pgettext("worksheet", "all"))
    rows = tuple((cell(name), cell("".join(map(_mark, counts))), cell(sum(counts))) for name, counts in shown.rows)
    title = _("Messages by player and hour")
    return Sheet(title=title, blocks=(Table(title=_("· none, + more than nine"), columns=columns, rows=rows),))


def _mark(count: int) -> str:
    return "·" if not count else str(count) if count < 10 else "+"


def _tone(cast: Cast) -> Tone:
    return Tone.BLUE if cast.colour is Colour.BLUE else Tone.RED
