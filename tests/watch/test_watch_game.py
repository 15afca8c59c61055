"""A whole game of three days and two thousand posts, polled by plan (issue 6, done when)."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from faulty_board import FaultyBoard, archive, client, ref
from watch_table import FIRST_NIGHT, WatchTable

from itogi.config import Game, Polling, Topic
from itogi.timetable import Timetable
from itogi.topics import ref_of
from itogi.watch import look_ahead
from itogi.watch_poll import Visit, poll_round, running_since
from scraper.archive import Archive
from scraper.archive_records import Outcome
from scraper.poll import poll_topic

POSTS = 2000
DAYS = timedelta(days=3)


def write_game(table: WatchTable) -> None:
    """Posts of three days in both topics, most of them in the evenings, with edits, a few of them silent."""
    chance = random.Random(6)
    for number in range(POSTS):
        at = FIRST_NIGHT + timedelta(minutes=30) + DAYS * ((number + chance.random()) / POSTS)
        if number % 3 == 0:
            # The last quarter of an hour is the busiest.
            evening = FIRST_NIGHT + timedelta(days=(at - FIRST_NIGHT).days + 1)
            at = evening - timedelta(seconds=chance.uniform(-60, 900)) if chance.random() < 0.2 else at
        topic = table.board.topic if number % 4 == 0 else table.chat
        author = chance.choice(("Зависть", "Вера", "Гнев", "Кротость", "Азарт"))
        post = table.board.add_post(topic, author, html=f"<p>Слово {number}</p>", at=at)
        if number % 25 == 0:
            moment = at + timedelta(minutes=chance.uniform(1, 200))
            table.board.edit_post(post.id, html=f"<p>Правка {number}</p>", at=moment, silent=number % 50 == 0)


def pages_since(board: FaultyBoard, topic: int, moment: datetime, end: datetime) -> set[int]:
    """Pages that hold posts of the span; the one on which it begins included."""
    posts = board.forum.shown_posts(topic, end)
    places = [index for index, post in enumerate(posts) if post.posted_at >= moment]
    if not places:
        return set()
    per_page = board.forum.per_page
    return {max(place - 1, 0) // per_page for place in places[:1]} | {place // per_page for place in places}


@pytest.mark.timeout(600)
def test_three_days_cost_little_and_lose_nothing(tmp_path: Path) -> None:
    """Per poll at most the running day's pages, the pages with new posts, and one request; at the end the archive is
    that of a single clean reading, revisions aside.
    """
    table = WatchTable(tmp_path / "game", per_page=30, polling=Polling(far_minutes=60))
    table.store.database.execute("PRAGMA synchronous = OFF")
    write_game(table)
    game, store, clock = table.game, table.store, table.clock
    clock.moment = FIRST_NIGHT + timedelta(minutes=31)
    timetable = Timetable(times=game.file.timetable)
    before: dict[str, datetime] = {}
    polls = 0
    with client(table.board, clock, ledger=store.archive, per_hour=240) as asker:
        while clock.now() < FIRST_NIGHT + DAYS + timedelta(hours=2):
            due = look_ahead(game, store, timetable, clock.now()).due
            clock.sleep((due.at - clock.now()).total_seconds())
            since = running_since(timetable, clock.now())
            done = poll_round(game, store, asker, why=due.label, since=since, thorough=due.thorough)
            assert not done.faults
            for visit in done.visits:
                check_cost(table.board, visit, ref_of(game, visit.topic), since, before, clock.now())
                before[visit.topic.url] = done.started_at
            polls += 1
        for topic in game.topics:
            assert ids(store.archive, game, topic) == table.board.ids(int(topic.url.rpartition("=")[2]))
        # Edits of days that are over are looked for when the GM asks: `itogi poll --again`.
        spent = store.archive.requests_since(FIRST_NIGHT)
        poll_round(game, store, asker, since=FIRST_NIGHT)
    assert polls > 90
    busiest = max(sum(1 for at in spent if start <= at < start + timedelta(hours=1)) for start in spent[::20])
    assert busiest <= 240
    for topic in game.topics:
        compare(table, topic, tmp_path)
    assert store.archive.counts().revisions > POSTS + POSTS // 40


def ids(kept: Archive, game: Game, topic: Topic) -> list[str]:
    there = ref_of(game, topic)
    known = kept.find(there) if there else None
    assert known
    return [post.id for post in kept.posts(known.key)]


def check_cost(
    board: FaultyBoard, visit: Visit, topic: object, since: datetime | None, before: dict[str, datetime], now: datetime
) -> None:
    report = visit.report
    assert report
    number = int(topic.topic_id)  # type: ignore[attr-defined]
    last = before.get(visit.topic.url)
    if last is None:
        return
    running = pages_since(board, number, since, now) if since else set()
    fresh = pages_since(board, number, last, now)
    assert report.requests <= len(running | fresh) + 1, (report.pages, running, fresh)


def compare(table: WatchTable, topic: Topic, folder: Path) -> None:
    """The archive of the game against one clean reading of the same topic."""
    clean_folder = folder / f"clean-{topic.kind}"
    clean_folder.mkdir()
    clean: Archive = archive(clean_folder)
    there = ref_of(table.game, topic)
    assert there
    with client(table.board, table.clock) as asker:
        report = poll_topic(asker, clean, ref(table.board, topic=int(there.topic_id)))
    assert report.outcome is Outcome.WHOLE

    def newest(kept: Archive) -> list[tuple[object, ...]]:
        known = kept.find(there)
        assert known
        return [
            (post.id, post.number, post.author, post.author_id, post.posted_at, post.body, post.revision.edited_at)
            for post in kept.posts(known.key)
        ]

    assert newest(table.store.archive) == newest(clean)
    clean.database.close()
