"""SMF 2.0 and 2.1: reply numbers from nought, times to the minute, the edit note in the post's head or foot."""

from __future__ import annotations

import re
from datetime import datetime
from itertools import chain

from engine.i18n import _
from scraper.adapter import register
from scraper.boards.base import Blocks, Board, Paging, Sheet, bold_paging, digits, offset, page_at
from scraper.boards.tree import (
    NO_TEXT,
    by_class,
    classes,
    drop,
    every,
    first,
    inner_html,
    is_number,
    named,
    number_in,
    numbered,
    query_of,
    series,
    text_after,
    text_of,
    web_parts,
    without_session,
    xpath,
)
from scraper.dates import NoMomentError, read_local
from scraper.errors import UnreadablePageError
from scraper.markup import Element
from scraper.records import Post, TopicRef

BODY_ID = re.compile(r"msg_([0-9]{1,10})")
USER = re.compile(r"action=profile(?:[;&]|&amp;)u=([0-9]{1,10})(?![0-9])")
TOPIC = re.compile(r"\btopic[=,]([0-9]{1,10})(?:\.([0-9]{1,9}))?")
TOPIC_PLACE = re.compile(r"\btopic[=,][0-9]{1,10}(?:\.([0-9]{1,9})(?![0-9a-z]))?(?![.0-9a-z])")
NUMBER = re.compile(r"#\s*([0-9][0-9.,\s]*)")
EDIT = re.compile(r"(?:последнее (?:редактирование|изменение)|отредактировано|last edit)\w*\s*:?\s*(.*)", re.IGNORECASE)
EDITOR = re.compile(r"\s(?:от|by|пользователем)\s+(.+?)\s*»?\s*$", re.IGNORECASE)
SAID_ON = re.compile(r"^(.*)\s(?:от|on)\s.*$", re.DOTALL)
BOXES = xpath(
    "//*[@id='fatal_error']//*[contains(@class, 'padding')] | //*[@id='fatal_error']"
    " | //form[@id='frmLogin']//p[contains(@class, 'information')] | //*[@id='frmLogin']//div[@class='information']"
    " | //*[@id='maintenance_mode'] | //div[contains(@class, 'errorbox')] | //p[@class='error']"
)


@register
class SMF(Board):
    """Simple Machines Forum."""

    name = "smf"
    brand = "SMF"
    start = b'class="post_wrapper"'
    mark = b'class="poster"'
    zone_database = True
    script = "index.php"
    topic_parameter = "topic"

    def recognise(self, html: str) -> str | None:
        """By its script variables, or the credit line."""
        if "var smf_scripturl" in html or "smf_theme_url" in html:
            return "“smf_scripturl”"
        return "“Simple Machines” in the footer" if "Simple Machines" in html[-5000:] else None

    def blocks(self, sheet: Sheet) -> Blocks:
        """`#forumposts div.post_wrapper` the same in 2.0 and 2.1."""
        if named(sheet.root, "div", "forumposts") is None:
            return []
        around = numbered(series(sheet.root, "windowbg"), "msg")
        found = [(own, inner) for own, outer in around for inner in outer if "post_wrapper" in classes(inner)]
        return sheet.all_of(found) or [
            (post_id(wrapper), wrapper) for wrapper in every(sheet.root, "div", "post_wrapper")
        ]

    def post(self, own: str, block: Element, sheet: Sheet) -> Post:
        """Even of an author whom the reader ignores: the board hides that post, but sends it."""
        author, user = self._author(block, own, sheet)
        parts = by_class(block)
        area, foot = by_class(parts.get("postarea")), by_class(parts.get("moderatorbar"))
        body = by_class(area.get("post")).get("inner")
        body = first(block, "div", "inner") if body is None else body
        if body is None:
            sheet.fail("body", own)
        sheet.belongs(body.get("id"), own, "msg_")
        keyinfo = area.get("keyinfo")
        number, shown, note = head_of(first(block, "div", "keyinfo") if keyinfo is None else keyinfo)
        posted_at, precision = sheet.moment(shown, own)
        edited_at, editor = self._edit(foot.get("modified") if note is None else note, own, sheet)
        signature = foot.get("signature")
        return Post(
            id=own, number=number or sheet.numbers.get(own),
            author=author, author_id=user, guest=user is None, posted_at=posted_at,
            precision=precision, edited_at=edited_at, editor=editor, body=words_of(body),
            signature=without_session(inner_html(signature)) if signature is not None else None,
            permalink=sheet.absolute(f"index.php?topic={self.topic_id(sheet)}.msg{own}#msg{own}"),
        )  # fmt: skip

    def _author(self, block: Element, own: str, sheet: Sheet) -> tuple[str, str | None]:
        heading = next(block.iter("h4"), None)
        for link in heading.iter("a") if heading is not None else ():
            if (user := number_in(link.get("href"), USER)) and (name := text_of(link)):
                return name, user
        return text_of(heading) or sheet.fail("author", own), None

    def _edit(self, note: Element | None, own: str, sheet: Sheet) -> tuple[datetime | None, str | None]:
        if note is None or (not len(note) and not (note.text or "").strip()):
            return None, None
        for reason in list(note.iter("span")):
            # With the text after it: a reason may name whom it likes.
            if reason.get("id") == "reason" and (parent := reason.getparent()) is not None:
                parent.remove(reason)
        text = text_of(note).strip("«» ")
        if not text:
            return None, None
        told = EDIT.search(text)
        shown = told[1] if told else text
        name = EDITOR.search(shown)
        return sheet.moment(shown, own, "edited_at")[0], name[1] if name else None

    def title(self, sheet: Sheet) -> str:
        """The subject above the posts (2.1), else the last of the crumbs."""
        subject = named(sheet.root, "span", "top_subject")
        crumbs = first(sheet.root, "div", "navigate_section")
        last = first(crumbs, "li", "last") if crumbs is not None else None
        link = next(last.iter("a"), None) if last is not None else None
        return text_of(subject) or text_of(link) or text_of(last)

    def _place(self, sheet: Sheet) -> tuple[str | None, int]:
        """Topic and offset by the form around the posts, else by the canonical link."""
        form = named(sheet.root, "form", "quickModForm")
        told = [form.get("action") or ""] if form is not None else []
        canonical = (link.get("href") or "" for link in sheet.root.iter("link") if link.get("rel") == "canonical")
        for address in chain(told, canonical, (link.get("href") or "" for link in sheet.root.iter("a"))):
            if found := TOPIC.search(address):
                sheet.topic = found[1]
                return found[1], int(found[2] or 0)
        return None, 0

    def topic_id(self, sheet: Sheet) -> str | None:
        """The number before the dot."""
        return sheet.topic or self._place(sheet)[0]

    def paging(self, sheet: Sheet) -> Paging:
        """`span.current_page` (2.1) or `[<strong>2</strong>]` (2.0); the page size by the offset or the links."""
        box = first(sheet.root, "div", "pagelinks")
        modern = first(box, "span", "current_page") if box is not None else None
        told = bold_paging(box, "strong")
        if modern is not None:
            told = Paging(page=digits(text_of(modern)) or 1, pages=max(told.pages, digits(text_of(modern))))
        _topic, place = self._place(sheet)
        size = place // (told.page - 1) if told.page > 1 and place % (told.page - 1) == 0 else 0
        for link in box.iter("a") if box is not None and not size else ():
            number, found = digits(text_of(link)), TOPIC.search(link.get("href") or "")
            if number > 1 and found and found[2]:
                size = int(found[2]) // (number - 1)
                break
        return Paging(page=told.page, pages=told.pages, per_page=size or None)

    def numbers(self, blocks: Blocks, paging: Paging, sheet: Sheet) -> dict[str, int]:
        """The topic's first post shows none. It has the topic's least id.

        Raises UnreadablePageError where a member chose to see the newest posts first, which no address overrules: pages
        would shift with every post, and of two votes of one minute the earlier would count.
        """
        ids = [int(own) for own, _block in blocks if own]
        if len(ids) > 1 and ids == sorted(ids, reverse=True):
            message = _(
                "{engine}: the board shows this account the newest posts first. Switch that off in the profile of the "
                "account (Look and layout), or read the topic without signing in."
            )
            raise UnreadablePageError(message.format(engine=self.name), field="page", url=sheet.url)
        least = min((own for own, _block in blocks if own), key=int, default="")
        return {least: 1} if paging.page == 1 or least != blocks[0][0] else {}

    def closed(self, sheet: Sheet) -> bool | None:
        """By the lock beside the subject (2.1), or the topic's picture (2.0)."""
        heading = first(sheet.root, "h2", "display_title")
        if heading is not None:
            return first(heading, "span", "lock") is not None
        for heading in every(sheet.root, "h3", "catbg"):
            for image in heading.iter("img"):
                if "/topic/" in (image.get("src") or ""):
                    return "locked" in (image.get("src") or "")
        return None

    def page_clock(self, sheet: Sheet) -> tuple[str, str | None] | None:
        """On top of the page: since 2.1 with its machine time."""
        user = first(sheet.root, "div", "user")
        for stamp in user.iter("time") if user is not None else ():
            return text_of(stamp), stamp.get("datetime")
        for item in user.iter("li") if user is not None else ():
            try:
                read_local(text_of(item)[:60])
            except NoMomentError:
                continue
            return text_of(item), None
        return None

    def message_boxes(self, root: Element) -> list[Element]:
        """The fatal error, the sign-in form's explanation, a list of errors."""
        return BOXES(root)

    def topic_ref(self, url: str) -> TopicRef | None:
        """`index.php?topic=3.15`, `index.php/topic,3.15.html`, the print view."""
        parts = web_parts(url)
        if parts is None:
            return None
        path, mark, rest = parts.path.partition("index.php")
        if not mark and not parts.path.endswith("/"):
            return None
        found = TOPIC.search(rest) or TOPIC.search("topic=" + query_of(url).get("topic", ""))
        if found is None:
            return None
        board = f"{parts.scheme}://{parts.netloc}{path or '/'}"
        return TopicRef(engine=self.name, board=board, topic_id=found[1], url=f"{board}index.php?topic={found[1]}.0")

    def wanted_page(self, url: str, per_page: int | None) -> int | None:
        """By the number after the dot; `.msg52` and `.new` tell none."""
        found = TOPIC_PLACE.search(url)
        return page_at(found[1] or "0", per_page) if found else None

    def page_url(self, ref: TopicRef, page: int, per_page: int | None) -> str:
        """Addresses hold an offset after the dot."""
        return f"{ref.board}index.php?topic={ref.topic_id}.{offset(page, per_page)}"


def head_of(keyinfo: Element | None) -> tuple[int | None, str, Element | None]:
    """Number in the topic, shown time, and the place of the edit note (2.1). SMF numbers replies: `#14` is the
    fifteenth post, and the first has none.
    """
    head = by_class(keyinfo)
    info = head.get("postinfo")
    if info is not None:
        reply = digits(text_of(head.get("page_number")))
        stamp, note = first(info, "a", "smalltext"), first(info, "span", "modified")
        return (reply + 1 if reply else None), text_of(stamp), note
    small = head.get("smalltext")
    if small is None:
        return None, "", None
    label = next(small.iter("strong"), None)
    found = NUMBER.search(text_of(label))
    shown = text_after(label, small) if label is not None else text_of(small)
    return (digits(found[1]) + 1 if found else None), shown.strip("«» "), None


def words_of(body: Element) -> str:
    """The author's words as HTML, without scripts and the date of a quoted post: «Сегодня» becomes a date tomorrow, and
    that is no edit.
    """
    words = inner_html(body)
    if not len(body):
        return words
    if "<script" in words or "<cite" in words or "quoteheader" in words:
        for script in list(body.iter("script")):
            drop(script)
        for head in body.iter("cite", "div"):
            if head.tag == "cite" or "quoteheader" in classes(head):
                undate(head)
        words = inner_html(body)
    return without_session(words)


def undate(head: Element) -> None:
    """Take the date off the link above a quoted post."""
    for link in head.iter("a"):
        said = SAID_ON.match(text_of(link))
        if "msg" in (link.get("href") or "") and said:
            for part in list(link):
                link.remove(part)
            link.text = NO_TEXT.sub("", said[1])


def post_id(block: Element) -> str:
    """By the element around (2.1), else by the body, `div.inner#msg_<ID>`; empty when there is none."""
    around = block.getparent()
    name = (around.get("id") or "") if around is not None else ""
    if name.startswith("msg") and is_number(name[3:]):
        return name[3:]
    bodies = (number_in(div.get("id"), BODY_ID) for div in every(block, "div", "inner"))
    return next((number for number in bodies if number), "")
