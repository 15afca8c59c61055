"""What `modkill`, `replace` and `pardon` share: the effects are shown, the GM is asked, then it is entered."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

from engine.i18n import N_, _
from engine.records import Decision
from itogi.commands._common import now
from itogi.commands._life import Entering
from itogi.config import Game
from itogi.evening import Evening
from itogi.life.rulings import considered
from itogi.store import Store

R = TypeVar("R")


def ruling_options(function: Callable[..., R]) -> Callable[..., R]:
    """Options of every decision."""
    for option in (
        click.option("--note", help=N_("Words for the journal.")),
        click.option("--dry-run", is_flag=True, help=N_("Only show what it would do.")),
        click.option(
            "--day", type=click.IntRange(min=1), help=N_("At the court of this day; the running one unless given.")
        ),
    ):
        function = option(function)
    return function


def decide(
    game: Game,
    store: Store,
    decision: Decision,
    *,
    day: int | None,
    night: int | None,
    at: str | None,
    timed: bool,
    dry_run: bool,
    yes: bool,
    author: str | None,
) -> str | None:
    """Show the effects, ask, enter; the player's name when it was entered. `timed`: the decision has a moment."""
    entering = Entering(store, yes=yes, author=author)
    evening = Evening.of(game, store, now=now())
    found = considered(evening, decision, day=day, night=night, at=at, timed=timed)
    click.echo(found.title)
    for line in found.lines:
        click.echo(f"  {line}")
    for line in found.warnings:
        click.echo(f"! {line}", err=True)
    if dry_run:
        click.echo(_("Nothing was recorded (--dry-run)."))
        return None
    entering.confirm(_("Enter it?"))
    event = entering.say(found.said)
    click.echo(_("Recorded. (itogi undo {number})").format(number=event.number))
    return found.said.decision.player
