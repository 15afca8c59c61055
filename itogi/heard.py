"""Posts as they were understood, and what they are read against: the records between the archive and the ballots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from engine.events import Event
from engine.records import Cast
from engine.ruleset import Ruleset
from itogi.config import TopicKind
from itogi.evidence import Evidence
from itogi.questions import Question
from itogi.readings import Reader
from itogi.seen import Counted, SeenPost, Text
from itogi.speakers import Speaker, Speakers
from itogi.timetable import Timing, Window
from parser.records import Reading
from scraper.archive_bodies import ADDED, span_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A post as it was understood."""

    seen: SeenPost
    speaker: Speaker
    counted: Counted
    """The text that stood when it mattered, and what its edits leave open."""
    reading: Reading
    """Of that text."""
    day: int
    """Day whose window it belongs to: the running one, or for a late post the one that ended."""
    timing: Timing
    close: bool
    """So near to the day's end that the GM is asked (V3, V19)."""
    at: datetime
    """When it was said: the post's time, or that of the reply that the board appended (V19)."""
    reply: bool = False
    """A reply that the board appended to an earlier post: `reading` holds only its part."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Intake:
    """All ballots and questions of the game."""

    heard: tuple[Heard, ...]
    """Every post of the game and vote topics since the first day opened, in order."""
    casts: Mapping[int, tuple[Cast, ...]]
    """By day, in the order of casting."""
    evidence: Mapping[str, Evidence]
    """By `Cast.ref`, and by the keys of questions."""
    questions: tuple[Question, ...]
    """Remarks included, in order of time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """What ballots are read against."""

    windows: Sequence[Window]
    """Days that have opened."""
    rules: Ruleset
    speakers: Speakers
    reader: Reader
    events: tuple[Event, ...]
    """Those that hold."""
    moment: datetime
    """Posts and texts after it are not looked at."""
    has_vote_topic: bool = True


def topic_counts(kind: TopicKind, rules: Ruleset, *, has_vote_topic: bool) -> bool:
    """V2: whether votes in a topic of that kind count."""
    if kind is TopicKind.VOTE:
        return rules.votes_in in ("votes", "both")
    return kind is TopicKind.GAME and (rules.votes_in in ("game", "both") or not has_vote_topic)


def key_of(seen: SeenPost, text: Text, place: int | str) -> str:
    """Key of a place in a revision of a post."""
    return f"{seen.post.id}.{text.digest}.{place}"


def within(reading: Reading, start: int, end: int | None = None) -> Reading:
    """What a reading says in a part of its text."""
    last = len(reading.text) if end is None else end
    return replace(
        reading,
        votes=tuple(vote for vote in reading.votes if start <= vote.start < last),
        reviews=tuple(review for review in reading.reviews if start <= review.start < last),
        signals=tuple(signal for signal in reading.signals if start <= signal.start < last),
    )


def labels_in(text: str) -> tuple[tuple[int, timedelta | None], ...]:
    """Where replies that the board appended begin, by its labels («Добавлено спустя 5 минут:»), and how long after
    the part before each was written; None when the label does not tell.
    """
    found = []
    place = 0
    for line in text.splitlines(keepends=True):
        label = ADDED.match(line)
        if label and label["after"]:
            found.append((place, span_of(label["span"] or "")))
        place += len(line)
    return tuple(found)
