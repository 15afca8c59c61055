"""What `modkill`, `replace` and `pardon` share: the effects are shown, the GM is asked, then it is entered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import click

from engine.i18n import N_, _
from engine.records import Decision, Ruling
from itogi.commands._common import now
from itogi.commands._life import Entering
from itogi.config import Game
from itogi.errors import NotYetError
from itogi.evening import Evening
from itogi.journal import decision_title, phase_title
from itogi.life.rulings import phase_of, proposed
from itogi.moments import moment_of, shown
from itogi.names import slot_named
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
    clock = now()
    evening = Evening.of(game, store, now=clock)
    name = slot_named((one.name for one in evening.setup.players), decision.player)
    phase, number = phase_of(evening, decision.ruling, day, night)
    moment = moment_of(at, game.zone, clock) if at else clock
    running = phase == "day" and evening.day(number).running
    if timed and phase == "day" and not running and not at:
        # The court is over: what is decided now takes effect after its count.
        timed = decision.ruling is Ruling.REPLACE
    if timed and phase == "day" and at:
        window = evening.day(number).window
        if not window.opens <= moment < max(window.ends, window.opens):
            raise NotYetError(
                _("Day {number} lasts from {opens} until {ends}; {moment} is outside.").format(
                    number=number,
                    opens=shown(window.opens, game.zone),
                    ends=shown(window.ends, game.zone),
                    moment=shown(moment, game.zone),
                )
            )
    chosen = replace(decision, player=name, at=moment if timed else None)
    found = proposed(evening, chosen, phase, number)
    when = f", {shown(moment, game.zone)}" if timed else ""
    click.echo(f"{phase_title(phase, number)}{when}: {decision_title(chosen)}")
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
    return name
