"""R1: when the role of a player who leaves is made public."""

from __future__ import annotations

from engine.records import Role
from engine.ruleset import Ruleset


def open_roles(rules: Ruleset, alive: int) -> bool:
    """R1: whether roles are still made public with `alive` players (by default, at the start of the phase)."""
    if rules.reveal_above == "always":
        return True
    return rules.reveal_above != "never" and alive > rules.reveal_above


def shown(rules: Ruleset, role: Role | None, *, before: int, after: int) -> Role | None:
    """R1: `role`, or None when it stays closed; `before` and `after` count the living around the phase."""
    return role if open_roles(rules, before if rules.reveal_counts == "phase_start" else after) else None
