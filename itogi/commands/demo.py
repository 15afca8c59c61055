"""`itogi demo`: a forum to try the program on, and a game master's week on it in half a minute."""

from __future__ import annotations

import threading
from pathlib import Path

import click

from engine.i18n import N_
from itogi.commands._common import console
from itogi.demo import stage

FOLDER = Path("demo-game")


@click.command(
    help=N_(
        "A demo forum on this computer, with a whole game in its topics. Without options it serves until Ctrl-C and"
        " says what to try; with --run it also makes a game's folder, polls the topics, answers what the program asks,"
        " shows every day's tally and draft, and ends by itself.\n\nExample: itogi demo --run"
    )
)
@click.option("--run", "whole", is_flag=True, help=N_("Lead a game master's work through the whole game, and end."))
@click.option(
    "--port", type=click.IntRange(1, 65535), help=N_("Port of the forum on 127.0.0.1; a free one unless given.")
)
@click.option(
    "--as-of",
    metavar="MOMENT",
    help=N_(
        "Show the forum as it was, and let it run on from there: `3 21:55` is five minutes before the end of court 3."
    ),
)
@click.option(
    "-C",
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=FOLDER,
    help=N_("Folder of the demo's game; ./demo-game unless given."),
)
def command(*, whole: bool, port: int | None, as_of: str | None, folder: Path) -> None:
    """Serve, or run."""
    if whole:
        # Only the run needs the rest of the program.
        from itogi.demo.run import run

        run(folder, port=port, console=console())
        return
    game, known_port = stage.game_of(folder, stage.utc_now())
    moment = stage.moment_of(game, as_of) if as_of else None
    with stage.playing(game, port=port or known_port) as board:
        if moment:
            board.set_clock(moment, ticking=True)
        stage.welcome(board, game, folder, console())
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            console().print()
