"""`itogi order`: from the words of a player's message to an entry of the journal (N0)."""

from __future__ import annotations

import json

from app_bench import Bench, at
from app_command import Run

from engine.events import OrderGiven
from engine.records import Deed


def last_said(bench: Bench) -> object:
    return bench.store.events()[-1].said


def test_an_order_in_the_players_words(run: Run, evening_of_day_two: Bench) -> None:
    ran = run("order", "Доброта: лечу Веру", "--source", "phone", now="2 22:10")
    assert ran.status == 0, ran.err
    said = last_said(evening_of_day_two)
    assert isinstance(said, OrderGiven)
    assert (said.night, said.order.by, said.order.do, said.order.targets) == (3, "Доброта", Deed.HEAL, ("Вера",))
    assert (said.order.source, said.order.late, said.order.sent_at) == ("phone", False, at("2 22:10"))
    changed = run("order", "Доброта: лечу себя", now="2 22:12")
    assert "вместо хода: Доброта: лечить: Вера" in changed.out
    assert run("order", "--from", "Доброта", "--withdraw", now="2 22:13").status == 0
    night = json.loads(run("night", "--json", now="2 22:14").out)
    assert [outcome["order"]["targets"] for outcome in night["result"]["outcomes"]] == [["Вера"]]


def test_a_dry_run_enters_nothing(run: Run, evening_of_day_two: Bench) -> None:
    before = len(evening_of_day_two.store.events())
    ran = run("order", "Доброта: лечу Веру", "--dry-run", now="2 22:10")
    assert "лечить: Вера" in ran.out
    assert len(evening_of_day_two.store.events()) == before


def test_the_senders_role_decides_between_deeds_of_one_word(run: Run, evening_of_day_two: Bench) -> None:
    run("order", "Вера: убиваю Гнева", now="2 22:10")
    said = last_said(evening_of_day_two)
    assert isinstance(said, OrderGiven)
    assert said.order.do is Deed.KILL
    before = len(evening_of_day_two.store.events())
    ran = run("order", "Азарт: убиваю Гнева", now="2 22:10")
    assert ran.status == 2
    assert "--do" in ran.line, "quick or bloody: the GM is asked"
    assert len(evening_of_day_two.store.events()) == before


def test_a_late_order_is_checked_all_the_same(run: Run) -> None:
    """N0: what is wrong with it matters when the GM lets it in."""
    ran = run("order", "Кротость: мяу", "--night", "3", now="2 22:40")
    assert ran.status == 2
    ran = run("order", "--from", "Кротость", "--do", "heal", "--target", "Гнев", "--night", "3", now="2 22:40")
    assert "22:30" in ran.out
    assert "(N)" in ran.out
