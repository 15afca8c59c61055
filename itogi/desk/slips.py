"""What was posted and waits to be looked at and confirmed: kept by the desk, so that every page answers a plain GET.

A form's answer leads to a page with the slip's number in its address (POST, redirect, GET): going back and forth sends
nothing twice, and nothing secret stands in an address.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

from engine.i18n import _
from itogi.errors import NotYetError

MOST = 64
"""Slips that are kept; the oldest go first."""

Kind = TypeVar("Kind")


class Slips:
    """The slips of one run of the desk."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Any] = OrderedDict()
        self._lock = threading.Lock()

    def keep(self, slip: object) -> str:
        """Keep a slip; its number."""
        number = secrets.token_hex(6)
        with self._lock:
            self._kept[number] = slip
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)
        return number

    def find(self, number: str, kind: type[Kind]) -> Kind:
        """The slip of a number. Raises NotYetError when it is not kept any more."""
        slip = self._kept.get(number)
        if not isinstance(slip, kind):
            raise NotYetError(_("This page is out of date: what stood on it was settled, or is too old. Begin anew."))
        return slip

    def put(self, number: str, slip: object) -> None:
        """Put another slip in a slip's place: what became of it."""
        with self._lock:
            self._kept[number] = slip


MESSAGE_SECONDS = 600.0
"""How long a page that is loaded again still tells what its form did: longer, and it would tell stale news."""


class Messages:
    """What was said after a form: it belongs to the page that the form led to, whatever other windows show meanwhile.

    The page's address holds the message's number: it is shown again when that page is loaded again, and nowhere else.
    """

    def __init__(self, ticks: Callable[[], float] = time.monotonic) -> None:
        self._kept: OrderedDict[str, tuple[float, str]] = OrderedDict()
        self._lock = threading.Lock()
        self._ticks = ticks

    def keep(self, text: str) -> str:
        """Keep a message; its number."""
        number = secrets.token_hex(6)
        with self._lock:
            self._kept[number] = (self._ticks(), text)
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)
        return number

    def forget(self) -> None:
        """What was said may tell roles, and they are hidden now."""
        self._kept.clear()

    def find(self, number: str) -> str:
        """The message of a number; empty when there is none, or none any more."""
        since, text = self._kept.get(number, (0.0, ""))
        return text if text and self._ticks() - since <= MESSAGE_SECONDS else ""
