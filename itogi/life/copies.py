"""Two copies of one game in two folders: where their journals part, what only one of them saw, and bringing it here.

Everything that both need to count alike is brought: entries of the journal, posts and their texts with the times at
which they were seen (V15, V19), and texts on their way to a topic. What belongs to one game master or one computer is
not: game.toml, reminders that were sent, the sign-in, requests made.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

import msgspec

from engine.events import Event, OrderGiven, OrderWithdrawn, Said, Undone, standing
from engine.i18n import _
from itogi.config import FILE, Game, GameFile, parse
from itogi.life.cohosts import last_number, matter_of, seen
from itogi.life.errors import PackError
from itogi.publish_journal import Journal
from itogi.store import Store
from itogi.watch import clock_verdict
from scraper.archive_merge import Brought, foreseen, merge

STRANGE = timedelta(seconds=2)
"""Two clocks that differ by less are one: that is how far the forum's own answers waver."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two journals of one game side by side."""

    common: int
    """Number of the last entry up to which both are the same."""
    here: tuple[Event, ...]
    """Entries that only this copy has."""
    there: tuple[Event, ...]
    """Entries that only the other copy has."""
    known: dict[int, int] = field(default_factory=dict)
    """Numbers there → numbers here, of entries after `common` that both have: taken over before."""

    def crossing(self) -> tuple[tuple[Event, Event], ...]:
        """(here, there): entries that hold and decide on one matter differently."""
        mine = {matter: event for event in standing(self.here) if (matter := matter_of(event.said))}
        return tuple(
            (own, event)
            for event in standing(self.there)
            if (own := mine.get(matter_of(event.said) or ())) and own.said != event.said
        )


def compared(here: Sequence[Event], there: Sequence[Event]) -> Comparison:
    """Where two journals part."""
    length = 0
    while length < min(len(here), len(there)) and _same(here[length], there[length]):
        length += 1
    own: dict[tuple[object, ...], list[Event]] = defaultdict(list)
    for event in reversed(here[length:]):
        own[_print(event)].append(event)
    known: dict[int, int] = {}
    for event in there[length:]:
        if own[_print(event)]:
            known[event.number] = own[_print(event)].pop().number
    taken = set(known.values())
    return Comparison(
        common=here[length - 1].number if length else 0,
        here=tuple(event for event in here[length:] if event.number not in taken),
        there=tuple(event for event in there[length:] if event.number not in known),
        known=known,
    )


def _same(left: Event, right: Event) -> bool:
    return left.number == right.number and (left.at, left.author, msgspec.json.encode(left.said)) == (
        right.at,
        right.author,
        msgspec.json.encode(right.said),
    )


def _print(event: Event) -> tuple[object, ...]:
    """What tells an entry from others in whichever journal it stands, under whatever number."""
    return event.at, event.author, type(event.said).__name__, msgspec.json.encode(_led(event.said, lambda _number: 0))


def merged(comparison: Comparison, first: int) -> tuple[tuple[datetime, str, Said], ...]:
    """The other copy's own entries as they are to be written after this copy's, the first under number `first`.

    What refers to an entry by its number (an undo, a withdrawn order) is led to its new number.
    """
    moved = comparison.known | {event.number: first + place for place, event in enumerate(comparison.there)}
    return tuple(
        (event.at, event.author, _led(event.said, lambda number: moved.get(number, number)))
        for event in comparison.there
    )


def _led(said: Said, lead: Callable[[int], int]) -> Said:
    """An entry with the numbers of entries that it refers to led elsewhere."""
    match said:
        case Undone(event=number):
            return Undone(event=lead(number))
        case OrderWithdrawn(ref=ref) if ref.startswith("event:"):
            return replace(said, ref=f"event:{lead(int(ref.removeprefix('event:')))}")
        case OrderGiven(order=order) if order.ref and order.ref.startswith("event:"):
            return replace(said, order=replace(order, ref=f"event:{lead(int(order.ref.removeprefix('event:')))}"))
        case _:
            return said


@dataclass(frozen=True, slots=True, kw_only=True)
class Copies:
    """Two whole copies side by side."""

    journal: Comparison
    seen: Brought
    """What only the other copy saw in the topics."""
    attempts: int
    """Attempts at publishing that only the other copy knows, or knows the end of."""
    settings: tuple[str, ...]
    """Tables of game.toml in which they differ: not to be merged."""
    clocks: timedelta | None
    """How far the two computers' clocks are apart, where that may matter near a deadline."""

    @property
    def nothing_new(self) -> bool:
        """Whether the other copy has nothing that this one lacks."""
        return not (self.journal.there or self.seen or self.attempts)


def parted(store: Store, source: Path) -> Comparison:
    """Where the journals of the game and of its copy in folder `source` part. Raises PackError for another game's."""
    with Store.open(source, clock=store.clock) as other:
        _of_one_game(store, other)
        return compared(store.events(), other.events())


def look(game: Game, store: Store, source: Path) -> Copies:
    """Compare the game with its copy in the folder `source`; nothing is changed here. Raises PackError for another
    game's.
    """
    with Store.open(source, clock=store.clock) as other:
        _of_one_game(store, other)
        return Copies(
            journal=compared(store.events(), other.events()),
            seen=foreseen(store.archive, other.archive),
            attempts=Journal(store).missing(Journal(other)),
            settings=differing(game.file, parse((source / FILE).read_text(encoding="utf-8-sig"))),
            clocks=_apart(game, store, other),
        )


def bring(store: Store, source: Path) -> tuple[int, int]:
    """Take over from the copy in `source` all that is missing here, or nothing: (first, last) number of the new entries
    of the journal, (1, 0) where there are none. Raises PackError for another game's.
    """
    with Store.open(source, clock=store.clock) as other, store.archive.writing():
        _of_one_game(store, other)
        merge(store.archive, other.archive)
        Journal(store).take_over(Journal(other))
        found = compared(store.events(), other.events())
        first = last_number(store) + 1
        for at, author, said in merged(found, first):
            store.say(said, author=author, at=at)
        if store.author and found.there:
            # They were shown before they were brought.
            seen(store, store.author, last_number(store))
        return (first, last_number(store)) if found.there else (1, 0)


def differing(here: GameFile, there: GameFile) -> tuple[str, ...]:
    """Names of the tables of game.toml in which two copies differ."""
    return tuple(
        name for name in here.__struct_fields__ if name != "templates" and getattr(here, name) != getattr(there, name)
    )


def _of_one_game(store: Store, other: Store) -> None:
    if other.seed() != store.seed():
        raise PackError(_("The file is another game's: its dice have another seed."))


def _apart(game: Game, store: Store, other: Store) -> timedelta | None:
    ours, theirs = clock_verdict(game, store).offset, clock_verdict(game, other).offset
    if ours is None or theirs is None or abs(ours - theirs) < STRANGE:
        return None
    return abs(ours - theirs)
