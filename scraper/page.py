"""Bytes of an answer into the posts of a topic page: decode, recognise, read; and whether it is the page asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC
from email.utils import parsedate_to_datetime

from engine.i18n import _
from scraper.adapter import Adapter, ReadContext, brand_of, choices, registered
from scraper.boards.base import HOME_ZONE, Board
from scraper.boards.refusals import known_refusal, refusal
from scraper.errors import NotATopic, PageError, UnknownBoardError
from scraper.markup import DAMAGED, Markup
from scraper.records import TopicPage, TopicRef

__all__ = [
    "HOME_ZONE", "adapter_named", "check_address", "read_page", "recognise", "topic_ref", "verify",
]  # fmt: skip


def read_page(
    content: bytes,
    headers: Mapping[str, str] | None,
    context: ReadContext,
    *,
    engine: str | None = None,
    adapter: Adapter | None = None,
) -> TopicPage:
    """The posts of a topic page, by `adapter` or by that of `engine`. Without them the board is recognised by the page.

    Raises NotATopicError for a page that is something else, UnreadablePageError for a post that lacks a field,
    UnknownBoardError when no adapter knows the page or `engine` is none.
    """
    markup, context = Markup(content, headers), _with_date(context, headers)
    if adapter is None and engine is not None:
        adapter = adapter_named(engine)
    elif adapter is None:
        # The marks are ASCII and stand at the ends of a page as a rule; the whole is searched only when they do not.
        ends = (content[:6000] + content[-3000:]).decode("ascii", "ignore")
        adapter = _recognised(ends) or recognise(markup.text, url=context.url)
    if markup.guessed:
        try:
            page = adapter.read(markup, context)
        except PageError:
            pass
        else:
            if not _damaged(page):
                return page
    return adapter.read(Markup(content, headers, guess=False), context)


def _damaged(page: TopicPage) -> bool:
    """Whether some of its bytes were no letters."""
    return DAMAGED in page.title or any(DAMAGED in post.body or DAMAGED in post.author for post in page.posts)


def recognise(html: str, *, url: str | None = None) -> Adapter:
    """The adapter whose engine made the page.

    Raises NotATopicError when the page is an anti-bot check, a database error and the like, which no engine signs;
    UnknownBoardError otherwise.
    """
    adapter = _recognised(html)
    if adapter is not None:
        return adapter
    known = known_refusal(html, url=url)
    if known is not None:
        raise known
    raise UnknownBoardError(
        _("No known forum engine made this page. Known: {engines}. How to add one: docs/adding-a-forum.md.").format(
            engines=", ".join(sorted({adapter.brand for adapter in registered().values()}, key=str.lower))
        )
    )


def _recognised(html: str) -> Adapter | None:
    return next((adapter for adapter in registered().values() if adapter.recognise(html) is not None), None)


def adapter_named(engine: str) -> Adapter:
    """The adapter of a name. Raises UnknownBoardError."""
    adapters = registered()
    if engine not in adapters:
        raise UnknownBoardError(
            _("No such forum engine: {engine}. Known: {engines}.").format(engine=engine, engines=choices())
        )
    return adapters[engine]


def topic_ref(url: str, engine: str) -> TopicRef:
    """The topic of an address. Raises UnknownBoardError when it is no topic's address of that engine."""
    ref = adapter_named(engine).topic_ref(url)
    if ref is None:
        raise UnknownBoardError(
            _(
                "Not the address of a topic ({engine}): {url}. Copy it from the browser, on the topic's first page."
            ).format(engine=brand_of(engine), url=url)
        )
    return ref


def verify(page: TopicPage, ref: TopicRef, wanted_page: int | None) -> None:
    """Check that a page is the one asked for: boards answer for a missing page with another, and send moved topics on.

    Raises NotATopicError of kind WRONG_TOPIC or WRONG_PAGE. `wanted_page`: None for any page of the topic.
    """
    if page.topic_id != ref.topic_id:
        raise refusal(
            "", None, [], url=ref.url, kind=NotATopic.WRONG_TOPIC,
            detail=_("Topic {got} came instead of {wanted}.").format(got=page.topic_id, wanted=ref.topic_id),
        )  # fmt: skip
    if wanted_page is not None and page.page != wanted_page:
        raise refusal(
            "", None, [], url=ref.url, kind=NotATopic.WRONG_PAGE,
            detail=_("Page {got} of {pages} came instead of {wanted}.").format(
                got=page.page, pages=page.pages, wanted=wanted_page
            ),
        )  # fmt: skip


def check_address(page: TopicPage, url: str) -> None:
    """The same by an address: of which topic and page it is, as far as it tells. Raises as `verify`."""
    adapter = adapter_named(page.engine)
    ref = adapter.topic_ref(url)
    if ref is not None:
        verify(page, ref, adapter.wanted_page(url, page.per_page) if isinstance(adapter, Board) else None)


def _with_date(context: ReadContext, headers: Mapping[str, str] | None) -> ReadContext:
    """The context with the server's own moment of the answer, which is better than ours."""
    for name, value in (headers or {}).items():
        if name.lower() == "date":
            try:
                moment = parsedate_to_datetime(value)
            except (ValueError, TypeError, IndexError, OverflowError):
                break
            return replace(context, fetched_at=moment if moment.tzinfo else moment.replace(tzinfo=UTC))
    return context
