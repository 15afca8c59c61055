"""A game whose topics are written by hand: posts, edits, removals, and polls at moments of one's choice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from engine.events import Said
from itogi.config import Board, Game, GameFile, PlayerEntry, Times, Topic, TopicKind
from itogi.evening import DayView, Evening
from itogi.new import create
from itogi.store import Store
from itogi.topics import ref_of
from scraper.archive_records import Outcome
from scraper.records import Fetched, Post, Precision, TopicPage

ZONE = ZoneInfo("Europe/Moscow")
FIRST = date(2013, 10, 14)
URLS = {
    TopicKind.GAME: "http://board.test/viewtopic.php?id=2",
    TopicKind.VOTE: "http://board.test/viewtopic.php?id=3",
    TopicKind.SIGNUP: "http://board.test/viewtopic.php?id=1",
}
NAMES = ("Вася", "Петя", "Аня", "Оля", "Коля")
GM = "Ведущий"
RED = '<span style="color: red">{name}</span>'
BLUE = '<span style="color: blue">{name}</span>'


def at(text: str) -> datetime:
    """`1 21:55` or `1 21:55:30`: that many days after the first night's date, in the game's zone."""
    day, clock = text.split()
    parts = [int(part) for part in clock.split(":")]
    moment = datetime(FIRST.year, FIRST.month, FIRST.day, *parts, tzinfo=ZONE)
    return moment + timedelta(days=int(day))


def red(name: str) -> str:
    return RED.format(name=name)


def blue(name: str) -> str:
    return BLUE.format(name=name)


def game_file(**changes: object) -> GameFile:
    """Five players, one GM, a game and a vote topic, the document's hours."""
    fields: dict[str, object] = {
        "title": "Проба",
        "topics": tuple(Topic(url=URLS[kind], kind=kind) for kind in (TopicKind.GAME, TopicKind.VOTE)),
        "players": tuple(PlayerEntry(name=name) for name in NAMES),
        "moderators": (GM,),
        "timetable": Times(first_date=FIRST),
        "board": Board(engine="mybbru"),
    }
    return GameFile(**{**fields, **changes})  # type: ignore[arg-type]


@dataclass
class Bench:
    """A game's folder and its forum."""

    game: Game
    store: Store

    def __post_init__(self) -> None:
        self.topics: dict[TopicKind, list[Post]] = {topic.kind: [] for topic in self.game.topics}
        self.next_id = 100
        self.accounts: dict[str, str] = {}

    @classmethod
    def make(cls, folder: Path, **changes: object) -> Bench:
        return cls(Game(folder=folder, file=game_file(**changes)), Store.in_memory())

    @classmethod
    def on_disk(cls, folder: Path, **changes: object) -> Bench:
        """With game.toml and itogi.db, for commands."""
        create(folder, game_file(**changes))
        return cls(Game.load(folder), Store.open(folder))

    def post(
        self,
        author: str,
        body: str,
        when: str,
        *,
        kind: TopicKind = TopicKind.VOTE,
        account: str | None = None,
        guest: bool = False,
        precision: Precision = Precision.SECOND,
    ) -> str:
        """A new post; its id. `account`: the account's id, by default made of the name."""
        self.next_id += 1
        self.topics[kind].append(
            Post(
                id=str(self.next_id),
                number=len(self.topics[kind]) + 1,
                author=author,
                author_id=None if guest else account or self.accounts.setdefault(author, str(10 + len(self.accounts))),
                guest=guest,
                posted_at=at(when),
                precision=precision,
                edited_at=None,
                editor=None,
                body=f"<p>{body}</p>",
                signature=None,
                permalink=f"http://board.test/viewtopic.php?pid={self.next_id}#p{self.next_id}",
            )
        )
        return str(self.next_id)

    def edit(self, post_id: str, body: str, when: str | None, *, editor: str | None = None) -> None:
        """Another text; `when` None: without a note."""
        for posts in self.topics.values():
            for index, post in enumerate(posts):
                if post.id == post_id:
                    moment = at(when) if when else post.edited_at
                    posts[index] = replace(
                        post, body=f"<p>{body}</p>", edited_at=moment, editor=(editor or post.author) if when else None
                    )

    def remove(self, post_id: str) -> None:
        for posts in self.topics.values():
            posts[:] = [post for post in posts if post.id != post_id]

    def poll(self, when: str, *kinds: TopicKind, outcome: Outcome = Outcome.WHOLE) -> None:
        """Read the topics as they are now."""
        for topic in self.game.topics:
            if kinds and topic.kind not in kinds:
                continue
            ref = ref_of(self.game, topic)
            assert ref is not None
            archive, moment = self.store.archive, at(when)
            known = archive.topic(ref, moment)
            poll = archive.begin_poll(known.key, moment)
            posts = [post for post in self.topics[topic.kind] if post.posted_at <= moment]
            held = set(archive.standing_ids(known.key))
            page = TopicPage(
                engine="mybbru",
                title=topic.kind.value,
                topic_id=ref.topic_id,
                page=1,
                pages=1,
                posts=tuple(posts),
                closed=None,
                board_now=None,
                zone=None,
            )
            fetched = Fetched(
                url=topic.url, final_url=topic.url, status=200, headers=(), content=b"", fetched_at=moment
            )
            archive.save_page(poll, known, 1, page, fetched)
            archive.note_absent(known.key, held - {post.id for post in posts}, moment)
            archive.end_poll(poll, moment, outcome, requests=1, message=None if outcome is Outcome.WHOLE else "сбой")

    def say(self, said: Said, when: str) -> None:
        self.store.say(said, author="gm", at=at(when))

    def evening(self, now: str, as_of: str | None = None) -> Evening:
        return Evening.of(self.game, self.store, now=at(now), at=at(as_of) if as_of else None)

    def day(self, now: str, number: int = 1) -> DayView:
        return self.evening(now).day(number)

    def fates(self, now: str, number: int = 1) -> dict[str, str]:
        """What became of every ballot of a day: voter → target, `-V5`, or both for several, in order of casting."""
        result = self.day(now, number).result
        lines: dict[str, list[str]] = {}
        for ballot in result.ballots:
            lines.setdefault(ballot.cast.by, []).append(f"{ballot.cast.target}")
        for aside in result.set_aside:
            lines.setdefault(aside.cast.by, []).append(f"-{aside.rule}")
        return {voter: " ".join(found) for voter, found in lines.items()}
