"""The orders of one night as they came: sender, source, time, and which of them stands (N0). Secret."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.events import OrderGiven, OrderWithdrawn
from engine.i18n import N_, _
from engine.records import Order
from engine.results import NightResult
from itogi.evening import Evening
from itogi.orders import ref_of
from itogi.timetable import Window


class Mark(StrEnum):
    """What became of an order that was entered."""

    STANDS = "stands"
    REPLACED = "replaced"
    WITHDRAWN = "withdrawn"
    REFUSED = "refused"
    LATE = "late"
    OUTRANKED = "outranked"
    """A higher rank sent one, too (N3)."""


MARKS = {
    Mark.STANDS: N_("stands"),
    Mark.REPLACED: N_("replaced by a later one"),
    Mark.WITHDRAWN: N_("withdrawn by the sender"),
    Mark.REFUSED: N_("order refused"),
    Mark.LATE: N_("late, kept apart"),
    Mark.OUTRANKED: N_("a higher rank has sent one"),
}
"""What became of an order, in English source strings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One order of the list."""

    number: int
    """Of its entry in the journal."""
    order: Order
    mark: Mark
    rule: str | None = None
    """Of a refusal."""
    why: str | None = None
    before_opening: bool = False
    """Sent before the night opened, and taken (N0)."""
    let_in: bool = False
    """Late or refused, and let in by the GM."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NightOrders:
    """The list of one night."""

    night: int
    window: Window
    entries: tuple[Entry, ...]
    """In the order of entry."""
    missing: tuple[str, ...]
    """Who has an action and no order that stands."""


def orders_of(evening: Evening, number: int | None = None) -> NightOrders:
    """The orders of a night; the running or last one unless told. Raises NotYetError."""
    view = evening.night(number)
    night, result, window = view.window.number, view.result, view.window
    withdrawn = {event.said.ref for event in evening.events if isinstance(event.said, OrderWithdrawn)}
    entries = []
    for event in evening.events:
        if not isinstance(event.said, OrderGiven) or event.said.night != night:
            continue
        order = event.said.order
        sent_at = order.sent_at or event.at
        mark, rule, why = _fate(ref_of(event), order, result, withdrawn)
        entries.append(
            Entry(
                number=event.number,
                order=order,
                mark=mark,
                rule=rule,
                why=why,
                before_opening=sent_at < window.opens,
                let_in=mark is Mark.STANDS and order.late,
            )
        )
    return NightOrders(night=night, window=window, entries=tuple(entries), missing=result.missed)


def early_orders(evening: Evening) -> tuple[tuple[int, Order], ...]:
    """(night, order) of orders for nights that are still to come, as they were entered; withdrawn ones left out."""
    withdrawn = {event.said.ref for event in evening.events if isinstance(event.said, OrderWithdrawn)}
    return tuple(
        (event.said.night, event.said.order)
        for event in evening.events
        if isinstance(event.said, OrderGiven)
        and event.said.night > evening.phase.number
        and ref_of(event) not in withdrawn
    )


def _fate(ref: str, order: Order, result: NightResult, withdrawn: set[str]) -> tuple[Mark, str | None, str | None]:
    if ref in withdrawn:
        return Mark.WITHDRAWN, None, None
    refused = next((one for one in result.refused if one.order.ref == ref), None)
    if refused:
        late = order.late and refused.rule == "N0"
        return (Mark.LATE if late else Mark.REFUSED), refused.rule, refused.why
    if any(one.ref == ref for one in result.outranked):
        return Mark.OUTRANKED, None, None
    if any(outcome.order.ref == ref for outcome in result.outcomes):
        return Mark.STANDS, None, None
    return Mark.REPLACED, None, None


def fate_title(entry: Entry) -> str:
    """What became of an order, in the language in force. Secret."""
    text = _(MARKS[entry.mark])
    if entry.mark is Mark.REFUSED:
        text += f" ({entry.rule}: {entry.why})"
    if entry.let_in:
        text += " " + _("(late, let in)")
    elif entry.before_opening and entry.mark is Mark.STANDS:
        text += " " + _("(sent before the night)")
    return text
