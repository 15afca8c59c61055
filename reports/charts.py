"""The numbers as SVG: accessible (title, description, a role), without styles or scripts, all text escaped.

A picture stands by itself in light colours; its classes let a page with a dark scheme give it others.

Colours never carry a meaning alone: lines differ by their dashes and end labels, cells by their text.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

import jinja2

from engine.i18n import _
from engine.records import Cast, Colour
from reports.numbers import HOURS, Activity, Timeline, Wagons, leader_changes, moment_of
from reports.spans import clean

_PALETTE = ("#b3261e", "#1f5fbf", "#2e7d32", "#8e5a00", "#6a3fa0", "#00707a")
_DASHES = ("", "6 3", "2 3", "8 3 2 3", "12 4", "4 6")
_LINES = len(_PALETTE)
_RED, _BLUE, _BUSY = "#f3c4c0", "#c3d7f5", "#1f5fbf"
_KINDS = {_RED: "red", _BLUE: "blue", _BUSY: "busy", "none": "empty"}
_LETTER = 7.5
_LONGEST = 24
_ROW = 22
_TOP = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class _Label:
    x: float
    y: float
    text: str
    anchor: str = "start"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    points: str
    colour: str
    dash: str
    label: _Label


@dataclass(frozen=True, slots=True, kw_only=True)
class _Box:
    x: float
    y: float
    width: float
    height: float
    fill: str
    opacity: float
    text: str
    hint: str
    kind: str
    """What the cell shows: `red`, `blue`, `busy`, or `empty`; a page that has colours of its own goes by it."""
    dark: bool = False
    """Dark enough for white letters."""


def timeline_svg(shown: Timeline, *, width: int = 720, height: int = 320) -> str:
    """The scores of the six strongest candidates over the day, as steps."""
    best: dict[str, int] = {}
    for step in shown.steps:
        for name, score in step.scores:
            best[name] = max(best.get(name, score), score)
    strongest = sorted(best, key=lambda name: -best[name])[:_LINES]
    scores = [score for step in shown.steps for name, score in step.scores if name in strongest]
    low, high = min([0, *scores]), max([1, *scores])
    right = 20 + _LETTER * max([0, *(len(_label(name)) for name in strongest)])
    left, bottom = 40.0, height - 40.0
    across, up = (width - left - right) / max(1, len(shown.steps)), (bottom - _TOP) / (high - low)

    def y_of(score: int) -> float:
        return round(bottom - (score - low) * up, 1)

    lines: list[_Line] = []
    for number, name in enumerate(strongest):
        points, last = [f"{left},{y_of(0)}"], 0
        for place, step in enumerate(shown.steps):
            score = dict(step.scores).get(name, 0)
            x = round(left + place * across, 1)
            points += [f"{x},{y_of(last)}", f"{x},{y_of(score)}"]
            last = score
        end = round(left + len(shown.steps) * across, 1)
        points.append(f"{end},{y_of(last)}")
        # Candidates with one score would hide each other's names: each next one is written a little lower.
        label = _Label(x=end + 6, y=y_of(last) + 4, text=_label(name))
        while any(abs(label.y - other.label.y) < 12 for other in lines):
            label = _Label(x=label.x, y=label.y + 12, text=label.text)
        lines.append(_Line(points=" ".join(points), colour=_PALETTE[number], dash=_DASHES[number], label=label))
    grid = [_Label(x=left - 8, y=y_of(score) + 4, text=str(score), anchor="end") for score in _scale(low, high)]
    stride = max(1, math.ceil(len(shown.steps) / 6))
    times = [
        _Label(x=round(left + place * across, 1), y=bottom + 20, text=moment_of(step, place + 1), anchor="middle")
        for place, step in enumerate(shown.steps)
        if place % stride == 0
    ]
    return _rendered(
        "timeline",
        key=f"timeline-{shown.day}",
        title=_("Who led when, day {day}").format(day=shown.day),
        description=_described(shown),
        width=width,
        height=height,
        left=left,
        right=width - right,
        grid=grid,
        times=times,
        lines=lines,
    )


def _label(name: str) -> str:
    """A name as it is written into a picture: so long that the picture stays one."""
    shown = clean(name)
    return shown if len(shown) <= _LONGEST else shown[: _LONGEST - 1].rstrip() + "…"


def _scale(low: int, high: int) -> list[int]:
    step = max(1, (high - low) // 8)
    return [score for score in range(low, high + 1) if score % step == 0]


def _described(shown: Timeline) -> str:
    """The chart in words, for those who do not see it."""
    changes = leader_changes(shown)
    if not changes:
        return _("Nobody led.")
    numbers = {id(step): number for number, step in enumerate(shown.steps, start=1)}
    return "; ".join(
        f"{moment_of(step, numbers[id(step)])}: {clean(', '.join(step.leaders)) or '—'}" for step in changes
    )


def wagon_svg(shown: Wagons) -> str:
    """Who voted for whom at the end of each day."""
    longest = max([4, *(len(_voted(cast)) for _voter, casts in shown.rows for cast in casts if cast)])
    rows = [
        (
            voter,
            [
                ("", "none", 0.0)
                if cast is None
                else (_voted(cast), _BLUE if cast.colour is Colour.BLUE else _RED, 1.0)
                for cast in casts
            ],
        )
        for voter, casts in shown.rows
    ]
    columns = [_("day {day}").format(day=day) for day in shown.days]
    return _grid(
        key="wagons",
        title=_("Who voted for whom"),
        description=_("Rows: voters; columns: days; red: against; blue and in brackets: in defence."),
        columns=columns,
        rows=rows,
        cell_width=longest * _LETTER + 12,
    )


def _voted(cast: Cast) -> str:
    target = _label(cast.target or "—")
    return f"({target})" if cast.colour is Colour.BLUE else target


def activity_svg(shown: Activity) -> str:
    """Messages by player and hour: the darker, the more."""
    most = max([1, *(count for _name, counts in shown.rows for count in counts)])
    rows = [
        (name, [(str(count) if count else "", _BUSY, round(count / most, 2)) for count in counts])
        for name, counts in shown.rows
    ]
    return _grid(
        key="activity",
        title=_("Messages by player and hour"),
        description=_("Rows: players; columns: hours of the day; the number of messages in each."),
        columns=[f"{hour:02}" for hour in range(HOURS)],
        rows=rows,
        cell_width=26,
    )


def _grid(
    *,
    key: str,
    title: str,
    description: str,
    columns: Sequence[str],
    rows: Sequence[tuple[str, Sequence[tuple[str, str, float]]]],
    cell_width: float,
) -> str:
    cell_width = max(cell_width, max([0, *(len(column) for column in columns)]) * _LETTER + 8)
    left = 16 + _LETTER * max([4, *(len(_label(name)) for name, _cells in rows)])
    top = _TOP + _ROW
    boxes, labels = [], []
    for number, column in enumerate(columns):
        labels.append(_Label(x=round(left + (number + 0.5) * cell_width, 1), y=top - 7, text=column, anchor="middle"))
    for line, (name, cells) in enumerate(rows):
        y = top + line * _ROW
        labels.append(_Label(x=left - 8, y=y + 15, text=_label(name), anchor="end"))
        for number, (text, fill, opacity) in enumerate(cells):
            hint = f"{clean(name)}, {columns[number]}: {text or '—'}"
            boxes.append(
                _Box(
                    x=round(left + number * cell_width, 1),
                    y=y,
                    width=round(cell_width - 2, 1),
                    height=_ROW - 2,
                    fill=fill,
                    opacity=opacity,
                    text=text,
                    hint=hint,
                    kind=_KINDS[fill],
                    dark=fill == _BUSY and opacity > 0.85,
                )
            )
    return _rendered(
        "grid",
        key=key,
        title=title,
        description=description,
        width=round(left + max(1, len(columns)) * cell_width + 16),
        height=top + len(rows) * _ROW + 16,
        boxes=boxes,
        labels=labels,
    )


@cache
def _environment() -> jinja2.Environment:
    folder = resources.files("reports") / "templates" / "charts"
    return jinja2.Environment(
        loader=jinja2.FunctionLoader(lambda name: (folder / name).read_text(encoding="utf-8")),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _rendered(chart: str, **context: object) -> str:
    return _environment().get_template(f"{chart}.svg.j2").render(**context)
