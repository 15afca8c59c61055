"""The demo's game is the one of the rule document, with every kind of dirt that votes come with."""

from __future__ import annotations

import re
from datetime import timedelta

import httpx
import pytest

from engine.records import Deed
from itogi.demo.board import DemoBoard
from itogi.demo.game import TOPICS, DemoGame

DIRT = {
    "declined name": "ставку против",
    "self-vote": "Да подавитесь",
    "late vote": "Отыграться",
    "quote of a vote": "[quote=Зависть]",
    "no colour": "Кротость",
    "withdrawal": "Снимаю голос",
    "early on day 1": "Гнева[/color], досрочно",
    "dead voter": "от щедрот моих",
    "text message": "Получено СМС",
    "one letter off": "Кротасть",
    "two readings": "Нефилим, Вера",
}


@pytest.fixture(scope="module")
def game() -> DemoGame:
    return DemoGame()


def test_the_masks_stand_in_the_order_of_the_document(game: DemoGame) -> None:
    assert [player.name for player in game.players] == (
        [
            "Зависть",
            "Тщеславие",
            "Целомудрие",
            "Азарт",
            "Нефилим",
            "Доброта",
            "Вера",
            "Похоть",
            "Справедливость",
            "Гнев",
            "Щедрость",
            "Кротость",
        ]
    )
    assert len({account for player in game.players for account in player.accounts}) == 24


def test_the_topics_are_of_some_length(game: DemoGame) -> None:
    count = {topic: sum(line.topic == topic for line in game.lines) for topic in TOPICS}
    assert count["game"] > 60
    assert count["vote"] > 30
    assert count["signup"] >= 14


@pytest.mark.parametrize("words", DIRT.values(), ids=DIRT.keys())
def test_each_kind_of_dirt_is_there(game: DemoGame, words: str) -> None:
    assert any(words in line.text for line in game.lines if line.topic == "vote" and line.expect)


def test_a_vote_in_the_game_topic_a_guest_and_edits_are_there(game: DemoGame) -> None:
    assert any(line.topic == "game" and line.expect == ("V2",) for line in game.lines)
    assert any(line.guest and any(line.by == player.name for player in game.players) for line in game.lines)
    edits = [(line, edit) for line in game.lines for edit in line.edits]
    assert any(at >= game.deadline(2) and not silent for _line, (at, _text, silent) in edits)
    assert any(at < game.deadline(2) and silent for _line, (at, _text, silent) in edits)
    assert any(line.removed_at for line in game.lines)


def test_every_post_of_the_vote_topic_says_what_must_become_of_it(game: DemoGame) -> None:
    known = re.compile(r"counts|replaced|nothing|V\d+|ask:[a-z_]+")
    for line in game.lines:
        if line.topic == "vote":
            assert line.expect, line.text
            assert all(known.fullmatch(word) for word in line.expect), line.expect


def test_orders_come_in_time_and_by_the_living(game: DemoGame) -> None:
    for night, order in game.orders:
        assert order.sent_at is not None
        deadline = game.moment("0 22:00" if night == 1 else f"{night - 1} 22:30")
        assert deadline - timedelta(hours=2) < order.sent_at < deadline
    changed = [order.do for night, order in game.orders if night == 1 and order.by == "Доброта"]
    assert changed == [Deed.SERUM, Deed.HEAL_FROM]


def test_the_board_can_be_shown_as_of_any_moment(game: DemoGame) -> None:
    with DemoBoard(game.forum()) as board, httpx.Client(trust_env=False) as client:

        def shown(moment: str) -> str:
            board.set_clock(game.moment(moment))
            return client.get(board.topic_url(3) + "&p=-1").text

        assert "Если уйду" not in shown("3 21:55")
        assert "Если уйду" in shown("3 21:58:40")
        assert "Отредактировано Нефилим" not in shown("2 22:02:59")
        assert "Отредактировано Нефилим (Сегодня 22:03:00)" in shown("2 22:03")
        assert "она мне нравится" in shown("3 11:59:59")
        assert "она мне нравится" not in shown("3 12:00")


def test_post_ids_of_the_script_are_those_of_the_board(game: DemoGame) -> None:
    forum = game.forum()
    assert [line.id for line in game.lines] == list(forum.posts)
    assert all(forum.posts[line.id].author == line.by for line in game.lines)


def test_the_game_can_be_set_to_another_date() -> None:
    from datetime import date

    other = DemoGame(date(2024, 3, 1))
    assert other.deadline(1).isoformat() == "2024-03-02T22:00:00+03:00"
    with pytest.raises(ValueError, match="завтра"):
        other.moment("завтра")
