"""`itogi schedule`: lines for systemd, cron or Windows that run `itogi poll`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

import click

from engine.errors import OutsideError
from engine.i18n import N_, _, reason
from itogi import schedule
from itogi.commands._common import folder_option
from itogi.config import Game
from itogi.errors import ConfigError

KINDS = ("systemd", "cron", "windows")
UNITS = Path("~/.config/systemd/user")

Run = Callable[[Sequence[str], str | None], str]


@click.command(
    help=N_(
        "Lines that let the system poll by itself, for a computer that is always on: timers of the user's systemd,"
        " cron, or Windows' planner. `itogi watch` does more: it follows moved deadlines.\n\n"
        "Example: itogi schedule --kind cron"
    )
)
@folder_option
@click.option("--kind", type=click.Choice(KINDS), help=N_("What they are for; what this computer has unless given."))
@click.option("--install", is_flag=True, help=N_("Put them in place for you, instead of printing them."))
def command(*, folder: Path, kind: str | None, install: bool) -> None:
    """Print or install the lines."""
    game = Game.load(folder)
    job = schedule.Job(program=program(), folder=folder.resolve())
    chosen = kind or usual_kind()
    click.echo(f"# {schedule.summary(game)}", err=install)
    try:
        if chosen == "systemd":
            units = schedule.systemd(game, job)
            install_units(units, run) if install else click.echo(printed(units))
            return
    except ValueError as fault:
        raise ConfigError(
            _(
                "timetable.zone: systemd does not know `{zone}`; use --kind cron, or a zone such as Europe/Moscow."
            ).format(zone=fault)
        ) from None
    here = datetime.now().astimezone()
    assert here.tzinfo is not None
    lines = (schedule.cron if chosen == "cron" else schedule.windows)(game, job, local=here.tzinfo, today=here.date())
    if not install:
        click.echo("\n".join(lines))
    elif chosen == "cron":
        install_cron(lines, run)
    else:
        for line in lines:
            run(["cmd", "/c", line], None)


def program() -> tuple[str, ...]:
    """How this program is called."""
    found = shutil.which("itogi") or str(Path(sys.argv[0]))
    return (str(Path(found).resolve()),)


def usual_kind() -> str:
    """What this computer has."""
    if sys.platform == "win32":
        return "windows"
    return "systemd" if shutil.which("systemctl") else "cron"


def printed(units: Sequence[schedule.Unit]) -> str:
    """The files, each under its path."""
    return "\n".join(f"# {UNITS / unit.name}\n{unit.text}" for unit in units)


def install_units(units: Sequence[schedule.Unit], runner: Run) -> None:
    """Write the files and start the timer. Raises OutsideError."""
    folder = UNITS.expanduser()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for unit in units:
            (folder / unit.name).write_text(unit.text, encoding="utf-8")
    except OSError as fault:
        raise OutsideError(
            _("{folder}: cannot be written to: {why}.").format(folder=folder, why=reason(fault))
        ) from fault
    runner(["systemctl", "--user", "daemon-reload"], None)
    runner(["systemctl", "--user", "enable", "--now", units[-1].name], None)
    click.echo(
        _("Installed {name}. To take it away: systemctl --user disable --now {name}").format(name=units[-1].name)
    )


def install_cron(lines: Sequence[str], runner: Run) -> None:
    """Put the lines into the user's crontab, in place of earlier ones. Raises OutsideError."""
    try:
        known = runner(["crontab", "-l"], None)
    except OutsideError as fault:
        # It fails when there is none yet; for any other reason nothing must be written over what is there.
        if "no crontab" not in str(fault):
            raise
        known = ""
    try:
        text = schedule.merged_crontab(known, lines)
    except ValueError as fault:
        raise OutsideError(
            _("The crontab holds `{begin}` without its end; mend it with `crontab -e`.").format(begin=fault)
        ) from None
    runner(["crontab", "-"], text)
    click.echo(_("Installed into your crontab between the marks `{name}`.").format(name=lines[0]))


def run(words: Sequence[str], text: str | None) -> str:
    """Run a program of the system: what it prints. Raises OutsideError with its own words."""
    try:
        done = subprocess.run(  # noqa: S603 - words of our own, no shell
            words,
            input=text,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
            env={**os.environ, "LC_ALL": "C"},
        )
    except (OSError, subprocess.TimeoutExpired) as fault:
        raise OutsideError(_("{program} cannot be run: {why}.").format(program=words[0], why=fault)) from fault
    if done.returncode:
        why = " ".join((done.stderr or done.stdout).split()) or str(done.returncode)
        raise OutsideError(_("{program} failed: {why}").format(program=" ".join(words), why=why))
    return done.stdout
