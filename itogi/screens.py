"""What the GM reads in the terminal: the state of the game at a glance, counts, questions. For the GM's eyes only.

Made to be read at 80 columns and without colour; words of players are never read as markup.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from engine.i18n import _, ngettext
from engine.records import Colour
from engine.results import Early, SetAside
from itogi.concerns import concerns
from itogi.evening import DayView, Evening, signed
from itogi.evidence import Evidence
from itogi.moments import clock, shown, span
from itogi.names import in_colour
from itogi.questions import Question, short_key
from itogi.timetable import By, PhaseKind, Window, left
from reports.phrases import early_state, victory_words

WARN = "yellow"
GOOD = "green"
FAINT = "dim"


def status(evening: Evening, *, next_poll: datetime | None = None, remarks: Iterable[str] = ()) -> RenderableType:
    """Phase, time left, who has voted, who leads, what waits; `next_poll` by plan, `remarks` on the forum's clock."""
    phase = evening.phase
    parts: list[RenderableType] = [phase_line(evening), *_warnings((*remarks, *concerns(evening)))]
    if phase.kind is PhaseKind.DAY:
        day = evening.day(phase.number)
        parts += [*_warnings(day.reliability.warnings), *_voting(day)]
        parts += [*_leading(day), *_early(day)] if day.read else []
    elif phase.kind is not PhaseKind.OVER:
        parts += [*_warnings(evening.reliability(evening.moment).warnings), *_night(evening)]
    if evening.over:
        parts.append(Text(_("It looks as if {victory}.").format(victory=victory_words(evening.over)), style=GOOD))
    parts += _waiting(evening)
    parts += _reading(evening, next_poll)
    return Group(*parts)


def tally(evening: Evening, day: DayView) -> RenderableType:
    """One day's count: scores with voters, who is missing, what was set aside and why, what is open."""
    parts: list[RenderableType] = [_day_line(evening, day), *_warnings(day.reliability.warnings)]
    if not day.read:
        return Group(*parts, *_voting(day))
    parts += [Text(""), _candidates(day)] if day.standings else [Text(_("Nobody has voted yet."))]
    parts += [*_voting(day), *_leading(day), *_early(day)]
    if day.result.silenced:
        names = ", ".join(
            name if name in day.result.publicly_silenced else _("{name} (silently)").format(name=name)
            for name in day.result.silenced
        )
        parts.append(Text(_("Without the vote: {names}").format(names=names)))
    parts += _set_aside(evening, day.result.set_aside)
    waiting = day.open_questions
    if waiting:
        parts.append(
            Text(
                ngettext(
                    "{count} question waits for you: itogi questions",
                    "{count} questions wait for you: itogi questions",
                    len(waiting),
                ).format(count=len(waiting)),
                style=WARN,
            )
        )
    if not day.running and day.result.modkill_due:
        parts.append(Text(_("Second miss (V11): {names}").format(names=", ".join(day.result.modkill_due)), style=WARN))
    if day.result.victory and not day.running:
        parts.append(Text(_("It looks as if {victory}.").format(victory=victory_words(day.result.victory)), style=GOOD))
    return Group(*parts)


def missing(day: DayView) -> RenderableType:
    """Who has not voted."""
    return Group(*_warnings(day.reliability.warnings), *_voting(day))


def cautions(evening: Evening, phase: str, number: int, *, final: bool) -> list[str]:
    """What to know before a text of a phase (`night` or `day`) goes out; `final` for its results."""
    if phase == "day":
        return _day_cautions(evening.day(number), final=final)
    if final and not evening.has_ended("night", number):
        return [_("Night {night} is still running: the text is as of now.").format(night=number)]
    return []


def _day_cautions(day: DayView, *, final: bool) -> list[str]:
    lines = list(day.reliability.warnings)
    if final and day.running:
        lines.append(_("Day {day} is still running: the text is as of now.").format(day=day.window.number))
    waiting = day.open_questions
    if waiting:
        lines.append(
            ngettext(
                "{count} question of this day waits for your answer: itogi questions",
                "{count} questions of this day wait for your answer: itogi questions",
                len(waiting),
            ).format(count=len(waiting))
        )
    return lines


def questions(found: Iterable[Question], evening: Evening) -> RenderableType:
    """Questions with the words they are about, the choices, and what each does."""
    listed = tuple(found)
    parts: list[RenderableType] = []
    for question in listed:
        parts += [*_question(question, short_key(question, listed), evening), Text("")]
    return Group(*parts[:-1])


def phase_line(evening: Evening) -> Text:
    """The game, what runs, and how long."""
    phase, zone = evening.phase, evening.game.zone
    remaining = span(left(phase.until, evening.moment))
    if phase.kind is PhaseKind.DAY:
        line = _("Day {number} lasts until {until}: {left} left")
    elif phase.kind is PhaseKind.NIGHT:
        line = _("Night {number} lasts until {until}: {left} left")
    elif phase.kind is PhaseKind.OVER:
        line = _("The game is over, or rests: nothing was seen of it since day {number} ({until})")
    else:
        line = _("Night {number} is over; its results are due about {until} ({left})")
    text = Text(evening.game.title + "\n", style="bold")
    text.append(line.format(number=phase.number, until=shown(phase.until, zone), left=remaining), style="bold")
    if evening.moment != evening.now:
        text.append(" " + _("(as of {at})").format(at=shown(evening.moment, zone)))
    return text


def _day_line(evening: Evening, day: DayView) -> Text:
    window, zone = day.window, evening.game.zone
    text = Text(_("Day {number}").format(number=window.number), style="bold")
    if day.running:
        text.append(
            " "
            + _("until {until}: {left} left").format(
                until=shown(window.ends, zone), left=span(left(window.ends, evening.moment))
            )
        )
    else:
        text.append(" " + _("closed at {at}").format(at=shown(window.ends, zone)))
    if evening.moment != evening.now:
        text.append(" " + _("(as of {at})").format(at=shown(evening.moment, zone)))
    text.append("\n" + _opening(window, evening), style=FAINT)
    text.append("\n" + _("For the game master only: weights and reasons are secret."), style=FAINT)
    return text


def _opening(window: Window, evening: Evening) -> str:
    at = shown(window.opens, evening.game.zone)
    if window.opened_by is By.RESULTS:
        return _("Open since the night's results, {at}").format(at=at)
    if window.opened_by is By.HAND:
        return _("Opened by hand, {at}").format(at=at)
    return _("Counted from {at} by the timetable: no post with the night's results was seen").format(at=at)


def _warnings(lines: Iterable[str]) -> list[RenderableType]:
    return [Text(f"! {line}", style=WARN) for line in lines]


def _voting(day: DayView) -> list[RenderableType]:
    if not day.read:
        return [Text(_("Nothing was read yet: who has voted is not known."), style=WARN)]
    entitled, absent = day.result.entitled, day.result.missed
    voted = len(entitled) - len(absent)
    parts: list[RenderableType] = [Text(_("Voted: {voted} of {entitled}").format(voted=voted, entitled=len(entitled)))]
    if absent:
        title = _("Have not voted") if day.running else _("Missed")
        misses = dict(day.before.misses)
        names = ", ".join(_("{name} (second miss)").format(name=name) if misses.get(name) else name for name in absent)
        parts.append(Text(f"{title}: {names}", style=WARN))
    else:
        parts.append(Text(_("Everybody has voted."), style=GOOD))
    return parts


def _leading(day: DayView) -> list[RenderableType]:
    if not day.running:
        return [Text(_outcome(day), style="bold")]
    if not day.leaders:
        parts: list[RenderableType] = [Text(_("Nobody leads."))]
    else:
        top = dict(day.standings)[day.leaders[0]]
        rest = [(name, score) for name, score in day.standings if name not in day.leaders]
        line = _("Leads: {names} {score}") if len(day.leaders) == 1 else _("Lead equally: {names} {score}")
        text = line.format(names=", ".join(day.leaders), score=signed(top))
        if rest:
            text += _("; next: {name} {score}").format(name=rest[0][0], score=signed(rest[0][1]))
        parts = [Text(text, style="bold")]
    by_lead = day.leaders[0] if len(day.leaders) == 1 else None
    if day.result.missed and day.result.executed != by_lead:
        # Votes against those who miss may change who is out.
        parts.append(Text(_("If the day ended now, with the misses: {what}").format(what=_outcome(day)), style=WARN))
    return parts


def _outcome(day: DayView) -> str:
    if day.result.executed:
        return _("Out by the count: {name}").format(name=day.result.executed)
    if day.result.tie:
        return _("Equal votes: {names}; nobody is out").format(names=", ".join(day.result.tie))
    return _("Nobody is out.")


def _early(day: DayView) -> list[RenderableType]:
    if day.result.early is Early.NOT_APPLICABLE or not day.running:
        return []
    line = _("Early closing (V8): {state}").format(state=early_state(day.result.early))
    if day.result.early_missing:
        line += _("; not early: {names}").format(names=", ".join(day.result.early_missing))
    return [Text(line, style=GOOD if day.result.early is Early.READY else "")]


def _candidates(day: DayView) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(_("player"), no_wrap=True)
    table.add_column(_("score"), justify="right")
    table.add_column(_("against"), overflow="fold")
    table.add_column(_("in defence"), overflow="fold")
    penalties = {} if day.running else dict(day.result.penalties)
    for name, score in day.standings:
        sides: dict[bool, list[str]] = {True: [], False: []}
        for ballot in day.result.ballots:
            if ballot.cast.target == name:
                weight = f" ×{ballot.weight}" if ballot.weight != 1 else ""
                early = _(" (early)") if ballot.cast.early and day.result.early is not Early.NOT_APPLICABLE else ""
                sides[ballot.against].append(f"{ballot.cast.by}{weight}{early}")
        if penalties.get(name):
            sides[True].append(_("miss ×{votes}").format(votes=penalties[name]))
        leads = name in day.leaders
        table.add_row(
            Text(("▶ " if leads else "  ") + name, style="bold" if leads else ""),
            Text(signed(score), style="bold" if leads else ""),
            Text(", ".join(sides[True]), style="red"),
            Text(", ".join(sides[False]), style="blue"),
        )
    return table


def _set_aside(evening: Evening, found: Iterable[SetAside]) -> list[RenderableType]:
    lines: list[RenderableType] = []
    for aside in found:
        cast = aside.cast
        evidence = evening.evidence(cast)
        text = Text("  ")
        if cast.at:
            text.append(clock(cast.at, evening.game.zone) + " ")
        text.append(f"{cast.by} → {cast.target or '?'} {in_colour(cast.colour)}", style=_paint(cast.colour))
        text.append(f"  {aside.rule}: {aside.why}")
        if evidence and evidence.url:
            text.append(f"\n        {evidence.url}", style=FAINT)
        lines.append(text)
    return [Text(_("Set aside:"), style="bold"), *lines] if lines else []


def _paint(colour: Colour | None) -> str:
    return {Colour.RED: "red", Colour.BLUE: "blue"}.get(colour, "") if colour else ""


def _night(evening: Evening) -> list[RenderableType]:
    phase = evening.phase
    night = evening.night(phase.number)
    parts: list[RenderableType] = []
    if phase.kind is PhaseKind.NIGHT and phase.number > 1:
        parts.append(
            Text(_("The court of day {day} is over: itogi tally, itogi draft --day {day}").format(day=phase.number - 1))
        )
    known = [player for player in evening.setup.players if player.role]
    if not known:
        parts.append(
            Text(
                _("Roles are not told to the program: itogi roles; nights are not worked out without them."),
                style=FAINT,
            )
        )
        return parts
    line = _("Orders (secret): {count}").format(count=len(night.given.orders))
    if night.result.missed:
        line += _("; none yet from: {names}").format(names=", ".join(night.result.missed))
    parts.append(Text(line))
    refused = night.result.refused
    if refused:
        parts.append(Text(_("Refused: {count}, see itogi night").format(count=len(refused)), style=WARN))
    if phase.kind is PhaseKind.RESULTS:
        parts.append(
            Text(_("Work out and publish: itogi night {n}, itogi draft --night {n}").format(n=phase.number), style=WARN)
        )
    return parts


def _waiting(evening: Evening) -> list[RenderableType]:
    waiting = [question for question in evening.questions if question.open]
    if not waiting:
        return [Text(_("No open questions."), style=GOOD)]
    return [
        Text(
            ngettext(
                "{count} open question: itogi questions", "{count} open questions: itogi questions", len(waiting)
            ).format(count=len(waiting)),
            style=WARN,
        )
    ]


def _reading(evening: Evening, next_poll: datetime | None) -> list[RenderableType]:
    read_at = evening.reliability(evening.moment).read_at
    if read_at is None:
        return []
    line = _("The forum was read at {at}, {ago} ago").format(
        at=shown(read_at, evening.game.zone), ago=span(left(evening.now, read_at))
    )
    if next_poll:
        line += _("; next by plan at {at}").format(at=clock(max(next_poll, evening.now), evening.game.zone))
    return [Text(line, style=FAINT)]


def _question(question: Question, key: str, evening: Evening) -> list[RenderableType]:
    evidence = question.evidence
    head = Text(key, style="bold")
    head.append(_("  day {day}, {at}").format(day=question.day, at=shown(evidence.at, evening.game.zone)))
    head.append(f"  {question.voter or evidence.author}", style="bold")
    head.append(f": {question.title}")
    parts: list[RenderableType] = [head, Padding(quoted(evidence), (0, 0, 0, 2))]
    if evidence.url:
        parts.append(Padding(Text(evidence.url, style=FAINT), (0, 0, 0, 2)))
    if question.answer:
        parts.append(Text("  " + _("answered: {answer}").format(answer=_answer(question)), style=GOOD))
        return parts
    if question.settled_by:
        parts.append(
            Text("  " + _("settled by {rule}: {how}").format(rule=question.settled_by, how=question.meanwhile))
        )
    else:
        parts.append(Text("  " + _("until you answer: {how}").format(how=question.meanwhile)))
    for number, choice in enumerate(question.choices, 1):
        line = Text(f"  {number}) {choice.label}", style=_paint(choice.colour))
        if choice.effect:
            line.append(f" — {choice.effect}", style="default")
        parts.append(line)
    return parts


def _answer(question: Question) -> str:
    answer = question.answer
    assert answer is not None
    if answer.target:
        return f"{answer.target} {in_colour(answer.colour)}"
    return next((choice.label for choice in question.choices if choice.verdict == answer.verdict), answer.verdict)


def quoted(evidence: Evidence) -> Text:
    """The words with the place marked: brackets too, for terminals without colour."""
    text = Text("«" + evidence.before)
    text.append(f"[{evidence.marked}]", style="bold reverse")
    text.append(evidence.after + "»")
    return text
