"""Fixture pairs of forum pages: `fixtures/<engine>/<case>.html` as bytes and `<case>.json` with what must be read.

The JSON: `engine` where it is told and not recognised, `context` (url, timezone, now, fetched_at: what `ReadContext`
takes), `headers` of the answer, and either `page` (every field of the page and its posts) or `error`: `kind` of a page
that is no topic, or `unknown_board`; `field` and `post_id` of an unreadable one. `tools/new_fixture.py` writes a pair.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

from scraper.adapter import ReadContext, registered
from scraper.errors import NotATopicError, UnknownBoardError, UnreadablePageError
from scraper.page import read_page
from scraper.records import TopicPage

ROOT = Path(__file__).resolve().parent.parent.parent / "fixtures"
MOMENTS = ("now", "fetched_at")


def pairs() -> list[Path]:
    """All pages of the engines' folders; each must have an expectation beside it."""
    folders = [ROOT / name for name in (*registered(), "refusals")]
    return sorted(page for folder in folders for page in folder.glob("*.html"))


def expectation(page: Path) -> dict[str, Any]:
    """The JSON beside a page."""
    loaded: dict[str, Any] = json.loads(page.with_suffix(".json").read_text(encoding="utf-8"))
    return loaded


def context_of(expected: dict[str, Any]) -> ReadContext:
    """The context that an expectation asks for."""
    told = expected["context"]
    return ReadContext(**{key: datetime.fromisoformat(told[key]) if key in MOMENTS else told[key] for key in told})


def plain(page: TopicPage) -> dict[str, Any]:
    """A page as JSON has it."""
    whole = asdict(page)
    whole["board_now"] = page.board_now.isoformat() if page.board_now else None
    whole["deleted"] = list(page.deleted)
    whole["posts"] = [
        {
            **asdict(post),
            "posted_at": post.posted_at.isoformat(),
            "edited_at": post.edited_at.isoformat() if post.edited_at else None,
            "precision": str(post.precision),
        }
        for post in page.posts
    ]
    return whole


def outcome(content: bytes, expected: dict[str, Any]) -> dict[str, Any]:
    """What reading gives: `page` or `error`, to be compared with the expectation."""
    try:
        page = read_page(content, expected["headers"], context_of(expected), engine=expected.get("engine"))
    except NotATopicError as fault:
        return {"error": {"kind": str(fault.kind)}}
    except UnreadablePageError as fault:
        return {"error": {"field": fault.field, "post_id": fault.post_id}}
    except UnknownBoardError:
        return {"error": {"kind": "unknown_board"}}
    return {"page": plain(page)}
