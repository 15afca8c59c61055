"""`itogi watch`: poll by plan until told to stop."""

from __future__ import annotations

import signal
from types import FrameType

import click

from engine.i18n import N_, _
from itogi.commands._common import with_game
from itogi.config import Game
from itogi.remind import check_rules
from itogi.store import Store
from itogi.watch import Watch
from scraper.clock import SystemClock
from scraper.lock import FolderLock


@click.command(
    help=N_(
        "Watch over the running game: poll sparsely, closer and closer before a deadline, right after it and once"
        " more; send the reminders of game.toml. Ends with Ctrl-C or SIGTERM, at any moment; started again it goes on"
        " where it was.\n\nExample: itogi watch"
    )
)
@with_game
def command(*, game: Game, store: Store) -> int:
    """Watch until stopped."""
    check_rules(game)
    with FolderLock(game.folder, command="itogi watch"):
        known = signal.signal(signal.SIGTERM, _stop)
        try:
            Watch(game.folder, store, clock=SystemClock(), say=_say).run()
        except KeyboardInterrupt:
            _say(_("Stopped; nothing is lost."))
        finally:
            signal.signal(signal.SIGTERM, known)
    return 0


def _say(line: str) -> None:
    click.echo(line)


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
