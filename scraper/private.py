"""Files that hold a game's secrets, for their owner's eyes alone."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

OWNER = 0o600
SHARED = 0o660


def keep_private(path: Path) -> None:
    """Let nobody but its owner read the file, and the folder's group where that may write there: then game masters
    share it. An empty one is made when it is not there, so that it never stands open. Never fails: where permissions
    cannot be set (Windows, a disk of others), the folder's own protect the file.
    """
    with suppress(OSError):
        fit = SHARED if path.parent.stat().st_mode & stat.S_IWGRP else OWNER
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, fit))
            # The user's mask may have taken the group's part away.
            path.chmod(fit)
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & ~fit:
            path.chmod(mode & fit)
