"""`itogi journal`: everything that the GM said."""

from __future__ import annotations

from datetime import tzinfo

import click
from rich.table import Table
from rich.text import Text

from engine.i18n import N_, _
from itogi import journal
from itogi.commands._common import console, emit, json_option, with_records
from itogi.moments import shown
from itogi.store import Store


@click.command(
    help=N_(
        "Everything that was entered in this game: orders, answers, decisions, openings; with number, time and author."
        " Holds secrets: not for players.\n\nExample: itogi journal --last 10"
    )
)
@click.option("--last", type=click.IntRange(min=1), help=N_("Only the last so many entries."))
@click.option("--all", "everything", is_flag=True, help=N_("Entries that were taken back too."))
@json_option
@with_records
def command(*, store: Store, zone: tzinfo, begun: bool, last: int | None, everything: bool, as_json: bool) -> None:
    """Show the journal."""
    holding = {event.number for event in store.standing()}
    events = [event for event in store.events() if everything or event.number in holding][-(last or 0) :]
    if as_json:
        emit(
            [
                {
                    "number": event.number,
                    "at": event.at,
                    "author": event.author,
                    "kind": type(event.said).__name__,
                    "said": event.said,
                    "holds": event.number in holding,
                }
                for event in events
            ]
        )
        return
    if not events:
        click.echo(_("The journal is empty."))
        return
    table = Table(box=None, pad_edge=False)
    for title in ("№", _("when"), _("who"), _("what (secret)")):
        table.add_column(title, overflow="fold")
    for event in events:
        table.add_row(
            str(event.number),
            shown(event.at, zone),
            Text(event.author),
            Text(journal.told(event.said, zone), style="" if event.number in holding else "strike"),
        )
    console().print(table)
