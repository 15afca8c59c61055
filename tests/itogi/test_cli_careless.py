"""A game master in a hurry, at 21:55: what would do harm is asked or refused, and said in one line."""

from __future__ import annotations

from pathlib import Path

import pytest
from app_bench import Bench, at
from app_command import Run

from engine.events import BallotEntered, DayOpened, Decided

NOW = "2 21:55"


def count(bench: Bench) -> int:
    return len(bench.store.events())


def test_an_open_day_is_not_opened_anew(run: Run, evening_of_day_two: Bench) -> None:
    """T2: «from now on» would throw away every vote of the day; only a moment that is told does."""
    before = count(evening_of_day_two)
    ran = run("day", "open", now=NOW)
    assert (ran.status, ran.line.startswith("Суд 2 открыт с")) == (2, True)
    assert count(evening_of_day_two) == before
    assert run("day", "open", "--at", "20:00", now=NOW).status == 0
    said = evening_of_day_two.store.events()[-1].said
    assert isinstance(said, DayOpened)
    assert said.at == at("2 20:00")


def test_a_removed_player_is_not_removed_once_more(run: Run, evening_of_day_two: Bench) -> None:
    """V20: the same command twice enters one modkill."""
    assert run("modkill", "Вера", "--yes", now=NOW).status == 0
    before = count(evening_of_day_two)
    for words in (("modkill", "Вера"), ("replace", "Вера", "--account", "Новичок"), ("ruling", "modkill", "Вера")):
        again = run(*words, "--yes", now="2 21:56")
        assert (again.status, "уже не в игре" in again.line) == (2, True)
    assert count(evening_of_day_two) == before
    assert sum(isinstance(event.said, Decided) for event in evening_of_day_two.store.events()) == 1


def test_a_vote_of_the_dead_is_not_entered(run: Run, evening_of_day_two: Bench) -> None:
    """V17: it would be announced in the topic, too."""
    evening = evening_of_day_two.evening(NOW)
    dead = next(player.name for player in evening.setup.players if player.name not in evening.state.alive)
    ran = run("vote", dead, "Вера", "красным", now=NOW)
    assert (ran.status, "уже не в игре" in ran.line) == (2, True)


def test_a_vote_of_yesterday_is_shown_as_such(run: Run, evening_of_day_two: Bench) -> None:
    """`--at 23:30` at 21:55 has not come; the evening before is written as such. The way it came is told in Russian."""
    slip = run("vote", "Целомудрие", "Вера", "красным", "--at", "23:30", now=NOW)
    assert slip.status == 2
    assert "ещё не наступило" in slip.line
    told = run("vote", "Целомудрие", "Вера", "красным", "--at", "вчера 23:30", now=NOW).out
    assert told.startswith("Отдан вт 15.10 23:30.\n")
    assert "(личное сообщение)" in told
    said = evening_of_day_two.store.events()[-1].said
    assert isinstance(said, BallotEntered)
    assert "Отдан" not in run("vote", "Целомудрие", "Вера", "красным", "--at", "20:00", now=NOW).out


@pytest.mark.parametrize("phase", ["day", "night"])
def test_results_of_a_phase_that_runs_do_not_go_out_unasked(run: Run, phase: str) -> None:
    """P3: `--yes` is for what is over; the preview is shown, nothing is sent."""
    when = NOW if phase == "day" else "2 22:10"
    number = "2" if phase == "day" else "3"
    ran = run("publish", phase, number, "--yes", now=when)
    assert ran.status == 2
    assert "срок ещё не вышел, ничего не отправлено" in ran.err
    assert run("publish", phase, number, "--dry-run", now=when).status == 0


def test_orders_that_wait_for_their_night_are_shown(run: Run) -> None:
    """N0: what came by day is not lost from sight until the night begins."""
    assert run("order", "Вера: убиваю Гнева", now=NOW).status == 0
    assert "На 3 ночь уже прислано: Вера: убить: Гнев" in run("orders", now=NOW).out
    assert "уже прислано" not in run("orders", "1", now=NOW).out


def test_a_sign_up_is_not_begun_in_the_folder_of_a_game(run: Run, evening_of_day_two: Bench) -> None:
    before = count(evening_of_day_two)
    ran = run("signup", "open", "--title", "Другая", now=NOW)
    assert (ran.status, "отдельную папку" in ran.line) == (2, True)
    assert count(evening_of_day_two) == before


def test_a_new_game_without_addresses_says_what_to_give(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    assert "itogi new АДРЕС АДРЕС" in run("new").line
    assert run("new", "foo").line.startswith("foo — не адрес")
    assert not list((tmp_path / "other").iterdir())


def test_a_phase_without_its_number_is_no_player(run: Run) -> None:
    for call in (("explain", "night"), ("explain", "ночь"), ("explain", "day")):
        assert run(*call, now=NOW).line.startswith("Нужен номер")
