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


class Cue:
    """What a word may signal, as bits: plain integers, since they are tested for every word.

    The words themselves stand in `parser.vocabulary`.
    """

    VOTE = 1 << 0
    """«голосую», «мой голос»: a ballot is being cast."""
    VOTE_PAST = 1 << 1
    VOTE_FUTURE = 1 << 2
    VOTE_INFINITIVE = 1 << 3
    VOTE_OTHERS = 1 << 4
    """«голосует», «ставит»."""
    VOTE_YOU = 1 << 5
    """«голосуешь», «твой голос»."""
    VOTE_US = 1 << 6
    """A call: «голосуем», «давайте»."""
    ATTACK = 1 << 7
    DEFEND = 1 << 8
    EARLY = 1 << 9
    FINAL = 1 << 10
    WITHDRAW = 1 << 11
    WITHDRAW_STRONG = 1 << 12
    """Takes a vote back whatever follows: «отменяю»."""
    CHANGE = 1 << 13
    REPAINT = 1 << 14
    NOT = 1 << 15
    REFUSAL = 1 << 16
    IF = 1 << 17
    WOULD = 1 << 18
    LATER = 1 << 19
    """Another day: «завтра»."""
    MAYBE = 1 << 20
    """«может», «готов», «думаю поставить»."""
    DOUBT_IF_NOT = 1 << 21
    """Doubt only with «не»: «не знаю»."""
    TRAILING_DOUBT = 1 << 22
    """Doubt that may come after the name."""
    WHETHER = 1 << 23
    OR = 1 << 24
    BETWEEN = 1 << 25
    DECIDED = 1 << 26
    """«решено», «итак»: what was doubted before is settled."""
    BUT = 1 << 27
    BEFORE = 1 << 28
    """An earlier vote: «вчера»."""
    PASS_ON = 1 << 29
    """«просил передать», «по смс»."""
    ROLE = 1 << 30
    """A role may be spoken of: «мирный», «точно»."""
    ROLE_SEEN = 1 << 31
    """A role is ascribed: «считаю», «по проверке»."""
    BOTH = 1 << 32
    CORRECTION = 1 << 33
    """«точнее», «вернее»."""
    SEPARATOR = 1 << 34
    """Parts two ballots: «нет», «лучше»."""
    ASSENT = 1 << 35
    SELF = 1 << 36
    PRONOUN = 1 << 37
    """Stands for somebody named elsewhere."""
    THAT_ONE = 1 << 38
    PREPOSITION_TARGET = 1 << 39
    """The name after it may be the target."""
    PREPOSITION_OTHER = 1 << 40
    """The name after it is not the target."""
    PREPOSITION_PLACE = 1 << 41
    """A prepositional may follow."""
    FILLER = 1 << 42
    """May stand between a name and its colour."""
    COLOUR_NOUN = 1 << 43
    """«голос», «цвет»: a colour adjective before it is still a vote's."""
    EXAMPLE = 1 << 44
    REJECTED = 1 << 45
    TALLY = 1 << 46
    ABBREVIATION = 1 << 47
    HARM = 1 << 51
    """«трогать», «топить»: what «не» before it forbids to do to somebody."""
    TIME = 1 << 48
    HEADING = 1 << 49
    """Words that people paint for emphasis."""
    PAST = 1 << 50
    """Any past-tense verb."""


class ColourForm(Enum):
    """How a colour word stands in the sentence."""

    WORD = auto()
    """«красным», «кр.»."""
    PREDICATE = auto()
    """«красный», «красная»: may be said of a role."""


class Word(NamedTuple):
    """What is known about one word."""

    cues: int
    """`Cue` bits."""
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
        self.full_words = tuple(full for full in self._typable if full.endswith("м"))
        """Colour words as voters write them in full: «красным», «синим»."""
        self.slips = {full[:-2] + ("ем" if full.endswith("им") else "ом"): full for full in self.full_words}
        """Words that are one letter away from those and words all the same: «красном»."""
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

    def spelt(self, key: str) -> Word | None:
        """The word, if it is a colour word or a mark («досрочно») spelt without an error; else None."""
        tone, form = self._colour_word(key)
        cues = _cues(key)
        return Word(cues, tone, form) if tone is not None or cues & (Cue.EARLY | Cue.FINAL) else None

    def _classify(self, key: str) -> Word:
        for spelling in (key, *respelt(key)):
            tone, form = self._colour(spelling)
            cues = _cues(spelling)
            if tone or cues:
                return Word(cues | _by_grammar(spelling), tone, form)
        return Word(_mistyped_cues(key) or _by_grammar(key))

    def _colour_word(self, key: str) -> tuple[Tone | None, ColourForm | None]:
        """A colour word of the palette, as it is spelt."""
        for tone, patterns in self._colours:
            for form, pattern in patterns:
                if pattern.fullmatch(key):
                    return tone, form
        return None, None

    def _colour(self, key: str) -> tuple[Tone | None, ColourForm | None]:
        tone, form = self._colour_word(key)
        if tone is not None:
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
    (getattr(Cue, name), re.compile("|".join(fold(one) for one in listed.split()))) for name, listed in WORDS.items()
)
_ANY = re.compile("|".join(pattern.pattern for _, pattern in _COMPILED))
"""Most words are none of these."""
_EARLY_FULL = ("досрочно", "досрочка")
_FINAL_FULL = ("окончательно", "окончательный")


def _cues(key: str) -> int:
    return sum(cue for cue, pattern in _COMPILED if pattern.fullmatch(key)) if _ANY.fullmatch(key) else 0


def _mistyped_cues(key: str) -> int:
    if len(key) < 7 or key[0] not in "дос":
        return 0
    from rapidfuzz.distance import OSA

    early = any(OSA.distance(key, full, score_cutoff=2) <= 1 for full in _EARLY_FULL)
    final = any(OSA.distance(key, full, score_cutoff=2) <= 2 for full in _FINAL_FULL)
    # The dictionary is asked last: it takes longest.
    return 0 if not (early or final) or known_parses(key) else (Cue.EARLY if early else 0) | (Cue.FINAL if final else 0)


def _by_grammar(key: str) -> int:
    ends = len(key) > 2 and key.endswith(("л", "ла", "ло", "ли", "лся", "лась", "лись"))
    past = ends and any(parse.tag.POS == "VERB" and parse.tag.tense == "past" for parse in known_parses(key))
    return Cue.PAST if past else 0


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
        # «красны» is «красным» without its last letter far oftener than a short form.
        ending = "им|юю|и" if _soft(stem) else "ым|ую|ы"
        words.append(f"{stem}(?:{ending})?|{small}(?:им|ую|о)|{stem[:2]}|{stem[:4]}")
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
