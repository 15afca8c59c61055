"""The archive's tables, step by step; a step that was released is never changed.

Append only: triggers refuse to delete what was seen, or to change what a revision says.
"""

from __future__ import annotations

from sqlite_utils import Database, Migrations

ARCHIVE = Migrations("scraper.archive")

TABLES = """
CREATE TABLE topics (
    id INTEGER PRIMARY KEY,
    engine TEXT NOT NULL,
    board TEXT NOT NULL,
    topic_id TEXT NOT NULL,
    url TEXT NOT NULL,
    title TEXT,
    closed INTEGER,
    zone TEXT,
    pages INTEGER NOT NULL DEFAULT 0,
    per_page INTEGER,
    drift INTEGER NOT NULL DEFAULT 0,
    probed INTEGER NOT NULL DEFAULT 0,
    added_at TEXT NOT NULL,
    UNIQUE (board, topic_id)
);
CREATE TABLE raw_pages (
    sha256 TEXT PRIMARY KEY,
    packed BLOB NOT NULL,
    size INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE polls (
    id INTEGER PRIMARY KEY,
    topic INTEGER NOT NULL REFERENCES topics (id),
    started_at TEXT NOT NULL,
    ended_at TEXT,
    outcome TEXT,
    why TEXT NOT NULL,
    requests INTEGER NOT NULL DEFAULT 0,
    message TEXT
);
CREATE INDEX polls_by_topic ON polls (topic, started_at);
CREATE TABLE fetches (
    id INTEGER PRIMARY KEY,
    poll INTEGER NOT NULL REFERENCES polls (id),
    topic INTEGER NOT NULL REFERENCES topics (id),
    page INTEGER NOT NULL,
    shown INTEGER,
    pages INTEGER,
    posts INTEGER,
    at TEXT NOT NULL,
    url TEXT NOT NULL,
    status INTEGER,
    raw TEXT REFERENCES raw_pages (sha256),
    fault TEXT
);
CREATE INDEX fetches_by_page ON fetches (topic, shown);
CREATE TABLE posts (
    id INTEGER PRIMARY KEY,
    board TEXT NOT NULL,
    post_id TEXT NOT NULL,
    posted_at TEXT NOT NULL,
    precision TEXT NOT NULL,
    UNIQUE (board, post_id)
);
CREATE TABLE times (
    post INTEGER NOT NULL REFERENCES posts (id),
    posted_at TEXT NOT NULL,
    precision TEXT NOT NULL,
    seen_at TEXT NOT NULL
);
CREATE INDEX times_by_post ON times (post);
CREATE TABLE stays (
    post INTEGER NOT NULL REFERENCES posts (id),
    topic INTEGER NOT NULL REFERENCES topics (id),
    place REAL NOT NULL,
    page INTEGER NOT NULL,
    number INTEGER,
    first_seen TEXT NOT NULL,
    last_seen TEXT NOT NULL,
    PRIMARY KEY (post, topic)
) WITHOUT ROWID;
CREATE INDEX stays_by_topic ON stays (topic, place);
CREATE TABLE revisions (
    id INTEGER PRIMARY KEY,
    post INTEGER NOT NULL REFERENCES posts (id),
    number INTEGER NOT NULL,
    author TEXT NOT NULL,
    author_id TEXT,
    guest INTEGER NOT NULL,
    edited_at TEXT,
    editor TEXT,
    body TEXT NOT NULL,
    signature TEXT,
    permalink TEXT,
    first_seen TEXT NOT NULL,
    last_seen TEXT NOT NULL,
    fetch INTEGER NOT NULL REFERENCES fetches (id),
    UNIQUE (post, number)
);
CREATE TABLE absences (
    id INTEGER PRIMARY KEY,
    post INTEGER NOT NULL REFERENCES posts (id),
    topic INTEGER NOT NULL REFERENCES topics (id),
    last_seen TEXT NOT NULL,
    noticed_at TEXT NOT NULL,
    returned_at TEXT
);
CREATE INDEX absences_by_topic ON absences (topic);
CREATE UNIQUE INDEX absences_that_last ON absences (post, topic) WHERE returned_at IS NULL;
CREATE TABLE gaps (
    id INTEGER PRIMARY KEY,
    start TEXT NOT NULL,
    end TEXT NOT NULL,
    reason TEXT NOT NULL
);
CREATE TABLE requests (
    at TEXT NOT NULL,
    host TEXT NOT NULL
);
CREATE INDEX requests_by_time ON requests (at);
CREATE TABLE clocks (
    board TEXT NOT NULL,
    at TEXT NOT NULL,
    header REAL,
    page REAL
);
CREATE INDEX clocks_by_board ON clocks (board, at);
CREATE TABLE robots (
    host TEXT PRIMARY KEY,
    text TEXT NOT NULL,
    fetched_at TEXT NOT NULL
) WITHOUT ROWID;
"""
SEEN = ("raw_pages", "posts", "revisions", "absences", "fetches")


@ARCHIVE()
def tables(database: Database) -> None:
    """All tables of the first release."""
    # One by one: `executescript` would commit and so leave the step's transaction.
    for statement in TABLES.split(";"):
        if statement.strip():
            database.execute(statement)


@ARCHIVE()
def append_only(database: Database) -> None:
    """What was seen is never deleted, and what a revision says never changes."""
    for table in SEEN:
        database.execute(
            f"CREATE TRIGGER {table}_stay BEFORE DELETE ON {table} BEGIN SELECT RAISE(ABORT, 'append only'); END"
        )
    database.execute(
        "CREATE TRIGGER revisions_hold BEFORE UPDATE OF body, author, author_id, first_seen, number, post ON revisions "
        "BEGIN SELECT RAISE(ABORT, 'append only'); END"
    )


@ARCHIVE()
def sights_of_a_copy(database: Database) -> None:
    """What the copy of another game master saw can be taken over: `theirs` marks it, `place` puts a revision that was
    learned of late where it belongs in time; NULL: its number is its place.
    """
    for change in (
        "polls ADD COLUMN theirs INTEGER NOT NULL DEFAULT 0",
        "fetches ADD COLUMN theirs INTEGER NOT NULL DEFAULT 0",
        "revisions ADD COLUMN place REAL",
    ):
        database.execute(f"ALTER TABLE {change}")
