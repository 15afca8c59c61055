"""Written games with their answers: how an answer is compared, and random ones."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

NAMES = tuple(f"Игрок{letter}" for letter in "АБВГДЕЖЗИКЛМНОПРС")
CORE = ("boss", "goon", "maniac", "commissioner", "doctor", "girl")
EXTRA = ("rank2", "rank3", "lawyer", "journalist", "prosecutor")
DEEDS = {
    "boss": "kill kill double double intimidate kill_and_intimidate ask",
    "rank2": "kill double intimidate",
    "rank3": "kill kill_and_intimidate",
    "lawyer": "kill other",
    "journalist": "kill other",
    "goon": "block block block block block kill",
    "girl": "visit",
    "maniac": "bloody_kill bloody_kill quick_kill torture",
    "commissioner": "check kill",
    "doctor": "serum heal heal heal_from heal_from poison",
}
SLIPS = "kill heal block visit check bloody_kill serum"
SECOND = {"rank2", "rank3", "lawyer", "journalist"}
"""Those whose orders seldom matter."""


def contains(got: object, want: object) -> bool:
    """Whether an answer holds what is expected: objects in part, lists whole in any order."""
    if isinstance(want, dict):
        return isinstance(got, dict) and all(key in got and contains(got[key], value) for key, value in want.items())
    if isinstance(want, list):
        if not isinstance(got, list) or len(got) != len(want):
            return False
        left = list(got)
        for item in want:
            match = next((place for place, other in enumerate(left) if contains(other, item)), None)
            if match is None:
                return False
            left.pop(match)
        return True
    return got == want


def faults(answer: dict[str, Any], expected: dict[str, Any]) -> Iterator[str]:
    """Where an answer differs from what is expected; scores of nought are as good as none."""
    for key, want in expected.items():
        got = answer.get(key)
        if key == "scores":
            got, want = ({name: score for name, score in table.items() if score} for table in (got or {}, want))
        if not contains(got, want):
            yield f"{key}: want {json.dumps(want, ensure_ascii=False)}, got {json.dumps(got, ensure_ascii=False)}"


def differences(answers: list[dict[str, Any]], expected: list[dict[str, Any]]) -> list[str]:
    """All faults of a game, each with its phase."""
    assert len(answers) == len(expected)
    return [
        f"phase {number}: {fault}"
        for number, (answer, want) in enumerate(zip(answers, expected, strict=True), 1)
        for fault in faults(answer, want)
    ]


def random_script(number: int) -> dict[str, Any]:
    """A crowded game: many orders at few doors, many ballots for few candidates, every die entered. No role but the
    citizen's twice: the rules do not say what two goons are to each other.
    """
    dealer = random.Random(number)
    size = dealer.choice((2, 3, 4, 5, 6, 8, 10, 11, 12, 12, 13, 14, 15, 16, 17))
    roles = [role for role in CORE if dealer.random() < 0.85] + [role for role in EXTRA if dealer.random() < 0.5]
    dealer.shuffle(roles)
    roles = [*roles, *["citizen"] * size][:size]
    dealer.shuffle(roles)
    table = dict(zip(NAMES, roles, strict=False))
    phases: list[dict[str, Any]] = []
    for turn in range(1, dealer.randint(2, 6)):
        phases += [_night(dealer, turn, table), _day(dealer, turn, table)]
    return {
        "ruleset": "hyper",
        "players": [{"name": name, "role": role} for name, role in table.items()],
        "phases": phases,
    }


def _night(dealer: random.Random, turn: int, table: dict[str, str]) -> dict[str, Any]:
    names = list(table)
    doors = dealer.sample(names, min(len(names), dealer.randint(1, 5)))
    orders = []
    for name, role in table.items():
        for _ in range(dealer.choice((0, 1, 1, 1, 1, 2))):
            known = DEEDS.get(role, "other" if dealer.random() < 0.05 else "").split()
            if known and (role not in SECOND or dealer.random() < 0.4):
                do = dealer.choice(known if dealer.random() < 0.97 else SLIPS.split())
                orders.append(_order(dealer, name, do, doors if dealer.random() < 0.8 else names))
    dealer.shuffle(orders)
    kinds = ("exposure", "vote_loss", "evidence", "doctor_exposure")
    dice = {f"{kind}:{name}": dealer.random() < 0.5 for name in names for kind in kinds}
    return {"night": turn, "orders": orders, "dice": dice}


def _order(dealer: random.Random, name: str, do: str, doors: list[str]) -> dict[str, Any]:
    if do in ("ask", "other"):
        return {"by": name, "do": do, "text": "?"}
    if do == "heal_from":
        return {"by": name, "do": do, "role": dealer.choice(("mafia", "mafia", "maniac", "maniac", "commissioner"))}
    count = {"double": 2, "kill_and_intimidate": 2, "intimidate": dealer.randint(1, 3)}.get(do, 1)
    targets = [dealer.choice(doors) for _ in range(count)]
    return {"by": name, "do": do.replace("double", "kill"), "targets": targets}


def _day(dealer: random.Random, turn: int, table: dict[str, str]) -> dict[str, Any]:
    names = list(table)
    candidates = dealer.sample(names, min(len(names), dealer.randint(1, 4)))
    votes = []
    for name in names:
        for _ in range(dealer.choice((0, 1, 1, 1, 1, 1, 2, 3))):
            vote = {
                "by": name,
                "for": dealer.choice(candidates if dealer.random() < 0.9 else [*names, "никто"]),
                "colour": dealer.choice(("red", "red", "red", "red", "blue", "blue", None)),
                "early": dealer.random() < 0.4,
                "final": dealer.random() < 0.08,
            }
            votes.append(vote)
    dealer.shuffle(votes)
    return {"day": turn, "votes": votes}


def decided(script: dict[str, Any], number: int, living: list[list[str]]) -> dict[str, Any]:
    """The script with a decision of the GM in one phase, about one of those alive before it."""
    dealer = random.Random(-number)
    place = dealer.randrange(len(script["phases"]))
    phase, alive = script["phases"][place], living[place]
    verb = dealer.choice(("modkill", "execute", "pardon") if "day" in phase else ("modkill", "allow"))
    roles = {player["name"]: player["role"] for player in script["players"]}
    known = _lettable(phase["orders"], alive, roles) if verb == "allow" else alive
    if not known:
        return script
    phases = [*script["phases"]]
    phases[place] = {**phase, "decisions": [{verb: dealer.choice(known)}]}
    return {**script, "phases": phases}


def _lettable(orders: list[dict[str, Any]], alive: list[str], roles: dict[str, str]) -> list[str]:
    """Those whose orders make sense, whether or not the rules allow them; a second blocker makes none."""
    senders = {order["by"] for order in orders}
    senseless = {
        order["by"]
        for order in orders
        if len(order.get("targets", [])) > 1
        or not set(order.get("targets", [])) <= set(alive)
        or roles[order["by"]] != {"block": "goon", "visit": "girl"}.get(order["do"], roles[order["by"]])
    }
    return [name for name in alive if name in senders - senseless]
