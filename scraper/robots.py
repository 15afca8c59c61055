"""What a board's `robots.txt` asks for: a delay between requests, and to leave this program out altogether.

The program is no crawler: it reads a few topics for a person who could read them in a browser. So general prohibitions
are not meant for it; one that names it is heeded.
"""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser

from engine.i18n import _
from scraper.archive import Archive
from scraper.errors import FetchError
from scraper.http import Client

AGENT = "itogi"
KEPT = timedelta(days=7)
LONGEST_DELAY = 30.0
"""Seconds; a longer delay would miss every deadline."""


def heed_robots(client: Client, archive: Archive, url: str) -> None:
    """Keep to what the host of `url` asks for; its file is fetched once a week.

    Raises FetchError when it names this program and forbids the address. A file that cannot be had forbids nothing.
    """
    parts = urlsplit(url)
    now = client.clock.now()
    known = archive.robots(parts.netloc)
    if known is None or not timedelta() <= now - known[1] < KEPT:
        try:
            fetched = client.get(f"{parts.scheme}://{parts.netloc}/robots.txt")
        except FetchError:
            return
        text = fetched.content.decode("utf-8", "replace") if fetched.status == 200 else ""
        archive.keep_robots(parts.netloc, text[:100_000], now)
    else:
        text = known[0]
    rules = RobotFileParser()
    rules.parse(text.splitlines())
    delay = rules.crawl_delay(AGENT)
    if delay:
        client.politeness.slow_down(parts.netloc, min(float(delay), LONGEST_DELAY))
    if _names_us(rules) and not rules.can_fetch(AGENT, url):
        raise FetchError(
            _("{host} forbids this program to read it (robots.txt); ask the board's admin.").format(host=parts.netloc),
            url=url,
        )


def _names_us(rules: RobotFileParser) -> bool:
    # The rules for everybody stand apart, in `default_entry`.
    return any(entry.applies_to(AGENT) for entry in getattr(rules, "entries", ()))
