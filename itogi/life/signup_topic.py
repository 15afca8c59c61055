"""The sign-up topic before there is a game: read into the folder's archive, and what its first page tells."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from engine.events import SignupOpened
from itogi.config import Board, Game, GameFile, Polling, Times, Topic, TopicKind
from itogi.seen import SeenPost
from itogi.store import Store
from itogi.topics import archived, posts_of
from itogi.watch_poll import Round, client_for, poll_round
from scraper.clock import Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What the topic tells of itself."""

    title: str
    moderators: tuple[str, ...]
    """The author of the first post."""
    engine: str | None


def shadow(folder: Path, opened: SignupOpened) -> Game:
    """A game that has nothing but its sign-up topic, for the functions that need one."""
    return Game(
        folder=folder,
        file=GameFile(
            title=opened.title,
            topics=(Topic(url=opened.topic, kind=TopicKind.SIGNUP),) if opened.topic else (),
            players=(),
            timetable=Times(first_date=date(2000, 1, 1)),
            board=Board(),
            polling=Polling(pause_seconds=0.5),
        ),
    )


def read_topic(folder: Path, store: Store, opened: SignupOpened, clock: Clock) -> Round:
    """Read what is new in the topic. Raises UnknownBoardError, ArchiveError; other faults stand in the answer."""
    game = shadow(folder, opened)
    with client_for(game, store, clock) as client:
        return poll_round(game, store, client, why="sign-up")


def posts_of_topic(folder: Path, store: Store, opened: SignupOpened) -> tuple[SeenPost, ...]:
    """All posts of the topic that were read, in order."""
    return posts_of(store.archive, archived(shadow(folder, opened), store.archive))


def provisional(folder: Path, store: Store, opened: SignupOpened) -> Told:
    """Title, author of the first post and kind of the board, as far as the topic was read."""
    game = shadow(folder, opened)
    topics = archived(game, store.archive)
    known = next((found for _topic, found in topics if found), None)
    posts = posts_of(store.archive, topics)
    title = (known.title if known else None) or opened.title
    quoted = re.search(r"«([^»]+)»", title)
    return Told(
        # «Набор на игру «Грехи»»: the game's own name stands in quotes.
        title=quoted[1] if quoted else title,
        moderators=(posts[0].post.author,) if posts else opened.moderators,
        engine=known.ref.engine if known else None,
    )
