"""A whole game on a loopback board by commands alone: a clock, a forum, a folder, and what every step showed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import pytest
from app_bench import at
from app_command import Ran, runner

from itogi.demo.board import DemoBoard
from itogi.demo.game import DemoGame
from itogi.demo.model import Forum
from itogi.life.cohosts import machine
from itogi.store import Store

SEED = "000000000000000000000000000000005eed0000000000000000000000717b0c"
"""A seed whose first deal gives the document's players the document's roles."""
GM, COHOST = "Архивариус", "Сова"
PASSWORDS = {GM: "gm-password", COHOST: "cohost-password"}
MASKS = {player.accounts[1]: player.accounts[0] for player in DemoGame().players}
"""Mask → the account behind it."""
SIGNUP, GAME, VOTE = 1, 2, 3


@dataclass
class Stage:
    """The forum and the folder, at one moment after the other."""

    folder: Path
    board: DemoBoard
    run_at: Callable[..., Ran]
    monkeypatch: pytest.MonkeyPatch
    shown: dict[str, str] = field(default_factory=dict)
    """Name of a step → the command line and what it wrote."""
    moment: str = "-4 12:00"

    def clock(self, when: str) -> datetime:
        """Put the forum's and the commands' clock forward."""
        self.moment = when
        moment = at(when)
        self.board.set_clock(moment)
        return moment

    def post(self, topic: int, author: str, text: str, when: str) -> int:
        """A post on the forum; its id."""
        self.clock(when)
        return self.board.add_post(topic, author, text).id

    def run(self, *arguments: str, name: str | None = None, when: str | None = None, text: str = "") -> Ran:
        """Run a command; with `name` keep what it shows. It must succeed."""
        ran = self.attempt(*arguments, name=name, when=when, text=text)
        assert ran.status == 0, f"itogi {' '.join(arguments)}\n{ran.out}{ran.err}"
        return ran

    def attempt(self, *arguments: str, name: str | None = None, when: str | None = None, text: str = "") -> Ran:
        """The same for a command that may fail."""
        if when:
            self.clock(when)
        ran = self.run_at(*(self._real(argument) for argument in arguments), now=self.moment, text=text)
        if name:
            line = " ".join(f"«{word}»" if " " in word else word for word in arguments)
            shown = f"$ itogi {line}\n{ran.out}" + (f"--- stderr\n{ran.err}" if ran.err else "")
            assert name not in self.shown, name
            self.shown[name] = self._plain(shown)
        return ran

    def poll(self, when: str) -> None:
        """Read the topics."""
        self.run("poll", when=when)

    def url(self, topic: int) -> str:
        """A topic's address as the story writes it: without the port, which differs from run to run."""
        return f"http://board.test/viewtopic.php?id={topic}"

    def _real(self, argument: str) -> str:
        return argument.replace("http://board.test/", self.board.base_url)

    def _plain(self, shown: str) -> str:
        """What is shown, with what differs from run to run put out."""
        told = shown.replace(self.board.base_url, "http://board.test/").replace(machine().partition("@")[2], "computer")
        return "\n".join(line.rstrip() for line in told.splitlines()) + "\n"


def forum() -> Forum:
    """A board on which nothing has happened yet: the people, the masks and the two game masters."""
    made = Forum(title="Город масок", zone=DemoGame().zone)
    for name, password in PASSWORDS.items():
        made.add_user(name, password=password, moderator=True)
    for mask, person in MASKS.items():
        made.add_user(person)
        made.add_user(mask)
    made.add_topic("Набор на игру «Грехи и добродетели»")
    made.add_topic("«Грехи и добродетели» — игровая тема")
    made.add_topic("«Грехи и добродетели» — голосование")
    return made


def staged(
    folder: Path, board: DemoBoard, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Stage:
    """An empty folder whose dice are fixed, at the board."""
    for name in ("ITOGI_PASSWORD", "ITOGI_ACCOUNT", "ITOGI_FOLDER"):
        monkeypatch.delenv(name, raising=False)
    # Two people, told apart by their users.
    monkeypatch.setenv("LOGNAME", "arkhiv")
    with Store.open(folder) as store:
        store.database.execute("INSERT INTO secrets VALUES ('seed', ?)", (SEED,))
        store.database.conn.commit()
    return Stage(folder, board, runner(folder, monkeypatch, capsys), monkeypatch)
