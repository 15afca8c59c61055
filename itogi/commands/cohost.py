"""`itogi cohost`: two game masters on one game."""

from __future__ import annotations

from pathlib import Path

import click

from engine.i18n import N_, _, ngettext
from itogi.commands._common import folder_option, now, with_game
from itogi.commands._life import Entering, yes_option
from itogi.config import Game
from itogi.errors import NotYetError
from itogi.life import cohosts, copies, handover, packing
from itogi.moments import span
from itogi.names import same
from itogi.store import Store
from scraper.lock import FolderLock


@click.group(
    help=N_(
        "Several game masters on one game: each writes under a name of their own, sees what the other has written"
        " since, and hands the whole game over as one file.\n\nExample: itogi cohost me Архивариус"
    )
)
def command() -> None:
    """Group of the co-host commands."""


@command.command(
    help=N_("Say under which name you write in the journal, on this computer.\n\nExample: itogi cohost me Архивариус")
)
@click.argument("name")
@with_game
def me(*, game: Game, store: Store, name: str) -> None:
    """Take a name."""
    handover.named(store, name)
    click.echo(_("You write as {name}.").format(name=name.strip()))
    if not any(same(name, account.name) for account in game.moderators):
        click.echo(
            _("! {name} is not among the moderators in game.toml: posts of that account are a stranger's.").format(
                name=name.strip()
            ),
            err=True,
        )


@command.command("list", help=N_("Who writes in this game, and who leads it.\n\nExample: itogi cohost list"))
@with_game
def list_(*, game: Game, store: Store) -> None:
    """List game masters."""
    events = store.events()
    accounts = ", ".join(account.name for account in game.moderators)
    click.echo(_("Accounts of the game masters: {names}").format(names=accounts or "—"))
    for key, name in cohosts.names_taken(events).items():
        click.echo(_("{name}: {machine}").format(name=name, machine=key))
    leads = cohosts.leader(events)
    if leads:
        click.echo(_("{name} leads the game.").format(name=leads))


@command.command(
    help=N_(
        "Hand the game over: the whole folder goes into one file for NAME, who leads from now on. The account is added"
        " to the moderators in game.toml. Secret: the file holds the roles.\n\n"
        "Example: itogi cohost hand Сова --to for-sova.zip"
    )
)
@click.argument("name")
@click.option(
    "--to",
    "target",
    type=click.Path(dir_okay=False, path_type=Path),
    help=N_("The file; named after the game's folder and the date unless given."),
)
@with_game
def hand(*, game: Game, store: Store, name: str, target: Path | None) -> None:
    """Hand over."""
    whom = name.strip()
    file = target or Path(f"{game.folder.resolve().name}-{now().astimezone(game.zone):%Y-%m-%d}.zip")
    if file.exists():
        raise NotYetError(_("{path} is there already; choose another name.").format(path=file))
    game = handover.hand(game, store, whom)
    packing.pack(game, store, file, secrets=True)
    click.echo(_("The game is in {file}, with everything secret: send it to {name} only.").format(file=file, name=whom))
    click.echo(_("{name} unpacks it with: itogi cohost take {file} --name {name}").format(name=whom, file=file.name))


@command.command(
    help=N_(
        "Lead the game from now on: from the file that was handed over, into this folder; without a file in the folder"
        " that both use. A game that is in the folder already must be an earlier state of the same one: it is kept"
        " aside, nothing is overwritten.\n\nExample: itogi cohost take for-sova.zip --name Сова -C my-game"
    )
)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), required=False)
@click.option("--name", required=True, help=N_("Your name in the journal."))
@folder_option
def take(*, file: Path | None, name: str, folder: Path) -> None:
    """Take over."""
    if file is not None:
        with packing.unpacked(file) as source:
            handover.receive(source, folder, now, command="itogi cohost take")
    game = Game.load(folder)
    with Store.open(folder, clock=now) as store:
        handover.take(store, name)
        cohosts.arrive(store, game.zone)
        count = len(store.events())
    click.echo(
        ngettext(
            "{name} leads «{title}» now; {count} entry in the journal.",
            "{name} leads «{title}» now; {count} entries in the journal.",
            count,
        ).format(name=name.strip(), title=game.title, count=count)
    )
    click.echo(_("Next: itogi login, itogi poll, itogi status."))


@command.command(
    help=N_(
        "Compare this game with a copy of it: which entries of the journal only one of them has, and what only the copy"
        " saw in the topics.\n\nExample: itogi cohost compare from-sova.zip"
    )
)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@with_game
def compare(*, game: Game, store: Store, file: Path) -> None:
    """Compare."""
    with packing.unpacked(file) as source:
        _tell(copies.look(game, store, source), game)


@command.command(
    help=N_(
        "Take over from a copy of this game what is missing here: entries of the journal, after your own; posts, texts"
        " and deletions that only the copy saw, with the times at which it saw them (V15); what was sent to a topic"
        " from there. Nothing here is changed. game.toml is not merged: the tables that differ are named. Reminders,"
        " sign-in and templates stay each game master's own.\n\nExample: itogi cohost merge from-sova.zip"
    )
)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@yes_option
@with_game
def merge(*, game: Game, store: Store, file: Path, yes: bool) -> None:
    """Merge."""
    entering = Entering(store, yes=yes, author=None)
    with packing.unpacked(file) as source:
        found = copies.look(game, store, source)
        _tell(found, game)
        if found.nothing_new:
            return
        entering.confirm(_("Take all this over?"))
        with FolderLock(game.folder, command="itogi cohost merge"):
            first, last = copies.bring(store, source)
    if first <= last:
        click.echo(
            _("Taken over: entries {first} to {last}. Look at them: itogi journal").format(first=first, last=last)
        )
    click.echo(_("Count anew with what both saw: itogi tally, itogi questions."))
    numbers = {event.number: first + place for place, event in enumerate(found.journal.there)}
    for own, other in found.journal.crossing():
        click.echo(
            _(
                "! On one matter both of you wrote: entry {own} here, entry {other} taken over; the latter holds. To"
                " keep your own: itogi undo {other}"
            ).format(own=own.number, other=numbers[other.number]),
            err=True,
        )


def _tell(found: copies.Copies, game: Game) -> None:
    journal = found.journal
    click.echo(_("Both have the entries up to {number}.").format(number=journal.common))
    for title, events in ((_("Only here:"), journal.here), (_("Only in the file:"), journal.there)):
        if events:
            click.echo(title)
            for line in cohosts.told_news(events, game.zone):
                click.echo(f"    {line}")
    seen = handover.seen_there(found)
    if seen:
        click.echo(seen)
    if found.nothing_new and not journal.here:
        click.echo(_("They are the same."))
    elif found.nothing_new:
        click.echo(_("The file has nothing that is missing here."))
    if found.settings:
        click.echo(
            _("! game.toml differs in {tables}, and is not merged: look at both files.").format(
                tables=", ".join(found.settings)
            ),
            err=True,
        )
    if found.clocks:
        click.echo(
            _(
                "! The clocks of the two computers are {length} apart: times near a deadline may be off by as much."
            ).format(length=span(found.clocks)),
            err=True,
        )
