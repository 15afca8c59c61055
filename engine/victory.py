"""R3: who has won. Proposed to the GM, never declared."""

from __future__ import annotations

from engine.records import Role, Side
from engine.results import Victory
from engine.roles import side_of
from engine.ruleset import Ruleset


def victory(rules: Ruleset, living: tuple[Role | None, ...]) -> Victory | None:
    """R3: the side that has won with these roles alive; None while the game is open or a living role is not told."""
    if not living:
        return Victory.NOBODY
    known = [role for role in living if role is not None]
    if len(known) < len(living):
        return None
    sides = [side_of(role) for role in known]
    mafia, maniacs = sides.count(Side.MAFIA), sides.count(Side.MANIAC)
    others = len(sides) - mafia - maniacs
    if not mafia and not maniacs:
        return Victory.CITY
    if not maniacs and (not others or (rules.victory.mafia_at_parity and mafia >= others)):
        return Victory.MAFIA
    if not mafia and others <= rules.victory.maniac_with_at_most:
        return Victory.MANIAC
    return None
