"""Russian grammar for the texts: forms of names, agreement, numerals, prepositions (P1).

Names come from players, so that nothing here may fail on any string: what does not look like Russian words in
the nominative stays as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import pymorphy3

from engine.records import Gender

CASES = {
    "nominative": "nomn",
    "genitive": "gent",
    "dative": "datv",
    "accusative": "accs",
    "instrumental": "ablt",
    "prepositional": "loct",
}
"""Names of the cases as templates write them → the analyser's."""

_GENDERS = {"masc": Gender.MASCULINE, "femn": Gender.FEMININE, "neut": Gender.NEUTER}
_GRAMMEMES = {gender: grammeme for grammeme, gender in _GENDERS.items()} | {Gender.PLURAL: "plur"}
_RUSSIAN_NAME = re.compile(r"[А-Яа-яЁё]+(?:-[А-Яа-яЁё]+)*(?: [А-Яа-яЁё]+(?:-[А-Яа-яЁё]+)*){0,3}")
_CONSONANTS = "бвгджзйклмнпрстфхцчшщ"
_NUMERALS = ("один", "два", "три", "четыре", "пять", "шесть", "семь", "восемь", "девять", "десять")
_NUMERALS_FEMININE = ("одна", "две")
_NUMERALS_NEUTER = ("одно",)


@cache
def _analyser() -> Any:
    return pymorphy3.MorphAnalyzer()


@dataclass(frozen=True, slots=True)
class _Head:
    """The noun that a name is built around."""

    parse: Any
    gender: Gender
    animate: bool


def _gender_of(parse: Any) -> Gender | None:
    if parse.tag.number == "plur":
        return Gender.PLURAL
    if parse.tag.gender is None and "ms-f" in parse.tag:
        return Gender.MASCULINE
    return _GENDERS.get(parse.tag.gender)


def _expected(word: str) -> set[Gender]:
    """Genders that an unknown word can have by its last letter."""
    last = word[-1].lower()
    if last in _CONSONANTS:
        return {Gender.MASCULINE}
    if last in "ая":
        return {Gender.FEMININE, Gender.MASCULINE}
    if last == "ь":
        return {Gender.FEMININE, Gender.MASCULINE}
    if last in "ое":
        return {Gender.NEUTER}
    return set()


def _guessed_from_ending(word: str) -> Gender:
    last = word[-1].lower()
    if last in "ая":
        return Gender.FEMININE
    if last in "оеё":
        return Gender.NEUTER
    return Gender.MASCULINE


def _nominatives(word: str, kinds: set[str]) -> list[Any]:
    """Readings of `word` as a nominative of one of the parts of speech, the likeliest first."""
    found = []
    for parse in _analyser().parse(word):
        tag = parse.tag
        if tag.POS not in kinds or tag.case != "nomn" or "Abbr" in tag or "Fixd" in tag or "Init" in tag:
            continue
        gender = _gender_of(parse)
        if gender is None or (not parse.is_known and gender not in _expected(word)):
            continue
        found.append(parse)
    return sorted(found, key=lambda parse: -parse.score)


def _head(word: str, wanted: Gender | None) -> _Head | None:
    for kinds in ({"NOUN"}, {"ADJF", "PRTF"}):
        readings = _nominatives(word, kinds)
        fitting = [parse for parse in readings if wanted is None or _gender_of(parse) is wanted]
        # «Мурка» may be read as masculine or feminine: it declines alike, so that a wish which no reading meets
        # does not stop the declension unless it is about the number.
        readings = fitting or [
            parse for parse in readings if wanted is not Gender.PLURAL and parse.tag.number == "sing"
        ]
        if not readings:
            continue
        parse = readings[0]
        gender = _gender_of(parse) or Gender.MASCULINE
        if not parse.is_known and gender is not Gender.PLURAL and wanted is None:
            gender = _guessed_from_ending(word)
        # A word that no dictionary knows is a person's name here: «блокирует Нефилима».
        animate = parse.tag.animacy == "anim" or not parse.is_known or kinds != {"NOUN"}
        return _Head(parse, gender, animate)
    return None


def _spelled_like(word: str, form: str) -> str:
    """`form` with the letter case of `word`, and with «е» where the player writes it for «ё»."""
    written = word.lower()
    form = "".join(
        "е" if letter == "ё" and written[index : index + 1] == "е" else letter for index, letter in enumerate(form)
    )
    if len(word) > 1 and word.isupper():
        return form.upper()
    parts, forms = word.split("-"), form.split("-")
    if len(parts) == len(forms):
        return "-".join(
            made[:1].upper() + made[1:] if part[:1].isupper() else made for part, made in zip(parts, forms, strict=True)
        )
    return form[:1].upper() + form[1:] if word[:1].isupper() else form


def _plainly_cased(word: str) -> bool:
    return word.isupper() or all(part[1:] == part[1:].lower() for part in word.split("-"))


def _inflected(word: str, parse: Any, case: str, head: _Head) -> str:
    grammemes = {CASES[case]}
    if parse.tag.POS == "NOUN":
        grammemes.add(parse.tag.number or "sing")
        masculine = _gender_of(parse) is Gender.MASCULINE and word[-1].lower() in _CONSONANTS + "ь"
        if case == "accusative" and head.animate and not parse.is_known and masculine:
            grammemes = {"gent", "sing"}
    elif head.gender is Gender.PLURAL:
        grammemes |= {"plur"} | ({"anim" if head.animate else "inan"} if case == "accusative" else set())
    else:
        grammemes |= {"sing", _GRAMMEMES[head.gender]}
        if case == "accusative" and head.gender is Gender.MASCULINE:
            grammemes.add("anim" if head.animate else "inan")
    form = parse.inflect(grammemes)
    return _spelled_like(word, form.word) if form else word


def _words(name: str) -> list[str] | None:
    """The words of a name that may be declined; None for a nick that must stay as it is."""
    if not _RUSSIAN_NAME.fullmatch(name):
        return None
    words = name.split(" ")
    return words if len(words[0]) > 1 and all(_plainly_cased(word) for word in words) else None


@lru_cache(maxsize=4096)
def case_form(name: str, case: str, gender: Gender | None = None) -> str:
    """`name` in a case of `CASES`; unchanged when it is no Russian name in the nominative.

    `gender` is the roster's, where it tells one; raises KeyError for an unknown case.
    """
    grammeme = CASES[case]
    words = _words(name)
    if words is None or grammeme == "nomn":
        return name
    heads = [_head(word, gender) for word in words]
    nouns = [index for index, head in enumerate(heads) if head is not None and head.parse.tag.POS == "NOUN"]
    lead = nouns[0] if nouns else next((index for index, head in enumerate(heads) if head is not None), None)
    if lead is None:
        return name
    head = heads[lead]
    assert head is not None
    forms = []
    for index, word in enumerate(words):
        if index > lead and _is_preposition(word):
            # «Кот в сапогах»: nothing after the preposition changes.
            forms += words[index:]
            break
        parse = head.parse if index == lead else _companion(word, head)
        forms.append(word if parse is None else _inflected(word, parse, case, head))
    return " ".join(forms)


def _is_preposition(word: str) -> bool:
    return bool(_analyser().parse(word)[0].tag.POS == "PREP")


def _companion(word: str, head: _Head) -> Any | None:
    """The reading of another word of the name that goes with the head, or None when it does not decline with it."""
    agreeing = [parse for parse in _nominatives(word, {"ADJF", "PRTF"}) if _gender_of(parse) is head.gender]
    if agreeing:
        return agreeing[0]
    nouns = [parse for parse in _nominatives(word, {"NOUN"}) if parse.tag.number == head.parse.tag.number]
    return nouns[0] if nouns else None


@lru_cache(maxsize=4096)
def guess_gender(name: str) -> Gender:
    """The grammatical gender that a name seems to have, for a roster that tells none; masculine when in doubt."""
    words = _words(name)
    if words is None:
        letters = re.findall(r"[А-Яа-яЁё]+", name)
        whole = "".join(letters)
        if letters and len(whole) * 2 > sum(character.isalpha() for character in name):
            return Gender.FEMININE if whole[-1].lower() in "ая" else Gender.MASCULINE
        return Gender.MASCULINE
    heads = [head for head in (_head(word, None) for word in words) if head is not None]
    for head in sorted(heads, key=lambda head: head.parse.tag.POS != "NOUN"):
        return head.gender
    for parse in _analyser().parse(words[0]):
        # Names that never change: «Мэри», «Хосе».
        if parse.is_known and "Name" in parse.tag and parse.tag.case == "nomn":
            return _gender_of(parse) or Gender.MASCULINE
    return Gender.FEMININE if words[0][-1] in "ая" else Gender.MASCULINE


@lru_cache(maxsize=512)
def _word_form(word: str, gender: Gender) -> str:
    for parse in _analyser().parse(word):
        if parse.tag.POS in ("PRTS", "ADJS", "VERB") and "masc" in parse.tag:
            form = parse.inflect({_GRAMMEMES[gender]})
            if form:
                return _spelled_like(word, form.word) if "ё" not in word else form.word
    return word


def agreed(word: str, genders: Iterable[Gender]) -> str:
    """A short participle or past tense («убит», «лишён», «выбыл») made to agree with its subjects.

    Several subjects, or one that is plural, take the plural. The word is given in the masculine.
    """
    subjects = tuple(genders)
    return _word_form(word, subjects[0] if len(subjects) == 1 else Gender.PLURAL)


def counted(number: int, noun: str) -> str:
    """«5 голосов», «1 голос»: the number in figures with the noun that it governs."""
    return f"{number} {noun_for(number, noun)}"


@lru_cache(maxsize=512)
def noun_for(number: int, noun: str) -> str:
    """The form of `noun` (nominative singular) after the number."""
    readings = _nominatives(noun, {"NOUN"})
    if not readings:
        return noun
    form = readings[0].make_agree_with_number(abs(number))
    return _spelled_like(noun, form.word) if form else noun


def in_words(number: int, noun: str) -> str:
    """«два голоса», «одна ночь»: numbers up to ten in words, greater ones in figures."""
    if not 1 <= number <= len(_NUMERALS):
        return counted(number, noun)
    gender = guess_gender(noun)
    special = {Gender.FEMININE: _NUMERALS_FEMININE, Gender.NEUTER: _NUMERALS_NEUTER}.get(gender, ())
    numeral = special[number - 1] if number <= len(special) else _NUMERALS[number - 1]
    return f"{numeral} {noun_for(number, noun)}"


def in_ordinal(number: int) -> str:
    """The preposition before a number read as an ordinal in the accusative: «во 2 ночь», «в 3 ночь»."""
    return "во" if number == 2 else "в"
