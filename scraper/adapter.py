"""What a forum engine's module gives, and the registry of them (filled by the `@register` decorator)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeVar

from scraper.markup import Markup
from scraper.records import Fetched, TopicPage, TopicRef


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadContext:
    """What is known beside the page when it is read."""

    url: str | None = None
    """Address the page came from; makes permalinks absolute."""
    timezone: str | None = None
    """The board's zone by the settings (IANA name or `UTC+3`); None: what the page tells, else the adapter's own."""
    now: datetime | None = None
    """Moment against which «Сегодня», «Вчера» and «4 минуты назад» are read; None: the page's own clock, else the
    moment of the fetch. Aware."""
    fetched_at: datetime | None = None
    """Moment of the answer by its Date header, else by our clock: stands in for `now` where the page has no clock, and
    tells the board's offset where the page has one. Aware."""


class Adapter(Protocol):
    """One forum engine. Stateless; all methods are pure."""

    name: str
    """For example `mybbru`, `phpbb`; written in game.toml and in the records."""

    @property
    def brand(self) -> str:
        """The engine's name as people know it, for example `mybb.ru`, `phpBB`; it stands in messages."""
        ...

    def recognise(self, html: str) -> str | None:
        """Why this page is of this engine, in a few words (for `itogi doctor`), or None when it is not.

        Must hold for pages that are not topics too (login form, error), for as far as the engine marks them.
        """
        ...

    def read(self, markup: Markup, context: ReadContext) -> TopicPage:
        """The posts of one topic page.

        Raises NotATopicError when the page is something else, UnreadablePageError when a required field of a
        post (id, author, time, body) is not found: a post is never dropped.
        """
        ...

    def topic_ref(self, url: str) -> TopicRef | None:
        """The topic that `url` (any page, post link or print view of it) belongs to, or None when it is no address
        of a topic of this engine.
        """
        ...

    def page_url(self, ref: TopicRef, page: int, per_page: int | None) -> str:
        """Address of page `page` (from 1). `per_page` is needed where addresses hold an offset."""
        ...

    def probe_url(self, ref: TopicRef, last_page: int, per_page: int | None) -> str | None:
        """Address of a cheap answer that tells whether the topic has anything new (feed, API), or None."""
        ...

    def read_probe(self, answer: Fetched) -> str | None:
        """The newest post's id by a probe's answer, or None when it does not tell."""
        ...


_registry: dict[str, Adapter] = {}
AdapterClass = TypeVar("AdapterClass", bound=Callable[[], Adapter])


def register(adapter_class: AdapterClass) -> AdapterClass:
    """Class decorator: one instance of the adapter joins the registry under its name."""
    adapter = adapter_class()
    _registry[adapter.name] = adapter
    return adapter_class


def enlist(adapter: Adapter) -> None:
    """Put an adapter that is made at run time into the registry; one of the same name goes."""
    _registry[adapter.name] = adapter


def registered() -> dict[str, Adapter]:
    """All adapters by name."""
    import scraper.boards  # noqa: F401 - fills the registry; the modules import this one

    return dict(_registry)


def brand_of(engine: str) -> str:
    """The name by which people know an engine; of an engine that is not registered its own name."""
    adapter = registered().get(engine)
    return adapter.brand if adapter is not None else engine


def choices() -> str:
    """The engines that can be named in game.toml, each with the name by which people know it, in a line."""
    return ", ".join(f"{name} ({adapter.brand})" for name, adapter in sorted(registered().items()))
