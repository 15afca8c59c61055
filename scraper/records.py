"""Frozen records of what a forum shows: posts and pages of topics."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Precision(StrEnum):
    """How fine the time is that a board shows (V3)."""

    SECOND = "second"
    MINUTE = "minute"


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """One post as one page showed it."""

    id: str
    """The board's own id: unique on the board."""
    number: int | None
    """Place in the topic from 1, when the page tells it."""
    author: str
    """Name as shown."""
    author_id: str | None
    """The account's id; None for guests, deleted accounts, and boards that do not show it."""
    guest: bool
    """Written without an account, or by an account that is gone: a name proves nothing (V18)."""
    posted_at: datetime
    """Aware."""
    precision: Precision
    edited_at: datetime | None
    """From the board's edit note; None when there is none. An edit may leave no note."""
    editor: str | None
    """Name in the edit note."""
    body: str
    """Inner HTML of the author's words, without edit note and signature; never trusted, never shown unsanitised."""
    signature: str | None
    permalink: str | None
    """Absolute where the page's address is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicPage:
    """One page of a topic."""

    engine: str
    """Name of the adapter that read it."""
    title: str
    topic_id: str
    page: int
    pages: int
    posts: tuple[Post, ...]
    """In page order, each id once; a pinned first post that is repeated on later pages only where it belongs."""
    closed: bool | None
    """Whether the topic takes no replies; None when the page does not tell."""
    board_now: datetime | None
    """The board's clock as the page shows it (T3); None when it does not."""
    zone: str | None
    """The board's zone as the page or the settings tell it, for example `Europe/Moscow` or `UTC+03:00`."""
    per_page: int | None = None
    """Posts a page, where the page's links or its own text tell it."""
    deleted: tuple[str, ...] = ()
    """Ids of posts of which the page shows only that they were deleted: placeholders, and what moderators alone see."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicRef:
    """Address of a topic, taken apart by its adapter."""

    engine: str
    board: str
    """Absolute address of the board with a closing slash, for example `https://example.rolka.me/`."""
    topic_id: str
    url: str
    """Canonical address of the first page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """An answer of a forum, as bytes."""

    url: str
    """The address asked for."""
    final_url: str
    """After redirects."""
    status: int
    headers: tuple[tuple[str, str], ...]
    """Names in lower case."""
    content: bytes
    fetched_at: datetime
    """Our clock, UTC, when the answer was complete."""
