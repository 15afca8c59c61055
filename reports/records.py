"""What the application tells the reports besides engine results: where things are on the forum.

The reports do not know how anything was found out; these records hold what is to be shown of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Where a ballot or an entry stands."""

    url: str | None = None
    """Permalink of the post."""
    posted_at: datetime | None = None
    excerpt: str = ""
    """Visible text round the place."""
    start: int = 0
    """The place itself within `excerpt`; `end` exclusive, equal to `start` when there is nothing to mark."""
    end: int = 0
    source: str | None = None
    """For what did not come from a post: «phone», «message» ..."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenQuestion:
    """A question that waits for the GM's answer."""

    text: str
    """What is asked, in one sentence."""
    evidence: Evidence | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """A message in the game's topics, for the activity chart."""

    player: str
    """Slot name."""
    at: datetime
    """In the time zone of the game."""
