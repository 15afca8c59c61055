"""Two archives of one game brought together: posts, texts and absences that only the other copy saw, with its times.

Two game masters who poll from two folders see a topic at different moments: one of them may hold the text that stood
at the deadline, or a post that was deleted before the other looked (V15, V19). A sight is a moment at which a page
showed a post with a text; what is known of a post are the sights of both, in the order of time. Nothing that this
archive says is taken back: a text learned of late gets its place between those that stand here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from itertools import groupby
from typing import Any

from scraper.archive import Archive, age, alike
from scraper.archive_base import moment, stamp
from scraper.archive_order import TopicOrder
from scraper.archive_read import JITTER, revision
from scraper.archive_records import Revision
from scraper.records import Precision

FOREVER = "9999"


@dataclass(slots=True, kw_only=True)
class Brought:
    """What the other copy has that this one lacks."""

    posts: int = 0
    """Posts that this copy never saw."""
    texts: int = 0
    """Texts of posts that this copy holds in other wordings, or at other times."""
    earlier: int = 0
    """Texts that were seen there before they were seen here."""
    absences: int = 0
    """Posts found missing there, and not here or later."""
    readings: int = 0
    """Polls of topics."""

    def __bool__(self) -> bool:
        return any(getattr(self, one.name) for one in fields(self))


class _OnlyLookedError(Exception):
    """Ends a transaction that is not to be kept."""


def foreseen(ours: Archive, theirs: Archive) -> Brought:
    """What `merge` would bring; nothing is changed. Raises ArchiveError."""
    found = Brought()
    with suppress(_OnlyLookedError), ours.writing():
        found = _Merge(ours, theirs).run()
        raise _OnlyLookedError
    return found


def merge(ours: Archive, theirs: Archive) -> Brought:
    """Take over what `theirs` saw, all of it or nothing. Raises ArchiveError.

    Not taken over: how far the forum's clock was from the other computer's, and the requests that it made.
    """
    with ours.writing():
        return _Merge(ours, theirs).run()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sight:
    """A text of a post at a moment."""

    at: datetime
    text: Revision
    fetch: int
    """Key, in this archive, of the page that showed it."""
    rank: int = 0
    """Decides between sights of one moment."""
    row: int | None = None
    """Key of the revision that stands here and begins with this sight."""
    place: float = 0.0
    """Of that revision."""


@dataclass
class _Merge:
    """A merge under way."""

    ours: Archive
    theirs: Archive
    brought: Brought = field(default_factory=Brought)
    topics: dict[int, int] = field(default_factory=dict)
    """Keys there → keys here; likewise below."""
    polls: dict[int, int] = field(default_factory=dict)
    fetches: dict[int, int] = field(default_factory=dict)
    posts: dict[int, int] = field(default_factory=dict)
    new: set[int] = field(default_factory=set)
    """Keys here of the posts that were not."""

    def run(self) -> Brought:
        self._topics()
        self._polls()
        self._fetches()
        self._posts()
        self._times()
        # By what each copy saw: below, the sights of both become one.
        absent = self._absences()
        self._stays()
        self._revisions()
        self._write_absences(absent)
        self._gaps()
        self.ours.forget_orders()
        return self.brought

    def _here(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        return self.ours.database.execute(sql, values).fetchall()

    def _there(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        return self.theirs.database.execute(sql, values).fetchall()

    def _insert(self, sql: str, *values: object) -> int:
        return int(self.ours.database.execute(sql, values).lastrowid or 0)

    # --- topics, polls, pages ---------------------------------------------------------------------------------

    def _topics(self) -> None:
        columns = "engine, board, topic_id, url, title, closed, zone, added_at"
        known = {(board, topic): key for key, board, topic in self._here("SELECT id, board, topic_id FROM topics")}
        for key, *row in self._there(f"SELECT id, {columns} FROM topics ORDER BY id"):  # noqa: S608
            here = known.get((row[1], row[2]))
            if here is None:
                # Its pages count as never read: the next poll here reads them all.
                here = self._insert(f"INSERT INTO topics ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", *row)  # noqa: S608
            self.topics[key] = here

    def _polls(self) -> None:
        known = {row[1:]: row[0] for row in self._here("SELECT id, topic, started_at, why FROM polls")}
        columns = "started_at, why, ended_at, outcome, requests, message"
        for key, topic, *row in self._there(f"SELECT id, topic, {columns} FROM polls ORDER BY id"):  # noqa: S608
            here = known.get((self.topics[topic], row[0], row[1]))
            if here is None:
                self.brought.readings += 1
                here = self._insert(
                    f"INSERT INTO polls (topic, {columns}, theirs) VALUES (?, ?, ?, ?, ?, ?, ?, 1)",  # noqa: S608
                    self.topics[topic],
                    *row,
                )
            self.polls[key] = here

    def _fetches(self) -> None:
        known = {row[1:]: row[0] for row in self._here("SELECT id, poll, page, at, url FROM fetches")}
        columns = "page, at, url, shown, pages, posts, status, raw, fault"
        for key, poll, topic, *row in self._there(f"SELECT id, poll, topic, {columns} FROM fetches ORDER BY id"):  # noqa: S608
            here = known.get((self.polls[poll], *row[:3]))
            if here is None:
                self._raw_page(row[7])
                here = self._insert(
                    f"INSERT INTO fetches (poll, topic, {columns}, theirs) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)",  # noqa: S608
                    self.polls[poll],
                    self.topics[topic],
                    *row,
                )
            self.fetches[key] = here

    def _raw_page(self, digest: str | None) -> None:
        if digest and not self._here("SELECT 1 FROM raw_pages WHERE sha256 = ?", digest):
            for row in self._there("SELECT sha256, packed, size FROM raw_pages WHERE sha256 = ?", digest):
                self._insert("INSERT INTO raw_pages (sha256, packed, size) VALUES (?, ?, ?)", *row)

    # --- posts ------------------------------------------------------------------------------------------------

    def _posts(self) -> None:
        known = {(board, post): key for key, board, post in self._here("SELECT id, board, post_id FROM posts")}
        for key, *row in self._there("SELECT id, board, post_id, posted_at, precision FROM posts ORDER BY id"):
            here = known.get((row[0], row[1]))
            if here is None:
                here = self._insert(
                    "INSERT INTO posts (board, post_id, posted_at, precision) VALUES (?, ?, ?, ?)", *row
                )
                self.new.add(here)
                self.brought.posts += 1
            self.posts[key] = here

    def _times(self) -> None:
        """Other times that the board showed for posts; of posts that stand here only one that is finer."""
        times = "SELECT post, posted_at, precision, seen_at FROM times ORDER BY rowid"
        shown = (
            "SELECT p.id, p.posted_at, p.precision, min(s.first_seen) "
            "FROM posts p JOIN stays s ON s.post = p.id GROUP BY p.id"
        )
        here = _by_post([*self._here(shown), *self._here(times)])
        there = _by_post([*self._there(shown), *self._there(times)])
        for key, found in there.items():
            post = self.posts[key]
            wanted = found[1:]
            if post not in self.new:
                fine, known = ([one for one in told if one[1] == Precision.SECOND] for told in (found, here[post]))
                first = moment(here[post][0][0])
                wanted = [] if known else [one for one in fine if abs(moment(one[0]) - first) <= JITTER][-1:]
            for posted_at, precision, seen_at in wanted:
                self._insert(
                    "INSERT INTO times (post, posted_at, precision, seen_at) VALUES (?, ?, ?, ?)",
                    post,
                    posted_at,
                    precision,
                    seen_at,
                )

    def _stays(self) -> None:
        rows = self._there(
            "SELECT s.topic, s.post, s.page, s.number, s.first_seen, s.last_seen, p.posted_at, p.post_id "
            "FROM stays s JOIN posts p ON p.id = s.post ORDER BY s.topic, s.place"
        )
        for topic, group in groupby(rows, key=lambda row: row[0]):
            self._stay(self.topics[topic], list(group))

    def _stay(self, topic: int, rows: list[tuple[Any, ...]]) -> None:
        """The posts of one topic, in the other copy's order."""
        held = self._here(
            "SELECT s.post, s.place, p.posted_at, p.post_id FROM stays s JOIN posts p ON p.id = s.post "
            "WHERE s.topic = ?",
            topic,
        )
        order = TopicOrder((key, place, age(at, post)) for key, place, at, post in held)
        known = {row[0] for row in held}
        ages = {self.posts[post]: age(at, post_id) for _topic, post, *_rest, at, post_id in rows}
        if not ages.keys() <= known:
            for key, place in order.merge(0, ages).items():
                self.ours.database.execute(
                    "UPDATE stays SET place = ? WHERE post = ? AND topic = ?", (place, key, topic)
                )
        for _topic, post, page, number, first, last, _at, _id in rows:
            key = self.posts[post]
            self._insert(
                "INSERT INTO stays (post, topic, place, page, number, first_seen, last_seen) "
                "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (post, topic) DO UPDATE SET "
                "first_seen = min(first_seen, excluded.first_seen), "
                "page = iif(excluded.last_seen > last_seen, excluded.page, page), "
                "number = iif(excluded.last_seen > last_seen, excluded.number, number), "
                "last_seen = max(last_seen, excluded.last_seen)",
                key,
                topic,
                order.place[key],
                page,
                number,
                first,
                last,
            )

    # --- texts ------------------------------------------------------------------------------------------------

    def _revisions(self) -> None:
        columns = (
            "SELECT post, id, fetch, coalesce(place, number), number, author, author_id, guest, edited_at, editor, "
            "body, signature, permalink, first_seen, last_seen FROM revisions ORDER BY post, 4, number"
        )
        held: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
        for row in self._here(columns):
            held[row[0]].append(row)
        for post, group in groupby(self._there(columns), key=lambda row: row[0]):
            self._texts(self.posts[post], held.get(self.posts[post], []), list(group))

    def _texts(self, post: int, held: list[tuple[Any, ...]], brought: list[tuple[Any, ...]]) -> None:
        """The texts of one post: the sights of both copies in the order of time, those of one text joined."""
        # What both hold is in one order, also where a wrong clock dated several texts to one moment.
        ranks = {row[4:14]: rank for rank, row in enumerate(held)}
        sights = [
            *_sights([(revision(row[4:], FOREVER), row[2], row[1], row[3], rank) for rank, row in enumerate(held)]),
            *_sights(
                [
                    (revision(row[4:], FOREVER), self.fetches[row[2]], None, 0.0, ranks.get(row[4:14], len(held)))
                    for row in brought
                ]
            ),
        ]
        runs: list[list[_Sight]] = []
        for sight in sorted(sights, key=lambda one: (one.at, one.rank)):
            if runs and alike(runs[-1][-1].text, sight.text):
                runs[-1].append(sight)
            else:
                runs.append([sight])
        places = [_Place(run) for run in runs]
        number = max((row[4] for row in held), default=0)
        below = 0.0
        for index, place in enumerate(places):
            if place.first is None:
                above = next((later.first.place for later in places[index + 1 :] if later.first), None)
                number += 1
                below = self._write(post, number, below, above, place.run[0], place.run[-1].at)
                self.brought.texts += post not in self.new
                continue
            if place.run[0].at < place.first.at:
                number += 1
                told = replace(place.run[0], text=place.first.text)
                self._write(post, number, below, place.first.place, told, place.run[-1].at)
                self.brought.earlier += 1
            assert place.last is not None
            self.ours.database.execute(
                "UPDATE revisions SET last_seen = ?1 WHERE id = ?2 AND last_seen <> ?1",
                (stamp(max(place.run[-1].at, place.last.at)), place.last.row),
            )
            below = place.last.place

    def _write(self, post: int, number: int, below: float, above: float | None, sight: _Sight, last: datetime) -> float:
        """Enter a text between two places, `above` None: at the end; its own place."""
        # At the end its number is its place, as with what is read here.
        place = None if above is None else (below + above) / 2
        text = sight.text
        self._insert(
            "INSERT INTO revisions (post, number, author, author_id, guest, edited_at, editor, body, signature, "
            "permalink, first_seen, last_seen, fetch, place) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            post,
            number,
            text.author,
            text.author_id,
            text.guest,
            stamp(text.edited_at) if text.edited_at else None,
            text.editor,
            text.body,
            text.signature,
            text.permalink,
            stamp(sight.at),
            stamp(last),
            sight.fetch,
            place,
        )
        return float(number) if place is None else place

    # --- what is missing --------------------------------------------------------------------------------------

    def _absences(self) -> dict[tuple[int, int], list[tuple[str, str, str | None]]]:
        """(post, topic) → (last seen, found missing, back) by the sights of both copies."""
        rows = "SELECT post, topic, last_seen, noticed_at, returned_at FROM absences ORDER BY id"
        there = [(self.posts[post], self.topics[topic], *row) for post, topic, *row in self._there(rows)]
        here = self._here(rows)
        stays = "SELECT post, topic, first_seen, last_seen FROM stays"
        seen = [*self._here(stays), *((self.posts[one], self.topics[t], *row) for one, t, *row in self._there(stays))]
        concerned = {row[:2] for row in (*here, *there)}
        sights: dict[tuple[int, int], set[tuple[str, bool]]] = defaultdict(set)
        for post, topic, *moments in seen:
            if (post, topic) in concerned:
                sights[post, topic] |= {(at, True) for at in moments}
        for post, topic, last_seen, noticed_at, returned_at in (*here, *there):
            sights[post, topic] |= {(last_seen, True), (noticed_at, False)}
            sights[post, topic] |= {(returned_at, True)} if returned_at else set()
        return {place: _missing(sorted(found)) for place, found in sights.items()}

    def _write_absences(self, found: dict[tuple[int, int], list[tuple[str, str, str | None]]]) -> None:
        for (post, topic), spans in found.items():
            rows = self._here(
                "SELECT id, last_seen, noticed_at, returned_at FROM absences WHERE post = ? AND topic = ? ORDER BY id",
                post,
                topic,
            )
            self.brought.absences += [row[2:] for row in rows] != [span[1:] for span in spans]
            # An absence that ends must end before the next one may begin.
            for row, span in zip(rows, spans, strict=False):
                self.ours.database.execute(
                    "UPDATE absences SET last_seen = ?, noticed_at = ?, returned_at = ? WHERE id = ?", (*span, row[0])
                )
            for span in spans[len(rows) :]:
                self._insert(
                    "INSERT INTO absences (post, topic, last_seen, noticed_at, returned_at) VALUES (?, ?, ?, ?, ?)",
                    post,
                    topic,
                    *span,
                )

    def _gaps(self) -> None:
        """Times in which the other copy read nothing: what this one read meanwhile closes them, see `Archive.gaps`."""
        rows = "SELECT start, end, reason FROM gaps ORDER BY id"
        known = set(self._here(rows))
        for row in self._there(rows):
            if row not in known:
                self._insert("INSERT INTO gaps (start, end, reason) VALUES (?, ?, ?)", *row)


class _Place:
    """Sights of one text without another between them, and the revisions that stand here for them."""

    def __init__(self, run: list[_Sight]) -> None:
        self.run = run
        own = [sight for sight in run if sight.row is not None]
        self.first = own[0] if own else None
        self.last = own[-1] if own else None


def _sights(rows: Sequence[tuple[Revision, int, int | None, float, int]]) -> Iterable[_Sight]:
    """The first and the last sight of each text of one copy. A clock that ran ahead and was set back dated some of them
    later than what was seen afterwards: they were not.
    """
    found: list[_Sight] = []
    limit: datetime | None = None
    for text, fetch, row, place, rank in reversed(rows):
        last = min(text.last_seen, limit) if limit else text.last_seen
        first = min(text.first_seen, last)
        found.append(_Sight(at=last, text=text, fetch=fetch, rank=rank))
        found.append(_Sight(at=first, text=text, fetch=fetch, rank=rank, row=row, place=place))
        limit = first
    return reversed(found)


def _missing(sights: Sequence[tuple[str, bool]]) -> list[tuple[str, str, str | None]]:
    """The times in which a post was missing, by sights (moment, whether it was there) in the order of time."""
    found: list[tuple[str, str, str | None]] = []
    before: str | None = None
    noticed: tuple[str, str] | None = None
    for at, there in sights:
        if there and noticed:
            found.append((*noticed, at))
            noticed = None
        elif not there and noticed is None:
            noticed = (before or at, at)
        before = at if there else before
    return [*found, (*noticed, None)] if noticed else found


def _by_post(rows: Iterable[tuple[Any, ...]]) -> dict[int, list[tuple[Any, ...]]]:
    found: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for post, *row in rows:
        found[post].append(tuple(row))
    return found
