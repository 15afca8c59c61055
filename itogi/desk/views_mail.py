"""The inbox of the night: messages pasted in, what was understood, what is asked, who has not sent yet. Secret."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from engine.events import OrderGiven
from engine.i18n import _, ngettext
from engine.records import Order
from itogi import orders
from itogi.desk.app import Desk, Table
from itogi.desk.views_day import number_in
from itogi.errors import NotYetError
from itogi.evening import Evening
from itogi.journal import order_title
from itogi.life.mail import Item, senders_in, understood_in
from itogi.life.night_orders import Entry, fate_title, orders_of
from itogi.moments import moment_of
from itogi.names import slot_named
from itogi.orders import Understood
from itogi.timetable import Window
from reports.phrases import order_words, role_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Paste:
    """Messages that were pasted in and are looked at."""

    text: str
    night: int
    sender: str | None
    source: str
    sent_at: datetime
    at: str
    """When it was sent, as the GM wrote it."""
    done: tuple[int, ...] = ()
    """Numbers of the entries that came of it."""


def page(desk: Desk, request: Request) -> Response:
    """The form, who has sent what, and who owes an order; of the running or coming night, or of `?night=`."""
    with desk.table() as table:
        return _page(desk, request, table, night=number_in(request.query_params.get("night")))


def _page(desk: Desk, request: Request, table: Table, *, night: int | None) -> Response:
    evening = table.evening
    coming = orders.night_of(evening, night)
    if not desk.secrets_shown:
        return desk.show(request, "mail.html", table, night=coming)
    senders = senders_in(evening, coming)
    return desk.show(
        request,
        "mail.html",
        table,
        night=coming,
        nights=range(1, orders.night_of(evening) + 1),
        window=evening.timetable.night(coming),
        open_until=_open_until(evening.timetable.night(coming), evening),
        roles_told=any(player.role for player in evening.setup.players),
        waiting=[
            (one.player, role_name(one.role) if one.role else "", one.account) for one in senders if not one.orders
        ],
        sent=[
            (one.player, role_name(one.role) if one.role else "", order_words(one.orders[-1]))
            for one in senders
            if one.orders
        ],
        entries=[(entry, order_words(entry.order), fate_title(entry)) for entry in _entries(evening, coming)],
        names=[player.name for player in evening.setup.players if player.name in evening.state.alive],
    )


def _open_until(window: Window, evening: Evening) -> datetime | None:
    return window.ends if evening.now < window.ends else None


def _entries(evening: Evening, night: int) -> tuple[Entry, ...]:
    # Of a night that has not begun nothing is worked out yet: its orders stand in the list of senders.
    return orders_of(evening, night).entries if night <= evening.phase.number else ()


def paste(desk: Desk, request: Request) -> Response:
    """Take the pasted words and lead to the page that shows how they are understood."""
    form: FormData = request.state.form
    text = str(form.get("message", "")).replace("\r\n", "\n").strip()
    if not text:
        raise NotYetError(_("Paste a message with an order, for example: Vera: I kill Vasya."))
    with desk.table() as table:
        evening = table.evening
        sender = str(form.get("sender", "")).strip()
        night = orders.night_of(evening, number_in(str(form.get("night", ""))))
        orders.state_before(evening, night)
        at = str(form.get("at", "")).strip()
        slip = desk.slips.keep(
            Paste(
                text=text,
                night=night,
                sender=slot_named([player.name for player in evening.setup.players], sender) if sender else None,
                source=str(form.get("source", "")).strip() or _("message"),
                sent_at=moment_of(at, table.game.zone, evening.now, past=True) if at else evening.now,
                at=at,
            )
        )
    return RedirectResponse(f"/mail/look?slip={slip}", 303)


def look(desk: Desk, request: Request) -> Response:
    """How the pasted messages are understood, and what is asked about them."""
    number = request.query_params.get("slip", "")
    slip = desk.slips.find(number, Paste)
    with desk.table() as table:
        if not desk.secrets_shown:
            return _page(desk, request, table, night=slip.night)
        items = _items(table.evening, slip)
        return desk.show(
            request,
            "mail_look.html",
            table,
            path="/mail",
            slip=number,
            paste=slip,
            items=[(item, _choices(item)) for item in items],
            names=[player.name for player in table.evening.setup.players if player.name in table.evening.state.alive],
            title=order_title,
        )


def _items(evening: Evening, slip: Paste) -> tuple[Item, ...]:
    return understood_in(
        evening, slip.text, night=slip.night, sender=slip.sender, source=slip.source, sent_at=slip.sent_at
    )


def _choices(item: Item) -> list[Understood]:
    return [item.order] if item.order else list(item.choices)


def enter(desk: Desk, request: Request) -> Response:
    """Enter the orders that were chosen, each by its place in the paste; the rest is left out."""
    form: FormData = request.state.form
    number = str(form.get("slip", ""))
    slip = desk.slips.find(number, Paste)
    if slip.done:
        raise NotYetError(
            _("This was entered already, as entry {number} of the journal; nothing was entered twice.").format(
                number=slip.done[-1]
            )
        )
    with desk.table() as table:
        chosen = list(_chosen(_items(table.evening, slip), form))
        if not chosen:
            raise NotYetError(_("No order is chosen: nothing was entered."))
        event = desk.enter(request, table.store, *(OrderGiven(night=slip.night, order=order) for order in chosen))
        desk.slips.put(number, replace(slip, done=(event.number,)))
        message = ngettext("Entered: {count} order.", "Entered: {count} orders.", len(chosen))
        return desk.back(request, message.format(count=len(chosen)), to=f"/mail?night={slip.night}")


def _chosen(items: tuple[Item, ...], form: FormData) -> Iterator[Order]:
    for place, item in enumerate(items):
        choice = number_in(str(form.get(f"item{place}", "")))
        found = _choices(item)
        if choice and choice <= len(found):
            yield found[choice - 1].order
