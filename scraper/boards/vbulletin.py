"""vBulletin 4: a list of posts, with the engine's classes on all their parts.

Engine facts, by the engine's templates (4.2): a post is `li.postcontainer#post_<P>`; `li.postbitdeleted` and
`li.postbitignored` of the same id are stubs. The date is `span.date` with `span.time` in it, the number
`a.postcounter` (`ie…` for moderators), the author `a.username` within `div.username_container`, or
`span.username.guest`. Body and signature are both `blockquote.restore`; the body is in `#post_message_<P>`. The edit
note is `blockquote.lastedited`. The reply button of an open topic holds a «+» in a `span`, a closed one's words only.
"""

from __future__ import annotations

import re

from scraper.adapter import register
from scraper.boards.base import Blocks, Paging, Sheet, digits
from scraper.boards.tree import by_class, classes, every, first, inner_html, named, number_in, numbered, text_of, xpath
from scraper.boards.vbfamily import VbBoard, hides_ignored, paging_of, without_session, words_of
from scraper.markup import Element
from scraper.records import Post

USER = re.compile(r"(?:member\.php[?/](?:[^\"#]*[&;]?u=)?|members/)([0-9]{1,10})(?![0-9])")
PAGE = re.compile(r"(?:/page|[?&;]page=)([0-9]{1,6})(?![0-9])")
SIGNS_IN = "vb_login_password"
BOXES = xpath("//div[@class='standard_error']//div[contains(@class, 'blockrow')][not(ancestor::form)]")


@register
class VBulletin(VbBoard):
    """The fourth generation."""

    name = "vbulletin"
    brand = "vBulletin 4"
    opening = b"<li", b'id="post_'
    mark = b'id="post_message_'

    def recognise(self, html: str) -> str | None:
        """By the root element, else the generator."""
        if 'id="vbulletin_html"' in html:
            return "html id “vbulletin_html”"
        return "“vBulletin 4”" if 'name="generator" content="vBulletin 4' in html else None

    def blocks(self, sheet: Sheet) -> Blocks:
        """`li#post_<P>` of `ol#posts`."""
        box = named(sheet.root, "ol", "posts")
        return self.opened_by(
            sheet,
            lambda: numbered(box.iterchildren("li") if box is not None else (), "post_"),
            lambda: numbered(sheet.root.iter("li"), "post_"),
        )

    def post(self, own: str, block: Element, sheet: Sheet) -> Post | None:
        """A post; None for the stub of a deleted one, and of one that the board's admin keeps from all."""
        looks = classes(block)
        if "postbitdeleted" in looks or "postbitignored" in looks:
            if hides_ignored(block):
                sheet.hidden(own)
            return None
        author, user = self._author(first(block, "div", "username_container"), own, sheet)
        head = first(block, "div", "posthead")
        date = first(block if head is None else head, "span", "date")
        posted_at, precision = sheet.moment(text_of(date), own)
        body = next((part for part in block.iter("div") if (part.get("id") or "").startswith("post_message_")), None)
        if body is None:
            sheet.fail("body", own)
        sheet.belongs(body.get("id"), own, "post_message_")
        words = by_class(body).get("postcontent", body)
        below = by_class(first(block, "div", "after_content"))
        edited_at, editor = self.edit_of(below.get("lastedited"), own, sheet)
        signature = first(below["signature"], "div", "signaturecontainer") if "signature" in below else None
        links = (block if head is None else head).iter("a")
        counter = next((link for link in links if (link.get("class") or "").endswith("postcounter")), None)
        return Post(
            id=own, number=digits(text_of(counter)) or None, author=author, author_id=user, guest=user is None,
            posted_at=posted_at, precision=precision, edited_at=edited_at, editor=editor, body=words_of(words),
            signature=without_session(inner_html(signature)) if signature is not None else None,
            permalink=self.permalink(own, sheet),
        )  # fmt: skip

    def _author(self, box: Element | None, own: str, sheet: Sheet) -> tuple[str, str | None]:
        name = next((part for part in box.iter("a", "span") if "username" in classes(part)), None) if (
            box is not None
        ) else None  # fmt: skip
        user = number_in(name.get("href"), USER) if name is not None else None
        return text_of(name) or sheet.fail("author", own), user if user != "0" else None

    def title(self, sheet: Sheet) -> str:
        """The heading's link."""
        return text_of(first(sheet.root, "span", "threadtitle"))

    def own_links(self, root: Element) -> list[str]:
        """Of the heading and of the list of pages."""
        boxes = [first(root, "span", "threadtitle"), named(root, "div", "pagination_top")]
        return [link.get("href") or "" for box in boxes if box is not None for link in box.iter("a")]

    def paging(self, sheet: Sheet) -> Paging:
        """`#pagination_top`, with «Results 21 to 40 of 155» beside it; a topic of one page has no list."""
        box = named(sheet.root, "div", "pagination_top")
        span = text_of(named(sheet.root, "div", "postpagestats_above"))
        form = next(box.iter("form"), None) if box is not None else None
        if form is None:
            return Paging(page=1, pages=1)
        links = (link.get("href") or "" for link in form.iter("a"))
        pages = max((int(told[1]) for href in links if (told := PAGE.search(href))), default=1)
        return paging_of(text_of(form), text_of(next(iter(every(form, "span", "selected")), None)), pages, span)

    def closed(self, sheet: Sheet) -> bool | None:
        """By the reply button, which guests may not see."""
        button = named(sheet.root, "a", "newreplylink_top", "newreplylink_bottom")
        return next(button.iter("span"), None) is None if button is not None else None

    def message_boxes(self, root: Element) -> list[Element]:
        """The message, unless it is the sign-in form's, which explains what every guest is told."""
        return BOXES(root)

    def asks_to_sign_in(self, root: Element) -> bool:
        """By the message's form: another stands on top of every page."""
        return any(part.get("name") == SIGNS_IN and part.get("id") != "navbar_password" for part in root.iter("input"))
