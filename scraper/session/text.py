"""What a text comes down to when one asks whether a post of the board is it. Pure.

Boards change a text on its way to the page: spaces and line ends, quotes and dashes, smileys into pictures, emoji
into question marks. Letters and digits remain, so only they are compared.
"""

from __future__ import annotations

import html
import re
import unicodedata

from rapidfuzz import fuzz

from scraper.session.forms import VISIBLE, parse, strings

_TAGS = (
    "b|i|u|s|em|strong|color|colour|size|font|align|left|right|center|quote|spoiler|hide|url|img|list|code|mark"
    "|indent|table|tr|td|email|sub|sup|hr|abbr|float|you|you2|html|media"
)
_PICTURE = re.compile(r"\[img[^\]]*\].*?\[/img\]", re.IGNORECASE | re.DOTALL)
_BBCODE = re.compile(rf"\[/?(?:{_TAGS})(?:[=\s][^\]\n]*)?\]", re.IGNORECASE)
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))
"""Drafts break up what looks like markup with such letters; boards keep or drop them."""
_ALMOST = 85.0
_SHORT = 16


def _letters(text: str) -> str:
    # A board that lacks a letter is sent `&#N;`, and some show that as it was sent; a board without a tag shows the
    # tag. Once for the text as it is, once for what came out of it.
    text = text.translate(_INVISIBLE)
    for _round in range(2):
        text = html.unescape(_BBCODE.sub(" ", text))
    return "".join(char for char in unicodedata.normalize("NFKC", _BBCODE.sub(" ", text)) if char.isalnum())


def of_bbcode(source: str) -> str:
    """Letters and digits that a reader of the BBCode `source` would see."""
    return _letters(_PICTURE.sub(" ", source))


def of_html(body: str) -> str:
    """Letters and digits that a reader of a post's body sees; `body` is its inner HTML."""
    return _letters("".join(strings(parse(f"<div>{body}</div>"), VISIBLE)))


def times(source: str, body: str) -> int:
    """How often the post's body says what the BBCode `source` says: a board may have merged several posts.

    A short text is looked for at the end only, where boards append; elsewhere it may stand by chance.
    """
    wanted, seen = of_bbcode(source), of_html(body)
    if len(wanted) < _SHORT:
        return int(bool(wanted) and seen.endswith(wanted))
    return seen.count(wanted)


def almost(source: str, body: str) -> bool:
    """Whether the post is so like the text that a person must look (a word filter, a cut end)."""
    wanted, seen = of_bbcode(source), of_html(body)
    return bool(wanted) and max(fuzz.ratio(wanted, seen), _partial(wanted, seen)) >= _ALMOST


def _partial(wanted: str, seen: str) -> float:
    return fuzz.partial_ratio(wanted, seen) if len(seen) > len(wanted) else 0.0
