"""`itogi day open|close|move`: when a day's votes are taken, by the GM's word."""

from __future__ import annotations

import click

from engine.events import DayClosed, DayMoved, DayOpened, Said
from engine.i18n import N_, _
from engine.results import Early
from itogi import screens
from itogi.commands._common import author_option, console, now, with_game
from itogi.config import Game
from itogi.errors import NotYetError
from itogi.evening import Evening
from itogi.journal import told
from itogi.moments import moment_of, shown
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
    clock = now()
    evening = Evening.of(game, store, now=clock)
    number = day or _current(evening)
    _say(game, store, DayOpened(day=number, at=moment_of(at, game.zone, clock) if at else clock), number, author)


@command.command(
    help=N_(
        "The day's votes are taken until now, or --at; with --early by the players' consent (V8)."
        "\n\nExample: itogi day close --early"
    )
)
@number_option
@at_option
@click.option("--early", is_flag=True, help=N_("Closed early, by consent."))
@author_option
@with_game
def close(*, game: Game, store: Store, day: int | None, at: str | None, early: bool, author: str | None) -> None:
    """Close a day."""
    clock = now()
    evening = Evening.of(game, store, now=clock)
    number = day or _running(evening)
    view = evening.day(number)
    moment = moment_of(at, game.zone, clock) if at else clock
    if moment > view.window.deadline:
        raise NotYetError(
            _("Day {number} ended at {deadline}; a later end is set with `itogi day move`.").format(
                number=number, deadline=shown(view.window.deadline, game.zone)
            )
        )
    if early and view.result.early is not Early.READY:
        line = _("Early closing (V8): {state}").format(state=early_state(view.result.early))
        if view.result.early_missing:
            line += _("; not early: {names}").format(names=", ".join(view.result.early_missing))
        click.echo(f"! {line}", err=True)
    _say(game, store, DayClosed(day=number, at=moment, early=early), number, author)


@command.command(help=N_("Set another deadline for the day.\n\nExample: itogi day move 23:00"))
@click.argument("time")
@number_option
@author_option
@with_game
def move(game: Game, store: Store, time: str, day: int | None, author: str | None) -> None:
    """Move a day's deadline."""
    clock = now()
    evening = Evening.of(game, store, now=clock)
    number = day or _current(evening)
    deadline = moment_of(time, game.zone, clock, future=True)
    if deadline <= evening.timetable.day(number).opens:
        raise NotYetError(
            _("Day {number} opens at {at}: its deadline must be later.").format(
                number=number, at=shown(evening.timetable.day(number).opens, game.zone)
            )
        )
    _say(game, store, DayMoved(day=number, deadline=deadline), number, author)


def _current(evening: Evening) -> int:
    """The day that runs or comes next."""
    if evening.phase.kind is PhaseKind.OVER:
        raise NotYetError(_("Nothing of the game runs; name the day with --day."))
    return evening.phase.number


def _running(evening: Evening) -> int:
    if evening.phase.kind is not PhaseKind.DAY:
        raise NotYetError(_("No day is running; name one with --day."))
    return evening.phase.number


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
