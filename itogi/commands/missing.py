"""`itogi missing`: who has not voted."""

from __future__ import annotations

import click

from engine.i18n import N_
from itogi import screens
from itogi.commands._common import console, day_option, emit, json_option, now, with_game
from itogi.config import Game
from itogi.evening import Evening
from itogi.store import Store


@click.command(help=N_("Who owes a vote and has not cast a valid one.\n\nExample: itogi missing"))
@day_option
@json_option
@with_game
def command(*, game: Game, store: Store, day: int | None, as_json: bool) -> None:
    """List missing voters."""
    view = Evening.of(game, store, now=now()).day(day)
    if as_json:
        emit(
            {
                "day": view.result.day,
                "running": view.running,
                "missing": view.result.missed,
                "entitled": view.result.entitled,
                "warnings": view.reliability.warnings,
            }
        )
    else:
        console().print(screens.missing(view))
