"""What `cog` puts into docs/commands.md: the help of every command, in English."""

from __future__ import annotations

import click

from engine import i18n
from itogi.cli import cli
from itogi.i18n import translations_for


def help_of(command: click.Command, name: str, parent: click.Context) -> str:
    """The command's help as a terminal of 88 columns shows it, and its subcommands'."""
    with click.Context(command, info_name=name, parent=parent, max_content_width=88, terminal_width=88) as context:
        title = context.command_path
        parts = [f"## `{title}`\n\n```text\n{command.get_help(context).rstrip()}\n```\n"]
        if isinstance(command, click.Group):
            for child in command.list_commands(context):
                found = command.get_command(context, child)
                assert found is not None
                parts.append(help_of(found, child, context).replace("## ", "### ", 1))
        return "\n".join(parts)


def pages() -> str:
    """All commands, in alphabetical order."""
    i18n.install(translations_for("en"))
    with click.Context(cli, info_name="itogi", max_content_width=88, terminal_width=88) as context:
        parts = []
        for name in cli.list_commands(context):
            command = cli.get_command(context, name)
            assert command is not None
            parts.append(help_of(command, name, context))
    return "\n" + "\n".join(parts)
