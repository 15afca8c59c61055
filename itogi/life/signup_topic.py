"""The sign-up topic before there is a game: read into the folder's archive, and what its first page tells."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

from engine.events import SignupOpened
from itogi import new
from itogi.config import Board, Game, GameFile, Polling, Times, Topic, TopicKind
from itogi.seen import SeenPost
from itogi.store import Store
from itogi.topics import archived, posts_of
from itogi.watch_poll import Round, client_for, poll_round
from scraper.clock import Clock
from scraper.http import Client


def shadow(folder: Path, opened: SignupOpened) -> Game:
    """A game that has nothing but its sign-up topic, for the functions that need one."""
    return Game(
        folder=folder,
        file=GameFile(
            title=opened.title,
            topics=(Topic(url=opened.topic, kind=TopicKind.SIGNUP),) if opened.topic else (),
            players=(),
            timetable=Times(first_date=date(2000, 1, 1)),
            board=Board(engine=opened.engine),
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


def title_of_topic(folder: Path, store: Store, opened: SignupOpened) -> str | None:
    """The topic's whole title as it was read; None before."""
    return next((known.title for _topic, known in archived(shadow(folder, opened), store.archive) if known), None)


def introduced(url: str, clock: Clock) -> SignupOpened:
    """What the topic's first page tells: the board, the game's name, the author of the first post.

    Raises FetchError, PageError, UnknownBoardError.
    """
    with Client(clock=clock) as client:
        found = new.look_at(new.fetched(client, url))
    # «Набор на игру «Грехи»»: the game's own name stands in quotes.
    quoted = re.search(r"«([^»]+)»", found.title)
    return SignupOpened(
        topic=url,
        title=quoted[1] if quoted else found.title,
        moderators=(found.moderator,) if found.moderator else (),
        engine=found.engine,
    )
