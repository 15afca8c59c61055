"""The command line: one thin module per command in `itogi.commands`, found by its name and imported when called."""

from __future__ import annotations

import gettext
import importlib
import os
import pkgutil
import sys
import traceback
from pathlib import Path
from typing import Any

import click

from engine.errors import ItogiError
from engine.i18n import N_, _, reason
from itogi import __name__ as package
from itogi.i18n import LANGUAGES, LOCALE, language_of_environment, use_language
from itogi.placeholders import placeholders
from itogi.terminal import guard
from itogi.wrong_place import right_form


class LazyGroup(click.Group):
    """A group whose commands are the modules of a package, each with a `command`; imports only what is called."""

    def __init__(self, *args: Any, commands_package: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.commands_package = commands_package

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of the modules, `_` read as `-`."""
        found = importlib.import_module(self.commands_package)
        return sorted(
            module.name.replace("_", "-")
            for module in pkgutil.iter_modules(found.__path__)
            if not module.name.startswith("_")
        )

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The `command` of the module with that name."""
        if cmd_name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(f"{self.commands_package}.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        _localise(command)
        return command


def _localise(command: click.Command) -> None:
    """Translate the help of a command and its options, which the modules mark with `N_`, and all placeholders."""
    command.help = _(command.help) if command.help else command.help
    command.options_metavar = placeholders(command.options_metavar or "")
    for parameter in command.params:
        if isinstance(parameter, click.Option) and parameter.help:
            parameter.help = _(parameter.help)
        _localise_placeholder(parameter)
    if isinstance(command, click.Group):
        command.subcommand_metavar = placeholders(command.subcommand_metavar or "")
        for subcommand in command.commands.values():
            _localise(subcommand)


def _localise_placeholder(parameter: click.Parameter) -> None:
    """Name in the language in force what stands in place of a value; values to choose from stay as they are typed."""
    if isinstance(parameter.type, click.Choice) or (isinstance(parameter, click.Option) and parameter.is_flag):
        return
    with click.Context(click.Command(None)) as context:
        parameter.metavar = placeholders(parameter.make_metavar(context))


def _choose_language(_ctx: click.Context, _parameter: click.Parameter, value: str | None) -> None:
    _speak(value or language_of_environment())


def _speak(language: str) -> None:
    """Put `language` in force for the program and for click, which asks gettext's own domain and LANGUAGE."""
    use_language(language)
    gettext.bindtextdomain(click.__name__, str(LOCALE))
    gettext.textdomain(click.__name__)
    os.environ["LANGUAGE"] = language


@click.group(
    cls=LazyGroup,
    commands_package=f"{package}.commands",
    context_settings={"help_option_names": ["-h", "--help"]},
    help=N_("The assistant of the game master of a forum Mafia game.\n\nExample: itogi demo"),
)
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    is_eager=True,
    expose_value=False,
    callback=_choose_language,
    help=N_("Language of what the program says; Russian by default."),
)
@click.version_option(package_name="itogi")
def cli() -> None:
    """Every command of the program."""


def main() -> None:
    """Run the command line; every failure is one line on stderr and an exit status of 1 or 2, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace" if stream is sys.stderr else "strict")
    guard()
    _speak(language_of_environment())
    _localise(cli)
    try:
        outcome = cli.main(standalone_mode=False)
    except click.exceptions.Abort:
        click.echo(_("Interrupted; nothing is lost."), err=True)
        sys.exit(130)
    except click.exceptions.Exit as leaving:
        sys.exit(leaving.exit_code)
    except click.exceptions.NoArgsIsHelpError as fault:
        click.echo(fault.format_message(), err=True)
        sys.exit(fault.exit_code)
    except click.ClickException as fault:
        context = getattr(fault, "ctx", None)
        if isinstance(fault, click.NoSuchOption) and context and (form := right_form(fault, context, sys.argv[1:])):
            line = _("{option} stands in the wrong place; like this: {form}")
            click.echo(line.format(option=fault.option_name, form=form), err=True)
            sys.exit(fault.exit_code)
        help_command = f"{context.command_path if context else 'itogi'} --help"
        what = " ".join(fault.format_message().split()).rstrip(".")
        click.echo(_("{what} — how it is called: {help}").format(what=what, help=help_command), err=True)
        sys.exit(fault.exit_code)
    except ItogiError as fault:
        click.echo(" ".join(str(fault).split()), err=True)
        sys.exit(fault.exit_status)
    except BrokenPipeError:
        # Nobody reads any more (`itogi tally | head`): nothing is left to say, and nothing to flush.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as fault:
        what = f"{fault.filename}: " if fault.filename else ""
        line = _("{what}{why}. Nothing is lost.").format(what=what, why=reason(fault))
        click.echo(line[:1].upper() + line[1:], err=True)
        sys.exit(1)
    except Exception as fault:
        if os.environ.get("ITOGI_DEBUG"):
            raise
        # The fault's own words may hold a role or a password: only its kind and place are told.
        place = traceback.extract_tb(fault.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}"
        message = _(
            "A fault of the program ({kind}, {where}). Nothing is lost; please report it. ITOGI_DEBUG=1 tells more."
        )
        click.echo(message.format(kind=type(fault).__name__, where=where), err=True)
        sys.exit(1)
    sys.exit(outcome if isinstance(outcome, int) else 0)
