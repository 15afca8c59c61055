"""Notices that concern one player: what is to be told of whom, and in which phase it happened."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from engine.events import Decided, Published
from engine.i18n import _
from engine.records import Ruling
from engine.results import DayResult
from itogi.drafting import NoticeKind, dialect_for, notice_of
from itogi.errors import NotYetError
from itogi.evening import Evening
from itogi.names import slot_named
from itogi.timetable import PhaseKind
from itogi.violations.judging import notices
from itogi.violations.reports import Report, report_named, reports
from reports.formats import for_board
from reports.spans import Draft

MARK = 8
"""Letters that set one warning of a player apart from another."""
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
    mark: str = ""
    """What sets one warning of a player apart from another: the report or the rule and post that it is about."""

    @property
    def name(self) -> str:
        """What `engine.events.Published.kind` calls it: two players may be warned on one day, and one player twice."""
        return f"{self.kind}:{self.player}:{self.mark}" if self.mark else f"{self.kind}:{self.player}"


def notice(
    evening: Evening,
    kind: NoticeKind,
    *,
    player: str | None = None,
    report: str | None = None,
    rule: str | None = None,
    url: str | None = None,
    known: tuple[Report, ...] | None = None,
) -> Notice:
    """The notice about a judged report (`report`: its key), or about a player with what is told of the post.

    `known`: the reports of the game, where they are worked out already. Raises NotYetError where there is nothing to
    tell.
    """
    if report:
        found = report_named(reports(evening) if known is None else known, report)
        if found.judged is None:
            raise NotYetError(_("Judge the report first: itogi decide {key} VERDICT").format(key=found.violation.key))
        ready = notices(evening, found.violation, found.judged.verdict)
        draft = ready.private if kind is NoticeKind.PRIVATE else ready.public
        name, mark = found.violation.player, _mark(found.violation.key)
        if draft is None or name is None or kind not in (NoticeKind.PRIVATE, VERDICTS.get(found.judged.verdict)):
            raise NotYetError(
                _("The judgement `{verdict}` brings no such notice.").format(verdict=found.judged.verdict)
            )
    else:
        if not player:
            raise NotYetError(_("Say whom it concerns: --player NAME."))
        name = slot_named((entry.name for entry in evening.setup.players), player)
        draft, mark = notice_of(evening, kind, name, rule=rule, url=url), _mark(rule, url)
    if kind is NoticeKind.WARNING:
        before = _published_before(evening, f"{kind}:{name}", mark, draft)
        if before:
            # The same warning on a later day is the same: it stands in the topic.
            mark = before.kind.removeprefix(f"{kind}:{name}").lstrip(":")
            return Notice(kind=kind, player=name, draft=draft, phase=before.phase, number=before.number, mark=mark)
    phase, number = _phase_of(evening, kind, name)
    if kind is not NoticeKind.WARNING:
        mark = ""
    return Notice(kind=kind, player=name, draft=draft, phase=phase, number=number, mark=mark)


def _mark(*told: str | None) -> str:
    words = "\x1f".join(word or "" for word in told)
    return hashlib.sha256(words.encode()).hexdigest()[:MARK] if any(told) else ""


def _published_before(evening: Evening, name: str, mark: str, draft: Draft) -> Published | None:
    """The publication of a warning: under its name, or of the same words about the same player."""
    text = for_board(draft, dialect_for(evening)).rstrip("\n")
    warned = [
        event.said
        for event in evening.events
        if isinstance(event.said, Published) and (event.said.kind == name or event.said.kind.startswith(f"{name}:"))
    ]
    return next(
        (said for said in warned if said.kind == (f"{name}:{mark}" if mark else name) or said.text == text), None
    )


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
