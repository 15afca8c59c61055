"""`itogi explain` on a game's folder."""

from __future__ import annotations

import json

import pytest
from app_command import Run


def test_explain_a_day(run: Run) -> None:
    """Issue: `explain day 2` tells in order which rule did what to whom."""
    told = run("explain", "day", "1")
    assert told.status == 0
    assert told.out.splitlines()[0] == "Суд 1"
    assert "V9 " in told.out
    assert run("explain", "суд", "1").out == told.out


def test_explain_a_night(run: Run) -> None:
    """Issue: `explain night 1`."""
    told = run("explain", "night", "1")
    assert told.status == 0
    assert told.out.splitlines()[0] == "Ночь 1"
    assert "N" in told.out


def test_explain_a_player(run: Run) -> None:
    """Issue: `explain Кротость`: only lines that concern the player, phase by phase."""
    told = json.loads(run("explain", "Кротость", "--json").out)
    assert told
    assert all("Кротость" in line["players"] for item in told for line in item["lines"])


@pytest.mark.parametrize("words", [("night", "9"), ("night", "x"), ("Никтошка",), ("day", "0")])
def test_explain_what_is_not(run: Run, words: tuple[str, ...]) -> None:
    """One clear line, no traceback."""
    told = run("explain", *words)
    assert told.status in (1, 2)
    assert len(told.err.strip().splitlines()) == 1
