"""`itogi poll` as a person runs it: over sockets, twice, on faults, beside a watch (issue 2)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from http.cookiejar import CookieJar
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from watch_table import WatchTable

from itogi.cli import cli
from itogi.commands._common import CLOCK
from itogi.config import FILE
from itogi.demo import faults
from itogi.secrets import session_file
from itogi.store import Store
from itogi.watch_poll import client_for
from scraper.lock import FolderLock
from scraper.session.cookies import Kept, into


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


class Evening:
    """Single polls on a game's evening, as cron makes them, each at a moment of its own."""

    def __init__(self, poll: Command, reminders: str) -> None:
        self.table = poll.table
        with (poll.table.folder / FILE).open("a", encoding="utf-8") as file:
            file.write(reminders)

    def run(self, before: timedelta, *words: str) -> Result:
        """A poll that begins so long before the deadline of day 1."""
        self.table.clock.moment = self.table.deadline - before
        token = CLOCK.set(self.table.clock.now)
        try:
            words = ("--lang", "en", "poll", "-C", str(self.table.folder), *words)
            return CliRunner().invoke(cli, words, standalone_mode=False)
        finally:
            CLOCK.reset(token)

    def poll(self, before: timedelta, *, status: int = 0) -> str:
        """What it says on standard output."""
        done = self.run(before)
        assert done.return_value == status, done.output
        return done.stdout


def test_single_polls_send_what_is_due_once(poll: Command) -> None:
    """Without a watch: what fell due between two polls goes out with the second, once; nothing after the day's end."""
    rules = "".join(f'[[reminders]]\non = "deadline"\nminutes = {minutes}\n' for minutes in (30, 15))
    evening = Evening(poll, rules)
    assert "ends at 22:00" not in evening.poll(timedelta(minutes=40))
    first = evening.poll(timedelta(minutes=20))
    assert first.count("Day 1 ends at 22:00, in 20 min") == 1
    assert "Have not voted: Зависть, Вера, Гнев, Кротость, Азарт." in first
    assert "ends at 22:00" not in evening.poll(timedelta(minutes=19))
    assert evening.poll(timedelta(minutes=10)).count("ends at 22:00") == 1
    assert "ends at 22:00" not in evening.poll(timedelta(minutes=5))
    assert "ends at 22:00" not in evening.poll(timedelta(minutes=-1))


def test_a_single_poll_late_in_the_evening_warns_once(poll: Command) -> None:
    """Both warnings are due at once: they are one message."""
    rules = "".join(f'[[reminders]]\non = "deadline"\nminutes = {minutes}\n' for minutes in (30, 15))
    assert Evening(poll, rules).poll(timedelta(minutes=10)).count("ends at 22:00") == 1


def test_single_polls_tell_of_a_forum_that_fails(poll: Command) -> None:
    """Told at once near the deadline, once; and once that it works again: nothing is remembered but in the folder."""
    evening = Evening(poll, '[[reminders]]\non = "poll"\n')
    assert "cannot be read" not in evening.poll(timedelta(minutes=50))
    poll.table.board.misbehave(faults.maintenance(), times=None, path="/viewtopic.php")
    assert "cannot be read" not in evening.poll(timedelta(minutes=30), status=1)
    assert "cannot be read" in evening.poll(timedelta(minutes=10), status=1)
    assert "cannot be read" not in evening.poll(timedelta(minutes=9), status=1)
    poll.table.board.behave()
    assert "The forum is read again." in evening.poll(timedelta(minutes=8))
    assert "read again" not in evening.poll(timedelta(minutes=7))


def test_a_poll_reads_though_reminders_cannot_be_sent(poll: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra that sends them, the reading is made, and the reminder shown with what is missing."""
    monkeypatch.setitem(sys.modules, "apprise", None)
    evening = Evening(poll, '[[reminders]]\non = "deadline"\nminutes = 30\nto = ["json://localhost"]\n')
    told = evening.poll(timedelta(minutes=20))
    assert "itogi[notify]" in told
    assert "could not be sent, so here it is: Day 1 ends at 22:00" in told
    with Store.open(poll.table.folder) as store:
        assert store.archive.counts().posts == 14


def test_reminders_do_not_spoil_the_answer_for_scripts(poll: Command) -> None:
    """In JSON the reminders stand on standard error."""
    evening = Evening(poll, '[[reminders]]\non = "deadline"\nminutes = 30\n')
    done = evening.run(timedelta(minutes=20), "--json")
    assert json.loads(done.stdout)["topics"]
    assert "ends at 22:00" in done.stderr


def test_a_poll_keeps_the_key_that_the_board_changed(tmp_path: Path) -> None:
    """PhpBB hands out another key of a kept sign-in with each use; the next poll has to have it (issue 5, point 3)."""
    table = WatchTable(tmp_path / "game")
    kept = session_file(table.folder, "http://board.example/")
    kept.save(jar_of("old"), "Ведущий")
    with client_for(table.game, table.store, table.clock) as client:
        assert [cookie.value for cookie in client.cookies] == ["old"]
        client.cookies.clear()
        into(client.cookies, [Kept(name="k", value="new", domain="board.example")])
    with client_for(table.game, table.store, table.clock) as client:
        assert [cookie.value for cookie in client.cookies] == ["new"]
    table.stop()


def jar_of(value: str) -> CookieJar:
    jar = CookieJar()
    into(jar, [Kept(name="k", value=value, domain="board.example")])
    return jar
