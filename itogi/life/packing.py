"""A game's folder as one file: whole, for a co-host or the shelf, or without anything secret.

Passwords and signed-in sessions are in neither. What is left out of a file without secrets is erased from the
database, not only hidden: the copy is written anew.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
import tomllib
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import tomlkit

from engine.errors import OutsideError
from engine.events import (
    AliasAdded,
    BallotEntered,
    DayClosed,
    DayMoved,
    DayOpened,
    Decided,
    Event,
    NightClosed,
    NightOpened,
    Published,
    QuestionAnswered,
    Said,
    standing,
)
from engine.i18n import _, reason
from engine.records import Ruling
from itogi.config import DATABASE, FILE, Game, parse
from itogi.drafting import PUBLIC_NOTICES, DraftKind
from itogi.errors import ConfigError, StoreError
from itogi.life.errors import PackError
from itogi.store import Store
from scraper.private import keep_private

MARK = "itogi.txt"
"""Tells what the file is, to people and to the program."""
LARGEST = 512 * 1024 * 1024
PUBLIC_TEXTS = frozenset((*DraftKind, *PUBLIC_NOTICES))
_PUBLIC_RULINGS = frozenset({Ruling.MODKILL, Ruling.EXECUTE, Ruling.PARDON, Ruling.REPLACE})
_SECRET_TABLES = ("secrets", "publications", "looks", "raw_pages")


def pack(game: Game, store: Store, target: Path, *, secrets: bool) -> tuple[str, ...]:
    """Write the game into the zip file `target`; the names of what is in it. Raises ConfigError, StoreError.

    An existing file is never overwritten.
    """
    with tempfile.TemporaryDirectory(prefix="itogi-") as made:
        work = Path(made)
        (work / FILE).write_text(_settings(game, secrets=secrets), encoding="utf-8")
        _database(store, work / DATABASE, secrets=secrets)
        files = [FILE, DATABASE]
        if game.templates.is_dir():
            # Under its usual name: that is where an unpacked game looks for them.
            shutil.copytree(game.templates, work / "templates", symlinks=False)
            files += sorted(
                path.relative_to(work).as_posix() for path in (work / "templates").rglob("*") if path.is_file()
            )
        head = _("A game of itogi: {title}").format(title=game.title)
        what = _("With everything secret: not for players.") if secrets else _("Without anything secret.")
        (work / MARK).write_text(f"{head}\n{what}\n", encoding="utf-8")
        _zipped(work, [MARK, *files], target)
    return tuple(files)


def _zipped(work: Path, names: list[str], target: Path) -> None:
    try:
        with target.open("xb") as stream:
            target.chmod(0o600)
            with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
                for name in names:
                    archive.write(work / name, name)
    except FileExistsError:
        raise ConfigError(_("{path} is there already; choose another name.").format(path=target)) from None
    except OSError as fault:
        raise ConfigError(_("{path}: cannot be written: {why}.").format(path=target, why=reason(fault))) from None


def _settings(game: Game, *, secrets: bool) -> str:
    text = (game.folder / FILE).read_text(encoding="utf-8-sig")
    document = tomlkit.parse(text)
    document["templates"] = "templates"
    if not secrets:
        _stripped(document)
    return tomlkit.dumps(document)


def _stripped(document: Any) -> None:
    """Without roles, without who is behind a mask, without addresses that reminders go to and words of the GM."""
    plain = tomllib.loads(tomlkit.dumps(document))
    for place, _player in enumerate(plain.get("players", ())):
        for key in ("role", "accounts"):
            document["players"][place].pop(key, None)
    document.pop("reminders", None)
    document.pop("reserves", None)
    polling = document.get("polling")
    if polling is not None:
        polling.pop("contact", None)
    board = document.get("board")
    if board is not None:
        board.pop("account", None)


def _database(store: Store, target: Path, *, secrets: bool) -> None:
    source: sqlite3.Connection = store.database.conn
    try:
        with closing(sqlite3.connect(target)) as copy:
            source.backup(copy)
            if not secrets:
                _erased(copy, store.events())
            copy.execute("VACUUM")
    except sqlite3.OperationalError as fault:
        line = _("The copy cannot be written: is there room on the disk? ({why})")
        raise OutsideError(line.format(why=fault)) from None


def _erased(copy: sqlite3.Connection, events: tuple[Event, ...]) -> None:
    """Leave only the events that everybody may know, and no seed."""
    tables = {row[0] for row in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    # What holds the record append only does not hold a copy that is being made.
    kept_triggers = copy.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _sql in kept_triggers:
        copy.execute(f'DROP TRIGGER "{name}"')
    # Pages as they came were the GM's own view: with moderators' marks, addresses and keys of a session.
    copy.execute("UPDATE fetches SET raw = NULL")
    for table in _SECRET_TABLES:
        if table in tables:
            copy.execute(f"DELETE FROM {table}")  # noqa: S608 - own table names
    holding = {event.number for event in standing(events)}
    for event in events:
        # What was taken back must not come to life again when its undoing is left out.
        open_form = public_form(event.said) if event.number in holding else None
        if open_form is None:
            copy.execute("DELETE FROM events WHERE number = ?", (event.number,))
        else:
            copy.execute(
                "UPDATE events SET said = ?, author = ? WHERE number = ?",
                (msgspec.json.encode(open_form).decode(), "gm", event.number),
            )
    for _name, sql in kept_triggers:
        copy.execute(sql)
    copy.commit()


def public_form(said: Said) -> Said | None:
    """An event as everybody may know it; None: it is a secret, or says something private."""
    match said:
        case DayOpened() | DayMoved() | DayClosed() | NightOpened() | NightClosed() | AliasAdded():
            return said
        case BallotEntered(cast=cast):
            return BallotEntered(day=said.day, cast=cast, source="message")
        case QuestionAnswered():
            return replace(said, note=None)
        case Published(kind=kind) if kind.partition(":")[0] in PUBLIC_TEXTS:
            return said
        case Decided(decision=decision) if decision.ruling in _PUBLIC_RULINGS:
            return replace(said, decision=replace(decision, account=None, note=None))
        case _:
            return None


@contextmanager
def unpacked(file: Path) -> Iterator[Path]:
    """A packed game in a folder that is gone afterwards. Raises PackError."""
    with tempfile.TemporaryDirectory(prefix="itogi-") as made:
        folder = Path(made)
        _extract(file, folder)
        yield folder


def _extract(file: Path, folder: Path) -> None:
    try:
        with zipfile.ZipFile(file) as archive:
            names = archive.namelist()
            if FILE not in names or DATABASE not in names:
                raise PackError(_("{file} is no packed game: it lacks {name}.").format(file=file, name=FILE))
            if sum(info.file_size for info in archive.infolist()) > LARGEST:
                raise PackError(_("{file} is too large for a packed game.").format(file=file))
            for info in archive.infolist():
                path = Path(info.filename)
                if path.is_absolute() or ".." in path.parts or info.is_dir():
                    continue
                if path.as_posix() in (FILE, DATABASE, MARK) or path.parts[0] == "templates":
                    keep_private(Path(archive.extract(info, folder)))
    except FileNotFoundError:
        raise PackError(_("{file}: there is no such file.").format(file=file)) from None
    except OSError as fault:
        raise PackError(_("{file}: cannot be read: {why}.").format(file=file, why=reason(fault))) from None
    except (zipfile.BadZipFile, RuntimeError, EOFError, zlib.error):
        raise PackError(
            _("{file} is no packed game: it is no zip file, or a damaged one. Ask for it once more.").format(file=file)
        ) from None
    try:
        parse((folder / FILE).read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        raise PackError(_("{file} is no packed game: {name} is not UTF-8.").format(file=file, name=FILE)) from None


def put(source: Path, folder: Path, *, keep: Callable[[Path], Path] | None = None) -> None:
    """Put an unpacked game into `folder`; files that are there are moved aside by `keep`. Raises StoreError."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for name in (FILE, DATABASE):
            target = folder / name
            if target.exists() and keep is not None:
                target.replace(keep(target))
            for tail in ("-wal", "-shm"):
                beside = folder / f"{name}{tail}"
                beside.unlink(missing_ok=True)
            shutil.copyfile(source / name, target)
        if (source / "templates").is_dir():
            shutil.copytree(source / "templates", folder / "templates", dirs_exist_ok=True)
    except OSError as fault:
        raise StoreError(_("{path}: cannot be written: {why}.").format(path=folder, why=reason(fault))) from None
