"""What a ballot or question is shown with: the post, its words, the place in them. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from itogi.config import TopicKind

AROUND = 70
"""Characters of a post shown on either side of the place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Where something was said. Text of players: never trusted, never shown unsanitised."""

    ref: str
    """Key of the place, or of the journal's entry."""
    author: str
    """As the board shows it; who entered it, for an entry of the GM."""
    at: datetime
    before: str
    marked: str
    """The words that were read."""
    after: str
    post_id: str | None = None
    """None for an entry of the GM."""
    url: str | None = None
    topic: TopicKind | None = None
    number: int | None = None
    """Place of the post in its topic."""
    revision: int = 1
    revisions: int = 1
    edited_at: datetime | None = None
    gone: bool = False
    """The post is not in the topic any more."""
    source: str | None = None
    """For an entry of the GM: by phone, by message."""

    @property
    def excerpt(self) -> str:
        """The words around the place."""
        return f"{self.before}{self.marked}{self.after}"


def around(text: str, start: int, end: int) -> tuple[str, str, str]:
    """The words before, at and after a place, on one line, shortened with dots."""
    left = max(0, start - AROUND)
    right = min(len(text), end + AROUND)
    before = _line(text[left:start]).lstrip()
    after = _line(text[end:right]).rstrip()
    return ("…" if left else "") + before, _line(text[start:end]), after + ("…" if right < len(text) else "")


def _line(text: str) -> str:
    # Lines of a post are told apart by a stroke, so that «red» of the next line is not read into this one.
    joined = " / ".join(part.strip() for part in text.splitlines() if part.strip())
    lead = " " if text[:1].isspace() and joined else ""
    return lead + joined + (" " if text[-1:].isspace() and joined else "")
