"""The watch over an evening: plan, catching up, faults, reminders, the lock (issue 6)."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

import pytest
from watch_table import FIRST_NIGHT, WatchTable

from itogi.config import FILE, Board, Occasion, Polling, Reminder
from itogi.demo import faults
from itogi.evening import Evening
from itogi.i18n import use_language
from itogi.remind import check_rules
from scraper.errors import HeldError
from scraper.lock import FolderLock, read_holder

BOT = "json://127.0.0.1:1/token-of-a-bot"


@pytest.fixture(autouse=True)
def english() -> None:
    use_language("en")


def test_an_evening_by_plan(tmp_path: Path) -> None:
    """Closer and closer before the deadline, right before it, right after it, and once more for late posts and edits;
    what stood at 22:00 can be asked for afterwards, from the archive alone.
    """
    table = WatchTable(tmp_path / "game")
    table.run_until(table.deadline - timedelta(minutes=61))
    vote = table.vote("Вера", '<span style="color: red">Гнев</span>')
    table.run_until(table.deadline - timedelta(seconds=1))
    table.clock.moment = table.deadline + timedelta(seconds=1)
    table.board.edit_post(vote, html='<p><span style="color: red">Азарт</span></p>', at=table.clock.now())
    table.vote("Кротость", '<span style="color: red">Вера</span>')
    table.run_until(table.deadline + timedelta(minutes=40))
    moments = [
        (why, (at - table.deadline).total_seconds())
        for why, at in table.polls()
        if abs(at - table.deadline) < timedelta(minutes=50)
    ]
    planned = ["-15 min", "-5 min", "-1 min", "before", "after", "late", "edits"]
    assert [why for why, _at in moments if why != "far"] == planned
    assert "-60 min" in [why for why, _at in table.polls()]
    around = dict(moments)
    assert -30 <= around["before"] < 0 < around["after"] <= 10
    evening = Evening.of(table.game, table.store, now=table.clock.now())
    day = evening.day(1)
    assert [(ballot.cast.by, ballot.cast.target) for ballot in day.result.ballots] == [("Вера", "Гнев")]
    assert not day.reliability.warnings
    table.stop()


def test_restart_after_a_sleep_catches_up_and_keeps_the_gap(tmp_path: Path) -> None:
    """A computer that slept through the deadline: a poll at once, and a record of the gap, so that nobody is blamed."""
    table = WatchTable(tmp_path / "game")
    table.run_until(table.deadline - timedelta(minutes=20))
    table.stop()
    table.vote("Вера", '<span style="color: red">Гнев</span>')
    table.clock.moment = table.deadline + timedelta(hours=1)
    table.said.clear()
    table.start()
    table.watch.step()
    assert table.polls()[-1] == ("catch-up", table.deadline + timedelta(hours=1))
    gap = table.store.archive.gaps()[-1]
    assert gap.reason == "missed"
    assert gap.start < table.deadline < gap.end
    assert any("catching up" in line for line in table.said)
    table.stop()


def test_a_forum_that_fails_is_asked_again_and_the_gap_is_kept(tmp_path: Path) -> None:
    """Down over the deadline: retries, one reminder that it fails, one that it works again, a record of the gap."""
    rules = [Reminder(on=Occasion.POLL, to=(BOT,))]
    table = WatchTable(tmp_path / "game", reminders=rules)
    table.run_until(table.deadline - timedelta(minutes=16))
    table.board.misbehave(faults.maintenance(), times=None)
    table.run_until(table.deadline + timedelta(minutes=2))
    assert len(table.sent) == 1
    table.board.behave()
    table.run_until(table.deadline + timedelta(minutes=30))
    assert [to for to, _text in table.sent] == [(BOT,), (BOT,)]
    assert "cannot be read" in table.sent[0][1]
    assert "read again" in table.sent[1][1]
    gaps = [gap for gap in table.store.archive.gaps() if gap.reason == "failed"]
    assert len(gaps) == 1
    assert gaps[0].start < table.deadline < gaps[0].end
    table.stop()


def test_reminders_are_sent_once_and_tell_no_secret(tmp_path: Path) -> None:
    """Who has not voted, half an hour before; questions and reports by their number only; never twice, also after a
    restart; nothing of roles.
    """
    rules = [
        Reminder(on=Occasion.DEADLINE, minutes=30, to=(BOT,)),
        Reminder(on=Occasion.QUESTION, to=(BOT,)),
        Reminder(on=Occasion.VIOLATION),
    ]
    table = WatchTable(tmp_path / "game", reminders=rules)
    roles = [("Вера", "boss"), ("Гнев", "maniac"), ("Зависть", "doctor")]
    folder = table.folder / FILE
    text = folder.read_text(encoding="utf-8")
    for name, role in roles:
        text = text.replace(f'name = "{name}"', f'name = "{name}"\nrole = "{role}"', 1)
    folder.write_text(text, encoding="utf-8")
    table.vote("Вера", '<span style="color: red">Гнев</span>')
    table.vote("Кротость", '<span style="color: orange">Гнев</span>')
    table.vote("Гнев", '<span style="color: red">Гнев</span>')
    table.run_until(table.deadline - timedelta(minutes=31))
    table.stop()
    table.start()
    table.run_until(table.deadline - timedelta(minutes=10))
    table.stop()
    table.start()
    table.run_until(table.deadline + timedelta(minutes=30))
    texts = [text for _to, text in table.sent]
    deadline = [text for text in texts if "ends at 22:00" in text and "Day 1" in text]
    assert len(deadline) == 1
    assert re.search("in (30|29) min", deadline[0])
    assert "Have not voted: Зависть, Гнев, Кротость, Азарт." in deadline[0]
    questions = [text for text in texts if "question" in text]
    assert len(questions) == len(set(questions)) == 1
    assert any("violation" in line for line in table.said)
    for told in [*texts, *table.said]:
        for secret in ("boss", "maniac", "doctor", "босс", "маньяк", "доктор"):
            assert secret not in told.lower()
    table.stop()


def test_a_reminder_that_cannot_be_sent_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The address may stand in the environment; when it does not, or sending fails, the terminal tells."""
    monkeypatch.delenv("ITOGI_BOT", raising=False)
    rules = [Reminder(on=Occasion.DEADLINE, minutes=30, to=("env:ITOGI_BOT",))]
    table = WatchTable(tmp_path / "game", reminders=rules)
    table.run_until(table.deadline - timedelta(minutes=29))
    assert not table.sent
    assert any("ITOGI_BOT" in line for line in table.said)
    assert any("Have not voted" in line for line in table.said)
    check_rules(table.game)
    table.stop()


def test_a_moved_deadline_and_a_broken_file_are_noticed(tmp_path: Path) -> None:
    """game.toml is read anew at every look; a file that cannot be read is told once, and the old one holds."""
    table = WatchTable(tmp_path / "game")
    table.run_until(table.deadline - timedelta(hours=2, minutes=8))
    file = table.folder / FILE
    text = file.read_text(encoding="utf-8")
    file.write_text("title = ", encoding="utf-8")
    table.run_until(table.deadline - timedelta(hours=2))
    assert sum("Going on with" in line for line in table.said) == 1
    file.write_text(text.replace('day = "22:00"', 'day = "20:30"'), encoding="utf-8")
    table.run_until(table.deadline - timedelta(hours=1))
    moved = table.deadline - timedelta(minutes=90)
    assert any(why == "after" and moved < at < moved + timedelta(seconds=10) for why, at in table.polls())
    table.stop()


def test_a_half_read_topic_is_never_counted_without_saying_so(tmp_path: Path) -> None:
    """The first reading breaks off in its middle: the count says which page is missing; the next poll mends it."""
    table = WatchTable(tmp_path / "game")
    for number in range(12):
        table.vote("Вера", f"Слово {number}")
    table.vote("Вера", '<span style="color: red">Гнев</span>')
    table.board.when(3, lambda: table.board.misbehave(faults.html("<p>?</p>"), times=2))
    table.watch.step()
    broken = Evening.of(table.game, table.store, now=table.clock.now()).day(1)
    assert any("page 2 was never read" in warning for warning in broken.reliability.warnings)
    table.run_until(table.clock.now() + timedelta(minutes=2))
    whole = Evening.of(table.game, table.store, now=table.clock.now()).day(1)
    assert not whole.reliability.warnings
    table.stop()


def test_a_locked_database_is_waited_for(tmp_path: Path) -> None:
    """Another program holds the file: a word, a minute, and on."""
    table = WatchTable(tmp_path / "game")
    table.store.database.execute("PRAGMA busy_timeout = 10")
    other = sqlite3.connect(table.folder / "itogi.db")
    other.execute("BEGIN IMMEDIATE")
    assert table.watch.step() == table.clock.now() + timedelta(minutes=1)
    assert "in use by another program" in table.said[-1]
    other.rollback()
    other.close()
    table.run_until(table.clock.now() + timedelta(minutes=2))
    assert table.polls()
    table.stop()


def test_a_computer_clock_that_was_ahead_stops_nothing(tmp_path: Path) -> None:
    """Polls that an earlier, wrong clock dated into the future do not keep the watch waiting for them."""
    table = WatchTable(tmp_path / "game")
    right = table.clock.now()
    table.clock.moment = right + timedelta(days=30)
    table.watch.step()
    table.clock.moment = right
    table.run_until(table.deadline + timedelta(minutes=5))
    whys = [why for why, at in table.polls() if at < right + timedelta(days=1)]
    assert {"before", "after"} <= set(whys)
    table.stop()


def test_a_computer_clock_that_was_ahead_makes_no_count_fresh(tmp_path: Path) -> None:
    """A reading that an earlier, wrong clock dated to the deadline is not taken for one: the count says what it lacks,
    before that moment comes and after it (T3).
    """
    table = WatchTable(tmp_path / "game")
    right = table.clock.now()
    table.clock.moment = table.deadline - timedelta(minutes=1)
    table.watch.step()
    table.clock.moment = right
    table.run_until(right + timedelta(minutes=1))
    for later in (timedelta(minutes=-20), timedelta(minutes=1), timedelta(hours=1)):
        warnings = Evening.of(table.game, table.store, now=table.deadline + later).reliability(table.deadline).warnings
        assert len(warnings) == 1
        assert "what was posted later is not counted" in warnings[0]
    table.stop()


def test_small_budgets_hold(tmp_path: Path) -> None:
    """Never more requests an hour than stated, and the reading right after the deadline is made."""
    table = WatchTable(tmp_path / "game", polling=Polling(requests_per_hour=20, far_minutes=5))
    for number in range(12):
        table.board.write(f"Слово {number}", "Вера", minutes_ago=number)
    table.run_until(table.deadline + timedelta(minutes=10))
    spent = table.store.archive.requests_since(FIRST_NIGHT)
    most = max(sum(1 for at in spent if start <= at < start + timedelta(hours=1)) for start in spent)
    assert most <= 20
    assert any(why == "after" for why, _at in table.polls())
    table.stop()


SELECTORS = {
    "post": "div.post",
    "id": "@id",
    "author": ".pa-author a",
    "author_id": "@data-user-id",
    "time": "@data-posted",
    "body": ".post-content",
    "title": "h1",
    "page": ".linkst .pagelink strong",
    "pages": ".linkst .pagelink a, .linkst .pagelink strong",
    "topic_url": "http://board.example/viewtopic.php?id={topic}",
    "page_url": "http://board.example/viewtopic.php?id={topic}&p={page}",
}


def test_a_board_described_by_selectors_is_watched_too(tmp_path: Path) -> None:
    """A board without an adapter: the selectors of game.toml are enough for polling and counting."""
    described = Board(engine="described", timezone="Europe/Moscow", selectors=SELECTORS)
    table = WatchTable(tmp_path / "game", board=described)
    for number in range(12):
        table.vote("Вера", f"Слово {number}")
    table.vote("Вера", '<span style="color: red">Гнев</span>')
    table.watch.step()
    evening = Evening.of(table.game, table.store, now=table.clock.now())
    assert len(evening.posts) == 15
    assert [(ballot.cast.by, ballot.cast.target) for ballot in evening.day(1).result.ballots] == [("Вера", "Гнев")]
    table.stop()


def test_the_forums_clock_is_measured(tmp_path: Path) -> None:
    """T3: polls go by the forum's clock; a clock that is far off is told."""
    table = WatchTable(tmp_path / "game")
    table.board.clock_ahead = timedelta(seconds=90)
    table.run_until(table.deadline + timedelta(minutes=5))
    after = next(at for why, at in table.polls() if why == "after")
    assert timedelta(seconds=-92) < after - table.deadline < timedelta(seconds=-80)
    assert sum("clock is 1 min off" in line for line in table.said) == 1
    table.stop()


def test_one_writer_and_who_holds_the_folder(tmp_path: Path) -> None:
    """A lock lets one writer at the folder and tells the second who holds it; a dead holder's is taken over."""
    script = (
        "import sys, time, pathlib\nfrom scraper.lock import FolderLock\n"
        "with FolderLock(pathlib.Path(sys.argv[1]), command='itogi watch'):\n"
        "    print('held', flush=True)\n    time.sleep(60)\n"
    )
    holder = subprocess.Popen([sys.executable, "-c", script, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert holder.stdout
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(HeldError) as caught, FolderLock(tmp_path, command="itogi poll"):
        pass
    for told in ("itogi watch", str(holder.pid), os.uname().nodename, "since"):
        assert told in str(caught.value)
    holder.kill()
    holder.wait()
    holder.stdout.close()
    with FolderLock(tmp_path, command="itogi poll"):
        held = read_holder(tmp_path / "itogi.lock")
        assert held
        assert (held.pid, held.command) == (os.getpid(), "itogi poll")
        with pytest.raises(HeldError), FolderLock(tmp_path, command="itogi poll"):
            pass
    assert read_holder(tmp_path / "itogi.lock") is None


def test_watch_ends_cleanly_on_sigterm(tmp_path: Path) -> None:
    """`itogi watch` as a process: polls, and ends at once with a word and status 0; then the folder is free."""
    table = WatchTable(tmp_path / "game")
    table.stop()
    with table.board:
        file = table.folder / FILE
        file.write_text(
            file.read_text(encoding="utf-8").replace("http://board.example/", table.board.base_url), encoding="utf-8"
        )
        command = [str(Path(sys.executable).with_name("itogi")), "--lang", "en", "watch", "-C", str(table.folder)]
        watch = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        limit = time.monotonic() + 60
        while not table.board.requests and time.monotonic() < limit:
            time.sleep(0.05)
        assert table.board.requests
        watch.send_signal(signal.SIGTERM)
        out, err = watch.communicate(timeout=30)
    assert watch.returncode == 0
    assert "Stopped; nothing is lost." in out
    assert err == ""
    with FolderLock(table.folder, command="test"):
        pass
