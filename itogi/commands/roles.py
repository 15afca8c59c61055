"""`itogi roles`: tell the program who plays what."""

from __future__ import annotations

import sys

import click
from rich.table import Table
from rich.text import Text

from engine.fold import dealt
from engine.i18n import N_, _
from itogi.commands._common import author_option, console, emit, json_option, with_game
from itogi.config import Game
from itogi.life.dealing import roles_told
from itogi.store import Store
from reports.phrases import role_name


@click.command(
    help=N_(
        "Tell the roles, as NAME=ROLE, or as lines «Name - role» on standard input with `-`; without arguments show"
        " them. Secret: they are kept in the game's folder only.\n\nExample: itogi roles Вера=босс Азарт=маньяк"
    )
)
@click.argument("pairs", nargs=-1, metavar="[NAME=ROLE]...")
@json_option
@author_option
@with_game
def command(*, game: Game, store: Store, pairs: tuple[str, ...], as_json: bool, author: str | None) -> None:
    """Enter or show roles."""
    names = tuple(player.name for player in game.setup().players)
    told = roles_told(sys.stdin.read().splitlines() if pairs == ("-",) else pairs, names)
    if told.roles:
        store.say(told, author=author)
    players = dealt(game.setup(), store.standing()).players
    if as_json:
        emit({player.name: player.role for player in players})
        return
    table = Table(box=None, pad_edge=False, title=_("Roles (secret)"), title_justify="left")
    table.add_column(_("player"))
    table.add_column(_("role"))
    for player in players:
        table.add_row(Text(player.name), role_name(player.role))
    console().print(table)
