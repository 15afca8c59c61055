"""What IP.Board 3 and Invision Community 4 and 5 share: the many forms of a topic's address.

Engine facts: `showtopic=T` of old still leads on in all of them; friendly addresses are `topic/T-slug/`, behind
`index.php?/`, `index.php/` or nothing, as the server can. IP.Board writes a page as `&st=20`, `page__st__20` (3.0–3.3)
or `page-2` (3.4), Invision as `page/2/` or `page=2`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from scraper.boards.base import Board, Sheet, page_at
from scraper.boards.tree import is_number, query_of, web_parts
from scraper.records import TopicRef

FRIENDLY = re.compile(r"(?:(.*)/)?topic/([0-9]{1,10})((?:-[^/?&#]*)?)(?:/([^?&#]*))?")
"""What stands before, the topic's number, the slug, what follows."""
REST_PAGE = re.compile(r"page[/-]([0-9]{1,6})")
REST_OFFSET = re.compile(r"page(?:__\w+)?__st__([0-9]{1,9})")
JUMPS = ("do", "view", "p", "pid", "comment", "findpost", "gopid")
"""Parameters of addresses that lead to a post, wherever it stands now."""
REST_JUMPS = ("__pid__", "__p__", "__gopid__", "__view__")


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """A topic's address, taken apart."""

    board: str
    """Absolute, with a closing slash."""
    topic: str
    first_page: str
    """Absolute, in the form in which the topic was given."""
    rest: str
    """What follows the slug: the page, or a way to a post."""
    query: dict[str, str]


@lru_cache(maxsize=64)
def address_of(url: str | None) -> Address | None:
    """The topic of an address; None when it is no topic's."""
    parts = web_parts(url)
    if parts is None:
        return None
    site = f"{parts.scheme}://{parts.netloc}"
    if found := FRIENDLY.fullmatch(parts.path):
        before = found[1] if found[1] is not None else ""
        start = f"{site}{before}/topic/{found[2]}{found[3]}/"
        board = f"{site}{before.removesuffix('/index.php')}/"
        return Address(board=board, topic=found[2], first_page=start, rest=found[4] or "", query=query_of(url or ""))
    home, slash, script = parts.path.rpartition("/")
    if script not in ("", "index.php") or not slash:
        return None
    board = f"{site}{home}/"
    way, _mark, query = parts.query.partition("&")
    if found := FRIENDLY.fullmatch(way):
        start = f"{board}index.php?/topic/{found[2]}{found[3]}/"
        return Address(
            board=board, topic=found[2], first_page=start, rest=found[4] or "", query=query_of(f"{board}?{query}")
        )
    told = query_of(url or "")
    topic = told.get("showtopic", "")
    if told.get("app") == "forums" and "topic" in (told.get("controller"), told.get("section", "").removesuffix("s")):
        topic = topic or told.get("id", "") or told.get("t", "")
    if not is_number(topic):
        return None
    return Address(board=board, topic=topic, first_page=f"{board}index.php?showtopic={topic}", rest="", query=told)


class IpsBoard(Board):
    """A board of that line."""

    script = "index.php"
    topic_parameter = "showtopic"

    def topic_ref(self, url: str) -> TopicRef | None:
        """Any of the forms above."""
        address = address_of(url)
        if address is None:
            return None
        return TopicRef(engine=self.name, board=address.board, topic_id=address.topic, url=self.first_page(address))

    def first_page(self, address: Address) -> str:
        """The canonical address of a topic's first page."""
        return address.first_page

    def wanted_page(self, url: str, per_page: int | None) -> int | None:
        """By what follows the slug, or the parameters; a way to a post tells none."""
        address = address_of(url)
        if address is None or any(name in address.query for name in JUMPS):
            return None
        if any(jump in address.rest for jump in REST_JUMPS):
            return None
        if found := REST_PAGE.match(address.rest):
            return max(int(found[1]), 1)
        if found := REST_OFFSET.match(address.rest):
            return page_at(found[1], per_page)
        if "st" in address.query:
            return page_at(address.query["st"], per_page)
        told = address.query.get("page", "1")
        return max(int(told), 1) if re.fullmatch(r"[0-9]{1,9}", told) else None

    def home(self, sheet: Sheet) -> str:
        """Absolute address of the board, by the page's own; empty where it is not known."""
        address = address_of(sheet.url)
        return address.board if address is not None else sheet.board
