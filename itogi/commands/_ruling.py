"""What `modkill`, `replace`, `pardon` and `ruling` share: the effects are shown, the GM is asked, it is entered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypedDict, TypeVar, Unpack

import click

from engine.i18n import N_, _
from engine.records import Decision, Ruling
from itogi.commands._common import author_option, now
from itogi.commands._life import Entering, yes_option
from itogi.config import Game
from itogi.evening import Evening
from itogi.life.rulings import NOTICES, considered
from itogi.store import Store

R = TypeVar("R")


def ruling_options(function: Callable[..., R]) -> Callable[..., R]:
    """Options of every decision."""
    for option in (
        author_option,
        yes_option,
        click.option("--note", help=N_("Words for the journal.")),
        click.option("--dry-run", is_flag=True, help=N_("Only show what it would do.")),
        click.option(
            "--day", type=click.IntRange(min=1), help=N_("At the court of this day; the running one unless given.")
        ),
    ):
        function = option(function)
    return function


class RulingOptions(TypedDict):
    """What `ruling_options` hand to a command."""

    day: int | None
    note: str | None
    dry_run: bool
    yes: bool
    author: str | None


def decide(
    game: Game,
    store: Store,
    decision: Decision,
    *,
    night: int | None = None,
    at: str | None = None,
    timed: bool = True,
    **options: Unpack[RulingOptions],
) -> None:
    """Show the effects, ask, enter, and say what follows. `timed` False: after the day's count."""
    decision = replace(decision, note=options["note"])
    entering = Entering(store, yes=options["yes"], author=options["author"])
    evening = Evening.of(game, store, now=now())
    found = considered(evening, decision, day=options["day"], night=night, at=at, timed=timed)
    click.echo(found.title)
    for line in found.lines:
        click.echo(f"  {line}")
    for line in found.warnings:
        click.echo(f"! {line}", err=True)
    if options["dry_run"]:
        click.echo(_("Nothing was recorded (--dry-run)."))
        return
    entering.confirm(_("Enter it?"))
    event = entering.say(found.said)
    name = found.said.decision.player
    click.echo(_("Recorded. (itogi undo {number})").format(number=event.number))
    notice = NOTICES.get(decision.ruling)
    if notice:
        click.echo(_("The notice: itogi draft --kind {kind} --player {name}").format(kind=notice, name=name))
    if decision.ruling is Ruling.REPLACE:
        click.echo(_("The newcomer's letter: itogi letters show {name}").format(name=name))
    elif decision.ruling in (Ruling.PARDON, Ruling.EXECUTE):
        click.echo(_("A disputed moment is noted for the record with: itogi note TEXT"))
