"""A drafted text as typed spans, so that no format can forget which parts came from players (P4).

A template's own words are literals; everything put into it by an expression is data. Between rendering and
parsing the two are told apart by four private-use characters, which are taken out of all data beforehand.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field

from markupsafe import Markup

from engine.records import Gender

_DATA_START, _DATA_END, _STRONG_START, _STRONG_END = "\ue000\ue001\ue002\ue003"
_MARKS = re.compile(f"([{_DATA_START}{_DATA_END}{_STRONG_START}{_STRONG_END}])")
_PLAIN_ADDRESS = re.compile(r"https?://[\w.-]+(?::\d{1,5})?(?:/[A-Za-z0-9._/?#&=%+-]*)?")
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def _printable(text: str) -> str:
    return "".join(
        " " if character.isspace() else character
        for character in text
        if character.isspace()
        or (unicodedata.category(character) not in ("Cc", "Cs", "Co", "Cn") and character not in _BIDI)
    )


def clean(text: str) -> str:
    """`text` on one line without control characters, direction overrides and this module's own marks.

    A name must not end a line, flip the words around it or pass for a part of the template.
    """
    return " ".join(_printable(text).split())


@dataclass(frozen=True, slots=True)
class Words:
    """Text of a person (an account, a quotation, a note) on its way into a draft: data, never markup."""

    text: str

    def __str__(self) -> str:
        return self.__html__()

    def __html__(self) -> Markup:
        return data(self)


@dataclass(frozen=True, slots=True)
class Name(Words):
    """A slot's name with what grammar needs of it; the templates' only view of a player."""

    number: int = field(default=0, compare=False)
    """Place in the roster, from 1."""
    gender: Gender | None = field(default=None, compare=False)
    """None: guessed from the name."""


@dataclass(frozen=True, slots=True)
class Url(Words):
    """An address of the game's own board. A plain one is put out as it is: broken, it would lead nowhere."""


def data(text: object) -> Markup:
    """`text` marked as data for `parse`; what is marked already stays as it is."""
    if isinstance(text, Markup):
        return text
    if isinstance(text, Url) and _PLAIN_ADDRESS.fullmatch(text.text):
        return Markup(text.text)  # noqa: S704 - no board takes any of its characters for markup
    # A template's own constants keep the spaces at their ends; the words of people do not.
    shown = clean(text.text) if isinstance(text, Words) else _printable(str(text))
    return Markup(f"{_DATA_START}{shown}{_DATA_END}")  # noqa: S704 - the marks are this module's own


def strong(text: object) -> Markup:
    """`text` to stand out: bold where the format can."""
    return Markup(f"{_STRONG_START}{data(text)}{_STRONG_END}")  # noqa: S704


def without_marks(source: str) -> str:
    """A template's source without this module's marks."""
    return _MARKS.sub("", source)


def literal(text: str) -> Markup:
    """Words of the program that count as the template's own: joints of a list, brackets round a role."""
    return Markup(without_marks(text))  # noqa: S704


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a draft."""

    text: str
    is_data: bool = False
    """True for what came from outside the template."""
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """A text ready to be put into a format (`reports.formats.render`)."""

    spans: tuple[Span, ...]

    @property
    def text(self) -> str:
        """The text without any markup, lines joined by newlines."""
        return "".join(span.text for span in self.spans)


def parse(rendered: str) -> Draft:
    """The spans of a rendered template, without blank lines at either end."""
    spans: list[Span] = []
    depth = strength = 0
    for piece in _MARKS.split(rendered):
        if piece == _DATA_START:
            depth += 1
        elif piece == _DATA_END:
            depth = max(0, depth - 1)
        elif piece == _STRONG_START:
            strength += 1
        elif piece == _STRONG_END:
            strength = max(0, strength - 1)
        elif piece:
            span = Span(piece, depth > 0, strength > 0)
            if spans and (spans[-1].is_data, spans[-1].strong) == (span.is_data, span.strong):
                span = Span(spans.pop().text + piece, span.is_data, span.strong)
            spans.append(span)
    return Draft(tuple(_trimmed(_without_trailing_spaces(spans))))


def _without_trailing_spaces(spans: list[Span]) -> list[Span]:
    return [
        span if span.is_data else Span(re.sub(r"[ \t]+(?=\n)", "", span.text), strong=span.strong) for span in spans
    ]


def _trimmed(spans: list[Span]) -> list[Span]:
    while spans and not spans[0].is_data and not spans[0].text.strip():
        spans.pop(0)
    while spans and not spans[-1].is_data and not spans[-1].text.strip():
        spans.pop()
    if spans and not spans[0].is_data:
        spans[0] = Span(spans[0].text.lstrip(), strong=spans[0].strong)
    if spans and not spans[-1].is_data:
        spans[-1] = Span(spans[-1].text.rstrip(), strong=spans[-1].strong)
    return spans
