"""docs/ru stays in step with the program: every command parses, and every answer shown is a real one.

The answers come from the games of `fixtures/life` and `fixtures/itogi`; a line «…» stands for lines left out.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from itogi.cli import cli

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "docs" / "ru").glob("*.md"))
BLOCK = re.compile(r"```text\n\$ (itogi .*?)\n(.*?)```", re.DOTALL)


def commands_of(page: Path) -> list[str]:
    """Every command line that a page shows: in blocks, indented, or in the text; elisions are no commands."""
    text = page.read_text(encoding="utf-8")
    shown = [found[1] for found in BLOCK.finditer(text)]
    plain = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    shown += re.findall(r"^ {4}(itogi .*)$", plain, re.MULTILINE)
    inline = " ".join(plain.split())
    shown += [found for found in re.findall(r"`(itogi [^`]+)`", inline) if "КОМАНДА" not in found]
    return [line.split(" > ")[0] for line in shown]


COMMANDS = sorted({(page.name, line) for page in PAGES for line in commands_of(page)})


def parsed(words: list[str]) -> None:
    """Raises click.UsageError, or AssertionError for a command that is none."""
    command: click.Command = cli
    given = list(words)
    while isinstance(command, click.Group) and given and not given[0].startswith("-"):
        name = given.pop(0)
        found = command.get_command(click.Context(command), name)
        assert found is not None, f"there is no command {name}"
        command = found
    if isinstance(command, click.Group) or not given or "--help" in given:
        # A command that is only named.
        assert not [word for word in given if word not in ("--help", "--version")]
        return
    command.make_context("itogi", given)


@pytest.mark.parametrize(("page", "line"), COMMANDS)
def test_every_command_of_the_guide_parses(page: str, line: str) -> None:
    parsed(shlex.split(line)[1:])


def goldens() -> dict[tuple[str, ...], list[list[str]]]:
    found: dict[tuple[str, ...], list[list[str]]] = {}
    for file in sorted([*(ROOT / "fixtures" / "life").glob("*.txt"), *(ROOT / "fixtures" / "itogi").glob("*.txt")]):
        head, *body = file.read_text(encoding="utf-8").splitlines()
        words = shlex.split(re.sub("«([^»]*)»", r'"\1"', head.removeprefix("$ ")))
        found.setdefault(tuple(words), []).append([line for line in body if line != "--- stderr"])
    return found


GOLDENS = goldens()
BLOCKS = [
    (page.name, found[1], found[2]) for page in PAGES for found in BLOCK.finditer(page.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("page", "line", "shown"), BLOCKS, ids=[line for _page, line, _shown in BLOCKS])
def test_every_answer_of_the_guide_is_a_real_one(page: str, line: str, shown: str) -> None:
    known = GOLDENS.get(tuple(shlex.split(line)))
    assert known, f"{page} shows `{line}`, which no game of the fixtures runs"
    assert any(_excerpt(shown.rstrip("\n").split("\n"), real) for real in known), "\n".join(known[0])


def _excerpt(shown: list[str], real: list[str]) -> bool:
    """Whether `shown` is `real`, «…» standing for what is left out; a block may also begin or end in its middle."""
    place = 0
    for line in shown:
        if line == "…":
            continue
        try:
            place = real.index(line, place) + 1
        except ValueError:
            return False
    return True


def test_the_guide_shows_what_an_evening_needs() -> None:
    """Issue 9, «done when»: a new user can do the same by hand."""
    text = (ROOT / "docs" / "ru" / "guide.md").read_text(encoding="utf-8")
    assert len(BLOCKS) > 40
    for command in ("signup", "deal", "letters", "topics", "order", "orders", "answers", "night", "publish", "poll"):
        assert f"itogi {command}" in text
    for command in ("vote", "announce", "early", "modkill", "replace", "pardon", "note", "inbox", "why", "cohost"):
        assert f"itogi {command}" in text
    for command in ("record", "stats", "archive", "next", "dice", "undo", "desk", "watch", "doctor", "violations"):
        assert f"itogi {command}" in text


def test_links_within_the_guide_lead_somewhere() -> None:
    text = (ROOT / "docs" / "ru" / "guide.md").read_text(encoding="utf-8")
    heads = {
        re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-")
        for head in re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    }
    for target in re.findall(r"\]\(#([^)]+)\)", text):
        assert target in heads
