"""Addresses as they may be shown and kept, and the dates of HTTP."""

from __future__ import annotations

from datetime import datetime
from email.utils import parsedate_to_datetime
from urllib.parse import parse_qsl, urlsplit

# Parameters that name a topic, a post or a page; every other one may hold a token and is not shown.
SHOWN_PARAMETERS = frozenset(
    (
        "action",
        "api",
        "b",
        "board",
        "fid",
        "id",
        "limit",
        "method",
        "p",
        "page",
        "pid",
        "post",
        "skip",
        "showforum",
        "showtopic",
        "st",
        "start",
        "t",
        "threadid",
        "tid",
        "topic",
        "topic_id",
        "type",
        "view",
    )
)


def shown(url: str) -> str:
    """`url` without anything that might be a secret: for messages."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "?"
    pairs = [
        (name, value if name.lower() in SHOWN_PARAMETERS else "...")
        for name, value in parse_qsl(parts.query, keep_blank_values=True)
    ]
    query = "&".join(f"{name}={value}" if value else name for name, value in pairs)
    site = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}" if parts.scheme or parts.netloc else ""
    return f"{site}{parts.path}{'?' + query if query else ''}"


def http_date(value: str) -> datetime | None:
    """The moment of an HTTP date, aware, or None when it is none."""
    try:
        moment = parsedate_to_datetime(value)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return moment if moment.tzinfo else None
