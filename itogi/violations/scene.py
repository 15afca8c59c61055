"""From the evening to the scene that the detectors look at, and the reports with what the GM made of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from engine.events import Event, Published, ViolationFiled, ViolationJudged
from engine.i18n import _
from engine.records import Role
from engine.state import Fate, Left
from itogi.errors import NotYetError
from itogi.evening import Evening
from itogi.seen import SeenPost, Text
from itogi.timetable import PhaseKind, Window
from itogi.violations.catalogue import BY_CODE
from itogi.violations.detectors import evidence_of, found, nights
from itogi.violations.records import Fall, Remark, Scene, Violation

VERDICTS = ("confirm", "dismiss", "warn", "replace", "modkill")


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A violation with the GM's decision."""

    violation: Violation
    judged: ViolationJudged | None = None
    """None: it waits for the GM."""

    @property
    def open(self) -> bool:
        """Whether it waits for the GM."""
        return self.judged is None


def reports(evening: Evening) -> tuple[Report, ...]:
    """Every report of the game as of the evening's moment, judged or not, in order of time."""
    judged = {event.said.violation: event.said for event in evening.events if isinstance(event.said, ViolationJudged)}
    all_found = (*found(scene_of(evening)), *_filed(evening))
    return tuple(
        Report(violation=violation, judged=judged.get(violation.key))
        for violation in sorted(all_found, key=lambda violation: violation.at)
    )


def report_named(known: tuple[Report, ...], key: str) -> Report:
    """The report that `key`, or the beginning of one, names. Raises NotYetError."""
    fitting = [report for report in known if report.violation.key.startswith(key.strip().lower())] if key else []
    if len(fitting) == 1:
        return fitting[0]
    raise NotYetError(
        _("`{key}` fits several reports; write more of the key.").format(key=key)
        if fitting
        else _("There is no report `{key}`; `itogi violations --all` lists them.").format(key=key)
    )


def filed(code: str, player: str | None, words: str, post: str | None) -> ViolationFiled:
    """A report by hand (X10). Raises NotYetError for a rule that is not in the list."""
    if code not in BY_CODE:
        raise NotYetError(
            _("There is no rule `{code}`; the codes are: {known}.").format(code=code, known=", ".join(BY_CODE))
        )
    return ViolationFiled(code=code, player=player, text=" ".join(words.split()), post=post)


def _filed(evening: Evening) -> Iterator[Violation]:
    """X10: reports that the GM filed by hand."""
    for event in evening.events:
        if isinstance(event.said, ViolationFiled):
            said = event.said
            shown = (evidence_of(remark) for remark in _remarks(evening) if remark.seen.post.id == said.post)
            yield Violation(
                clause=BY_CODE[said.code],
                player=said.player,
                at=event.at,
                what=said.text,
                evidence=next(shown, None),
                mark=str(event.number),
            )


def scene_of(evening: Evening) -> Scene:
    """What the detectors look at."""
    windows = _windows(evening)
    started = windows[0].ends if windows and windows[0].ends <= evening.moment else None
    days = [window for window in windows if window.kind is PhaseKind.DAY]
    results = [result for window in days if (result := evening.playthrough.day(window.number))]
    coverage = [evening.store.archive.coverage(known.key) for _topic, known in evening.topics if known]
    return Scene(
        now=evening.moment,
        players=evening.setup.players,
        remarks=tuple(sorted(_remarks(evening), key=lambda remark: remark.seen.post.posted_at)),
        timetable=evening.timetable,
        results=tuple(results),
        closed=frozenset(window.number for window in days if window.ends <= evening.moment),
        ballots=evening.intake.evidence,
        falls=tuple(_falls(evening)),
        gaps=tuple((gap.start, gap.end) for gap in evening.store.archive.gaps()),
        complete=all(cover.whole_at is not None and not cover.missing for cover in coverage),
        reserves=evening.game.file.reserves,
        started=started,
        results_from=nights(windows),
    )


def _windows(evening: Evening) -> tuple[Window, ...]:
    """Nights and days that have opened, in order."""
    opened = []
    for window in evening.timetable.windows():
        if window.opens > evening.moment:
            break
        opened.append(window)
    return tuple(opened)


def _remarks(evening: Evening) -> Iterator[Remark]:
    """Posts as of the moment."""
    for seen in evening.posts:
        if seen.post.posted_at <= evening.moment:
            speaker = evening.speakers.speaker(seen.post)
            reading = evening.reader.read(_text_at(seen, evening.moment).body, speaker.name)
            yield Remark(seen=seen, speaker=speaker, reading=reading)


def _text_at(seen: SeenPost, moment: datetime) -> Text:
    known = [text for text in seen.texts if text.first_seen <= moment]
    return known[-1] if known else seen.texts[0]


def _falls(evening: Evening) -> Iterator[Fall]:
    """Who is out and since when the city knows it (X1); a phase that still runs has felled nobody yet."""
    players = {player.name: player for player in evening.setup.players}
    for fate in evening.state.fates:
        announced = _announced(evening, fate)
        if announced and announced <= evening.moment:
            yield Fall(
                player=fate.player,
                announced=announced,
                killed=fate.left is Left.KILLED,
                public_citizen=fate.revealed is Role.CITIZEN and players[fate.player].role is Role.CITIZEN,
            )


def _announced(evening: Evening, fate: Fate) -> datetime | None:
    if fate.phase == "night":
        return evening.timetable.day(fate.number).opens
    posted = evening.timetable.posts.days.get(fate.number) or _published(evening.events, fate.number)
    # Where no result post was recognised the results count as out when they are due.
    due = timedelta(minutes=evening.game.file.timetable.results_minutes)
    return posted or evening.timetable.day(fate.number).ends + due


def _published(events: tuple[Event, ...], day: int) -> datetime | None:
    moments = [
        event.at
        for event in events
        if isinstance(event.said, Published) and (event.said.phase, event.said.number) == ("day", day)
    ]
    return min(moments, default=None)
