"""`itogi roster`: the players, with all that the GM knows of them."""

from __future__ import annotations

import click
from rich.table import Table
from rich.text import Text

from engine.i18n import N_, _
from engine.state import Fate, Left
from itogi.commands._common import console, emit, json_option, now, with_game
from itogi.config import Game
from itogi.evening import Evening
from itogi.moments import shown
from itogi.speakers import Voice
from itogi.store import Store
from reports.phrases import role_name


@click.command(
    help=N_(
        "The players with fates, accounts, further names and misses; with --roles their roles (secret). The roster for"
        " the players is `itogi draft --kind roster`.\n\nExample: itogi roster"
    )
)
@click.option("--roles", "with_roles", is_flag=True, help=N_("Show roles: secret."))
@json_option
@with_game
def command(*, game: Game, store: Store, with_roles: bool, as_json: bool) -> None:
    """Show the roster."""
    evening = Evening.of(game, store, now=now())
    state = evening.state
    fates = {fate.player: fate for fate in state.fates}
    misses = dict(state.misses)
    voices: dict[str, list[Voice]] = {}
    for voice in evening.speakers.voices:
        voices.setdefault(voice.slot, []).append(voice)
    if as_json:
        emit(
            [
                {
                    "name": player.name,
                    "alive": player.name in state.alive,
                    "fate": fates.get(player.name),
                    "accounts": [voice.account for voice in voices[player.name]],
                    "aliases": player.aliases,
                    "misses": misses.get(player.name, 0),
                    **({"role": player.role} if with_roles else {}),
                }
                for player in evening.setup.players
            ]
        )
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for title in (
        "№",
        _("player"),
        *((_("role (secret)"),) if with_roles else ()),
        _("fate"),
        _("accounts"),
        _("misses"),
    ):
        table.add_column(title, overflow="fold")
    for number, player in enumerate(evening.setup.players, 1):
        accounts = ", ".join(_voice(voice, evening) for voice in voices[player.name])
        called = f" ({', '.join(player.aliases)})" if player.aliases else ""
        table.add_row(
            str(number),
            Text(player.name + called),
            *((role_name(player.role),) if with_roles else ()),
            _fate(fates.get(player.name)),
            Text(accounts),
            str(misses.get(player.name) or ""),
        )
    console().print(table)
    if game.file.reserves:
        click.echo(_("Reserves: {names}").format(names=", ".join(game.file.reserves)))


def _fate(fate: Fate | None) -> str:
    if fate is None:
        return _("in the game")
    lines = {
        Left.KILLED: _("killed, night {number}"),
        Left.EXECUTED: _("executed, day {number}"),
        Left.MODKILLED: _("modkilled, {phase} {number}"),
    }
    return lines[fate.left].format(number=fate.number, phase=_("night") if fate.phase == "night" else _("day"))


def _voice(voice: Voice, evening: Evening) -> str:
    text = voice.account.name
    if voice.since:
        text += _(" from {at}").format(at=shown(voice.since, evening.game.zone))
    if voice.until:
        text += _(" until {at}").format(at=shown(voice.until, evening.game.zone))
    return text
