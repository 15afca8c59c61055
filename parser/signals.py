"""Wordings that suggest a broken rule (X6, X7): suspected, never certain; the GM decides.

Each kind has words that make a sentence worth a look (`parser.groups`), and a detector that takes its sentence as
`parser.wording` prepares it. Players' names are masked out first, so that a nick is never an insult.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator
from functools import lru_cache, reduce
from operator import or_

from parser.absence import absence
from parser.asking import Masters, asked
from parser.claims import claims
from parser.gate import ASKING, kinds
from parser.insults import insults, obscenities
from parser.masks import guesses
from parser.phrases import BET, OATH, PRIVATE
from parser.records import Signal, SignalKind
from parser.tokens import Sentence, Speech
from parser.wording import Spoken, spoken

# The question may stand in the sentence after the call: «ГМ! Сколько нас?»
_CALL = frozenset((SignalKind.QUESTION_TO_GM,))
# A reason may stand in the sentence after what it excuses: «Буду редко. Сессия.»
_TOGETHER = 3


def signals(speech: Speech, moderators: Collection[str]) -> tuple[Signal, ...]:
    """The signals of a player's post, in order of appearance. `moderators`: names by which the GM may be asked."""
    found: list[Signal] = []
    masters = _masters(frozenset(moderators))
    for sentences in (speech.sentences, speech.struck, speech.me):
        found += _absences(sentences, speech.text)
        for sentence in sentences:
            worth = kinds(sentence.bits) | _CALL & kinds(sentence.bits | ASKING)
            if any(token.key in masters.words for token in sentence.tokens):
                worth |= {SignalKind.QUESTION_TO_GM}
            said: dict[bool, Spoken] = {}
            for kind in sorted(worth - {SignalKind.ABSENCE_REASON}):
                if kind is SignalKind.QUESTION_TO_GM:
                    spans: Iterator[tuple[int, int]] = iter(asked(sentence, speech, masters))
                else:
                    quoted = kind in _WITH_QUOTES
                    if quoted not in said:
                        said[quoted] = spoken([sentence], speech.text, quoted=quoted)
                    spans = _DETECTORS[kind](said[quoted])
                found += [_signal(kind, speech.text, *span) for span in itertools.islice(spans, 1)]
    return tuple(sorted(found, key=lambda one: (one.start, one.end, one.kind)))


def _signal(kind: SignalKind, text: str, start: int, end: int) -> Signal:
    return Signal(kind=kind, text=text[start:end], start=start, end=end)


def _line_from(sentences: list[Sentence], at: int) -> list[Sentence]:
    """The sentence and those after it in its line that a reason for absence may share with it."""
    last = at + 1
    while last < len(sentences) and last < at + _TOGETHER and sentences[last].line == sentences[at].line:
        last += 1
    return sentences[at:last]


def _absences(sentences: list[Sentence], text: str) -> Iterator[Signal]:
    """Reasons for being away, each in a sentence or in a few of one line together."""
    told = 0
    for at, sentence in enumerate(sentences):
        together = _line_from(sentences, at)
        for some in ([sentence], together) if len(together) > 1 else ([sentence],):
            bits = reduce(or_, (one.bits for one in some))
            if SignalKind.ABSENCE_REASON in kinds(bits):
                span = next(absence(spoken(some, text, quoted=False)), None)
                if span is not None and span[0] >= told:
                    told = span[1]
                    yield _signal(SignalKind.ABSENCE_REASON, text, *span)
                    break


@lru_cache(maxsize=64)
def _masters(names: frozenset[str]) -> Masters:
    return Masters(names)


_WITH_QUOTES = frozenset((SignalKind.PRIVATE_MESSAGE, SignalKind.OBSCENITY))
_DETECTORS: dict[SignalKind, Callable[[Spoken], Iterator[tuple[int, int]]]] = {
    SignalKind.OATH: OATH.found,
    SignalKind.BET: BET.found,
    SignalKind.INSULT: insults,
    SignalKind.OBSCENITY: obscenities,
    SignalKind.MASK_GUESS: guesses,
    SignalKind.PRIVATE_MESSAGE: PRIVATE.found,
    SignalKind.ROLE_CLAIM_TOLD: claims,
}
