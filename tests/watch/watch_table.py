"""A game's folder, its forum and a watch over it, with a clock that is turned by hand."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from faulty_board import FaultyBoard, TestClock, client

from itogi.config import Board, Game, GameFile, PlayerEntry, Polling, Reminder, Times, Topic, TopicKind
from itogi.new import create
from itogi.store import Store
from itogi.watch import Watch

MOSCOW = timedelta(hours=4)
"""In 2013."""
FIRST_NIGHT = datetime(2013, 10, 13, 22, 0, tzinfo=UTC) - MOSCOW
BASE = "http://board.example/"
PLAYERS = ("Зависть", "Вера", "Гнев", "Кротость", "Азарт")


class WatchTable:
    """Everything that a watch needs. Day 1 runs from the evening of 13 October to 22:00 of the 14th."""

    def __init__(
        self,
        folder: Path,
        *,
        per_page: int = 5,
        reminders: Sequence[Reminder] = (),
        polling: Polling | None = None,
        board: Board | None = None,
    ) -> None:
        self.clock = TestClock(FIRST_NIGHT + timedelta(hours=21, minutes=50))
        self.board = FaultyBoard(self.clock, per_page=per_page)
        self.chat = self.board.forum.add_topic("Игра").id
        for name in PLAYERS:
            self.board.forum.add_user(name)
        self.board.forum.add_user("Ведущий", moderator=True)
        self.board.add_post(self.chat, "Ведущий", html="<p>Итоги 1 ночи:</p>", at=FIRST_NIGHT + timedelta(minutes=20))
        self.board.add_post(self.board.topic, "Ведущий", html="<p>Голосуем</p>", at=FIRST_NIGHT + timedelta(minutes=21))
        create(
            folder,
            GameFile(
                title="Грехи",
                topics=(
                    Topic(url=f"{BASE}viewtopic.php?id={self.chat}", kind=TopicKind.GAME),
                    Topic(url=f"{BASE}viewtopic.php?id={self.board.topic}", kind=TopicKind.VOTE),
                ),
                players=tuple(PlayerEntry(name=name) for name in PLAYERS),
                timetable=Times(first_date=(FIRST_NIGHT + MOSCOW).date()),
                board=board or Board(engine="mybbru", timezone="Europe/Moscow"),
                moderators=("Ведущий",),
                polling=polling or Polling(),
                reminders=tuple(reminders),
            ),
        )
        self.folder = folder
        self.said: list[str] = []
        self.sent: list[tuple[tuple[str, ...], str]] = []
        self.start()

    @property
    def deadline(self) -> datetime:
        """Of day 1."""
        return FIRST_NIGHT + timedelta(days=1)

    @property
    def game(self) -> Game:
        return Game.load(self.folder)

    def start(self) -> None:
        """A new process, on what the old one left."""
        self.store = Store.open(self.folder, clock=self.clock.now)
        self.store.database.execute("PRAGMA synchronous = OFF")
        self.watch = Watch(
            self.folder,
            self.store,
            clock=self.clock,
            say=self.said.append,
            send=lambda to, _title, text: bool(self.sent.append((tuple(to), text))) or True,
            make_client=lambda game, store, clock: client(
                self.board,
                self.clock,
                pause=game.file.polling.pause_seconds,
                per_hour=game.file.polling.requests_per_hour,
                ledger=store.archive,
            ),
        )

    def stop(self) -> None:
        self.store.close()

    def run_until(self, moment: datetime) -> None:
        """Let the watch do its work until then."""
        while self.clock.now() < moment:
            wake = self.watch.step()
            self.clock.sleep((min(wake, moment) - self.clock.now()).total_seconds())

    def vote(self, author: str, text: str) -> int:
        return self.board.write(text, author).id

    def polls(self) -> list[tuple[str, datetime]]:
        """(what for, when) of the vote topic's polls."""
        topic = next(found for found in self.store.archive.topics() if found.ref.topic_id == str(self.board.topic))
        return [(poll.why, poll.started_at) for poll in self.store.archive.polls(topic.key)]
