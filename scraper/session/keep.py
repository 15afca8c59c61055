"""The signed-in session on disk: one file, readable by its owner only, replaced in one step.

It holds cookies that let anybody in as the GM: it goes into no log, no archive of the game, and no backup that is
handed on.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from http.cookiejar import CookieJar
from pathlib import Path

from engine.i18n import _, reason
from scraper.session.cookies import Kept, into, out_of
from scraper.session.errors import SessionError

FILE = "session.json"
"""Name of the file in a game's folder."""
_OWNER_ONLY = 0o600


class SessionFile:
    """The session of one board, kept in a file."""

    def __init__(self, path: Path, board: str) -> None:
        self.path = path
        self.board = board

    def load(self, jar: CookieJar) -> str | None:
        """Put the kept cookies into `jar`; the account's name, or None when nothing (of this board) is kept. Those
        that the jar has already are newer: boards change the key of a kept sign-in with each use.
        """
        kept = self._read()
        if kept is None:
            return None
        account, cookies = kept
        have = {cookie.name for cookie in out_of(jar, self.board)}
        into(jar, [cookie for cookie in cookies if cookie.name not in have])
        return account

    def renew(self, jar: CookieJar) -> None:
        """Keep what the board made of the cookies meanwhile: phpBB lets a key in only once, and hands out another. Not
        where it took one away, for then it does not know us any more. Raises SessionError.
        """
        kept = self._read()
        if kept is None:
            return
        account, cookies = kept
        now = {cookie.name: cookie.value for cookie in out_of(jar, self.board)}
        before = {cookie.name: cookie.value for cookie in cookies}
        if now != before and all(now.get(name) for name, value in before.items() if value):
            self.save(jar, account)

    def _read(self) -> tuple[str, list[Kept]] | None:
        try:
            read_in = json.loads(self.path.read_text(encoding="utf-8"))
            if read_in["board"] != self.board:
                return None
            return str(read_in["account"]), [Kept(**entry) for entry in read_in["cookies"]]
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError):
            # A damaged or foreign file costs a new sign-in, nothing more.
            return None

    def save(self, jar: CookieJar, account: str) -> None:
        """Keep the board's cookies of `jar`. Raises SessionError when the file cannot be written."""
        text = json.dumps(
            {
                "version": 1,
                "board": self.board,
                "account": account,
                "saved_at": datetime.now(UTC).isoformat(timespec="seconds"),
                "cookies": [asdict(cookie) for cookie in out_of(jar, self.board)],
            },
            ensure_ascii=False,
            indent=1,
        )
        try:
            write_private(self.path, text)
        except OSError as fault:
            raise SessionError(
                _("{file}: the session cannot be kept: {why}.").format(file=self.path, why=reason(fault))
            ) from None

    def forget(self) -> bool:
        """Remove the file; False when there was none."""
        try:
            self.path.unlink()
        except FileNotFoundError:
            return False
        except OSError as fault:
            raise SessionError(
                _("{file}: cannot be removed: {why}.").format(file=self.path, why=reason(fault))
            ) from None
        return True


def write_private(path: Path, text: str) -> None:
    """Write a file that its owner alone can read, whole or not at all. Raises OSError.

    Windows knows no such permissions: there the folder's own protect the file.
    """
    new = path.with_name(f".{path.name}.{os.getpid()}.new")
    with suppress(FileNotFoundError):
        new.unlink()
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), _OWNER_ONLY)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise
