"""A board that no adapter knows, described by the CSS selectors that a user writes in `game.toml`; no code needed.

Slower than the engines' own modules (BeautifulSoup), and as strict: what the selectors do not find is an error.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NoReturn
from urllib.parse import urljoin

import soupsieve
from bs4 import BeautifulSoup
from bs4.element import Tag

from engine.i18n import _
from scraper.adapter import Adapter, ReadContext, enlist
from scraper.boards.base import HOME_ZONE, digits
from scraper.boards.refusals import refusal
from scraper.dates import Clock, NoMomentError, read_moment, read_unix, zone_label, zone_named
from scraper.errors import DescriptionError, NotATopic, UnreadablePageError
from scraper.markup import Markup
from scraper.records import Fetched, Post, Precision, TopicPage, TopicRef

NEEDED = ("post", "id", "author", "time", "body", "title", "topic_url")
KNOWN = (
    *NEEDED, "author_id", "number", "edited", "editor", "signature", "remove", "page", "pages", "closed", "deleted",
    "page_url", "recognise",
)  # fmt: skip
ID = re.compile(r"[0-9]{1,12}")


@dataclass(frozen=True, slots=True)
class Place:
    """A selector with, after `@`, the attribute to take instead of the text: `time@datetime`, `@id` (of the post)."""

    selector: str
    attribute: str | None

    @classmethod
    def of(cls, written: str) -> Place:
        """Take `written` apart."""
        selector, mark, attribute = written.rpartition("@")
        if mark and re.fullmatch(r"[\w-]+", attribute):
            return cls(selector.strip(), attribute)
        return cls(written.strip(), None)

    def find(self, around: Tag) -> Tag | None:
        """The first element, or the one around when the selector is empty."""
        return around.select_one(self.selector) if self.selector else around

    def text(self, around: Tag) -> str:
        """The attribute or the visible text; empty when there is none."""
        found = self.find(around)
        if found is None:
            return ""
        told = found.get(self.attribute) if self.attribute else found.get_text(" ")
        return " ".join(told.split()) if isinstance(told, str) else " ".join(told or [])


class Described:
    """An adapter made of selectors. Raises DescriptionError for what is missing, unknown, or no selector.

    `topic_url` and `page_url` are addresses with `{topic}` and, in the latter, `{page}` (from 1) or `{offset}`.
    """

    name = "described"

    @property
    def brand(self) -> str:
        """It has none."""
        return _("the board described in game.toml")

    def __init__(self, selectors: Mapping[str, str]) -> None:
        self._selectors = {key: value for key, value in selectors.items() if value.strip()}
        for key in NEEDED:
            if key not in self._selectors:
                self._wrong(key, _("is missing"))
        for key, value in self._selectors.items():
            if key not in KNOWN:
                self._wrong(key, _("is not known; known are {keys}").format(keys=", ".join(KNOWN)))
            if key not in ("topic_url", "page_url", "recognise"):
                self._check(key, value)
        if "{topic}" not in self._selectors["topic_url"]:
            self._wrong("topic_url", _("must hold {topic}"))
        paged = self._selectors.get("page_url", "{topic}{page}")
        if "{topic}" not in paged or ("{page}" not in paged and "{offset}" not in paged):
            self._wrong("page_url", _("must hold {topic}, and {page} or {offset}"))
        self._places = {key: Place.of(value) for key, value in self._selectors.items()}

    def _wrong(self, key: str, why: str) -> NoReturn:
        raise DescriptionError(f"board.selectors.{key} {why}.")

    def _check(self, key: str, value: str) -> None:
        place = Place.of(value)
        try:
            if place.selector:
                soupsieve.compile(place.selector)
        except soupsieve.SelectorSyntaxError:
            self._wrong(key, _("is no CSS selector: “{value}”").format(value=value))

    def recognise(self, html: str) -> str | None:
        """By the text that the user gave for it; never of itself, so that it steals no known engine's page."""
        mark = self._selectors.get("recognise")
        return f"“{mark}”" if mark and mark in html else None

    def read(self, markup: Markup, context: ReadContext) -> TopicPage:
        """See `Adapter.read`."""
        html = markup.text
        soup = BeautifulSoup(html, "lxml")
        blocks = soup.select(self._selectors["post"])
        if not blocks:
            raise refusal(html, markup.root, [], url=context.url)
        if not markup.whole:
            raise refusal(html, None, [], url=context.url, kind=NotATopic.TRUNCATED)
        zone = zone_named(context.timezone or HOME_ZONE)
        clock = Clock(zone=zone, now=context.now or context.fetched_at)
        gone = self._selectors.get("deleted")
        posts: dict[str, Post] = {}
        deleted = []
        for block in blocks:
            own = self._id(block, context)
            if gone and (soupsieve.match(gone, block) or block.select_one(gone) is not None):
                deleted.append(own)
            else:
                posts.setdefault(own, self._post(block, own, clock, context))
        ref = self.topic_ref(context.url or "")
        page, pages = self._paging(soup)
        return TopicPage(
            engine=self.name, title=self._text("title", soup) or self._fail("title", None, context),
            topic_id=ref.topic_id if ref else self._fail("topic_id", None, context), page=page, pages=pages,
            posts=tuple(posts.values()), closed=self._closed(soup), board_now=None, zone=zone_label(zone),
            per_page=len(blocks) if page == 1 < pages else None, deleted=tuple(deleted),
        )  # fmt: skip

    def _text(self, key: str, around: Tag) -> str:
        return self._places[key].text(around) if key in self._places else ""

    def _fail(self, field: str, own: str | None, context: ReadContext) -> NoReturn:
        where = _("post {id}").format(id=own) if own else _("the page")
        message = _("{engine}: {where} has no readable {field}; correct board.selectors in game.toml.")
        raise UnreadablePageError(
            message.format(engine=self.brand, where=where, field=field), field=field, post_id=own, url=context.url
        )

    def _id(self, block: Tag, context: ReadContext) -> str:
        found = ID.search(self._text("id", block))
        return found[0] if found else self._fail("id", None, context)

    def _post(self, block: Tag, own: str, clock: Clock, context: ReadContext) -> Post:
        author = self._text("author", block) or self._fail("author", own, context)
        user = ID.search(self._text("author_id", block))
        posted_at, precision = self._moment("time", "posted_at", block, own, clock, context)
        edited = self._text("edited", block)
        edited_at = self._moment("edited", "edited_at", block, own, clock, context)[0] if edited else None
        editor = self._text("editor", block) or None
        number = digits(self._text("number", block)) or None
        signature = self._places["signature"].find(block) if "signature" in self._places else None
        body = self._places["body"].find(block)
        if body is None:
            self._fail("body", own, context)
        around = self._selectors.get("remove")
        unwanted = [*body.select(around or "script, style"), *body.select("script, style")]
        unwanted += [signature] if signature is not None else []
        taken = signature.decode_contents().strip() if signature is not None else None
        for part in unwanted:
            part.extract()
        return Post(
            id=own, number=number, author=author, author_id=user[0] if user else None,
            guest="author_id" in self._places and user is None, posted_at=posted_at, precision=precision,
            edited_at=edited_at, editor=editor, body=body.decode_contents().strip(), signature=taken,
            permalink=urljoin(context.url or "", f"#{block.get('id')}") if block.get("id") else context.url,
        )  # fmt: skip

    def _moment(
        self, key: str, field: str, block: Tag, own: str, clock: Clock, context: ReadContext
    ) -> tuple[datetime, Precision]:
        text = self._text(key, block)[:200]
        try:
            if re.fullmatch(r"[0-9]{9,10}", text):
                return read_unix(text, clock.zone), Precision.SECOND
            return read_moment(text, clock)
        except NoMomentError as fault:
            self._fail("now" if str(fault) == "now" else field, own, context)

    def _paging(self, soup: BeautifulSoup) -> tuple[int, int]:
        page = digits(self._text("page", soup)) or 1
        links = soup.select(self._places["pages"].selector) if "pages" in self._places else []
        return page, max([page, *(digits(" ".join(link.get_text(" ").split())) for link in links)])

    def _closed(self, soup: BeautifulSoup) -> bool | None:
        return soup.select_one(self._selectors["closed"]) is not None if "closed" in self._selectors else None

    def topic_ref(self, url: str) -> TopicRef | None:
        """By the patterns `page_url` and `topic_url`."""
        for key in ("page_url", "topic_url"):
            if (pattern := self._selectors.get(key)) is None:
                continue
            expression = re.escape(pattern)
            for name in ("topic", "page", "offset"):
                expression = expression.replace(re.escape(f"{{{name}}}"), rf"(?P<{name}>[0-9]{{1,10}})", 1)
            if found := re.match(rf"{expression}(?:[#?&;/].*)?$", url):
                topic = found["topic"]
                first = self._selectors["topic_url"].replace("{topic}", topic)
                return TopicRef(engine=self.name, board=urljoin(first, "/"), topic_id=topic, url=first)
        return None

    def page_url(self, ref: TopicRef, page: int, per_page: int | None) -> str:
        """By `page_url`. Raises ValueError for a later page where it is not given, or wants a page size."""
        pattern = self._selectors.get("page_url")
        if page <= 1:
            return ref.url
        if pattern is None or ("{offset}" in pattern and not per_page):
            raise ValueError("board.selectors.page_url or board.per_page is needed for a later page")
        place = str((page - 1) * (per_page or 0))
        return pattern.replace("{topic}", ref.topic_id).replace("{page}", str(page)).replace("{offset}", place)

    def probe_url(self, ref: TopicRef, last_page: int, per_page: int | None) -> str | None:
        """None: nothing cheap is known of such a board."""
        return None

    def read_probe(self, answer: Fetched) -> str | None:
        """None."""
        return None


def describe(selectors: Mapping[str, str]) -> Adapter:
    """Put a board described by `selectors` (of `game.toml`) into the registry as `described`, and give its adapter.

    Raises DescriptionError, which names the selector at fault.
    """
    adapter: Adapter = Described(selectors)
    enlist(adapter)
    return adapter
