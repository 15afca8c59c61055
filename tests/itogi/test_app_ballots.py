"""From posts to ballots: V2, V3, V6, V14-V19, the GM's answers, and settings that decide before the engine."""

from __future__ import annotations

from pathlib import Path

import pytest
from app_bench import GM, Bench, at, blue, red

from engine.events import AliasAdded, BallotEntered, Decided, QuestionAnswered
from engine.records import Cast, Colour, Decision, Ruling
from itogi.config import Account, PlayerEntry, Topic, TopicKind
from itogi.questions import Matter, find
from scraper.records import Precision


def made(folder: Path, **settings: object) -> Bench:
    bench = Bench.make(folder, settings=settings)
    bench.post(GM, "Итоги 1 ночи:", "0 22:20")
    return bench


def test_v4_the_last_valid_ballot_counts(bench: Bench) -> None:
    bench.post("Вася", red("Петя"), "1 10:00")
    bench.post("Вася", red("Аня"), "1 11:00")
    bench.post("Оля", blue("Петя"), "1 12:00")
    bench.poll("1 13:00")
    day = bench.day("1 13:00")
    assert bench.fates("1 13:00") == {"Вася": "Аня", "Оля": "Петя"}
    assert day.standings == (("Аня", 1), ("Петя", -1))
    assert day.running
    assert day.result.missed == ("Петя", "Аня", "Коля")


def test_v2_a_vote_in_the_game_topic_is_set_aside(bench: Bench) -> None:
    bench.post("Вася", red("Петя"), "1 10:00", kind=TopicKind.GAME)
    bench.poll("1 11:00")
    assert bench.fates("1 11:00") == {"Вася": "-V2"}


@pytest.mark.parametrize(
    ("votes_in", "expected"),
    [
        ("votes", {"Вася": "-V2", "Оля": "Петя"}),
        ("game", {"Вася": "Петя", "Оля": "-V2"}),
        ("both", {"Вася": "Петя", "Оля": "Петя"}),
    ],
)
def test_v2_the_setting_votes_in(tmp_path: Path, votes_in: str, expected: dict[str, str]) -> None:
    bench = made(tmp_path, votes_in=votes_in)
    bench.post("Вася", red("Петя"), "1 10:00", kind=TopicKind.GAME)
    bench.post("Оля", red("Петя"), "1 10:30")
    bench.poll("1 11:00")
    assert bench.fates("1 11:00") == expected


def test_v2_a_game_without_a_vote_topic_votes_where_it_plays(tmp_path: Path) -> None:
    topic = Topic(url="http://board.test/viewtopic.php?id=2", kind=TopicKind.GAME)
    bench = Bench.make(tmp_path, topics=(topic,))
    bench.post("Вася", red("Петя"), "1 10:00", kind=TopicKind.GAME)
    bench.poll("1 11:00")
    assert bench.fates("1 11:00") == {"Вася": "Петя"}


def test_v3_late_votes_are_set_aside_and_close_ones_put_before_the_gm(bench: Bench) -> None:
    bench.post("Вася", red("Петя"), "1 21:58")
    in_time = bench.post("Оля", red("Петя"), "1 21:59:30")
    late = bench.post("Аня", red("Петя"), "1 22:00")
    bench.post("Коля", red("Петя"), "1 22:05")
    bench.poll("1 22:10")
    assert bench.fates("1 22:10") == {"Вася": "Петя", "Оля": "Петя", "Аня": "-V3", "Коля": "-V3"}
    asked = {question.evidence.post_id: question for question in bench.evening("1 22:10").questions if question.open}
    assert set(asked) == {in_time, late}
    assert {question.reason for question in asked.values()} == {Matter.TIME}
    for post_id, verdict in ((in_time, "late"), (late, "in_time")):
        bench.say(QuestionAnswered(question=asked[post_id].key, verdict=verdict), "1 22:11")
    assert bench.fates("1 22:12") == {"Вася": "Петя", "Оля": "-V3", "Аня": "Петя", "Коля": "-V3"}


def test_v3_on_a_board_without_seconds_the_minutes_either_side_are_asked_about(bench: Bench) -> None:
    bench.post("Вася", red("Петя"), "1 21:58", precision=Precision.MINUTE)
    bench.post("Оля", red("Петя"), "1 21:59", precision=Precision.MINUTE)
    bench.post("Аня", red("Петя"), "1 22:00", precision=Precision.MINUTE)
    bench.post("Коля", red("Петя"), "1 22:01", precision=Precision.MINUTE)
    bench.poll("1 22:10")
    assert bench.fates("1 22:10") == {"Вася": "Петя", "Оля": "Петя", "Аня": "-V3", "Коля": "-V3"}
    assert [question.voter for question in bench.evening("1 22:10").questions if question.open] == ["Оля", "Аня"]


def test_v3_a_vote_between_the_court_and_the_nights_results_is_late_for_that_court(bench: Bench) -> None:
    bench.post("Вася", red("Петя"), "1 22:40")
    bench.post(GM, "Итоги 2 ночи:", "1 22:50")
    bench.post("Вася", red("Аня"), "1 22:55")
    bench.poll("1 23:00")
    assert bench.fates("1 23:00", 1) == {"Вася": "-V3"}
    assert bench.fates("1 23:00", 2) == {"Вася": "Аня"}


def test_v3_a_vote_before_the_first_day_opened_is_nobodys(bench: Bench) -> None:
    bench.post("Вася", red("Петя"), "0 21:00")
    bench.poll("1 10:00")
    assert bench.fates("1 10:00") == {}


def test_v6_an_attempt_to_take_a_vote_back_is_reported_and_the_vote_stands(bench: Bench) -> None:
    bench.post("Вася", red("Петя"), "1 10:00")
    bench.post("Вася", "Снимаю голос", "1 11:00")
    bench.poll("1 12:00")
    assert bench.fates("1 12:00") == {"Вася": "Петя"}
    (remark,) = bench.evening("1 12:00").questions
    assert (remark.settled_by, remark.open) == ("V6", False)


def test_v14_the_gm_passes_a_vote_on_and_a_player_cannot(bench: Bench) -> None:
    bench.post(GM, f"Вася голосует {red('Петю')}", "1 10:00")
    bench.post("Оля", f"Коля голосует {red('Петю')}", "1 10:30")
    bench.poll("1 11:00")
    evening = bench.evening("1 11:00")
    (ballot,) = evening.day(1).result.ballots
    assert (ballot.cast.by, ballot.cast.target, ballot.cast.announced) == ("Вася", "Петя", True)
    assert [question.settled_by for question in evening.questions] == ["V14"]


def test_v14_a_vote_by_phone_is_entered_and_keeps_its_source(bench: Bench) -> None:
    bench.poll("1 11:00")
    cast = Cast(by="Вася", target="Петя", colour=Colour.RED, at=at("1 10:00"))
    bench.say(BallotEntered(day=1, cast=cast, source="SMS"), "1 10:05")
    evening = bench.evening("1 11:00")
    (ballot,) = evening.day(1).result.ballots
    found = evening.evidence(ballot.cast)
    assert found
    assert (ballot.cast.announced, found.source, found.post_id) == (True, "SMS", None)


def test_the_gms_own_painted_names_are_no_ballots(bench: Bench) -> None:
    bench.post(GM, f"Под подозрением {red('Петя')}", "1 10:00")
    bench.poll("1 11:00")
    assert bench.fates("1 11:00") == {}
    assert bench.evening("1 11:00").questions == ()


def test_v18_a_guest_and_a_namesake_are_not_the_player(bench: Bench) -> None:
    bench.post("Вася", "Всем привет", "1 9:00", kind=TopicKind.GAME)
    bench.post("Вася", red("Петя"), "1 10:00", guest=True)
    bench.post("Вася", red("Петя"), "1 11:00", account="777")
    bench.post("Прохожий", red("Петя"), "1 12:00")
    bench.post("Вася", red("Аня"), "1 13:00")
    bench.poll("1 14:00")
    assert bench.fates("1 14:00") == {"Вася": "Аня -V18 -V18", "Прохожий": "-V18"}


def test_v18_a_namesake_in_other_letters_who_came_first_is_not_the_player(bench: Bench) -> None:
    """Some boards let two accounts differ in the case of letters alone."""
    bench.post("ВАСЯ", red("Оля"), "1 10:00")
    bench.post("Вася", red("Петя"), "1 10:01")
    bench.poll("1 11:00")
    assert bench.day("1 11:00").standings == (("Петя", 1),)


def test_v18_a_renamed_account_stays_itself(bench: Bench) -> None:
    """The id tells, not the name; a stranger who takes the old name is nobody."""
    bench.post("Вася", "я тут", "1 9:00", account="50")
    bench.post("Васисуалий", red("Петя"), "1 10:00", account="50")
    bench.post("Вася", red("Оля"), "1 11:00", account="51")
    bench.poll("1 12:00")
    assert bench.fates("1 12:00") == {"Вася": "Петя -V18"}


def test_v18_an_account_given_with_its_id(tmp_path: Path) -> None:
    players = (PlayerEntry(name="Маска", accounts=(Account(name="Nick", id="5"),)), PlayerEntry(name="Петя"))
    bench = Bench.make(tmp_path, players=players)
    bench.post("Nick", red("Петя"), "1 10:00", account="6")
    bench.post("Nick", red("Петя"), "1 11:00", account="5")
    bench.post("Маска", red("Петя"), "1 12:00", account="7")
    bench.poll("1 12:30")
    assert bench.fates("1 12:30") == {"Маска": "Петя -V18 -V18"}


def test_v16_accounts_speak_each_from_its_own_moment_on(bench: Bench) -> None:
    bench.post("Новый", red("Петя"), "1 9:00")
    bench.post("Вася", red("Аня"), "1 10:00")
    bench.post("Новый", red("Оля"), "1 13:00")
    bench.post("Вася", red("Коля"), "1 14:00")
    bench.poll("1 15:00")
    decision = Decision(ruling=Ruling.REPLACE, player="Вася", account="Новый", at=at("1 12:00"))
    bench.say(Decided(phase="day", number=1, decision=decision), "1 12:00")
    assert bench.fates("1 15:00") == {"Вася": "Оля -V16 -V16"}


def test_v15_the_text_at_the_deadline_counts_when_it_was_seen(bench: Bench) -> None:
    post = bench.post("Вася", red("Петя"), "1 10:00")
    bench.poll("1 21:50")
    bench.edit(post, red("Аня"), "1 22:30")
    bench.poll("1 23:00")
    assert bench.fates("1 23:00") == {"Вася": "Петя"}
    (remark,) = bench.evening("1 23:00").questions
    assert (remark.reason, remark.settled_by) == (Matter.EDIT, "V15")
    bench.say(QuestionAnswered(question=remark.key, verdict="as_now"), "1 23:01")
    assert bench.fates("1 23:02") == {"Вася": "Аня"}


def test_v15_an_edit_before_the_deadline_counts_though_it_was_seen_later(bench: Bench) -> None:
    post = bench.post("Вася", red("Петя"), "1 10:00")
    bench.poll("1 11:00")
    bench.edit(post, red("Аня"), "1 21:00")
    bench.poll("1 23:00")
    assert bench.fates("1 23:00") == {"Вася": "Аня"}
    assert bench.evening("1 23:00").questions == ()


def test_v15_a_text_only_seen_after_its_edit_is_put_before_the_gm(bench: Bench) -> None:
    post = bench.post("Вася", red("Петя"), "1 10:00")
    bench.edit(post, red("Аня"), "1 22:30")
    bench.poll("1 23:00")
    assert bench.fates("1 23:00") == {"Вася": "-V15"}
    (question,) = bench.evening("1 23:00").questions
    assert question.open
    bench.say(QuestionAnswered(question=question.key, verdict="as_now"), "1 23:01")
    assert bench.fates("1 23:02") == {"Вася": "Аня"}
    bench.say(QuestionAnswered(question=question.key, verdict="vote", target="Оля", colour=Colour.RED), "1 23:03")
    assert bench.fates("1 23:04") == {"Вася": "Оля"}


def test_v15_an_old_edit_seen_only_later_stood_at_the_deadline(bench: Bench) -> None:
    post = bench.post("Вася", red("Петя"), "1 10:00")
    bench.edit(post, red("Аня"), "1 15:00")
    bench.poll("1 23:00")
    assert bench.fates("1 23:00") == {"Вася": "Аня"}
    assert bench.evening("1 23:00").questions == ()


def test_v15_a_silent_edit_leaves_the_text_that_was_seen_and_a_question(bench: Bench) -> None:
    post = bench.post("Вася", red("Петя"), "1 10:00")
    bench.poll("1 21:50")
    bench.edit(post, red("Аня"), None)
    bench.poll("1 23:00")
    assert bench.fates("1 23:00") == {"Вася": "Петя"}
    (question,) = bench.evening("1 23:00").questions
    assert question.open
    bench.say(QuestionAnswered(question=question.key, verdict="as_before"), "1 23:01")
    assert bench.fates("1 23:02") == {"Вася": "Петя"}


def test_v15_an_edit_that_leaves_the_vote_alone_asks_nothing(bench: Bench) -> None:
    post = bench.post("Вася", red("Петя"), "1 10:00")
    bench.poll("1 21:50")
    bench.edit(post, f"Опечатка! {red('Петя')}", "1 22:30")
    bench.poll("1 23:00")
    assert bench.fates("1 23:00") == {"Вася": "Петя"}
    assert bench.evening("1 23:00").questions == ()


@pytest.mark.parametrize("setting", ["void", "miss"])
def test_v15_where_edits_are_forbidden_an_edited_vote_is_void(tmp_path: Path, setting: str) -> None:
    bench = made(tmp_path, edited_votes=setting)
    bench.post("Вася", red("Аня"), "1 9:00")
    post = bench.post("Вася", red("Петя"), "1 10:00")
    bench.edit(post, red("Оля"), "1 11:00")
    by_gm = bench.post("Коля", red("Петя"), "1 10:00")
    bench.edit(by_gm, f"{red('Петя')}!", "1 12:00", editor=GM)
    bench.poll("1 23:00")
    assert bench.fates("1 23:00")["Коля"] == "Петя", "the GM's hand is no edit by the player"
    assert bench.fates("1 23:00")["Вася"] == "Аня -V15"
    assert ("Вася" in bench.day("1 23:00").result.missed) == (setting == "miss")


@pytest.mark.parametrize(("setting", "expected"), [("count", {"Вася": "Петя"}), ("void", {})])
def test_v15_a_vote_post_that_disappears(tmp_path: Path, setting: str, expected: dict[str, str]) -> None:
    bench = made(tmp_path, vanished_votes=setting)
    post = bench.post("Вася", red("Петя"), "1 10:00")
    bench.post("Оля", "привет", "1 10:30")
    bench.poll("1 11:00")
    bench.remove(post)
    bench.poll("1 12:00")
    assert bench.fates("1 12:00") == expected
    (remark,) = bench.evening("1 12:00").questions
    assert (remark.reason, remark.settled_by, remark.evidence.gone) == (Matter.VANISHED, "V15", True)
    verdict = "nothing" if setting == "count" else "as_before"
    bench.say(QuestionAnswered(question=remark.key, verdict=verdict), "1 12:01")
    assert bench.fates("1 12:02") == ({} if setting == "count" else {"Вася": "Петя"})


def test_v19_an_appended_reply_is_a_message_of_its_own_time(bench: Bench) -> None:
    post = bench.post("Вася", red("Петя"), "1 10:00")
    bench.poll("1 11:00")
    bench.edit(post, f"{red('Петя')}</p><p>Добавлено спустя 2 часа:<br>{red('Аня')}", None)
    bench.poll("1 12:05")
    evening = bench.evening("1 12:10")
    assert bench.fates("1 12:10") == {"Вася": "Аня"}
    assert [cast.at for cast in evening.intake.casts[1]] == [at("1 10:00"), at("1 12:05")]
    assert evening.questions == ()


def test_v19_appended_over_the_deadline_the_gm_is_asked(bench: Bench) -> None:
    post = bench.post("Вася", red("Петя"), "1 21:30")
    bench.poll("1 21:40")
    bench.edit(post, f"{red('Петя')}</p><p>Добавлено спустя 25 минут:<br>{red('Аня')}", None)
    bench.poll("1 22:05")
    assert bench.fates("1 22:10") == {"Вася": "Петя -V3"}
    (question,) = [question for question in bench.evening("1 22:10").questions if question.open]
    assert question.reason == Matter.APPENDED
    bench.say(QuestionAnswered(question=question.key, verdict="in_time"), "1 22:11")
    assert bench.fates("1 22:12") == {"Вася": "Аня"}


def test_v19_appended_on_the_next_day_it_is_a_vote_of_that_day(bench: Bench) -> None:
    post = bench.post("Вася", red("Петя"), "1 21:30")
    bench.poll("1 22:05")
    bench.post(GM, "Итоги 2 ночи:", "1 22:50")
    bench.edit(post, f"{red('Петя')}</p><p>Добавлено спустя 12 часов:<br>{red('Аня')}", None)
    bench.poll("2 10:00")
    assert (bench.fates("2 10:05", 1), bench.fates("2 10:05", 2)) == ({"Вася": "Петя"}, {"Вася": "Аня"})


def test_votes_per_post_single_sets_a_post_with_several_aside(tmp_path: Path) -> None:
    bench = made(tmp_path, votes_per_post="single")
    bench.post("Вася", f"{red('Петя')}<br><br>{red('Аня')}", "1 10:00")
    bench.post("Оля", red("Петя"), "1 10:00")
    bench.poll("1 11:00")
    assert bench.fates("1 11:00") == {"Вася": "-V4 -V4", "Оля": "Петя"}


def test_an_answer_survives_recounts_and_new_polls_but_not_an_edit(bench: Bench) -> None:
    post = bench.post("Вася", red("Петя и Аня"), "1 10:00")
    bench.poll("1 11:00")
    (question,) = bench.evening("1 11:00").questions
    bench.say(
        QuestionAnswered(question=question.key, verdict="vote", voter="Вася", target="Аня", colour=Colour.RED),
        "1 11:01",
    )
    bench.post("Оля", red("Аня"), "1 12:00")
    bench.poll("1 12:30")
    bench.say(AliasAdded(player="Оля", alias="Олечка"), "1 12:31")
    assert bench.fates("1 12:40") == {"Вася": "Аня", "Оля": "Аня"}
    bench.edit(post, red("Петя или Аня"), "1 13:00")
    bench.poll("1 13:30")
    evening = bench.evening("1 13:30")
    assert "Вася" not in bench.fates("1 13:30")
    assert [question.open for question in evening.questions if question.voter == "Вася"] == [True]


def test_the_key_of_a_counted_ballot_can_be_answered_too(bench: Bench) -> None:
    bench.post("Вася", red("Петя"), "1 10:00")
    bench.poll("1 11:00")
    evening = bench.evening("1 11:00")
    ballot = find(evening.ballots_as_questions(), evening.intake.casts[1][0].ref or "")
    bench.say(QuestionAnswered(question=ballot.key, verdict="nothing"), "1 11:01")
    assert bench.fates("1 11:02") == {}


def test_a_bare_early_can_be_given_to_the_ballot_before_it(tmp_path: Path) -> None:
    bench = made(tmp_path, early_from_day=1)
    bench.post("Вася", red("Петя"), "1 10:00")
    bench.post("Вася", "Досрочно!", "1 11:00")
    bench.poll("1 12:00")
    (question,) = bench.evening("1 12:00").questions
    assert [choice.verdict for choice in question.choices] == ["early", "nothing"]
    bench.say(QuestionAnswered(question=question.key, verdict="early"), "1 12:01")
    assert bench.evening("1 12:02").intake.casts[1][0].early


def test_an_alias_works_backwards(bench: Bench) -> None:
    bench.post("Вася", red("Петруччо"), "1 10:00")
    bench.poll("1 11:00")
    assert bench.fates("1 11:00") == {}
    bench.say(AliasAdded(player="Петя", alias="Петруччо"), "1 11:01")
    assert bench.fates("1 11:02") == {"Вася": "Петя"}


def test_evidence_shows_the_words_the_place_and_the_revision(bench: Bench) -> None:
    post = bench.post("Вася", f"Долго думал и решил: {red('Петя')}, без обид.", "1 10:00")
    bench.poll("1 10:10")
    bench.edit(post, f"Долго думал и решил: {red('Аня')}, без обид.", "1 10:20")
    bench.poll("1 10:30")
    evening = bench.evening("1 11:00")
    (cast,) = evening.intake.casts[1]
    found = evening.evidence(cast)
    assert found
    assert (found.before, found.marked, found.after) == ("Долго думал и решил: ", "Аня", ", без обид.")
    assert (found.revision, found.revisions, found.post_id) == (2, 2, post)
    assert found.url


def test_v19_a_reply_already_appended_when_first_seen_has_its_labels_time(bench: Bench) -> None:
    """Read once, after the deadline: the label tells that the second vote was late."""
    bench.post("Вася", f"{red('Петя')}</p><p>Добавлено спустя 40 минут:<br>{red('Аня')}", "1 21:30")
    bench.post("Оля", f"{red('Петя')}</p><p>Добавлено спустя 10 минут 5 секунд:<br>{red('Аня')}", "1 21:30")
    bench.post("Коля", f"{red('Петя')}</p><p>Добавлено спустя 30 минут:<br>{red('Аня')}", "1 21:30")
    bench.poll("1 23:00")
    assert bench.fates("1 23:00") == {"Вася": "Петя -V3", "Оля": "Аня", "Коля": "Петя -V3"}
    (question,) = bench.evening("1 23:00").questions
    assert (question.voter, question.reason) == ("Коля", Matter.APPENDED)
    bench.say(QuestionAnswered(question=question.key, verdict="in_time"), "1 23:01")
    assert bench.fates("1 23:02")["Коля"] == "Аня"


def test_v19_the_word_added_in_a_sentence_is_no_label(bench: Bench) -> None:
    bench.post("Вася", f"Добавлено, что хотел. {red('Петя')}", "1 21:30")
    bench.poll("1 23:00")
    assert bench.fates("1 23:00") == {"Вася": "Петя"}
