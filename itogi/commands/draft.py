"""`itogi draft`: a text for the players."""

from __future__ import annotations

import click

from engine.i18n import N_, _
from itogi import screens
from itogi.commands._common import notice_options, now, with_game
from itogi.commands._words import PHASES, TEXTS, OneOf
from itogi.config import Game
from itogi.drafting import FORMATS, DraftKind, NoticeKind, dialect_for, draft_of, last_phase
from itogi.errors import NotYetError
from itogi.evening import Evening
from itogi.notices import notice
from itogi.store import Store
from reports.formats import render


@click.command(
    help=N_(
        "Draft the results of a day or night, or another text for the players; nothing secret is in it. Without a"
        " phase: the one whose results are due. Warnings go to standard error, so that the text can be piped on.\n\n"
        "Example: itogi draft day 2 --format bbcode"
    )
)
@click.argument("phase", type=OneOf(["day", "night"], PHASES), required=False)
@click.argument("number", type=click.IntRange(min=1), required=False)
@click.option("--day", type=click.IntRange(min=1), help=N_("The court of this day."))
@click.option("--night", type=click.IntRange(min=1), help=N_("This night."))
@click.option(
    "--kind",
    type=OneOf((*DraftKind, *NoticeKind), TEXTS),
    default=DraftKind.RESULTS.value,
    help=N_(
        "results; count: votes in mid-day; call: to those who have not voted; opening of a day; roster with fates;"
        " warning, modkill, replacement, and private (Г10): with --player or --report."
    ),
)
@notice_options
@click.option("--format", "form", type=click.Choice(list(FORMATS)), default="text", help=N_("Form of the text."))
@with_game
def command(
    *,
    game: Game,
    store: Store,
    phase: str | None,
    number: int | None,
    day: int | None,
    night: int | None,
    kind: str,
    player: str | None,
    report: str | None,
    rule: str | None,
    url: str | None,
    form: str,
) -> None:
    """Draft."""
    evening = Evening.of(game, store, now=now())
    if kind in list(NoticeKind):
        found = notice(evening, NoticeKind(kind), player=player, report=report, rule=rule, url=url)
        click.echo(render(found.draft, FORMATS[form], dialect_for(evening)).rstrip("\n"))
        return
    chosen = _chosen(phase, number, day, night) or last_phase(evening)
    draft = draft_of(evening, *chosen, DraftKind(kind))
    for line in screens.cautions(evening, *chosen, final=kind == DraftKind.RESULTS):
        click.echo(f"! {line}", err=True)
    click.echo(render(draft, FORMATS[form], dialect_for(evening)).rstrip("\n"))


def _chosen(phase: str | None, number: int | None, day: int | None, night: int | None) -> tuple[str, int] | None:
    if phase and not number:
        raise NotYetError(_("Which one? For example: itogi draft day 2."))
    named = [
        pair
        for pair in ((phase, number), ("day", day), ("night", night))
        if pair[0] is not None and pair[1] is not None
    ]
    if len(named) > 1:
        raise NotYetError(_("Name one phase, a day or a night."))
    return (str(named[0][0]), int(named[0][1] or 0)) if named else None
