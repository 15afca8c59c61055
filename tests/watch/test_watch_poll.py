"""`itogi poll` as a person runs it: over sockets, twice, on faults, beside a watch (issue 2)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from watch_table import WatchTable

from itogi.config import FILE
from itogi.demo import faults
from scraper.lock import FolderLock


class Command:
    """The command in a process of its own."""

    def __init__(self, table: WatchTable) -> None:
        self.table = table
        table.stop()
        file = table.folder / FILE
        text = file.read_text(encoding="utf-8").replace("http://board.example/", table.board.base_url)
        file.write_text(text.replace("pause_seconds = 1.0", "pause_seconds = 0.0"), encoding="utf-8")

    def __call__(self, *words: str, language: str = "en") -> subprocess.CompletedProcess[str]:
        program = str(Path(sys.executable).with_name("itogi"))
        return subprocess.run(
            [program, "--lang", language, "poll", "-C", str(self.table.folder), *words],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        )


@pytest.fixture
def poll(tmp_path: Path) -> Iterator[Command]:
    table = WatchTable(tmp_path / "game")
    for number in range(12):
        table.vote("Вера", f"Слово {number}")
    with table.board:
        yield Command(table)


def test_twice(poll: Command) -> None:
    """The second time nothing finished is downloaded again, and both times it is told what came."""
    first = poll("--json")
    assert first.returncode == 0, first.stderr
    told = json.loads(first.stdout)
    assert [topic["outcome"] for topic in told["topics"]] == ["whole", "whole"]
    assert [len(topic["new"]) for topic in told["topics"]] == [13, 1]
    second = poll(language="ru")
    assert second.returncode == 0
    assert "Голосование: 0 новых сообщений, прочитана 1 страница" in second.stdout
    assert second.stderr == ""
    pages = [int(asked.query.get("p", 1)) for asked in poll.table.board.requests if asked.query.get("id") == "1"]
    assert pages == [1, 3, 2, 1, 3]


def test_a_forum_that_fails(poll: Command) -> None:
    """One clear line on stderr for each topic, exit status 1, no traceback; then it goes on where it was."""
    poll.table.board.misbehave(faults.maintenance(), times=None, path="/viewtopic.php")
    failed = poll()
    assert failed.returncode == 1
    assert failed.stdout == ""
    assert len(failed.stderr.splitlines()) == 2
    assert "maintenance" in failed.stderr
    poll.table.board.behave()
    assert poll().returncode == 0


def test_beside_a_watch(poll: Command) -> None:
    """Only one writes; the second is told who."""
    with FolderLock(poll.table.folder, command="itogi watch"):
        refused = poll()
    assert refused.returncode == 1
    assert "itogi watch" in refused.stderr
    assert str(os.getpid()) in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


def test_again_reads_everything(poll: Command) -> None:
    """Edits of days that are over are found when they are asked for."""
    assert poll().returncode == 0
    told = json.loads(poll("--again", "--json").stdout)
    assert [sorted(topic["pages"]) for topic in told["topics"]] == [[1, 2, 3], [1]]


def test_a_topic_that_is_none(poll: Command) -> None:
    """A wrong address is bad input: one line, exit status 2."""
    file = poll.table.folder / FILE
    file.write_text(file.read_text(encoding="utf-8").replace("viewtopic.php?id=1", "index.php"), encoding="utf-8")
    refused = poll()
    assert refused.returncode == 2
    assert len(refused.stderr.splitlines()) == 1
