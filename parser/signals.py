"""Wordings that suggest a broken rule (X6, X7): suspected, never certain; the GM decides.

Each kind has words that make a sentence worth a look, and patterns over the sentence's keys. Players' names are masked
out first, so that a nick is never an insult.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from parser.fold import fold, respelt
from parser.gate import ASKING, kinds
from parser.insults import insults, obscenities
from parser.palette import Tone
from parser.phrases import ABSENCE, ABSENT, BET, MASK, OATH, PRIVATE, REASONS, TOLD, Phrases
from parser.records import Signal, SignalKind
from parser.tokens import Sentence, Speech, Token

_MASTER = re.compile("ведущ(?:ий|ая|его|ему|ей|им|ую)|гм|гма|гму|мастер|мастера|мастеру|гейммастер|админ|модератор")
_POLITE = frozenset(
    (
        "уважаемый",
        "уважаемая",
        "господин",
        "госпожа",
        "товарищ",
        "дорогой",
        "дорогая",
        "эй",
        "а",
        "скажите",
        "скажи",
        "подскажите",
        "подскажи",
        "ответьте",
        "объясните",
        "поясните",
        "и",
    )
)
# The question may stand in the sentence after the call: «ГМ! Сколько нас?»
_CALL = frozenset((SignalKind.QUESTION_TO_GM,))
_VOTE_TONES = (Tone.RED, Tone.BLUE, Tone.UNCLEAR)


@dataclass(slots=True)
class Spoken:
    """A sentence as patterns see it: keys and signs parted by spaces, names as `@`."""

    sentence: Sentence
    line: str
    places: list[tuple[int, int]]
    """Where each token stands in `line`."""
    raw: str
    """The sentence as written."""

    @property
    def words_of_no_name(self) -> list[Token]:
        """Its words that name no player."""
        names = {at for one in self.sentence.mentions for at in range(one.first, one.last + 1)}
        return [token for at, token in enumerate(self.sentence.tokens) if token.key and at not in names]

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Where the tokens that a match covers stand in the post's text."""
        covered = [
            token
            for token, (start, end) in zip(self.sentence.tokens, self.places, strict=True)
            if start < last and end > first
        ]
        return covered[0].start, covered[-1].end


def spoken(sentence: Sentence, text: str) -> Spoken:
    """The sentence, prepared for patterns."""
    names = {at for one in sentence.mentions if not one.self_word for at in range(one.first, one.last + 1)}
    pieces, places, at = [], [], 0
    for place, token in enumerate(sentence.tokens):
        plain = next(iter(respelt(token.key)), token.key)
        piece = "@" if place in names else plain or token.text
        places.append((at, at + len(piece)))
        pieces.append(piece)
        at += len(piece) + 1
    return Spoken(sentence, " ".join(pieces), places, text[sentence.start : sentence.end])


def signals(speech: Speech, moderators: Collection[str]) -> tuple[Signal, ...]:
    """The signals of a player's post, in order of appearance. `moderators`: names by which the GM may be asked."""
    found: list[Signal] = []
    masters = frozenset(fold(word) for name in moderators for word in name.split())
    for sentence in (*speech.sentences, *speech.struck, *speech.me):
        worth = kinds(sentence.bits) | _CALL & kinds(sentence.bits | ASKING)
        if masters and any(token.key in masters for token in sentence.tokens):
            worth |= {SignalKind.QUESTION_TO_GM}
        if worth:
            said = spoken(sentence, speech.text)
            for kind in sorted(worth):
                asked = kind is SignalKind.QUESTION_TO_GM
                spans = _asked(sentence, speech, masters) if asked else _DETECTORS[kind](said)
                for start, end in itertools.islice(spans, 1):
                    found.append(Signal(kind=kind, text=speech.text[start:end], start=start, end=end))
    return tuple(sorted(found, key=lambda one: (one.start, one.end, one.kind)))


def _by(phrases: Phrases) -> Callable[[Spoken], Iterator[tuple[int, int]]]:
    def detect(said: Spoken) -> Iterator[tuple[int, int]]:
        if phrases.unless.search(said.line):
            return
        for match in phrases.pattern.finditer(said.line):
            yield said.span(match.start(), match.end())

    return detect


def absence(said: Spoken) -> Iterator[tuple[int, int]]:
    """Г13.5: a reason for being away; being away without a reason is allowed."""
    whole = ABSENCE.pattern.search(said.line)
    if whole and not ABSENCE.unless.search(said.line):
        yield said.span(whole.start(), whole.end())
        return
    away, reason = ABSENT.pattern.search(said.line), REASONS.pattern.search(said.line)
    if away and reason and not ABSENCE.unless.search(said.line):
        yield said.span(min(away.start(), reason.start()), max(away.end(), reason.end()))


def _asked(sentence: Sentence, speech: Speech, masters: frozenset[str]) -> list[tuple[int, int]]:
    """Г12.1: a question to the GM whose name is not highlighted in it."""
    tokens = sentence.tokens
    for at, token in enumerate(tokens):
        if not token.key or not (_MASTER.fullmatch(token.key) or token.key in masters):
            continue
        if at + 1 < len(tokens) and tokens[at + 1].text == "-" and tokens[at + 1].start == token.end:
            continue  # «мастер-класс»
        if token.bold or token.mention or token.tone in _VOTE_TONES or not _is_addressed(tokens, at):
            continue
        asks = sentence
        if not sentence.ends_in_question:
            following = next((one for one in speech.sentences if one.start > sentence.start), None)
            called = following is not None and following.line == sentence.line and _is_call(tokens)
            called = called and tokens[-1].text != "."
            if following is None or not called or not following.ends_in_question:
                continue
            asks = following
        return [(sentence.start, asks.end)]
    return []


def _is_addressed(tokens: list[Token], at: int) -> bool:
    """«Ведущий, когда итоги?», «…, гм?», «вопрос к ведущему»."""
    before = [token for token in tokens[:at] if token.key]
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    opens = all(token.key in _POLITE for token in before) and (after is None or not after.key)
    polite = at
    while polite > 0 and tokens[polite - 1].key in _POLITE:
        polite -= 1
    closes = polite > 0 and tokens[polite - 1].text == "," and not any(token.key for token in tokens[at + 1 :])
    aside = at > 0 and tokens[at - 1].text == "," and after is not None and after.text == ","
    dative = tokens[at].key.endswith(("му", "ой", "ей", "у"))
    question = any(token.key.startswith("вопрос") for token in before) and (
        dative or any(token.key in ("к", "ко", "для") for token in before[-2:])
    )
    question = question or (dative and after is not None and after.key.startswith("вопрос"))
    asked = [token.key for token in before if token.key.startswith(("узнать", "спросить", "уточнить"))]
    question = question or bool(asked and any(token.key.startswith(("можно", "хоч", "хотел")) for token in before))
    return opens or closes or aside or question


def _is_call(tokens: list[Token]) -> bool:
    return sum(bool(token.key) for token in tokens) <= 5


_DETECTORS: dict[SignalKind, Callable[[Spoken], Iterator[tuple[int, int]]]] = {
    SignalKind.OATH: _by(OATH),
    SignalKind.BET: _by(BET),
    SignalKind.INSULT: insults,
    SignalKind.OBSCENITY: obscenities,
    SignalKind.MASK_GUESS: _by(MASK),
    SignalKind.ABSENCE_REASON: absence,
    SignalKind.PRIVATE_MESSAGE: _by(PRIVATE),
    SignalKind.ROLE_CLAIM_TOLD: _by(TOLD),
}
