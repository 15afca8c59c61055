"""Lines for the system's own clockwork, so that `itogi poll` runs without `itogi watch`: systemd, cron, Windows. Pure.

They poll every day of the year as the game's evenings go; what a moved deadline needs, only `itogi watch` knows.
"""

from __future__ import annotations

import hashlib
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from pathlib import Path

from engine.i18n import _
from itogi.config import Game, Occasion, time_of, zone_of
from scraper.plan import EDITS, LATE, MARGIN, MARKS

BEFORE = timedelta(seconds=20)
"""The last poll before a deadline begins so long before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A file of systemd's."""

    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What is to be run."""

    program: tuple[str, ...]
    """Path of the program, and what leads to it."""
    folder: Path

    @property
    def name(self) -> str:
        """A name of its own for every folder."""
        digest = hashlib.sha256(str(self.folder).encode()).hexdigest()[:6]
        plain = re.sub(r"[^a-z0-9]+", "-", self.folder.name.lower()).strip("-") or "game"
        return f"itogi-{plain}-{digest}"

    @property
    def words(self) -> tuple[str, ...]:
        """The command line."""
        return (*self.program, "poll", "-C", str(self.folder))


def evening_times(game: Game) -> tuple[time, ...]:
    """Times of day at which to poll around a day's deadline, local to the game's zone, in order from the earliest."""
    deadline = datetime.combine(date(2000, 1, 2), time_of(game.file.timetable.day))
    before = [timedelta(minutes=minutes) for minutes in MARKS]
    before += [timedelta(minutes=rule.minutes or 0) for rule in game.file.reminders if rule.on is Occasion.DEADLINE]
    moments = {deadline - length for length in before if length < timedelta(hours=12)}
    moments |= {deadline - BEFORE, deadline + MARGIN, deadline + LATE, deadline + EDITS}
    return tuple(moment.time() for moment in sorted(moments))


def systemd(game: Game, job: Job) -> tuple[Unit, Unit]:
    """A service and its timer for the user's systemd; missed runs are made up for."""
    zone = _systemd_zone(game.file.timetable.zone)
    words = " ".join(_systemd_word(word) for word in job.words)
    service = Unit(
        name=f"{job.name}.service",
        text="\n".join(
            [
                "[Unit]",
                f"Description=itogi: {_one_line(game.title)}",
                "Wants=network-online.target",
                "After=network-online.target",
                "",
                "[Service]",
                "Type=oneshot",
                f"ExecStart={words}",
                "TimeoutStartSec=30min",
                "",
            ]
        ),
    )
    every = game.file.polling.far_minutes
    lines = [f"OnCalendar=*-*-* {moment:%H:%M:%S}{zone}" for moment in evening_times(game)]
    timer = Unit(
        name=f"{job.name}.timer",
        text="\n".join(
            [
                "[Unit]",
                f"Description=itogi: {_one_line(game.title)}",
                "",
                "[Timer]",
                f"OnUnitActiveSec={every}min",
                "OnActiveSec=1min",
                *lines,
                "AccuracySec=1s",
                "Persistent=true",
                "",
                "[Install]",
                "WantedBy=timers.target",
                "",
            ]
        ),
    )
    return service, timer


def cron(game: Game, job: Job, *, local: tzinfo, today: date) -> tuple[str, ...]:
    """Lines of a crontab, in the computer's own zone as of `today`, between two marks."""
    # A percent sign is a line break to cron, quoted or not.
    command = shlex.join(job.words).replace("%", r"\%")
    every = game.file.polling.far_minutes
    sparse = f"*/{every} * * * *" if every < 60 else f"0 */{min(every // 60, 23)} * * *"
    lines = [f"{sparse} {command}"]
    zone = zone_of(game.file.timetable.zone)
    for moment in evening_times(game):
        here = datetime.combine(today, moment, zone).astimezone(local)
        wait = f"sleep {here.second}; " if here.second else ""
        lines.append(f"{here.minute} {here.hour} * * * {wait}{command}")
    return (f"# {job.name}: begin", *dict.fromkeys(lines), f"# {job.name}: end")


def windows(game: Game, job: Job, *, local: tzinfo, today: date) -> tuple[str, ...]:
    """Commands that enter the tasks into Windows' planner, in the computer's own zone as of `today`."""
    command = " ".join(f'\\"{word}\\"' if re.search(r"[\s\\]", word) else word for word in job.words)
    every = game.file.polling.far_minutes
    lines = [f'schtasks /Create /F /TN "{job.name}" /SC MINUTE /MO {min(every, 1439)} /TR "{command}"']
    zone = zone_of(game.file.timetable.zone)
    clocks = dict.fromkeys(
        f"{datetime.combine(today, moment, zone).astimezone(local):%H:%M}" for moment in evening_times(game)
    )
    lines += [
        f'schtasks /Create /F /TN "{job.name}-{clock.replace(":", "")}" /SC DAILY /ST {clock} /TR "{command}"'
        for clock in clocks
    ]
    return tuple(lines)


def merged_crontab(known: str, lines: Sequence[str]) -> str:
    """A crontab with our lines in place of those of an earlier time; others are left as they are."""
    begin, end = lines[0], lines[-1]
    kept: list[str] = []
    ours = False
    for line in known.splitlines():
        if line == begin:
            ours = True
        if not ours:
            kept.append(line)
        if line == end:
            ours = False
    if ours:
        raise ValueError(begin)
    return "\n".join([*kept, *lines, ""])


def summary(game: Game) -> str:
    """When the lines poll, for a person."""
    clocks = ", ".join(f"{moment:%H:%M:%S}" if moment.second else f"{moment:%H:%M}" for moment in evening_times(game))
    return _("Every {minutes} min, and every evening at {times} ({zone}).").format(
        minutes=game.file.polling.far_minutes, times=clocks, zone=game.file.timetable.zone
    )


def _systemd_zone(zone: str) -> str:
    """A zone as systemd writes it; of fixed offsets it knows whole hours only, by names with the sign turned round."""
    fixed = re.fullmatch(r"(?:UTC|GMT)(?:([+-])(\d{1,2})(?::?(\d\d))?)?", zone.strip())
    if not fixed:
        return f" {zone}"
    sign, hours, minutes = fixed.groups()
    if not hours or not int(hours):
        return " UTC"
    if minutes and int(minutes):
        raise ValueError(zone)
    return f" Etc/GMT{'-' if sign == '+' else '+'}{int(hours)}"


def _systemd_word(word: str) -> str:
    plain = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{plain}"' if re.search(r"[\s\"'\\;]", word) else plain


def _one_line(text: str) -> str:
    return " ".join(text.split()).replace("%", "%%")
