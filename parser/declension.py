"""Case forms of names: by the dictionary where it knows the word, by endings where it does not.

A voter writes «Гнева красным», «Пете синий», «DarkLord'а». Forms are keys (`parser.fold`). Plurals are kept apart:
they never name a player, and must not pass for a typing error either.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import product, takewhile
from typing import TYPE_CHECKING, Any

from parser.fold import fold, visible

if TYPE_CHECKING:
    from pymorphy3 import MorphAnalyzer

NOMINATIVE = "nomn"
PREPOSITIONAL = "loct"
CASES = ("nomn", "gent", "datv", "accs", "ablt", "loct")
# Second cases, by the case that they stand for. The vocative («Свет!») calls somebody, it names no target.
_SAME_AS = {"gen1": "gent", "gen2": "gent", "acc2": "accs", "loc1": "loct", "loc2": "loct"}
_NAMING = frozenset(("NOUN", "ADJF", "PRTF", "NPRO", "NUMR"))
_CYRILLIC = re.compile("[а-яё]+", re.IGNORECASE)
_LATIN = re.compile("[a-z]+", re.IGNORECASE)
# What the dictionary holds for masculine, and speakers mostly do not.
_FEMININE = frozenset(("шпинель", "аппарель", "сарсапариль", "вилланель"))
_HISSING = "гкхшжчщц"


@dataclass(frozen=True, slots=True)
class Paradigm:
    """Forms of one word or name."""

    cases: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Keys by case; the indeclinable stands under all."""
    plurals: set[str] = field(default_factory=set)
    mixed: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """A Latin nick with Russian endings, by case: spellings, not keys, since «e» and «е» are one key."""


@cache
def morphology() -> MorphAnalyzer:
    """The dictionary; loaded when it is first needed."""
    import pymorphy3

    return pymorphy3.MorphAnalyzer()


@lru_cache(maxsize=20_000)
def known_parses(key: str) -> tuple[Any, ...]:
    """What the dictionary knows about a word (pymorphy3 parses); nothing for unknown words. Its ё may be an е."""
    return tuple(parse for parse in morphology().parse(key) if parse.is_known) if _CYRILLIC.fullmatch(key) else ()


@lru_cache(maxsize=20_000)
def decline(word: str) -> Paradigm:
    """All singular case forms of one word in the nominative, as keys."""
    paradigm = Paradigm()
    base = word.lower()
    paradigm.cases[NOMINATIVE].add(fold(base))
    if _CYRILLIC.fullmatch(base) and len(base) > 1:
        if not _by_dictionary(base, paradigm):
            _by_ending(base, paradigm)
    elif _LATIN.fullmatch(base) and len(base) > 1:
        _latin(base, paradigm)
    else:
        for case in CASES:
            paradigm.cases[case].add(fold(base))
    return paradigm


def decline_name(words: list[str]) -> Paradigm:
    """Forms of a name of several words, joined without separators: all of them decline, or the last, or the first."""
    if len(words) == 1:
        return decline(words[0])
    paradigms = [decline(word) for word in words]
    whole = Paradigm()
    for case in CASES:
        choices = [
            sorted(paradigm.cases.get(case, ())) or [fold(word)]
            for paradigm, word in zip(paradigms, words, strict=True)
        ]
        whole.cases[case] |= {"".join(chosen) for chosen in _some(choices)}
        base = [fold(word) for word in words]
        whole.cases[case] |= {"".join((*base[:-1], last)) for last in choices[-1]}
        whole.cases[case] |= {"".join((first, *base[1:])) for first in choices[0]}
    for case, spellings in paradigms[-1].mixed.items():
        whole.mixed[case] |= {"".join((*(word.lower() for word in words[:-1]), spelling)) for spelling in spellings}
    whole.plurals.update("".join((*map(fold, words[:-1]), plural)) for plural in paradigms[-1].plurals)
    return whole


def _some(choices: list[list[str]], limit: int = 64) -> list[tuple[str, ...]]:
    combined: list[tuple[str, ...]] = []
    for chosen in product(*choices):
        combined.append(chosen)
        if len(combined) >= limit:
            break
    return combined


def _by_dictionary(base: str, paradigm: Paradigm) -> bool:
    """Add the forms that the dictionary knows or foresees; False when rules by ending are still wanted."""
    parses = [
        parse
        for parse in morphology().parse(base)
        if parse.tag.POS in _NAMING and "nomn" in parse.tag and fold(parse.word) == fold(base)
    ]
    known = [parse for parse in parses if parse.is_known]
    if any({"anim", "masc"} in parse.tag for parse in known):
        # Somebody is called so: «Лев» is no coin.
        known = [parse for parse in known if {"inan", "masc"} not in parse.tag]
    # A nick may be a plural («Весы»): then its plural forms are the player's, and nobody's plural.
    singular = [parse for parse in known or parses if "plur" not in parse.tag]
    # «Мира» is no plural of anything that people call themselves.
    plural = [parse for parse in known if "plur" in parse.tag and base[-1] in "ыи"]
    for parse in singular or plural:
        as_plural = "plur" in parse.tag
        for form in parse.lexeme:
            case = _SAME_AS.get(form.tag.case or "", form.tag.case)
            if case not in CASES:
                continue
            if form.tag.number == "plur" and not as_plural:
                paradigm.plurals.add(fold(form.word))
            elif as_plural == (form.tag.number == "plur") and _same_gender(parse.tag.gender, form.tag.gender):
                paradigm.cases[case].add(fold(form.word))
    # The animate accusative of a name that the dictionary holds for a thing («Гнева красным»).
    if base[-1] not in "аяоеи" and any(parse.tag.gender == "masc" for parse in singular):
        paradigm.cases["accs"] |= paradigm.cases["gent"]
    if base in _FEMININE:
        for case, tail in (("gent", "и"), ("datv", "и"), ("ablt", "ью"), ("loct", "и")):
            paradigm.cases[case].add(fold(base[:-1] + tail))
    paradigm.plurals.difference_update(*paradigm.cases.values())
    return any(parse.is_known for parse in singular) or bool(plural)


def _same_gender(mine: str | None, its: str | None) -> bool:
    return mine is None or its is None or mine == its


def _by_ending(base: str, paradigm: Paradigm) -> None:
    """Add the forms of a word that no dictionary holds, as a speaker would make them up."""
    stem, last = base[:-1], base[-1]
    y = "и" if stem[-1:] in _HISSING and stem[-1:] != "ц" else "ы"
    ending: dict[str, tuple[str, ...]]
    plural: tuple[str, ...] = ()
    if last == "а":
        o = ("ей", "ой") if stem[-1:] in "шжчщц" else ("ой", "ою")
        ending = {"gent": (y,), "datv": ("е",), "accs": ("у",), "ablt": o, "loct": ("е",)}
        plural = (y, "ам", "ами", "ах")
    elif last == "я":
        soft = "и" if stem.endswith("и") else "е"
        ending = {"gent": ("и",), "datv": (soft,), "accs": ("ю",), "ablt": ("ей", "ею"), "loct": (soft,)}
        plural = ("и", "ям", "ями", "ях")
    elif last == "й":
        soft = "и" if stem.endswith("и") else "е"
        ending = {"gent": ("я",), "datv": ("ю",), "accs": ("я",), "ablt": ("ем",), "loct": (soft,)}
        plural = ("и", "ям", "ями", "ях", "ев")
    elif last == "ь":
        ending = {
            "gent": ("я", "и"),
            "datv": ("ю", "и"),
            "accs": ("я", "ь"),
            "ablt": ("ем", "ью"),
            "loct": ("е", "и"),
        }
        plural = ("ям", "ями", "ях", "ей")
    elif last in "ое":
        a, u = ("а", "у") if last == "о" else ("я", "ю")
        ending = {
            "gent": (a, last),
            "datv": (u, last),
            "accs": (last,),
            "ablt": (last + "м", last),
            "loct": ("е", last),
        }
    elif last in "иуюыэ":
        ending = dict.fromkeys(CASES, (last,))
    else:
        stem = base
        y = "и" if last in _HISSING and last != "ц" else "ы"
        ablative = "ем" if last in "шжчщц" else "ом"
        ending = {"gent": ("а",), "datv": ("у",), "accs": ("а",), "ablt": (ablative,), "loct": ("е",)}
        plural = (y, "ам", "ами", "ах", "ов")
        fleeting = re.fullmatch("(.*[^аеёиоуыэюя])([оеё])([кц])", base)
        if fleeting:
            soft = "ь" if fleeting[2] in "её" and fleeting[1][-1] in "лн" else ""
            for case, endings in ending.items():
                paradigm.cases[case] |= {fold(fleeting[1] + soft + fleeting[3] + tail) for tail in endings}
    for case, endings in ending.items():
        paradigm.cases[case] |= {fold(stem + tail) for tail in endings}
    paradigm.plurals.update(fold(stem + tail) for tail in plural)
    paradigm.plurals.difference_update(*paradigm.cases.values())


def _latin(base: str, paradigm: Paradigm) -> None:
    """Add a Latin nick as it is in every case, and with Russian endings («Sovу», «DarkLord'а»)."""
    for case in CASES:
        paradigm.cases[case].add(fold(base))
    if base.endswith("a"):
        stem = base[:-1]
        tails = {"gent": "ы и", "datv": "е", "accs": "у", "ablt": "ой ей", "loct": "е"}
    elif base[-1] in "eiouy":
        return
    else:
        stem = base
        tails = {"gent": "а", "datv": "у", "accs": "а", "ablt": "ом ем", "loct": "е"}
    for case, endings in tails.items():
        paradigm.mixed[case] |= {stem + ending for ending in endings.split()}


def names_any(text: str, names: Collection[str]) -> bool:
    """Whether a text may name any of `names`, in whatever case: it holds the beginning of one's longest word."""
    if not names:
        return False
    low = _low(text)
    return any(beginning in low for beginning in _beginnings(tuple(names)))


@lru_cache(maxsize=256)
def _beginnings(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_beginning(max(name.split(), key=len)) for name in names if name.strip())


def _beginning(word: str) -> str:
    """The letters that all forms of a word begin with."""
    forms = set().union(*decline(word).cases.values())
    alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*forms, strict=False))
    return _low(word)[: sum(1 for _ in alike)]


def _low(text: str) -> str:
    return visible(text).replace("ё", "е")
