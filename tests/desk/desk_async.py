"""Run a coroutine beside a browser's driver, which keeps an event loop of its own in the test's thread."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


def in_thread(work: Coroutine[Any, Any, Result]) -> Result:
    """What `work` gives, worked out in another thread's loop."""
    with ThreadPoolExecutor(max_workers=1) as threads:
        return threads.submit(asyncio.run, work).result()
