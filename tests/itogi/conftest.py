"""Games for the tests of the application."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from app_bench import Bench
from app_command import Run, runner
from app_story import story

from itogi.i18n import use_language


@pytest.fixture(autouse=True)
def english(request: pytest.FixtureRequest) -> None:
    """For the tests of the application: sentences as they stand in the code; `run` speaks Russian."""
    if request.module.__name__.startswith("test_app_"):
        use_language("en")


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    """A game of five whose first day has opened with the night's results."""
    made = Bench.make(tmp_path)
    opened(made)
    yield made
    made.store.close()


def opened(made: Bench) -> Bench:
    """Post the first night's results."""
    made.post("Ведущий", "Итоги 1 ночи:<br>Ночью никто не умер.", "0 22:20")
    return made


@pytest.fixture
def evening_of_day_two(tmp_path: Path) -> Iterator[Bench]:
    """A folder in the middle of the second day, with votes, questions, edits and orders; see `fixtures/itogi`."""
    made = story(tmp_path / "game")
    yield made
    made.store.close()


@pytest.fixture
def run(evening_of_day_two: Bench, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs commands in that folder."""
    return runner(evening_of_day_two.game.folder, monkeypatch, capsys)
