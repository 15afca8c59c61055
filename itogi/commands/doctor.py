"""`itogi doctor`: is everything in place?"""

from __future__ import annotations

import sys

import click

from engine.i18n import N_
from itogi.commands._common import with_game
from itogi.config import Game
from itogi.doctor import Finding, examine
from itogi.store import Store

MARKS = {Finding.FINE: "✓", Finding.WARNING: "!", Finding.FAILED: "✗"}


@click.command(
    help=N_(
        "Check the game's board: that it answers, its engine, topics, clock and zone, robots.txt, signing in and the"
        " right to post. One line a check, with advice; exit status 1 when one fails.\n\n"
        "Example: itogi doctor"
    )
)
@with_game
def command(*, game: Game, store: Store) -> None:
    """Check everything."""
    failed = False
    for check in examine(game, store):
        failed = failed or check.finding is Finding.FAILED
        advice = f" — {check.advice}" if check.advice else ""
        click.echo(f"{MARKS[check.finding]} {check.what}: {check.found}{advice}")
    if failed:
        sys.exit(1)
