"""The end of a game: its record (P3) and its statistics. Holds every secret: for after the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from engine.events import Noted
from engine.i18n import _
from engine.play import place
from engine.records import Cast, Colour
from engine.results import DayResult, NightResult, PhaseResult
from engine.roles import MAFIA
from itogi.config import TopicKind
from itogi.errors import NotYetError
from itogi.evening import Evening
from itogi.life.texts import texts_of
from itogi.speakers import Standing
from reports.chronicle import GameRecord, game_record
from reports.public import executions_of, standing_in_public
from reports.spans import Draft


def ended(evening: Evening, *, anyway: bool) -> None:
    """Raises NotYetError while nobody has won: what follows tells every secret."""
    if evening.over is None and not anyway:
        raise NotYetError(_("Nobody has won yet, and this would tell every secret. After the game, or with --yes."))


def results_of(evening: Evening) -> tuple[PhaseResult, ...]:
    """Results of the phases that have ended and were played: none after the game was won."""
    found: list[PhaseResult] = []
    for given, result in zip(evening.playthrough.phases, evening.playthrough.results, strict=True):
        number, daytime = place(given)
        window = evening.timetable.day(number) if daytime else evening.timetable.night(number)
        if window.ends > evening.moment or (daytime and not _held(evening, number)):
            break
        found.append(result)
        if result.victory:
            break
    return tuple(found)


def _held(evening: Evening, day: int) -> bool:
    return bool(evening.intake.casts.get(day)) or day in evening.timetable.posts.days


def record_of(evening: Evening) -> GameRecord:
    """The record of the game: accounts, roles, every night's orders, disputed moments (Г6), the seed (D3)."""
    players = [
        replace(player, accounts=tuple(account.name for account in evening.game.accounts_of(player.name)))
        for player in evening.setup.players
    ]
    disputed = [
        f"{event.said.text} ({event.said.post})" if event.said.post else event.said.text
        for event in evening.events
        if isinstance(event.said, Noted)
    ]
    return game_record(players, results_of(evening), disputed=disputed, seed=evening.seed)


def record_draft(evening: Evening) -> Draft:
    """The text of the record. Raises TemplateError."""
    return texts_of(evening.game).record(record_of(evening))


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A player in numbers."""

    player: str
    messages: int
    """In the game and vote topics."""
    votes: int
    """Valid ballots, replaced ones too."""
    changes: int
    """Of mind within a day."""
    set_aside: int
    misses: int
    against_evil: int
    """Standing red votes at the ends of days against mafia or maniac."""
    reds: int
    """Standing red votes at the ends of days."""
    survived: int
    """Phases lived through."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """The game in numbers."""

    nights: int
    days: int
    messages: int
    votes: int
    changes: int
    set_aside: int
    executed: int
    executed_evil: int
    """Executions of mafia or maniac."""
    lines: tuple[Line, ...]
    """In the order of the roster."""


def statistics_of(evening: Evening) -> Statistics:
    """The numbers of the phases that have ended."""
    results = results_of(evening)
    days = [result for result in results if isinstance(result, DayResult)]
    roles = {player.name: player.role for player in evening.setup.players}
    evil = {name for name, role in roles.items() if role in MAFIA or (role and role.value == "maniac")}
    messages = Counter(_spoken(evening))
    lines = tuple(_line(evening, player.name, results, messages[player.name], evil) for player in evening.setup.players)
    executed = [name for result in days for name, _role in executions_of(result)]
    return Statistics(
        nights=sum(isinstance(result, NightResult) for result in results),
        days=len(days),
        messages=sum(messages.values()),
        votes=sum(line.votes for line in lines),
        changes=sum(line.changes for line in lines),
        set_aside=sum(line.set_aside for line in lines),
        executed=len(executed),
        executed_evil=sum(name in evil for name in executed),
        lines=lines,
    )


def _spoken(evening: Evening) -> Iterator[str]:
    for seen in evening.posts:
        if seen.kind in (TopicKind.GAME, TopicKind.VOTE) and seen.post.posted_at <= evening.moment:
            speaker = evening.speakers.speaker(seen.post)
            if speaker.standing is Standing.PLAYER:
                yield speaker.name


def _line(evening: Evening, name: str, results: tuple[PhaseResult, ...], messages: int, evil: set[str]) -> Line:
    votes = changes = aside = misses = hits = reds = 0
    players = evening.setup.players
    for result in results:
        misses += name in result.missed
        if not isinstance(result, DayResult):
            continue
        stands = [cast for cast in standing_in_public(result, players) if cast.by == name]
        replaced = [cast for cast in result.superseded if cast.by == name]
        given = _given([*replaced, *stands])
        votes += len(given)
        refused = [one.cast for one in result.set_aside if one.cast.by == name and one.cast not in stands]
        aside += sum(not any(_repeats(cast, one) for one in (*replaced, *stands)) for cast in refused)
        changes += sum(_ballot(left) != _ballot(right) for left, right in pairwise(given))
        red = [cast for cast in stands if cast.colour is not Colour.BLUE]
        reds += len(red)
        hits += sum(cast.target in evil for cast in red)
    return Line(
        player=name,
        messages=messages,
        votes=votes,
        changes=changes,
        set_aside=aside,
        misses=misses,
        against_evil=hits,
        reds=reds,
        survived=sum(name in result.alive for result in results),
    )


def _given(casts: Sequence[Cast]) -> list[Cast]:
    """The votes that a player gave, in order: one that reached the GM by phone and was told in the topic is one."""
    given: list[Cast] = []
    for cast in casts:
        if not (given and _repeats(cast, given[-1])):
            given.append(cast)
    return given


def _repeats(cast: Cast, other: Cast) -> bool:
    """Whether a vote is another one said once more for the voter (V14)."""
    return cast.announced and other.announced and _ballot(cast) == _ballot(other)


def _ballot(cast: Cast) -> tuple[str | None, Colour | None]:
    return cast.target, cast.colour
