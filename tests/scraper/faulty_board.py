"""A loopback board that misbehaves on command, on top of the demo board; and what tests need to poll it.

`FaultyBoard.when(n, deed)` does a deed just before the n-th topic page is answered, so that a topic changes between two
page requests; `lie(...)` makes the page count wrong; `clock_ahead` skews the board's `Date` header.
`over(board)` is a transport without sockets: thousands of requests a minute.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from urllib.parse import parse_qsl

import httpx

from itogi.demo.board import DemoBoard
from itogi.demo.model import DemoPost, Forum
from itogi.demo.routes import Answer, Asked
from scraper.archive import Archive
from scraper.archive_base import open_database
from scraper.http import Client, Limits
from scraper.page import topic_ref
from scraper.politeness import Politeness
from scraper.records import TopicRef

START = datetime(2013, 10, 14, 9, 0, tzinfo=UTC)
BOARD = "http://board.example/"


class TestClock:
    """A clock that moves when somebody sleeps, or by hand."""

    __test__ = False

    def __init__(self, moment: datetime = START) -> None:
        self.moment = moment
        self.slept: list[float] = []

    def now(self) -> datetime:
        return self.moment

    def sleep(self, seconds: float) -> None:
        if seconds > 0:
            self.slept.append(seconds)
            self.moment += timedelta(seconds=seconds)

    def ahead(self, **length: float) -> datetime:
        self.moment += timedelta(**length)
        return self.moment


class FaultyBoard(DemoBoard):
    """The demo board with one topic, small pages, and a mind of its own."""

    def __init__(self, clock: TestClock, *, per_page: int = 5, posts: int = 0) -> None:
        super().__init__(Forum(per_page=per_page))
        self.clock = clock
        self.follow(clock.now)
        self.topic = self.forum.add_topic("Голосование").id
        self.clock_ahead = timedelta()
        self.past_the_end_is_last = False
        """What a page that does not exist shows: the last page, or as on these boards the first one."""
        self._deeds: dict[int, list[Callable[[], object]]] = {}
        self._lie: Callable[[int], int] | None = None
        self.pages_served = 0
        for number in range(1, posts + 1):
            self.write(f"Слово {number}", minutes_ago=posts - number + 1)

    def write(self, text: str, author: str = "Гнев", *, minutes_ago: float = 0, topic: int | None = None) -> DemoPost:
        moment = self.clock.now() - timedelta(minutes=minutes_ago)
        return self.add_post(topic or self.topic, author, html=f"<p>{text}</p>", at=moment)

    def ids(self, topic: int | None = None) -> list[str]:
        """What a single clean look at the topic shows now, in order."""
        return [str(post.id) for post in self.forum.shown_posts(topic or self.topic, self.now)]

    def bodies(self) -> list[str]:
        return [post.revision(self.now).html for post in self.forum.shown_posts(self.topic, self.now)]

    def remove(self, *ids: str | int) -> None:
        for post in ids:
            self.remove_post(int(post))

    def move(self, ids: list[str], topic: int) -> None:
        """A moderator moves posts into another topic: a split, or with all of them a merger."""
        for post in ids:
            self.forum.posts[int(post)].topic_id = topic

    def when(self, page_request: int, deed: Callable[[], object]) -> None:
        """Do `deed` just before topic page request `page_request` (from 1, counted over the board's life)."""
        self._deeds.setdefault(page_request, []).append(deed)

    def soon(self, deed: Callable[[], object], *, after: int = 1) -> None:
        """Do `deed` before the page request that comes `after` so many others."""
        self.when(self.pages_served + 1 + after, deed)

    def lie(self, pages: Callable[[int], int] | None) -> None:
        """Tell a page count made from the true one."""
        self._lie = pages

    def page_requests(self) -> list[int]:
        return [int(asked.query.get("p", 1)) for asked in self.requests if asked.path == "/viewtopic.php"]

    def answer(self, asked: Asked) -> Answer:
        if asked.path == "/viewtopic.php":
            self.pages_served += 1
            for deed in self._deeds.pop(self.pages_served, ()):
                deed()
            asked = self._within(asked)
        answer = super().answer(asked)
        if asked.path == "/viewtopic.php" and self._lie:
            answer = self._lied(answer)
        return answer.with_header("Date", format_datetime(self.now + self.clock_ahead, usegmt=True))

    def _within(self, asked: Asked) -> Asked:
        shown = len(self.ids(int(asked.query.get("id", self.topic))))
        pages = max(1, -(-shown // self.forum.per_page))
        if self.past_the_end_is_last and int(asked.query.get("p", 1)) > pages:
            return replace(asked, query={**asked.query, "p": str(pages)})
        return asked

    def _lied(self, answer: Answer) -> Answer:
        text = answer.body.decode("cp1251")
        here = re.search(r"Страница: .*?<strong>(\d+)</strong>", text)
        told = self._lie(-(-len(self.ids()) // self.forum.per_page)) if self._lie else 0
        if here is None:
            return answer
        links = " ".join(
            f"<strong>{page}</strong>"
            if page == int(here[1])
            else f'<a href="/viewtopic.php?id=1&amp;p={page}">{page}</a>'
            for page in sorted({*range(1, told + 1), int(here[1])})
        )
        text = re.sub(r'<div class="pagelink">.*?</div>', f'<div class="pagelink">Страница: {links}</div>', text)
        text = re.sub(r'<span class="item2">.*?</span>', '<span class="item2"></span>', text)
        body = text.encode("cp1251")
        headers = tuple(pair for pair in answer.headers if pair[0] != "Content-Length")
        return replace(answer, body=body, headers=(*headers, ("Content-Length", str(len(body)))))


class _Direct(httpx.BaseTransport):
    def __init__(self, board: DemoBoard) -> None:
        self.board = board

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        def fields(text: str) -> dict[str, str]:
            return dict(parse_qsl(text, keep_blank_values=True, encoding="cp1251"))

        asked = Asked(
            method=request.method,
            path=request.url.path,
            query=fields(request.url.query.decode()),
            form=fields(request.read().decode()),
        )
        answer = self.board.answer(asked)
        if answer.cut is not None:
            raise httpx.RemoteProtocolError("peer closed connection", request=request)
        return httpx.Response(answer.status, headers=list(answer.headers), stream=httpx.ByteStream(answer.body))


def over(board: DemoBoard) -> httpx.BaseTransport:
    """A transport that asks the board without a socket."""
    return _Direct(board)


def client(
    board: DemoBoard, clock: TestClock, *, sockets: bool = False, limits: Limits | None = None, pause: float = 1.0,
    per_hour: int | None = None, ledger: Archive | None = None,
) -> Client:  # fmt: skip
    """A client of the board; its pauses pass at once."""
    politeness = Politeness(clock=clock, pause=pause, per_hour=per_hour, ledger=ledger)
    return Client(
        politeness=politeness,
        clock=clock,
        limits=limits or Limits(),
        transport=None if sockets else over(board),
        jitter=lambda: 0.5,
    )


def ref(board: FaultyBoard, base: str = BOARD, topic: int | None = None) -> TopicRef:
    return topic_ref(f"{base}viewtopic.php?id={topic or board.topic}", "mybbru")


def archive(path: Path) -> Archive:
    return Archive(open_database(path / "itogi.db"))
