"""Every pair of night actions of two roles: at the same target, one at the other's door, and crossed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from engine_builders import night, setup

from engine.contract import answer
from engine.explain import chapter
from engine.play import play

ROSTER = (
    "Босс:boss Громила:goon Девочка:girl Маньяк:maniac Комиссар:commissioner Доктор:doctor Цель:citizen Вторая:citizen "
    "Мирный1:citizen Мирный2:citizen Мирный3:citizen Мирный4:citizen Мирный5:citizen"
)
ALL_YES = "exposure:Босс=yes vote_loss:Громила=yes vote_loss:Девочка=yes evidence:Маньяк=yes doctor_exposure:Доктор=yes"
ACTIONS = {
    "Босс": ("kill {}", "kill {},Вторая", "intimidate {}", "kill_and_intimidate {},Вторая", "ask вопрос"),
    "Громила": ("block {}",),
    "Девочка": ("visit {}",),
    "Маньяк": ("bloody_kill {}", "quick_kill {}", "torture {}"),
    "Комиссар": ("check {}", "kill {}"),
    "Доктор": ("serum {}", "heal {}", "poison {}", "heal_from mafia", "heal_from maniac", "heal_from commissioner"),
}


def pairs() -> Iterator[tuple[str, str]]:
    """(order, order) of every pair, each way of meeting once."""
    for one, other in combinations(ACTIONS, 2):
        for first in ACTIONS[one]:
            for second in ACTIONS[other]:
                seen = set()
                for mine, theirs in (("Цель", "Цель"), (other, "Цель"), ("Цель", one), (other, one)):
                    pair = f"{one} {first.format(mine)}", f"{other} {second.format(theirs)}"
                    if pair not in seen:
                        seen.add(pair)
                        yield pair


def outcome(*orders: str) -> dict[str, Any]:
    """What the night gives, empty parts left out; every die happens. `rules`: what the explanation names."""
    played = play(setup(ROSTER), [night(1, *orders, dice=ALL_YES)])
    told = answer(played)[0]
    explained = chapter(played, "night", 1)
    assert explained is not None
    rules = {number for line in explained.lines for number in line.rule.split()} - {"N2", "N16", "D1", "R1", "R2"}
    found = {
        "dead": {item["player"]: " ".join([*item["by"], *["bloody"] * item["bloody"]]) for item in told["deaths"]},
        "saved": told["saved"],
        "blocked": sorted(f"{item['player']} by {item['by']}" for item in told["blocked"]),
        "no vote": {item["player"]: item["days"] if item["public"] else "silent" for item in told["silenced"]},
        "checks": {item["target"]: item["mafia"] for item in told["checks"]},
        "revealed": [item["player"] for item in told["revealed"]],
        "exposed": [item["player"] for item in told["exposed"]],
        "evidence": [item["player"] for item in told["evidence"]],
        "refused": [item["rule"] for item in told["refused"]],
        "rules": " ".join(sorted(rules, key=lambda number: int(number[1:]))),
    }
    return {key: value for key, value in found.items() if value}
