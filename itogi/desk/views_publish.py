"""The last look before a text goes into the topic: the exact post, what stands there already, then exactly once."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from engine.i18n import _
from itogi import screens
from itogi.config import Game
from itogi.desk.app import Desk
from itogi.desk.jobs import publishing
from itogi.drafting import DraftKind
from itogi.errors import NotYetError
from itogi.evening import Evening
from itogi.publish import Task
from itogi.publish_board import open_since, topic_for
from itogi.publish_edit import copied_at, standing_post

INNER_QUOTES = str.maketrans("«»", "„“")
"""Of a title that is put in quotes itself."""
HOWS = ("edit", "again")
"""What to do where such a text stands already: put the new one in its place, or beside it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgoing:
    """A text that waits for the GM's last word."""

    task: Task
    title: str
    """What it is, in words."""
    back: str
    """The page on which it can be changed."""


def task_of(evening: Evening, phase: str, number: int, kind: str, text: str) -> Task:
    """What is to be published. Raises NotYetError for an empty text."""
    text = text.replace("\r\n", "\n").strip()
    if not text:
        raise NotYetError(_("The text is empty."))
    return Task(phase=phase, number=number, text=text, kind=kind, since=open_since(evening, phase, number))


def confirm(desk: Desk, request: Request) -> Response:
    """The exact post, once more, before it goes out; and the one that stands there, if any."""
    slip = request.query_params.get("slip", "")
    outgoing = desk.slips.find(slip, Outgoing)
    task = outgoing.task
    with desk.table() as table:
        where = topic_for(table.game)
        cautions: list[str] = []
        if task.kind in list(DraftKind):
            cautions += screens.cautions(table.evening, task.phase, task.number, final=task.kind == DraftKind.RESULTS)
        return desk.show(
            request,
            "confirm.html",
            table,
            slip=slip,
            outgoing=outgoing,
            text=task.text,
            path=outgoing.back.partition("?")[0].removesuffix("/draft") or "/draft",
            topic=(where.title or where.url).translate(INNER_QUOTES),
            cautions=cautions,
            standing=standing_post(table.store, where.url, task),
            copied=copied_at(table.evening, task),
        )


def publish(desk: Desk, request: Request) -> Response:
    """Send the text, exactly once; the job's page tells how it went."""
    form: FormData = request.state.form
    outgoing = desk.slips.find(str(form.get("slip", "")), Outgoing)
    game, how = Game.load(desk.folder), str(form.get("how", ""))
    topic = topic_for(game)
    with desk.store() as store:
        standing = standing_post(store, topic.url, outgoing.task)
    if standing and how not in HOWS:
        raise NotYetError(_("Such a text stands in the topic already: say whether to put this one in its place."))
    before = standing if how == "edit" else None
    work = publishing(game, desk.pace, outgoing.task, topic, again=how == "again", before=before)
    desk.jobs.start(_("Publishing: {phase}").format(phase=outgoing.title), work, desk.language)
    desk.jobs.wait(1.5)
    return desk.back(request, to="/job")
