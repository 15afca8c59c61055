"""The watch over a running game: polls by plan, reminds, survives faults, and tells what it does.

State lives in the archive alone, so that a watch that was killed goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path

from engine.errors import ItogiError
from engine.i18n import N_, _
from itogi.config import Game
from itogi.errors import ConfigError
from itogi.evening import Evening
from itogi.failing import Failing, failing_of, worth_a_word
from itogi.moments import clock as clock_shown
from itogi.moments import shown, span
from itogi.remind import Desk, Send, next_moment
from itogi.store import Store
from itogi.timetable import PhaseKind, Timetable
from itogi.topics import ref_of
from itogi.watch_poll import ORDER, Round, client_for, pace_of, poll_round, running_since, told
from scraper.archive_records import Gap, Outcome
from scraper.clock import Clock
from scraper.forum_clock import ClockFault, ClockVerdict, judge
from scraper.http import Client
from scraper.plan import HOUR, TOLERANCE, Due, History, Pace, Why, missed_since, next_poll

LOOK = timedelta(seconds=20)
"""So often the GM's words and game.toml are looked at anew while nothing is due."""
NEARLY = timedelta(minutes=2)
"""A next poll that is put off or on by less is not announced anew."""
REST = timedelta(minutes=1)
"""After a fault of our own disk."""

CLOCK_WORDS = {
    ClockFault.UNSTEADY: N_("The forum's clock jumps: how near to the deadline a post came cannot be trusted."),
    ClockFault.ZONE: N_("The times on the forum's pages are off by whole quarters of an hour: set `board.timezone`."),
    ClockFault.DISAGREES: N_("The forum's clock and its server's clock differ: times near the deadline are doubtful."),
    ClockFault.FAR: N_("The forum's clock is {offset} off this computer's: set the computer's clock."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """What is to come."""

    due: Due
    deadlines: tuple[datetime, ...]
    """On our clock."""
    history: History
    pace: Pace


class Watch:
    """One watch. `say` takes a line for the terminal; `send` is for tests."""

    def __init__(
        self,
        folder: Path,
        store: Store,
        *,
        clock: Clock,
        say: Callable[[str], None],
        send: Send | None = None,
        make_client: Callable[[Game, Store, Clock], Client] = client_for,
    ) -> None:
        self.folder = folder
        self.store = store
        self.clock = clock
        self.say = say
        self.desk = Desk(store, say=say, send=send)
        self.make_client = make_client
        self.game = Game.load(folder)
        self.failing: Failing | None = None
        self._announced: datetime | None = None
        self._looked_at: datetime | None = None
        self._resting: bool | None = None
        """The game is over, or rests; None: not looked at yet."""
        self._said: set[str] = set()

    def run(self) -> None:
        """Watch until something is raised: KeyboardInterrupt by Ctrl-C or SIGTERM."""
        while True:
            self.clock.sleep((self.step() - self.clock.now()).total_seconds())

    def step(self) -> datetime:
        """Do what is due, and tell when to look again."""
        try:
            return self._step()
        except ItogiError as fault:
            # A disk that is full or a database that is locked will not be so for ever.
            self.say(_("{why} Trying again in a minute.").format(why=_line(fault)))
            return self.clock.now() + REST

    def _step(self) -> datetime:
        self._reload()
        now = self.clock.now()
        evening = Evening.of(self.game, self.store, now=now)
        if self._resting is None:
            self._resting = evening.phase.kind is PhaseKind.OVER
        outlook = look_ahead(self.game, self.store, evening.timetable, now, resting=self._resting, failing=self.failing)
        if outlook.due.at <= now:
            self._poll(evening, outlook, now)
            if outlook.due.why is Why.BEFORE:
                # The reading right after the deadline must not wait for a count.
                return self.clock.now()
            evening = Evening.of(self.game, self.store, now=self.clock.now())
            self._resting = evening.phase.kind is PhaseKind.OVER
            self.desk.remind(evening, failing=worth_a_word(self.failing, outlook.deadlines, self.clock.now()))
            return self.clock.now()
        self._announce(outlook.due)
        # What else is to be reminded of comes with a poll; to read all posts again at every look would be a waste.
        ends = [evening.timetable.phase_at(now).until, *outlook.deadlines]
        if self._looked_at is not None and (next_moment(self.game, ends, self._looked_at) or now + LOOK) <= now:
            self.desk.remind(evening)
        self._looked_at = now
        reminder = next_moment(self.game, ends, now)
        return min(outlook.due.at, now + LOOK, *([reminder] if reminder else []))

    def _announce(self, due: Due) -> None:
        if self._announced is None or abs(self._announced - due.at) > NEARLY:
            self._announced = due.at
            self.say(_("Next poll at {moment} ({why}).").format(moment=shown(due.at, self.game.zone), why=due.label))

    def _poll(self, evening: Evening, outlook: Outlook, now: datetime) -> None:
        gap = missed_since(now, outlook.deadlines, outlook.history, outlook.pace)
        if gap and not self.failing:
            self.store.archive.note_gap(gap)
            self.say(
                _("No poll was made from {start} to {end}: catching up.").format(
                    start=shown(gap.start, self.game.zone), end=clock_shown(gap.end, self.game.zone)
                )
            )
        with self.make_client(self.game, self.store, self.clock) as client:
            done = poll_round(
                self.game,
                self.store,
                client,
                why=outlook.due.label,
                since=running_since(evening.timetable, now),
                thorough=outlook.due.thorough,
            )
        self._account(done)

    def _account(self, done: Round) -> None:
        for visit in done.visits:
            if visit.fault or (visit.report and (visit.report.new or visit.report.revised or visit.report.gone)):
                self.say(f"{clock_shown(done.ended_at, self.game.zone)} {told(visit)}")
        was, self.failing = self.failing, failing_of(self.game, self.store.archive, self.clock.now())
        if self.failing and not self.failing.ended:
            if done.ended_at - self.failing.since > TOLERANCE:
                self.store.archive.note_gap(Gap(start=self.failing.since, end=done.ended_at, reason="failed"))
        elif was and not was.ended:
            self.say(_("The forum is read again, after {length}.").format(length=span(done.ended_at - was.since)))
        self._speak_of_clock()

    def _speak_of_clock(self) -> None:
        verdict = clock_verdict(self.game, self.store)
        words = clock_words(verdict)
        if words and words not in self._said:
            self._said.add(words)
            self.say(words)

    def _reload(self) -> None:
        try:
            self.game = Game.load(self.folder)
        except ConfigError as fault:
            if str(fault) not in self._said:
                self._said.add(str(fault))
                self.say(_("{why} Going on with what it said before.").format(why=_line(fault)))


def look_ahead(
    game: Game,
    store: Store,
    timetable: Timetable,
    now: datetime,
    *,
    resting: bool = False,
    failing: Failing | None = None,
) -> Outlook:
    """The next poll by plan, and what it goes by. Also for `itogi status`."""
    archive = store.archive
    offset = clock_verdict(game, store).offset or timedelta()
    # What a `Date` header tells wavers by a second; and a clock that is far off is more likely to be misread.
    offset = offset if timedelta(seconds=2) <= abs(offset) < timedelta(minutes=10) else timedelta()
    days = (window for window in timetable.windows() if window.kind is PhaseKind.DAY and window.ends > now - HOUR)
    deadlines = () if resting else tuple(window.ends - offset for window in islice(days, 2))
    first = min(game.topics, key=lambda topic: ORDER.index(topic.kind))
    ref = ref_of(game, first)
    known = archive.find(ref) if ref else None
    last = archive.last_poll(known.key, at=now) if known else None
    failed = last is not None and last.outcome in (Outcome.FAILED, Outcome.PARTIAL)
    rounds = failing.rounds if failing and not failing.ended else int(failed)
    polled = last.started_at if last else None
    # From an hour before the last poll on: what was planned then is worked out anew.
    spent = archive.requests_since(min(polled or now, now) - HOUR)
    history = History(last=polled, failures=rounds, spent=spent)
    pace = pace_of(game, archive.polls(since=now - timedelta(days=2)))
    if resting:
        pace = replace(pace, far=4 * pace.far)
    return Outlook(due=next_poll(now, deadlines, history, pace), deadlines=deadlines, history=history, pace=pace)


def clock_verdict(game: Game, store: Store) -> ClockVerdict:
    """What is known of the forum's clock (T3)."""
    ref = next((ref for topic in game.topics if (ref := ref_of(game, topic))), None)
    return judge(store.archive.clock_samples(ref)) if ref else ClockVerdict(offset=None, fault=ClockFault.UNKNOWN)


def clock_words(verdict: ClockVerdict) -> str | None:
    """What to say of a clock that cannot be trusted, or None."""
    if verdict.fault is None or verdict.fault not in CLOCK_WORDS or verdict.offset is None:
        return None
    return _(CLOCK_WORDS[verdict.fault]).format(offset=span(abs(verdict.offset)))


def _line(fault: ItogiError) -> str:
    return " ".join(str(fault).split())
