"""The list of an evening: the demo game at 21:55 of its third day, polled from the demo board over HTTP."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "desk"))

from desk_stage import StandingClock, demo_file, poll_all

from engine.events import DieEntered, OrderGiven, RolesDealt
from itogi.config import Game
from itogi.demo.board import DemoBoard
from itogi.demo.game import DemoGame
from itogi.evening import Evening
from itogi.new import create
from itogi.store import Store
from itogi.violations.reports import Report, reports


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """Roles and orders are entered, no question is answered."""
    demo = DemoGame()
    clock = StandingClock(demo.moment("3 21:55"))
    folder = tmp_path_factory.mktemp("demo") / "game"
    with DemoBoard(demo.forum()) as board:
        board.follow(clock.now)
        create(folder, demo_file(demo, board))
        with Store.open(folder, clock=clock.now) as store:
            store.say(RolesDealt(roles=tuple((player.name, player.role) for player in demo.players if player.role)))
            for night, order in demo.orders:
                if order.sent_at and order.sent_at <= clock.now():
                    store.say(OrderGiven(night=night, order=order), at=order.sent_at)
            for night, name, happens in demo.dice:
                store.say(DieEntered(night=night, name=name, happens=happens))
        # Twice: a second reading brings no report twice.
        poll_all(folder, clock)
        poll_all(folder, clock)
        with Store.open(folder, clock=clock.now) as store:
            yield Evening.of(Game.load(folder), store, now=clock.now())


def told(found: list[Report]) -> list[str]:
    return [f"{report.violation.clause.code} {report.violation.player or '-'}" for report in found]


def test_what_waits_for_the_gm_is_what_he_wants_to_see(evening: Evening) -> None:
    """The grave first, then by certainty, then by time; nothing that the rules settle, nothing twice."""
    assert told([report for report in reports(evening) if report.open]) == [
        "X6-oath Кротость",
        "X1 Щедрость",
        "X1 Кротость",
        "X1 Нефилим",
        "X3-deliberate Тщеславие",
    ]


def test_what_the_rules_settle_is_noted(evening: Evening) -> None:
    """X2, X5 and X9 of three days, each once."""
    noted = [report for report in reports(evening) if report.noted and not report.moot]
    assert sorted(told(noted)) == sorted(
        [
            "X2-silenced Кротость",
            "X2-stranger -",
            "X2-uncoloured Нефилим",
            "X2-self Гнев",
            "X2-withdrawal Целомудрие",
            "X2-topic Тщеславие",
            "X2-late Целомудрие",
            "X2-late Азарт",
            "X5-edited Нефилим",
            "X2-stranger -",
            "X3-first Гнев",
            "X2-locked Вера",
        ]
    )


def test_each_shows_its_post(evening: Evening) -> None:
    for report in reports(evening):
        evidence = report.violation.evidence
        if not report.violation.clause.code.startswith("X3"):
            assert evidence
            assert evidence.url
            assert evidence.url.startswith("http://127.0.0.1:")
            assert evidence.marked in evidence.excerpt
