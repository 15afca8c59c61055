"""IP.Board 3 (Invision Power Board 3.0–3.4): machine times in tooltips, the page's numbers in a script.

Engine facts, of the skins of 3.1–3.4 and of saved pages: a post is `div.post_block#post_id_P` with an empty anchor
`#entryP`; skins add class words, doubled spaces, and quotes of either kind. The script of a topic's page tells the
topic, the offset and the page size. A guest's heading is `h3.guest`; a member whose profile is hidden has a
`span.vcard` without link. The edit note and attachments stand inside the body, the signature outside. `moderated` marks
what is hidden, deleted or waits for approval, a deleted post with a stub in place of its words. The post of an ignored
author is sent all the same. From memory only: the Russian words of refusals, and the look of 3.0.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from itertools import chain

from scraper.adapter import register
from scraper.boards.base import PAGE_OF, UNSET, Blocks, Paging, Sheet, digits, offset
from scraper.boards.ipsfamily import Address, IpsBoard, address_of
from scraper.boards.tree import (
    by_class,
    classes,
    drop,
    every,
    first,
    inner_html,
    is_number,
    named,
    number_in,
    tags_holding,
    text_of,
    xpath,
)
from scraper.dates import NoMomentError, read_moment, zone_by_clocks
from scraper.markup import Element
from scraper.records import Post, TopicRef

MADE_BY = re.compile(r"<body\b[^>]*\bid=[\"']ipboard_body[\"']|\bipb\.vars\[[\"']base_url[\"']\]")
USER = re.compile(r"(?:/user/|[?&;]showuser=)([0-9]{1,10})(?![0-9])")
OLD_USER = re.compile(r"\b__id([0-9]{1,10})\b")
NUMBERS = {
    name: re.compile(rf"\b{name}\s*[=:]\s*(?:parseInt\(\s*)?[\"']?([0-9]{{1,10}})")
    for name in ("topic_id", "start_id", "perPage", "postTotal")
}
EDITED = re.compile(
    r"(?:отредактировал\w*|изменил\w*|изменено|edited by)\s+(?P<name>.{1,200}?)\s*(?:[:,]|\s-)\s+"
    r"(?P<date>(?:[0-9]{1,2}[\s.]+[^\W\d_]{3,9}[\s.,]+[0-9]{4}|[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{2,4}"
    r"|[^\W\d_]{3,9}\.?\s+[0-9]{1,2},?\s+[0-9]{4}|сегодня|вчера|today|yesterday)\b.*)$",
    re.IGNORECASE,
)
CLOSED = re.compile(r"закрыт|заблокирован|locked|closed", re.IGNORECASE)
NO_NAME = ("post_id", "ip", "right", "post_mod", "hide")
"""Parts of a guest's heading that are not his name."""
BOXES = xpath(
    "//div[@id='content']//*[contains(concat(' ', normalize-space(@class), ' '), ' message ')]"
    " | //*[contains(@class, 'ipsType_sectiontitle')] | //*[@id='boardOffline'] | //div[@id='login_error']"
)


@register
class IPBoard(IpsBoard):
    """IP.Board 3, its stock skins and those that keep the names."""

    name = "ipboard"
    brand = "IP.Board 3"
    zone_database = False

    def recognise(self, html: str) -> str | None:
        """By the body's id, or the script variables that every page sets."""
        found = MADE_BY.search(html) if "ipb" in html else None
        return f"“{'ipboard_body' if 'ipboard_body' in found[0] else 'ipb.vars'}”" if found else None

    def blocks(self, sheet: Sheet) -> Blocks:
        """`div.post_block#post_id_<ID>` among the posts of a topic: search results look the same."""
        utf8 = sheet.markup.utf8
        sheet.opened = tags_holding(utf8, b"<div", b'"post_id_', b"'post_id_")
        sheet.shown = tags_holding(utf8, b"<a", b'id="entry', b"id='entry")
        if named(sheet.root, "div", "ips_Posts") is None and self.topic_id(sheet) is None:
            return []
        return sheet.posts("post_block", "post_id_")

    def has_profiles(self, blocks: Blocks) -> bool:
        """Whether any author links to a profile."""
        cards = (card_of(next(block.iter("h3"), None)) for _own, block in blocks)
        return any(card is not None and next(card.iter("a"), None) is not None for card in cards)

    def post(self, own: str, block: Element, sheet: Sheet) -> Post | None:
        """The edit note and attachments stand inside the body; None for what only moderators see."""
        if "moderated" in classes(block):
            return None
        heading = next(block.iter("h3"), None)
        number = digits(text_of(first(heading, "span", "post_id"))) if heading is not None else 0
        author, user, guest = self._author(heading, own, sheet)
        stamp = first(block, "abbr", "published")
        if stamp is None:
            sheet.fail("posted_at", own)
        posted_at, precision = sheet.moment(stamp.get("title") or text_of(stamp), own)
        line = stamp.getparent()
        parts = by_class(line.itersiblings("div") if line is not None else None)
        body = parts.get("entry-content")
        body = first(block, "div", "entry-content") if body is None else body
        if body is None:
            sheet.fail("body", own)
        words, edited_at, editor = self._words(body, own, sheet)
        signature = parts.get("signature")
        if signature is not None:
            for link in [link for link in signature.iter("a") if "hide_signature" in classes(link)]:
                drop(link)
        return Post(
            id=own, number=number or None, author=author, author_id=user, guest=guest,
            posted_at=posted_at, precision=precision, edited_at=edited_at, editor=editor, body=words,
            signature=inner_html(signature) if signature is not None else None,
            permalink=f"{self.home(sheet)}index.php?showtopic={self.topic_id(sheet)}&view=findpost&p={own}",
        )  # fmt: skip

    def _author(self, heading: Element | None, own: str, sheet: Sheet) -> tuple[str, str | None, bool]:
        """Name, id, and whether the post is a guest's."""
        if heading is None:
            sheet.fail("author", own)
        card = card_of(heading)
        for link in card.iter("a") if card is not None else ():
            user = link.get("hovercard-id") or number_in(link.get("href"), USER)
            user = user or number_in(link.get("class"), OLD_USER)
            if (name := text_of(link)) and user and is_number(user) and user != "0":
                return name, user, False
        guest = "guest" in classes(heading) or card is None or sheet.profiles
        if card is not None and (name := text_of(card)):
            return name, None, guest
        for part in list(heading):
            if part.tag in ("label", "input") or any(token in NO_NAME for token in classes(part)):
                drop(part)
        return text_of(heading) or sheet.fail("author", own), None, True

    def _words(self, body: Element, own: str, sheet: Sheet) -> tuple[str, datetime | None, str | None]:
        """The author's words, time and name of the edit note."""
        edited_at = editor = None
        for part in [part for part in body if part.tag in ("p", "div", "script")]:
            if part.tag == "p" and "edit" in classes(part):
                for reason in list(every(part, "span", "reason")):
                    drop(reason)
                shown = text_of(part)
                told = EDITED.search(shown)
                edited_at = sheet.moment(told["date"] if told else shown, own, "edited_at")[0]
                editor = told["name"] if told else None
                drop(part)
            elif part.tag == "script" or part.get("id") == "attach_wrap":
                drop(part)
        return inner_html(body), edited_at, editor

    def title(self, sheet: Sheet) -> str:
        """The page's heading (3.2 and later), else the one above the posts, without the topic's description."""
        for heading in sheet.root.iter("h1"):
            if "ipsType_pagetitle" in classes(heading):
                return text_of(heading)
        title = first(sheet.root, "span", "main_topic_title")
        for description in list(title) if title is not None else ():
            if any("main_topic_desc" in token for token in classes(description)):
                drop(description)
        return text_of(title)

    def topic_id(self, sheet: Sheet) -> str | None:
        """By the script of the topic's page, else its canonical link."""
        if sheet.topic is None:
            sheet.topic = self._numbers(sheet).get("topic_id")
        if sheet.topic is None:
            links = (
                link for link in sheet.root.iterfind("./head/link") if link.get("rel") in ("canonical", "next", "prev")
            )
            told = (address_of(link.get("href")) for link in links)
            sheet.topic = next((address.topic for address in told if address is not None), None)
        return sheet.topic

    def _numbers(self, sheet: Sheet) -> dict[str, str]:
        """What the script of a topic's page tells: no other place, for a title may say the same."""
        if b"ipb.topic." not in sheet.markup.utf8:
            return {}
        for script in sheet.root.iter("script"):
            words = script.text or ""
            if "ipb.topic.topic_id" in words:
                return numbers_of(words)
        return {}

    def paging(self, sheet: Sheet) -> Paging:
        """By the script's offset and page size, and the greatest number among the links to pages."""
        told = self._numbers(sheet)
        size = int(told.get("perPage", 0))
        page = int(told.get("start_id", 0)) // size + 1 if size else 0
        pages = -(-int(told.get("postTotal", 0)) // size) if size else 1
        for box in chain(every(sheet.root, "ul", "pages"), every(sheet.root, "ul", "pagination")):
            if found := PAGE_OF.search(text_of(box)):
                page, pages = page or int(found[1]), max(pages, int(found[2]))
            for item in box.iter("li"):
                number = digits(text_of(item))
                pages = max(pages, number)
                if not page and "active" in classes(item):
                    page = number
        return Paging(page=page or 1, pages=max(pages, page, 1), per_page=size or None)

    def closed(self, sheet: Sheet) -> bool | None:
        """By the button for a reply, which says that the topic is closed, or leads to the form."""
        buttons = first(sheet.root, "ul", "topic_buttons")
        if buttons is None:
            return None
        if CLOSED.search(text_of(buttons)):
            return True
        links = (link.get("href") or "" for link in buttons.iter("a"))
        return False if any("do=reply_post" in link for link in links) else None

    def offset_shown(self, blocks: Blocks) -> tzinfo | None:
        """By a post whose time is shown twice: as a machine time, and in the reader's."""
        for _own, block in blocks:
            stamp = first(block, "abbr", "published")
            try:
                machine = read_moment(stamp.get("title") or "", UNSET)[0] if stamp is not None else None
                local = read_moment(text_of(stamp), UNSET)[0]
            except NoMomentError:
                continue
            if machine is not None:
                return zone_by_clocks(local.replace(tzinfo=None), machine.astimezone(UTC))
        return None

    def message_boxes(self, root: Element) -> list[Element]:
        """The message in place of the page."""
        return BOXES(root)

    def first_page(self, address: Address) -> str:
        """Without the slug, which the board adds by itself where it wants one."""
        return f"{address.board}index.php?showtopic={address.topic}"

    def page_url(self, ref: TopicRef, page: int, per_page: int | None) -> str:
        """An address holds an offset."""
        start = offset(page, per_page)
        return f"{ref.url}&st={start}" if start else ref.url


def card_of(heading: Element | None) -> Element | None:
    """A member's name in a post's heading."""
    return first(heading, "span", "vcard") if heading is not None else None


@lru_cache(maxsize=16)
def numbers_of(words: str) -> dict[str, str]:
    """The topic, the offset and the page size in a script; cached, for they are asked for twice."""
    return {name: found[1] for name, pattern in NUMBERS.items() if (found := pattern.search(words))}
