"""Golden files of the texts."""

from __future__ import annotations

from pathlib import Path

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "reports"


def fixture_text(name: str) -> str:
    """A golden file without its last line end."""
    return (FIXTURES / name).read_text(encoding="utf-8").rstrip("\n")
