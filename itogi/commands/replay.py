"""`itogi replay`: the engine on a written game."""

from __future__ import annotations

import json

import click

from engine.contract import answer, playthrough
from engine.i18n import N_
from itogi.inputs import json_input


@click.command(
    help=N_(
        "Play a written game by the rules and print what every phase gives, as JSON. "
        "“-” reads the standard input.\n\nExample: itogi replay game.json"
    )
)
@click.argument("game", metavar="GAME.json")
def command(game: str) -> None:
    """Play the script in the file `game` and print the contract's list."""
    played = playthrough(json_input(game))
    click.echo(json.dumps(answer(played), ensure_ascii=False, indent=1))
