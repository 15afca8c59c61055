"""`itogi signup`: who plays, from the sign-up topic or by hand (Г6.1)."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path

import click
from rich.table import Table
from rich.text import Text

from engine import ruleset as rulesets
from engine.i18n import N_, _
from engine.records import Gender
from itogi import new
from itogi.commands._common import CommandClock, author_option, console, emit, json_option
from itogi.commands._life import format_option, game_of, mended_by, with_folder, with_new_folder
from itogi.commands._words import PLACE_WORDS, Day, OneOf
from itogi.config import Times
from itogi.drafting import FORMATS
from itogi.errors import NotYetError
from itogi.life import gathering
from itogi.life.cohosts import last_number
from itogi.life.gathering import GIVEN, PLACES
from itogi.life.name_check import Finding, Weight
from itogi.life.signup import Place, Signup
from itogi.names import GENDER_WORDS
from itogi.store import Store
from itogi.watch_poll import told
from reports.formats import render

SIGNS = {Weight.CLASH: "✗", Weight.RISK: "!", Weight.NOTE: "·"}


@click.group(
    help=N_(
        "Gather the players of a game, before there is a game.toml: read the sign-up topic, take, refuse (with the"
        " reason, Г6.1) or put on the reserve list, give masks, check the names, and write game.toml."
        "\n\nExample: itogi signup open http://example.rolka.me/viewtopic.php?id=1 -C my-game"
    )
)
def command() -> None:
    """Group of the sign-up commands."""


@command.command(
    "open",
    help=N_(
        "Begin a sign-up in a folder of its own, from the address of its topic; without it players are entered by"
        " hand."
        "\n\nExample: itogi signup open http://example.rolka.me/viewtopic.php?id=1 -C my-game --seats 12"
    ),
)
@click.argument("url", required=False)
@click.option("--title", help=N_("Name of the game; the topic's title unless given."))
@click.option("--moderator", "moderators", multiple=True, metavar="ACCOUNT", help=N_("Account of the GM or a co-host."))
@click.option("--seats", type=click.IntRange(min=1), help=N_("How many play; the ruleset's least number unless given."))
@click.option("--ruleset", type=click.Choice(rulesets.names()), default="hyper", help=N_("Rules of the game."))
@author_option
@with_new_folder
def open_(
    *,
    folder: Path,
    store: Store,
    url: str | None,
    title: str | None,
    moderators: tuple[str, ...],
    seats: int | None,
    ruleset: str,
    author: str | None,
) -> None:
    """Begin a sign-up."""
    if game_of(folder) is not None:
        raise NotYetError(_("A game is in this folder already: gather players for another one in a folder of its own."))
    said = gathering.opening(url, CommandClock(), title=title, moderators=moderators, seats=seats, ruleset=ruleset)
    if url:
        for visit in gathering.read(folder, store, said, CommandClock(), command="itogi signup"):
            click.echo(told(visit), err=True)
    store.say(said, author=author)
    if doubt := gathering.doubt_of(folder, store, said):
        click.echo(f"! {doubt}", err=True)
    _show(gathering.signup_in(folder, store))


@command.command(
    help=N_(
        "Show who has signed up, by the topic and by your word; with --read the topic is read anew first. Lines that"
        " begin with «?» wait for you.\n\nExample: itogi signup show --read"
    )
)
@click.option("--read", "anew", is_flag=True, help=N_("Read the topic first."))
@json_option
@with_folder
def show(*, folder: Path, store: Store, anew: bool, as_json: bool) -> None:
    """Show the sign-up."""
    signup = gathering.signup_in(folder, store)
    if anew:
        opened = gathering.opened_in(signup)
        for visit in gathering.read(folder, store, opened, CommandClock(), command="itogi signup"):
            click.echo(told(visit), err=True)
        signup = gathering.signup_in(folder, store)
    if as_json:
        emit(signup)
    else:
        _show(signup)


@command.command(
    help=N_(
        "Say where an account stands: `player`, `reserve`, `refused` (with --reason, Г6.1) or `left`. It holds whatever"
        " the topic reads like; a later word takes the place of an earlier one. Works for accounts that are not in the"
        " topic, too.\n\nExample: itogi signup place Troll refused --reason «нарушения в прошлых играх»"
    )
)
@click.argument("account")
@click.argument("place", type=OneOf(GIVEN, PLACE_WORDS))
@click.option("--reason", help=N_("Why; a refusal needs it (Г6.1)."))
@click.option("--new", "newcomer", is_flag=True, help=N_("It is somebody else, however alike the names."))
@author_option
@with_folder
def place(
    *, folder: Path, store: Store, account: str, place: str, reason: str | None, newcomer: bool, author: str | None
) -> None:
    """Place an account."""
    before = gathering.signup_in(folder, store)
    refused = place == Place.REFUSED and not (reason or "").strip()
    unknown = account.strip() and gathering.known_as(before, account) is None
    mending = _("Write it after --reason.") if refused else _("Is it somebody else, add --new.") if unknown else ""
    with mended_by(mending):
        said = gathering.placed(before, account, place, reason, newcomer=newcomer)
    store.say(said, author=author)
    if place == Place.RESERVE and game_of(folder):
        gathering.note_reserve(folder, said.account)
    _tell_changes(folder, store, before)


@command.command(
    help=N_(
        "Say under which name an account plays: a mask, with its gender when it is guessed wrong. With `-` lines"
        " «ACCOUNT = MASK» or «ACCOUNT = MASK, f» are read from standard input; with --shuffle the masks given are"
        " dealt out by the sealed dice.\n\nExample: itogi signup mask Snegir Зависть --gender f"
    )
)
@click.argument("words", nargs=-1, required=True, metavar="ACCOUNT MASK | - | MASK...")
@click.option("--gender", type=OneOf(Gender, GENDER_WORDS), help=N_("m, f, n, or p for plural."))
@click.option("--shuffle", is_flag=True, help=N_("The words are masks for all players, to be dealt by dice."))
@author_option
@with_folder
def mask(
    *, folder: Path, store: Store, words: tuple[str, ...], gender: str | None, shuffle: bool, author: str | None
) -> None:
    """Name an account."""
    signup = gathering.signup_in(folder, store)
    if shuffle:
        names = gathering.shuffled(signup, words, store.seed())
    elif words == ("-",):
        names = gathering.named_by_lines(signup, sys.stdin.read())
    elif all("=" in word for word in words):
        names = gathering.named_by_lines(signup, "\n".join(words))
    elif len(words) == 2:
        names = [gathering.named(signup, words[0], words[1], gender)]
    else:
        raise NotYetError(_("Write an account and its mask: itogi signup mask Snegir Зависть."))
    for said in names:
        store.say(said, author=author)
    if len(names) > 1:
        _show(gathering.signup_in(folder, store))
        _remind_of_game(folder)
    else:
        _tell_changes(folder, store, signup)


@command.command(
    help=N_(
        "Check whether the names can be told apart when votes are read: two names with one form, a name that is a word"
        " of every day. With advice; in a game that has begun, too.\n\nExample: itogi signup check"
    )
)
@json_option
@with_folder
def check(*, folder: Path, store: Store, as_json: bool) -> None:
    """Check the names."""
    game = game_of(folder)
    findings = gathering.findings_of(game, store) if game else gathering.findings(gathering.signup_in(folder, store))
    if as_json:
        emit(findings)
        return
    _tell(findings)
    if not findings:
        click.echo(_("The names can be told apart."))


@command.command(
    help=N_(
        "The list for the topic: players, reserves, refusals with their reasons; no masks.\n\n"
        "Example: itogi signup text --format bbcode"
    )
)
@format_option
@with_folder
def text(*, folder: Path, store: Store, form: str) -> None:
    """Draft the list."""
    draft = gathering.list_draft(folder, gathering.signup_in(folder, store))
    click.echo(render(draft, FORMATS[form]).rstrip("\n"))


@command.command(
    help=N_(
        "The sign-up is over: write game.toml with players, accounts, genders and reserves. The addresses of the game's"
        " topics may be given now or later (itogi topics set).\n\nExample: itogi signup close --first-date 2013-10-14"
    )
)
@click.option("--first-date", type=Day(), required=True, help=N_("Date on which the first night ends."))
@click.option("--zone", default=new.USUAL_ZONE, help=N_("Time zone of the timetable, for example Europe/Moscow."))
@click.option("--first-night", metavar="TIME", default="22:00", help=N_("Orders of the first night until."))
@click.option("--day-until", metavar="TIME", default="22:00", help=N_("Votes of every day until."))
@click.option("--night-until", metavar="TIME", default="22:30", help=N_("Orders of later nights until."))
@click.option("--game", "game_topic", metavar="URL", help=N_("Topic of the game."))
@click.option("--vote", metavar="URL", help=N_("Topic of the votes."))
@with_folder
def close(
    *,
    folder: Path,
    store: Store,
    first_date: date,
    zone: str,
    first_night: str,
    day_until: str,
    night_until: str,
    game_topic: str | None,
    vote: str | None,
) -> None:
    """Write game.toml."""
    if game_of(folder) is not None:
        raise NotYetError(
            _("The sign-up is closed already: change game.toml itself, or delete it and close the sign-up again.")
        )
    signup = gathering.signup_in(folder, store)
    times = Times(first_date=first_date, zone=zone, first_night=first_night, day=day_until, night=night_until)
    undecided = signup.at(Place.UNCLEAR) or not signup.players
    with mended_by(
        _("With: itogi signup place ACCOUNT player|reserve|refused|left.") if undecided else _("With --game or --vote.")
    ):
        file = gathering.game_file(signup, times, game=game_topic, vote=vote)
    path = new.create(folder, file)
    _tell(gathering.findings(signup))
    if few := gathering.shortfall(signup):
        click.echo(f"! {few}")
    for line in gathering.unfinished(signup):
        click.echo(f"! {line}")
    click.echo(_("Written: {path}. Look it through; remarks explain every line.").format(path=path))
    click.echo(_("Next: itogi deal (or itogi roles), itogi letters, itogi topics."))


def _tell_changes(folder: Path, store: Store, before: Signup) -> None:
    """What the last word has changed, and how to take it back."""
    after = gathering.signup_in(folder, store)
    for line in gathering.changes(before, after) or [_("Nothing has changed.")]:
        click.echo(line)
    click.echo(
        _("{count} of {seats} places taken; the list: itogi signup show. (itogi undo {number})").format(
            count=len(after.players), seats=after.seats, number=last_number(store)
        )
    )
    _remind_of_game(folder)


def _remind_of_game(folder: Path) -> None:
    if game_of(folder):
        click.echo(f"! {_(gathering.SETTLED)}", err=True)


def _tell(findings: tuple[Finding, ...]) -> None:
    for finding in findings:
        click.echo(f"{SIGNS[finding.weight]} {finding.what}")


def _show(signup: Signup) -> None:
    opened = gathering.opened_in(signup)
    screen = console()
    screen.print(
        _("Sign-up for {title}: {count} of {seats} places taken.").format(
            title=opened.title or "—", count=len(signup.players), seats=signup.seats
        )
    )
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    for title in ("№", _("account"), _("name"), _("gender"), _("place"), _("words")):
        table.add_column(title, overflow="fold")
    numbered = 0
    for one in signup.applicants:
        numbered += one.place is Place.PLAYER
        table.add_row(
            "?" if one.place is Place.UNCLEAR else str(numbered) if one.place is Place.PLAYER else "",
            Text(one.account),
            Text(one.name if one.named else ""),
            f"{one.gender.value}{'?' if one.guessed else ''}" if one.place is Place.PLAYER else "",
            _(PLACES[one.place]) + ("" if one.decided or one.place is Place.UNCLEAR else " *"),
            Text(one.reason or _cut(one.words)),
        )
    screen.print(table)
    if any(not one.decided for one in signup.applicants):
        click.echo(_("* as the topic reads; your word goes before it: itogi signup place ACCOUNT …"))


def _cut(words: str, length: int = 34) -> str:
    return words if len(words) <= length else words[: length - 1].rstrip() + "…"
