"""`itogi status`: the game at a glance."""

from __future__ import annotations

import click

from engine.i18n import N_
from itogi import data, screens
from itogi.commands._common import console, emit, json_option, now, with_game
from itogi.config import Game
from itogi.evening import Evening
from itogi.store import Store


@click.command(
    help=N_(
        "What phase it is, how long it lasts, who has voted and who has not, who leads, what waits for you.\n\n"
        "Example: itogi status"
    )
)
@json_option
@with_game
def command(*, game: Game, store: Store, as_json: bool) -> None:
    """Show the state of the game."""
    evening = Evening.of(game, store, now=now())
    if as_json:
        emit(data.status(evening))
    else:
        console().print(screens.status(evening))
