"""`itogi record`: the whole game for the players, after its end (P3)."""

from __future__ import annotations

from pathlib import Path

import click

from engine.i18n import N_, _, reason
from itogi.commands._common import now, with_game
from itogi.commands._life import format_option, rendered, yes_option
from itogi.config import Game
from itogi.errors import ConfigError
from itogi.evening import Evening
from itogi.life.ending import ended, record_draft
from itogi.store import Store


@click.command(
    help=N_(
        "The record of the game for its topic, after the end: who was who, every night's orders and what became of"
        " them, the courts, disputed moments (Г6) and the seed of the dice. Tells every secret: while nobody has won it"
        " needs --yes.\n\nExample: itogi record --format bbcode --to record.txt"
    )
)
@click.option("--to", "target", type=click.Path(dir_okay=False, path_type=Path), help=N_("Into a file."))
@format_option
@yes_option
@with_game
def command(*, game: Game, store: Store, target: Path | None, form: str, yes: bool) -> None:
    """Draft the record."""
    evening = Evening.of(game, store, now=now())
    ended(evening, anyway=yes)
    text = rendered(record_draft(evening), form, evening)
    if target is None:
        click.echo(text)
        return
    try:
        with target.open("x", encoding="utf-8") as stream:
            stream.write(text + "\n")
    except FileExistsError:
        raise ConfigError(_("{path} is there already; choose another name.").format(path=target)) from None
    except OSError as fault:
        raise ConfigError(_("{path}: cannot be written: {why}.").format(path=target, why=reason(fault))) from None
    click.echo(_("The record is in {file}.").format(file=target))
