"""A real process, really killed while it publishes (issue 7, point 6); long, so not part of make test."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from manners_board import FakeClock, served
from manners_engines import make
from test_publish_commands import PASSWORD, game_of

from engine.events import Published
from itogi.store import Store

COMMAND = ["-c", "from itogi.cli import main; main()", "publish", "night", "1", "--yes"]


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", ["mybb", "punbb", "smf"])
def test_a_killed_process_leaves_one_post(kind: str, tmp_path: Path) -> None:
    draws = random.Random(kind)
    environment = {**os.environ, "ITOGI_PASSWORD": PASSWORD}
    for turn in range(12):
        folder = tmp_path / str(turn)
        board = make(kind, FakeClock())
        board.flood_seconds = 0
        board.passwords = {"Ведущий": PASSWORD}
        with served(board):
            game_of(board, folder)
            command = [sys.executable, *COMMAND, "-C", str(folder)]
            running = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            # From when it signs in until well after it is done: the seconds are the program's, not the test's.
            deadline = time.monotonic() + 60
            while not any("login" in request or "member.php" in request for request in board.requests):
                assert time.monotonic() < deadline
                time.sleep(0.005)
            time.sleep(draws.uniform(0.0, 0.4))
            running.send_signal(signal.SIGKILL)
            running.wait(30)
            finished = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
            assert finished.returncode == 0, finished.stderr
            own = [post for post in board.posts if post.author == "Ведущий"]
            assert len(own) == 1, turn
            with Store.open(folder) as store:
                said = [event.said for event in store.standing() if isinstance(event.said, Published)]
            assert [one.post_id for one in said] == [str(own[0].id)]
