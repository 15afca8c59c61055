"""Markup that the board left as visible text: `[color=red]Гнев[/color]`, `&lt;font color=red&gt;`.

A person would still read it as a vote, so it is put before them; the tags themselves are no words.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class RawSpan:
    """A stretch of the text, end exclusive, and what the tags around it would do to it."""

    start: int
    end: int
    tag: bool = False
    """It is a tag itself."""
    tone: Tone | None = None
    struck: bool = False
    quote: bool = False
    code: bool = False


# More tags are no post but an attack, or a page pasted whole.
_MOST_TAGS = 2_000


def raw_spans(text: str, palette: Palette) -> list[RawSpan]:
    """Stretches that tags left in the text are or affect, in order, without overlap. An unclosed tag goes on to the
    line's end.
    """
    if "[" not in text and "<" not in text:
        return []
    spans: list[RawSpan] = []
    opened: list[tuple[str, int, RawSpan]] = []
    last = 0
    tags = list(itertools.islice(TAG.finditer(text), _MOST_TAGS))
    closed_at = {_name(tag): tag.start() for tag in tags if _closes(tag)}
    for tag in tags:
        spans += _affected(last, tag.start(), opened)
        spans.append(RawSpan(tag.start(), tag.end(), tag=True))
        last = tag.end()
        name = _name(tag)
        if _closes(tag):
            place = next((place for place in range(len(opened) - 1, -1, -1) if opened[place][0] == name), None)
            if place is not None:
                del opened[place]
            continue
        effect = _effect(tag, name, palette)
        if effect is not None and len(opened) < 50:
            line_end = text.find("\n", last)
            stop = len(text) if closed_at.get(name, 0) > last or line_end < 0 else line_end
            opened.append((name, stop, effect))
    return spans + _affected(last, len(text), opened)


def _name(tag: re.Match[str]) -> str:
    return (tag["name"] or tag["name2"]).casefold().replace("colour", "color")


def _closes(tag: re.Match[str]) -> bool:
    return bool(tag["end"] or tag["end2"])


def _affected(start: int, end: int, opened: list[tuple[str, int, RawSpan]]) -> list[RawSpan]:
    """The stretch between two tags, parted where an unclosed one ends with its line."""
    spans = []
    while start < end:
        opened[:] = [one for one in opened if one[1] > start]
        if not opened:
            break
        effects = [effect for _, _, effect in opened]
        stop = min(end, *(stop for _, stop, _ in opened))
        spans.append(
            RawSpan(
                start,
                stop,
                tone=next((effect.tone for effect in reversed(effects) if effect.tone is not None), None),
                struck=any(effect.struck for effect in effects),
                quote=any(effect.quote for effect in effects),
                code=any(effect.code for effect in effects),
            )
        )
        start = stop
    return spans


def _effect(tag: re.Match[str], name: str, palette: Palette) -> RawSpan | None:
    """What a tag does to the text after it; None for nothing that matters."""
    if name in ("color", "font", "span"):
        value = tag["value"] or ""
        if tag["value2"] is not None:
            styled = _STYLED.search(tag["value2"])
            value = styled[1] if styled else ""
        tone = tone_of(value, palette) if value else None
        return RawSpan(0, 0, tone=tone) if tone is not None else None
    if name in ("s", "strike", "del"):
        return RawSpan(0, 0, struck=True)
    return RawSpan(0, 0, quote=name == "quote", code=name == "code") if name in ("quote", "code") else None


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
