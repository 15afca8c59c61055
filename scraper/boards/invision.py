"""Invision Community 4 and 5 (invisioncommunity.com): machine data beside every post, the edit note inside the body.

Engine facts, of the templates of 4.x and 5.0 and of saved pages: a post is `article#elComment_P`; in it stands
`div#comment-P_wrap` with `data-quotedata`, a JSON of the author's id and name, the unix time, the topic's and the
post's id. Attributes are in single or double quotes, in this order or another, as plugins rewrite them. The author and
the time are shown twice (for telephones, too). No number in the topic. `ipsModerated` marks what is hidden, deleted or
waits for approval: moderators see it, and its author what waits. The post of somebody who is ignored is sent all the
same. 5 can show the first post on top of every page. From memory only: how a locked topic looks, and the pages of a
closed board.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from scraper.adapter import register
from scraper.boards.base import Blocks, Paging, Sheet, digits
from scraper.boards.ipsfamily import Address, IpsBoard, address_of
from scraper.boards.tree import (
    classes,
    drop,
    first,
    inner_html,
    is_number,
    named,
    numbered,
    tags_holding,
    text_after,
    text_of,
    xpath,
)
from scraper.markup import Element
from scraper.records import Post, Precision, TopicRef

MADE_BY = re.compile(r"<body\b[^>]*\bipsApp\b|\bdata-controller=[\"']core\.(?:front|global)\.core\.")
PROFILE = re.compile(r"/profile/([0-9]{1,10})-|[?&;]showuser=([0-9]{1,10})(?![0-9])")
EDITED_BY = re.compile(r"^(?:пользователем|от|by)\s+", re.IGNORECASE)
FIRST_ON_TOP = b"data-ips-topic-first-page"
NOTE = "data-excludequote"
AUTHOR = ("cAuthorPane_author", "ipsEntry__username")
BOXES = xpath(
    "//*[@id='elErrorMessage'] | //div[contains(@class, 'ipsMessage_error') or contains(@class, 'ipsMessage--error')]"
    " | //section[.//i[contains(@class, 'fa-lock') or contains(@class, 'fa-ban')]]"
    " | //*[@id='elOffline' or contains(@class, 'cOffline') or contains(@class, 'ipsOffline')]"
)


class Quoted(NamedTuple):
    """What `data-quotedata` tells of a post."""

    user: str | None
    name: str
    unix: str
    topic: str
    post: str
    kind: str


@register
class Invision(IpsBoard):
    """Both versions: 5 has other class names for the same elements."""

    name = "invision"
    brand = "Invision Community"
    zone_database = True

    def recognise(self, html: str) -> str | None:
        """By the body's class, or the controllers of its scripts."""
        return "“ipsApp”" if "ips" in html and MADE_BY.search(html) else None

    def blocks(self, sheet: Sheet) -> Blocks:
        """`article#elComment_<ID>` of a topic: comments of other kinds (of events, of files) look the same."""
        utf8 = sheet.markup.utf8
        found = numbered(sheet.root.iter("article"), "elComment_")
        sheet.shown = tags_holding(utf8, b"<div", b'"commentContent"', b"'commentContent'")
        if found and FIRST_ON_TOP in utf8 and (view := named(sheet.root, "div", "ipsTopicView")) is not None:
            pinned = view.get("data-ips-topic-first-page") == "false"
            kept = [block for block in found if not (pinned and block[1].get("data-ips-first-post") is not None)]
            sheet.shown -= len(found) - len(kept)
            found = kept
        if not found:
            return []
        quoted = quoted_of(wrap_of(found[0][1]))
        if quoted is not None:
            if quoted.kind != "forums_Topic":
                return []
            sheet.topic = quoted.topic
        sheet.scattered = len({block.getparent() for _own, block in found}) > 1
        return found

    def post(self, own: str, block: Element, sheet: Sheet) -> Post | None:
        """By the machine data, else by what is shown; None for what only moderators see."""
        if "ipsModerated" in classes(block):
            return None
        wrap = wrap_of(block)
        quoted = quoted_of(wrap)
        body = content_of(block if wrap is None else wrap)
        if body is None:
            sheet.fail("body", own)
        if quoted is not None and quoted.post and quoted.post != own:
            sheet.fail("id", own)
        if quoted is not None and quoted.name:
            author, user = quoted.name, quoted.user
        else:
            author, user = self._author(block, own, sheet)
        if quoted is not None and quoted.unix:
            posted_at, precision = sheet.unix(quoted.unix, own), Precision.SECOND
        else:
            stamp = next((time for time in block.iter("time") if body not in time.iterancestors()), None)
            posted_at, precision = sheet.moment((stamp.get("datetime") or "") if stamp is not None else "", own)
        words, edited_at, editor = self._words(body, own, sheet)
        return Post(
            id=own, number=None, author=author, author_id=user, guest=user is None, posted_at=posted_at,
            precision=precision, edited_at=edited_at, editor=editor, body=words, signature=signature_of(body),
            permalink=self._permalink(own, sheet),
        )  # fmt: skip

    def _author(self, block: Element, own: str, sheet: Sheet) -> tuple[str, str | None]:
        headings = (part for part in block.iter("h3", "h2") if any(token in AUTHOR for token in classes(part)))
        heading = next(headings, None)
        link = next(heading.iter("a"), None) if heading is not None else None
        found = PROFILE.search(link.get("href") or "") if link is not None else None
        name = text_of(link) or text_of(heading) or sheet.fail("author", own)
        return name, (found[1] or found[2]) if found else None

    def _words(self, body: Element, own: str, sheet: Sheet) -> tuple[str, datetime | None, str | None]:
        """The author's words, time and name of the edit note."""
        words = inner_html(body)
        if NOTE not in words and "<script" not in words and "data-ipstruncate" not in words:
            return words, None, None
        edited_at = editor = None
        for note in [part for part in body.iter("span", "p", "div") if part.get(NOTE) is not None]:
            stamp = next(note.iter("time"), None)
            if stamp is not None:
                edited_at = sheet.moment(stamp.get("datetime") or text_of(stamp), own, "edited_at")[0]
                line = stamp.getparent()
                editor = EDITED_BY.sub("", text_after(stamp, note if line is None else line)) or None
            drop(note)
        for script in list(body.iter("script")):
            drop(script)
        inner = next((part for part in body if part.get("data-ipstruncate") is not None), None)
        return inner_html(body if inner is None else inner), edited_at, editor

    def _permalink(self, own: str, sheet: Sheet) -> str:
        address = address_of(sheet.url)
        if address is not None:
            return f"{with_query(address.first_page)}do=findComment&comment={own}"
        start = f"index.php?app=forums&module=forums&controller=topic&id={sheet.topic}"
        return sheet.absolute(f"{start}&do=findComment&comment={own}")

    def title(self, sheet: Sheet) -> str:
        """The heading, without the badges and the prefix beside it."""
        heading = next(sheet.root.iter("h1"), None)
        if heading is None:
            return ""
        inner = first(heading, "span", "ipsContained")
        return text_of(heading if inner is None else inner)

    def topic_id(self, sheet: Sheet) -> str | None:
        """By the posts' machine data, else the canonical link."""
        if sheet.topic is None:
            links = (
                link for link in sheet.root.iterfind("./head/link") if link.get("rel") in ("canonical", "next", "prev")
            )
            told = (address_of(link.get("href")) for link in links)
            sheet.topic = next((address.topic for address in told if address is not None), None)
        return sheet.topic

    def paging(self, sheet: Sheet) -> Paging:
        """`ul.ipsPagination[data-pages]` and its active item; a topic of one page has none."""
        box = first(sheet.root, "ul", "ipsPagination")
        if box is None:
            return Paging(page=1, pages=1)
        page, pages = 1, digits(box.get("data-pages") or box.get("data-ipspagination-pages") or "") or 1
        for item in box.iter("li"):
            link = next(item.iter("a"), None)
            told = digits((link.get("data-page") or text_of(link)) if link is not None else text_of(item))
            pages = max(pages, told)
            if any(token in ("ipsPagination_active", "ipsPagination__active") for token in classes(item)):
                page = told or page
        return Paging(page=page, pages=pages)

    def closed(self, sheet: Sheet) -> bool | None:
        """By the lock beside the heading, or the button in place of which there would be none."""
        heading = next(sheet.root.iter("h1"), None)
        around = heading.getparent() if heading is not None else None
        if around is not None and any("fa-lock" in classes(icon) for icon in around.iter("i")):
            return True
        if b"replyToTopic" not in sheet.markup.utf8:
            return None
        button = next((link for link in sheet.root.iter("a") if link.get("data-action") == "replyToTopic"), None)
        if button is None:
            return None
        return any("negative" in token for token in classes(button))

    def message_boxes(self, root: Element) -> list[Element]:
        """The error, the ban."""
        return BOXES(root)

    def first_page(self, address: Address) -> str:
        """As given; `showtopic` is the address of old, which every page would lead away from."""
        if "?showtopic=" in address.first_page:
            return f"{address.board}index.php?app=forums&module=forums&controller=topic&id={address.topic}"
        return address.first_page

    def page_url(self, ref: TopicRef, page: int, per_page: int | None) -> str:
        """Pages are counted from 1."""
        return ref.url if page <= 1 else f"{with_query(ref.url)}page={page}"


def with_query(address: str) -> str:
    """An address to which a parameter may be added."""
    return address + ("&" if "?" in address else "?")


def wrap_of(block: Element) -> Element | None:
    """The element with the machine data."""
    return next((part for part in block.iter("div") if part.get("data-quotedata")), None)


def quoted_of(wrap: Element | None) -> Quoted | None:
    """The machine data of a post; None where there are none to be read."""
    try:
        told = json.loads(wrap.get("data-quotedata") or "") if wrap is not None else None
    except (ValueError, RecursionError):
        return None
    if not isinstance(told, dict):
        return None
    user, name, unix, topic, post, kind = (
        str(told.get(key) or "")
        for key in ("userid", "username", "timestamp", "contentid", "contentcommentid", "contentclass")
    )
    return Quoted(user if is_number(user) and user != "0" else None, name.strip(), unix, topic, post, kind)


def content_of(around: Element) -> Element | None:
    """The body's element."""
    return next((part for part in around.iter("div") if part.get("data-role") == "commentContent"), None)


def signature_of(body: Element) -> str | None:
    """The signature, which follows the body."""
    parts: Iterable[Element] = body.itersiblings("div")
    found = next((part for part in parts if part.get("data-role") == "memberSignature"), None)
    return inner_html(found) if found is not None else None
