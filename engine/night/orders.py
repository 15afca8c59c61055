"""Which orders stand, and whose is the mafia's act (N0, N2, N3, N16)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.night.validity import Case, refusal, something_to_do
from engine.records import Deed, NightInput, Order, Role, Ruling
from engine.results import Refused
from engine.roles import BOSS_DEEDS, MAFIA, boss_of, senders_of
from engine.ruleset import Ruleset
from engine.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """An order that is carried out tonight, and whose act it is."""

    order: Order
    actor: str
    """Whom a block must reach to stop it."""
    role: Role | None
    """The actor's role."""
    allowed: bool = False
    """The GM lets the sender's orders through."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """The orders of a night, sorted out."""

    standing: dict[str, Order]
    """The last valid order of each sender."""
    refused: tuple[Refused, ...]
    changed: tuple[tuple[Order, Order], ...]
    acts: tuple[Act, ...]
    """What is carried out, in the order of the roster, the mafia's act first."""
    outranked: tuple[Order, ...]
    """Orders for the mafia's act that a higher rank's took the place of (N3)."""


def sort_out(rules: Ruleset, state: State, given: NightInput) -> Orders:
    """N0, N3: the last valid order of each sender stands; one of the mafia's is its act."""
    allowed = {item.player for item in given.decisions if item.ruling is Ruling.ALLOW}
    reordered = {item.player for item in given.decisions if item.ruling is Ruling.REORDER}
    standing: dict[str, Order] = {}
    refused: list[Refused] = []
    changed: list[tuple[Order, Order]] = []
    for order in given.orders:
        case = Case(rules=rules, state=state, night=given.night, order=order, late_allowed=order.by in reordered)
        if found := refusal(case, allowed=order.by in allowed):
            refused.append(found)
            continue
        if order.by in standing:
            changed.append((standing[order.by], order))
        standing[order.by] = order
    acts, outranked = acts_of(rules, state, standing, allowed)
    return Orders(
        standing=standing, refused=tuple(refused), changed=tuple(changed), acts=tuple(acts), outranked=tuple(outranked)
    )


def acts_of(
    rules: Ruleset, state: State, standing: dict[str, Order], allowed: set[str]
) -> tuple[list[Act], list[Order]]:
    """N3: what is carried out, the mafia's act first, and the orders for it that gave way."""
    boss = boss_of(rules, state)
    mafia = mafia_act(rules, state, standing)
    acts: list[Act] = []
    outranked: list[Order] = []
    if mafia is not None:
        actor = boss if rules.act_of == "boss" and boss else mafia.by
        acts.append(Act(order=mafia, actor=actor, role=state.role(actor), allowed=mafia.by in allowed))
    for player in state.players:
        order = standing.get(player.name)
        if order is None or order is mafia:
            continue
        if mafia is not None and for_the_mafia(state, order):
            outranked.append(order)
        else:
            acts.append(Act(order=order, actor=player.name, role=player.role, allowed=player.name in allowed))
    return acts, outranked


def for_the_mafia(state: State, order: Order) -> bool:
    """Whether an order is for the boss's act (N1), whoever of the mafia sent it."""
    return order.do in BOSS_DEEDS and state.role(order.by) in MAFIA


def mafia_act(rules: Ruleset, state: State, standing: dict[str, Order]) -> Order | None:
    """N3: the boss's own order, whatever it is; else the order for him of the next sender who sent one, and last that
    of anybody else of the mafia whom the GM lets send one.
    """
    boss = boss_of(rules, state)
    if boss in standing:
        return standing[boss]
    orders = (standing[name] for name in (*senders_of(rules, state), *standing) if name in standing)
    return next((order for order in orders if for_the_mafia(state, order)), None)


def missed(rules: Ruleset, state: State, night: int, orders: Orders) -> tuple[str, ...]:
    """N16: the living whose role has a night action and who have no standing order; the boss, when nobody sent his."""
    boss = boss_of(rules, state)
    acted = any(act.order.by == boss or for_the_mafia(state, act.order) for act in orders.acts)
    found = []
    for player in state.players:
        name = player.name
        if name not in state.alive:
            continue
        idle = not acted if name == boss else owes_action(rules, player.role) and name not in orders.standing
        probe = Case(rules=rules, state=state, night=night, order=Order(by=name, do=Deed.OTHER))
        if idle and something_to_do(probe):
            found.append(name)
    return tuple(found)


def owes_action(rules: Ruleset, role: Role | None) -> bool:
    """N16: roles with deeds of their own; of the ranks only the boss owes one."""
    return role is not None and role is not Role.BOSS and bool(rules.deeds.get(role))
