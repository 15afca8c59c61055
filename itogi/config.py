"""`game.toml`: what the GM writes about a game, read into frozen records and checked.

Every fault is one line that begins with the field's path and says what is accepted there. The file needs no
secret: roles may stand in it, but are better told with `itogi roles`, so that the file can be shown.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, time, timedelta, timezone, tzinfo
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal
from zoneinfo import ZoneInfo

import msgspec

from engine import ruleset as rulesets
from engine.checking import explain
from engine.errors import RulesetError
from engine.i18n import _, reason
from engine.records import GameSetup, Gender, Player, Role
from itogi.errors import ConfigError, NoGameError
from scraper.adapter import choices, registered

FILE = "game.toml"
DATABASE = "itogi.db"
CACHE = "itogi.cache"
"""What was worked out from the former; may be deleted."""
SHOWN = 3
"""Games near by that are named to somebody who looks for one in a wrong folder."""


class TopicKind(StrEnum):
    """What a topic of the game is for."""

    GAME = "game"
    VOTE = "vote"
    SIGNUP = "signup"
    OTHER = "other"


class Occasion(StrEnum):
    """What a reminder is for."""

    DEADLINE = "deadline"
    """`minutes` before the running phase's deadline: who has not voted, whose action is missing."""
    QUESTION = "question"
    """A question waits for the GM."""
    VIOLATION = "violation"
    """A new violation was found."""
    POLL = "poll"
    """Polling fails, or works again."""


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of the tables of the file: frozen, and no key that the program does not know."""


class Account(Record, frozen=True, kw_only=True):
    """A forum account."""

    name: str
    """As the board shows it."""
    id: str | None = None
    """The board's id of the account; None: learned from the account's first post (V18)."""


class Board(Record, frozen=True, kw_only=True):
    """The forum."""

    engine: str | None = None
    """Adapter's name; None: recognised from the first page."""
    timezone: str | None = None
    """Zone in which the board shows times; None: what the page tells, else the timetable's."""
    account: str | None = None
    """The GM's sign-in name for `itogi publish`; the password never stands here."""
    per_page: int | None = None
    """Posts a page, where addresses hold an offset and the page does not tell."""
    selectors: dict[str, str] = {}
    """CSS selectors of a board that no adapter knows (the `described` engine)."""


class Topic(Record, frozen=True, kw_only=True):
    """One topic of the game."""

    url: str
    kind: TopicKind = TopicKind.OTHER
    title: str | None = None


class PlayerEntry(Record, frozen=True, kw_only=True):
    """One slot."""

    name: str
    accounts: tuple[str | Account, ...] = ()
    """Accounts that speak for the slot from the start; none: the account named like the player."""
    aliases: tuple[str, ...] = ()
    gender: Gender | None = None
    role: Role | None = None


class Times(Record, frozen=True, kw_only=True):
    """The timetable (T1), in local times of `zone`."""

    first_date: date
    """Date of the first night's deadline."""
    zone: str = "Europe/Moscow"
    first_night: str = "22:00"
    """Orders of the first night until."""
    day: str = "22:00"
    """Votes of a day until."""
    night: str = "22:30"
    """Orders of the later nights until, on the evening of the court."""
    results_minutes: int = 30
    """About how long the results of a night take."""


class Polling(Record, frozen=True, kw_only=True):
    """How the board is visited."""

    requests_per_hour: int = 240
    """Never more."""
    pause_seconds: float = 1.0
    """Between two requests."""
    far_minutes: int = 30
    """Between two polls far from a deadline."""
    timeout_seconds: float = 20.0
    contact: str | None = None
    """Put into the User-Agent, so that the board's admin can write to you."""


class Reminder(Record, frozen=True, kw_only=True):
    """A rule for reminders."""

    on: Occasion
    minutes: int | None = None
    """For `deadline`: how long before."""
    to: tuple[str, ...] = ()
    """Apprise addresses, or `env:NAME` for an address kept in an environment variable; none: the terminal."""


class GameFile(Record, frozen=True, kw_only=True):
    """The tables of `game.toml`."""

    title: str
    topics: tuple[Topic, ...]
    players: tuple[PlayerEntry, ...]
    timetable: Times
    board: Board = Board()
    moderators: tuple[str | Account, ...] = ()
    """Accounts of the GM and co-hosts."""
    reserves: tuple[str, ...] = ()
    """Accounts on the reserve list, in order (Г3)."""
    ruleset: str = "hyper"
    settings: dict[str, Any] = {}
    """Settings that differ from the ruleset's, in its shape."""
    polling: Polling = Polling()
    reminders: tuple[Reminder, ...] = ()
    templates: str = "templates"
    """Folder of the game's own templates, beside the file."""
    version: Literal[1] = 1


def _no_game_in(folder: Path) -> str:
    """What a GM in a folder without `game.toml` is told: where the game is, or how one is begun."""
    if (folder / DATABASE).exists():
        return _(
            "{folder}: there is no {file}. A sign-up ends with `itogi signup close`, which writes it; was it lost, put"
            " a copy in its place."
        ).format(folder=folder, file=FILE)
    with suppress(OSError):
        near = [*folder.parents, *sorted(path for path in folder.iterdir() if path.is_dir())]
        found = [path for path in near if (path / FILE).is_file()][:SHOWN]
        if found:
            where = ", ".join(f'-C "{path}"' for path in found)
            line = _("There is no game in {folder}, but there is one elsewhere: add {where}. A new one: itogi new.")
            return line.format(folder=folder, where=where)
    return _("There is no game in {folder}: start one with `itogi new`, or name its folder with -C.").format(
        folder=folder
    )


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game's folder with its checked settings."""

    folder: Path
    file: GameFile

    @classmethod
    def load(cls, folder: Path) -> Game:
        """The game in `folder`. Raises NoGameError when there is none, ConfigError when its file cannot be used."""
        path = folder / FILE
        try:
            text = path.read_text(encoding="utf-8-sig")
        except FileNotFoundError:
            raise NoGameError(_no_game_in(folder.resolve())) from None
        except UnicodeDecodeError:
            raise ConfigError(
                _("{file}: not UTF-8 text. Save it anew: in Notepad «Save as», encoding UTF-8.").format(file=path)
            ) from None
        except OSError as fault:
            raise ConfigError(_("{file}: cannot be read: {why}.").format(file=path, why=reason(fault))) from None
        return cls(folder=folder, file=parse(text))

    @property
    def title(self) -> str:
        """The game's title."""
        return self.file.title

    @property
    def board(self) -> Board:
        """The forum."""
        return self.file.board

    @property
    def topics(self) -> tuple[Topic, ...]:
        """All topics, in the order of the file."""
        return self.file.topics

    @property
    def zone(self) -> tzinfo:
        """Zone of the timetable and of every time that is shown."""
        return zone_of(self.file.timetable.zone)

    @property
    def moderators(self) -> tuple[Account, ...]:
        """Accounts of the GM and co-hosts."""
        return tuple(_account(entry) for entry in self.file.moderators)

    @property
    def database(self) -> Path:
        """Where `itogi.db` is."""
        return self.folder / DATABASE

    @property
    def templates(self) -> Path:
        """Folder of the game's own templates; need not exist."""
        return self.folder / self.file.templates

    def topic(self, kind: TopicKind) -> Topic | None:
        """The first topic of that kind."""
        return next((topic for topic in self.topics if topic.kind is kind), None)

    def accounts_of(self, player: str) -> tuple[Account, ...]:
        """Accounts that speak for the slot at the start of the game."""
        entry = next(entry for entry in self.file.players if entry.name == player)
        return tuple(_account(account) for account in entry.accounts) or (Account(name=player),)

    def setup(self, *, seed: str | None = None) -> GameSetup:
        """The game before its first night, as the file tells it; events add roles and aliases."""
        return GameSetup(
            players=tuple(
                Player(
                    name=entry.name,
                    role=entry.role,
                    gender=entry.gender,
                    accounts=tuple(account.name for account in self.accounts_of(entry.name)),
                    aliases=entry.aliases,
                )
                for entry in self.file.players
            ),
            ruleset=self.file.ruleset,
            settings=tuple(flattened(self.file.settings)),
            seed=seed,
        )


def parse(text: str) -> GameFile:
    """The checked tables of a file's text. Raises ConfigError."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise ConfigError(_misspelt(text, str(fault))) from None
    try:
        file = msgspec.convert(tables, GameFile)
    except msgspec.ValidationError as fault:
        raise ConfigError(f"{FILE}: {_explained(str(fault))}") from None
    for field, why in _faults(file):
        raise ConfigError(f"{FILE}: {field}: {why}")
    return file


def _misspelt(text: str, fault: str) -> str:
    """The line at which the file stops to be TOML, and what is usually wrong there; never its value (a role)."""
    lines = text.splitlines() or [""]
    found = re.search(r"at line (\d+)", fault)
    number = int(found[1]) if found else len(lines)
    field, equals, _value = lines[min(number, len(lines)) - 1].partition("=")
    return _(
        "{file}: not valid TOML in line {number}{line}: texts and times stand in quotes that are closed, lists in"
        ' [ ], and no field twice: day = "22:00".'
    ).format(file=FILE, number=number, line=f" (`{field.strip()[:40]}`)" if equals else "")


def flattened(settings: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, object]]:
    """Settings by their dotted paths."""
    for key, value in settings.items():
        if isinstance(value, dict) and value:
            yield from flattened(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def zone_of(text: str) -> tzinfo:
    """A zone by its IANA name or as `UTC+3`, `UTC+03:30`. Raises ValueError."""
    fixed = re.fullmatch(r"(?:UTC|GMT)(?:([+-])(\d{1,2})(?::?([0-5]\d))?)?", text.strip())
    if fixed:
        sign, hours, minutes = fixed.groups()
        offset = timedelta(hours=int(hours or 0), minutes=int(minutes or 0))
        if offset <= timedelta(hours=14):
            return timezone(-offset if sign == "-" else offset)
    try:
        return ZoneInfo(text)
    except (KeyError, ValueError, OSError):
        raise ValueError(text) from None


def time_of(text: str) -> time:
    """A time of day from `22:00` or `22:00:30`. Raises ValueError."""
    if not re.fullmatch(r"\d{1,2}:\d\d(:\d\d)?", text.strip()):
        raise ValueError(text)
    return time.fromisoformat(
        text.strip().rjust(5, "0") if text.strip().count(":") == 1 else text.strip().rjust(8, "0")
    )


def _account(entry: str | Account) -> Account:
    return entry if isinstance(entry, Account) else Account(name=entry)


def _faults(file: GameFile) -> Iterator[tuple[str, str]]:
    """(field, what is wrong) beyond what types tell."""
    yield from _faults_of_topics(file)
    yield from _faults_of_names(file)
    for field, zone in (("timetable.zone", file.timetable.zone), ("board.timezone", file.board.timezone)):
        try:
            if zone is not None:
                zone_of(zone)
        except ValueError:
            yield (
                field,
                _("no such time zone as `{zone}`; write, for example, Europe/Moscow or UTC+3.").format(zone=zone),
            )
    if file.board.engine is not None and not file.board.selectors and file.board.engine not in registered():
        yield (
            "board.engine",
            _("no such forum engine as `{engine}`; leave the line out, or write one of: {engines}.").format(
                engine=file.board.engine, engines=choices()
            ),
        )
    for name in ("first_night", "day", "night"):
        written = getattr(file.timetable, name)
        try:
            time_of(written)
        except ValueError:
            yield (
                f"timetable.{name}",
                _("`{written}` is no time of day; write, for example, 22:00.").format(written=written),
            )
    for field, number in (
        ("timetable.results_minutes", file.timetable.results_minutes + 1),
        ("polling.requests_per_hour", file.polling.requests_per_hour),
        ("polling.far_minutes", file.polling.far_minutes),
        ("polling.timeout_seconds", file.polling.timeout_seconds),
        ("polling.pause_seconds", file.polling.pause_seconds + 1),
        ("board.per_page", file.board.per_page if file.board.per_page is not None else 1),
    ):
        if number < 1:
            yield field, _("the number is too small.")
    for index, reminder in enumerate(file.reminders, 1):
        if reminder.on is Occasion.DEADLINE and (reminder.minutes is None or reminder.minutes < 0):
            yield f"reminders[{index}].minutes", _("needed for `deadline`: how many minutes before it.")
    try:
        rulesets.load(file.ruleset, tuple(flattened(file.settings)))
    except RulesetError as fault:
        yield "ruleset, settings", str(fault)


def _faults_of_topics(file: GameFile) -> Iterator[tuple[str, str]]:
    if not any(topic.kind is not TopicKind.OTHER for topic in file.topics):
        yield "topics", _("at least one topic of kind `vote`, `game` or `signup` is needed: itogi topics set vote URL")
    seen: dict[str, int] = {}
    for index, topic in enumerate(file.topics, 1):
        if not re.match(r"https?://[^\s/]+", topic.url):
            yield (
                f"topics[{index}].url",
                _("`{url}` is no address; it begins with http:// or https://.").format(url=topic.url),
            )
        place = _place(topic.url, file.board.engine)
        if place in seen:
            yield f"topics[{index}].url", _("the same topic as topics[{other}].").format(other=seen[place])
        seen[place] = index
    for kind in (TopicKind.GAME, TopicKind.VOTE):
        if sum(topic.kind is kind for topic in file.topics) > 1:
            yield "topics", _("only one topic of kind `{kind}` may stand here.").format(kind=kind.value)


def _place(url: str, engine: str | None) -> str:
    """What two addresses of one topic have in common, whichever page or post of it they name."""
    adapters = registered()
    names = sorted(adapters, key=lambda name: name != engine)
    ref = next((ref for name in names if (ref := adapters[name].topic_ref(url))), None)
    return f"{ref.board} {ref.topic_id}" if ref else url


def _faults_of_names(file: GameFile) -> Iterator[tuple[str, str]]:
    if not file.players:
        yield "players", _("at least one player is needed.")
    names: dict[str, int] = {}
    owners: dict[str, str] = {_account(entry).name.casefold(): _("the game master") for entry in file.moderators}
    for index, player in enumerate(file.players, 1):
        field = f"players[{index}]"
        if not player.name.strip():
            yield f"{field}.name", _("the name is empty.")
        key = player.name.casefold()
        if key in names:
            yield f"{field}.name", _("`{name}` stands twice; names are unique.").format(name=player.name)
        names[key] = index
        for entry in player.accounts or (player.name,):
            account = _account(entry).name
            owner = owners.setdefault(account.casefold(), player.name)
            if owner != player.name:
                yield (
                    f"{field}.accounts",
                    _("the account `{account}` belongs to {owner} already.").format(account=account, owner=owner),
                )
    for index, player in enumerate(file.players, 1):
        for alias in player.aliases:
            if names.get(alias.casefold(), index) != index:
                yield f"players[{index}].aliases", _("`{alias}` is another player's name.").format(alias=alias)


def _explained(message: str) -> str:
    """A fault of msgspec as one line: the path, counted from one, what is wrong, what is accepted."""
    fault = explain(message)
    field = re.sub(r"\[(\d+)\]", lambda found: f"[{int(found[1]) + 1}]", fault.path)
    accepted = _accepted(f".{fault.path}")
    line = f"{field}: {fault.what}" if field else fault.what
    return line + (_("; accepted: {accepted}.").format(accepted=", ".join(accepted)) if accepted else ".")


def _accepted(path: str) -> list[str]:
    """The values that may stand at a path; for a key that is unknown, the keys that are known there."""
    kind = _type_at(path)
    if kind is not None:
        return _choices(kind)
    table = _type_at(path.rpartition(".")[0])
    return [item.encode_name for item in table.fields] if isinstance(table, msgspec.inspect.StructType) else []


def _type_at(path: str) -> msgspec.inspect.Type | None:
    """The type that the file's records have at a path (`.players[0].name`)."""
    kind: msgspec.inspect.Type | None = msgspec.inspect.type_info(GameFile)
    for name, _index in re.findall(r"\.(\w+)|\[(\d+|\.\.\.)\]", path):
        kind = _struct_in(kind)
        if name and isinstance(kind, msgspec.inspect.StructType):
            kind = next((item.type for item in kind.fields if item.encode_name == name), None)
        elif isinstance(kind, msgspec.inspect.VarTupleType):
            kind = kind.item_type
    return _struct_in(kind)


def _struct_in(kind: msgspec.inspect.Type | None) -> msgspec.inspect.Type | None:
    """The member of a union that says most about what is accepted."""
    if not isinstance(kind, msgspec.inspect.UnionType):
        return kind
    telling = (msgspec.inspect.StructType, msgspec.inspect.EnumType, msgspec.inspect.VarTupleType)
    return next((member for member in kind.types if isinstance(member, telling)), kind.types[0])


def _choices(kind: msgspec.inspect.Type | None) -> list[str]:
    if isinstance(kind, msgspec.inspect.EnumType):
        return [str(member.value) for member in kind.cls]
    if isinstance(kind, msgspec.inspect.LiteralType):
        return [str(value) for value in kind.values]
    return []
