"""Runs a command as the shell would, with a clock of one's choice."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import pytest
from app_bench import at

from itogi.cli import main
from itogi.commands._common import CLOCK


@dataclass(frozen=True)
class Ran:
    """What a command left."""

    status: int
    out: str
    err: str

    @property
    def line(self) -> str:
        """Its one line of complaint."""
        assert self.err.count("\n") == 1, self.err
        return self.err.strip()


Run = Callable[..., Ran]


@contextmanager
def clock(moment: datetime) -> Iterator[None]:
    token = CLOCK.set(lambda: moment)
    try:
        yield
    finally:
        CLOCK.reset(token)


def runner(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """`run("tally", now="1 21:55")` in `folder`, in Russian, at 80 columns, without colour."""
    monkeypatch.chdir(folder)
    for name, value in {"COLUMNS": "80", "NO_COLOR": "1", "ITOGI_LANG": "ru", "TERM": "dumb"}.items():
        monkeypatch.setenv(name, value)

    def run(*arguments: str, now: str = "1 21:55", text: str = "") -> Ran:
        monkeypatch.setattr(sys, "argv", ["itogi", *arguments])
        stdin = io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")
        monkeypatch.setattr(sys, "stdin", stdin)
        capsys.readouterr()
        with clock(at(now)), pytest.raises(SystemExit) as left:
            main()
        captured = capsys.readouterr()
        return Ran(int(left.value.code or 0), captured.out, captured.err)

    return run
