"""MyBB 1.8 (mybb.com): exact times in tooltips, the edit note inside the post's date, placeholders of deleted posts."""

from __future__ import annotations

import re

from scraper.adapter import register
from scraper.boards.base import Blocks, Board, Paging, Sheet, bold_paging, digits
from scraper.boards.tree import (
    by_class,
    classes,
    drop,
    first,
    inner_html,
    number_in,
    query_of,
    text_of,
    web_parts,
    xpath,
)
from scraper.markup import Element
from scraper.records import Post, TopicRef

USER = re.compile(r"(?:[?&;]uid=|\buser-(?=[0-9]+\.html))([0-9]{1,10})(?![0-9])")
TOPIC = re.compile(r"(?:[?&;]tid=|\bthread-(?=[0-9]+[-.]))([0-9]{1,10})")
SHORT_ADDRESS = re.compile(
    r"(.*/)thread-([0-9]{1,10})(?:-(?:page|post|lastpost|newpost|nextoldest|nextnewest)[^/]*)?\.html"
)
CREDIT = re.compile(r"(?:powered by|работает на|на движке)\s*(?:<a\b[^>]*>)?\s*MyBB\b", re.IGNORECASE)
CLOCK = re.compile(rb"[^>]*>(.{,300}?)</span>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
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
    brand = "MyBB"
    start = b'class="post '
    mark = b'class="author_information"'
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

    def blocks(self, sheet: Sheet) -> Blocks:
        """`div.post#post_<ID>`."""
        return sheet.posts("post", "post_")

    def post(self, own: str, block: Element, sheet: Sheet) -> Post | None:
        """A deleted post is shown to members as a placeholder, to moderators whole: to both it is none."""
        if any(token in HIDDEN for token in classes(block)):
            return None
        columns = by_class(block)
        parts = by_class(columns.get("post_content"))
        column = columns.get("post_author")
        author, user = self._author(first(block, "div", "author_information") if column is None else column, own, sheet)
        body = parts.get("post_body")
        body = first(block, "div", "post_body") if body is None else body
        if body is None:
            sheet.fail("body", own)
        sheet.belongs(body.get("id"), own, "pid_")
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
        signature = parts.get("signature")
        return Post(
            id=own, number=number_of(head), author=author, author_id=user, guest=user is None, posted_at=posted_at,
            precision=precision, edited_at=edited_at, editor=editor, body=words_of(body),
            signature=inner_html(signature) if signature is not None else None,
            permalink=sheet.absolute(f"showthread.php?tid={self.topic_id(sheet) or ''}&pid={own}#pid{own}"),
        )  # fmt: skip

    def _author(self, name: Element | None, own: str, sheet: Sheet) -> tuple[str, str | None]:
        if name is None:
            sheet.fail("author", own)
        for link in name.iter("a"):
            user = number_in(link.get("href"), USER)
            if user is not None and user != "0" and (shown := text_of(link)):
                return shown, user
        bold = first(name, "span", "largetext")
        bold = next(name.iter("strong"), None) if bold is None else bold
        return text_of(bold) or sheet.fail("author", own), None

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
        return next((topic for link in own + links if (topic := number_in(link, TOPIC))), None)

    def paging(self, sheet: Sheet) -> Paging:
        """No list of pages means one page; the page size follows from the posts' numbers."""
        box = first(sheet.root, "div", "pagination")
        told = bold_paging(box, "span")
        count = digits(re.sub(r"\D", "", text_of(first(box, "span", "pages")))) if box is not None else 0
        if box is not None and (current := first(box, "span", "pagination_current")) is not None:
            told = Paging(page=digits(text_of(current)) or 1, pages=told.pages)
        start = (number_of(first(sheet.root, "div", "post_head")) or 1) - 1
        exact = told.page > 1 and start > 0 and start % (told.page - 1) == 0
        per_page = start // (told.page - 1) if exact else None
        return Paging(page=told.page, pages=max(told.pages, count), per_page=per_page)

    def closed(self, sheet: Sheet) -> bool | None:
        """By the reply button, which guests may not see."""
        for token, closed in (("closed_button", True), ("new_reply_button", False)):
            if token.encode() in sheet.markup.utf8 and first(sheet.root, "a", token) is not None:
                return closed
        return None

    def page_clock(self, sheet: Sheet) -> tuple[str, str | None] | None:
        """«Текущее время: 30.11.2026, 20:21» in the footer."""
        at = sheet.markup.utf8.rfind(b'id="current_time"')
        clock = CLOCK.match(sheet.markup.utf8, at) if at >= 0 else None
        return (TAG.sub("", clock[1].decode("utf-8", "replace")), None) if clock else None

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
        parts = web_parts(url)
        if parts is None:
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


def number_of(head: Element | None) -> int | None:
    """The post's number in its head, or anywhere in a post without one: `#15`, a link to the post."""
    for link in head.iter("a") if head is not None else ():
        if "pid" in (link.get("href") or "") and (number := digits(text_of(link))):
            return number
    return None


def words_of(body: Element) -> str:
    """The author's words as HTML, without scripts and without the date that the board puts before a quoted name: it
    reads «Вчера» today and a date tomorrow, which is no edit.
    """
    words = inner_html(body)
    if not len(body) or ("<script" not in words and "<cite" not in words):
        return words
    for inner in list(body.iter("script", "cite")):
        if inner.tag == "script":
            drop(inner)
        elif len(inner) and inner[0].tag == "span" and not (inner.text or "").strip():
            drop(inner[0])
    return inner_html(body)
