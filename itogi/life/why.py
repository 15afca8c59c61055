"""«Why wasn't my vote counted»: a player's votes of a day with links, times, revisions and the rule. Holds no secret.

It goes by the open count (`itogi.open_count`): no answer can give a role or the boss's silent loss away (P2, N5).
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from engine.events import QuestionAnswered
from engine.records import Cast
from engine.results import DayResult, SetAside
from itogi.evening import DayView, Evening
from itogi.evidence import Evidence
from itogi.heard import Heard
from itogi.life.texts import local
from itogi.open_count import public_result
from itogi.questions import NOTHING, Matter, Question
from itogi.timetable import Timing
from parser.records import ReviewReason
from reports.letters import Why, WhyBallot
from reports.public import names_of
from reports.spans import Name, Url, Words
from scraper.records import Precision

_OF_REVIEW: dict[str, str] = {
    ReviewReason.NO_COLOUR: "V1",
    ReviewReason.WITHDRAWAL: "V6",
    ReviewReason.NOT_MODERATOR: "V14",
    ReviewReason.EARLY_WITHOUT_VOTE: "V8",
}
NEAR = timedelta(minutes=2)
"""So near to the end the seconds are told."""
_PENDING = (Matter.TIME, Matter.APPENDED, Matter.EDIT)
_KNOWN = frozenset({"V2", "V5", "V9", "V13", "V16", "V17", "V18"})


def why_of(evening: Evening, name: str, number: int | None = None) -> Why:
    """The answer for a slot about a day, the last one unless told. Raises NotYetError."""
    view = evening.day(number)
    result = public_result(evening, view)
    work = _Work(evening, view, result, name)
    ballots = tuple(sorted(work.ballots(), key=lambda ballot: ballot.at))
    standing = next((ballot for ballot in ballots if ballot.fate == "stands"), None)
    return Why(
        player=names_of(evening.setup.players)[name],
        day=view.window.number,
        opens=local(view.window.opens, evening.game),
        ends=local(view.window.ends, evening.game),
        ballots=ballots,
        standing=standing,
        running=view.running,
        missed=name in result.missed and not view.running,
        penalty=dict(result.penalties).get(name, 0),
        without_vote=name in result.publicly_silenced,
        out=name not in view.before.alive or name in result.removed_mid_day,
        incomplete=view.reliability.read_at is None,
    )


class _Work:
    """The votes of one player on one day."""

    def __init__(self, evening: Evening, view: DayView, result: DayResult, name: str) -> None:
        self.evening, self.view, self.result, self.name = evening, view, result, name
        self.day = view.window.number
        self.names = names_of(evening.setup.players)
        self.answers = {
            event.said.question: event.said for event in evening.events if isinstance(event.said, QuestionAnswered)
        }
        self.questions = [question for question in view.questions if question.voter == name]

    def ballots(self) -> Iterator[WhyBallot]:
        aside = {id(one.cast): one for one in self.result.set_aside}
        standing = {id(ballot.cast) for ballot in self.result.ballots}
        cast_refs = set()
        for cast in self._casts():
            cast_refs.add(cast.ref)
            evidence = self.evening.evidence(cast)
            if evidence is None:
                continue
            set_aside = aside.get(id(cast))
            fate = "stands" if id(cast) in standing else "set_aside" if set_aside else "replaced"
            reason = self._reason(cast, set_aside, evidence) if set_aside else None
            if self._pending(evidence):
                fate, reason = "waiting", None
            yield self._line(evidence, cast, fate, reason, ruled=cast.ref in self.answers or self._ruled(evidence))
        for question in self.questions:
            if question.key not in cast_refs and question.reason not in set(Matter):
                yield self._place(question)

    def _casts(self) -> tuple[Cast, ...]:
        return tuple(cast for cast in self.evening.intake.casts.get(self.day, ()) if cast.by == self.name)

    def _pending(self, evidence: Evidence) -> bool:
        """Whether the GM is still asked about the whole post: its time, an edit."""
        return any(
            question.open and question.reason in _PENDING and question.evidence.post_id == evidence.post_id
            for question in self.questions
            if evidence.post_id is not None
        )

    def _ruled(self, evidence: Evidence) -> bool:
        """Whether the GM has settled the time or the edit of the whole post."""
        return evidence.post_id is not None and any(
            question.answer and question.reason in _PENDING and question.evidence.post_id == evidence.post_id
            for question in self.questions
        )

    def _place(self, question: Question) -> WhyBallot:
        """A place that the parser asked about and that is no ballot."""
        bare = Cast(by=self.name, target=None, colour=None)
        answer = question.answer
        if question.open:
            return self._line(question.evidence, bare, "waiting", "unclear", ruled=False)
        ruled = answer is not None and answer.verdict == NOTHING
        return self._line(
            question.evidence,
            bare,
            "no_vote",
            _OF_REVIEW.get(question.reason, None if ruled else "unclear"),
            ruled=ruled,
        )

    def _line(self, evidence: Evidence, cast: Cast, fate: str, reason: str | None, *, ruled: bool) -> WhyBallot:
        heard = self._heard(evidence)
        edited = heard.seen.post.edited_at if heard else evidence.edited_at
        return WhyBallot(
            at=local(evidence.at, self.evening.game),
            quote=Words(evidence.excerpt),
            target=self.names.get(cast.target, Name(cast.target)) if cast.target else None,
            colour=cast.colour,
            early=cast.early,
            final=cast.final,
            fate=fate,
            reason=reason,
            ruled=ruled and fate != "waiting",
            url=Url(evidence.url) if evidence.url else None,
            source=Words(evidence.source) if evidence.source else None,
            announced=cast.announced,
            edited=local(edited, self.evening.game) if edited else None,
            revision=evidence.revision,
            revisions=evidence.revisions,
            gone=evidence.gone,
            exact=self._exact(evidence),
        )

    def _exact(self, evidence: Evidence) -> bool:
        heard = self._heard(evidence)
        by_seconds = heard is not None and heard.seen.post.precision is Precision.SECOND
        return by_seconds and abs(evidence.at - self.view.window.ends) <= NEAR

    def _heard(self, evidence: Evidence) -> Heard | None:
        heard = self.evening.intake.heard
        return next((one for one in heard if one.seen.post.id == evidence.post_id), None)

    def _reason(self, cast: Cast, aside: SetAside, evidence: Evidence) -> str:
        """Key of the sentence that tells the rule."""
        rule = aside.rule
        if rule == "V3":
            heard = self._heard(evidence)
            if heard is None or heard.timing is Timing.IN_TIME:
                return "V3"
            return "V3_early" if heard.timing is Timing.EARLY else "V3_late"
        if rule == "V4":
            return self._fault_of_target(cast)
        if rule == "V7":
            held = any(one.final or one.early for one in self._casts() if one is not cast)
            return "V7" if held else "V7_changes"
        if rule == "V15":
            return "V15" if self.evening.rules.edited_votes == "text_at_deadline" else "V15_rule"
        if rule == "V20":
            return "V20_self" if self.name in self.result.removed_mid_day else "V20"
        return rule if rule in _KNOWN else "other"

    def _fault_of_target(self, cast: Cast) -> str:
        if cast.void == "V4":
            return "V4_several"
        if cast.target is None or cast.target not in self.names:
            return "V4_unknown"
        if cast.target not in self.view.before.alive:
            return "V4_dead"
        return "V1" if cast.colour is None else "V4"
