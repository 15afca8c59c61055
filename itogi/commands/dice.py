"""`itogi dice`: dice that players can check after the game (D1-D3)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click

from engine.checking import fit
from engine.dice import commitment, verify
from engine.events import DiceDrawn
from engine.i18n import N_, _, ngettext
from engine.results import DieDrawn
from itogi.commands._common import emit, folder_option, now, with_game
from itogi.config import Game
from itogi.errors import NotYetError
from itogi.evening import Evening
from itogi.inputs import json_input
from itogi.store import Store
from reports.phrases import die_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """A draw as the file of a finished game has it."""

    night: int
    name: str
    happens: bool
    chance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """What players need to check a game's dice."""

    seed: str
    hash: str
    draws: tuple[Draw, ...]


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
    emit(_book(evening, store))


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
        _check(_book(Evening.of(game, store, now=now()), store), published)


def _check(book: Book, published: str | None) -> None:
    draws = [
        (draw.night, DieDrawn(name=draw.name, happens=draw.happens, entered=False, chance=draw.chance))
        for draw in book.draws
    ]
    wrong = verify(book.seed, published or book.hash, draws)
    if wrong is None:
        raise NotYetError(_("The seed is not the one whose hash was published: the dice are not proven."))
    if wrong:
        listed = "; ".join(
            _("night {night}: {die}").format(night=item.night, die=die_name(item.die.name)) for item in wrong
        )
        raise NotYetError(_("These draws are not what the seed gives: {draws}").format(draws=listed))
    click.echo(
        ngettext(
            "The seed fits its hash, and {count} draw is what it gives.",
            "The seed fits its hash, and all {count} draws are what it gives.",
            len(draws),
        ).format(count=len(draws))
    )


def _book(evening: Evening, store: Store) -> Book:
    """The recorded draws; a draw that was taken back stays in the record only while its event holds."""
    seed = store.seed()
    draws = {
        (event.said.night, name): Draw(night=event.said.night, name=name, happens=happens, chance=chance)
        for event in evening.events
        if isinstance(event.said, DiceDrawn)
        for name, happens, chance in event.said.draws
    }
    return Book(seed=seed, hash=commitment(seed), draws=tuple(draws.values()))
