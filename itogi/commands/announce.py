"""`itogi announce`: the sentences with which the GM passes votes on in the vote topic (V14)."""

from __future__ import annotations

import click

from engine.i18n import N_, _
from itogi.commands._common import day_option, now, with_game
from itogi.commands._life import format_option, rendered
from itogi.config import Game
from itogi.evening import Evening
from itogi.life.court import passed_on
from itogi.life.texts import texts_of
from itogi.names import slot_named
from itogi.store import Store


@click.command(
    help=N_(
        "The sentence for the vote topic for every vote that reached you by phone or message (itogi vote) and is not in"
        " the topic yet: the players must see it (Г5, V14). Post it at once: it counts from the moment of your post,"
        " too.\n\nExample: itogi announce --format bbcode"
    )
)
@click.argument("player", required=False)
@day_option
@click.option("--all", "everything", is_flag=True, help=N_("Those that stand in the topic already, too."))
@format_option
@with_game
def command(*, game: Game, store: Store, player: str | None, day: int | None, everything: bool, form: str) -> None:
    """Draft announcements."""
    evening = Evening.of(game, store, now=now())
    number = evening.day(day).window.number
    name = slot_named((one.name for one in evening.setup.players), player) if player else None
    entered = [one for one in passed_on(evening, number) if name in (None, one.cast.by)]
    texts = texts_of(game)
    waiting = [one for one in entered if everything or not one.announced]
    for one in waiting:
        click.echo(rendered(texts.announce(one.text), form, evening))
    if not entered:
        click.echo(_("Day {number}: no vote has come by phone or message.").format(number=number), err=True)
    elif not waiting:
        click.echo(_("Day {number}: everything stands in the topic already.").format(number=number), err=True)
