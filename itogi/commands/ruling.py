"""`itogi ruling`: any decision of the GM over the program, on the way of `modkill`, `replace` and `pardon`."""

from __future__ import annotations

from typing import Unpack

import click

from engine.i18n import N_, _
from engine.records import Decision, Ruling
from itogi.commands._common import with_game
from itogi.commands._ruling import RulingOptions, decide, ruling_options
from itogi.commands._words import RULINGS, OneOf
from itogi.config import Game
from itogi.errors import NotYetError
from itogi.store import Store

OF_DAYS = (Ruling.MODKILL, Ruling.REPLACE, Ruling.EXECUTE, Ruling.PARDON, Ruling.OBJECT)


@click.command(
    help=N_(
        "Decide over the program: modkill or replace a player, execute or pardon at the court, or note that a player"
        " objects to closing early (V8). First shows what it does, then asks. A modkill of a running day takes effect"
        " at once (V20); with --after-count at the court's end.\n\n"
        "Example: itogi ruling execute Гнев --day 2"
    )
)
@click.argument("what", type=OneOf(OF_DAYS, RULINGS))
@click.argument("player")
@click.option("--account", help=N_("With `replace`: the account that takes the slot over."))
@click.option("--reveal/--no-reveal", default=None, help=N_("With `modkill`: make the role public or not."))
@click.option("--night", type=click.IntRange(min=1), help=N_("In this night."))
@click.option("--at", metavar="TIME", help=N_("From which moment; now unless given."))
@click.option("--after-count", is_flag=True, help=N_("A modkill after the count of the day."))
@ruling_options
@with_game
def command(
    *,
    game: Game,
    store: Store,
    what: str,
    player: str,
    account: str | None,
    reveal: bool | None,
    night: int | None,
    at: str | None,
    after_count: bool,
    **options: Unpack[RulingOptions],
) -> None:
    """Record a decision."""
    ruling = Ruling(what)
    if ruling is Ruling.REPLACE and not account:
        raise NotYetError(_("Name the newcomer with --account: the account that takes the slot over."))
    decide(
        game,
        store,
        Decision(
            ruling=ruling,
            player=player,
            account=account if ruling is Ruling.REPLACE else None,
            reveal=reveal if ruling is Ruling.MODKILL else None,
        ),
        night=night,
        at=at,
        timed=not after_count,
        **options,
    )
