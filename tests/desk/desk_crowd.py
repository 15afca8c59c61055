"""A game that strains every screen: forty players, nicks of all scripts and lengths, three hundred questions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

from desk_stage import StandingClock, opened, poll_all

from engine.events import AliasAdded, LetterConfirmed, LetterSent, Noted, OrderGiven, RolesDealt
from engine.records import Deed, Order, Role
from itogi.config import Account, Board, GameFile, PlayerEntry, Polling, Times, Topic, TopicKind
from itogi.demo.board import DemoBoard
from itogi.demo.game import DemoGame
from itogi.demo.model import Forum
from itogi.desk.app import Desk
from itogi.new import create
from itogi.store import Store

LONG = "Д" * 10_000
"""A nick without a space."""
RIGHT_TO_LEFT = "שלום עולם"
EMOJI = "🦊👩‍👩‍👧 Лис🇷🇺"
OVERRIDE = "\u202eгбв"
"""A nick that would turn its line round."""
STACKED = "З" + "\u0336\u0321" * 40 + "лой"
ODD = (LONG, RIGHT_TO_LEFT, EMOJI, OVERRIDE, STACKED)
PLAYERS = (*ODD, *(f"Маска{number:02}" for number in range(35)))
WALL = "а" * 10_000
"""Text without a space."""


@contextmanager
def crowd(folder: Path, *, questions: int = 300) -> Iterator[Desk]:
    """The game, five minutes before the deadline of its first day, and its desk."""
    demo = DemoGame()
    clock = StandingClock(demo.moment("1 21:55"))
    forum = Forum(title="Доска", zone=demo.zone)
    forum.add_user("Ведущий", password="x", moderator=True)
    for name in PLAYERS:
        forum.add_user(name)
    game, vote = forum.add_topic("Игра " + WALL[:400]), forum.add_topic("Голосование")
    start = demo.moment("1 10:00")
    for number in range(questions):
        author, target = PLAYERS[number % 40], PLAYERS[(number * 7 + 3) % 40]
        at = start + timedelta(seconds=number)
        forum.add_post(vote.id, author, f"[color=orange]{target}[/color]", at=at)
    for number, name in enumerate(PLAYERS):
        at = start + timedelta(hours=1, seconds=number)
        forum.add_post(vote.id, name, f"{WALL} [color=red]{PLAYERS[(number + 1) % 6]}[/color]", at=at)
    forum.add_post(game.id, PLAYERS[0], f"[b]Ведущий[/b], {WALL}?", at=start)
    forum.add_post(game.id, RIGHT_TO_LEFT, "[b]Ведущий[/b], а можно?", at=start)
    with DemoBoard(forum) as board:
        board.follow(clock.now)
        file = GameFile(
            title="Игра " + LONG,
            topics=(
                Topic(url=board.topic_url(game.id), kind=TopicKind.GAME),
                Topic(url=board.topic_url(vote.id), kind=TopicKind.VOTE),
            ),
            players=tuple(PlayerEntry(name=name, accounts=(Account(name=name),)) for name in PLAYERS),
            timetable=Times(first_date=demo.first_date, zone=demo.zone_name),
            board=Board(engine="mybbru"),
            moderators=("Ведущий",),
            reserves=(LONG + "2", "Ветерок"),
            polling=Polling(pause_seconds=0.0, requests_per_hour=10_000),
        )
        create(folder, file)
        with Store.open(folder, clock=clock.now) as store:
            roles = [Role.BOSS, Role.MANIAC, Role.DOCTOR, Role.COMMISSIONER, Role.GIRL]
            store.say(RolesDealt(roles=tuple(zip(PLAYERS, roles + [Role.CITIZEN] * 35, strict=True))))
            store.say(AliasAdded(player=LONG, alias="Ы" * 200))
            store.say(Noted(text=WALL[:500]), author=LONG)
            store.say(LetterSent(player=LONG))
            store.say(LetterConfirmed(player=LONG, source=WALL[:200]))
            order = Order(by=LONG, do=Deed.KILL, targets=(RIGHT_TO_LEFT, EMOJI), source=WALL[:60])
            store.say(OrderGiven(night=1, order=order), at=demo.moment("0 20:00"))
            store.say(OrderGiven(night=2, order=order))
        poll_all(folder, clock)
        with opened(folder, clock) as desk:
            yield desk
