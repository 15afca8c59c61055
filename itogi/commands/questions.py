"""`itogi questions`: what only the GM can settle."""

from __future__ import annotations

import click

from engine.i18n import N_, _
from itogi import data, screens
from itogi.commands._common import console, emit, json_option, now, with_game
from itogi.config import Game
from itogi.evening import Evening
from itogi.store import Store


@click.command(
    help=N_(
        "Votes that can be read in two ways and what the rules leave to you, with the choices and what each does to the"
        " count. Answer with `itogi answer KEY CHOICE`.\n\nExample: itogi questions"
    )
)
@click.option("--day", type=click.IntRange(min=1), help=N_("Which day; all days unless given."))
@click.option("--all", "everything", is_flag=True, help=N_("Answered questions too, and remarks that a rule settles."))
@json_option
@with_game
def command(*, game: Game, store: Store, day: int | None, everything: bool, as_json: bool) -> None:
    """List questions."""
    evening = Evening.of(game, store, now=now())
    if day is not None:
        evening.day(day)  # tells when there is none
    found = [
        evening.weighed(question) if question.answer is None else question
        for question in evening.questions
        if (everything or question.open) and (day is None or question.day == day)
    ]
    # What changes the count comes first; within that by time.
    found.sort(key=lambda question: (not question.open, not question.matters))
    if as_json:
        emit([data.question(question) for question in found])
    elif found:
        console().print(screens.questions(found, evening))
    else:
        click.echo(_("No open questions."))
