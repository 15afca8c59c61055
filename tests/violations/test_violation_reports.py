"""Reports over a real archive: keys, decisions, candidates, reports by hand, and the commands that show them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from app_bench import GM, Bench, at, blue, red
from app_command import Run, runner

from engine.events import Decided, OrderGiven, RolesDealt, ViolationFiled
from engine.records import Decision, Deed, Order, Role, Ruling
from itogi.config import TopicKind
from itogi.evening import Evening
from itogi.violations.catalogue import CLAUSES
from itogi.violations.judging import notices
from itogi.violations.records import Clause
from itogi.violations.reports import Report, report_named, reports

ROLES = {"Вася": Role.BOSS, "Петя": Role.COMMISSIONER, "Аня": Role.DOCTOR, "Оля": Role.CITIZEN, "Коля": Role.CITIZEN}


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    """A folder of a game on its first day: an oath, a vote for oneself, votes on Коля."""
    made = Bench.on_disk(tmp_path / "game", reserves=("Reserve_1", "Reserve_2"))
    made.post(GM, "Итоги 1 ночи:<br>Ночью никто не умер.", "0 22:20")
    made.post("Вася", "Клянусь, я мирный!", "1 10:00", kind=TopicKind.GAME)
    made.post("Петя", red("Петя"), "1 11:00")
    made.post("Аня", red("Оля"), "1 12:00")
    made.post("Аня", red("Коля"), "1 13:00")
    made.post("Оля", red("Коля"), "1 13:10")
    made.poll("1 14:00")
    yield made
    made.store.close()


@pytest.fixture
def run(bench: Bench, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs commands in that folder, in Russian, at 80 columns."""
    return runner(bench.game.folder, monkeypatch, capsys)


def named(bench: Bench, code: str, now: str = "1 15:00") -> Report:
    (found,) = [report for report in reports(bench.evening(now)) if report.violation.clause.code == code]
    return found


def keys(evening: Evening) -> dict[str, str]:
    return {report.violation.clause.code: report.violation.key for report in reports(evening)}


def test_a_report_keeps_its_key_over_polls_later_posts_and_edits_around_it(bench: Bench) -> None:
    """7.1: deduplicated; what was judged stays judged."""
    before = keys(bench.evening("1 15:00"))
    assert set(before) == {"X6-oath", "X2-self"}
    bench.poll("1 15:30")
    bench.post("Коля", "Всем привет.", "1 15:40")
    bench.edit(bench.topics[TopicKind.VOTE][1].id, "Ой, зря. " + red("Петя"), "1 15:50")
    bench.edit(bench.topics[TopicKind.GAME][0].id, "Ну ладно. Клянусь, я мирный!", "1 15:50")
    bench.poll("1 16:00")
    after = reports(bench.evening("1 16:05"))
    assert {report.violation.clause.code: report.violation.key for report in after} == before
    assert len(after) == 2, "one offence is one report however often its post changed"


def test_a_decision_is_kept_with_its_note_and_taken_back(bench: Bench, run: Run) -> None:
    key = named(bench, "X6-oath").violation.key
    assert run("decide", key, "confirm", "--note", "второй раз", now="1 15:00").status == 0
    judged = named(bench, "X6-oath").judged
    assert judged
    assert (judged.verdict, judged.note) == ("confirm", "второй раз")
    assert "X6-oath" not in run("violations", now="1 15:00").out
    assert "второй раз" in run("violations", "--all", now="1 15:00").out
    run("undo", now="1 15:01")
    assert named(bench, "X6-oath").open


def test_what_was_judged_is_kept_when_its_post_changes(bench: Bench, run: Run) -> None:
    """The journal tells what was judged, though the post would not be reported any more."""
    key = named(bench, "X2-self").violation.key
    run("decide", key, "warn", now="1 15:00")
    post = bench.topics[TopicKind.VOTE][1].id
    bench.edit(post, red("Вася"), "1 15:10")
    bench.poll("1 15:20")
    kept = report_named(reports(bench.evening("1 15:30")), key)
    assert kept.judged
    assert (kept.violation.clause.code, kept.violation.player, kept.violation.post) == ("X2-self", "Петя", post)


def test_an_undone_modkill_takes_its_judgement_back(bench: Bench, run: Run) -> None:
    key = named(bench, "X6-oath").violation.key
    done = run("decide", key, "modkill", now="1 15:00")
    assert done.status == 0
    assert named(bench, "X6-oath").judged
    assert "Вася" not in bench.evening("1 15:05").day(1).result.alive
    run("undo", now="1 15:10")
    assert named(bench, "X6-oath").open
    assert "Вася" in bench.evening("1 15:15").day(1).result.alive


def test_earlier_warnings_are_told(bench: Bench, run: Run) -> None:
    """«Если игрок не успокаивается»: the GM sees that it is not the first time."""
    bench.post("Вася", "Петя, ты идиот.", "1 14:10", kind=TopicKind.GAME)
    bench.poll("1 14:20")
    run("decide", named(bench, "X6-insult").violation.key, "warn", now="1 15:00")
    assert named(bench, "X6-oath").warnings == 1
    assert "уже предупреждений: 1" in run("violations", now="1 15:00").out


def test_a_modkill_names_everyone_whose_ballot_it_concerns(bench: Bench, run: Run) -> None:
    """V20, Г10: the notice for the topic and the message for the player come ready."""
    bench.post("Коля", "Клянусь!", "1 14:10", kind=TopicKind.GAME)
    bench.poll("1 14:20")
    key = next(
        report.violation.key for report in reports(bench.evening("1 14:30")) if report.violation.player == "Коля"
    )
    done = run("decide", key, "modkill", now="1 15:00")
    private, public = done.out.split("В тему:")
    assert "Игроку, личным сообщением (Г10):" in private
    assert "Коля, решение ведущего: модкилл." in private
    assert "Г13.6" in private
    assert "Клянусь" in private
    assert "Модкилл: Коля." in public
    assert "Аня: снова в силе голос за Олю красным." in public
    assert "Без голоса осталась: Оля." in public
    assert "Г13.6" not in public, "the reason is the player's own affair"
    again = run("draft", "--kind", "modkill", "--report", key, "--format", "bbcode", now="1 15:10")
    assert "снова в силе" in again.out


def test_a_warning_is_drafted_for_the_player_and_for_the_topic(bench: Bench, run: Run) -> None:
    done = run("decide", named(bench, "X6-oath").violation.key, "warn", now="1 15:00")
    private, public = done.out.split("В тему:")
    for text in (private, public):
        assert "Нарушено правило: Г13.6 — клятва." in text
        assert "«Клянусь»" in text
        assert "http://board.test/viewtopic.php?pid=" in text
    assert "Вася, предупреждение." in public
    assert "модкилл" not in public


def test_a_replacement_names_no_account_in_public(bench: Bench, run: Run) -> None:
    """P2: behind a mask is nobody's business."""
    key = named(bench, "X6-oath").violation.key
    done = run("decide", key, "replace", "--account", "Reserve_1", now="1 15:00")
    notice = done.out.split("В тему:")[1]
    assert "Васи" in notice
    assert "Reserve_1" not in notice


def test_a_missed_night_action_is_never_worded_for_the_topic(bench: Bench) -> None:
    """P2: who owes a night action has a role."""
    bench.say(RolesDealt(roles=tuple(ROLES.items())), "0 12:00")
    order = Order(by="Петя", do=Deed.CHECK, targets=("Оля",), sent_at=at("0 20:00"))
    bench.say(OrderGiven(night=1, order=order), "0 20:00")
    evening = bench.evening("1 15:00")
    missed = [report for report in reports(evening) if report.violation.clause.code == "X3-night"]
    assert {report.violation.player for report in missed} == {"Вася", "Аня"}
    ready = notices(evening, missed[0].violation, "warn")
    assert ready.public is None
    assert ready.private


def test_g3_candidates_come_in_order_and_each_only_once(bench: Bench) -> None:
    """Г3: the reserves in order, then the first killed citizen whose role was made public; who plays is left out."""
    bench.say(RolesDealt(roles=tuple(ROLES.items())), "0 12:00")
    kill = Order(by="Вася", do=Deed.KILL, targets=("Оля",), sent_at=at("0 20:00"))
    bench.say(OrderGiven(night=1, order=kill), "0 20:00")
    bench.poll("1 23:00")
    quiet = [report for report in reports(bench.evening("1 23:10")) if report.violation.clause.code == "X4"]
    # Five were alive: the role of the killed stays closed (R1), so nobody knows that Оля was a citizen.
    assert {report.violation.candidates for report in quiet} == {("Reserve_1", "Reserve_2")}
    swap = Decision(ruling=Ruling.REPLACE, player="Коля", account="Reserve_1", at=at("1 23:05"))
    bench.say(Decided(phase="night", number=2, decision=swap), "1 23:05")
    quiet = [report for report in reports(bench.evening("1 23:10")) if report.violation.clause.code == "X4"]
    assert {report.violation.candidates for report in quiet} == {("Reserve_2",)}


def test_g3_the_first_known_killed_citizen_comes_after_the_reserves(tmp_path: Path) -> None:
    """Г3 б: killed by night, a citizen, the role public; of two the first."""
    made = Bench.make(tmp_path, reserves=("Reserve_1",), settings={"reveal_above": 0})
    made.say(RolesDealt(roles=tuple({**ROLES, "Петя": Role.MANIAC}.items())), "0 12:00")
    for number, (by, deed, target) in enumerate(
        [("Вася", Deed.KILL, "Оля"), ("Петя", Deed.QUICK_KILL, "Аня")], start=1
    ):
        order = Order(by=by, do=deed, targets=(target,), sent_at=at("0 20:00"), ref=str(number))
        made.say(OrderGiven(night=1, order=order), "0 20:00")
    made.post(GM, "Итоги 1 ночи: двое", "0 22:20")
    made.poll("1 23:00")
    quiet = [report for report in reports(made.evening("1 23:10")) if report.violation.clause.code == "X4"]
    assert {report.violation.candidates for report in quiet} == {("Reserve_1", "Оля")}
    made.store.close()


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: clause.code)
def test_x10_any_rule_can_be_reported_by_hand(clause: Clause, bench: Bench, run: Run) -> None:
    code = clause.code
    post = bench.topics[TopicKind.GAME][0].id
    done = run("decide", "file", code, "--player", "Вася", "--post", post, "--note", "сказал в чате", now="1 15:00")
    assert done.status == 0
    found = [
        report.violation
        for report in reports(bench.evening("1 15:00"))
        if report.violation.clause.code == code and report.violation.what == "сказал в чате"
    ]
    assert [(violation.player, violation.post) for violation in found] == [("Вася", post)]
    assert found[0].evidence
    assert "Клянусь" in found[0].evidence.excerpt


def test_x10_nothing_is_reported_by_hand_without_the_gm(bench: Bench) -> None:
    codes = {report.violation.clause.code for report in reports(bench.evening("1 15:00"))}
    assert not [code for code in codes if code.startswith("X10")]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("decide", "file", "X77", "--note", "x"), "X77"),
        (("decide", "file", "X10-leak"), "--note"),
        (("decide", "zzz", "warn"), "zzz"),
        (("decide", "KEY", "shoot"), "shoot"),
        (("decide", "KEY", "replace"), "--account"),
        (("decide", "KEY", "warn", "--reveal"), "--reveal"),
        (("draft", "--kind", "warning", "--report", "KEY"), "decide"),
        (("violations", "--player", "Никто"), "Никто"),
    ],
)
def test_a_wrong_call_is_answered_with_one_line(arguments: tuple[str, ...], says: str, bench: Bench, run: Run) -> None:
    key = named(bench, "X6-oath").violation.key
    done = run(*(key if argument == "KEY" else argument for argument in arguments), now="1 15:00")
    assert done.status == 2
    assert says in done.line
    assert not [event for event in bench.store.events() if isinstance(event.said, ViolationFiled)]


def test_nobody_is_removed_for_an_outsider_or_twice(bench: Bench, run: Run) -> None:
    bench.post("Прохожий", "Что тут?", "1 14:10", kind=TopicKind.GAME)
    bench.poll("1 14:20")
    assert run("decide", named(bench, "X9").violation.key, "modkill", now="1 15:00").status == 2
    key = named(bench, "X6-oath").violation.key
    assert run("decide", key, "modkill", now="1 15:00").status == 0
    assert "вне игры" in run("decide", key, "modkill", now="1 15:05").line


def test_who_is_missing_now_is_told_before_the_deadline(bench: Bench, run: Run) -> None:
    """X3: the list opens with those who have not voted yet; Петя's vote for himself is none."""
    bench.post("Вася", blue("Аня"), "1 21:00")
    bench.poll("1 21:54")
    head = run("violations", now="1 21:55").out.splitlines()[:2]
    assert head == ["Проголосовали: 3 из 5", "Не голосовали: Петя, Коля"]


def test_each_report_shows_all_that_the_gm_needs(bench: Bench, run: Run) -> None:
    """7.1: rule, player, post link, quoted text with the place marked, time, certainty, what the rules provide for."""
    bench.poll("1 14:59")
    out = run("violations", now="1 15:00").out
    assert all(len(line.rstrip()) <= 80 for line in out.splitlines())
    text = " ".join(out.split())
    assert "вт 15.10 10:00 клятва Вася: «Клянусь» «[Клянусь], я мирный!»" in text
    assert "http://board.test/viewtopic.php?pid=102#p102 Г13.6 (X6-oath), подозрение: модкилл сразу" in text
    assert "П, ГМ2 (X2-self), точно: голос не засчитывается" in text
    assert text.index("X6-oath") < text.index("X2-self"), "the grave ones first"
    oath, own = json.loads(run("violations", "--json", now="1 15:00").out)
    assert (oath["rule"], oath["player"], oath["certain"], oath["marked"]) == ("X6-oath", "Вася", False, "Клянусь")
    assert (oath["gravity"], own["gravity"]) == ("removal", "note")
    assert (oath["url"], oath["at"]) == ("http://board.test/viewtopic.php?pid=102#p102", "2013-10-15T10:00:00+04:00")
    assert oath["provides"] == "модкилл сразу"


def test_what_the_rules_settled_on_past_days_is_history(bench: Bench, run: Run) -> None:
    """The evening's list holds what waits for the GM and what is new, not every self-vote of the game."""
    bench.post(GM, "Итоги 1 суда: никто", "1 22:05")
    bench.post(GM, "Итоги 2 ночи: никто", "1 23:00")
    bench.poll("2 12:00")
    out = run("violations", now="2 12:00").out
    assert "X2-self" not in out
    assert "itogi violations --all" in out
    assert "X2-self" in run("violations", "--all", now="2 12:00").out


def test_the_rules_are_listed(run: Run) -> None:
    """X10: the list of rules is data."""
    listed = json.loads(run("violations", "--rules", "--json", now="1 15:00").out)
    assert [entry["rule"] for entry in listed] == [clause.code for clause in CLAUSES]
    assert all(entry["title"] and entry["provides"] and entry["paragraphs"] for entry in listed)


def test_the_reports_of_an_earlier_moment_do_not_know_the_future(bench: Bench) -> None:
    assert reports(bench.evening("1 15:00", as_of="1 09:00")) == ()
