"""One line of an explanation."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Which rule did what to whom."""

    rule: str
    """Number of the spec; several with a space between; empty for a decision of the GM."""
    text: str
    """One sentence in the language in force."""
    players: tuple[str, ...] = ()
    """Whom it concerns, the subject first."""


def line(rule: str, text: str, *players: str) -> Line:
    """Short for `Line`."""
    return Line(rule=rule, text=text, players=players)
