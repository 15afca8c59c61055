"""7.6 on a board with several topics: the GM sees the exact post and is asked; it goes into the topic that is meant."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
import secrecy_stage as stage
from app_command import clock
from desk_stage import StandingClock
from secrecy_stage import at

from itogi.cli import main
from itogi.demo.board import DemoBoard
from itogi.new import create


class Typed(io.TextIOWrapper):
    """A terminal at which `words` are typed."""

    def __init__(self, words: str) -> None:
        super().__init__(io.BytesIO(words.encode()), encoding="utf-8")

    def isatty(self) -> bool:
        return True


@pytest.fixture
def board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[DemoBoard]:
    """The board of the stage, and a game in `game`, on the evening of the first results."""
    monkeypatch.setenv("ITOGI_PASSWORD", stage.PASSWORD)
    monkeypatch.setenv("ITOGI_LANG", "ru")
    with DemoBoard(stage.forum()) as running:
        running.follow(StandingClock(at("0 22:05")).now)
        create(tmp_path / "game", stage.game_file(running))
        monkeypatch.chdir(tmp_path / "game")
        yield running


def publish(monkeypatch: pytest.MonkeyPatch, *arguments: str, typed: str, moment: datetime) -> int:
    monkeypatch.setattr(sys, "argv", ["itogi", "publish", *arguments])
    monkeypatch.setattr(sys, "stdin", Typed(typed))
    with clock(moment), pytest.raises(SystemExit) as left:
        main()
    return int(left.value.code or 0)


def own_posts(board: DemoBoard) -> list[tuple[int, str]]:
    """(topic, text) of what the GM's account posted since the start."""
    return [
        (post.topic_id, post.revisions[-1].source)
        for post in board.forum.posts.values()
        if post.author == stage.GM and post.posted_at > at("0 19:00")
    ]


def test_a_no_sends_nothing(
    board: DemoBoard, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    status = publish(monkeypatch, "night", "1", typed="n\n", moment=at("0 22:05"))
    assert status != 0
    assert "Итоги 1 ночи:" in capsys.readouterr().out, "the exact post was shown"
    assert own_posts(board) == []
    assert [asked.path for asked in board.requests if asked.method == "POST"] == []


@pytest.mark.parametrize(("option", "topic"), [((), 2), (("--topic", "vote"), 3)])
def test_a_yes_sends_what_was_shown_into_the_topic_that_was_named(
    option: tuple[str, ...],
    topic: int,
    board: DemoBoard,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert publish(monkeypatch, "night", "1", *option, typed="y\n", moment=at("0 22:05")) == 0
    shown = capsys.readouterr().out
    ((where, text),) = own_posts(board)
    assert where == topic
    assert text.replace("\r\n", "\n").strip() in shown
    assert board.topic_url(topic) in shown
