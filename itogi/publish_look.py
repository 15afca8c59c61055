"""Looking into a topic: are the own posts there, and does one of them hold the text?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from scraper.adapter import Adapter
from scraper.archive import Archive
from scraper.http import Client
from scraper.records import Fetched, Post, TopicPage, TopicRef
from scraper.session import text as texts
from scraper.session.records import Account

Read = Callable[[Fetched], TopicPage]
"""Reads an answer as a page of the topic; raises PageError."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """The end of a topic at one moment."""

    posts: tuple[Post, ...]
    """In the topic's order."""
    pages: int

    @property
    def newest(self) -> str | None:
        """Id of the newest post: ids grow, wherever a moderator may have moved the posts."""
        numbers = [int(post.id) for post in self.posts if post.id.isdigit()]
        return str(max(numbers)) if numbers else (self.posts[-1].id if self.posts else None)

    def own(self, account: Account) -> tuple[Post, ...]:
        """The account's posts. A guest with the account's name is not it."""
        return tuple(post for post in self.posts if is_by(post, account))

    def holding(self, account: Account, text: str) -> tuple[Post, ...]:
        """The account's posts that hold the text, alone or merged with more."""
        return tuple(post for post in self.own(account) if texts.times(text, post.body))

    def count(self, account: Account, text: str) -> int:
        """How often the account said the text; a post into which it was merged twice counts twice."""
        return sum(texts.times(text, post.body) for post in self.own(account))


class View:
    """One topic, as the client is shown it."""

    def __init__(
        self, client: Client, adapter: Adapter, ref: TopicRef, read: Read, *, per_page: int | None = None
    ) -> None:
        self._client = client
        self._adapter = adapter
        self._read = read
        self._per_page = per_page
        self.ref = ref

    def end(self, since_page: int | None = None) -> Seen:
        """The posts from the page before `since_page` on; of the last two pages without it.

        Raises FetchError, PageError.
        """
        first = self._page(max(1, since_page - 1) if since_page else 1)
        start = first.page if since_page else max(1, first.pages - 1)
        posts = {post.id: post for post in (first.posts if start <= first.page else ())}
        number, pages = start, first.pages
        while number <= pages:
            if number != first.page:
                page = self._page(number)
                posts |= {post.id: post for post in page.posts}
                pages = page.pages
            number += 1
        return Seen(posts=tuple(posts.values()), pages=pages)

    def at(self, page: int) -> Seen:
        """The posts of a page and of the one before it, where removed posts have moved later ones to.

        Raises FetchError, PageError.
        """
        pages = [self._page(number) for number in range(max(1, page - 1), page + 1)]
        posts = {post.id: post for shown in pages for post in shown.posts}
        return Seen(posts=tuple(posts.values()), pages=pages[-1].pages)

    def _page(self, number: int) -> TopicPage:
        page = self._fetch(number)
        if page.page != number:
            # Beyond the end, boards show the first or the last page: posts were removed meanwhile.
            page = self._fetch(max(1, page.pages - 1))
        return page

    def _fetch(self, number: int) -> TopicPage:
        page = self._read(self._client.get(self._adapter.page_url(self.ref, number, self._per_page)))
        if self._per_page is None:
            self._per_page = page.per_page or (len(page.posts) if page.page < page.pages else None)
        return page


class Written(Protocol):
    """What tells who wrote a post."""

    @property
    def author(self) -> str: ...  # noqa: D102
    @property
    def author_id(self) -> str | None: ...  # noqa: D102
    @property
    def guest(self) -> bool: ...  # noqa: D102


def is_by(post: Written, account: Account) -> bool:
    """Whether a post is the account's. A guest with the account's name is not it."""
    if post.guest:
        return False
    if post.author_id and account.id:
        return post.author_id == account.id
    return post.author.strip().casefold() == account.name.strip().casefold()


def pages_holding(
    archive: Archive, ref: TopicRef, account: Account, text: str, since: datetime | None
) -> Sequence[int]:
    """Pages of a topic on which the account's text stood when they were read, by the archive; the newest first.

    `since`: only in posts of this moment or later.
    """
    known = archive.find(ref)
    found = (
        post.page
        for post in (archive.posts(known.key) if known else ())
        if is_by(post, account)
        and not post.gone
        and (since is None or post.posted_at >= since)
        and texts.times(text, post.body)
    )
    return sorted(set(found), reverse=True)
