"""`itogi why`: the answer to «why wasn't my vote counted»."""

from __future__ import annotations

import click

from engine.i18n import N_
from itogi.commands._common import day_option, emit, json_option, now, with_game
from itogi.commands._life import format_option, rendered
from itogi.config import Game
from itogi.evening import Evening
from itogi.life.texts import texts_of
from itogi.life.why import why_of
from itogi.names import slot_named
from itogi.store import Store


@click.command(
    help=N_(
        "What became of a player's votes of a day, with links, times, edits and the rule: a text that can be sent to"
        " that player. Holds no weights, no roles and no silent loss of a vote.\n\n"
        "Example: itogi why Гнев --day 2"
    )
)
@click.argument("player")
@day_option
@format_option
@json_option
@with_game
def command(*, game: Game, store: Store, player: str, day: int | None, form: str, as_json: bool) -> None:
    """Answer."""
    evening = Evening.of(game, store, now=now())
    name = slot_named((one.name for one in evening.setup.players), player)
    found = why_of(evening, name, day)
    text = rendered(texts_of(game).why(found), form, evening)
    if as_json:
        emit({"player": name, "day": found.day, "missed": found.missed, "text": text})
    else:
        click.echo(text)
