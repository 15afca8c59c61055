"""`itogi explain`: which rule did what to whom."""

from __future__ import annotations

import click

from engine.errors import InputError
from engine.explain import Chapter, about, chapter
from engine.i18n import N_, _
from itogi.commands._common import at_option, console, emit, json_option, now, with_game
from itogi.config import Game
from itogi.evening import Evening
from itogi.moments import moment_of
from itogi.names import same, slot_named
from itogi.store import Store

PHASES = {"night": "night", "ночь": "night", "day": "day", "день": "day", "суд": "day"}


@click.command(
    help=N_(
        "Tell why a night or a day came out as it did, or what concerned one player: which rule did what to whom, in"
        " order. Tells secrets: for the game master only.\n\n"
        "Example: itogi explain night 1, itogi explain day 2, itogi explain Кротость"
    )
)
@click.argument("words", nargs=-1, required=True, metavar="night N | day N | NAME")
@at_option
@json_option
@with_game
def command(*, game: Game, store: Store, words: tuple[str, ...], at: str | None, as_json: bool) -> None:
    """Explain."""
    clock = now()
    evening = Evening.of(game, store, now=clock, at=moment_of(at, game.zone, clock) if at else None)
    chapters = chosen(evening, words)
    if as_json:
        emit(chapters)
        return
    screen = console()
    for place, item in enumerate(chapters):
        if place:
            screen.print()
        screen.print(item.title, style="bold")
        width = max((len(line.rule) for line in item.lines), default=0)
        for line in item.lines:
            screen.print(f"  {line.rule:<{width}}  {line.text}")


def chosen(evening: Evening, words: tuple[str, ...]) -> tuple[Chapter, ...]:
    """The chapters that the words of the call ask for. Raises NotYetError."""
    names, text = tuple(player.name for player in evening.setup.players), " ".join(words)
    kind = None if any(same(name, text) for name in names) else PHASES.get(words[0].casefold())
    if kind is None:
        return about(evening.playthrough, slot_named(names, text))
    number = int(words[1]) if len(words) == 2 and words[1].isdecimal() else 0
    if not number:
        raise InputError(_("{phase} needs a number: itogi explain {phase} 1").format(phase=words[0]))
    # Either tells when there is none of that number yet.
    place = (evening.night if kind == "night" else evening.day)(number).window.number
    found = chapter(evening.playthrough, kind, place)
    assert found is not None
    return (found,)
