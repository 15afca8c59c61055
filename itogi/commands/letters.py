"""`itogi letters`: every player's letter with the role, and who has read it. Secret."""

from __future__ import annotations

from pathlib import Path

import click
from rich.table import Table
from rich.text import Text

from engine.events import LetterConfirmed
from engine.i18n import N_, _, reason
from itogi.commands._common import author_option, console, emit, json_option, now, with_game
from itogi.commands._life import format_option, rendered
from itogi.config import Game
from itogi.errors import ConfigError
from itogi.evening import Evening
from itogi.life.letters import confirmed, draft, reader_of
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


@command.command(
    help=N_("Note that players have read their letters.\n\nExample: itogi letters confirm Вера Гнев --source message")
)
@click.argument("players", nargs=-1, required=True)
@click.option("--source", default="message", help=N_("How it came: message, phone, in person."))
@author_option
@with_game
def confirm(*, game: Game, store: Store, players: tuple[str, ...], source: str, author: str | None) -> None:
    """Note confirmations."""
    known = tuple(player.name for player in game.setup().players)
    names = [slot_named(known, player) for player in players]
    for name in names:
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
                    "player": player.name,
                    "account": reader_of(evening, player.name),
                    "confirmed": confirmed(evening.events, player.name) is not None,
                }
                for player in evening.setup.players
                if player.name in evening.state.alive
            ]
        )
        return
    _status(evening)


def _status(evening: Evening) -> None:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for title in (_("player"), _("letter to"), _("has read it")):
        table.add_column(title, overflow="fold")
    waiting = []
    for player in evening.setup.players:
        if player.name not in evening.state.alive:
            continue
        said = confirmed(evening.events, player.name)
        if said is None:
            waiting.append(player.name)
        table.add_row(Text(player.name), Text(reader_of(evening, player.name)), Text(said.source if said else "—"))
    console().print(table)
    click.echo(
        _("Not confirmed yet: {names}").format(names=", ".join(waiting)) if waiting else _("Everybody has confirmed.")
    )


def _file_name(name: str) -> str:
    """A slot's name as a part of a file name on any system."""
    kept = "".join(letter if letter.isalnum() or letter in "-_" else "_" for letter in name)
    return kept[:40] or "_"
