"""The archive: append only, one transaction a step, as of any moment (issue 2.4, issue 6.3)."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from faulty_board import START, archive
from hypothesis import given, settings
from hypothesis import strategies as st

from scraper.archive import Archive
from scraper.archive_base import open_database
from scraper.archive_bodies import appended, canonical, same
from scraper.archive_order import TopicOrder
from scraper.archive_records import ArchivedTopic, Gap, Outcome
from scraper.errors import ArchiveError
from scraper.migrations import ARCHIVE
from scraper.records import Fetched, Post, Precision, TopicPage, TopicRef

REF = TopicRef(
    engine="mybbru", board="http://board.example/", topic_id="1", url="http://board.example/viewtopic.php?id=1"
)


def post(number: int, body: str = "слово", **other: object) -> Post:
    usual = Post(
        id=str(number),
        number=number,
        author="Гнев",
        author_id="2",
        guest=False,
        posted_at=START + timedelta(minutes=number),
        precision=Precision.SECOND,
        edited_at=None,
        editor=None,
        body=body,
        signature=None,
        permalink=None,
    )
    return replace(usual, **other)  # type: ignore[arg-type]


def page(posts: Sequence[Post], number: int = 1, pages: int = 1) -> TopicPage:
    return TopicPage(
        engine="mybbru",
        title="Голосование",
        topic_id="1",
        page=number,
        pages=pages,
        posts=tuple(posts),
        closed=False,
        board_now=None,
        zone=None,
    )


def fetched(at: datetime, content: bytes = b"page") -> Fetched:
    url = f"{REF.url}&sid=SECRET"
    return Fetched(url=url, final_url=url, status=200, headers=(), content=content, fetched_at=at)


class Desk:
    def __init__(self, folder: Path) -> None:
        self.archive: Archive = archive(folder)
        self.topic: ArchivedTopic = self.archive.topic(REF, START)
        self.poll = self.archive.begin_poll(self.topic.key, START)

    def show(self, minutes: float, *posts: Post, number: int = 1, pages: int = 1) -> None:
        at = START + timedelta(minutes=minutes)
        self.archive.save_page(
            self.poll, self.topic, number, page(posts, number, pages), fetched(at, repr(posts).encode())
        )

    def bodies(self, minutes: float | None = None) -> list[str]:
        at = None if minutes is None else START + timedelta(minutes=minutes)
        return [found.body for found in self.archive.posts(self.topic.key, at)]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_revisions_as_of_any_moment(desk: Desk) -> None:
    """Each text with when it was first and last seen; a text that comes back is a revision of its own."""
    for minutes, body in ((10, "а"), (20, "а"), (30, "б"), (40, "а")):
        desk.show(minutes, post(1, body))
    assert [desk.bodies(minutes) for minutes in (9, 10, 29, 30, 39, 40)] == [[], ["а"], ["а"], ["б"], ["б"], ["а"]]
    seen = [
        (revision.number, revision.body, revision.first_seen, revision.last_seen)
        for revision in desk.archive.posts(desk.topic.key)[0].revisions
    ]
    assert [(number, body) for number, body, _first, _last in seen] == [(1, "а"), (2, "б"), (3, "а")]
    assert [(int((first - START).seconds / 60), int((last - START).seconds / 60)) for _n, _b, first, last in seen] == [
        (10, 20),
        (30, 30),
        (40, 40),
    ]
    past = desk.archive.posts(desk.topic.key, START + timedelta(minutes=15))[0]
    assert past.last_seen == START + timedelta(minutes=15), "nothing after the moment that is asked for is told"


def test_what_is_no_edit(desk: Desk) -> None:
    """Signatures, relative times that waver, and what the engine writes anew make no revision."""
    body = '<blockquote><cite>Вера (Сегодня 21:58)</cite>да</blockquote><a href="/x.php?sid=1&amp;id=2">сюда</a>'
    noted = START + timedelta(minutes=5)
    desk.show(10, post(1, body, signature="раз", edited_at=noted))
    other = body.replace("Сегодня", "Вчера").replace("sid=1", "sid=2")
    exact = START + timedelta(minutes=2)
    desk.show(20, post(1, other, signature="два", edited_at=noted + timedelta(minutes=1), posted_at=exact))
    found = desk.archive.posts(desk.topic.key)[0]
    assert len(found.revisions) == 1
    assert found.posted_at == exact, "an absolute time makes a relative one exact"


@pytest.mark.parametrize(
    "change",
    [
        {"body": "слово!"},
        {"author": "Ярость"},
        {"author_id": None, "guest": True},
        {"edited_at": START + timedelta(hours=1)},
        {"body": '<span style="color: red">слово</span>'},
    ],
)
def test_what_is_another_revision(desk: Desk, change: dict[str, object]) -> None:
    desk.show(10, post(1))
    desk.show(20, post(1, **change))  # type: ignore[arg-type]
    assert len(desk.archive.posts(desk.topic.key)[0].revisions) == 2


def test_a_post_that_moves_to_another_page_is_the_same(desk: Desk) -> None:
    desk.show(10, post(1), post(2), number=1, pages=2)
    desk.show(11, post(3), post(4), number=2, pages=2)
    desk.show(20, post(2), post(3), number=1, pages=2)
    found = desk.archive.posts(desk.topic.key)
    assert [item.id for item in found] == ["1", "2", "3", "4"]
    assert [len(item.revisions) for item in found] == [1, 1, 1, 1]
    assert found[2].page == 1


def test_absence_is_noted_once_and_ends(desk: Desk) -> None:
    """V15: when it was last seen, when noticed, when it was back."""
    desk.show(10, post(1), post(2))
    assert desk.archive.note_absent(desk.topic.key, ["2", "77"], START + timedelta(minutes=20)) == ("2",)
    assert desk.archive.note_absent(desk.topic.key, ["2"], START + timedelta(minutes=30)) == ()
    gone = desk.archive.posts(desk.topic.key)[1].gone
    assert gone
    assert (gone.last_seen, gone.noticed_at) == (START + timedelta(minutes=10), START + timedelta(minutes=20))
    assert desk.archive.posts(desk.topic.key, START + timedelta(minutes=15))[1].gone is None
    desk.show(40, post(1), post(2))
    assert desk.archive.posts(desk.topic.key)[1].gone is None
    assert desk.archive.posts(desk.topic.key, START + timedelta(minutes=35))[1].gone is not None


def test_nothing_that_was_seen_can_be_deleted_or_changed(desk: Desk) -> None:
    desk.show(10, post(1))
    desk.archive.note_absent(desk.topic.key, ["1"], START)
    for table in ("posts", "revisions", "raw_pages", "fetches", "absences"):
        with pytest.raises(sqlite3.IntegrityError, match="append only"):
            desk.archive.database.execute(f"DELETE FROM {table}")
    with pytest.raises(sqlite3.IntegrityError, match="append only"):
        desk.archive.database.execute("UPDATE revisions SET body = 'x'")


def test_raw_pages_are_kept_once_and_without_tokens(desk: Desk) -> None:
    """Every page, compressed, by its hash; the addresses kept with them hold no session."""
    for minutes in (10, 20):
        desk.show(minutes, post(1, "слово " * 1000))
    assert desk.archive.counts().pages == 1
    digest, url = desk.archive.database.execute("SELECT raw, url FROM fetches").fetchone()
    raw = desk.archive.raw_page(digest)
    assert raw
    assert "слово".encode() in raw
    assert "SECRET" not in url


def test_queries_do_not_grow_with_posts(tmp_path: Path) -> None:
    """Reading and saving ask the database as often for a thousand posts as for one."""
    counts = []
    for size in (1, 300):
        desk = Desk(tmp_path / str(size)) if (tmp_path / str(size)).mkdir() is None else None
        assert desk
        asked: list[str] = []
        desk.archive.database.conn.set_trace_callback(asked.append)
        desk.archive.posts(desk.topic.key)
        reads = len(asked)
        desk.show(10, *(post(number) for number in range(size)))
        selects = [sql for sql in asked[reads:] if sql.lstrip().startswith("SELECT")]
        counts.append((reads, len(selects)))
    assert counts[0] == counts[1]


def test_a_step_that_fails_leaves_nothing(desk: Desk) -> None:
    """One transaction a step: a fault in its middle takes all of it back, and the next step is sound."""
    desk.show(10, post(1))
    desk.archive.database.execute(
        "CREATE TEMP TRIGGER fault BEFORE INSERT ON stays WHEN NEW.number = 3 BEGIN SELECT RAISE(ABORT, 'fault'); END"
    )
    with pytest.raises(ArchiveError):
        desk.show(20, post(1, "иначе"), post(2), post(3))
    assert desk.bodies() == ["слово"]
    assert desk.archive.counts().revisions == 1
    desk.archive.database.execute("DROP TRIGGER fault")
    desk.show(30, post(1, "иначе"), post(2), post(3))
    assert desk.bodies() == ["иначе", "слово", "слово"]


def test_full_disk_is_one_clear_line(tmp_path: Path) -> None:
    """A disk that is full: what was saved stays, and it goes on when there is room again."""
    desk = Desk(tmp_path)
    desk.show(10, post(1))
    size = desk.archive.database.execute("PRAGMA page_count").fetchone()[0]
    desk.archive.database.execute(f"PRAGMA max_page_count = {size + 1}")
    with pytest.raises(ArchiveError, match="disk is full"):
        desk.show(20, *(post(number, f"{number}" * 3000) for number in range(1, 40)))
    assert desk.bodies() == ["слово"]
    desk.archive.database.execute("PRAGMA max_page_count = 1000000")
    desk.show(30, post(1), post(2))
    assert len(desk.bodies()) == 2


def test_locked_database_is_one_clear_line(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    other = sqlite3.connect(tmp_path / "itogi.db")
    other.execute("BEGIN IMMEDIATE")
    desk.archive.database.execute("PRAGMA busy_timeout = 20")
    with pytest.raises(ArchiveError, match="in use"):
        desk.show(10, post(1))
    other.rollback()
    other.close()
    desk.show(10, post(1))
    assert desk.bodies() == ["слово"]


@pytest.mark.parametrize("content", [b"not a database at all, but long enough to be looked at" * 20])
def test_other_files_are_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "itogi.db").write_bytes(content)
    with pytest.raises(ArchiveError, match="damaged"):
        archive(tmp_path)
    with pytest.raises(ArchiveError, match="cannot be opened"):
        open_database(tmp_path / "no" / "such" / "folder.db")


def test_tables_are_made_once(tmp_path: Path) -> None:
    for _start in range(2):
        found = archive(tmp_path)
        assert not ARCHIVE.pending(found.database)
        assert found.database.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_coverage_tells_what_was_never_read(desk: Desk) -> None:
    """A half-read topic says so, also when looked at from later."""
    desk.show(10, post(1), number=1, pages=3)
    desk.show(11, post(5), number=3, pages=3)
    desk.archive.end_poll(desk.poll, START + timedelta(minutes=12), Outcome.PARTIAL, message="оборвалось")
    half = desk.archive.coverage(desk.topic.key)
    assert half.half_read
    assert (half.missing, half.message, half.whole_at) == ((2,), "оборвалось", None)
    second = desk.archive.begin_poll(desk.topic.key, START + timedelta(minutes=20))
    desk.poll = second
    desk.show(21, post(3), number=2, pages=3)
    assert desk.archive.coverage(desk.topic.key).half_read, "not before the poll has ended"
    desk.archive.end_poll(second, START + timedelta(minutes=22), Outcome.WHOLE)
    assert not desk.archive.coverage(desk.topic.key).half_read
    assert desk.archive.coverage(desk.topic.key, START + timedelta(minutes=13)).half_read
    assert desk.archive.last_poll(desk.topic.key) == desk.archive.polls()[-1]


def poll(desk: Desk, start: float, outcome: Outcome = Outcome.WHOLE, *, end: float | None = None) -> None:
    """A poll at minute `start` by the clock of the moment."""
    desk.poll = desk.archive.begin_poll(desk.topic.key, START + timedelta(minutes=start))
    if outcome is Outcome.WHOLE:
        desk.show(start, post(1))
    desk.archive.end_poll(desk.poll, START + timedelta(minutes=end or start + 1), outcome)


def test_a_reading_dated_by_a_clock_that_ran_ahead_is_not_the_newest(desk: Desk) -> None:
    """The clock was an hour ahead and set back: what it dated is as old as what was read after it, now and later on."""
    poll(desk, 70)
    before = desk.archive.coverage(desk.topic.key, START + timedelta(minutes=15))
    assert before.whole_at is None, "what is still to come was not read yet"
    poll(desk, 12)
    poll(desk, 20, Outcome.FAILED)
    for later in (25, 71, 200):
        cover = desk.archive.coverage(desk.topic.key, START + timedelta(minutes=later))
        assert cover.whole_at == START + timedelta(minutes=12)
        assert (cover.tried_at, cover.outcome) == (START + timedelta(minutes=20), Outcome.FAILED)
        last = desk.archive.last_poll(desk.topic.key, at=START + timedelta(minutes=later))
        assert last is not None
        assert last.started_at == START + timedelta(minutes=20)


def test_a_clock_that_was_behind_for_one_poll_spoils_no_newer_one(desk: Desk) -> None:
    """Only what was read before it looks older than it is, which is never taken for fresh."""
    poll(desk, 10)
    poll(desk, -50)
    poll(desk, 20)
    assert desk.archive.coverage(desk.topic.key, START + timedelta(minutes=30)).whole_at == START + timedelta(
        minutes=20
    )


def test_gaps_are_prolonged_not_repeated(desk: Desk) -> None:
    for minutes in (5, 10, 15):
        desk.archive.note_gap(Gap(start=START, end=START + timedelta(minutes=minutes), reason="failed"))
    assert desk.archive.gaps() == (Gap(start=START, end=START + timedelta(minutes=15), reason="failed"),)
    assert not desk.archive.gaps(START + timedelta(hours=1))


SEPARATOR = '<hr class="mycode_hr" />'
LABEL = '<br /><span style="color: gray;">Добавлено спустя 35 секунд:</span><br />'


@pytest.mark.parametrize(
    ("earlier", "later", "is_reply"),
    [
        ("Вера красным", f"Вера красным<br />{SEPARATOR}<br />Гнев красным", True),
        ("Вера красным", f"Вера красным<br />{LABEL}Гнев красным", True),
        ("Вера красным", "Вера красным<br /><br />Added after 2 minutes: Гнев красным", True),
        ("<p>Вера красным</p>", f"<p>Вера красным</p>{LABEL}<p>Гнев красным</p>", True),
        (f"Раз{LABEL}два", f"Раз{LABEL}два{LABEL}три", True),
        ("Вера красным", "Вера красным<br />Гнев красным", False),
        ("Вера красным", f"Вера синим<br />{SEPARATOR}<br />Гнев красным", False),
        ("Вера красным", f"{SEPARATOR}Гнев красным", False),
        (f"Вера красным{SEPARATOR}Гнев", "Вера красным", False),
        ("Вера", "Вера", False),
        ("", f"{SEPARATOR}Гнев", False),
        ("Вера красным", "Вера красным. Я добавлено спустя час", False),
    ],
)
def test_appended_replies_and_edits(earlier: str, later: str, is_reply: bool) -> None:
    """V19: the board's own label or rule at the joint makes a reply; the author's further words are an edit."""
    assert appended(earlier, later) is is_reply


@pytest.mark.parametrize(
    ("one", "two", "alike"),
    [
        ("<b>Вера</b>", "<b>Вера</b> ", True),
        ("Вера&nbsp;красным", "Вера красным", True),
        ('<a href="?sid=abc&amp;id=1">x</a>', '<a href="?sid=def&amp;id=1">x</a>', True),
        ('<img src="http://a/1.gif" alt=":)">', '<img src="https://b/2.gif" alt=":)">', True),
        ('<span style="color: red;">Вера</span>', '<span style="color:red">Вера</span>', True),
        ('<span style="color: red">Вера</span>', '<span style="color: blue">Вера</span>', False),
        ('<span style="color: red">Вера</span>', "Вера", False),
        ("<s>Вера</s>", "Вера", False),
        ('<span class="bbs">Вера</span>', "Вера", False),
        ('<font color="red">Вера</font>', '<font color="blue">Вера</font>', False),
        ('<a href="?id=1">x</a>', '<a href="?id=2">x</a>', False),
        ("Вера", "Гнев", False),
        ("", " ", True),
        ("<p>", "<<<", False),
    ],
)
def test_bodies_alike(one: str, two: str, alike: bool) -> None:
    """Bodies are compared by their words and paint, not by what the engine writes anew at every fetch."""
    assert same(one, two) is alike


@settings(deadline=None)
@given(st.text(max_size=80), st.text(max_size=80))
def test_any_text_can_be_compared(one: str, two: str) -> None:
    assert same(one, one)
    assert same(one, two) is same(two, one)
    assert isinstance(canonical(one), tuple)


@settings(deadline=None)
@given(
    st.integers(min_value=1, max_value=60),
    st.integers(min_value=1, max_value=7),
    st.lists(st.integers(min_value=1, max_value=60), max_size=30),
    st.sets(st.integers(min_value=0, max_value=59)),
)
def test_order_of_pages_read_in_any_order(total: int, size: int, visits: list[int], gone: set[int]) -> None:
    """Whatever pages are read, in whatever order, while posts vanish: what was shown stands in the topic's order."""
    order = TopicOrder(())
    posts = list(range(total))
    for step, visit in enumerate(visits):
        if step == len(visits) // 2:
            posts = [number for number in posts if number not in gone]
        pages = -(-len(posts) // size)
        if pages:
            number = visit % pages + 1
            shown = posts[(number - 1) * size : number * size]
            order.merge(number, {key: ("", key) for key in shown}, last=number == pages)
            assert [key for key in order.ranked() if key in shown] == shown
    if not gone:
        assert order.ranked() == sorted(order.ranked())


AGE = ("", 0)


def test_order_finds_room_for_ever() -> None:
    """Places never run out, however often something is put in between."""
    order = TopicOrder(())
    order.merge(1, {0: AGE, 1: AGE}, last=True)
    shown = [0, 1]
    for number in range(2, 200):
        shown.insert(1, number)
        order.merge(1, dict.fromkeys(shown, AGE), last=True)
    assert order.ranked() == shown
