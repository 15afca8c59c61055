"""The tests of questions play on the bench of the application's tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from itogi.i18n import use_language

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "itogi"))


@pytest.fixture(autouse=True)
def english() -> None:
    """Sentences of the program as they stand in the code."""
    use_language("en")
