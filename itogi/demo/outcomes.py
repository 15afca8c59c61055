"""What became of every post that was taken for a vote: for the demo's table of traps, and for its tests."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from engine.i18n import _
from engine.records import Cast
from itogi.evening import Evening
from itogi.questions import Question

COUNTS = "counts"
REPLACED = "replaced"
ASK = "ask:"
NOTHING = "nothing"


def outcomes(evening: Evening) -> dict[int, tuple[str, ...]]:
    """By post id: `counts`, `replaced`, `V5` …, `ask:REASON` in the spelling of the script, ballots first."""
    found: dict[int, list[str]] = defaultdict(list)

    def note(casts: Iterable[Cast], outcome: str) -> None:
        for cast in casts:
            evidence = evening.evidence(cast)
            if evidence and evidence.post_id:
                found[int(evidence.post_id)].append(outcome)

    for window in evening.days:
        result = evening.day(window.number).result
        note(result.superseded, REPLACED)
        note((ballot.cast for ballot in result.ballots), COUNTS)
        for aside in result.set_aside:
            note((aside.cast,), aside.rule)
    for question in evening.questions:
        if question.evidence.post_id:
            found[int(question.evidence.post_id)].append(f"{ASK}{question.reason}")
    return {post: tuple(words) for post, words in found.items()}


def in_words(words: Iterable[str], asked: Iterable[Question]) -> str:
    """The outcomes of one post for a reader; `asked` are the questions about it."""
    parts = []
    for word in words:
        if word == COUNTS:
            parts.append(_("counted"))
        elif word == REPLACED:
            parts.append(_("replaced by a later vote"))
        elif not word.startswith(ASK):
            parts.append(_("set aside ({rule})").format(rule=word))
    for question in asked:
        if question.settled_by:
            parts.append(f"{question.title} ({question.settled_by}): {question.meanwhile}")
        else:
            parts.append(_("a question to the game master: {title}").format(title=question.title))
    return "; ".join(parts) or _("no vote")
