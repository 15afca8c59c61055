"""A draft in plain text, BBCode, HTML and Markdown; what came from players is text in each of them (P4).

The words of a template are passed to BBCode and Markdown as they stand, so that a GM's own template may hold the
board's tags; in HTML and plain text they are text.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from enum import StrEnum

from reports.spans import Draft, Span


class Format(StrEnum):
    """What a draft can be put into."""

    PLAIN = "plain"
    BBCODE = "bbcode"
    HTML = "html"
    MARKDOWN = "markdown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """How one board's posts are written."""

    format: Format = Format.BBCODE
    breaker: str = "\u200b"
    """An invisible character of the board's charset that keeps `[` and a tag's name, `@` and a nick, apart."""


_ZERO_WIDTH_SPACE = "\u200b"
_SOFT_HYPHEN = "\u00ad"
_MARKDOWN_BOARDS = frozenset({"discourse", "flarum", "nodebb"})
_HTML_BOARDS = frozenset({"html"})
_PLAIN_BOARDS = frozenset({"invision"})
"""Their editors know no markup that could be typed or pasted: `[b]` and `<strong>` would be seen as such."""
_ONE_BYTE_BOARDS = frozenset({"mybbru"})
# Characters that begin a tag, an entity, a mention, a smiley or a link on one board or another.
_BREAK_AFTER = re.compile(r"([\[\]@&<>:;=#*_~`|\\])(?=\S)")
_BREAK_BEFORE = re.compile(r"(?<=[\dA-Za-z-])([()])")
_BREAK_WWW = re.compile(r"(?i)\b(www)(?=\.)")
_MARKUP = re.compile(r"[\[\]<>&@]|://|(?i:\bwww\.)")
"""What no harmless nickname holds."""
_MARKDOWN_SPECIAL = re.compile(r"([!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~])")
_MARKDOWN_BREAK_AFTER = re.compile(r"([@:#&])(?=\S)")


def dialect_of(engine: str | None, encoding: str | None = None) -> Dialect:
    """The dialect of a board by its engine's name and the encoding of its posts; BBCode in Unicode when unknown."""
    if engine in _MARKDOWN_BOARDS:
        return Dialect(format=Format.MARKDOWN)
    if engine in _HTML_BOARDS:
        return Dialect(format=Format.HTML)
    if engine in _PLAIN_BOARDS:
        return Dialect(format=Format.PLAIN)
    # A windows-1251 board has no zero width space, but a soft hyphen, which shows only where a line breaks.
    charset = (encoding or "").lower().replace("-", "").replace("_", "")
    one_byte = charset in ("windows1251", "cp1251") or (not charset and engine in _ONE_BYTE_BOARDS)
    return Dialect(breaker=_SOFT_HYPHEN if one_byte else _ZERO_WIDTH_SPACE)


def render(draft: Draft, form: Format = Format.PLAIN, dialect: Dialect | None = None) -> str:
    """`draft` in a format; `dialect` tells BBCode and Markdown which character may break what looks like markup."""
    breaker = (dialect or Dialect()).breaker
    if form is Format.PLAIN:
        return draft.text
    if form is Format.HTML:
        return "".join(_html(stretch) for stretch in _joined(draft.spans))
    if form is Format.MARKDOWN:
        return "".join(_markdown(span, breaker) for span in _joined(draft.spans))
    return "".join(_bbcode(span, breaker) for span in _joined(draft.spans))


def for_board(draft: Draft, dialect: Dialect) -> str:
    """`draft` as the text to send to a board of this dialect, or to put into its editor by hand."""
    if dialect.format is Format.PLAIN:
        return pasted(draft)
    return render(draft, dialect.format, dialect)


def pasted(draft: Draft) -> str:
    """`draft` as plain words that may be put into a post by hand: names that a board could take for markup are broken
    up as in what is published.
    """
    breaker = Dialect().breaker
    return "".join(
        _broken(span.text, breaker) if span.is_data and _MARKUP.search(span.text) else span.text for span in draft.spans
    )


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Neighbouring spans of one strength: they share one pair of tags."""

    spans: tuple[Span, ...]
    strong: bool


def _joined(spans: tuple[Span, ...]) -> list[_Stretch]:
    stretches: list[_Stretch] = []
    for span in spans:
        if stretches and stretches[-1].strong == span.strong:
            stretches[-1] = _Stretch((*stretches[-1].spans, span), span.strong)
        else:
            stretches.append(_Stretch((span,), span.strong))
    return stretches


def _html(stretch: _Stretch) -> str:
    text = html.escape("".join(span.text for span in stretch.spans), quote=True).replace("\n", "<br>\n")
    return f"<strong>{text}</strong>" if stretch.strong else text


def _broken(text: str, breaker: str) -> str:
    """`text` with the invisible `breaker` inside everything that a board could take for markup."""
    text = _BREAK_AFTER.sub(rf"\g<1>{breaker}", text)
    text = _BREAK_BEFORE.sub(rf"{breaker}\g<1>", text)
    return _BREAK_WWW.sub(rf"\g<1>{breaker}", text)


def _bbcode(stretch: _Stretch, breaker: str) -> str:
    pieces = []
    for index, span in enumerate(stretch.spans):
        if not span.is_data:
            pieces.append(span.text)
            continue
        piece = _broken(span.text, breaker)
        # A name that ends in «[» must not make a tag with the words that follow it.
        if index + 1 < len(stretch.spans) and piece[-1:] in ("[", "@", ":", ";", "&"):
            piece += breaker
        pieces.append(piece)
    text = "".join(pieces)
    return f"[b]{text}[/b]" if stretch.strong else text


def _markdown(stretch: _Stretch, breaker: str) -> str:
    pieces = []
    for span in stretch.spans:
        text = span.text
        if span.is_data:
            text = _MARKDOWN_BREAK_AFTER.sub(rf"\g<1>{breaker}", _BREAK_WWW.sub(rf"\g<1>{breaker}", text))
            text = _MARKDOWN_SPECIAL.sub(r"\\\1", text)
        else:
            # A line of a draft is a line of the post: two spaces before its end say so.
            text = re.sub(r"(?<!\n)\n(?!\n)", "  \n", text)
        pieces.append(text)
    joined = "".join(pieces)
    if not stretch.strong or not joined.strip():
        return joined
    inner = joined.strip()
    start = joined.index(inner)
    return f"{joined[:start]}**{inner}**{joined[start + len(inner) :]}"
