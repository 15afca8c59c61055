"""The text of a body straight from its source, where its tags do no more than part lines or make words bold.

Most posts of a game are talk; that they hold nothing is seen from their words alone (`parser.gate`), and no tree is
needed for that. Wherever the source could be read in two ways this gives no text, and the body takes the long way
(`parser.html`); where it gives one, it is the same to the letter (a test holds it).
"""

from __future__ import annotations

import html as entities
import re
from dataclasses import replace

from parser.html import parse
from parser.runs import Zone, folded
from parser.styles import BLOCKS, Effect, Styles, words

_TAG = re.compile("(<[^<>]*>)")
_NAMED = re.compile(r"<(/?[a-z][a-z0-9]*)(?:\s[^<>]*)?/?>")
# What the HTML library drops, replaces or takes for the end.
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_BARE_AMPERSAND = re.compile("&(?!(?:amp|lt|gt|quot|nbsp|laquo|raquo|mdash|ndash|hellip|#0?39);)")
# Elements that an HTML parser neither moves nor closes before their time in a way that shows in the text.
_INNOCENT = words("a b blockquote br cite div em i img p s small span strike strong sub sup u")
_EMPTY = frozenset(("br", "img"))
# Attributes without which an element is just its name.
_TELLING = re.compile(r"style|class|color|data|role|hidden|\bid\b|alt", re.IGNORECASE)
# What stands for a tag in the text: an odd one, the edge of a block; the line's end for a break.
_ODD, _BLOCK, _BREAK = "\x00", "\x01", "\n"
_REMEMBERED = 4096


class Talk:
    """Texts of bodies under one palette; remembers what each tag does."""

    def __init__(self, styles: Styles) -> None:
        self._marks = _Marks(styles)

    def text(self, body: str) -> str | None:
        """The visible text of a body (`parser.runs.Document.text`) that has neither paint nor anything odd in it; None
        when the tree must tell.
        """
        if "\n" in body:
            body = body.replace("\n", " ")
        if not body.isprintable():
            body = folded(body)
            if _CONTROL.search(body):
                return None
        if len(self._marks) > _REMEMBERED:
            self._marks.clear()
        pieces = _TAG.split(body)
        tags = pieces[1::2]
        pieces[1::2] = map(self._marks.__getitem__, tags)
        pieces.append(_BLOCK)
        text = "".join(pieces)
        if _ODD in text or "<" in text or ">" in text or not _is_nested(tags, self._marks.names):
            return None
        while "  " in text:
            text = text.replace("  ", " ")
        # A space at the beginning of a line is none, and where blocks meet there is one line's end.
        text = text.replace("\x01 ", _BLOCK).replace("\n ", _BREAK).lstrip(" ").lstrip(_BLOCK)
        while "\x01\x01" in text:
            text = text.replace("\x01\x01", _BLOCK)
        text = text.replace("\n\x01", _BREAK).replace(_BLOCK, _BREAK)
        if "&" in text:
            return None if _BARE_AMPERSAND.search(text) else entities.unescape(text)
        return text


class _Marks(dict[str, str]):
    """What stands for each tag, worked out when it is first met."""

    def __init__(self, styles: Styles) -> None:
        super().__init__()
        self.names: dict[str, str] = {}
        """The tags' names, those of end tags with their slash; empty for elements without content."""
        self._styles = styles

    def __missing__(self, tag: str) -> str:
        named = _NAMED.fullmatch(tag)
        name = named[1] if named else "/"
        mark = self._worked_out(tag, name)
        self.names[tag] = "" if name in _EMPTY else name
        self[tag] = mark
        return mark

    def _worked_out(self, tag: str, name: str) -> str:
        if name.removeprefix("/") not in _INNOCENT:
            return _ODD
        if name[0] == "/":
            return _ODD if name[1:] in _EMPTY else self._of_name(name[1:])
        return self._of_element(tag, name) if name == "img" or _TELLING.search(tag) else self._of_name(name)

    def _of_name(self, name: str) -> str:
        if name == "br":
            return _BREAK
        return _BLOCK if name in BLOCKS or self._styles.plain(name).zone is not None else ""

    def _of_element(self, tag: str, name: str) -> str:
        root = parse(tag)
        found = [] if root is None else list(root.iter(name))
        # The first `div` is the one that `parse` puts around.
        if len(found) != (2 if name == "div" else 1):
            return _ODD
        attributes = [(str(key), str(value)) for key, value in found[-1].items()]
        effect = self._styles.effect(name, attributes)
        if not _is_quiet(effect) or (effect.zone is not None and self._of_name(name) != _BLOCK):
            return _ODD
        if name == "img":
            return _ODD if "emoji" in dict(attributes).get("class", "").casefold() else " "
        return self._of_name(name)


def _is_quiet(effect: Effect) -> bool:
    """Whether an element neither paints nor hides: no more than whose words they are, bold, struck or a link."""
    kept = replace(effect, zone=None, struck=False, bold=False, block=False, mention=False, changes_nothing=False)
    return kept == Effect() and effect.zone is not Zone.ME


def _is_nested(tags: list[str], names: dict[str, str]) -> bool:
    """Whether every element closes where it should: an end tag out of place ends others with it, or nothing."""
    opened: list[str] = []
    for tag in tags:
        name = names[tag]
        if not name:
            continue
        if name[0] == "/":
            if not opened or opened.pop() != name[1:]:
                return False
        else:
            if name in BLOCKS and opened and opened[-1] == "p":
                opened.pop()
            opened.append(name)
    return not opened or opened == ["p"]
