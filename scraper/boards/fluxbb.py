"""FluxBB 1.5: the edit note inside the body, the signature under the body's class."""

from __future__ import annotations

import re

from scraper.adapter import register
from scraper.boards.base import Paging, Sheet, bold_paging, digits, places
from scraper.boards.punfamily import CLOSED, PunBoard
from scraper.boards.tree import Element, classes, drop, every, first, inner_html, number_in, text_of, xpath
from scraper.records import Post

POST_ID = re.compile(r"p([0-9]{1,10})")
EDIT_MARK = 'class="postedit"'
PAGES = "viewtopic|index|viewforum|login|message|search|post|register|redirect|maint"
PAGE_MARK = re.compile(rf"""<div id=["']pun(?:{PAGES})["'] class=["']pun\b""")
BOXES = xpath(
    "//div[@id='msg']//div[@class='inbox']/p[1] | //div[@id='posterror'] | //div[@id='errorbox']"
    " | //div[@id='punmaint']"
)


@register
class FluxBB(PunBoard):
    """FluxBB and its close forks that keep its class names."""

    name = "fluxbb"

    def recognise(self, html: str) -> str | None:
        """By the page's own id, or the credit line. The hosted kin writes `pun-viewtopic`."""
        if 'id="pun' in html and PAGE_MARK.search(html):
            return "div id “pun…”"
        return "“FluxBB” in the footer" if ">FluxBB</a>" in html[-4000:] else None

    def blocks(self, root: Element) -> list[Element]:
        """`div.blockpost#p<ID>` of a topic page; found posts of a search have the class, not the id."""
        return [div for div in every(root, "div", "blockpost") if POST_ID.fullmatch(div.get("id") or "")]

    def post_id(self, block: Element) -> str | None:
        """The id without its p."""
        return number_in(block.get("id"), POST_ID)

    def post(self, block: Element, sheet: Sheet) -> Post:
        """The head tells number and time, `dl dt` the author."""
        own = self.post_id(block) or sheet.fail("id")
        heading = next(block.iter("h2"), None)
        stamp = next(heading.iter("a"), None) if heading is not None else None
        if heading is None or stamp is None:
            sheet.fail("posted_at", own)
        name = next(block.iter("dt"), None)
        author = text_of(name) or sheet.fail("author", own)
        user = self.user_of(name)
        subject = next(block.iter("h3"), None)
        column = subject.getparent() if subject is not None else None
        parts = {token: div for div in reversed(column if column is not None else block) for token in classes(div)}
        signature = parts.get("postsignature")
        body = parts.get("postmsg")
        if body is None or body is signature:
            sheet.fail("body", own)
        posted_at, precision = sheet.moment(text_of(stamp), own)
        edited_at = editor = None
        words = inner_html(body)
        if EDIT_MARK in words and "postedit" in classes(body[-1]):
            # The engine's note comes last in the body.
            edited_at, editor = self.edit(text_of(body[-1]), own, sheet)
            drop(body[-1])
            words = inner_html(body)
        if signature is not None and len(signature) and signature[0].tag == "hr":
            drop(signature[0])
        return Post(
            id=own, number=sheet.numbers.get(own), author=author, author_id=user,
            guest=user is None and not self._has_status(block), posted_at=posted_at, precision=precision,
            edited_at=edited_at, editor=editor, body=words,
            signature=inner_html(signature) if signature is not None else None,
            permalink=sheet.absolute(f"viewtopic.php?pid={own}#p{own}"),
        )  # fmt: skip

    def numbers(self, blocks: list[Element], paging: Paging, sheet: Sheet) -> dict[str, int]:
        """Counted on from the first post's `#16`: so the engine itself numbers a page."""
        start = digits(text_of(first(blocks[0], "span", "conr")))
        return places([self.post_id(block) or "0" for block in blocks], start - 1) if start else {}

    def _has_status(self, block: Element) -> bool:
        """Whether the post says if its author is online: only accounts have that, even where profiles are hidden."""
        return bool(text_of(first(block, "div", "postfootleft")))

    def title(self, sheet: Sheet) -> str:
        """The last of the crumbs."""
        crumbs = first(sheet.root, "ol", "crumbs")
        crumbs = first(sheet.root, "ul", "crumbs") if crumbs is None else crumbs
        strong = list(crumbs.iter("strong")) if crumbs is not None else []
        return text_of(strong[-1]) if strong else text_of(next(sheet.root.iter("h3"), None))

    def paging(self, sheet: Sheet) -> Paging:
        """The current page is bold; the page size follows from the posts' numbers."""
        told = bold_paging(first(sheet.root, "p", "pagelink"), "strong")
        head = first(sheet.root, "span", "conr")
        start = digits(text_of(head)) - 1 if head is not None else 0
        exact = told.page > 1 and start > 0 and start % (told.page - 1) == 0
        return Paging(page=told.page, pages=told.pages, per_page=start // (told.page - 1) if exact else None)

    def closed(self, sheet: Sheet) -> bool | None:
        """By the reply link or the words in its place; guests who may not reply see neither."""
        for place in every(sheet.root, "p", "postlink"):
            if CLOSED.search(text_of(place)):
                return True
            if any("post.php" in (link.get("href") or "") for link in place.iter("a")):
                return False
        return None

    def message_boxes(self, root: Element) -> list[Element]:
        """The message, the posting errors, the engine's own failure."""
        return BOXES(root)
