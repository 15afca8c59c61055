"""The documents stay in step with the program."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from engine.contract import replay
from engine.records import Deed, Role
from itogi.cli import cli

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


def commands() -> dict[str, click.Command]:
    with click.Context(cli, info_name="itogi") as context:
        return {name: command for name in cli.list_commands(context) if (command := cli.get_command(context, name))}


def test_the_page_of_commands_is_up_to_date() -> None:
    """`make docs` writes it."""
    run = subprocess.run(
        [sys.executable, "-m", "cogapp", "--check", "docs/commands.md"], cwd=ROOT, capture_output=True, text=True
    )
    assert run.returncode == 0, "run `make docs`"


@pytest.mark.parametrize("name", commands())
def test_every_command_has_help_with_an_example_and_explains_its_options(name: str) -> None:
    command = commands()[name]
    group = command.commands.values() if isinstance(command, click.Group) else ()
    for one in (command, *group):
        assert one.help, name
        assert re.search(r"Example: itogi |Пример: itogi ", one.help), f"{name} {one.name} has no example"
        for parameter in one.params:
            if isinstance(parameter, click.Option) and not parameter.is_eager:
                assert parameter.help, f"{name}: {parameter.name} is not explained"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere_and_commands_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
        if not target.startswith(("http://", "https://", "mailto:")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
    known = commands()
    for name in re.findall(r"(?:^|`|\$ | {4})itogi ([a-z]+)\b", text, flags=re.MULTILINE):
        assert name in known, f"{page.name} names `itogi {name}`"


def test_the_example_of_a_written_game_is_played() -> None:
    """docs/replay.md: the example runs, and every key that it explains is in the answer, and no other."""
    text = (ROOT / "docs" / "replay.md").read_text(encoding="utf-8")
    script = re.search(r"```json\n(.*?)```", text, flags=re.DOTALL)
    assert script
    night, day = replay(json.loads(script[1]))
    assert day["executed"] is None, "pardoned"
    for answer, heading in ((night, "of a night"), (day, "of a day")):
        table = text.split(f"| {heading} | is |")[1].split("\n\n")[0]
        explained = set(re.findall(r"`(\w+)`", " ".join(line.split("|")[1] for line in table.splitlines()[2:])))
        assert explained == set(answer) - {"night", "day"}
    for role in Role:
        assert f"`{role.value}`" in text
    for deed in Deed:
        assert f"`{deed.value}`" in text
