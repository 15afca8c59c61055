"""`itogi answers`: the private answers of a night, for each recipient."""

from __future__ import annotations

import click

from engine.i18n import N_, _
from itogi.commands._common import author_option, emit, json_option, now, with_game
from itogi.commands._life import format_option, rendered
from itogi.config import Game
from itogi.evening import Evening
from itogi.life.answers import Answers, answers_of, council_said, draft, remedies_of
from itogi.moments import moment_of
from itogi.names import slot_named
from itogi.store import Store


@click.command(
    help=N_(
        "The private answers of a night: what a check has shown, what the council says, which order is not taken and"
        " until when another may be sent, who is the boss now. What must stay silent is never answered. Secret: each"
        " text is for its recipient only.\n\n"
        "With --council the mafia's question is answered: yes, no, or `refused` when it may not be asked (N4). With"
        " --remedy mafia and maniac are told that they may change their order, after a move was told (ГМ10)."
        "\n\nExample: itogi answers 2 --council да"
    )
)
@click.argument("night", type=click.IntRange(min=1), required=False)
@click.option("--for", "player", metavar="NAME", help=N_("Only the answers for this player."))
@click.option("--council", metavar="yes|no|refused", help=N_("Answer the question to the council."))
@click.option("--note", help=N_("Why a question is refused, for its sender."))
@click.option("--remedy", is_flag=True, help=N_("Draft the offer to change an order (ГМ10)."))
@click.option("--until", metavar="TIME", help=N_("With --remedy: until when."))
@format_option
@json_option
@author_option
@with_game
def command(
    *,
    game: Game,
    store: Store,
    night: int | None,
    player: str | None,
    council: str | None,
    note: str | None,
    remedy: bool,
    until: str | None,
    form: str,
    as_json: bool,
    author: str | None,
) -> None:
    """Draft answers."""
    clock = now()
    evening = Evening.of(game, store, now=clock)
    if council:
        store.say(council_said(evening, night, council, note), author=author)
        evening = Evening.of(game, store, now=clock)
    if remedy:
        number = evening.night(night).window.number
        found = remedies_of(evening, number, moment_of(until, game.zone, clock, future=True) if until else None)
    else:
        found = answers_of(evening, night)
    name = slot_named((one.name for one in evening.setup.players), player) if player else None
    shown = [answer for answer in found.answers if name in (None, answer.player)]
    if as_json:
        emit(
            [
                {
                    "player": answer.player,
                    "account": answer.account,
                    "kind": answer.text.kind,
                    "text": rendered(draft(evening, answer), form, evening),
                }
                for answer in shown
            ]
        )
        return
    for place, answer in enumerate(shown):
        if place:
            click.echo()
        click.echo(_("— for {player} ({account}), secret:").format(player=answer.player, account=answer.account))
        click.echo(rendered(draft(evening, answer), form, evening))
    _rest(found, nothing=not shown, remedy=remedy)


def _rest(found: Answers, *, nothing: bool, remedy: bool) -> None:
    if nothing:
        click.echo(_("Night {number}: nobody has to be answered now.").format(number=found.night))
    if found.question:
        click.echo(
            _(
                "! The council is asked: «{question}». Answer it: itogi answers {number} --council yes|no|refused"
            ).format(question=found.question.text or "", number=found.night),
            err=True,
        )
    for line in found.remarks:
        click.echo(f"! {line}", err=True)
    if remedy and not nothing:
        click.echo(
            _(
                "! A changed order is entered with `itogi order … --night {number} --late`, and let in with `itogi"
                " night {number} --reorder NAME`."
            ).format(number=found.night),
            err=True,
        )
