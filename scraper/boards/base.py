"""What the engines' modules share: parsing once, the page's clock, and a post's checks. Holds no engine's names."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from typing import ClassVar, NoReturn
from urllib.parse import parse_qsl, urljoin, urlsplit, urlunsplit

from lxml import etree

from engine.i18n import _
from scraper.adapter import ReadContext
from scraper.boards.refusals import refusal
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

Element = etree._Element
HOME_ZONE = "Europe/Moscow"
"""The zone of a board that tells none: these are Russian boards, and such is their default."""
NUL = str.maketrans("", "", "\0")
SESSION_IN_LINK = re.compile(r"([?]|&amp;|[&;])(?:sid|PHPSESSID|s)=[0-9a-zA-Z,-]{16,64}(&amp;|[&;])?")
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


def parse(html: str) -> Element | None:
    """The tree of a page, or None when there is no element in it."""
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)
    try:
        return etree.fromstring(html.translate(NUL).encode("utf-8", "replace"), parser)
    except etree.ParserError:
        return None
    except etree.XMLSyntaxError:
        return None


def xpath(expression: str) -> Callable[[Element], list[Element]]:
    """A compiled XPath that selects elements."""
    compiled = etree.XPath(expression)

    def select(element: Element) -> list[Element]:
        found = compiled(element)
        return [node for node in found if isinstance(node, Element)] if isinstance(found, list) else []

    return select


def classes(element: Element) -> list[str]:
    """The tokens of the class attribute."""
    return (element.get("class") or "").split()


def every(element: Element, tag: str, token: str) -> Iterator[Element]:
    """The elements of a tag inside `element`, in order, whose class attribute has the token."""
    for inner in element.iter(tag):
        if token in (inner.get("class") or "").split():
            yield inner


def first(element: Element, tag: str, token: str) -> Element | None:
    """The first of `every`."""
    return next(every(element, tag, token), None)


def text_after(element: Element, within: Element) -> str:
    """The visible text of `within` that follows `element`."""
    parts = []
    node: Element | None = element
    while node is not None and node is not within:
        parts.append(node.tail or "")
        for sibling in node.itersiblings():
            parts += [*map(str, sibling.itertext()), sibling.tail or ""]
        node = node.getparent()
    return " ".join("".join(parts).split())


def text_of(element: Element | None) -> str:
    """The visible text with single spaces; empty for None."""
    return "" if element is None else " ".join("".join(map(str, element.itertext())).split())


def inner_html(element: Element) -> str:
    """What is inside, as HTML. Takes the element's own attributes off, so it is done once, when all is read."""
    element.attrib.clear()
    outer = etree.tostring(element, encoding="unicode", method="html", with_tail=False)
    tag = len(str(element.tag))
    return outer[tag + 2 : -(tag + 3)].strip()


def drop(element: Element) -> None:
    """Take the element out of its tree; the text after it stays."""
    parent = element.getparent()
    if parent is None:
        return
    if element.tail:
        before = element.getprevious()
        if before is not None:
            before.tail = (before.tail or "") + element.tail
        else:
            parent.text = (parent.text or "") + element.tail
    parent.remove(element)


def without_session(link: str) -> str:
    """A link, or HTML with links, without session ids: two downloads of one post must be equal."""
    if "sid=" not in link and "SESSID=" not in link:
        return link

    def closing(found: re.Match[str]) -> str:
        return found[1] if found[2] else ""

    return SESSION_IN_LINK.sub(closing, link)


def query_of(url: str) -> dict[str, str]:
    """The parameters of an address, `;` taken for `&` too (SMF); empty for no address."""
    try:
        return dict(parse_qsl(urlsplit(url).query.replace(";", "&"), keep_blank_values=True))
    except ValueError:
        return {}


def number_in(text: str | None, pattern: re.Pattern[str]) -> str | None:
    """The first group of the pattern in the text."""
    found = pattern.search(text) if text else None
    return found[1] if found else None


@dataclass(slots=True, kw_only=True)
class Sheet:
    """One page while it is read."""

    engine: str
    html: str
    root: Element
    url: str | None
    """Absolute address that links are relative to, or None."""
    clock: Clock
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
            return read_moment(text, self.clock)
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
        """A link, absolute where the page's address is known."""
        link = without_session(link)
        if self.url is None:
            return link
        try:
            return urljoin(self.url, link)
        except ValueError:
            return link


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

    def message_boxes(self, root: Element) -> list[Element]:
        """Where this engine writes its refusals; the nearest box first."""
        return []

    def offset_shown(self, root: Element) -> tzinfo | None:
        """The offset by which the page's own times prove to be off UTC."""
        return None

    def has_profiles(self, blocks: list[Element]) -> bool:
        """Whether any author on the page links to a profile."""
        return True

    def numbered(self, posts: list[Post], paging: Paging, sheet: Sheet) -> list[Post]:
        """The posts with their places in the topic, where these follow from the page."""
        return posts

    def zone(self, html: str) -> bool:
        """Whether this page's engine has the zone database: a fork or an old version may not."""
        return self.zone_database

    def read(self, html: str, context: ReadContext) -> TopicPage:
        """See `Adapter.read`."""
        root = parse(html) if html.strip() else None
        blocks = self.blocks(root) if root is not None else []
        if root is None or not blocks:
            raise refusal(html, self.message_boxes(root) if root is not None else [], url=context.url)
        if html.lower().rfind("</html") < 0:
            raise refusal(html, [], url=context.url, kind=NotATopic.TRUNCATED)
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
        topic = self.topic_id(sheet) or sheet.fail("topic_id")
        title = self.title(sheet) or sheet.fail("title")
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
        if not deleted:
            in_order = self.numbered(in_order, paging, sheet)
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
        return None

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
        """See `Adapter.page_url`; for boards that count pages in `p=`."""
        return ref.url if page <= 1 else f"{ref.url}&p={page}"

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


def by_place(posts: list[Post], start: int) -> list[Post]:
    """The posts numbered from `start` + 1 in page order, unless the page is sorted newest first."""
    ids = [int(post.id) for post in posts]
    if ids != sorted(ids):
        return posts
    return [replace(post, number=start + place) for place, post in enumerate(posts, 1)]
