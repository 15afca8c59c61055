"""What a decision over the program would do, shown before it is entered (V8, V16, V20, Г3, Г8). Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.events import Decided, Event
from engine.i18n import _
from engine.records import Decision, Ruling
from engine.results import DayResult
from engine.roles import boss_of
from itogi.drafting import NoticeKind
from itogi.errors import NotYetError
from itogi.evening import DayView, Evening, difference
from itogi.haste import nearest
from itogi.journal import ballot_title, decision_title, phase_title
from itogi.life.court import consent_of, objected
from itogi.moments import moment_of, shown
from itogi.names import same, slot_named
from itogi.timetable import PhaseKind
from itogi.violations.absence import candidates
from itogi.violations.scene import scene_of
from reports.phrases import early_state, role_name, victory_words
from reports.public import public_removal, standing_in_public

REMOVALS = (Ruling.MODKILL, Ruling.REPLACE)
"""What may fall into any phase, at a moment of its own; all else belongs to the court."""

NOTICES = {Ruling.MODKILL: NoticeKind.MODKILL, Ruling.REPLACE: NoticeKind.REPLACEMENT}
"""The text for the topic that a decision asks for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A decision that is not entered yet, with its effects."""

    said: Decided
    title: str
    """Phase, moment and decision in one line."""
    lines: tuple[str, ...]
    """What it does, one line each, in the language in force. For the GM: tells secrets."""
    warnings: tuple[str, ...]
    """What speaks against it."""
    after: Evening
    """The game as it would be."""


def considered(
    evening: Evening,
    decision: Decision,
    *,
    day: int | None = None,
    night: int | None = None,
    at: str | None = None,
    timed: bool = True,
) -> Proposal:
    """A decision as the GM words it, with its effects.

    The player may be written in any letter case. `at`: from which moment; `timed` False: after the day's count.
    Raises NotYetError when it makes no sense, ConfigError for a moment that cannot be read.
    """
    name = slot_named((one.name for one in evening.setup.players), decision.player)
    if decision.ruling is Ruling.REPLACE and not (decision.account or "").strip():
        raise NotYetError(_("Name the newcomer's account."))
    phase, number = phase_of(evening, decision.ruling, day, night)
    zone = evening.game.zone
    moment = moment_of(at, zone, evening.now, past=True) if at else evening.now
    if phase == "day" and not at and not evening.day(number).running:
        # The court is over: what is decided now takes effect after its count.
        timed = timed and decision.ruling is Ruling.REPLACE
    timed = timed and decision.ruling in REMOVALS
    if timed and phase == "day" and at:
        window = evening.day(number).window
        if not window.opens <= moment < max(window.ends, window.opens):
            raise NotYetError(
                _("Day {number} lasts from {opens} until {ends}; {moment} is outside.").format(
                    number=number,
                    opens=shown(window.opens, zone),
                    ends=shown(window.ends, zone),
                    moment=shown(moment, zone),
                )
            )
    return proposed(evening, replace(decision, player=name, at=moment if timed else None), phase, number)


def phase_of(evening: Evening, ruling: Ruling, day: int | None, night: int | None) -> tuple[str, int]:
    """The phase that a decision belongs to: the one that is named, else the running one. Raises NotYetError."""
    if day and night:
        raise NotYetError(_("Name one phase, a day or a night."))
    if night and ruling not in REMOVALS:
        raise NotYetError(_("At night only a modkill or a replacement can be decided here; see `itogi night`."))
    if night:
        return "night", evening.night(night).window.number
    if day or ruling not in REMOVALS or evening.phase.kind is PhaseKind.DAY:
        return "day", evening.day(day).window.number
    return "night", evening.phase.number


def proposed(evening: Evening, decision: Decision, phase: str, number: int) -> Proposal:
    """The decision with its effects. Raises NotYetError when it makes no sense at all."""
    _sensible(evening, decision, phase, number)
    said = Decided(phase=phase, number=number, decision=decision)
    supposed = Event(
        number=max((event.number for event in evening.events), default=0) + 1, at=evening.now, author="", said=said
    )
    after = replace(evening, events=(*evening.events, supposed))
    work = _Effects(evening, after, decision, phase, number)
    when = f", {shown(decision.at, evening.game.zone)}" if decision.at else ""
    title = f"{phase_title(phase, number)}{when}: {decision_title(decision)}"
    return Proposal(said=said, title=title, lines=tuple(work.lines()), warnings=tuple(work.warnings()), after=after)


def _sensible(evening: Evening, decision: Decision, phase: str, number: int) -> None:
    before = evening.playthrough.before("day" if phase == "day" else "night", number)
    result = evening.playthrough.day(number) if phase == "day" else evening.playthrough.night(number)
    gone = dict(result.removed) if result and decision.ruling in REMOVALS else {}
    if decision.player not in before.alive or decision.player in gone:
        raise NotYetError(
            _("{name} is out of the game already: nothing is left to decide.").format(name=decision.player)
        )
    if decision.ruling is Ruling.OBJECT:
        objected(evening, decision.player, day=number)
    if decision.ruling is Ruling.REPLACE:
        account = decision.account or ""
        for voice in evening.speakers.voices:
            if same(voice.account.name, account) and voice.until is None and voice.slot in before.alive:
                raise NotYetError(
                    _("`{account}` plays {name} already; choose somebody else.").format(
                        account=account, name=voice.slot
                    )
                )
        if any(same(account, moderator.name) for moderator in evening.game.moderators):
            raise NotYetError(_("`{account}` leads the game and cannot play.").format(account=account))


class _Effects:
    """The effects of one decision in the making."""

    def __init__(self, before: Evening, after: Evening, decision: Decision, phase: str, number: int) -> None:
        self.before, self.after, self.decision = before, after, decision
        self.phase, self.number = phase, number
        self.name = decision.player
        self.role = before.playthrough.before("day" if phase == "day" else "night", number).role(self.name)

    def lines(self) -> Iterator[str]:
        if self.decision.ruling is Ruling.MODKILL:
            yield from self._modkill()
        elif self.decision.ruling is Ruling.REPLACE:
            yield from self._replacement()
        elif self.decision.ruling is Ruling.OBJECT:
            was, becomes = (consent_of(evening, self.number) for evening in (self.before, self.after))
            yield _("Closing early: {before} → {after}.").format(
                before=early_state(was.state), after=early_state(becomes.state)
            )
            return
        if self.phase == "day":
            yield from self._count()
        else:
            yield from self._deaths()
        yield from self._victory()

    def _days(self) -> tuple[DayView, DayView]:
        return self.before.day(self.number), self.after.day(self.number)

    def _modkill(self) -> Iterator[str]:
        if self.role is not None:
            text = (
                _("The role ({role}) is made public.") if self.decision.reveal else _("The role ({role}) stays closed.")
            )
            yield text.format(role=role_name(self.role))
        if self.phase == "day":
            was, becomes = self._days()
            yield from self._ballots(was.result, becomes.result)
        state, rules = self.before.state, self.before.rules
        if boss_of(rules, state) == self.name:
            heirs = replace(state, alive=tuple(name for name in state.alive if name != self.name))
            yield _("The boss of the mafia is then {name}.").format(name=boss_of(rules, heirs) or _("nobody"))

    def _ballots(self, was: DayResult, becomes: DayResult) -> Iterator[str]:
        players = self.before.setup.players
        own = next((cast for cast in standing_in_public(was, players) if cast.by == self.name), None)
        if self.decision.at is None:
            yield _("It takes effect after the count: every ballot of this day stands.")
            return
        if own:
            yield _("The vote of {name} ({ballot}) does not count any more.").format(
                name=self.name, ballot=ballot_title(own)
            )
        removal = public_removal(becomes, players, self.name)
        if not removal.freed:
            yield _("Nobody's vote is for {name} at this moment.").format(name=self.name)
        standing = {cast.by: cast for cast in standing_in_public(becomes, players)}
        lost = {
            one.cast.by: one.cast for one in becomes.set_aside if one.rule == "V20" and one.cast.target == self.name
        }
        for freed in removal.freed:
            voter = freed.voter.text
            cast = standing.get(voter)
            text = (
                _("{voter}: the vote «{lost}» is set aside, «{ballot}» stands again.")
                if cast
                else _("{voter}: the vote «{lost}» is set aside, there is no other: a new vote is owed.")
            )
            yield text.format(voter=voter, lost=ballot_title(lost[voter]), ballot=ballot_title(cast) if cast else "")

    def _replacement(self) -> Iterator[str]:
        account, zone = self.decision.account or "", self.before.game.zone
        if self.decision.at:
            yield _("From {moment} on only {account} writes for {name}.").format(
                moment=shown(self.decision.at, zone), account=account, name=self.name
            )
        kept = [_("the role ({role})").format(role=role_name(self.role))]
        misses = self.before.state.misses_of(self.name)
        rules = self.before.rules
        if misses:
            kept.append(
                (_("{count} misses") if rules.replacement_takes_misses else _("no misses")).format(count=misses)
            )
        if self.phase == "day":
            was, becomes = self._days()
            own = next(
                (one for one in standing_in_public(was.result, self.before.setup.players) if one.by == self.name), None
            )
            stays = any(one.by == self.name for one in standing_in_public(becomes.result, self.before.setup.players))
            if own:
                text = _("the vote already cast ({ballot})") if stays else _("not the vote cast before ({ballot})")
                kept.append(text.format(ballot=ballot_title(own)))
            else:
                kept.append(_("the duty to vote: nothing was cast yet"))
        yield _("The newcomer takes over: {kept}.").format(kept="; ".join(kept))

    def _count(self) -> Iterator[str]:
        was, becomes = self._days()
        yield _("The count: {effect}.").format(effect=difference(was, becomes.standings, becomes.result))
        if self.decision.ruling in (Ruling.PARDON, Ruling.EXECUTE):
            text = _("By the count so far {name} would be executed; then: {after}.")
            yield text.format(name=was.result.executed or _("nobody"), after=becomes.result.executed or _("nobody"))

    def _deaths(self) -> Iterator[str]:
        """What changes in the night, as far as its orders are known."""
        was, becomes = (
            sorted(death.player for death in evening.night(self.number).result.deaths)
            for evening in (self.before, self.after)
        )
        if was != becomes:
            yield _("The deaths of this night, by the orders so far: {was} → {becomes}.").format(
                was=", ".join(was) or _("nobody"), becomes=", ".join(becomes) or _("nobody")
            )

    def _victory(self) -> Iterator[str]:
        results = self.after.playthrough.results, self.before.playthrough.results
        then, now = (found[-1].victory if found else None for found in results)
        if then and then is not now:
            yield _("It looks as if {victory}.").format(victory=victory_words(then))

    def warnings(self) -> Iterator[str]:
        waiting = candidates(scene_of(self.before))
        if self.decision.ruling is Ruling.MODKILL and waiting:
            yield _("A replacement comes before a modkill (Г3); candidates in order: {names}.").format(
                names=", ".join(waiting)
            )
        if self.decision.ruling is Ruling.PARDON:
            executed = self._days()[0].result.executed
            if executed != self.name:
                yield _(
                    "By the count so far {name} is not executed ({executed} is): there is nothing to pardon."
                ).format(name=self.name, executed=executed or _("nobody"))
        if self.decision.ruling is not Ruling.REPLACE:
            return
        account = self.decision.account or ""
        if waiting and not any(same(account, name) for name in waiting[:1]):
            yield _("By Г3 the next in turn is {name}.").format(name=waiting[0])
        if not _has_been_seen(self.before, account):
            likely = nearest(account, _accounts(self.before))
            yield (
                _("Nobody called {account} has written in the topics: perhaps {likely}? A wrong name cannot vote.")
                if likely
                else _("Nobody called {account} has written in the topics: look at the name, a wrong one cannot vote.")
            ).format(account=account, likely="".join(likely))
        fallen = [voice.slot for voice in self.before.speakers.voices if same(voice.account.name, account)]
        if fallen:
            yield _("{account} has played {name} in this game: ask which roles are known (Г3).").format(
                account=account, name=fallen[0]
            )
        else:
            yield _("Ask {account} whether any role is known: a newcomer must know none (Г3).").format(account=account)


def _accounts(evening: Evening) -> set[str]:
    """The accounts that the game knows: whoever wrote, and the reserve list."""
    return {seen.post.author for seen in evening.posts} | set(evening.game.file.reserves)


def _has_been_seen(evening: Evening, account: str) -> bool:
    return any(same(account, known) for known in _accounts(evening))
