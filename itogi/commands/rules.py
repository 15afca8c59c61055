"""`itogi rules`: a ruleset told rule by rule."""

from __future__ import annotations

import click

from engine import ruleset
from engine.describe import describe
from engine.errors import RulesetError
from engine.i18n import N_, _
from itogi.inputs import text_input


@click.command(
    help=N_(
        "Tell a ruleset rule by rule: one that comes with the program, or your own file. A file with a mistake is "
        "refused with the path of the field.\n\nExample: itogi rules hyper"
    )
)
@click.argument("name", metavar="NAME|FILE.toml", default="hyper")
def command(name: str) -> None:
    """Print the points of the ruleset `name`, or of the file of that name."""
    rules = _from_file(name) if name.endswith(".toml") else ruleset.load(name)
    click.echo(_("{title} ({name})").format(title=rules.title, name=rules.name))
    for point in describe(rules):
        click.echo(f"{point.rule:>4}  {point.text}")


def _from_file(name: str) -> ruleset.Ruleset:
    try:
        return ruleset.parse(text_input(name))
    except RulesetError as fault:
        raise RulesetError(f"{name}: {fault}") from None
