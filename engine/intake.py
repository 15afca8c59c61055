"""The check of an order when it is entered (N0); the night's resolution checks it again."""

from __future__ import annotations

from engine.night.validity import Case, refusal
from engine.records import GameSetup, Order
from engine.results import Refused
from engine.ruleset import of
from engine.state import State


def check(setup: GameSetup, state: State, night: int, order: Order) -> Refused | None:
    """Why the rules would refuse `order` in the state before the night, or None.

    It tells nothing that its sender may not know: the silent bans of N12 are no refusals.
    """
    return refusal(Case(rules=of(setup), state=state, night=night, order=order))
