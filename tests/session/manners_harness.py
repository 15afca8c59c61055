"""A session with a loopback board, ready to use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from manners_board import Board, FakeClock, served
from manners_engines import ADAPTERS, make

from itogi.publish_look import View
from scraper.adapter import ReadContext
from scraper.http import Client, Limits
from scraper.page import adapter_named, read_page, topic_ref
from scraper.politeness import Politeness
from scraper.records import TopicRef
from scraper.session.keep import SessionFile
from scraper.session.manners import manners_of
from scraper.session.sign_in import Credentials, Session

TEXT = (
    "[b]Итоги 2 суда:[/b]\nВыбывает [color=red]Кротость[/color] — «мирный житель».\n"
    "Голоса: Гнев 3, Зависть 2, Гордыня 1. День 3 открыт до 22:00 :)"
)


@dataclass
class Joined:
    """Everything that stands between a test and a board."""

    board: Board
    clock: FakeClock
    client: Client
    session: Session
    ref: TopicRef
    view: View
    engine: str


def client_for(clock: FakeClock, *, silence: float = 5.0) -> Client:
    limits = Limits(silence=silence, connect=5.0, total=10.0, attempts=3)
    return Client(clock=clock, limits=limits, politeness=Politeness(clock=clock, pause=0.0), jitter=lambda: 0.5)


def session_for(
    board: Board,
    client: Client,
    engine: str,
    *,
    folder: Path | None = None,
    credentials: Callable[[], Credentials | None] | None = None,
) -> Session:
    name, password = next(iter(board.passwords.items()))
    return Session(
        client,
        manners_of(engine),
        board.base,
        kept=SessionFile(folder / "session.json", board.base) if folder else None,
        credentials=credentials or (lambda: Credentials(name=name, password=password)),
    )


@contextmanager
def joined(
    kind: str, *, folder: Path | None = None, silence: float = 5.0, board: Board | None = None
) -> Iterator[Joined]:
    """A member's session with a fresh board of that kind."""
    clock = board.clock if board else FakeClock()
    engine = ADAPTERS.get(kind, kind)
    with served(board or make(kind, clock)) as running, client_for(clock, silence=silence) as client:
        yield join(running, client, engine, folder=folder)


def join(board: Board, client: Client, engine: str, *, folder: Path | None = None) -> Joined:
    """A further session with a board that runs already."""
    ref = topic_ref(board.topic_url(), engine)
    view = View(
        client,
        adapter_named(engine),
        ref,
        lambda got: read_page(got.content, dict(got.headers), ReadContext(url=got.final_url), engine=engine),
    )
    session = session_for(board, client, engine, folder=folder)
    return Joined(board, board.clock, client, session, ref, view, engine)
