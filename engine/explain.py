"""Why: which rule did what to whom, in order, for the GM alone (the lines tell secrets).

`explain night 1`, `explain day 2`, `explain Кротость`.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.explain_day import day_lines
from engine.explain_night import night_lines
from engine.i18n import _
from engine.lines import Line
from engine.play import Playthrough
from engine.records import DayInput, NightInput
from engine.results import DayResult, NightResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """The lines of one phase."""

    phase: str
    """`night` or `day`."""
    number: int
    lines: tuple[Line, ...]

    @property
    def title(self) -> str:
        """The phase in words."""
        title = _("Night {number}") if self.phase == "night" else _("Day {number}")
        return title.format(number=self.number)


def chapters(played: Playthrough) -> tuple[Chapter, ...]:
    """Every phase, explained in order."""
    found = []
    for before, given, result in zip(played.states, played.phases, played.results, strict=False):
        if isinstance(given, NightInput) and isinstance(result, NightResult):
            lines = night_lines(played.rules, before, given, result)
            found.append(Chapter(phase="night", number=given.night, lines=lines))
        elif isinstance(given, DayInput) and isinstance(result, DayResult):
            lines = day_lines(played.rules, before, given, result)
            found.append(Chapter(phase="day", number=given.day, lines=lines))
    return tuple(found)


def chapter(played: Playthrough, phase: str, number: int) -> Chapter | None:
    """One phase (`night` or `day`), or None when it has not come."""
    return next((item for item in chapters(played) if (item.phase, item.number) == (phase, number)), None)


def about(played: Playthrough, player: str) -> tuple[Chapter, ...]:
    """What concerned one player, phase by phase; phases without such a line are left out."""
    found = []
    for item in chapters(played):
        lines = tuple(line for line in item.lines if player in line.players)
        if lines:
            found.append(Chapter(phase=item.phase, number=item.number, lines=lines))
    return tuple(found)
