"""Roles, orders, the seed and the owners of masks lie in files that other users of the computer cannot read."""

from __future__ import annotations

import stat
import sys
from datetime import date
from pathlib import Path

import pytest

from itogi.config import DATABASE, FILE, GameFile, PlayerEntry, Times, Topic, TopicKind
from itogi.life import gamefile
from itogi.new import create
from itogi.store import Store
from scraper.private import keep_private

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the folder's own permissions protect files there")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_game_in_an_open_folder_is_closed_to_others(tmp_path: Path) -> None:
    """The guide begins with `mkdir`, and most systems let everybody look into such a folder."""
    tmp_path.chmod(0o755)
    game = GameFile(
        title="Игра",
        topics=(Topic(url="http://board.example/viewtopic.php?id=1", kind=TopicKind.GAME),),
        players=(PlayerEntry(name="Вера"), PlayerEntry(name="Гнев")),
        timetable=Times(first_date=date(2013, 10, 14), zone="Europe/Moscow"),
        moderators=("Ведущий",),
    )
    create(tmp_path, game)
    with Store.open(tmp_path) as store:
        store.seed()
        open_files = [path for path in tmp_path.iterdir() if mode(path) & 0o077 and "lock" not in path.name]
    assert open_files == []
    text = gamefile.text_of(tmp_path)
    gamefile.write(tmp_path, text + "\n", seen=text)
    (tmp_path / DATABASE).chmod(0o644)
    Store.open(tmp_path).close()
    assert (mode(tmp_path / FILE), mode(tmp_path / DATABASE)) == (0o600, 0o600)


def test_game_masters_who_share_a_folder_share_its_files(tmp_path: Path) -> None:
    tmp_path.chmod(0o770)
    keep_private(tmp_path / DATABASE)
    assert mode(tmp_path / DATABASE) == 0o660


def test_a_folder_that_takes_no_files_is_no_fault(tmp_path: Path) -> None:
    keep_private(tmp_path / "nowhere" / DATABASE)
    assert not (tmp_path / "nowhere").exists()
