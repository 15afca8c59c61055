"""Layer two, first half: sentences → candidate ballots, by paint (`paint`) and by colour words (`pairing`).

Whether a candidate is meant as a vote is for `parser.intent` to judge.
"""

from __future__ import annotations

from parser.candidate import Candidate, by_line
from parser.paint import painted
from parser.pairing import add_worded
from parser.reader import Reader
from parser.tokens import Sentence


def candidates(sentences: list[Sentence], reader: Reader, elsewhere: bool) -> list[Candidate]:  # noqa: FBT001
    """All candidates in order of appearance. `elsewhere`: somebody is named outside the author's own words."""
    found: list[Candidate] = []
    for line in by_line(sentences):
        if any(sentence.vivid for sentence in line):
            found += painted(line, reader)
    named_before = elsewhere
    for at, sentence in enumerate(sentences):
        if not sentence.coloured:
            named_before = named_before or any(not mention.self_word for mention in sentence.mentions)
            continue
        own = [one for one in found if one.sentence is sentence]
        neighbours = (sentences[at - 1] if at else None, sentences[at + 1] if at + 1 < len(sentences) else None)
        add_worded(sentence, neighbours, own, found, reader, named_before=named_before)
        named_before = named_before or any(not mention.self_word for mention in sentence.mentions)
    found.sort(key=lambda one: (one.start, one.end))
    return found
