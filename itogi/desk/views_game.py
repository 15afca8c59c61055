"""Screens of the whole game: violations, journal, rules, and the decisions made on them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from engine.describe import describe
from engine.events import (
    Decided,
    DieEntered,
    Event,
    OrderGiven,
    OrderWithdrawn,
    RolesDealt,
    Said,
    Undone,
    ViolationJudged,
    standing,
)
from engine.i18n import N_, _
from engine.records import Decision, Ruling
from itogi.desk.app import Desk
from itogi.errors import NotYetError
from itogi.journal import told
from itogi.timetable import PhaseKind
from itogi.violations.catalogue import CLAUSES
from itogi.violations.reports import VERDICTS, filed, report_named

SECRET: tuple[type[Said], ...] = (RolesDealt, OrderGiven, OrderWithdrawn, DieEntered)
"""Entries that tell a role or a night move."""
VERDICT_TITLES = {
    "confirm": N_("confirmed"),
    "dismiss": N_("dismissed"),
    "warn": N_("warned"),
    "replace": N_("replaced"),
    "modkill": N_("modkilled"),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the journal."""

    number: int
    at: datetime
    author: str
    text: str
    holds: bool


def violations(desk: Desk, request: Request) -> Response:
    """Reports with evidence, and the decisions."""
    with desk.table() as table:
        return desk.show(
            request,
            "violations.html",
            table,
            open=[report for report in table.reports if report.open],
            judged=[report for report in table.reports if report.judged],
            verdicts={verdict: _(title) for verdict, title in VERDICT_TITLES.items()},
            clauses=CLAUSES,
            names=[player.name for player in table.evening.setup.players],
            reserves=table.game.file.reserves,
        )


def judge(desk: Desk, request: Request) -> Response:
    """Keep the GM's judgement; a modkill or replacement takes effect now (V16, V20)."""
    form: FormData = request.state.form
    verdict, note = str(form.get("verdict", "")), str(form.get("note", "")).strip() or None
    if verdict not in VERDICTS:
        raise NotYetError(_("There is no such decision."))
    with desk.table() as table:
        report = report_named(table.reports, str(form.get("key", "")))
        player = report.violation.player
        if verdict in (Ruling.MODKILL, Ruling.REPLACE):
            account = str(form.get("account", "")).strip() or None
            if verdict == Ruling.REPLACE and not account:
                raise NotYetError(_("Name the newcomer's account."))
            if player is None:
                raise NotYetError(_("The report concerns no player: nobody can be removed."))
            decision = Decision(
                ruling=Ruling(verdict),
                player=player,
                account=account if verdict == Ruling.REPLACE else None,
                reveal=bool(form.get("reveal")) if verdict == Ruling.MODKILL else None,
                at=table.evening.now,
                note=note,
            )
            phase = table.evening.phase
            kind = "day" if phase.kind is PhaseKind.DAY else "night"
            table.store.say(Decided(phase=kind, number=phase.number, decision=decision))
        table.store.say(ViolationJudged(violation=report.violation.key, verdict=verdict, note=note))
        return desk.back(request, f"{report.violation.what} — {_(VERDICT_TITLES[verdict])}.")


def file_report(desk: Desk, request: Request) -> Response:
    """X10: a report by hand."""
    form: FormData = request.state.form
    with desk.table() as table:
        said = filed(
            str(form.get("code", "")),
            str(form.get("player", "")) or None,
            str(form.get("words", "")),
            str(form.get("post", "")).strip() or None,
        )
        table.store.say(said)
        return desk.back(request, _("Filed."))


def journal(desk: Desk, request: Request) -> Response:
    """Everything that was said, newest first."""
    with desk.table() as table:
        events = table.store.events()
        holding = {event.number for event in standing(events)}
        entries = [
            Entry(
                number=event.number,
                at=event.at,
                author=event.author,
                text=_entry(event, desk),
                holds=event.number in holding,
            )
            for event in reversed(events)
        ]
        return desk.show(request, "journal.html", table, entries=entries)


def _entry(event: Event, desk: Desk) -> str:
    if isinstance(event.said, SECRET) and not desk.secrets_shown:
        return _("hidden")
    return told(event.said, desk.pages.zone)


def undo(desk: Desk, request: Request) -> Response:
    """Take an entry back."""
    text = str(request.state.form.get("number", ""))
    if not text.isdecimal():
        raise NotYetError(_("There is no such entry."))
    with desk.table() as table:
        undone, event = table.store.undo(int(text))
        assert isinstance(event.said, Undone)
        return desk.back(request, _("Entry {number} is taken back.").format(number=undone.number))


def rules(desk: Desk, request: Request) -> Response:
    """The ruleset in words."""
    with desk.table() as table:
        return desk.show(
            request, "rules.html", table, lines=describe(table.evening.rules), ruleset=table.game.file.ruleset
        )


def show_secrets(desk: Desk, request: Request) -> Response:
    """Show or hide roles, weights and orders."""
    desk.secrets_shown = bool(request.state.form.get("show"))
    return desk.back(request, _("Roles are shown.") if desk.secrets_shown else _("Roles are hidden."))
