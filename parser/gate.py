"""What a text could hold at all, from its words alone, so that plain talk is not taken apart word by word.

Each word has bits: it can be part of a vote, it can be a name, it belongs to a group of words that a signal needs.
A text whose bits allow nothing is done with; the promise (a test holds it) is that nothing is missed so.
"""

from __future__ import annotations

import html
import re
from codecs import charmap_encode
from collections.abc import Callable
from encodings.cp1251 import encoding_table
from functools import reduce
from operator import or_

from parser.fold import respelt
from parser.groups import ALTERNATIVES, GROUPS
from parser.insults import MASKING, is_insulting, is_obscene
from parser.lexicon import Cue, Word
from parser.records import SignalKind
from parser.strangers import is_foreign

VOTE = 1
"""Part of a vote, of a question about one, or of its marks."""
NAME = 2
"""A player's name, or the beginning of one."""
_FIRST_GROUP = 4
_BESIDE_A_BARE_NAME = Cue.FILLER | Cue.EARLY | Cue.FINAL
_VOTING = (
    Cue.EARLY | Cue.FINAL | Cue.WITHDRAW | Cue.WITHDRAW_STRONG | Cue.VOTE | Cue.ATTACK | Cue.VOTE_OTHERS | Cue.REPAINT
)
SPACED = frozenset(("н", "ы"))
"""Letters by which a word of voting is known whose letters stand apart («к р а с н ы м»); they are no words."""
# Tags that a board may leave as text.
_TAGS = frozenset(("соlоr", "соlоur", "fоnт", "sраn", "цвет"))

_BITS = {name: _FIRST_GROUP << at for at, name in enumerate(GROUPS)}
OBSCENE = _FIRST_GROUP << len(GROUPS)
INSULTING = OBSCENE << 1
ASKING = INSULTING << 1
"""The text holds a question mark."""
BEGINS = ASKING << 1
"""A name of several words may begin with it."""
STRANGER = BEGINS << 1
"""Perhaps the name of somebody who is no player here."""
BESIDE = STRANGER << 1
"""A word that may stand beside a name that is all a line says."""
BARE = NAME | BESIDE | VOTE
"""Words of a line that may be a name and no more."""
_PATTERNS = tuple((_BITS[name], re.compile("|".join(listed.split()))) for name, listed in GROUPS.items())
_ANY = re.compile("|".join(pattern.pattern for _, pattern in _PATTERNS))
"""Most words are in no group."""


_BITS.update({"obscene": OBSCENE, "insulting": INSULTING, "asking": ASKING, "name": NAME, "stranger": STRANGER})
_NEEDED = tuple((kind, sum(_BITS[name] for name in needed.split())) for kind, needed in ALTERNATIVES)
ALONE = reduce(or_, (_BITS[needed] for _, needed in ALTERNATIVES if " " not in needed), VOTE)
"""One word of these is enough for a line to be read."""
MEETINGS = tuple(tuple(_BITS[name] for name in needed.split()) for _, needed in ALTERNATIVES if " " in needed)
"""Words of these must meet in a line."""
# Without a word of these (the bits) a line says nothing, unless it is nothing but a name.
WORTH = reduce(or_, (_BITS[needed.split()[0]] for _, needed in ALTERNATIVES), VOTE)


def word_bits(key: str, word: Word, *, names: bool, begins: bool, capital: bool) -> int:
    """The bits of one word, 0 for most. `names`: it may be a player's name; `begins`: it may begin one of several
    words; `capital`: it is written large.
    """
    bits = NAME | BEGINS if begins else NAME if names else 0
    if word.cues & _BESIDE_A_BARE_NAME or key.isdigit():
        bits |= BESIDE
    if word.tone is not None or word.cues & _VOTING or key in _TAGS or key in SPACED:
        bits |= VOTE
    for spelling in (key, *respelt(key)):
        if _ANY.match(spelling):
            for bit, pattern in _PATTERNS:
                if pattern.match(spelling):
                    bits |= bit
    if not names and is_foreign(key, capital=capital):
        bits |= STRANGER
    return bits | (OBSCENE if is_obscene(key) else 0) | (INSULTING if is_insulting(key) else 0)


def kinds(bits: int) -> frozenset[SignalKind]:
    """The signals that words with these bits could make."""
    found = _kinds.get(bits)
    if found is None:
        if len(_kinds) > 50_000:
            _kinds.clear()
        found = _kinds[bits] = frozenset(kind for kind, needed in _NEEDED if bits & needed == needed)
    return found


_kinds: dict[int, frozenset[SignalKind]] = {}
# Bytes of windows-1251 that are part of words; what that code page lacks is written as &#...; and stays in them.
_KEPT = set("&#;\xad") | MASKING
_TABLE = bytes(
    byte if byte == 10 or (letter := bytes([byte]).decode("cp1251", "replace")).isalnum() or letter in _KEPT else 32
    for byte in range(256)
)
SHORT_LINE = 60
"""Characters of a line that may be nothing but a name."""
_REMEMBERED = 200_000


class Gate:
    """What the words of texts could be part of. `look_up` gives the bits of one written word."""

    def __init__(self, look_up: Callable[[str], int], piece: re.Pattern[str]) -> None:
        self._known = _WordBits(look_up, piece)

    def words_in(self, text: str) -> list[int]:
        """The bits of each word, in order."""
        known = self._known
        return [known[word] for word in _words(text).split()]

    def worth(self, text: str) -> bool:
        """Whether a text without paint can hold a vote, a question about one or a signal."""
        known, cold = self._known, self._known.cold
        for line, blank in zip(text.split("\n"), _words(text).split(b"\n"), strict=True):
            words = blank.split()
            if not cold.issuperset(words):
                bits = reduce(or_, map(known.__getitem__, words))
                # A signal is within one line.
                if bits & VOTE or kinds(bits | ASKING if "?" in line else bits):
                    return True
            if len(line) < SHORT_LINE and words and _may_be_bare([known[word] for word in words]):
                return True
        return False

    def hot_lines(self, text: str) -> list[int]:
        """The bits of each line; 0 for one that can at most be a bare name."""
        known, cold = self._known, self._known.cold
        lines = []
        for line in _words(text).split(b"\n"):
            words = line.split()
            lines.append(0 if cold.issuperset(words) else reduce(or_, map(known.__getitem__, words)))
        if "?" in text:
            lines = [bits | ASKING if "?" in line else bits for bits, line in zip(lines, text.split("\n"), strict=True)]
        return lines

    def named_lines(self, text: str) -> list[int]:
        """The numbers of the lines that may name somebody."""
        lines = _words(text).split(b"\n")
        return [at for at, line in enumerate(lines) if any(self._known[word] & NAME for word in line.split())]

    def bare_lines(self, lines: list[str]) -> list[int]:
        """The numbers of those lines that may be nothing but a name."""
        return [
            number
            for number, line in enumerate(lines)
            if 0 < len(line) < SHORT_LINE and _may_be_bare(self.words_in(line))
        ]


class _WordBits(dict[bytes, int]):
    """Bits of written words, each worked out when it is first met."""

    def __init__(self, look_up: Callable[[str], int], piece: re.Pattern[str]) -> None:
        super().__init__()
        self._look_up = look_up
        self._piece = piece
        self.cold: set[bytes] = set()
        """Words without which anything that can be said can still be said: a line of such words alone is talk."""

    def __missing__(self, word: bytes) -> int:
        if len(self) > _REMEMBERED:
            self.clear()
            self.cold.clear()
        bits = 0
        written = html.unescape(word.decode("cp1251"))
        for piece in self._piece.finditer(written):
            bits |= self._look_up(piece.group())
        if any(sign in written for sign in MASKING):
            bits |= OBSCENE
        if not any(map(str.isalnum, written)):
            bits |= BESIDE
        self[word] = bits
        if not bits & WORTH:
            self.cold.add(word)
        return bits


def _words(text: str) -> bytes:
    """The text with all but words and line ends made blank; by C functions, faster than any pattern."""
    return charmap_encode(text, "xmlcharrefreplace", encoding_table)[0].translate(_TABLE)


def _may_be_bare(words: list[int]) -> bool:
    """Whether words with these bits may be a name and no more."""
    bits = reduce(or_, words, 0)
    return bool(bits & NAME and (bits & BEGINS or all(word & BARE for word in words)))
