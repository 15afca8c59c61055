"""A short way to write games for the engine's tests: rosters, ballots and orders as lines of text."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from engine.play import Playthrough, play
from engine.records import (
    Cast,
    Colour,
    DayInput,
    Decision,
    Deed,
    GameSetup,
    NightInput,
    Order,
    PhaseInput,
    Player,
    Role,
    Ruling,
)
from engine.results import DayResult, NightResult

START = datetime(2013, 10, 14, 19, 0, tzinfo=UTC)

TWELVE = (
    "Зависть:commissioner Тщеславие:citizen Целомудрие:girl Азарт:maniac Нефилим:citizen Доброта:doctor Вера:boss "
    "Похоть:rank2 Справедливость:citizen Гнев:citizen Щедрость:goon Кротость:citizen"
)
"""The roster of the document's game."""


def roster(line: str) -> tuple[Player, ...]:
    """`Вера:boss Гнев:citizen`; without a role: `Вера`."""
    players = []
    for word in line.split():
        name, _colon, role = word.partition(":")
        players.append(Player(name=name, role=Role(role) if role else None))
    return tuple(players)


def crowd(line: str, size: int) -> str:
    """The roster filled up with citizens to `size`."""
    missing = size - len(line.split())
    return " ".join([line, *(f"Мирный{number}:citizen" for number in range(missing))])


def setup(line: str = TWELVE, *, seed: str | None = "x", ruleset: str = "hyper", **settings: object) -> GameSetup:
    """A game; settings by keyword, `__` for the dot of a path."""
    pairs = tuple((name.replace("__", "."), value) for name, value in settings.items())
    return GameSetup(players=roster(line), ruleset=ruleset, settings=pairs, seed=seed)


def at(minutes: float) -> datetime:
    """A moment of the evening."""
    return START + timedelta(minutes=minutes)


def cast(line: str) -> Cast:
    """`Вера>Гнев red early final`; further words: `at=5` (minutes), `void=V3`, `announced`; no colour word: none."""
    head, *words = line.split()
    by, _arrow, target = head.partition(">")
    known = dict(word.split("=") for word in words if "=" in word)
    colour = next((Colour(word) for word in words if word in ("red", "blue")), None)
    return Cast(
        by=by,
        target=target or None,
        colour=colour,
        early="early" in words,
        final="final" in words,
        announced="announced" in words,
        at=at(float(known["at"])) if "at" in known else None,
        void=known.get("void"),
    )


def order(line: str) -> Order:
    """`Вера kill Гнев,Похоть`, `Доброта heal_from mafia`, `Вера ask words …`; a last word `late` makes it late."""
    by, do, *rest = line.split()
    late = rest[-1:] == ["late"]
    rest = rest[:-1] if late else rest
    deed = Deed(do)
    if deed in (Deed.ASK, Deed.OTHER):
        return Order(by=by, do=deed, text=" ".join(rest), late=late)
    if deed is Deed.HEAL_FROM:
        return Order(by=by, do=deed, role=rest[0], late=late)
    targets = tuple(rest[0].split(",")) if rest else ()
    return Order(by=by, do=deed, targets=targets, late=late)


def decision(line: str) -> Decision:
    """`modkill Азарт`, further words: `reveal`, `at=5`, `with=account`."""
    ruling, player, *words = line.split()
    known = dict(word.split("=") for word in words if "=" in word)
    return Decision(
        ruling=Ruling(ruling),
        player=player,
        account=known.get("with"),
        reveal="reveal" in words,
        at=at(float(known["at"])) if "at" in known else None,
    )


def night(number: int, *orders: str, dice: str = "", decisions: Iterable[str] = ()) -> NightInput:
    """Dice as `vote_loss:Щедрость=yes evidence:Азарт=no`."""
    thrown = tuple((word.split("=")[0], word.endswith("=yes")) for word in dice.split())
    return NightInput(
        night=number,
        orders=tuple(order(line) for line in orders),
        dice=thrown,
        decisions=tuple(decision(line) for line in decisions),
    )


def day(number: int, *votes: str, decisions: Iterable[str] = (), closed_early: bool = False) -> DayInput:
    """A day by its ballots."""
    return DayInput(
        day=number,
        casts=tuple(cast(line) for line in votes),
        decisions=tuple(decision(line) for line in decisions),
        closed_early=closed_early,
    )


def run(game: GameSetup, *phases: PhaseInput) -> Playthrough:
    """The game played."""
    return play(game, phases)


def last_night(game: GameSetup, *phases: PhaseInput) -> NightResult:
    """The result of the last phase, a night."""
    result = run(game, *phases).results[-1]
    assert isinstance(result, NightResult)
    return result


def last_day(game: GameSetup, *phases: PhaseInput) -> DayResult:
    """The result of the last phase, a day."""
    result = run(game, *phases).results[-1]
    assert isinstance(result, DayResult)
    return result


def all_vote(names: Iterable[str], target: str, other: str) -> list[str]:
    """Everyone votes for `target`, who votes for `other`."""
    return [f"{name}>{other if name == target else target} red" for name in names]


def names_of(line: str) -> list[str]:
    """The names of a roster line."""
    return [word.split(":")[0] for word in line.split()]


def killed(result: NightResult) -> dict[str, list[str]]:
    """Who died, and by whom."""
    return {death.player: [killer.value for killer in death.by] for death in result.deaths}


def refusals(result: NightResult) -> list[tuple[str, str]]:
    """(sender, rule) of what was refused."""
    return [(item.order.by, item.rule) for item in result.refused]


def aside(result: DayResult) -> list[tuple[str, str | None, str]]:
    """(voter, target, rule) of what was set aside."""
    return [(item.cast.by, item.cast.target, item.rule) for item in result.set_aside]
