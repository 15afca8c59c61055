"""`itogi replace`: another person takes a slot over (Г3, Г7, V16)."""

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
        "Another account takes a player's slot over, with role, misses and votes (V16). First shows what stays and who"
        " is next in turn by Г3, then asks. It takes effect at once, or from --at on.\n\n"
        "Example: itogi replace Гнев --account Ветерок --at 15:00"
    )
)
@click.argument("player")
@click.option("--account", required=True, help=N_("The account that takes the slot over."))
@click.option("--at", metavar="TIME", help=N_("From which moment; now unless given."))
@click.option("--night", type=click.IntRange(min=1), help=N_("In this night."))
@ruling_options
@with_game
def command(
    *,
    game: Game,
    store: Store,
    player: str,
    account: str,
    at: str | None,
    night: int | None,
    **options: Unpack[RulingOptions],
) -> None:
    """Replace."""
    decide(
        game,
        store,
        Decision(ruling=Ruling.REPLACE, player=player, account=account),
        night=night,
        at=at,
        **options,
    )
