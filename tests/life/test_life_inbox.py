"""Г12.1: a post with the GM's name highlighted owes an answer; one without does not; an answer is recognised."""

from __future__ import annotations

from pathlib import Path

import pytest
from app_bench import GM, Bench

from engine.events import PostHandled
from itogi.config import TopicKind
from itogi.life.inbox import How, State, inbox_of, speaks_to


@pytest.mark.parametrize(
    ("body", "how"),
    [
        ("<b>Ведущий</b>, а как считать?", How.MARKED),
        ("<strong>Архивариус</strong>, вопрос", How.MARKED),
        ("Вопрос к <b>Архивариусу</b>: можно?", How.MARKED),
        ('<span style="font-weight: bold">ГМ</span>, ау', How.MARKED),
        ('<span style="color: green">Архивариус</span>!', How.MARKED),
        ('<a href="/profile.php?id=2" class="mention">@Архивариус</a>, вопрос', How.MARKED),
        ("<b>Уважаемый ведущий</b>, рассудите", How.MARKED),
        ("Архивариус, а можно вопрос?", How.PLAIN),
        ("А что скажет ведущий?", How.PLAIN),
        ("Ведущий сегодня добрый.", None),
        ("<b>Гнев</b>, отвечай", None),
        ("По правилам голос в себя не считается.", How.RULE),
        ("Пункт 5.3 читали?", How.RULE),
        ("Это же п. 13.6!", How.RULE),
        ("правило 12.1 никто не отменял", How.RULE),
        ("См. Г13.6", How.RULE),
        ("Мне 12 лет", None),
        ("Играем по-честному", None),
        ("<blockquote><b>Архивариус</b> писал: п. 5.3</blockquote><p>ясно</p>", None),
        ("", None),
        ("<b>", None),
        ("<!-- x -->", None),
    ],
)
def test_how_a_post_speaks_to_the_gm(body: str, how: How | None) -> None:
    assert speaks_to(body, ("Архивариус",)) is how


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    made = Bench.make(tmp_path)
    made.post(GM, "Итоги 1 ночи:<br>Ночью никто не умер.", "0 22:20")
    return made


def states(bench: Bench) -> list[State]:
    bench.poll("1 20:00")
    return [letter.state for letter in inbox_of(bench.evening("1 20:00"))]


def ask(bench: Bench) -> str:
    return bench.post("Петя", f"<b>{GM}</b>, сколько голосов за меня?", "1 10:00", kind=TopicKind.GAME)


@pytest.mark.parametrize(
    ("reply", "state"),
    [
        ("Петя, считайте сами.", State.ANSWERED),
        ("<blockquote><p>Петя написал(а): сколько голосов</p></blockquote><p>Не скажу.</p>", State.ANSWERED),
        ('<a href="viewtopic.php?pid={post}#p{post}">тут</a> отвечу: нет', State.ANSWERED),
        ("Всем спасибо, Петя молодец.", State.OPEN),
        ("Итоги 1 суда:<br>Выбывает Петя.", State.OPEN),
        ("Аня, Петя и Коля сегодня без голоса.", State.OPEN),
    ],
)
def test_a_later_post_of_the_gm_may_be_the_answer(bench: Bench, reply: str, state: State) -> None:
    post = ask(bench)
    bench.post(GM, reply.replace("{post}", post), "1 11:00", kind=TopicKind.GAME)
    assert states(bench) == [state]


def test_an_earlier_post_or_one_by_a_player_is_no_answer(bench: Bench) -> None:
    bench.post(GM, "Петя, привет.", "1 9:00", kind=TopicKind.GAME)
    ask(bench)
    bench.post("Вася", "Петя, забудь.", "1 11:00", kind=TopicKind.GAME)
    assert states(bench) == [State.OPEN]


def test_the_gm_s_word_goes_before_what_was_seen(bench: Bench) -> None:
    post = ask(bench)
    bench.say(PostHandled(post=post, verdict="answered", note="в личку"), "1 12:00")
    assert states(bench) == [State.ANSWERED]
    bench.say(PostHandled(post=post, verdict="open"), "1 12:01")
    assert states(bench) == [State.OPEN]
    bench.post(GM, "Петя, ещё раз: нет.", "1 13:00", kind=TopicKind.GAME)
    assert states(bench) == [State.OPEN], "the word holds until another one"
    bench.say(PostHandled(post=post, verdict="ignored"), "1 14:00")
    assert states(bench) == [State.IGNORED]


def test_the_gm_s_own_posts_are_not_in_the_inbox(bench: Bench) -> None:
    bench.post(GM, f"<b>{GM}</b> на связи, п. 5.3 читаем.", "1 10:00", kind=TopicKind.GAME)
    assert states(bench) == []
