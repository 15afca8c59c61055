"""`itogi answer`: settle a question."""

from __future__ import annotations

from dataclasses import replace

import click

from engine.i18n import N_, _
from itogi import data
from itogi.commands._common import author_option, emit, json_option, now, with_game
from itogi.config import Game
from itogi.evening import Evening, difference
from itogi.journal import told
from itogi.questions import answered, find
from itogi.store import Store


@click.command(
    help=N_(
        "Answer a question: with the number or the words of a choice, with «no vote», or with any name and colour. The"
        " answer survives every recount; the key of a counted ballot (itogi tally --json) is accepted too.\n\n"
        "Example: itogi answer 1234 Гнев красным"
    )
)
@click.argument("key")
@click.argument("choice", nargs=-1, required=True)
@click.option("--note", help=N_("A remark for the record."))
@json_option
@author_option
@with_game
def command(
    *, game: Game, store: Store, key: str, choice: tuple[str, ...], note: str | None, as_json: bool, author: str | None
) -> None:
    """Answer."""
    clock = now()
    before = Evening.of(game, store, now=clock)
    question = find((*before.questions, *before.ballots_as_questions()), key)
    answer = answered(question, " ".join(choice), before.candidates)
    event = store.say(replace(answer, note=note), author=author)
    after = Evening.of(game, store, now=clock)
    was, becomes = before.day(question.day), after.day(question.day)
    effect = difference(was, becomes.standings, becomes.result)
    if as_json:
        emit({"event": event.number, "answer": event.said, "effect": effect, "tally": data.tally(after, becomes)})
        return
    click.echo(told(event.said, game.zone))
    click.echo(
        _("Day {day}: {effect}. (itogi undo {number})").format(day=question.day, effect=effect, number=event.number)
    )
