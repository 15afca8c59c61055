"""A whole game through the command line, from the sign-up to the record, word for word: `fixtures/life/*.txt`.

After a wanted change: ITOGI_GOLDEN=write pytest tests/life/test_life_evening.py, and read the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from life_stage import Stage, forum, staged
from life_story import play

from itogi.demo.board import DemoBoard

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "life"


def test_a_whole_game_reads_as_it_should(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Issue «A game's whole life»: every step's text, as a GM and the players read it."""
    with DemoBoard(forum()) as board:
        stage: Stage = staged(tmp_path, board, monkeypatch, capsys)
        try:
            play(stage)
        finally:
            if os.environ.get("ITOGI_GOLDEN") == "write":
                FIXTURES.mkdir(parents=True, exist_ok=True)
                for name, shown in stage.shown.items():
                    (FIXTURES / f"{name}.txt").write_text(shown, encoding="utf-8")
    for name, shown in stage.shown.items():
        assert shown == (FIXTURES / f"{name}.txt").read_text(encoding="utf-8"), name
    assert {file.stem for file in FIXTURES.glob("*.txt")} == set(stage.shown)
