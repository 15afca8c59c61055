"""The demo's game: the one of the rule document, with invented accounts and all the dirt that votes come with.

The words stand in `script/*.toml`. Every post of the vote topic says what must become of it (`expect`), so that
the tests, and a reader, can hold the program to it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from importlib import resources
from zoneinfo import ZoneInfo

import msgspec

from engine.records import Deed, Gender, Order, Player, Role
from itogi.demo.model import Forum

FIRST_DATE = date(2013, 10, 14)
"""Evening of the first night: a date of the past, so that the demo is the same whenever it is run."""
TOPICS = ("signup", "game", "vote")
"""Topics in the order in which they were opened; their ids on the board count from 1."""
_FILES = {"signup": "signup.toml", "game": "talk.toml", "vote": "votes.toml"}
_MOMENT = re.compile(r"(-?\d+) (\d{1,2}):(\d\d)(?::(\d\d))?")
FIRST_POST_ID = 101


class _Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of the tables of the script."""


class _Player(_Record, frozen=True, kw_only=True):
    name: str
    person: str
    gender: Gender
    role: Role
    signature: str | None = None


class _Order(_Record, frozen=True, kw_only=True):
    night: int
    by: str
    do: Deed
    sent: str
    targets: tuple[str, ...] = ()
    role: str | None = None


class _Die(_Record, frozen=True, kw_only=True):
    night: int
    name: str
    happens: bool


class _Setup(_Record, frozen=True, kw_only=True):
    title: str
    board: str
    zone: str
    moderator: str
    password: str
    reserves: tuple[str, ...]
    topics: dict[str, str]
    players: tuple[_Player, ...]
    opened: dict[str, str]
    orders: tuple[_Order, ...]
    dice: tuple[_Die, ...]


class _Edit(_Record, frozen=True, kw_only=True):
    at: str
    text: str
    silent: bool = False


class _Post(_Record, frozen=True, kw_only=True):
    at: str
    by: str
    text: str
    guest: bool = False
    expect: tuple[str, ...] = ()
    dirt: str | None = None
    key: str | None = None
    edit: tuple[_Edit, ...] = ()
    removed: str | None = None


class _Posts(_Record, frozen=True, kw_only=True):
    post: tuple[_Post, ...]
    answer: tuple[Answer, ...] = ()


class Answer(_Record, frozen=True, kw_only=True):
    """What the game master answers to the question about a post."""

    post: str
    """Key of the post in the script."""
    say: str
    """As it would be typed after `itogi answer`."""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A post of the script."""

    id: int
    """Of the post on the board."""
    topic: str
    """One of TOPICS."""
    at: datetime
    by: str
    text: str
    """BBCode."""
    guest: bool
    expect: tuple[str, ...]
    """What must become of each ballot or place in it; see `script/votes.toml`."""
    dirt: str | None
    """Name of the trap, in Russian."""
    key: str | None
    edits: tuple[tuple[datetime, str, bool], ...]
    """(moment, new text, whether without a note)."""
    removed_at: datetime | None


class DemoGame:
    """The game, with its first night on `first_date`."""

    def __init__(self, first_date: date = FIRST_DATE) -> None:
        setup = msgspec.convert(_tables("game.toml"), _Setup)
        self.first_date = first_date
        self.title = setup.title
        self.board_title = setup.board
        self.zone_name = setup.zone
        self.zone: tzinfo = ZoneInfo(setup.zone)
        self.moderator = setup.moderator
        self.password = setup.password
        self.reserves = setup.reserves
        self.topic_titles = setup.topics
        self.signatures = {player.name: player.signature for player in setup.players}
        self.players = tuple(
            Player(name=player.name, role=player.role, gender=player.gender, accounts=(player.person, player.name))
            for player in setup.players
        )
        """The person behind the mask first, then the mask's own account, which plays."""
        self.orders = tuple((entry.night, self._order(entry)) for entry in setup.orders)
        """(night, order), as they were sent."""
        self.dice = tuple((die.night, die.name, die.happens) for die in setup.dice)
        self.opened = {int(day): self.moment(at) for day, at in setup.opened.items()}
        """When the results of the night before each court came out."""
        self.lines = tuple(self._lines())
        """All posts of all topics, by time."""
        self.answers = msgspec.convert(_tables(_FILES["vote"]), _Posts).answer

    @property
    def days(self) -> tuple[int, ...]:
        """The courts that were held."""
        return tuple(sorted(self.opened))

    def moment(self, text: str) -> datetime:
        """The moment of `N HH:MM[:SS]`, N days after the first night's date (board's clock). Raises ValueError."""
        found = _MOMENT.fullmatch(text.strip())
        if not found:
            raise ValueError(text)
        day, hour, minute, second = (int(part or 0) for part in found.groups())
        return datetime.combine(self.first_date + timedelta(days=day), time(hour, minute, second), self.zone)

    def deadline(self, day: int) -> datetime:
        """When the court of that day ends."""
        return self.moment(f"{day} 22:00")

    def line(self, key: str) -> Line:
        """The post with that key."""
        return next(line for line in self.lines if line.key == key)

    @staticmethod
    def topic_id(topic: str) -> int:
        """Id of a topic on the board."""
        return TOPICS.index(topic) + 1

    def forum(self) -> Forum:
        """A board with the whole game on it, past and to come; a fresh one at each call."""
        forum = Forum(title=self.board_title, zone=self.zone)
        forum.add_user(self.moderator, password=self.password, title="Ведущий", moderator=True)
        for player in self.players:
            person, mask = player.accounts
            forum.add_user(person)
            forum.add_user(mask, title="Маска", signature=self.signatures[mask])
        for topic in TOPICS:
            forum.add_topic(self.topic_titles[topic])
        for line in self.lines:
            post = forum.add_post(self.topic_id(line.topic), line.by, line.text, at=line.at, guest=line.guest)
            for at, text, silent in line.edits:
                forum.edit_post(post.id, text, at=at, silent=silent)
            if line.removed_at:
                forum.remove_post(post.id, at=line.removed_at)
        return forum

    def _order(self, entry: _Order) -> Order:
        return Order(
            by=entry.by,
            do=entry.do,
            targets=entry.targets,
            role=entry.role,
            source="ЛС",
            sent_at=self.moment(entry.sent),
        )

    def _lines(self) -> Iterator[Line]:
        posts = [
            (self.moment(post.at), topic, post)
            for topic in TOPICS
            for post in msgspec.convert(_tables(_FILES[topic]), _Posts).post
        ]
        # The board numbers posts in the order in which they came, whatever the topic.
        posts.sort(key=lambda entry: entry[0])
        for number, (at, topic, post) in enumerate(posts, FIRST_POST_ID):
            yield Line(
                id=number,
                topic=topic,
                at=at,
                by=post.by,
                text=post.text.strip("\n"),
                guest=post.guest,
                expect=post.expect,
                dirt=post.dirt,
                key=post.key,
                edits=tuple((self.moment(edit.at), edit.text.strip("\n"), edit.silent) for edit in post.edit),
                removed_at=self.moment(post.removed) if post.removed else None,
            )


def _tables(file: str) -> dict[str, object]:
    return tomllib.loads((resources.files("itogi.demo") / "script" / file).read_text(encoding="utf-8"))
