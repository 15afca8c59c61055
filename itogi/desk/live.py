"""Server-sent events: tell the open page when the game's database has changed."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from itogi.config import DATABASE

BEAT_SECONDS = 1.0
KEEP_ALIVE_BEATS = 15


def events(folder: Path, request: Request, turns: Callable[[], int]) -> Response:
    """The stream; ends when the browser goes. It tells the number that `turns` gives, too."""
    return StreamingResponse(_changes(folder, request, turns), media_type="text/event-stream")


async def _changes(folder: Path, request: Request, turns: Callable[[], int]) -> AsyncIterator[str]:
    path = folder / DATABASE
    if not path.exists():
        return
    # `data_version` changes when another connection has written; reading it costs nothing and locks nothing.
    connection = sqlite3.connect(f"file:{path.as_posix()}?mode=ro", uri=True, check_same_thread=False)
    try:
        known = _version(connection)
        yield "retry: 3000\n\n"
        beats, turned = 0, turns()
        # What the page was made with is compared by the page itself: it may have slept meanwhile.
        yield f"event: turned\ndata: {turned}\n\n"
        while not await request.is_disconnected():
            await asyncio.sleep(BEAT_SECONDS)
            beats += 1
            version = _version(connection)
            if turns() != turned:
                turned = turns()
                yield f"event: turned\ndata: {turned}\n\n"
            elif version != known:
                known = version
                yield "event: changed\ndata: -\n\n"
            elif beats % KEEP_ALIVE_BEATS == 0:
                yield ": still here\n\n"
    finally:
        connection.close()


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA data_version").fetchone()[0])
