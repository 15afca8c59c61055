"""`itogi login`: sign in to the board, once for many evenings."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from engine.i18n import N_, _, reason
from itogi.commands._common import with_game
from itogi.config import Game
from itogi.errors import NotYetError
from itogi.publish_board import GameBoard, account_name, reached
from itogi.secrets import PASSWORD, forget_password, keep_password, session_file
from itogi.store import Store
from scraper.session.errors import CredentialsError


@click.command(
    help=N_(
        "Sign in to the game's board. The password is asked for and not shown, or taken from ITOGI_PASSWORD; the"
        " session is kept in the game's folder, readable by you alone. Boards with a captcha: sign in with a browser"
        " and give its cookies.\n\n"
        "Example: itogi login --cookies cookies.txt"
    )
)
@click.option("--account", metavar="NAME", help=N_("Name to sign in with; the one in game.toml unless given."))
@click.option(
    "--cookies",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    help=N_("File with the browser's cookies (Netscape's form, JSON, or a Cookie header); - reads standard input."),
)
@click.option("--keyring", is_flag=True, help=N_("Keep the password in the system's keyring, too."))
@click.option("--forget", is_flag=True, help=N_("Forget the kept session and the password in the keyring."))
@with_game
def command(
    *, game: Game, store: Store, account: str | None, cookies: Path | None, keyring: bool, forget: bool
) -> None:
    """Sign in."""
    with reached(game, store) as board:
        name = account or account_name(game)
        if forget:
            _forget(board, name)
            return
        if cookies is not None:
            known = board.session().take_cookies(_read(cookies))
            click.echo(_("Signed in as {account}, with the browser's cookies.").format(account=known.name))
            return
        if name is None:
            raise CredentialsError(
                _("Which account? Give --account NAME, or set `account` in the [board] table of game.toml.")
            )
        asked: list[str] = []

        def ask(who: str) -> str | None:
            if not sys.stdin.isatty():
                # A script's line.
                asked.append(sys.stdin.readline().rstrip("\r\n"))
                if not asked[-1]:
                    raise CredentialsError(
                        _("Nobody can be asked for the password here: set ITOGI_PASSWORD, or call this in a terminal.")
                    )
                return asked[-1]
            question = _("Password of {account} at {board}").format(account=who, board=board.address)
            asked.append(click.prompt(question, hide_input=True, err=True))
            return asked[-1]

        session = board.session(ask, account=name)
        known = session.who() or session.sign_in()
        session.save()
        click.echo(_("Signed in as {account}.").format(account=known.name))
        if keyring:
            password = asked[-1] if asked else os.environ.get(PASSWORD)
            if password and keep_password(name, board.address, password):
                click.echo(_("The password is in the system's keyring."))
            else:
                click.echo(_("No keyring works here: the session is kept, the password is not."), err=True)


def _forget(board: GameBoard, name: str | None) -> None:
    gone = session_file(board.game.folder, board.address).forget()
    gone = (forget_password(name, board.address) if name else False) or gone
    click.echo(_("Forgotten.") if gone else _("Nothing was kept."))


def _read(path: Path) -> str:
    if str(path) == "-":
        return sys.stdin.read()
    try:
        return path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError as fault:
        raise NotYetError(_("{file}: cannot be read: {why}.").format(file=path, why=reason(fault))) from None
