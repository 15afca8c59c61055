"""`itogi desk`: the evening on a local web page."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import click

from engine.errors import OutsideError
from engine.i18n import N_, _
from itogi.commands._common import folder_option
from itogi.i18n import LANGUAGES, language_of_environment


@click.command(
    help=N_(
        "Lead the game on a local web page: sign-up, letters, votes, questions, disputes, the night, drafts. Only this "
        "computer can reach it. Ctrl-C ends it; nothing is lost.\n\nExample: itogi desk"
    )
)
@folder_option
@click.option("--port", default=8022, show_default=True, type=click.IntRange(0, 65535), help=N_("Port; 0 takes any."))
@click.option("--no-browser", is_flag=True, help=N_("Only print the link."))
@click.pass_context
def command(ctx: click.Context, *, folder: Path, port: int, no_browser: bool) -> None:
    """Serve the desk."""
    from itogi.desk.app import Desk
    from itogi.desk.server import listen, server

    try:
        sock = listen(port)
    except OSError:
        raise OutsideError(
            _("Port {port} is taken: is the desk open already? Choose another with --port.").format(port=port)
        ) from None
    parent = ctx.parent.params.get("lang") if ctx.parent else None
    language = parent if parent in LANGUAGES else language_of_environment()
    desk = Desk(folder, port=sock.getsockname()[1], language=language)
    click.echo(_("The desk is open at {link}").format(link=desk.link))
    click.echo(_("Ctrl-C ends it."))
    if not no_browser:
        # Others on this computer can read it there.
        webbrowser.open(desk.link_once())
    server(desk).run(sockets=[sock])
