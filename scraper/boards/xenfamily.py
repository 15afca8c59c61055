"""What XenForo 1 and 2 share: a topic's addresses, the page's clock, what the engine puts into a body.

Engine facts, by the templates and the code of 1.5 and of 2.0 to 2.2: a topic is `threads/<slug>.<T>/`, or
`threads/<T>/` when nothing is left of its title, behind `index.php?` or not; a page `page-<N>`; `post-<P>`, `unread`
and `latest` send on to a post. Any other slug sends on to the right one. Pages tell the moment they were made and the
beginning of the reader's day, both as unix times, and so the reader's zone. `posts/<P>/` does not name its topic.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from functools import lru_cache

from scraper.boards.base import Board, Paging, Sheet, digits
from scraper.boards.masked import CODE, MARK, unmask
from scraper.boards.tree import base_address, drop, first, inner_html, one_line, query_of, text_of, web_parts
from scraper.markup import Element
from scraper.records import TopicRef

THREAD = re.compile(r"(?:(.*)/)?(threads/(?:[^/?&#]*\.)?([0-9]{1,10}))(?:/([^?&#]*))?")
"""What stands before, the topic with its slug, its number, what follows."""
MEMBER = re.compile(r"(?:^|[/?])members/(?:[^/?&#]*\.)?([0-9]{1,10})(?![^/?&#])")
PAGE = re.compile(r"page-([0-9]{1,6})(?![^/])")
CLOCK = re.compile(rb"\bnow['\"]?: ?([0-9]{10}),\s*['\"]?today['\"]?: ?([0-9]{9,10}),")
DAY = 24 * 60
EAST = 14 * 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """A topic's address, taken apart."""

    board: str
    """Absolute, with a closing slash."""
    topic: str
    first_page: str
    """Absolute, in the form in which the topic was given, with a closing slash."""
    rest: str
    """What follows the topic: the page, or a way to a post."""


@lru_cache(maxsize=64)
def address_of(url: str | None) -> Address | None:
    """The topic of an absolute address; None when it is no topic's."""
    parts = web_parts(url)
    if parts is None:
        return None
    site = f"{parts.scheme}://{parts.netloc}"
    if found := THREAD.fullmatch(parts.path):
        before = f"{site}{found[1] or ''}/"
        board = before.removesuffix("index.php/")
    else:
        home, _slash, script = parts.path.rpartition("/")
        found = THREAD.fullmatch(re.split("[&=]", parts.query, maxsplit=1)[0])
        if found is None or found[1] or script not in ("", "index.php"):
            return None
        board = f"{site}{home}/"
        before = f"{board}index.php?"
    return Address(board=board, topic=found[3], first_page=f"{before}{found[2]}/", rest=found[4] or "")


class XenBoard(Board):
    """A board of either generation."""

    zone_database = True
    script = "index.php"
    topic_parameter = "threads"
    locked: str
    """Class of what says that a topic is closed."""

    def topic_ref(self, url: str) -> TopicRef | None:
        """Any of the forms above."""
        address = address_of(url)
        if address is None:
            return None
        return TopicRef(engine=self.name, board=address.board, topic_id=address.topic, url=address.first_page)

    def page_url(self, ref: TopicRef, page: int, per_page: int | None) -> str:
        """Pages are counted from 1."""
        return ref.url if page <= 1 else f"{ref.url}page-{page}"

    def wanted_page(self, url: str, per_page: int | None) -> int | None:
        """By what follows the topic; a way to a post tells none."""
        address = address_of(url)
        if address is None:
            return None
        rest = address.rest.strip("/")
        if not rest:
            told = query_of(url).get("page", "1")
            return max(int(told), 1) if re.fullmatch(r"[0-9]{1,6}", told) else None
        return max(int(found[1]), 1) if (found := PAGE.match(rest)) else None

    def topic_id(self, sheet: Sheet) -> str | None:
        """By the canonical link, else the page's own address."""
        if sheet.topic is None:
            links = [link.get("href") for link in sheet.root.iterfind("./head/link[@rel='canonical']")]
            told = (address_of(link) for link in (*links, sheet.url))
            sheet.topic = next((address.topic for address in told if address is not None), None)
        return sheet.topic

    def permalink(self, own: str, sheet: Sheet) -> str:
        """Absolute where the board's address is known; by the page's own form, since not all boards rewrite theirs."""
        address = address_of(sheet.url)
        way = "index.php?" if address is not None and "index.php?" in address.first_page else ""
        return f"{address.board if address is not None else sheet.board}{way}posts/{own}/"

    def page_clock(self, sheet: Sheet) -> tuple[str, str | None] | None:
        """The script's `now`, and its time of the day by `today`."""
        at = sheet.markup.utf8.rfind(b"todayDow")
        told = CLOCK.search(sheet.markup.utf8, max(at - 200, 0), at) if at >= 0 else None
        if told is None:
            return None
        east = -(int(told[2]) // 60) % DAY
        zone = timezone(timedelta(minutes=east if east <= EAST else east - DAY))
        now = datetime.fromtimestamp(int(told[1]), UTC)
        return now.astimezone(zone).replace(tzinfo=None).isoformat(" "), now.isoformat()

    def closed(self, sheet: Sheet) -> bool | None:
        """By the topic's status, which every page of a locked topic shows to everybody."""
        return self.locked.encode() in sheet.markup.utf8 and first(sheet.root, "dd", self.locked) is not None

    def own_address(self, root: Element) -> str | None:
        """Of the base of the page's links."""
        return base_address(root)


def sized(page: int, pages: int, number: int | None) -> Paging:
    """With the count of posts a page, by the number of the first post on a later page."""
    start = (number or 1) - 1
    exact = page > 1 and start > 0 and start % (page - 1) == 0
    return Paging(page=page, pages=pages, per_page=start // (page - 1) if exact else None)


def account_of(name: Element | None) -> str | None:
    """The account's id by the element of a name; None for a guest's."""
    if name is None:
        return None
    told = name.get("data-user-id")
    if told is None:
        found = MEMBER.search(name.get("href") or "")
        told = found[1] if found else None
    return told if told and told != "0" else None


def heading_text(heading: Element | None, *labels: str) -> str:
    """A heading without the topic's prefix, which stands in a `span` of one of these classes."""
    if heading is None:
        return ""
    parts = [heading.text or ""]
    for part in heading:
        if not any(token in labels for token in (part.get("class") or "").split()):
            parts.append(text_of(part))
        parts.append(part.tail or "")
    return one_line("".join(parts))


def place_of(link_text: str) -> int | None:
    """A post's number, `#1,326`."""
    return digits(link_text) or None if link_text.startswith("#") else None


def words_of(body: Element) -> str:
    """The author's words as HTML. What the engine or its host changes by itself goes: scripts, masked addresses, the
    preview of a link, which is fetched some time after the post was made.
    """
    words = inner_html(body)
    if "<script" not in words and "unfurl" not in words and CODE not in words and MARK not in words:
        return words
    for script in list(body.iter("script")):
        drop(script)
    for box in [box for box in body.iter("div") if box.get("data-url") and "js-unfurl" in (box.get("class") or "")]:
        link, tail = box.get("data-url") or "", box.tail
        box.clear()
        box.tag, box.text, box.tail = "a", link, tail
        box.set("href", link)
    unmask(body)
    return inner_html(body)
