"""Frozen records of what the archive holds. All moments are aware, UTC."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from scraper.records import Precision, TopicRef


class Outcome(StrEnum):
    """How a poll of a topic ended."""

    WHOLE = "whole"
    """All that had to be read was read, with nothing lost between the pages."""
    UNCHANGED = "unchanged"
    """The board's cheap answer said that there is nothing new; no page was read."""
    PARTIAL = "partial"
    """Some pages were read, then it stopped."""
    FAILED = "failed"
    """Nothing could be read."""
    SPENT = "spent"
    """The requests allowed an hour were used up before all was read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedTopic:
    """A topic in the archive."""

    key: int
    """The archive's own number."""
    ref: TopicRef
    title: str | None
    """None until a page was read."""
    closed: bool | None
    zone: str | None
    """The board's zone, as its pages tell."""
    pages: int
    """Pages at the last reading; 0 until one was read."""
    per_page: int | None
    """Posts on a full page; None while there is only one page."""
    drift: int
    """Posts by which the pages run ahead of the held posts without explanation (placeholders take places)."""
    probed: int
    """Mark of the full last page after which no further page was found when it was asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """A post as it was seen from one moment to another."""

    number: int
    """From 1, counted within the post."""
    author: str
    author_id: str | None
    guest: bool
    edited_at: datetime | None
    """By the board's edit note."""
    editor: str | None
    body: str
    """Inner HTML; never trusted."""
    signature: str | None
    permalink: str | None
    first_seen: datetime
    last_seen: datetime
    """Last moment at which a page showed this text; never after the moment that was asked for."""

    @property
    def hash(self) -> str:
        """Twelve hex digits that tell this text from others; part of the keys of questions."""
        return hashlib.sha256(self.body.encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True, kw_only=True)
class Absence:
    """A time in which a known post was not in its topic, established by a page that shows both its neighbours."""

    last_seen: datetime
    noticed_at: datetime
    returned_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedPost:
    """A post with its revisions, as of a moment."""

    key: int
    """The archive's own number."""
    id: str
    """The board's id."""
    topic: int
    """Key of the topic."""
    number: int | None
    """Place in the topic by the board, when it tells; later deletions shift it."""
    page: int
    """Page on which it was last seen."""
    posted_at: datetime
    """As the board showed it at first; a relative time is made exact by a later sight."""
    precision: Precision
    revisions: tuple[Revision, ...]
    """At least one, in order."""
    absences: tuple[Absence, ...]
    moved_to: str | None
    """The board's id of another archived topic in which the post stands now, or None."""

    @property
    def revision(self) -> Revision:
        """The newest."""
        return self.revisions[-1]

    @property
    def author(self) -> str:
        """Name as shown."""
        return self.revision.author

    @property
    def author_id(self) -> str | None:
        """The account's id."""
        return self.revision.author_id

    @property
    def guest(self) -> bool:
        """Written without an account."""
        return self.revision.guest

    @property
    def body(self) -> str:
        """Inner HTML of the newest revision; never trusted."""
        return self.revision.body

    @property
    def permalink(self) -> str | None:
        """Link to the post."""
        return self.revision.permalink

    @property
    def first_seen(self) -> datetime:
        """When the archive learned of the post."""
        return self.revisions[0].first_seen

    @property
    def last_seen(self) -> datetime:
        """When a page last showed the post."""
        return self.revision.last_seen

    @property
    def gone(self) -> Absence | None:
        """The absence that still lasts, or None."""
        return self.absences[-1] if self.absences and self.absences[-1].returned_at is None else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """What a page brought."""

    new: tuple[str, ...]
    """Ids of posts that were not known in the topic."""
    revised: tuple[str, ...]
    """Ids of known posts that look otherwise than before."""
    returned: tuple[str, ...]
    """Ids of posts that had been gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PollRecord:
    """A poll of a topic."""

    key: int
    topic: int
    started_at: datetime
    ended_at: datetime | None
    """None: it runs, or was killed."""
    outcome: Outcome | None
    """None: it runs, or was killed: what it saved holds, but it is no whole reading."""
    why: str
    """What it was for, for example `-5 min`."""
    requests: int
    message: str | None
    """What went wrong, in one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """How far the archive can be trusted for one topic, as of a moment."""

    whole_at: datetime | None
    """Start of the newest whole reading: every post before it is held. None: the topic was never read whole."""
    tried_at: datetime | None
    """Start of the newest poll that ended, whatever came of it."""
    outcome: Outcome | None
    """Of that poll."""
    message: str | None
    """What went wrong with it."""
    missing: tuple[int, ...]
    """Pages that were never read."""

    @property
    def half_read(self) -> bool:
        """Whether a count from this archive must say that the topic was not read whole."""
        return self.whole_at is None or bool(self.missing) or self.outcome not in (Outcome.WHOLE, Outcome.UNCHANGED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """A time in which polls were due and none was made: absence is not to be blamed on players."""

    start: datetime
    end: datetime
    reason: str
    """`missed` (asleep, switched off) or `failed` (network, forum)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockSample:
    """The forum's clock against ours, at one answer."""

    at: datetime
    header: float | None
    """Seconds that the `Date` header runs ahead of our clock; whole seconds are all that it tells."""
    page: float | None
    """Seconds that the clock on the page runs ahead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """Sizes of the archive."""

    topics: int
    posts: int
    revisions: int
    pages: int
    """Raw pages kept."""
    polls: int
    absent: int
    """Posts that are gone now."""
