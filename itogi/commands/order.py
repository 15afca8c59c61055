"""`itogi order`: enter a night order."""

from __future__ import annotations

import sys

import click

from engine.events import OrderGiven
from engine.i18n import N_, _
from engine.records import Deed, Order
from itogi import orders
from itogi.commands._common import author_option, emit, json_option, now, source_option, with_game
from itogi.config import Game
from itogi.errors import NotYetError
from itogi.evening import Evening
from itogi.journal import order_title, phase_title
from itogi.moments import moment_of, shown
from itogi.store import Store
from parser.orders import OrderReading


@click.command(
    help=N_(
        "Enter an order for the night, in the words of the player's message: the program shows how it understood them,"
        " asks when in doubt, and checks the order against the rules. Secret.\n\n"
        'Example: itogi order "Доброта: лечу от мафии" --source message'
    )
)
@click.argument("words", nargs=-1)
@click.option("--from", "sender", metavar="NAME", help=N_("Who sent it, when the words do not say."))
@click.option(
    "--night", type=click.IntRange(min=1), help=N_("For which night; the running or coming one unless given.")
)
@source_option
@click.option("--sent", metavar="TIME", help=N_("When it was sent; now unless given."))
@click.option(
    "--late/--in-time", default=None, help=N_("Came after the deadline, or not; by the timetable unless given.")
)
@click.option(
    "--do", "deed", type=click.Choice([deed.value for deed in Deed]), help=N_("For scripts: the deed itself.")
)
@click.option("--target", "targets", multiple=True, help=N_("For scripts: whom; may be repeated."))
@click.option("--role", type=click.Choice(["mafia", "maniac", "commissioner"]), help=N_("For scripts: heal from whom."))
@click.option("--withdraw", is_flag=True, help=N_("Take back what --from sent for this night."))
@click.option("--dry-run", is_flag=True, help=N_("Only show how it is understood."))
@json_option
@author_option
@with_game
def command(
    *,
    game: Game,
    store: Store,
    words: tuple[str, ...],
    sender: str | None,
    night: int | None,
    source: str,
    sent: str | None,
    late: bool | None,
    deed: str | None,
    targets: tuple[str, ...],
    role: str | None,
    withdraw: bool,
    dry_run: bool,
    as_json: bool,
    author: str | None,
) -> None:
    """Enter an order."""
    clock = now()
    evening = Evening.of(game, store, now=clock)
    number = orders.night_of(evening, night)
    orders.state_before(evening, number)
    if withdraw:
        _withdraw(evening, store, number, sender, author)
        return
    text = " ".join(words)
    if deed:
        if not sender:
            raise NotYetError(_("Say who sent it: --from NAME."))
        order = orders.spelt_out(evening, sender=sender, deed=Deed(deed), targets=targets, role=role, text=text or None)
    elif text:
        order = _asked(orders.read(evening, text, sender=sender), text)
    else:
        raise NotYetError(_('Write the order, for example: itogi order "Доброта: лечу от мафии".'))
    sent_at = moment_of(sent, game.zone, clock, past=True) if sent else clock
    found = orders.understood(evening, order, night=number, sent_at=sent_at, source=source, late=late)
    number_in_journal = (
        None if dry_run else store.say(OrderGiven(night=number, order=found.order), author=author).number
    )
    if as_json:
        emit(
            {
                "night": number,
                "order": found.order,
                "refused": {"rule": found.refused.rule, "why": found.refused.why} if found.refused else None,
                "event": number_in_journal,
            }
        )
        return
    told = ", " + _("sent {moment}").format(moment=shown(sent_at, game.zone)) if sent else ""
    click.echo(f"{phase_title('night', number)}: {order_title(found.order)}{told}")
    if found.replaces:
        click.echo(_("in place of: {order}").format(order=order_title(found.replaces)))
    if found.order.late:
        ends = shown(evening.timetable.night(number).ends, game.zone)
        click.echo(
            _(
                "! Late: the night's orders ended at {ends}. It is kept apart; `itogi night {number} --reorder {name}`"
                " lets it in."
            ).format(ends=ends, number=number, name=found.order.by)
        )
    if found.refused:
        click.echo(
            _(
                "! The rules refuse it ({rule}): {why}. Unless you let it through (`itogi night {number} --allow"
                " {name}`), the sender's earlier order stands."
            ).format(rule=found.refused.rule, why=found.refused.why, number=number, name=found.order.by)
        )
    click.echo(
        _("Not entered (--dry-run).")
        if number_in_journal is None
        else _("Entered. (itogi undo {number})").format(number=number_in_journal)
    )


def _asked(reading: OrderReading, text: str) -> Order:
    """The one order that was meant; the GM is asked when that is in doubt."""
    if order := orders.meant(reading):
        return order
    doubts = orders.doubts(reading)
    if not reading.orders:
        raise NotYetError(
            _(
                "`{text}` is not understood: {why} Write it otherwise, or spell it out with --from, --do, --target."
            ).format(text=text, why=doubts)
        )
    choices = [order_title(order) for order in reading.orders]
    if not sys.stdin.isatty():
        raise NotYetError(
            _("`{text}` can be understood as: {choices}. {why} Spell it out with --from, --do, --target.").format(
                text=text, choices="; ".join(choices), why=doubts
            )
        )
    click.echo(doubts)
    for number, choice in enumerate(choices, 1):
        click.echo(f"  {number}) {choice}")
    chosen = click.prompt(_("Which one?"), type=click.IntRange(1, len(choices)))
    return reading.orders[int(chosen) - 1]


def _withdraw(evening: Evening, store: Store, night: int, sender: str | None, author: str | None) -> None:
    if not sender:
        raise NotYetError(_("Say whose order is taken back: --from NAME."))
    said, order = orders.withdrawal(evening, night, sender)
    event = store.say(said, author=author)
    click.echo(_("Taken back: {order}. (itogi undo {number})").format(order=order_title(order), number=event.number))
