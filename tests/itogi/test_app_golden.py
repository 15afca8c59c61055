"""What the main commands show, word for word: `fixtures/itogi/*.txt`, read at 80 columns without colour.

After a wanted change: ITOGI_GOLDEN=write pytest tests/itogi/test_app_golden.py, and read the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from app_command import Run

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "itogi"
SCREENS = {
    "status-day": (("status",), "2 21:55"),
    "status-night": (("status",), "2 22:10"),
    "status-results": (("status",), "2 22:35"),
    "status-over": (("status",), "9 12:00"),
    "tally-running": (("tally",), "2 21:55"),
    "tally-closed": (("tally", "--day", "1"), "2 21:55"),
    "tally-at": (("tally", "--at", "12:30"), "2 21:55"),
    "tally-stale": (("tally", "--day", "2"), "2 22:30"),
    "missing": (("missing",), "2 21:55"),
    "questions": (("questions",), "2 21:55"),
    "questions-all": (("questions", "--all"), "2 21:55"),
    "draft-night": (("draft", "night", "1"), "2 21:55"),
    "draft-day": (("draft", "--day", "1"), "2 21:55"),
    "draft-running": (("draft",), "2 21:55"),
    "draft-count-bbcode": (("draft", "day", "2", "--kind", "count", "--format", "bbcode"), "2 21:55"),
    "draft-call": (("draft", "day", "2", "--kind", "call"), "2 21:55"),
    "draft-roster": (("draft", "day", "1", "--kind", "roster"), "2 21:55"),
    "night": (("night", "1"), "2 21:55"),
    "roster": (("roster", "--roles"), "2 21:55"),
    "journal": (("journal",), "2 21:55"),
}


@pytest.mark.parametrize("name", list(SCREENS))
def test_a_screen_reads_as_it_should(run: Run, name: str) -> None:
    arguments, now = SCREENS[name]
    ran = run(*arguments, now=now)
    shown = f"$ itogi {' '.join(arguments)}\n{ran.out}" + (f"--- stderr\n{ran.err}" if ran.err else "")
    shown = "\n".join(line.rstrip() for line in shown.splitlines()) + "\n"
    file = FIXTURES / f"{name}.txt"
    if os.environ.get("ITOGI_GOLDEN") == "write":
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(shown, encoding="utf-8")
    assert ran.status == 0, ran.err
    assert max(len(line) for line in ran.out.splitlines()) <= 80
    assert "\x1b" not in ran.out
    assert shown == file.read_text(encoding="utf-8")


def test_no_screen_is_left_without_its_command() -> None:
    assert {file.stem for file in FIXTURES.glob("*.txt")} == set(SCREENS)
