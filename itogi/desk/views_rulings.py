"""Decisions over the program: what one would do is shown first, then it is entered, then its texts come (V16, V20)."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from engine.events import Decided
from engine.i18n import _
from engine.records import Decision, Ruling
from itogi.desk.app import Desk, Table
from itogi.desk.views_day import number_in
from itogi.drafting import dialect_for, notice_of
from itogi.errors import NotYetError
from itogi.evening import Evening
from itogi.life.rulings import NOTICES, Proposal, considered, proposed
from itogi.violations.judging import judgement_of
from itogi.violations.reports import REMOVALS, report_named
from reports.formats import for_board

DECIDED_HERE = (Ruling.REPLACE, Ruling.MODKILL, Ruling.PARDON, Ruling.EXECUTE, Ruling.OBJECT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deciding:
    """A decision that waits for the GM's last word."""

    said: Decided
    back: str
    """The page that it came from."""
    report: str | None = None
    """Key of the report of a violation that it judges."""
    done: int | None = None
    """Number of its entry in the journal, once it is entered."""


def look(desk: Desk, request: Request) -> Response:
    """Take a decision from a form and lead to the page that shows what it would do."""
    form: FormData = request.state.form
    with desk.table() as table:
        said = _of_report(table, form) if form.get("key") else _of_form(table.evening, form).said
    slip = desk.slips.keep(
        Deciding(said=said, back=str(form.get("back", "/players")), report=str(form.get("key", "")) or None)
    )
    return RedirectResponse(f"/decide?slip={slip}", 303)


def _of_form(evening: Evening, form: FormData) -> Proposal:
    ruling = str(form.get("ruling", ""))
    if ruling not in DECIDED_HERE:
        raise NotYetError(_("There is no such decision."))
    decision = Decision(
        ruling=Ruling(ruling),
        player=str(form.get("player", "")),
        account=str(form.get("account", "")).strip() or None if ruling == Ruling.REPLACE else None,
        reveal=bool(form.get("reveal")) if ruling == Ruling.MODKILL else None,
        note=str(form.get("note", "")).strip() or None,
    )
    return considered(
        evening,
        decision,
        day=number_in(str(form.get("day", ""))),
        at=str(form.get("at", "")).strip() or None,
        timed=not form.get("after_count"),
    )


def _of_report(table: Table, form: FormData) -> Decided:
    """The removal that judging a report asks for."""
    verdict = str(form.get("verdict", ""))
    if verdict not in REMOVALS:
        raise NotYetError(_("There is no such decision."))
    report = report_named(table.reports, str(form.get("key", "")))
    _judged, removal = judgement_of(
        table.evening,
        report,
        verdict,
        account=(str(form.get("account", "")).strip() or None) if verdict == Ruling.REPLACE else None,
        reveal=bool(form.get("reveal")) if verdict == Ruling.MODKILL else None,
        note=str(form.get("note", "")).strip() or None,
    )
    assert removal is not None
    # Whether it makes sense is told before its page is opened.
    proposed(table.evening, removal.decision, removal.phase, removal.number)
    return removal


def show(desk: Desk, request: Request) -> Response:
    """What a decision would do; or that it is entered, and the texts that it calls for."""
    number = request.query_params.get("slip", "")
    slip = desk.slips.find(number, Deciding)
    decision = slip.said.decision
    with desk.table() as table:
        found: Proposal | None = None
        notice = ""
        if slip.done is None:
            found = proposed(table.evening, decision, slip.said.phase, slip.said.number)
        elif kind := NOTICES.get(decision.ruling):
            text = notice_of(table.evening, kind, decision.player)
            notice = for_board(text, dialect_for(table.evening))
        return desk.show(
            request,
            "decide.html",
            table,
            slip=number,
            deciding=slip,
            proposal=found,
            notice=notice,
            newcomer=decision.ruling is Ruling.REPLACE,
            disputed=decision.ruling in (Ruling.PARDON, Ruling.EXECUTE),
        )


def enter(desk: Desk, request: Request) -> Response:
    """Enter the decision of a slip, once."""
    form: FormData = request.state.form
    number = str(form.get("slip", ""))
    slip = desk.slips.find(number, Deciding)
    if slip.done is not None:
        raise NotYetError(
            _("This was entered already, as entry {number} of the journal; nothing was entered twice.").format(
                number=slip.done
            )
        )
    with desk.table() as table:
        decision = slip.said.decision
        if slip.report:
            report = report_named(table.reports, slip.report)
            judged, removal = judgement_of(
                table.evening,
                report,
                decision.ruling.value,
                account=decision.account,
                reveal=decision.reveal,
                note=decision.note,
            )
            assert removal is not None
            event = desk.enter(request, table.store, judged, removal)
            desk.slips.put(number, Deciding(said=removal, back=slip.back, report=slip.report, done=event.number))
            return desk.back(request, _("Entered."), to=f"/violations?judged={report.violation.key}")
        event = desk.enter(request, table.store, slip.said)
        desk.slips.put(number, Deciding(said=slip.said, back=slip.back, done=event.number))
    return desk.back(request, _("Entered as entry {number}.").format(number=event.number), to=f"/decide?slip={number}")
