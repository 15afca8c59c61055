"""The clock that waiting code is given, so that tests can turn it by hand."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time and waits."""

    def now(self) -> datetime:
        """The present moment, aware, UTC."""
        ...

    def sleep(self, seconds: float) -> None:
        """Wait; returns at once for nothing or less."""
        ...


class SystemClock:
    """The computer's own clock."""

    def now(self) -> datetime:
        """The present moment, UTC."""
        return datetime.now(UTC)

    def sleep(self, seconds: float) -> None:
        """Wait."""
        if seconds > 0:
            time.sleep(seconds)
