"""`itogi alias add`: a further name that voters use for a player."""

from __future__ import annotations

import click

from engine.events import AliasAdded
from engine.fold import dealt
from engine.i18n import N_, _
from itogi.commands._common import author_option, with_game
from itogi.config import Game
from itogi.errors import NotYetError
from itogi.names import same, slot_named
from itogi.store import Store


@click.group(help=N_("Further names of players.\n\nExample: itogi alias add Гнев Гневушка"))
def command() -> None:
    """Group of the alias commands."""


@command.command(
    help=N_(
        "From now on, and backwards too, ALIAS means PLAYER: votes that stood under it are read anew."
        "\n\nExample: itogi alias add Гнев Гневушка"
    )
)
@click.argument("player")
@click.argument("alias")
@author_option
@with_game
def add(game: Game, store: Store, player: str, alias: str, author: str | None) -> None:
    """Add an alias."""
    players = dealt(game.setup(), store.standing()).players
    name = slot_named((known.name for known in players), player)
    for other in players:
        if any(same(alias, known) for known in (other.name, *other.aliases)):
            raise NotYetError(_("`{alias}` is already a name of {player}.").format(alias=alias, player=other.name))
    event = store.say(AliasAdded(player=name, alias=alias.strip()), author=author)
    click.echo(
        _("{player} is also called «{alias}». (itogi undo {number})").format(
            player=name, alias=alias.strip(), number=event.number
        )
    )
