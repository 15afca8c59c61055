"""kill -9 at any point of a poll loses nothing and doubles nothing (issues 2, 6.7)."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from faulty_board import FaultyBoard, TestClock, archive, client, ref

from scraper.archive_records import Outcome
from scraper.poll import poll_topic

HERE = Path(__file__).parent


def kill_many(folder: Path, points: int, seed: int) -> None:
    chance = random.Random(seed)
    clock = TestClock()
    board = FaultyBoard(clock, per_page=5, posts=33)
    with board:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE), str(HERE.parent.parent)])}
        killer = subprocess.Popen(
            [sys.executable, "-W", "error", str(HERE / "killed_poll.py"), str(folder), board.base_url],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        assert killer.stdin
        assert killer.stdout
        killed = 0
        while killed < points:
            kind = chance.choice(("statement", "statement", "request"))
            number = chance.randint(1, 260) if kind == "statement" else chance.randint(1, 9)
            print(kind, number, file=killer.stdin, flush=True)
            outcome = killer.stdout.readline().strip()
            assert outcome in ("killed", "done 0")
            killed += outcome == "killed"
            check(folder, board)
            change(board, clock, chance)
        killer.stdin.close()
        assert killer.wait(10) == 0
        killer.stdout.close()
        kept = archive(folder)
        with client(board, clock, sockets=True, pause=0) as asker:
            for _again in range(3):
                report = poll_topic(asker, kept, ref(board, board.base_url))
        assert report.outcome is Outcome.WHOLE
        assert list(kept.standing_ids(report.topic.key)) == board.ids()
        bodies = {post.id: post.body for post in kept.posts(report.topic.key)}
        assert [bodies[post] for post in board.ids()] == board.bodies()
        kept.database.close()


def check(folder: Path, board: FaultyBoard) -> None:
    """Between two polls: the file is sound, no post stands twice, none that is on the board is called gone."""
    kept = archive(folder)
    assert kept.database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert kept.database.execute("PRAGMA foreign_key_check").fetchall() == []
    found = kept.find(ref(board, board.base_url))
    if found:
        held = kept.posts(found.key)
        assert len({post.id for post in held}) == len(held)
        assert all(post.revisions for post in held)
        gone = {post.id for post in held if post.gone}
        assert not gone & set(board.ids())
        standing = [post for post in kept.standing_ids(found.key) if post in board.ids()]
        assert standing == [post for post in board.ids() if post in standing]
    kept.database.close()


def change(board: FaultyBoard, clock: TestClock, chance: random.Random) -> None:
    """The topic goes on: posts, edits, removals."""
    clock.ahead(minutes=1)
    for _post in range(chance.randint(0, 3)):
        board.write(f"Слово {chance.random()}")
    if chance.random() < 0.3:
        board.remove(chance.choice(board.ids()))
    if chance.random() < 0.3:
        board.edit_post(
            int(board.ids()[-1]), html=f"<p>Правка {chance.random()}</p>", at=clock.now() - timedelta(seconds=1)
        )


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills forked children")
def test_killed_at_twenty_points(tmp_path: Path) -> None:
    kill_many(tmp_path, 20, seed=1)


@pytest.mark.soak
@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills forked children")
@pytest.mark.parametrize("seed", range(10))
def test_killed_at_two_hundred_points(tmp_path: Path, seed: int) -> None:
    kill_many(tmp_path, 20, seed=100 + seed)
