"""A page costs as many queries in a game of 1,200 posts and 40 players as in one of 150."""

from __future__ import annotations

import random
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from desk_async import in_thread
from desk_stage import StandingClock, poll_all

from itogi.config import Board, GameFile, PlayerEntry, Polling, Times, Topic, TopicKind
from itogi.demo.board import DemoBoard
from itogi.demo.game import DemoGame
from itogi.demo.model import Forum
from itogi.desk.app import Desk
from itogi.desk.pages import SCREENS as MENU
from itogi.desk.server import application
from itogi.new import create
from itogi.store import Store

PLAYERS = tuple(f"Маска{number:02}" for number in range(40))
SCREENS = tuple(path for path, _title in MENU)


class CountingDesk(Desk):
    """Counts what its stores are asked."""

    statements = 0

    def store(self) -> Store:
        store = super().store()

        def count(_statement: str) -> None:
            self.statements += 1

        store.database.conn.set_trace_callback(count)
        return store


def desk_of(folder: Path, posts: int) -> CountingDesk:
    """A polled game with `posts` posts."""
    demo = DemoGame()
    clock = StandingClock(demo.moment("1 21:55"))
    chance = random.Random(posts)
    forum = Forum(title="Доска", zone=demo.zone)
    forum.add_user("Ведущий", password="x", moderator=True)
    for name in PLAYERS:
        forum.add_user(name)
    game, vote = forum.add_topic("Игра"), forum.add_topic("Голосование")
    span = demo.moment("1 21:50") - demo.moment("0 22:05")
    for number in range(posts):
        at = demo.moment("0 22:05") + timedelta(seconds=span.total_seconds() * number / posts)
        topic, text = (vote, f"[color=red]{chance.choice(PLAYERS)}[/color]") if number % 3 == 0 else (game, "Слово.")
        # Everybody votes in both games: a call to missing voters would ask more.
        forum.add_post(topic.id, PLAYERS[number // 3 % len(PLAYERS)], text, at=at)
    with DemoBoard(forum) as board:
        board.follow(clock.now)
        file = GameFile(
            title="Большая игра",
            topics=(
                Topic(url=board.topic_url(game.id), kind=TopicKind.GAME),
                Topic(url=board.topic_url(vote.id), kind=TopicKind.VOTE),
            ),
            players=tuple(PlayerEntry(name=name) for name in PLAYERS),
            timetable=Times(first_date=demo.first_date, zone=demo.zone_name),
            board=Board(engine="mybbru"),
            moderators=("Ведущий",),
            polling=Polling(pause_seconds=0.0, requests_per_hour=10_000),
        )
        create(folder, file)
        poll_all(folder, clock)
    return CountingDesk(folder, port=8123, clock=clock.now)


@pytest.mark.timeout(240)
def test_queries_do_not_grow_with_posts(tmp_path: Path) -> None:
    small, large = desk_of(tmp_path / "small", 150), desk_of(tmp_path / "large", 1_200)

    def asked(desk: CountingDesk) -> dict[str, int]:
        async def run() -> dict[str, int]:
            transport = httpx.ASGITransport(app=application(desk))
            counts = {}
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8123") as client:
                await client.get(f"/?token={desk.keys.token}", follow_redirects=True, timeout=120)
                for screen in SCREENS:
                    desk.statements = 0
                    answer = await client.get(screen, timeout=120)
                    assert answer.status_code == 200
                    counts[screen] = desk.statements
            return counts

        return in_thread(run())

    few, many = asked(small), asked(large)
    assert few == many
    assert max(few.values()) < 60
