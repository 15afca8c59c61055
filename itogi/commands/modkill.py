"""`itogi modkill`: remove a player from the game (Г4, Г8, V20)."""

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
        "Remove a player (modkill). First shows what it does to the votes that stand (V20), to the count and to the"
        " mafia's boss, then asks. In a running day it takes effect at once, or from --at on; with --after-count at the"
        " court's end.\n\nExample: itogi modkill Нефилим --at 15:00 --no-reveal"
    )
)
@click.argument("player")
@click.option("--at", metavar="TIME", help=N_("From which moment of the day; now unless given."))
@click.option("--after-count", is_flag=True, help=N_("After the count of the day."))
@click.option("--reveal/--no-reveal", default=False, help=N_("Make the role public, or not (Г8)."))
@click.option("--night", type=click.IntRange(min=1), help=N_("In this night."))
@ruling_options
@with_game
def command(
    *,
    game: Game,
    store: Store,
    player: str,
    at: str | None,
    after_count: bool,
    reveal: bool,
    night: int | None,
    **options: Unpack[RulingOptions],
) -> None:
    """Modkill."""
    decide(
        game,
        store,
        Decision(ruling=Ruling.MODKILL, player=player, reveal=reveal),
        night=night,
        at=at,
        timed=not after_count,
        **options,
    )
