"""Screens of the running day: today, votes, questions, and what is entered on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from markupsafe import Markup
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from engine.events import QuestionAnswered, Said
from engine.i18n import _
from engine.records import Cast, Colour
from engine.results import Early
from itogi.desk.app import Desk
from itogi.drafting import DraftKind, dialect_for, draft_of
from itogi.errors import NotYetError
from itogi.evening import DayView, Evening
from itogi.evidence import Evidence
from itogi.journal import told
from itogi.life.court import (
    Consent,
    agreement,
    ballot_given,
    consent_of,
    day_closed,
    day_moved,
    day_opened,
    passed_on,
)
from itogi.life.inbox import inbox_of
from itogi.life.texts import texts_of
from itogi.names import colour_named, slot_named
from itogi.open_count import public_result, weighed_in_public
from itogi.questions import Question, answered, find
from itogi.sheets import timeline_of
from reports.charts import timeline_svg
from reports.formats import Format, for_board, render
from reports.numbers import leader_changes
from reports.phrases import early_state
from reports.public import standing_in_public

WEIGHED = 20
"""Questions on one page."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One candidate's votes as a bar."""

    name: str
    red: int
    blue: int
    red_names: tuple[tuple[str, int], ...]
    """(voter, weight)."""
    blue_names: tuple[tuple[str, int], ...]
    score: int


@dataclass(frozen=True, slots=True)
class BallotLine:
    """One ballot in the table of votes."""

    cast: Cast
    evidence: Evidence | None
    outcome: str
    counted: bool


@dataclass(frozen=True, slots=True)
class Change:
    """A change of leaders."""

    at: datetime
    text: str


def today(desk: Desk, request: Request) -> Response:
    """Countdown, tally, missing voters, early votes, leaders, what waits."""
    with desk.table() as table:
        evening = table.evening
        day = evening.day() if evening.days else None
        bars = _bars(evening, day, weights=desk.secrets_shown) if day else ()
        return desk.show(
            request,
            "today.html",
            table,
            day=day,
            bars=bars,
            most=max((max(bar.red, bar.blue) for bar in bars), default=0),
            call=_call(evening, day),
            early=_early(evening, day, objections=desk.secrets_shown) if day else "",
            timeline=_leaders(evening, day) if day else (),
            chart=_chart(evening, day) if day else None,
            open_questions=sum(question.open for question in evening.questions),
            open_reports=sum(report.open for report in desk.visible(table.reports)),
            open_letters=sum(letter.waits for letter in inbox_of(evening)),
            alive=evening.state.alive,
            read_at=evening.reliability(evening.moment).read_at,
            consent=_consent(evening) if day and day.running else None,
            early_call=_early_call(evening) if day and day.running else "",
            court=day.window.number if day and day.running else None,
        )


def court(desk: Desk, request: Request) -> Response:
    """T2, V8: open a day, move its deadline, close it, early too."""
    form: FormData = request.state.form
    what, at = str(form.get("what", "")), str(form.get("at", "")).strip()
    with desk.table() as table:
        evening = table.evening
        said: Said
        if what == "open":
            said = day_opened(evening, None, at or None)
        elif what == "move":
            said = day_moved(evening, at)
        elif what in ("close", "early"):
            said = day_closed(evening, None, at or None, early=what == "early")
        else:
            raise NotYetError(_("There is no such decision."))
        event = desk.enter(request, table.store, said)
        entry = _("Entry {number} of the journal; it can be taken back there.").format(number=event.number)
        return desk.back(request, f"{told(said, desk.pages.zone)}. {entry}")


def agree(desk: Desk, request: Request) -> Response:
    """V8: a player has told the GM that they agree to closing early: the standing vote becomes early (V7)."""
    form: FormData = request.state.form
    with desk.table() as table:
        evening = table.evening
        name = slot_named([player.name for player in evening.setup.players], str(form.get("player", "")))
        day = consent_of(evening).view.window.number
        desk.enter(request, table.store, agreement(evening, day, name, str(form.get("source", "")) or _("message")))
        return desk.back(request, _("{name} agrees: the standing vote is early now.").format(name=name))


def votes(desk: Desk, request: Request) -> Response:
    """Every ballot of a day, counted or not and why."""
    with desk.table() as table:
        evening = table.evening
        try:
            day = evening.day(number_in(request.query_params.get("day")))
        except NotYetError as fault:
            if evening.days:
                raise
            return desk.show(request, "votes_none.html", table, why=str(fault))
        return desk.show(
            request,
            "votes.html",
            table,
            day=day,
            days=[window.number for window in evening.days],
            rows=_lines(evening, day, weights=desk.secrets_shown),
            names=[player.name for player in evening.setup.players],
            passed=[
                (one, for_board(texts_of(table.game).announce(one.text), dialect_for(evening)))
                for one in passed_on(evening, day.window.number)
            ],
        )


def questions(desk: Desk, request: Request) -> Response:
    """The queue by pages, what changes the count first; each answer with its effect."""
    with desk.table() as table:
        evening = table.evening
        waiting = [question for question in evening.questions if question.open]
        first = min(int(start) if (start := request.query_params.get("from", "")).isdecimal() else 0, len(waiting))
        # An effect is a recount: a queue of hundreds is worked out page by page.
        page = waiting[first : first + WEIGHED]
        # Weighted scores would tell roles: without them everybody's own count is shown.
        weighed = [
            evening.weighed(question) if desk.secrets_shown else weighed_in_public(evening, question)
            for question in page
        ]
        weighed.sort(key=lambda question: not question.matters)
        settled = [question for question in evening.questions if not question.open]
        return desk.show(
            request,
            "questions.html",
            table,
            open=weighed,
            waiting=len(waiting),
            first=first,
            following=first + WEIGHED if first + WEIGHED < len(waiting) else None,
            before=max(0, first - WEIGHED) if first else None,
            settled=settled,
        )


def answer(desk: Desk, request: Request) -> Response:
    """Keep an answer to a question, or a correction of a ballot."""
    form: FormData = request.state.form
    with desk.table() as table:
        evening = table.evening
        names = [player.name for player in evening.setup.players]
        question = find((*evening.questions, *evening.ballots_as_questions()), str(form.get("key", "")))
        said = _corrected(form, question, names) or answered(question, str(form.get("choice", "")), names)
        event = desk.enter(request, table.store, said)
        message = _("Kept as entry {number} of the journal; it can be taken back there.").format(number=event.number)
        return desk.back(request, message)


def ballot(desk: Desk, request: Request) -> Response:
    """V14: a vote that came by phone or message."""
    form: FormData = request.state.form
    with desk.table() as table:
        said = ballot_given(
            table.evening,
            voter=str(form.get("voter", "")),
            target=str(form.get("target", "")),
            colour=str(form.get("colour", "")),
            source=str(form.get("source", "")),
            day=number_in(str(form.get("day", ""))),
            at=str(form.get("at", "")).strip() or None,
        )
        event = desk.enter(request, table.store, said)
        message = _("Entered as entry {number}. Announce it in the vote topic (V14): the words are below.")
        return desk.back(request, message.format(number=event.number))


def _bars(evening: Evening, day: DayView, *, weights: bool) -> tuple[Bar, ...]:
    """Candidates, highest score first. Without `weights` every ballot is one, as everybody sees it (P2)."""
    weight_of = {ballot.cast.by: ballot.weight for ballot in day.result.ballots} if weights else {}
    standing = standing_in_public(day.result, evening.setup.players)
    if weights:
        standing = tuple(ballot.cast for ballot in day.result.ballots)
    sides: dict[str, dict[Colour, list[Cast]]] = {}
    for cast in standing:
        side = Colour.BLUE if cast.colour is Colour.BLUE and evening.rules.defence == "subtracts" else Colour.RED
        sides.setdefault(cast.target or "?", {Colour.RED: [], Colour.BLUE: []})[side].append(cast)
    bars = []
    for name, casts in sides.items():
        red, blue = (sum(weight_of.get(cast.by, 1) for cast in casts[side]) for side in (Colour.RED, Colour.BLUE))
        shown = [
            tuple((cast.by, weight_of.get(cast.by, 1)) for cast in side)
            for side in (casts[Colour.RED], casts[Colour.BLUE])
        ]
        bars.append(Bar(name=name, red=red, blue=blue, red_names=shown[0], blue_names=shown[1], score=red - blue))
    return tuple(sorted(bars, key=lambda bar: -bar.score))


def _lines(evening: Evening, day: DayView, *, weights: bool) -> tuple[BallotLine, ...]:
    result = day.result
    weight_of = {ballot.cast.ref: ballot.weight for ballot in result.ballots}
    public = {cast.ref for cast in standing_in_public(result, evening.setup.players)}
    reasons = {aside.cast.ref: aside for aside in result.set_aside}
    casts = sorted(
        (
            *(ballot.cast for ballot in result.ballots),
            *result.superseded,
            *(aside.cast for aside in result.set_aside),
        ),
        key=lambda cast: (cast.at or day.window.opens, cast.ref or ""),
    )
    lines = []
    for cast in casts:
        aside = reasons.get(cast.ref)
        if cast.ref in weight_of or (cast.ref in public and not weights):
            # The boss's silent loss (N5) looks like any other vote unless roles are shown.
            weight = weight_of.get(cast.ref, 1)
            outcome = _("counted ×{weight}").format(weight=weight) if weights and weight != 1 else _("counted")
            lines.append(BallotLine(cast, evening.evidence(cast), outcome, counted=True))
        elif aside:
            lines.append(BallotLine(cast, evening.evidence(cast), f"{aside.rule}: {aside.why}", counted=False))
        else:
            lines.append(BallotLine(cast, evening.evidence(cast), _("replaced by a later one"), counted=False))
    return tuple(lines)


def _call(evening: Evening, day: DayView | None) -> str:
    if day is None or not day.result.missed:
        return ""
    return render(draft_of(evening, "day", day.window.number, DraftKind.CALL), Format.PLAIN)


def _early(evening: Evening, day: DayView, *, objections: bool) -> str:
    """Where the day stands with closing early; who objects told it privately (Г5.1)."""
    if not day.running or day.result.early is Early.NOT_APPLICABLE:
        return ""
    result = day.result if objections else public_result(evening, day)
    text = early_state(result.early)
    if result.early_missing:
        text += _("; not early: {names}").format(names=", ".join(result.early_missing))
    return text


def _consent(evening: Evening) -> Consent | None:
    try:
        return consent_of(evening)
    except NotYetError:
        return None


def _early_call(evening: Evening) -> str:
    """The call to close early, by what stands in the topic."""
    found = _consent(evening)
    if found is None or not found.call.missing:
        return ""
    return for_board(texts_of(evening.game).early_call(found.call), dialect_for(evening)).rstrip("\n")


def _leaders(evening: Evening, day: DayView) -> tuple[Change, ...]:
    steps = leader_changes(timeline_of(evening, day))
    return tuple(
        Change(step.at, ", ".join(step.leaders) if step.leaders else _("nobody leads")) for step in steps if step.at
    )


def _chart(evening: Evening, day: DayView) -> Markup | None:
    """The day's scores as everybody saw them grow (P2)."""
    shown = timeline_of(evening, day)
    return Markup(timeline_svg(shown)) if len(shown.steps) > 1 else None  # noqa: S704 - its template escapes


def _corrected(form: Mapping[str, object], question: Question, names: list[str]) -> QuestionAnswered | None:
    """A correction made in the table of votes."""
    verdict = form.get("verdict")
    if verdict == "nothing":
        return QuestionAnswered(question=question.key, verdict="nothing", voter=question.voter)
    if verdict != "vote":
        return None
    return QuestionAnswered(
        question=question.key,
        verdict="vote",
        voter=slot_named(names, str(form.get("voter", ""))),
        target=slot_named(names, str(form.get("target", ""))),
        colour=colour_named(str(form.get("colour", ""))),
        early=bool(form.get("early")),
        final=bool(form.get("final")),
    )


def number_in(text: str | None) -> int | None:
    """The number of a phase in a form or address, or None when it holds none."""
    return int(text) if text and text.isdecimal() and len(text) < 4 else None
