"""Files that a form brings: `multipart/form-data`, whole in memory. Pure."""

from __future__ import annotations

import re
from email.message import Message
from pathlib import PurePosixPath, PureWindowsPath

FILE_FORM = "multipart/form-data"


def boundary_of(content_type: str) -> str | None:
    """What parts such a body, None for another kind of body or a header that does not tell it."""
    header = Message()
    header["content-type"] = content_type
    boundary = header.get_param("boundary")
    fits = header.get_content_type() == FILE_FORM and isinstance(boundary, str)
    return str(boundary) if fits and boundary else None


def parts_of(body: bytes, boundary: str) -> tuple[list[tuple[str, str]], dict[str, tuple[str, bytes]]]:
    """The fields of a form in order, and its files: field → (file name without any folder, content)."""
    fields: list[tuple[str, str]] = []
    files: dict[str, tuple[str, bytes]] = {}
    for part in (b"\r\n" + body).split(b"\r\n--" + boundary.encode("latin-1", "replace"))[1:]:
        if part.startswith(b"--"):
            break
        head, found, content = part.partition(b"\r\n\r\n")
        told = _disposition(head) if found else {}
        name = told.get("name")
        if name is None:
            continue
        if "filename" in told:
            files[name] = (_bare(told["filename"]), content)
        else:
            fields.append((name, content.decode("utf-8", "replace")))
    return fields, files


def _disposition(head: bytes) -> dict[str, str]:
    """Parameters of the part's Content-Disposition, as browsers write them: quotes in a name as %22."""
    for line in head.decode("utf-8", "replace").split("\r\n"):
        key, _colon, value = line.partition(":")
        if key.strip().lower() == "content-disposition":
            return dict(re.findall(r';\s*(name|filename)="([^"]*)"', value))
    return {}


def _bare(name: str) -> str:
    return PurePosixPath(PureWindowsPath(name).name).name or "file"
