"""Layer zero: most posts of a game are plain talk, and their source shows it before anything is taken apart.

A body is cut at its blanks. Each piece, tags and all, has a shape: a few letters that tell what it could be part of,
worked out when it is first met. The body's shape is theirs joined; one pattern finds whether it must be read. Any
doubt, paint and odd tags among them, is left to the layers that read. A test holds that nothing is missed so.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from functools import lru_cache
from string import ascii_uppercase, digits

from parser.fold import UNSEEN, words
from parser.gate import ALONE, ASKING, BARE, BEGINS, MEETINGS, NAME, WORTH, Gate
from parser.styles import BLOCKS, ME_CLASSES, TELLING_CLASSES

# Letters of shapes. The body must be read; a word could be part of a vote; it could be part of a signal.
_ODD, _READ, _SIGNAL = "?", "!", "&"
# A word that stands in no line which is nothing but a name; one that may stand there; a name; its first word.
_WORD, _BESIDE, _NAME, _BEGINS = "w", "f", "n", "b"
# A line may end and another begin, and surely does; a tag begins, ends; it is an inline element's; it sets a zone.
_PERHAPS, _SURELY, _OPENED, _SHUT, _INSIDE, _ZONED = "/", "|", "<", ">", "i", "z"
_EDGE = _PERHAPS + _SURELY
# Inside an element whose tag begins: a block's, an inline one's; the latter ends.
_BLOCK, _BEGUN, _ENDED = "[", "(", ")"
# Words of groups that must meet in a line, a letter each; whether something is asked is not looked at.
_LETTERS = ascii_uppercase + digits
_GROUPS = dict(zip(sorted({bit for met in MEETINGS for bit in met} - {ASKING}), _LETTERS, strict=False))
_MEETINGS = tuple(tuple(_GROUPS[bit] for bit in met if bit != ASKING) for met in MEETINGS)


def _line_of(letters: str) -> str:
    """A pattern of as many of these letters and of tags as there are."""
    neutral = f"{_SURELY}{_BLOCK}{_BEGUN}{_ENDED}{_SIGNAL}{_SHUT}{_ZONED}{_LETTERS}"
    return rf"(?:[{re.escape(neutral + letters)}]|{_OPENED}[^{_SHUT}]*{_SHUT})*+"


_BARE = re.compile(rf"{_PERHAPS}{_line_of(_BESIDE)}(?:{_BEGINS}|{_NAME}{_line_of(_BESIDE + _NAME)}{_PERHAPS})")
_BROKEN = re.compile(f"{_OPENED}[^{_OPENED}{_SHUT}]*(?:{_OPENED}|$)")
_DRESSED = re.compile(f"{_INSIDE}[^{_SHUT}]*{_ZONED}")
# A block within an inline element: the latter's end is a line's.
_INSIDE_OUT = re.compile(r"\((?:[^()\[]|\([^()\[]*\))*+\[")
_ONLY_GROUPS = {letter: None for letter in range(128) if chr(letter) not in _SURELY + _LETTERS}

# Tags that begin a line wherever they stand; elements that may part lines; those inside a line that say nothing. What
# strikes words out is not among them.
_LINES = words("br br/ hr hr/")
_BLOCKS = words("p div blockquote")
_PARTING = BLOCKS | words("br cite q")
_INLINE = words("a b strong i em u ins span font small big sub sup abbr tt")
_ELEMENT = re.compile(r"/?([a-z][a-z0-9]*)/?")
_TAG = re.compile("<([^<>]*)>")
# What can give letters a colour, or make a `/me` line of them.
_PAINT = re.compile("|".join(("style", "color", *map(re.escape, sorted(ME_CLASSES)))), re.IGNORECASE)
_ZONES = re.compile(
    "|".join((r"data-(?:excludequote|role)|(?<![\w-])id=|hidden", *map(re.escape, sorted(TELLING_CLASSES)))),
    re.IGNORECASE,
)
# They differ from post to post, and say nothing.
_ADDRESS = re.compile(r'(?:href|src|data-post-id)="[!-~]+?"')
# Tags that do not end here, or that the board left as text.
_LEFT = re.compile(r"[<>\[]")
_BAD_NUMBER = re.compile(r"&#(?!x[0-9a-fA-F]{2,6};|[0-9]{2,7};)")
# In the place of whole tags, by their letters in a shape. No text has them: they cannot be printed.
_MARKS = {"\1": _EDGE, "\2": _EDGE + _BLOCK, "\3": _PERHAPS, "\4": _BEGUN, "\5": _ENDED, "\6": _ODD}
_LINE_MARK, _BLOCK_MARK, _PERHAPS_MARK, _BEGUN_MARK, _ENDED_MARK, _ODD_MARK = _MARKS
_PARTS = re.compile("([\1-\6])")
# Around tags that may part nothing: one word.
_ONE_WORD = re.compile(rf"[\w{UNSEEN}*@#$%&;][\3-\5]+[\w{UNSEEN}*@#$%&;]")
_BLANK = str.maketrans("\t\r\f\xa0", "    ")
_REMEMBERED = 200_000


class Talk:
    """Knows plain talk when it sees its source. `gate` knows the words."""

    def __init__(self, gate: Gate) -> None:
        self._shapes = _Shapes(gate.words_in)

    def is_plain(self, body: str) -> bool:
        """Whether a body (inner HTML) can hold no vote, no question about one and no signal; when False, it may."""
        pieces = f"<br>{body}<br>".replace("\n", " ").split(" ")
        shape = "".join(map(self._shapes.__getitem__, pieces))
        return not (
            _ODD in shape
            or _READ in shape
            or _BARE.search(shape)
            or shape.count(_OPENED) != shape.count(_SHUT)
            or (_OPENED in shape and _BROKEN.search(shape))
            or (_INSIDE in shape and _DRESSED.search(shape))
            or (_BEGUN in shape and _INSIDE_OUT.search(shape))
            or (_SIGNAL in shape and any(map(_signalling.__getitem__, shape.translate(_ONLY_GROUPS).split(_SURELY))))
        )


class _Signalling(dict[str, bool]):
    """Whether words of these groups make a signal, when they meet in a line."""

    def __missing__(self, letters: str) -> bool:
        if len(self) > _REMEMBERED:
            self.clear()
        self[letters] = found = any(all(letter in letters for letter in met) for met in _MEETINGS)
        return found


_signalling = _Signalling()


class _Shapes(dict[str, str]):
    """Shapes of pieces of source, each worked out when it is first met."""

    def __init__(self, words_in: Callable[[str], list[int]]) -> None:
        super().__init__()
        self._words_in = words_in

    def __missing__(self, piece: str) -> str:
        address = _ADDRESS.match(piece)
        if address:
            # They differ from post to post, and say nothing.
            return self['href=""' + piece[address.end() :]]
        if len(self) > _REMEMBERED:
            self.clear()
        shape = self[piece] = self._worked_out(piece.translate(_BLANK))
        return shape

    def _worked_out(self, piece: str) -> str:
        if not piece.isprintable() or _PAINT.search(piece):
            return _ODD
        shape = _ZONED if _ZONES.search(piece) else ""
        begun = piece.find(">") + 1
        if begun and "<" not in piece[:begun]:
            # The tag began in an earlier piece, or the sign is a text's.
            shape += self._of_text(piece[: begun - 1]) + _SHUT
            piece = piece[begun:]
        unended = piece.rfind("<")
        if unended <= piece.rfind(">"):
            return shape + self._of_text(_TAG.sub(_mark, piece))
        text = _TAG.sub(_mark, piece[:unended])
        tag = piece[unended + 1 :].lower()
        if tag == "img":
            return shape + self._of_text(text) + _OPENED
        mark = _mark_of(tag)
        if _ONE_WORD.search(f"{text}{mark}x"):
            return _ODD
        return shape + self._of_text(text + mark) + _OPENED + (_INSIDE if mark == _BEGUN_MARK else "")

    def _of_text(self, text: str) -> str:
        """The shape of a text with marks in the place of tags."""
        shown = html.unescape(text)
        if (
            _ONE_WORD.search(text)
            or _BAD_NUMBER.search(text)
            or _LEFT.search(shown)
            or shown.count("?") > text.count("?")
        ):
            return _ODD
        return "".join(_MARKS.get(part) or self._of_words(part) for part in _PARTS.split(shown))

    def _of_words(self, text: str) -> str:
        return "".join(dict.fromkeys(map(_letters, self._words_in(text))))


@lru_cache(maxsize=4096)
def _letters(bits: int) -> str:
    """A word's part of the shape."""
    if bits & ALONE:
        return _READ
    met = "".join(letter for bit, letter in _GROUPS.items() if bits & bit)
    word = _BEGINS if bits & BEGINS else _NAME if bits & NAME else _BESIDE if bits & BARE else _WORD
    return (_SIGNAL if bits & WORTH else "") + met + word


def _mark(tag: re.Match[str]) -> str:
    return _mark_of(tag[1].lower())


def _mark_of(tag: str) -> str:
    """What stands for a tag without attributes."""
    element = _ELEMENT.fullmatch(tag)
    if element is None:
        return _ODD_MARK
    if tag in _LINES:
        return _LINE_MARK
    if tag in _BLOCKS:
        return _BLOCK_MARK
    if element[1] in _PARTING:
        return _PERHAPS_MARK
    if element[1] in _INLINE:
        return _ENDED_MARK if tag[0] == "/" else _BEGUN_MARK
    return _ODD_MARK
