"""Events into phases: what the game is by the GM's record, now or at any past moment. Undo is an event too.

Ballots are no events: they come from the archive, day by day. What is asked for is worked out anew every time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from engine.events import (
    AliasAdded,
    BallotEntered,
    CouncilAnswered,
    DayClosed,
    DayMoved,
    DayOpened,
    Decided,
    DiceDrawn,
    DieEntered,
    Event,
    NightClosed,
    NightOpened,
    OrderGiven,
    OrderWithdrawn,
    RolesDealt,
    standing,
)
from engine.records import Cast, DayInput, Decision, Deed, GameSetup, NightInput, Order, PhaseInput

CastsOfDay = Mapping[int, Sequence[Cast]]


@dataclass(slots=True)
class _Night:
    orders: list[Order] = field(default_factory=list)
    dice: dict[str, bool] = field(default_factory=dict)
    drawn: dict[str, tuple[bool, float]] = field(default_factory=dict)
    decisions: list[Decision] = field(default_factory=list)
    closed: datetime | None = None
    opened: bool = False


@dataclass(slots=True)
class _Day:
    casts: list[Cast] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    opened: bool = False
    closed: bool = False
    early: bool = False


def phases(setup: GameSetup, events: Iterable[Event], casts_of_day: CastsOfDay) -> tuple[PhaseInput, ...]:
    """The phases that have begun, in order from the first night (T1), the running one included.

    A day has begun when it was opened, closed or moved, has ballots, or a later phase has begun; a night, when the
    day before it was closed, it was opened or closed by hand, or a later phase has begun. Orders sent before their
    night opens wait for it (N0). `setup` names the players; events about others are left to the rules.
    """
    nights: dict[int, _Night] = {}
    days: dict[int, _Day] = {}
    for event in standing(tuple(events)):
        _take(event, nights, days)
    for number, casts in casts_of_day.items():
        days.setdefault(number, _Day()).casts[:0] = casts
    last = _reached(nights, days)
    found: list[PhaseInput] = []
    for place in range(last + 1):
        number = place // 2 + 1
        if place % 2:
            found.append(_day(number, days.get(number, _Day())))
        else:
            found.append(_night(number, nights.get(number, _Night())))
    return tuple(found)


def dealt(setup: GameSetup, events: Iterable[Event]) -> GameSetup:
    """The setup with the roles and aliases that events tell; a later event replaces the roles that it names."""
    roles = {player.name: player.role for player in setup.players}
    aliases = {player.name: list(player.aliases) for player in setup.players}
    for event in standing(tuple(events)):
        if isinstance(event.said, RolesDealt):
            roles.update(event.said.roles)
        elif isinstance(event.said, AliasAdded):
            held = aliases.setdefault(event.said.player, [])
            if event.said.alias not in held:
                held.append(event.said.alias)
    players = tuple(
        replace(player, role=roles[player.name], aliases=tuple(aliases[player.name])) for player in setup.players
    )
    return replace(setup, players=players)


def _take(event: Event, nights: dict[int, _Night], days: dict[int, _Day]) -> None:
    said = event.said
    if isinstance(said, OrderGiven):
        nights.setdefault(said.night, _Night()).orders.append(_entered(event, said.order))
    elif isinstance(said, OrderWithdrawn):
        night = nights.setdefault(said.night, _Night())
        night.orders = [order for order in night.orders if order.ref != said.ref]
    elif isinstance(said, CouncilAnswered):
        night = nights.setdefault(said.night, _Night())
        night.orders = [_judged(order, said) for order in night.orders]
    elif isinstance(said, DiceDrawn):
        record = nights.setdefault(said.night, _Night()).drawn
        for name, happens, chance in said.draws:
            record.setdefault(name, (happens, chance))  # D1: the first draw is the draw
    elif isinstance(said, DieEntered):
        nights.setdefault(said.night, _Night()).dice[said.name] = said.happens
    elif isinstance(said, NightOpened):
        nights.setdefault(said.night, _Night()).opened = True
    elif isinstance(said, NightClosed):
        nights.setdefault(said.night, _Night()).closed = said.at
    elif isinstance(said, (DayOpened, DayMoved)):
        days.setdefault(said.day, _Day()).opened = True
    elif isinstance(said, DayClosed):
        day = days.setdefault(said.day, _Day())
        day.closed, day.early = True, said.early
    elif isinstance(said, BallotEntered):
        days.setdefault(said.day, _Day()).casts.append(said.cast)
    elif isinstance(said, Decided):
        decisions = (
            nights.setdefault(said.number, _Night()).decisions
            if said.phase == "night"
            else days.setdefault(said.number, _Day()).decisions
        )
        decisions.append(said.decision)


def _entered(event: Event, order: Order) -> Order:
    """An order with a key and a time of its own, so that it can be withdrawn and told late."""
    return replace(order, ref=order.ref or f"event:{event.number}", sent_at=order.sent_at or event.at)


def _judged(order: Order, said: CouncilAnswered) -> Order:
    """N4: a question that the GM refused is no order; one that was answered is."""
    if order.do is not Deed.ASK:
        return order
    return replace(order, void="N4" if said.answer == "refused" else None)


def _reached(nights: Mapping[int, _Night], days: Mapping[int, _Day]) -> int:
    """The place of the last phase that has begun: 0 the first night, 1 the first day, 2 the second night …"""
    reached = [0]
    for number, night in nights.items():
        if night.opened or night.closed:
            reached.append(2 * (number - 1))
    for number, day in days.items():
        if day.closed:
            reached.append(2 * number)
        elif day.opened or day.casts:
            reached.append(2 * number - 1)
    return max(reached)


def _night(number: int, night: _Night) -> NightInput:
    orders = tuple(
        # N0: what was sent after the night was closed is late.
        replace(order, late=True) if night.closed and order.sent_at and order.sent_at > night.closed else order
        for order in night.orders
    )
    return NightInput(
        night=number,
        orders=orders,
        dice=tuple(night.dice.items()),
        drawn=tuple((name, *drawn) for name, drawn in night.drawn.items()),
        decisions=tuple(night.decisions),
    )


def _day(number: int, day: _Day) -> DayInput:
    return DayInput(day=number, casts=_by_time(day.casts), closed_early=day.early, decisions=tuple(day.decisions))


def _by_time(casts: Sequence[Cast]) -> tuple[Cast, ...]:
    """In the order of casting: by time where it is told, a ballot without time right after the one before it."""
    keyed: list[tuple[datetime | None, Cast]] = []
    latest: datetime | None = None
    for cast in casts:
        latest = cast.at if cast.at is not None else latest
        keyed.append((latest, cast))
    timeless = [cast for moment, cast in keyed if moment is None]
    timed = sorted(((moment, cast) for moment, cast in keyed if moment is not None), key=lambda item: item[0])
    return (*timeless, *(cast for _moment, cast in timed))
