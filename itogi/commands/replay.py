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
@click.option(
    "--texts",
    is_flag=True,
    help=N_("Add the drafted texts to every phase: “public” for the players, “worksheet” for the game master."),
)
def command(game: str, *, texts: bool) -> None:
    """Play the script in the file `game` and print the contract's list."""
    played = playthrough(json_input(game))
    answers = answer(played)
    if texts:
        # They take a while to load, and few calls want them.
        from reports.formats import pasted
        from reports.phases import phase_texts

        for phase, drafted in zip(answers, phase_texts(played), strict=True):
            phase |= {"public": pasted(drafted.public), "worksheet": drafted.worksheet}
    click.echo(json.dumps(answers, ensure_ascii=False, indent=1))
