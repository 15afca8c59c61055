"""A desk over the demo game at a chosen moment: a real board, a real server, a real folder."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from engine.events import DieEntered, OrderGiven, RolesDealt, Said
from itogi.config import Account, Board, Game, GameFile, PlayerEntry, Polling, Times, Topic, TopicKind
from itogi.demo.board import DemoBoard
from itogi.demo.game import DemoGame
from itogi.desk.app import Desk
from itogi.desk.server import listen, server
from itogi.new import create
from itogi.store import Store
from itogi.topics import ref_of
from scraper.http import Client
from scraper.poll import poll_topic


class StandingClock:
    """Shows one moment; waiting moves it."""

    def __init__(self, moment: datetime) -> None:
        self.moment = moment

    def now(self) -> datetime:
        return self.moment

    def sleep(self, seconds: float) -> None:
        """Pass at once: politeness is tested elsewhere."""


@dataclass
class Stage:
    """What a test of the desk works with."""

    desk: Desk
    board: DemoBoard
    game: DemoGame
    folder: Path
    clock: StandingClock

    def poll(self) -> None:
        """Read the topics as the board shows them now."""
        poll_all(self.folder, self.clock)


def poll_all(folder: Path, clock: StandingClock) -> None:
    """Read all topics of the game in `folder`."""
    game = Game.load(folder)
    with Store.open(folder, clock=clock.now) as store, Client(clock=clock) as client:
        for topic in game.topics:
            ref = ref_of(game, topic)
            assert ref is not None
            report = poll_topic(client, store.archive, ref)
            assert report.fault is None, report.fault


def demo_file(demo: DemoGame, board: DemoBoard) -> GameFile:
    """The settings of the demo game on `board`."""
    kinds = {"game": TopicKind.GAME, "vote": TopicKind.VOTE, "signup": TopicKind.SIGNUP}
    return GameFile(
        title=demo.title,
        topics=tuple(
            Topic(url=board.topic_url(demo.topic_id(name)), kind=kind, title=demo.topic_titles[name])
            for name, kind in kinds.items()
        ),
        players=tuple(
            PlayerEntry(name=player.name, accounts=(Account(name=player.accounts[1]),), gender=player.gender)
            for player in demo.players
        ),
        timetable=Times(first_date=demo.first_date, zone=demo.zone_name),
        board=Board(engine="mybbru"),
        moderators=(demo.moderator,),
        reserves=demo.reserves,
        polling=Polling(pause_seconds=0.0),
    )


@contextmanager
def stage(folder: Path, moment: str) -> Iterator[Stage]:
    """The demo game as of `moment` (`3 21:55`), polled, roles and past orders entered, the desk open."""
    demo = DemoGame()
    now = demo.moment(moment)
    clock = StandingClock(now)
    with DemoBoard(demo.forum()) as board:
        board.follow(clock.now)
        create(folder, demo_file(demo, board))
        with Store.open(folder, clock=clock.now) as store:
            store.say(RolesDealt(roles=tuple((player.name, player.role) for player in demo.players if player.role)))
            for night, order in demo.orders:
                if order.sent_at and order.sent_at <= now:
                    store.say(OrderGiven(night=night, order=order), at=order.sent_at)
            for night, name, happens in demo.dice:
                store.say(DieEntered(night=night, name=name, happens=happens))
        poll_all(folder, clock)
        with opened(folder, clock) as desk:
            yield Stage(desk=desk, board=board, game=demo, folder=folder, clock=clock)


@contextmanager
def opened(folder: Path, clock: StandingClock) -> Iterator[Desk]:
    """A desk that is served, with or without a game in its folder."""
    sock = listen(0)
    desk = Desk(folder, port=sock.getsockname()[1], clock=clock.now, pace=clock)
    serving = server(desk)
    thread = threading.Thread(target=serving.run, kwargs={"sockets": [sock]}, daemon=True)
    thread.start()
    while not serving.started:
        time.sleep(0.01)
    try:
        yield desk
    finally:
        serving.should_exit = True
        thread.join()
        sock.close()


def said_in(folder: Path, kind: type[Said]) -> list[Said]:
    """What of a kind stands in a game's journal."""
    with Store.open(folder) as store:
        return [event.said for event in store.standing() if isinstance(event.said, kind)]
