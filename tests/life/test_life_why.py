"""«Why wasn't my vote counted»: every reason is told, and never a role, a weight or a silent loss (P2, N5)."""

from __future__ import annotations

from pathlib import Path

import pytest
from app_bench import GM, Bench, at, blue, red
from app_story import order as send
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.events import BallotEntered, Decided, QuestionAnswered, RolesDealt
from engine.records import Cast, Colour, Decision, Deed, Order, Role, Ruling
from itogi.config import PlayerEntry, TopicKind
from itogi.i18n import use_language
from itogi.life.texts import texts_of
from itogi.life.why import why_of

NAMES = ("Вера", "Гнев", "Азарт", "Доброта", "Нефилим", "Зависть")


@pytest.fixture(autouse=True)
def russian() -> None:
    use_language("ru")


def made(folder: Path, **changes: object) -> Bench:
    return Bench.make(folder, **{"players": tuple(PlayerEntry(name=name) for name in NAMES), **changes})


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    opened = made(tmp_path)
    opened.post(GM, "Итоги 1 ночи:<br>Ночью никто не умер.", "0 22:20")
    return opened


def text(bench: Bench, name: str, now: str = "1 22:05", day: int = 1) -> str:
    bench.poll(now)
    return texts_of(bench.game).why(why_of(bench.evening(now), name, day)).text


def fates(bench: Bench, name: str, now: str = "1 22:05", day: int = 1) -> list[tuple[str, str | None]]:
    bench.poll(now)
    return [(one.fate, one.reason) for one in why_of(bench.evening(now), name, day).ballots]


def test_a_counted_and_a_replaced_vote(bench: Bench) -> None:
    bench.post("Гнев", red("Вера"), "1 10:00")
    post = bench.post("Гнев", red("Азарт"), "1 11:00")
    told = text(bench, "Гнев")
    assert fates(bench, "Гнев") == [("replaced", None), ("stands", None)]
    assert f"pid={post}" in told
    assert "15.10, 11:00 — Азарт красным: засчитан." in told
    assert "В силе остался ваш голос: Азарт красным." in told


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (red("Гнев"), "V5"),
        ("Вера", "V1"),
        ("Снимаю голос", "V6"),
        (f"<s>{red('Вера')}</s>", "unclear"),
    ],
)
def test_what_is_no_valid_vote(bench: Bench, body: str, reason: str) -> None:
    bench.post("Гнев", body, "1 10:00")
    found = fates(bench, "Гнев")
    assert found, "nothing was seen in it at all"
    assert all(fate in ("set_aside", "no_vote", "waiting") for fate, _reason in found)
    assert reason in {told for _fate, told in found}
    assert "Верного голоса у вас нет — это пропуск" in text(bench, "Гнев")


def test_the_wrong_topic_and_the_wrong_time(bench: Bench) -> None:
    bench.post("Гнев", red("Вера"), "1 10:00", kind=TopicKind.GAME)
    bench.post("Гнев", red("Вера"), "1 22:04")
    assert fates(bench, "Гнев", "1 22:10") == [("set_aside", "V2"), ("set_aside", "V3_late")]


def test_a_vote_for_the_dead_and_by_another_account(bench: Bench) -> None:
    bench.say(Decided(phase="night", number=1, decision=Decision(ruling=Ruling.MODKILL, player="Нефилим")), "0 21:00")
    bench.post("Гнев", red("Нефилим"), "1 10:00")
    bench.post("Гнев", red("Вера"), "1 11:00", guest=True)
    assert fates(bench, "Гнев") == [("set_aside", "V4_dead"), ("set_aside", "V18")]
    assert "выбывшие не голосуют" not in text(bench, "Гнев")


def test_the_dead_are_told_that_they_are_out(bench: Bench) -> None:
    bench.say(Decided(phase="night", number=1, decision=Decision(ruling=Ruling.MODKILL, player="Нефилим")), "0 21:00")
    bench.post("Нефилим", red("Вера"), "1 10:00")
    told = text(bench, "Нефилим")
    assert "выбывшие не голосуют" in told
    assert "В этот день вы уже не в игре." in told
    assert "пропуск" not in told


def test_what_waits_for_the_gm_is_not_foretold(bench: Bench) -> None:
    """A vote of the last minute stands or falls by the GM's word, and until then the answer says so."""
    bench.post("Гнев", red("Вера"), "1 21:59:30")
    assert fates(bench, "Гнев") == [("waiting", None)]
    question = bench.day("1 22:05").open_questions[0]
    bench.say(QuestionAnswered(question=question.key, verdict="late"), "1 22:06")
    assert fates(bench, "Гнев", "1 22:07") == [("set_aside", "V3")]
    assert "21:59:30" in text(bench, "Гнев", "1 22:07")
    assert "(так решил ведущий)" in text(bench, "Гнев", "1 22:07")


def test_the_gm_s_answer_about_the_words(bench: Bench) -> None:
    bench.post("Гнев", f"<s>{red('Вера')}</s>", "1 10:00")
    bench.poll("1 12:00")
    [question] = bench.day("1 12:00").open_questions
    bench.say(QuestionAnswered(question=question.key, verdict="nothing", voter="Гнев"), "1 12:01")
    assert fates(bench, "Гнев", "1 12:02") == [("no_vote", None)]


def test_an_edit_is_told_with_what_counts(bench: Bench) -> None:
    """V15: the text at the deadline counts; the answer says which of the texts and when it was edited."""
    post = bench.post("Гнев", red("Вера"), "1 10:00")
    bench.poll("1 12:00")
    bench.edit(post, red("Азарт"), "1 22:03")
    told = text(bench, "Гнев", "1 22:10")
    assert "Вера красным: засчитан." in told
    assert "исправлено 15.10, 22:03" in told
    assert "1-й из 2 его текстов" in told


def test_a_vote_that_disappeared(bench: Bench) -> None:
    post = bench.post("Гнев", red("Вера"), "1 10:00")
    bench.poll("1 12:00")
    bench.remove(post)
    assert "больше нет" in text(bench, "Гнев")


def test_a_vote_by_phone(bench: Bench) -> None:
    cast = Cast(by="Гнев", target="Вера", colour=Colour.BLUE, at=at("1 12:00"))
    bench.say(BallotEntered(day=1, cast=cast, source="СМС"), "1 12:05")
    assert "15.10, 12:00 — Вера синим (СМС): засчитан." in text(bench, "Гнев")


def test_an_announced_loss_of_the_vote(bench: Bench) -> None:
    bench.say(RolesDealt(roles=(("Азарт", Role.MANIAC),)), "0 12:00")
    send(bench, 1, Order(by="Азарт", do=Deed.TORTURE, targets=("Гнев",)), "0 20:00")
    bench.post("Гнев", red("Вера"), "1 10:00")
    told = text(bench, "Гнев")
    assert "объявлено, что вы без голоса" in told
    assert "пропуск" not in told


def test_a_running_day_speaks_of_no_miss(bench: Bench) -> None:
    told = text(bench, "Гнев", "1 12:00")
    assert "Верного голоса у вас пока нет." in told
    assert "пропуск" not in told


def test_a_replaced_ballot_of_a_removed_player_stands_again(bench: Bench) -> None:
    """V20: the voter learns why the later vote fell and that the earlier one holds."""
    bench.post("Гнев", red("Вера"), "1 10:00")
    bench.post("Гнев", red("Нефилим"), "1 11:00")
    decision = Decision(ruling=Ruling.MODKILL, player="Нефилим", at=at("1 15:00"))
    bench.say(Decided(phase="day", number=1, decision=decision), "1 15:00")
    assert fates(bench, "Гнев") == [("stands", None), ("set_aside", "V20")]
    bench.post("Нефилим", red("Вера"), "1 12:00")
    assert fates(bench, "Нефилим") == [("set_aside", "V20_self")]


def test_early_and_final_votes_are_locked(bench: Bench) -> None:
    bench.post("Гнев", f"{red('Вера')} окончательно", "1 10:00")
    bench.post("Гнев", red("Азарт"), "1 11:00")
    assert fates(bench, "Гнев") == [("stands", None), ("set_aside", "V7")]


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"edited_votes": "void"}, "V15_rule"),
        ({"votes_per_post": "single"}, "V4_several"),
        ({"changes": 0}, "V7_changes"),
        ({"defence": "none"}, "V9"),
    ],
)
def test_the_rules_of_other_games_have_their_words(tmp_path: Path, changed: dict[str, object], reason: str) -> None:
    bench = made(tmp_path, settings=changed)
    bench.post(GM, "Итоги 1 ночи:<br>Ночью никто не умер.", "0 22:20")
    post = bench.post("Гнев", red("Вера"), "1 10:00")
    bench.poll("1 10:30")
    bench.edit(post, red("Вера") + " !", "1 11:00") if reason == "V15_rule" else None
    bench.post("Гнев", f"{red('Вера')}<br>{red('Азарт')}" if reason == "V4_several" else red("Азарт"), "1 12:00")
    bench.post("Гнев", blue("Доброта"), "1 13:00")
    assert reason in {told for _fate, told in fates(bench, "Гнев")}


# --- secrecy -------------------------------------------------------------------------------------------------------

ROLES = (Role.BOSS, Role.DOCTOR, Role.MANIAC, Role.PROSECUTOR, Role.GIRL, Role.CITIZEN)


@given(
    order=st.permutations(NAMES),
    other=st.permutations(NAMES),
    votes=st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES), st.booleans()), max_size=12),
)
@settings(max_examples=30, deadline=None)
def test_answers_are_alike_whoever_has_which_role(
    tmp_path_factory: pytest.TempPathFactory,
    order: list[str],
    other: list[str],
    votes: list[tuple[str, str, bool]],
) -> None:
    """P2: the same public events under two deals; in each the boss has lost his vote silently by a double kill that
    two heals undid, the doctor's blue and the prosecutor's red weigh more, and no answer shows it.
    """
    use_language("ru")
    answers = []
    for dealt in (order, other):
        bench = made(tmp_path_factory.mktemp("g"))
        bench.say(RolesDealt(roles=tuple(zip(dealt, ROLES, strict=True))), "0 12:00")
        boss = dealt[0]
        given_order = Order(by=boss, do=Deed.KILL, targets=(dealt[1], dealt[5]))
        send(bench, 1, given_order, "0 20:00")
        send(bench, 1, Order(by=dealt[1], do=Deed.HEAL_FROM, role="mafia"), "0 20:01")
        bench.say(Decided(phase="night", number=1, decision=Decision(ruling=Ruling.ALLOW, player=dealt[1])), "0 20:02")
        bench.post(GM, "Итоги 1 ночи:<br>Ночью никто не умер.", "0 22:20")
        for number, (voter, target, against) in enumerate(votes):
            bench.post(voter, red(target) if against else blue(target), f"1 {10 + number // 2}:{10 + number:02}")
        bench.poll("1 22:05")
        evening = bench.evening("1 22:05")
        assert boss in evening.day(1).result.silenced
        assert not evening.night(1).result.deaths
        texts = texts_of(bench.game)
        answers.append([texts.why(why_of(evening, name, 1)).text for name in NAMES])
        bench.store.close()
    assert answers[0] == answers[1]
