"""One poll of one topic: as few pages as will do, read so that nothing is lost when posts shift under the reader.

Pages are read from the last to the first. A post removed meanwhile moves later ones to lower pages, which are still
to be read: they may be seen twice, never lost. A page counts as settled once it was read after the page that follows
it; an interrupted reading goes on with the pages that are not settled. What is read is saved page by page.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from engine.errors import ItogiError
from engine.i18n import _
from scraper.adapter import Adapter, ReadContext
from scraper.archive import Archive
from scraper.archive_records import ArchivedTopic, Outcome
from scraper.errors import BudgetSpentError, FetchError, NotATopic, NotATopicError, PageError, UnknownBoardError
from scraper.forum_clock import sample
from scraper.http import Client
from scraper.page import adapter_named, read_page, verify
from scraper.poll_search import Missing, missing, next_to_read, shift
from scraper.records import Fetched, TopicPage, TopicRef

PASSING = frozenset({NotATopic.EMPTY, NotATopic.TRUNCATED, NotATopic.FLOOD, NotATopic.DATABASE_ERROR})
"""Answers that are worth a second try at once."""
MOST_READINGS = 4
"""Of one page in one poll, while the topic changes under the reader."""
ROOMY = 2 / 3
"""Of the last page may be filled for the cheap question to be worth asking."""
SECOND_TRY = 3.0
"""Seconds before it."""


class Progress(Protocol):
    """Told after each page."""

    def __call__(self, done: int, total: int) -> None:
        """`done` of `total` pages are read; `total` may change."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class PollReport:
    """What a poll brought."""

    topic: ArchivedTopic
    """As it is known after the poll."""
    outcome: Outcome
    started_at: datetime
    requests: int
    """That went out, retries included."""
    pages: tuple[int, ...]
    """Pages that were read, in order of reading."""
    new: tuple[str, ...]
    """Ids of posts that were not known."""
    revised: tuple[str, ...]
    """Ids of posts that were seen with another text, author or note."""
    gone: tuple[str, ...]
    """Ids of posts that are established to have disappeared."""
    returned: tuple[str, ...]
    """Ids of posts that had disappeared and are back."""
    fault: ItogiError | None
    """Why it stopped; None when it is whole."""
    remarks: tuple[str, ...]
    """Oddities of the board that did no harm, one line each."""


def poll_topic(
    client: Client,
    archive: Archive,
    ref: TopicRef,
    *,
    since: datetime | None = None,
    why: str = "",
    timezone: str | None = None,
    probe: bool = False,
    progress: Progress | None = None,
    adapter: Adapter | None = None,
) -> PollReport:
    """Read what is new in a topic and keep it.

    `since`: pages that hold posts of this moment or later are read again, for edits (the running day); without it only
    the last known page and what follows. `probe`: first ask the board's cheap answer, where it has one, and read
    nothing when that names no new post; edits do not show there. `timezone`: the board's, by the settings.

    A fault of the forum ends the poll and stands in the report; what was read stays. Raises ArchiveError.
    """
    started = client.clock.now()
    topic = archive.topic(ref, started)
    poll = archive.begin_poll(topic.key, started, why)
    reading = _Reading(client, archive, topic, poll, adapter or adapter_named(ref.engine), timezone, progress)
    before = client.requests
    shifted = len(archive.shifted_times(topic.key))
    outcome = Outcome.PARTIAL
    fault: ItogiError | None = None
    message: str | None = _("interrupted")
    try:
        if probe and reading.nothing_new():
            outcome = Outcome.UNCHANGED
        else:
            reading.read_all(since)
            outcome = Outcome.WHOLE
        message = None
    except BudgetSpentError as stop:
        outcome, fault, message = Outcome.SPENT, stop, str(stop)
    except (FetchError, PageError, UnknownBoardError) as stop:
        outcome = Outcome.PARTIAL if reading.pages else Outcome.FAILED
        fault, message = stop, " ".join(str(stop).split())
    finally:
        archive.end_poll(poll, client.clock.now(), outcome, requests=client.requests - before, message=message)
    if len(archive.shifted_times(topic.key)) > shifted:
        reading.remarks.append(
            _("The board shows posts at other times than before: its clock or zone was changed. The first times hold.")
        )
    return PollReport(
        topic=archive.topic(ref, started),
        outcome=outcome,
        started_at=started,
        requests=client.requests - before,
        pages=tuple(reading.pages),
        new=tuple(reading.new),
        revised=tuple(reading.revised),
        gone=tuple(reading.gone),
        returned=tuple(reading.returned),
        fault=fault,
        remarks=tuple(dict.fromkeys(reading.remarks)),
    )


@dataclass
class _Reading:
    """A poll under way."""

    client: Client
    archive: Archive
    topic: ArchivedTopic
    poll: int
    adapter: Adapter
    timezone: str | None
    progress: Progress | None
    shown: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """Ids by page, as the newest reading of this poll showed them."""
    pages: list[int] = field(default_factory=list)
    new: list[str] = field(default_factory=list)
    revised: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    returned: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    absent: set[int] = field(default_factory=set)
    """Pages that were asked for and are not there."""

    def __post_init__(self) -> None:
        self.last = self.topic.pages
        self.per_page = self.topic.per_page
        readings = self.archive.page_readings(self.topic.key)
        self.ticks = max((last for _first, last, _posts in readings.values()), default=0)
        # (first reading, newest reading) by page. Pages that went and came back are read anew.
        self.readings = {
            page: (first, last) for page, (first, last, _posts) in readings.items() if page <= self.topic.pages
        }
        self.sizes = {page: posts for page, (_first, _last, posts) in readings.items()}
        self.unread = not self.topic.pages
        self.day: int | None = None
        self.last_unchanged = False
        self.sampled = False

    # --- the whole reading ------------------------------------------------------------------------------------

    def nothing_new(self) -> bool:
        """Whether the board's cheap answer names the newest post that is held already.

        The question costs a request too: it is asked when the last poll found nothing, and the last page has so much
        room that new posts are likely to stand on it alone.
        """
        cover = self.archive.coverage(self.topic.key)
        newest = self.archive.newest_sight(self.topic.key)
        busy = cover.tried_at is None or newest is None or newest >= cover.tried_at
        if cover.half_read or busy or self.sizes.get(self.last, 0) > ROOMY * (self.per_page or 0) > 0:
            return False
        url = self.adapter.probe_url(self.topic.ref, max(self.last, 1), self.per_page)
        if url is None:
            return False
        try:
            answer = self.adapter.read_probe(self.client.get(url))
        except BudgetSpentError:
            raise
        except FetchError:
            return False
        return answer is not None and (answer,) == self.archive.standing_ids(self.topic.key)[-1:]

    def read_all(self, since: datetime | None) -> None:
        """All pages that have to be read."""
        self._begin(since)
        self._read_wanted()
        if self.unread and self._full(self.last) and self.last + 1 not in self.absent:
            # A first reading must not believe a page count that is too small.
            self._look_beyond(self.last)
            self._read_wanted()
        self._note_absent()
        self._search_shift()
        self.archive.settle(self.topic.key, pages=max(self.readings, default=0), per_page=self.per_page)

    def _begin(self, since: datetime | None) -> None:
        """The first request tells how many pages there are now."""
        first = max(self.last, 1)
        self.day = self._first_page_since(since)
        if not self.unread and self._full(first) and self.topic.probed != self._mark(first):
            # The next page in place of the last one: asked for once, lest a page count that is too small hides it.
            # Boards answer with the last page, or the first one, when there is none.
            self._look_beyond(first)
            self.last_unchanged = bool(self.pages) and self.last <= first and not (self.day and self.day <= first)
        if first not in self.shown and not self.last_unchanged:
            self._read(first)

    def _look_beyond(self, page: int) -> None:
        try:
            self._read(page + 1)
        except NotATopicError as fault:
            if fault.kind is NotATopic.WRONG_TOPIC:
                raise
            self.absent.add(page + 1)
        if page + 1 in self.absent:
            self.last = min(self.last, page) if self.unread else self.last
            self.archive.note_probed(self.topic.key, self._mark(page))

    def _full(self, page: int) -> bool:
        """Whether a page holds as many posts as a page can, as far as is known."""
        size = self.sizes.get(page, 0)
        return size >= self.per_page if self.per_page else size > 0 and size % 5 == 0

    def _mark(self, page: int) -> int:
        return page * 10_000 + self.sizes.get(page, 0)

    def _read_wanted(self) -> None:
        asked: Counter[int] = Counter()
        while (page := self._wanted()) is not None:
            asked[page] += 1
            if asked[page] > MOST_READINGS:
                raise PageError(
                    _("The topic changes faster than it can be read; what was read is kept. Poll again later."),
                    url=self.topic.ref.url,
                )
            self._read(page)
        lost = [page for page in range(1, max(self.readings, default=0)) if page not in self.readings]
        if lost:
            raise NotATopicError(
                _("The board never shows page {page} of the topic; look at it in a browser.").format(page=lost[0]),
                kind=NotATopic.WRONG_PAGE,
                url=self.topic.ref.url,
            )

    def _wanted(self) -> int | None:
        """The highest page that is still to be read, or None."""
        for page in range(self.last, 0, -1):
            if page not in self.absent and (page not in self.readings or self._due(page) or self._unsettled(page)):
                return page
        return None

    def _due(self, page: int) -> bool:
        """Whether a known page has to be looked at in this poll: it is of the running day, or the last one."""
        if page in self.shown:
            return False
        return (self.day is not None and page >= self.day) or (page == self.last and not self.last_unchanged)

    def _unsettled(self, page: int) -> bool:
        """Whether posts may have shifted from the next page to this one, unseen: it was read before the next one was
        read at all.
        """
        following = self.readings.get(page + 1)
        return following is not None and page < self.last and self.readings[page][1] < following[0]

    def _first_page_since(self, since: datetime | None) -> int | None:
        """The page on which the posts since a moment begin; the post before them belongs to it."""
        if since is None:
            return None
        if not self.per_page:
            return 1
        standing = self.archive.standing_ids(self.topic.key)
        recent = self.archive.ids_since(self.topic.key, since)
        index = next((index for index, post in enumerate(standing) if post in recent), None)
        return None if index is None else max(index - 1, 0) // self.per_page + 1

    # --- one page ---------------------------------------------------------------------------------------------

    def _read(self, number: int) -> None:
        """Fetch page `number`, keep what comes, and note what it shows."""
        url = self.adapter.page_url(self.topic.ref, number, self.per_page or self.sizes.get(number - 1))
        page, fetched = self._fetch(url, number)
        saved = self.archive.save_page(self.poll, self.topic, number, page, fetched)
        if not self.sampled:
            self.archive.note_clock(self.topic.ref, sample(page, fetched))
            self.sampled = True
        self.ticks += 1
        first = self.readings.get(page.page, (self.ticks, 0))[0]
        self.readings[page.page] = (first, self.ticks)
        self.shown[page.page] = tuple(post.id for post in page.posts)
        self.sizes[page.page] = len(page.posts) + len(page.deleted)
        self.pages.append(page.page)
        self.new += saved.new
        self.revised += saved.revised
        self.returned += saved.returned
        if page.deleted:
            self.gone += self.archive.note_absent(self.topic.key, page.deleted, fetched.fetched_at)
        self._count_pages(number, page)
        if self.progress:
            left = sum(1 for other in range(1, self.last + 1) if other not in self.readings)
            self.progress(len(self.pages), len(self.pages) + left)

    def _count_pages(self, asked: int, page: TopicPage) -> None:
        self.last = max(page.page, page.pages, *(other for other in self.shown if self._newer(other)))
        size = page.per_page or (len(page.posts) + len(page.deleted) if page.page < page.pages else None)
        if size and (page.per_page or size > (self.per_page or 0)):
            self.per_page = size
        if page.page != asked:
            self.absent.add(asked)
            if asked <= max(page.pages, 1):
                self.remarks.append(
                    _(
                        "The board says that there are {pages} pages, but shows page {got} when asked for page {asked}."
                    ).format(pages=page.pages, got=page.page, asked=asked)
                )

    def _newer(self, page: int) -> bool:
        """Whether a page was shown in this poll with posts that no other page shows now: it exists, whatever the page
        count says.
        """
        others = {post for other, posts in self.shown.items() if other != page for post in posts}
        return not set(self.shown[page]) <= others

    def _fetch(self, url: str, number: int) -> tuple[TopicPage, Fetched]:
        try:
            return self._fetch_once(url, number)
        except NotATopicError as fault:
            if fault.kind not in PASSING:
                raise
        self.client.clock.sleep(SECOND_TRY)
        return self._fetch_once(url, number)

    def _fetch_once(self, url: str, number: int) -> tuple[TopicPage, Fetched]:
        fetched = self.client.get(url)
        context = ReadContext(url=fetched.final_url, timezone=self.timezone, fetched_at=fetched.fetched_at)
        try:
            page = read_page(fetched.content, dict(fetched.headers), context, adapter=self.adapter)
            verify(page, self.topic.ref, None)
        except (PageError, UnknownBoardError) as fault:
            self.archive.save_fault(self.poll, self.topic.key, number, fetched, " ".join(str(fault).split()))
            raise
        return page, fetched

    # --- what is not there ------------------------------------------------------------------------------------

    def _note_absent(self) -> None:
        """Record the posts that are established to be gone; what is only suspected is looked at once more."""
        found = missing(self.archive.standing_ids(self.topic.key), self.shown, self.last)
        proved = set(found.proved)
        while self.last in found.suspected and self.last + 1 not in self.absent:
            # The end of the topic is where the board says, unless its page count is wrong.
            self._read(self.last + 1)
            self._read_wanted()
            found = missing(self.archive.standing_ids(self.topic.key), self.shown, self.last)
            proved = set(found.proved)
        if found.suspected:
            proved |= self._look_again(found)
            proved.difference_update(*self.shown.values())
        if proved:
            self.gone += self.archive.note_absent(self.topic.key, sorted(proved), self.client.clock.now())

    def _look_again(self, found: Missing) -> set[str]:
        """Read the pages again at whose ends posts are missed: those that are missed there once more."""
        seen: set[str] = set()
        for page in sorted(found.suspected, reverse=True):
            # Of a boundary the later page before and after the earlier one: whichever way posts shift meanwhile, one
            # that is there is seen, or is no longer between what the pages show.
            for number in (page,) if page == self.last else (page + 1, page, page + 1):
                self._read(number)
                seen.update(self.shown.get(number, ()))
        pages = {number for page in found.suspected for number in (page, page + 1)}
        views = {number: posts for number, posts in self.shown.items() if number in pages}
        again = missing(self.archive.standing_ids(self.topic.key), views, self.last)
        return set().union(*found.suspected.values()) & again.all - seen

    def _search_shift(self) -> None:
        """When the last page begins later or earlier than what is held before it says, find the page where that comes
        from: there a post was removed, or put in.
        """
        if not self._shifted():
            return
        if self.pages[-1] != self.last:
            # It was read before other pages, and posts may have gone since.
            self._read(self.last)
            if not self._shifted():
                return
        while True:
            shifts = self._shifts()
            page = 1 if 1 not in shifts else next_to_read(shifts)
            if page is None:
                break
            self._read(page)
            if page not in self.shown:
                return
        self._note_absent()
        self._read(self.last)
        sizes = {len(posts) for page, posts in self.shown.items() if page < self.last}
        if len(sizes) == 1 and len(self.shown) > 2:
            # The board's setting was changed: every page shifted.
            self.per_page = sizes.pop()
        left = self._shifts().get(self.last)
        if left is not None and left != self.topic.drift:
            self.archive.accept_drift(self.topic.key, left)

    def _shifted(self) -> bool:
        return self.per_page is not None and self._shifts().get(self.last) not in (None, self.topic.drift)

    def _shifts(self) -> dict[int, int | None]:
        standing = {post: index for index, post in enumerate(self.archive.standing_ids(self.topic.key))}
        return {page: shift(standing, posts, page, self.per_page or 0) for page, posts in self.shown.items()}
