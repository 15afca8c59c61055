"""Forms of the words that phrases are made of, by the dictionary."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from parser.declension import known_parses, morphology
from parser.fold import fold, respelt

_VERBAL = frozenset(("PRTF", "PRTS", "GRND"))


@lru_cache(maxsize=20_000)
def lemmas(key: str) -> frozenset[str]:
    """Keys of the words that a word (a key) may be a form of; guessed where no dictionary knows it."""
    found: set[str] = set()
    for spelling in (key, *respelt(key)):
        parses = known_parses(spelling)
        found.update(fold(parse.normal_form) for parse in parses)
        if not parses and spelling.isalpha():
            found.update(fold(parse.normal_form) for parse in morphology().parse(spelling)[:3])
    return frozenset(found)


@lru_cache(maxsize=20_000)
def tags(key: str) -> tuple[Any, ...]:
    """What a word (a key) may be, the likeliest first."""
    parses = known_parses(key) or (tuple(morphology().parse(key)) if key.isalpha() else ())
    return tuple(parse.tag for parse in parses)


@lru_cache(maxsize=4_000)
def forms(listed: str) -> tuple[str, ...]:
    """Keys of the forms of words: «ставить дать:1per» has «ставлю», «ставим», «дам» … After the colon stand the
    dictionary's grammemes, joined by «+» where several must hold, by «/» where any may.
    """
    chosen, _, wanted = listed.partition(":")
    choices = [set(choice.split("+")) for choice in wanted.split("/")] if wanted else [set()]
    found: set[str] = set()
    for word in chosen.split():
        parses = morphology().parse(word)
        same = [parse for parse in parses if fold(parse.normal_form) == fold(word)] or parses
        best = next((parse for parse in same if parse.tag.POS in ("INFN", "NOUN", "ADJF")), same[0])
        for form in best.lexeme:
            grammemes = set(map(str, form.tag.grammemes))
            if any(choice <= grammemes and (choice & _VERBAL or not grammemes & _VERBAL) for choice in choices):
                found.add(fold(form.word))
    return tuple(sorted(found, key=lambda one: (-len(one), one)))


def is_own_verb(key: str) -> bool:
    """Whether a verb can be what the author does or did: «иду», «ходила»."""
    return any(
        tag.POS == "VERB"
        and (tag.person == "1per" or (tag.tense == "past" and tag.number == "sing" and tag.gender != "neut"))
        for tag in tags(key)
    )
