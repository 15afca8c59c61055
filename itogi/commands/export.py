"""`itogi export`: the numbers of a game as tables for spreadsheets and scripts."""

from __future__ import annotations

from pathlib import Path

import click

from engine.i18n import N_, _
from itogi.commands._common import at_option, now, with_game
from itogi.commands._words import TABLES, OneOf
from itogi.config import Game
from itogi.errors import NotYetError
from itogi.evening import Evening
from itogi.moments import moment_of
from itogi.numbers import FOR_THE_GM, Exported, days_of, grids
from itogi.outputs import written
from itogi.store import Store
from reports.exports import as_csv, as_json


@click.command(
    help=N_(
        "Export a table as CSV or JSON, of one day or of all: votes, timeline, wagons, activity and roster may be "
        "shown to the players; ballots and scores tell weights and are for the game master alone. No cell is taken for "
        "a formula by a spreadsheet.\n\n"
        "Example: itogi export votes --day 2 --csv -o votes.csv"
    )
)
@click.argument("table", type=OneOf(Exported, TABLES))
@click.option("--day", type=click.IntRange(min=1), help=N_("Which day; all days unless given."))
@at_option
@click.option("--csv", "form", flag_value="csv", default=True, help=N_("As CSV (the default)."))
@click.option("--json", "form", flag_value="json", help=N_("As JSON."))
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help=N_("File to write into."))
@with_game
def command(
    *, game: Game, store: Store, table: str, day: int | None, at: str | None, form: str, output: Path | None
) -> None:
    """Export."""
    clock = now()
    evening = Evening.of(game, store, now=clock, at=moment_of(at, game.zone, clock) if at else None)
    chosen = Exported(table)
    if day and chosen in (Exported.ACTIVITY, Exported.ROSTER):
        raise NotYetError(_("The table {table} is of the whole game: leave `--day` out.").format(table=table))
    whole = chosen in (Exported.ACTIVITY, Exported.ROSTER)
    grid = grids(evening, chosen, () if whole else days_of(evening, day))
    if chosen in FOR_THE_GM:
        click.echo("! " + _("For the game master only: weights and reasons are secret."), err=True)
    text = as_csv(grid) if form == "csv" else as_json(grid) + "\n"
    if output:
        # With its mark Excel reads the file as UTF-8.
        written(output, text.encode("utf-8-sig" if form == "csv" else "utf-8"))
        click.echo(_("Written: {file}").format(file=output))
    else:
        click.echo(text.encode(), nl=False)
