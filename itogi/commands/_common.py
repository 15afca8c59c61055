"""What the commands on a game's folder share: its options, opening it, and a console that is read at 80 columns."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from contextvars import ContextVar
from datetime import datetime
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import click
import msgspec
from rich.console import Console

from engine.i18n import N_, _
from itogi.config import DATABASE, Game, zone_of
from itogi.errors import NoGameError
from itogi.life import cohosts
from itogi.new import USUAL_ZONE
from itogi.store import Store, utc_now
from itogi.terminal import screen
from scraper.clock import SystemClock

P = ParamSpec("P")
R = TypeVar("R")


def folder_option(function: Callable[P, R]) -> Callable[P, R]:
    """`-C/--folder`: the game's folder, the current one unless told otherwise."""
    return click.option(
        "-C",
        "--folder",
        type=click.Path(file_okay=False, path_type=Path),
        default=Path(),
        envvar="ITOGI_FOLDER",
        help=N_("Folder of the game; the current one unless given."),
    )(function)


def json_option(function: Callable[P, R]) -> Callable[P, R]:
    """`--json`: for scripts."""
    return click.option("--json", "as_json", is_flag=True, help=N_("Answer in JSON, for scripts."))(function)


def author_option(function: Callable[P, R]) -> Callable[P, R]:
    """`--author`: who says it, for the journal."""
    return click.option("--author", help=N_("Who says it, for the journal; your user name unless given."))(function)


def day_option(function: Callable[P, R]) -> Callable[P, R]:
    """`--day`: which day."""
    return click.option(
        "--day", type=click.IntRange(min=1), help=N_("Which day; the last one that opened unless given.")
    )(function)


def at_option(function: Callable[P, R]) -> Callable[P, R]:
    """`--at`: as of which moment."""
    return click.option("--at", metavar="TIME", help=N_("As of a moment: 22:00, 14.10 22:00 or 2013-10-14 22:00."))(
        function
    )


def source_option(function: Callable[P, R]) -> Callable[P, R]:
    """`--source`: on which way a player's word came."""
    return click.option("--source", default=lambda: _("message"), help=N_("How it came: message, phone, in person."))(
        function
    )


def notice_options(function: Callable[P, R]) -> Callable[P, R]:
    """Options of a text that concerns one player."""
    for option in (
        click.option("--url", help=N_("For a warning: link to the post.")),
        click.option("--rule", help=N_("For a warning: the rule that was broken.")),
        click.option("--report", help=N_("For a notice: key of the judged report that it is about.")),
        click.option("--player", help=N_("Whom a warning, modkill or replacement concerns.")),
    ):
        function = option(function)
    return function


def with_game(function: Callable[..., R]) -> Callable[..., R]:
    """Give the command `game` and `store` in place of `folder`; the store is closed afterwards."""

    @functools.wraps(function)
    def opened(*args: Any, folder: Path, **kwargs: Any) -> R:
        game = Game.load(folder)
        with Store.open(folder, clock=now) as store:
            for line in cohosts.arrive(store, game.zone):
                click.echo(line, err=True)
            return function(*args, game=game, store=store, **kwargs)

    return folder_option(opened)


def with_records(function: Callable[..., R]) -> Callable[..., R]:
    """Give the command `store` and `zone`, also while there is only a sign-up; `begun`: whether there is a game."""

    @functools.wraps(function)
    def opened(*args: Any, folder: Path, **kwargs: Any) -> R:
        try:
            zone, begun = Game.load(folder).zone, True
        except NoGameError:
            if not (folder / DATABASE).exists():
                raise
            zone, begun = zone_of(USUAL_ZONE), False
        with Store.open(folder, clock=now) as store:
            for line in cohosts.arrive(store, zone):
                click.echo(line, err=True)
            return function(*args, store=store, zone=zone, begun=begun, **kwargs)

    return folder_option(opened)


CLOCK: ContextVar[Callable[[], datetime]] = ContextVar("itogi_clock", default=utc_now)
"""What commands take for the time of day; the tests set their own."""


def now() -> datetime:
    """The time of day; the one place where commands ask for it."""
    return CLOCK.get()()


class CommandClock(SystemClock):
    """What commands give to code that waits: the time of day as commands take it."""

    def now(self) -> datetime:
        """The present moment."""
        return now()


def console() -> Console:
    """Standard output, to paint on."""
    return screen()


def emit(value: object) -> None:
    """Write a value as JSON with readable Russian."""
    click.echo(json.dumps(msgspec.to_builtins(value), ensure_ascii=False, indent=2))
