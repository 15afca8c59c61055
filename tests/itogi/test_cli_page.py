"""`itogi page`: the contract's JSON, and one clear line for everything that is wrong."""

from __future__ import annotations

import gettext
import io
import json
import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from engine.i18n import install
from itogi.cli import main

FIXTURES = Path(__file__).resolve().parent.parent.parent / "fixtures"
KEYS = ["engine", "title", "page", "pages", "topic_id", "posts"]
POST_KEYS = [
    "id", "number", "author", "author_id", "guest", "posted_at", "edited_at", "body", "signature", "permalink",
]  # fmt: skip


@dataclass(frozen=True)
class Run:
    """What a command did."""

    returncode: int
    stdout: str
    stderr: str


Page = Callable[..., Run]


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Page]:
    """Runs `itogi page …` in this process, through the program's own entry."""

    def run(*arguments: str, given: bytes = b"") -> Run:
        monkeypatch.setattr("sys.argv", ["itogi", "--lang", "ru", "page", *arguments])
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given)))
        with pytest.raises(SystemExit) as left:
            main()
        captured = capsys.readouterr()
        return Run(int(left.value.code or 0), captured.out, captured.err)

    yield run
    install(gettext.NullTranslations())


def fault(run: Run, *, status: int = 2) -> str:
    """The one line of a run that failed."""
    assert run.returncode == status, run.stderr
    assert run.stdout == ""
    assert run.stderr.count("\n") == 1
    return run.stderr


def test_a_saved_page_gives_the_contracts_json(page: Page) -> None:
    run = page(
        str(FIXTURES / "phpbb" / "long.html"), "--base-url", "https://mafia.example/forum/viewtopic.php?t=31&start=15"
    )
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    answer = json.loads(run.stdout)
    expected = json.loads((FIXTURES / "phpbb" / "long.json").read_text(encoding="utf-8"))["page"]
    assert list(answer) == KEYS
    assert {key: answer[key] for key in KEYS[:-1]} == {key: expected[key] for key in KEYS[:-1]}
    assert all(list(post) == POST_KEYS for post in answer["posts"])
    assert answer["posts"] == [{key: post[key] for key in POST_KEYS} for post in expected["posts"]]


def test_standard_input_and_the_moment_of_the_page(page: Page) -> None:
    content = (FIXTURES / "fluxbb" / "long.html").read_bytes()
    run = page("-", "--now", "2026-11-30T20:21:00+03:00", "--timezone", "Europe/Moscow", given=content)
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    posts = {post["id"]: post for post in json.loads(run.stdout)["posts"]}
    assert posts["3020"]["posted_at"] == "2026-11-29T09:41:30+03:00"
    assert posts["3019"]["edited_at"] == "2026-11-30T20:15:20+03:00"
    naive = page("-", "--now", "2026-11-30T20:21:00", given=content)
    assert naive.stdout == run.stdout, "without an offset the moment is the board's"


def test_without_the_moment_the_file_s_own_is_taken_and_said(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "saved.html"
    file.write_bytes((FIXTURES / "fluxbb" / "long.html").read_bytes())
    saved = datetime(2026, 11, 30, 17, 21, tzinfo=UTC).timestamp()
    os.utime(file, (saved, saved))
    run = page(str(file))
    assert run.returncode == 0
    assert run.stderr.count("\n") == 1
    assert "--now" in run.stderr
    posts = {post["id"]: post for post in json.loads(run.stdout)["posts"]}
    assert posts["3020"]["posted_at"] == "2026-11-29T09:41:30+03:00"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["no-such-file.html"], "no-such-file.html"),
        (["."], "."),
        (["\0"], "\0"),
        (["{phpbb/long}", "--engine", "discourse"], "discourse"),
        (["{phpbb/long}", "--timezone", "Mars/Olympus"], "Mars/Olympus"),
        (["{phpbb/long}", "--now", "вчера"], "вчера"),
        (["{phpbb/no-such-topic}"], "Запрошенной темы не существует"),
        (["{phpbb/login-form}"], "itogi login"),
        (["{refusals/ddos-guard}"], "DDoS-Guard"),
        (["{refusals/empty}"], "refusals/empty"),
        (["{refusals/unknown-board}"], "mybb.ru, phpBB"),
        (["{phpbb/truncated}"], "truncated"),
        (["{phpbb/ignored-author-30}"], "521"),
        (["{mybbru/post-with-no-body}"], "4002"),
        (["{phpbb/long}", "--engine", "smf"], "long"),
        (["{mybb/long}", "--base-url", "https://mafia.example/showthread.php?tid=50&page=99"], "99"),
        (["{mybb/long}", "--base-url", "https://mafia.example/showthread.php?tid=51&page=2"], "51"),
        ([], "page"),
        (["http://"], "http"),
    ],
)
def test_bad_input_is_one_line_and_status_2(page: Page, arguments: list[str], words: str) -> None:
    told = [
        str(FIXTURES / f"{argument[1:-1]}.html") if argument.startswith("{") else argument for argument in arguments
    ]
    run = page(*told)
    assert run.returncode == 2, run.stderr
    assert run.stdout == ""
    assert words in run.stderr
    if arguments:
        assert run.stderr.count("\n") == 1


def test_noise_is_bad_input(page: Page) -> None:
    for given in (b"", b"\xff\xfe\x00", b"{}", "просто текст".encode("cp1251")):
        fault(page("-", given=given))


class Board(BaseHTTPRequestHandler):
    """Serves fixtures: `/viewtopic.php?id=60&p=2` and whatever a test asks."""

    answers: dict[str, tuple[int, bytes]]

    def do_GET(self) -> None:
        status, content = self.answers.get(self.path, (404, b"<html><title>404 Not Found</title></html>"))
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002 - the library's name
        pass


@pytest.fixture
def board() -> Iterator[str]:
    content = (FIXTURES / "phpbb" / "long.html").read_bytes()
    login = (FIXTURES / "phpbb" / "login-form.html").read_bytes()
    handler = type("Served", (Board,), {})
    handler.answers = {
        "/viewtopic.php?t=31&start=15": (200, content),
        "/viewtopic.php?t=31&start=9000": (200, content),
        "/viewtopic.php?t=32": (200, content),
        "/viewtopic.php?t=33": (200, login),
        "/robots.txt": (404, b""),
    }
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def test_an_address_is_fetched_and_read(page: Page, board: str) -> None:
    run = page(f"{board}/viewtopic.php?t=31&start=15")
    assert run.returncode == 0, run.stderr
    answer = json.loads(run.stdout)
    assert (answer["engine"], answer["page"], len(answer["posts"])) == ("phpbb", 2, 15)
    assert answer["posts"][0]["permalink"] == f"{board}/viewtopic.php?p=316#p316"


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/viewtopic.php?t=31&start=9000", "601"),
        ("/viewtopic.php?t=32", "32"),
        ("/viewtopic.php?t=33", "itogi login"),
        ("/viewtopic.php?t=99", "темы нет"),
    ],
)
def test_what_a_board_answers_instead_is_status_1(page: Page, board: str, path: str, words: str) -> None:
    assert words in fault(page(f"{board}{path}"), status=1)
