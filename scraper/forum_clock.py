"""The forum's clock against ours (T3): measured at every poll, and whether it can be trusted. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from statistics import median

from scraper.addresses import http_date
from scraper.archive_records import ClockSample
from scraper.records import Fetched, TopicPage

HALF_SECOND = 0.5
"""A `Date` header is cut to whole seconds."""
SPREAD = 5.0
"""Seconds by which samples may differ before the clock is called unsteady."""
PAGE_SPREAD = 90.0
"""Seconds by which the page's clock, often cut to minutes, may differ from the header's."""
FAR = 60.0
"""Seconds from which on the offset is worth a word."""
NEWEST = 9


class ClockFault(StrEnum):
    """Why the forum's clock cannot be trusted."""

    UNKNOWN = "unknown"
    """Neither header nor page tells the time."""
    UNSTEADY = "unsteady"
    """The offset changes from answer to answer: ours or theirs was set, or several servers answer."""
    ZONE = "zone"
    """The page's clock is whole quarters of an hour off the header's: its zone is read wrongly."""
    DISAGREES = "disagrees"
    """The page's clock and the header's differ."""
    FAR = "far"
    """Both agree, and differ from ours by a minute or more: ours may be wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockVerdict:
    """What the samples tell."""

    offset: timedelta | None
    """By how much the forum's clock runs ahead of ours; None: not known."""
    fault: ClockFault | None
    """None: it can be trusted to a few seconds."""


def sample(page: TopicPage, fetched: Fetched) -> ClockSample:
    """Compare the clocks at one answer."""
    sent = http_date(dict(fetched.headers).get("date", ""))
    return ClockSample(
        at=fetched.fetched_at,
        header=(sent - fetched.fetched_at).total_seconds() + HALF_SECOND if sent else None,
        page=(page.board_now - fetched.fetched_at).total_seconds() if page.board_now else None,
    )


def judge(samples: Sequence[ClockSample]) -> ClockVerdict:
    """What the newest samples tell; `samples` oldest first."""
    newest = samples[-NEWEST:]
    headers = [entry.header for entry in newest if entry.header is not None]
    pages = [entry.page for entry in newest if entry.page is not None]
    known = headers or pages
    if not known:
        return ClockVerdict(offset=None, fault=ClockFault.UNKNOWN)
    offset = median(known)
    return ClockVerdict(offset=timedelta(seconds=round(offset, 1)), fault=_fault(offset, headers, pages))


def _fault(offset: float, headers: Sequence[float], pages: Sequence[float]) -> ClockFault | None:
    allowed = SPREAD if headers else PAGE_SPREAD
    known = headers or pages
    if max(known) - min(known) > allowed:
        return ClockFault.UNSTEADY
    if headers and pages:
        difference = median(pages) - median(headers)
        quarters = round(difference / 900)
        if quarters and abs(difference - quarters * 900) <= PAGE_SPREAD:
            return ClockFault.ZONE
        if abs(difference) > PAGE_SPREAD:
            return ClockFault.DISAGREES
    return ClockFault.FAR if abs(offset) >= FAR else None
