"""Files that commands write for the user."""

from __future__ import annotations

from pathlib import Path

from engine.errors import InputError
from engine.i18n import _, reason


def written(path: Path, content: bytes) -> None:
    """Put `content` into the file `path`, over what was there. Raises InputError when that cannot be done."""
    try:
        path.write_bytes(content)
    except OSError as fault:
        raise InputError(_("Cannot write {file}: {reason}").format(file=path, reason=reason(fault))) from None
