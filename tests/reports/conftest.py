"""Shared by the tests of the texts: Russian in force, the document's game played."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from reports_fixtures import FIXTURES

from engine import i18n
from engine.contract import playthrough
from engine.play import Playthrough
from itogi.i18n import translations_for
from reports.drafts import Texts


@pytest.fixture(autouse=True)
def russian() -> Iterator[None]:
    token = i18n._in_force.set(translations_for("ru"))
    yield
    i18n._in_force.reset(token)


@pytest.fixture(scope="session")
def texts() -> Texts:
    return Texts("ru")


@pytest.fixture(scope="session")
def document_game() -> Playthrough:
    return playthrough(json.loads((FIXTURES / "document-game.json").read_text(encoding="utf-8")))
