"""Reading a page (bytes to posts) against a bare lxml parse of the same bytes; the promise is a ratio of at most 2."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from lxml import etree

from scraper.adapter import ReadContext, registered
from scraper.page import read_page

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"
CONTEXT = ReadContext(
    url="https://board.example/index.php", timezone="Europe/Moscow", now=datetime(2026, 11, 30, 17, 21, tzinfo=UTC)
)
ROUNDS = 150


def run() -> list[str]:
    """One line for each engine: milliseconds for the parse alone and for the whole reading of its `long` fixture, as
    polling does it (the engine is known), their ratio, and what a post costs beside the parse and in it.
    """
    lines = []
    for engine in registered():
        for file in sorted((FIXTURES / engine).glob("long*.html")):
            content = file.read_bytes()
            bare, whole = _best(
                lambda content=content: etree.HTML(content),
                lambda content=content, engine=engine: read_page(content, None, CONTEXT, engine=engine),
            )
            posts = len(read_page(content, None, CONTEXT, engine=engine).posts)
            lines.append(
                f"boards: {engine:8} {len(content) // 1024:3} KB: parse {bare * 1000:.2f} ms, "
                f"read {whole * 1000:.2f} ms, ratio {whole / bare:.2f} (at most 2); "
                f"a post: parse {bare / posts * 1e6:.0f} µs, the rest {(whole - bare) / posts * 1e6:.0f} µs"
            )
    return lines


def _best(*actions: Callable[[], object]) -> list[float]:
    """The shortest processor time of each action; they take turns, so that a busy machine slows all alike."""
    best = [float("inf")] * len(actions)
    for _ in range(ROUNDS):
        for place, action in enumerate(actions):
            start = time.process_time()
            action()
            best[place] = min(best[place], time.process_time() - start)
    return best
