"""One round over the game's topics: the votes first, then the game, then the rest."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from engine.errors import ItogiError
from engine.i18n import _, ngettext
from itogi.config import Game, Topic, TopicKind
from itogi.secrets import session_file
from itogi.store import Store
from itogi.timetable import Timetable
from itogi.topics import described_board, ref_of
from scraper.archive_records import Outcome, PollRecord
from scraper.clock import Clock
from scraper.errors import BudgetSpentError, FetchError, UnknownBoardError
from scraper.http import Client, Limits
from scraper.plan import Pace, Why
from scraper.politeness import Politeness
from scraper.poll import PollReport, poll_topic
from scraper.records import TopicRef
from scraper.robots import heed_robots

ORDER = (TopicKind.VOTE, TopicKind.GAME, TopicKind.SIGNUP, TopicKind.OTHER)
AFTERWARDS = timedelta(hours=2)
"""So long after a day's end its pages are read again for edits."""
LATENCY = 1.0
"""Seconds that an answer is taken to need."""
LAST_POLLS = 8
FIRST_GUESS = 2
"""Requests a topic, when nothing is known."""

TopicProgress = Callable[[Topic, int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """What came of one topic."""

    topic: Topic
    report: PollReport | None
    """None: it was not come to."""
    fault: ItogiError | None
    """Why it was not read whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One poll of all topics."""

    started_at: datetime
    ended_at: datetime
    why: str
    visits: tuple[Visit, ...]

    @property
    def reports(self) -> tuple[PollReport, ...]:
        """Of the topics that were come to."""
        return tuple(visit.report for visit in self.visits if visit.report)

    @property
    def requests(self) -> int:
        """That went out to the topics."""
        return sum(report.requests for report in self.reports)

    @property
    def faults(self) -> tuple[ItogiError, ...]:
        """What went wrong."""
        return tuple(visit.fault for visit in self.visits if visit.fault)

    @property
    def free_at(self) -> datetime | None:
        """When requests are left again, where the budget ended the round."""
        return next((fault.free_at for fault in self.faults if isinstance(fault, BudgetSpentError)), None)


def client_for(game: Game, store: Store, clock: Clock) -> Client:
    """A client that keeps to the game's settings and is signed in where a session is kept."""
    polling = game.file.polling
    politeness = Politeness(
        clock=clock, pause=polling.pause_seconds, per_hour=polling.requests_per_hour, ledger=store.archive
    )
    limits = Limits(silence=polling.timeout_seconds, connect=min(10.0, polling.timeout_seconds))
    client = Client(politeness=politeness, limits=limits, clock=clock, contact=polling.contact)
    for board in {ref.board for topic in game.topics if (ref := ref_of(game, topic))}:
        kept = session_file(game.folder, board)
        kept.load(client.cookies)
        client.at_close.append(partial(kept.renew, client.cookies))
    return client


def running_since(timetable: Timetable, now: datetime) -> datetime | None:
    """The moment since which posts are looked at again for edits: when the running day opened, or the one that ended a
    short while ago.
    """
    opened = timetable.days_until(now)
    return opened[-1].opens if opened and now <= opened[-1].ends + AFTERWARDS else None


def poll_round(
    game: Game,
    store: Store,
    client: Client,
    *,
    why: str = "",
    since: datetime | None = None,
    thorough: bool = True,
    progress: TopicProgress | None = None,
) -> Round:
    """Poll every topic; a fault of one does not keep the others from being read.

    `since`: see `running_since`. `thorough`: the game topic is read again since then too, not only the vote topic.
    Raises UnknownBoardError when a topic's address is none, ArchiveError.
    """
    started = client.clock.now()
    refs = [(topic, _ref(game, topic)) for topic in sorted(game.topics, key=lambda topic: ORDER.index(topic.kind))]
    visits = []
    broke: BudgetSpentError | None = None
    for topic, ref in refs:
        if broke is not None:
            visits.append(Visit(topic=topic, report=None, fault=broke))
            continue
        visit = _visit(game, store, client, topic, ref, why=why, since=since, thorough=thorough, progress=progress)
        visits.append(visit)
        broke = visit.fault if isinstance(visit.fault, BudgetSpentError) else None
    return Round(started_at=started, ended_at=client.clock.now(), why=why, visits=tuple(visits))


def _visit(
    game: Game,
    store: Store,
    client: Client,
    topic: Topic,
    ref: TopicRef,
    *,
    why: str,
    since: datetime | None,
    thorough: bool,
    progress: TopicProgress | None,
) -> Visit:
    again = topic.kind is TopicKind.VOTE or (topic.kind is TopicKind.GAME and (thorough or not _has_votes(game)))
    try:
        heed_robots(client, store.archive, ref.url)
    except FetchError as fault:
        known, now = store.archive.topic(ref, client.clock.now()), client.clock.now()
        poll = store.archive.begin_poll(known.key, now, why)
        store.archive.end_poll(poll, now, Outcome.FAILED, message=_line(fault))
        return Visit(topic=topic, report=None, fault=fault)
    report = poll_topic(
        client,
        store.archive,
        ref,
        since=since if again else None,
        why=why,
        timezone=game.board.timezone,
        probe=not again,
        adapter=described_board(game),
        progress=(lambda done, total: progress(topic, done, total)) if progress else None,
    )
    return Visit(topic=topic, report=report, fault=report.fault)


def pace_of(game: Game, records: Sequence[PollRecord]) -> Pace:
    """How often the board may be asked, and what a round costs, by the dearest of each topic's last polls; the first
    reading of a topic is not counted.
    """
    polling = game.file.polling
    costs: dict[int, list[int]] = defaultdict(list)
    for record in records:
        if record.outcome and record.why != Why.FIRST:
            costs[record.topic].append(record.requests)
    requests = sum(max(topic[-LAST_POLLS:]) for topic in costs.values()) or FIRST_GUESS * len(game.topics)
    return Pace(
        far=timedelta(minutes=polling.far_minutes),
        per_hour=polling.requests_per_hour,
        requests=requests,
        length=timedelta(seconds=requests * (polling.pause_seconds + LATENCY)),
    )


def told(visit: Visit) -> str:
    """What came of a topic, in one line, in the language in force."""
    report = visit.report
    name = visit.topic.title or (report.topic.title if report else None) or visit.topic.url
    if report is None:
        return _("{topic}: not read: {why}").format(topic=name, why=_line(visit.fault))
    if report.outcome is Outcome.UNCHANGED:
        return _("{topic}: nothing new").format(topic=name)
    parts = [ngettext("{count} new post", "{count} new posts", len(report.new)).format(count=len(report.new))]
    if report.revised:
        parts.append(
            ngettext("{count} changed", "{count} changed", len(report.revised)).format(count=len(report.revised))
        )
    if report.gone:
        parts.append(ngettext("{count} gone", "{count} gone", len(report.gone)).format(count=len(report.gone)))
    if report.returned:
        parts.append(ngettext("{count} back", "{count} back", len(report.returned)).format(count=len(report.returned)))
    parts.append(ngettext("{count} page read", "{count} pages read", len(report.pages)).format(count=len(report.pages)))
    line = f"{name}: {', '.join(parts)}"
    if visit.fault:
        line = _("{line}; stopped: {why}").format(line=line, why=_line(visit.fault))
    return " ".join([line, *report.remarks])


def _line(fault: ItogiError | None) -> str:
    return " ".join(str(fault).split())


def _ref(game: Game, topic: Topic) -> TopicRef:
    found = ref_of(game, topic)
    if found is None:
        raise UnknownBoardError(
            _("{url} is not the address of a topic of any forum that is known; look at `topics` in game.toml.").format(
                url=topic.url
            )
        )
    return found


def _has_votes(game: Game) -> bool:
    return game.topic(TopicKind.VOTE) is not None
