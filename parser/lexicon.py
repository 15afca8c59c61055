"""The vocabulary of voting: what each word may signal, whatever its ending.

Patterns are matched against whole keys (`parser.fold`: lower case, е for ё). A word is classified once and remembered.
"""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import NamedTuple

from parser.declension import known_parses
from parser.fold import fold, respelt
from parser.palette import Palette, Tone
from parser.vocabulary import WORDS


class Cue(Enum):
    """What a word may signal; the words themselves stand in `parser.vocabulary`."""

    VOTE = auto()
    """«голосую», «мой голос»: a ballot is being cast."""
    VOTE_PAST = auto()
    VOTE_FUTURE = auto()
    VOTE_INFINITIVE = auto()
    VOTE_OTHERS = auto()
    """«голосует», «ставит»."""
    VOTE_YOU = auto()
    """«голосуешь», «твой голос»."""
    VOTE_US = auto()
    """A call: «голосуем», «давайте»."""
    ATTACK = auto()
    DEFEND = auto()
    EARLY = auto()
    FINAL = auto()
    WITHDRAW = auto()
    WITHDRAW_STRONG = auto()
    """Takes a vote back whatever follows: «отменяю»."""
    CHANGE = auto()
    REPAINT = auto()
    NOT = auto()
    REFUSAL = auto()
    IF = auto()
    WOULD = auto()
    LATER = auto()
    """Another day: «завтра»."""
    MAYBE = auto()
    """«может», «готов», «думаю поставить»."""
    DOUBT_IF_NOT = auto()
    """Doubt only with «не»: «не знаю»."""
    TRAILING_DOUBT = auto()
    """Doubt that may come after the name."""
    WHETHER = auto()
    OR = auto()
    BETWEEN = auto()
    DECIDED = auto()
    """«решено», «итак»: what was doubted before is settled."""
    BUT = auto()
    BEFORE = auto()
    """An earlier vote: «вчера»."""
    PASS_ON = auto()
    """«просил передать», «по смс»."""
    ROLE = auto()
    """A role may be spoken of: «мирный», «точно»."""
    ROLE_SEEN = auto()
    """A role is ascribed: «считаю», «по проверке»."""
    BOTH = auto()
    CORRECTION = auto()
    """«точнее», «вернее»."""
    SEPARATOR = auto()
    """Parts two ballots: «нет», «лучше»."""
    ASSENT = auto()
    SELF = auto()
    PRONOUN = auto()
    """Stands for somebody named elsewhere."""
    THAT_ONE = auto()
    PREPOSITION_TARGET = auto()
    """The name after it may be the target."""
    PREPOSITION_OTHER = auto()
    """The name after it is not the target."""
    PREPOSITION_PLACE = auto()
    """A prepositional may follow."""
    FILLER = auto()
    """May stand between a name and its colour."""
    COLOUR_NOUN = auto()
    """«голос», «цвет»: a colour adjective before it is still a vote's."""
    EXAMPLE = auto()
    REJECTED = auto()
    TALLY = auto()
    ABBREVIATION = auto()
    TIME = auto()
    HEADING = auto()
    """Words that people paint for emphasis."""
    PAST = auto()
    """Any past-tense verb."""


class ColourForm(Enum):
    """How a colour word stands in the sentence."""

    WORD = auto()
    """«красным», «кр.»."""
    PREDICATE = auto()
    """«красный», «красная»: may be said of a role."""


class Word(NamedTuple):
    """What is known about one word."""

    cues: frozenset[Cue]
    tone: Tone | None = None
    form: ColourForm | None = None


class Lexicon:
    """Classifies words under one palette; remembers them."""

    _REMEMBERED = 50_000

    def __init__(self, palette: Palette) -> None:
        self.palette = palette
        self._words: dict[str, Word] = {}
        self._colours = [
            (Tone.RED, _colour_patterns(palette.red_words)),
            (Tone.BLUE, _colour_patterns(palette.blue_words)),
        ]
        self._typable = {
            full: tone
            for tone, stems in ((Tone.RED, palette.red_words), (Tone.BLUE, palette.blue_words))
            for stem in stems
            for full in _full_forms(stem)
        }
        self._unclear = re.compile("|".join(_unclear_form(stem) for stem in palette.unclear_words) or "(?!)")

    def word(self, key: str) -> Word:
        """What the word with this key may signal."""
        known = self._words.get(key)
        if known is None:
            known = self._classify(key)
            if len(self._words) >= self._REMEMBERED:
                self._words.clear()
            self._words[key] = known
        return known

    def _classify(self, key: str) -> Word:
        for spelling in (key, *respelt(key)):
            tone, form = self._colour(spelling)
            cues = frozenset(cue for cue, pattern in _COMPILED if pattern.fullmatch(spelling))
            if tone or cues:
                return Word(cues | _by_grammar(spelling), tone, form)
        return Word(_mistyped_cues(key) or _by_grammar(key))

    def _colour(self, key: str) -> tuple[Tone | None, ColourForm | None]:
        for tone, patterns in self._colours:
            for form, pattern in patterns:
                if pattern.fullmatch(key):
                    return tone, form
        if self._unclear.fullmatch(key):
            return Tone.UNCLEAR, ColourForm.WORD
        return self._mistyped_colour(key)

    def _mistyped_colour(self, key: str) -> tuple[Tone | None, ColourForm | None]:
        """A typing error in «красным» is as good as the word, unless it makes another word («красном платье»)."""
        if len(key) < 4 or not key.isalpha() or key[0] not in {full[0] for full in self._typable}:
            return None, None
        from rapidfuzz.distance import OSA

        near = {tone for full, tone in self._typable.items() if OSA.distance(key, full, score_cutoff=1) <= 1}
        if len(near) != 1 or known_parses(key):
            return None, None
        return near.pop(), ColourForm.WORD


_COMPILED = tuple(
    (Cue[name], re.compile("|".join(fold(one) for one in listed.split()))) for name, listed in WORDS.items()
)
_EARLY_FULL = ("досрочно", "досрочка")
_FINAL_FULL = ("окончательно", "окончательный")


def _mistyped_cues(key: str) -> frozenset[Cue]:
    if len(key) < 7 or key[0] not in "дос" or known_parses(key):
        return frozenset()
    from rapidfuzz.distance import OSA

    found = set()
    if any(OSA.distance(key, full, score_cutoff=2) <= 1 for full in _EARLY_FULL):
        found.add(Cue.EARLY)
    if any(OSA.distance(key, full, score_cutoff=2) <= 2 for full in _FINAL_FULL):
        found.add(Cue.FINAL)
    return frozenset(found)


def _by_grammar(key: str) -> frozenset[Cue]:
    ends = len(key) > 3 and key.endswith(("л", "ла", "ло", "ли", "лся", "лась", "лись"))
    if ends and any(parse.tag.POS == "VERB" and parse.tag.tense == "past" for parse in known_parses(key)):
        return frozenset((Cue.PAST,))
    return frozenset()


def _soft(stem: str) -> bool:
    return stem == "син" or stem.endswith("син")


def _full_forms(stem: str) -> tuple[str, ...]:
    """The forms that voters write, in full."""
    return (stem + "им", stem + "ий") if _soft(stem) else (stem + "ым", stem + "ый")


def _colour_patterns(stems: tuple[str, ...]) -> list[tuple[ColourForm, re.Pattern[str]]]:
    """Patterns of a colour's forms; stems are adjectives without their ending («красн», «син», «зелен»)."""
    words, predicates = [], []
    for stem in (fold(one) for one in stems):
        small = f"{stem.removesuffix('н')}неньк" if not _soft(stem) and stem.endswith("н") else f"{stem}еньк"
        ending = "им|юю" if _soft(stem) else "ым|ую"
        words.append(f"{stem}(?:{ending})|{small}(?:им|ую)|{stem[:2]}|{stem[:4]}")
        predicates.append(f"{stem}(?:{'ий|яя|ее' if _soft(stem) else 'ый|ая|ое'})|{small}(?:ий|ая|ое)")
    return [
        (ColourForm.WORD, re.compile("|".join(words) or "(?!)")),
        (ColourForm.PREDICATE, re.compile("|".join(predicates) or "(?!)")),
    ]


def _unclear_form(stem: str) -> str:
    folded = fold(stem)
    if re.fullmatch("[а-я]+", folded) and stem not in ("рэд", "ред", "блю"):
        return f"{folded}(?:еньк)?(?:ым|им)"
    return re.escape(folded)
