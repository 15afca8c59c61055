"""What the commands of a game's life share: a folder without a game yet, texts in a form, entering after a look."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from engine.events import Event, Said
from engine.i18n import N_, _, reason
from itogi.commands._common import folder_option, now
from itogi.config import DATABASE, Game
from itogi.drafting import FORMATS, dialect_for
from itogi.errors import ConfigError, NoGameError, NotYetError
from itogi.evening import Evening
from itogi.life.cohosts import last_number, say_on
from itogi.store import Store
from reports.formats import render
from reports.spans import Draft

R = TypeVar("R")


def with_folder(function: Callable[..., R]) -> Callable[..., R]:
    """Give the command `store` and keep `folder`: for what comes before there is a `game.toml`."""
    return _with_store(function, make=False)


def with_new_folder(function: Callable[..., R]) -> Callable[..., R]:
    """The same, the folder being made when it is not there: for what begins a game."""
    return _with_store(function, make=True)


def _with_store(function: Callable[..., R], *, make: bool) -> Callable[..., R]:
    @functools.wraps(function)
    def opened(*args: Any, folder: Path, **kwargs: Any) -> R:
        if make:
            try:
                folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            except OSError as fault:
                raise ConfigError(
                    _("{path}: cannot be written: {why}.").format(path=folder, why=reason(fault))
                ) from None
        elif not (folder / DATABASE).exists():
            # Looking must not leave a database in whatever folder it was called in.
            raise NotYetError(_("No sign-up is open in this folder: itogi signup open [URL]."))
        with Store.open(folder, clock=now) as store:
            return function(*args, folder=folder, store=store, **kwargs)

    return folder_option(opened)


def format_option(function: Callable[..., R]) -> Callable[..., R]:
    """`--format`: the form of a text."""
    return click.option(
        "--format", "form", type=click.Choice(list(FORMATS)), default="text", help=N_("Form of the text.")
    )(function)


def yes_option(function: Callable[..., R]) -> Callable[..., R]:
    """`--yes`: enter without asking."""
    return click.option("--yes", is_flag=True, help=N_("Do not ask."))(function)


def rendered(draft: Draft, form: str, evening: Evening | None = None) -> str:
    """A draft in a form, for a game's board where there is one."""
    dialect = dialect_for(evening) if evening else None
    return render(draft, FORMATS[form], dialect).rstrip("\n")


@contextmanager
def mended_by(words: str) -> Iterator[None]:
    """Add to a complaint of the game's life how it is mended on the command line."""
    try:
        yield
    except NotYetError as fault:
        raise NotYetError(f"{fault} {words}".rstrip()) from None


class Entering:
    """Enters what was decided after a look, and nothing when somebody else wrote meanwhile."""

    def __init__(self, store: Store, *, yes: bool, author: str | None) -> None:
        """Made before anything is shown."""
        self.store, self.yes, self.author = store, yes, author
        self.base = last_number(store)

    def confirm(self, question: str) -> None:
        """Ask, unless told not to. Raises NotYetError when nobody can be asked, click's Abort for a «no»."""
        if self.yes:
            return
        if not sys.stdin.isatty():
            raise NotYetError(_("Nobody can be asked here, so nothing was entered: add `--yes` to enter it."))
        click.confirm(question, abort=True)

    def say(self, said: Said) -> Event:
        """Enter it. Raises StaleError."""
        event = say_on(self.store, self.base, said, author=self.author)
        self.base = event.number
        return event


def game_of(folder: Path) -> Game | None:
    """The game of a folder, None while there is none."""
    try:
        return Game.load(folder)
    except NoGameError:
        return None
