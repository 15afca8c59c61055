"""What became of every post that was taken for a vote: for the demo's table of traps, and for its tests."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from engine.i18n import _
from engine.records import Cast
from itogi.evening import Evening
from itogi.questions import Question
from reports.phrases import colour_name

COUNTS = "counts"
REPLACED = "replaced"
ASK = "ask:"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of one ballot or place in a post."""

    word: str
    """As the script spells it: `counts`, `replaced`, `V5` …, `ask:REASON`."""
    cast: Cast | None = None
    question: Question | None = None

    def __str__(self) -> str:
        """For a reader, in the language in force."""
        if self.question:
            if self.question.settled_by:
                return f"{self.question.title} ({self.question.settled_by})"
            return _("a question: {title}").format(title=self.question.title)
        assert self.cast is not None
        ballot = f"{self.cast.target} {colour_name(self.cast.colour)}"
        if self.word == COUNTS:
            return _("{ballot}: counted").format(ballot=ballot)
        if self.word == REPLACED:
            return _("{ballot}: replaced by a later vote").format(ballot=ballot)
        return _("{ballot}: set aside ({rule})").format(ballot=ballot, rule=self.word)


def outcomes(evening: Evening) -> dict[int, tuple[Outcome, ...]]:
    """By post id, of every day that has opened; the ballots of a post first."""
    found: dict[int, list[Outcome]] = defaultdict(list)

    def note(casts: Iterable[Cast], word: str) -> None:
        for cast in casts:
            evidence = evening.evidence(cast)
            if evidence and evidence.post_id:
                found[int(evidence.post_id)].append(Outcome(word=word, cast=cast))

    for window in evening.days:
        result = evening.day(window.number).result
        note(result.superseded, REPLACED)
        note((ballot.cast for ballot in result.ballots), COUNTS)
        for aside in result.set_aside:
            note((aside.cast,), aside.rule)
    for question in evening.questions:
        if question.evidence.post_id:
            outcome = Outcome(word=f"{ASK}{question.reason}", question=question)
            found[int(question.evidence.post_id)].append(outcome)
    return {post: tuple(all_of_it) for post, all_of_it in found.items()}
