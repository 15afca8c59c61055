"""The file of kept readings saves time and can never change a count."""

from __future__ import annotations

from pathlib import Path

import pytest
from app_bench import Bench, red

from engine.events import AliasAdded
from itogi.config import CACHE
from itogi.readings import Reader
from parser.roster import Roster, RosterPlayer

ROSTER = Roster([RosterPlayer(name="Вася"), RosterPlayer(name="Петя")])
BODY = f"<p>{red('Петя')}</p>"


def test_a_body_that_was_read_before_is_not_read_again(tmp_path: Path) -> None:
    first = Reader(ROSTER, ("ГМ",), folder=tmp_path)
    reading = first.read(BODY, "Вася")
    first.keep()
    content = (tmp_path / CACHE).read_bytes()
    again = Reader(ROSTER, ("ГМ",), folder=tmp_path)
    assert again.read(BODY, "Вася") == reading
    again.keep()
    assert (tmp_path / CACHE).read_bytes() == content, "nothing new was read"


@pytest.mark.parametrize("author", ["Вася", "Петя", "ГМ"])
def test_a_kept_reading_is_the_reading(tmp_path: Path, author: str) -> None:
    """Votes, questions and self-votes come back as they were."""
    bodies = [BODY, f"<p>{red('Петя и Вася')}</p>", "<p>Снимаю голос</p>", f"<p>Вася голосует {red('Петю')}</p>", ""]
    reader = Reader(ROSTER, ("ГМ",), folder=tmp_path)
    readings = [reader.read(body, author) for body in bodies]
    reader.keep()
    again = Reader(ROSTER, ("ГМ",), folder=tmp_path)
    assert [again.read(body, author) for body in bodies] == readings


def test_other_circumstances_are_another_reading(tmp_path: Path) -> None:
    """A new alias, another GM: nothing old is taken over."""
    reader = Reader(ROSTER, (), folder=tmp_path)
    body = f"<p>{red('Петруччо')}</p>"
    assert reader.read(body, "Вася").votes == ()
    reader.keep()
    named = Roster([RosterPlayer(name="Вася"), RosterPlayer(name="Петя", aliases=("Петруччо",))])
    assert [vote.target for vote in Reader(named, (), folder=tmp_path).read(body, "Вася").votes] == ["Петя"]


@pytest.mark.parametrize("content", [b"", b"not a database at all, but some text", b"\0" * 5000])
def test_a_damaged_file_costs_only_time(tmp_path: Path, content: bytes) -> None:
    (tmp_path / CACHE).write_bytes(content)
    reader = Reader(ROSTER, (), folder=tmp_path)
    assert len(reader.read(BODY, "Вася").votes) == 1
    reader.keep()


def test_a_folder_that_is_not_there_costs_nothing(tmp_path: Path) -> None:
    reader = Reader(ROSTER, (), folder=tmp_path / "nowhere")
    assert len(reader.read(BODY, "Вася").votes) == 1
    reader.keep()
    assert not (tmp_path / "nowhere").exists()


def test_counts_are_the_same_with_and_without_the_file(bench: Bench) -> None:
    bench.post("Вася", red("Петруччо"), "1 10:00")
    bench.post("Оля", red("Аня"), "1 10:30")
    bench.poll("1 11:00")
    fresh = bench.fates("1 11:00")
    assert bench.fates("1 11:01") == fresh
    bench.say(AliasAdded(player="Петя", alias="Петруччо"), "1 11:02")
    assert bench.fates("1 11:03") == {"Вася": "Петя", "Оля": "Аня"}
    (bench.game.folder / CACHE).unlink()
    assert bench.fates("1 11:04") == {"Вася": "Петя", "Оля": "Аня"}
