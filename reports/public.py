"""What the players may know of a phase: the only records that public templates receive (P2).

Each is made from an engine result by a function that takes over what is public and nothing else. They hold no
weight, no closed role, no killer, no silent loss and no account, and follow the roster's order, which tells nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from engine.records import Cast, Colour, Player, Role
from engine.results import DayResult, NightResult, PhaseResult, Victory
from reports.spans import Name, Words


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicPlayer:
    """A player with the role that is public, or None."""

    player: Name
    role: Role | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicDeath:
    """A player killed at night."""

    player: Name
    bloody: bool = False
    role: Role | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicNight:
    """Results of a night as they are announced."""

    night: int
    deaths: tuple[PublicDeath, ...] = ()
    serum: tuple[PublicPlayer, ...] = ()
    exposed: tuple[PublicPlayer, ...] = ()
    """With BOSS or DOCTOR: whom the traces point at."""
    traces: tuple[Name, ...] = ()
    """Victims of a torture that left traces of the maniac."""
    silent: tuple[Name, ...] = ()
    """Who is announced without the vote on the coming day (R2)."""
    removed: tuple[PublicPlayer, ...] = ()
    replaced: tuple[Name, ...] = ()
    victory: Victory | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicDay:
    """Results of a court as they are announced."""

    day: int
    executed: tuple[PublicPlayer, ...] = ()
    """More than one only where the ruleset executes all tied."""
    tie: bool = False
    removed: tuple[PublicPlayer, ...] = ()
    replaced: tuple[Name, ...] = ()
    victory: Victory | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicCandidate:
    """Whose ballots stand against and in defence of one player, without weights."""

    player: Name
    red: tuple[Name, ...] = ()
    blue: tuple[Name, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicCount:
    """The ballots in the middle of a day."""

    day: int
    candidates: tuple[PublicCandidate, ...] = ()
    """Most votes against first, then in roster order."""
    missing: tuple[Name, ...] = ()
    deadline: datetime | None = None
    penalty: int = 0
    """Votes against that a miss brings (V10)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicOpening:
    """A day that opens for voting."""

    day: int
    alive: tuple[Name, ...] = ()
    silent: tuple[Name, ...] = ()
    deadline: datetime | None = None
    early: bool = False
    """Early votes are taken on this day (V8)."""


class Fate(StrEnum):
    """How a player left the game."""

    KILLED = "killed"
    EXECUTED = "executed"
    MODKILLED = "modkilled"


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicFate:
    """A line of the roster."""

    player: Name
    role: Role | None = None
    """Made public when the player fell, or None."""
    fate: Fate | None = None
    """None: in the game."""
    at_night: bool = False
    number: int = 0
    """Of the night or the day."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Freed:
    """A voter whose ballot for a removed player does not count any more (V20), and what stands instead."""

    voter: Name
    target: Name | None = None
    """None: no earlier valid ballot; the voter has to vote again."""
    colour: Colour | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicRemoval:
    """A player who leaves the game without a successor in the middle of a day or between phases."""

    player: Name
    role: Role | None = None
    freed: tuple[Freed, ...] = ()
    deadline: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicReplacement:
    """A slot that another person takes over (V16)."""

    player: Name
    account: Words | None = None
    """Only where accounts are public: in a game of masks they are the players' greatest secret."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicWarning:
    """A warning to a player, or the private notice of another decision."""

    player: Name
    rule: Words | None = None
    """The rule that was broken, in the document's numbering or words."""
    quote: Words | None = None
    url: Words | None = None
    verdict: str = "warn"
    """`warn`, `modkill` or `replace`: a text of `words.toml`."""


def names_of(players: Sequence[Player]) -> dict[str, Name]:
    """Slot name → the name as templates see it."""
    return {player.name: Name(player.name, number, player.gender) for number, player in enumerate(players, start=1)}


def _in_order(names: Mapping[str, Name], slots: Iterable[str]) -> tuple[Name, ...]:
    wanted = set(slots)
    return tuple(name for slot, name in names.items() if slot in wanted)


def _with_roles(names: Mapping[str, Name], pairs: Iterable[tuple[str, Role | None]]) -> tuple[PublicPlayer, ...]:
    roles = dict(pairs)
    return tuple(PublicPlayer(player=name, role=roles[slot]) for slot, name in names.items() if slot in roles)


def public_night(result: NightResult, players: Sequence[Player]) -> PublicNight:
    """What the city learns of a night (P2, R1, R2)."""
    names = names_of(players)
    deaths = {death.player: death for death in result.deaths}
    return PublicNight(
        night=result.night,
        deaths=tuple(
            PublicDeath(player=name, bloody=deaths[slot].bloody, role=deaths[slot].revealed)
            for slot, name in names.items()
            if slot in deaths
        ),
        serum=_with_roles(names, result.revealed),
        exposed=_with_roles(names, result.exposed),
        traces=_in_order(names, result.evidence),
        silent=_in_order(names, result.silent_today),
        removed=_with_roles(names, result.removed),
        replaced=_in_order(names, (slot for slot, _account in result.replaced)),
        victory=result.victory,
    )


def public_day(result: DayResult, players: Sequence[Player]) -> PublicDay:
    """What the city learns of a court (P2, R1)."""
    names = names_of(players)
    executions = executions_of(result)
    return PublicDay(
        day=result.day,
        executed=_with_roles(names, executions),
        tie=not executions and bool(result.tie),
        removed=_with_roles(names, result.removed),
        replaced=_in_order(names, (slot for slot, _account in result.replaced)),
        victory=result.victory,
    )


def executions_of(result: DayResult) -> tuple[tuple[str, Role | None], ...]:
    """(slot, role made public) of everyone executed."""
    if result.executions or result.executed is None:
        return result.executions
    return ((result.executed, result.revealed),)


def standing_in_public(result: DayResult, players: Sequence[Player]) -> tuple[Cast, ...]:
    """The standing ballots as everybody in the topic sees them, in the roster's order of voters.

    The boss who lost his vote silently (N5, V13) has his ballot set aside, and that is his secret: here it stands.
    """
    silent = set(result.silenced) - set(result.publicly_silenced)
    standing = {
        aside.cast.by: aside.cast for aside in result.set_aside if aside.rule == "V13" and aside.cast.by in silent
    } | {ballot.cast.by: ballot.cast for ballot in result.ballots}
    return tuple(standing[player.name] for player in players if player.name in standing)


def public_count(
    result: DayResult,
    players: Sequence[Player],
    *,
    deadline: datetime | None = None,
    penalty: int = 2,
    defence: bool = True,
) -> PublicCount:
    """Votes without weights (P2) and who has not voted, from the day as it stands.

    `penalty` (V10) and `defence` are the ruleset's: without defence every colour is against.
    """
    names = names_of(players)
    red: dict[str, list[Name]] = {}
    blue: dict[str, list[Name]] = {}
    for cast in standing_in_public(result, players):
        side = blue if cast.colour is Colour.BLUE and defence else red
        side.setdefault(cast.target or "", []).append(names[cast.by])
    # The candidate nobody, where the ruleset has one, is no slot and comes last.
    others = {target: Name(target) for target in (*red, *blue) if target not in names}
    candidates = [
        PublicCandidate(player=name, red=tuple(red.get(slot, ())), blue=tuple(blue.get(slot, ())))
        for slot, name in (names | others).items()
        if slot in red or slot in blue
    ]
    candidates.sort(key=lambda candidate: len(candidate.blue) - len(candidate.red))
    return PublicCount(
        day=result.day,
        candidates=tuple(candidates),
        missing=_in_order(names, result.missed),
        deadline=deadline,
        penalty=penalty,
    )


def public_opening(
    day: int,
    players: Sequence[Player],
    *,
    alive: Iterable[str],
    silent: Iterable[str] = (),
    deadline: datetime | None = None,
    early: bool = False,
) -> PublicOpening:
    """A day's opening; `silent` are those whose loss is announced (`NightResult.silent_today`)."""
    names = names_of(players)
    return PublicOpening(
        day=day, alive=_in_order(names, alive), silent=_in_order(names, silent), deadline=deadline, early=early
    )


def public_roster(results: Sequence[PhaseResult], players: Sequence[Player]) -> tuple[PublicFate, ...]:
    """The roster after the given phases, with the fate and the role made public of everyone who left."""
    names = names_of(players)
    fates = {slot: PublicFate(player=name) for slot, name in names.items()}
    for result in results:
        at_night = isinstance(result, NightResult)
        number = result.night if isinstance(result, NightResult) else result.day
        fallen: list[tuple[str, Role | None, Fate]] = []
        if isinstance(result, NightResult):
            fallen += [(death.player, death.revealed, Fate.KILLED) for death in result.deaths]
        else:
            fallen += [(slot, role, Fate.EXECUTED) for slot, role in executions_of(result)]
        fallen += [(slot, role, Fate.MODKILLED) for slot, role in result.removed]
        for slot, role, fate in fallen:
            if fates[slot].fate is None:
                fates[slot] = PublicFate(player=names[slot], role=role, fate=fate, at_night=at_night, number=number)
    return tuple(fates.values())


def public_removal(
    result: DayResult,
    players: Sequence[Player],
    player: str,
    *,
    role: Role | None = None,
    deadline: datetime | None = None,
) -> PublicRemoval:
    """A removal in the middle of a day with everyone concerned (V20); `result` is the day with the removal in it."""
    names = names_of(players)
    concerned = {aside.cast.by for aside in result.set_aside if aside.rule == "V20" and aside.cast.target == player}
    standing = {cast.by: cast for cast in standing_in_public(result, players)}
    freed = []
    for voter in _in_order(names, concerned - {player}):
        cast = standing.get(voter.text)
        if cast is None:
            freed.append(Freed(voter=voter))
        else:
            target = names.get(cast.target or "", Name(cast.target or ""))
            freed.append(Freed(voter=voter, target=target, colour=cast.colour or Colour.RED))
    return PublicRemoval(player=names[player], role=role, freed=tuple(freed), deadline=deadline)
