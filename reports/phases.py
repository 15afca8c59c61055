"""Both texts of each phase of a game that was worked out: for the players and for the GM."""

from __future__ import annotations

from dataclasses import dataclass

from engine.play import Playthrough
from engine.records import DayInput
from engine.results import NightResult
from reports.drafts import Texts
from reports.night_sheet import night_sheet, night_worksheet
from reports.public import public_day, public_night
from reports.sheet import plain
from reports.spans import Draft
from reports.worksheet import day_sheet, day_worksheet


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseTexts:
    """What is drafted for one phase."""

    public: Draft
    worksheet: str
    """Plain text, secrets and all."""


def phase_texts(game: Playthrough, texts: Texts | None = None) -> tuple[PhaseTexts, ...]:
    """The drafts of every phase, in order. Raises TemplateError for a broken template of the GM's."""
    texts = texts or Texts()
    players = game.setup.players
    drafted = []
    for given, result, state in zip(game.phases, game.results, game.states, strict=False):
        if isinstance(result, NightResult):
            public = texts.night(public_night(result, players))
            sheet = night_sheet(night_worksheet(result, players))
        else:
            casts = given.casts if isinstance(given, DayInput) else ()
            public = texts.court(public_day(result, players))
            sheet = day_sheet(day_worksheet(result, players, casts=casts, misses=dict(state.misses)))
        drafted.append(PhaseTexts(public=public, worksheet=plain(sheet)))
    return tuple(drafted)
