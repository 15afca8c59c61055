"""Layer three: words → players. Every case form of every name, alias and account is built once per roster.

A written word is looked up in steps. *Forms* (the name itself, its singular cases, aliases and accounts likewise,
however spelt: case, ё, look-alike letters, spacing) win over *guesses* (a unique beginning, a part of a nick, a
typing error, the nick in the other alphabet). Within a step two players for one word are a question, never a choice;
so a further player can only turn a vote into a question.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise

from parser.declension import NOMINATIVE, PREPOSITIONAL, decline, decline_name, known_parses
from parser.fold import fold, parts, respelt, visible
from parser.records import Match
from parser.translit import in_latin, in_russian

_SHORTEST_BEGINNING = 3
_SHORTEST_TYPO = 4
# A name of several words that is shorter is too easily like two words of the language.
_LONG_NAME = 8
# Words that are nobody's name unless written like one: «ли», «никто».
_FUNCTION_WORDS = frozenset(("CONJ", "PRCL", "NPRO", "PREP", "INTJ"))
# A guess is made only about words that could be a name: no guess makes «тем» Тема or «день» ... of a verb.
_NAMELIKE = frozenset(("NOUN", "ADJF", "PRTF"))
_REMEMBERED = 20_000


@dataclass(frozen=True, slots=True)
class RosterPlayer:
    """One slot as voters may call it."""

    name: str
    aliases: tuple[str, ...] = ()
    accounts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Named:
    """One player whom a word names."""

    player: str
    match: Match
    cases: frozenset[str] = frozenset()
    """Cases that the form may stand in; empty for guesses."""
    whole: bool = False
    """The slot's own name as it stands in the roster."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a word, or several words together, can mean."""

    named: tuple[Named, ...] = ()
    """Candidates, best first; several are a question."""
    similar: tuple[str, ...] = ()
    """Players whom the word resembles without naming them: a plural, a case that does not fit."""
    guess: bool = False
    players: tuple[str, ...] = field(init=False)
    """The candidates' slot names, each once."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", tuple(dict.fromkeys(one.player for one in self.named)))

    @property
    def only(self) -> Named | None:
        """The one player meant; None for nobody or several."""
        return self.named[0] if len(self.players) == 1 else None

    def __bool__(self) -> bool:
        return bool(self.named)


NOBODY = Found()


@dataclass(slots=True)
class _Form:
    player: str
    match: Match
    cases: set[str] = field(default_factory=set)
    bases: set[str] = field(default_factory=set)
    whole: bool = False


class Roster:
    """All players of a game, the dead included; immutable. With `numbered`, numbers of the list name players too."""

    def __init__(self, players: Sequence[RosterPlayer], *, numbered: bool = False) -> None:
        self.players = tuple(players)
        self.numbered = numbered
        self.names = tuple(player.name for player in self.players)
        self._forms: dict[str, dict[str, _Form]] = defaultdict(dict)
        self._plurals: dict[str, set[str]] = defaultdict(set)
        self._parts: dict[str, set[str]] = defaultdict(set)
        self._foreign: dict[str, set[str]] = defaultdict(set)
        self._foreign_names: dict[str, set[str]] = defaultdict(set)
        self._openings: set[str] = set()
        self._mixed: dict[str, dict[str, _Form]] = defaultdict(dict)
        self._called: dict[str, str] = {}
        self._of_several_words: set[str] = set()
        self.longest = 1
        """Words of the longest name, and one."""
        self.gaps: set[str] = set()
        """What stands between the words of a name in the roster itself («S!lent»)."""
        self.has_odd_nicks = False
        for player in self.players:
            self._add(player.name, player.name, Match.EXACT)
            for alias in (*player.aliases, *player.accounts):
                self._add(alias, player.name, Match.ALIAS)
        self.most_letters = max(map(len, (*self._forms, *self._plurals)), default=0)
        """Letters of the longest form of a name."""
        self._beginnings = sorted(
            {
                (key, name)
                for key, forms in self._forms.items()
                for name, form in forms.items()
                if NOMINATIVE in form.cases
            }
            | {(key, name) for name, keys in self._foreign_names.items() for key in keys}
        )
        self._remembered: dict[str | tuple[str, str], Found] = {}
        self._guesses: dict[str, Found] = {}

    def _add(self, called: str, player: str, match: Match) -> None:
        self._called.setdefault(called.casefold(), player)
        raw = parts(called)
        words = [fold(part) for part in raw]
        if not words:
            # A nick without letters and digits is only itself.
            self.has_odd_nicks = True
            self._form(fold(called), player, match, {NOMINATIVE}, whole=match is Match.EXACT, of="")
            return
        self.gaps |= set(inner_gaps(called, raw))
        joined = "".join(words)
        paradigm = decline_name(raw)
        for case, keys in paradigm.cases.items():
            for key in keys:
                base = key == joined
                kind = match if base or match is Match.ALIAS else Match.INFLECTED
                self._form(key, player, kind, {case}, whole=base and match is Match.EXACT, of=joined)
        self._form(joined, player, match, {NOMINATIVE}, whole=match is Match.EXACT, of=joined)
        for key in paradigm.plurals:
            self._plurals[key].add(player)
        for case, spellings in paradigm.mixed.items():
            for spelling in spellings:
                form = self._mixed[spelling].setdefault(player, _Form(player, Match.INFLECTED, bases={joined}))
                form.cases.add(case)
        if len(words) > 1:
            self._of_several_words.add(player)
        if len(words) > 1 or paradigm.mixed:
            self._open(paradigm.cases.values(), raw, words)
        for part in raw if len(raw) > 1 else ():
            if len(part) >= _SHORTEST_BEGINNING and not part.isdigit():
                for spelling in (part, *in_russian(part)):
                    for keys in decline(spelling).cases.values():
                        for key in keys:
                            self._parts[key].add(player)
        self._add_foreign(raw, player)

    def _form(self, key: str, player: str, match: Match, cases: set[str], *, whole: bool, of: str) -> None:
        form = self._forms[key].setdefault(player, _Form(player, match))
        form.cases |= cases
        form.bases.add(of)
        form.whole = form.whole or whole
        if _RANK[match] < _RANK[form.match]:
            form.match = match

    def _open(self, cases: Iterable[set[str]], raw: list[str], words: list[str]) -> None:
        """Note how names of several words begin, so that the text is not searched for them at every word."""
        self.longest = max(self.longest, len(words) + 1)
        for at in range(1, len(words) + 1):
            self._openings.add("".join(words[:at]))
        for keys in decline(raw[0]).cases.values():
            self._openings |= keys
        for keys in cases:
            self._openings |= keys

    def _add_foreign(self, raw: list[str], player: str) -> None:
        spelt = [in_russian(part) or in_latin(part) or ((part.lower(),) if part.isdigit() else ()) for part in raw]
        if not all(spelt):
            return
        russian = all(part.isdigit() or in_russian(part) for part in raw)
        combined = [""]
        for options in spelt:
            combined = [before + option for option in options for before in combined][:24]
        self.longest = max(self.longest, len(raw) + 1)
        self._foreign_names[player].update(fold(whole) for whole in combined)
        for whole in combined:
            keys = set().union(*decline(whole).cases.values()) if russian else {fold(whole)}
            for key in keys:
                self._foreign[key].add(player)
        if len(raw) > 1:
            self._openings |= {fold(option) for option in spelt[0]}

    # Lookups

    def named(self, name: str) -> str | None:
        """The slot that `name` (a slot name, alias or account, letter for letter) belongs to."""
        return self._called.get(name.casefold())

    def opens(self, key: str) -> bool:
        """Whether a name of several words may begin with this key."""
        return key in self._openings

    def form(self, key: str, written: str = "") -> Found:
        """The players that have `key` among their forms; the caller sees whether a prepositional fits its place.

        `written` tells a Latin nick with a Russian ending («Sovу») from one that only looks so.
        """
        memory = (key, written) if written and not written.isascii() else key
        found = self._remembered.get(memory)
        if found is None:
            found = self._look_up(key, written)
            if len(self._remembered) > _REMEMBERED:
                self._remembered.clear()
            self._remembered[memory] = found
        return found

    def _look_up(self, key: str, written: str) -> Found:
        for spelling in (key, *respelt(key)):
            forms = list(self._forms.get(spelling, {}).values())
            if spelling is key and written:
                forms += self._mixed.get(visible(written), {}).values()
            if forms:
                named = sorted(
                    (Named(one.player, one.match, frozenset(one.cases), one.whole) for one in forms),
                    key=lambda one: (_RANK[one.match], one.player),
                )
                return Found(tuple(named), tuple(sorted(self._plurals.get(spelling, ()))))
            if spelling in self._plurals:
                return Found(similar=tuple(sorted(self._plurals[spelling])))
        return NOBODY

    def guess(self, word: str) -> Found:
        """The players that `word`, which is nobody's form, may be meant for."""
        key = fold(word)
        found = self._guesses.get(key)
        if found is None:
            found = self._work_out(key)
            if len(self._guesses) > _REMEMBERED:
                self._guesses.clear()
            self._guesses[key] = found
        return found

    def _work_out(self, key: str) -> Found:
        plain = self.form(key)
        if plain:
            # A form that does not fit its place: «Гневе красным».
            return Found(similar=plain.players, guess=True)
        if plain.similar:
            # A plural names nobody, unless it is a beginning that several names share («Роз»).
            begun = {*self._begun_with(key), *plain.similar}
            named = dict.fromkeys(sorted(begun), Match.PREFIX) if len(begun) > 1 else {}
            return Found(self._ranked(named).named, plain.similar, guess=True)
        named = self._spelt_abroad(key)
        if not named and not could_be_name(key):
            return Found(guess=True)
        if not named:
            # A beginning or part, and a typing error: several candidates are a question whatever the edits.
            for player in (*self._begun_with(key), *sorted(self._parts.get(key, ()))):
                named.setdefault(player, Match.PREFIX)
            for player in sorted(self._mistyped(key)):
                named.setdefault(player, Match.TYPO)
        return self._ranked(named)

    def foreign(self, key: str) -> Found:
        """The players whose nick, spelt in the other alphabet, is `key`."""
        return self._ranked(self._spelt_abroad(key)) if key in self._foreign else NOBODY

    def long(self, key: str) -> Found:
        """The players whose name of several words is `key`, spelt abroad or with one letter wrong."""
        found = self.foreign(key)
        if found or len(key) < _LONG_NAME:
            return found
        several = self._mistyped(key) & self._of_several_words
        return self._ranked(dict.fromkeys(sorted(several), Match.TYPO))

    def _spelt_abroad(self, key: str) -> dict[str, Match]:
        named = dict.fromkeys(sorted(self._foreign.get(key, ())), Match.INFLECTED)
        for player in list(named):
            # «Дарклорда» is DarkLord, unless another nick goes on from there: then it may be either.
            for spelling in self._foreign_names[player]:
                if key.startswith(spelling):
                    named.update((other, Match.PREFIX) for other in self._begun_with(spelling) if other not in named)
        return named

    def _ranked(self, named: dict[str, Match]) -> Found:
        # By name within a rank: a roster in another order asks the same question.
        ranked = sorted(named.items(), key=lambda item: (_RANK[item[1]], item[0]))
        return Found(tuple(Named(player, match) for player, match in ranked), guess=True)

    def _begun_with(self, key: str) -> list[str]:
        if len(key) < _SHORTEST_BEGINNING:
            return []
        found = []
        for known, player in self._beginnings[bisect_left(self._beginnings, (key, "")) :]:
            if not known.startswith(key):
                break
            found.append(player)
        return found

    def _mistyped(self, key: str) -> set[str]:
        if len(key) < _SHORTEST_TYPO - 1:
            return set()
        from rapidfuzz.distance import OSA
        from rapidfuzz.process import extract

        # A word of the language is an error only for a name whose base it comes near: «Аннушку» for Анноушка, but
        # never «Пётр» for «Пете».
        bases = lemmas(key)
        near = set()
        for known, _distance, _at in extract(
            key, self._typable.keys(), scorer=OSA.distance, score_cutoff=1, limit=None
        ):
            for player, name in self._typable[known]:
                if not bases or any(OSA.distance(base, name, score_cutoff=1) <= 1 for base in bases):
                    near.add(player)
        return near

    @cached_property
    def _typable(self) -> dict[str, set[tuple[str, str]]]:
        """Forms of names of four letters or more, which an error may be meant for, with whose and which name's."""
        typable: dict[str, set[tuple[str, str]]] = defaultdict(set)
        for key, forms in self._forms.items():
            for form in forms.values():
                if len(key) >= _SHORTEST_TYPO and form.cases != {PREPOSITIONAL}:
                    typable[key] |= {(form.player, base) for base in form.bases if len(base) >= _SHORTEST_TYPO}
        for key, players in self._foreign.items():
            if len(key) >= _SHORTEST_TYPO:
                typable[key] |= {(player, base) for player in players for base in self._foreign_names[player]}
        return typable


def inner_gaps(name: str, words: list[str]) -> Iterator[str]:
    """What stands between the words of a name."""
    at = 0
    for before, word in pairwise(words):
        at = name.index(before, at) + len(before)
        yield name[at : name.index(word, at)]


_RANK = {Match.EXACT: 0, Match.INFLECTED: 1, Match.ALIAS: 2, Match.PREFIX: 3, Match.TYPO: 4}


def could_be_name(key: str) -> bool:
    """Whether a word that is nobody's form could still be meant as a name: no verb, particle or the like."""
    known = known_parses(key)
    namelike = any(parse.tag.POS in _NAMELIKE or parse.tag.POS == "ADJS" for parse in known)
    return not known or (namelike and not is_function_word(key))


def lemmas(key: str) -> set[str]:
    """Base forms of a word of the language, as keys; none when the dictionary does not know it."""
    known = known_parses(key)
    return {fold(parse.normal_form) for parse in known if parse.tag.POS in _NAMELIKE} | ({key} if known else set())


@lru_cache(maxsize=_REMEMBERED)
def is_function_word(key: str) -> bool:
    """Whether the word is a particle, pronoun or the like («ли», «никто»), so that only its writing tells a name."""
    return any(parse.tag.POS in _FUNCTION_WORDS or "Apro" in parse.tag for parse in known_parses(key))
