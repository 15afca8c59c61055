"""`itogi archive`: the game's folder as one file."""

from __future__ import annotations

from pathlib import Path

import click

from engine.i18n import N_, _
from itogi.commands._common import now, with_game
from itogi.config import Game
from itogi.life.packing import pack
from itogi.store import Store


@click.command(
    help=N_(
        "The whole game as one file: settings, the read topics, the journal, templates. Without --with-secrets roles,"
        " orders, dice, the seed, who is behind a mask and everything private are left out, so that it can be shown"
        " during the game. Passwords and sessions are never in it.\n\n"
        "Example: itogi archive --with-secrets my-game.zip"
    )
)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), required=False)
@click.option("--with-secrets", "secrets", is_flag=True, help=N_("With everything: for yourself or a co-host."))
@with_game
def command(*, game: Game, store: Store, file: Path | None, secrets: bool) -> None:
    """Pack the folder."""
    name = game.folder.resolve().name or "game"
    suffix = "" if secrets else "-open"
    target = file or Path(f"{name}-{now().astimezone(game.zone):%Y-%m-%d}{suffix}.zip")
    names = pack(game, store, target, secrets=secrets)
    click.echo(
        _("The game is in {file}, with everything secret.").format(file=target)
        if secrets
        else _("The game is in {file}; nothing secret is in it.").format(file=target)
    )
    click.echo(_("Inside: {names}").format(names=", ".join(names)))
