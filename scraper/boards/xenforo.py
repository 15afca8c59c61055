"""XenForo 2.0 to 2.3: unix times beside every date, the account's id on every name, positions as numbers.

Engine facts, by the engine's templates (2.0, 2.2) and saved pages of 2.3: a post is `article.message--post` with
`data-content="post-<P>"` and `data-author`; a `div` of the same `data-content` stands for a deleted one, and for those
who may see more, a notice within the article tells that it is deleted or waits for approval. Dates are `time.u-dt` with
the unix time in `data-time`, since 2.3 in `data-timestamp` (and `data-time` is a clock time there). The note of an edit
names nobody but «a moderator». An ignored member's post comes whole, hidden by style. A locked topic says so in a `dd`.
Topics that are articles repeat their first post on each page.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from scraper.adapter import register
from scraper.boards.base import Blocks, Paging, Sheet, digits
from scraper.boards.tree import by_class, classes, first, inner_html, is_number, text_of, xpath
from scraper.boards.xenfamily import XenBoard, account_of, heading_text, place_of, sized, words_of
from scraper.markup import Element
from scraper.records import Post, Precision

OWN = "post-"
GONE = ("messageNotice--deleted", "messageNotice--moderated")
BOXES = xpath(
    "//div[contains(concat(' ', normalize-space(@class), ' '), ' blockMessage--error ')]"
    " | //div[normalize-space(@class) = 'blockMessage']"
)


@register
class XenForo(XenBoard):
    """The second generation."""

    name = "xenforo"
    brand = "XenForo 2"
    start = b'data-content="post-'
    mark = b'class="message-name'
    locked = "blockStatus-message--locked"

    def recognise(self, html: str) -> str | None:
        """By the root element, on every page of the engine."""
        return "html id “XF”" if '<html id="XF"' in html else None

    def blocks(self, sheet: Sheet) -> Blocks:
        """As a rule children of one element; where the page opens more than these, the whole of it is searched."""
        start = next(iter(posts_of(sheet.root.iter("article", "div"))), None)
        around = start[1].getparent() if start is not None else None
        if around is None:
            return []
        return sheet.all_of(posts_of(around)) or posts_of(sheet.root.iter("article", "div"))

    def post(self, own: str, block: Element, sheet: Sheet) -> Post | None:
        """A post; None for what is deleted or not approved."""
        if "message--deleted" in classes(block):
            return None
        inner = first(block, "div", "message-inner")
        cells = by_class(block if inner is None else inner)
        user, main = cells.get("message-cell--user", block), cells.get("message-cell--main", block)
        content = by_class(first(main, "div", "message-content"))
        if any(token in content for token in GONE):
            return None
        author, user_id = self._author(block, user, own, sheet)
        words = self._body(content.get("message-userContent"), block, own, sheet)
        head = first(main, "header", "message-attribution")
        stamp = next(head.iter("time"), None) if head is not None else None
        if head is None or stamp is None:
            sheet.fail("posted_at", own)
        posted_at, precision = moment(stamp, own, "posted_at", sheet)
        note, signature = content.get("message-lastEdit"), content.get("message-signature")
        edited = next(note.iter("time"), None) if note is not None else None
        edited_at = moment(edited, own, "edited_at", sheet)[0] if edited is not None else None
        return Post(
            id=own, number=number_of(head), author=author, author_id=user_id, guest=user_id is None,
            posted_at=posted_at, precision=precision, edited_at=edited_at, editor=None, body=words,
            signature=signature_of(signature), permalink=self.permalink(own, sheet),
        )  # fmt: skip

    def _author(self, block: Element, user: Element, own: str, sheet: Sheet) -> tuple[str, str | None]:
        heading = next((part for part in user.iter("h4", "h3", "div") if "message-name" in classes(part)), None)
        name = next((part for part in heading.iter("a", "span") if "username" in classes(part)), None) if (
            heading is not None
        ) else None  # fmt: skip
        shown = text_of(name) or text_of(heading) or sheet.fail("author", own)
        return block.get("data-author") or shown, account_of(name)

    def _body(self, around: Element | None, block: Element, own: str, sheet: Sheet) -> str:
        body = first(block if around is None else around, "article", "message-body")
        wrapper = by_class(body).get("bbWrapper")
        if wrapper is None:
            sheet.fail("body", own)
        if around is not None:
            sheet.belongs(around.get("data-lb-id"), own, OWN)
        return words_of(wrapper)

    def title(self, sheet: Sheet) -> str:
        """The heading, without the topic's prefix."""
        return heading_text(first(sheet.root, "h1", "p-title-value"), "label", "label-append")

    def topic_id(self, sheet: Sheet) -> str | None:
        """By the root element."""
        told = (sheet.root.get("data-content-key") or "").removeprefix("thread-")
        if sheet.topic is None and is_number(told):
            sheet.topic = told
        return super().topic_id(sheet)

    def paging(self, sheet: Sheet) -> Paging:
        """`ul.pageNav-main`; a topic of one page has none."""
        box = first(sheet.root, "ul", "pageNav-main")
        page, pages = 1, 1
        for item in box if box is not None else ():
            number = digits(text_of(next(item.iter("a"), None)))
            pages = max(pages, number)
            if "pageNav-page--current" in classes(item):
                page = number or page
        return sized(page, pages, number_of(first(sheet.root, "header", "message-attribution")))

    def message_boxes(self, root: Element) -> list[Element]:
        """The error."""
        return BOXES(root)

    def asks_to_sign_in(self, root: Element) -> bool:
        """By the page's template: a theme may put a sign-in form into the head of every page."""
        return (root.get("data-template") or "").startswith("login")


def posts_of(elements: Iterable[Element]) -> Blocks:
    """The posts among some elements, with their ids."""
    found = []
    for element in elements:
        told = element.get("data-content")
        if told and told.startswith(OWN) and is_number(own := told[len(OWN) :]):
            found.append((own, element))
    return found


def moment(stamp: Element, own: str, field: str, sheet: Sheet) -> tuple[datetime, Precision]:
    """The moment of a `time`."""
    unix = stamp.get("data-timestamp") or stamp.get("data-time") or ""
    if unix.isdecimal():
        return sheet.unix(unix, own), Precision.SECOND
    return sheet.moment(stamp.get("datetime") or stamp.get("title") or text_of(stamp), own, field)


def number_of(head: Element | None) -> int | None:
    """The post's number: the last link of its head."""
    links = list(head.iter("a")) if head is not None else []
    return next((number for link in reversed(links) if (number := place_of(text_of(link)))), None)


def signature_of(box: Element | None) -> str | None:
    """What a signature says."""
    inner = first(box, "div", "bbWrapper") if box is not None else None
    return inner_html(inner) if inner is not None else None
