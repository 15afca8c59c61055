"""Notices for the topic: warnings, modkills, replacements; made, changed, looked at once more, published once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import urlencode

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from engine.events import Decided, Published
from engine.i18n import N_, _
from engine.records import Ruling
from itogi.desk.app import Desk, Table
from itogi.desk.views_publish import Outgoing, task_of
from itogi.drafting import NoticeKind, dialect_for
from itogi.errors import NotYetError
from itogi.evening import Evening
from itogi.names import slot_named
from itogi.notices import Notice, notice
from itogi.publish import Task
from itogi.violations.reports import Report
from reports.formats import for_board

KINDS = {
    NoticeKind.WARNING: N_("Warning"),
    NoticeKind.MODKILL: N_("Modkill"),
    NoticeKind.REPLACEMENT: N_("Replacement"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Which notice is asked for, and its text where the GM has changed it."""

    kind: NoticeKind
    player: str
    report: str | None = None
    rule: str | None = None
    url: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone:
    """A notice that went out."""

    name: str
    """As `Published.kind`."""
    title: str
    at: datetime
    text: str
    url: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    """A notice that a decision calls for."""

    title: str
    about: str
    """What was judged; empty where the title says it all."""
    address: str
    """Page of its draft."""
    gone: Gone | None


def page(desk: Desk, request: Request) -> Response:
    """What decisions call for, the form of a warning beside them, and what is published."""
    with desk.table() as table:
        gone = _gone(table.evening)
        ready = [_ready(table, asked, about, gone) for asked, about in _called_for(desk, table)]
        return desk.show(
            request,
            "notices.html",
            table,
            waiting=[one for one in ready if one.gone is None],
            done=[one for one in ready if one.gone],
            gone=gone,
            names=[player.name for player in table.evening.setup.players],
        )


def _called_for(desk: Desk, table: Table) -> Iterator[tuple[Asked, str]]:
    """Each with the words of what was judged."""
    evening = table.evening
    for report in desk.visible(table.reports):
        if warned := _warned(report):
            yield Asked(kind=NoticeKind.WARNING, player=warned, report=report.violation.key), report.violation.what
    removed = dict.fromkeys(name for result in evening.playthrough.results for name, _role in result.removed)
    for name in removed:
        yield Asked(kind=NoticeKind.MODKILL, player=name), ""
    replaced = dict.fromkeys(
        event.said.decision.player
        for event in evening.events
        if isinstance(event.said, Decided) and event.said.decision.ruling is Ruling.REPLACE
    )
    for name in replaced:
        yield Asked(kind=NoticeKind.REPLACEMENT, player=name), ""


def _warned(report: Report) -> str | None:
    """Whom a judged report warns in public."""
    warns = report.judged is not None and report.judged.verdict == "warn"
    return report.violation.player if warns and not report.violation.clause.secret else None


def _ready(table: Table, asked: Asked, about: str, gone: list[Gone]) -> Ready:
    found = _notice(table, asked)
    fields = {"kind": asked.kind.value, "player": asked.player} | ({"report": asked.report} if asked.report else {})
    return Ready(
        title=_title(found),
        about=about,
        address=f"/notices/draft?{urlencode(fields)}",
        gone=next((one for one in gone if one.name == found.name), None),
    )


def _notice(table: Table, asked: Asked) -> Notice:
    return notice(
        table.evening,
        asked.kind,
        player=asked.player,
        report=asked.report,
        rule=asked.rule,
        url=asked.url,
        known=table.reports,
    )


def _title(found: Notice) -> str:
    return f"{_(KINDS[found.kind])}: {found.player}"


def _gone(evening: Evening) -> list[Gone]:
    """Newest first."""
    found = []
    for event in reversed(evening.events):
        said = event.said
        kind, _colon, about = said.kind.partition(":") if isinstance(said, Published) else ("", "", "")
        if isinstance(said, Published) and kind in list(KINDS):
            names = [player.name for player in evening.setup.players if (about + ":").startswith(player.name + ":")]
            title = f"{_(KINDS[NoticeKind(kind)])}: {max(names, key=len, default=about)}"
            found.append(Gone(name=said.kind, title=title, at=event.at, text=said.text, url=said.url))
    return found


def draft(desk: Desk, request: Request) -> Response:
    """The text of a notice, to be changed; by `?slip=`, or by what a decision calls for."""
    query = request.query_params
    with desk.table() as table:
        slip = query.get("slip")
        asked = desk.slips.find(slip, Asked) if slip else _asked(table.evening, query)
        found = _notice(table, asked)
        return desk.show(
            request,
            "notice.html",
            table,
            path="/notices",
            asked=asked,
            title=_title(found),
            text=asked.text or _text(table.evening, found),
            gone=[one for one in _gone(table.evening) if one.name == found.name],
        )


def _text(evening: Evening, found: Notice) -> str:
    return for_board(found.draft, dialect_for(evening)).rstrip("\n")


def _asked(evening: Evening, fields: Mapping[str, object]) -> Asked:
    told = {name: str(fields.get(name, "")).strip() for name in ("kind", "player", "report", "rule", "url")}
    if told["kind"] not in list(KINDS):
        raise NotYetError(_("There is no such notice."))
    return Asked(
        kind=NoticeKind(told["kind"]),
        player=slot_named([player.name for player in evening.setup.players], told["player"]),
        report=told["report"] or None,
        rule=told["rule"] or None,
        url=told["url"] or None,
    )


def make(desk: Desk, request: Request) -> Response:
    """Take what a warning is about, and lead to its draft."""
    with desk.table() as table:
        asked = _asked(table.evening, request.state.form)
        _notice(table, asked)
    return RedirectResponse(f"/notices/draft?slip={desk.slips.keep(asked)}", 303)


def look(desk: Desk, request: Request) -> Response:
    """Take the text, and lead to the page that shows it once more."""
    with desk.table() as table:
        asked, found, task = _task(table, request.state.form)
    kept = desk.slips.keep(asked)
    outgoing = Outgoing(task=task, title=_title(found), back=f"/notices/draft?slip={kept}")
    return RedirectResponse(f"/publish/confirm?slip={desk.slips.keep(outgoing)}", 303)


def copied(desk: Desk, request: Request) -> Response:
    """Keep a notice that the GM pasted by hand."""
    with desk.table() as table:
        _asked_for, _found, task = _task(table, request.state.form)
        said = Published(phase=task.phase, number=task.number, text=task.text, kind=task.kind)
        event = desk.enter(request, table.store, said)
    message = _("Kept as entry {number} of the journal.").format(number=event.number)
    return desk.back(request, message, to="/notices")


def _task(table: Table, form: FormData) -> tuple[Asked, Notice, Task]:
    asked = _asked(table.evening, form)
    found = _notice(table, asked)
    task = task_of(table.evening, found.phase, found.number, found.name, str(form.get("text", "")))
    return replace(asked, text=task.text), found, task
