"""`itogi undo`: take an entry of the journal back."""

from __future__ import annotations

from datetime import tzinfo

import click

from engine.events import SignupNamed, SignupOpened, SignupPlaced
from engine.i18n import N_, _
from itogi import journal
from itogi.commands._common import author_option, with_records
from itogi.life import gathering
from itogi.store import Store


@click.command(
    help=N_(
        "Take back entry NUMBER of the journal, the last one that holds unless given. The taking back is an entry too:"
        " `itogi undo` with its number brings the entry back.\n\nExample: itogi undo 12"
    )
)
@click.argument("number", type=int, required=False)
@author_option
@with_records
def command(*, store: Store, zone: tzinfo, begun: bool, number: int | None, author: str | None) -> None:
    """Undo."""
    gone, undo = store.undo(number, author=author)
    click.echo(
        _("Taken back: {number}. {what} (bring it back: itogi undo {undo})").format(
            number=gone.number, what=journal.told(gone.said, zone), undo=undo.number
        )
    )
    if begun and isinstance(gone.said, SignupNamed | SignupOpened | SignupPlaced):
        click.echo(f"! {_(gathering.SETTLED)}", err=True)
