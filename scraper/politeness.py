"""How often a board may be asked: a pause between requests, a budget an hour, and what the board itself demands."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Protocol

from engine.i18n import _
from scraper.clock import Clock, SystemClock
from scraper.errors import BudgetSpentError, FetchError

HOUR = timedelta(hours=1)


class Ledger(Protocol):
    """Remembers when requests were made, also over restarts of the program."""

    def note_request(self, at: datetime, host: str) -> None:
        """One request goes out to `host` at `at`."""
        ...

    def requests_since(self, start: datetime) -> tuple[datetime, ...]:
        """Moments of the requests after `start`, oldest first."""
        ...


class MemoryLedger:
    """A ledger that lasts as long as the program runs."""

    def __init__(self, moments: Iterable[datetime] = ()) -> None:
        self._moments = sorted(moments)

    def note_request(self, at: datetime, host: str) -> None:
        """Remember a request."""
        self._moments.append(at)

    def requests_since(self, start: datetime) -> tuple[datetime, ...]:
        """Moments after `start`."""
        return tuple(at for at in self._moments if at > start)


class Politeness:
    """Waits before each request until the host may be asked, and refuses what the budget does not allow.

    `pause`: seconds between two requests to one host. `per_hour`: most requests in any hour, to all hosts together;
    None: unlimited. `longest_wait`: seconds that one request may wait for a host that asked for patience.
    """

    def __init__(
        self,
        *,
        clock: Clock | None = None,
        pause: float = 1.0,
        per_hour: int | None = None,
        longest_wait: float = 120.0,
        ledger: Ledger | None = None,
    ) -> None:
        self.clock = clock or SystemClock()
        self.pause = pause
        self.per_hour = per_hour
        self.longest_wait = longest_wait
        self.ledger = ledger or MemoryLedger()
        self._not_before: dict[str, datetime] = {}
        self._pauses: dict[str, float] = {}

    def before(self, host: str, *, url: str) -> None:
        """Wait for the host's turn and count the request.

        Raises BudgetSpentError when the hour's requests are used up, FetchError when the host asked for a longer wait
        than is allowed.
        """
        now = self.clock.now()
        wait = (self._not_before.get(host, now) - now).total_seconds()
        if wait > self.longest_wait:
            raise FetchError(
                _("{host} asks to be left alone until {moment}; try again then.").format(
                    host=host, moment=f"{self._not_before[host]:%H:%M:%S} UTC"
                ),
                url=url,
            )
        # A clock that was set back must not make us wait for hours.
        self.clock.sleep(min(wait, self.longest_wait))
        now = self.clock.now()
        free_at = self.free_at(now)
        if free_at is not None and free_at > now:
            raise BudgetSpentError(
                _("The {limit} requests an hour are used up; the next one may go out at {moment}.").format(
                    limit=self.per_hour, moment=f"{free_at:%H:%M:%S} UTC"
                ),
                url=url,
                free_at=free_at,
            )
        self.ledger.note_request(now, host)

    def after(self, host: str) -> None:
        """The request is over: the pause begins."""
        self.hold(host, max(self.pause, self._pauses.get(host, 0.0)))

    def hold(self, host: str, seconds: float) -> None:
        """Ask nothing of `host` for so long (its `Retry-After`, or a pause)."""
        until = self.clock.now() + timedelta(seconds=seconds)
        self._not_before[host] = max(until, self._not_before.get(host, until))

    def slow_down(self, host: str, seconds: float) -> None:
        """A longer pause for one host: the delay its `robots.txt` asks for."""
        self._pauses[host] = seconds

    def left(self, now: datetime) -> int | None:
        """Requests left in the hour that ends `now`; None: unlimited."""
        if self.per_hour is None:
            return None
        return max(0, self.per_hour - len(self.ledger.requests_since(now - HOUR)))

    def free_at(self, now: datetime) -> datetime | None:
        """When the next request is within the budget; None: at any time."""
        if self.per_hour is None:
            return None
        spent = self.ledger.requests_since(now - HOUR)
        return spent[-self.per_hour] + HOUR if len(spent) >= self.per_hour > 0 else None
