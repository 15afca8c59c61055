"""The demo forum on its stage: which evening it plays, on which address, and what its visitor is told."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

from rich.console import Console
from rich.table import Table
from rich.text import Text

from engine.i18n import _, reason
from itogi import moments
from itogi.config import FILE, Game
from itogi.demo.board import DemoBoard
from itogi.demo.errors import DemoPortError, DemoTimeError
from itogi.demo.game import TOPICS, DemoGame

PORT = 8013
"""Where the forum is looked for first, so that a demo folder finds it again."""
DAYS_AGO = 7
"""The game began so many days ago: by any hour of today it is over, and rests."""


def game_of(folder: Path, now: datetime) -> tuple[DemoGame, int | None]:
    """The game and the port that a demo folder was made with; a game of these days, at any port, when there is none.

    Raises ConfigError when the folder's settings cannot be read.
    """
    if (folder / FILE).exists():
        game = Game.load(folder)
        return DemoGame(game.file.timetable.first_date), urlsplit(game.topics[0].url).port
    return DemoGame(first_date(now)), None


def first_date(now: datetime) -> date:
    """Date of the first night of a game that is just over."""
    return now.astimezone(DemoGame().zone).date() - timedelta(days=DAYS_AGO)


def moment_of(game: DemoGame, text: str) -> datetime:
    """The moment of `3 21:55`: the evening of court 3. Raises DemoTimeError."""
    try:
        return game.moment(text)
    except ValueError:
        meant = re.match(r"\s*([1-9])\b", text)
        raise DemoTimeError(
            _("`{text}` is no moment of the demo; write the court and a time, for example {court} 21:55.").format(
                text=text, court=meant[1] if meant else 3
            )
        ) from None


@contextmanager
def playing(game: DemoGame, *, port: int | None) -> Iterator[DemoBoard]:
    """The running board of `game`, on `port`; None: on the usual one, or any free one when that is taken.

    Raises DemoPortError when `port` cannot be had.
    """
    board = DemoBoard(game.forum())
    try:
        board.start(PORT if port is None else port)
    except OSError as fault:
        if port is not None:
            raise DemoPortError(
                _("Port {port} of 127.0.0.1 cannot be used: {why}. Choose another, or leave --port out.").format(
                    port=port, why=reason(fault)
                )
            ) from None
        board.start()
    try:
        yield board
    finally:
        board.stop()


def utc_now() -> datetime:
    """The computer's clock."""
    return datetime.now(UTC)


def welcome(board: DemoBoard, game: DemoGame, folder: Path, console: Console) -> None:
    """Say where the forum is and what to do with it."""
    topics = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    titles = {"game": _("the game"), "vote": _("the votes"), "signup": _("the sign-up")}
    for topic, title in titles.items():
        topics.add_row(title, board.topic_url(game.topic_id(topic)))
    console.print(Text(_("The demo forum «{title}» is open: {url}").format(title=game.board_title, url=board.base_url)))
    shown = moments.shown(board.now, game.zone)
    console.print(Text(_("It shows {moment}, forum time.").format(moment=shown), style="dim"))
    console.print()
    console.print(topics)
    console.print()
    account = _("The game master's account there: {name}, password {password}")
    console.print(Text(account.format(name=game.moderator, password=game.password)))
    console.print()
    console.print(Text(_("Try in another window:"), style="bold"))
    for line in commands(board, game, folder):
        console.print(Text(f"  {line}"), soft_wrap=True)
    console.print()
    console.print(Text(_("Ctrl-C ends the forum."), style="dim"))


def commands(board: DemoBoard, game: DemoGame, folder: Path) -> list[str]:
    """What a visitor may type: on the game that a run left, or else to make one."""
    option = "" if folder == Path() else f" -C {shlex.quote(str(folder))}"
    on_game = ("poll", "status", "tally --day 3", "questions --all", "draft day 3", "violations", "desk")
    lines = [f"itogi {name}{option}" for name in on_game]
    if not (folder / FILE).exists():
        urls = " ".join(shlex.quote(board.topic_url(game.topic_id(topic))) for topic in TOPICS)
        lines.insert(0, f"itogi new{option} --first-date {game.first_date} --yes {urls}")
    return lines


def farewell(board: DemoBoard, game: DemoGame, folder: Path, console: Console) -> None:
    """Say what is left and what to try next."""
    console.print()
    console.print(Text(_("The game is in {folder}; the forum has closed for now. Try next:").format(folder=folder)))
    first, *rest = commands(board, game, folder)
    option = f" -C {shlex.quote(str(folder))}"
    line = Text(f"  itogi demo{option}")
    line.append("  " + _("# the forum again, in another window"), style="dim")
    console.print(line)
    for line in (Text(f"  {first}"), *(Text(f"  {command}") for command in rest)):
        console.print(line, soft_wrap=True)
