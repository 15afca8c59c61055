"""Golden outcomes of the night's interactions, each reviewed against the role texts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from engine_pairs import ROSTER, outcome, pairs

GOLDEN: dict[str, Any] = json.loads(
    (Path(__file__).resolve().parents[2] / "fixtures" / "engine" / "interactions.json").read_text(encoding="utf-8")
)


def test_every_pair_of_acting_roles_has_its_golden_outcome() -> None:
    """Issue: each acting role against each, same target and crossed; the list is complete."""
    assert GOLDEN["roster"] == ROSTER
    assert [tuple(item["orders"]) for item in GOLDEN["pairs"]] == list(pairs())


@pytest.mark.parametrize("chunk", range(8))
def test_pairs_come_out_as_reviewed(chunk: int) -> None:
    """N1-N20: two actions at a time, every die happening; `rules` are the numbers that the explanation gives."""
    for item in GOLDEN["pairs"][chunk::8]:
        assert outcome(*item["orders"]) == item["gives"], item["orders"]


@pytest.mark.parametrize("item", GOLDEN["more"], ids=lambda item: item["why"])
def test_three_and_more_come_out_as_the_role_texts_say(item: dict[str, Any]) -> None:
    """N6-N15: written by hand from the role texts."""
    given = outcome(*item["orders"])
    assert {key: value for key, value in given.items() if key != "rules"} == item["gives"]
