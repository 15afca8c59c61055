"""The draft beside the worksheet: edit, copy, publish with a confirmation, and what was published when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from markupsafe import Markup
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from engine.events import Published
from engine.i18n import N_, _
from itogi import screens
from itogi.desk.app import Desk, Table
from itogi.desk.views_day import number_in
from itogi.drafting import DraftKind, dialect_for, draft_of, last_phase
from itogi.errors import NotYetError
from itogi.journal import phase_title
from itogi.sheets import worksheet_of
from reports.formats import Format, render
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
        phase, number, kind = _chosen(table, request)
        text = draft_of(evening, phase, number, kind)
        cautions: list[str] = []
        if phase == "day":
            cautions = list(screens.cautions(evening.day(number), final=kind is DraftKind.RESULTS))
        return desk.show(
            request,
            "draft.html",
            table,
            phase=phase,
            number=number,
            kind=kind.value,
            title=phase_title(phase, number),
            text=render(text, Format.BBCODE, dialect_for(evening)),
            cautions=cautions,
            phases=_phases(table),
            kinds=[(kind.value, _(title)) for kind, title in KINDS.items()],
            sheet=Markup(as_html(_sheet(table, phase, number))) if desk.secrets_shown else None,  # noqa: S704
            published=_published(table, phase, number),
        )


def copied(desk: Desk, request: Request) -> Response:
    """Keep a text that the GM pasted by hand."""
    form: FormData = request.state.form
    number = number_in(str(form.get("number", "")))
    phase = str(form.get("phase", ""))
    if phase not in ("night", "day") or not number:
        raise NotYetError(_("There is no such phase."))
    with desk.table() as table:
        kind = str(form.get("kind", DraftKind.RESULTS))
        said = Published(phase=phase, number=number, text=str(form.get("text", "")), kind=kind)
        event = table.store.say(said)
        return desk.back(request, _("Kept as entry {number} of the journal.").format(number=event.number))


def _chosen(table: Table, request: Request) -> tuple[str, int, DraftKind]:
    number = number_in(request.query_params.get("number"))
    phase = request.query_params.get("phase")
    if phase not in ("night", "day") or not number:
        phase, number = last_phase(table.evening)
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
        return night_sheet(night_worksheet(evening.night(number).result, evening.setup.players))
    return day_sheet(worksheet_of(evening, evening.day(number)))


def _published(table: Table, phase: str, number: int) -> list[Gone]:
    return [
        Gone(event.at, event.said.kind, event.said.text, event.said.url)
        for event in table.evening.events
        if isinstance(event.said, Published) and (event.said.phase, event.said.number) == (phase, number)
    ]
