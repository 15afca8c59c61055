"""Records of violations: what was found, and what the detectors look at."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

from engine.records import Player
from engine.results import DayResult, NightResult
from itogi.config import TopicKind
from itogi.evidence import Evidence
from itogi.seen import SeenPost
from itogi.speakers import Speaker
from itogi.timetable import Timetable
from parser.records import Reading


class Gravity(IntEnum):
    """What a report asks of the GM; the gravest first."""

    REMOVAL = 0
    """The rules provide for the player's leaving: modkill, replacement, disqualification."""
    WARNING = 1
    """The GM judges it."""
    NOTE = 2
    """The rules settle it themselves: to be known, and open to a decision all the same."""


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
    gravity: Gravity
    secret: bool = False
    """That it was broken tells who has a role: never worded in a public text (P2)."""


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
    night: int | None = None
    candidates: tuple[str, ...] = ()
    """Who could take the slot over, by Г3, in order."""
    mark: str = ""
    """What sets it apart from others under the same clause for the same player and post."""
    doubtful: bool = False
    """Here even the fact is in doubt: an open question, an edit without a time."""
    known_as: str | None = None
    """Its key, when it is told from the journal."""
    by_hand: bool = False
    """The GM filed it, in words of the GM's own (X10)."""

    @property
    def certain(self) -> bool:
        """Whether it is a fact; else it is suspected."""
        return self.clause.certain and not self.doubtful

    @property
    def post(self) -> str | None:
        """Id of the post that shows it."""
        return self.evidence.post_id if self.evidence else None

    @property
    def key(self) -> str:
        """Short name that stays the same from poll to poll, and when the post around the place is edited."""
        if self.known_as:
            return self.known_as
        phase = f"{self.day or ''}/{self.night or ''}"
        parts = (self.clause.code, self.player or "", self.post or "", phase, self.mark)
        return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:8]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """One text of a post, and since when it is known to have stood."""

    at: datetime
    """Of the first text the time of the post; of a later one that of its edit note, else when it was first seen."""
    reading: Reading
    edited: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """A post as the detectors see it."""

    seen: SeenPost
    speaker: Speaker
    wordings: tuple[Wording, ...]
    """Oldest first, one at least: what was edited away was said all the same."""

    @property
    def reading(self) -> Reading:
        """The newest text."""
        return self.wordings[-1].reading


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
class NightMisses:
    """A night whose orders are closed and for which orders were entered at all (V11)."""

    result: NightResult
    ended: datetime


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
    nights: tuple[NightMisses, ...] = ()
    moderators: frozenset[str] = frozenset()
    """Names of the GM's accounts, case-folded."""
    asked: Mapping[int, frozenset[str]] | None = None
    """By day, the voters about whom a question waits for the GM: whether they voted is not known yet."""
    counting: tuple[TopicKind, ...] = (TopicKind.VOTE,)
    """Topics whose votes count (V2)."""
    gaps: tuple[tuple[datetime, datetime], ...] = ()
    """When the board was not seen: absence then is nobody's fault."""
    votes_read: datetime | None = None
    """Up to when all votes are held; None: nothing was read whole, and nothing is proved by what is missing."""
    talk_read: datetime | None = None
    """Up to when all of the game topic is held."""
    reserves: tuple[str, ...] = ()
    """Who can still be asked to take a slot over, in order."""
    newcomers: frozenset[str] = frozenset()
    """Slots and accounts, case-folded, that took a slot over already."""
    joined: Mapping[str, datetime] | None = None
    """When the present player of a slot took it over (V16); slots that were never taken over are left out."""
    started: datetime | None = None
    """End of the first night: from then on masks keep to the game's topics (X8)."""
    ended: datetime | None = None
    """When the victory was announced: from then on everybody may talk."""
    results_from: Mapping[int, tuple[datetime, datetime]] | None = None
    """For each night, from the end of its orders to its published results (X7)."""
