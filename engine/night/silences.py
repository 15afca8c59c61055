"""Losses of the vote that a night brings (N1, N5, N6, N7, N9, N11)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.night.orders import Act
from engine.records import Deed
from engine.results import Silence
from engine.ruleset import Loss, Ruleset
from engine.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Loses:
    """One cause for one player's loss of the vote."""

    player: str
    loss: Loss
    cause: str
    act: Act


def by_deed(rules: Ruleset, act: Act, *, vote_lost: bool | None) -> list[Loses]:
    """The losses that an act brings which happened: intimidation (N1), block and visit by their die (N6, N7),
    torture (N9), poison (N11).
    """
    order, losses = act.order, rules.silences
    if order.do is Deed.INTIMIDATE:
        return [Loses(player=name, loss=losses.intimidation, cause="N1", act=act) for name in order.targets]
    if order.do is Deed.KILL_AND_INTIMIDATE:
        return [Loses(player=name, loss=losses.intimidation, cause="N1", act=act) for name in order.targets[1:]]
    if order.do is Deed.BLOCK and vote_lost:
        return [Loses(player=order.targets[0], loss=losses.goon, cause="N6", act=act)]
    if order.do is Deed.VISIT and vote_lost:
        return [Loses(player=order.targets[0], loss=losses.girl, cause="N7", act=act)]
    if order.do is Deed.TORTURE:
        return [Loses(player=order.targets[0], loss=losses.torture, cause="N9", act=act)]
    if order.do is Deed.POISON:
        return [Loses(player=order.targets[0], loss=losses.poison, cause="N11", act=act)]
    return []


def silent_loss(rules: Ruleset, state: State, act: Act) -> list[Loses]:
    """N5: the boss loses the next day's vote when he killed two, killed and intimidated, or intimidated at least half
    of those alive at the night's start; whoever sent the order.
    """
    order = act.order
    share = rules.boss.silent_loss_share * len(state.alive)
    costly = (
        (order.do is Deed.KILL and len(order.targets) > 1)
        or order.do is Deed.KILL_AND_INTIMIDATE
        or (order.do is Deed.INTIMIDATE and len(order.targets) >= share)
    )
    return [Loses(player=act.actor, loss=rules.silences.boss, cause="N5", act=act)] if costly else []


def merged(found: Iterable[Loses], *, alive: tuple[str, ...]) -> tuple[Silence, ...]:
    """One entry for each player alive at the night's end: the longest, announced when any of its causes is."""
    strongest: dict[str, Silence] = {}
    for item in found:
        if item.player not in alive or not item.loss.days:
            continue
        new = Silence(player=item.player, days=item.loss.days, public=item.loss.announced, cause=item.cause)
        held = strongest.get(item.player)
        if held is None or (new.public, new.days) > (held.public, held.days):
            strongest[item.player] = new
    return tuple(strongest[name] for name in alive if name in strongest)
