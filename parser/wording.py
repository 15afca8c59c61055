"""A sentence as the signals see it, and the phrases that are looked for in it.

Phrases stand over the keys of a sentence: «@» is a player's name, «&» (where asked for) a stranger's, «~» any ending of
a word, «<ставить дать:1per>» forms of words by the dictionary. Words in quotation marks are somebody else's where the
line has others besides.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from parser.fold import respelt, words
from parser.forms import forms, tags
from parser.tellers import CROWDS, says_that
from parser.tokens import Mention, Sentence, Token

_QUOTES = re.compile('«[^«»]*»|"[^"]*"|“[^“”]*”|„[^„“”]*[“”]')
_APART = frozenset(",;:—–()!?.…")
_WHEN = words(
    """
    ночью этой прошлой вчера сегодня я лично первой второй третьей
    """
)
_WHO = frozenset(("я", "он", "она", "они", "мы", "ты", "вы"))
_SPLIT = frozenset(("а", "но", "что", "чтобы", "поэтому", "зато", "хотя"))


@dataclass(slots=True)
class Spoken:
    """A sentence, or a few of one line, as patterns see it: keys and signs parted by spaces, names as `@`."""

    tokens: list[Token]
    names: dict[int, Mention]
    """The name that a token belongs to."""
    asks: bool
    """Whether it ends in a question mark."""
    raw: str
    """As written, from the first token to the last."""
    line: str = ""
    places: list[tuple[int, int]] = field(default_factory=list)
    """Where each token stands in `line`."""

    def __post_init__(self) -> None:
        self.line, self.places = self.dressed()

    def dressed(self, stranger: Callable[[Spoken, int], bool] | None = None) -> tuple[str, list[tuple[int, int]]]:
        """The line of keys, and where each token stands in it; words that `stranger` takes for names are `&`."""
        pieces, places, at = [], [], 0
        for place, token in enumerate(self.tokens):
            if place in self.names:
                piece = "@"
            elif stranger is not None and token.key and stranger(self, place):
                piece = "&"
            else:
                piece = next(iter(respelt(token.key)), token.key) or token.text
            places.append((at, at + len(piece)))
            pieces.append(piece)
            at += len(piece) + 1
        return " ".join(pieces), places

    @property
    def words_of_no_name(self) -> list[Token]:
        """Its words that name no player."""
        return [token for at, token in enumerate(self.tokens) if token.key and at not in self.names]

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Where the tokens that a match in `line` covers stand in the post's text."""
        covered = [
            token for token, (start, end) in zip(self.tokens, self.places, strict=True) if start < last and end > first
        ]
        return covered[0].start, covered[-1].end

    def clause(self, at: int) -> range:
        """The tokens around one up to the next signs that part clauses."""
        first = last = at
        while first > 0 and not self._parts(first - 1):
            first -= 1
        while last + 1 < len(self.tokens) and not self._parts(last + 1):
            last += 1
        return range(first, last + 1)

    def _parts(self, at: int) -> bool:
        token = self.tokens[at]
        if token.key:
            joins = token.key == "и" and at + 1 < len(self.tokens) and self.tokens[at + 1].key in _WHO
            return (joins or token.key in _SPLIT) and at not in self.names
        return token.text in _APART or (token.text == "-" and self.tokens[at - 1].end != token.start)

    def is_own(self, at: int) -> bool:
        """Whether the author is who does what the verb at a place says: «я», or nobody else in its clause."""
        around = self.clause(at)
        keys = [self.tokens[place].key for place in around]
        if "я" in keys:
            return True
        if says_that(self.tokens[:at]):
            return False
        if any(tag.person == "1per" for tag in tags(self.tokens[at].key)):
            return True
        return not any(place != at and self._acts(place, at, around) for place in around)

    def _acts(self, place: int, verb: int, around: range) -> bool:
        """Whether a word of the verb's clause may be who else does it."""
        name = self.names.get(place)
        if name is not None:
            cases = {case for one in name.named for case in one.cases}
            if "nomn" not in cases:
                return False
            # «Похоть проверила ночью» and «Похоть проверила Веру»: what may be the object is, unless another follows.
            follows = [other for other in around if other > verb and self.tokens[other].key not in _WHEN]
            return "accs" not in cases or (place < verb and bool(follows))
        token = self.tokens[place]
        if token.key in CROWDS:
            return True
        tag = next(iter(tags(token.key)), None) if token.key else None
        if tag is None or tag.case != "nomn" or (tag.number == "plur" and tag.POS == "NOUN"):
            return False
        return tag.POS == "NPRO" or (tag.POS == "NOUN" and (tag.animacy == "anim" or place < verb))


def spoken(sentences: list[Sentence], text: str, *, quoted: bool = True) -> Spoken:
    """Sentences of one line, prepared for patterns; without `quoted`, what stands in quotation marks is left out."""
    tokens: list[Token] = []
    names: dict[int, Mention] = {}
    for sentence in sentences:
        first = len(tokens)
        tokens.extend(sentence.tokens)
        for one in sentence.mentions:
            if not one.self_word:
                names.update(dict.fromkeys(range(first + one.first, first + one.last + 1), one))
    start, end = sentences[0].start, sentences[-1].end
    hidden = [] if quoted else _quoted(text, start, end)
    if hidden:
        kept = [at for at, token in enumerate(tokens) if not any(a <= token.start < b for a, b in hidden)]
        names = {place: names[at] for place, at in enumerate(kept) if at in names}
        tokens = [tokens[at] for at in kept]
    return Spoken(tokens, names, sentences[-1].ends_in_question, text[start:end])


def _quoted(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Where, in the line around a sentence, something is quoted, when other words stand beside it."""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    line = text[first : last if last >= 0 else len(text)]
    found = [match.span() for match in _QUOTES.finditer(line)]
    if not found or not re.search(r"\w", _QUOTES.sub("", line)):
        return []
    return [(a + first, b + first) for a, b in found]


# What says that a thing is forbidden does not do it.
_FORBIDDEN = "нельзя\nзапре(?:щ|т)~\nправила~\nне надо\nне стоит"


class Phrases:
    """What is looked for, and what in the same sentence speaks against it; compiled when first needed. `shared` are
    groups of words that several phrases use, by the name that stands for them.
    """

    def __init__(self, pattern: str, unless: str = "", *, shared: dict[str, str] | None = None) -> None:
        self._pattern = pattern
        self._unless = unless
        self._shared = shared or {}

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The phrases."""
        return _compiled(self._pattern, self._shared)

    @cached_property
    def unless(self) -> re.Pattern[str]:
        """What excuses them."""
        return _compiled(f"{self._unless}\n{_FORBIDDEN}", self._shared)

    def found(self, said: Spoken) -> Iterator[tuple[int, int]]:
        """Where the phrases stand in the post's text."""
        if not self.unless.search(said.line):
            for match in self.pattern.finditer(said.line):
                yield said.span(match.start(), match.end())


def _any_of(words: Collection[str]) -> str:
    """A pattern of any of the words; what begins alike stands in it once: long patterns are slow to make."""
    by_first: dict[str, list[str]] = {}
    for word in words:
        by_first.setdefault(word[:1], []).append(word[1:])
    ends = by_first.pop("", None) is not None
    listed = [re.escape(first) + (_any_of(rest) if any(rest) else "") for first, rest in sorted(by_first.items())]
    if len(listed) < 2 and not ends:
        return "".join(listed)
    return f"(?:{'|'.join(listed)})" + ("?" if ends else "")


_FORMS = re.compile("<([а-яё][^<>]*)>")


def _compiled(listed: str, shared: dict[str, str]) -> re.Pattern[str]:
    text = "|".join(line.strip() for line in listed.split("\n") if line.strip())
    for name, group in shared.items():
        text = text.replace(name, group)
    text = _FORMS.sub(lambda match: _any_of(forms(match[1])), text)
    return re.compile("(?<![^ ])(?:" + text.replace("~", "[а-я]*") + ")(?![^ ])")
