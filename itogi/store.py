"""`itogi.db`: the archive of the forum and the events of the GM, in one SQLite file.

Append only. What the program works out from it is never stored.
"""

from __future__ import annotations

import getpass
import re
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self, get_args

import msgspec
from sqlite_utils import Database, Migrations

from engine.dice import new_seed
from engine.events import Event, Said, Undone, standing
from engine.i18n import _
from itogi.config import CACHE, DATABASE
from itogi.errors import NotYetError, StoreError
from scraper.archive import Archive
from scraper.archive_base import explained, open_database, stamp
from scraper.migrations import ARCHIVE

_OPENING = threading.Lock()
JOURNAL = Migrations("itogi.journal")

_KINDS: dict[str, type] = {re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower(): kind for kind in get_args(Said)}
_NAMES = {kind: name for name, kind in _KINDS.items()}

Clock = Callable[[], datetime]


@JOURNAL()
def tables(database: Database) -> None:
    """What the GM said, and the seed of the dice."""
    database.execute(
        "CREATE TABLE events (number INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, author TEXT NOT NULL, "
        "kind TEXT NOT NULL, said TEXT NOT NULL)"
    )
    database.execute("CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
    for change in ("DELETE", "UPDATE"):
        database.execute(
            f"CREATE TRIGGER events_hold_{change.lower()} BEFORE {change} ON events "
            "BEGIN SELECT RAISE(ABORT, 'append only'); END"
        )


def utc_now() -> datetime:
    """The clock of the program."""
    return datetime.now(UTC)


class Store:
    """The game's database. Use as a context manager."""

    def __init__(self, database: Database, *, clock: Clock = utc_now) -> None:
        """Bring the tables up to date. Raises StoreError for a file of a newer program, ArchiveError for a fault."""
        self.database = database
        self.clock = clock
        self.author: str | None = None
        """Under which name is written what names no author; None: the system's user name."""
        with explained():
            _refuse_newer(database)
            self.archive = Archive(database)
            if JOURNAL.pending(database):
                JOURNAL.apply(database)

    @classmethod
    def open(cls, folder: Path, *, clock: Clock = utc_now) -> Store:
        """The store of the game in `folder`, made when it is not there yet. Raises StoreError or ArchiveError."""
        _refuse_lost(folder)
        # Two threads of the desk that open a new game at once must not both make its tables.
        with _OPENING:
            database = open_database(folder / DATABASE)
            try:
                return cls(database, clock=clock)
            except BaseException:
                database.close()
                raise

    @classmethod
    def in_memory(cls, *, clock: Clock = utc_now) -> Store:
        """A store that is gone when it is closed."""
        return cls(Database(memory=True), clock=clock)

    def close(self) -> None:
        """Close the file."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def say(self, said: Said, *, author: str | None = None, at: datetime | None = None) -> Event:
        """Record what the GM said, and give it back with its number."""
        moment = at or self.clock()
        who = author or self.author or user()
        with explained(), self.database.atomic():
            cursor = self.database.execute(
                "INSERT INTO events (at, author, kind, said) VALUES (?, ?, ?, ?)",
                (stamp(moment), who, _NAMES[type(said)], msgspec.json.encode(said).decode()),
            )
            return Event(number=int(cursor.lastrowid or 0), at=moment, author=who, said=said)

    def events(self) -> tuple[Event, ...]:
        """All events in order, undone ones and undos too."""
        with explained():
            rows = self.database.execute("SELECT number, at, author, kind, said FROM events ORDER BY number").fetchall()
        return tuple(_event(*row) for row in rows)

    def standing(self) -> tuple[Event, ...]:
        """The events that hold after every undo."""
        return standing(self.events())

    def seed(self) -> str:
        """The secret seed of the game's dice (D3), drawn once. Never shown before the game is over."""
        with explained(), self.database.atomic():
            self.database.execute("INSERT OR IGNORE INTO secrets VALUES ('seed', ?)", (new_seed(),))
            found: str = self.database.execute("SELECT value FROM secrets WHERE name = 'seed'").fetchone()[0]
            return found

    def undo(self, number: int | None = None, *, author: str | None = None) -> tuple[Event, Event]:
        """Take back event `number`, the last one that holds when None: (the event taken back, the undo).

        An undo is taken back by its own number. Raises NotYetError when there is none, or it is undone already.
        """
        everything = self.events()
        holding = {event.number for event in standing(everything)}
        undos = {event.number for event in everything if isinstance(event.said, Undone)}
        taken_back = {event.said.event for event in everything if isinstance(event.said, Undone)}
        candidates = holding if number is None else holding | (undos - taken_back)
        chosen = next(
            (
                event
                for event in reversed(everything)
                if event.number in candidates and (number is None or event.number == number)
            ),
            None,
        )
        if chosen is None:
            raise NotYetError(
                _("Nothing to take back: the journal is empty.")
                if number is None
                else _("Entry {number} is not in the journal, or was taken back already; see `itogi journal`.").format(
                    number=number
                )
            )
        return chosen, self.say(Undone(event=chosen.number), author=author)


def user() -> str:
    """Who writes: the system's user name."""
    with suppress(OSError, KeyError, ImportError):
        return getpass.getuser()
    return "gm"


def _refuse_lost(folder: Path) -> None:
    """Never begin anew without a word where a game was led: what was read and entered is in the file that is gone."""
    if (folder / CACHE).exists() and not (folder / DATABASE).exists():
        raise StoreError(
            _(
                "{file} is gone from {folder}, and with it all that was read and entered. Put it back from a copy"
                " (`itogi archive` makes one). To begin this game anew, delete {cache} too."
            ).format(file=DATABASE, folder=folder, cache=CACHE)
        )


def _refuse_newer(database: Database) -> None:
    """A file with steps that this program does not know was written by a newer one."""
    for steps in (ARCHIVE, JOURNAL):
        known = _own_steps(steps)
        foreign = [step.name for step in steps.applied(database) if step.name not in known]
        if foreign:
            raise StoreError(
                _("{path}: written by a newer itogi ({steps}); update the program.").format(
                    path=DATABASE, steps=", ".join(foreign)
                )
            )


def _own_steps(steps: Migrations) -> set[str]:
    # A database without steps has all of them still to come: the public way to ask for their names.
    with_none = Database(memory=True)
    try:
        return {step.name for step in steps.pending(with_none)}
    finally:
        with_none.close()


def _event(number: int, at: str, author: str, kind: str, said: str) -> Event:
    known = _KINDS.get(kind)
    if known is None:
        raise StoreError(
            _("{path}: holds an entry of an unknown kind, `{kind}`; update the program.").format(
                path=DATABASE, kind=kind
            )
        )
    return Event(
        number=number, at=datetime.fromisoformat(at), author=author, said=msgspec.json.decode(said, type=known)
    )
