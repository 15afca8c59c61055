"""`itogi letters`: every player's letter with the role, and who has read it. Secret."""

from __future__ import annotations

from pathlib import Path

import click
from rich.table import Table
from rich.text import Text

from engine.events import LetterConfirmed, LetterSent
from engine.i18n import N_, _, reason
from itogi.commands._common import author_option, console, emit, json_option, now, source_option, with_game
from itogi.commands._life import format_option, rendered
from itogi.config import Game
from itogi.errors import ConfigError
from itogi.evening import Evening
from itogi.life.letters import draft, reader_of, recipients
from itogi.moments import shown
from itogi.names import slot_named
from itogi.store import Store

SUFFIXES = {"text": "txt", "bbcode": "txt", "html": "html", "markdown": "md"}


@click.group(
    help=N_(
        "The letter for every player: role, powers, partners, deadlines, links; and who has confirmed. The program"
        " cannot send private messages on a board: copy the letters from the screen or from files. Secret."
        "\n\nExample: itogi letters write"
    )
)
def command() -> None:
    """Group of the letter commands."""


@command.command(help=N_("Show one player's letter. Secret.\n\nExample: itogi letters show Вера"))
@click.argument("player")
@format_option
@with_game
def show(*, game: Game, store: Store, player: str, form: str) -> None:
    """Show a letter."""
    evening = Evening.of(game, store, now=now())
    name = slot_named((one.name for one in evening.setup.players), player)
    click.echo(_("For {account}:").format(account=reader_of(evening, name)), err=True)
    click.echo(rendered(draft(evening, name), form, evening))


@command.command(
    help=N_(
        "Write the letters of all living players as files, one a player, that only you can read; their names tell no"
        " role. Secret.\n\nExample: itogi letters write --to letters --format bbcode"
    )
)
@click.option(
    "--to",
    "target",
    type=click.Path(file_okay=False, path_type=Path),
    help=N_("Folder for the files; `letters` in the game's folder unless given."),
)
@format_option
@with_game
def write(*, game: Game, store: Store, target: Path | None, form: str) -> None:
    """Write the letters."""
    evening = Evening.of(game, store, now=now())
    letters = [
        (number, player.name, rendered(draft(evening, player.name), form, evening))
        for number, player in enumerate(evening.setup.players, 1)
        if player.name in evening.state.alive
    ]
    folder = target or game.folder / "letters"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for number, name, text in letters:
            path = folder / f"{number:02}-{_file_name(name)}.{SUFFIXES[form]}"
            path.touch(mode=0o600)
            path.write_text(text + "\n", encoding="utf-8")
    except OSError as fault:
        raise ConfigError(_("{path}: cannot be written: {why}.").format(path=folder, why=reason(fault))) from None
    click.echo(
        _("{count} letters are in {folder}. They are secret: delete them once they are sent.").format(
            count=len(letters), folder=folder
        )
    )


@command.command(help=N_("Note that the letters to players have gone out.\n\nExample: itogi letters sent Вера Гнев"))
@click.argument("players", nargs=-1, required=True)
@author_option
@with_game
def sent(*, game: Game, store: Store, players: tuple[str, ...], author: str | None) -> None:
    """Note what was sent."""
    for name in _named(game, players):
        store.say(LetterSent(player=name), author=author)
    _status(Evening.of(game, store, now=now()))


@command.command(
    help=N_("Note that players have read their letters.\n\nExample: itogi letters confirm Вера Гнев --source message")
)
@click.argument("players", nargs=-1, required=True)
@source_option
@author_option
@with_game
def confirm(*, game: Game, store: Store, players: tuple[str, ...], source: str, author: str | None) -> None:
    """Note confirmations."""
    for name in _named(game, players):
        store.say(LetterConfirmed(player=name, source=source), author=author)
    _status(Evening.of(game, store, now=now()))


@command.command(help=N_("Who has read the letter, and who has not yet.\n\nExample: itogi letters status"))
@json_option
@with_game
def status(*, game: Game, store: Store, as_json: bool) -> None:
    """Show confirmations."""
    evening = Evening.of(game, store, now=now())
    if as_json:
        emit(
            [
                {
                    "player": one.player,
                    "account": one.account,
                    "sent": one.sent is not None,
                    "confirmed": one.confirmed is not None,
                }
                for one in recipients(evening)
            ]
        )
        return
    _status(evening)


def _named(game: Game, players: tuple[str, ...]) -> list[str]:
    known = tuple(player.name for player in game.setup().players)
    return [slot_named(known, player) for player in players]


def _status(evening: Evening) -> None:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    everybody = recipients(evening)
    # Who sends letters and notes only the answers sees no empty column.
    noted = any(one.sent for one in everybody)
    for title in (_("player"), _("letter to"), *([_("sent to them")] if noted else ()), _("has read it")):
        table.add_column(title, overflow="fold")
    for one in everybody:
        sent = [shown(one.sent.at, evening.game.zone) if one.sent else "—"] if noted else []
        table.add_row(Text(one.player), Text(one.account), *sent, Text(one.source or "—"))
    console().print(table)
    waiting = [one.player for one in everybody if one.confirmed is None]
    click.echo(
        _("Not confirmed yet: {names}").format(names=", ".join(waiting)) if waiting else _("Everybody has confirmed.")
    )


def _file_name(name: str) -> str:
    """A slot's name as a part of a file name on any system."""
    kept = "".join(letter if letter.isalnum() or letter in "-_" else "_" for letter in name)
    return kept[:40] or "_"
