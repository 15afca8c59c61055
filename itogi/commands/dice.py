"""`itogi dice`: dice that players can check after the game (D1-D3)."""

from __future__ import annotations

from pathlib import Path

import click

from engine.checking import fit
from engine.dice import commitment
from engine.i18n import N_, _, ngettext
from itogi.commands._common import emit, folder_option, now, with_game
from itogi.config import Game
from itogi.errors import NotYetError
from itogi.evening import Evening
from itogi.inputs import json_input
from itogi.life.proof import Book, book_of, checked
from itogi.store import Store


@click.group(
    help=N_(
        "Dice that players can check: publish the hash of the secret seed before the first night, and the seed with all"
        " draws after the game.\n\nExample: itogi dice commit"
    )
)
def command() -> None:
    """Group of the dice commands."""


@command.command(
    help=N_("The hash of the game's secret seed, to be published before the first night.\n\nExample: itogi dice commit")
)
@with_game
def commit(game: Game, store: Store) -> None:
    """Show the hash."""
    click.echo(commitment(store.seed()))
    click.echo(_("Publish this before the first night; it tells nothing about the draws."), err=True)


@command.command(
    help=N_(
        "After the game: the seed and every draw, as a file for players to check with `itogi dice verify FILE`. Before"
        " the end it would tell every draw to come.\n\nExample: itogi dice reveal > dice.json"
    )
)
@click.option("--yes", is_flag=True, help=N_("Although the game does not look finished."))
@with_game
def reveal(*, game: Game, store: Store, yes: bool) -> None:
    """Write the book of draws."""
    evening = Evening.of(game, store, now=now())
    if evening.over is None and not yes:
        raise NotYetError(
            _("Nobody has won yet: the seed would tell every draw to come. After the game, or with --yes.")
        )
    emit(book_of(evening, store.seed()))


@command.command(
    "verify",
    help=N_(
        "Check a finished game's dice from its seed: FILE as `itogi dice reveal` wrote it, else this game's own record."
        "\n\nExample: itogi dice verify dice.json --hash 5f3a…"
    ),
)
@click.argument("file", required=False)
@click.option("--hash", "published", help=N_("The hash that was published before the game."))
@folder_option
def verify_(file: str | None, published: str | None, folder: Path) -> None:
    """Check the draws."""
    if file:
        _check(fit(json_input(file), Book), published)
        return
    game = Game.load(folder)
    with Store.open(folder) as store:
        _check(book_of(Evening.of(game, store, now=now()), store.seed()), published)


def _check(book: Book, published: str | None) -> None:
    count = checked(book, published)
    click.echo(
        ngettext(
            "The seed fits its hash, and {count} draw is what it gives.",
            "The seed fits its hash, and all {count} draws are what it gives.",
            count,
        ).format(count=count)
    )
