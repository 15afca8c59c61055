"""Server-sent events: tell the open page when the game's database has changed."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from itogi.config import DATABASE

BEAT_SECONDS = 1.0
KEEP_ALIVE_BEATS = 15


def events(folder: Path, request: Request) -> Response:
    """The stream; ends when the browser goes."""
    return StreamingResponse(_changes(folder, request), media_type="text/event-stream")


async def _changes(folder: Path, request: Request) -> AsyncIterator[str]:
    path = folder / DATABASE
    if not path.exists():
        return
    # `data_version` changes when another connection has written; reading it costs nothing and locks nothing.
    connection = sqlite3.connect(f"file:{path.as_posix()}?mode=ro", uri=True, check_same_thread=False)
    try:
        known = _version(connection)
        yield "retry: 3000\n\n"
        beats = 0
        while not await request.is_disconnected():
            await asyncio.sleep(BEAT_SECONDS)
            beats += 1
            version = _version(connection)
            if version != known:
                known = version
                yield "event: changed\ndata: -\n\n"
            elif beats % KEEP_ALIVE_BEATS == 0:
                yield ": still here\n\n"
    finally:
        connection.close()


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA data_version").fetchone()[0])
