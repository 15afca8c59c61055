"""What goes to a terminal: players' words must not steer it, whatever control characters they typed."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable
from typing import Any, TextIO

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

_STEERING = dict.fromkeys((*range(0x09), *range(0x0B, 0x20), *range(0x7F, 0xA0))) | dict.fromkeys(
    map(ord, "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2028\u2029\u2066\u2067\u2068\u2069")
)
"""Control characters, which terminals obey, and those that turn the direction of the words that follow."""


def harmless(text: str) -> str:
    """`text` without anything that a terminal obeys; tabs and ends of lines stay."""
    return text if text.isascii() and text.isprintable() else text.translate(_STEERING)


class Plain(io.TextIOWrapper):
    """A terminal's stream that shows words and obeys none. The program's own paint goes to the stream below."""

    below: TextIO
    """The stream itself."""

    def write(self, text: str, /) -> int:
        """Write what is harmless of `text`."""
        super().write(harmless(text))
        return len(text)


class Screen(Console):
    """A console that paints; words are words in it."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The pieces of what is to be shown, harmless but for the console's own orders."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(harmless(segment.text), segment.style)


def guard() -> None:
    """From now on nothing written to a terminal on standard output or error can steer it."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper) and not isinstance(stream, Plain) and stream.isatty():
            # Two writers share one buffer, so neither may keep back what it was given.
            stream.reconfigure(write_through=True)
            setattr(sys, name, _plain(stream))


def screen(*, error: bool = False) -> Screen:
    """Standard output or error to paint on: never a guess at markup or numbers in players' words."""
    stream: Any = sys.stderr if error else sys.stdout
    below: TextIO = getattr(stream, "below", stream)
    return Screen(file=below, highlight=False, markup=False, emoji=False, soft_wrap=False)


def _plain(stream: io.TextIOWrapper) -> Plain:
    plain = Plain(stream.buffer, encoding=stream.encoding, errors=stream.errors, write_through=True)
    plain.below = stream
    return plain
