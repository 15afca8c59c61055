"""The database beneath the archive: opening it, asking it, and saying in plain words why it does not answer."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from engine.i18n import _
from scraper.errors import ArchiveError
from scraper.migrations import ARCHIVE
from scraper.private import keep_private
from scraper.records import TopicRef

BUSY_SECONDS = 10.0


def open_database(path: Path) -> Database:
    """The database at `path`, made when it is not there: WAL, every commit on the disk, patient with other readers.
    It holds secrets: others than its owner cannot read it.

    Raises ArchiveError.
    """
    keep_private(path)
    with explained():
        connection = sqlite3.connect(path, timeout=BUSY_SECONDS)
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute("PRAGMA foreign_keys=ON")
            return Database(connection)
        except BaseException:
            connection.close()
            raise


class Base:
    """A database with the archive's tables."""

    def __init__(self, database: Database) -> None:
        """Bring the tables up to date. Raises ArchiveError."""
        self.database = database
        with explained():
            if ARCHIVE.pending(database):
                ARCHIVE.apply(database)

    def _rows(self, sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        with explained():
            return self.database.execute(sql, values).fetchall()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One transaction; all of it is kept or nothing. Raises ArchiveError."""
        with explained(), self.database.atomic():
            yield


def board(ref: TopicRef) -> str:
    """The board's address without its scheme: a board that moves to https is the same board."""
    return ref.board.partition("://")[2]


def stamp(moment: datetime) -> str:
    """UTC with microseconds, so that the order of texts is the order of times."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def moment(text: str) -> datetime:
    """The moment of a stamp."""
    return datetime.fromisoformat(text)


def until(at: datetime | None) -> str:
    """The stamp of `at`; for None one that is greater than all, and still a date."""
    return stamp(at) if at else "9999-01-01T00:00:00.000000+00:00"


@contextmanager
def explained() -> Iterator[None]:
    """Turn SQLite's faults into an ArchiveError that says what to do."""
    try:
        yield
    except sqlite3.Error as fault:
        raise ArchiveError(_advice(fault)) from fault


def _advice(fault: sqlite3.Error) -> str:
    code = (getattr(fault, "sqlite_errorcode", None) or 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return _("The archive is in use by another program; close it and try again. What was saved stays.")
    if code == sqlite3.SQLITE_FULL:
        return _("The disk is full; free some space and go on. What was saved stays.")
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return _("The archive cannot be opened for writing; check that its folder exists and may be written to.")
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return _("The archive is damaged or is no database; put a copy of itogi.db in its place.")
    if code == sqlite3.SQLITE_IOERR:
        return _("The disk does not answer ({why}); check it and go on.").format(why=fault)
    return _("The archive cannot be used: {why}.").format(why=fault)
