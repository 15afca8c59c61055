"""7.2: one queue for what the reader would not guess and what the rules leave to the GM.

Each question tells its choices and what each does to the count; answers survive every recount and are recorded.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from app_bench import GM, Bench, at, red
from app_command import Run, runner

from engine.events import BallotEntered, Decided, QuestionAnswered, RolesDealt
from engine.records import Cast, Colour, Decision, Role, Ruling
from itogi.config import TopicKind
from itogi.evening import Evening, difference
from itogi.open_count import weighed_in_public
from itogi.store import Store
from scraper.records import Precision

ORANGE = '<span style="color: orange">{name}</span>'


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    """A day that ended, with a question of every making: wording, the last minute, an unseen and a silent edit, a
    reply that the board appended, a ballot that was never doubtful.
    """
    made = Bench.on_disk(tmp_path / "game")
    made.post(GM, "Итоги 1 ночи:<br>Ночью никто не умер.", "0 22:20")
    made.post("Вася", red("Петя и Аня"), "1 10:00")
    silent = made.post("Петя", red("Вася"), "1 11:00")
    merged = made.post("Оля", "Думаю.", "1 12:00")
    made.post("Коля", red("Оля"), "1 13:00")
    made.post("Коля", ORANGE.format(name="Аня"), "1 14:00")
    made.poll("1 21:50")
    made.post("Аня", red("Петя"), "1 22:00", precision=Precision.MINUTE)
    unseen = made.post("Коля", red("Аня"), "1 21:55")
    made.edit(unseen, red("Вася"), "1 22:03")
    made.edit(silent, red("Оля"), None)
    made.edit(merged, f"Думаю.</p><p>Добавлено спустя 9 часов:<br>{red('Вася')}", None)
    made.poll("1 22:10")
    yield made
    made.store.close()


@pytest.fixture
def run(bench: Bench, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(bench.game.folder, monkeypatch, capsys)


def reasons(evening: Evening) -> dict[str, str]:
    return {question.reason: question.key for question in evening.questions if question.open}


def test_the_effect_of_an_answer_is_that_of_a_whole_recount(bench: Bench) -> None:
    """Only a few posts are read again for a choice: nothing else than a whole recount gives may come out."""
    by_phone = Cast(by="Вася", target="Оля", colour=Colour.BLUE, at=at("1 13:00"))
    bench.say(BallotEntered(day=1, cast=by_phone, source="phone"), "1 13:01")
    evening = bench.evening("1 22:15")
    for question in evening.questions:
        for choice in question.choices:
            events, intake = evening.supposed(question, choice)
            whole = replace(evening, events=events).intake
            assert intake.casts == whole.casts, (question.key, choice)


def test_the_open_count_tells_no_more_than_the_topic(bench: Bench) -> None:
    """P2, N5: with the boss's silent loss and a weight of three, an answer does to the open count what all can see."""
    asked = next(one for one in bench.evening("1 22:15").questions if one.reason == "unclear_colour")
    plain = weighed_in_public(bench.evening("1 22:15"), asked)
    assert {choice.effect for choice in plain.choices} == {
        choice.effect for choice in bench.evening("1 22:15").weighed(asked).choices
    }
    assert asked.voter
    bench.say(RolesDealt(roles=((asked.voter, Role.MANIAC), ("Вася", Role.BOSS))), "1 22:16")
    bench.say(Decided(phase="day", number=1, decision=Decision(ruling=Ruling.PARDON, player="Аня")), "1 22:17")
    secret = bench.evening("1 22:18")
    assert weighed_in_public(secret, asked) == plain


def test_one_queue_holds_the_readers_and_the_rules_questions(bench: Bench, run: Run) -> None:
    """V3, V15, V19 beside what was not read; each with its words, link, choices and their effects."""
    assert set(reasons(bench.evening("1 22:15"))) == {"several_names", "unclear_colour", "time", "edit", "appended"}
    listed = json.loads(run("questions", "--json", now="1 22:15").out)
    assert {entry["reason"] for entry in listed} >= {"several_names", "unclear_colour", "time", "edit", "appended"}
    out = run("questions", now="1 22:15").out
    assert all(len(line.rstrip()) <= 80 for line in out.splitlines())
    assert out.count("  1) ") == len(listed)
    assert out.count("http://board.test/viewtopic.php?pid=") == len(listed)
    assert "[Петя и Аня]" in out


def test_what_each_choice_is_said_to_do_is_what_it_does(bench: Bench) -> None:
    """Every choice of every question: the effect that was shown is the difference that the answer makes."""
    tried = 0
    for question in bench.evening("1 22:15").questions:
        before = bench.evening("1 22:15")
        for choice in before.weighed(question).choices:
            said = QuestionAnswered(
                question=question.key,
                verdict=choice.verdict,
                voter=question.voter,
                target=choice.target,
                colour=choice.colour,
                early=choice.early,
                final=choice.final,
            )
            event = bench.store.say(said, at=at("1 22:16"))
            after = bench.evening("1 22:17").day(question.day)
            assert difference(before.day(question.day), after.standings, after.result) == choice.effect
            bench.store.undo(event.number)
            tried += 1
    assert tried >= 15


@pytest.mark.parametrize("reason", ["several_names", "unclear_colour", "time", "edit", "appended"])
def test_an_answer_survives_everything_but_an_edit_of_its_own_post(reason: str, bench: Bench, run: Run) -> None:
    """Recounts, polls, later posts, edits and removals of other posts, corrections, a restart of the program."""
    key = reasons(bench.evening("1 22:15"))[reason]
    assert run("answer", key, "1", "--note", "решено", now="1 22:20").status == 0
    day = bench.evening("1 22:21").day(1)
    counted = {(ballot.cast.by, ballot.cast.target) for ballot in day.result.ballots}
    bench.post("Вася", "Спокойной ночи.", "1 22:30", kind=TopicKind.GAME)
    bench.post(GM, "Итоги 1 суда:", "1 22:35")
    other = next(
        post
        for post in bench.topics[TopicKind.VOTE]
        if post.author == "Коля" and not key.startswith(f"{post.id}.") and "orange" not in post.body
    )
    bench.edit(other.id, other.body + " (и смайлик)", "1 22:40")
    bench.poll("1 22:45")
    bench.poll("1 22:50")
    run("alias", "Оля", "Олёныч", now="1 22:55")
    with Store.open(bench.game.folder) as again:
        evening = Evening.of(bench.game, again, now=at("2 12:00"))
        assert {(ballot.cast.by, ballot.cast.target) for ballot in evening.day(1).result.ballots} == counted
        (question,) = [question for question in evening.questions if question.key == key]
        assert question.answer
        assert not question.open


def test_answers_are_recorded_and_undone(bench: Bench, run: Run) -> None:
    key = reasons(bench.evening("1 22:15"))["several_names"]
    run("answer", key, "Аня", "красным", "--note", "спросил сам", "--author", "соведущий", now="1 22:20")
    (event,) = [event for event in bench.store.events() if isinstance(event.said, QuestionAnswered)]
    assert (event.author, event.said.target, event.said.note) == ("соведущий", "Аня", "спросил сам")
    assert "соведущий" in run("journal", now="1 22:21").out
    assert key not in reasons(bench.evening("1 22:21")).values()
    run("undo", now="1 22:22")
    assert key in reasons(bench.evening("1 22:23")).values()


def test_the_gm_may_overrule_a_ballot_that_nobody_doubts(bench: Bench, run: Run) -> None:
    """Every decision of the GM overrides the program."""
    evening = bench.evening("1 22:15")
    cast = next(cast for cast in evening.intake.casts[1] if (cast.by, cast.target) == ("Коля", "Оля"))
    assert run("answer", cast.ref, "не", "голос", now="1 22:20").status == 0
    after = bench.evening("1 22:21").day(1).result
    assert ("Коля", "Оля") not in {(ballot.cast.by, ballot.cast.target) for ballot in after.ballots}
