"""Several game masters: one's name, handing the game over, taking it, comparing two copies, bringing them together."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from engine.i18n import _, ngettext
from itogi.config import Game
from itogi.desk.app import Desk
from itogi.desk.views_game import entries_of
from itogi.errors import NotYetError
from itogi.life import cohosts, copies, handover, packing
from itogi.moments import span
from itogi.store import Store
from scraper.lock import FolderLock

COMMAND = "itogi desk"


@dataclass(frozen=True, slots=True)
class Held:
    """A copy of the game that was brought to be compared."""

    name: str
    content: bytes = field(repr=False)
    """The packed game: it is unpacked for as long as it is looked at, so that no secrets are left lying about."""
    taken: tuple[int, int] | None = None
    """First and last of the entries that were taken over."""
    crossing: tuple[tuple[int, int], ...] = ()
    """Entries on one matter: (here, taken over)."""


def page(desk: Desk, request: Request) -> Response:
    """Who writes and who leads; hand over, take, compare. Before there is a game only taking one."""
    if not desk.has_game:
        return desk.bare(request, "cohost_take.html")
    with desk.table() as table:
        events = table.store.events()
        return desk.show(
            request,
            "cohost.html",
            table,
            me=cohosts.name_here(events),
            taken=cohosts.names_taken(events),
            leads=cohosts.leader(events),
            accounts=[account.name for account in table.game.moderators],
            handed=request.query_params.get("handed", ""),
        )


def name(desk: Desk, request: Request) -> Response:
    """Say under which name one writes here."""
    with desk.store() as store:
        told = handover.named(store, str(request.state.form.get("name", "")))
    return desk.back(request, _("You write as {name}.").format(name=told), to="/cohost")


def hand(desk: Desk, request: Request) -> Response:
    """Let another lead; the file for them is saved from the page that follows."""
    whom = str(request.state.form.get("name", "")).strip()
    with desk.table() as table:
        handover.hand(table.game, table.store, whom)
    return desk.back(
        request, _("{name} leads the game now. Save the file and send it.").format(name=whom), to="/cohost?handed=1"
    )


def take(desk: Desk, request: Request) -> Response:
    """Lead the game: out of a file that was handed over, or, where both use one folder, without one."""
    form: FormData = request.state.form
    told = str(form.get("name", "")).strip()
    if not told:
        raise NotYetError(_("The name is empty."))
    if form.get("without") and desk.has_game:
        with desk.store() as store:
            handover.take(store, told)
        return desk.back(request, _("You lead the game now."), to="/cohost")
    with _unpacked(*_brought(request)) as source:
        handover.receive(source, desk.folder, desk.clock, command=COMMAND)
    game = Game.load(desk.folder)
    with Store.open(desk.folder, clock=desk.clock) as store:
        handover.take(store, told)
        count = len(store.events())
    # Other windows show a journal that is not this one.
    desk.turns += 1
    message = ngettext(
        "{name} leads «{title}» now; {count} entry in the journal.",
        "{name} leads «{title}» now; {count} entries in the journal.",
        count,
    )
    return desk.back(request, message.format(name=told, title=game.title, count=count), to="/")


def look(desk: Desk, request: Request) -> Response:
    """Take a copy to be compared, and lead to the page that compares."""
    held = Held(*_brought(request))
    with desk.table() as table, _unpacked(held.name, held.content) as source:
        copies.look(table.game, table.store, source)
    return RedirectResponse(f"/cohost/compare?slip={desk.slips.keep(held)}", 303)


def _brought(request: Request) -> tuple[str, bytes]:
    """Name and content of the file of a form. Raises NotYetError when there is none."""
    name, content = getattr(request.state, "files", {}).get("file", ("", b""))
    if not content:
        raise NotYetError(_("Choose the file with the game."))
    return name, content


@contextmanager
def _unpacked(name: str, content: bytes) -> Iterator[Path]:
    """The folder with the game that a file holds. Raises PackError."""
    with tempfile.TemporaryDirectory(prefix="itogi-") as made:
        file = Path(made) / name
        file.write_bytes(content)
        with packing.unpacked(file) as source:
            yield source


def compare(desk: Desk, request: Request) -> Response:
    """What only one of the two copies has; after taking over, where both decided on one matter."""
    slip = request.query_params.get("slip", "")
    held = desk.slips.find(slip, Held)
    with desk.table() as table, _unpacked(held.name, held.content) as source:
        found = copies.look(table.game, table.store, source)
        return desk.show(
            request,
            "cohost_compare.html",
            table,
            path="/cohost",
            slip=slip,
            held=held,
            found=found,
            here_only=entries_of(found.journal.here, desk),
            there_only=entries_of(found.journal.there, desk),
            seen=handover.seen_there(found),
            apart=span(found.clocks) if found.clocks else "",
        )


def merge(desk: Desk, request: Request) -> Response:
    """Take over from the copy all that is missing here, once."""
    number = str(request.state.form.get("slip", ""))
    held = desk.slips.find(number, Held)
    if held.taken:
        raise NotYetError(_("This copy was taken over already; nothing was entered twice."))
    with desk.table() as table, _unpacked(held.name, held.content) as source:
        found = copies.look(table.game, table.store, source)
        with FolderLock(desk.folder, command=COMMAND):
            first, last = copies.bring(table.store, source)
    numbers = {event.number: first + place for place, event in enumerate(found.journal.there)}
    crossing = tuple((own.number, numbers[other.number]) for own, other in found.journal.crossing())
    desk.slips.put(number, replace(held, taken=(first, last), crossing=crossing))
    return desk.back(request, _("Taken over."), to=f"/cohost/compare?slip={number}")
