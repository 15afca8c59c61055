"""`itogi vote`: a vote that reached the GM by phone or message (V14)."""

from __future__ import annotations

import click

from engine.i18n import N_, _
from itogi.commands._common import author_option, day_option, now, source_option, with_game
from itogi.config import Game
from itogi.evening import Evening, difference
from itogi.journal import told
from itogi.life.court import ballot_given
from itogi.moments import shown
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
@source_option
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
    said = ballot_given(
        evening,
        voter=voter,
        target=target,
        colour=colour,
        source=source,
        day=day,
        at=at,
        early=early,
        final=final,
    )
    event = store.say(said, author=author)
    after = Evening.of(game, store, now=clock).day(said.day)
    given = said.cast.at or clock
    if given.astimezone(game.zone).date() != clock.astimezone(game.zone).date():
        # `--at 23:00` at 22:00 is yesterday's.
        click.echo(_("Given at {moment}.").format(moment=shown(given, game.zone)))
    click.echo(told(event.said, game.zone) + " " + _("(itogi undo {number})").format(number=event.number))
    click.echo(difference(before, after.standings, after.result))
    for one in after.result.set_aside:
        if one.cast.by == said.cast.by and one.cast.at == said.cast.at and one.cast.target == said.cast.target:
            click.echo(_("! It does not count ({rule}): {why}.").format(rule=one.rule, why=one.why.rstrip(".")))
            break
