"""Questions and complaints: posts that speak to the GM (Г12.1), answers to «why», moments noted for the record (Г6)."""

from __future__ import annotations

from dataclasses import replace

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from engine.events import Noted
from engine.i18n import _
from itogi.desk.app import Desk, Table
from itogi.desk.views_day import number_in
from itogi.drafting import dialect_for
from itogi.errors import NotYetError
from itogi.journal import unworded
from itogi.life.court import noted
from itogi.life.inbox import HOWS, State, handled, inbox_of, state_title
from itogi.life.texts import texts_of
from itogi.life.why import why_of
from itogi.names import slot_named
from reports.formats import for_board


def page(desk: Desk, request: Request) -> Response:
    """What waits for an answer, what is settled, what is noted; with `?player=` why votes count or do not."""
    with desk.table() as table:
        evening = table.evening
        shown = desk.secrets_shown
        found = [letter if shown else replace(letter, note=None) for letter in inbox_of(evening)]
        names = [player.name for player in evening.setup.players]
        days = [window.number for window in evening.days]
        asked = request.query_params.get("player", "")
        day = number_in(request.query_params.get("day"))
        return desk.show(
            request,
            "disputes.html",
            table,
            waiting=[(letter, _day_of(table, letter.at.timestamp())) for letter in found if letter.waits],
            others=[(letter, state_title(letter)) for letter in found if not letter.waits],
            hows={how: _(title) for how, title in HOWS.items()},
            notes=[
                event if shown else replace(event, said=unworded(event.said))
                for event in evening.events
                if isinstance(event.said, Noted)
            ],
            names=names,
            days=days,
            asked=asked,
            day=day or (days[-1] if days else None),
            why=_why(table, slot_named(names, asked), day) if asked and days else "",
        )


def _day_of(table: Table, moment: float) -> int | None:
    """The court that a complaint is most likely about: the last one that had opened when it was written."""
    return max((window.number for window in table.evening.days if window.opens.timestamp() <= moment), default=None)


def _why(table: Table, name: str, day: int | None) -> str:
    """The answer for a player; holds no secret."""
    draft = texts_of(table.game).why(why_of(table.evening, name, day))
    return for_board(draft, dialect_for(table.evening)).rstrip("\n")


def handle(desk: Desk, request: Request) -> Response:
    """A post is answered, needs no answer, or waits again."""
    form: FormData = request.state.form
    verdict = str(form.get("verdict", ""))
    if verdict not in set(State):
        raise NotYetError(_("There is no such mark."))
    with desk.table() as table:
        said = handled(
            table.evening, str(form.get("post", "")), State(verdict), str(form.get("note", "")).strip() or None
        )
        desk.enter(request, table.store, said)
        return desk.back(request, _("Marked."))


def note(desk: Desk, request: Request) -> Response:
    """Г6: note a disputed moment and how it was decided."""
    form: FormData = request.state.form
    with desk.table() as table:
        said = noted(table.evening, str(form.get("text", "")), str(form.get("post", "")).strip() or None)
        desk.enter(request, table.store, said)
        return desk.back(request, _("Noted for the record."))
