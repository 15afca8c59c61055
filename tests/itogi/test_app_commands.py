"""Commands on a game's folder: what they change, what they answer to scripts, and that every fault is one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from app_bench import Bench, at
from app_command import Run

from engine.dice import commitment
from engine.events import DayClosed, DayMoved, DayOpened, Decided, DieEntered, NightClosed, OrderGiven
from engine.records import Ruling
from itogi.store import Store


def last_said(bench: Bench) -> object:
    return bench.store.events()[-1].said


@pytest.mark.parametrize(
    "arguments",
    [
        ("tally", "--day", "5"),
        ("tally", "--at", "полдень"),
        ("answer", "115", "может", "быть"),
        ("answer", "99999", "1"),
        ("answer", "115", "Бегемот", "красным"),
        ("draft", "night", "9"),
        ("draft", "day"),
        ("draft", "day", "1", "--night", "1"),
        ("draft", "night", "1", "--kind", "call"),
        ("undo", "99"),
        ("alias", "add", "Бегемот", "Кот"),
        ("alias", "add", "Гнев", "вера"),
        ("roles", "Вера=бухгалтер"),
        ("roles", "Вера"),
        ("night", "7"),
        ("night", "1", "--die", "судьба=да"),
        ("night", "1", "--die", "vote_loss:Вера=может"),
        ("order",),
        ("order", "мяу"),
        ("order", "--from", "Вера", "--withdraw"),
        ("order", "--do", "kill", "--target", "Гнев"),
        ("order", "--from", "Вера", "--do", "kill", "--target", "Гнев", "--night", "9"),
        ("day", "close", "--day", "1"),
        ("day", "move", "вечером"),
        ("day", "move", "1 10:00"),
        ("dice", "reveal"),
        ("new", "http://board.test/x"),
    ],
)
def test_every_fault_is_one_line_and_status_two(
    run: Run, evening_of_day_two: Bench, arguments: tuple[str, ...]
) -> None:
    before = len(evening_of_day_two.store.events())
    ran = run(*arguments, now="2 21:55")
    assert ran.status == 2
    assert ran.line
    assert "Traceback" not in ran.err
    assert ran.out == ""
    assert len(evening_of_day_two.store.events()) == before, "a refused call records nothing"


@pytest.mark.parametrize("command", ["status", "tally", "missing", "questions", "journal", "roster", "night", "order"])
def test_without_a_game_the_hint_says_how_to_get_one(run: Run, tmp_path: Path, command: str) -> None:
    ran = run(command, "-C", str(tmp_path))
    assert ran.status == 2
    assert "itogi new" in ran.line
    assert list(tmp_path.glob("itogi.db")) == [], "no database is left where no game is"


def test_a_broken_settings_file_is_one_line(run: Run, evening_of_day_two: Bench) -> None:
    path = evening_of_day_two.game.folder / "game.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('gender = "m"', 'gender = "он"', 1), encoding="utf-8")
    ran = run("status")
    assert ran.status == 2
    assert "players[2].gender" in ran.line


def test_the_folder_can_be_named(run: Run, evening_of_day_two: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = evening_of_day_two.game.folder
    monkeypatch.chdir(folder.parent)
    assert run("status", "--folder", str(folder)).status == 0
    monkeypatch.setenv("ITOGI_FOLDER", str(folder))
    assert run("status").status == 0


def test_answer_changes_the_tally_and_undo_brings_the_question_back(run: Run) -> None:
    ran = run("answer", "115", "Вера", "красным", now="2 21:55")
    assert (ran.status, "Вера +1 → +2" in ran.out) == (0, True)
    assert run("questions", now="2 21:56").out == "Открытых вопросов нет.\n"
    assert json.loads(run("tally", "--json", now="2 21:56").out)["scores"]["Вера"] == 2
    assert run("undo", now="2 21:57").status == 0
    assert "115" in run("questions", now="2 21:57").out


@pytest.mark.parametrize(
    ("words", "verdict", "target"),
    [
        (("1",), "vote", "Вера"),
        (("2",), "vote", "Гнев"),
        (("не", "голос"), "nothing", None),
        (("нет",), "nothing", None),
        (("гнев", "синим"), "vote", "Гнев"),
        (("доброта", "красный", "досрочно"), "vote", "Доброта"),
    ],
)
def test_ways_to_answer(run: Run, words: tuple[str, ...], verdict: str, target: str | None) -> None:
    ran = run("answer", "115", *words, "--json", now="2 21:55")
    answer = json.loads(ran.out)["answer"]
    assert (answer["verdict"], answer["target"]) == (verdict, target)
    assert answer["early"] == ("досрочно" in words)


def test_status_and_tally_for_scripts(run: Run) -> None:
    status = json.loads(run("status", "--json", now="2 21:55").out)
    assert (status["phase"], status["number"], status["seconds_left"]) == ("day", 2, 300)
    assert status["day"]["missed"] == ["Целомудрие"]
    assert len(status["open_questions"]) == 1
    assert status["next_poll"]
    tally = json.loads(run("tally", "--day", "1", "--json", now="2 21:55").out)
    assert (tally["executed"], tally["running"]) == ("Нефилим", False)
    assert {item["rule"] for item in tally["set_aside"]} == {"V13"}
    ballot = next(item for item in tally["ballots"] if item["by"] == "Доброта")
    assert (ballot["weight"], ballot["colour"], ballot["url"] is not None) == (3, "blue", True)
    assert json.loads(run("missing", "--json", now="2 21:55").out)["missing"] == ["Целомудрие"]


def test_a_day_is_opened_closed_and_moved_by_hand(run: Run, evening_of_day_two: Bench) -> None:
    assert run("day", "move", "23:00", now="2 21:55").status == 0
    assert last_said(evening_of_day_two) == DayMoved(day=2, deadline=at("2 23:00"))
    assert "до ср 16.10 23:00" in run("status", now="2 22:30").out
    ran = run("day", "close", "--early", now="2 22:40")
    assert last_said(evening_of_day_two) == DayClosed(day=2, at=at("2 22:40"), early=True)
    assert "!" in ran.err, "early closing that is not ready is told, and done all the same"
    assert run("day", "open", "--day", "3", "--at", "23:10", now="2 23:20").status == 0
    assert last_said(evening_of_day_two) == DayOpened(day=3, at=at("2 23:10"))
    assert "Суд 3 идёт" in run("status", now="2 23:21").out


def test_an_order_by_day_is_for_the_coming_night(run: Run, evening_of_day_two: Bench) -> None:
    """N0: orders sent before the night opens are taken."""
    run("order", "--from", "азарт", "--do", "quick_kill", "--target", "вера", now="2 12:00")
    said = last_said(evening_of_day_two)
    assert isinstance(said, OrderGiven)
    assert (said.night, said.order.late) == (3, False)


def test_a_refused_order_is_told_at_once_and_can_be_let_through(run: Run, evening_of_day_two: Bench) -> None:
    """N0, N18: shooting oneself; the GM may allow it."""
    ran = run("order", "--from", "Азарт", "--do", "quick_kill", "--target", "Азарт", now="2 22:10")
    assert "N18" in ran.out
    assert [item["rule"] for item in json.loads(run("night", "--json", now="2 22:11").out)["result"]["refused"]] == [
        "N18"
    ]
    allowed = json.loads(run("night", "--allow", "Азарт", "--json", now="2 22:12").out)
    assert [death["player"] for death in allowed["result"]["deaths"]] == ["Азарт"]
    said = last_said(evening_of_day_two)
    assert isinstance(said, Decided)
    assert (said.phase, said.number, said.decision.ruling) == ("night", 3, Ruling.ALLOW)


def test_an_order_after_the_deadline_is_kept_apart_until_the_gm_lets_it_in(run: Run) -> None:
    """N0, ГМ10."""
    ran = run("order", "--from", "Азарт", "--do", "quick_kill", "--target", "Вера", now="2 22:40")
    assert "22:30" in ran.out
    assert json.loads(run("night", "3", "--json", now="2 22:41").out)["result"]["deaths"] == []
    let_in = json.loads(run("night", "3", "--reorder", "Азарт", "--json", now="2 22:42").out)
    assert [death["player"] for death in let_in["result"]["deaths"]] == ["Вера"]


def test_a_night_runs_until_the_gm_says(run: Run, evening_of_day_two: Bench) -> None:
    run("night", "--until", "23:30", now="2 22:10")
    assert last_said(evening_of_day_two) == NightClosed(night=3, at=at("2 23:30"))
    assert "Ночь 3 идёт до ср 16.10 23:30" in run("status", now="2 23:00").out


def test_dice_entered_and_dice_that_players_can_check(run: Run, evening_of_day_two: Bench, tmp_path: Path) -> None:
    """D1-D3."""
    run("answer", "115", "Вера", "красным", now="2 21:55")
    run("order", "--from", "Целомудрие", "--do", "visit", "--target", "Гнев", now="2 22:10")
    run("night", "3", "--die", "vote_loss:Целомудрие=да", now="2 22:11")
    assert last_said(evening_of_day_two) == DieEntered(night=3, name="vote_loss:Целомудрие", happens=True)
    silenced = json.loads(run("night", "3", "--json", now="2 22:12").out)["result"]["silenced"]
    assert [item["player"] for item in silenced] == ["Гнев"]
    published = run("dice", "commit", now="2 22:12").out.strip()
    assert published == commitment(evening_of_day_two.store.seed())
    run("undo", now="2 22:13")
    run("night", "3", now="2 22:50")
    book = run("dice", "reveal", "--yes", now="2 22:51").out
    assert [draw["name"] for draw in json.loads(book)["draws"]] == ["vote_loss:Целомудрие"]
    file = tmp_path / "dice.json"
    file.write_text(book, encoding="utf-8")
    assert run("dice", "verify", str(file), "--hash", published).status == 0
    assert run("dice", "verify").status == 0
    forged = json.loads(book)
    forged["draws"][0]["happens"] = not forged["draws"][0]["happens"]
    file.write_text(json.dumps(forged), encoding="utf-8")
    assert "Целомудрие" in run("dice", "verify", str(file)).line
    assert run("dice", "verify", str(file), "--hash", "00").status == 2
    file.write_text('{"seed": 5}', encoding="utf-8")
    assert run("dice", "verify", str(file)).line


def test_roles_from_standard_input_and_in_the_gms_words(run: Run, evening_of_day_two: Bench) -> None:
    ran = run("roles", "-", text="1. Вера – 2 ранг\n10. Гнев - мж\n")
    assert ran.status == 0, ran.err
    assert json.loads(run("roles", "--json").out)["Вера"] == "rank2"


def test_an_alias_is_read_at_once(run: Run, evening_of_day_two: Bench) -> None:
    assert run("alias", "add", "гнев", "Гневушка").status == 0
    roster = json.loads(run("roster", "--json").out)
    assert next(player for player in roster if player["name"] == "Гнев")["aliases"] == ["Гневушка"]


def test_the_author_of_an_entry_can_be_told(run: Run) -> None:
    run("alias", "add", "Гнев", "Гневушка", "--author", "соведущий")
    assert json.loads(run("journal", "--last", "1", "--json").out)[0]["author"] == "соведущий"


def test_roles_show_only_where_they_are_asked_for(run: Run) -> None:
    for command in (("status",), ("missing",), ("roster",), ("questions", "--all"), ("draft", "day", "1")):
        shown = run(*command, now="2 21:55").out
        assert "маньяк" not in shown, command


def test_a_worksheet_names_every_ballot(run: Run) -> None:
    sheet = run("tally", "--day", "1", "--sheet", now="2 21:55").out
    for voter in ("Вера", "Гнев", "Азарт", "Нефилим", "Доброта", "Целомудрие"):
        assert voter in sheet


def test_new_by_options_alone(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "another"
    ran = run(
        *("new", "-C", str(folder), "--offline", "--yes", "--title", "Вторая"),
        *("--vote", "http://board.test/viewtopic.php?id=9", "--extra", "signup=http://board.test/viewtopic.php?id=8"),
        *("--player", "Ли", "--player", "[Кот]=Behemoth,Кот", "--player", "Ада", "--moderator", "ГМ"),
        *("--first-date", "2026-01-10", "--zone", "UTC+5", "--day-until", "21:00"),
    )
    assert ran.status == 0, ran.err
    text = (folder / "game.toml").read_text(encoding="utf-8")
    assert "Behemoth" in text
    assert 'zone = "UTC+5"' in text
    with Store.open(folder) as store:
        assert store.events() == ()
    assert run("status", "-C", str(folder)).status == 0


@pytest.mark.parametrize(
    ("missing", "option"), [("--vote", "--vote"), ("--player", "--player"), ("--moderator", "--moderator")]
)
def test_new_without_a_person_names_the_option_that_is_missing(
    run: Run, tmp_path: Path, missing: str, option: str
) -> None:
    given = {
        "--vote": "http://board.test/viewtopic.php?id=9",
        "--player": "Ли",
        "--moderator": "ГМ",
        "--title": "Игра",
    }
    given.pop(missing)
    ran = run(
        "new", "-C", str(tmp_path / "x"), "--offline", "--yes", *(part for pair in given.items() for part in pair)
    )
    assert (ran.status, option in ran.line) == (2, True)
    assert not (tmp_path / "x").exists()


def test_new_asks_a_person(run: Run, tmp_path: Path) -> None:
    vote, nothing, players, moderator = "http://board.test/viewtopic.php?id=9", "", "Ли, Ада, Кот", "ГМ"
    zone, first_date, first_night, day, night, title = "", "2026-01-10", "", "", "23:00", "Моя игра"
    answers = (vote, nothing, nothing, players, moderator, zone, first_date, first_night, day, night, title)
    ran = run("new", "-C", str(tmp_path / "x"), "--offline", "--ask", text="".join(f"{line}\n" for line in answers))
    assert ran.status == 0, ran.err
    text = (tmp_path / "x" / "game.toml").read_text(encoding="utf-8")
    assert 'night = "23:00"' in text
    assert 'title = "Моя игра"' in text


def test_help_is_russian_with_an_example(run: Run) -> None:
    for command in ("new", "tally", "missing", "draft", "answer", "questions", "status", "order", "night", "roster"):
        shown = run(command, "--help").out
        assert f"itogi {command}" in shown, command
        assert "Пример" in shown, command
