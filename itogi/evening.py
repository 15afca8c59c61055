"""One game as of one moment: archive → readings → ballots → rules → what commands and the desk show.

Nothing here is stored; a recount is a new `Evening`. Reading from the store happens in `Evening.of`, all else is
worked out from what was read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from engine import ruleset as rulesets
from engine.events import BallotEntered, Decided, Event, NightOpened
from engine.fold import dealt, phases
from engine.i18n import _
from engine.play import Playthrough, place, play
from engine.records import Cast, DayInput, GameSetup, NightInput, PhaseInput
from engine.results import DayResult, NightResult, Victory
from engine.ruleset import Ruleset
from engine.state import State
from itogi.ballots import JOURNAL, take_in
from itogi.config import Game, Topic, TopicKind
from itogi.errors import NotYetError
from itogi.evidence import Evidence
from itogi.heard import Circumstances, Intake, topic_counts
from itogi.palettes import palette_of
from itogi.questions import NOTHING, Choice, Matter, Question, chosen, with_effects
from itogi.readings import Reader
from itogi.seen import SeenPost
from itogi.speakers import Speakers
from itogi.store import Store
from itogi.timetable import Phase, PhaseKind, Timetable, Window
from itogi.topics import Reliability, archived, posts_of, reliability, result_posts
from parser.roster import Roster, RosterPlayer
from scraper.archive_records import ArchivedTopic


@dataclass(frozen=True, slots=True, kw_only=True)
class DayView:
    """One day as it stands."""

    window: Window
    running: bool
    """Its voting has not ended: missing voters are no misses yet."""
    before: State
    result: DayResult
    """With everything that is in the archive; while the day runs its `missed` are those who have not voted yet."""
    standings: tuple[tuple[str, int], ...]
    """(slot, score), highest first, then in the order of the roster; while the day runs without penalties."""
    questions: tuple[Question, ...]
    """Of this day, remarks included."""
    reliability: Reliability
    read: bool
    """Whether anything of the topics that votes come from was read: else nothing can be said about who voted."""

    @property
    def leaders(self) -> tuple[str, ...]:
        """Who shares the highest positive score."""
        top = max((score for _name, score in self.standings), default=0)
        return tuple(name for name, score in self.standings if score == top and top > 0)

    @property
    def open_questions(self) -> tuple[Question, ...]:
        """Those that wait for the GM."""
        return tuple(question for question in self.questions if question.open)


@dataclass(frozen=True, slots=True, kw_only=True)
class NightView:
    """One night as it stands."""

    window: Window
    given: NightInput
    before: State
    result: NightResult


@dataclass(frozen=True, kw_only=True)
class Evening:
    """The game as of `moment`."""

    game: Game
    now: datetime
    """The clock."""
    moment: datetime
    """What is asked for: now, or the past of `--at`."""
    events: tuple[Event, ...]
    """Those that hold."""
    seed: str
    posts: tuple[SeenPost, ...]
    topics: tuple[tuple[Topic, ArchivedTopic | None], ...]
    store: Store
    """For what the archive says about its own gaps."""

    @classmethod
    def of(cls, game: Game, store: Store, *, now: datetime, at: datetime | None = None) -> Evening:
        """The game in `store` as of `at`, by default now."""
        topics = archived(game, store.archive)
        return cls(
            game=game,
            now=now,
            moment=min(at, now) if at else now,
            events=_as_of(store.standing(), at),
            seed=store.seed(),
            posts=posts_of(store.archive, topics),
            topics=topics,
            store=store,
        )

    # --- what was read ------------------------------------------------------------------------------------------

    @cached_property
    def setup(self) -> GameSetup:
        """The game before its first night."""
        return dealt(self.game.setup(seed=self.seed), self.events)

    @cached_property
    def rules(self) -> Ruleset:
        """The ruleset with the game's settings."""
        return rulesets.of(self.setup)

    @cached_property
    def roster(self) -> Roster:
        """Every form of every name."""
        return roster_of(self.setup, self.rules)

    @cached_property
    def reader(self) -> Reader:
        """Reads each body once."""
        return Reader(
            self.roster,
            tuple(account.name for account in self.game.moderators),
            palette_of(self.rules),
            folder=self.game.folder,
        )

    @property
    def candidates(self) -> tuple[str, ...]:
        """Whom one may name in a vote: the players, and nobody where the ruleset has that candidate."""
        return (*(player.name for player in self.setup.players), *self.rules.nobody_vote)

    @cached_property
    def speakers(self) -> Speakers:
        """Whose accounts are whose."""
        return Speakers(self.game, self.events, (seen.post for seen in self.posts))

    @cached_property
    def timetable(self) -> Timetable:
        """When phases open and end."""
        posts = result_posts((seen for seen in self.posts if seen.post.posted_at <= self.moment), self.speakers)
        return Timetable(times=self.game.file.timetable, events=self.events, posts=posts)

    @cached_property
    def phase(self) -> Phase:
        """What runs at the moment; `OVER` when the timetable runs on but nothing of the game has been seen for long."""
        running = self.timetable.phase_at(self.moment)
        last = max(1, self.last_sign)
        if running.number <= last + 1:
            return running
        return Phase(kind=PhaseKind.OVER, number=last, until=self.timetable.day(last).ends)

    @cached_property
    def last_sign(self) -> int:
        """Number of the last night or day of which anything was seen or said; 0: of none."""
        posts = self.timetable.posts
        found = [number for number, casts in self.intake.casts.items() if casts]
        found += [*posts.nights, *posts.days]
        for event in self.events:
            said = event.said
            number = getattr(said, "night", None) or getattr(said, "day", None) or getattr(said, "number", None)
            found += [number] if isinstance(number, int) else []
        return max(found, default=0)

    @cached_property
    def windows(self) -> tuple[Window, ...]:
        """Days that have opened and of which there may be ballots."""
        return self.timetable.days_until(self.moment)

    @property
    def days(self) -> tuple[Window, ...]:
        """Days of the game that have opened."""
        # While a night's results are due its day may be open by the timetable, but it is not played yet.
        return tuple(window for window in self.windows if self.playthrough.day(window.number))

    @property
    def over(self) -> Victory | None:
        """Who seems to have won (R3), by the last phase that has ended."""
        ended = [
            result
            for given, result in zip(self.playthrough.phases, self.playthrough.results, strict=True)
            if self.has_ended("day" if place(given)[1] else "night", place(given)[0])
        ]
        return ended[-1].victory if ended else None

    def has_ended(self, phase: str, number: int) -> bool:
        """Whether nothing can be sent or said any more in a phase (`night` or `day`)."""
        window = self.timetable.day(number) if phase == "day" else self.timetable.night(number)
        return window.ends <= self.moment

    @property
    def counting_kinds(self) -> tuple[TopicKind, ...]:
        """Kinds of topics whose votes count (V2)."""
        has_vote_topic = self.game.topic(TopicKind.VOTE) is not None
        return tuple(kind for kind in TopicKind if topic_counts(kind, self.rules, has_vote_topic=has_vote_topic))

    @cached_property
    def intake(self) -> Intake:
        """Ballots and questions."""
        found = self._take_in(self.events)
        self.reader.keep()
        return found

    def _take_in(self, events: tuple[Event, ...], posts: Sequence[SeenPost] | None = None) -> Intake:
        return take_in(
            self.posts if posts is None else posts,
            Circumstances(
                windows=self.windows,
                rules=self.rules,
                speakers=self.speakers,
                reader=self.reader,
                events=events,
                moment=self.moment,
                has_vote_topic=self.game.topic(TopicKind.VOTE) is not None,
            ),
        )

    # --- what the rules make of it --------------------------------------------------------------------------------

    @cached_property
    def playthrough(self) -> Playthrough:
        """All results up to the running phase, which is worked out from what there is so far."""
        return self._played(self.events, self.intake)

    def _played(self, events: tuple[Event, ...], intake: Intake) -> Playthrough:
        # Ballots that the GM entered are in the intake already, with their places.
        said = [event for event in events if not isinstance(event.said, BallotEntered)]
        # The timetable, not the record, tells how far the game is.
        reached = NightOpened(night=self.phase.number + 1, at=self.now)
        said.append(Event(number=self._next_number, at=self.now, author="", said=reached))
        known = {place(given): given for given in phases(self.setup, said, intake.casts)}
        empty: list[PhaseInput] = []
        for number in range(1, self.phase.number + 1):
            empty += [NightInput(night=number), DayInput(day=number)]
        played = self.phase.kind is PhaseKind.DAY or (
            self.phase.kind is PhaseKind.OVER and bool(intake.casts.get(self.phase.number))
        )
        if not played:
            empty.pop()
        return play(self.setup, [known.get(place(given), given) for given in empty])

    @property
    def _next_number(self) -> int:
        return max((event.number for event in self.events), default=0) + 1

    @property
    def state(self) -> State:
        """Before the running phase."""
        number, kind = self.phase.number, self.phase.kind
        return self.playthrough.before("day" if kind is PhaseKind.DAY else "night", number)

    def day(self, number: int | None = None) -> DayView:
        """A day that has opened; the last one unless told. Raises NotYetError."""
        days = self.days
        if not days and not self._read and self.phase.kind is PhaseKind.OVER:
            raise NotYetError(_("No topic with votes was read yet: run `itogi poll` first."))
        if not days:
            raise NotYetError(_("The first day has not opened yet."))
        chosen = number or days[-1].number
        window = next((window for window in days if window.number == chosen), None)
        result = self.playthrough.day(chosen)
        if window is None or result is None:
            raise NotYetError(
                _("Day {number} has not opened yet; the last one is day {last}.").format(
                    number=chosen, last=days[-1].number
                )
            )
        running = self.moment < window.ends
        return DayView(
            window=window,
            running=running,
            before=self.playthrough.before("day", chosen),
            result=result,
            standings=standings_of(result, running=running),
            questions=tuple(question for question in self.intake.questions if question.day == chosen),
            reliability=self.reliability(min(window.ends, self.moment)),
            read=self._read,
        )

    @property
    def _read(self) -> bool:
        kinds = self.counting_kinds
        return any(seen.kind in kinds for seen in self.posts)

    def night(self, number: int | None = None) -> NightView:
        """A night; the running or last one unless told. Raises NotYetError."""
        chosen = number or self.phase.number
        result = self.playthrough.night(chosen)
        given = next((item for item in self.playthrough.phases if place(item) == (chosen, 0)), None)
        if result is None or not isinstance(given, NightInput):
            raise NotYetError(
                _("Night {number} has not come yet; the last one is night {last}.").format(
                    number=chosen, last=self.phase.number
                )
            )
        return NightView(
            window=self.timetable.night(chosen),
            given=given,
            before=self.playthrough.before("night", chosen),
            result=result,
        )

    def reliability(self, wanted: datetime) -> Reliability:
        """Whether the archive holds all votes up to `wanted`, and what to say if not."""
        return reliability(
            self.game, self.store.archive, self.topics, kinds=self.counting_kinds, wanted=wanted, now=self.now
        )

    def evidence(self, cast: Cast) -> Evidence | None:
        """Where a ballot comes from."""
        return self.intake.evidence.get(cast.ref) if cast.ref else None

    # --- questions ----------------------------------------------------------------------------------------------

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """All questions of the game, remarks and answered ones included, in order of time."""
        return tuple(question for question in self.intake.questions if self._alive_then(question))

    def _alive_then(self, question: Question) -> bool:
        """The dead are not asked about: their ballots are set aside whatever they say (V17)."""
        before = self.playthrough.before("day", question.day)
        return question.voter is None or question.voter in before.alive or question.answer is not None

    def ballots_as_questions(self) -> tuple[Question, ...]:
        """Every ballot read from a post as something that the GM may overrule; keyed like questions."""
        return tuple(
            Question(
                key=cast.ref,
                day=day,
                reason=Matter.BALLOT,
                evidence=self.intake.evidence[cast.ref],
                voter=cast.by,
                choices=(Choice(verdict=NOTHING),),
                meanwhile=_("as read"),
                settled_by="V4",
            )
            for day, casts in self.intake.casts.items()
            for cast in casts
            if cast.ref and self.intake.evidence[cast.ref].post_id and cast.ref not in self._asked
        )

    @cached_property
    def _asked(self) -> frozenset[str]:
        return frozenset(question.key for question in self.intake.questions)

    def weighed(self, question: Question) -> Question:
        """The question with what each choice would do to its day's count."""
        base = self.day(question.day)
        return with_effects(question, [self._effect(base, question, choice) for choice in question.choices])

    def supposed(self, question: Question, choice: Choice) -> tuple[tuple[Event, ...], Intake]:
        """The events, and what they make of the posts, if the question were answered so; of other days as it is now.

        Only the question's post is read again, and those with ballots of its voter: an answer moves no other ballot.
        """
        said = Event(number=self._next_number, at=self.now, author="", said=chosen(question, choice))
        events = (*self.events, said)
        day, held = question.day, self.intake.casts.get(question.day, ())
        moved = {_post_of(question.key), *(_post_of(cast.ref) for cast in held if cast.by == question.voter)}
        again = self._take_in(events, [seen for seen in self.posts if seen.post.id in moved])
        # Votes that the GM entered are taken in every time; they come after the posts of their moment.
        kept = [cast for cast in held if _post_of(cast.ref) not in (*moved, JOURNAL)]
        casts = (*kept, *again.casts.get(day, ()))
        places = {seen.post.id: place for place, seen in enumerate(self.posts)}
        unknown = question.evidence.at
        ordered = sorted(casts, key=lambda cast: (cast.at or unknown, places.get(_post_of(cast.ref), len(places))))
        return events, replace(self.intake, casts={**self.intake.casts, day: tuple(ordered)})

    def _effect(self, base: DayView, question: Question, choice: Choice) -> str:
        supposed, intake = self.supposed(question, choice)
        result = self._played(supposed, intake).day(question.day)
        assert result is not None
        return difference(base, standings_of(result, running=base.running), result)


def _post_of(key: str | None) -> str:
    """Id of the post that the key of a ballot or question begins with."""
    return (key or "").partition(".")[0]


def roster_of(setup: GameSetup, rules: Ruleset) -> Roster:
    """The names that the parser looks for: players, and the candidate nobody where the ruleset has one."""
    players = [
        RosterPlayer(name=player.name, aliases=player.aliases, accounts=player.accounts) for player in setup.players
    ]
    if rules.nobody_vote:
        nobody, *others = rules.nobody_vote
        players.append(RosterPlayer(name=nobody, aliases=tuple(others)))
    return Roster(players)


def difference(base: DayView, standings: Sequence[tuple[str, int]], result: DayResult) -> str:
    """What another count changes, in one line: scores, who leads or is executed, who has voted."""
    before, after = dict(base.standings), dict(standings)
    names = [name for name, _score in standings] + [name for name in before if name not in after]
    parts = [
        f"{name} {signed(before.get(name, 0))} → {signed(after.get(name, 0))}"
        for name in names
        if before.get(name, 0) != after.get(name, 0)
    ]
    if not base.running and base.result.executed != result.executed:
        parts.append(_("executed: {name}").format(name=result.executed or _("nobody")))
    # Who leaves the game owes no vote any more, and has not given one.
    gained = (set(base.result.missed) - set(result.missed)) & set(result.entitled)
    lost = set(result.missed) - set(base.result.missed)
    parts += [_("{name} has voted").format(name=name) for name in sorted(gained)]
    parts += [_("{name} has not voted").format(name=name) for name in sorted(lost)]
    if base.result.early != result.early:
        parts.append(_("early closing changes"))
    return "; ".join(parts) or _("changes nothing")


def signed(score: int) -> str:
    """A score as it is read: +3, 0, −1."""
    return f"+{score}" if score > 0 else str(score).replace("-", "−")


def standings_of(result: DayResult, *, running: bool) -> tuple[tuple[str, int], ...]:
    """(slot, score), highest first. Who has not voted yet is not punished yet."""
    penalties = dict(result.penalties) if running else {}
    touched = {cast.target for cast in (ballot.cast for ballot in result.ballots)}
    scores = [
        (name, score - penalties.get(name, 0))
        for name, score in result.scores
        if name in touched or not penalties.get(name)
    ]
    return tuple(sorted(scores, key=lambda item: -item[1]))


def _as_of(events: Iterable[Event], at: datetime | None) -> tuple[Event, ...]:
    """What the GM said up to `at` and what he corrected since: only what befell the game later is left out."""
    if at is None:
        return tuple(events)
    kept = []
    for event in events:
        match event.said:
            case Decided(decision=decision) if (decision.at or event.at) > at:
                continue
            case _:
                kept.append(event)
    return tuple(kept)
