"""Words of a private message → order candidates for the night."""

from __future__ import annotations

from dataclasses import dataclass

from engine.records import Order, Role
from parser.roster import Roster


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderReading:
    """How a message was understood."""

    orders: tuple[Order, ...] = ()
    """Candidates in the order of the text; a later one changes an earlier one («меняю на …»)."""
    questions: tuple[str, ...] = ()
    """What a person must settle first, in the language in force; empty when the reading is sure."""


def read_order(text: str, roster: Roster, *, sender: str | None = None, role: Role | None = None) -> OrderReading:
    """Orders that `text` gives; `Доброта: лечу от мафии` names its sender itself, else `sender` does.

    An ambiguous deed or name is a question, never a guess.
    """
    return OrderReading()
