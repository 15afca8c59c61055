"""Screens of the whole game: violations, journal, rules, and the decisions made on them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from engine.describe import describe
from engine.events import (
    CouncilAnswered,
    Decided,
    DiceDrawn,
    DieEntered,
    Event,
    LetterSent,
    OrderGiven,
    OrderWithdrawn,
    RolesDealt,
    Said,
    SignupNamed,
    Undone,
    standing,
)
from engine.i18n import _
from engine.records import Ruling
from itogi.desk.app import Desk, Table
from itogi.desk.views_rulings import look
from itogi.drafting import dialect_for
from itogi.errors import NotYetError
from itogi.journal import told, unworded
from itogi.violations.catalogue import CLAUSES
from itogi.violations.judging import Notices, judgement_of, notices
from itogi.violations.reports import REMOVALS, VERDICTS, filed, report_named
from reports.formats import for_board

SECRET: tuple[type[Said], ...] = (
    RolesDealt,
    OrderGiven,
    OrderWithdrawn,
    DieEntered,
    DiceDrawn,
    CouncilAnswered,
    SignupNamed,
)
"""Entries that tell a role, a night move or who is behind a mask."""
UNTOLD = (Ruling.ALLOW, Ruling.REORDER, Ruling.OBJECT, Ruling.REPLACE)
"""Decisions on an order (only who has a role sends one), what was told privately (Г5.1), who is behind a mask now."""


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
        told_now = _notices(table, request.query_params.get("judged"))
        shown = desk.visible(table.reports)
        return desk.show(
            request,
            "violations.html",
            table,
            open=[report for report in shown if report.open],
            noted=[report for report in shown if report.noted],
            judged=[report for report in shown if report.judged],
            notices=[
                (name, title, for_board(draft, dialect_for(table.evening)))
                for name, title, draft in (
                    ("private", _("To the player, by private message (Г10)"), told_now.private),
                    ("public", _("For the topic"), told_now.public),
                )
                if draft
            ],
            verdicts={verdict: _(title) for verdict, title in VERDICTS.items()},
            clauses=CLAUSES,
            names=[player.name for player in table.evening.setup.players],
            reserves=table.game.file.reserves,
        )


def judge(desk: Desk, request: Request) -> Response:
    """Keep the GM's judgement; a modkill or a replacement is looked at before (V16, V20)."""
    form: FormData = request.state.form
    verdict = str(form.get("verdict", ""))
    if verdict in REMOVALS:
        return look(desk, request)
    with desk.table() as table:
        report = report_named(table.reports, str(form.get("key", "")))
        judged, removal = judgement_of(table.evening, report, verdict, note=str(form.get("note", "")).strip() or None)
        assert removal is None
        desk.enter(request, table.store, judged)
        what = next((one.violation.what for one in desk.visible([report])), report.violation.player or "—")
        message = f"{what} — {_(VERDICTS[verdict])}."
        return desk.back(request, message, to=f"/violations?judged={report.violation.key}")


def _notices(table: Table, key: str | None) -> Notices:
    """The texts for the report that was just judged."""
    report = next((one for one in table.reports if one.violation.key == key), None)
    if report is None or report.judged is None:
        return Notices()
    return notices(table.evening, report.violation, report.judged.verdict)


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
        desk.enter(request, table.store, said)
        return desk.back(request, _("Filed."))


def journal(desk: Desk, request: Request) -> Response:
    """Everything that was said, newest first."""
    with desk.table() as table:
        entries = entries_of(table.store.events(), desk)
        return desk.show(request, "journal.html", table, entries=entries[::-1])


def entries_of(events: tuple[Event, ...], desk: Desk) -> list[Entry]:
    """Entries of a journal, as far as the desk may show them now; in their order."""
    holding = {event.number for event in standing(events)}
    return [
        Entry(
            number=event.number,
            at=event.at,
            author=event.author,
            text=entry_words(event, desk),
            holds=event.number in holding,
        )
        for event in events
    ]


def entry_words(event: Event, desk: Desk) -> str:
    """An entry in words, as far as the desk may show it now."""
    said = event.said
    secret = (
        isinstance(said, SECRET)
        or (isinstance(said, Decided) and said.decision.ruling in UNTOLD)
        or (isinstance(said, LetterSent) and said.night is not None)
    )
    if desk.secrets_shown:
        return told(said, desk.pages.zone)
    return _("hidden") if secret else told(unworded(said), desk.pages.zone)


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
    desk.turns += 1
    if not desk.secrets_shown:
        desk.messages.forget()
    return desk.back(request, _("Roles are shown.") if desk.secrets_shown else _("Roles are hidden."))
