"""What `--json` answers: plain tables for scripts. They are the GM's own and hold secrets (weights, silent losses)."""

from __future__ import annotations

from typing import Any

from engine.records import Cast
from itogi.concerns import concerns
from itogi.evening import DayView, Evening
from itogi.evidence import Evidence
from itogi.questions import Question
from itogi.timetable import PhaseKind, Window


def status(evening: Evening) -> dict[str, Any]:
    """`itogi status --json`."""
    phase = evening.phase
    day = evening.day(phase.number) if phase.kind is PhaseKind.DAY else None
    return {
        "title": evening.game.title,
        "now": evening.now,
        "phase": phase.kind,
        "number": phase.number,
        "until": phase.until,
        "seconds_left": max(0, int((phase.until - evening.moment).total_seconds())),
        "alive": evening.state.alive,
        "open_questions": [question.key for question in evening.questions if question.open],
        "day": tally(evening, day) if day else None,
        "victory": evening.over,
        "warnings": (
            *(day.reliability if day else evening.reliability(evening.moment)).warnings,
            *concerns(evening),
        ),
    }


def tally(evening: Evening, day: DayView) -> dict[str, Any]:
    """`itogi tally --json`."""
    result = day.result
    return {
        "day": result.day,
        "running": day.running,
        **window(day.window),
        "moment": evening.moment,
        "read": day.read,
        "read_at": day.reliability.read_at,
        "warnings": day.reliability.warnings,
        "scores": dict(day.standings),
        "leaders": day.leaders,
        "ballots": [{**cast(evening, item.cast), "weight": item.weight} for item in result.ballots],
        "superseded": [cast(evening, item) for item in result.superseded],
        "set_aside": [{**cast(evening, item.cast), "rule": item.rule, "why": item.why} for item in result.set_aside],
        "missed": result.missed,
        "penalties": dict(result.penalties),
        "silenced": result.silenced,
        "entitled": result.entitled,
        "modkill_due": result.modkill_due,
        "early": result.early,
        "early_missing": result.early_missing,
        "executed": None if day.running else result.executed,
        "tie": result.tie,
        "victory": result.victory,
        "questions": [question(item) for item in day.questions],
    }


def window(found: Window) -> dict[str, Any]:
    """When a day's votes are taken."""
    return {
        "opens": found.opens,
        "opened_by": found.opened_by,
        "deadline": found.deadline,
        "closed": found.closed,
        "ends": found.ends,
    }


def cast(evening: Evening, item: Cast) -> dict[str, Any]:
    """A ballot with its place."""
    return {
        "by": item.by,
        "for": item.target,
        "colour": item.colour,
        "early": item.early,
        "final": item.final,
        "announced": item.announced,
        "at": item.at,
        "key": item.ref,
        **evidence(evening.evidence(item)),
    }


def question(item: Question) -> dict[str, Any]:
    """A question with its choices."""
    return {
        "key": item.key,
        "day": item.day,
        "reason": item.reason,
        "title": item.title,
        "voter": item.voter,
        "open": item.open,
        "settled_by": item.settled_by,
        "meanwhile": item.meanwhile,
        "choices": [{"answer": choice.label, "effect": choice.effect} for choice in item.choices],
        "answer": item.answer.verdict if item.answer else None,
        **evidence(item.evidence),
    }


def evidence(item: Evidence | None) -> dict[str, Any]:
    """The words and the post they stand in."""
    if item is None:
        return {"post": None, "url": None, "text": None, "context": None}
    return {"post": item.post_id, "url": item.url, "text": item.marked, "context": item.excerpt}
