"""`itogi pardon`: the court's sentence is not carried out, by the GM's word."""

from __future__ import annotations

from typing import Unpack

import click

from engine.i18n import N_
from engine.records import Decision, Ruling
from itogi.commands._common import with_game
from itogi.commands._ruling import RulingOptions, decide, ruling_options
from itogi.config import Game
from itogi.store import Store


@click.command(
    help=N_(
        "Pardon a player at the court: nobody is executed in their place. First shows what it changes, then asks."
        "\n\nExample: itogi pardon Вера --day 2 --note «ошибка ведущего»"
    )
)
@click.argument("player")
@ruling_options
@with_game
def command(
    *,
    game: Game,
    store: Store,
    player: str,
    **options: Unpack[RulingOptions],
) -> None:
    """Pardon."""
    decide(
        game,
        store,
        Decision(ruling=Ruling.PARDON, player=player),
        **options,
    )
