"""vBulletin 5 and 6: unix times of the nodes, topics by their path. As far as saved pages and readers of them tell.

Engine facts: a post is `li.b-post` with `data-node-id` and `data-node-publishdate`, the unix time of it; `datetime` of
its `time` has no zone, and its text is in the reader's. The first post's node is the topic. A topic's address ends with
`/<T>-<slug>`, a page's with `/page<N>`; `?p=<P>` leads to a post. Comments under a post are nodes of their own. Known
from memory only: `div.b-post__edit` reads «Last edited by <name>; <date>.», what is deleted has the class `deleted`.
What is not as told here is an error that names the post, never a post less.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from functools import lru_cache

from scraper.adapter import register
from scraper.boards.base import UNSET, Blocks, Paging, Sheet, ZoneShown, digits
from scraper.boards.tree import (
    classes,
    every,
    first,
    inner_html,
    is_number,
    number_in,
    query_of,
    text_of,
    web_parts,
    xpath,
)
from scraper.boards.vbfamily import VbBoard, page_in, words_of
from scraper.dates import NoMomentError, read_moment, read_unix, zone_by_clocks
from scraper.markup import Element
from scraper.records import Post, Precision, TopicRef

PATH = re.compile(r"(/(?:[^/]+/)+?([0-9]{1,10})-[^/]+)(?:/page([0-9]{1,6}))?/?")
USER = re.compile(r"(?:^|/)member/([0-9]{1,10})(?![0-9])")
EDITED = re.compile(r"(?:last edited by|последний раз редактировалось)\s+(.+?)\s*;\s*(.+)", re.IGNORECASE)
NOTICE = "conversation-status-message"
GONE = ("deleted", "b-post--deleted", "unapproved", "b-post--unapproved")
BOXES = xpath(
    "//div[contains(concat(' ', normalize-space(@class), ' '), ' error ')] | //div[contains(@class, 'b-alert')]"
    " | //div[contains(@class, 'standard_error')]"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """A topic's address, taken apart."""

    board: str
    """The site: where on it the board begins no address tells."""
    topic: str
    first_page: str
    page: int | None
    """None: a way to a post."""


@lru_cache(maxsize=64)
def address_of(url: str | None) -> Address | None:
    """The topic of an absolute address; None when it is no topic's."""
    parts = web_parts(url)
    found = PATH.fullmatch(parts.path) if parts is not None else None
    if parts is None or found is None:
        return None
    site = f"{parts.scheme}://{parts.netloc}"
    page = page_in({"page": found[3] or "1", **query_of(url or "")})
    return Address(board=f"{site}/", topic=found[2], first_page=site + found[1], page=page)


@register
class VBulletin5(VbBoard):
    """The fifth generation, and the sixth, which looks the same."""

    name = "vbulletin5"
    brand = "vBulletin 5"
    opening = b"<li", b'data-node-publishdate="'
    mark = b'class="js-post__content-text'

    def recognise(self, html: str) -> str | None:
        """By the body's id, else the generator."""
        if 'id="vb-page-body"' in html:
            return "body id “vb-page-body”"
        return "“vBulletin 5”" if re.search(r'name="generator" content="vBulletin [56]', html) else None

    def blocks(self, sheet: Sheet) -> Blocks:
        """`li[data-node-id]`, comments too."""
        return self.opened_by(sheet, lambda: nodes(sheet.root), lambda: nodes(sheet.root))

    def post(self, own: str, block: Element, sheet: Sheet) -> Post | None:
        """A post; None for what is deleted or not approved."""
        if any(token in GONE for token in classes(block)):
            return None
        box = first(block, "div", "author")
        name = next(box.iter("a"), None) if box is not None else None
        author = text_of(name) or text_of(box) or sheet.fail("author", own)
        user = number_in(name.get("href"), USER) if name is not None else None
        posted_at = sheet.unix(block.get("data-node-publishdate") or "", own)
        content = first(block, "div", "b-post__content")
        content = block if content is None else content
        body = first(content, "div", "js-post__content-text")
        if body is None:
            sheet.fail("body", own)
        told = EDITED.search(text_of(first(content, "div", "b-post__edit")))
        signature = first(content, "div", "post-signature")
        return Post(
            id=own, number=digits(text_of(first(content, "a", "b-post__count"))) or None, author=author, author_id=user,
            guest=user is None, posted_at=posted_at, precision=Precision.SECOND,
            edited_at=sheet.moment(told[2], own, "edited_at")[0] if told else None, editor=told[1] if told else None,
            body=words_of(body), signature=inner_html(signature) if signature is not None else None,
            permalink=self.permalink(own, sheet),
        )  # fmt: skip

    def offset_shown(self, blocks: Blocks) -> tzinfo | None:
        """By a post that tells its time twice."""
        for _own, block in blocks:
            stamp = next(block.iter("time"), None)
            try:
                local: datetime = read_moment(text_of(stamp), UNSET)[0].replace(tzinfo=None)
                return zone_by_clocks(local, read_unix(block.get("data-node-publishdate") or "", UTC))
            except NoMomentError:
                continue
        return None

    def zone_shown(self, sheet: Sheet) -> ZoneShown:
        """The page does not tell."""
        return ZoneShown(database=False)

    def title(self, sheet: Sheet) -> str:
        """The heading."""
        return text_of(first(sheet.root, "h1", "main-title")) or text_of(next(sheet.root.iter("h1"), None))

    def topic_id(self, sheet: Sheet) -> str | None:
        """By the canonical link, else the page's address, else the filters' form."""
        if sheet.topic is None:
            links = [link.get("href") for link in sheet.root.iterfind("./head/link[@rel='canonical']")]
            told = (address_of(link) for link in (*links, sheet.url))
            sheet.topic = next((address.topic for address in told if address is not None), None)
        if sheet.topic is None:
            values = (part.get("value") or "" for part in sheet.root.iter("input") if part.get("name") == "nodeid")
            sheet.topic = next((value for value in values if is_number(value)), None)
        return sheet.topic

    def paging(self, sheet: Sheet) -> Paging:
        """`span.pagetotal`, and the box for a page's number before it."""
        total = first(sheet.root, "span", "pagetotal")
        around = total.getparent() if total is not None else None
        if around is None:
            return Paging(page=1, pages=1)
        boxes = (part for part in around.iter("input") if part.get("name") == "page")
        page = digits(next((part.get("value") or "" for part in boxes), "")) or 1
        return Paging(page=page, pages=max(digits(text_of(total)), page))

    def closed(self, sheet: Sheet) -> bool | None:
        """By the notice above the posts."""
        if NOTICE.encode() not in sheet.markup.utf8:
            return None
        return any("close" in classes(notice) for notice in every(sheet.root, "div", NOTICE)) or None

    def message_boxes(self, root: Element) -> list[Element]:
        """The error."""
        return BOXES(root)

    def asks_to_sign_in(self, root: Element) -> bool:
        """Its sign-in form stands in a frame, on every page alike."""
        return False

    def topic_ref(self, url: str) -> TopicRef | None:
        """A path that ends with `<T>-<slug>`, or a page of it."""
        address = address_of(url)
        if address is None:
            return None
        return TopicRef(engine=self.name, board=address.board, topic_id=address.topic, url=address.first_page)

    def wanted_page(self, url: str, per_page: int | None) -> int | None:
        """By the address; a way to a post tells none."""
        address = address_of(url)
        return address.page if address is not None else None

    def page_url(self, ref: TopicRef, page: int, per_page: int | None) -> str:
        """Pages are counted from 1."""
        return ref.url if page <= 1 else f"{ref.url}/page{page}"

    def permalink(self, own: str, sheet: Sheet) -> str:
        """By the topic's own address."""
        address = address_of(sheet.url)
        return f"{address.first_page if address is not None else sheet.url or ''}?p={own}#post{own}"


def nodes(root: Element) -> Blocks:
    """The posts and comments, with their ids."""
    found = []
    for item in root.iter("li"):
        own = item.get("data-node-id")
        if own and item.get("data-node-publishdate") is not None and is_number(own):
            found.append((own, item))
    return found
