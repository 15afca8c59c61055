"""XenForo 1.0 to 1.5: the date below a post, as a text once it is a week old, the edit note above it.

Engine facts, by the engine's templates (1.5): a post is `li.message#post-<P>` with `data-author`; the same with the
class `placeholder` stands for a deleted one. Dates of the last seven days are `abbr.DateTime` with the unix time in
`data-time`, older ones `span.DateTime` with the full text in `title`, in the reader's zone by the zone database. The
post's own date is that of `a.datePermalink`; an edit's stands before it, in `div.editDate`, and names nobody but «a
moderator». Body and signature share the class `messageText`, the body is the `blockquote`. An ignored member's post
comes whole, hidden by style. A hidden sign-in form `#login` stands on every page for guests, the page's own is
`#pageLogin`.
"""

from __future__ import annotations

from datetime import datetime

from scraper.adapter import register
from scraper.boards.base import Blocks, Paging, Sheet, digits
from scraper.boards.tree import by_class, classes, drop, first, inner_html, named, numbered, text_of, xpath
from scraper.boards.xenfamily import XenBoard, account_of, heading_text, place_of, sized, words_of
from scraper.markup import Element
from scraper.records import Post, Precision

BOXES = xpath(
    "//div[@class='errorOverlay']//div[@class='baseHtml'] | //*[@id='pageLogin']//div[@class='errorPanel']"
    " | //div[@class='messageBody' or @class='importantMessage']"
)


@register
class XenForo1(XenBoard):
    """The first generation."""

    name = "xenforo1"
    brand = "XenForo 1"
    start = b'id="post-'
    mark = b'class="datePermalink"'
    locked = "lockedAlert"

    def recognise(self, html: str) -> str | None:
        """By the root element, on every page of the engine."""
        return "html id “XenForo”" if '<html id="XenForo"' in html else None

    def blocks(self, sheet: Sheet) -> Blocks:
        """As a rule children of one list; where the page opens more than these, the whole of it is searched."""
        box = named(sheet.root, "ol", "messageList")
        found = sheet.all_of(numbered(box if box is not None else (), "post-"))
        return found or numbered(sheet.root.iter("li"), "post-")

    def post(self, own: str, block: Element, sheet: Sheet) -> Post | None:
        """A post; None for what is deleted or not approved."""
        if "deleted" in classes(block):
            return None
        info = by_class(first(block, "div", "messageInfo"))
        notices = info.get("messageNotices")
        if notices is not None and first(notices, "li", "moderatedNotice") is not None:
            return None
        heading = first(block, "h3", "userText")
        name = first(heading, "a", "username") if heading is not None else None
        plain = first(heading, "span", "username") if heading is not None and name is None else None
        told = (text_of(name) or text_of(plain) or block.get("data-author")) if heading is not None else None
        shown = told or sheet.fail("author", own)
        user = account_of(name)
        link = first(info.get("messageMeta", block), "a", "datePermalink")
        stamp = first_date(link)
        if link is None or stamp is None:
            sheet.fail("posted_at", own)
        sheet.belongs((link.get("href") or "").rpartition("#")[2], own, "post-", field="posted_at")
        posted_at, precision = moment(stamp, own, "posted_at", sheet)
        body = first(info.get("messageContent", block), "blockquote", "messageText")
        if body is None:
            sheet.fail("body", own)
        for marker in [part for part in body if part.get("class") == "messageTextEndMarker"]:
            drop(marker)
        edited = first_date(info.get("editDate"))
        signature = info.get("signature")
        inner = next(iter(signature), None) if signature is not None else None
        return Post(
            id=own, number=number_of(block), author=block.get("data-author") or shown, author_id=user,
            guest=user is None, posted_at=posted_at, precision=precision,
            edited_at=moment(edited, own, "edited_at", sheet)[0] if edited is not None else None, editor=None,
            body=words_of(body), signature=inner_html(inner) if inner is not None else None,
            permalink=self.permalink(own, sheet),
        )  # fmt: skip

    def title(self, sheet: Sheet) -> str:
        """The heading, without the topic's prefix."""
        bar = first(sheet.root, "div", "titleBar")
        return heading_text(next(bar.iter("h1"), None) if bar is not None else None, "prefix")

    def paging(self, sheet: Sheet) -> Paging:
        """`div.PageNav[data-page][data-last]`; a topic of one page has none."""
        box = first(sheet.root, "div", "PageNav")
        page, pages = (
            (digits(box.get(name) or "") or 1 for name in ("data-page", "data-last")) if box is not None else (1, 1)
        )
        return sized(page, pages, number_of(named(sheet.root, "ol", "messageList")))

    def message_boxes(self, root: Element) -> list[Element]:
        """The error, the sign-in form's, a message in place of a page."""
        return BOXES(root)

    def asks_to_sign_in(self, root: Element) -> bool:
        """Only by the page's own form."""
        return named(root, "form", "pageLogin") is not None


def first_date(around: Element | None) -> Element | None:
    """The date inside an element."""
    dates = around.iter("abbr", "span") if around is not None else ()
    return next((date for date in dates if "DateTime" in classes(date)), None)


def moment(stamp: Element, own: str, field: str, sheet: Sheet) -> tuple[datetime, Precision]:
    """The moment of a date."""
    unix = stamp.get("data-time") or ""
    if unix.isdecimal():
        return sheet.unix(unix, own), Precision.SECOND
    return sheet.moment(stamp.get("title") or text_of(stamp), own, field)


def number_of(around: Element | None) -> int | None:
    """The number of the first post inside."""
    link = first(around, "a", "postNumber") if around is not None else None
    return place_of(text_of(link))
