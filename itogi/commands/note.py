"""`itogi note`: disputed moments, told to the players after the game (Г6)."""

from __future__ import annotations

import click

from engine.events import Noted
from engine.i18n import N_, _
from itogi.commands._common import author_option, now, with_game
from itogi.config import Game
from itogi.evening import Evening
from itogi.life.court import noted
from itogi.moments import shown
from itogi.store import Store


@click.command(
    help=N_(
        "Note a disputed moment and how you decided it: the record at the end tells it to the players (Г6). Without"
        " words the notes are listed.\n\nExample: itogi note «Голос Веры в 22:00:30 не засчитан» --post 1234"
    )
)
@click.argument("words", nargs=-1)
@click.option("--post", help=N_("Id of the post that it is about; its address goes into the record."))
@author_option
@with_game
def command(*, game: Game, store: Store, words: tuple[str, ...], post: str | None, author: str | None) -> None:
    """Note."""
    text = " ".join(words).strip()
    if not text:
        notes = [event for event in store.standing() if isinstance(event.said, Noted)]
        for event in notes:
            assert isinstance(event.said, Noted)
            place = f" ({event.said.post})" if event.said.post else ""
            click.echo(f"{event.number}. {shown(event.at, game.zone)} {event.said.text}{place}")
        if not notes:
            click.echo(_("No disputed moment is noted."))
        return
    event = store.say(noted(Evening.of(game, store, now=now()), text, post), author=author)
    click.echo(_("Noted for the record. (itogi undo {number})").format(number=event.number))
