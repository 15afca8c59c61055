"""The archive: every page, post and revision that was seen, in SQLite. Append only; one transaction a step."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlite_utils import Database

from scraper import archive_bodies
from scraper.addresses import shown as address
from scraper.archive_base import board, stamp, until
from scraper.archive_order import TopicOrder
from scraper.archive_read import JITTER, Readings, revision
from scraper.archive_records import ArchivedTopic, ClockSample, Gap, Outcome, Revision, Saved
from scraper.records import Fetched, Post, TopicPage, TopicRef

KEPT_REQUESTS = timedelta(days=7)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    """A post that is held."""

    text: Revision
    """The newest."""
    highest: int
    """The highest number of its revisions: of one that was learned of late, perhaps."""


class Archive(Readings):
    """The archive in `database`, which the application shares for its own tables."""

    def __init__(self, database: Database) -> None:
        """Bring the tables up to date. Raises ArchiveError."""
        super().__init__(database)
        self._orders: dict[int, TopicOrder] = {}

    # --- topics -----------------------------------------------------------------------------------------------

    def topic(self, ref: TopicRef, at: datetime) -> ArchivedTopic:
        """The topic at `ref`, entered at `at` when it is new. Raises ArchiveError."""
        found = self.find(ref)
        if found is not None:
            return found
        with self.writing():
            self.database.execute(
                "INSERT INTO topics (engine, board, topic_id, url, added_at) VALUES (?, ?, ?, ?, ?)",
                (ref.engine, board(ref), ref.topic_id, ref.url, stamp(at)),
            )
        return self._topics(name=board(ref), topic_id=ref.topic_id)[0]

    def accept_drift(self, topic: int, drift: int) -> None:
        """The pages run `drift` posts ahead of what is held, and a search found no reason: placeholders."""
        with self.writing():
            self.database.execute("UPDATE topics SET drift = ? WHERE id = ?", (drift, topic))

    def settle(self, topic: int, *, pages: int, per_page: int | None) -> None:
        """A reading is whole: so many pages there are, whatever the board's page count says."""
        with self.writing():
            self.database.execute(
                "UPDATE topics SET pages = ?, per_page = coalesce(?, per_page) WHERE id = ?", (pages, per_page, topic)
            )

    def note_probed(self, topic: int, mark: int) -> None:
        """The page after a full last page was asked for, and there is none."""
        with self.writing():
            self.database.execute("UPDATE topics SET probed = ? WHERE id = ?", (mark, topic))

    # --- polls ------------------------------------------------------------------------------------------------

    def begin_poll(self, topic: int, at: datetime, why: str = "") -> int:
        """A poll of a topic begins: its key."""
        self._orders.pop(topic, None)
        with self.writing():
            # Of requests only the last hours matter, for the budget.
            self.database.execute("DELETE FROM requests WHERE at < ?", (stamp(at - KEPT_REQUESTS),))
            cursor = self.database.execute(
                "INSERT INTO polls (topic, started_at, why) VALUES (?, ?, ?)", (topic, stamp(at), why)
            )
            return int(cursor.lastrowid or 0)

    def end_poll(
        self, poll: int, at: datetime, outcome: Outcome, *, requests: int = 0, message: str | None = None
    ) -> None:
        """A poll ended."""
        with self.writing():
            self.database.execute(
                "UPDATE polls SET ended_at = ?, outcome = ?, requests = ?, message = ? WHERE id = ?",
                (stamp(at), outcome.value, requests, message, poll),
            )

    # --- pages ------------------------------------------------------------------------------------------------

    def save_page(self, poll: int, topic: ArchivedTopic, asked: int, page: TopicPage, fetched: Fetched) -> Saved:
        """Keep what page `asked` showed: the raw page and its posts, in one transaction. Raises ArchiveError."""
        at = stamp(fetched.fetched_at)
        order = self._order(topic.key)
        try:
            with self.writing():
                return self._save_page(poll, topic, asked, page, fetched, at, order)
        except BaseException:
            self._orders.pop(topic.key, None)
            raise

    def _save_page(
        self,
        poll: int,
        topic: ArchivedTopic,
        asked: int,
        page: TopicPage,
        fetched: Fetched,
        at: str,
        order: TopicOrder,
    ) -> Saved:
        known = self._known(topic, [post.id for post in page.posts])
        fetch = self._save_fetch(
            poll, topic.key, asked, fetched, shown=page.page, pages=page.pages, posts=len(page.posts)
        )
        keys = self._save_posts(topic, page.posts, known, at)
        revised = self._save_revisions(page.posts, keys, known, at, fetch)
        held = {key for key in keys.values() if key in order.place}
        last = page.page >= page.pages
        ages = {keys[post.id]: age(stamp(post.posted_at), post.id) for post in page.posts}
        ranked = order.merge(page.page, ages, last=last)
        self.database.conn.executemany(
            "INSERT INTO stays (post, topic, place, page, number, first_seen, last_seen) VALUES (?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (post, topic) DO UPDATE SET place = excluded.place, page = excluded.page, "
            "number = excluded.number, last_seen = max(last_seen, excluded.last_seen)",
            [
                (keys[post.id], topic.key, order.place[keys[post.id]], page.page, post.number, at, at)
                for post in page.posts
            ],
        )
        shown = set(keys.values())
        self.database.conn.executemany(
            "UPDATE stays SET place = ? WHERE post = ? AND topic = ?",
            [(place, key, topic.key) for key, place in ranked.items() if key not in shown],
        )
        returned = {
            key
            for (key,) in self.database.execute(
                "UPDATE absences SET returned_at = ? WHERE topic = ? AND returned_at IS NULL "
                "AND post IN (SELECT value FROM json_each(?)) RETURNING post",
                (at, topic.key, json.dumps(sorted(shown))),
            ).fetchall()
        }
        self.database.execute(
            "UPDATE topics SET title = ?, closed = ?, zone = coalesce(?, zone), pages = max(pages, ?), "
            "per_page = coalesce(per_page, ?) WHERE id = ?",
            (
                page.title,
                page.closed,
                page.zone,
                max(page.page, page.pages),
                page.per_page or (len(page.posts) + len(page.deleted) if page.page < page.pages else None),
                topic.key,
            ),
        )
        return Saved(
            new=tuple(post.id for post in page.posts if keys[post.id] not in held),
            revised=tuple(post.id for post in page.posts if keys[post.id] in held and post.id in revised),
            returned=tuple(post.id for post in page.posts if keys[post.id] in returned),
        )

    def save_fault(self, poll: int, topic: int, asked: int, fetched: Fetched, fault: str) -> None:
        """Keep an answer that could not be read as the page that was asked for, with what it was."""
        with self.writing():
            self._save_fetch(poll, topic, asked, fetched, fault=fault)

    def _save_fetch(
        self,
        poll: int,
        topic: int,
        asked: int,
        fetched: Fetched,
        *,
        shown: int | None = None,
        pages: int | None = None,
        posts: int | None = None,
        fault: str | None = None,
    ) -> int:
        at, url = stamp(fetched.fetched_at), address(fetched.url)
        digest = hashlib.sha256(fetched.content).hexdigest()
        self.database.execute(
            "INSERT OR IGNORE INTO raw_pages (sha256, packed, size) VALUES (?, ?, ?)",
            (digest, zlib.compress(fetched.content, 6), len(fetched.content)),
        )
        cursor = self.database.execute(
            "INSERT INTO fetches (poll, topic, page, shown, pages, posts, at, url, status, raw, fault) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (poll, topic, asked, shown, pages, posts, at, url, fetched.status, digest, fault),
        )
        return int(cursor.lastrowid or 0)

    def _known(self, topic: ArchivedTopic, ids: Sequence[str]) -> dict[str, _Known]:
        rows = self._rows(
            "SELECT p.post_id, p.id, r.number, r.author, r.author_id, r.guest, r.edited_at, r.editor, r.body, "
            "r.signature, r.permalink, r.first_seen, r.last_seen FROM posts p JOIN revisions r ON r.post = p.id "
            "WHERE p.board = ? AND p.post_id IN (SELECT value FROM json_each(?)) "
            "ORDER BY coalesce(r.place, r.number), r.number",
            (board(topic.ref), json.dumps(list(ids))),
        )
        highest: dict[str, int] = {}
        for post_id, _key, number, *_text in rows:
            highest[post_id] = max(number, highest.get(post_id, 0))
        return {row[0]: _Known(text=revision(row[2:], until(None)), highest=highest[row[0]]) for row in rows}

    def _save_posts(
        self, topic: ArchivedTopic, posts: Sequence[Post], known: dict[str, _Known], at: str
    ) -> dict[str, int]:
        name = board(topic.ref)
        self.database.conn.executemany(
            "INSERT OR IGNORE INTO posts (board, post_id, posted_at, precision) VALUES (?, ?, ?, ?)",
            [(name, post.id, stamp(post.posted_at), post.precision.value) for post in posts if post.id not in known],
        )
        rows = self._rows(
            "SELECT p.post_id, p.id, coalesce(t.posted_at, p.posted_at) FROM posts p LEFT JOIN times t "
            "ON t.rowid = (SELECT max(rowid) FROM times WHERE post = p.id) "
            "WHERE p.board = ? AND p.post_id IN (SELECT value FROM json_each(?))",
            (name, json.dumps([post.id for post in posts])),
        )
        shown = {row[0]: row[2] for row in rows}
        keys = {row[0]: row[1] for row in rows}
        self.database.conn.executemany(
            "INSERT INTO times (post, posted_at, precision, seen_at) VALUES (?, ?, ?, ?)",
            [
                (keys[post.id], stamp(post.posted_at), post.precision.value, at)
                for post in posts
                if shown[post.id] != stamp(post.posted_at)
            ],
        )
        return keys

    def _save_revisions(
        self,
        posts: Sequence[Post],
        keys: dict[str, int],
        known: dict[str, _Known],
        at: str,
        fetch: int,
    ) -> set[str]:
        fresh = [post for post in posts if post.id not in known or not alike(known[post.id].text, post)]
        self.database.conn.executemany(
            "INSERT INTO revisions (post, number, author, author_id, guest, edited_at, editor, body, signature, "
            "permalink, first_seen, last_seen, fetch) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    keys[post.id],
                    known[post.id].highest + 1 if post.id in known else 1,
                    post.author,
                    post.author_id,
                    post.guest,
                    stamp(post.edited_at) if post.edited_at else None,
                    post.editor,
                    post.body,
                    post.signature,
                    post.permalink,
                    at,
                    at,
                    fetch,
                )
                for post in fresh
            ],
        )
        changed = {post.id for post in fresh}
        self.database.conn.executemany(
            "UPDATE revisions SET last_seen = max(last_seen, ?) WHERE post = ? AND number = ?",
            [(at, keys[post.id], known[post.id].text.number) for post in posts if post.id not in changed],
        )
        return changed

    def note_absent(self, topic: int, ids: Iterable[str], at: datetime) -> tuple[str, ...]:
        """Posts that are established to be gone from the topic; those that were not held or are gone already are
        passed over.
        """
        with self.writing():
            rows = self.database.execute(
                "INSERT INTO absences (post, topic, last_seen, noticed_at) "
                "SELECT p.id, s.topic, s.last_seen, ? FROM stays s JOIN posts p ON p.id = s.post "
                "WHERE s.topic = ? AND p.post_id IN (SELECT value FROM json_each(?)) "
                "AND NOT EXISTS (SELECT 1 FROM absences a WHERE a.post = s.post AND a.topic = s.topic "
                "AND a.returned_at IS NULL) RETURNING post",
                (stamp(at), topic, json.dumps(list(ids))),
            ).fetchall()
        keys = {key for (key,) in rows}
        return tuple(
            post_id
            for post_id, key in self._rows(
                "SELECT post_id, id FROM posts WHERE id IN (SELECT value FROM json_each(?))",
                (json.dumps(sorted(keys)),),
            )
            if key in keys
        )

    # --- gaps, clocks, requests, robots -----------------------------------------------------------------------

    def note_gap(self, gap: Gap) -> None:
        """Record a time without polls; one that continues the last gap prolongs it."""
        with self.writing():
            cursor = self.database.execute(
                "UPDATE gaps SET end = ? WHERE id = (SELECT max(id) FROM gaps) AND start = ? AND reason = ?",
                (stamp(gap.end), stamp(gap.start), gap.reason),
            )
            if not cursor.rowcount:
                self.database.execute(
                    "INSERT INTO gaps (start, end, reason) VALUES (?, ?, ?)",
                    (stamp(gap.start), stamp(gap.end), gap.reason),
                )

    def note_clock(self, ref: TopicRef, sample: ClockSample) -> None:
        """Keep a comparison of the board's clock with ours."""
        with self.writing():
            self.database.execute(
                "INSERT INTO clocks (board, at, header, page) VALUES (?, ?, ?, ?)",
                (board(ref), stamp(sample.at), sample.header, sample.page),
            )

    def note_request(self, at: datetime, host: str) -> None:
        """A request goes out: for the budget, which holds over restarts."""
        with self.writing():
            self.database.execute("INSERT INTO requests (at, host) VALUES (?, ?)", (stamp(at), host))

    def keep_robots(self, host: str, text: str, at: datetime) -> None:
        """Keep a host's robots.txt."""
        with self.writing():
            self.database.execute("INSERT OR REPLACE INTO robots VALUES (?, ?, ?)", (host, text, stamp(at)))

    def forget_orders(self) -> None:
        """The places of posts were changed by somebody else."""
        self._orders.clear()

    def _order(self, topic: int) -> TopicOrder:
        if topic not in self._orders:
            rows = self._rows(
                "SELECT s.post, s.place, p.posted_at, p.post_id FROM stays s JOIN posts p ON p.id = s.post "
                "WHERE s.topic = ?",
                (topic,),
            )
            self._orders[topic] = TopicOrder((key, place, age(at, post)) for key, place, at, post in rows)
        return self._orders[topic]


def alike(old: Revision, new: Post | Revision) -> bool:
    """Whether a post looks as it did. Its time and signature are not compared: they change without its author."""
    if (old.author, old.author_id, old.guest) != (new.author, new.author_id, new.guest):
        return False
    if (old.edited_at is None) != (new.edited_at is None):
        return False
    if old.edited_at and new.edited_at and abs(old.edited_at - new.edited_at) > JITTER:
        return False
    return archive_bodies.same(old.body, new.body)


def age(posted_at: str, post_id: str) -> tuple[str, int]:
    """What boards order posts by: the time as it is kept, and the id."""
    return posted_at, int(post_id) if post_id.isdecimal() else 0
