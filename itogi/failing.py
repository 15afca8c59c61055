"""Whether polling fails, by the archive alone: a watch that was started anew knows it, and so does a single poll."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile

from itogi.config import Game
from itogi.topics import archived
from scraper.archive import Archive
from scraper.archive_records import Outcome, PollRecord

WORTH_A_WORD = 3
"""Failed rounds in a row before a reminder says so; near a deadline at once."""
NEAR = timedelta(minutes=20)
LOOKED_AT = timedelta(days=7)
"""Of a failure that lasts longer, the beginning does not matter."""
_FAILED = (Outcome.FAILED, Outcome.PARTIAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Failing:
    """Polling that fails, or did."""

    since: datetime
    """Start of the first failed round."""
    rounds: int
    message: str
    """What went wrong with the last one."""
    ended: bool = False
    """It works again, since the last round."""


def failing_of(game: Game, archive: Archive, now: datetime) -> Failing | None:
    """The failure that lasts, or that ended with the last round; None where all is well.

    Polls that the hour's requests cut short are neither a failure nor its end, and what a clock that ran ahead dated
    into the future is left out.
    """
    topics = {known.key for _topic, known in archived(game, archive) if known}
    told = [
        poll
        for poll in archive.polls(since=now - LOOKED_AT)
        if poll.topic in topics and poll.started_at <= now and poll.outcome not in (None, Outcome.SPENT)
    ]
    each = [[poll for poll in reversed(told) if poll.topic == topic] for topic in topics]
    lasting = [run for polls in each if (run := _failed(polls))]
    if lasting:
        return _told(lasting, ended=False)
    ended = [run for polls in each if (run := _failed(polls[1:]))]
    return _told(ended, ended=True) if ended else None


def worth_a_word(failing: Failing | None, deadlines: Sequence[datetime], now: datetime) -> Failing | None:
    """The failure when it is to be told: one that lasts, or that comes in a bad moment."""
    if failing is None or failing.ended:
        return failing
    near = any(timedelta() <= deadline - now <= NEAR for deadline in deadlines)
    return failing if near or failing.rounds >= WORTH_A_WORD else None


def _failed(polls: Sequence[PollRecord]) -> list[PollRecord]:
    """The failed ones at the head of polls, the newest first."""
    return list(takewhile(lambda poll: poll.outcome in _FAILED, polls))


def _told(runs: Sequence[list[PollRecord]], *, ended: bool) -> Failing:
    longest = min(runs, key=lambda run: run[-1].started_at)
    return Failing(
        since=longest[-1].started_at,
        rounds=max(len(run) for run in runs),
        message=longest[0].message or "",
        ended=ended,
    )
