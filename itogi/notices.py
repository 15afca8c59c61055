"""Notices that concern one player: what is to be told of whom, and in which phase it happened."""

from __future__ import annotations

from dataclasses import dataclass

from engine.events import Decided
from engine.i18n import _
from engine.records import Ruling
from engine.results import DayResult
from itogi.drafting import NoticeKind, notice_of
from itogi.errors import NotYetError
from itogi.evening import Evening
from itogi.names import slot_named
from itogi.timetable import PhaseKind
from itogi.violations.judging import notices
from itogi.violations.reports import report_named, reports
from reports.spans import Draft

VERDICTS = {"warn": NoticeKind.WARNING, "modkill": NoticeKind.MODKILL, "replace": NoticeKind.REPLACEMENT}
"""The public notice that a judgement brings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """A text about a player, and the phase that it belongs to."""

    kind: NoticeKind
    player: str
    draft: Draft
    phase: str
    """`night` or `day`."""
    number: int

    @property
    def name(self) -> str:
        """What `engine.events.Published.kind` calls it: two players may be warned on one day."""
        return f"{self.kind}:{self.player}"


def notice(
    evening: Evening,
    kind: NoticeKind,
    *,
    player: str | None = None,
    report: str | None = None,
    rule: str | None = None,
    url: str | None = None,
) -> Notice:
    """The notice about a judged report (`report`: its key), or about a player with what is told of the post.

    Raises NotYetError where there is nothing to tell.
    """
    if report:
        found = report_named(reports(evening), report)
        if found.judged is None:
            raise NotYetError(_("Judge the report first: itogi decide {key} VERDICT").format(key=found.violation.key))
        ready = notices(evening, found.violation, found.judged.verdict)
        draft = ready.private if kind is NoticeKind.PRIVATE else ready.public
        name = found.violation.player
        if draft is None or name is None or kind not in (NoticeKind.PRIVATE, VERDICTS.get(found.judged.verdict)):
            raise NotYetError(
                _("The judgement `{verdict}` brings no such notice.").format(verdict=found.judged.verdict)
            )
    else:
        if not player:
            raise NotYetError(_("Say whom it concerns: --player NAME."))
        name = slot_named((entry.name for entry in evening.setup.players), player)
        draft = notice_of(evening, kind, name, rule=rule, url=url)
    phase, number = _phase_of(evening, kind, name)
    return Notice(kind=kind, player=name, draft=draft, phase=phase, number=number)


def _phase_of(evening: Evening, kind: NoticeKind, player: str) -> tuple[str, int]:
    """When it happened: the removal's phase, the replacement's; of all else the running one."""
    if kind is NoticeKind.MODKILL:
        for result in evening.playthrough.results:
            if player in dict(result.removed):
                return ("day", result.day) if isinstance(result, DayResult) else ("night", result.night)
    if kind is NoticeKind.REPLACEMENT:
        for event in reversed(evening.events):
            said = event.said
            if isinstance(said, Decided) and said.decision.ruling is Ruling.REPLACE and said.decision.player == player:
                return said.phase, said.number
        raise NotYetError(_("{name} was not replaced: itogi replace {name} --account ACCOUNT").format(name=player))
    return "day" if evening.phase.kind is PhaseKind.DAY else "night", evening.phase.number
