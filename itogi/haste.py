"""Words that were typed in haste: on the other keyboard layout, with a wrong letter, in the other alphabet. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher

_KEYS = ("`qwertyuiop[]asdfghjkl;'zxcvbnm,.", "ёйцукенгшщзхъфывапролджэячсмитьбю")
_TO_RUSSIAN, _TO_LATIN = str.maketrans(*_KEYS), str.maketrans(_KEYS[1], _KEYS[0])
_SOUNDS = dict(
    zip(
        "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
        (
            *("a", "b", "v", "g", "d", "e", "e", "zh", "z", "i", "i", "k", "l", "m", "n", "o", "p", "r", "s", "t"),
            *("u", "f", "h", "c", "ch", "sh", "sch", "", "y", "", "e", "yu", "ya"),
        ),
        strict=True,
    )
)
_ALIKE = 0.74
"""How much of two words must be the same for one to be offered in place of the other."""


def folded(text: str) -> str:
    """One spelling for all letter cases, «ё» and spaces."""
    return " ".join(text.casefold().replace("ё", "е").split())


def retyped(text: str) -> str:
    """What the same keys write on the other layout: `Dthf` is «вера», «ыефегы» is `status`; lower case."""
    lower = text.casefold()
    return lower.translate(_TO_LATIN if any("а" <= letter <= "я" for letter in lower) else _TO_RUSSIAN)


def nearest(word: str, known: Iterable[str], *, count: int = 1) -> list[str]:
    """Those of `known` that `word` may have been meant for, the likeliest first; at most `count`.

    A wrong letter, another layout, and a name written in the other alphabet («Снегирь» for Snegir) are overlooked.
    """
    typed = {_sound(word), _sound(retyped(word))} - {""}
    found = [
        (max((SequenceMatcher(None, one, _sound(name)).ratio() for one in typed), default=0.0), name) for name in known
    ]
    likely = sorted((pair for pair in found if pair[0] >= _ALIKE), key=lambda pair: -pair[0])
    return [name for _ratio, name in likely[:count]]


def meant(words: Mapping[str, tuple[str, ...]], text: str) -> str | None:
    """The word of the program that `text` means: itself, a word for it, or either on the other layout."""
    for typed in (folded(text), folded(retyped(text))):
        for word, others in words.items():
            if typed == word or typed in map(folded, others):
                return word
    return None


def _sound(text: str) -> str:
    return "".join(_SOUNDS.get(letter, letter) for letter in text.casefold() if letter.isalnum())
