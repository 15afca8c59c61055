"""What a role is: its side, its killers, and the rule that describes its night."""

from __future__ import annotations

from engine.records import Deed, Role, Side
from engine.ruleset import Ruleset
from engine.state import State

MAFIA = frozenset({Role.BOSS, Role.RANK2, Role.RANK3, Role.LAWYER, Role.JOURNALIST, Role.GOON})
BOSS_DEEDS = frozenset({Deed.KILL, Deed.INTIMIDATE, Deed.KILL_AND_INTIMIDATE, Deed.ASK})
BLOCKS = frozenset({Deed.BLOCK, Deed.VISIT})
"""The goon's and the girl's coming to a player (N6, N7)."""
KILLS = frozenset({Deed.KILL, Deed.KILL_AND_INTIMIDATE, Deed.BLOODY_KILL, Deed.QUICK_KILL})

_RULES = {
    Role.BOSS: "N1",
    Role.RANK2: "N1",
    Role.RANK3: "N1",
    Role.LAWYER: "N1",
    Role.GOON: "N6",
    Role.GIRL: "N7",
    Role.MANIAC: "N9",
    Role.COMMISSIONER: "N10",
    Role.DOCTOR: "N11",
}


def side_of(role: Role) -> Side:
    """The side that a role plays for; lawyer and journalist are mafia (N10)."""
    if role in MAFIA:
        return Side.MAFIA
    return Side.MANIAC if role is Role.MANIAC else Side.CITY


def killer_of(role: Role) -> Side | Role:
    """How a kill by this role is reported: by side, the commissioner by name."""
    return role if side_of(role) is Side.CITY else side_of(role)


def rule_of(role: Role | None, deed: Deed) -> str:
    """The number that describes this deed of this role; questions to the council are N4's, free orders N20's."""
    if deed in (Deed.ASK, Deed.OTHER):
        return "N4" if deed is Deed.ASK else "N20"
    if role in MAFIA and deed in BOSS_DEEDS:
        return "N1"
    return _RULES.get(role, "N") if role else "N"


def boss_of(rules: Ruleset, state: State) -> str | None:
    """N2: the highest living role of the succession; the journalist never."""
    return next(iter(line_of(rules, state)), None)


def line_of(rules: Ruleset, state: State) -> tuple[str, ...]:
    """N2: the living in the order of succession, the boss first."""
    return _living(state, rules.succession)


def senders_of(rules: Ruleset, state: State) -> tuple[str, ...]:
    """N3: the living whose order may count for the boss's, in the order of the ruleset; a second boss before others."""
    return _living(state, (Role.BOSS, *rules.senders))


def _living(state: State, roles: tuple[Role, ...]) -> tuple[str, ...]:
    return tuple(
        player.name for role in roles for player in state.players if player.role is role and player.name in state.alive
    )


def killing_sides(rules: Ruleset, state: State) -> int:
    """N11: how many of mafia and maniac can still kill; a journalist alone cannot."""
    maniac = any(state.role(name) is Role.MANIAC for name in state.alive)
    return maniac + (boss_of(rules, state) is not None)
