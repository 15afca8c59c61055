"""The game as the reports' worksheets want it."""

from __future__ import annotations

from itogi import evidence as places
from itogi.evening import DayView, Evening
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
