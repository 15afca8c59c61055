"""What vBulletin 3 and 4 share: a topic's addresses, its number on the page, zone, edit note, refused orders of posts.

Engine facts, by the templates and the code of 3.8 and 4.2: a topic is `showthread.php?t=<T>&page=<N>`; since 4 also
`showthread.php?<T>-<slug>/page<N>`, `showthread.php/<T>-<slug>/page<N>` and `threads/<T>-<slug>/page<N>`, and in all of
these the first form still works; `p=<P>` and `goto=…` lead to a post. Add-ons for search engines (vBSEO, DBSEO) write
`<forum>/<T>-<slug>.html` and `-<N>.html` by default, and send the engine's own form on to theirs: from memory only.
Times are words in the reader's zone, with one offset for all of them, which the footer tells: «All times are GMT +3».
An edit note is «Last edited by <name>; <date> at <time>.», the time in `span.time`; what was deleted, and the posts of
ignored members, are stubs without a body. `s=<32 hex digits>` in links is the session's id. A member may see the newest
posts first, or a topic as a tree, of which a page shows some posts only: such pages load `vbulletin_thrdpostlist.js`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from engine.i18n import _
from scraper.boards.base import PAGE_OF, Blocks, Board, Paging, Sheet, ZoneShown, digits
from scraper.boards.masked import CODE, MARK, unmask
from scraper.boards.tree import base_address, drop, inner_html, is_number, query_of, text_of, web_parts, within_tag
from scraper.errors import UnreadablePageError
from scraper.markup import Element
from scraper.records import TopicRef

SLUG = re.compile(r"([0-9]{1,10})(?:-[^/?&#=]*)?(?:/page([0-9]{1,6}))?(?:/.*)?")
REWRITTEN = re.compile(r"(.*/)threads/([0-9]{1,10}(?:-[^/?&#]*)?(?:/page[0-9]{1,6})?)/?")
ARCHIVED = re.compile(r"(.*/)archive/index\.php/t-([0-9]{1,10})(?:-p-([0-9]{1,6}))?\.html")
SEARCHABLE = re.compile(r"(.*/)[^/]+/([0-9]{1,10})-[^/]*?[^0-9/][^/]*?(?:-([0-9]{1,4}))?\.html")
SCRIPTS = ("showthread.php", "printthread.php", "newreply.php")
JUMPS = ("p", "postid", "goto", "post")
NUMBERED = ("t", "threadid", "searchthreadid")
ZONE = re.compile(r"(?:GMT|UTC)\s*([+-]\s?[0-9]{1,2}(?:[:.][0-9]{1,2})?)?[^<>]{0,60}(?:<[^>]*>)?\s*[0-9]{1,2}:[0-9]{2}")
FOOTER = 20_000
"""Bytes at a page's end in which the zone is looked for."""
RESULTS = re.compile(r"([0-9][0-9.,\s]*?)\s+(?:to|-|–|до|по|из)\s+([0-9][0-9.,\s]*?)\s+(?:of|из)\s+([0-9][0-9.,]*)")
"""«Results 21 to 40 of 155»: the numbers are of posts."""
EDITED = re.compile(
    r"(?:last edited by|последний раз редактировалось|(?:последнее )?редактирование:?|отредактировано|изменено)\s+(.+)",
    re.IGNORECASE,
)
SESSION = re.compile(r"([?;&])s=[0-9a-f]{32}(?:(?:&amp;|[&;])|(?=[\"'#\s]|$))")
TREE = b"vbulletin_thrdpostlist"


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """A topic's address, taken apart."""

    board: str
    """Absolute, with a closing slash."""
    topic: str
    page: int | None
    """None: a way to a post, which may be on any page."""


@lru_cache(maxsize=64)
def address_of(url: str | None) -> Address | None:
    """The topic of an absolute address; None when it is no topic's."""
    parts = web_parts(url)
    if parts is None:
        return None
    site, query = f"{parts.scheme}://{parts.netloc}", query_of(url or "")
    before, slash, after = parts.path.partition("/showthread.php/")
    if slash:
        board, told = f"{before}/", SLUG.fullmatch(after)
    elif found := REWRITTEN.fullmatch(parts.path):
        board, told = found[1], SLUG.fullmatch(found[2])
    elif found := ARCHIVED.fullmatch(parts.path) or SEARCHABLE.fullmatch(parts.path):
        return Address(board=site + found[1], topic=found[2], page=int(found[3] or 1))
    else:
        board, _slash, script = parts.path.rpartition("/")
        board = f"{board}/"
        if script not in SCRIPTS:
            return None
        topic = query.get("t") or query.get("threadid") or ""
        if is_number(topic):
            return Address(board=site + board, topic=topic, page=page_in(query))
        told = SLUG.fullmatch(re.split("[&?]", parts.query, maxsplit=1)[0]) if script == SCRIPTS[0] else None
    if told is None:
        return None
    page = page_in(query) if told[2] is None else max(int(told[2]), 1)
    return Address(board=site + board, topic=told[1], page=None if any(name in query for name in JUMPS) else page)


def page_in(query: dict[str, str]) -> int | None:
    """The page that an address's parameters name; None for a way to a post."""
    told = query.get("page", "1")
    if any(name in query for name in JUMPS) or not re.fullmatch(r"[0-9]{1,6}", told):
        return None
    return max(int(told), 1)


class VbBoard(Board):
    """A board of either generation."""

    zone_database = False
    script = "showthread.php"
    topic_parameter = "t"
    opening: tuple[bytes, bytes]
    """The tag that opens a post, and what stands in it before a number."""

    def topic_ref(self, url: str) -> TopicRef | None:
        """Any of the forms above; the engine's own works on all boards."""
        address = address_of(url)
        if address is None:
            return None
        return TopicRef(
            engine=self.name, board=address.board, topic_id=address.topic,
            url=f"{address.board}showthread.php?t={address.topic}",
        )  # fmt: skip

    def page_url(self, ref: TopicRef, page: int, per_page: int | None) -> str:
        """Pages are counted from 1."""
        return ref.url if page <= 1 else f"{ref.url}&page={page}"

    def wanted_page(self, url: str, per_page: int | None) -> int | None:
        """By the address; a way to a post tells none."""
        address = address_of(url)
        return address.page if address is not None else None

    def opened_by(self, sheet: Sheet, find: Callable[[], Blocks], search: Callable[[], Blocks]) -> Blocks:
        """The posts: those `find` finds, if the page opens no more, else all that `search` does."""
        if TREE in sheet.markup.utf8:
            message = _(
                "{engine}: the board shows this account topics as a tree, with some of the posts only. Choose the "
                "linear display of threads in the account's settings, or read the topic without signing in."
            )
            raise UnreadablePageError(message.format(engine=sheet.engine), field="page", url=sheet.url)
        sheet.opened = tags_numbered(sheet.markup.utf8, *self.opening)
        return sheet.all_of(find()) or search()

    def numbers(self, blocks: Blocks, paging: Paging, sheet: Sheet) -> dict[str, int]:
        """None: the posts show them. Raises UnreadablePageError where a member chose to see the newest posts first:
        pages would shift with every post.
        """
        ids = [int(own) for own, _block in blocks if own]
        if len(ids) > 1 and ids == sorted(ids, reverse=True) and len(set(ids)) > 1:
            message = _(
                "{engine}: the board shows this account the newest posts first. Switch that off in the account's "
                "settings, or read the topic without signing in."
            )
            raise UnreadablePageError(message.format(engine=sheet.engine), field="page", url=sheet.url)
        return {}

    def zone_shown(self, sheet: Sheet) -> ZoneShown:
        """Of the footer; a bare «GMT» is no offset."""
        told = None
        for told in ZONE.finditer(sheet.markup.utf8[-FOOTER:].decode("utf-8", "replace")):  # noqa: B007 - the last
            pass
        if told is None:
            return ZoneShown(database=False)
        offset = (told[1] or "+0").replace(" ", "").replace(".5", ":30").replace(".75", ":45")
        return ZoneShown(database=False, offset=f"UTC{offset}")

    def topic_id(self, sheet: Sheet) -> str | None:
        """By the page's own forms, which no player can write, else its canonical link, else its address."""
        if sheet.topic is None:
            sheet.topic = self._topic(sheet)
        return sheet.topic

    def _topic(self, sheet: Sheet) -> str | None:
        for field in sheet.root.iter("input"):
            if field.get("name") in NUMBERED and is_number(told := field.get("value") or ""):
                return told
        links = [link.get("href") or "" for link in sheet.root.iterfind("./head/link[@rel='canonical']")]
        for link in [*links, *self.own_links(sheet.root), sheet.url or ""]:
            address = address_of(sheet.absolute(link) if sheet.board and "://" not in link else link)
            address = address or address_of(f"http://board/{link.lstrip('/')}")
            if address is not None:
                return address.topic
        return None

    def own_links(self, root: Element) -> list[str]:
        """Links to the topic that stand outside of the posts."""
        return []

    def own_address(self, root: Element) -> str | None:
        """Of the base of the page's links."""
        return base_address(root)

    def permalink(self, own: str, sheet: Sheet) -> str:
        """In the form that works on all boards."""
        address = address_of(sheet.url)
        board = address.board if address is not None else sheet.board
        return f"{board}showthread.php?p={own}#post{own}"

    def edit_of(self, note: Element | None, own: str, sheet: Sheet) -> tuple[datetime | None, str | None]:
        """Time and name of an edit note, up to its reason."""
        shown = next((part for part in note.iter("span") if part.get("class") == "time"), None) if (
            note is not None
        ) else None  # fmt: skip
        if note is None or shown is None:
            return None, None
        said: list[str] = []
        for part in note.iter():
            if part is shown:
                break
            said += [part.text or "", part.tail or ""] if part is not note else [part.text or ""]
        name, _sign, date = " ".join("".join(said).split()).rpartition(";")
        found = EDITED.search(name)
        return sheet.moment(f"{date} {text_of(shown)}", own, "edited_at")[0], found[1].strip() if found else None


def tags_numbered(utf8: bytes, tag: bytes, name: bytes) -> int:
    """How many opening tags, for example `<li`, hold an attribute that begins so and goes on with a digit. What players
    type is no tag.
    """
    found, at = 0, utf8.find(name)
    while at > 0:
        after = at + len(name)
        if utf8[after : after + 1].isdigit() and utf8[at - 1 : at].isspace():
            found += within_tag(utf8, tag, at)
        at = utf8.find(name, after)
    return found


def paging_of(text: str, current: str, pages: int, span: str) -> Paging:
    """By «Page 2 of 5», else by the number of the current page and the greatest known; the page size by «Results 21 to
    40 of 155».
    """
    told = PAGE_OF.search(text)
    page = int(told[1]) if told else digits(current) or 1
    pages = max(pages, int(told[2]) if told else 1, page)
    results = RESULTS.search(span)
    size = None
    if results:
        start, end, total = (digits(results[place]) for place in (1, 2, 3))
        if page > 1 and (start - 1) % (page - 1) == 0:
            size = (start - 1) // (page - 1) or None
        elif page == 1 and end < total:
            size = end
    return Paging(page=page, pages=pages, per_page=size)


def hides_ignored(stub: Element) -> bool:
    """Whether a stub stands for a post of a member whom the reader ignores."""
    links = (link.get("href") or "" for link in stub.iter("a"))
    return any("ignorelist" in link or "removelist" in link for link in links)


def words_of(body: Element) -> str:
    """The author's words as HTML, without what changes by itself: scripts, session ids, masked addresses."""
    words = inner_html(body)
    if not len(body):
        return words
    if "<script" in words or CODE in words or MARK in words:
        for script in list(body.iter("script")):
            drop(script)
        unmask(body)
        words = inner_html(body)
    return without_session(words)


def without_session(words: str) -> str:
    """HTML without session ids in its links."""
    if "s=" not in words:
        return words
    return SESSION.sub(lambda found: found[1] if found[0][-1] in "&;" else "", words)
