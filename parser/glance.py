"""Posts that say at a glance what they are: plain talk, or talk and one painted line, the commonest ballot by far.

Such a post is not taken apart. A line that is all paint means the same wherever it stands among talk, so it is read by
itself, once for all posts that have it; a test holds that the whole post would be read alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from html import unescape

from parser.declension import names_any
from parser.records import How, Reading, Vote
from parser.source import Source
from parser.talk import Talk

_OPENERS = ("<strong>", "<b>", "<em>", "<i>", "<u>")
_INLINE = "strong|b|em|i|u|span|font"
_INLINE = "strong|b|em|i|u|span|font"
_LINE = re.compile(rf"(?:<(?:{_INLINE})(?: [^<>]*)?>)+[^<>]+(?:</(?:{_INLINE})>)+[ .!]*(?=<br|</?p>|$)")
# What a line may begin after.
_EDGES = ("<br>", "<br />", "<br/>", "<p>", "</p>", "</blockquote>", "</div>")
_LONGEST = 3_000
_REMEMBERED = 4_096


class Glance:
    """Looks at bodies. `read` gives the reading of a line by itself, written by somebody."""

    def __init__(self, talk: Talk, source: Source, text: Callable[[str], str], read: Callable[[str, str], Reading]):
        self._talk = talk
        self._source = source
        self._text = text
        self._read = read
        self._known: dict[tuple[str, str], Vote | None] = {}

    def reading(self, body: str, author: str, moderators: Collection[str]) -> Reading | None:
        """What a body (inner HTML) says; None when it must be read."""
        if "color" in body:
            return self._ballot(body, author, moderators)
        if not self._is_talk(body, moderators):
            return None
        return Reading(votes=(), reviews=(), signals=(), shown=partial(self._text, body))

    def _is_talk(self, body: str, moderators: Collection[str]) -> bool:
        return self._talk.is_plain(body) and not (moderators and "?" in body and names_any(unescape(body), moderators))

    def _ballot(self, body: str, author: str, moderators: Collection[str]) -> Reading | None:
        start = body.rfind("<", 0, body.index("color"))
        while body.endswith(_OPENERS, 0, start):
            start = body.rfind("<", 0, start)
        line = _LINE.match(body, start) if start >= 0 and len(body) < _LONGEST else None
        if line is None or author.casefold() in map(str.casefold, moderators):
            return None
        before = body[:start].rstrip(" \n")
        if (before and not before.endswith(_EDGES)) or not self._is_talk(before + body[line.end() :], moderators):
            return None
        text = self._source.plain_text(before)
        vote = self._vote(line.group(), author)
        if vote is None or text is None:
            return None
        return Reading(
            votes=(replace(vote, start=vote.start + len(text), end=vote.end + len(text)),),
            reviews=(),
            signals=(),
            shown=partial(self._text, body),
        )

    def _vote(self, line: str, author: str) -> Vote | None:
        """The vote that a line is by itself; None when it is no vote, or more."""
        key = (line, author)
        if key not in self._known:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            alone = self._read(line, author)
            one = len(alone.votes) == 1 and alone.votes[0].how is How.PAINT and not alone.reviews and not alone.signals
            self._known[key] = alone.votes[0] if one else None
        return self._known[key]
