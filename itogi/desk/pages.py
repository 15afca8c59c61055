"""Rendering of the desk's pages: jinja2 with autoescape, filters, and what every page shares."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, tzinfo
from typing import Any

import jinja2
from markupsafe import Markup
from starlette.responses import HTMLResponse

from engine import i18n
from engine.i18n import N_, _
from itogi.desk.sanitise import safe_html

SCREENS = (
    ("/", N_("Today")),
    ("/votes", N_("Votes")),
    ("/questions", N_("Questions")),
    ("/violations", N_("Violations")),
    ("/disputes", N_("Disputes")),
    ("/draft", N_("Draft")),
    ("/notices", N_("Notices")),
    ("/numbers", N_("Statistics")),
    ("/night", N_("Night")),
    ("/mail", N_("Mail")),
    ("/letters", N_("Letters")),
    ("/players", N_("Players")),
    ("/signup", N_("Sign-up")),
    ("/dice", N_("The dice")),
    ("/journal", N_("Journal")),
    ("/rules", N_("Rules")),
    ("/cohost", N_("Co-hosts")),
    ("/archive", N_("Archive")),
)
"""Address and title of every screen, in the order of the menu: the court's first."""
SECOND_ROW = "/night"
"""Where the menu breaks on a screen that is not wide."""
EARLY_SCREENS = (("/signup", N_("Sign-up")), ("/setup", N_("A new game")))
"""The same before there is a game."""


def marked(text: str, start: int, end: int, around: int = 160) -> Markup:
    """`text` with the place from `start` to `end` marked, cut to `around` characters on either side; escaped."""
    before, place, after = text[:start], text[start:end], text[end:]
    if len(before) > around:
        before = "…" + before[-around:]
    if len(after) > around:
        after = after[:around] + "…"
    return Markup("{}<mark>{}</mark>{}").format(before, place, after)


def duration(seconds: float) -> str:
    """Hours, minutes and seconds as `01:05:09`."""
    whole = max(0, int(seconds))
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"


def scaled(value: int, most: int, width: int = 100) -> int:
    """Length of a bar of `width` for `value` of at most `most`."""
    return round(width * abs(value) / most) if most else 0


def names(found: Iterable[str], separator: str = ", ") -> Markup:
    """Names one after the other, each kept apart: one that is written from right to left moves no other."""
    return Markup("{}").format(separator).join(Markup("<bdi>{}</bdi>").format(name) for name in found)


def _safe_markup(body: str) -> Markup:
    return Markup(safe_html(body))  # noqa: S704 - nh3 has cleaned it


class Pages:
    """The templates of the desk."""

    def __init__(self, zone: Callable[[], tzinfo]) -> None:
        """`zone` gives the zone in which times are shown."""
        self._zone = zone
        self.environment = jinja2.Environment(
            loader=jinja2.PackageLoader("itogi.desk"),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.environment.globals.update(_=_, ngettext=i18n.ngettext, scaled=scaled)
        self.environment.filters.update(clock=self.clock, moment=self.moment, duration=duration, safe_html=_safe_markup)
        self.environment.filters["names"] = names
        self.environment.globals["marked"] = marked

    @property
    def zone(self) -> tzinfo:
        """The zone in which times are shown."""
        return self._zone()

    def clock(self, moment: datetime) -> str:
        """Time of day with seconds only where they are not nought."""
        local = moment.astimezone(self.zone)
        return local.strftime("%H:%M:%S" if local.second else "%H:%M")

    def moment(self, moment: datetime) -> str:
        """Date and time."""
        local = moment.astimezone(self.zone)
        return local.strftime("%d.%m.%Y %H:%M:%S")

    def render(self, template: str, *, status: int = 200, **context: Any) -> HTMLResponse:
        """The page as an answer."""
        return HTMLResponse(self.environment.get_template(template).render(**context), status_code=status)
