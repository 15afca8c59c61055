"""`itogi early`: closing a day early, consent and objection (V8, Г5.1)."""

from __future__ import annotations

import click

from engine.events import BallotEntered
from engine.i18n import N_, _
from engine.results import Early
from itogi.commands._common import author_option, console, day_option, emit, json_option, now, source_option, with_game
from itogi.commands._life import format_option, rendered
from itogi.config import Game
from itogi.errors import NotYetError
from itogi.evening import Evening, difference
from itogi.journal import told
from itogi.life.court import agreement, consent_of, objected, objection
from itogi.life.texts import texts_of
from itogi.names import slot_named
from itogi.store import Store
from reports.phrases import early_state


@click.group(
    help=N_(
        "Closing a day early: who agrees, who objects privately, the call for the topic. The day itself is closed with"
        " `itogi day close --early`.\n\nExample: itogi early show"
    )
)
def command() -> None:
    """Group of the commands on early closing."""


@command.command(
    help=N_(
        "Who agrees, who does not, and whether the day may close. Secret: objections are private."
        "\n\nExample: itogi early show"
    )
)
@day_option
@json_option
@with_game
def show(*, game: Game, store: Store, day: int | None, as_json: bool) -> None:
    """Show consent."""
    evening = Evening.of(game, store, now=now())
    found = consent_of(evening, day)
    if as_json:
        emit(
            {
                "day": found.view.window.number,
                "state": found.state,
                "agreed": found.agreed,
                "missing": found.missing,
                "objecting": found.objecting,
            }
        )
    else:
        _show(evening, day)


@command.command(
    help=N_(
        "A text for the topic that calls for consent. It goes by what stands in the topic, so that it tells nobody's"
        " private objection.\n\nExample: itogi early call"
    )
)
@day_option
@format_option
@with_game
def call(*, game: Game, store: Store, day: int | None, form: str) -> None:
    """Draft the call."""
    evening = Evening.of(game, store, now=now())
    click.echo(rendered(texts_of(game).early_call(consent_of(evening, day).call), form, evening))


@command.command(
    "object",
    help=N_(
        "A player has told you privately that they object: their consent in the topic does not count (Г5.1). With"
        " --withdraw the objection is taken back.\n\nExample: itogi early object Вера"
    ),
)
@click.argument("player")
@click.option("--withdraw", is_flag=True, help=N_("The player does not object any more."))
@click.option("--note", help=N_("Words for the journal."))
@day_option
@author_option
@with_game
def object_(
    *,
    game: Game,
    store: Store,
    player: str,
    withdraw: bool,
    note: str | None,
    day: int | None,
    author: str | None,
) -> None:
    """Enter an objection."""
    evening = Evening.of(game, store, now=now())
    name = slot_named((one.name for one in evening.setup.players), player)
    number = consent_of(evening, day).view.window.number
    if withdraw:
        event = objection(evening.events, number, name)
        if event is None:
            raise NotYetError(_("{name} does not object.").format(name=name))
        store.undo(event.number, author=author)
    else:
        store.say(objected(evening, name, note, number), author=author)
    _show(Evening.of(game, store, now=now()), number)


@command.command(
    help=N_(
        "A player has told you privately that they agree: their standing vote becomes early, and cannot be changed any"
        " more (V7).\n\nExample: itogi early consent Гнев --source phone"
    )
)
@click.argument("player")
@source_option
@day_option
@author_option
@with_game
def consent(*, game: Game, store: Store, player: str, source: str, day: int | None, author: str | None) -> None:
    """Enter a consent."""
    clock = now()
    evening = Evening.of(game, store, now=clock)
    name = slot_named((one.name for one in evening.setup.players), player)
    before = consent_of(evening, day).view
    said = agreement(evening, before.window.number, name, source)
    event = store.say(said, author=author)
    after = Evening.of(game, store, now=clock)
    becomes = after.day(before.window.number)
    what = (
        told(said, game.zone)
        if isinstance(said, BallotEntered)
        else _("{name} agrees ({source})").format(name=name, source=source)
    )
    click.echo(f"{what}. " + _("(itogi undo {number})").format(number=event.number))
    effect = difference(before, becomes.standings, becomes.result)
    click.echo(_("The count: {effect}.").format(effect=effect))
    _show(after, before.window.number)


def _show(evening: Evening, day: int | None) -> None:
    found = consent_of(evening, day)
    screen = console()
    screen.print(
        _("Day {day}, early closing (V8): {state}").format(day=found.view.window.number, state=early_state(found.state))
    )
    screen.print(_("Agree: {names}").format(names=", ".join(found.agreed) or "—"))
    waiting = [name for name in found.missing if name not in found.objecting]
    if waiting:
        screen.print(_("Not yet: {names}").format(names=", ".join(waiting)))
    if found.objecting:
        screen.print(_("Object privately (secret): {names}").format(names=", ".join(found.objecting)))
    if found.view.running and found.state in (Early.READY, Early.DISCRETION):
        screen.print(_("The day is closed with: itogi day close --early"))
