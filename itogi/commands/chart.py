"""`itogi chart`: the numbers of a game as pictures and tables."""

from __future__ import annotations

from pathlib import Path

import click

from engine.i18n import N_, _
from itogi.commands._common import at_option, console, day_option, now, with_game
from itogi.commands._words import CHARTS, OneOf
from itogi.config import Game
from itogi.evening import Evening
from itogi.moments import moment_of
from itogi.numbers import activity_of, days_of, timelines, wagons_of
from itogi.outputs import written
from itogi.store import Store
from reports.charts import activity_svg, timeline_svg, wagon_svg
from reports.numbers import activity_sheet, timeline_sheet, wagon_sheet
from reports.sheet import Sheet
from reports.terminal import sheet_in_colour


@click.command(
    help=N_(
        "Show who led when (timeline), who voted for whom (wagons), or who writes at which hour (activity), in the "
        "terminal or as an SVG picture. Without weights: it may be shown to the players.\n\n"
        "Example: itogi chart timeline --day 2 --svg day2.svg"
    )
)
@click.argument("what", type=OneOf(CHARTS, CHARTS))
@day_option
@at_option
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help=N_("Write a picture into this file."))
@with_game
def command(*, game: Game, store: Store, what: str, day: int | None, at: str | None, svg: Path | None) -> None:
    """Show."""
    clock = now()
    evening = Evening.of(game, store, now=clock, at=moment_of(at, game.zone, clock) if at else None)
    sheet, picture = _made(evening, what, day)
    if svg:
        written(svg, picture.encode())
        click.echo(_("Written: {file}").format(file=svg))
        return
    console().print(sheet_in_colour(sheet))


def _made(evening: Evening, what: str, day: int | None) -> tuple[Sheet, str]:
    """The numbers for the terminal, and as a picture."""
    if what == "activity":
        active = activity_of(evening)
        return activity_sheet(active), activity_svg(active)
    if what == "wagons":
        wagons = wagons_of(evening, days_of(evening, day))
        return wagon_sheet(wagons), wagon_svg(wagons)
    # A picture shows one day.
    (timeline,) = timelines(evening, days_of(evening, day)[-1:])
    return timeline_sheet(timeline), timeline_svg(timeline)
