"""The GM's judgement on a report, kept in the journal, and the notices that go with it (Г10)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.events import Decided, Event, ViolationJudged
from engine.i18n import _
from engine.records import Decision, Ruling
from itogi.drafting import NoticeKind, notice_of
from itogi.errors import NotYetError
from itogi.evening import Evening
from itogi.store import Store
from itogi.timetable import PhaseKind
from itogi.violations.records import Violation
from itogi.violations.reports import REMOVALS, VERDICTS, Report
from reports.spans import Draft


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What was recorded."""

    judged: Event
    removal: Event | None = None
    """The modkill or replacement; taking it back takes the judgement back too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notices:
    """Texts that a judgement calls for."""

    private: Draft | None = None
    """To the player concerned, by private message (Г10)."""
    public: Draft | None = None
    """For the topic."""


def judgement_of(
    evening: Evening,
    report: Report,
    verdict: str,
    *,
    account: str | None = None,
    reveal: bool | None = None,
    note: str | None = None,
) -> tuple[ViolationJudged, Decided | None]:
    """What keeps a judgement, and the removal that it asks for, from this moment on (V16, V20).

    `account`: who takes the slot over, for `replace`. Raises NotYetError for a verdict that cannot be given.
    """
    violation = report.violation
    decision = _decision(evening, violation.player, verdict, account, reveal, note)
    judged = ViolationJudged(
        violation=violation.key,
        verdict=verdict,
        note=note,
        code=violation.clause.code,
        player=violation.player,
        what=violation.what,
        post=violation.post,
    )
    if decision is None:
        return judged, None
    kind = "day" if evening.phase.kind is PhaseKind.DAY else "night"
    return judged, Decided(phase=kind, number=evening.phase.number, decision=decision)


def judge(
    evening: Evening,
    store: Store,
    report: Report,
    verdict: str,
    *,
    account: str | None = None,
    reveal: bool | None = None,
    note: str | None = None,
    author: str | None = None,
) -> Judgement:
    """Keep a judgement; a modkill or a replacement takes effect at once. Raises NotYetError like `judgement_of`."""
    said, removal = judgement_of(evening, report, verdict, account=account, reveal=reveal, note=note)
    with store.database.atomic():
        judged = store.say(said, author=author)
        return Judgement(judged=judged, removal=store.say(removal, author=author) if removal else None)


def _decision(
    evening: Evening,
    player: str | None,
    verdict: str,
    account: str | None,
    reveal: bool | None,  # noqa: FBT001 - three-valued: not told
    note: str | None,
) -> Decision | None:
    """The removal that a verdict asks for. Raises NotYetError."""
    if verdict not in VERDICTS:
        raise NotYetError(
            _("`{verdict}` is no verdict; accepted: {known}.").format(verdict=verdict, known=", ".join(VERDICTS))
        )
    if verdict not in REMOVALS:
        if account or reveal is not None:
            raise NotYetError(_("--account goes with `replace`, --reveal with `modkill`."))
        return None
    ruling = Ruling(verdict)
    if player is None:
        raise NotYetError(_("The report concerns no player: nobody can be removed."))
    if evening.phase.kind is PhaseKind.OVER:
        raise NotYetError(_("The game is over, or rests: nobody can be removed."))
    running = evening.phase.kind is PhaseKind.DAY
    gone = evening.day(evening.phase.number).result.removed_mid_day if running else ()
    if player not in evening.state.alive or player in gone:
        raise NotYetError(_("{player} is out of the game already.").format(player=player))
    if ruling is Ruling.REPLACE and not account:
        raise NotYetError(_("Name the newcomer with --account: the account that takes the slot over."))
    timed = ruling is Ruling.REPLACE or running
    return Decision(
        ruling=ruling,
        player=player,
        account=account if ruling is Ruling.REPLACE else None,
        reveal=reveal if ruling is Ruling.MODKILL else None,
        at=evening.now if timed else None,
        note=note,
    )


def notices(evening: Evening, violation: Violation, verdict: str) -> Notices:
    """The texts for a judged report; `evening` is the game with the judgement in it.

    The public ones hold no secret: not even the rule, where to have broken it takes a role.
    """
    player, clause = violation.player, violation.clause
    if player is None or verdict in ("dismiss", "confirm"):
        return Notices()
    rule = f"{clause.paragraphs} — {_(clause.title)}"
    url = violation.evidence.url if violation.evidence else None
    quote = violation.evidence.marked if violation.evidence else None
    private = notice_of(evening, NoticeKind.PRIVATE, player, rule=rule, url=url, quote=quote, verdict=verdict)
    if verdict == "warn":
        public = (
            None if clause.secret else notice_of(evening, NoticeKind.WARNING, player, rule=rule, url=url, quote=quote)
        )
    else:
        kind = NoticeKind.MODKILL if verdict == Ruling.MODKILL else NoticeKind.REPLACEMENT
        public = notice_of(evening, kind, player)
    return Notices(private=private, public=public)
