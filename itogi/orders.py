"""Orders as the GM gets them: words into an order, its night, whether it is late, what the rules say (N0)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from engine.events import Event, OrderGiven, OrderWithdrawn
from engine.i18n import _
from engine.intake import check
from engine.records import Deed, Order
from engine.results import Refused
from engine.state import State
from itogi.errors import NotYetError
from itogi.evening import Evening
from itogi.names import slot_named
from itogi.timetable import PhaseKind
from parser.orders import OrderReading, read_order


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """An order before it is entered."""

    night: int
    order: Order
    refused: Refused | None
    """What the rules would say of it now; nothing secret to its sender."""
    replaces: Order | None
    """The sender's earlier order of that night, whose place it takes."""


def night_of(evening: Evening, number: int | None = None) -> int:
    """The night that an order of now belongs to: the running one, or by day the coming one (N0)."""
    if number:
        return number
    phase = evening.phase
    return phase.number + 1 if phase.kind is PhaseKind.DAY else phase.number


def read(evening: Evening, text: str, *, sender: str | None = None) -> OrderReading:
    """How the words of a message are understood, by the names and roles of the game. Raises NotYetError."""
    names = tuple(player.name for player in evening.setup.players)
    by = slot_named(names, sender) if sender else None
    if by is None and ":" in text:
        # The role of who sends it decides between deeds that go by one word.
        with suppress(NotYetError):
            by = slot_named(names, text.partition(":")[0])
    return read_order(text, evening.roster, sender=by, role=evening.state.role(by) if by else None)


def meant(reading: OrderReading) -> Order | None:
    """The one order that was meant, the last of the text; None when that is in doubt: then the GM is asked."""
    return reading.orders[-1] if reading.orders and not reading.questions else None


def doubts(reading: OrderReading) -> str:
    """What is asked about the words, in the language in force."""
    return " ".join(reading.questions) or _("no order is recognised in these words.")


def withdrawal(evening: Evening, night: int, sender: str) -> tuple[OrderWithdrawn, Order]:
    """What takes back the order that a player sent last for a night, and that order. Raises NotYetError."""
    name = slot_named((player.name for player in evening.setup.players), sender)
    gone = {event.said.ref for event in evening.events if isinstance(event.said, OrderWithdrawn)}
    held = [
        event
        for event in evening.events
        if isinstance(event.said, OrderGiven)
        and (event.said.night, event.said.order.by) == (night, name)
        and ref_of(event) not in gone
    ]
    if not held:
        raise NotYetError(_("{name} has sent no order for night {night}.").format(name=name, night=night))
    given = held[-1]
    assert isinstance(given.said, OrderGiven)
    return OrderWithdrawn(night=night, ref=ref_of(given)), given.said.order


def spelt_out(
    evening: Evening, *, sender: str, deed: Deed, targets: Sequence[str], role: str | None, text: str | None
) -> Order:
    """An order that was told in pieces. Raises NotYetError for a name that is none."""
    names = tuple(player.name for player in evening.setup.players)
    return Order(
        by=slot_named(names, sender),
        do=deed,
        targets=tuple(slot_named(names, target) for target in targets),
        role=role,
        text=text,
    )


def understood(
    evening: Evening, order: Order, *, night: int, sent_at: datetime, source: str | None, late: bool | None = None
) -> Understood:
    """The order with its time, checked against the rules. `late` None: by the timetable."""
    window = evening.timetable.night(night)
    entered = replace(order, source=source, sent_at=sent_at, late=sent_at >= window.ends if late is None else late)
    state = state_before(evening, night)
    withdrawn = {event.said.ref for event in evening.events if isinstance(event.said, OrderWithdrawn)}
    earlier = [
        event.said.order
        for event in evening.events
        if isinstance(event.said, OrderGiven)
        and (event.said.night, event.said.order.by) == (night, order.by)
        and ref_of(event) not in withdrawn
    ]
    return Understood(
        night=night,
        order=entered,
        # Lateness is told apart: what else is wrong with a late order matters when the GM lets it in.
        refused=check(evening.setup, state, night, replace(entered, late=False)),
        replaces=earlier[-1] if earlier else None,
    )


def ref_of(event: Event) -> str:
    """The key by which an entered order is withdrawn, as `engine.fold` gives it."""
    assert isinstance(event.said, OrderGiven)
    return event.said.order.ref or f"event:{event.number}"


def state_before(evening: Evening, night: int) -> State:
    """The state that an order is checked against: before its night, as far as it is known now. Raises NotYetError."""
    if night < 1 or night > evening.phase.number + 1:
        raise NotYetError(
            _("Night {number} is too far off; orders are taken up to night {last}.").format(
                number=night, last=evening.phase.number + 1
            )
        )
    phase = evening.phase
    if phase.kind is PhaseKind.DAY and night == phase.number + 1 and (day := evening.day(phase.number)).running:
        # Nobody is executed before the court is over: an order that comes by day is checked with all who live.
        gone = day.result.removed_mid_day
        return replace(day.before, alive=tuple(name for name in day.before.alive if name not in gone))
    return evening.playthrough.before("night", night)
