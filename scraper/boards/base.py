"""What the engines' modules share: parsing once, the page's clock, and a post's checks. Holds no engine's names."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, tzinfo
from typing import ClassVar, NoReturn
from urllib.parse import urljoin, urlsplit, urlunsplit

from engine.i18n import _
from scraper.adapter import ReadContext
from scraper.boards.refusals import refusal
from scraper.boards.tree import Element, parse, query_of, text_of
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
from scraper.records import Fetched, Post, Precision, TopicPage, TopicRef

HOME_ZONE = "Europe/Moscow"
"""The zone of a board that tells none: these are Russian boards, and such is their default."""
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
    html: str
    root: Element
    url: str | None
    """Absolute address that links are relative to, or None."""
    clock: Clock
    board: str | None = None
    """The board's address, once it was looked for."""
    topic: str | None = None
    """The topic's id, once it was looked for."""
    numbers: dict[str, int] = field(default_factory=dict)
    """Places in the topic by post id, where they follow from the page though the posts do not show them."""
    profiles: bool = True
    """Whether any author links to a profile: boards may hide profiles from guests, and then no link proves nothing."""

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
        if self.board is None:
            self.board = ""
            try:
                self.board = urljoin(self.url, ".") if self.url else ""
            except ValueError:
                self.board = ""
        return self.board + link


@dataclass(frozen=True, slots=True, kw_only=True)
class Paging:
    """Which page of how many."""

    page: int
    pages: int
    per_page: int | None = None


class Board(ABC):
    """An engine's adapter; a module gives the parts, this joins and checks them. See `scraper.adapter.Adapter`."""

    name: str
    zone_database: ClassVar[bool]
    """Whether old times are reckoned by the zone database (Moscow is UTC+4 in 2013), or by today's offset."""
    script: ClassVar[str]
    """The topic page's file, for example `viewtopic.php`."""
    topic_parameter: ClassVar[str]
    page_parameter: ClassVar[str] = "p"

    @abstractmethod
    def recognise(self, html: str) -> str | None:
        """See `Adapter.recognise`."""

    @abstractmethod
    def blocks(self, root: Element) -> list[Element]:
        """The elements of the posts, in page order; empty when the page is no topic."""

    @abstractmethod
    def post(self, block: Element, sheet: Sheet) -> Post | None:
        """The post of a block; None for a placeholder of a deleted post."""

    @abstractmethod
    def post_id(self, block: Element) -> str | None:
        """The id of the post of a block."""

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

    def page_zone(self, html: str) -> tuple[str | None, str | None]:
        """The zone's IANA name and its present offset (`UTC+3`), as far as the page prints them."""
        return None, None

    def page_clock(self, root: Element) -> tuple[str, str | None] | None:
        """The board's clock on the page: its text, and its machine time where there is one."""
        return None

    def own_address(self, root: Element) -> str | None:
        """An address of the board's own among the page's links, where the engine writes whole ones."""
        return None

    def message_boxes(self, root: Element) -> list[Element]:
        """Where this engine writes its refusals; the nearest box first."""
        return []

    def offset_shown(self, root: Element) -> tzinfo | None:
        """The offset by which the page's own times prove to be off UTC."""
        return None

    def has_profiles(self, blocks: list[Element]) -> bool:
        """Whether any author on the page links to a profile."""
        return True

    def numbers(self, blocks: list[Element], paging: Paging, sheet: Sheet) -> dict[str, int]:
        """Places in the topic, where they follow from the page though the posts do not show them."""
        return {}

    def zone(self, html: str) -> bool:
        """Whether this page's engine has the zone database: a fork or an old version may not."""
        return self.zone_database

    def read(self, html: str, context: ReadContext) -> TopicPage:
        """See `Adapter.read`."""
        root = parse(html, context.utf8) if html.strip() else None
        blocks = self.blocks(root) if root is not None else []
        if root is None or not blocks:
            boxes = self.message_boxes(root) if root is not None else []
            raise refusal(html, root, boxes, url=context.url, recognised=self.recognise(html) is not None)
        if "</html" not in html[-3000:].lower() and "</html" not in html.lower():
            raise refusal(html, root, [], url=context.url, kind=NotATopic.TRUNCATED)
        clock, board_now, zone = self._clock(html, root, context)
        sheet = Sheet(
            engine=self.name,
            html=html,
            root=root,
            url=self._address(root, context),
            clock=clock,
            profiles=self.has_profiles(blocks),
        )
        paging = self.paging(sheet)
        if paging.per_page is None and paging.page == 1 < paging.pages:
            paging = replace(paging, per_page=len(blocks))
        topic = self.topic_id(sheet) or sheet.fail("topic_id")
        title = self.title(sheet) or sheet.fail("title")
        sheet.numbers = self.numbers(blocks, paging, sheet)
        posts: dict[str, Post] = {}
        deleted = []
        for block in blocks:
            post = self.post(block, sheet)
            if post is not None:
                # A pinned first post, or one shown twice by a broken theme, is one post.
                posts.setdefault(post.id, post)
            elif gone := self.post_id(block):
                deleted.append(gone)
        in_order = _own_first(list(posts.values()), paging)
        return TopicPage(
            engine=self.name, title=title, topic_id=topic, page=paging.page, pages=max(paging.pages, paging.page),
            posts=tuple(in_order), closed=self.closed(sheet), board_now=board_now, zone=zone,
            per_page=paging.per_page, deleted=tuple(deleted),
        )  # fmt: skip

    def _clock(self, html: str, root: Element, context: ReadContext) -> tuple[Clock, datetime | None, str]:
        """The clock to read by, the board's own clock, and the zone's name."""
        shown = self.page_clock(root)
        local = machine = None
        if shown is not None:
            try:
                local, _precision = read_moment(shown[0], Clock(zone=UTC, now=None))
                machine = read_moment(shown[1], Clock(zone=UTC, now=None))[0] if shown[1] else None
            except NoMomentError:
                pass
        zone = self._zone(html, root, context, local.replace(tzinfo=None) if local else None, machine)
        board_now = machine.astimezone(zone) if machine else local.replace(tzinfo=zone) if local else None
        now = context.now or board_now or context.fetched_at
        return Clock(zone=zone, now=now), board_now, zone_label(zone)

    def _zone(
        self, html: str, root: Element, context: ReadContext, local: datetime | None, machine: datetime | None
    ) -> tzinfo:
        """The zone of the page's times. What the page itself shows of its offset wins over the settings: a member may
        have chosen another zone than the board's.
        """
        name, printed = self.page_zone(html)
        instant = machine or context.fetched_at or context.now or (local.replace(tzinfo=UTC) if local else None)
        shown = (
            zone_named(printed)
            if printed
            else zone_by_clocks(local, machine)
            if local and machine
            else self.offset_shown(root)
        )
        zone = zone_named(context.timezone or name or HOME_ZONE)
        if shown is None and context.timezone is None and name is None and local and context.fetched_at:
            shown = zone_by_clocks(local, context.fetched_at)
        if shown is not None and not agree(zone, shown, instant):
            zone = zone_named(name) if name and agree(zone_named(name), shown, instant) else shown
        return zone if self.zone(html) else fixed_zone(zone, instant)

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
        try:
            parts = urlsplit(url)
        except ValueError:
            return None
        board, slash, script = parts.path.rpartition("/")
        topic = query_of(url).get(self.topic_parameter, "")
        if parts.scheme not in ("http", "https") or not parts.netloc or script != self.script or not _is_id(topic):
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


def agree(zone: tzinfo, shown: tzinfo, instant: datetime | None) -> bool:
    """Whether a zone can have the offset that a page shows: at `instant`, or at some time of the year."""
    moments = [instant] if instant else [datetime(2026, 1, 15, tzinfo=UTC), datetime(2026, 7, 15, tzinfo=UTC)]
    return any(moment.astimezone(zone).utcoffset() == shown.utcoffset(moment) for moment in moments)


def _is_id(text: str) -> bool:
    return bool(re.fullmatch(r"[0-9]{1,10}", text))


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


def places(ids: list[str], start: int) -> dict[str, int]:
    """The posts numbered from `start` + 1 in page order, unless the page is sorted newest first."""
    numeric = [int(post_id) for post_id in ids]
    return {post_id: start + place for place, post_id in enumerate(ids, 1)} if numeric == sorted(numeric) else {}


def bold_paging(box: Element | None, current: str) -> Paging:
    """The page and the count of pages by a list of numbered links in which the current page is in a tag `current`."""
    if box is None:
        return Paging(page=1, pages=1)
    numbers = {tag: [digits(text_of(part)) for part in box.iter(tag)] for tag in {"a", current}}
    page = next((number for number in numbers[current] if number), 1)
    return Paging(page=page, pages=max([page, *(number for found in numbers.values() for number in found)]))


def digits(text: str) -> int:
    """A number as boards write it, `#1,234` or `1 234`; 0 when the text is none."""
    plain = text.removeprefix("#")
    if len(plain) < 8 and plain.isascii() and plain.isdecimal():
        return int(plain)
    bare = re.sub(r"[#№.,\s]", "", text)
    return int(bare) if re.fullmatch(r"[0-9]{1,8}", bare) else 0


def page_at(place: str, per_page: int | None) -> int | None:
    """The page of an offset in an address; a place inside a page is its page."""
    if not re.fullmatch(r"[0-9]{1,9}", place):
        return None
    if int(place) == 0:
        return 1
    return int(place) // per_page + 1 if per_page else None
