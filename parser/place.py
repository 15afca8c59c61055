"""A candidate ballot with the words around it, as the judgements of its meaning see it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from parser.candidate import Candidate
from parser.lexicon import Cue
from parser.tokens import Sentence, Token


@dataclass
class Place:
    """A candidate with its surroundings in the sentence."""

    candidate: Candidate
    author: str
    before: list[Token]
    after: list[Token]
    others: list[Candidate]
    """Further candidates of the sentence."""
    earlier: Sentence | None
    """The sentence before, when it stands on the same line."""

    @property
    def sentence(self) -> Sentence:
        """The candidate's own."""
        return self.candidate.sentence

    @property
    def inside(self) -> list[Token]:
        """Its own tokens."""
        return self.sentence.tokens[self.candidate.first : self.candidate.last + 1]

    @cached_property
    def clause(self) -> list[Token]:
        """The words before it in its own clause."""
        for at in range(len(self.before) - 1, -1, -1):
            token = self.before[at]
            if parts_clauses(self.before, at) or token.has(Cue.BUT):
                return self.before[at + 1 :]
        return self.before

    @cached_property
    def clause_after(self) -> list[Token]:
        """The words after it in its own clause."""
        for at, token in enumerate(self.after):
            if parts_clauses(self.after, at) or token.has(Cue.BUT):
                return self.after[:at]
        return self.after

    @cached_property
    def scope(self) -> list[Token]:
        """The words before it that still bear on it: since the last ballot, «но», or decision."""
        start = 0
        for at, token in enumerate(self.before):
            settled = token.has(Cue.DECIDED) and not negated_at(self.before, at) and not token.has(Cue.DOUBT_IF_NOT)
            settled = settled or (
                token.has(Cue.DOUBT_IF_NOT) and token.has(Cue.DECIDED) and not negated_at(self.before, at)
            )
            so = token.key == "что" and at and self.before[at - 1].key == "так"
            if settled or token.has(Cue.BUT) or so:
                start = at + 1
        first = self.sentence.tokens[self.candidate.first].start
        for other in self.others:
            if other.end <= first:
                ends = [at for at, token in enumerate(self.before) if token.end <= other.end]
                if ends and not _linked(self.before[ends[-1] + 1 :]):
                    start = max(start, ends[-1] + 1)
        return _without_brackets(self.before[start:])


def _without_brackets(tokens: list[Token]) -> list[Token]:
    """Without what stands in brackets of its own: «на всякий случай (вдруг не успею): …»."""
    closed = next((at for at in range(len(tokens) - 1, -1, -1) if tokens[at].text == ")"), None)
    opened = next((at for at in range(closed or 0) if tokens[at].text == "("), None)
    return tokens if closed is None or opened is None else tokens[:opened] + tokens[closed + 1 :]


def is_dash(token: Token) -> bool:
    """Whether it is a dash of any length."""
    return not token.key and token.text in "-—–"


def parts_clauses(tokens: list[Token], at: int) -> bool:
    """Whether a sign ends a clause: a hyphen does when it stands free as a dash."""
    token = tokens[at]
    if token.key or token.text not in ",;:()—–-":
        return False
    joined = token.text == "-" and at > 0 and tokens[at - 1].end == token.start
    return not joined


def _linked(between: list[Token]) -> bool:
    """Whether two ballots share what was said before them: «между А красным и Б красным»."""
    return (
        bool(between)
        and all(not token.key or token.has(Cue.OR | Cue.FILLER) or token.key == "и" for token in between)
        and any(token.has(Cue.OR) or token.key == "и" for token in between)
    )


def negated_at(tokens: list[Token], at: int) -> bool:
    """Whether a «не» stands right before a word."""
    return any(token.has(Cue.NOT) for token in tokens[max(0, at - 2) : at])
