"""Ready faults for `DemoBoard.misbehave`: how boards fail in earnest."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from dataclasses import replace

from itogi.demo.routes import Answer

_MAINTENANCE = "<html><head><title>Технические работы</title></head><body><p>Форум временно закрыт.</p></body></html>"


def status(code: int, *, retry_after: int | None = None) -> Callable[[Answer], Answer]:
    """An error of the server, such as 500, 429 or 503, with `Retry-After` in seconds when it is given."""
    headers: tuple[tuple[str, str], ...] = (("Content-Type", "text/html"), ("Content-Length", "0"))
    if retry_after is not None:
        headers += (("Retry-After", str(retry_after)),)
    return lambda _answer: Answer(status=code, headers=headers)


def html(text: str, *, code: int = 200) -> Callable[[Answer], Answer]:
    """Another page in place of the one asked for: a check against robots, a notice of maintenance."""
    body = text.encode("cp1251", errors="xmlcharrefreplace")
    headers = (("Content-Type", "text/html; charset=windows-1251"), ("Content-Length", str(len(body))))
    return lambda _answer: Answer(status=code, headers=headers, body=body)


def maintenance() -> Callable[[Answer], Answer]:
    """The notice of maintenance, with status 200."""
    return html(_MAINTENANCE)


def half() -> Callable[[Answer], Answer]:
    """The connection breaks in the middle of the body."""
    return lambda answer: replace(answer, cut=len(answer.body) // 2)


def short() -> Callable[[Answer], Answer]:
    """Half the page, but with headers that call it whole."""

    def spoil(answer: Answer) -> Answer:
        body = answer.body[: len(answer.body) // 2]
        return _with_body(answer, body)

    return spoil


def lost() -> Callable[[Answer], Answer]:
    """The board does what it was asked, and the connection breaks before the answer."""
    return lambda answer: replace(answer, cut=-1)


def slow(seconds: float, *, piece: int = 1 << 16) -> Callable[[Answer], Answer]:
    """A wait before the headers, and before each piece of `piece` bytes."""
    return lambda answer: replace(answer, pause=seconds, piece=piece)


def garbage() -> Callable[[Answer], Answer]:
    """Bytes that are no text in the encoding that is named."""
    return lambda answer: _with_body(answer, bytes(range(128, 256)) * 8)


def huge(megabytes: int) -> Callable[[Answer], Answer]:
    """A page that is far too large."""
    return lambda answer: _with_body(answer, answer.body + b" " * (megabytes << 20))


def gzip_bomb(megabytes: int) -> Callable[[Answer], Answer]:
    """A small answer that unpacks to `megabytes`."""

    def spoil(answer: Answer) -> Answer:
        return _with_body(answer, gzip.compress(b" " * (megabytes << 20))).with_header("Content-Encoding", "gzip")

    return spoil


def _with_body(answer: Answer, body: bytes) -> Answer:
    headers = tuple(pair for pair in answer.headers if pair[0] != "Content-Length")
    return replace(answer, body=body, headers=(*headers, ("Content-Length", str(len(body)))))
