"""The game's folder as one file, and the next game from this one."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from engine.i18n import _
from itogi import new
from itogi.config import Topic, TopicKind
from itogi.desk.app import Desk, Table
from itogi.desk.downloads import download
from itogi.errors import NotYetError
from itogi.life.next_game import next_file, start
from itogi.life.packing import pack

LINKS = (TopicKind.GAME, TopicKind.VOTE, TopicKind.SIGNUP)


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """A next game that was just made."""

    folder: Path
    title: str
    players: tuple[str, ...]
    link: str
    """Of its own desk."""


def page(desk: Desk, request: Request) -> Response:
    """What can be kept of the game, and the form of the next one; `?slip=`: the next one is made."""
    slip = request.query_params.get("slip")
    begun = desk.slips.find(slip, Begun) if slip else None
    with desk.table() as table:
        here = desk.folder.resolve()
        return desk.show(
            request,
            "archive.html",
            table,
            begun=begun,
            folder=here,
            beside=here.parent / f"{here.name}-next",
            over=table.evening.over is not None,
            title=table.game.title,
            players="\n".join(_lines(desk, table)),
            first_date=table.game.file.timetable.first_date.isoformat(),
            topics=[kind.value for kind in LINKS],
        )


def _lines(desk: Desk, table: Table) -> list[str]:
    """The players as the form proposes them; who is behind a mask only with the roles shown."""
    lines = []
    for entry in table.game.file.players:
        accounts = [one.name for one in table.game.accounts_of(entry.name) if one.name != entry.name]
        lines.append(f"{entry.name} = {', '.join(accounts)}" if desk.secrets_shown and accounts else entry.name)
    return lines


def save(desk: Desk, request: Request) -> Response:
    """The whole game as one file, with or without what is secret."""
    form: FormData = request.state.form
    secrets = form.get("what") == "all"
    with desk.table() as table, tempfile.TemporaryDirectory(prefix="itogi-") as made:
        name = table.game.folder.resolve().name or "game"
        day = desk.clock().astimezone(table.game.zone)
        target = Path(made) / f"{name}-{day:%Y-%m-%d}{'' if secrets else '-open'}.zip"
        pack(table.game, table.store, target, secrets=secrets)
        return download(target.name, target.read_bytes(), "application/zip")


def begin_next(desk: Desk, request: Request) -> Response:
    """Make the next game in a folder of its own, and open a desk on it."""
    form: FormData = request.state.form

    def field(name: str) -> str:
        return str(form.get(name, "")).strip()

    try:
        first_date = date.fromisoformat(field("first_date"))
    except ValueError:
        raise NotYetError(_("Choose the date on which the first night ends.")) from None
    if not field("folder"):
        raise NotYetError(_("Name the folder of the next game."))
    with desk.table() as table:
        folder = (desk.folder.resolve().parent / Path(field("folder")).expanduser()).resolve()
        if folder == desk.folder.resolve():
            raise NotYetError(_("The next game needs a folder of its own."))
        topics = tuple(Topic(url=url, kind=kind) for kind in LINKS if (url := field(kind.value)))
        if not topics:
            raise NotYetError(_("Give the link of the game topic, the vote topic or the sign-up topic."))
        told = [line for line in field("players").splitlines() if line.strip()]
        file = next_file(
            table.game,
            table.store.standing(),
            title=field("title") or table.game.title,
            first_date=first_date,
            topics=topics,
            players=() if told == _lines(desk, table) else tuple(new.player_of(line) for line in told),
        )
        start(table.game, folder, file)
    assert desk.neighbour is not None
    begun = Begun(
        folder=folder,
        title=file.title,
        players=tuple(entry.name for entry in file.players),
        link=desk.neighbour(folder),
    )
    return RedirectResponse(f"/archive?slip={desk.slips.keep(begun)}", 303)
