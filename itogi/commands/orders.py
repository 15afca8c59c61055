"""`itogi orders`: the orders of a night as they came."""

from __future__ import annotations

import click
from rich.table import Table
from rich.text import Text

from engine.i18n import N_, _
from itogi.commands._common import console, emit, json_option, now, with_game
from itogi.config import Game
from itogi.evening import Evening
from itogi.journal import order_title
from itogi.life.night_orders import early_orders, fate_title, orders_of
from itogi.moments import shown
from itogi.store import Store
from reports.phrases import order_words


@click.command(
    help=N_(
        "The orders of a night as they came: who sent what, when and how, which of them stands, which came late or is"
        " refused, and who has sent none. Secret.\n\nExample: itogi orders 2"
    )
)
@click.argument("night", type=click.IntRange(min=1), required=False)
@json_option
@with_game
def command(*, game: Game, store: Store, night: int | None, as_json: bool) -> None:
    """List orders."""
    evening = Evening.of(game, store, now=now())
    found = orders_of(evening, night)
    if as_json:
        emit({"night": found.night, "until": found.window.ends, "orders": found.entries, "missing": found.missing})
        return
    screen = console()
    screen.print(
        _("Night {number}: orders until {until}. Secret.").format(
            number=found.night, until=shown(found.window.ends, game.zone)
        )
    )
    if found.entries:
        table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
        for title in ("№", _("sent"), _("from"), _("order"), _("how"), _("fate")):
            table.add_column(title, overflow="fold")
        for entry in found.entries:
            sent = shown(entry.order.sent_at, game.zone) if entry.order.sent_at else "—"
            table.add_row(
                str(entry.number),
                sent,
                Text(entry.order.by),
                Text(order_words(entry.order)),
                Text(entry.order.source or "—"),
                Text(fate_title(entry)),
            )
        screen.print(table)
    else:
        screen.print(_("No order has come yet."))
    if found.missing:
        screen.print(_("Nothing that stands from: {names}").format(names=", ".join(found.missing)))
    for number, order in early_orders(evening) if night is None else ():
        screen.print(_("For night {number} already: {order}").format(number=number, order=order_title(order)))
