"""Layer one straight from the source, for bodies whose tags stand as they should: no tree is built for those.

Wherever the source could be read in two ways this gives nothing, and the body takes the long way (`parser.html`);
where it gives something, it is the same to the letter (a test holds it).
"""

from __future__ import annotations

import html as entities
import re
from dataclasses import replace
from enum import IntEnum
from itertools import zip_longest
from typing import NamedTuple

from parser.fold import words
from parser.html import CLOSED_ZONES, INLINE_ZONES, look_inside, parse
from parser.runs import PLAIN, Document, Look, Writer, Zone, folded
from parser.styles import BLOCKS, Effect, Styles, leads_to_player

_TAGS = re.compile("(<[^<>]*>(?: *<[^<>]*>)* *)")
_TAG = re.compile("<[^<>]*>| ")
# By now all white space is a space.
_ATTRIBUTE = r""" +[a-z-]+(?:="[^"<>]*"|='[^'<>]*'|=[^\s"'<>=`/]+)?"""
_NAMED = re.compile(f"<(?:(/[a-z][a-z0-9]*)|([a-z][a-z0-9]*)(?:{_ATTRIBUTE})* *(/?))>")
# What the HTML library drops, replaces or takes for the end.
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_BARE_AMPERSAND = re.compile("&(?!(?:amp|lt|gt|quot|nbsp|laquo|raquo|mdash|ndash|hellip|#0?39);)")
# Elements that an HTML parser neither moves nor closes before their time in a way that shows in the text.
_INNOCENT = words("a b blockquote br cite div em font i img p s small span strike strong sub sup u")
_EMPTY = frozenset(("br", "img"))
# Attributes without which an element is just its name.
_TELLING = re.compile(r"style|class|color|data|role|hidden|\bid\b|href", re.IGNORECASE)
# Links differ from post to post, but only in whether they lead to a player.
_BESIDE = '(?:(?:rel|target|title|data-post-id|onclick)="[^"<>]*"| )*'
_LINK = re.compile(f'<a {_BESIDE}href="([^"<>]*)"{_BESIDE}>')
# Boxes whose zone depends on what is inside or around them.
_ENTANGLED = re.compile("smallfont|(?:spoiler|hide|media)-box", re.IGNORECASE)
# What stands for a tag: an odd one, the edge of a block, the line's end for a break; for an inline one nothing.
_ODD, _BLOCK, _BREAK = "\x00", "\x01", "\n"
# Marks the tags that a body begins with.
_START = "^"
_REMEMBERED = 4096


_NO_EFFECT = Effect()


class _Kind(IntEnum):
    SPACE = 0
    BREAK = 1
    OPEN = 2
    CLOSE = 3


class _Step(NamedTuple):
    """What a tag, or a space between tags, does to the text."""

    kind: _Kind
    name: str = ""
    """Of the element that begins or ends."""
    effect: Effect = _NO_EFFECT
    mark: str = ""
    """What stands for it in a text without looks."""


class _Tags(NamedTuple):
    """Tags without words between them."""

    mark: str
    steps: tuple[_Step, ...]
    names: tuple[str, ...]
    """Of the elements that begin and end, the latter with a slash before."""
    is_flat: bool
    """They do no more than end lines."""


class Source:
    """Reads bodies under one palette; remembers what tags do."""

    def __init__(self, styles: Styles) -> None:
        self._known = _Known(styles)
        self._marks = _Marks(self._known)

    def plain_text(self, body: str) -> str | None:
        """The visible text of a body (`parser.runs.Document.text`) with neither paint nor anything odd in it; None when
        `document`, or the tree, must tell.
        """
        if "color" in body:
            return None
        pieces = self._pieces(body)
        if pieces is None:
            return None
        tags = pieces[1::2]
        pieces[1::2] = map(self._marks.__getitem__, tags)
        text = "".join(pieces)
        if _ODD in text or "<" in text or ">" in text or not self._is_nested(tags):
            return None
        while "  " in text:
            text = text.replace("  ", " ")
        if "&" in text:
            if _BARE_AMPERSAND.search(text):
                return None
            text = entities.unescape(text)
        return text if not text or text[-1] == _BREAK else text + _BREAK

    def document(self, body: str) -> Document | None:
        """The runs of a body with nothing odd in it; None when the tree must tell."""
        pieces = self._pieces(folded(body))
        if pieces is None:
            return None
        tags = pieces[1::2]
        known = [self._known[one] for one in tags]
        if None in known or not self._is_nested(tags):
            return None
        scribe = _Scribe()
        for text, between in zip_longest(pieces[::2], known):
            if text:
                if "<" in text or ">" in text:
                    return None
                if "&" in text:
                    if _BARE_AMPERSAND.search(text):
                        return None
                    text = entities.unescape(text)
                scribe.put(text)
            if between is None:
                continue
            if between.is_flat and not scribe.is_in_paragraph:
                scribe.put_exactly(between.mark)
            else:
                scribe.take(between.steps)
        return scribe.finished()

    def _pieces(self, body: str) -> list[str] | None:
        """Texts and tags by turns; None where a character is odd."""
        if "<a " in body:
            body = _LINK.sub(_shortened, body)
        if "\n" in body:
            body = body.replace("\n", " ")
        if not body.isprintable():
            body = folded(body)
            if _CONTROL.search(body):
                return None
        if len(self._known) > _REMEMBERED:
            self._known.clear()
            self._marks.clear()
        pieces = _TAGS.split(body.lstrip(" "))
        if not pieces[0] and len(pieces) > 1:
            pieces[1] = _START + pieces[1]
        return pieces

    def _is_nested(self, tags: list[str]) -> bool:
        """Whether every element closes where it should: an end tag out of place ends others with it, or nothing."""
        opened: list[str] = []
        for one in tags:
            known = self._known[one]
            for name in known.names if known is not None else ():
                if name[0] == "/":
                    if not opened or opened.pop() != name[1:]:
                        return False
                else:
                    if name in BLOCKS and opened and opened[-1] == "p":
                        opened.pop()
                    opened.append(name)
        return not opened or opened == ["p"]


class _Scribe(Writer):
    """Writes what a body's steps say, as the walk through its tree would."""

    __slots__ = ("_opened", "look")

    def __init__(self) -> None:
        super().__init__()
        self.look = PLAIN
        self._opened: list[tuple[str, Look, bool]] = []

    def put(self, text: str) -> None:
        """Add text whose white space is folded."""
        if self._open and text[0] == " ":
            text = text[1:]
        if text:
            self._add(text, self.look)
            self._open = text[-1] == " "

    def put_exactly(self, breaks: str) -> None:
        """Add line ends."""
        if breaks:
            self._add(breaks, self.look)
            self._open = True

    @property
    def is_in_paragraph(self) -> bool:
        """Whether the innermost element is a paragraph with a look of its own."""
        return bool(self._opened) and self._opened[-1][0] == "p"

    def take(self, steps: tuple[_Step, ...]) -> None:
        """Go through tags."""
        for kind, name, effect, _mark in steps:
            if kind is _Kind.BREAK:
                self.line_break(self.look)
            elif kind is _Kind.SPACE:
                self.write(" ", self.look)
            elif kind is _Kind.CLOSE:
                if name != "p" or self.is_in_paragraph:
                    self._close()
                else:
                    self.block(self.look)
            else:
                if name in BLOCKS and self.is_in_paragraph:
                    self._close()
                if name == "p" and effect.changes_nothing:
                    self.block(self.look)
                else:
                    self._open_element(name, effect)

    def finished(self) -> Document:
        """All that was written."""
        while self._opened:
            self._close()
        self.block(PLAIN)
        return self.document()

    def _open_element(self, name: str, effect: Effect) -> None:
        look = self.look
        parted = effect.block or effect.zone is not None
        if not effect.changes_nothing:
            zone = look.zone if effect.zone is None or look.zone in CLOSED_ZONES else effect.zone
            self.look = look_inside(effect, zone, look)
        if effect.block:
            self.block(look)
        elif parted:
            self.part(self.look, whole_line=effect.zone not in INLINE_ZONES)
        self._opened.append((name, look, parted))

    def _close(self) -> None:
        _name, outside, parted = self._opened.pop()
        if parted:
            self.block(self.look)
        self.look = outside


class _Known(dict[str, "_Tags | None"]):
    """What tags without words between them do, worked out when they are first met; None for odd ones."""

    def __init__(self, styles: Styles) -> None:
        super().__init__()
        self._styles = styles

    def __missing__(self, tags: str) -> _Tags | None:
        steps = [self._step(tag) for tag in _TAG.findall(tags.removeprefix(_START))]
        taken = tuple(step for step in steps if step is not None)
        known = None
        if len(taken) == len(steps):
            names = tuple(
                step.name if step.kind is _Kind.OPEN else "/" + step.name
                for step in taken
                if step.kind in (_Kind.OPEN, _Kind.CLOSE)
            )
            mark = _mark_of(taken, at_start=tags.startswith(_START))
            is_flat = not mark.strip(_BREAK) and all(
                step.kind in (_Kind.BREAK, _Kind.SPACE)
                or (step.name == "p" and (step.kind is _Kind.CLOSE or step.effect.changes_nothing))
                for step in taken
            )
            known = _Tags(mark, taken, names, is_flat)
        self[tags] = known
        return known

    def _step(self, tag: str) -> _Step | None:
        if tag == " ":
            return _Step(_Kind.SPACE, mark=" ")
        named = _NAMED.fullmatch(tag)
        if named is None:
            return None
        ending, name, shut = named.groups()
        if ending is not None:
            name = ending[1:]
            if name not in _INNOCENT or name in _EMPTY:
                return None
            return _Step(_Kind.CLOSE, name, mark=self._mark(name, self._styles.plain(name)))
        if name not in _INNOCENT or (shut and name not in _EMPTY):
            return None
        if name == "br":
            return _Step(_Kind.BREAK, mark=_BREAK)
        effect = self._effect(tag, name)
        if effect is None:
            return None
        if name == "img":
            return _Step(_Kind.SPACE, mark=" ")
        return _Step(_Kind.OPEN, name, effect, self._mark(name, effect))

    def _effect(self, tag: str, name: str) -> Effect | None:
        if name != "img" and not _TELLING.search(tag):
            return self._styles.plain(name)
        root = parse(tag)
        found = [] if root is None else list(root.iter(name))
        # The first `div` is the one that `parse` puts around.
        if len(found) != (2 if name == "div" else 1) or _ENTANGLED.search(tag):
            return None
        attributes = [(str(key), str(value)) for key, value in found[-1].items()]
        if name == "img" and "emoji" in dict(attributes).get("class", "").casefold():
            return None
        effect = self._styles.effect(name, attributes)
        # Whether what is hidden can be opened is told by what stands beside it.
        return None if effect.skip or effect.exact or effect.zone is Zone.HIDDEN else effect

    def _mark(self, name: str, effect: Effect) -> str:
        kept = replace(effect, zone=None, struck=False, bold=False, block=False, mention=False, changes_nothing=False)
        if kept != Effect() or effect.zone is Zone.ME:
            return _ODD
        parts = name in BLOCKS or self._styles.plain(name).zone is not None
        if effect.zone is not None and not parts:
            # Its end tag would not show that it parts words.
            return _ODD
        return _BLOCK if parts else ""


class _Marks(dict[str, str]):
    """The marks alone, for `map`."""

    def __init__(self, known: _Known) -> None:
        super().__init__()
        self._known = known

    def __missing__(self, tags: str) -> str:
        known = self._known[tags]
        mark = self[tags] = _ODD if known is None else known.mark
        return mark


def _shortened(link: re.Match[str]) -> str:
    return '<a href="/user-1">' if leads_to_player(entities.unescape(link[1])) else '<a href="/">'


def _mark_of(steps: tuple[_Step, ...], *, at_start: bool) -> str:
    """What stands for tags after a word, or where the body begins: as `Writer` would write them."""
    text = ""
    ended = at_start
    for step in steps:
        if step.mark == _ODD:
            return _ODD
        if step.mark == _BREAK or (step.mark == _BLOCK and not ended):
            text += _BREAK
        elif step.mark == " " and not ended:
            text += " "
        ended = ended or step.mark in (_BREAK, _BLOCK)
    return text
