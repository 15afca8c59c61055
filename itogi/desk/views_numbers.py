"""The game in numbers: who led when, who voted for whom, who writes at which hour; after the end, who hit whom."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from engine.i18n import _
from itogi.desk.app import Desk
from itogi.drafting import dialect_for
from itogi.errors import NotYetError
from itogi.evening import Evening
from itogi.life.ending import Statistics, record_draft, statistics_of
from itogi.numbers import activity_of, days_of, timelines, wagons_of
from reports.charts import activity_svg, timeline_svg, wagon_svg
from reports.formats import for_board
from reports.numbers import activity_sheet, timeline_sheet, wagon_sheet
from reports.sheet import Sheet, as_html


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A picture with its numbers as a table."""

    key: str
    title: str
    picture: Markup
    table: Markup


def page(desk: Desk, request: Request) -> Response:
    """Charts by public votes without weights; with the roles shown the table of hits too."""
    with desk.table() as table:
        evening = table.evening
        # How often a vote hit the mafia tells roles.
        told = desk.secrets_shown
        return desk.show(
            request,
            "numbers.html",
            table,
            charts=_charts(evening),
            statistics=(found := _statistics(evening) if told else None),
            totals=_totals(found) if found else [],
            over=evening.over is not None,
            record=_record(evening) if told else "",
        )


def _charts(evening: Evening) -> list[Chart]:
    found = []
    try:
        days = days_of(evening)
    except NotYetError:
        days = ()
    if days:
        wagons = wagons_of(evening, days)
        found.append(_chart("wagons", wagon_svg(wagons), wagon_sheet(wagons)))
    active = activity_of(evening)
    if any(any(counts) for _name, counts in active.rows):
        found.append(_chart("activity", activity_svg(active), activity_sheet(active)))
    found += [
        _chart(f"timeline-{shown.day}", timeline_svg(shown), timeline_sheet(shown))
        for shown in reversed(timelines(evening, days))
        if len(shown.steps) > 1
    ]
    return found


def _chart(key: str, picture: str, sheet: Sheet) -> Chart:
    return Chart(
        key=key,
        title=sheet.title,
        picture=Markup(picture),  # noqa: S704 - its template escapes
        table=Markup(as_html(sheet)),  # noqa: S704 - it escapes all text
    )


def _statistics(evening: Evening) -> Statistics | None:
    found = statistics_of(evening)
    return found if found.nights or found.days else None


def _record(evening: Evening) -> str:
    """The record of a game that somebody has won: it tells every secret."""
    if evening.over is None:
        return ""
    return for_board(record_draft(evening), dialect_for(evening)).rstrip("\n")


def _totals(found: Statistics) -> list[tuple[str, int]]:
    """The game's own numbers, with their names."""
    return [
        (_("Nights"), found.nights),
        (_("Courts"), found.days),
        (_("Messages"), found.messages),
        (_("Votes"), found.votes),
        (_("Changes of mind"), found.changes),
        (_("Not counted"), found.set_aside),
        (_("Executed"), found.executed),
        (_("Of them mafia and maniac"), found.executed_evil),
    ]
