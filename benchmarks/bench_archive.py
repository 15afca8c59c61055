"""Saving and reading a topic of many posts: the first reading page by page, a quiet poll's page, all revisions."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from scraper.archive import Archive
from scraper.archive_base import open_database
from scraper.records import Fetched, Post, Precision, TopicPage, TopicRef

POSTS = 12_000
PER_PAGE = 30
START = datetime(2013, 10, 14, tzinfo=UTC)
BODY = "<p>" + "Слово за слово, и вот уже суд. " * 12 + '<span style="color: red">Вера</span></p>'
REF = TopicRef(engine="mybbru", board="http://b.example/", topic_id="1", url="http://b.example/viewtopic.php?id=1")


def run() -> list[str]:
    """One line a measurement."""
    pages = -(-POSTS // PER_PAGE)
    with tempfile.TemporaryDirectory() as folder:
        database = open_database(Path(folder) / "itogi.db")
        archive = Archive(database)
        topic = archive.topic(REF, START)
        poll = archive.begin_poll(topic.key, START)

        def save(number: int) -> None:
            raw = f"{number} {BODY}".encode() * PER_PAGE
            at = START + timedelta(seconds=number)
            fetched = Fetched(url=REF.url, final_url=REF.url, status=200, headers=(), content=raw, fetched_at=at)
            archive.save_page(poll, topic, number, _page(number, pages), fetched)

        first = _seconds(lambda: [save(number) for number in range(pages, 0, -1)])
        archive.begin_poll(topic.key, START)
        again = _seconds(lambda: save(pages))
        read = _seconds(lambda: archive.posts(topic.key))
        past = _seconds(lambda: archive.posts(topic.key, START + timedelta(minutes=3)))
        size = (Path(folder) / "itogi.db").stat().st_size
        database.close()
    return [
        f"first reading of {pages} pages: {first / pages * 1000:.1f} ms a page, {size / POSTS:.0f} bytes a post kept",
        f"the last page once more, of {POSTS} posts: {again * 1000:.0f} ms",
        f"all posts with their revisions: {read * 1000:.0f} ms; as of a moment: {past * 1000:.0f} ms",
    ]


def _page(number: int, pages: int) -> TopicPage:
    places = range((number - 1) * PER_PAGE, min(number * PER_PAGE, POSTS))
    return TopicPage(
        engine="mybbru",
        title="Игра",
        topic_id="1",
        page=number,
        pages=pages,
        posts=tuple(_post(place) for place in places),
        closed=False,
        board_now=None,
        zone=None,
        per_page=PER_PAGE,
    )


def _post(place: int) -> Post:
    return Post(
        id=str(place + 1),
        number=place + 1,
        author=f"Игрок {place % 12}",
        author_id=str(place % 12),
        guest=False,
        posted_at=START + timedelta(minutes=place),
        precision=Precision.SECOND,
        edited_at=None,
        editor=None,
        body=f"{BODY}{place}",
        signature=None,
        permalink=f"{REF.url}#p{place + 1}",
    )


def _seconds(deed: Callable[[], object]) -> float:
    started = time.perf_counter()
    deed()
    return time.perf_counter() - started
