"""`itogi tally`: the count of a day."""

from __future__ import annotations

import click

from engine.i18n import N_
from itogi import data, screens
from itogi.commands._common import at_option, console, day_option, emit, json_option, now, with_game
from itogi.config import Game
from itogi.evening import Evening
from itogi.moments import moment_of
from itogi.sheets import worksheet_of
from itogi.store import Store
from reports.terminal import sheet_in_colour
from reports.worksheet import day_sheet


@click.command(
    help=N_(
        "Count a day's votes: scores with voters, who is missing, what was set aside and why. With --at the count as of"
        " any moment, from the archive alone. Shows weights: for the game master only.\n\n"
        "Example: itogi tally --day 2 --at 22:00"
    )
)
@day_option
@at_option
@click.option("--sheet", is_flag=True, help=N_("The whole worksheet: every ballot with its post."))
@json_option
@with_game
def command(*, game: Game, store: Store, day: int | None, at: str | None, sheet: bool, as_json: bool) -> None:
    """Count."""
    clock = now()
    evening = Evening.of(game, store, now=clock, at=moment_of(at, game.zone, clock) if at else None)
    view = evening.day(day)
    if as_json:
        emit(data.tally(evening, view))
    elif sheet:
        console().print(sheet_in_colour(day_sheet(worksheet_of(evening, view))))
    else:
        console().print(screens.tally(evening, view))
