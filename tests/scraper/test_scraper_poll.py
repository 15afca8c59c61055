"""Polling a topic: all posts, once each, in order, whatever happens between two page requests (issues 2.3, 6.7)."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from faulty_board import FaultyBoard, TestClock, archive, client, ref

from itogi.demo import faults
from scraper.archive import Archive
from scraper.archive_records import Outcome
from scraper.poll import PollReport, poll_topic


class Table:
    """A board, a clock, a client and an archive."""

    def __init__(self, folder: Path, *, posts: int = 0, per_page: int = 5) -> None:
        self.clock = TestClock()
        self.board = FaultyBoard(self.clock, per_page=per_page, posts=posts)
        self.client = client(self.board, self.clock)
        self.archive: Archive = archive(folder)
        self.ref = ref(self.board)

    def poll(self, **options: object) -> PollReport:
        self.clock.ahead(minutes=5)
        before = len(self.board.requests)
        report = poll_topic(self.client, self.archive, self.ref, **options)  # type: ignore[arg-type]
        assert report.requests == len(self.board.requests) - before
        return report

    @property
    def key(self) -> int:
        found = self.archive.find(self.ref)
        assert found
        return found.key

    def standing(self) -> list[str]:
        return list(self.archive.standing_ids(self.key))

    def gone(self) -> set[str]:
        return {post.id for post in self.archive.posts(self.key) if post.gone}

    def check(self) -> None:
        """The archive holds what the board shows, in its order, and calls nothing gone that is there."""
        assert self.standing() == self.board.ids()
        bodies = {post.id: post.body for post in self.archive.posts(self.key)}
        assert [bodies[post] for post in self.board.ids()] == self.board.bodies()


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, posts=23)


def test_whole_topic_the_first_time(table: Table) -> None:
    """All pages in order, no post twice; the first page is read once more at the end, against shifts."""
    seen: list[tuple[int, int]] = []
    report = table.poll(progress=lambda done, total: seen.append((done, total)))
    assert report.outcome is Outcome.WHOLE
    assert report.fault is None
    assert report.pages == (1, 5, 4, 3, 2, 1)
    assert seen[-1][0] == seen[-1][1] == 6
    table.check()


def test_finished_pages_are_not_downloaded_again(table: Table) -> None:
    """Issue 2: a second poll downloads no finished page again."""
    table.poll()
    assert table.poll().pages == (5,)
    table.board.write("Новое")
    assert table.poll().pages == (5,)
    for number in range(4):
        table.board.write(f"Ещё {number}")
    report = table.poll()
    assert report.pages == (5, 6, 5)
    assert len(report.new) == 4
    table.check()
    # The page that was just filled is looked beyond once: the board answers with its first page.
    assert table.poll().pages == (6,)


def test_pages_of_the_running_day_are_read_again(table: Table) -> None:
    """Edits of the running day are found; pages before it are left alone."""
    table.poll()
    since = table.board.forum.posts[int(table.board.ids()[12])].posted_at
    table.board.edit_post(int(table.board.ids()[13]), html="<p>Иначе</p>")
    table.board.edit_post(int(table.board.ids()[2]), html="<p>Не видно</p>")
    report = table.poll(since=since)
    assert sorted(report.pages) == [3, 4, 5]
    assert report.revised == (table.board.ids()[13],)


@pytest.mark.parametrize("victim", [0, 4, 5, 9, 12, 19, 21, 22])
@pytest.mark.parametrize("after", range(1, 7))
def test_post_removed_between_two_requests(tmp_path: Path, victim: int, after: int) -> None:
    """No post is lost when one is removed between any two page requests of the first reading."""
    table = Table(tmp_path, posts=23)
    ids = table.board.ids()
    table.board.soon(lambda: table.board.remove(ids[victim]), after=after)
    table.poll()
    held = {post.id for post in table.archive.posts(table.key)}
    assert held >= set(table.board.ids())
    assert table.gone() <= {ids[victim]}
    for _again in range(2):
        table.poll()
    table.check()


@pytest.mark.parametrize("victims", [[0], [4], [5], [22], [10, 11, 12], [3, 17], list(range(5, 10)), [20, 21, 22]])
def test_removed_posts_are_established_and_kept(tmp_path: Path, victims: list[int]) -> None:
    """V15: what disappears is reported, and its last text stays."""
    table = Table(tmp_path, posts=23)
    table.poll()
    ids = table.board.ids()
    table.board.remove(*(ids[victim] for victim in victims))
    report = table.poll()
    assert set(report.gone) == {ids[victim] for victim in victims}
    table.check()
    assert {post.id for post in table.archive.posts(table.key)} == set(ids)


def test_search_costs_few_pages(tmp_path: Path) -> None:
    """A post that was removed far back is found by halving, not by reading everything again."""
    table = Table(tmp_path, posts=5 * 64)
    table.poll()
    ids = table.board.ids()
    table.board.remove(ids[100])
    report = table.poll()
    assert report.gone == (ids[100],)
    assert len(report.pages) <= 12
    assert table.poll().pages in ((64,), (65,), (1,), (1, 64))


def test_post_put_back_is_no_longer_gone(table: Table) -> None:
    """A post that a moderator restores is the same post."""
    table.poll()
    ids = table.board.ids()
    table.board.remove(ids[7])
    assert table.poll().gone == (ids[7],)
    table.board.forum.posts[int(ids[7])].removed_at = None
    report = table.poll()
    assert report.returned == (ids[7],)
    assert not report.new
    table.check()
    assert not table.gone()


def test_posts_merged_in_are_found(table: Table) -> None:
    """Posts that a moderator moves into the topic, with earlier times, are found wherever they went."""
    other = table.board.forum.add_topic("Другая").id
    strangers = [str(table.board.write(f"Чужое {n}", minutes_ago=15.5 - n, topic=other).id) for n in range(3)]
    table.poll()
    table.board.move(strangers, table.board.topic)
    report = table.poll()
    assert set(report.new) == set(strangers)
    table.check()
    assert not table.gone()


def test_posts_split_off_are_gone_here_and_known_there(table: Table) -> None:
    """A post moved into another polled topic is one post with two stays, not two posts."""
    table.poll()
    other = table.board.forum.add_topic("Флуд").id
    table.board.write("Начало", topic=other)
    ids = table.board.ids()
    table.board.move([ids[8]], other)
    assert table.poll().gone == (ids[8],)
    there = poll_topic(table.client, table.archive, ref(table.board, topic=other))
    assert ids[8] in there.new
    moved = table.archive.post(table.key, ids[8])
    assert moved
    assert moved.moved_to == str(other)
    assert table.archive.counts().posts == 24


@pytest.mark.parametrize("last", [True, False])
@pytest.mark.parametrize("told", [lambda n: n + 3, lambda n: 1, lambda n: max(1, n - 2)])
@pytest.mark.parametrize("posts", [23, 25])
def test_page_count_that_lies(tmp_path: Path, posts: int, told: object, last: bool) -> None:
    """Too many pages told, or too few: every post is found, none twice, and the reading ends."""
    table = Table(tmp_path, posts=posts)
    table.board.past_the_end_is_last = last
    table.board.lie(told)  # type: ignore[arg-type]
    for _again in range(6):
        report = table.poll()
    assert report.outcome is Outcome.WHOLE
    table.check()


def test_pages_grow_while_they_are_read(tmp_path: Path) -> None:
    """Posts written during the reading are held, or found by the next one."""
    table = Table(tmp_path, posts=23)
    for request in range(1, 6):
        table.board.when(request, lambda: [table.board.write("Ещё") for _n in range(3)])
    table.poll()
    table.poll()
    table.check()


def test_settings_of_the_board_change(tmp_path: Path) -> None:
    """Another number of posts a page moves every post to another page; none is lost or called gone."""
    table = Table(tmp_path, posts=47)
    table.poll()
    for size in (10, 3, 7):
        table.board.forum.per_page = size
        table.board.write("Ещё")
        table.poll()
        table.poll()
        table.check()
        assert not table.gone()


FAULTS = {
    "500": faults.status(500),
    "login": faults.html(
        "<html><body><form id='login' action='/login.php'><input type='password'></form></body></html>"
    ),
    "maintenance": faults.maintenance(),
    "half": faults.half(),
    "short": faults.short(),
    "garbage": faults.garbage(),
    "lost": faults.lost(),
    "empty": faults.html(""),
    "huge": faults.huge(25),
    "bomb": faults.gzip_bomb(100),
}


@pytest.mark.parametrize("name", FAULTS)
@pytest.mark.parametrize("page", [1, 3, 6])
def test_faults_lose_and_double_nothing(tmp_path: Path, name: str, page: int) -> None:
    """A fault that stays, at any page: nothing lost, nothing doubled, nothing called gone, and the reading is known to
    be half; the next good poll makes it whole.
    """
    table = Table(tmp_path, posts=23)
    table.board.when(page, lambda: table.board.misbehave(FAULTS[name], times=None))
    report = table.poll()
    assert report.outcome is (Outcome.FAILED if page == 1 else Outcome.PARTIAL)
    assert report.fault
    assert "\n" not in str(report.fault)
    assert table.archive.coverage(table.key).half_read
    assert not table.gone()
    table.board.behave()
    again = table.poll()
    assert again.outcome is Outcome.WHOLE
    assert not table.archive.coverage(table.key).half_read
    table.check()
    assert len(again.pages) + len(report.pages) <= 8


@pytest.mark.parametrize("name", FAULTS)
def test_faults_of_a_moment_are_gone_over(tmp_path: Path, name: str) -> None:
    """After a whole reading, a poll that fails says so, and harms nothing."""
    table = Table(tmp_path, posts=23)
    table.poll()
    table.board.write("Новое")
    table.board.misbehave(FAULTS[name], times=None)
    report = table.poll()
    assert report.outcome is Outcome.FAILED
    coverage = table.archive.coverage(table.key)
    assert coverage.half_read
    assert coverage.whole_at
    assert coverage.message
    table.board.behave()
    table.poll()
    table.check()


def test_renamed_player_is_the_same_post(table: Table) -> None:
    """Another name on all posts of an account: revisions, not posts, and the account's id stays."""
    table.poll()
    user = table.board.forum.user_named("Гнев")
    assert user
    user.name = "Ярость"
    for post in table.board.forum.posts.values():
        post.author = "Ярость"
    report = table.poll()
    assert not report.new
    assert not report.gone
    newest = table.archive.posts(table.key)[-1]
    assert newest.author == "Ярость"
    assert newest.author_id == str(user.id)
    assert [revision.author for revision in newest.revisions] == ["Гнев", "Ярость"]


def test_probe_spares_the_page_when_nothing_is_new(table: Table) -> None:
    """The board's cheap answer is asked first, and is only an addition: it is believed when it names the newest;
    a topic that was busy a moment ago is read without asking.
    """
    table.poll()
    assert table.poll(probe=True).outcome is Outcome.WHOLE
    report = table.poll(probe=True)
    assert report.outcome is Outcome.UNCHANGED
    assert not report.pages
    assert not table.archive.coverage(table.key).half_read
    table.board.write("Новое")
    assert table.poll(probe=True).outcome is Outcome.WHOLE
    table.check()


def test_topic_that_became_another_is_refused(table: Table) -> None:
    """A merged topic sends on to another one: an error that says so, and nothing of it is taken in."""
    table.poll()
    held = table.standing()
    other = table.board.forum.add_topic("Слитая").id
    for number in range(3):
        table.board.write(f"Чужое {number}", topic=other)
    stays = table.board.answer

    def elsewhere(asked: object) -> object:
        from dataclasses import replace

        return stays(replace(asked, query={**asked.query, "id": str(other)}))  # type: ignore[arg-type, attr-defined, type-var]

    table.board.answer = elsewhere  # type: ignore[method-assign, assignment]
    report = table.poll()
    assert report.outcome is Outcome.FAILED
    assert str(other) in str(report.fault)
    assert table.standing() == held


def test_times_move_with_the_zone(table: Table) -> None:
    """T3: a board that shows every time an hour later all at once (DST, a change of law) is noticed, and the times of
    posts stay as they were first seen.
    """
    table.poll()
    before = {post.id: post.posted_at for post in table.archive.posts(table.key)}
    for post in table.board.forum.posts.values():
        post.posted_at += timedelta(hours=1)
    table.clock.ahead(hours=2)
    report = table.poll(since=table.board.forum.posts[int(table.board.ids()[0])].posted_at - timedelta(hours=2))
    assert not report.new
    assert not report.revised
    assert any("zone was changed" in remark for remark in report.remarks)
    assert {post.id: post.posted_at for post in table.archive.posts(table.key)} == before
    assert {shift for _post, shift in table.archive.shifted_times(table.key)} == {timedelta(hours=1)}
