"""Small scenes for the violation detectors, built by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

from engine.records import Cast, Colour, GameSetup, Player, Role
from engine.results import DayResult, Early, SetAside
from itogi.config import Times, TopicKind
from itogi.seen import SeenPost, Text
from itogi.speakers import Speaker, Standing
from itogi.timetable import Timetable
from itogi.violations.records import Fall, Remark, Scene
from parser.records import Reading, Review, ReviewReason, Signal, SignalKind, Vote
from scraper.records import Post, Precision

START = datetime(2013, 10, 13, 19, 0, tzinfo=UTC)
"""End of the first night: 22:00 in UTC+3."""
NAMES = ("Гнев", "Вера", "Азарт", "Похоть", "Доброта")
PLAYERS = tuple(Player(name=name, role=Role.CITIZEN) for name in NAMES)
TIMES = Times(first_date=date(2013, 10, 13), zone="UTC+3")
SETUP = GameSetup(players=PLAYERS)


def hours(number: float) -> datetime:
    """`number` hours after the first night's end; the first day ends at 24."""
    return START + timedelta(hours=number)


def remark(
    name: str,
    at: float,
    text: str = "Всем привет.",
    *,
    kind: TopicKind = TopicKind.GAME,
    standing: Standing = Standing.PLAYER,
    signals: Sequence[tuple[SignalKind, str]] = (),
    reviews: Sequence[tuple[ReviewReason, str]] = (),
    votes: Sequence[Vote] = (),
    **changes: Any,
) -> Remark:
    """A post; signals and reviews by the words in `text`."""
    moment = hours(at)
    post = Post(
        id=f"{int(at * 3600)}{kind.value}",
        number=None,
        author=name,
        author_id=None,
        guest=False,
        posted_at=moment,
        precision=Precision.SECOND,
        edited_at=None,
        editor=None,
        body=text,
        signature=None,
        permalink="http://127.0.0.1/viewtopic.php?pid=1#p1",
    )
    seen = SeenPost(
        kind=kind,
        topic="1",
        post=post,
        texts=(Text(body=text, first_seen=moment, last_seen=moment, edited_at=None),),
    )

    def place(words: str) -> tuple[int, int]:
        start = text.index(words)
        return start, start + len(words)

    reading = Reading(
        votes=tuple(votes),
        reviews=tuple(
            Review(reason=reason, text=words, start=place(words)[0], end=place(words)[1]) for reason, words in reviews
        ),
        signals=tuple(
            Signal(kind=kind, text=words, start=place(words)[0], end=place(words)[1]) for kind, words in signals
        ),
        text=text,
    )
    return Remark(seen=replace(seen, **changes), speaker=Speaker(standing=standing, name=name), reading=reading)


def edited(before: str, after: str, at: float, edit: float, *, note: bool = True) -> Remark:
    """A post of the vote topic whose text changed, first seen so at `edit`."""
    posted = remark("Гнев", at, before, kind=TopicKind.VOTE)
    moment = hours(edit)
    later = Text(body=after, first_seen=moment, last_seen=moment, edited_at=moment if note else None, editor="Гнев")
    return replace(posted, seen=replace(posted.seen, texts=(*posted.seen.texts, later)))


def result(day: int = 1, **changes: Any) -> DayResult:
    """A day on which nothing happened."""
    blank = DayResult(
        day=day,
        scores=(),
        ballots=(),
        superseded=(),
        set_aside=(),
        missed=(),
        penalties=(),
        silenced=(),
        publicly_silenced=(),
        entitled=NAMES,
        modkill_due=(),
        early=Early.NOT_APPLICABLE,
        early_missing=(),
        executed=None,
        tie=(),
        revealed=None,
        removed=(),
        replaced=(),
        alive=NAMES,
        victory=None,
    )
    return replace(blank, **changes)


def aside(rule: str, by: str = "Гнев", target: str | None = "Вера", colour: Colour | None = Colour.RED) -> SetAside:
    """A ballot that a day set aside."""
    return SetAside(
        cast=Cast(by=by, target=target, colour=colour, at=hours(2), ref=f"{by}.{rule}"), rule=rule, why="so"
    )


def scene(*remarks: Remark, now: float = 30, **changes: Any) -> Scene:
    """A scene in which everybody writes every few hours, so that nobody is absent, and `remarks`."""
    steps = range(-20, int(now) + 1, 6)
    chatter = [remark(name, step + index / 100) for step in steps for index, name in enumerate(NAMES)]
    blank = Scene(
        now=hours(now),
        players=PLAYERS,
        remarks=(*chatter, *remarks),
        timetable=Timetable(times=TIMES),
        results=(),
        closed=frozenset({1}) if now >= 24 else frozenset(),
        ballots={},
        falls=(),
        started=START,
    )
    return replace(blank, **changes)


def fall(player: str, announced: float, *, killed: bool = False, public_citizen: bool = False) -> Fall:
    """A player who is out since `announced`."""
    return Fall(player=player, announced=hours(announced), killed=killed, public_citizen=public_citizen)
