"""The forum's clock (T3), robots.txt, and the pace of requests."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import httpx
import pytest
from faulty_board import START, TestClock, archive

from scraper.archive_records import ClockSample
from scraper.errors import FetchError
from scraper.forum_clock import ClockFault, judge, sample
from scraper.http import Client
from scraper.politeness import Politeness
from scraper.records import Fetched, TopicPage
from scraper.robots import heed_robots

URL = "http://board.example/viewtopic.php?id=1"


def samples(header: Sequence[float | None], page: Sequence[float | None] = ()) -> list[ClockSample]:
    pages = [*page, *[None] * len(header)]
    return [
        ClockSample(at=START + timedelta(minutes=index), header=value, page=pages[index])
        for index, value in enumerate(header)
    ]


@pytest.mark.parametrize(
    ("known", "offset", "fault"),
    [
        (samples([]), None, ClockFault.UNKNOWN),
        (samples([None, None]), None, ClockFault.UNKNOWN),
        (samples([0.2, -0.5, 0.5]), 0.2, None),
        (samples([12.0, 12.5, 11.5]), 12.0, None),
        (samples([90.0, 90.5]), 90.2, ClockFault.FAR),
        (samples([0.0, 40.0]), 20.0, ClockFault.UNSTEADY),
        (samples([0.0], [3600.0]), 0.0, ClockFault.ZONE),
        (samples([0.0], [-10800.0 + 20]), 0.0, ClockFault.ZONE),
        (samples([0.0], [300.0]), 0.0, ClockFault.DISAGREES),
        (samples([0.0], [30.0]), 0.0, None),
        (samples([None, None], [20.0, -30.0]), -5.0, None),
        # Samples of another time count no more.
        (samples([500.0, *[1.0] * 9]), 1.0, None),
    ],
)
def test_what_the_samples_tell(known: list[ClockSample], offset: float | None, fault: ClockFault | None) -> None:
    """T3: the offset is measured, and it is said when it cannot be trusted."""
    verdict = judge(known)
    told = None if verdict.offset is None else verdict.offset.total_seconds()
    assert told == pytest.approx(offset, abs=0.1)
    assert verdict.fault is fault


@pytest.mark.parametrize("date", ["", "yesterday", "Mon, 99 Oct 2013 10:00:00 GMT"])
def test_answers_without_a_date(date: str) -> None:
    page = TopicPage(
        engine="x", title="", topic_id="1", page=1, pages=1, posts=(), closed=None, board_now=None, zone=None
    )
    fetched = Fetched(url=URL, final_url=URL, status=200, headers=(("date", date),), content=b"", fetched_at=START)
    assert sample(page, fetched) == ClockSample(at=START, header=None, page=None)


def test_a_date_is_compared_with_our_clock() -> None:
    page = TopicPage(
        engine="x", title="", topic_id="1", page=1, pages=1, posts=(), closed=None,
        board_now=START + timedelta(seconds=7), zone=None,
    )  # fmt: skip
    sent = format_datetime(START + timedelta(seconds=10), usegmt=True)
    fetched = Fetched(url=URL, final_url=URL, status=200, headers=(("date", sent),), content=b"", fetched_at=START)
    assert sample(page, fetched) == ClockSample(at=START, header=10.5, page=7.0)


class Host:
    """A board with a robots.txt."""

    def __init__(self, folder: Path, text: str, *, status: int = 200) -> None:
        self.clock = TestClock()
        self.asked: list[str] = []
        self.archive = archive(folder)

        def answer(request: httpx.Request) -> httpx.Response:
            self.asked.append(request.url.path)
            return httpx.Response(status, text=text)

        self.client = Client(
            clock=self.clock,
            politeness=Politeness(clock=self.clock, pause=1.0),
            transport=httpx.MockTransport(answer),
        )

    def heed(self) -> None:
        heed_robots(self.client, self.archive, URL)


def test_robots_are_fetched_once_a_week_and_their_delay_is_kept(tmp_path: Path) -> None:
    host = Host(tmp_path, "User-agent: *\nCrawl-delay: 5\nDisallow: /\n")
    for _start in range(3):
        host.heed()
    assert host.asked == ["/robots.txt"]
    host.client.get(URL)
    host.client.get(URL)
    assert host.clock.slept[-1] == 5.0
    host.clock.ahead(days=8)
    host.heed()
    assert host.asked.count("/robots.txt") == 2


@pytest.mark.parametrize(
    ("text", "forbidden"),
    [
        ("User-agent: *\nDisallow: /viewtopic.php\n", False),
        ("User-agent: itogi\nDisallow: /viewtopic.php\n", True),
        ("User-agent: itogi\nDisallow: /search.php\n", False),
        ("User-agent: Itogi\nDisallow: /\n", True),
        ("\x00\xff garbage", False),
        ("", False),
    ],
)
def test_only_what_names_this_program_forbids(tmp_path: Path, text: str, forbidden: bool) -> None:
    """A reader that a person runs is no crawler; an admin who names it is heeded."""
    host = Host(tmp_path, text)
    if forbidden:
        with pytest.raises(FetchError, match="robots"):
            host.heed()
    else:
        host.heed()


@pytest.mark.parametrize("status", [404, 403, 500])
def test_no_robots_forbid_nothing(tmp_path: Path, status: int) -> None:
    Host(tmp_path, "User-agent: itogi\nDisallow: /", status=status).heed()


def test_endless_delays_are_cut(tmp_path: Path) -> None:
    """A delay of a day would miss every deadline."""
    host = Host(tmp_path, "User-agent: *\nCrawl-delay: 86400\n")
    host.heed()
    host.client.get(URL)
    host.client.get(URL)
    assert host.clock.slept[-1] == 30.0


def test_a_clock_that_was_set_back_stops_nothing() -> None:
    """Our own clock may jump: the next request waits its two minutes at most."""
    clock = TestClock(datetime(2026, 1, 1, tzinfo=UTC))
    polite = Politeness(clock=clock, pause=1.0, longest_wait=120)
    polite.before("x", url=URL)
    polite.after("x")
    clock.moment -= timedelta(seconds=90)
    polite.before("x", url=URL)
    assert sum(clock.slept) <= 120
