"""`itogi ruling`: a decision of the GM that overrides the program."""

from __future__ import annotations

import click

from engine.events import Decided
from engine.i18n import N_, _
from engine.records import Decision, Ruling
from itogi.commands._common import author_option, now, with_game
from itogi.config import Game
from itogi.errors import NotYetError
from itogi.evening import Evening, difference
from itogi.journal import told
from itogi.moments import moment_of
from itogi.names import slot_named
from itogi.store import Store
from itogi.timetable import PhaseKind

OF_DAYS = (Ruling.MODKILL, Ruling.REPLACE, Ruling.EXECUTE, Ruling.PARDON, Ruling.OBJECT)


@click.command(
    help=N_(
        "Decide over the program: modkill or replace a player, execute or pardon at the court, or note that a player"
        " objects to closing early (V8). A modkill of a running day takes effect at once (V20); with --after-count at"
        " the court's end.\n\nExample: itogi ruling replace Гнев --account Newcomer"
    )
)
@click.argument("what", type=click.Choice([ruling.value for ruling in OF_DAYS]))
@click.argument("player")
@click.option("--account", help=N_("With `replace`: the account that takes the slot over."))
@click.option("--reveal/--no-reveal", default=None, help=N_("With `modkill`: make the role public or not."))
@click.option(
    "--day", type=click.IntRange(min=1), help=N_("At the court of this day; the running or last one unless given.")
)
@click.option("--night", type=click.IntRange(min=1), help=N_("In this night."))
@click.option("--at", metavar="TIME", help=N_("From which moment; now unless given."))
@click.option("--after-count", is_flag=True, help=N_("A modkill after the count of the day."))
@click.option("--note", help=N_("Words for the journal."))
@author_option
@with_game
def command(
    *,
    game: Game,
    store: Store,
    what: str,
    player: str,
    account: str | None,
    reveal: bool | None,
    day: int | None,
    night: int | None,
    at: str | None,
    after_count: bool,
    note: str | None,
    author: str | None,
) -> None:
    """Record a decision."""
    clock = now()
    evening = Evening.of(game, store, now=clock)
    ruling = Ruling(what)
    name = slot_named((entry.name for entry in evening.setup.players), player)
    if ruling is Ruling.REPLACE and not account:
        raise NotYetError(_("Name the newcomer with --account: the account that takes the slot over."))
    phase, number = _phase(evening, ruling, day, night)
    running = phase == "day" and evening.day(number).running
    moment = moment_of(at, game.zone, clock) if at else clock
    timed = ruling is Ruling.REPLACE or (ruling is Ruling.MODKILL and running and not after_count)
    decision = Decision(
        ruling=ruling, player=name, account=account, reveal=reveal, at=moment if timed else None, note=note
    )
    before = evening.day(number) if phase == "day" else None
    event = store.say(Decided(phase=phase, number=number, decision=decision), author=author)
    click.echo(told(event.said, game.zone) + " " + _("(itogi undo {number})").format(number=event.number))
    if before:
        after = Evening.of(game, store, now=clock).day(number)
        click.echo(difference(before, after.standings, after.result))
    if ruling in (Ruling.MODKILL, Ruling.REPLACE):
        kind = "modkill" if ruling is Ruling.MODKILL else "replacement"
        click.echo(_("The notice: itogi draft --kind {kind} --player {name}").format(kind=kind, name=name))


def _phase(evening: Evening, ruling: Ruling, day: int | None, night: int | None) -> tuple[str, int]:
    """The phase that a decision belongs to."""
    if day and night:
        raise NotYetError(_("Name one phase, a day or a night."))
    if night:
        if ruling not in (Ruling.MODKILL, Ruling.REPLACE):
            raise NotYetError(_("At night only a modkill or a replacement can be decided here; see `itogi night`."))
        return "night", evening.night(night).window.number
    if day or ruling in (Ruling.EXECUTE, Ruling.PARDON, Ruling.OBJECT) or evening.phase.kind is PhaseKind.DAY:
        return "day", evening.day(day).window.number
    return "night", evening.phase.number
