"""Lists of opinions: a top-3, roles guessed, everybody's colour. Names are painted there, and no vote is cast."""

from __future__ import annotations

import re

from parser.candidate import VOTE_TONES, Candidate
from parser.lexicon import Cue
from parser.records import How, ReviewReason
from parser.tokens import Sentence

_HEADINGS = re.compile(
    "(?:топ|рейтинг|списо?к|расклад|мнени|подозрени|подозреваем|подозрительн|светофор|оценк|ощущени|раскладк|прогноз"
    "|соображени|мысл|наблюдени|градаци|шкал|впечатлени|чтени|рол|вариант|версии|версий|кандидаты|претендент)"
)
_NUMBER = re.compile(r"\s*(?:\d{1,2}\s*[.):-]|[-–—•*])\s*$")
_DESCRIBING = "-—–:=("
_CAST = Cue.VOTE | Cue.DECIDED | Cue.CHANGE | Cue.SEPARATOR | Cue.EARLY | Cue.FINAL
_FEWEST = 3


def doubt_opinions(judged: list[Candidate], sentences: list[Sentence], text: str) -> None:
    """Make questions of votes that are entries of a list of opinions (convention 6: several names, one ballot)."""
    votes = [one for one in judged if one.reason is None and one.tone in VOTE_TONES and not one.mention.self_word]
    if len({one.mention.players for one in votes}) < 2:
        return
    entries = [one for one in votes if not _is_cast(one)]
    several = len({one.mention.players for one in entries})
    if several < 2 or any(one.early or one.final for one in entries):
        return
    numbered = [one for one in entries if _NUMBER.match(text[text.rfind("\n", 0, one.start) + 1 : one.start])]
    described = [one for one in entries if _is_described(one)]
    roles = [one for one in described if _names_role(one)]
    listed = (
        len(numbered) == len(entries)
        or (several >= _FEWEST and len(described) >= len(entries) - 1)
        or len(roles) == len(entries)
        or _is_headed(entries[0], sentences)
    )
    if listed:
        for one in entries:
            one.reason = ReviewReason.SEVERAL_NAMES


def _is_cast(one: Candidate) -> bool:
    """Whether words of voting right before it, or another change of mind, make the entry a vote."""
    before = [token for token in one.sentence.tokens[: one.first] if token.key]
    return any(token.has(_CAST) for token in before[-3:])


def _is_described(one: Candidate) -> bool:
    """Whether the entry says something of the player: «Вера - мутная»."""
    after = one.sentence.tokens[one.last + 1 :][:2]
    return one.how is How.PAINT and len(after) == 2 and after[0].text in _DESCRIBING and bool(after[1].key)


def _names_role(one: Candidate) -> bool:
    return any(token.has(Cue.ROLE) for token in one.sentence.tokens[one.last + 1 :][1:4])


def _is_headed(first: Candidate, sentences: list[Sentence]) -> bool:
    """Whether the list has a heading: «Топ подозрений:», in its line or the one above."""
    at = sentences.index(first.sentence)
    above = sentences[at - 1] if at and sentences[at - 1].line >= first.sentence.line - 1 else None
    before = first.sentence.tokens[: first.first]
    for tokens in (before, above.tokens if above is not None else []):
        words = [token for token in tokens if token.key and not token.named]
        signed = any(token.text in ":-—–" for token in tokens)
        if signed and len(words) <= 6 and any(_HEADINGS.match(token.key) for token in words):
            return True
    return False
