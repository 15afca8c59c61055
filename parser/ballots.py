"""Layer two, first half: sentences → candidate ballots, by paint (`paint`) and by colour words (`pairing`).

Whether a candidate is meant as a vote is for `parser.intent` to judge.
"""

from __future__ import annotations

from parser.candidate import VOTE_TONES, Around, Candidate, Pool, by_line
from parser.paint import painted
from parser.pairing import add_worded
from parser.reader import Reader
from parser.tokens import Sentence


def candidates(sentences: list[Sentence], reader: Reader, named_from: int | None = None) -> list[Candidate]:
    """All candidates in order of appearance. `named_from`: where somebody is first named outside these sentences."""
    pool = Pool()
    if not sentences:
        return pool.all
    for line in by_line(sentences):
        if any(sentence.vivid for sentence in line):
            for one in painted(line, reader):
                above = pool.all[-1] if pool.all else None
                if above is not None and _one_name(above, one, reader):
                    above.end_text = one.end
                else:
                    pool.add(one)
    named_before = False
    latest: Candidate | None = None
    for at, sentence in enumerate(sentences):
        if sentence.coloured:
            before = sentences[at - 1] if at else None
            after = sentences[at + 1] if at + 1 < len(sentences) else None
            elsewhere = named_from is not None and named_from < sentence.start
            around = Around(before, after, latest, named_before=named_before or elsewhere)
            add_worded(sentence, around, pool, reader)
        named_before = named_before or any(not mention.self_word for mention in sentence.mentions)
        latest = next((one for one in reversed(pool.of(sentence)) if one.tone in VOTE_TONES), latest)
    return sorted(pool.all, key=lambda one: (one.start, one.end))


def _one_name(before: Candidate, one: Candidate, reader: Reader) -> bool:
    """Whether two paints on neighbouring lines are the halves of one name: «Баба», and below it «Яга»."""
    if one.tone is not before.tone or one.sentence.line != before.sentence.line + 1 or one.reason or before.reason:
        return False
    if not (before.alone and one.alone) or before.mention.players != one.mention.players:
        return False
    halves = (before.mention.text, one.mention.text)
    whole = reader.roster.form("".join(reader.key(half) for half in halves))
    return whole.players == one.mention.players and not any(reader.roster.form(reader.key(half)) for half in halves)
