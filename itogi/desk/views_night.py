"""The night: orders in words, what is missing and refused, dice, and how it comes out. All of it is secret."""

from __future__ import annotations

from markupsafe import Markup
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from engine.events import Decided, DieEntered, OrderGiven, OrderWithdrawn
from engine.i18n import _
from engine.records import Decision, Ruling
from itogi import orders
from itogi.desk.app import Desk, Table
from itogi.desk.views_day import number_in
from itogi.drafting import draft_of
from itogi.errors import NotYetError
from itogi.evening import NightView
from itogi.journal import order_title
from itogi.names import slot_named
from reports.formats import Format, render
from reports.night_sheet import night_sheet, night_worksheet
from reports.phrases import die_name
from reports.sheet import as_html


def night(desk: Desk, request: Request) -> Response:
    """The running or last night, or another by `?night=`."""
    with desk.table() as table:
        evening = table.evening
        number = number_in(request.query_params.get("night")) or evening.phase.number
        if not desk.secrets_shown:
            return desk.show(request, "night.html", table, view=None, number=number, coming=orders.night_of(evening))
        view = evening.night(number)
        late = [order for order in view.given.orders if order.late]
        worksheet = night_worksheet(view.result, evening.setup.players, zone=table.game.zone)
        return desk.show(
            request,
            "night.html",
            table,
            view=view,
            number=number,
            coming=orders.night_of(evening),
            nights=range(1, evening.phase.number + 1),
            preview=evening.now < view.window.ends,
            given=_given(table, view),
            late=late,
            missing=view.result.missed,
            refused=[
                (refused.order.by, order_title(refused.order), refused.rule, refused.why)
                for refused in view.result.refused
            ],
            dice=[(die.name, die_name(die.name), die.happens, die.entered) for die in view.result.dice],
            sheet=Markup(as_html(night_sheet(worksheet))),  # noqa: S704
            draft=render(draft_of(evening, "night", number), Format.PLAIN),
            names=[player.name for player in evening.setup.players],
        )


def enter_order(desk: Desk, request: Request) -> Response:
    """Enter an order in the words of the player's message; what is not clear is asked, never guessed."""
    form: FormData = request.state.form
    with desk.table() as table:
        evening = table.evening
        number = number_in(str(form.get("night", ""))) or orders.night_of(evening)
        words = str(form.get("words", "")).strip()
        if not words:
            raise NotYetError(_("Write the order in the player's words, for example: heal Vasya."))
        reading = orders.read(evening, words, sender=str(form.get("sender", "")) or None)
        order = orders.meant(reading)
        if order is None:
            why = orders.doubts(reading).rstrip(".")
            raise NotYetError(_("Not entered: {why}. Say it otherwise.").format(why=why))
        found = orders.understood(
            evening,
            order,
            night=number,
            sent_at=evening.now,
            source=str(form.get("source", "")).strip() or "message",
        )
        event = desk.enter(request, table.store, OrderGiven(night=number, order=found.order))
        message = _("Entered as {number}: {order}.").format(number=event.number, order=order_title(found.order))
        if found.replaces:
            message += " " + _("It takes the place of: {order}.").format(order=order_title(found.replaces))
        if found.order.late:
            message += " " + _("It is late and kept apart.")
        if found.refused:
            message += " " + _("The rules refuse it ({rule}): {why}.").format(
                rule=found.refused.rule, why=found.refused.why
            )
        return desk.back(request, message)


def withdraw_order(desk: Desk, request: Request) -> Response:
    """The sender takes an order back."""
    form: FormData = request.state.form
    number = number_in(str(form.get("night", "")))
    if not number:
        raise NotYetError(_("There is no such night."))
    with desk.table() as table:
        desk.enter(request, table.store, OrderWithdrawn(night=number, ref=str(form.get("ref", ""))))
        return desk.back(request, _("The order is taken back."))


def rule_on_order(desk: Desk, request: Request) -> Response:
    """Let a refused order through, or a late one in (ГМ10)."""
    form: FormData = request.state.form
    number = number_in(str(form.get("night", "")))
    ruling = str(form.get("ruling", ""))
    if not number or ruling not in (Ruling.ALLOW, Ruling.REORDER):
        raise NotYetError(_("There is no such decision."))
    with desk.table() as table:
        player = slot_named([entry.name for entry in table.evening.setup.players], str(form.get("player", "")))
        decision = Decision(ruling=Ruling(ruling), player=player)
        desk.enter(request, table.store, Decided(phase="night", number=number, decision=decision))
        return desk.back(request, _("Kept: the order of {player} counts.").format(player=player))


def enter_die(desk: Desk, request: Request) -> Response:
    """D2: the outcome of a die that the GM threw."""
    form: FormData = request.state.form
    number = number_in(str(form.get("night", "")))
    name = str(form.get("name", ""))
    if not number or ":" not in name:
        raise NotYetError(_("There is no such die."))
    with desk.table() as table:
        desk.enter(request, table.store, DieEntered(night=number, name=name, happens=form.get("happens") == "yes"))
        return desk.back(request, _("The die is entered."))


def _given(table: Table, view: NightView) -> list[tuple[str, str, str, str, bool]]:
    """(key, sender, order in words, how it came and who entered it, late) of every order in the order of entry."""
    number = view.window.number
    entered = {
        event.said.order.ref or f"event:{event.number}": event
        for event in table.evening.events
        if isinstance(event.said, OrderGiven) and event.said.night == number
    }
    return [
        (
            order.ref or "",
            order.by,
            order_title(order),
            " · ".join(
                part for part in (order.source or "", entered[order.ref].author if order.ref in entered else "") if part
            ),
            order.late,
        )
        for order in view.given.orders
    ]
