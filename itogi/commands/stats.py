"""`itogi stats`: the game in numbers, after its end."""

from __future__ import annotations

import click
from rich.table import Table
from rich.text import Text

from engine.i18n import N_, _
from itogi.commands._common import console, emit, json_option, now, with_game
from itogi.commands._life import yes_option
from itogi.config import Game
from itogi.evening import Evening
from itogi.life.ending import ended, statistics_of
from itogi.store import Store


@click.command(
    help=N_(
        "The game in numbers, after its end: messages, votes, changes of mind, misses, and how often a player's vote"
        " hit the mafia or the maniac. Tells roles by the hits: while nobody has won it needs --yes."
        "\n\nExample: itogi stats"
    )
)
@json_option
@yes_option
@with_game
def command(*, game: Game, store: Store, as_json: bool, yes: bool) -> None:
    """Show the numbers."""
    evening = Evening.of(game, store, now=now())
    ended(evening, anyway=yes)
    found = statistics_of(evening)
    if as_json:
        emit(found)
        return
    screen = console()
    screen.print(
        _("Nights: {nights}, courts: {days}; messages: {messages}.").format(
            nights=found.nights, days=found.days, messages=found.messages
        )
    )
    screen.print(
        _("Votes: {votes}, changes of mind: {changes}, not counted: {aside}.").format(
            votes=found.votes, changes=found.changes, aside=found.set_aside
        )
    )
    screen.print(
        _("Executed: {count}, of them mafia and maniac: {evil}.").format(count=found.executed, evil=found.executed_evil)
    )
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for title in (
        _("player"),
        _("messages"),
        _("votes"),
        _("changes"),
        _("not counted"),
        _("misses"),
        _("hits"),
    ):
        table.add_column(title, overflow="fold")
    for line in found.lines:
        table.add_row(
            Text(line.player),
            str(line.messages),
            str(line.votes),
            str(line.changes or ""),
            str(line.set_aside or ""),
            str(line.misses or ""),
            _("{hits} of {reds}").format(hits=line.against_evil, reds=line.reds) if line.reds else "",
        )
    screen.print(table)
