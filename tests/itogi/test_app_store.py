"""itogi.db: append only, undo by events, and one clear line for every fault."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest
from app_bench import ZONE

from engine.dice import commitment
from engine.events import (
    AliasAdded,
    BallotEntered,
    DayClosed,
    DayMoved,
    DayOpened,
    Decided,
    DiceDrawn,
    DieEntered,
    NightClosed,
    NightOpened,
    Noted,
    OrderGiven,
    OrderWithdrawn,
    Published,
    QuestionAnswered,
    RolesDealt,
    Said,
    Undone,
    ViolationJudged,
)
from engine.records import Cast, Colour, Decision, Deed, Order, Role, Ruling
from itogi.errors import NotYetError, StoreError
from itogi.journal import told
from itogi.store import Store
from scraper.errors import ArchiveError

NOW = datetime(2013, 10, 14, 18, 0, tzinfo=UTC)
EVERYTHING: tuple[Said, ...] = (
    RolesDealt(roles=(("Вера", Role.BOSS), ("Гнев", Role.CITIZEN))),
    AliasAdded(player="Гнев", alias="Гневушка"),
    OrderGiven(night=1, order=Order(by="Вера", do=Deed.KILL, targets=("Гнев",), source="phone", sent_at=NOW)),
    OrderWithdrawn(night=1, ref="event:3"),
    DieEntered(night=1, name="exposure:Вера", happens=True),
    DiceDrawn(night=1, draws=(("vote_loss:Гнев", False, 0.5),)),
    Decided(phase="day", number=1, decision=Decision(ruling=Ruling.REPLACE, player="Гнев", account="Wrath", at=NOW)),
    Decided(phase="day", number=1, decision=Decision(ruling=Ruling.MODKILL, player="Гнев", reveal=True, note="!")),
    DayOpened(day=1, at=NOW),
    DayMoved(day=1, deadline=NOW),
    DayClosed(day=1, at=NOW, early=True),
    NightOpened(night=2, at=NOW),
    NightClosed(night=2, at=NOW),
    BallotEntered(day=1, cast=Cast(by="Вера", target="Гнев", colour=Colour.BLUE, at=NOW), source="SMS"),
    QuestionAnswered(question="1.ab.2", verdict="vote", target="Гнев", colour=Colour.RED, early=True, final=True),
    ViolationJudged(violation="x", verdict="warn", note="раз"),
    Published(phase="night", number=1, text="Итоги", url="http://x"),
    Noted(text="спор", post="12"),
    Undone(event=18),
)


def test_every_kind_of_event_comes_back_as_it_was_said(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        for said in EVERYTHING:
            store.say(said, author="ведущий", at=NOW)
    with Store.open(tmp_path) as store:
        events = store.events()
    assert tuple(event.said for event in events) == EVERYTHING
    assert [event.number for event in events] == list(range(1, len(EVERYTHING) + 1))
    assert {(event.at, event.author) for event in events} == {(NOW, "ведущий")}


def test_every_kind_of_event_can_be_told_in_one_line() -> None:
    for said in EVERYTHING:
        line = told(said, ZONE)
        assert line
        assert "\n" not in line


def test_undo_takes_back_the_last_entry_and_undo_of_undo_brings_it_back() -> None:
    with Store.in_memory(clock=lambda: NOW) as store:
        store.say(AliasAdded(player="А", alias="Б"))
        store.say(Noted(text="x"))
        gone, _undo = store.undo()
        assert gone.number == 2
        gone, _undo = store.undo()
        assert gone.number == 1
        assert store.standing() == ()
        store.undo(4)
        assert [event.number for event in store.standing()] == [1]
        with pytest.raises(NotYetError, match="4"):
            store.undo(4)
        with pytest.raises(NotYetError, match="99"):
            store.undo(99)
        assert len(store.events()) == 5, "nothing is ever deleted"


def test_undo_with_an_empty_journal() -> None:
    with Store.in_memory() as store, pytest.raises(NotYetError, match="empty"):
        store.undo()


def test_the_journal_is_append_only(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        store.say(Noted(text="x"))
    connection = sqlite3.connect(tmp_path / "itogi.db")
    for statement in ("DELETE FROM events", "UPDATE events SET said = '{}'"):
        with pytest.raises(sqlite3.IntegrityError, match="append only"):
            connection.execute(statement)
    connection.close()


def test_the_seed_is_drawn_once(tmp_path: Path) -> None:
    """D3: fixed at the start, the same ever after."""
    with Store.open(tmp_path) as store:
        seed = store.seed()
    with Store.open(tmp_path) as store:
        assert store.seed() == seed
        assert len(commitment(seed)) == 64


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "itogi.db").write_text("не база данных, а текст " * 100, encoding="utf-8")
    with pytest.raises(ArchiveError):
        Store.open(tmp_path)


def test_records_that_are_gone_are_not_begun_anew(tmp_path: Path) -> None:
    """Nothing lost without a word: a folder in which a game was led misses its database."""
    (tmp_path / "itogi.cache").touch()
    with pytest.raises(StoreError, match="is gone from"):
        Store.open(tmp_path)
    assert not (tmp_path / "itogi.db").exists()
    (tmp_path / "itogi.cache").unlink()
    Store.open(tmp_path).close()


def test_a_database_of_a_newer_program(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        store.database["_sqlite_migrations"].insert(
            {"migration_set": "itogi.journal", "name": "from_the_future", "applied_at": "2030-01-01"}
        )
        store.database.conn.commit()
    with pytest.raises(StoreError, match="newer"):
        Store.open(tmp_path)


def test_an_entry_of_an_unknown_kind(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        store.database.conn.execute(
            "INSERT INTO events (at, author, kind, said) VALUES (?, 'x', 'prophecy', '{}')", (NOW.isoformat(),)
        )
        store.database.conn.commit()
        with pytest.raises(StoreError, match="prophecy"):
            store.events()


def test_a_locked_database_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open(tmp_path) as store:
        store.database.conn.execute("PRAGMA busy_timeout = 20")
        other = sqlite3.connect(tmp_path / "itogi.db")
        other.execute("BEGIN IMMEDIATE")
        try:
            with pytest.raises(ArchiveError):
                store.say(Noted(text="x"))
        finally:
            other.rollback()
            other.close()
        store.say(Noted(text="y"))
        assert [event.said for event in store.events()] == [Noted(text="y")]


def test_a_full_disk_is_one_line_and_loses_nothing(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        store.say(Noted(text="before"))
        pages = store.database.conn.execute("PRAGMA page_count").fetchone()[0]
        store.database.conn.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(ArchiveError):
            store.say(Noted(text="x" * 100_000))
        store.database.conn.execute("PRAGMA max_page_count = 100000")
        assert [event.said for event in store.events()] == [Noted(text="before")]


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError):
        Store.open(tmp_path / "nowhere")
