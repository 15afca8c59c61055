"""The next game from the last one: board, accounts, aliases, hours and templates stay; roles and topics do not."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path

import tomlkit
from msgspec.structs import replace

from engine.events import AliasAdded, Event
from engine.i18n import _, reason
from itogi import new
from itogi.config import FILE, Game, GameFile, PlayerEntry, Topic
from itogi.errors import ConfigError
from itogi.store import Store
from scraper.private import keep_private


def next_file(
    game: Game,
    events: tuple[Event, ...],
    *,
    title: str,
    first_date: date,
    topics: tuple[Topic, ...],
    players: tuple[PlayerEntry, ...] = (),
) -> GameFile:
    """The settings of the next game. `events`: those that hold in the last one, for the aliases learnt in it.

    Players are the last game's unless others are given; whoever comes again is known by the account.
    """
    learnt: dict[str, list[str]] = {}
    for event in events:
        if isinstance(event.said, AliasAdded):
            learnt.setdefault(event.said.player, []).append(event.said.alias)
    old = tuple(_again(entry, learnt.get(entry.name, [])) for entry in game.file.players)
    return replace(
        game.file,
        title=title,
        topics=topics,
        players=tuple(_known(entry, old) for entry in players) or old,
        timetable=replace(game.file.timetable, first_date=first_date),
        templates="templates",
    )


def _again(entry: PlayerEntry, learnt: list[str]) -> PlayerEntry:
    aliases = tuple(dict.fromkeys((*entry.aliases, *learnt)))
    return replace(entry, role=None, aliases=aliases)


def _known(entry: PlayerEntry, old: tuple[PlayerEntry, ...]) -> PlayerEntry:
    """A player of the next game with the aliases and the gender that the name had in the last one."""
    before = next((one for one in old if one.name.casefold() == entry.name.casefold()), None)
    if before is None:
        return entry
    return replace(
        entry,
        aliases=tuple(dict.fromkeys((*entry.aliases, *before.aliases))),
        gender=entry.gender or before.gender,
        accounts=entry.accounts or before.accounts,
    )


def start(game: Game, folder: Path, file: GameFile) -> Path:
    """Make the next game's folder with the last one's templates; the path of its `game.toml`.

    Without topics the file waits for their addresses: every command says so until they are filled in. Raises
    ConfigError when there is a game already.
    """
    if (folder / FILE).exists():
        raise ConfigError(_("{path}: there is a game in this folder already; choose another.").format(path=folder))
    if file.topics:
        path = new.create(folder, file)
    else:
        path = folder / FILE
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            document = tomlkit.parse(new.written(file))
            # The key stands there, so that the complaint about it says how to fill it in.
            document["topics"] = tomlkit.array()
            keep_private(path)
            path.write_text(tomlkit.dumps(document), encoding="utf-8")
        except OSError as fault:
            raise ConfigError(_("{path}: cannot be written: {why}.").format(path=path, why=reason(fault))) from None
        with Store.open(folder) as store:
            store.seed()
    if game.templates.is_dir():
        try:
            shutil.copytree(game.templates, folder / "templates", dirs_exist_ok=True)
        except OSError as fault:
            raise ConfigError(_("{path}: cannot be written: {why}.").format(path=folder, why=reason(fault))) from None
    return path
