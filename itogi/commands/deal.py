"""`itogi deal`: roles by sealed dice, that players can check after the game (D3)."""

from __future__ import annotations

from pathlib import Path

import click
from rich.table import Table
from rich.text import Text

from engine.checking import fit
from engine.i18n import N_, _
from itogi.commands._common import author_option, console, emit, folder_option, now, with_game
from itogi.commands._life import Entering, format_option, mended_by, rendered, yes_option
from itogi.config import Game
from itogi.errors import NotYetError
from itogi.evening import Evening
from itogi.inputs import json_input
from itogi.life.dealing import Deal, coming, entries_of, kept, undealt
from itogi.life.ending import ended
from itogi.life.proof import deal_checked
from itogi.life.texts import seal_draft
from itogi.store import Store
from reports.phrases import role_name


@click.group(
    help=N_(
        "Deal the roles by sealed dice: publish the hash, deal, and after the game show the seed, so that every player"
        " can check the deal. Roles dealt by hand are entered with `itogi roles`.\n\nExample: itogi deal commit"
    )
)
def command() -> None:
    """Group of the deal commands."""


set_option = click.option(
    "--set",
    "told",
    metavar="ROLES",
    help=N_("Roles to deal, with commas: босс,громила,маньяк,мж*4. The ruleset's set unless given; citizens fill up."),
)


@command.command(
    help=N_(
        "What to publish before the deal: the hash of the dice's seed, the roles and the players. Tells nobody's role."
        "\n\nExample: itogi deal commit --format bbcode"
    )
)
@set_option
@format_option
@with_game
def commit(*, game: Game, store: Store, told: str | None, form: str) -> None:
    """Draft the seal."""
    evening = Evening.of(game, store, now=now())
    deal = coming(game.setup(), evening.events, told or "")
    click.echo(rendered(seal_draft(game, deal, store.seed()), form, evening))
    for line in deal.remarks:
        click.echo(f"! {line}", err=True)


@command.command(
    help=N_(
        "Deal the roles. Without --show they are not put on the screen: `itogi roles` shows them, `itogi letters` tells"
        " them to the players. A second deal needs --again, and everybody sees from its number that it is one. Secret."
        "\n\nExample: itogi deal roles"
    )
)
@set_option
@click.option("--show", is_flag=True, help=N_("Show who got what: secret."))
@click.option("--again", is_flag=True, help=N_("Deal anew, under the next number."))
@yes_option
@author_option
@with_game
def roles(
    *, game: Game, store: Store, told: str | None, show: bool, again: bool, yes: bool, author: str | None
) -> None:
    """Deal."""
    entering = Entering(store, yes=yes, author=author)
    events = store.standing()
    deal = coming(game.setup(), events, told or "")
    if not again:
        with mended_by(_("Deal anew with --again.")):
            undealt(game.setup(), events)
    for line in deal.remarks:
        click.echo(f"! {line}", err=True)
    click.echo(
        _("Deal {number}, {players} players: {roles}").format(
            number=deal.number, players=len(deal.players), roles=deal.listed
        )
    )
    entering.confirm(_("Deal?"))
    seal, dealt = entries_of(deal, store.seed())
    entering.say(seal)
    event = entering.say(dealt)
    click.echo(_("The roles are dealt. (itogi undo {number})").format(number=event.number))
    if show:
        table = Table(box=None, pad_edge=False, title=_("Roles (secret)"), title_justify="left")
        table.add_column(_("player"))
        table.add_column(_("role"))
        for name, role in dealt.roles:
            table.add_row(Text(name), role_name(role))
        console().print(table)


@command.command(
    help=N_(
        "After the game: the deal with its seed, as a file that players check with `itogi deal verify FILE`."
        "\n\nExample: itogi deal reveal > deal.json"
    )
)
@yes_option
@with_game
def reveal(*, game: Game, store: Store, yes: bool) -> None:
    """Write the deal."""
    ended(Evening.of(game, store, now=now()), anyway=yes)
    emit(_kept(store))


@command.command(
    help=N_(
        "Check a deal from its seed: FILE as `itogi deal reveal` wrote it, else this game's own."
        "\n\nExample: itogi deal verify deal.json --hash 5f3a…"
    )
)
@click.argument("file", required=False)
@click.option("--hash", "published", help=N_("The hash that was published before the game."))
@folder_option
def verify(*, file: str | None, published: str | None, folder: Path) -> None:
    """Check the deal."""
    if file:
        deal = fit(json_input(file), Deal)
    else:
        Game.load(folder)
        with Store.open(folder, clock=now) as store:
            deal = _kept(store)
    deal_checked(deal, published)
    click.echo(
        _("The seed fits its hash, and deal {number} gave these roles to {count} players.").format(
            number=deal.round, count=len(deal.players)
        )
    )


def _kept(store: Store) -> Deal:
    deal = kept(store.standing(), store.seed())
    if deal is None:
        raise NotYetError(_("The roles of this game were not dealt by dice."))
    return deal
