"""PunBB 1.4: the post has no id of its own, the signature stands inside the body."""

from __future__ import annotations

import re

from scraper.adapter import register
from scraper.boards.base import Blocks, Paging, Sheet, bold_paging, digits
from scraper.boards.punfamily import CLOSED, PunBoard
from scraper.boards.tree import (
    by_class,
    classes,
    drop,
    every,
    first,
    inner_html,
    named,
    number_in,
    numbered,
    series,
    text_of,
    web_parts,
    xpath,
)
from scraper.markup import Element
from scraper.records import Post, TopicRef

SIGNATURE_MARK = "sig-content"
SHORT_ADDRESS = re.compile(r"(.*/)topic[/-]?([0-9]{1,10})(?:[/.-].*)?")
"""`topic/5/name/`, `topic5.html`, `topic-5-name.html`: what its own address schemes make of a topic."""
TITLE_LINK = re.compile(r"(?:[?&]id=|topic[/-]?)([0-9]{1,10})")
SPAN = re.compile(r"([0-9][0-9\s.,]*)\D+?([0-9][0-9\s.,]*)\D+?([0-9][0-9\s.,]*)\W*$")
BOXES = xpath(
    "//div[contains(@class, 'main-message')] | //div[@id='brd-maint']"
    " | //div[@id='brd-main']//div[contains(@class, 'ct-box')]"
)


@register
class PunBB(PunBoard):
    """PunBB 1.3 and 1.4."""

    name = "punbb"
    brand = "PunBB"
    start = b'class="posthead"'
    mark = b'class="post-author"'

    def recognise(self, html: str) -> str | None:
        """By the wrapper's id, or the credit line."""
        if 'id="brd-wrap"' in html:
            return "id “brd-wrap”"
        return "“PunBB” in the footer" if ">PunBB</a>" in html[-4000:] else None

    def blocks(self, sheet: Sheet) -> Blocks:
        """The parents of `div.posthead#p<ID>`, on a topic page."""
        if named(sheet.root, "div", "brd-viewtopic") is None:
            return []
        around = series(sheet.root, "post")
        found = [(own, block) for block in around for own, _head in numbered(block.iterchildren("div"), "p")]
        if blocks := sheet.all_of(found):
            return blocks
        heads = numbered(every(sheet.root, "div", "posthead"), "p")
        blocks = [(own, parent) for own, head in heads if (parent := head.getparent()) is not None]
        if len({block for _own, block in blocks}) < len(heads):
            sheet.fail("id", heads[0][0])
        return blocks

    def post(self, own: str, block: Element, sheet: Sheet) -> Post:
        """The head tells all but the body."""
        head = by_class(next(block.iter("h3"), None))
        byline = head.get("post-byline")
        name = next(byline.iter("a", "strong"), None) if byline is not None else None
        name = first(block, "li", "username") if name is None else name
        author, user = self.author(name, own, sheet)
        if user is None and (profile := first(block, "li", "username")) is not None:
            user = self.author(profile, own, sheet)[1]
        body = first(block, "div", "entry-content")
        if body is None:
            sheet.fail("body", own)
        posted_at, precision = sheet.moment(text_of(head.get("post-link")), own)
        note = head.get("post-edit")
        edited_at, editor = self.edit(text_of(note), own, sheet) if note is not None else (None, None)
        words, signature = inner_html(body), None
        if SIGNATURE_MARK in words:
            signature = take_signature(body)
            words = inner_html(body)
        return Post(
            id=own, number=digits(text_of(head.get("post-num"))) or None, author=author, author_id=user,
            guest=user is None and first(block, "li", "userstatus") is None, posted_at=posted_at, precision=precision,
            edited_at=edited_at, editor=editor, body=words, signature=signature,
            permalink=sheet.absolute(f"viewtopic.php?pid={own}#p{own}"),
        )  # fmt: skip

    def title(self, sheet: Sheet) -> str:
        """The link in the main heading: around it stand «[ Закрыто ]» and the page's number."""
        heading = first(sheet.root, "h1", "main-title")
        link = next(heading.iter("a"), None) if heading is not None else None
        return text_of(link) or text_of(heading)

    def topic_id(self, sheet: Sheet) -> str | None:
        """By the main heading's link, else as all the family."""
        heading = first(sheet.root, "h1", "main-title")
        for link in heading.iter("a") if heading is not None else ():
            if topic := number_in(link.get("href"), TITLE_LINK):
                return topic
        return super().topic_id(sheet)

    def paging(self, sheet: Sheet) -> Paging:
        """The current page is bold; «Сообщений с 16 по 30 из 49» gives size and total."""
        told = bold_paging(first(sheet.root, "p", "paging"), "strong")
        span = SPAN.search(text_of(first(sheet.root, "span", "item-info")))
        if span is None:
            return told
        low, high, total = (digits(number) for number in span.groups())
        exact = told.page > 1 and (low - 1) % (told.page - 1) == 0
        size = (low - 1) // (told.page - 1) if exact else high if told.page == 1 and high < total else None
        pages = max(told.pages, -(-total // size)) if size else told.pages
        return Paging(page=told.page, pages=pages, per_page=size or None)

    def closed(self, sheet: Sheet) -> bool | None:
        """The heading says so, to everyone."""
        heading = first(sheet.root, "h1", "main-title")
        link = next(heading.iter("a"), None) if heading is not None else None
        return bool(CLOSED.search((heading.text or "") if heading is not None else "")) if link is not None else None

    def own_address(self, root: Element) -> str | None:
        """Of the main heading."""
        heading = first(root, "h1", "main-title")
        link = next(heading.iter("a"), None) if heading is not None else None
        return link.get("href") if link is not None else None

    def message_boxes(self, root: Element) -> list[Element]:
        """The message of the main part, the list of errors above a form."""
        return BOXES(root)

    def topic_ref(self, url: str) -> TopicRef | None:
        """Also of the short addresses that the board can be set to."""
        plain = super().topic_ref(url)
        if plain is not None:
            return plain
        parts = web_parts(url)
        short = SHORT_ADDRESS.fullmatch(parts.path) if parts is not None else None
        if parts is None or short is None:
            return None
        return super().topic_ref(f"{parts.scheme}://{parts.netloc}{short[1]}{self.script}?id={short[2]}")


def take_signature(body: Element) -> str | None:
    """Cut the signature out of the end of a body, and give its HTML without the line above it."""
    signature = next((part for part in reversed(body) if SIGNATURE_MARK in classes(part)), None)
    if signature is None:
        return None
    drop(signature)
    for line in list(every(signature, "span", "sig-line")):
        drop(line)
    return inner_html(signature)
