"""`itogi.db`: the archive of the forum and the events of the GM, in one SQLite file.

Append only. What the program works out from it is never stored.
"""

from __future__ import annotations

import getpass
import re
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self, get_args

import msgspec
import sqlite_utils

from engine.events import Event, Said, Undone, standing
from engine.i18n import _
from itogi.config import DATABASE
from itogi.errors import NotYetError, StoreError

SCHEMA = 1
"""Version of the events' table; a file with a higher one is of a newer program."""
BUSY_SECONDS = 5.0

_KINDS: dict[str, type] = {re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower(): kind for kind in get_args(Said)}
_NAMES = {kind: name for name, kind in _KINDS.items()}

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """The clock of the program."""
    return datetime.now(UTC)


class Store:
    """The game's database. Use as a context manager."""

    def __init__(self, database: sqlite_utils.Database, *, clock: Clock = utc_now) -> None:
        self.database = database
        self.clock = clock
        _migrate(database)

    @classmethod
    def open(cls, folder: Path, *, clock: Clock = utc_now) -> Store:
        """The store of the game in `folder`, made when it is not there yet. Raises StoreError."""
        path = folder / DATABASE
        with explained(path):
            connection = sqlite3.connect(path, timeout=BUSY_SECONDS)
            try:
                connection.execute("PRAGMA journal_mode=WAL")
                connection.execute("PRAGMA synchronous=FULL")
                connection.execute("PRAGMA foreign_keys=ON")
                return cls(sqlite_utils.Database(connection), clock=clock)
            except BaseException:
                connection.close()
                raise

    @classmethod
    def in_memory(cls, *, clock: Clock = utc_now) -> Store:
        """A store that is gone when it is closed; for trials of a change («what if»)."""
        return cls(sqlite_utils.Database(memory=True), clock=clock)

    def close(self) -> None:
        """Close the file."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        if isinstance(fault, sqlite3.Error):
            raise StoreError(_reason(fault, DATABASE)) from fault

    def say(self, said: Said, *, author: str | None = None, at: datetime | None = None) -> Event:
        """Record what the GM said, and give it back with its number. Raises StoreError."""
        moment = at or self.clock()
        who = author or user()
        with explained(Path(DATABASE)), self.database.conn:
            cursor = self.database.conn.execute(
                "INSERT INTO events (at, author, kind, said) VALUES (?, ?, ?, ?)",
                (_stamp(moment), who, _NAMES[type(said)], msgspec.json.encode(said).decode()),
            )
        return Event(number=int(cursor.lastrowid or 0), at=moment, author=who, said=said)

    def events(self, until: datetime | None = None) -> tuple[Event, ...]:
        """All events in order, undone ones and undos too; only those said up to `until` when it is given."""
        with explained(Path(DATABASE)):
            rows = self.database.conn.execute(
                "SELECT number, at, author, kind, said FROM events WHERE at <= ? ORDER BY number",
                (_stamp(until) if until else "9999",),
            ).fetchall()
        return tuple(_event(*row) for row in rows)

    def standing(self, until: datetime | None = None) -> tuple[Event, ...]:
        """The events that hold after every undo."""
        return standing(self.events(until))

    def seed(self) -> str:
        """The secret seed of the game's dice (D3), drawn once. Never shown before the game is over."""
        with explained(Path(DATABASE)), self.database.conn as connection:
            connection.execute("INSERT OR IGNORE INTO secrets VALUES ('seed', ?)", (secrets.token_hex(16),))
            found: str = connection.execute("SELECT value FROM secrets WHERE name = 'seed'").fetchone()[0]
            return found

    def undo(self, number: int | None = None, *, author: str | None = None) -> tuple[Event, Event]:
        """Take back event `number`, the last one that holds when None: (the event taken back, the undo).

        Raises NotYetError when there is none, or it is undone already.
        """
        holding = self.standing()
        chosen = next((event for event in reversed(holding) if number is None or event.number == number), None)
        if chosen is None and number is not None:
            everything = self.events()
            chosen = next(
                (event for event in everything if event.number == number and isinstance(event.said, Undone)), None
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


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn faults of SQLite into a StoreError that says what to do."""
    try:
        yield
    except sqlite3.Error as fault:
        raise StoreError(_reason(fault, str(path))) from fault


def _reason(fault: sqlite3.Error, path: str) -> str:
    code = (getattr(fault, "sqlite_errorcode", None) or 0) & 0xFF
    reasons = {
        sqlite3.SQLITE_BUSY: _("{path}: another program is writing to it; wait for it to finish, and try again."),
        sqlite3.SQLITE_LOCKED: _("{path}: another program is writing to it; wait for it to finish, and try again."),
        sqlite3.SQLITE_FULL: _("{path}: the disk is full; free some space, and try again. Nothing was lost."),
        sqlite3.SQLITE_NOTADB: _("{path}: this is not a database of itogi; move the file away or restore a copy."),
        sqlite3.SQLITE_CORRUPT: _("{path}: the file is damaged; restore a copy of the game's folder."),
        sqlite3.SQLITE_READONLY: _("{path}: the file or its folder may not be written to."),
        sqlite3.SQLITE_CANTOPEN: _("{path}: cannot be opened; is the folder there, and may it be written to?"),
        sqlite3.SQLITE_PERM: _("{path}: the file or its folder may not be written to."),
        sqlite3.SQLITE_IOERR: _("{path}: the disk does not answer: {why}."),
    }
    return reasons.get(code, _("{path}: cannot be used: {why}.")).format(path=path, why=fault)


def _migrate(database: sqlite_utils.Database) -> None:
    connection = database.conn
    connection.execute("CREATE TABLE IF NOT EXISTS itogi_schema (name TEXT PRIMARY KEY, version INTEGER NOT NULL)")
    found = connection.execute("SELECT version FROM itogi_schema WHERE name = 'events'").fetchone()
    if found and found[0] > SCHEMA:
        raise StoreError(
            _("{path}: written by a newer itogi (events {found}, this one knows {known}); update the program.").format(
                path=DATABASE, found=found[0], known=SCHEMA
            )
        )
    if not found:
        with connection:
            connection.execute(
                "CREATE TABLE IF NOT EXISTS events (number INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, "
                "author TEXT NOT NULL, kind TEXT NOT NULL, said TEXT NOT NULL)"
            )
            connection.execute("CREATE TABLE IF NOT EXISTS secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
            connection.execute("INSERT OR IGNORE INTO itogi_schema VALUES ('events', ?)", (SCHEMA,))


def _stamp(moment: datetime) -> str:
    """UTC with microseconds, so that text order is the order of time."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


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
