"""A post as the archive saw it change, and the text of it that counts at a moment (V15, V19). Pure."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from itogi.config import TopicKind
from scraper.records import Post, Precision


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """One revision of a post."""

    body: str
    """Inner HTML."""
    first_seen: datetime
    last_seen: datetime
    edited_at: datetime | None
    """By the edit note that the post showed then."""
    editor: str | None = None

    @property
    def digest(self) -> str:
        """Short name of the body, for keys."""
        return hashlib.sha256(self.body.encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenPost:
    """A post of one of the game's topics with all its revisions."""

    kind: TopicKind
    topic: str
    """The topic's id on the board."""
    post: Post
    """As last seen."""
    texts: tuple[Text, ...]
    """Oldest first; one at least."""
    gone_at: datetime | None = None
    """When its absence was first noticed; None while it is there."""
    appended: tuple[bool, ...] = ()
    """For each text: whether it is the one before it with a reply appended by the board (V19)."""


class Doubt(StrEnum):
    """What an edit leaves open or tells."""

    NONE = "none"
    EDITED_AFTER = "edited_after"
    """Edited after the moment; the earlier text is known and counts."""
    UNKNOWN = "unknown"
    """Edited after the moment; the text that stood then was never seen: the GM is asked."""
    SILENT = "silent"
    """Another text was first seen after the moment, without a note of when: the earlier one counts, the GM may say
    otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """The text of a post that stood at a moment."""

    text: Text
    doubt: Doubt
    edited: bool
    """Whether its author edited the post at any time up to now, replies appended by the board aside."""


def counted_at(seen: SeenPost, moment: datetime) -> Counted:
    """The text of `seen` that stood at `moment` (V15), as well as can be known."""
    precision = seen.post.precision
    index = 0
    known = seen.texts[0].first_seen < moment
    for number, text in enumerate(seen.texts):
        if text.first_seen < moment or _stood(text, moment, precision):
            index, known = number, True
    # A reply that the board appended is heard on its own: the post itself is what stood before it.
    while index and _appended(seen, index):
        index -= 1
    text = seen.texts[index]
    later = [number for number in range(index + 1, len(seen.texts)) if not _appended(seen, number)]
    edited = any(entry.edited_at for entry in seen.texts) or any(
        not _appended(seen, number) for number in range(1, len(seen.texts))
    )
    doubt = Doubt.NONE
    if not known and text.edited_at and not _before(text.edited_at, moment, precision):
        doubt = Doubt.UNKNOWN
    elif later:
        following = seen.texts[later[0]]
        doubt = Doubt.EDITED_AFTER if following.edited_at else Doubt.SILENT
    return Counted(text=text, doubt=doubt, edited=edited)


def replies(seen: SeenPost) -> tuple[int, ...]:
    """Indices of the texts that are the one before them with a reply appended by the board (V19)."""
    return tuple(number for number in range(1, len(seen.texts)) if _appended(seen, number))


def own_edit(counted: Counted, seen: SeenPost, moderators: frozenset[str]) -> bool:
    """Whether the post was edited by someone other than the GM: what `edited_votes = void | miss` punishes."""
    if not counted.edited:
        return False
    editors = {text.editor.casefold() for text in seen.texts if text.editor}
    return not editors or not editors <= moderators


def _appended(seen: SeenPost, number: int) -> bool:
    return number < len(seen.appended) and seen.appended[number]


def _stood(text: Text, moment: datetime, precision: Precision) -> bool:
    """Whether a text that was first seen later stood at the moment already, by its note."""
    return text.edited_at is not None and _before(text.edited_at, moment, precision)


def _before(edited_at: datetime, moment: datetime, precision: Precision) -> bool:
    if precision is Precision.MINUTE:
        return _minute(edited_at) < _minute(moment)
    return edited_at < moment


def _minute(moment: datetime) -> datetime:
    return moment.astimezone(UTC).replace(second=0, microsecond=0)
