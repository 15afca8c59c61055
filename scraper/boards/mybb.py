"""MyBB 1.8 (mybb.com): exact times in tooltips, the edit note inside the post's date, placeholders of deleted posts."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from scraper.adapter import register
from scraper.boards.base import Board, Paging, Sheet, bold_paging, digits
from scraper.boards.tree import (
    Element,
    children,
    classes,
    drop,
    every,
    first,
    inner_html,
    number_in,
    query_of,
    text_of,
    xpath,
)
from scraper.records import Post, TopicRef

POST_ID = re.compile(r"post_([0-9]{1,10})")
USER = re.compile(r"[?&;]uid=([0-9]{1,10})(?![0-9])|\buser-([0-9]{1,10})\.html")
TOPIC = re.compile(r"[?&;]tid=([0-9]{1,10})|\bthread-([0-9]{1,10})(?:-|\.)")
SHORT_ADDRESS = re.compile(
    r"(.*/)thread-([0-9]{1,10})(?:-(?:page|post|lastpost|newpost|nextoldest|nextnewest)[^/]*)?\.html"
)
CREDIT = re.compile(r"(?:powered by|работает на|на движке)\s*(?:<a\b[^>]*>)?\s*MyBB\b", re.IGNORECASE)
SCRIPTS = ("printthread.php", "showthread.php", "newreply.php")
HIDDEN = ("deleted_post_hidden", "deleted_post", "deleted_post_collapsed")
BOXES = xpath(
    "//table[contains(@class, 'tborder')][count(.//tr) <= 2][not(ancestor::*[@id='quick_login'])]"
    "//td[contains(@class, 'trow1')]"
    " | //div[@class='error'] | //body[not(.//div[@id='header'])]//td[contains(@class, 'trow1')]"
    " | //div[@id='error'] | //div[@id='content']/div[@class='error_message']"
)


@register
class MyBB(Board):
    """MyBB 1.8, classic and horizontal posts alike."""

    name = "mybb"
    zone_database = False
    script = "showthread.php"
    topic_parameter = "tid"
    page_parameter = "page"

    def recognise(self, html: str) -> str | None:
        """By the script variable that every page sets, or the credit line."""
        if "my_post_key" in html and ("jscripts/general.js" in html or "MyBB" in html):
            return "“my_post_key”"
        if "<!-- start: showthread -->" in html or "<!-- end: redirect -->" in html:
            return "template comments"
        return "“MyBB” in the footer" if "MyBB" in html and CREDIT.search(html[-6000:]) else None

    def blocks(self, root: Element) -> list[Element]:
        """`div.post#post_<ID>`."""
        return [div for div in every(root, "div", "post") if POST_ID.fullmatch(div.get("id") or "")]

    def post_id(self, block: Element) -> str | None:
        """The id without its prefix."""
        return number_in(block.get("id"), POST_ID)

    def post(self, block: Element, sheet: Sheet) -> Post | None:
        """A deleted post is shown to members as a placeholder, to moderators whole: to both it is none."""
        own = self.post_id(block) or sheet.fail("id")
        if any(token in HIDDEN for token in classes(block)):
            return None
        columns = children(block)
        parts = children(columns.get("post_content"))
        column = columns.get("post_author")
        author, user = self._author(first(block, "div", "author_information") if column is None else column, own, sheet)
        body = parts.get("post_body")
        body = first(block, "div", "post_body") if body is None else body
        if body is None:
            sheet.fail("body", own)
        head = parts.get("post_head")
        head = block if head is None else head
        date = first(head, "span", "post_date")
        if date is None:
            sheet.fail("posted_at", own)
        posted_at, precision = sheet.moment(exact_date(date), own)
        note = first(date, "span", "edited_post")
        edited_at = editor = None
        if note is not None:
            edited_at = sheet.moment(exact_date(note), own, "edited_at")[0]
            editor = text_of(next(note.iter("a"), None)) or None
        numbers = (text_of(link) for link in head.iter("a") if "pid" in (link.get("href") or ""))
        signature = parts.get("signature")
        return Post(
            id=own, number=next((number for text in numbers if (number := digits(text))), None), author=author,
            author_id=user, guest=user is None, posted_at=posted_at, precision=precision, edited_at=edited_at,
            editor=editor, body=clean_body(body), signature=inner_html(signature) if signature is not None else None,
            permalink=sheet.absolute(f"showthread.php?tid={self.topic_id(sheet) or ''}&pid={own}#pid{own}"),
        )  # fmt: skip

    def _author(self, name: Element | None, own: str, sheet: Sheet) -> tuple[str, str | None]:
        if name is None:
            sheet.fail("author", own)
        for link in name.iter("a"):
            found = USER.search(link.get("href") or "")
            if found and text_of(link) and (user := found[1] or found[2]) != "0":
                return text_of(link), user
        shown = first(name, "span", "largetext")
        shown = next(name.iter("strong"), None) if shown is None else shown
        return text_of(shown) or sheet.fail("author", own), None

    def title(self, sheet: Sheet) -> str:
        """The last of the crumbs."""
        crumbs = first(sheet.root, "div", "navigation")
        active = first(crumbs, "span", "active") if crumbs is not None else None
        return text_of(active) or text_of(next(sheet.root.iter("title"), None))

    def topic_id(self, sheet: Sheet) -> str | None:
        """By the page's forms, else the first links that can be of this topic only."""
        if sheet.topic is None:
            sheet.topic = self._topic_id(sheet.root)
        return sheet.topic

    def _topic_id(self, root: Element) -> str | None:
        for field in root.iter("input"):
            if field.get("name") == "tid" and (field.get("value") or "").isdecimal():
                return field.get("value")
        links = [link.get("href") or "" for link in root.iter("a")]
        own = [link for link in links if "printthread" in link or "#pid" in link or "newreply.php?tid" in link]
        for link in own + links:
            if found := TOPIC.search(link):
                return found[1] or found[2]
        return None

    def paging(self, sheet: Sheet) -> Paging:
        """No list of pages means one page; the page size follows from the posts' numbers."""
        box = first(sheet.root, "div", "pagination")
        told = bold_paging(box, "span")
        count = digits(re.sub(r"\D", "", text_of(first(box, "span", "pages")))) if box is not None else 0
        if box is not None and (current := first(box, "span", "pagination_current")) is not None:
            told = Paging(page=digits(text_of(current)) or 1, pages=told.pages)
        head = first(sheet.root, "div", "post_head")
        start = (
            next((number for link in head.iter("a") if (number := digits(text_of(link)))), 1) - 1
            if head is not None
            else 0
        )
        exact = told.page > 1 and start > 0 and start % (told.page - 1) == 0
        per_page = start // (told.page - 1) if exact else None
        return Paging(page=told.page, pages=max(told.pages, count), per_page=per_page)

    def closed(self, sheet: Sheet) -> bool | None:
        """By the reply button, which guests may not see."""
        tokens = {token for link in sheet.root.iter("a") for token in classes(link)}
        if "closed_button" in tokens:
            return True
        return False if "new_reply_button" in tokens else None

    def page_clock(self, root: Element) -> tuple[str, str | None] | None:
        """«Текущее время: 30.11.2026, 20:21» in the footer."""
        clock = next((span for span in root.iter("span") if span.get("id") == "current_time"), None)
        return None if clock is None else (text_of(clock), None)

    def own_address(self, root: Element) -> str | None:
        """Of the first crumb, the board's index."""
        crumbs = first(root, "div", "navigation")
        link = next(crumbs.iter("a"), None) if crumbs is not None else None
        return link.get("href") if link is not None else None

    def message_boxes(self, root: Element) -> list[Element]:
        """The table of two rows, the list of errors, the page of a redirect."""
        return BOXES(root)

    def topic_ref(self, url: str) -> TopicRef | None:
        """Also of short addresses (`thread-2-page-3.html`), the print view and the archive."""
        try:
            parts = urlsplit(url)
        except ValueError:
            return None
        directory, _slash, script = parts.path.rpartition("/")
        short = SHORT_ADDRESS.fullmatch(parts.path)
        if short is not None:
            path, topic = short[1], short[2]
        elif directory.endswith("/archive") and (archived := re.match(r"thread-([0-9]{1,10})\b", parts.query)):
            path, topic = directory.removesuffix("archive"), archived[1]
        elif script in SCRIPTS:
            path, topic = f"{directory}/", query_of(url).get("tid", "")
        else:
            return None
        return super().topic_ref(f"{parts.scheme}://{parts.netloc}{path}{self.script}?tid={topic}")

    def page_url(self, ref: TopicRef, page: int, per_page: int | None) -> str:
        """Addresses count pages."""
        return ref.url if page <= 1 else f"{ref.url}&page={page}"


def exact_date(date: Element) -> str:
    """The text of a date with its words («Вчера», «11 часов назад») replaced by what their tooltips say, up to the edit
    note, the editor or the reason.
    """
    parts = [date.text or ""]
    for part in date:
        if part.tag != "span" or "post_edit" in classes(part):
            break
        parts += [part.get("title") or text_of(part), part.tail or ""]
    return " ".join("".join(parts).split())


def clean_body(body: Element) -> str:
    """The author's words as HTML, without scripts and without the date that the board puts before a quoted name: it
    reads «Вчера» today and a date tomorrow, which is no edit.
    """
    for inner in list(body.iter("script", "cite")) if len(body) else ():
        if inner.tag == "script":
            drop(inner)
        elif len(inner) and inner[0].tag == "span" and not (inner.text or "").strip():
            drop(inner[0])
    return inner_html(body)
