"""The draft beside the worksheet: edit, copy, publish with a confirmation, and what was published when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from markupsafe import Markup
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from engine.events import Published
from engine.i18n import N_, _
from itogi import screens
from itogi.config import Game
from itogi.desk.app import Desk, Table
from itogi.desk.jobs import polling
from itogi.desk.views_day import number_in
from itogi.desk.views_publish import Outgoing, task_of
from itogi.drafting import DraftKind, dialect_for, draft_of, last_phase
from itogi.errors import NotYetError
from itogi.evening import Evening
from itogi.journal import phase_title
from itogi.publish import Task
from itogi.sheets import worksheet_of
from reports.formats import for_board
from reports.night_sheet import night_sheet, night_worksheet
from reports.sheet import Sheet, as_html
from reports.worksheet import day_sheet

KINDS = {
    DraftKind.RESULTS: N_("Results"),
    DraftKind.COUNT: N_("Count in mid-day"),
    DraftKind.CALL: N_("Call to vote"),
    DraftKind.OPENING: N_("Opening of the day"),
    DraftKind.ROSTER: N_("Roster"),
}


@dataclass(frozen=True, slots=True)
class Gone:
    """A text that went out."""

    at: datetime
    title: str
    text: str
    url: str | None


def draft(desk: Desk, request: Request) -> Response:
    """The text of a phase, by `?phase=&number=&kind=`; the one that is due unless told."""
    with desk.table() as table:
        evening = table.evening
        # What was changed before publishing was thought better of is not lost.
        slip = request.query_params.get("slip")
        edited = desk.slips.find(slip, Task) if slip else None
        phase, number, kind = (
            (edited.phase, edited.number, DraftKind(edited.kind)) if edited else _chosen(table, request)
        )
        results = kind is DraftKind.RESULTS
        # What a phase that runs would come to is told by weights and orders.
        hidden = results and not desk.secrets_shown and not evening.has_ended(phase, number)
        text = "" if hidden else edited.text if edited else _drafted(evening, phase, number, kind)
        return desk.show(
            request,
            "draft.html",
            table,
            phase=phase,
            number=number,
            kind=kind.value,
            title=phase_title(phase, number),
            text=text,
            hidden=hidden,
            cautions=screens.cautions(evening, phase, number, final=results),
            early=results and not evening.has_ended(phase, number),
            phases=_phases(table),
            kinds=[(kind.value, _(title)) for kind, title in KINDS.items()],
            sheet=Markup(as_html(_sheet(table, phase, number))) if desk.secrets_shown else None,  # noqa: S704
            published=_published(table, phase, number, kind),
        )


def _drafted(evening: Evening, phase: str, number: int, kind: DraftKind) -> str:
    return for_board(draft_of(evening, phase, number, kind), dialect_for(evening))


def look(desk: Desk, request: Request) -> Response:
    """Take the text that is to go out, and lead to the page that shows it once more."""
    with desk.table() as table:
        task = _task(table.evening, request.state.form)
    kept = desk.slips.keep(task)
    title = phase_title(task.phase, task.number)
    slip = desk.slips.keep(Outgoing(task=task, title=title, back=f"/draft?slip={kept}"))
    return RedirectResponse(f"/publish/confirm?slip={slip}", 303)


def poll(desk: Desk, request: Request) -> Response:
    """Read the topics now."""
    desk.jobs.start(_("Reading the topics"), polling(Game.load(desk.folder), desk.pace), desk.language)
    desk.jobs.wait(1.5)
    return desk.back(request, to="/job")


def job(desk: Desk, request: Request) -> Response:
    """How the last job goes."""
    with desk.table() as table:
        return desk.show(request, "job.html", table, job=desk.jobs.current)


def _task(evening: Evening, form: FormData) -> Task:
    number, phase = number_in(str(form.get("number", ""))), str(form.get("phase", ""))
    if phase not in ("night", "day") or not number:
        raise NotYetError(_("There is no such phase."))
    try:
        kind = DraftKind(str(form.get("kind", DraftKind.RESULTS)))
    except ValueError:
        raise NotYetError(_("There is no such text.")) from None
    return task_of(evening, phase, number, kind, str(form.get("text", "")))


def copied(desk: Desk, request: Request) -> Response:
    """Keep a text that the GM pasted by hand."""
    form: FormData = request.state.form
    with desk.table() as table:
        task = _task(table.evening, form)
        if (
            task.kind == DraftKind.RESULTS
            and not table.evening.has_ended(task.phase, task.number)
            and not form.get("early")
        ):
            # Kept as published, the results would end the phase, and what is sent later would fall into the next.
            line = _(
                "{phase} is not over yet. Do its results stand in the topic already? Then tick that beside the draft."
            )
            shown = line.format(phase=phase_title(task.phase, task.number))
            raise NotYetError(shown[:1].upper() + shown[1:])
        said = Published(phase=task.phase, number=task.number, text=task.text, kind=task.kind)
        event = desk.enter(request, table.store, said)
        return desk.back(request, _("Kept as entry {number} of the journal.").format(number=event.number))


def _chosen(table: Table, request: Request) -> tuple[str, int, DraftKind]:
    phase, _dash, of = request.query_params.get("of", "").partition("-")
    number = number_in(of or request.query_params.get("number"))
    phase = phase or request.query_params.get("phase", "")
    if phase not in ("night", "day") or not number:
        try:
            phase, number = last_phase(table.evening)
        except NotYetError:
            # The first night lasts: there is nothing but what it would come to.
            phase, number = "night", table.evening.phase.number
    try:
        kind = DraftKind(request.query_params.get("kind", DraftKind.RESULTS))
    except ValueError:
        kind = DraftKind.RESULTS
    return phase, number, kind if phase == "day" or kind is DraftKind.ROSTER else DraftKind.RESULTS


def _phases(table: Table) -> list[tuple[str, int, str]]:
    evening = table.evening
    days = {window.number for window in evening.days}
    found = []
    for number in range(1, evening.phase.number + 1):
        found.append(("night", number, phase_title("night", number)))
        if number in days:
            found.append(("day", number, phase_title("day", number)))
    return found


def _sheet(table: Table, phase: str, number: int) -> Sheet:
    evening = table.evening
    if phase == "night":
        return night_sheet(night_worksheet(evening.night(number).result, evening.setup.players, zone=evening.game.zone))
    return day_sheet(worksheet_of(evening, evening.day(number)))


def _published(table: Table, phase: str, number: int, kind: str) -> list[Gone]:
    return [
        Gone(event.at, event.said.kind, event.said.text, event.said.url)
        for event in table.evening.events
        if isinstance(event.said, Published)
        and (event.said.phase, event.said.number, event.said.kind) == (phase, number, kind)
    ]
