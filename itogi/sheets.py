"""The game as the reports' worksheets want it."""

from __future__ import annotations

from dataclasses import replace

from itogi import evidence as places
from itogi.evening import DayView, Evening
from reports.numbers import Timeline, timeline
from reports.records import Evidence, OpenQuestion
from reports.worksheet import DayWorksheet, day_worksheet


def worksheet_of(evening: Evening, day: DayView) -> DayWorksheet:
    """Everything that a day's count is made of."""
    casts = evening.intake.casts.get(day.window.number, ())
    return day_worksheet(
        day.result,
        evening.setup.players,
        casts=casts,
        evidence={ref: evidence_of(found, evening) for ref, found in evening.intake.evidence.items()},
        questions=[
            OpenQuestion(text=f"{question.key}: {question.title}", evidence=evidence_of(question.evidence, evening))
            for question in day.open_questions
        ],
        misses=dict(day.before.misses),
    )


def timeline_of(evening: Evening, day: DayView) -> Timeline:
    """How the day's tally grew as everybody saw it, without weights (P2), in the game's zone."""
    casts = evening.intake.casts.get(day.window.number, ())
    shown = timeline(day.result, evening.setup.players, casts=casts)
    steps = (replace(step, at=step.at.astimezone(evening.game.zone) if step.at else None) for step in shown.steps)
    return replace(shown, steps=tuple(steps))


def evidence_of(found: places.Evidence, evening: Evening) -> Evidence:
    """A place as the reports show it, in the game's zone."""
    start = len(found.before)
    return Evidence(
        url=found.url,
        posted_at=found.at.astimezone(evening.game.zone),
        excerpt=found.excerpt,
        start=start,
        end=start + len(found.marked),
        source=found.source,
    )
