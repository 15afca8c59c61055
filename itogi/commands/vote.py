"""`itogi vote`: a vote that reached the GM by phone or message (V14)."""

from __future__ import annotations

import click

from engine.events import BallotEntered
from engine.i18n import N_, _
from engine.records import Cast, Colour
from itogi.commands._common import author_option, day_option, now, with_game
from itogi.config import Game
from itogi.errors import NotYetError
from itogi.evening import Evening, difference
from itogi.journal import told
from itogi.moments import moment_of, shown
from itogi.names import COLOUR_WORDS, slot_named
from itogi.store import Store


@click.command(
    help=N_(
        "Enter a vote that a player gave you by phone or message (V14): it counts like one in the topic, from the"
        " moment when it was given.\n\nExample: itogi vote Доброта Гнев красным --source SMS"
    )
)
@click.argument("voter")
@click.argument("target")
@click.argument("colour")
@click.option("--source", default="message", help=N_("How it came: message, phone, in person."))
@click.option("--at", metavar="TIME", help=N_("When it was given; now unless given."))
@click.option("--early", is_flag=True, help=N_("Marked «early»."))
@click.option("--final", is_flag=True, help=N_("Marked «final»."))
@day_option
@author_option
@with_game
def command(
    *,
    game: Game,
    store: Store,
    voter: str,
    target: str,
    colour: str,
    source: str,
    at: str | None,
    early: bool,
    final: bool,
    day: int | None,
    author: str | None,
) -> None:
    """Enter a ballot."""
    clock = now()
    evening = Evening.of(game, store, now=clock)
    before = evening.day(day)
    names = tuple(player.name for player in evening.setup.players)
    moment = moment_of(at, game.zone, clock) if at else clock
    window = before.window
    if not window.opens <= moment < window.ends:
        raise NotYetError(
            _("Day {number} takes votes from {opens} until {ends}; say when it was given with --at.").format(
                number=window.number, opens=shown(window.opens, game.zone), ends=shown(window.ends, game.zone)
            )
        )
    cast = Cast(
        by=slot_named(names, voter),
        target=slot_named(evening.candidates, target),
        colour=_colour(colour),
        early=early,
        final=final,
        at=moment,
    )
    event = store.say(BallotEntered(day=window.number, cast=cast, source=source), author=author)
    after = Evening.of(game, store, now=clock).day(window.number)
    click.echo(told(event.said, game.zone) + " " + _("(itogi undo {number})").format(number=event.number))
    click.echo(difference(before, after.standings, after.result))


def _colour(text: str) -> Colour:
    for colour, words in COLOUR_WORDS.items():
        if text.casefold() in words:
            return colour
    raise NotYetError(_("`{text}` is no colour of a vote; write red or blue.").format(text=text))
