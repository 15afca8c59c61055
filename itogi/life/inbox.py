"""Posts that speak to the game master (Г12.1): the name highlighted, or a rule quoted; answered or not. Pure.

A post that only mentions the GM without highlighting owes no answer; it is listed apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import lru_cache

import lxml.html
from lxml.etree import ParserError

from engine.events import PostHandled
from engine.i18n import N_, _
from itogi.config import TopicKind
from itogi.errors import NotYetError
from itogi.evening import Evening
from itogi.lines import lines_of
from itogi.seen import SeenPost
from itogi.speakers import Standing
from itogi.topics import result_posts
from parser.declension import decline_name
from parser.fold import fold, parts

SHOWN = 200
"""Characters of a post that are shown."""
_TITLES = ("ведущий", "ведущая", "ГМ", "GM", "мастер")
_RULE = re.compile(
    r"(?:\bп(?:ункт\w*|\.)\s*|\bправил\w*\s+(?:№\s*)?|\bГМ?\s?|\bРМ\s?|§\s*)\d{1,2}(?:\.\d{1,2})?\b"
    r"|\bпо\s+правил\w*|\bв\s+правил\w*|\bправил(?:а|ами|ах)\s+(?:игры|сказано|написано|запрещ)",
    re.IGNORECASE,
)
_MARKS = {"b", "strong", "u", "i", "em", "mark", "big"}
_STYLE = re.compile(r"font-weight|color|font-size|background|text-decoration", re.IGNORECASE)
_QUOTE = ".//blockquote | .//script | .//style | .//*[contains(@class, 'quote')]"


class How(StrEnum):
    """By what a post speaks to the GM."""

    MARKED = "marked"
    """The name stands out: an answer is owed (Г12.1)."""
    RULE = "rule"
    """A rule is quoted, as in a dispute."""
    PLAIN = "plain"
    """The name stands without highlighting, in a question: no answer is owed."""


HOWS = {
    How.MARKED: N_("your name stands out"),
    How.RULE: N_("quotes a rule"),
    How.PLAIN: N_("your name without highlighting: no answer is owed (Г12.1)"),
}
"""By what a post speaks to the GM, in English source strings."""


class State(StrEnum):
    """Whether a post waits."""

    OPEN = "open"
    ANSWERED = "answered"
    IGNORED = "ignored"


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """A post in the inbox."""

    post: str
    """Its id."""
    author: str
    """The slot, else the account."""
    at: datetime
    url: str | None
    topic: TopicKind
    how: How
    words: str
    state: State
    by_hand: bool
    """Whether the GM said so; else an answer was seen in the topic."""
    answer: str | None = None
    """Address of the answer that was seen."""
    note: str | None = None

    @property
    def waits(self) -> bool:
        """Whether an answer is owed."""
        return self.state is State.OPEN and self.how is not How.PLAIN


def handled(evening: Evening, post: str, state: State, note: str | None = None) -> PostHandled:
    """What keeps the GM's word on a post. Raises NotYetError for a post that is not in the inbox."""
    wanted = post.strip().lstrip("#")
    if wanted not in {letter.post for letter in inbox_of(evening)}:
        raise NotYetError(_("Post {post} is not in the inbox; see itogi inbox --all.").format(post=wanted))
    return PostHandled(post=wanted, verdict=state.value, note=note)


def state_title(letter: Letter) -> str:
    """Whether a post is answered, in the language in force."""
    if letter.state is State.OPEN:
        return _("waits") if letter.how is not How.PLAIN else _("owes no answer")
    if letter.state is State.IGNORED:
        return _("needs no answer, by your word")
    if letter.by_hand:
        return _("answered, by your word") + (f": {letter.note}" if letter.note else "")
    return _("answered: {url}").format(url=letter.answer)


def inbox_of(evening: Evening) -> tuple[Letter, ...]:
    """All posts that speak to the GM, in order of time, answered ones included."""
    names = tuple(account.name for account in evening.game.moderators)
    handled = {event.said.post: event.said for event in evening.events if isinstance(event.said, PostHandled)}
    told = result_posts(evening.posts, evening.speakers)
    results = {*told.nights.values(), *told.days.values()}
    replies = [
        seen
        for seen in evening.posts
        if seen.post.posted_at <= evening.moment
        and seen.post.posted_at not in results
        and evening.speakers.speaker(seen.post).standing is Standing.MODERATOR
    ]
    found = []
    for seen in evening.posts:
        speaker = evening.speakers.speaker(seen.post)
        if seen.post.posted_at > evening.moment or speaker.standing is Standing.MODERATOR:
            continue
        how = speaks_to(seen.texts[-1].body, names)
        if how is None:
            continue
        said = handled.get(seen.post.id)
        answer = None if said else _answer_to(seen, (speaker.name, seen.post.author), replies)
        found.append(
            Letter(
                post=seen.post.id,
                author=speaker.name,
                at=seen.post.posted_at,
                url=seen.post.permalink,
                topic=seen.kind,
                how=how,
                words=_shortened(" / ".join(lines_of(seen.texts[-1].body))),
                state=State(said.verdict) if said else State.ANSWERED if answer else State.OPEN,
                by_hand=said is not None,
                answer=answer.post.permalink if answer else None,
                note=said.note if said else None,
            )
        )
    return tuple(sorted(found, key=lambda letter: letter.at))


@lru_cache(maxsize=16_384)
def speaks_to(body: str, names: tuple[str, ...]) -> How | None:
    """How a post's HTML speaks to one of the GM's accounts; None: it does not."""
    highlighted, plain = _pieces(body)
    keys = _keys((*names, *_TITLES))
    if any(_named(piece, keys) for piece in highlighted):
        return How.MARKED
    if any(_RULE.search(line) for line in plain.splitlines()):
        return How.RULE
    if any("?" in line and _named(line, keys) for line in plain.splitlines()):
        return How.PLAIN
    return None


def _keys(names: Iterable[str]) -> frozenset[tuple[str, ...]]:
    """The forms of names as runs of keys: «Архивариуса», «Старый Лис»."""
    keys: set[tuple[str, ...]] = set()
    for name in names:
        words = parts(name)
        if not words:
            continue
        keys.add(tuple(fold(word) for word in words))
        if len(words) == 1:
            for forms in decline_name(words).cases.values():
                keys |= {(form,) for form in forms}
    return frozenset(keys)


def _named(text: str, keys: frozenset[tuple[str, ...]]) -> bool:
    words = [fold(word) for word in parts(text)]
    lengths = {len(key) for key in keys}
    return any(
        tuple(words[start : start + length]) in keys for length in lengths for start in range(len(words) - length + 1)
    )


def _pieces(body: str) -> tuple[list[str], str]:
    """The highlighted pieces of a post's own text, and the whole of it by lines."""
    try:
        root = lxml.html.fragment_fromstring(body, create_parent="div")
    except (ParserError, ValueError):
        return [], ""
    for quote in root.xpath(_QUOTE):
        if quote.getparent() is not None:
            quote.drop_tree()
    pieces = [
        element.text_content()
        for element in root.iter()
        if isinstance(element.tag, str)
        and (element.tag in _MARKS or (element.tag in ("span", "font", "a") and _stands_out(element)))
    ]
    return pieces, "\n".join(lines_of(body))


def _stands_out(element: lxml.html.HtmlElement) -> bool:
    if element.tag == "font":
        return True
    # A mention or a link to a profile is the board's own highlighting of a nick.
    if element.tag == "a":
        return bool(re.search(r"profile|member|user|mention", f"{element.get('href', '')} {element.get('class', '')}"))
    return bool(_STYLE.search(element.get("style", "")) or re.search(r"bold|color|size", element.get("class", "")))


def _answer_to(seen: SeenPost, names: tuple[str, ...], replies: Sequence[SeenPost]) -> SeenPost | None:
    """A later post of the GM that quotes the post's author, or begins a line by speaking to them."""
    keys = _keys(names)
    for reply in replies:
        if reply.post.posted_at <= seen.post.posted_at or reply.kind is not seen.kind:
            continue
        body = reply.texts[-1].body
        if seen.post.id in re.findall(r"(?:pid=|#p|#post|post-?)(\d+)", body):
            return reply
        if any(_named(quoted, keys) for quoted in _quotes(body)):
            return reply
        if any(_spoken_to(line, keys) for line in lines_of(body)):
            return reply
    return None


def _quotes(body: str) -> Iterator[str]:
    try:
        root = lxml.html.fragment_fromstring(body, create_parent="div")
    except (ParserError, ValueError):
        return
    for quote in root.xpath(".//blockquote | .//*[contains(@class, 'quote')]"):
        # Who is quoted stands in the head: the first words.
        yield quote.text_content().strip()[:80]


def _spoken_to(line: str, keys: frozenset[tuple[str, ...]]) -> bool:
    head = re.split(r"[,:!—–]", line, maxsplit=1)[0]
    return head != line and len(parts(head)) <= 3 and _named(head, keys)


def _shortened(words: str) -> str:
    return words if len(words) <= SHOWN else words[: SHOWN - 1].rstrip() + "…"
