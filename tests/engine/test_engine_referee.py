"""The engine before an independent referee: games answered by hand from the rules, and a second working-out of them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from engine_oracle import referee
from engine_replays import decided, differences, random_script

from engine.contract import playthrough, replay
from engine.explain import chapters

GAMES: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).resolve().parents[2] / "fixtures" / "engine" / "referee.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
TOLD_BY_GAMES = (
    *(f"V{number}" for number in (1, 4, 5, 7, 8, 9, 10, 11, 12, 13, 16, 17, 20)),
    *(f"N{number}" for number in range(21)),
    "R1",
    "R3",
    "D1",
)
"""What a written game can show; the other points are about posts, texts and seeds."""


@pytest.mark.parametrize("case", GAMES, ids=lambda case: case["id"])
def test_the_engine_gives_what_the_rules_give_by_hand(case: dict[str, Any]) -> None:
    """V, N, R: answers worked out from the text of the rules before the engine was asked."""
    found = differences(replay(case["script"]), case["expect"])
    assert not found, "\n".join([case["rule"], *found])


@pytest.mark.parametrize("point", TOLD_BY_GAMES)
def test_every_point_that_a_game_can_show_has_its_game(point: str) -> None:
    """V, N, R, D: no clause is left to the engine's own word."""
    assert any(point in case["rule"].split() for case in GAMES)


def test_the_second_referee_gives_the_same_by_hand() -> None:
    """The oracle is held to the same games, those of other rulesets and late hours left out."""
    plain = [case for case in GAMES if "settings" not in case["script"] and not re.search("Г|V20", case["rule"])]
    assert len(plain) >= 150
    for case in plain:
        script = case["script"]
        if any("replace" in item for phase in script["phases"] for item in phase.get("decisions", [])):
            continue
        assert not differences(referee(script), case["expect"]), case["id"]


def compared(number: int) -> None:
    """One random game, with and without a decision of the GM, worked out twice."""
    script = random_script(number)
    played = playthrough(script)
    living = [list(state.alive) for state in played.states]
    for told in (script, decided(script, number, living)):
        assert not differences(replay(told), referee(told)), number


@pytest.mark.parametrize("chunk", range(8))
def test_random_games_come_out_the_same_twice(chunk: int) -> None:
    """V, N, R: two programs that share nothing, one answer."""
    for number in range(chunk, 400, 8):
        compared(number)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_twenty_thousand_random_games_come_out_the_same_twice() -> None:
    """The same, for long."""
    for number in range(20_000):
        compared(number)


@pytest.mark.parametrize("case", GAMES, ids=lambda case: case["id"])
def test_every_game_is_explained(case: dict[str, Any]) -> None:
    """Every line has its words; who died, lost the vote or missed is told of, under a number of the rules."""
    played = playthrough(case["script"])
    for chapter, result in zip(chapters(played), replay(case["script"]), strict=True):
        told = {name for line in chapter.lines if line.rule for name in line.players}
        concerned = {*result["missed"], *result["modkill_due"]}
        for key in ("deaths", "silenced", "blocked", "revealed", "exposed", "evidence", "executions", "removed"):
            concerned |= {item["player"] for item in result.get(key) or () if isinstance(item, dict)}
        assert concerned <= told
        assert all(line.text for line in chapter.lines)
