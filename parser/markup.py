"""Markup that the board left as visible text: `[color=red]Гнев[/color]`, `&lt;font color=red&gt;`.

A person would still read it as a vote, so it is put before them; the tags themselves are no words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto

from parser.palette import Palette, Tone

_NAMES = (
    "b|i|u|s|strike|del|size|font|colou?r|center|left|right|align|url|img|quote|code|spoiler|hide|sub|sup|list|email"
    "|user|mention|strong|em|span|div|p|br"
)
TAG = re.compile(
    rf"\[(?P<end>/?)(?P<name>{_NAMES})(?:\s*=\s*(?P<value>[^\]\n]{{0,200}}))?\]"
    rf"|<(?P<end2>/?)(?P<name2>{_NAMES})\b(?P<value2>[^<>\n]{{0,200}})>",
    re.IGNORECASE,
)
_STYLED = re.compile(r"colou?r\s*[=:]\s*[\"']?([^\"';>\s]+)", re.IGNORECASE)


class Raw(Enum):
    """What a stretch of unrendered markup is."""

    TAG = auto()
    PAINT = auto()
    STRUCK = auto()
    QUOTE = auto()
    CODE = auto()


@dataclass(frozen=True, slots=True)
class RawSpan:
    """A stretch of the text, end exclusive."""

    start: int
    end: int
    kind: Raw
    tone: Tone | None = None


_KINDS = {"s": Raw.STRUCK, "strike": Raw.STRUCK, "del": Raw.STRUCK, "quote": Raw.QUOTE, "code": Raw.CODE}


def raw_spans(text: str, palette: Palette) -> list[RawSpan]:
    """Tags left in the text and what they were to paint, strike or quote; an unclosed one goes on to the line's end."""
    if "[" not in text and "<" not in text:
        return []
    spans: list[RawSpan] = []
    opened: list[tuple[str, int, Raw, Tone | None]] = []
    for tag in TAG.finditer(text):
        spans.append(RawSpan(tag.start(), tag.end(), Raw.TAG))
        name = (tag["name"] or tag["name2"]).casefold().replace("colour", "color")
        if tag["end"] or tag["end2"]:
            for at in range(len(opened) - 1, -1, -1):
                if opened[at][0] == name:
                    _name, start, kind, tone = opened.pop(at)
                    spans.append(RawSpan(start, tag.start(), kind, tone))
                    break
            continue
        value = tag["value"] or ""
        if tag["value2"] is not None:
            styled = _STYLED.search(tag["value2"])
            value = styled[1] if styled else ""
        tone = tone_of(value, palette) if name in ("color", "font", "span") and value else None
        kind = Raw.PAINT if tone is not None else _KINDS.get(name, Raw.TAG)
        if kind is not Raw.TAG:
            opened.append((name, tag.end(), kind, tone))
    for _name, start, kind, tone in opened:
        stop = text.find("\n", start)
        spans.append(RawSpan(start, stop if stop >= 0 else len(text), kind, tone))
    return spans


def tone_of(value: str, palette: Palette) -> Tone | None:
    """The tone of a colour as typed in a tag: any CSS value, a hex number without its sign, a Russian word."""
    bare = value.strip().strip("\"'").strip()
    tone = palette.tone(bare)
    if tone is None and re.fullmatch("[0-9a-fA-F]{6}|[0-9a-fA-F]{3}", bare):
        tone = palette.tone("#" + bare)
    if tone is None:
        for words, meant in ((palette.red_words, Tone.RED), (palette.blue_words, Tone.BLUE)):
            if any(bare.casefold().startswith(word) for word in words):
                return meant
    return tone
