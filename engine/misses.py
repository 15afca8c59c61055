"""V11: the tally of misses, of days and nights together, and who has come to a modkill by it."""

from __future__ import annotations

from collections.abc import Iterable

from engine.ruleset import Ruleset
from engine.state import State

Tally = tuple[tuple[str, int], ...]


def missed_once_more(rules: Ruleset, state: State, *, duty: frozenset[str], missed: Iterable[str]) -> Tally:
    """V11: the tally after a phase; with `misses_in_a_row` a duty that was done wipes it out."""
    tally = dict(state.misses)
    failing = set(missed)
    for name in failing:
        tally[name] = tally.get(name, 0) + 1
    if rules.misses_in_a_row:
        tally = {name: count for name, count in tally.items() if name in failing or name not in duty}
    return tuple((name, tally[name]) for name in state.in_order(frozenset(tally)))


def due(rules: Ruleset, misses: Tally, alive: tuple[str, ...]) -> tuple[str, ...]:
    """V11: the living whose misses put a modkill, or a replacement, before the GM."""
    return tuple(name for name, count in misses if count >= rules.misses_to_modkill and name in alive)
