"""`itogi new`: start a game."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import date
from pathlib import Path

import click
from click.exceptions import Abort
from msgspec.structs import replace

from engine import ruleset as rulesets
from engine.i18n import N_, _
from itogi import new
from itogi.commands._common import console, folder_option, now
from itogi.commands._words import Day
from itogi.config import FILE, Board, GameFile, PlayerEntry, Times, Topic, TopicKind, zone_of
from itogi.errors import ConfigError, NotYetError
from itogi.inputs import text_input
from itogi.moments import date_of
from scraper.adapter import brand_of
from scraper.http import Client


class Asker:
    """Asks for what the options do not tell; without a person it takes the proposals and names what is missing."""

    def __init__(self, *, person: bool) -> None:
        self.person = person

    def text(self, question: str, option: str, *, proposal: str = "", needed: bool = True) -> str:
        """An answer; `proposal` when it is empty."""
        if not self.person:
            if needed and not proposal:
                raise NotYetError(_("Say {option}: {what}.").format(option=option, what=question))
            return proposal
        while True:
            try:
                answer = str(click.prompt(question, default=proposal, show_default=bool(proposal))).strip()
            except Abort:
                if sys.stdin.isatty():
                    raise
                raise NotYetError(_("Say {option}: {what}.").format(option=option, what=question)) from None
            if answer or not needed:
                return answer


@click.command(
    help=N_(
        "Start a game: give the addresses of its topics, and the program fetches them, recognises the forum, proposes"
        " the players from the first post, asks for the rest and writes game.toml with remarks. Everything can be given"
        " by options.\n\nExample: itogi new -C my-game https://example.rolka.me/viewtopic.php?id=2"
    )
)
@click.argument("urls", nargs=-1, metavar="[URL]...")
@folder_option
@click.option("--vote", metavar="URL", help=N_("Topic of the votes."))
@click.option("--game", "game_topic", metavar="URL", help=N_("Topic of the game."))
@click.option("--extra", multiple=True, metavar="KIND=URL", help=N_("A further topic: signup=URL or other=URL."))
@click.option("--title", help=N_("Name of the game."))
@click.option("--player", "players", multiple=True, metavar="NAME[=ACCOUNT,...]", help=N_("A player; may be repeated."))
@click.option(
    "--players", "player_file", metavar="FILE", help=N_("Players, one a line: NAME or NAME=ACCOUNT; - reads input.")
)
@click.option("--moderator", "moderators", multiple=True, metavar="ACCOUNT", help=N_("Account of the GM or a co-host."))
@click.option("--zone", help=N_("Time zone of the timetable, for example Europe/Moscow."))
@click.option("--first-date", type=Day(), help=N_("Date on which the first night ends."))
@click.option("--first-night", metavar="TIME", help=N_("Orders of the first night until."))
@click.option("--day-until", metavar="TIME", help=N_("Votes of every day until."))
@click.option("--night-until", metavar="TIME", help=N_("Orders of later nights until."))
@click.option("--ruleset", type=click.Choice(rulesets.names()), default="hyper", help=N_("Rules of the game."))
@click.option("--offline", is_flag=True, help=N_("Do not fetch the topics."))
@click.option("--yes/--ask", "unattended", default=None, help=N_("Take what is proposed without asking, or ask."))
def command(
    *,
    urls: tuple[str, ...],
    folder: Path,
    vote: str | None,
    game_topic: str | None,
    extra: tuple[str, ...],
    title: str | None,
    players: tuple[str, ...],
    player_file: str | None,
    moderators: tuple[str, ...],
    zone: str | None,
    first_date: date | None,
    first_night: str | None,
    day_until: str | None,
    night_until: str | None,
    ruleset: str,
    offline: bool,
    unattended: bool | None,
) -> None:
    """Start a game."""
    if (folder / FILE).exists():
        raise ConfigError(
            _("{path}: there is a game in this folder already; choose another.").format(path=folder / FILE)
        )
    ask = Asker(person=sys.stdin.isatty() if unattended is None else not unattended)
    topics, proposals = _looked_at(_topics(ask, urls, vote, game_topic, extra), offline=offline)
    main = next((found for found in proposals if found.players), proposals[0] if proposals else None)
    entries = _players(ask, players, player_file, main)
    gm = moderators or new.split(
        ask.text(_("Accounts of the game master and co-hosts"), "--moderator", proposal=main.moderator if main else "")
    )
    zone = zone or ask.text(_("Time zone"), "--zone", proposal=new.zone_for(main.zone if main else None, now()))
    usual = Times(first_date=_date(ask, first_date, zone), zone=zone)
    questions = _("Orders of the first night until"), _("Votes of every day until"), _("Orders of later nights until")
    times = replace(
        usual,
        first_night=first_night or ask.text(questions[0], "--first-night", proposal=usual.first_night),
        day=day_until or ask.text(questions[1], "--day-until", proposal=usual.day),
        night=night_until or ask.text(questions[2], "--night-until", proposal=usual.night),
    )
    named = next((topic.title for topic in topics if topic.kind is TopicKind.GAME), None) or (
        main.title if main else ""
    )
    path = new.create(
        folder,
        GameFile(
            title=title or ask.text(_("Name of the game"), "--title", proposal=named),
            topics=topics,
            players=entries,
            moderators=gm,
            timetable=times,
            board=Board(engine=main.engine if main else None),
            ruleset=ruleset,
        ),
    )
    click.echo(
        _("The first night ends on {date} at {time} ({zone}); if that is wrong, mend it there first.").format(
            date=times.first_date.isoformat(), time=times.first_night, zone=times.zone
        )
    )
    option = "" if folder == Path() else f" -C {folder}"
    click.echo(_("Written: {path}. Look it through; remarks explain every line.").format(path=path))
    click.echo(
        _("Next: itogi poll{option}, then itogi status{option}; roles: itogi roles{option}").format(option=option)
    )


def _topics(
    ask: Asker, urls: Sequence[str], vote: str | None, game: str | None, extra: Sequence[str]
) -> list[tuple[str, TopicKind | None]]:
    """(address, kind or None while its title must tell)."""
    topics: list[tuple[str, TopicKind | None]] = [(url, None) for url in urls]
    topics += [(url, kind) for url, kind in ((game, TopicKind.GAME), (vote, TopicKind.VOTE)) if url]
    for entry in extra:
        kind, found, url = entry.partition("=")
        if not found or kind not in (TopicKind.SIGNUP, TopicKind.OTHER):
            raise NotYetError(_("`{entry}`: write signup=URL or other=URL.").format(entry=entry))
        topics.append((url, TopicKind(kind)))
    if topics:
        return topics
    if not ask.person:
        raise NotYetError(_("Give the addresses of the game's topics: itogi new URL URL, or --vote and --game."))
    topics.append((ask.text(_("Address of the vote topic"), "--vote"), TopicKind.VOTE))
    for question, option, kind in (
        (_("Address of the game topic (Enter: there is none)"), "--game", TopicKind.GAME),
        (_("Address of the sign-up topic (Enter: there is none)"), "--extra", TopicKind.SIGNUP),
    ):
        if url := ask.text(question, option, needed=False):
            topics.append((url, kind))
    return topics


def _looked_at(
    topics: Sequence[tuple[str, TopicKind | None]], *, offline: bool
) -> tuple[tuple[Topic, ...], tuple[new.Proposal, ...]]:
    """The topics with their kinds, and what their first pages tell."""
    found: list[Topic] = []
    proposals: list[new.Proposal] = []
    with ExitStack() as stack:
        client = None if offline else stack.enter_context(Client())
        for url, kind in topics:
            title = None
            if client:
                proposal = new.look_at(new.fetched(client, url))
                proposals.append(proposal)
                title = proposal.title
                engine = brand_of(proposal.engine)
                click.echo(_("{url}: {title} ({engine})").format(url=url, title=title, engine=engine), err=True)
            taken = {topic.kind for topic in found}
            guessed = kind or new.kind_of(title or "")
            if kind is None and guessed in taken:
                guessed = next(k for k in (TopicKind.VOTE, TopicKind.GAME, TopicKind.OTHER) if k not in taken)
            if kind is None and len(topics) == 1:
                guessed = TopicKind.VOTE
            found.append(Topic(url=url, kind=guessed, title=title))
    return tuple(found), tuple(proposals)


def _players(ask: Asker, given: Sequence[str], file: str | None, main: new.Proposal | None) -> tuple[PlayerEntry, ...]:
    lines = [*given, *((line for line in text_input(file).splitlines() if line.strip()) if file else ())]
    if lines:
        return tuple(new.player_of(line) for line in lines)
    proposed = main.players if main else ()
    if proposed and ask.person:
        screen = console()
        for number, entry in enumerate(proposed, 1):
            accounts = ", ".join(str(account) for account in entry.accounts)
            screen.print(f"  {number}. {entry.name}" + (f" ({accounts})" if accounts else ""))
        if click.confirm(_("Are these the players?"), default=True):
            return proposed
        proposed = ()
    if proposed:
        return proposed
    return tuple(
        new.player_of(part) for part in new.split(ask.text(_("Players, separated by commas"), "--player", proposal=""))
    )


def _date(ask: Asker, given: date | None, zone: str) -> date:
    if given:
        return given
    try:
        today = now().astimezone(zone_of(zone)).date()
    except ValueError as fault:
        raise NotYetError(_("`{text}`: no such zone.").format(text=fault)) from None
    told = ask.text(_("Date on which the first night ends"), "--first-date", proposal=today.isoformat())
    return date_of(told, today)
