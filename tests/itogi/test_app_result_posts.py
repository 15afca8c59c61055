"""T2: which posts open and close days: the GM's results, not promises of them, quotes, or other people's words."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from app_bench import GM, Bench, at, red

from itogi.config import TopicKind


def opened_at(bench: Bench) -> datetime:
    bench.poll("1 22:01")
    return bench.evening("1 22:05").day(1).window.opens


@pytest.mark.parametrize(
    "promise",
    [
        "Итоги 1 ночи будут в 23:00",
        "Итоги 1 ночи: скоро, ждите",
        "Итоги ночи 1 - через полчаса",
        "Итоги 1 ночи задерживаются",
        "Итоги 1 ночи?",
        "<blockquote>Итоги 1 ночи: убит Коля</blockquote>Это что такое?",
    ],
)
def test_t2_results_that_are_promised_or_quoted_open_no_day(tmp_path: Path, promise: str) -> None:
    bench = Bench.make(tmp_path)
    bench.post(GM, promise, "0 22:05", kind=TopicKind.GAME)
    bench.post("Вася", red("Петя"), "0 22:30")
    bench.post(GM, "Итоги 1 ночи:<br>Никто не умер.", "0 23:00", kind=TopicKind.GAME)
    assert opened_at(bench) == at("0 23:00")
    assert bench.fates("1 22:05").get("Вася") != "Петя"


@pytest.mark.parametrize(
    "results",
    [
        "Итоги 1 ночи: убит Коля. Сегодня Вася лишён возможности голосовать, и так будет ещё день.",
        "Итоги ночи №1. Никто не погиб",
        "<b>Итоги 1 ночи</b>",
    ],
)
def test_t2_results_open_the_day(tmp_path: Path, results: str) -> None:
    bench = Bench.make(tmp_path)
    bench.post(GM, results, "0 22:20", kind=TopicKind.GAME)
    assert opened_at(bench) == at("0 22:20")


def test_t2_nobody_else_opens_or_closes_a_day(tmp_path: Path) -> None:
    """A guest and another account under the GM's name, and a player."""
    bench = Bench.make(tmp_path)
    bench.post(GM, "Играем!", "0 18:00", kind=TopicKind.GAME)
    bench.post(GM, "Итоги 1 ночи:<br>Никто", "0 22:01", guest=True)
    bench.post("Вася", "Итоги 1 ночи:<br>Никто", "0 22:02")
    bench.post(GM, "Итоги 1 ночи:<br>Никто не умер.", "0 22:20")
    bench.post(GM, "Итоги 1 суда:<br>Выбывает Аня", "1 20:00", account="99")
    bench.post("Вася", red("Петя"), "1 21:30")
    assert opened_at(bench) == at("0 22:20")
    assert bench.evening("1 22:05").day(1).window.closed is None
    assert bench.fates("1 22:05")["Вася"] == "Петя"
