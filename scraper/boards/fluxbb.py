"""FluxBB 1.5: the edit note inside the body, the signature under the body's class."""

from __future__ import annotations

import re

from scraper.adapter import register
from scraper.boards.base import Blocks, Paging, Sheet, bold_paging, digits, places
from scraper.boards.punfamily import CLOSED, PunBoard
from scraper.boards.tree import by_class, classes, every, first, firsts, inner_html, text_of, xpath
from scraper.markup import Element
from scraper.records import Post

POSTLINK = b'<p class="postlink'
EDIT_MARK = '<p class="postedit"'
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
    brand = "FluxBB"
    start = b'class="blockpost'
    mark = b'class="postleft"'

    def recognise(self, html: str) -> str | None:
        """By the page's own id, or the credit line. The hosted kin writes `pun-viewtopic`."""
        if 'id="pun' in html and PAGE_MARK.search(html):
            return "div id “pun…”"
        return "“FluxBB” in the footer" if ">FluxBB</a>" in html[-4000:] else None

    def blocks(self, sheet: Sheet) -> Blocks:
        """`div.blockpost#p<ID>` of a topic page; found posts of a search have the class, not the id."""
        return sheet.posts("blockpost", "p")

    def post(self, own: str, block: Element, sheet: Sheet) -> Post:
        """The head tells number and time, `dl dt` the author."""
        marks = firsts(block, "h2", "dt", "h3")
        heading, name, subject = marks.get("h2"), marks.get("dt"), marks.get("h3")
        stamp = next(heading.iter("a"), None) if heading is not None else None
        if stamp is None:
            sheet.fail("posted_at", own)
        author, user = self.author(name, own, sheet)
        parts = by_class(subject.itersiblings("div") if subject is not None else block)
        signature = parts.get("postsignature")
        body = parts.get("postmsg")
        if body is None or body is signature:
            sheet.fail("body", own)
        posted_at, precision = sheet.moment(text_of(stamp), own)
        edited_at = editor = None
        words = inner_html(body)
        # The engine's note comes last in the body; in the words, < is &lt;.
        shown, mark, _note = words.rpartition(EDIT_MARK)
        if mark and len(body) and "postedit" in classes(body[-1]):
            words = shown.rstrip()
            edited_at, editor = self.edit(text_of(body[-1]), own, sheet)
        return Post(
            id=own, number=sheet.numbers.get(own), author=author, author_id=user,
            guest=user is None and not self._has_status(block), posted_at=posted_at, precision=precision,
            edited_at=edited_at, editor=editor, body=words,
            signature=inner_html(signature).removeprefix("<hr>").lstrip() if signature is not None else None,
            permalink=sheet.absolute(f"viewtopic.php?pid={own}#p{own}"),
        )  # fmt: skip

    def numbers(self, blocks: Blocks, paging: Paging, sheet: Sheet) -> dict[str, int]:
        """Counted on from the first post's `#16`: so the engine itself numbers a page."""
        start = digits(text_of(first(blocks[0][1], "span", "conr")))
        return places(blocks, start - 1) if start else {}

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
        for place in every(sheet.root, "p", "postlink") if POSTLINK in sheet.markup.utf8 else ():
            if CLOSED.search(text_of(place)):
                return True
            if any("post.php" in (link.get("href") or "") for link in place.iter("a")):
                return False
        return None

    def message_boxes(self, root: Element) -> list[Element]:
        """The message, the posting errors, the engine's own failure."""
        return BOXES(root)
