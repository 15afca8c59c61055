"""Lines for the system's own clockwork (issue 6.6)."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, timedelta, timezone
from pathlib import Path

import msgspec
import pytest
from watch_table import WatchTable

from engine.errors import OutsideError
from itogi import schedule
from itogi.commands.schedule import install_cron, install_units
from itogi.config import Game, Occasion, Reminder
from itogi.schedule import Job

TODAY = date(2026, 7, 1)


@pytest.fixture
def game(tmp_path: Path) -> Game:
    table = WatchTable(tmp_path / "game", reminders=[Reminder(on=Occasion.DEADLINE, minutes=30)])
    table.stop()
    return table.game


def job(folder: str = "/home/gm/Игра 100%") -> Job:
    return Job(program=("/opt/my tools/itogi",), folder=Path(folder))


def zoned(game: Game, zone: str) -> Game:
    times = msgspec.structs.replace(game.file.timetable, zone=zone)
    return msgspec.structs.replace(game, file=msgspec.structs.replace(game.file, timetable=times))


def test_times_around_the_deadline(game: Game) -> None:
    """The marks, the reminders, right before, right after, late posts, edits."""
    assert [f"{moment:%H:%M:%S}" for moment in schedule.evening_times(game)] == [
        "21:00:00", "21:30:00", "21:45:00", "21:55:00", "21:59:00", "21:59:40", "22:00:03", "22:03:00", "22:20:00",
    ]  # fmt: skip


def test_units_of_systemd(game: Game) -> None:
    """Accurate to the second, in the game's zone, made up for after a sleep; paths are quoted."""
    service, timer = schedule.systemd(game, job())
    assert service.name.removesuffix(".service") == timer.name.removesuffix(".timer")
    assert 'ExecStart="/opt/my tools/itogi" poll -C "/home/gm/Игра 100%%"' in service.text
    assert "OnCalendar=*-*-* 22:00:03 Europe/Moscow" in timer.text
    assert "Persistent=true" in timer.text
    assert "AccuracySec=1s" in timer.text


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd")
def test_systemd_takes_the_times(game: Game) -> None:
    for zone in ("Europe/Moscow", "UTC+3", "UTC"):
        _service, timer = schedule.systemd(zoned(game, zone), job())
        for line in re.findall(r"OnCalendar=(.*)", timer.text):
            subprocess.run(["systemd-analyze", "calendar", line], check=True, capture_output=True)


@pytest.mark.parametrize(
    ("zone", "told"), [("UTC+3", "Etc/GMT-3"), ("UTC-05:00", "Etc/GMT+5"), ("UTC", "UTC"), ("Asia/Omsk", "Asia/Omsk")]
)
def test_zones_as_systemd_writes_them(game: Game, zone: str, told: str) -> None:
    _service, timer = schedule.systemd(zoned(game, zone), job())
    assert f"22:00:03 {told}\n" in timer.text


def test_a_zone_that_systemd_lacks(game: Game) -> None:
    with pytest.raises(ValueError, match=r"UTC\+5:30"):
        schedule.systemd(zoned(game, "UTC+5:30"), job())


def test_lines_of_cron_in_the_computers_zone(game: Game) -> None:
    """Moscow's 22:00 is 19:00 UTC; seconds are slept, a percent sign is no line break."""
    lines = schedule.cron(game, job(), local=UTC, today=TODAY)
    assert lines[0].endswith("begin")
    assert lines[-1].endswith("end")
    assert r"0 19 * * * sleep 3; '/opt/my tools/itogi' poll -C '/home/gm/Игра 100\%'" in lines
    assert lines[1].startswith("*/30 * * * * ")
    far = schedule.cron(game, job(), local=timezone(timedelta(hours=5)), today=TODAY)
    assert any(line.startswith("0 0 * * * sleep 3") for line in far)


def test_lines_for_windows(game: Game) -> None:
    lines = schedule.windows(
        game, Job(program=(r"C:\Program Files\itogi.exe",), folder=Path("C:/game")), local=UTC, today=TODAY
    )
    assert all(line.startswith("schtasks /Create /F /TN ") for line in lines)
    assert any("/SC DAILY /ST 19:00" in line for line in lines)
    assert r"\"C:\Program Files\itogi.exe\"" in lines[0]
    assert len({line.split('"')[1] for line in lines}) == len(lines)


def test_a_name_of_its_own_for_every_folder() -> None:
    names = {job(folder).name for folder in ("/a/game", "/b/game", "/a/Игра", "/a/../b")}
    assert len(names) == 4
    assert all(re.fullmatch(r"itogi-[a-z0-9-]+", name) for name in names)


def test_a_crontab_keeps_what_is_not_ours(game: Game) -> None:
    """Installed twice, the lines stand once; other lines stay; a broken mark is not guessed at."""
    lines = schedule.cron(game, job(), local=UTC, today=TODAY)
    other = "MAILTO=gm\n5 4 * * * backup\n"
    once = schedule.merged_crontab(other, lines)
    assert once.startswith(other)
    assert schedule.merged_crontab(once, lines) == once
    changed = [lines[0], "0 0 * * * x", lines[-1]]
    assert schedule.merged_crontab(once, changed) == other + "\n".join(changed) + "\n"
    with pytest.raises(ValueError, match="begin"):
        schedule.merged_crontab(lines[0] + "\n* * * * * x\n", lines)


class System:
    """Takes commands in place of the computer's."""

    def __init__(self, answers: dict[str, str | OutsideError] | None = None) -> None:
        self.ran: list[tuple[tuple[str, ...], str | None]] = []
        self.answers = answers or {}

    def __call__(self, words: Sequence[str], text: str | None) -> str:
        self.ran.append((tuple(words), text))
        answer = self.answers.get(" ".join(words), "")
        if isinstance(answer, OutsideError):
            raise answer
        return answer


def test_install_for_systemd(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    system = System()
    install_units(schedule.systemd(game, job()), system)
    written = sorted(path.name for path in (tmp_path / ".config/systemd/user").iterdir())
    assert [name.rpartition(".")[2] for name in written] == ["service", "timer"]
    assert [words[:3] for words, _text in system.ran] == [
        ("systemctl", "--user", "daemon-reload"),
        ("systemctl", "--user", "enable"),
    ]


def test_install_for_cron(game: Game) -> None:
    """The first crontab of a user is made; one that cannot be read is not written over."""
    lines = schedule.cron(game, job(), local=UTC, today=TODAY)
    fresh = System({"crontab -l": OutsideError("crontab -l failed: no crontab for gm")})
    install_cron(lines, fresh)
    assert fresh.ran[-1] == (("crontab", "-"), "\n".join([*lines, ""]))
    broken = System({"crontab -l": OutsideError("crontab -l failed: permission denied")})
    with pytest.raises(OutsideError, match="permission"):
        install_cron(lines, broken)
    assert len(broken.ran) == 1
    assert replace(job(), folder=Path("/x")).words[-1] == "/x"
