"""Questions to the GM: what the parser would not guess and what the rules leave open, with choices. Pure.

A key names a place in one revision of a post (`1234.ab12cd.17`): the answer survives every recount, and asks
itself anew when the post is edited. An answer to the key of a counted ballot overrides the reading too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from engine.events import QuestionAnswered
from engine.i18n import N_, _
from engine.records import Colour
from itogi.errors import NotYetError
from itogi.evidence import Evidence
from itogi.names import COLOUR_WORDS, in_colour, same, slot_named
from parser.records import Review, ReviewReason

NOTHING = "nothing"
VOTE = "vote"
EARLY = "early"
IN_TIME = "in_time"
LATE = "late"
AS_NOW = "as_now"
"""Count the post as it reads now."""
AS_BEFORE = "as_before"
"""Count the post as it read before."""


class Matter(StrEnum):
    """What the rules, not the wording, leave to the GM."""

    TIME = "time"
    """A vote within the last minute, or the first after (V3)."""
    EDIT = "edit"
    """A vote post edited after the deadline (V15)."""
    APPENDED = "appended"
    """A reply that the board appended to an earlier post (V19)."""
    VANISHED = "vanished"
    """A vote post that disappeared (V15)."""
    BALLOT = "ballot"
    """A ballot that nobody doubts; the GM may overrule the reading."""


TITLES: dict[str, str] = {
    ReviewReason.AMBIGUOUS_NAME: N_("the name fits several players"),
    ReviewReason.UNKNOWN_NAME: N_("no player of that name"),
    ReviewReason.PARTIAL_NAME: N_("only a part of the name is painted"),
    ReviewReason.SEVERAL_NAMES: N_("several names in one vote"),
    ReviewReason.NO_COLOUR: N_("a name without colour"),
    ReviewReason.UNCLEAR_COLOUR: N_("neither clearly red nor clearly blue"),
    ReviewReason.CONFLICTING_COLOUR: N_("paint and words disagree"),
    ReviewReason.DISTANT_COLOUR: N_("name and colour word stand far apart"),
    ReviewReason.ENGINE_COLOUR: N_("painted by the forum, not by the author"),
    ReviewReason.ROLE_CLAIM: N_("«red» may be said of a role"),
    ReviewReason.LONG_TEXT: N_("a painted sentence"),
    ReviewReason.HYPOTHETICAL: N_("said as a possibility"),
    ReviewReason.NEGATED: N_("said with a «not»"),
    ReviewReason.REPORTED: N_("somebody else's or an earlier vote retold"),
    ReviewReason.NOT_MODERATOR: N_("a vote passed on by a player, not by the game master"),
    ReviewReason.STRUCK_OUT: N_("struck out"),
    ReviewReason.WITHDRAWAL: N_("an attempt to take the vote back"),
    ReviewReason.EARLY_WITHOUT_VOTE: N_("«early» without a vote"),
    ReviewReason.NO_NAME: N_("a colour or assent without a name"),
    ReviewReason.RAW_MARKUP: N_("markup that the forum did not render"),
    Matter.TIME: N_("at the very deadline"),
    Matter.EDIT: N_("edited after the deadline"),
    Matter.APPENDED: N_("appended to an earlier post by the forum"),
    Matter.VANISHED: N_("the post has disappeared from the topic"),
    Matter.BALLOT: N_("a ballot as read"),
}

SETTLED: dict[str, str] = {
    ReviewReason.NO_COLOUR: "V1",
    ReviewReason.WITHDRAWAL: "V6",
    ReviewReason.NOT_MODERATOR: "V14",
}
"""Readings that the rules settle without the GM: reported, and open to an answer all the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One way to answer."""

    verdict: str
    voter: str | None = None
    target: str | None = None
    colour: Colour | None = None
    early: bool = False
    final: bool = False
    effect: str | None = None
    """What it does to the tally, in the language in force; None while not worked out."""

    @property
    def label(self) -> str:
        """What to type, in the language in force."""
        if self.verdict == VOTE:
            marks = [_("early") if self.early else "", _("final") if self.final else ""]
            return " ".join(part for part in (self.target, in_colour(self.colour), *marks) if part)
        return _(VERDICTS[self.verdict])


VERDICTS = {
    NOTHING: N_("no vote"),
    EARLY: N_("early"),
    IN_TIME: N_("in time"),
    LATE: N_("late"),
    AS_NOW: N_("as now"),
    AS_BEFORE: N_("as before"),
}
_TYPED = {
    NOTHING: ("не голос", "нет", "ничего", "no vote", "nothing", "no", "0"),
    EARLY: ("досрочно", "early"),
    IN_TIME: ("вовремя", "успел", "успела", "in time", "in_time"),
    LATE: ("поздно", "опоздал", "опоздала", "late"),
    AS_NOW: ("как сейчас", "as now", "as_now"),
    AS_BEFORE: ("как было", "as before", "as_before"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A place that the GM must, or may, settle."""

    key: str
    day: int
    reason: str
    """A `ReviewReason` or a `Matter`."""
    evidence: Evidence
    voter: str | None
    """Slot whose vote it would be."""
    choices: tuple[Choice, ...]
    meanwhile: str
    """How it counts until it is answered, in the language in force."""
    settled_by: str | None = None
    """Number of the rule that settles it without the GM; such a question is only a remark."""
    answer: QuestionAnswered | None = None

    @property
    def title(self) -> str:
        """What is unclear, in the language in force."""
        return _(TITLES[self.reason])

    @property
    def open(self) -> bool:
        """Whether it waits for the GM."""
        return self.answer is None and self.settled_by is None

    @property
    def matters(self) -> bool:
        """Whether any choice changes the tally; True while that is not worked out."""
        effects = {choice.effect for choice in self.choices}
        return len(effects) > 1 or None in effects


def of_review(
    review: Review, *, key: str, day: int, voter: str | None, evidence: Evidence, answer: QuestionAnswered | None
) -> Question:
    """The question that a review of the parser puts."""
    colours = (review.colour,) if review.colour else (Colour.RED, Colour.BLUE)
    choices = [
        Choice(verdict=VOTE, target=name, colour=colour, early=review.early, final=review.final)
        for name in review.candidates
        for colour in colours
    ]
    if review.reason is ReviewReason.EARLY_WITHOUT_VOTE:
        choices.append(Choice(verdict=EARLY))
    return Question(
        key=key,
        day=day,
        reason=review.reason,
        evidence=evidence,
        voter=review.voter or voter,
        choices=(*choices, Choice(verdict=NOTHING)),
        meanwhile=_("the vote stands") if review.reason is ReviewReason.WITHDRAWAL else _("not counted"),
        settled_by=SETTLED.get(review.reason),
        answer=answer,
    )


def find(questions: Iterable[Question], key: str) -> Question:
    """The question that `key`, or the beginning of one, names. Raises NotYetError."""
    known = tuple(questions)
    wanted = key.strip().lower().removeprefix("#")
    found = [question for question in known if question.key == wanted] or [
        question for question in known if question.key.startswith(f"{wanted}.")
    ]
    found = found or [question for question in known if question.key.startswith(wanted)]
    # The short key of a post with one open question means that one.
    if len(found) > 1 and len([question for question in found if question.open]) == 1:
        found = [question for question in found if question.open]
    if len(found) == 1:
        return found[0]
    if found:
        raise NotYetError(
            _("`{key}` fits several questions: {keys}; write more of the key.").format(
                key=key, keys=", ".join(question.key for question in found[:8])
            )
        )
    raise NotYetError(_("There is no question `{key}`; `itogi questions` lists them.").format(key=key))


def short_key(question: Question, listed: Iterable[Question]) -> str:
    """The post's id alone, where it is enough to name the question among those listed."""
    post = question.key.partition(".")[0]
    rivals = [other for other in listed if other.key.startswith(f"{post}.")]
    return post if len(rivals) == 1 else question.key


def answered(question: Question, text: str, names: Iterable[str]) -> QuestionAnswered:
    """The answer that `text` gives: the number or label of a choice, or any «name colour [early] [final]».

    Raises NotYetError with what can be answered.
    """
    written = " ".join(text.strip().strip("«»\"'").split())
    choice = _chosen(question, written)
    if choice is None and question.reason not in (Matter.TIME, Matter.APPENDED):
        choice = _ballot(written, tuple(names))
    if choice is None:
        labels = ", ".join(f"{number}) {entry.label}" for number, entry in enumerate(question.choices, 1))
        raise NotYetError(
            _("`{text}` is no answer here; answer with: {labels}.").format(text=text, labels=labels)
            if question.reason in (Matter.TIME, Matter.APPENDED)
            else _("`{text}` is no answer here; answer with: {labels}; or with a name and red or blue.").format(
                text=text, labels=labels
            )
        )
    return chosen(question, choice)


def chosen(question: Question, choice: Choice) -> QuestionAnswered:
    """What records a choice."""
    return QuestionAnswered(
        question=question.key,
        verdict=choice.verdict,
        voter=question.voter,
        target=choice.target,
        colour=choice.colour,
        early=choice.early,
        final=choice.final,
    )


def _chosen(question: Question, written: str) -> Choice | None:
    if written.isdecimal() and 1 <= int(written) <= len(question.choices):
        return question.choices[int(written) - 1]
    for choice in question.choices:
        if same(choice.label, written) or written.casefold() in _TYPED.get(choice.verdict, ()):
            return choice
    return None


def _ballot(written: str, names: tuple[str, ...]) -> Choice | None:
    words = written.split()
    early = any(word.casefold() in ("досрочно", "early") for word in words)
    final = any(word.casefold() in ("окончательно", "final") for word in words)
    words = [word for word in words if word.casefold() not in ("досрочно", "early", "окончательно", "final", "in")]
    if len(words) < 2:
        return None
    colour = next((colour for colour, known in COLOUR_WORDS.items() if words[-1].casefold() in known), None)
    if colour is None:
        return None
    return Choice(verdict=VOTE, target=slot_named(names, " ".join(words[:-1])), colour=colour, early=early, final=final)


def with_effects(question: Question, effects: Iterable[str]) -> Question:
    """The question with what each of its choices does."""
    return replace(
        question,
        choices=tuple(replace(choice, effect=effect) for choice, effect in zip(question.choices, effects, strict=True)),
    )
