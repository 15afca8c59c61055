"""`itogi inbox`: posts that speak to the game master (Г12.1)."""

from __future__ import annotations

import click
from rich.text import Text

from engine.i18n import N_, _, ngettext
from itogi.commands._common import author_option, console, emit, json_option, now, with_game
from itogi.commands._words import INBOX, OneOf
from itogi.config import Game
from itogi.errors import NotYetError
from itogi.evening import Evening
from itogi.life.inbox import HOWS, Letter, State, handled, inbox_of, state_title
from itogi.moments import shown
from itogi.store import Store

VERDICTS = {"done": State.ANSWERED, "ignore": State.IGNORED, "open": State.OPEN}


@click.command(
    help=N_(
        "Posts that speak to you, with your name highlighted (Г12.1), or that quote a rule; and whether they are"
        " answered: by a later post of yours that quotes or addresses the author, or by your word. Posts that only"
        " mention you are listed with --all.\n\n"
        "Mark them with `done`, `ignore` or `open` and the posts' ids.\n\nExample: itogi inbox done 1234"
    )
)
@click.argument("verdict", type=OneOf(VERDICTS, INBOX), required=False)
@click.argument("posts", nargs=-1)
@click.option("--all", "everything", is_flag=True, help=N_("Answered ones and those that owe no answer, too."))
@click.option("--note", help=N_("Words for the journal."))
@json_option
@author_option
@with_game
def command(
    *,
    game: Game,
    store: Store,
    verdict: str | None,
    posts: tuple[str, ...],
    everything: bool,
    note: str | None,
    as_json: bool,
    author: str | None,
) -> None:
    """Show or mark."""
    evening = Evening.of(game, store, now=now())
    if verdict:
        if not posts:
            raise NotYetError(_("Name the posts: itogi inbox {verdict} ID …").format(verdict=verdict))
        for said in [handled(evening, post, VERDICTS[verdict], note) for post in posts]:
            store.say(said, author=author)
        evening = Evening.of(game, store, now=now())
    letters = inbox_of(evening)
    waiting = [letter for letter in letters if letter.waits]
    shown_letters = letters if everything else waiting
    if as_json:
        emit(shown_letters)
        return
    screen = console()
    for letter in shown_letters:
        screen.print(Text(_head(letter, game)))
        screen.print(Text(f"    {letter.words}"))
        screen.print(Text(f"    {letter.url}"), soft_wrap=True)
        if everything:
            screen.print(Text(f"    {state_title(letter)}"), soft_wrap=True)
    if not waiting:
        click.echo(_("No question waits for an answer."))
    else:
        click.echo(
            ngettext(
                "{count} post waits for an answer; mark it with: itogi inbox done ID",
                "{count} posts wait for an answer; mark them with: itogi inbox done ID",
                len(waiting),
            ).format(count=len(waiting))
        )


def _head(letter: Letter, game: Game) -> str:
    return f"{letter.post}  {shown(letter.at, game.zone)}  {letter.author} — {_(HOWS[letter.how])}"
