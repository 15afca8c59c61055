"""One writer at a game's folder: a lock of the operating system, and a note of who holds it.

The system lets go of the lock when its process ends, however it ends, so that a stale lock is simply taken over.
"""

from __future__ import annotations

import json
import os
import socket
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from engine.i18n import _, reason
from scraper.errors import ArchiveError, HeldError

FILE = "itogi.lock"
FAR_BYTE = 1 << 30
"""The byte that is locked on Windows: a locked byte cannot be read by others, and the note must be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """Who writes to the folder."""

    pid: int
    host: str
    since: str
    """ISO, UTC."""
    command: str


class FolderLock:
    """Holds the folder while it is entered. Raises HeldError at once when another process holds it."""

    def __init__(self, folder: Path, *, command: str) -> None:
        self.path = folder / FILE
        self.command = command
        self._file: IO[bytes] | None = None

    def __enter__(self) -> Self:
        try:
            file = self.path.open("a+b")
        except OSError as fault:
            raise ArchiveError(
                _("The folder of the game cannot be written to: {why}.").format(why=reason(fault))
            ) from fault
        if not _lock(file):
            holder = read_holder(self.path)
            file.close()
            raise HeldError(_held(holder))
        self._file = file
        note = Holder(
            pid=os.getpid(),
            host=socket.gethostname(),
            since=datetime.now(UTC).isoformat(timespec="seconds"),
            command=self.command,
        )
        file.truncate(0)
        file.write(json.dumps(asdict(note)).encode())
        file.flush()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            with suppress(OSError):
                self._file.truncate(0)
            # Not removed: between removing and making it anew two processes could each hold a lock.
            _unlock(self._file)
            self._file.close()
            self._file = None


def read_holder(path: Path) -> Holder | None:
    """The note in a lock file, or None when nobody left one."""
    try:
        note = json.loads(path.read_bytes())
        return Holder(
            pid=int(note["pid"]), host=str(note["host"]), since=str(note["since"]), command=str(note["command"])
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _held(holder: Holder | None) -> str:
    if holder is None:
        return _("Another itogi is writing to this folder; wait for it to finish, or end it.")
    return _(
        "`{command}` is writing to this folder: process {pid} on {host}, since {since}. "
        "Wait for it to finish, or end it; it is enough that one of them polls."
    ).format(command=holder.command, pid=holder.pid, host=holder.host, since=holder.since)


if sys.platform == "win32":  # pragma: no cover - the other branch is tested on Linux
    import msvcrt

    def _lock(file: IO[bytes]) -> bool:
        file.seek(FAR_BYTE)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _unlock(file: IO[bytes]) -> None:
        file.seek(FAR_BYTE)
        with suppress(OSError):
            msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _lock(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    def _unlock(file: IO[bytes]) -> None:
        with suppress(OSError):
            fcntl.flock(file.fileno(), fcntl.LOCK_UN)
