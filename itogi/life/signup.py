"""Who wants to play, from the sign-up topic and the GM's word (Г6.1). Pure.

A post is read for what its author wants, never guessed silently: words that tell nothing clear wait for the GM. What
the GM says of an account holds, whatever the topic reads like.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from engine.events import Event, SignupNamed, SignupOpened, SignupPlaced
from engine.records import Gender
from itogi.config import TopicKind
from itogi.lines import lines_of
from itogi.seen import SeenPost
from reports.grammar import guess_gender


class Place(StrEnum):
    """Where an applicant stands."""

    PLAYER = "player"
    RESERVE = "reserve"
    REFUSED = "refused"
    LEFT = "left"
    UNCLEAR = "unclear"
    """The words do not tell: the GM says."""


class Wish(StrEnum):
    """What a post in the sign-up topic wants."""

    PLAY = "play"
    RESERVE = "reserve"
    LEAVE = "leave"
    UNCLEAR = "unclear"
    """Neither clearly this nor that, or a question."""


_CLAUSES = re.compile(r"[^.!?…,;]+[.!?…,;]*")
_LEAVE = re.compile(
    r"передума|вычёркива|вычеркн|вычеркива|выпи(?:ш|с)и|снимаю(?:сь)?\b|снимите|отказыва|откаж|не\s+смогу"
    r"|не\s+получ|не\s+буду|не\s+участв|не\s+игра(?:ю|ть)\b|без\s+меня|^\s*[-−–]\s*$|\bминус\b"
)
_RESERVE = re.compile(r"резерв|запасн|на\s+замен|в\s+замен")
_PLAY = re.compile(
    r"запи(?:ш|с)|\bпишусь\b|\bпишите\s+(?:и\s+)?меня\b|\bзайму\b"
    r"|участв|сыгра|(?<!не )\bигра(?:ю|ем)\b|\bв\s+деле\b|\bв\s+игре\b|^\s*\+|\bплюс\b|\+\s*1"
    r"|\bберу\b|\bбер[её]м\b|\bи\s+меня\b|\bменя\s+тоже\b|\bя\s+тоже\b|\bя\s+с\s+вами\b|\bготов[аы]?\b|\bхочу\b"
    r"|\bза\b|\bиду\b|\bбуду\b|\bзанима|\bпримите\b|\bcount me in\b|\bi'?m in\b|\bsign me up\b"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Applicant:
    """An account in the sign-up, with the GM's word on it where there is one."""

    account: str
    place: Place
    decided: bool
    """By the GM; else proposed from the words and the free places."""
    since: datetime | None
    """When it asked for a place; None: entered by hand only."""
    words: str
    """Of the post that told its wish."""
    url: str | None
    name: str
    """Under which it plays: a mask, or the account itself."""
    named: bool
    """Whether the GM told the name."""
    gender: Gender
    guessed: bool
    """Whether the gender is guessed from the name."""
    reason: str | None = None
    """Of a refusal (Г6.1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signup:
    """The whole sign-up as it stands."""

    opened: SignupOpened | None
    applicants: tuple[Applicant, ...]
    """In the order of signing up."""
    seats: int

    def at(self, *places: Place) -> tuple[Applicant, ...]:
        """Those at some places, in order."""
        return tuple(one for one in self.applicants if one.place in places)

    @property
    def players(self) -> tuple[Applicant, ...]:
        """Who plays."""
        return self.at(Place.PLAYER)


@dataclass(slots=True)
class _Asked:
    account: str
    since: datetime
    wish: Wish
    words: str
    url: str | None


def wish_of(body: str) -> tuple[Wish, str]:
    """What a post wants, and its own words without quotes, on one line."""
    lines = lines_of(body)
    words = " ".join(lines)
    # A question asks, it does not sign up.
    said = [one for line in lines for one in _CLAUSES.findall(line.casefold()) if not one.rstrip().endswith("?")]
    leaves, reserves, plays = (any(pattern.search(one) for one in said) for pattern in (_LEAVE, _RESERVE, _PLAY))
    if leaves:
        return (Wish.UNCLEAR if plays or reserves else Wish.LEAVE), words
    if reserves:
        return Wish.RESERVE, words
    return (Wish.PLAY if plays else Wish.UNCLEAR), words


def signup_of(
    posts: Iterable[SeenPost], events: Iterable[Event], *, moderators: Sequence[str] = (), least: int = 12
) -> Signup:
    """The sign-up from its topic's posts and the events that hold. `least`: places when the GM told no number."""
    events = tuple(events)
    opened = next((event.said for event in reversed(events) if isinstance(event.said, SignupOpened)), None)
    own = {name.casefold() for name in (*moderators, *(opened.moderators if opened else ()))}
    asked = _asked(posts, own)
    placed = {event.said.account.casefold(): event.said for event in events if isinstance(event.said, SignupPlaced)}
    named = {event.said.account.casefold(): event.said for event in events if isinstance(event.said, SignupNamed)}
    for said in placed.values():
        asked.setdefault(said.account.casefold(), None)
    for told in named.values():
        asked.setdefault(told.account.casefold(), None)
    seats = opened.seats if opened and opened.seats else least
    taken = sum(said.place == Place.PLAYER for said in placed.values())
    applicants = []
    for key, wanted in asked.items():
        decision = placed.get(key)
        if decision:
            place = Place(decision.place)
        else:
            place = _proposed(wanted.wish if wanted else Wish.UNCLEAR, free=seats - taken)
            taken += place is Place.PLAYER
        applicants.append(_applicant(key, wanted, place, decision, named.get(key)))
    return Signup(opened=opened, applicants=tuple(applicants), seats=seats)


def _proposed(wish: Wish, *, free: int) -> Place:
    if wish is Wish.PLAY:
        return Place.PLAYER if free > 0 else Place.RESERVE
    return {Wish.RESERVE: Place.RESERVE, Wish.LEAVE: Place.LEFT, Wish.UNCLEAR: Place.UNCLEAR}[wish]


def _applicant(
    key: str, wanted: _Asked | None, place: Place, decision: SignupPlaced | None, told: SignupNamed | None
) -> Applicant:
    account = wanted.account if wanted else decision.account if decision else told.account if told else key
    name = told.name if told else account
    gender = told.gender if told else None
    return Applicant(
        account=account,
        place=place,
        decided=decision is not None,
        since=wanted.since if wanted else None,
        words=wanted.words if wanted else "",
        url=wanted.url if wanted else None,
        name=name,
        named=told is not None,
        gender=gender or guess_gender(name),
        guessed=gender is None,
        reason=decision.reason if decision else None,
    )


def _asked(posts: Iterable[SeenPost], own: set[str]) -> dict[str, _Asked | None]:
    """By account: the newest clear wish, the place in the queue by the post that first asked for one since leaving."""
    asked: dict[str, _Asked | None] = {}
    for seen in posts:
        author = seen.post.author
        key = author.casefold()
        if seen.kind is not TopicKind.SIGNUP or seen.post.guest or key in own or seen.gone_at:
            continue
        wish, words = wish_of(seen.texts[-1].body)
        before = asked.get(key)
        if before is None:
            asked[key] = _Asked(author, seen.post.posted_at, wish, words, seen.post.permalink)
        elif wish is not Wish.UNCLEAR:
            if before.wish in (Wish.LEAVE, Wish.UNCLEAR):
                # Who left and comes back stands at the end of the queue.
                del asked[key]
                before.since = seen.post.posted_at
            asked[key] = before
            before.wish, before.words, before.url = wish, words, seen.post.permalink
    return asked
