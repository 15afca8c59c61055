"""Games for the tests of the application."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from app_bench import Bench


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
