"""Kills, heals, and who dies of them (N1, N9-N15, N18, N19)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.night.blocks import Blocks
from engine.night.orders import Act
from engine.records import Deed, Role, Side
from engine.roles import killer_of
from engine.ruleset import Ruleset
from engine.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Blow:
    """One attempt on one life."""

    victim: str
    killer: Side | Role
    bloody: bool
    act: Act
    at_the_door: bool = False
    """The victim is a blocker who came to the target of a bloody kill (N9)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rescue:
    """A heal of one victim: one that undid a blow, or one that N12 kept from it."""

    act: Act
    victim: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Toll:
    """What the night's kills come to."""

    blows: tuple[Blow, ...]
    fatal: tuple[Blow, ...]
    """Those that no heal undid."""
    rescues: tuple[Rescue, ...]
    """Heals of players who live because of them."""
    banned: tuple[Act, ...]
    """Heals that only a save of the night before makes void: silently (N12)."""
    unsaved: tuple[Rescue, ...]
    """Victims whom healing from a role would have saved, had they not been healed the night before (N12)."""

    @property
    def dead(self) -> frozenset[str]:
        """Who dies, however many killers came (N15)."""
        return frozenset(blow.victim for blow in self.fatal)


def victims_of(act: Act) -> tuple[str, ...]:
    """Whom an act is meant to kill."""
    if act.order.do is Deed.KILL_AND_INTIMIDATE:
        return act.order.targets[:1]
    if act.order.do in (Deed.KILL, Deed.BLOODY_KILL, Deed.QUICK_KILL):
        return act.order.targets
    return ()


def blows(rules: Ruleset, acts: tuple[Act, ...], blocks: Blocks) -> tuple[Blow, ...]:
    """N1, N9, N10: every attempt by an act that happens."""
    found = []
    for act in acts:
        if blocks.stopper(act.actor) is not None:
            continue
        for victim in victims_of(act):
            bloody = act.order.do is Deed.BLOODY_KILL
            blow = Blow(victim=victim, killer=killer_of(act.role or Role.CITIZEN), bloody=bloody, act=act)
            found.append(blow)
            if bloody:
                found += at_the_door(rules, blow, blocks)
    return tuple(found)


def at_the_door(rules: Ruleset, blow: Blow, blocks: Blocks) -> list[Blow]:
    """N9, N14, N19: a blocker who came to the target of a bloody kill dies bloodily too; one who was stopped on the
    way was not there.
    """
    if not rules.maniac.blocker_dies:
        return []
    there = list(blocks.holding)
    if rules.maniac.blocked_blocker_dies:
        there += [block for block, _by in blocks.stopped]
    return [
        Blow(victim=block.by, killer=blow.killer, bloody=True, act=blow.act, at_the_door=True)
        for block in there
        if block.target == blow.victim and block.deed in (Deed.BLOCK, Deed.VISIT)
    ]


def toll(rules: Ruleset, state: State, night: int, acts: tuple[Act, ...], blocks: Blocks) -> Toll:
    """N12: all blows against all heals; a blow is fatal when no heal undoes it."""
    struck = blows(rules, acts, blocks)
    healing = [act for act in acts if act.order.do in (Deed.HEAL, Deed.HEAL_FROM) and not blocks.stopper(act.actor)]
    banned = tuple(
        act
        for act in healing
        if act.order.do is Deed.HEAL and banned_silently(rules, state, night, act, act.order.targets[0])
    )
    undone: dict[int, list[Act]] = {}
    for number, blow in enumerate(struck):
        healers = [act for act in healing if act not in banned and undoes(rules, state, night, act, blow)]
        if healers:
            undone[number] = healers
    unsaved = {
        (id(act), blow.victim): Rescue(act=act, victim=blow.victim)
        for blow in struck
        for act in healing
        if from_this_killer(rules, act, blow) and banned_silently(rules, state, night, act, blow.victim)
    }
    fatal = tuple(blow for number, blow in enumerate(struck) if number not in undone)
    dead = {blow.victim for blow in fatal}
    rescues = {
        (id(act), struck[number].victim): Rescue(act=act, victim=struck[number].victim)
        for number, healers in undone.items()
        for act in healers
        if struck[number].victim not in dead
    }
    return Toll(
        blows=struck, fatal=fatal, rescues=tuple(rescues.values()), banned=banned, unsaved=tuple(unsaved.values())
    )


def undoes(rules: Ruleset, state: State, night: int, act: Act, blow: Blow) -> bool:
    """N11-N13: whether a heal that works undoes this blow."""
    if act.order.do is Deed.HEAL:
        return blow.victim in act.order.targets
    return from_this_killer(rules, act, blow) and not banned_silently(rules, state, night, act, blow.victim)


def from_this_killer(rules: Ruleset, act: Act, blow: Blow) -> bool:
    """N11, N13: whether a heal is from the role that strikes this blow; by setting the blocker at the door is none of
    its victims.
    """
    if act.order.do is not Deed.HEAL_FROM or act.order.role != blow.killer.value:
        return False
    return rules.doctor.maniac_heal_saves_blocker or not blow.at_the_door


def banned_silently(rules: Ruleset, state: State, night: int, act: Act, player: str) -> bool:
    """N12: whether healing this player would be the second night running, of which the doctor is not told.

    A save by healing from a role counts as a heal of the one saved, before a heal of the player and after it. An order
    that the GM lets through is under no ban.
    """
    doctor = rules.doctor
    if not doctor.role_save_counts or len(state.alive) <= rules.repeats.lifted_at:
        return False
    if act.allowed:
        return False
    for effect in state.before(night, act.order.by):
        if not effect.took_effect and rules.repeats.counts == "took_effect":
            continue
        if effect.order.do is Deed.HEAL_FROM and player in effect.saved:
            return True
        if act.order.do is Deed.HEAL_FROM and effect.order.do is Deed.HEAL and player in effect.order.targets:
            return True
    return False
