"""A small real board on loopback with the manners of one engine: tokens, floods, stale forms, merges, lost answers.

The board and the client under test share one clock, which only `sleep` moves: no test waits.
"""

from __future__ import annotations

import hashlib
import html
import re
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, parse_qsl, urlsplit

MAINTENANCE = "<html><head><title>Форум закрыт</title></head><body><p>Технические работы.</p></body></html>"
START = datetime(2026, 11, 30, 17, 0, 0, tzinfo=UTC)


class FakeClock:
    """Stands still until somebody sleeps."""

    def __init__(self, now: datetime = START) -> None:
        self.moment = now
        self.slept = 0.0

    def now(self) -> datetime:
        return self.moment

    def sleep(self, seconds: float) -> None:
        if seconds > 0:
            self.slept += seconds
            self.moment += timedelta(seconds=seconds)


@dataclass
class BoardPost:
    id: int
    author: str
    text: str
    at: datetime
    shown_from: datetime
    approved: bool = True


@dataclass
class Request:
    method: str
    path: str
    query: dict[str, str]
    form: dict[str, str]
    headers: dict[str, str]
    member: str | None


@dataclass
class Page:
    body: str
    status: int = 200
    location: str | None = None
    cookies: tuple[str, ...] = ()


@dataclass
class Fault:
    """What goes wrong with one reply: `accept` whether the board takes it, `how` the answer is lost."""

    how: str
    """`reset`, `silence`, `500`, `503`, `cut`, `dead_redirect`, `empty`, `late` (taken, but shown only later)."""
    accept: bool
    late_seconds: float = 4.0


@dataclass
class Board:
    """The state of a board with one topic, number 7; subclasses speak for an engine."""

    clock: FakeClock
    base: str = ""
    charset: str = "utf-8"
    flood_seconds: int = 15
    closed: bool = False
    no_edits: bool = False
    open_to_guests: bool = False
    """Whether guests may write, as phpBB can be set; they do so as «Гость»."""
    moderated: bool = False
    merge_seconds: int = 0
    per_page: int = 15
    passwords: dict[str, str] = field(default_factory=lambda: {"Ведущий": "tайна-77"})
    posts: list[BoardPost] = field(default_factory=list)
    sessions: dict[str, str] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    page_faults: list[str] = field(default_factory=list)
    """Faults of the next topic pages: `500`, `login`, `maintenance`."""
    requests: list[str] = field(default_factory=list)
    logins: int = 0
    issued_sessions: list[str] = field(default_factory=list)
    failures: int = 0
    _issued: int = 0
    used: set[str] = field(default_factory=set)
    intruder: str | None = None
    """Text that another player posts right after the next reply form was fetched."""
    filtered: dict[str, str] = field(default_factory=dict)
    """Words that the board replaces."""

    def __post_init__(self) -> None:
        for number in range(1, 4):
            self.add("Гнев", f"Голос номер {number}", at=self.clock.now() - timedelta(hours=4 - number))

    # What a test asks ------------------------------------------------------------------------------------------

    def said(self, text: str) -> int:
        """How often the text stands on the board."""
        return sum(post.text.count(text) for post in self.posts)

    def add(self, author: str, text: str, *, at: datetime | None = None) -> BoardPost:
        moment = at or self.clock.now()
        number = max((post.id for post in self.posts), default=100) + 1
        post = BoardPost(number, author, text, moment, moment)
        self.posts.append(post)
        return post

    def shown(self) -> list[BoardPost]:
        return [post for post in self.posts if post.approved and post.shown_from <= self.clock.now()]

    # What engines share ----------------------------------------------------------------------------------------

    def token(self, purpose: str, request: Request) -> str:
        return hashlib.sha1(f"{purpose} {request.member} {self.base}".encode()).hexdigest()

    def new_token(self) -> str:
        self._issued += 1
        return hashlib.sha1(f"once {self._issued}".encode()).hexdigest()[:16]

    def open_session(self, member: str) -> str:
        self.logins += 1
        session = hashlib.sha1(f"{member} {self.logins}".encode()).hexdigest()
        self.sessions[session] = member
        self.issued_sessions.append(session)
        return session

    def last_of(self, member: str) -> BoardPost | None:
        return next((post for post in reversed(self.posts) if post.author == member), None)

    def wait_left(self, member: str) -> int:
        last = self.last_of(member)
        if last is None:
            return 0
        return max(0, int(self.flood_seconds - (self.clock.now() - last.at).total_seconds()))

    def take(self, member: str, text: str) -> BoardPost:
        """The board takes the reply, as the next fault has it."""
        for word, instead in self.filtered.items():
            text = text.replace(word, instead)
        last = self.posts[-1] if self.posts else None
        if last and last.author == member and (self.clock.now() - last.at).total_seconds() < self.merge_seconds:
            last.text += f"\n{self.merge_mark()}\n{text}"
            return last
        post = self.add(member, text)
        post.approved = not self.moderated
        if self.faults and self.faults[0].how == "late":
            post.shown_from += timedelta(seconds=self.faults[0].late_seconds)
        return post

    def numbered(self, post_id: str | None) -> BoardPost:
        """The post with that id, as an address or a form names it."""
        return next(post for post in self.posts if str(post.id) == post_id)

    def merge_mark(self) -> str:
        return "[i]Добавлено спустя 35 секунд:[/i]"

    def pages(self) -> int:
        return max(1, -(-len(self.shown()) // self.per_page))

    def on_page(self, number: int) -> list[BoardPost]:
        return self.shown()[(number - 1) * self.per_page : number * self.per_page]

    def form_fetched(self) -> None:
        if self.intruder:
            self.add("Зависть", self.intruder)
            self.intruder = None

    # For the engines -------------------------------------------------------------------------------------------

    def cookie_name(self) -> str:
        raise NotImplementedError

    def is_reply(self, request: Request) -> bool:
        raise NotImplementedError

    def is_topic(self, request: Request) -> bool:
        raise NotImplementedError

    def answer(self, request: Request) -> Page:
        raise NotImplementedError

    def topic_url(self) -> str:
        raise NotImplementedError


def shown_html(bbcode: str) -> str:
    """BBCode as a board shows it, as far as these tests need it."""
    text = html.escape(bbcode, quote=False)
    text = re.sub(r"&amp;(#\d+;)", r"&\1", text)
    text = re.sub(r"\[(b|i|u)\](.*?)\[/\1\]", r"<\1>\2</\1>", text, flags=re.DOTALL)
    text = re.sub(r"\[color=([#\w]+)\](.*?)\[/color\]", r'<span style="color: \1">\2</span>', text, flags=re.DOTALL)
    return text.replace("\r\n", "\n").replace("\n", "<br>\n").replace(":)", '<img src="smile.gif" alt="smile">')


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    board: Board

    def date_time_string(self, timestamp: float | None = None) -> str:
        return format_datetime(self.board.clock.now(), usegmt=True)

    def log_message(self, *_args: object) -> None:
        """Quiet."""

    def do_GET(self) -> None:
        self._serve({})

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        pairs = parse_qsl(self.rfile.read(length).decode("ascii"), keep_blank_values=True, encoding=self.board.charset)
        self._serve(dict(pairs))

    def _serve(self, form: dict[str, str]) -> None:
        board = self.board
        parts = urlsplit(self.path)
        query = {
            name: values[-1] for name, values in parse_qs(parts.query.replace(";", "&"), keep_blank_values=True).items()
        }
        cookies = dict(re.findall(r"([^=;\s]+)=([^;]*)", self.headers.get("Cookie", "")))
        request = Request(
            method=self.command,
            path=parts.path.lstrip("/"),
            query=query,
            form=form,
            headers={name.lower(): value for name, value in self.headers.items()},
            member=board.sessions.get(cookies.get(board.cookie_name(), "")),
        )
        board.requests.append(f"{self.command} {self.path}")
        if self.command == "POST" and board.is_reply(request) and board.faults:
            self._faulty(request)
            return
        if board.is_topic(request) and board.page_faults:
            fault = board.page_faults.pop(0)
            if fault == "500":
                self._send(Page("<html><body>Internal Server Error</body></html>", status=500))
                return
            if fault == "maintenance":
                self._send(
                    Page(
                        MAINTENANCE,
                        status=200,
                    )
                )
                return
        self._send(board.answer(request))

    def _faulty(self, request: Request) -> None:
        board = self.board
        fault = board.faults[0]
        page = board.answer(request) if fault.accept else Page("")
        board.faults.pop(0)
        match fault.how:
            case "reset" | "late":
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                self.close_connection = True
                self.connection.close()
            case "silence":
                self.close_connection = True
                self.server.silent.wait(5)  # type: ignore[attr-defined]
            case "500" | "503":
                self._send(Page("<html><body>Ошибка базы данных</body></html>", status=int(fault.how)))
            case "cut":
                body = page.body.encode(board.charset, "xmlcharrefreplace") or b"<html>"
                self.send_response(200)
                self.send_header("Content-Length", str(len(body) + 500))
                self.end_headers()
                self.wfile.write(body[: len(body) // 2])
                self.close_connection = True
            case "dead_redirect":
                with socket.socket() as free:
                    free.bind(("127.0.0.1", 0))
                    port = free.getsockname()[1]
                self._send(Page("", status=302, location=f"http://127.0.0.1:{port}/gone"))
            case "empty":
                self._send(Page(""))
            case other:
                raise AssertionError(other)

    def _send(self, page: Page) -> None:
        body = page.body.encode(self.board.charset, "xmlcharrefreplace")
        self.send_response(302 if page.location else page.status)
        self.send_header("Content-Type", f"text/html; charset={self.board.charset}")
        self.send_header("Content-Length", str(len(body)))
        if page.location:
            self.send_header("Location", page.location)
        for cookie in page.cookies:
            self.send_header("Set-Cookie", cookie)
        self.end_headers()
        self.wfile.write(body)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A connection that the client cut is no failure of a test."""


@contextmanager
def served(board: Board) -> Iterator[Board]:
    """The board on a free port of loopback."""
    handler = type("Handler", (_Handler,), {"board": board})
    server = _Server(("127.0.0.1", 0), handler)
    server.silent = threading.Event()  # type: ignore[attr-defined]
    board.base = f"http://127.0.0.1:{server.server_address[1]}/"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield board
    finally:
        server.silent.set()  # type: ignore[attr-defined]
        server.shutdown()
        server.server_close()
        thread.join(5)
