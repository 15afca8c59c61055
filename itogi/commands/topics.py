"""`itogi topics`: the addresses of a game's topics, and what stands at their heads."""

from __future__ import annotations

from pathlib import Path

import click
from rich.table import Table
from rich.text import Text

from engine.i18n import N_, _
from itogi.commands._common import console, folder_option, now, with_game
from itogi.commands._life import format_option, rendered
from itogi.commands._words import TOPICS, OneOf
from itogi.config import Game, TopicKind
from itogi.evening import Evening
from itogi.life import gamefile
from itogi.life.texts import opening_draft
from itogi.store import Store

KINDS = {
    TopicKind.GAME: N_("the game"),
    TopicKind.VOTE: N_("the votes"),
    TopicKind.SIGNUP: N_("the sign-up"),
    TopicKind.OTHER: N_("other"),
}


@click.group(
    help=N_(
        "The topics of a game: list them, set their addresses in game.toml, draft the posts that open them."
        "\n\nExample: itogi topics text vote --format bbcode"
    )
)
def command() -> None:
    """Group of the topic commands."""


@command.command("list", help=N_("Show the topics.\n\nExample: itogi topics list"))
@with_game
def list_(*, game: Game, store: Store) -> None:
    """List the topics."""
    _listed(game)


@command.command(
    "set",
    help=N_(
        "Write the address of a topic into game.toml, in place of an earlier one; your remarks in the file stay."
        "\n\nExample: itogi topics set vote http://example.rolka.me/viewtopic.php?id=3"
    ),
)
@click.argument("kind", type=OneOf([kind for kind in TopicKind if kind is not TopicKind.OTHER], TOPICS))
@click.argument("url")
@click.option("--title", help=N_("Title of the topic, for your own screens."))
@folder_option
def set_(*, folder: Path, kind: str, url: str, title: str | None) -> None:
    """Set an address."""
    seen = gamefile.text_of(folder)
    gamefile.write(folder, gamefile.with_topic(seen, TopicKind(kind), url, title), seen=seen)
    _listed(Game.load(folder))


@command.command(
    help=N_(
        "Draft the first post of the game or the vote topic: players, hours, rules of voting, links, hash of the dice."
        " Nothing secret is in it.\n\nExample: itogi topics text game --format bbcode"
    )
)
@click.argument("kind", type=OneOf([TopicKind.GAME, TopicKind.VOTE], TOPICS))
@format_option
@with_game
def text(*, game: Game, store: Store, kind: str, form: str) -> None:
    """Draft an opening post."""
    evening = Evening.of(game, store, now=now())
    click.echo(rendered(opening_draft(evening, TopicKind(kind)), form, evening))


def _listed(game: Game) -> None:
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for kind in TopicKind:
        for topic in game.topics:
            if topic.kind is kind:
                table.add_row(_(KINDS[kind]), Text(topic.url, overflow="fold"))
        if kind is not TopicKind.OTHER and game.topic(kind) is None:
            table.add_row(_(KINDS[kind]), _("not set: itogi topics set {kind} URL").format(kind=kind.value))
    console().print(table)
