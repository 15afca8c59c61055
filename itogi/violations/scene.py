"""From the evening to the scene that the detectors look at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta

from engine.events import Decided, Published
from engine.records import Decision, Role, Ruling
from engine.results import DayResult
from engine.state import Fate, Left
from itogi.config import TopicKind
from itogi.evening import Evening
from itogi.seen import SeenPost
from itogi.timetable import By, PhaseKind, Window
from itogi.violations.posts import spans_of_results
from itogi.violations.records import Fall, NightMisses, Remark, Scene, Wording


def scene_of(evening: Evening) -> Scene:
    """What the detectors look at."""
    windows = _windows(evening)
    started = windows[0].ends if windows and windows[0].ends <= evening.moment else None
    days = [window for window in windows if window.kind is PhaseKind.DAY]
    results = [result for window in days if (result := evening.playthrough.day(window.number))]
    falls = tuple(_falls(evening))
    return Scene(
        now=evening.moment,
        players=evening.setup.players,
        remarks=remarks(evening),
        timetable=evening.timetable,
        results=tuple(results),
        closed=frozenset(window.number for window in days if window.ends <= evening.moment),
        ballots=evening.intake.evidence,
        falls=falls,
        nights=tuple(_night_misses(evening, windows)),
        moderators=frozenset(account.name.casefold() for account in evening.game.moderators),
        asked=_asked(evening),
        counting=evening.counting_kinds,
        gaps=tuple((gap.start, gap.end) for gap in evening.store.archive.gaps(end=evening.moment)),
        votes_read=evening.reliability(evening.moment).read_at,
        # A game that rests makes nobody absent.
        talk_read=None if evening.phase.kind is PhaseKind.OVER else _read(evening, TopicKind.GAME),
        reserves=evening.game.file.reserves,
        newcomers=_newcomers(evening),
        joined=_joined(evening),
        started=started,
        ended=_ended(evening),
        results_from=spans_of_results(windows, _due(evening)),
    )


def remarks(evening: Evening) -> tuple[Remark, ...]:
    """Posts as of the moment, with every text that they were seen to have, in order of time."""
    made = (
        Remark(
            seen=seen,
            speaker=(speaker := evening.speakers.speaker(seen.post)),
            wordings=_wordings(evening, seen, speaker.name),
        )
        for seen in evening.posts
        if seen.post.posted_at <= evening.moment
    )
    in_order = tuple(sorted(made, key=lambda remark: remark.seen.post.posted_at))
    evening.reader.keep()
    return in_order


def _wordings(evening: Evening, seen: SeenPost, author: str) -> tuple[Wording, ...]:
    known = [text for text in seen.texts if text.first_seen <= evening.moment] or [seen.texts[0]]
    first, *later = known
    return (
        Wording(at=seen.post.posted_at, reading=evening.reader.read(first.body, author)),
        *(
            Wording(at=text.edited_at or text.first_seen, reading=evening.reader.read(text.body, author), edited=True)
            for text in later
        ),
    )


def _windows(evening: Evening) -> tuple[Window, ...]:
    """Nights and days that have opened, in order."""
    opened = []
    for window in evening.timetable.windows():
        if window.opens > evening.moment:
            break
        opened.append(window)
    return tuple(opened)


def _due(evening: Evening) -> timedelta:
    return timedelta(minutes=evening.game.file.timetable.results_minutes)


def _read(evening: Evening, kind: TopicKind) -> datetime | None:
    """Up to when all topics of that kind are held; None when there is none, or one was never read whole."""
    moments = [
        evening.store.archive.coverage(known.key, evening.moment).whole_at if known else None
        for topic, known in evening.topics
        if topic.kind is kind
    ]
    return None if None in moments else min((moment for moment in moments if moment), default=None)


def _asked(evening: Evening) -> dict[int, frozenset[str]]:
    voters: defaultdict[int, set[str]] = defaultdict(set)
    for question in evening.questions:
        if question.open and question.voter:
            voters[question.day].add(question.voter)
    return {day: frozenset(names) for day, names in voters.items()}


def _replacements(evening: Evening) -> Iterator[tuple[Decision, datetime]]:
    """Replacements up to the moment, each with its time (V16)."""
    for event in evening.events:
        if isinstance(event.said, Decided) and event.said.decision.ruling is Ruling.REPLACE:
            yield event.said.decision, event.said.decision.at or event.at


def _joined(evening: Evening) -> dict[str, datetime]:
    return {decision.player: at for decision, at in _replacements(evening) if at <= evening.moment}


def _newcomers(evening: Evening) -> frozenset[str]:
    """Accounts that took a slot over, and the slots whose accounts did (V16)."""
    accounts = {(decision.account or "").casefold() for decision, _at in _replacements(evening)}
    slots = {
        player.name.casefold()
        for player in evening.setup.players
        if accounts & {account.casefold() for account in (player.name, *player.accounts)}
    }
    return frozenset(accounts | slots)


def _night_misses(evening: Evening, windows: tuple[Window, ...]) -> Iterator[NightMisses]:
    """Nights whose results are out, or due: until then the GM may still be entering orders.

    Where no order at all was entered, the program was not told of the night: nobody missed.
    """
    for window in windows:
        if window.kind is not PhaseKind.NIGHT:
            continue
        known = evening.timetable.day(window.number).opened_by is not By.SCHEDULE
        if evening.moment >= window.ends + (timedelta() if known else _due(evening)):
            result = evening.playthrough.night(window.number)
            if result and evening.night(window.number).given.orders:
                yield NightMisses(result=result, ended=window.ends)


def _falls(evening: Evening) -> Iterator[Fall]:
    """Who is out and since when the city knows it (X1); a night or court that still runs has felled nobody yet."""
    roles = {player.name: player.role for player in evening.setup.players}
    for fate in evening.state.fates:
        announced = _announced(evening, fate)
        if announced <= evening.moment:
            citizen = fate.revealed is Role.CITIZEN and roles[fate.player] is Role.CITIZEN
            yield Fall(
                player=fate.player,
                announced=announced,
                killed=fate.left is Left.KILLED,
                public_citizen=citizen,
            )
    running = evening.playthrough.day(evening.phase.number) if evening.phase.kind is PhaseKind.DAY else None
    for player in running.removed_mid_day if running else ():
        moment = _removed_at(evening, player)
        if moment and moment <= evening.moment:
            yield Fall(player=player, announced=moment, killed=False, public_citizen=False)


def _announced(evening: Evening, fate: Fate) -> datetime:
    """When the city learnt of it; where no results were recognised they count as out when they are due."""
    if fate.left is Left.MODKILLED and (removed := _removed_at(evening, fate.player)):
        return removed
    if fate.phase == "night":
        window = evening.timetable.day(fate.number)
        return window.opens + (_due(evening) if window.opened_by is By.SCHEDULE else timedelta())
    return _results_out(evening, "day", fate.number) or evening.timetable.day(fate.number).ends + _due(evening)


def _removed_at(evening: Evening, player: str) -> datetime | None:
    """The moment of a modkill that took effect at once (V20)."""
    for event in evening.events:
        if isinstance(event.said, Decided):
            decision = event.said.decision
            if decision.ruling is Ruling.MODKILL and decision.player == player and decision.at:
                return decision.at
    return None


def _results_out(evening: Evening, phase: str, number: int) -> datetime | None:
    """When the results of a phase appeared in the topic, or were published by the program."""
    posts = evening.timetable.posts
    moments = [(posts.nights if phase == "night" else posts.days).get(number)]
    moments += [
        event.at
        for event in evening.events
        if isinstance(event.said, Published)
        and (event.said.kind, event.said.phase, event.said.number) == ("results", phase, number)
    ]
    return min((moment for moment in moments if moment), default=None)


def _ended(evening: Evening) -> datetime | None:
    """When the results that gave a victory came out, if the game did not go on after them."""
    ended: datetime | None = None
    for result in evening.playthrough.results:
        phase, number = ("day", result.day) if isinstance(result, DayResult) else ("night", result.night)
        out = _results_out(evening, phase, number)
        if out is None or out > evening.moment:
            continue
        ended = (ended or out) if result.victory else None
    return ended
