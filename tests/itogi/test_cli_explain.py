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


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("day", "55"), "Суд 55 ещё не открыт; последний — суд 2."),
        (("суд", "55"), "Суд 55 ещё не открыт; последний — суд 2."),
        (("night", "9"), "Ночь 9 ещё не наступила; последняя — ночь 2."),
    ],
)
def test_a_phase_that_has_not_come_is_named_in_russian(run: Run, words: tuple[str, ...], told: str) -> None:
    assert run("explain", *words, now="2 21:55").line == told


def test_questions_of_a_day_that_is_not_there(run: Run) -> None:
    """Not «none are open»: there is no such day. A day without open questions has none."""
    ran = run("questions", "--day", "99", now="2 21:55")
    assert (ran.status, ran.line) == (2, "Суд 99 ещё не открыт; последний — суд 2.")
    assert run("questions", "--day", "1", now="2 21:55").status == 0


@pytest.mark.parametrize("words", [("night", "9"), ("night", "x"), ("Никтошка",), ("day", "0")])
def test_explain_what_is_not(run: Run, words: tuple[str, ...]) -> None:
    """One clear line, no traceback."""
    told = run("explain", *words)
    assert told.status in (1, 2)
    assert len(told.err.strip().splitlines()) == 1
