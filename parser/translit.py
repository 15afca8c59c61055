"""A nick of one alphabet as people spell it in the other: «Дарклорд» for DarkLord, «Vera» for Вера.

A few likely spellings, never all: a spelling that is not here is at worst a question.
"""

from __future__ import annotations

import re

_LIMIT = 16

# Longest first; alternatives by likelihood.
_TO_RUSSIAN: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("shch", ("щ",)),
    ("sch", ("щ", "ш")),
    ("ight", ("айт",)),
    ("igh", ("ай",)),
    ("tion", ("шн",)),
    ("all$", ("олл", "алл", "ол")),
    ("ace", ("эйс", "ейс", "ас")),
    ("ase$", ("ейс", "эйс")),
    ("ake$", ("ейк",)),
    ("ame$", ("ейм",)),
    ("ine$", ("айн", "ин")),
    ("ike$", ("айк",)),
    ("ire$", ("айр",)),
    ("aya", ("ая",)),
    ("eya", ("ея",)),
    ("iya", ("ия",)),
    ("oya", ("оя",)),
    ("ayne$", ("ейн", "эйн")),
    ("ouse$", ("аус",)),
    ("ady$", ("еди", "эди")),
    ("at$", ("ат", "эт")),
    ("ack$", ("эк", "ак")),
    ("ou", ("ау", "оу", "у")),
    ("oo", ("у",)),
    ("ee", ("и",)),
    ("ea", ("и", "еа")),
    ("ck", ("к",)),
    ("ch", ("ч", "х")),
    ("sh", ("ш",)),
    ("zh", ("ж",)),
    ("kh", ("х",)),
    ("th", ("т", "з")),
    ("ph", ("ф",)),
    ("ts", ("ц", "тс")),
    ("qu", ("кв",)),
    ("ya", ("я",)),
    ("yu", ("ю",)),
    ("yo", ("е", "йо")),
    ("ye", ("е",)),
    ("ja", ("я", "джа")),
    ("ju", ("ю", "джу")),
    ("ia", ("иа", "ия", "я")),
    ("iy", ("ий",)),
    ("ay", ("эй", "ай")),
    ("ey", ("ей", "и")),
    ("ow", ("оу", "ов")),
    ("ll", ("лл", "л")),
    ("ss", ("сс", "с")),
    ("nn", ("нн", "н")),
    ("tt", ("тт", "т")),
    ("ce", ("це", "се")),
    ("ci", ("ци", "си")),
    ("e$", ("е", "")),
    ("y$", ("и", "ы", "й")),
    ("y", ("и", "ы", "й")),
    ("w", ("в", "у")),
    ("j", ("дж", "й", "ж")),
    ("h", ("х", "г")),
    ("c", ("к", "ц")),
    ("e", ("е", "э")),
    ("x", ("кс",)),
    ("q", ("к",)),
    *((latin, (russian,)) for latin, russian in zip("abdfgiklmnoprstuvz", "абдфгиклмнопрстувз", strict=True)),
)
_TO_LATIN: dict[str, tuple[str, ...]] = {
    **{russian: (latin,) for russian, latin in zip("абвгдезиклмнопрстуфэы", "abvgdeziklmnoprstufey", strict=True)},
    "ж": ("zh", "j"),
    "й": ("y", "j", "i"),
    "х": ("h", "kh"),
    "ц": ("c", "ts"),
    "ч": ("ch",),
    "ш": ("sh",),
    "щ": ("sch", "shch"),
    "ъ": ("",),
    "ь": ("",),
    "ю": ("yu", "u"),
    "я": ("ya", "ia"),
    "ё": ("e", "yo"),
}
# Abbreviations that are said in full.
_TITLES = {"mr": ("мистер", "мр"), "mrs": ("миссис",), "ms": ("мисс",), "dr": ("доктор", "др"), "dj": ("диджей", "дж")}
_LATIN = re.compile("[a-z]+")
_MIXED = re.compile("[a-zа-яё]+")
_RUSSIAN_LETTER = re.compile("[а-яё]")
_ONE_BY_ONE = str.maketrans("abcdefghijklmnopqrstuvwxyz", "абсдефгхийклмнопкрстуввхуз")
_RUSSIAN = re.compile("[а-яё]+")


def in_russian(word: str) -> tuple[str, ...]:
    """Likely Russian spellings of a Latin word, the likeliest first; none when it is not Latin throughout."""
    low = word.lower()
    if not _LATIN.fullmatch(low):
        return _unmixed(low)
    if low in _TITLES:
        return _TITLES[low]
    spellings = [""]
    at = 0
    while at < len(low):
        size = 1
        chosen: tuple[str, ...] = ("",)
        for pattern, russian in _TO_RUSSIAN:
            wanted = pattern.rstrip("$")
            ends = pattern.endswith("$") and at + len(wanted) != len(low)
            if not ends and low.startswith(wanted, at):
                size, chosen = len(wanted), russian
                break
        spellings = _spelt(spellings, chosen)
        at += size
    return tuple(dict.fromkeys(spellings))


def _unmixed(low: str) -> tuple[str, ...]:
    """A word of both alphabets («Zебра») with its Latin letters as they sound or look in Russian."""
    if not (_MIXED.fullmatch(low) and _RUSSIAN_LETTER.search(low) and _LATIN.search(low)):
        return ()
    return (low.translate(_ONE_BY_ONE),)


def in_latin(word: str) -> tuple[str, ...]:
    """Likely Latin spellings of a Russian word; none when it is not Russian throughout."""
    low = word.lower()
    if not _RUSSIAN.fullmatch(low):
        return ()
    spellings = [""]
    for letter in low:
        spellings = _spelt(spellings, _TO_LATIN[letter])
    return tuple(dict.fromkeys(spellings))


def _spelt(spellings: list[str], chosen: tuple[str, ...]) -> list[str]:
    # The likeliest continuation of every spelling first, so that the cut falls on the unlikely ones.
    return [spelling + letters for letters in chosen for spelling in spellings][:_LIMIT]
