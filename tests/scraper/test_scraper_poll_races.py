"""Topics that change at random while they are read: never a post lost, doubled, or falsely called gone (issue 6.7)."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

import pytest
from faulty_board import FaultyBoard, TestClock, archive, client, ref

from itogi.demo import faults
from scraper.archive_records import Outcome
from scraper.poll import poll_topic

MISCHIEF = (faults.half(), faults.short(), faults.status(500), faults.maintenance(), faults.garbage(), faults.lost())


def live(seed: int, folder: Path) -> None:
    """A topic's life of some polls, with posts, removals, restorations, mergers, splits, edits and faults anywhere."""
    chance = random.Random(seed)
    clock = TestClock()
    board = FaultyBoard(clock, per_page=chance.choice((3, 5, 10)), posts=chance.randint(1, 40))
    board.past_the_end_is_last = chance.random() < 0.5
    other = board.forum.add_topic("Другая").id
    removed: list[str] = []
    touched: set[str] = set()
    """Posts that were not there for a part of the running poll."""
    strangers = [str(board.write("Чужое", minutes_ago=chance.uniform(0, 40), topic=other).id) for _n in range(9)]

    def change() -> None:
        deed = chance.random()
        if deed < 0.5:
            for _post in range(chance.randint(1, 4)):
                board.write(f"Ещё {chance.random()}")
        elif deed < 0.7 and len(board.ids()) > 3:
            for victim in chance.sample(board.ids(), chance.choice((1, 1, 2))):
                board.remove(victim)
                removed.append(victim)
                touched.add(victim)
        elif deed < 0.78 and removed:
            touched.add(removed[-1])
            board.forum.posts[int(removed.pop())].removed_at = None
        elif deed < 0.85 and strangers:
            board.move([strangers.pop()], board.topic)
        elif deed < 0.9 and len(board.ids()) > 3:
            board.move([chance.choice(board.ids())], other)
        else:
            board.edit_post(int(chance.choice(board.ids())), html=f"<p>Правка {chance.random()}</p>", silent=True)

    def misbehave() -> None:
        board.misbehave(chance.choice(MISCHIEF), times=chance.choice((1, 1, 9)))

    kept = archive(folder)
    asker = client(board, clock, pause=0.01)
    topic = ref(board)
    for _poll in range(chance.randint(2, 8)):
        for after in range(12):
            if chance.random() < 0.3:
                board.soon(change, after=after)
            if chance.random() < 0.04:
                board.soon(
                    lambda: board.misbehave(chance.choice(MISCHIEF), times=chance.choice((1, 1, 9))), after=after
                )
        since = clock.now() if chance.random() < 0.5 else None
        clock.ahead(minutes=chance.randint(1, 60))
        before = set(board.ids())
        touched.clear()
        report = poll_topic(asker, kept, topic, since=since)
        # Gone means gone at some moment of the reading: what stood there all the time must never be called so.
        wrong = set(report.gone) & before & set(board.ids()) - touched
        assert not wrong, (seed, wrong)
        if report.outcome is not Outcome.WHOLE:
            assert kept.coverage(report.topic.key).half_read, seed
    board.behave()
    board._deeds.clear()
    for _quiet in range(3):
        clock.ahead(hours=1)
        report = poll_topic(asker, kept, topic, since=clock.now().replace(year=2000))
    assert report.outcome is Outcome.WHOLE, (seed, report.fault)
    assert list(kept.standing_ids(report.topic.key)) == board.ids(), seed
    bodies = {post.id: post.body for post in kept.posts(report.topic.key)}
    assert [bodies[post] for post in board.ids()] == board.bodies(), seed
    kept.database.close()


@pytest.mark.parametrize("batch", range(3))
def test_lives_of_topics(batch: int) -> None:
    for seed in range(batch * 10, batch * 10 + 10):
        with tempfile.TemporaryDirectory() as folder:
            live(seed, Path(folder))


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(20))
def test_many_lives_of_topics(batch: int) -> None:
    for seed in range(1000 + batch * 50, 1000 + batch * 50 + 50):
        with tempfile.TemporaryDirectory() as folder:
            live(seed, Path(folder))
