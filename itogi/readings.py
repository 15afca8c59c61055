"""Readings of bodies, kept from one command to the next: a file beside `itogi.db` that may be deleted at any time.

Reading two thousand posts anew takes seconds that a GM does not have at 21:55. A reading is known by the body, the
author and all that it depends on: the names, the GM's accounts, the colours, and the reader itself.
"""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing, suppress
from functools import lru_cache
from importlib import resources
from pathlib import Path

import msgspec

from itogi.config import CACHE
from parser.palette import DEFAULT_PALETTE, Palette
from parser.read import read
from parser.records import Reading, Review, Signal, Vote
from parser.roster import Roster
from scraper.private import keep_private

PATIENCE = 0.2
"""Seconds to wait for the file: it only saves time."""

_Kept = tuple[tuple[Vote, ...], tuple[Review, ...], tuple[Signal, ...], str]
_decode = msgspec.msgpack.Decoder(_Kept).decode
_encode = msgspec.msgpack.Encoder().encode


class Reader:
    """Reads bodies, each once. With a `folder` it remembers from one run to the next (`keep`)."""

    def __init__(
        self,
        roster: Roster,
        moderators: tuple[str, ...],
        palette: Palette = DEFAULT_PALETTE,
        *,
        folder: Path | None = None,
    ) -> None:
        self.roster = roster
        self.moderators = moderators
        self.palette = palette
        self._path = folder / CACHE if folder else None
        self._circumstances = _digest(repr((roster.players, moderators, palette)), reader_digest())
        self._kept = self._load()
        self._known: dict[bytes, Reading] = {}
        self._new: dict[bytes, Reading] = {}

    def read(self, body: str, author: str) -> Reading:
        """What `body` says, written by the slot or account `author`."""
        key = hashlib.sha256(f"{author}\0{body}".encode()).digest()
        if key not in self._known:
            kept = self._kept.get(key)
            reading = _decoded(kept) if kept else None
            if reading is None:
                reading = read(body, self.roster, author=author, moderators=self.moderators, palette=self.palette)
                self._new[key] = reading
            self._known[key] = reading
        return self._known[key]

    def keep(self) -> None:
        """Remember what was read; what was read under other circumstances is forgotten. A fault costs only time."""
        if self._path is None or not self._new or not self._path.parent.is_dir():
            return
        rows = [(key, self._circumstances, _encode(_parts(reading))) for key, reading in self._new.items()]
        keep_private(self._path)
        with suppress(sqlite3.Error), closing(sqlite3.connect(self._path, timeout=PATIENCE)) as database, database:
            database.execute("CREATE TABLE IF NOT EXISTS readings (key BLOB PRIMARY KEY, under TEXT, reading BLOB)")
            database.execute("DELETE FROM readings WHERE under <> ?", (self._circumstances,))
            database.executemany("INSERT OR REPLACE INTO readings VALUES (?, ?, ?)", rows)
            self._new.clear()

    def _load(self) -> dict[bytes, bytes]:
        if self._path is None or not self._path.exists():
            return {}
        with suppress(sqlite3.Error), closing(sqlite3.connect(self._path, timeout=PATIENCE)) as database:
            rows = database.execute("SELECT key, reading FROM readings WHERE under = ?", (self._circumstances,))
            return {key: reading for key, reading in rows if isinstance(key, bytes) and isinstance(reading, bytes)}
        return {}


@lru_cache(maxsize=1)
def reader_digest() -> str:
    """Changes with every change of the reader, so that an old reading is never taken for a new one's."""
    folder = resources.files("parser")
    sources = sorted((entry for entry in folder.iterdir() if entry.name.endswith(".py")), key=lambda entry: entry.name)
    return _digest(*(entry.read_text(encoding="utf-8") for entry in sources))


def _digest(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def _parts(reading: Reading) -> _Kept:
    return reading.votes, reading.reviews, reading.signals, reading.text


def _decoded(kept: bytes) -> Reading | None:
    try:
        votes, reviews, signals, text = _decode(kept)
    except msgspec.MsgspecError:
        return None
    return Reading(votes=votes, reviews=reviews, signals=signals, shown=text)
