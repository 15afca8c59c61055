"""Every numbered point of the rules has a test that names it; those that another package owns are marked."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
POINTS = [
    *(f"V{number}" for number in range(1, 21)),
    *(f"N{number}" for number in range(21)),
    *(f"R{number}" for number in range(1, 4)),
    *(f"D{number}" for number in range(1, 4)),
    "T1",
    "T2",
]
ELSEWHERE = {
    "V6": "a withdrawal is no ballot: the reading of posts reports it and nothing reaches the engine",
    "V19": "replies that a board joins to the post before: the archive tells them apart",
}
"""Points of which the engine has no part. V2, V3, V15, V18, T1 and T2 are shared: the engine's part is tested here."""


def named(folder: Path) -> dict[str, list[str]]:
    """Point → the tests whose name or docstring names it."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                continue
            words = f"{node.name.replace('_', ' ').upper()} {ast.get_docstring(node) or ''}"
            for point in set(re.findall(r"\b[VNRDT]\d+\b", words)):
                found.setdefault(point, []).append(f"{path.name}::{node.name}")
    return found


HERE = named(Path(__file__).parent)


@pytest.mark.parametrize("point", [point for point in POINTS if point not in ELSEWHERE])
def test_every_point_has_a_test_that_names_it(point: str) -> None:
    """Issue: each numbered point of V, N, R, D and T1, T2."""
    assert HERE.get(point), f"no test of the engine names {point}"


def test_no_test_names_a_point_that_is_not() -> None:
    """A slip of a number would otherwise pass for a test of something."""
    assert set(HERE) <= {*POINTS, "T3"}


@pytest.mark.parametrize("point", sorted(ELSEWHERE))
def test_points_owned_elsewhere_are_named_there(point: str) -> None:
    """The list is complete over the whole project."""
    assert named(TESTS).get(point), f"{ELSEWHERE[point]}; but no test names {point}"
