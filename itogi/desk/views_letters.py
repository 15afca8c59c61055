"""Letters to players, to be copied into private messages: the role's, and the answers of a night. Secret."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from engine.events import Event, LetterConfirmed, LetterSent, Said
from engine.i18n import _, ngettext
from itogi.desk.app import Desk
from itogi.desk.views_day import number_in
from itogi.drafting import dialect_for
from itogi.errors import NotYetError
from itogi.evening import Evening
from itogi.life import answers, letters
from itogi.life.letters import Recipient
from itogi.moments import moment_of
from itogi.names import slot_named
from reports.formats import for_board
from reports.spans import Draft


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    """A letter with the role, to be copied."""

    to: Recipient
    text: str
    """Empty while the role is not told."""
    open: bool
    """Asked for by its player: shown at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """An answer of a night, to be copied."""

    player: str
    account: str
    text: str
    mark: str
    sent_at: datetime | None


def page(desk: Desk, request: Request) -> Response:
    """Every letter with what is known of it, and the answers of the last night or of `?night=`."""
    with desk.table() as table:
        evening = table.evening
        everybody = letters.recipients(evening)
        told = [player for player in evening.setup.players if player.role and player.name in evening.state.alive]
        counts = {
            "all": len(everybody),
            "sent": sum(one.sent is not None for one in everybody),
            "confirmed": sum(one.confirmed is not None for one in everybody),
        }
        if not desk.secrets_shown:
            return desk.show(request, "letters.html", table, counts=counts, ready=[], replies=[], found=None)
        wanted = request.query_params.get("player", "")
        night = number_in(request.query_params.get("night")) or evening.phase.number
        until = request.query_params.get("until", "").strip()
        if "remedy" in request.query_params:
            moment = moment_of(until, table.game.zone, evening.now, future=True) if until else None
            found = answers.remedies_of(evening, night, moment)
        else:
            found = answers.answers_of(evening, night)
        return desk.show(
            request,
            "letters.html",
            table,
            counts=counts,
            untold=len(everybody) - len(told),
            ready=[
                Ready(
                    to=one,
                    text=_text(evening, letters.draft(evening, one.player))
                    if any(player.name == one.player for player in told)
                    else "",
                    open=one.player == wanted,
                )
                for one in everybody
            ],
            night=night,
            nights=range(1, evening.phase.number + 1),
            found=found,
            remedy="remedy" in request.query_params,
            until=until,
            replies=[
                Reply(
                    player=one.player,
                    account=one.account,
                    text=_text(evening, answers.draft(evening, one)),
                    mark=one.mark,
                    sent_at=event.at if (event := answers.sent(evening, one)) else None,
                )
                for one in found.answers
            ],
        )


def _text(evening: Evening, draft: Draft) -> str:
    return for_board(draft, dialect_for(evening)).rstrip("\n")


def mark(desk: Desk, request: Request) -> Response:
    """Note that letters have gone out, or have been read; nothing is noted twice."""
    form: FormData = request.state.form
    what = str(form.get("what", ""))
    if what not in ("sent", "confirmed"):
        raise NotYetError(_("There is no such mark."))
    with desk.table() as table:
        known = [player.name for player in table.evening.setup.players]
        wanted = [slot_named(known, str(name)) for name in form.getlist("player")]
        night, text = number_in(str(form.get("night", ""))), str(form.get("mark", ""))
        source = str(form.get("source", "")).strip()
        said: list[Said] = []
        for name in wanted:
            one = next((one for one in letters.recipients(table.evening) if one.player == name), None)
            if what == "sent" and night:
                said.append(LetterSent(player=name, night=night, mark=text))
            elif what == "sent" and (one is None or one.sent is None):
                said.append(LetterSent(player=name))
            elif what == "confirmed" and (one is None or one.confirmed is None):
                said.append(LetterConfirmed(player=name, source=source or _("message")))
        if not said:
            raise NotYetError(_("Choose the players: nothing new is marked."))
        desk.enter(request, table.store, *said)
        message = ngettext("Marked: {count} letter.", "Marked: {count} letters.", len(said))
        return desk.back(request, message.format(count=len(said)))


def unmark(desk: Desk, request: Request) -> Response:
    """A letter was marked by mistake: take its newest mark back."""
    form: FormData = request.state.form
    with desk.table() as table:
        name = slot_named([player.name for player in table.evening.setup.players], str(form.get("player", "")))
        one = next((one for one in letters.recipients(table.evening) if one.player == name), None)
        marks: list[Event] = [event for event in (one.sent, one.confirmed) if event] if one else []
        if not marks:
            raise NotYetError(_("Nothing is marked for {name}.").format(name=name))
        table.store.undo(max(event.number for event in marks))
        return desk.back(request, _("The mark is taken back."))


def council(desk: Desk, request: Request) -> Response:
    """N4: the GM answers the question to the council."""
    form: FormData = request.state.form
    with desk.table() as table:
        said = answers.council_said(
            table.evening,
            number_in(str(form.get("night", ""))),
            str(form.get("answer", "")),
            str(form.get("note", "")),
        )
        desk.enter(request, table.store, said)
        return desk.back(request, _("The council has answered; the letter is below."))
