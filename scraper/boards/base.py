"""What the engines' modules share: parsing once, the page's clock, and a post's checks. Holds no engine's names."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from typing import ClassVar, NoReturn
from urllib.parse import urljoin, urlunsplit

from lxml import etree

from engine.i18n import _
from scraper.adapter import ReadContext
from scraper.boards.refusals import refusal
from scraper.boards.tree import apart, every, is_login_form, is_number, numbered, query_of, series, text_of, web_parts
from scraper.dates import (
    Clock,
    NoMomentError,
    fixed_zone,
    read_moment,
    read_unix,
    zone_by_clocks,
    zone_label,
    zone_named,
)
from scraper.errors import NotATopic, UnreadablePageError
from scraper.markup import Element, Markup
from scraper.records import Fetched, Post, Precision, TopicPage, TopicRef

HOME_ZONE = "Europe/Moscow"
"""The zone of a board that tells none: these are Russian boards, and such is their default."""
UNSET = Clock(zone=UTC, now=None)
PAGE_OF = re.compile(r"(?:страница|page|сторінка)\s*([0-9]{1,6})\s*(?:из|of|з)\s*([0-9]{1,6})", re.IGNORECASE)
"""«Страница 2 из 4», as several engines print it."""
Blocks = list[tuple[str, Element]]
"""The posts' ids and elements, in page order; an id that was not found is empty."""
FIELDS = {
    "author": lambda: _("author"),
    "posted_at": lambda: _("time"),
    "edited_at": lambda: _("time of the edit"),
    "body": lambda: _("text"),
    "id": lambda: _("number of the post"),
    "page": lambda: _("page number"),
    "topic_id": lambda: _("number of the topic"),
    "title": lambda: _("title"),
}  # fmt: skip


@dataclass(slots=True, kw_only=True)
class Sheet:
    """One page while it is read."""

    engine: str
    """The engine's name as people know it."""
    markup: Markup
    root: Element
    url: str | None = None
    """Absolute address that links are relative to, or None."""
    board: str = ""
    """Absolute address of the board, with a slash; empty where it is not known."""
    clock: Clock = UNSET
    opened: int = 0
    """How many posts the page opens, by `Board.start`."""
    shown: int = 0
    """How many it shows, by `Board.mark`."""
    topic: str | None = None
    """The topic's id, once it was looked for."""
    scattered: bool = False
    """Whether the posts may stand in one another, for want of a closing tag."""
    numbers: dict[str, int] = field(default_factory=dict)
    """Places in the topic by post id, where they follow from the page though the posts do not show them."""
    profiles: bool = True
    """Whether any author links to a profile: boards may hide profiles from guests, and then no link proves nothing."""

    def posts(self, token: str, prefix: str) -> Blocks:
        """The posts that are `div.<token>#<prefix>N`. As a rule they are children of one element, which is cheap to
        see; where the page opens more than these, the whole of it is searched.
        """
        return self.all_of(numbered(series(self.root, token), prefix)) or numbered(
            every(self.root, "div", token), prefix
        )

    def all_of(self, found: Blocks) -> Blocks:
        """The posts found, if they are as many as the page opens; else none, for some may stand in one another."""
        self.scattered = len(found) != self.opened
        return [] if self.scattered else found

    def fail(self, field: str, post_id: str | None = None, seen: str = "") -> NoReturn:
        """Raise UnreadablePageError for a field that was not found, or whose text says nothing."""
        where = _("post {id}").format(id=post_id) if post_id else _("the page")
        name = FIELDS[field]() if field in FIELDS else field
        message = _("{engine}: {where} has no readable {field}").format(engine=self.engine, where=where, field=name)
        if seen:
            message += _(" (it says “{text}”)").format(text=" ".join(seen.split())[:80])
        message += ". " + _(
            "Nothing of this page was used. Save the page and make a fixture of it: docs/adding-a-forum.md."
        )
        raise UnreadablePageError(message, field=field, post_id=post_id, url=self.url)

    def belongs(self, name: str | None, own: str, before: str, after: str = "", *, field: str = "body") -> None:
        """Fail where a part of a post is named after another: `name` would be `before`, the id, `after`."""
        if name and name.startswith(before) and name.endswith(after) and name != f"{before}{own}{after}":
            self.fail(field, own)

    def lost(self, found: int) -> NoReturn:
        """Raise UnreadablePageError for a page that shows more posts than were found."""
        message = _(
            "{engine}: the page shows {shown} posts, of which {found} could be found: it is damaged, or of a look that "
            "is not known. Nothing of this page was used. Fetch it again; if that does not help, save the page and "
            "make a fixture of it: docs/adding-a-forum.md."
        )
        raise UnreadablePageError(
            message.format(engine=self.engine, shown=self.shown, found=found), field="id", url=self.url
        )

    def hidden(self, post_id: str) -> NoReturn:
        """Raise UnreadablePageError for a post whose text the board holds back from this account."""
        message = _(
            "{engine}: the board hides post {id} because this account ignores its author. "
            "Take the author off the ignore list, or read the topic without signing in."
        )
        raise UnreadablePageError(
            message.format(engine=self.engine, id=post_id), field="body", post_id=post_id, url=self.url
        )

    def moment(self, text: str, post_id: str, field: str = "posted_at") -> tuple[datetime, Precision]:
        """The moment that a text tells; UnreadablePageError when it tells none."""
        try:
            return read_moment(text[:200], self.clock)
        except NoMomentError as fault:
            if str(fault) == "now":
                raise UnreadablePageError(
                    _(
                        "{engine}: post {id} is dated “{text}”, and the page does not tell when it was shown. "
                        "Say when with --now, for example --now 2026-11-30T20:21+03:00."
                    ).format(engine=self.engine, id=post_id, text=" ".join(text.split())[:60]),
                    field="now",
                    post_id=post_id,
                    url=self.url,
                ) from fault
            self.fail(field, post_id, text)

    def unix(self, digits: str, post_id: str) -> datetime:
        """The moment of a unix time; UnreadablePageError when it is none."""
        try:
            return read_unix(digits, self.clock.zone)
        except NoMomentError:
            self.fail("posted_at", post_id, digits)

    def absolute(self, link: str) -> str:
        """A link relative to the board, absolute where the page's address is known."""
        return self.board + link


@dataclass(frozen=True, slots=True, kw_only=True)
class Paging:
    """Which page of how many."""

    page: int
    pages: int
    per_page: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneShown:
    """What a page tells of its zone."""

    database: bool
    """Whether old times are reckoned by the zone database: a fork or an old version of an engine may have none."""
    name: str | None = None
    """IANA name."""
    offset: str | None = None
    """Present offset, for example `UTC+3`."""


class Board(ABC):
    """An engine's adapter; a module gives the parts, this joins and checks them. See `scraper.adapter.Adapter`."""

    name: str
    brand: str
    zone_database: ClassVar[bool]
    """Whether old times are reckoned by the zone database (Moscow is UTC+4 in 2013), or by today's offset."""
    start: ClassVar[bytes] = b""
    """What stands in the tag that opens a post: as many posts are looked for. Players cannot write tags."""
    mark: ClassVar[bytes] = b""
    """What stands in another tag inside every post: by their count no post is lost unseen that lost its own tag."""
    script: ClassVar[str]
    """The topic page's file, for example `viewtopic.php`."""
    topic_parameter: ClassVar[str]
    page_parameter: ClassVar[str] = "p"

    @abstractmethod
    def recognise(self, html: str) -> str | None:
        """See `Adapter.recognise`."""

    @abstractmethod
    def blocks(self, sheet: Sheet) -> Blocks:
        """The posts' ids and elements; empty when the page is no topic."""

    @abstractmethod
    def post(self, own: str, block: Element, sheet: Sheet) -> Post | None:
        """The post of an id and a block; None for a placeholder of a deleted post."""

    @abstractmethod
    def title(self, sheet: Sheet) -> str:
        """The topic's title."""

    @abstractmethod
    def topic_id(self, sheet: Sheet) -> str | None:
        """The topic's id by the page's own links."""

    @abstractmethod
    def paging(self, sheet: Sheet) -> Paging:
        """Which page it is, by the page itself."""

    def closed(self, sheet: Sheet) -> bool | None:
        """Whether the topic is closed, where the page tells."""
        return None

    def zone_shown(self, sheet: Sheet) -> ZoneShown:
        """What the page tells of its zone."""
        return ZoneShown(database=self.zone_database)

    def page_clock(self, sheet: Sheet) -> tuple[str, str | None] | None:
        """The board's clock on the page: its text, and its machine time where there is one."""
        return None

    def own_address(self, root: Element) -> str | None:
        """An address of the board's own among the page's links, where the engine writes whole ones."""
        return None

    def message_boxes(self, root: Element) -> list[Element]:
        """Where this engine writes its refusals; the nearest box first."""
        return []

    def asks_to_sign_in(self, root: Element) -> bool:
        """Whether a page without posts is the sign-in form, and not one of those that only have one beside the rest."""
        return any(is_login_form(form) for form in root.iter("form"))

    def offset_shown(self, blocks: Blocks) -> tzinfo | None:
        """The offset by which the posts' own times prove to be off UTC."""
        return None

    def has_profiles(self, blocks: Blocks) -> bool:
        """Whether any author on the page links to a profile."""
        return True

    def numbers(self, blocks: Blocks, paging: Paging, sheet: Sheet) -> dict[str, int]:
        """Places in the topic, where they follow from the page though the posts do not show them."""
        return {}

    def read(self, markup: Markup, context: ReadContext) -> TopicPage:
        """See `Adapter.read`."""
        root = markup.root
        if root is None:
            raise refusal(markup.text, None, [], url=context.url)
        url = self._address(root, context)
        sheet = Sheet(engine=self.brand, markup=markup, root=root, url=url, board=directory_of(url))
        sheet.opened, sheet.shown = (markup.utf8.count(sign) if sign else 0 for sign in (self.start, self.mark))
        blocks = self.blocks(sheet)
        if not blocks:
            boxes, text, known = self.message_boxes(root), markup.text, self.recognise(markup.text) is not None
            raise refusal(text, root, boxes, url=context.url, recognised=known, sign_in=self.asks_to_sign_in(root))
        if not markup.whole:
            raise refusal(markup.text, root, [], url=context.url, kind=NotATopic.TRUNCATED)
        if len(blocks) < sheet.shown:
            sheet.lost(len(blocks))
        board_now, zone = self._set_clock(sheet, blocks, context)
        sheet.profiles = self.has_profiles(blocks)
        paging = self.paging(sheet)
        if paging.per_page is None and paging.page == 1 < paging.pages:
            paging = Paging(page=1, pages=paging.pages, per_page=len(blocks))
        topic = self.topic_id(sheet) or sheet.fail("topic_id")
        title = self.title(sheet) or sheet.fail("title")
        sheet.numbers = self.numbers(blocks, paging, sheet)
        posts, deleted = self._posts(blocks, sheet)
        return TopicPage(
            engine=self.name, title=title, topic_id=topic, page=paging.page, pages=max(paging.pages, paging.page),
            posts=tuple(_own_first(posts, paging)), closed=self.closed(sheet), board_now=board_now, zone=zone,
            per_page=paging.per_page, deleted=tuple(deleted),
        )  # fmt: skip

    def _posts(self, blocks: Blocks, sheet: Sheet) -> tuple[list[Post], list[str]]:
        """The posts, each id once, and the ids of those that are shown as gone."""
        if sheet.scattered:
            if any(block.getparent() is None for _own, block in blocks):
                sheet.fail("id", blocks[0][0])
            apart([block for _own, block in blocks])
        posts: dict[str, Post] = {}
        gone: dict[str, Element] = {}
        for own, block in blocks:
            post = self.post(own or sheet.fail("id"), block, sheet)
            if post is None:
                gone[own] = block
                continue
            # A pinned first post, or one shown twice by a broken theme, is one post; different ones of one id are not.
            known = posts.setdefault(own, post)
            if (known.author, known.posted_at) != (post.author, post.posted_at):
                sheet.fail("id", own)
        marked = len(blocks) - sum(self.mark not in etree.tostring(block) for block in gone.values())
        if marked < sheet.shown:
            sheet.lost(marked)
        return list(posts.values()), list(gone)

    def _set_clock(self, sheet: Sheet, blocks: Blocks, context: ReadContext) -> tuple[datetime | None, str]:
        """Set the clock to read by; gives the board's own clock and the zone's name."""
        shown = self.page_clock(sheet)
        local = machine = None
        if shown is not None:
            try:
                local, _precision = read_moment(shown[0], UNSET)
                machine = read_moment(shown[1], UNSET)[0] if shown[1] else None
            except NoMomentError:
                pass
        zone = self._zone(sheet, blocks, context, local.replace(tzinfo=None) if local else None, machine)
        board_now = machine.astimezone(zone) if machine else local.replace(tzinfo=zone) if local else None
        sheet.clock = Clock(zone=zone, now=context.now or board_now or context.fetched_at)
        return board_now, zone_label(zone)

    def _zone(
        self, sheet: Sheet, blocks: Blocks, context: ReadContext, local: datetime | None, machine: datetime | None
    ) -> tzinfo:
        """The zone of the page's times. What the page itself shows of its offset wins over the settings: a member may
        have chosen another zone than the board's.
        """
        told = self.zone_shown(sheet)
        instant = machine or context.fetched_at or context.now or (local.replace(tzinfo=UTC) if local else None)
        shown = (
            zone_named(told.offset)
            if told.offset
            else zone_by_clocks(local, machine)
            if local and machine
            else self.offset_shown(blocks)
        )
        zone = zone_named(context.timezone or told.name or HOME_ZONE)
        if shown is None and context.timezone is None and told.name is None and local and context.fetched_at:
            shown = zone_by_clocks(local, context.fetched_at)
        if shown is not None and not agree(zone, shown, instant):
            zone = zone_named(told.name) if told.name and agree(zone_named(told.name), shown, instant) else shown
        return zone if told.database else fixed_zone(zone, instant)

    def _address(self, root: Element, context: ReadContext) -> str | None:
        """What the page's links are relative to: the address it came from, else an absolute canonical link."""
        if context.url:
            return context.url
        for link in root.iterfind("./head/link[@rel='canonical']"):
            if (href := link.get("href") or "").startswith(("http://", "https://")):
                return href
        own = self.own_address(root) or ""
        return own if own.startswith(("http://", "https://")) else None

    def topic_ref(self, url: str) -> TopicRef | None:
        """See `Adapter.topic_ref`; for addresses `<script>?<topic_parameter>=N`."""
        parts = web_parts(url)
        if parts is None:
            return None
        board, slash, script = parts.path.rpartition("/")
        topic = query_of(url).get(self.topic_parameter, "")
        if script != self.script or not is_number(topic):
            return None
        base = urlunsplit((parts.scheme, parts.netloc, board + slash, "", ""))
        return TopicRef(
            engine=self.name, board=base, topic_id=topic, url=f"{base}{self.script}?{self.topic_parameter}={topic}"
        )

    def page_url(self, ref: TopicRef, page: int, per_page: int | None) -> str:
        """See `Adapter.page_url`; for boards that count pages in `p=` or the like."""
        return ref.url if page <= 1 else f"{ref.url}&p={page}"

    def wanted_page(self, url: str, per_page: int | None) -> int | None:
        """The page that an address asks for: 1 when it names none, None when it does not tell (of a post's link)."""
        query = query_of(url)
        if any(key in query for key in ("pid", "action", "view")):
            return None
        told = query.get(self.page_parameter, "1")
        return max(int(told), 1) if re.fullmatch(r"[0-9]{1,9}", told) else None

    def probe_url(self, ref: TopicRef, last_page: int, per_page: int | None) -> str | None:
        """See `Adapter.probe_url`; None unless the engine has something cheap."""
        return None

    def read_probe(self, answer: Fetched) -> str | None:
        """See `Adapter.read_probe`."""
        return None


@lru_cache(maxsize=64)
def directory_of(url: str | None) -> str:
    """An address without what follows the last slash of its path; empty for none."""
    try:
        return urljoin(url, ".") if url else ""
    except ValueError:
        return ""


def agree(zone: tzinfo, shown: tzinfo, instant: datetime | None) -> bool:
    """Whether a zone can have the offset that a page shows: at `instant`, or at some time of the year."""
    moments = [instant] if instant else [datetime(2026, 1, 15, tzinfo=UTC), datetime(2026, 7, 15, tzinfo=UTC)]
    return any(moment.astimezone(zone).utcoffset() == shown.utcoffset(moment) for moment in moments)


def _own_first(posts: list[Post], paging: Paging) -> list[Post]:
    """Without the topic's first post where a board pins it on top of later pages."""
    if paging.page > 1 and len(posts) > 1 and posts[0].number == 1 and (posts[1].number or 0) > 2:
        return posts[1:]
    return posts


def offset(page: int, per_page: int | None) -> int:
    """The offset of a page in addresses. Raises ValueError without `per_page` for a later page."""
    if page <= 1:
        return 0
    if not per_page:
        raise ValueError("per_page is needed for the address of a later page")
    return (page - 1) * per_page


def newest(ids: Iterable[str]) -> str | None:
    """The greatest of numeric ids, as text; None for none."""
    return max(ids, key=int, default=None)


def places(blocks: Blocks, start: int) -> dict[str, int]:
    """The posts numbered from `start` + 1 in page order, unless the page is sorted newest first."""
    ids = [int(own) for own, _block in blocks]
    return {own: place for place, (own, _block) in enumerate(blocks, start + 1)} if ids == sorted(ids) else {}


def bold_paging(box: Element | None, current: str) -> Paging:
    """The page and the count of pages by a list of numbered links in which the current page is in a tag `current`."""
    if box is None:
        return Paging(page=1, pages=1)
    page, pages = 0, 1
    for part in box.iter("a", current):
        number = digits(text_of(part))
        pages = max(pages, number)
        if part.tag == current and not page:
            page = number
    return Paging(page=page or 1, pages=pages)


def digits(text: str) -> int:
    """A number as boards write it, `#1,234` or `1 234`; 0 when the text is none."""
    plain = text.removeprefix("#")
    if len(plain) < 8 and plain.isascii() and plain.isdecimal():
        return int(plain)
    if text.isalpha():
        return 0
    bare = re.sub(r"[#№.,\s]", "", text)
    return int(bare) if re.fullmatch(r"[0-9]{1,8}", bare) else 0


def page_at(place: str, per_page: int | None) -> int | None:
    """The page of an offset in an address; a place inside a page is its page."""
    if not re.fullmatch(r"[0-9]{1,9}", place):
        return None
    if int(place) == 0:
        return 1
    return int(place) // per_page + 1 if per_page else None
