"""The demo board as a real HTTP server on 127.0.0.1, with the manners of mybb.ru.

    board = DemoBoard(forum)            # or DemoBoard(game.forum())
    base = board.start()                # "http://127.0.0.1:40123/"
    board.set_clock(moment)             # show the board as of that moment; ticking=True lets it run on from there
    board.add_post(topic_id, "Гнев", "[color=red]Вера[/color]")
    board.edit_post(post_id, "…"); board.remove_post(post_id)
    board.misbehave(unavailable(retry_after=2), times=1)      # see itogi.demo.faults
    board.requests                      # what was asked for, in order
    board.stop()                        # or: with DemoBoard(forum) as board: board.base_url

What the facts about these boards do not tell (the answers to a reply, the wording of faults) follows PunBB, from
which they descend; no program should rely on it.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from http.cookies import CookieError, SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self
from urllib.parse import parse_qs, urlsplit

from itogi.demo.model import DemoPost, Forum
from itogi.demo.routes import Answer, Asked, Routes

COOKIE = "mybb_ru"

Fault = Callable[[Answer], Answer]
"""Spoils an answer that the board was about to give."""


@dataclass(slots=True)
class _Mischief:
    fault: Fault
    times: int | None
    path: str


class DemoBoard:
    """A board that serves `forum`. Its methods may be called while it runs."""

    def __init__(self, forum: Forum, *, flood_seconds: int = 0, min_length: int = 1) -> None:
        self.forum = forum
        self.flood_seconds = flood_seconds
        """A second reply of an account within this time is refused."""
        self.min_length = min_length
        """A shorter reply is refused."""
        self.requests: list[Asked] = []
        """Every request that arrived, spoilt ones too."""
        self._clock: Callable[[], datetime] = lambda: datetime.now(UTC)
        self._sessions: dict[str, int] = {}
        self._mischief: list[_Mischief] = []
        self._lock = threading.RLock()
        self._server: ThreadingHTTPServer | None = None
        self._thread: threading.Thread | None = None

    def start(self, port: int = 0) -> str:
        """Serve on 127.0.0.1 and give the board's address, with a closing slash. `port` 0: any free one.

        Raises OSError when the port is taken.
        """
        board = self

        class Handler(_Handler):
            pass

        Handler.board = board
        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self._server.daemon_threads = True
        self._server.block_on_close = False
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()
        return self.base_url

    def stop(self) -> None:
        """End serving and free the port."""
        if self._server and self._thread:
            self._server.shutdown()
            self._server.server_close()
            self._thread.join()
            self._server = self._thread = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def base_url(self) -> str:
        """The address of the running board, with a closing slash."""
        if not self._server:
            raise RuntimeError("the board is not started")
        return f"http://127.0.0.1:{self._server.server_address[1]}/"

    def topic_url(self, topic_id: int) -> str:
        """The address of a topic's first page."""
        return f"{self.base_url}viewtopic.php?id={topic_id}"

    @property
    def now(self) -> datetime:
        """The board's clock."""
        return self._clock()

    def set_clock(self, moment: datetime | None, *, ticking: bool = False) -> None:
        """Show the board as of `moment` (aware), standing still or running on from there; None: the real time."""
        started = datetime.now(UTC)
        if moment is None:
            self._clock = lambda: datetime.now(UTC)
        elif ticking:
            self._clock = lambda: moment + (datetime.now(UTC) - started)
        else:
            self._clock = lambda: moment

    def follow(self, clock: Callable[[], datetime]) -> None:
        """Go by another clock from now on."""
        self._clock = clock

    def add_post(
        self,
        topic_id: int,
        author: str,
        text: str = "",
        *,
        html: str | None = None,
        at: datetime | None = None,
        guest: bool = False,
    ) -> DemoPost:
        """A new post of `text` (BBCode) or `html`, by the board's clock unless `at` is given."""
        with self._lock:
            return self.forum.add_post(topic_id, author, text, html=html, at=at or self.now, guest=guest)

    def edit_post(
        self,
        post_id: int,
        text: str = "",
        *,
        html: str | None = None,
        at: datetime | None = None,
        editor: str | None = None,
        silent: bool = False,
    ) -> None:
        """Give a post another text; `silent`: without the edit note."""
        with self._lock:
            self.forum.edit_post(post_id, text, html=html, at=at or self.now, editor=editor, silent=silent)

    def remove_post(self, post_id: int, *, at: datetime | None = None) -> None:
        """Take a post out of its topic; the numbers of later ones shift."""
        with self._lock:
            self.forum.remove_post(post_id, at=at or self.now)

    def close_topic(self, topic_id: int, *, at: datetime | None = None) -> None:
        """Take no more replies in a topic."""
        with self._lock:
            self.forum.topics[topic_id].closed_at = at or self.now

    def end_sessions(self) -> None:
        """Sign everybody out, as a board does when sessions run out."""
        with self._lock:
            self._sessions.clear()

    def misbehave(self, fault: Fault, *, times: int | None = 1, path: str = "/") -> None:
        """Spoil the next `times` answers (None: all) to addresses that begin with `path`; faults take turns."""
        with self._lock:
            self._mischief.append(_Mischief(fault, times, path))

    def behave(self) -> None:
        """End all mischief."""
        with self._lock:
            self._mischief.clear()

    def answer(self, asked: Asked) -> Answer:
        """The answer to a request; what the server's threads call. Its `Date` is the board's clock."""
        with self._lock:
            self.requests.append(asked)
            user_id = self._sessions.get(asked.session or "")
            routes = Routes(
                self.forum,
                self.now,
                self.forum.users.get(user_id) if user_id else None,
                flood_seconds=self.flood_seconds,
                min_length=self.min_length,
            )
            answer = routes.answer(asked).with_header("Date", format_datetime(self.now.astimezone(UTC), usegmt=True))
            if answer.signs_in is not None:
                token = secrets.token_hex(16)
                self._sessions[token] = answer.signs_in
                answer = answer.with_header("Set-Cookie", f"{COOKIE}={token}; path=/; HttpOnly")
            if answer.signs_out:
                self._sessions.pop(asked.session or "", None)
                answer = answer.with_header("Set-Cookie", f"{COOKIE}=; path=/; Max-Age=0")
            for mischief in self._mischief:
                if asked.path.startswith(mischief.path) and mischief.times != 0:
                    mischief.times = None if mischief.times is None else mischief.times - 1
                    return mischief.fault(answer)
            return answer


class _Handler(BaseHTTPRequestHandler):
    board: DemoBoard
    timeout = 10
    server_version = "nginx"
    sys_version = ""

    def do_GET(self) -> None:
        self._respond({})

    def do_HEAD(self) -> None:
        self._respond({})

    def do_POST(self) -> None:
        length = min(int(self.headers.get("Content-Length") or 0), 1_000_000)
        raw = self.rfile.read(length).decode("ascii", errors="replace")
        self._respond(_fields(raw))

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        """Say nothing: the board keeps its requests itself."""

    def _respond(self, form: dict[str, str]) -> None:
        parts = urlsplit(self.path)
        try:
            session = SimpleCookie(self.headers.get("Cookie") or "").get(COOKIE)
        except CookieError:
            session = None
        asked = Asked(
            method=self.command,
            path=parts.path,
            query=_fields(parts.query),
            form=form,
            session=session.value if session else None,
            headers=tuple((name.lower(), value) for name, value in self.headers.items()),
        )
        answer = self.board.answer(asked)
        for pause, chunk in answer.chunks(head=self._head(answer), silent=self.command == "HEAD"):
            if pause:
                threading.Event().wait(pause)
            try:
                self.wfile.write(chunk)
                self.wfile.flush()
            except OSError:
                break
        self.close_connection = True

    def _head(self, answer: Answer) -> bytes:
        lines = [f"HTTP/1.1 {answer.status} {self.responses.get(answer.status, ('',))[0]}"]
        lines += [f"{name}: {value}" for name, value in answer.headers]
        lines += ["Server: nginx", "Connection: close", "", ""]
        return "\r\n".join(lines).encode("latin-1")


def _fields(text: str) -> dict[str, str]:
    """Form fields as such a board takes them: windows-1251, the last of a name counts."""
    return {
        name: values[-1]
        for name, values in parse_qs(text, keep_blank_values=True, encoding="cp1251", errors="replace").items()
    }
