"""What the archive answers. The number of queries never grows with the number of posts."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from scraper.archive_base import Base, board, moment, stamp, until
from scraper.archive_records import (
    Absence,
    ArchivedPost,
    ArchivedTopic,
    ClockSample,
    Counts,
    Coverage,
    Gap,
    Outcome,
    PollRecord,
    Revision,
)
from scraper.records import Precision, TopicRef

BRIDGE = timedelta(minutes=40)
"""Polls of another copy that are no further apart than sparse ones close a gap of this one."""
JITTER = timedelta(minutes=2)
"""Relative times («4 minutes ago») waver by so much from fetch to fetch."""


TOPICS = """
    SELECT id, engine, board, topic_id, url, title, closed, zone, pages, per_page, drift, probed FROM topics
    WHERE (?1 IS NULL OR id = ?1) AND (?2 IS NULL OR board = ?2 AND topic_id = ?3) ORDER BY id
"""
# Polls are numbered in the order in which they were made: what is dated later than a poll that was made after it was
# dated by a clock that ran ahead. Polls of another copy were dated by another clock, and are numbered late.
POLLS = """
    SELECT id, topic, why, requests, outcome, message,
        min(started_at) OVER made AS started_at, iif(ended_at IS NULL, NULL, min(ended_at) OVER made) AS ended_at
    FROM polls WINDOW made AS (PARTITION BY theirs ORDER BY id ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)
"""
READ_PAGES = """
    SELECT shown, pages FROM (
        SELECT id, shown, pages, theirs, min(at) OVER made AS at FROM fetches WHERE topic = ?1 AND fault IS NULL
        WINDOW made AS (PARTITION BY theirs ORDER BY id ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)
    ) WHERE at <= ?2 ORDER BY theirs, id DESC
"""
# Of the posts below: ?1 the topic's key, ?2 one post's id or NULL for all, ?3 the moment that is asked for.
REVISIONS = """
    SELECT r.post, r.number, r.author, r.author_id, r.guest, r.edited_at, r.editor, r.body, r.signature, r.permalink,
        r.first_seen, r.last_seen
    FROM stays s JOIN posts p ON p.id = s.post JOIN revisions r ON r.post = s.post
    WHERE s.topic = ?1 AND (?2 IS NULL OR p.post_id = ?2) AND r.first_seen <= ?3
    ORDER BY r.post, coalesce(r.place, r.number), r.number
"""
ABSENCES = """
    SELECT a.post, a.last_seen, a.noticed_at, CASE WHEN a.returned_at <= ?3 THEN a.returned_at END
    FROM absences a JOIN posts p ON p.id = a.post
    WHERE a.topic = ?1 AND (?2 IS NULL OR p.post_id = ?2) AND a.noticed_at <= ?3 ORDER BY a.id
"""
TIMES = """
    SELECT x.post, x.posted_at, x.precision
    FROM stays s JOIN posts p ON p.id = s.post JOIN times x ON x.post = s.post
    WHERE s.topic = ?1 AND (?2 IS NULL OR p.post_id = ?2) AND x.seen_at <= ?3 ORDER BY x.rowid
"""
POSTS = """
    SELECT s.post, p.post_id, s.number, s.page, p.posted_at, p.precision, (
        SELECT t.topic_id FROM stays o JOIN topics t ON t.id = o.topic
        WHERE o.post = s.post AND o.topic <> s.topic AND o.last_seen > s.last_seen AND o.first_seen <= ?3
        ORDER BY o.last_seen DESC
    )
    FROM stays s JOIN posts p ON p.id = s.post
    WHERE s.topic = ?1 AND (?2 IS NULL OR p.post_id = ?2) AND s.first_seen <= ?3 ORDER BY s.place
"""


class Readings(Base):
    """The questions that the archive answers."""

    # --- topics and polls -------------------------------------------------------------------------------------

    def find(self, ref: TopicRef) -> ArchivedTopic | None:
        """The topic at `ref`, or None when the archive does not know it."""
        return next(iter(self._topics(name=board(ref), topic_id=ref.topic_id)), None)

    def topics(self) -> tuple[ArchivedTopic, ...]:
        """All topics, in the order in which they were entered."""
        return self._topics()

    def _topics(
        self, key: int | None = None, name: str | None = None, topic_id: str | None = None
    ) -> tuple[ArchivedTopic, ...]:
        rows = self._rows(TOPICS, (key, name, topic_id))
        return tuple(
            ArchivedTopic(
                key=key,
                ref=TopicRef(engine=engine, board=f"{url.partition('://')[0]}://{name}", topic_id=topic_id, url=url),
                title=title,
                closed=None if closed is None else bool(closed),
                zone=zone,
                pages=pages,
                per_page=per_page,
                drift=drift,
                probed=probed,
            )
            for key, engine, name, topic_id, url, title, closed, zone, pages, per_page, drift, probed in rows
        )

    def polls(self, topic: int | None = None, *, since: datetime | None = None) -> tuple[PollRecord, ...]:
        """Polls of a topic, or of all, oldest first."""
        rows = self._rows(
            f"SELECT id, topic, started_at, ended_at, outcome, why, requests, message FROM ({POLLS}) "  # noqa: S608
            "WHERE (?1 IS NULL OR topic = ?1) AND started_at >= ?2 ORDER BY started_at, id",
            (topic, stamp(since) if since else ""),
        )
        return tuple(_poll(row) for row in rows)

    def last_poll(self, topic: int | None = None, *, at: datetime | None = None) -> PollRecord | None:
        """The newest poll of a topic, or of any, that began by `at`: a clock that ran ahead leaves later ones."""
        rows = self._rows(
            f"SELECT id, topic, started_at, ended_at, outcome, why, requests, message FROM ({POLLS}) "  # noqa: S608
            "WHERE (?1 IS NULL OR topic = ?1) AND started_at <= ?2 ORDER BY started_at DESC, id DESC LIMIT 1",
            (topic, until(at)),
        )
        return _poll(rows[0]) if rows else None

    def coverage(self, topic: int, at: datetime | None = None) -> Coverage:
        """How far the archive can be trusted for a topic, as of `at`; None: by all that was read, even what a clock
        that ran ahead dated into the future.
        """
        bound = until(at)
        rows = self._rows(
            f"SELECT started_at, outcome, message FROM ({POLLS}) WHERE topic = ?1 AND ended_at <= ?2 "  # noqa: S608
            "ORDER BY started_at, id",
            (topic, bound),
        )
        whole = [row for row in rows if row[1] in (Outcome.WHOLE, Outcome.UNCHANGED)]
        newest = rows[-1] if rows else (None, None, None)
        # The newest page tells how many there are: one of our own readings, where there is any.
        readings = self._rows(READ_PAGES, (topic, bound))
        read = {page for page, _pages in readings}
        pages = max(readings[0]) if readings else 0
        return Coverage(
            whole_at=moment(whole[-1][0]) if whole else None,
            tried_at=moment(newest[0]) if newest[0] else None,
            outcome=Outcome(newest[1]) if newest[1] else None,
            message=newest[2],
            # After a whole reading, pages that are not there are only in the board's count.
            missing=()
            if newest[1] in (Outcome.WHOLE, Outcome.UNCHANGED)
            else tuple(page for page in range(1, pages + 1) if page not in read),
        )

    # --- what the poll asks -----------------------------------------------------------------------------------

    def standing_ids(self, topic: int) -> tuple[str, ...]:
        """Ids of the posts that stand in the topic as far as is known, in its order."""
        return tuple(
            post_id
            for (post_id,) in self._rows(
                "SELECT p.post_id FROM stays s JOIN posts p ON p.id = s.post LEFT JOIN absences a "
                "ON a.post = s.post AND a.topic = s.topic AND a.returned_at IS NULL "
                "WHERE s.topic = ? AND a.id IS NULL ORDER BY s.place",
                (topic,),
            )
        )

    def newest_sight(self, topic: int) -> datetime | None:
        """When a post was last seen for the first time; None: there is none."""
        found = self._rows("SELECT max(first_seen) FROM stays WHERE topic = ?", (topic,))[0][0]
        return moment(found) if found else None

    def ids_since(self, topic: int, start: datetime) -> frozenset[str]:
        """Ids of the topic's posts that were posted at `start` or later."""
        return frozenset(
            post_id
            for (post_id,) in self._rows(
                "SELECT p.post_id FROM stays s JOIN posts p ON p.id = s.post WHERE s.topic = ?1 AND p.posted_at >= ?2",
                (topic, stamp(start)),
            )
        )

    def page_readings(self, topic: int) -> dict[int, tuple[int, int, int]]:
        """For every page that was read: (first reading, newest reading, posts on it then); readings are numbered in
        the order of time over all pages. What a copy of the game brought is left out: when it read is not comparable.
        """
        return {
            shown: (first, last, posts)
            for shown, first, last, posts in self._rows(
                "SELECT r.shown, r.first, r.last, f.posts FROM (SELECT shown, min(id) AS first, max(id) AS last "
                "FROM fetches WHERE topic = ? AND fault IS NULL AND NOT theirs GROUP BY shown) r "
                "JOIN fetches f ON f.id = r.last",
                (topic,),
            )
        }

    # --- what the application asks ----------------------------------------------------------------------------

    def posts(self, topic: int, at: datetime | None = None) -> tuple[ArchivedPost, ...]:
        """All posts of a topic in its order, gone ones included, with the revisions that were known at `at` (None:
        now). Four queries, however many posts.
        """
        return self._posts(topic, None, at)

    def post(self, topic: int, post_id: str, at: datetime | None = None) -> ArchivedPost | None:
        """One post of a topic, or None."""
        return next(iter(self._posts(topic, post_id, at)), None)

    def _posts(self, topic: int, only: str | None, at: datetime | None) -> tuple[ArchivedPost, ...]:
        bound = until(at)
        revisions: dict[int, list[Revision]] = defaultdict(list)
        for row in self._rows(REVISIONS, (topic, only, bound)):
            _append(revisions[row[0]], revision(row[1:], bound))
        absences: dict[int, list[Absence]] = defaultdict(list)
        for key, last_seen, noticed, returned in self._rows(ABSENCES, (topic, only, bound)):
            absences[key].append(
                Absence(
                    last_seen=moment(last_seen),
                    noticed_at=moment(noticed),
                    returned_at=moment(returned) if returned else None,
                )
            )
        times: dict[int, list[tuple[str, str]]] = defaultdict(list)
        for key, posted_at, precision in self._rows(TIMES, (topic, only, bound)):
            times[key].append((posted_at, precision))
        posts = []
        for key, post_id, number, page, posted_at, precision, elsewhere in self._rows(POSTS, (topic, only, bound)):
            exact, fine = _posted(posted_at, precision, times[key])
            gone = absences[key] and absences[key][-1].returned_at is None
            posts.append(
                ArchivedPost(
                    key=key,
                    id=post_id,
                    topic=topic,
                    number=number,
                    page=page,
                    posted_at=exact,
                    precision=fine,
                    revisions=tuple(revisions[key]),
                    absences=tuple(absences[key]),
                    moved_to=elsewhere if gone else None,
                )
            )
        return tuple(posts)

    def shifted_times(self, topic: int) -> tuple[tuple[str, timedelta], ...]:
        """(post's id, shift) of posts that the board shows at another time than at first: its zone or its clock was
        changed, and no time on it can be trusted (T3).
        """
        rows = self._rows(
            "SELECT p.post_id, p.posted_at, x.posted_at FROM stays s JOIN posts p ON p.id = s.post "
            "JOIN times x ON x.rowid = (SELECT max(rowid) FROM times WHERE post = p.id) WHERE s.topic = ? "
            "ORDER BY s.place",
            (topic,),
        )
        shifts = ((post_id, moment(now) - moment(first)) for post_id, first, now in rows)
        return tuple((post_id, shift) for post_id, shift in shifts if abs(shift) > JITTER)

    def raw_page(self, sha256: str) -> bytes | None:
        """A raw page by its hash."""
        rows = self._rows("SELECT packed FROM raw_pages WHERE sha256 = ?", (sha256,))
        return zlib.decompress(rows[0][0]) if rows else None

    def counts(self) -> Counts:
        """Sizes of the archive."""
        row = self._rows(
            "SELECT (SELECT count(*) FROM topics), (SELECT count(*) FROM posts), (SELECT count(*) FROM revisions), "
            "(SELECT count(*) FROM raw_pages), (SELECT count(*) FROM polls), "
            "(SELECT count(*) FROM absences WHERE returned_at IS NULL)",
            (),
        )[0]
        return Counts(topics=row[0], posts=row[1], revisions=row[2], pages=row[3], polls=row[4], absent=row[5])

    # --- gaps, clocks, requests, robots -----------------------------------------------------------------------

    def gaps(self, start: datetime | None = None, end: datetime | None = None) -> tuple[Gap, ...]:
        """Times without polls that touch the span, oldest first."""
        rows = self._rows(
            "SELECT start, end, reason FROM gaps WHERE end >= ? AND start <= ? ORDER BY start, id",
            (stamp(start) if start else "", until(end)),
        )
        found = (Gap(start=moment(begun), end=moment(ended), reason=reason) for begun, ended, reason in rows)
        return tuple(gap for gap in found if not self._bridged(gap))

    def _bridged(self, gap: Gap) -> bool:
        """Whether another copy of the game has read every topic all through a gap of one."""
        polls: dict[int, list[datetime]] = defaultdict(list)
        for topic, started, outcome in self._rows(
            "SELECT topic, started_at, outcome FROM polls WHERE started_at > ? AND started_at < ? ORDER BY started_at",
            (stamp(gap.start), stamp(gap.end)),
        ):
            moments = polls[topic]
            if outcome in (Outcome.WHOLE, Outcome.UNCHANGED):
                moments.append(moment(started))
        return bool(polls) and all(
            found and all(later - earlier <= BRIDGE for earlier, later in pairwise([gap.start, *found, gap.end]))
            for found in polls.values()
        )

    def clock_samples(self, ref: TopicRef, *, limit: int = 50) -> tuple[ClockSample, ...]:
        """The newest comparisons with the board's clock, oldest first."""
        rows = self._rows(
            "SELECT at, header, page FROM clocks WHERE board = ? ORDER BY at DESC LIMIT ?", (board(ref), limit)
        )
        return tuple(ClockSample(at=moment(at), header=header, page=page) for at, header, page in reversed(rows))

    def requests_since(self, start: datetime) -> tuple[datetime, ...]:
        """Moments of the requests after `start`, oldest first."""
        return tuple(
            moment(at) for (at,) in self._rows("SELECT at FROM requests WHERE at > ? ORDER BY at", (stamp(start),))
        )

    def robots(self, host: str) -> tuple[str, datetime] | None:
        """A host's robots.txt and when it was fetched."""
        rows = self._rows("SELECT text, fetched_at FROM robots WHERE host = ?", (host,))
        return (rows[0][0], moment(rows[0][1])) if rows else None


def revision(row: Sequence[Any], bound: str) -> Revision:
    """A revision from its columns, as it was known at `bound`."""
    number, author, author_id, guest, edited_at, editor, body, signature, permalink, first_seen, last_seen = row
    return Revision(
        number=number,
        author=author,
        author_id=author_id,
        guest=bool(guest),
        edited_at=moment(edited_at) if edited_at else None,
        editor=editor,
        body=body,
        signature=signature,
        permalink=permalink,
        first_seen=moment(first_seen),
        last_seen=moment(min(last_seen, bound)),
    )


def _append(known: list[Revision], new: Revision) -> None:
    """The next revision of a post; one that another copy saw earlier stands in two rows."""
    last = known[-1] if known else None
    if last and (last.body, last.author, last.author_id, last.edited_at) == (
        new.body,
        new.author,
        new.author_id,
        new.edited_at,
    ):
        known[-1] = replace(new, first_seen=last.first_seen)
    else:
        known.append(new)


def _posted(first: str, precision: str, shown: Sequence[tuple[str, str]]) -> tuple[datetime, Precision]:
    """The time of a post: as shown at first, made exact by the last sight that agrees with it."""
    agreeing = [(exact, fine) for exact, fine in shown if abs(moment(exact) - moment(first)) <= JITTER]
    exact, fine = agreeing[-1] if agreeing else (first, precision)
    return moment(exact), Precision(fine)


def _poll(row: Sequence[Any]) -> PollRecord:
    key, topic, started_at, ended_at, outcome, why, requests, message = row
    return PollRecord(
        key=key,
        topic=topic,
        started_at=moment(started_at),
        ended_at=moment(ended_at) if ended_at else None,
        outcome=Outcome(outcome) if outcome else None,
        why=why,
        requests=requests,
        message=message,
    )
