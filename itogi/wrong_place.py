"""An option before the command that takes it, or `--lang` after it: the right form of the call. Pure."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence

import click


def right_form(fault: click.NoSuchOption, context: click.Context, words: Sequence[str]) -> str | None:
    """The call with the option in its place; None when no command that is meant takes such an option.

    `words`: the command line without the program's name.
    """
    place = next((index for index, word in enumerate(words) if _is(word, fault.option_name)), None)
    if place is None:
        return None
    before, rest = list(words[:place]), list(words[place:])
    if isinstance(context.command, click.Group):
        return _after(fault.option_name, context.command, context, before, rest)
    root = context.find_root().command
    length = 1 if "=" in rest[0] else 2
    if any(fault.option_name in parameter.opts for parameter in root.params) and len(rest) >= length:
        return _typed(["itogi", *rest[:length], *before, *rest[length:]])
    return None


def _after(option: str, group: click.Group, context: click.Context, before: list[str], rest: list[str]) -> str | None:
    """The option belongs behind the first command that follows it."""
    known = group.list_commands(context)
    for index, word in enumerate(rest):
        if index and word in known:
            command = group.get_command(context, word)
            if command and _takes(command, option, context, rest[index + 1 :]):
                return _typed(["itogi", *before, *rest[index:], *rest[:index]])
    return None


def _takes(command: click.Command, option: str, context: click.Context, rest: Sequence[str]) -> bool:
    if any(option in parameter.opts for parameter in command.params):
        return True
    if not isinstance(command, click.Group) or not rest:
        return False
    found = command.get_command(context, rest[0])
    return found is not None and _takes(found, option, context, rest[1:])


def _is(word: str, option: str) -> bool:
    return word == option or word.startswith(f"{option}=") or (not option.startswith("--") and word.startswith(option))


def _typed(words: Sequence[str]) -> str:
    """A command line as it is typed, in quotes that every system knows where quotes are needed."""
    return " ".join(
        word if re.fullmatch(r"[\w@%+=:,./\\-]+", word) else f'"{word}"' if '"' not in word else shlex.quote(word)
        for word in words
    )
