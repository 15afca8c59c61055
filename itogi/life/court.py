"""The court beside the count: votes to be announced (V14), consent and objection to closing early (V8, Г5.1). Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.events import (
    BallotEntered,
    DayClosed,
    DayMoved,
    DayOpened,
    Decided,
    Event,
    Noted,
    QuestionAnswered,
    Said,
)
from engine.i18n import _
from engine.records import Cast, Decision, Ruling
from engine.results import Early
from itogi.errors import NotYetError
from itogi.evening import DayView, Evening
from itogi.life.texts import local, moderator_of
from itogi.moments import moment_of, shown
from itogi.names import colour_named, slot_named
from itogi.questions import VOTE
from itogi.timetable import PhaseKind
from reports.letters import Announcement, EarlyCall
from reports.public import names_of, standing_in_public
from reports.spans import Name, Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """A vote that reached the GM by phone or message, and whether the topic tells it."""

    number: int
    """Of its entry in the journal."""
    day: int
    cast: Cast
    source: str
    announced: bool
    """Whether a post of the GM in the topic has passed it on."""
    text: Announcement


def ballot_given(
    evening: Evening,
    *,
    voter: str,
    target: str,
    colour: str,
    source: str,
    day: int | None = None,
    at: str | None = None,
    early: bool = False,
    final: bool = False,
) -> BallotEntered:
    """A vote that reached the GM by phone or message (V14), in the GM's words; `at`: when it was given.

    Raises NotYetError for names, a colour or a moment that do not fit, or without a source.
    """
    view, zone = evening.day(day), evening.game.zone
    window, moment = view.window, moment_of(at, zone, evening.now, past=True) if at else evening.now
    name = slot_named((player.name for player in evening.setup.players), voter)
    if name not in view.before.alive:
        raise NotYetError(_("{name} is out of the game: no vote is taken from there.").format(name=name))
    if not window.opens <= moment < window.ends:
        raise NotYetError(
            _("Day {number} takes votes from {opens} until {ends}; say when it was given.").format(
                number=window.number, opens=shown(window.opens, zone), ends=shown(window.ends, zone)
            )
        )
    if not source.strip():
        raise NotYetError(_("Say how the vote came: by phone, SMS, message."))
    cast = Cast(
        by=name,
        target=slot_named(evening.candidates, target),
        colour=colour_named(colour),
        early=early,
        final=final,
        at=moment,
    )
    return BallotEntered(day=window.number, cast=cast, source=source.strip())


def passed_on(evening: Evening, day: int) -> tuple[Passed, ...]:
    """The votes entered by hand on a day, the last of each voter."""
    names = names_of(evening.setup.players)
    found: dict[str, Passed] = {}
    for event in evening.events:
        said = event.said
        if not isinstance(said, BallotEntered) or said.day != day:
            continue
        cast = said.cast
        if cast.by not in names or cast.target is None or cast.colour is None:
            continue
        found[cast.by] = Passed(
            number=event.number,
            day=day,
            cast=cast,
            source=said.source,
            announced=_told(evening, day, cast),
            text=Announcement(
                voter=names[cast.by],
                target=names.get(cast.target, Name(cast.target)),
                colour=cast.colour,
                early=cast.early,
                final=cast.final,
                source=Words(said.source),
            ),
        )
    return tuple(found.values())


def _told(evening: Evening, day: int, cast: Cast) -> bool:
    return any(
        one.announced
        and (one.by, one.target, one.colour) == (cast.by, cast.target, cast.colour)
        and (evidence := evening.evidence(one)) is not None
        and evidence.post_id is not None
        for one in evening.intake.casts.get(day, ())
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Consent:
    """Where a day stands with closing early. `objecting` is the GM's secret: it was said privately (Г5.1)."""

    view: DayView
    state: Early
    agreed: tuple[str, ...]
    """Whose standing vote is early and who does not object."""
    missing: tuple[str, ...]
    """Entitled players who have not agreed, those who object included."""
    objecting: tuple[str, ...]
    call: EarlyCall
    """For the topic: by what stands there, so that no objection shows."""


def consent_of(evening: Evening, number: int | None = None) -> Consent:
    """Consent to closing a day early. Raises NotYetError, also for a day before early votes exist (V8)."""
    view = evening.day(number)
    day, result, rules = view.window.number, view.result, evening.rules
    if not rules.early_from_day or day < rules.early_from_day:
        raise NotYetError(
            _("There is no early voting in this game.")
            if not rules.early_from_day
            else _("Early votes are taken from day {first} on; this is day {day}.").format(
                first=rules.early_from_day, day=day
            )
        )
    objecting = tuple(
        dict.fromkeys(
            event.said.decision.player
            for event in evening.events
            if isinstance(event.said, Decided)
            and (event.said.phase, event.said.number) == ("day", day)
            and event.said.decision.ruling is Ruling.OBJECT
        )
    )
    players = evening.setup.players
    said = {cast.by for cast in standing_in_public(result, players) if cast.early}
    names = names_of(players)
    call = EarlyCall(
        day=day,
        agreed=tuple(names[name] for name in result.entitled if name in said),
        missing=tuple(names[name] for name in result.entitled if name not in said),
        deadline=local(view.window.deadline, evening.game),
        moderator=moderator_of(evening.game),
    )
    return Consent(
        view=view,
        state=result.early,
        agreed=tuple(name for name in result.entitled if name not in result.early_missing),
        missing=result.early_missing,
        objecting=objecting,
        call=call,
    )


def agreement(evening: Evening, day: int, name: str, source: str) -> Said:
    """What records that a player agrees to closing early, told privately: the standing vote becomes early.

    Raises NotYetError when the player has no vote that stands.
    """
    result = evening.day(day).result
    cast = next((cast for cast in standing_in_public(result, evening.setup.players) if cast.by == name), None)
    if cast is None:
        raise NotYetError(
            _("{name} has no vote that stands: consent needs one (itogi vote {name} …).").format(name=name)
        )
    evidence = evening.evidence(cast)
    if evidence is not None and evidence.post_id is not None and cast.ref is not None:
        return QuestionAnswered(
            question=cast.ref,
            verdict=VOTE,
            voter=name,
            target=cast.target,
            colour=cast.colour,
            early=True,
            final=cast.final,
            note=source,
        )
    return BallotEntered(day=day, cast=replace(cast, early=True, at=evening.now, ref=None), source=source)


def day_opened(evening: Evening, day: int | None = None, at: str | None = None) -> DayOpened:
    """Votes of a day are taken from now, or `at`, on. Raises NotYetError when nothing of the game runs, and for a day
    that is open already unless a moment is told: from now on would throw its votes away.
    """
    number, zone = day or _current(evening), evening.game.zone
    window = next((window for window in evening.days if window.number == number), None)
    if window and not at:
        raise NotYetError(
            _(
                "Day {number} is open since {opens}, and its votes count. To count only later ones, say from when."
            ).format(number=number, opens=shown(window.opens, zone))
        )
    return DayOpened(day=number, at=moment_of(at, zone, evening.now) if at else evening.now)


def day_moved(evening: Evening, time: str, day: int | None = None) -> DayMoved:
    """Another deadline for a day (T2). Raises NotYetError when it is before the day's opening."""
    number, zone = day or _current(evening), evening.game.zone
    deadline, opens = moment_of(time, zone, evening.now, future=True), evening.timetable.day(number).opens
    if deadline <= opens:
        raise NotYetError(
            _("Day {number} opens at {at}: its deadline must be later.").format(number=number, at=shown(opens, zone))
        )
    return DayMoved(day=number, deadline=deadline)


def day_closed(evening: Evening, day: int | None = None, at: str | None = None, *, early: bool = False) -> DayClosed:
    """A day's votes are taken until now, or `at`; `early` by consent (V8). Raises NotYetError after its deadline."""
    if not day and evening.phase.kind is not PhaseKind.DAY:
        raise NotYetError(_("No day is running."))
    number, zone = day or evening.phase.number, evening.game.zone
    deadline = evening.day(number).window.deadline
    moment = moment_of(at, zone, evening.now) if at else evening.now
    if moment > deadline:
        raise NotYetError(
            _("Day {number} ended at {deadline}; a later end is set by moving its deadline.").format(
                number=number, deadline=shown(deadline, zone)
            )
        )
    return DayClosed(day=number, at=moment, early=early)


def _current(evening: Evening) -> int:
    """The day that runs or comes next."""
    if evening.phase.kind is PhaseKind.OVER:
        raise NotYetError(_("Nothing of the game runs: name the day."))
    return evening.phase.number


def objected(evening: Evening, name: str, note: str | None = None, day: int | None = None) -> Decided:
    """What records that a player objects privately to closing a day early (Г5.1). Raises NotYetError."""
    number = consent_of(evening, day).view.window.number
    if name not in evening.day(number).result.entitled:
        raise NotYetError(_("{name} has no vote on this day: nothing waits for them.").format(name=name))
    return Decided(phase="day", number=number, decision=Decision(ruling=Ruling.OBJECT, player=name, note=note))


def noted(evening: Evening, text: str, post: str | None = None) -> Noted:
    """A disputed moment for the record (Г6); `post`: id of the post that it is about. Raises NotYetError."""
    words = " ".join(text.split())
    if not words:
        raise NotYetError(_("Say in a few words what is disputed and how you decided it."))
    if not post:
        return Noted(text=words)
    wanted = post.strip().lstrip("#")
    seen = next((one for one in evening.posts if one.post.id == wanted), None)
    if seen is None:
        raise NotYetError(_("There is no post {post} in the topics that were read.").format(post=wanted))
    return Noted(text=words, post=seen.post.permalink or wanted)


def objection(events: tuple[Event, ...], day: int, name: str) -> Event | None:
    """The entry of a player's objection that holds, to be taken back."""
    return next(
        (
            event
            for event in reversed(events)
            if isinstance(event.said, Decided)
            and (event.said.phase, event.said.number) == ("day", day)
            and event.said.decision.ruling is Ruling.OBJECT
            and event.said.decision.player == name
        ),
        None,
    )
