"""The command line: one thin module per command in `itogi.commands`, found by its name and imported when called."""

from __future__ import annotations

import gettext
import importlib
import os
import pkgutil
import re
import sys
import traceback
from pathlib import Path
from typing import Any

import click

from engine.errors import ItogiError
from engine.i18n import N_, _, reason
from itogi import __name__ as package
from itogi.haste import nearest, retyped
from itogi.i18n import LANGUAGES, LOCALE, language_of_environment, use_language
from itogi.placeholders import placeholders
from itogi.terminal import guard
from itogi.wrong_place import right_form

STAGES = (
    (N_("Before the game"), "new signup deal roles letters topics login doctor next demo"),
    (N_("The night"), "order orders night answers dice"),
    (N_("The court"), "poll watch status tally missing questions answer vote announce early day"),
    (N_("Texts and the topic"), "draft publish record"),
    (N_("Rulings and disputes"), "violations decide replace modkill pardon ruling inbox why note explain"),
    (N_("The game's records"), "journal undo roster alias cohost archive stats chart export rules schedule"),
    (N_("In the browser"), "desk"),
    (N_("For scripts"), "read page replay"),
)
"""The commands in the order in which a game needs them."""
LINE = 64
"""Characters beside the name of a command in a list of commands."""
KEEP = "\b\n"
"""What tells click to leave the lines that follow as they are."""
_BARE = re.compile(r"\n\n\x08\n(?=(?:Example|Пример): )")
_EXAMPLE = re.compile(r"^(?:Example|Пример): +(.+?)$", re.MULTILINE)


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

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command called. Raises UsageError with the one that was meant, as far as that can be seen."""
        try:
            return super().resolve_command(ctx, args)
        except click.exceptions.NoSuchCommand as fault:
            known = self.list_commands(ctx)
            meant = [retyped(args[0])] if retyped(args[0]) in known else nearest(args[0], known, count=2)
            if not meant:
                raise
            line = _("There is no command `{name}`; perhaps {likely}?").format(name=args[0], likely=", ".join(meant))
            raise click.UsageError(line, ctx) from fault

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands by the stages of a game, each with the whole first sentence of its help."""
        left = set(self.list_commands(ctx))
        stages = [(_(title), names.split()) for title, names in STAGES]
        left -= {name for _title, names in stages for name in names}
        for title, names in [*stages, (_("Others"), sorted(left))]:
            found = [(name, self.get_command(ctx, name)) for name in names]
            rows = [(name, command.get_short_help_str()) for name, command in found if command]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows, col_max=12)


def _localise(command: click.Command) -> None:
    """Translate the help of a command and its options, which the modules mark with `N_`, and all placeholders."""
    if command.help:
        source = _BARE.sub("\n\n", command.help)
        # Behind \b click leaves the lines as they are: an example is copied whole.
        command.help = re.sub(r"\n\n(?=(?:Example|Пример): )", f"\n\n{KEEP}", _(source))
    command.short_help = _one_line(command.help or "")
    command.options_metavar = placeholders(command.options_metavar or "")
    for parameter in command.params:
        if isinstance(parameter, click.Option) and parameter.help:
            parameter.help = _(parameter.help)
        _localise_placeholder(parameter)
    if isinstance(command, click.Group):
        command.subcommand_metavar = placeholders(command.subcommand_metavar or "")
        for subcommand in command.commands.values():
            _localise(subcommand)


def _one_line(text: str) -> str:
    """The first sentence of a help, as much of it as a line of a list takes, never cut within a clause."""
    sentence = re.split(r"(?<=\.)\s|\n\n", text, maxsplit=1)[0].rstrip(".")
    if len(sentence) <= LINE:
        return sentence
    clauses = [found.start() for found in re.finditer(r"(?: —|[:;,]| \()", sentence[: LINE + 1])]
    return f"{sentence[: clauses[-1]]}…" if clauses else sentence


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


def _complaint(fault: click.ClickException, context: click.Context | None) -> str:
    """What is wrong with a call, in one line, with an example of a right one."""
    parameter = getattr(fault, "param", None)
    chosen = isinstance(parameter, click.Argument) and isinstance(parameter.type, click.Choice)
    if parameter is not None and chosen and isinstance(fault, click.MissingParameter):
        what = _("A word is missing. {choose}").format(choose=parameter.type.get_missing_message(parameter, context))
    elif chosen or (isinstance(fault, click.BadParameter) and fault.message.startswith("`")):
        # The words themselves tell what is wrong; the name of their place in the call would not help.
        what = fault.message if isinstance(fault, click.BadParameter) else fault.format_message()
    else:
        what = fault.format_message()
    what = " ".join(what.split()).rstrip(".")
    help_command = f"{context.command_path if context else 'itogi'} --help"
    example = _EXAMPLE.search(context.command.help or "") if context and context.parent else None
    line = _("{what} — for example: {example}; more: {help}") if example else _("{what} — how it is called: {help}")
    return line.format(what=what, example=example[1] if example else "", help=help_command)


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
        click.echo(_complaint(fault, context), err=True)
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
