"""Names of people who are no players of this game, by their look."""

from __future__ import annotations

import re
from functools import lru_cache

from parser.declension import known_parses
from parser.fold import words
from parser.forms import tags

_ROLES = re.compile(
    "(?:мафи|маф$|маньяк|ман$|босс|ком$|комис|доктор|док$|девочк|громил|адвокат|журналист|прокурор|город|мирн|мж"
    "|ведущ|гм|бог|господ|дьявол|сатан"
    "|ад$|рай$|грех|мафа|красн|син|зло|добро|ник$|вы$|ты$|тебе|вам|ваш)"
)
_TALK = words(
    """
    оff оfftор lоl rоfl омg imно виmр оkеy htтрs htтр www сом gif jрg рng рrf цsеr рm icq skyре
    """
)


@lru_cache(maxsize=50_000)
def is_foreign(key: str, *, capital: bool) -> bool:
    """Whether a word (a key) may be such a name wherever it stands: Latin, a first name, no word at all."""
    if not capital or len(key) < 3 or key[0].isdigit() or _ROLES.match(key):
        return False
    if re.search("[a-z]", key):
        return key not in _TALK
    if not key.isalpha():
        return key.isalnum()
    parses = known_parses(key)
    return not parses or any(mark in parses[0].tag for mark in ("Name", "Surn", "Patr"))


def is_name_inside(text: str, key: str, *, inside: bool) -> bool:
    """Whether a word may be such a name; `inside` a sentence only names are written large."""
    capital = text[:1].isupper()
    if is_foreign(key, capital=capital):
        return True
    if not capital or text.isupper() or not inside or _ROLES.match(key):
        return False
    return any(tag.POS == "NOUN" and tag.number == "sing" for tag in tags(key)[:1])
