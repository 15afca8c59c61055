"""Which colours mean red, blue, nothing or a question: data that a ruleset can replace."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours of a board, by CSS values."""

    red: tuple[str, ...] = ("red",)
    blue: tuple[str, ...] = ("blue",)


DEFAULT_PALETTE = Palette()
