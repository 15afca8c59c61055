"""The game as of a moment: --at, half-read archives, effects of answers, the end of a game."""

from __future__ import annotations

from pathlib import Path

import pytest
from app_bench import GM, Bench, at, blue, red

from engine.events import Decided, OrderGiven, QuestionAnswered, RolesDealt
from engine.records import Decision, Deed, Order, Role, Ruling
from engine.results import Victory
from itogi.config import TopicKind
from itogi.drafting import DraftKind, draft_of, last_phase
from itogi.errors import NotYetError
from itogi.questions import answered
from itogi.timetable import PhaseKind
from scraper.archive_records import Outcome

ROLES = RolesDealt(
    roles=(
        ("Вася", Role.BOSS),
        ("Петя", Role.CITIZEN),
        ("Аня", Role.DOCTOR),
        ("Оля", Role.CITIZEN),
        ("Коля", Role.CITIZEN),
    )
)


def test_the_tally_as_of_any_moment_from_the_archive_alone(bench: Bench) -> None:
    """--at: what stood then, not what was known then; later edits and posts are left out."""
    post = bench.post("Вася", red("Петя"), "1 10:00")
    bench.poll("1 11:00")
    bench.edit(post, red("Аня"), "1 12:00")
    bench.post("Оля", red("Аня"), "1 13:00")
    bench.poll("1 14:00")
    for moment, expected in (
        ("1 09:00", ()),
        ("1 11:30", (("Петя", 1),)),
        ("1 12:30", (("Аня", 1),)),
        ("1 13:30", (("Аня", 2),)),
    ):
        assert bench.evening("1 15:00", moment).day(1).standings == expected, moment


def test_a_correction_said_later_holds_for_an_earlier_moment_too(bench: Bench) -> None:
    bench.post("Вася", red("Петя и Аня"), "1 10:00")
    bench.poll("1 11:00")
    (question,) = bench.evening("1 11:00").questions
    bench.say(answered(question, "Аня красным", ["Аня", "Петя"]), "1 15:00")
    assert bench.evening("1 16:00", "1 12:00").day(1).standings == (("Аня", 1),)


def test_a_removal_after_the_moment_has_not_happened_yet(bench: Bench) -> None:
    bench.poll("1 11:00")
    bench.say(
        Decided(phase="day", number=1, decision=Decision(ruling=Ruling.MODKILL, player="Петя", at=at("1 15:00"))),
        "1 15:00",
    )
    assert "Петя" in bench.evening("1 16:00", "1 14:00").day(1).result.alive
    assert "Петя" not in bench.evening("1 16:00").day(1).result.alive


def test_who_has_not_voted_yet_is_not_punished_yet(bench: Bench) -> None:
    """V10: two votes against come with the end of the day."""
    bench.post("Вася", red("Петя"), "1 10:00")
    bench.poll("1 22:05")
    assert bench.day("1 12:00").standings == (("Петя", 1),)
    assert dict(bench.day("1 22:05").standings) == {"Петя": 3, "Аня": 2, "Оля": 2, "Коля": 2}


def test_a_topic_that_was_never_read_gives_no_count(bench: Bench) -> None:
    """A page that is not understood is never «no votes»."""
    evening = bench.evening("1 12:00")
    day = evening.day(1)
    assert not day.read
    assert len(day.reliability.warnings) == 1
    with pytest.raises(NotYetError, match="itogi poll"):
        draft_of(evening, "day", 1)


def test_a_half_read_topic_is_said_so(bench: Bench) -> None:
    bench.post("Вася", red("Петя"), "1 10:00")
    bench.poll("1 11:00")
    bench.poll("1 11:58", outcome=Outcome.PARTIAL)
    warnings = bench.day("1 12:00").reliability.warnings
    assert any("11:58" in line and "сбой" in line for line in warnings)


def test_an_old_reading_is_said_so_and_a_fresh_one_is_not(bench: Bench) -> None:
    bench.poll("1 21:40")
    assert any("21:40" in line for line in bench.day("1 22:30").reliability.warnings)
    bench.poll("1 22:01")
    assert bench.day("1 22:30").reliability.warnings == ()
    assert bench.day("1 22:30").reliability.read_at == at("1 22:01")


def test_only_the_topics_that_votes_come_from_matter(bench: Bench) -> None:
    bench.poll("1 12:00", TopicKind.VOTE)
    assert bench.day("1 12:01").reliability.warnings == ()


def test_every_choice_says_what_it_does_to_the_count(bench: Bench) -> None:
    bench.post("Вася", red("Петя и Аня"), "1 10:00")
    bench.post("Оля", red("Аня"), "1 10:30")
    bench.poll("1 11:00")
    evening = bench.evening("1 11:00")
    question = evening.weighed(evening.questions[0])
    effects = {choice.label: choice.effect for choice in question.choices}
    assert effects == {
        "Петя in red": "Петя 0 → +1; Вася has voted",
        "Аня in red": "Аня +1 → +2; Вася has voted",
        "no vote": "changes nothing",
    }
    assert question.matters
    assert evening.store.events() == (), "trying a choice out records nothing"


def test_a_question_of_a_dead_voter_is_not_asked(bench: Bench) -> None:
    """V17: whatever the post says, it does not count."""
    bench.say(ROLES, "0 12:00")
    bench.say(OrderGiven(night=1, order=Order(by="Вася", do=Deed.KILL, targets=("Коля",))), "0 21:00")
    bench.post("Коля", red("Петя и Аня"), "1 10:00")
    bench.poll("1 11:00")
    assert bench.evening("1 11:00").questions == ()
    assert len(bench.evening("1 11:00").intake.questions) == 1


def test_results_posts_of_the_gm_open_days_and_those_of_players_do_not(bench: Bench) -> None:
    """T2: the heading of the GM's post; a quote of it, or a player's joke, opens nothing."""
    bench.post("Вася", "Итоги 2 ночи: шучу", "1 22:35")
    bench.post(GM, "<blockquote>Итоги 2 ночи:</blockquote>Не спешите.", "1 22:36")
    bench.post(GM, "Итоги 2-й ночи<br>Никто не умер", "1 22:50")
    bench.poll("1 23:00")
    assert bench.evening("1 23:00").timetable.day(2).opens == at("1 22:50")


@pytest.mark.parametrize(
    "heading", ["Итоги 1 ночи:", "ИТОГИ НОЧИ 1", "Результаты 1-й ночи", "Results of night 1", "<b>Итоги 1 ночи</b>"]
)
def test_headings_of_results(tmp_path: Path, heading: str) -> None:
    bench = Bench.make(tmp_path)
    bench.post(GM, heading, "0 22:17")
    bench.poll("0 23:00")
    assert bench.evening("0 23:00").timetable.day(1).opens == at("0 22:17")


def test_votes_end_with_the_results_of_the_court(bench: Bench) -> None:
    bench.post(GM, "Итоги 1 суда:<br>Выбывает Петя.", "1 21:00")
    bench.post("Вася", red("Аня"), "1 21:30")
    bench.poll("1 21:40")
    assert bench.fates("1 21:45") == {"Вася": "-V3"}


def test_a_game_that_is_over_rests(bench: Bench) -> None:
    """Days without any sign of the game are not counted as days on which everybody missed."""
    bench.post("Вася", red("Петя"), "1 10:00")
    bench.poll("1 23:00")
    evening = bench.evening("30 12:00")
    assert (evening.phase.kind, evening.phase.number) == (PhaseKind.OVER, 1)
    assert [result.day for result in evening.playthrough.results if hasattr(result, "day")] == [1]
    assert evening.day().window.number == 1
    with pytest.raises(NotYetError):
        evening.day(2)


def test_a_victory_is_proposed(bench: Bench) -> None:
    """R3."""
    bench.say(ROLES, "0 12:00")
    for voter in ("Петя", "Аня", "Оля", "Коля"):
        bench.post(voter, red("Вася"), "1 10:00")
    bench.poll("1 22:05")
    assert bench.evening("1 12:00").over is None
    assert bench.evening("1 22:06").over is Victory.CITY


def test_orders_of_a_running_night_are_worked_out_as_a_preview(bench: Bench) -> None:
    """Though no entry has opened the night."""
    bench.say(ROLES, "0 12:00")
    bench.poll("1 22:05")
    bench.say(OrderGiven(night=2, order=Order(by="Вася", do=Deed.KILL, targets=("Коля",))), "1 22:10")
    night = bench.evening("1 22:11").night()
    assert (night.window.number, [death.player for death in night.result.deaths]) == (2, ["Коля"])
    with pytest.raises(NotYetError):
        bench.evening("1 22:11").night(4)


def test_what_is_drafted_without_being_named(bench: Bench) -> None:
    bench.poll("1 11:00")
    with pytest.raises(NotYetError):
        last_phase(bench.evening("0 12:00"))
    assert last_phase(bench.evening("0 22:10")) == ("night", 1)
    assert last_phase(bench.evening("1 12:00")) == ("day", 1)
    assert last_phase(bench.evening("1 22:10")) == ("day", 1)


@pytest.mark.parametrize("kind", list(DraftKind))
def test_every_kind_of_draft_is_free_of_secrets(bench: Bench, kind: DraftKind) -> None:
    """P2: the doctor's triple blue shows in no public text."""
    bench.say(ROLES, "0 12:00")
    bench.post("Аня", blue("Петя"), "1 10:00")
    bench.post("Вася", red("Петя"), "1 10:00")
    bench.poll("1 22:05")
    text = draft_of(bench.evening("1 22:10"), "day", 1, kind).text
    assert text
    assert "доктор" not in text
    assert "-2" not in text.replace("−", "-")


def test_undone_answers_are_asked_again(bench: Bench) -> None:
    bench.post("Вася", red("Петя и Аня"), "1 10:00")
    bench.poll("1 11:00")
    (question,) = bench.evening("1 11:00").questions
    bench.say(QuestionAnswered(question=question.key, verdict="nothing"), "1 11:01")
    assert not bench.evening("1 11:02").questions[0].open
    bench.store.undo()
    assert bench.evening("1 11:03").questions[0].open
