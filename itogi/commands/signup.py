"""`itogi signup`: who plays, from the sign-up topic or by hand (Г6.1)."""

from __future__ import annotations

import sys
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import click
from rich.table import Table
from rich.text import Text

from engine import ruleset as rulesets
from engine.dice import fraction
from engine.events import SignupNamed, SignupOpened, SignupPlaced
from engine.fold import dealt
from engine.i18n import N_, _, ngettext
from engine.records import Gender
from itogi import new
from itogi.commands._common import CommandClock, author_option, console, emit, json_option
from itogi.commands._life import format_option, game_of, with_folder, with_new_folder
from itogi.config import Board, Game, GameFile, PlayerEntry, Times, Topic, TopicKind
from itogi.drafting import FORMATS
from itogi.errors import NotYetError
from itogi.life import gamefile
from itogi.life.name_check import Finding, Weight, check_names
from itogi.life.signup import Applicant, Place, Signup, signup_of
from itogi.life.signup_topic import introduced, posts_of_topic, read_topic
from itogi.names import same
from itogi.store import Store
from itogi.watch_poll import told
from parser.roster import RosterPlayer
from reports.formats import render
from reports.letters import Refusal, SignupList
from reports.personal import PersonalTexts
from reports.spans import Words
from scraper.lock import FolderLock

PLACES = {
    Place.PLAYER: N_("plays"),
    Place.RESERVE: N_("reserve"),
    Place.REFUSED: N_("refused"),
    Place.LEFT: N_("does not play after all"),
    Place.UNCLEAR: N_("you decide"),
}
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
    found = introduced(url, CommandClock()) if url else SignupOpened(topic="")
    said = replace(
        found,
        title=title or found.title,
        moderators=moderators or found.moderators,
        seats=seats or 0,
        ruleset=ruleset,
    )
    if url:
        _read(folder, store, said)
    store.say(said, author=author)
    _show(_signup(folder, store))


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
    signup = _signup(folder, store)
    if anew:
        _read(folder, store, _opened(signup))
        signup = _signup(folder, store)
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
@click.argument("place", type=click.Choice([place.value for place in Place if place is not Place.UNCLEAR]))
@click.option("--reason", help=N_("Why; a refusal needs it (Г6.1)."))
@author_option
@with_folder
def place(*, folder: Path, store: Store, account: str, place: str, reason: str | None, author: str | None) -> None:
    """Place an account."""
    if place == Place.REFUSED and not (reason or "").strip():
        raise NotYetError(_("A refusal needs its reason (Г6.1): --reason TEXT."))
    name = _spelt(_signup(folder, store), account)
    store.say(SignupPlaced(account=name, place=place, reason=reason), author=author)
    if place == Place.RESERVE and game_of(folder):
        # The game runs already: its reserve list stands in game.toml.
        seen = gamefile.text_of(folder)
        gamefile.write(folder, gamefile.with_reserve(seen, name), seen=seen)
    _show(_signup(folder, store))


@command.command(
    help=N_(
        "Say under which name an account plays: a mask, with its gender when it is guessed wrong. With `-` lines"
        " «ACCOUNT = MASK» or «ACCOUNT = MASK, f» are read from standard input; with --shuffle the masks given are"
        " dealt out by the sealed dice.\n\nExample: itogi signup mask Snegir Зависть --gender f"
    )
)
@click.argument("words", nargs=-1, required=True, metavar="ACCOUNT MASK | - | MASK...")
@click.option("--gender", type=click.Choice([gender.value for gender in Gender]), help=N_("m, f, n, or p for plural."))
@click.option("--shuffle", is_flag=True, help=N_("The words are masks for all players, to be dealt by dice."))
@author_option
@with_folder
def mask(
    *, folder: Path, store: Store, words: tuple[str, ...], gender: str | None, shuffle: bool, author: str | None
) -> None:
    """Name an account."""
    signup = _signup(folder, store)
    for said in _shuffled(signup, words, store.seed()) if shuffle else _masks(signup, words, gender):
        store.say(said, author=author)
    _show(_signup(folder, store))


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
    findings = _findings_of(game, store) if game else _findings(_signup(folder, store))
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
    signup = _signup(folder, store)
    templates = folder / "templates"
    texts = PersonalTexts(folder=templates if templates.is_dir() else None)
    draft = texts.signup(
        SignupList(
            title=Words(_opened(signup).title),
            seats=signup.seats,
            players=tuple(Words(one.account) for one in signup.players),
            reserves=tuple(Words(one.account) for one in signup.at(Place.RESERVE)),
            refused=tuple(
                Refusal(account=Words(one.account), reason=Words(one.reason or "—")) for one in signup.at(Place.REFUSED)
            ),
        )
    )
    click.echo(render(draft, FORMATS[form]).rstrip("\n"))


@command.command(
    help=N_(
        "The sign-up is over: write game.toml with players, accounts, genders and reserves. The addresses of the game's"
        " topics may be given now or later (itogi topics set).\n\nExample: itogi signup close --first-date 2013-10-14"
    )
)
@click.option(
    "--first-date", type=click.DateTime(["%Y-%m-%d"]), required=True, help=N_("Date on which the first night ends.")
)
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
    first_date: datetime,
    zone: str,
    first_night: str,
    day_until: str,
    night_until: str,
    game_topic: str | None,
    vote: str | None,
) -> None:
    """Write game.toml."""
    signup = _signup(folder, store)
    opened = _opened(signup)
    waiting = signup.at(Place.UNCLEAR)
    if waiting:
        raise NotYetError(
            _("Say first what becomes of {names}: itogi signup place ACCOUNT player|reserve|refused|left.").format(
                names=", ".join(one.account for one in waiting)
            )
        )
    if not signup.players:
        raise NotYetError(_("Nobody plays yet."))
    topics = [(opened.topic, TopicKind.SIGNUP), (game_topic, TopicKind.GAME), (vote, TopicKind.VOTE)]
    path = new.create(
        folder,
        GameFile(
            title=opened.title or _("A game"),
            topics=tuple(Topic(url=url, kind=kind) for url, kind in topics if url),
            players=tuple(_entry(one) for one in signup.players),
            moderators=opened.moderators,
            reserves=tuple(one.account for one in signup.at(Place.RESERVE)),
            timetable=Times(
                first_date=first_date.date(), zone=zone, first_night=first_night, day=day_until, night=night_until
            ),
            board=Board(engine=opened.engine),
            ruleset=opened.ruleset,
        ),
    )
    _tell(_findings(signup))
    least = rulesets.load(opened.ruleset).min_players
    if len(signup.players) < least:
        click.echo(
            "! "
            + ngettext(
                "The rules are for {least} player or more; here is {count}.",
                "The rules are for {least} players or more; here are {count}.",
                least,
            ).format(least=least, count=len(signup.players))
        )
    click.echo(_("Written: {path}. Look it through; remarks explain every line.").format(path=path))
    click.echo(_("Next: itogi deal (or itogi roles), itogi letters, itogi topics."))


def _entry(one: Applicant) -> PlayerEntry:
    """A slot: of a mask the person's account and the mask's own."""
    masked = not same(one.name, one.account)
    return PlayerEntry(name=one.name, accounts=(one.account, one.name) if masked else (one.account,), gender=one.gender)


def _opened(signup: Signup) -> SignupOpened:
    if signup.opened is None:
        raise NotYetError(_("No sign-up is open in this folder: itogi signup open [URL]."))
    return signup.opened


def _read(folder: Path, store: Store, opened: SignupOpened) -> None:
    if not opened.topic:
        raise NotYetError(_("This sign-up has no topic: players are entered by hand."))
    with FolderLock(folder, command="itogi signup"):
        for visit in read_topic(folder, store, opened, CommandClock()).visits:
            click.echo(told(visit), err=True)
            if visit.fault and not (visit.report and visit.report.pages):
                raise visit.fault


def _signup(folder: Path, store: Store) -> Signup:
    events = store.standing()
    opened = next((event.said for event in reversed(events) if isinstance(event.said, SignupOpened)), None)
    posts = posts_of_topic(folder, store, opened) if opened and opened.topic else ()
    least = rulesets.load(opened.ruleset).min_players if opened else 0
    return signup_of(posts, events, least=least)


def _spelt(signup: Signup, account: str) -> str:
    """The account as the board shows it, where it is in the topic."""
    return next((one.account for one in signup.applicants if same(one.account, account)), account.strip())


def _masks(signup: Signup, words: tuple[str, ...], gender: str | None) -> list[SignupNamed]:
    if words == ("-",):
        return [_line(signup, line) for line in sys.stdin.read().splitlines() if line.strip()]
    if len(words) != 2:
        raise NotYetError(_("Write an account and its mask: itogi signup mask Snegir Зависть."))
    account, name = words
    _held(signup, account, name)
    return [SignupNamed(account=_spelt(signup, account), name=name.strip(), gender=Gender(gender) if gender else None)]


def _line(signup: Signup, line: str) -> SignupNamed:
    account, found, rest = line.partition("=")
    name, _comma, gender = (part.strip() for part in rest.partition(","))
    if not found or not name or (gender and gender not in set(Gender)):
        raise NotYetError(_("`{line}`: write ACCOUNT = MASK, or ACCOUNT = MASK, f.").format(line=line.strip()))
    _held(signup, account.strip(), name)
    return SignupNamed(account=_spelt(signup, account.strip()), name=name, gender=Gender(gender) if gender else None)


def _held(signup: Signup, account: str, name: str) -> None:
    for one in signup.applicants:
        if one.named and same(one.name, name) and not same(one.account, account):
            raise NotYetError(_("`{name}` is {account}'s name already.").format(name=name, account=one.account))


def _shuffled(signup: Signup, masks: tuple[str, ...], seed: str) -> list[SignupNamed]:
    players = [one.account for one in signup.players]
    if len(masks) != len(players) or len({name.casefold() for name in masks}) != len(masks):
        raise NotYetError(
            _("{count} players need as many different masks; here are {masks}.").format(
                count=len(players), masks=len(masks)
            )
        )
    order = sorted(players, key=lambda account: (fraction(seed, 0, f"mask:{account}"), account))
    return [SignupNamed(account=account, name=name) for account, name in zip(order, masks, strict=True)]


def _findings(signup: Signup) -> tuple[Finding, ...]:
    players = [
        RosterPlayer(name=one.name, accounts=() if same(one.name, one.account) else (one.account,))
        for one in signup.players
    ]
    return check_names(players, moderators=signup.opened.moderators if signup.opened else ())


def _findings_of(game: Game, store: Store) -> tuple[Finding, ...]:
    """The same for a game that has begun, with the aliases learnt in it."""
    players = [
        RosterPlayer(name=player.name, aliases=player.aliases, accounts=player.accounts)
        for player in dealt(game.setup(), store.standing()).players
    ]
    return check_names(players, moderators=[account.name for account in game.moderators])


def _tell(findings: tuple[Finding, ...]) -> None:
    for finding in findings:
        click.echo(f"{SIGNS[finding.weight]} {finding.what}")


def _show(signup: Signup) -> None:
    opened = _opened(signup)
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
