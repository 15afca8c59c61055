"""`itogi demo`: the forum by itself, from the command line."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

ITOGI = [sys.executable, "-c", "from itogi.cli import main; main()", "--lang", "ru", "demo"]


def heed_ctrl_c() -> None:
    """As at a terminal: a shell starts its background jobs deaf to Ctrl-C, and children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def demo(*arguments: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """The command as a program of its own, ended at the end if it still runs."""
    process = subprocess.Popen(
        [*ITOGI, *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONPATH": str(Path(__file__).parents[2])},
        preexec_fn=heed_ctrl_c,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def told(process: subprocess.Popen[str], wanted: str) -> str:
    """What the program wrote, up to the first line that holds `wanted`; the test's own time limit ends the wait."""
    assert process.stdout
    lines = ""
    while wanted not in lines:
        line = process.stdout.readline()
        assert line, lines
        lines += line
    return lines


def test_it_serves_the_forum_and_says_what_to_try_until_ctrl_c(tmp_path: Path) -> None:
    with demo("--as-of", "3 21:55", folder=tmp_path) as process:
        words = told(process, "Ctrl-C")
        vote = re.search(r"http://127\.0\.0\.1:\d+/viewtopic\.php\?id=3", words)
        assert vote
        page = httpx.get(vote[0] + "&p=2", trust_env=False).text
        assert "Хотя нет" in page
        assert "Если уйду" not in page
        assert "itogi new" in words
        process.send_signal(signal.SIGINT)
        _out, faults = process.communicate(timeout=30)
        assert (process.returncode, faults) == (0, "")
    assert list(tmp_path.iterdir()) == []


def test_the_run_ends_well_and_leaves_a_folder_that_the_commands_take(tmp_path: Path) -> None:
    with demo("--run", "-C", "g", folder=tmp_path) as process:
        out, faults = process.communicate(timeout=60)
    assert (process.returncode, faults) == (0, "")
    assert out.count("Итоги ") >= 7
    assert {path.name for path in (tmp_path / "g").iterdir()} >= {"game.toml", "itogi.db"}
    tally = subprocess.run(
        [*ITOGI[:-1], "tally", "--day", "3", "--json", "-C", str(tmp_path / "g")],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        check=True,
    )
    assert json.loads(tally.stdout)["executed"] == "Гнев"


@pytest.mark.parametrize(("typed", "advised"), [("вечером", "3 21:55"), ("2 вечером", "2 21:55"), ("1", "1 21:55")])
def test_a_moment_that_cannot_be_read_is_one_line_and_status_2(typed: str, advised: str, tmp_path: Path) -> None:
    """What is advised keeps to the court that was asked for."""
    with demo("--as-of", typed, folder=tmp_path) as process:
        out, faults = process.communicate(timeout=60)
    assert (process.returncode, out) == (2, "")
    assert faults.count("\n") == 1
    assert advised in faults


def test_a_port_that_is_taken_is_one_line_and_status_1(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        with demo("--port", port, folder=tmp_path) as process:
            _out, faults = process.communicate(timeout=60)
    assert process.returncode == 1
    assert faults.count("\n") == 1
    assert port in faults
