"""Layer one for BBCode source: what the author typed, before the board made HTML of it."""

from __future__ import annotations

import re
from typing import NamedTuple

from parser.palette import Palette
from parser.runs import PLAIN, Document, Look, Writer, Zone

_TAG = re.compile(
    r"\[(?P<end>/?)(?P<name>[a-z*]{1,12}|цвет)(?:\s*=\s*(?P<value>[^\]\n]{0,300})|\s[^\]\n]{0,300})?\]", re.IGNORECASE
)
_ZONES = {
    "quote": Zone.QUOTE,
    "code": Zone.CODE,
    "php": Zone.CODE,
    "pre": Zone.CODE,
    "tt": Zone.CODE,
    "kbd": Zone.CODE,
    "spoiler": Zone.SPOILER,
    "hide": Zone.SPOILER,
    "cut": Zone.SPOILER,
    "me": Zone.ME,
}
_PASSED = frozenset(
    ("b", "i", "u", "s", "strike", "del", "size", "font", "align", "center", "left", "right", "justify", "url", "sub")
) | frozenset(("sup", "list", "*", "li", "indent", "mark", "highlight", "user", "mention", "email", "color", "colour"))
_BARE = re.compile(r"/me\b", re.IGNORECASE)
_CLOSED = (Zone.QUOTE, Zone.CODE)


class _Open(NamedTuple):
    name: str
    look: Look
    """The look around the tag, which holds again when it closes."""


def document(source: str, palette: Palette) -> Document:
    """The runs of BBCode source. Takes any text; a tag that closes nothing, or paints nothing, is text."""
    writer = Writer()
    opened: list[_Open] = []
    look = PLAIN
    at = 0
    for tag in _TAG.finditer(source):
        name = tag["name"].casefold().replace("colour", "color")
        _write(source[at : tag.start()], look, writer)
        at = tag.end()
        if look.zone is Zone.CODE and not (tag["end"] and opened and opened[-1].name == name):
            _write(tag.group(), look, writer)
        elif tag["end"]:
            place = next((place for place in range(len(opened) - 1, -1, -1) if opened[place].name == name), None)
            if place is None:
                _write(tag.group() if name not in _PASSED and name not in _ZONES else "", look, writer)
                continue
            if name in _ZONES:
                writer.block(look)
            look = opened[place].look
            del opened[place:]
        else:
            inside = _inside(name, (tag["value"] or "").strip().strip("\"'").strip(), look, palette)
            if inside is None:
                _write(tag.group(), look, writer)
                continue
            if name in _ZONES or name in ("*", "li"):
                writer.block(look)
            if name not in ("*", "li"):
                opened.append(_Open(name, look))
                look = inside
    _write(source[at:], look, writer)
    return writer.document()


def _inside(name: str, value: str, look: Look, palette: Palette) -> Look | None:
    """The look inside a tag; None when the board would leave the tag as text."""
    if name in _ZONES:
        return look._replace(zone=_ZONES[name]) if look.zone not in _CLOSED else look
    if name not in _PASSED:
        return None
    if name == "color":
        tone = palette.tone(value)
        return look._replace(tone=tone) if tone is not None else None
    if name in ("s", "strike", "del"):
        return look._replace(struck=True)
    if name in ("b", "user", "mention"):
        return look._replace(bold=look.bold or name == "b", mention=look.mention or name != "b")
    return look


def _write(text: str, look: Look, writer: Writer) -> None:
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n")):
        if number:
            writer.line_break(look)
        # A line that begins with /me is a command to the board.
        action = look.zone is Zone.OWN and _BARE.match(line)
        writer.write(line, look._replace(zone=Zone.ME) if action else look)
