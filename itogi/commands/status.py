"""`itogi status`: the game at a glance."""

from __future__ import annotations

import click

from engine.i18n import N_
from itogi import data, screens
from itogi.commands._common import console, emit, json_option, now, with_game
from itogi.config import Game
from itogi.evening import Evening
from itogi.store import Store
from itogi.timetable import PhaseKind
from itogi.watch import clock_verdict, clock_words, look_ahead


@click.command(
    help=N_(
        "What phase it is, how long it lasts, who has voted and who has not, who leads, what waits for you.\n\n"
        "Example: itogi status"
    )
)
@json_option
@with_game
def command(*, game: Game, store: Store, as_json: bool) -> None:
    """Show the state of the game."""
    clock = now()
    evening = Evening.of(game, store, now=clock)
    resting = evening.phase.kind is PhaseKind.OVER
    next_poll = None if resting else look_ahead(game, store, evening.timetable, clock).due.at
    remark = clock_words(clock_verdict(game, store))
    if as_json:
        emit({**data.status(evening), "next_poll": next_poll, "forum_clock": remark})
    else:
        console().print(screens.status(evening, next_poll=next_poll, remarks=[remark] if remark else []))
