"""Files that the desk gives to the browser to be kept; never shown in it."""

from __future__ import annotations

from urllib.parse import quote

from starlette.responses import Response


def download(name: str, content: bytes, kind: str) -> Response:
    """A file under a name of any alphabet."""
    plain = name.encode("ascii", "replace").decode().replace("?", "_").replace('"', "_").replace("\\", "_")
    disposition = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
    return Response(content, media_type=kind, headers={"Content-Disposition": disposition})
