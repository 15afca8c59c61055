"""Starting a game: what the topics tell, and `game.toml` with comments. Commands and the desk do the asking."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

import tomlkit

from engine.i18n import N_, _, reason
from itogi.config import FILE, Account, GameFile, PlayerEntry, TopicKind, parse, zone_of
from itogi.errors import ConfigError
from itogi.lines import lines_of
from itogi.store import Store
from scraper.adapter import ReadContext
from scraper.http import Client
from scraper.page import read_page
from scraper.private import keep_private
from scraper.records import TopicPage

USUAL_ZONE = "Europe/Moscow"
_NUMBERED = re.compile(r"\s*(\d{1,2})\s*[.):]\s*(\S.*)")
_SEPARATOR = re.compile(r"\s+[-–—]\s+|\s*[(=]")
_FATE = re.compile(r"выбы|убит|казн|жив|мёртв|мертв|модкилл|killed|dead|alive", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What a topic's first page tells about a game."""

    engine: str
    title: str
    zone: str | None
    moderator: str
    """Author of the first post."""
    players: tuple[PlayerEntry, ...]
    """By the longest numbered list of the page; empty when there is none."""


def fetched(client: Client, url: str, *, engine: str | None = None, timezone: str | None = None) -> TopicPage:
    """The topic page at an address, its board recognised. Raises FetchError, PageError, UnknownBoardError."""
    answer = client.get(url)
    context = ReadContext(url=answer.final_url, timezone=timezone, now=answer.fetched_at)
    return read_page(answer.content, dict(answer.headers), context, engine=engine)


def kind_of(title: str) -> TopicKind:
    """What a topic is for, by its title; a game topic when that does not tell."""
    lowered = title.casefold()
    if re.search(r"голосован|казн|\bсуд|vote|voting|lynch", lowered):
        return TopicKind.VOTE
    return TopicKind.SIGNUP if re.search(r"запис|набор|регистрац|заявк|sign", lowered) else TopicKind.GAME


def named_kind(title: str | None) -> TopicKind | None:
    """What a topic's title says in so many words that it is for; None when it says nothing."""
    guessed = kind_of(title or "")
    return guessed if guessed is not TopicKind.GAME or re.search(r"игров|\bgame\b", (title or "").casefold()) else None


def split(text: str) -> tuple[str, ...]:
    """The parts of a list with commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def player_of(line: str) -> PlayerEntry:
    """A player from `NAME` or `NAME=ACCOUNT,ACCOUNT`."""
    name, _equals, accounts = line.partition("=")
    return PlayerEntry(name=name.strip(), accounts=split(accounts))


def zone_for(shown: str | None, now: datetime) -> str:
    """The zone to propose: the community's own where it fits what the board shows, for it has a name and a history."""
    if shown is None:
        return USUAL_ZONE
    try:
        fits = now.astimezone(zone_of(shown)).utcoffset() == now.astimezone(zone_of(USUAL_ZONE)).utcoffset()
    except ValueError:
        return USUAL_ZONE
    return USUAL_ZONE if fits else shown


def look_at(page: TopicPage) -> Proposal:
    """What to propose to the GM, from the first page of the game's or the sign-up topic."""
    first = page.posts[0] if page.posts else None
    # Whoever opened the topic says who plays: any other may post a longer list.
    own = [post for post in page.posts if first and (post.author, post.author_id) == (first.author, first.author_id)]
    return Proposal(
        engine=page.engine,
        title=page.title,
        zone=page.zone,
        moderator=first.author if first else "",
        players=max((listed(lines_of(post.body)) for post in own), key=len, default=()),
    )


def listed(lines: Iterable[str]) -> tuple[PlayerEntry, ...]:
    """The longest list «1. Name», «2. Name - account» among lines; a fate in place of an account is left out."""
    best: list[PlayerEntry] = []
    current: list[PlayerEntry] = []
    for line in lines:
        found = _NUMBERED.match(line)
        if not found:
            continue
        if int(found[1]) != len(current) + 1:
            current = []
            if int(found[1]) != 1:
                continue
        current.append(_entry(found[2]))
        if len(current) > len(best):
            best = list(current)
    names = [entry.name.casefold() for entry in best]
    return tuple(best) if len(best) >= 3 and len(set(names)) == len(names) else ()


def _entry(text: str) -> PlayerEntry:
    name, *rest = (part.strip(" \t.,;)") for part in _SEPARATOR.split(text))
    if not name:
        # A nick may begin with what parts names from accounts elsewhere: «=)».
        return PlayerEntry(name=text.strip())
    account = rest[0] if rest else ""
    if not account or _FATE.search(account) or (len(rest) > 1 and _FATE.search(rest[1])):
        return PlayerEntry(name=name)
    return PlayerEntry(name=name, accounts=(account,))


def create(folder: Path, file: GameFile) -> Path:
    """Make the game's folder with `game.toml` and an empty `itogi.db`; the path of `game.toml`.

    The folder will hold secrets: only its owner may enter it. Raises ConfigError when there is a game already.
    """
    path = folder / FILE
    text = written(file)
    parse(text)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with path.open("x", encoding="utf-8") as target:
            keep_private(path)
            target.write(text)
    except FileExistsError:
        raise ConfigError(
            _("{path}: there is a game in this folder already; choose another.").format(path=path)
        ) from None
    except OSError as fault:
        raise ConfigError(_("{path}: cannot be written: {why}.").format(path=path, why=reason(fault))) from None
    with Store.open(folder) as store:
        # Fixed before the first night, so that its hash can be published then (D3).
        store.seed()
    return path


HEAD = N_(
    "The settings of a game for itogi. Lines that begin with # are remarks. After a change nothing needs to be"
    " restarted: `itogi status` reads the file anew and says what is wrong with it."
)
REMARKS = {
    "title": N_("Name of the game, for your own screens."),
    "moderators": N_("Accounts of the game master and co-hosts: only they may pass votes on and publish results."),
    "reserves": N_("Accounts on the reserve list, in order, for replacements."),
    "ruleset": N_("Rules: hyper, gipermafia-149 or simple; `itogi rules hyper` explains them."),
    "templates": N_("Folder of your own templates of texts; it may be missing."),
    "board": N_("The forum. Passwords never stand here: `itogi login` keeps them."),
    "board.engine": N_("Kind of the forum, as recognised; leave it out to recognise it anew."),
    "board.timezone": N_("Zone in which the forum shows times to the program (a guest's view)."),
    "timetable": N_("When nights and days end, in local times of `zone`. The game begins with a night."),
    "timetable.first_date": N_("Date on which the first night ends."),
    "timetable.first_night": N_("Orders of the first night until."),
    "timetable.day": N_("Votes of every day until; a vote of this very minute is late."),
    "timetable.night": N_("Orders of the later nights until, on the evening of the court."),
    "timetable.results_minutes": N_("About how many minutes the results of a night take."),
    "topics": N_("Topics: kind is vote, game, signup or other; each one once."),
    "players": N_(
        "Players in the order of the lists. accounts: forum accounts that play for the name (left out: the account of"
        ' the same name; with its id: {name = "Wrath", id = "17"}). aliases: what else voters call the player.'
        " gender: m, f, n or p (plural), for the texts. Roles are secret and best told with `itogi roles`."
    ),
    "settings": N_('Where this game differs from its rules, for example edited_votes = "void".'),
    "polling": N_("How the forum is visited."),
    "reminders": N_("Reminders: on = deadline, question, violation or poll; to = addresses of Apprise or env:NAME."),
}


def written(file: GameFile) -> str:
    """`game.toml` with a remark on everything that a GM may want to change."""
    document = tomlkit.document()
    _remark(document, _(HEAD))
    document.add(tomlkit.nl())
    document.add("version", tomlkit.item(file.version))
    for key in ("title", "moderators", "reserves", "ruleset", "templates"):
        value = getattr(file, key)
        _remark(document, _(REMARKS[key]))
        document.add(
            key, _listed([_account(entry) for entry in value]) if isinstance(value, tuple) else tomlkit.item(value)
        )
    document.add("timetable", _section(document, "timetable", file.timetable))
    document.add("board", _section(document, "board", file.board))
    if file.settings:
        _remark(document, _(REMARKS["settings"]))
        document.add("settings", tomlkit.item(file.settings))
    document.add("polling", _section(document, "polling", file.polling))
    for key in ("topics", "players", "reminders"):
        rows = tomlkit.aot()
        for row in getattr(file, key):
            table = tomlkit.table()
            for name in row.__struct_fields__:
                value = getattr(row, name)
                if value is None or value == ():
                    continue
                table.add(name, _listed([_account(v) for v in value]) if isinstance(value, tuple) else _plain(value))
            rows.append(table)
        _remark(document, _(REMARKS[key]))
        if len(rows):
            document.add(key, rows)
    return tomlkit.dumps(document)


def _section(document: tomlkit.TOMLDocument, key: str, record: Any) -> tomlkit.items.Table:
    _remark(document, _(REMARKS[key]))
    table = tomlkit.table()
    for name in record.__struct_fields__:
        value = getattr(record, name)
        if value is None or value == {}:
            continue
        if remark := REMARKS.get(f"{key}.{name}"):
            for line in _wrapped(_(remark)):
                table.add(tomlkit.comment(line))
        table.add(name, _plain(value))
    return table


def _remark(document: tomlkit.TOMLDocument, text: str) -> None:
    document.add(tomlkit.nl())
    for line in _wrapped(text):
        document.add(tomlkit.comment(line))


def _wrapped(text: str, width: int = 100) -> list[str]:
    lines, line = [], ""
    for word in text.split():
        if line and len(line) + len(word) >= width:
            lines.append(line)
            line = ""
        line = f"{line} {word}".strip()
    return [*lines, line]


def _plain(value: Any) -> Any:
    return tomlkit.item(value if isinstance(value, (int, float, date, dict)) else str(value))


def _account(entry: Any) -> Any:
    if isinstance(entry, Account):
        table = tomlkit.inline_table()
        table.update({"name": entry.name} | ({"id": entry.id} if entry.id else {}))
        return table
    return str(entry)


def _listed(values: list[Any]) -> tomlkit.items.Array:
    array = tomlkit.array()
    for value in values:
        array.append(value)
    return array
