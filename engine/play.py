"""A whole game, from its start: setup and phases in, one result a phase and the states between them out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from engine.day import play_day
from engine.errors import FieldError
from engine.i18n import _
from engine.night.resolve import play_night
from engine.records import GameSetup, NightInput, PhaseInput, Player
from engine.results import DayResult, NightResult, PhaseResult
from engine.ruleset import Ruleset, of
from engine.state import State, opening


@dataclass(frozen=True, slots=True, kw_only=True)
class Playthrough:
    """A game worked out."""

    setup: GameSetup
    rules: Ruleset
    phases: tuple[PhaseInput, ...]
    results: tuple[PhaseResult, ...]
    """One for each phase."""
    states: tuple[State, ...]
    """Before each phase and, last, after them all."""

    @property
    def state(self) -> State:
        """After all phases."""
        return self.states[-1]

    def night(self, number: int) -> NightResult | None:
        """The result of a night, or None when it has not come."""
        found = (item for item in self.results if isinstance(item, NightResult) and item.night == number)
        return next(found, None)

    def day(self, number: int) -> DayResult | None:
        """The result of a day, or None when it has not come."""
        found = (item for item in self.results if isinstance(item, DayResult) and item.day == number)
        return next(found, None)

    def before(self, phase: str, number: int) -> State:
        """The state before a phase (`night` or `day`); before the next one when it has not come."""
        for given, state in zip(self.phases, self.states, strict=False):
            if place(given) >= (number, 0 if phase == "night" else 1):
                return state
        return self.state


def play(setup: GameSetup, phases: Iterable[PhaseInput]) -> Playthrough:
    """Work all phases out from the start. A victory ends nothing: it is proposed, and later phases are played too.

    Raises `InputError` for a roster or phases that cannot be played and for a die without outcome, `RulesetError` for
    the ruleset.
    """
    rules = of(setup)
    given = tuple(phases)
    check_roster(rules, setup.players)
    check_sequence(given)
    state = opening(setup)
    results: list[PhaseResult] = []
    states = [state]
    for phase in given:
        result: PhaseResult
        if isinstance(phase, NightInput):
            result, state = play_night(rules, state, phase, setup.seed)
        else:
            result, state = play_day(rules, state, phase)
        results.append(result)
        states.append(state)
    return Playthrough(setup=setup, rules=rules, phases=given, results=tuple(results), states=tuple(states))


def place(phase: PhaseInput) -> tuple[int, int]:
    """Where a phase stands in a game: (number, 0 for a night or 1 for the day after it) (T1)."""
    return (phase.night, 0) if isinstance(phase, NightInput) else (phase.day, 1)


def check_roster(rules: Ruleset, players: tuple[Player, ...]) -> None:
    """Raise `FieldError` unless there is a player, every name is its own and every role is one of the ruleset's."""
    if not players:
        raise FieldError("players", _("a game needs at least one player"))
    seen: set[str] = set()
    for number, player in enumerate(players):
        if not player.name.strip():
            raise FieldError(f"players[{number}].name", _("a player needs a name"))
        if player.name in seen:
            raise FieldError(f"players[{number}].name", _("{name} is in the roster twice").format(name=player.name))
        seen.add(player.name)
        if player.role is not None and player.role not in rules.roles:
            what = _("the ruleset {ruleset} has no role {role}").format(ruleset=rules.name, role=player.role.value)
            raise FieldError(f"players[{number}].role", what)


def check_sequence(phases: tuple[PhaseInput, ...]) -> None:
    """Raise `FieldError` unless phases come in the order of play, none twice."""
    for number, (earlier, later) in enumerate(pairwise(phases), 1):
        if place(later) <= place(earlier):
            raise FieldError(f"phases[{number}]", _("the phase is out of order"))
