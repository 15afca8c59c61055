"""Tables for spreadsheets and scripts: CSV that no spreadsheet takes for formulas, and JSON."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import tzinfo

from engine.records import Cast, Player
from engine.results import DayResult
from reports.numbers import HOURS, Activity, Timeline, Wagons
from reports.public import PublicFate, standing_in_public
from reports.worksheet import DayWorksheet

Value = str | int | bool | None
_FORMULA = frozenset("=+-@")


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A table with named columns; the names are English and stable."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]


def harmless(text: str) -> str:
    """`text` with an apostrophe before it where a spreadsheet would run it as a formula."""
    # Spreadsheets pass over what cannot be seen, and take wide and small signs for plain ones.
    seen = next((sign for sign in text if unicodedata.category(sign)[0] not in "CZ"), "")
    runs = unicodedata.normalize("NFKC", seen) in _FORMULA
    return "'" + text if runs or text.startswith(("\t", "\r", "\n")) else text


def as_csv(grid: Grid) -> str:
    """The table as CSV with CRLF line ends (RFC 4180); write it as `utf-8-sig` for Excel's sake."""
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer)
    writer.writerow(harmless(column) for column in grid.columns)
    for row in grid.rows:
        writer.writerow(_csv_value(value) for value in row)
    return buffer.getvalue()


def _csv_value(value: Value) -> str | int:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, int) else harmless(value)


def as_json(grid: Grid) -> str:
    """The table as a JSON list with an object for each row."""
    rows = [dict(zip(grid.columns, row, strict=True)) for row in grid.rows]
    return json.dumps(rows, ensure_ascii=False, indent=2)


def _moment(cast: Cast, zone: tzinfo | None) -> str | None:
    return cast.at.astimezone(zone or cast.at.tzinfo).isoformat() if cast.at else None


def public_ballots(result: DayResult, players: Sequence[Player], zone: tzinfo | None = None) -> Grid:
    """Standing ballots as the players see them: no weights (P2). Times in `zone`, by default as they were given."""
    return Grid(
        columns=("day", "by", "for", "colour", "at"),
        rows=tuple(
            (result.day, cast.by, cast.target, cast.colour, _moment(cast, zone))
            for cast in standing_in_public(result, players)
        ),
    )


def all_ballots(worksheet: DayWorksheet, zone: tzinfo | None = None) -> Grid:
    """Every ballot of a day with its weight or the reason it was set aside: for the GM only. Times in `zone`."""
    return Grid(
        columns=("day", "by", "for", "colour", "at", "early", "final", "standing", "weight", "rule", "why", "url"),
        rows=tuple(
            (
                worksheet.day,
                row.cast.by,
                row.cast.target,
                row.cast.colour,
                _moment(row.cast, zone),
                row.cast.early,
                row.cast.final,
                row.standing,
                row.weight,
                row.rule,
                row.why,
                row.evidence.url if row.evidence else None,
            )
            for row in worksheet.ballots
        ),
    )


def all_scores(worksheet: DayWorksheet) -> Grid:
    """The candidates with their weighted scores: for the GM only."""
    return Grid(
        columns=("day", "player", "score", "penalty"),
        rows=tuple((worksheet.day, row.player, row.score, row.penalty) for row in worksheet.candidates),
    )


def timeline_grid(shown: Timeline) -> Grid:
    """A row for each ballot and candidate: the score after it."""
    return Grid(
        columns=("day", "step", "at", "by", "for", "candidate", "score", "leads"),
        rows=tuple(
            (
                shown.day,
                number,
                step.at.isoformat() if step.at else None,
                step.voter,
                step.target,
                name,
                score,
                name in step.leaders,
            )
            for number, step in enumerate(shown.steps, start=1)
            for name, score in step.scores
        ),
    )


def wagon_grid(shown: Wagons) -> Grid:
    """A row for each voter and day."""
    return Grid(
        columns=("voter", "day", "for", "colour"),
        rows=tuple(
            (voter, day, cast.target, cast.colour)
            for voter, casts in shown.rows
            for day, cast in zip(shown.days, casts, strict=True)
            if cast is not None
        ),
    )


def activity_grid(shown: Activity) -> Grid:
    """A row for each player, a column for each hour."""
    return Grid(
        columns=("player", *(f"{hour:02}" for hour in range(HOURS))),
        rows=tuple((name, *counts) for name, counts in shown.rows),
    )


def roster_grid(fates: Sequence[PublicFate]) -> Grid:
    """The roster as it is public."""
    return Grid(
        columns=("number", "player", "fate", "phase", "phase_number", "role"),
        rows=tuple(
            (
                fate.player.number,
                fate.player.text,
                fate.fate,
                ("night" if fate.at_night else "day") if fate.fate else None,
                fate.number if fate.fate else None,
                fate.role,
            )
            for fate in fates
        ),
    )
