"""The game's board for a member: client, engine, session and topics, made from the game's folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from engine.i18n import _
from itogi.config import Game, Topic, TopicKind
from itogi.errors import NotYetError
from itogi.evening import Evening
from itogi.publish_look import View
from itogi.secrets import ACCOUNT, password_of, session_file
from itogi.store import Store
from itogi.watch_poll import client_for
from scraper.adapter import Adapter, ReadContext
from scraper.clock import Clock, SystemClock
from scraper.decode import decode
from scraper.http import Client
from scraper.page import adapter_named, read_page, recognise, topic_ref, verify
from scraper.records import Fetched, TopicPage, TopicRef
from scraper.session.manners import manners_of
from scraper.session.sign_in import Credentials, Session

MERGED = timedelta(hours=12)
"""No board appends a text to a post that is older."""

Ask = Callable[[str], str | None]
"""Given an account's name, its password, or None when nobody can be asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameBoard:
    """The board of a game, reached."""

    game: Game
    client: Client
    adapter: Adapter
    address: str
    """With a closing slash."""

    def ref(self, topic: Topic) -> TopicRef:
        """The board's reference of a topic. Raises UnknownBoardError."""
        return topic_ref(topic.url, self.adapter.name)

    def read(self, topic: Topic) -> Callable[[Fetched], TopicPage]:
        """A reader of that topic's pages, which refuses another topic's."""
        ref = self.ref(topic)

        def page(fetched: Fetched) -> TopicPage:
            context = ReadContext(
                url=fetched.final_url, timezone=self.game.board.timezone, fetched_at=fetched.fetched_at
            )
            read = read_page(fetched.content, dict(fetched.headers), context, engine=self.adapter.name)
            verify(read, ref, None)
            return read

        return page

    def view(self, topic: Topic) -> View:
        """The end of a topic, to look into."""
        return View(self.client, self.adapter, self.ref(topic), self.read(topic), per_page=self.game.board.per_page)

    def session(self, ask: Ask = lambda _name: None, *, account: str | None = None) -> Session:
        """A member's session, with what the folder, the environment and the keyring hold.

        `account`: its name; None: as `account_name` says, else the one that was signed in last. Raises
        UnknownBoardError for an engine that can only be read.
        """

        def credentials() -> Credentials | None:
            name = account or account_name(self.game) or session.known_name
            if name is None:
                return None
            password = password_of(name, self.address) or ask(name)
            return Credentials(name=name, password=password) if password else None

        kept = session_file(self.game.folder, self.address)
        session = Session(self.client, manners_of(self.adapter.name), self.address, kept=kept, credentials=credentials)
        return session


def account_name(game: Game) -> str | None:
    """The GM's sign-in name: from the environment, from game.toml, else the only moderator's."""
    given = os.environ.get(ACCOUNT) or game.board.account
    if given:
        return given
    return game.moderators[0].name if len(game.moderators) == 1 else None


def client_of(game: Game, store: Store, *, clock: Clock | None = None) -> Client:
    """The game's client. What a GM asks for by hand is counted, and not held up by the hour's budget."""
    client = client_for(game, store, clock or SystemClock())
    client.politeness.per_hour = None
    return client


@contextmanager
def reached(game: Game, store: Store, *, clock: Clock | None = None) -> Iterator[GameBoard]:
    """The game's board, its engine recognised where game.toml does not name it.

    Raises FetchError, NotATopicError, UnknownBoardError.
    """
    with client_of(game, store, clock=clock) as client:
        topic = game.topics[0]
        if game.board.engine:
            adapter = adapter_named(game.board.engine)
        else:
            fetched = client.get(topic.url)
            adapter = recognise(decode(fetched.content, dict(fetched.headers)), url=fetched.final_url)
        address = topic_ref(topic.url, adapter.name).board
        yield GameBoard(game=game, client=client, adapter=adapter, address=address)


def topic_for(game: Game, kind: TopicKind | None = None) -> Topic:
    """The topic that results go to: the game's own, else the vote's; or the one of a kind. Raises NotYetError."""
    kinds = (kind,) if kind else (TopicKind.GAME, TopicKind.VOTE)
    found = next((topic for wanted in kinds if (topic := game.topic(wanted))), None)
    if found is None:
        raise NotYetError(_("game.toml names no topic of kind `{kind}`.").format(kind=kinds[0].value))
    return found


def open_since(evening: Evening, phase: str, number: int) -> datetime:
    """From when on a post may hold a text of the phase: a while before it opened, for boards append to older posts."""
    window = evening.timetable.day(number) if phase == "day" else evening.timetable.night(number)
    return window.opens - MERGED
