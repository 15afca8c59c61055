"""Spellings: what a reader sees as the same word becomes the same key.

`fold` undoes case, stress marks, invisible characters, ё and letters of one alphabet that stand for their doubles in
the other («Bepa» typed in Latin). It is for comparing only; what is shown is always the text as written.
"""

from __future__ import annotations

import re
import unicodedata

# Characters that are no letters but stand inside words without a trace: soft hyphens, joiners, direction marks,
# variation selectors, combining marks.
_INVISIBLE = "\u00ad\u034f\u061c\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff"
_MARKS = "\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
UNSEEN = _INVISIBLE + _MARKS
"""What may stand inside a word without a trace, for a pattern's brackets."""
WORD = rf"[^\W_](?:[^\W_]|[{UNSEEN}])*"
"""Pattern of one word: letters and digits with what may stand inside them unseen."""

_DROPPED = re.compile(f"[{UNSEEN}]")
# Latin (and other) letters by the Cyrillic letter that looks like them, after lowering; keys are compared only
# with keys, so that a Latin nick suffers the same change on both sides.
_DOUBLES = str.maketrans(
    {
        **dict(zip("aceopxykbhmt", "асеорхуквнмт", strict=True)),
        **dict(zip("іїѕјһԁԛԝґєўѳѵ", "ii" + "sjhdqwгеуфv", strict=True)),
        **dict(zip("αβεικνορτυχη", "авеiкуоргихн", strict=True)),
        "ё": "е",
    }
)
_PLAIN_RUSSIAN = re.compile("[а-дж-я]+")
_LEET = re.compile("[а-я][034]|[034][а-я]")
_DIGITS = str.maketrans("034", "озч")
_RUN = re.compile(r"(.)\1{2,}")


def words(listed: str) -> frozenset[str]:
    """The words of a list parted by blanks."""
    return frozenset(listed.split())


def fold(word: str) -> str:
    """The key of one word (or of a name without its separators)."""
    low = word.lower()
    if _PLAIN_RUSSIAN.fullmatch(low):
        return low
    if not low.isascii():
        # Compose first: й is a letter of its own, ё becomes е, every other mark goes.
        low = unicodedata.normalize("NFKC", low)
        low = _DROPPED.sub("", low).casefold()
        low = "".join(
            letter if letter in "йё" else unicodedata.normalize("NFD", letter)[0] if ord(letter) > 127 else letter
            for letter in low
        )
    return low.translate(_DOUBLES)


def visible(word: str) -> str:
    """The word without case and unseen characters, its letters in their own alphabets."""
    return _DROPPED.sub("", word).lower()


def respelt(key: str) -> tuple[str, ...]:
    """Keys that an oddly typed word can stand for: stretched («гнееев»), with digits for letters («3ависть»)."""
    found: list[str] = []
    if _RUN.search(key):
        found += [_RUN.sub(r"\1", key), _RUN.sub(r"\1\1", key)]
    if _LEET.search(key):
        found.append(key.translate(_DIGITS))
    return tuple(dict.fromkeys(found))


def parts(name: str) -> list[str]:
    """The words of a name as its owner parted them: at signs, at digits, where small meets capital."""
    return [part for word in re.findall(WORD, name) for part in _CAMEL.findall(word)]


_CAMEL = re.compile(r"\d+|[^\W\d_]?[^\W\d_A-ZА-ЯЁ]+|[A-ZА-ЯЁ]+(?![^\W\d_A-ZА-ЯЁ])|[^\W_]")
