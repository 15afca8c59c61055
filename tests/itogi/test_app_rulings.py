"""What the GM decides over the program, votes by phone, notices, and settings that change how votes are read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from app_bench import GM, Bench, at, red
from app_command import Run

from engine.events import BallotEntered, Decided
from engine.records import Colour, Decision, Ruling
from itogi.drafting import NoticeKind, notice_of


def test_v14_a_vote_by_phone_counts_and_can_be_undone(run: Run, evening_of_day_two: Bench) -> None:
    ran = run("vote", "целомудрие", "вера", "красным", "--source", "SMS", "--at", "20:00", now="2 21:55")
    assert ran.status == 0, ran.err
    assert "Вера +1 → +2" in ran.out
    said = evening_of_day_two.store.events()[-1].said
    assert isinstance(said, BallotEntered)
    assert (said.day, said.source, said.cast.colour, said.cast.at) == (2, "SMS", Colour.RED, at("2 20:00"))
    assert run("missing", now="2 21:56").out.endswith("Проголосовали все.\n")
    run("undo", now="2 21:57")
    assert "Целомудрие" in run("missing", now="2 21:57").out


@pytest.mark.parametrize(
    "arguments",
    [
        ("Целомудрие", "Вера", "зелёным"),
        ("Целомудрие", "Бегемот", "красным"),
        ("Бегемот", "Вера", "красным"),
        ("Целомудрие", "Вера", "красным", "--at", "1 10:00"),
        ("Целомудрие", "Вера", "красным", "--at", "15.10 22:10"),
    ],
)
def test_a_vote_that_cannot_be_is_one_line(run: Run, evening_of_day_two: Bench, arguments: tuple[str, ...]) -> None:
    before = len(evening_of_day_two.store.events())
    ran = run("vote", *arguments, now="2 21:55")
    assert (ran.status, bool(ran.line)) == (2, True)
    assert len(evening_of_day_two.store.events()) == before


def test_v16_a_replacement_speaks_from_now_on(run: Run, evening_of_day_two: Bench) -> None:
    assert run("ruling", "replace", "гнев", "--account", "Новичок", "--yes", now="2 21:55").status == 0
    said = evening_of_day_two.store.events()[-1].said
    assert isinstance(said, Decided)
    assert (said.phase, said.number, said.decision.ruling, said.decision.at) == (
        "day",
        2,
        Ruling.REPLACE,
        at("2 21:55"),
    )
    roster = json.loads(run("roster", "--json", now="2 21:56").out)
    accounts = next(player for player in roster if player["name"] == "Гнев")["accounts"]
    assert [account["name"] for account in accounts] == ["Гнев", "Новичок"]
    notice = run("draft", "--kind", "replacement", "--player", "Гнев", now="2 21:57")
    assert "Гнев" in notice.out
    assert "Новичок" not in notice.out, "accounts of masks are secret"


def test_v20_a_modkill_in_mid_day_frees_the_votes_for_the_player(run: Run, evening_of_day_two: Bench) -> None:
    ran = run("ruling", "modkill", "Вера", "--yes", now="2 21:55")
    assert ran.status == 0, ran.err
    tally = json.loads(run("tally", "--json", now="2 21:56").out)
    assert "V20" in {aside["rule"] for aside in tally["set_aside"]}
    notice = run("draft", "--kind", "modkill", "--player", "вера", now="2 21:57").out
    assert "Гнев" in notice, "the freed voter is named"
    assert "босс" not in notice


def test_v20_after_the_count_nobody_is_freed(run: Run, evening_of_day_two: Bench) -> None:
    run("ruling", "modkill", "Вера", "--after-count", "--reveal", "--yes", now="2 21:55")
    tally = json.loads(run("tally", "--json", now="2 21:56").out)
    assert "V20" not in {aside["rule"] for aside in tally["set_aside"]}


def test_execution_and_pardon_by_the_gms_word(run: Run, evening_of_day_two: Bench) -> None:
    run("ruling", "pardon", "Нефилим", "--day", "1", "--yes", now="2 21:55")
    assert json.loads(run("tally", "--day", "1", "--json", now="2 21:56").out)["executed"] is None
    run("ruling", "execute", "Гнев", "--day", "1", "--yes", now="2 21:57")
    assert json.loads(run("tally", "--day", "1", "--json", now="2 21:58").out)["executed"] == "Гнев"


@pytest.mark.parametrize(
    "arguments",
    [
        ("replace", "Гнев"),
        ("pardon", "Гнев", "--night", "1"),
        ("modkill", "Бегемот"),
        ("modkill", "Гнев", "--day", "1", "--night", "1"),
        ("execute", "Гнев", "--day", "9"),
    ],
)
def test_a_ruling_that_cannot_be_is_one_line(run: Run, arguments: tuple[str, ...]) -> None:
    ran = run("ruling", *arguments, "--yes", now="2 21:55")
    assert (ran.status, bool(ran.line)) == (2, True)


@pytest.mark.parametrize(
    ("general", "own"),
    [
        (("modkill", "Вера", "--no-reveal"), ("modkill", "Вера")),
        (("replace", "Гнев", "--account", "Новичок"), ("replace", "Гнев", "--account", "Новичок")),
        (("pardon", "Нефилим", "--day", "1"), ("pardon", "Нефилим", "--day", "1")),
    ],
)
def test_a_ruling_shows_its_effects_and_asks_like_the_command_of_its_own(
    run: Run, evening_of_day_two: Bench, general: tuple[str, ...], own: tuple[str, ...]
) -> None:
    """V16, V20: nothing is entered before its effects were seen, whichever command it is entered with."""
    before = len(evening_of_day_two.store.events())
    shown, direct = run("ruling", *general, "--dry-run", now="2 21:55"), run(*own, "--dry-run", now="2 21:55")
    assert (shown.status, shown.out, shown.err) == (0, direct.out, direct.err)
    assert "Счёт: " in shown.out
    unasked = run("ruling", *general, now="2 21:55")
    assert unasked.status == 2
    assert "--yes" in unasked.err
    assert len(evening_of_day_two.store.events()) == before


def test_an_execution_shows_what_it_changes(run: Run) -> None:
    shown = run("ruling", "execute", "Гнев", "--day", "1", "--dry-run", now="2 21:55").out
    assert "По нынешнему счёту выбыл бы" in shown
    assert "с этим решением: Гнев" in shown


def test_v8_an_objection_needs_a_day_that_can_be_closed_early(run: Run) -> None:
    ran = run("ruling", "object", "Гнев", "--yes", now="2 21:55")
    assert (ran.status, bool(ran.line)) == (2, True)


def test_v8_an_objection_told_privately(tmp_path: Path) -> None:
    bench = Bench.make(tmp_path, settings={"early_from_day": 1})
    bench.post(GM, "Итоги 1 ночи:", "0 22:20")
    for voter in ("Вася", "Петя", "Аня", "Оля"):
        bench.post(voter, f"{red('Коля')} досрочно", "1 10:00")
    bench.post("Коля", f"{red('Вася')} досрочно", "1 10:00")
    bench.poll("1 11:00")
    assert bench.day("1 11:00").result.early == "ready"
    bench.say(Decided(phase="day", number=1, decision=Decision(ruling=Ruling.OBJECT, player="Аня")), "1 11:05")
    assert bench.day("1 11:06").result.early == "discretion"
    assert bench.day("1 11:06").result.early_missing == ("Аня",)


def test_a_warning_names_rule_and_post(bench: Bench) -> None:
    bench.poll("1 11:00")
    text = notice_of(
        bench.evening("1 11:00"), NoticeKind.WARNING, "Вася", rule="Г13.6", url="http://board.test/p1"
    ).text
    assert "Вася" in text
    assert "Г13.6" in text


def test_nobody_can_be_a_candidate(tmp_path: Path) -> None:
    """Setting `nobody_vote`."""
    bench = Bench.make(tmp_path, settings={"nobody_vote": ["ННВ", "пас"]})
    bench.post(GM, "Итоги 1 ночи:", "0 22:20")
    bench.post("Вася", red("ННВ"), "1 10:00")
    bench.post("Петя", red("пас"), "1 10:00")
    bench.poll("1 11:00")
    assert {voter: fate[0] != "-" for voter, fate in bench.fates("1 11:00").items()} == {"Вася": True, "Петя": True}
    assert bench.day("1 11:00").standings[0][1] == 2


def test_a_board_that_votes_in_green(tmp_path: Path) -> None:
    """Setting `colours`."""
    bench = Bench.make(tmp_path, settings={"colours": {"against": ["green"], "defence": ["blue"]}})
    bench.post(GM, "Итоги 1 ночи:", "0 22:20")
    bench.post("Вася", '<span style="color: green">Петя</span>', "1 10:00")
    bench.post("Оля", "Петя зелёным", "1 10:00")
    bench.poll("1 11:00")
    assert bench.fates("1 11:00") == {"Вася": "Петя", "Оля": "Петя"}
