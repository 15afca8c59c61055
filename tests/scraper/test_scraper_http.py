"""The client against servers that misbehave on real sockets: nothing hangs, floods or tells secrets (issue 6.7)."""

from __future__ import annotations

import gzip
import logging
import socket
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from http.cookiejar import CookieJar
from itertools import pairwise

import httpx
import pytest
from faulty_board import FaultyBoard, TestClock, client

from engine.errors import InputError
from itogi.demo import faults
from scraper.addresses import shown
from scraper.errors import BudgetSpentError, FetchError
from scraper.http import Client, Limits, retry_after
from scraper.politeness import MemoryLedger, Politeness

Handler = Callable[[httpx.Request], httpx.Response]


def asking(handler: Handler, *, clock: TestClock | None = None, **options: object) -> Client:
    clock = clock or TestClock()
    return Client(
        clock=clock,
        politeness=Politeness(clock=clock, **options),  # type: ignore[arg-type]
        transport=httpx.MockTransport(handler),
        jitter=lambda: 0.5,
    )


class RawServer:
    """Answers every connection with what `talk` does to it."""

    def __init__(self, talk: Callable[[socket.socket], None]) -> None:
        self.talk = talk
        self.connections = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._serve, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}/viewtopic.php?id=1"

    def _serve(self) -> None:
        while True:
            try:
                connection, _address = self.listener.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self._talk, args=(connection,), daemon=True).start()

    def _talk(self, connection: socket.socket) -> None:
        with connection:
            try:
                connection.recv(65536)
                self.talk(connection)
            except OSError:
                return


@pytest.fixture
def serve() -> Iterator[Callable[[Callable[[socket.socket], None]], RawServer]]:
    servers: list[RawServer] = []

    def start(talk: Callable[[socket.socket], None]) -> RawServer:
        servers.append(RawServer(talk))
        return servers[-1]

    yield start
    for server in servers:
        server.listener.close()


def quick(
    clock: TestClock, *, attempts: int = 2, total: float = 0.3, silence: float = 0.2, size: int = 10**6
) -> Client:
    return Client(
        clock=clock,
        politeness=Politeness(clock=clock),
        limits=Limits(attempts=attempts, total=total, silence=0.2, connect=0.5, size=10**6),
        jitter=lambda: 0.5,
    )


def drip(head: bytes, piece: bytes) -> Callable[[socket.socket], None]:
    def talk(connection: socket.socket) -> None:
        connection.sendall(head)
        for _n in range(200):
            connection.sendall(piece)
            time.sleep(0.02)

    return talk


@pytest.mark.parametrize(
    "talk",
    [
        drip(b"HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n", b"x"),
        drip(b"HTTP/1.1 200 OK\r\nX-Long: ", b"x"),
        lambda connection: time.sleep(1),
    ],
    ids=["body drips", "head drips", "silence"],
)
def test_slow_answers_end(serve: Callable[..., RawServer], talk: Callable[[socket.socket], None]) -> None:
    """However slowly bytes come, an attempt ends within its time."""
    server = serve(talk)
    with quick(TestClock()) as asker, pytest.raises(FetchError, match="in time"):
        asker.get(server.url)
    assert server.connections == 2


@pytest.mark.parametrize(
    "answer",
    [b"", b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", b"\x00\xff" * 50, b"HTTP/1.1 200 OK\r\n"],
    ids=["reset", "half", "noise", "half a head"],
)
def test_broken_answers_are_tried_again(serve: Callable[..., RawServer], answer: bytes) -> None:
    server = serve(lambda connection: connection.sendall(answer))
    with quick(TestClock(), attempts=3) as asker, pytest.raises(FetchError):
        asker.get(server.url)
    assert server.connections == 3


def test_nobody_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with quick(TestClock()) as asker, pytest.raises(FetchError, match="no connection"):
        asker.get(f"http://127.0.0.1:{port}/")


@pytest.mark.parametrize("packed", [gzip.compress(b" " * 10**8), zlib.compress(b" " * 10**8)], ids=["gzip", "deflate"])
def test_bombs_and_huge_pages(serve: Callable[..., RawServer], packed: bytes) -> None:
    """The size is limited as bytes come, after unpacking too; a bomb is not asked for twice."""
    coding = b"gzip" if packed[:2] == b"\x1f\x8b" else b"deflate"
    head = b"HTTP/1.1 200 OK\r\nContent-Encoding: %b\r\nContent-Length: %d\r\n\r\n" % (coding, len(packed))
    server = serve(lambda connection: connection.sendall(head + packed))
    with quick(TestClock(), total=10) as asker, pytest.raises(FetchError, match="larger than"):
        asker.get(server.url)
    assert server.connections == 1
    endless = serve(lambda connection: [connection.sendall(b"x" * 65536) for _n in range(10**4)])
    with quick(TestClock(), total=10) as asker, pytest.raises(FetchError):
        asker.get(endless.url)


@pytest.mark.parametrize("coding", ["gzip", "deflate", "raw deflate", "two gzips"])
def test_packed_pages_are_read(serve: Callable[..., RawServer], coding: str) -> None:
    text = "Голосую за Веру ".encode("cp1251") * 20_000
    squeezer = zlib.compressobj(wbits=-15)
    packed = {
        "gzip": gzip.compress(text),
        "deflate": zlib.compress(text),
        "raw deflate": squeezer.compress(text) + squeezer.flush(),
        "two gzips": gzip.compress(text[:1000]) + gzip.compress(text[1000:]),
    }[coding]
    name = b"deflate" if "deflate" in coding else b"gzip"
    head = b"HTTP/1.1 200 OK\r\nContent-Encoding: %b\r\nContent-Length: %d\r\n\r\n" % (name, len(packed))
    server = serve(lambda connection: connection.sendall(head + packed))
    with quick(TestClock(), total=10) as asker:
        assert asker.get(server.url).content == text


def test_half_a_packed_page_is_no_page(serve: Callable[..., RawServer]) -> None:
    packed = gzip.compress(b"x" * 100_000 + bytes(range(256)) * 100)[:-40]
    head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(packed)
    server = serve(lambda connection: connection.sendall(head + packed))
    with quick(TestClock(), total=10) as asker, pytest.raises(FetchError, match="broke off"):
        asker.get(server.url)


def test_over_real_sockets() -> None:
    """The demo board over HTTP: status, headers, bytes, the fault of a moment gone over."""
    clock = TestClock()
    board = FaultyBoard(clock, posts=3)
    with board, client(board, clock, sockets=True) as asker:
        board.misbehave(faults.half(), times=1)
        fetched = asker.get(board.topic_url(board.topic))
        assert fetched.status == 200
        assert "Слово 3".encode("cp1251") in fetched.content
        assert ("content-type", "text/html; charset=windows-1251") in fetched.headers
        assert fetched.fetched_at == clock.now()
        assert asker.requests == len(board.requests) == 2


def test_retry_after_is_kept_to() -> None:
    """429 and 503 with Retry-After, in seconds or as a date by the forum's own clock."""
    clock = TestClock()
    answers = iter(
        [
            httpx.Response(429, headers={"Retry-After": "17"}),
            httpx.Response(
                503,
                headers={"Retry-After": "Mon, 14 Oct 2013 10:00:30 GMT", "Date": "Mon, 14 Oct 2013 10:00:00 GMT"},
            ),
            httpx.Response(200, text="да"),
        ]
    )
    moments: list[datetime] = []

    def handler(_request: httpx.Request) -> httpx.Response:
        moments.append(clock.now())
        return next(answers)

    asking(handler, clock=clock).get("http://board.example/")
    waits = [(later - earlier).total_seconds() for earlier, later in pairwise(moments)]
    assert waits == [17, 30]


def test_a_long_retry_after_is_told_and_kept() -> None:
    clock = TestClock()
    asker = asking(lambda _request: httpx.Response(503, headers={"Retry-After": "3600"}), clock=clock)
    with pytest.raises(FetchError, match="10:00:00"):
        asker.get("http://board.example/")
    with pytest.raises(FetchError, match="left alone"):
        asker.get("http://board.example/other")
    assert asker.requests == 1
    assert not any(slept > 120 for slept in clock.slept)


@pytest.mark.parametrize("value", ["soon", "-5", "9" * 400, "Mon, 99 Foo 2013", "", "1e9"])
def test_odd_retry_after(value: str) -> None:
    wait = retry_after({"retry-after": value}, datetime(2013, 10, 14, tzinfo=UTC))
    assert wait is None or 0 <= wait <= 30 * 86400


def test_backs_off_more_and_more() -> None:
    clock = TestClock()
    with pytest.raises(FetchError, match="500"):
        asking(lambda _request: httpx.Response(500), clock=clock).get("http://board.example/")
    assert clock.slept == [1.0, 2.0, 4.0]


def test_pages_of_other_statuses_are_answers() -> None:
    """403 and 404 pages say what is wrong; they are handed on at once."""
    asker = asking(lambda _request: httpx.Response(404, text="Нет такой темы"))
    assert asker.get("http://board.example/").status == 404
    assert asker.requests == 1


def test_pause_between_requests_of_one_host() -> None:
    clock = TestClock()
    asker = asking(lambda _request: httpx.Response(200), clock=clock, pause=2.0)
    for host in ("one", "one", "two", "one"):
        asker.get(f"http://{host}.example/")
    assert clock.slept == [2.0, 2.0]


def test_budget_of_an_hour_holds_over_restarts() -> None:
    """Never more requests an hour than stated; when the next is free, it is told."""
    clock = TestClock()
    ledger = MemoryLedger([clock.now() - timedelta(minutes=30)])

    def ask() -> None:
        asker = asking(lambda _request: httpx.Response(200), clock=clock, per_hour=3, ledger=ledger, pause=0)
        asker.get("http://board.example/")

    ask()
    ask()
    with pytest.raises(BudgetSpentError) as caught:
        ask()
    assert caught.value.free_at == clock.now() + timedelta(minutes=30)
    assert len(ledger.requests_since(clock.now() - timedelta(hours=1))) == 3
    clock.ahead(minutes=31)
    ask()


def test_redirects() -> None:
    """Followed, each hop counted and polite; a circle and a leap out of the web are errors."""

    def handler(request: httpx.Request) -> httpx.Response:
        goals = {"/a": "/b", "/circle": "/circle", "/leap": "ftp://x.example/", "/b": None}
        goal = goals[request.url.path]
        return httpx.Response(302, headers={"Location": goal}) if goal else httpx.Response(200, text="b")

    asker = asking(handler)
    fetched = asker.get("http://board.example/a")
    assert (fetched.url, fetched.final_url) == ("http://board.example/a", "http://board.example/b")
    assert asker.requests == 2
    for path in ("circle", "leap"):
        with pytest.raises(FetchError):
            asker.get(f"http://board.example/{path}")


@pytest.mark.parametrize(
    "url", ["", "viewtopic.php", "ftp://x/", "http://", "http://[", "file:///etc/passwd", "http://x:99999999/"]
)
def test_addresses_that_are_none(url: str) -> None:
    asker = asking(lambda _request: httpx.Response(200))
    with pytest.raises(InputError):
        asker.get(url)
    assert asker.requests == 0


def test_forms_go_in_the_boards_encoding_and_once() -> None:
    """cp1251 with `&#N;` for what it lacks; what may have arrived is never sent twice."""
    bodies: list[bytes] = []

    def handler(request: httpx.Request) -> httpx.Response:
        bodies.append(request.content)
        return httpx.Response(503)

    with pytest.raises(FetchError):
        asking(handler).post("http://board.example/post.php", {"req_message": "Гнев 😀"}, encoding="cp1251")
    assert bodies == [b"req_message=%C3%ED%E5%E2+%26%23128512%3B"]

    def dead(_request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused")

    asker = asking(dead)
    with pytest.raises(FetchError):
        asker.post("http://board.example/post.php", [("a", "1"), ("a", "2")])
    assert asker.requests == 4


def test_cookies_go_in_and_out() -> None:
    """A session can be kept by the caller: the jar is filled in place."""
    jar = CookieJar()
    seen: list[str | None] = []

    def handler(request: httpx.Request) -> httpx.Response:
        seen.append(request.headers.get("cookie"))
        return httpx.Response(200, headers={"Set-Cookie": "sid=abc; path=/"})

    clock = TestClock()
    asker = Client(clock=clock, politeness=Politeness(clock=clock), cookies=jar, transport=httpx.MockTransport(handler))
    asker.get("http://board.example/")
    asker.get("http://board.example/")
    assert seen == [None, "sid=abc"]
    assert [cookie.name for cookie in jar] == ["sid"]


def test_says_who_asks() -> None:
    agents: list[str] = []

    def handler(request: httpx.Request) -> httpx.Response:
        agents.append(request.headers["user-agent"])
        return httpx.Response(200)

    clock = TestClock()
    for contact in ("gm@example.org", "плохо\r\nX-Evil: 1"):
        Client(clock=clock, transport=httpx.MockTransport(handler), contact=contact).get("http://board.example/")
    assert agents[0].startswith("itogi/")
    assert "gm@example.org" in agents[0]
    assert "\n" not in agents[1]


def test_secrets_stay_out_of_messages_and_logs(caplog: pytest.LogCaptureFixture) -> None:
    """No token of an address, no password, no cookie in any error or log."""
    caplog.set_level(logging.DEBUG)
    url = "http://gm:hunter2@board.example/viewtopic.php?id=3&sid=SECRET1&p=2"
    with pytest.raises(FetchError) as caught:
        asking(lambda _request: httpx.Response(500, headers={"Set-Cookie": "sid=SECRET2"})).get(url)
    told = f"{caught.value} {caught.value.url} {caplog.text}"
    assert "id=3" in told
    for secret in ("SECRET", "hunter2"):
        assert secret not in told
    assert shown("http://x/?my_post_key=1&tid=5#a") == "http://x/?my_post_key=...&tid=5"
    assert shown("foo") == "foo", "what is no address is named as it was given"
