"""The board's pages read as what the script says: the demo stands for the real thing."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import lxml.html
import pytest

from itogi.demo.board import DemoBoard
from itogi.demo.game import TOPICS, DemoGame
from scraper.adapter import ReadContext
from scraper.errors import NotATopic, NotATopicError
from scraper.page import read_page
from scraper.records import Post, TopicPage

GAME = DemoGame()


@pytest.fixture(scope="module")
def board() -> Iterator[DemoBoard]:
    with DemoBoard(GAME.forum()) as running:
        running.set_clock(GAME.moment("3 23:59"))
        yield running


def read(board: DemoBoard, url: str) -> TopicPage:
    answer = httpx.get(url, trust_env=False)
    return read_page(answer.content, dict(answer.headers), ReadContext(url=url, now=board.now), engine="mybbru")


def posts_of(board: DemoBoard, topic: str) -> list[Post]:
    url = board.topic_url(GAME.topic_id(topic))
    first = read(board, url)
    rest = [read(board, f"{url}&p={number}") for number in range(2, first.pages + 1)]
    return [post for page in (first, *rest) for post in page.posts]


@pytest.mark.parametrize("topic", TOPICS)
def test_every_post_is_read_as_the_script_has_it(board: DemoBoard, topic: str) -> None:
    lines = [line for line in GAME.lines if line.topic == topic and line.removed_at is None]
    posts = posts_of(board, topic)
    assert [(post.id, post.author, post.guest, post.number) for post in posts] == [
        (str(line.id), line.by, line.guest, number) for number, line in enumerate(lines, 1)
    ]
    assert [post.posted_at for post in posts] == [line.at for line in lines]
    for post, line in zip(posts, lines, strict=True):
        noted = [at for at, _text, silent in line.edits if not silent]
        assert post.edited_at == (noted[-1] if noted else None)
        text = line.edits[-1][1] if line.edits else line.text
        shown = lxml.html.fromstring(f"<div>{post.body}</div>").text_content()
        if "[spoiler" not in text:
            written = re.sub(r"\[quote=(\w+)\]", r"\1 написал(а):", text)
            written = re.sub(r"\[/?\w+(=[^\]]*)?\]", "", written)
            assert "".join(shown.split()) == "".join(written.split())


def test_signatures_stand_outside_the_body(board: DemoBoard) -> None:
    posts = [post for post in posts_of(board, "game") if post.author == "Азарт"]
    assert posts
    assert all("Красное" in (post.signature or "") and "Красное" not in post.body for post in posts)


def test_what_is_no_topic_is_told(board: DemoBoard) -> None:
    with pytest.raises(NotATopicError) as nothing:
        read(board, board.topic_url(99))
    assert nothing.value.kind is NotATopic.NO_SUCH_TOPIC
    with pytest.raises(NotATopicError) as form:
        read(board, f"{board.base_url}login.php")
    assert form.value.kind is NotATopic.LOGIN_FORM
