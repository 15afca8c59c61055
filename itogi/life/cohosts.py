"""Several game masters on one game: who writes under which name, who leads, and what another one wrote meanwhile."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Sequence
from datetime import tzinfo

from sqlite_utils import Database, Migrations

from engine.events import (
    BallotEntered,
    CouncilAnswered,
    DayClosed,
    DayMoved,
    DayOpened,
    Decided,
    DieEntered,
    Event,
    HandedOver,
    NameTaken,
    NightClosed,
    NightOpened,
    OrderGiven,
    PostHandled,
    Published,
    QuestionAnswered,
    RolesDealt,
    RolesSealed,
    Said,
    SignupNamed,
    SignupPlaced,
    TakenOver,
    ViolationJudged,
)
from engine.i18n import _
from itogi.journal import told
from itogi.life.errors import StaleError
from itogi.moments import shown
from itogi.store import Store, user
from scraper.archive_base import explained

LOOKS = Migrations("itogi.looks")
MOST = 8
"""Entries of others that are told at once."""


@LOOKS()
def looks(database: Database) -> None:
    """What each game master has seen of the journal."""
    database.execute("CREATE TABLE looks (author TEXT PRIMARY KEY, number INTEGER NOT NULL)")


def machine() -> str:
    """The user and computer that a name is kept for."""
    return f"{user()}@{platform.node() or 'localhost'}"


def name_here(events: Iterable[Event], key: str | None = None) -> str | None:
    """The name under which this computer's user writes; None: it was never told."""
    wanted = key or machine()
    names = [event.said.name for event in events if isinstance(event.said, NameTaken) and event.said.user == wanted]
    return names[-1] if names else None


def names_taken(events: Iterable[Event]) -> dict[str, str]:
    """All who write: user and computer → name."""
    return {event.said.user: event.said.name for event in events if isinstance(event.said, NameTaken)}


def leader(events: Iterable[Event]) -> str | None:
    """Who leads, where the game was ever handed over: by the latest word, in whichever copy of the game it was said."""
    words = [event for event in events if isinstance(event.said, HandedOver | TakenOver)]
    last = max(words, key=lambda event: (event.at, event.number), default=None)
    match last and last.said:
        case HandedOver(to=name) | TakenOver(by=name):
            return name
        case _:
            return None


def arrive(store: Store, zone: tzinfo) -> list[str]:
    """Write under the name that was taken on this computer; what to tell its owner before anything else.

    Who has taken no name is the only game master: there is nobody whose changes could be missed.
    """
    events = store.events()
    name = name_here(events)
    if name is None:
        return []
    store.author = name
    lines = []
    fresh = news(store, name)
    if fresh:
        lines.append(_("! Written by others since your last command:"))
        lines += [f"    {line}" for line in told_news(fresh, zone)]
    leads = leader(events)
    if leads is not None and leads != name:
        lines.append(
            _("! {leader} leads the game now, not {name}: take it back with `itogi cohost take --name {name}`.").format(
                leader=leads, name=name
            )
        )
    return lines


def news(store: Store, author: str) -> tuple[Event, ...]:
    """What others have written since `author` looked last; from now on it counts as seen.

    Empty for somebody who looks for the first time: nothing was missed.
    """
    with explained():
        if LOOKS.pending(store.database):
            LOOKS.apply(store.database)
        row = store.database.execute("SELECT number FROM looks WHERE author = ?", (author,)).fetchone()
    events = store.events()
    newest = events[-1].number if events else 0
    if row is None or row[0] < newest:
        # Written only when there is something to write: an open page hears of every change of the database.
        seen(store, author, newest)
    if row is None:
        return ()
    return tuple(event for event in events if event.number > row[0] and event.author != author)


def seen(store: Store, author: str, number: int) -> None:
    """Note that `author` has seen the journal up to an entry."""
    with explained(), store.database.atomic():
        store.database.execute(
            "INSERT INTO looks (author, number) VALUES (?, ?) "
            "ON CONFLICT (author) DO UPDATE SET number = max(number, excluded.number)",
            (author, number),
        )


def told_news(events: Sequence[Event], zone: tzinfo) -> list[str]:
    """Entries of others, a line each, the newest last."""
    lines = [
        f"{event.number}. {shown(event.at, zone)} {event.author}: {told(event.said, zone)}" for event in events[-MOST:]
    ]
    if len(events) > MOST:
        lines.insert(0, _("… and {count} entries before these (itogi journal)").format(count=len(events) - MOST))
    return lines


def last_number(store: Store) -> int:
    """Number of the newest entry of the journal; 0: there is none."""
    with explained():
        return int(store.database.execute("SELECT coalesce(max(number), 0) FROM events").fetchone()[0])


def say_on(store: Store, base: int, said: Said, *, author: str | None) -> Event:
    """Enter what was decided while the journal ended with entry `base`.

    Raises StaleError when somebody wrote since: what was shown before deciding may not hold any more.
    """
    with explained(), store.database.atomic():
        newest = last_number(store)
        if newest != base:
            raise StaleError(
                _(
                    "Nothing was entered: since you looked, entry {number} was written to the journal. Look at it"
                    " (itogi journal --last {count}) and repeat the command."
                ).format(number=newest, count=max(1, newest - base))
            )
        return store.say(said, author=author)


def say_fresh(store: Store, base: int, *said: Said) -> tuple[Event, ...]:
    """Enter what was decided on a page that was made when the journal ended with entry `base`; all of it or nothing.

    Other matters may have been written since. Raises StaleError when the same matter was: by another game master, in
    another window, or by this very form sent twice.
    """
    with explained(), store.database.atomic():
        since = [event for event in store.standing() if event.number > base]
        for one in said:
            _still_open(one, since)
        return tuple(store.say(one) for one in said)


def _still_open(said: Said, since: Sequence[Event]) -> None:
    matter = matter_of(said)
    for event in reversed(since):
        if event.said == said:
            raise StaleError(
                _("This was entered already, as entry {number} of the journal; nothing was entered twice.").format(
                    number=event.number
                )
            )
        if matter is not None and matter_of(event.said) == matter:
            raise StaleError(
                _(
                    # The entry's own words may be secret: they are for the journal to show.
                    "Nothing was entered: while this page was open, {author} wrote entry {number} of the journal on the"
                    " same matter. Look at how it stands now and decide again."
                ).format(number=event.number, author=event.author)
            )


def matter_of(said: Said) -> tuple[object, ...] | None:
    """What an entry decides on: two entries on one matter must not cross. None: every such entry stands by itself."""
    match said:
        case RolesDealt() | RolesSealed():
            return ("roles",)
        case QuestionAnswered(question=key):
            return ("question", key)
        case ViolationJudged(violation=key):
            return ("violation", key)
        case Decided(phase=phase, number=number, decision=decision):
            return ("decision", phase, number, decision.player)
        case OrderGiven(night=night, order=order):
            return ("order", night, order.by)
        case DieEntered(night=night, name=name):
            return ("die", night, name)
        case BallotEntered(day=day, cast=cast):
            return ("ballot", day, cast.by)
        case DayOpened(day=day) | DayMoved(day=day) | DayClosed(day=day):
            return ("day", day)
        case NightOpened(night=night) | NightClosed(night=night) | CouncilAnswered(night=night):
            return (type(said).__name__, night)
        case SignupPlaced(account=account) | SignupNamed(account=account):
            return (type(said).__name__, account.casefold())
        case PostHandled(post=post):
            return ("post", post)
        case Published(phase=phase, number=number, kind=kind):
            return ("published", phase, number, kind)
        case _:
            return None
