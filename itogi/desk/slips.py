"""What was posted and waits to be looked at and confirmed: kept by the desk, so that every page answers a plain GET.

A form's answer leads to a page with the slip's number in its address (POST, redirect, GET): going back and forth sends
nothing twice, and nothing secret stands in an address.
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
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
