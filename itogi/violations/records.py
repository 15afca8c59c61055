"""Records of violations: what was found, and what the detectors look at."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from engine.records import Player
from engine.results import DayResult
from itogi.evidence import Evidence
from itogi.seen import SeenPost
from itogi.speakers import Speaker
from itogi.timetable import Timetable
from parser.records import Reading


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A rule of the document that can be broken; the list of them is data (`itogi.violations.catalogue`)."""

    code: str
    """Number of the spec with a letter where it holds several, for example `X6-oath`."""
    paragraphs: str
    """Of the community's rules, for example `Г13.6`."""
    title: str
    """English source string."""
    provides: str
    """What the rules provide for; English source string."""
    certain: bool
    """A fact is certain; what was read from wording is suspected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """One report; a value, never an exception."""

    clause: Clause
    player: str | None
    """Slot name; None when it is nobody of the game."""
    at: datetime
    what: str
    """One sentence for the GM, in the language in force."""
    evidence: Evidence | None = None
    day: int | None = None
    candidates: tuple[str, ...] = ()
    """Who could take the slot over, by Г3, in order."""
    mark: str = ""
    """What sets it apart from others under the same clause for the same player and post."""

    @property
    def key(self) -> str:
        """Short name that stays the same from poll to poll."""
        post = (self.evidence.post_id if self.evidence else None) or ""
        parts = (self.clause.code, self.player or "", post, str(self.day or ""), self.mark)
        return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:6]


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """A post as the detectors see it."""

    seen: SeenPost
    speaker: Speaker
    reading: Reading


@dataclass(frozen=True, slots=True, kw_only=True)
class Fall:
    """A player who is out."""

    player: str
    announced: datetime
    """When the city learned it: from then on the player is silent (X1)."""
    killed: bool
    """At night, and not by the court or the GM."""
    public_citizen: bool
    """The role made public was a citizen's (Г3: «первый известный убитый мирный»)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """All that the detectors look at, as of one moment."""

    now: datetime
    players: tuple[Player, ...]
    remarks: tuple[Remark, ...]
    """In order of time."""
    timetable: Timetable
    results: tuple[DayResult, ...]
    """Of the days that have opened; the last one may still run."""
    closed: frozenset[int]
    """Days whose voting has ended."""
    ballots: Mapping[str, Evidence]
    """Where each ballot was cast, by its `ref`."""
    falls: tuple[Fall, ...]
    """In order."""
    gaps: tuple[tuple[datetime, datetime], ...] = ()
    """When the board was not seen: absence then is nobody's fault."""
    complete: bool = True
    """False while a topic was read in part only: what is missing then proves nothing."""
    reserves: tuple[str, ...] = ()
    started: datetime | None = None
    """End of the first night: from then on masks keep to the game's topics (X8)."""
    results_from: dict[int, tuple[datetime, datetime]] | None = None
    """For each night, from the end of its orders to its published results (X7)."""
