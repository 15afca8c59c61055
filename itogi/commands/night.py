"""`itogi night`: work a night out."""

from __future__ import annotations

import click

from engine.events import Decided, DiceDrawn, DieEntered, NightClosed, NightOpened, Said
from engine.i18n import N_, _
from engine.records import Decision, Ruling
from itogi.commands._common import author_option, console, emit, json_option, now, with_game
from itogi.config import Game
from itogi.errors import NotYetError
from itogi.evening import Evening, NightView
from itogi.moments import moment_of, shown, span
from itogi.names import NO, YES, slot_named
from itogi.store import Store
from itogi.timetable import left
from reports.night_sheet import night_sheet, night_worksheet
from reports.phrases import DICE, die_name
from reports.terminal import sheet_in_colour


@click.command(
    help=N_(
        "Show a night's orders, what is missing and what the rules refuse, and how it comes out: a preview until its"
        " results are published. For the game master only; the players' text is `itogi draft night N`.\n\n"
        "Example: itogi night 2 --die vote_loss:Щедрость=no"
    )
)
@click.argument("number", type=click.IntRange(min=1), required=False)
@click.option(
    "--die", "dice", multiple=True, metavar="NAME=yes|no", help=N_("The outcome of a die that you threw (D2).")
)
@click.option("--allow", multiple=True, metavar="NAME", help=N_("Let this player's refused order through."))
@click.option("--reorder", multiple=True, metavar="NAME", help=N_("This player's late order counts (ГМ10)."))
@click.option("--open", "opens", metavar="TIME", help=N_("Orders are taken from TIME on."))
@click.option(
    "--until", metavar="TIME", help=N_("Orders are taken until TIME, earlier or later than the timetable says.")
)
@json_option
@author_option
@with_game
def command(
    *,
    game: Game,
    store: Store,
    number: int | None,
    dice: tuple[str, ...],
    allow: tuple[str, ...],
    reorder: tuple[str, ...],
    opens: str | None,
    until: str | None,
    as_json: bool,
    author: str | None,
) -> None:
    """Work a night out."""
    clock = now()
    evening = Evening.of(game, store, now=clock)
    chosen = evening.night(number).window.number
    names = tuple(player.name for player in evening.setup.players)
    rolled = [die.name for die in evening.night(chosen).result.dice]
    said: list[Said] = [_die(chosen, entry, rolled, names) for entry in dice]
    for ruling, players in ((Ruling.ALLOW, allow), (Ruling.REORDER, reorder)):
        said += [
            Decided(phase="night", number=chosen, decision=Decision(ruling=ruling, player=slot_named(names, player)))
            for player in players
        ]
    if opens:
        said.append(NightOpened(night=chosen, at=moment_of(opens, game.zone, clock)))
    if until:
        said.append(NightClosed(night=chosen, at=moment_of(until, game.zone, clock, future=True)))
    for item in said:
        store.say(item, author=author)
    evening = Evening.of(game, store, now=clock) if said else evening
    view = evening.night(chosen)
    _record_draws(evening, view, store, author)
    if as_json:
        emit({"night": chosen, "running": clock < view.window.ends, "ends": view.window.ends, "result": view.result})
        return
    screen = console()
    ends = view.window.ends
    if clock < ends:
        line = _("Night {number}: orders until {until}, {left} left. This is a preview.")
        screen.print(
            line.format(number=chosen, until=shown(ends, game.zone), left=span(left(ends, clock))), style="yellow"
        )
    else:
        screen.print(_("Night {number}: orders ended at {until}.").format(number=chosen, until=shown(ends, game.zone)))
    late = [order for order in view.given.orders if order.late]
    if late:
        screen.print(
            _("Late orders, kept apart: {names}").format(names=", ".join(order.by for order in late)), style="yellow"
        )
    if not any(player.role for player in evening.setup.players):
        screen.print(_("Roles are not told to the program: itogi roles."), style="yellow")
    screen.print(
        sheet_in_colour(night_sheet(night_worksheet(view.result, evening.setup.players, zone=evening.game.zone)))
    )


def _die(night: int, entry: str, rolled: list[str], players: tuple[str, ...]) -> DieEntered:
    """A die by its name, or by the player alone where the night has one die of theirs. Raises NotYetError."""
    told, found, outcome = entry.rpartition("=")
    word = outcome.strip().casefold()
    kind, colon, player = (part.strip() for part in (told if ":" in told else f":{told}").partition(":"))
    if not found or word not in (*YES, *NO):
        raise NotYetError(
            _("`{die}` is no die; write NAME=yes or NAME=no, for example vote_loss:Щедрость=yes.").format(die=entry)
        )
    name = slot_named(players, player)
    theirs = [die for die in rolled if die.endswith(f"{colon}{name}")]
    wanted = f"{kind}:{name}" if kind in DICE else theirs[0] if not kind and len(theirs) == 1 else None
    if wanted is None:
        raise NotYetError(
            _("`{die}`: there is no such die. The dice of this night: {dice}.").format(
                die=entry, dice=", ".join(f"{one} ({die_name(one)})" for one in rolled) or "—"
            )
        )
    return DieEntered(night=night, name=wanted, happens=word in YES)


def _record_draws(evening: Evening, view: NightView, store: Store, author: str | None) -> None:
    """D1: draws of a night that is over are written down when the GM has seen them."""
    night = view.window.number
    if evening.now < view.window.ends:
        return
    recorded = {
        name
        for event in evening.events
        if isinstance(event.said, DiceDrawn) and event.said.night == night
        for name, _happens, _chance in event.said.draws
    }
    draws = tuple(
        (die.name, die.happens, die.chance) for die in view.result.dice if not die.entered and die.name not in recorded
    )
    if draws:
        store.say(DiceDrawn(night=night, draws=draws), author=author)
