"""Attempts at publishing, written down before anything is sent, so that a killed program knows what it may have done.

One row an attempt, in `itogi.db`. An attempt is open until its text was found in the topic, or surely is not there.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from sqlite_utils import Database, Migrations

from itogi.store import Store
from scraper.archive_base import explained, moment, stamp
from scraper.lock import FolderLock

STEPS = Migrations("itogi.publications")
LOCK = ".publish.lock"

_IDENTITY = ("topic", "phase", "number", "kind", "text", "started_at")
_ALL = (
    *_IDENTITY,
    *("state", "before_post", "before_page", "before_count", "tries", "uncertain", "post_id", "url", "updated_at"),
)
_EVERYTHING = f"SELECT {', '.join(_ALL)} FROM publications ORDER BY id"  # noqa: S608 - own column names
_FORGET = f"DELETE FROM publications WHERE {' AND '.join(f'{column} = ?' for column in _IDENTITY)}"  # noqa: S608
_LEARN = f"INSERT INTO publications ({', '.join(_ALL)}) VALUES ({', '.join('?' * len(_ALL))})"  # noqa: S608


@STEPS()
def attempts(database: Database) -> None:
    """The attempts at publishing."""
    database.execute(
        "CREATE TABLE publications (id INTEGER PRIMARY KEY AUTOINCREMENT, phase TEXT NOT NULL, "
        "number INTEGER NOT NULL, kind TEXT NOT NULL, topic TEXT NOT NULL, text TEXT NOT NULL, state TEXT NOT NULL, "
        "before_post TEXT, before_page INTEGER NOT NULL, before_count INTEGER NOT NULL, "
        "tries INTEGER NOT NULL, uncertain INTEGER NOT NULL, post_id TEXT, url TEXT, "
        "started_at TEXT NOT NULL, updated_at TEXT NOT NULL)"
    )


class State(StrEnum):
    """What is known of an attempt."""

    STARTED = "started"
    """About to be sent, or sent: the text may stand in the topic."""
    CLAIMED = "claimed"
    """The board says that it took the text, but the topic does not show it: only the GM can tell."""
    PUBLISHED = "published"
    REFUSED = "refused"
    """Surely not in the topic: the board said why."""
    DROPPED = "dropped"
    """The GM looked and said to begin anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One text on its way to one topic."""

    id: int
    phase: str
    number: int
    kind: str
    """As `engine.events.Published.kind`."""
    topic: str
    """Address, as in game.toml."""
    text: str
    """BBCode, as sent."""
    state: State
    before_post: str | None
    """Id of the topic's newest post when the attempt began."""
    before_page: int
    """The topic's last page then: a look need not begin before the page ahead of it."""
    before_count: int
    """How often the text stood there already, by the own account."""
    tries: int
    """Times sent."""
    uncertain: bool
    """An answer was lost: the text may still appear."""
    updated_at: datetime


class Journal:
    """The attempts of one game."""

    def __init__(self, store: Store) -> None:
        self._store = store
        with explained():
            if STEPS.pending(store.database):
                STEPS.apply(store.database)

    def open_attempt(self, *, topic: str, phase: str, number: int, kind: str) -> Attempt | None:
        """The attempt at this text that is still open, if any."""
        with explained():
            row = self._store.database.execute(
                "SELECT id, phase, number, kind, topic, text, state, before_post, before_page, before_count, tries, "
                "uncertain, updated_at FROM publications WHERE topic = ? AND phase = ? AND number = ? AND kind = ? "
                "AND state IN ('started', 'claimed') ORDER BY id DESC LIMIT 1",
                (topic, phase, number, kind),
            ).fetchone()
        if row is None:
            return None
        return Attempt(
            id=row[0],
            phase=row[1],
            number=row[2],
            kind=row[3],
            topic=row[4],
            text=row[5],
            state=State(row[6]),
            before_post=row[7],
            before_page=row[8],
            before_count=row[9],
            tries=row[10],
            uncertain=bool(row[11]),
            updated_at=moment(row[12]),
        )

    def start(
        self,
        *,
        topic: str,
        phase: str,
        number: int,
        kind: str,
        text: str,
        before_post: str | None,
        before_page: int,
        before_count: int,
    ) -> Attempt:
        """Write an attempt down; once this returns, it is on the disk."""
        now = stamp(self._store.clock())
        with explained(), self._store.database.atomic():
            self._store.database.execute(
                "INSERT INTO publications (phase, number, kind, topic, text, state, before_post, before_page, "
                "before_count, tries, uncertain, started_at, updated_at) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?, ?)",
                (phase, number, kind, topic, text, State.STARTED, before_post, before_page, before_count, now, now),
            )
        opened = self.open_attempt(topic=topic, phase=phase, number=number, kind=kind)
        assert opened is not None
        return opened

    def sending(self, attempt: Attempt) -> Attempt:
        """About to be sent once more: from here on the text may stand in the topic."""
        return self._update(attempt, tries=attempt.tries + 1, uncertain=1)

    def answered(self, attempt: Attempt, *, surely_absent: bool) -> Attempt:
        """The board's answer is in; `surely_absent`: this and every earlier try left nothing behind."""
        return self._update(attempt, uncertain=0 if surely_absent else 1)

    def settle(self, attempt: Attempt, state: State, *, post_id: str | None = None, url: str | None = None) -> None:
        """What became of it."""
        self._update(attempt, state=state, post_id=post_id, url=url)

    def missing(self, other: Journal) -> int:
        """How many attempts another copy of the game knows better than this one."""
        return len(self._newer(other))

    def take_over(self, other: Journal) -> None:
        """Learn of the attempts that another copy of the game made: the text may stand in the topic because of them."""
        with explained(), self._store.database.atomic():
            for row in self._newer(other):
                self._store.database.execute(_FORGET, row[: len(_IDENTITY)])
                self._store.database.execute(_LEARN, row)

    def _newer(self, other: Journal) -> list[tuple[object, ...]]:
        with explained():
            here, there = (one._store.database.execute(_EVERYTHING).fetchall() for one in (self, other))
        known = {row[: len(_IDENTITY)]: row[-1] for row in here}
        return [row for row in there if known.get(row[: len(_IDENTITY)], "") < row[-1]]

    def _update(self, attempt: Attempt, **values: str | int | None) -> Attempt:
        values["updated_at"] = stamp(self._store.clock())
        columns = ", ".join(f"{column} = ?" for column in values)
        with explained(), self._store.database.atomic():
            self._store.database.execute(
                f"UPDATE publications SET {columns} WHERE id = ?",  # noqa: S608 - own column names
                (*values.values(), attempt.id),
            )
        fresh = self.open_attempt(topic=attempt.topic, phase=attempt.phase, number=attempt.number, kind=attempt.kind)
        return fresh if fresh and fresh.id == attempt.id else attempt


def alone(folder: Path) -> FolderLock:
    """Hold the game's right to publish while entered, whoever polls. Raises HeldError on entering."""
    lock = FolderLock(folder, command="itogi publish")
    lock.path = folder / LOCK
    return lock
