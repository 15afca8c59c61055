"""`itogi day open|close|move`: when a day's votes are taken, by the GM's word."""

from __future__ import annotations

import click

from engine.events import Said
from engine.i18n import N_, _
from engine.results import Early
from itogi import screens
from itogi.commands._common import author_option, console, now, with_game
from itogi.commands._life import Entering, mended_by, yes_option
from itogi.config import Game
from itogi.evening import Evening
from itogi.journal import told
from itogi.life.court import day_closed, day_moved, day_opened
from itogi.moments import shown
from itogi.store import Store
from itogi.timetable import PhaseKind
from reports.phrases import early_state


@click.group(
    help=N_(
        "Open, close or move a day by hand. Without it days open with the post of the night's results and close at the"
        " timetable's deadline.\n\nExample: itogi day move 23:00"
    )
)
def command() -> None:
    """Group of the day's commands."""


_NAME_IT = "(--day)"
number_option = click.option("--day", type=click.IntRange(min=1), help=N_("Which day; the running one unless given."))
at_option = click.option("--at", metavar="TIME", help=N_("When; now unless given. For example 22:40 or 14.10 22:40."))


@command.command(
    "open", help=N_("Votes of the day are taken from now, or --at, on.\n\nExample: itogi day open --at 22:40")
)
@number_option
@at_option
@author_option
@with_game
def open_(game: Game, store: Store, day: int | None, at: str | None, author: str | None) -> None:
    """Open a day."""
    evening = Evening.of(game, store, now=now())
    with mended_by(_NAME_IT if not day and evening.phase.kind is PhaseKind.OVER else "(--at)"):
        said = day_opened(evening, day, at)
    _say(game, store, said, said.day, author)


@command.command(
    help=N_(
        "The day's votes are taken until now, or --at; with --early by the players' consent (V8)."
        "\n\nExample: itogi day close --early"
    )
)
@number_option
@at_option
@click.option("--early", is_flag=True, help=N_("Closed early, by consent."))
@yes_option
@author_option
@with_game
def close(
    *, game: Game, store: Store, day: int | None, at: str | None, early: bool, yes: bool, author: str | None
) -> None:
    """Close a day."""
    entering = Entering(store, yes=yes or early or at is not None, author=author)
    evening = Evening.of(game, store, now=now())
    with mended_by("" if day or evening.phase.kind is PhaseKind.DAY else _NAME_IT):
        said = day_closed(evening, day, at, early=early)
    view = evening.day(said.day)
    if early and view.result.early is not Early.READY:
        line = _("Early closing (V8): {state}").format(state=early_state(view.result.early))
        if view.result.early_missing:
            line += _("; not early: {names}").format(names=", ".join(view.result.early_missing))
        click.echo(f"! {line}", err=True)
    if view.running and said.at < view.window.deadline:
        entering.confirm(
            _("Day {number} lasts until {deadline}; later votes will not count. Close it now?").format(
                number=said.day, deadline=shown(view.window.deadline, game.zone)
            )
        )
    _say(game, store, said, said.day, author)


@command.command(help=N_("Set another deadline for the day.\n\nExample: itogi day move 23:00"))
@click.argument("time")
@number_option
@author_option
@with_game
def move(game: Game, store: Store, time: str, day: int | None, author: str | None) -> None:
    """Move a day's deadline."""
    evening = Evening.of(game, store, now=now())
    with mended_by(_NAME_IT if not day and evening.phase.kind is PhaseKind.OVER else ""):
        said = day_moved(evening, time, day)
    _say(game, store, said, said.day, author)


def _say(game: Game, store: Store, said: Said, number: int, author: str | None) -> None:
    event = store.say(said, author=author)
    click.echo(told(said, game.zone) + " " + _("(itogi undo {number})").format(number=event.number))
    after = Evening.of(game, store, now=now())
    window = after.timetable.day(number)
    click.echo(
        _("Day {number}: votes from {opens} until {ends}.").format(
            number=number, opens=shown(window.opens, game.zone), ends=shown(window.ends, game.zone)
        )
    )
    console().print(screens.phase_line(after))
