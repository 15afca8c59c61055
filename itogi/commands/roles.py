"""`itogi roles`: tell the program who plays what."""

from __future__ import annotations

import re
import sys

import click
from rich.table import Table
from rich.text import Text

from engine.events import RolesDealt
from engine.fold import dealt
from engine.i18n import N_, _
from engine.records import Role
from itogi.commands._common import author_option, console, emit, json_option, with_game
from itogi.config import Game
from itogi.errors import NotYetError
from itogi.names import role_named, slot_named
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
    lines = [line for line in sys.stdin.read().splitlines() if line.strip()] if pairs == ("-",) else list(pairs)
    roles = tuple(_pair(line, names) for line in lines)
    if roles:
        store.say(RolesDealt(roles=roles), author=author)
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


def _pair(line: str, names: tuple[str, ...]) -> tuple[str, Role]:
    for separator in ("=", " - ", " – ", " — ", ":"):
        name, found, role = line.partition(separator)
        if found:
            # «1. Вера - босс»: the number of a list is no part of the name, one at the end of a nick is.
            return slot_named(names, re.sub(r"^\s*\d+[.)]\s+", "", name).strip()), role_named(role)
    raise NotYetError(_("`{line}` is no role: write NAME=ROLE, for example Вера=босс.").format(line=line))
