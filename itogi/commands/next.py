"""`itogi next`: the next game from this one."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from engine.i18n import N_, _
from itogi import new
from itogi.commands._common import with_game
from itogi.commands._words import Day
from itogi.config import Game, Topic, TopicKind
from itogi.errors import NotYetError
from itogi.inputs import text_input
from itogi.life.next_game import next_file, start
from itogi.store import Store


@click.command(
    help=N_(
        "Start the next game from this one, in another folder: the board, the game masters, accounts, aliases, genders,"
        " hours, settings and templates are taken over; roles, journal and posts are not, and the dice get a new seed."
        " Topics that are not given wait for `itogi topics set`.\n\n"
        "Example: itogi next ../next-game --first-date 2013-11-04 --game http://example.rolka.me/viewtopic.php?id=7"
    )
)
@click.argument("target", metavar="DIRECTORY", type=click.Path(file_okay=False, path_type=Path))
@click.option("--first-date", type=Day(), required=True, help=N_("Date on which the first night ends."))
@click.option("--title", help=N_("Name of the game."))
@click.option("--game", "game_topic", metavar="URL", help=N_("Topic of the game."))
@click.option("--vote", metavar="URL", help=N_("Topic of the votes."))
@click.option("--signup", metavar="URL", help=N_("Topic of the sign-up."))
@click.option(
    "--players", "player_file", metavar="FILE", help=N_("Players, one a line: NAME or NAME=ACCOUNT; - reads input.")
)
@with_game
def command(
    *,
    game: Game,
    store: Store,
    target: Path,
    first_date: date,
    title: str | None,
    game_topic: str | None,
    vote: str | None,
    signup: str | None,
    player_file: str | None,
) -> None:
    """Start the next game."""
    if target.resolve() == game.folder.resolve():
        raise NotYetError(_("The next game needs a folder of its own."))
    given = [(game_topic, TopicKind.GAME), (vote, TopicKind.VOTE), (signup, TopicKind.SIGNUP)]
    lines = [line for line in text_input(player_file).splitlines() if line.strip()] if player_file else []
    file = next_file(
        game,
        store.standing(),
        title=title or game.title,
        first_date=first_date,
        topics=tuple(Topic(url=url, kind=kind) for url, kind in given if url),
        players=tuple(new.player_of(line) for line in lines),
    )
    path = start(game, target, file)
    click.echo(_("Written: {path}. Look it through; remarks explain every line.").format(path=path))
    if not file.topics:
        click.echo(_("Give the topics' addresses: itogi topics set game URL, itogi topics set vote URL."))
    click.echo(_("Players: {names}").format(names=", ".join(entry.name for entry in file.players)))
    click.echo(_("Next: itogi deal commit, itogi deal roles, itogi letters write."))
