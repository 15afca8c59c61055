"""Where passwords and sessions are: the environment, the system's keyring, and one file in the game's folder.

Never an argument of a command (others see those), never game.toml (it may be shown), never a log.
"""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import urlsplit

import keyring
from keyring.errors import KeyringError

from scraper.session.keep import FILE, SessionFile

PASSWORD = "ITOGI_PASSWORD"  # noqa: S105 - the name of a variable
ACCOUNT = "ITOGI_ACCOUNT"
_SERVICE = "itogi"


def password_of(account: str, board: str) -> str | None:
    """The account's password: from the environment, else from the keyring, else None."""
    if given := os.environ.get(PASSWORD):
        return given
    try:
        return keyring.get_password(_SERVICE, _entry(account, board))
    except (KeyringError, RuntimeError, OSError):
        # No keyring on this machine, or a locked one: the GM is asked instead.
        return None


def keep_password(account: str, board: str, password: str) -> bool:
    """Put the password into the keyring; False when this machine has none that works."""
    try:
        keyring.set_password(_SERVICE, _entry(account, board), password)
    except (KeyringError, RuntimeError, OSError):
        return False
    return True


def forget_password(account: str, board: str) -> bool:
    """Take the password out of the keyring; False when it was not there."""
    try:
        keyring.delete_password(_SERVICE, _entry(account, board))
    except (KeyringError, RuntimeError, OSError):
        return False
    return True


def session_file(folder: Path, board: str) -> SessionFile:
    """The kept session of the game in `folder`."""
    return SessionFile(folder / FILE, board)


def _entry(account: str, board: str) -> str:
    return f"{account}@{urlsplit(board).netloc}"
