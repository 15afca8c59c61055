"""The private answers of a night, drafted for each recipient: a check, the council, an order that is not taken.

What the rules keep from a player is never answered: that a heal was void by N12's silent ban, that the boss lost his
vote, who blocked whom, what a die did. The dead get no answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256

from engine.events import CouncilAnswered, Event, LetterSent
from engine.i18n import _
from engine.night.validity import Case, heal_from_closed
from engine.records import Deed, Order, Role
from engine.results import NightResult, Refused
from engine.roles import BOSS_DEEDS, boss_of, line_of
from engine.ruleset import Ruleset
from engine.state import State
from itogi.errors import NotYetError
from itogi.evening import Evening, NightView
from itogi.life.letters import reader_of
from itogi.life.texts import local, texts_of
from itogi.names import NO, YES
from reports.letters import PrivateAnswer
from reports.phrases import order_words
from reports.public import names_of
from reports.spans import Draft, Words

REFUSED = ("нельзя", "refused", "not allowed")
"""Words by which a question to the council is not allowed (N4)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer to one player."""

    player: str
    account: str
    """Whom it goes to."""
    text: PrivateAnswer

    @property
    def mark(self) -> str:
        """Tells this answer from another to the same player in the same night; gives nothing away."""
        return sha256(repr(replace(self.text, until=None)).encode()).hexdigest()[:12]


def sent(evening: Evening, answer: Answer) -> Event | None:
    """The entry that an answer has gone out."""
    wanted = (answer.player, answer.text.night, answer.mark)
    return next(
        (
            event
            for event in reversed(evening.events)
            if isinstance(event.said, LetterSent) and (event.said.player, event.said.night, event.said.mark) == wanted
        ),
        None,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """All answers of one night."""

    night: int
    answers: tuple[Answer, ...]
    """In the order of the roster."""
    question: Order | None
    """The council's question that the GM has not answered yet (N4)."""
    remarks: tuple[str, ...]
    """For the GM: whom nothing is sent, and why. Secret."""


def answers_of(evening: Evening, number: int | None = None) -> Answers:
    """The answers of a night; before its end only what its senders must know in time. Raises NotYetError."""
    view = evening.night(number)
    over = evening.moment >= view.window.ends
    work = _Work(evening, view, over=over)
    found = [*work.successor(), *work.not_taken(), *work.council()]
    if over:
        found += work.checks()
    order = [player.name for player in evening.setup.players]
    found.sort(key=lambda answer: order.index(answer.player.text))
    return Answers(
        night=view.window.number,
        answers=tuple(
            Answer(player=one.player.text, account=reader_of(evening, one.player.text), text=one) for one in found
        ),
        question=work.open_question(),
        remarks=tuple(work.remarks),
    )


def remedies_of(evening: Evening, number: int, until: datetime | None) -> Answers:
    """ГМ10: mafia and maniac may change their order after a move was told; `until` when."""
    view = evening.night(number)
    state = view.before
    boss = boss_of(evening.rules, state)
    maniacs = [player.name for player in state.players if player.role is Role.MANIAC and player.name in state.alive]
    recipients = [name for name in (boss, *maniacs) if name]
    names = names_of(evening.setup.players)
    answers = []
    for name in recipients:
        standing = next(
            (
                outcome.order
                for outcome in view.result.outcomes
                if name in (outcome.actor, outcome.order.by)
                and (name != boss or outcome.order.do in BOSS_DEEDS or outcome.order.by == name)
            ),
            None,
        )
        text = PrivateAnswer(
            night=view.window.number,
            player=names[name],
            kind="remedy",
            standing=_words(standing) if standing else None,
            until=local(until, evening.game) if until else None,
        )
        answers.append(Answer(player=name, account=reader_of(evening, name), text=text))
    return Answers(night=view.window.number, answers=tuple(answers), question=None, remarks=())


def draft(evening: Evening, answer: Answer) -> Draft:
    """The text of an answer. Raises TemplateError."""
    return texts_of(evening.game).answer(answer.text)


def council_said(evening: Evening, night: int | None, word: str, note: str | None = None) -> CouncilAnswered:
    """The GM's answer to the council's question of a night, in words. Raises NotYetError when nobody asks."""
    view = evening.night(night)
    number = view.window.number
    if question_of(view.result) is None:
        raise NotYetError(_("Nobody asks the council in night {number}.").format(number=number))
    said = word.strip().casefold()
    verdict = "yes" if said in YES else "no" if said in NO else "refused" if said in REFUSED else None
    if verdict is None:
        raise NotYetError(_("`{word}`: answer yes, no or refused.").format(word=word))
    return CouncilAnswered(night=number, answer=verdict, note=(note or "").strip() or None)


def council_of(evening: Evening, night: int) -> CouncilAnswered | None:
    """The GM's answer to the council's question of a night."""
    said = [event.said for event in evening.events if isinstance(event.said, CouncilAnswered)]
    return next((one for one in reversed(said) if one.night == night), None)


def question_of(result: NightResult) -> Order | None:
    """The council's question that stands in a night."""
    return next((outcome.order for outcome in result.outcomes if outcome.order.do is Deed.ASK), None)


class _Work:
    """The answers of one night in the making."""

    def __init__(self, evening: Evening, view: NightView, *, over: bool) -> None:
        self.evening, self.view, self.over = evening, view, over
        self.night = view.window.number
        self.names = names_of(evening.setup.players)
        self.dead = {death.player for death in view.result.deaths} if over else set()
        self.until = None if over else local(view.window.ends, evening.game)
        self.remarks: list[str] = []

    def successor(self) -> Iterator[PrivateAnswer]:
        """N2: whoever became the boss since the night before."""
        if self.night == 1:
            return
        rules, now = self.evening.rules, self.view.before
        before = self.evening.playthrough.before("night", self.night - 1)
        boss = boss_of(rules, now)
        if boss and boss != boss_of(rules, before) and boss in line_of(rules, before):
            yield PrivateAnswer(night=self.night, player=self.names[boss], kind="boss")

    def not_taken(self) -> Iterator[PrivateAnswer]:
        """Orders that the rules refuse, or that came late: told to a living sender who has not sent a later one."""
        given = list(self.view.given.orders)
        for refused in self.view.result.refused:
            sender = refused.order.by
            if sender not in self.view.before.alive or sender not in self.names:
                continue
            later = given[_place(given, refused.order) + 1 :]
            if any(order.by == sender for order in later):
                # The refused one is past: the sender has thought again already.
                continue
            if sender in self.dead:
                self.remarks.append(_("{name} died this night: no answer is sent.").format(name=sender))
                continue
            standing = next((one.order for one in self.view.result.outcomes if one.order.by == sender), None)
            if refused.order.do is Deed.ASK and refused.rule == "N4":
                yield self._not_allowed(refused.order)
                continue
            late = refused.order.late and refused.rule == "N0"
            yield PrivateAnswer(
                night=self.night,
                player=self.names[sender],
                kind="late" if late else "refused",
                order=_words(refused.order),
                reason=None if late else Words(reason_for(self.evening.rules, self.view.before, self.night, refused)),
                standing=_words(standing) if standing else None,
                until=self.until,
            )

    def _not_allowed(self, order: Order) -> PrivateAnswer:
        """N4: the GM refused the question; another order may take its place while there is time."""
        said = council_of(self.evening, self.night)
        return PrivateAnswer(
            night=self.night,
            player=self.names[order.by],
            kind="council",
            order=Words(order.text or ""),
            answer="refused",
            reason=Words(said.note) if said and said.note else None,
            until=self.until,
        )

    def open_question(self) -> Order | None:
        order = question_of(self.view.result)
        if order is None or council_of(self.evening, self.night):
            return None
        return order if self._asked(order) or not self.over else None

    def _asked(self, order: Order) -> bool:
        return any(outcome.order.ref == order.ref and outcome.happened for outcome in self.view.result.outcomes)

    def council(self) -> Iterator[PrivateAnswer]:
        """N1, N4: the answer to the question, once the GM has given it; silence when the boss was blocked."""
        order = question_of(self.view.result)
        if order is None:
            return
        said = council_of(self.evening, self.night)
        if order.by in self.dead:
            self.remarks.append(_("{name} died this night: no answer is sent.").format(name=order.by))
            return
        if not self.over:
            return
        if not self._asked(order):
            answer = "silent"
        elif said is not None:
            answer = said.answer
        else:
            return
        yield PrivateAnswer(
            night=self.night, player=self.names[order.by], kind="council", order=Words(order.text or ""), answer=answer
        )

    def checks(self) -> Iterator[PrivateAnswer]:
        """N10: the answer of a check, or that there is none; why there is none is not told."""
        for outcome in self.view.result.outcomes:
            if outcome.order.do is not Deed.CHECK:
                continue
            sender = outcome.order.by
            if sender in self.dead:
                self.remarks.append(_("{name} died this night: the check is for the record only.").format(name=sender))
                continue
            happened = outcome.happened and outcome.mafia is not None
            yield PrivateAnswer(
                night=self.night,
                player=self.names[sender],
                kind="check" if happened else "no_check",
                target=self.names[outcome.order.targets[0]] if outcome.order.targets else None,
                mafia=outcome.mafia if happened else None,
            )


def reason_for(rules: Ruleset, before: State, night: int, refused: Refused) -> str:
    """Why an order is refused, as far as its sender may know.

    Which of the killing sides still lives may be a secret (N11): healing from a role is refused without saying why.
    """
    if heal_from_closed(Case(rules=rules, state=before, night=night, order=refused.order)):
        return _("healing from a role is not possible this night")
    return refused.why


def _place(given: list[Order], order: Order) -> int:
    return next((index for index, one in enumerate(given) if one.ref == order.ref), len(given))


def _words(order: Order) -> Words:
    return Words(order_words(order))
