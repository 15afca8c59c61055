"""How long the engine takes for whole games."""

from __future__ import annotations

import time
from statistics import median

from engine.explain import chapters
from engine.play import play
from engine.records import Cast, Colour, DayInput, Deed, GameSetup, NightInput, Order, PhaseInput, Player, Role
from engine.ruleset import load

PLAYERS, PHASES = 40, 30
TARGET = 0.5
"""Seconds of CPU for the big game: «well under a second»."""


def big_game() -> tuple[GameSetup, tuple[PhaseInput, ...]]:
    """40 players, 30 phases: every role acts each night, everybody votes twice a day, ties keep them alive."""
    roles = [role for role in Role if role is not Role.CITIZEN]
    names = [f"Игрок {number:02}" for number in range(PLAYERS)]
    dealt = [*roles, *[Role.CITIZEN] * (PLAYERS - len(roles))]
    players = tuple(Player(name=name, role=role) for name, role in zip(names, dealt, strict=True))
    who = {role: name for name, role in zip(names, dealt, strict=True)}
    phases: list[PhaseInput] = []
    for number in range(1, PHASES // 2 + 1):
        victim, other = names[20 + number % 20], names[20 + (number + 7) % 20]
        orders = (
            Order(by=who[Role.BOSS], do=Deed.INTIMIDATE, targets=(victim, other)),
            Order(by=who[Role.GOON], do=Deed.BLOCK, targets=(other,)),
            Order(by=who[Role.GIRL], do=Deed.VISIT, targets=(victim,)),
            Order(by=who[Role.MANIAC], do=Deed.TORTURE, targets=(victim,)),
            Order(by=who[Role.COMMISSIONER], do=Deed.CHECK, targets=(victim,)),
            Order(by=who[Role.DOCTOR], do=Deed.HEAL, targets=(victim,)),
        )
        phases.append(NightInput(night=number, orders=orders))
        votes = [
            Cast(by=name, target=names[(place + shift) % PLAYERS], colour=Colour.RED)
            for shift in (number + 1, number)
            for place, name in enumerate(names)
        ]
        phases.append(DayInput(day=number, casts=tuple(votes)))
    return GameSetup(players=players, seed="bench"), tuple(phases)


def seconds(action: object, *arguments: object, times: int = 5) -> float:
    """The median CPU time of a call."""
    assert callable(action)
    taken = []
    for _turn in range(times):
        before = time.process_time()
        action(*arguments)
        taken.append(time.process_time() - before)
    return median(taken)


def run() -> list[str]:
    """One line a figure."""
    setup, phases = big_game()
    played = play(setup, phases)
    alive = len(played.state.alive)
    whole = seconds(play, setup, phases)
    half = seconds(play, setup, phases[: PHASES // 2])
    told = seconds(chapters, played)
    rules = seconds(load, "hyper")
    game = f"{PLAYERS} players × {PHASES} phases ({alive} alive at the end)"
    return [
        f"engine: {game} replay in {whole * 1000:.1f} ms CPU, {whole / TARGET:.2f} of the target of {TARGET} s",
        f"engine: the whole game takes {whole / half:.1f} times its first half (linear: 2)",
        f"engine: explaining every phase takes {told / whole:.1f} times the replay",
        f"engine: loading a ruleset takes {rules * 1000:.2f} ms, {rules / whole:.2f} of the replay",
    ]
