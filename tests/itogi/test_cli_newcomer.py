"""A newcomer's slips on the command line: each is understood, or answered in one Russian line that mends it."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from app_bench import Bench
from app_command import Run

from engine.events import DieEntered, Published
from itogi.concerns import concerns
from itogi.errors import NotYetError
from itogi.haste import meant, nearest, retyped
from itogi.i18n import use_language
from itogi.moments import date_of, moment_of
from itogi.names import slot_named

NOW = "2 21:55"
ZONE = timezone(timedelta(hours=4))
AFTERNOON = datetime(2013, 10, 15, 14, 0, tzinfo=ZONE)


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("9.30", "15 09:30"),
        ("22.00", "14 22:00"),
        ("14.10 22.00", "14 22:00"),
        ("14.10.13 22:00", "14 22:00"),
        ("вчера 22:00", "14 22:00"),
        ("Завтра в 10", "16 10:00"),
        ("сегодня, 9:05", "15 09:05"),
    ],
)
def test_a_time_may_be_written_as_people_do(written: str, told: str) -> None:
    """T: times of the GM are in the game's zone, with a dot or with words."""
    assert f"{moment_of(written, ZONE, AFTERNOON):%d %H:%M}" == told


@pytest.mark.parametrize("written", ["31.02 22:00", "25:00", "22.10", "", "завтра", "позавчера утром", "14.13 10:00"])
def test_what_is_no_time_or_may_be_a_day_is_refused(written: str) -> None:
    """Nothing is guessed: `22.10` is a day as well."""
    with pytest.raises(NotYetError):
        moment_of(written, ZONE, AFTERNOON)


def test_what_has_happened_cannot_be_told_of_tonight() -> None:
    """A bare time that comes soon is never silently yesterday's; one that has just passed at midnight is."""
    with pytest.raises(NotYetError, match="22:40"):
        moment_of("22:40", ZONE, AFTERNOON, past=True)
    night = AFTERNOON.replace(hour=0, minute=30)
    assert moment_of("23:50", ZONE, night, past=True) == night - timedelta(minutes=40)


def test_a_day_may_be_written_as_people_do() -> None:
    """Without a year it is the nearest one."""
    today = date(2026, 12, 1)
    assert [date_of(one, today).isoformat() for one in ("24.11", "2026-11-24", "завтра", "3.1", "24.11.26")] == [
        "2026-11-24",
        "2026-11-24",
        "2026-12-02",
        "2027-01-03",
        "2026-11-24",
    ]
    for wrong in ("31.02", "вечером", "24/11"):
        with pytest.raises(NotYetError):
            date_of(wrong, today)


def test_names_on_the_other_layout_and_with_a_wrong_letter() -> None:
    """The layout is certain and taken; a likeness is only offered, never taken."""
    names = ("Вера", "Гнев", "Snegir")
    assert slot_named(names, "Dthf") == "Вера"
    assert retyped("ыефегы") == "status"
    for typed, likely in (("Веро", "Вера"), ("Снегирь", "Snegir"), ("Snеgir", "Snegir")):
        assert nearest(typed, names) == [likely]
        with pytest.raises(NotYetError, match=likely):
            slot_named(names, typed)
    assert nearest("Кротость", names) == []
    assert meant({"night": ("ночь",)}, "yjxm") == meant({"night": ("ночь",)}, "НОЧЬ") == "night"


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (("ыефегы",), "возможно, status?"),
        (("статус",), "status"),
        (("vote", "Вера"), "Пример: itogi vote "),
        (("draft", "суит", "1"), "day (суд), night (ночь)"),
        (("export",), "Не хватает слова. Выберите: votes"),
        (("decide", "00000000", "предупредить"), "нет"),
    ],
)
def test_a_wrong_call_is_mended_by_its_answer(run: Run, call: tuple[str, ...], told: str) -> None:
    """One line: what is wrong, and a call that is right."""
    ran = run(*call, now=NOW)
    assert ran.status == 2
    assert told in ran.line


def test_russian_words_are_taken_wherever_a_word_is_chosen(run: Run) -> None:
    """A GM is no programmer: «суд» is `day`."""
    assert run("draft", "суд", "1", now=NOW).out == run("draft", "day", "1", now=NOW).out


def test_the_commands_stand_by_the_stages_of_a_game(run: Run) -> None:
    """Every command has its place, none is cut within a clause, and an example is never broken over two lines."""
    shown = run("--help").out
    assert "Прочее:" not in shown
    assert shown.index("До игры:") < shown.index("Ночь:") < shown.index("Суд:")
    assert "..." not in shown.partition("До игры:")[2]
    assert "viewtopic.php?id=1 -C my-game\n" in run("signup", "--help").out


def test_results_given_out_for_pasting_do_not_end_a_phase_unasked(run: Run, evening_of_day_two: Bench) -> None:
    """P3: kept as published they would close the court, and what comes later would fall into the next phase."""
    before = len(evening_of_day_two.store.events())
    ran = run("publish", "day", "2", "--copy", "--yes", now=NOW)
    assert (ran.status, len(evening_of_day_two.store.events())) == (2, before)
    assert run("publish", "day", "2", "--copy", "--yes", now="2 22:01").status == 0
    assert isinstance(evening_of_day_two.store.events()[-1].said, Published)


def test_a_court_is_not_closed_before_its_time_unasked(run: Run, evening_of_day_two: Bench) -> None:
    """T2: every later vote would be lost."""
    before = len(evening_of_day_two.store.events())
    assert run("day", "close", now=NOW).status == 2
    assert len(evening_of_day_two.store.events()) == before
    assert run("day", "close", "--yes", now=NOW).status == 0


def test_a_die_that_the_night_does_not_have_is_refused_with_those_it_has(run: Run, evening_of_day_two: Bench) -> None:
    """D2: a mistyped die would decide nothing, and nobody would know."""
    before = dice_of(evening_of_day_two)
    wrong = run("night", "1", "--die", "vote_los:Вера=да", now=NOW)
    assert wrong.status == 2
    assert "Кубики этой ночи" in wrong.line
    assert dice_of(evening_of_day_two) == before
    assert run("night", "1", "--die", "vote_loss:Вера=да", now=NOW).status == 0
    assert dice_of(evening_of_day_two) == before + 1


def dice_of(bench: Bench) -> int:
    return sum(isinstance(event.said, DieEntered) for event in bench.store.events())


def test_a_renamed_player_and_a_second_boss_are_told(run: Run, evening_of_day_two: Bench) -> None:
    """Their roles, orders and votes would count for nobody, and nothing would say so."""
    use_language("ru")
    assert concerns(evening_of_day_two.evening(NOW)) == ()
    path = evening_of_day_two.game.folder / "game.toml"
    text = path.read_text(encoding="utf-8")
    assert run("vote", "Вера", "Гнев", "красным", now=NOW).status == 0
    path.write_text(text.replace('name = "Вера"', 'name = "Верочка"'), encoding="utf-8")
    assert "Вера" in run("status", now=NOW).out.partition("нет в game.toml: ")[2]
    path.write_text(text, encoding="utf-8")
    assert run("roles", "Вера=босс", "Гнев=босс", now=NOW).status == 0
    assert "«босс» внесена у нескольких игроков" in run("status", now=NOW).out.replace("\n", " ")


def test_in_a_wrong_folder_the_game_near_by_is_named(run: Run, evening_of_day_two: Bench, tmp_path: Path) -> None:
    """The parent of the game's folder, and a folder within it."""
    folder = evening_of_day_two.game.folder
    inner = folder / "letters"
    inner.mkdir()
    for place in (folder.parent, inner):
        ran = run("status", "-C", str(place))
        assert ran.status == 2
        assert f'-C "{folder}"' in ran.line


def test_the_night_s_sheet_shows_times_of_the_game(run: Run, evening_of_day_two: Bench) -> None:
    """An order of 20:00 is not shown as of 16:00, in UTC."""
    night = evening_of_day_two.evening("2 22:10").night(1)
    sent = [order.sent_at for order in night.given.orders if order.sent_at]
    assert sent, "the story has orders"
    shown = run("night", "1", now="2 22:10").out
    assert f"{sent[0].astimezone(evening_of_day_two.game.zone):%H:%M}" in shown
    assert f"{sent[0].astimezone(UTC):%d.%m %H:%M}" not in shown


def test_a_vote_by_phone_that_does_not_count_says_why(run: Run) -> None:
    """V5: «nothing changes» alone would leave the GM to guess."""
    told = run("vote", "Вера", "Вера", "красным", now=NOW).out
    assert "! Не засчитан (V5): " in told


def test_a_newcomer_whom_nobody_knows_is_asked_about(run: Run) -> None:
    """V16: a mistyped account of the reserve would take the slot, and every vote of the real one be a stranger's."""
    warned = run("replace", "Вера", "--account", "Никто такой", "--dry-run", now=NOW)
    assert "Никто такой" in warned.err.partition("не писал")[0].splitlines()[-1]


def test_a_verdict_is_taken_and_kept_in_russian(run: Run) -> None:
    """The journal is read by the GM."""
    key = re.findall(r"^[0-9a-f]{8}\b", run("violations", now=NOW).out, re.MULTILINE)[0]
    assert run("decide", key, "отклонить", now=NOW).status == 0
    assert "confirm" not in run("journal", "--last", "1", now=NOW).out
    assert "dismiss" not in run("journal", "--last", "1", now=NOW).out
