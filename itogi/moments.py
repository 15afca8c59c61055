"""Moments as a GM writes and reads them, in the zone of the game."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta, tzinfo

from engine.i18n import N_, _
from itogi.config import time_of
from itogi.errors import NotYetError

WEEKDAYS = (N_("Mon"), N_("Tue"), N_("Wed"), N_("Thu"), N_("Fri"), N_("Sat"), N_("Sun"))

_DATE_TIME = re.compile(r"(?:(\d{4})-(\d\d?)-(\d\d?)|(\d\d?)\.(\d\d?)(?:\.(\d{4}))?)[ T,]+(\d\d?:\d\d(?::\d\d)?)")


def moment_of(text: str, zone: tzinfo, now: datetime, *, future: bool = False) -> datetime:
    """The moment that `text` means: `22:00`, `14.10 22:00`, `2013-10-14 22:00`, or ISO with an offset.

    A bare time of day is the last such moment, or with `future` the next one; a date without a year likewise takes
    the year that fits. Raises NotYetError (an InputError) when it is none of these.
    """
    written = text.strip()
    local = now.astimezone(zone)
    try:
        if found := _DATE_TIME.fullmatch(written):
            year, month, day, day2, month2, year2, clock = found.groups()
            if year:
                return datetime.combine(date(int(year), int(month), int(day)), time_of(clock), zone)
            years = [int(year2)] if year2 else [local.year - 1, local.year, local.year + 1]
            moments = [datetime.combine(date(y, int(month2), int(day2)), time_of(clock), zone) for y in years]
            return moments[0] if year2 else _nearest(moments, now, future=future)
        if re.fullmatch(r"\d\d?:\d\d(:\d\d)?", written):
            days = [local.date() + timedelta(days=shift) for shift in (-1, 0, 1)]
            return _nearest([datetime.combine(day, time_of(written), zone) for day in days], now, future=future)
        moment = datetime.fromisoformat(written)
    except ValueError:
        raise NotYetError(
            _("`{text}` is no moment; write, for example, 22:00, 14.10 22:00 or 2013-10-14 22:00.").format(text=text)
        ) from None
    return moment if moment.tzinfo else moment.replace(tzinfo=zone)


def _nearest(moments: list[datetime], now: datetime, *, future: bool) -> datetime:
    if future:
        return min((moment for moment in moments if moment > now), default=moments[-1])
    return max((moment for moment in moments if moment <= now), default=moments[0])


def shown(moment: datetime, zone: tzinfo, *, seconds: bool = False) -> str:
    """`Mon 14.10 22:00`, in the game's zone."""
    local = moment.astimezone(zone)
    clock = local.strftime("%H:%M:%S" if seconds else "%H:%M")
    return f"{_(WEEKDAYS[local.weekday()])} {local:%d.%m} {clock}"


def clock(moment: datetime, zone: tzinfo) -> str:
    """`22:00`, in the game's zone."""
    return moment.astimezone(zone).strftime("%H:%M")


def span(length: timedelta) -> str:
    """`1 h 05 min`, `4 min`, `30 s`, `2 d 3 h`."""
    seconds = int(length.total_seconds())
    days, hours, minutes = seconds // 86400, seconds // 3600 % 24, seconds // 60 % 60
    if days:
        return _("{days} d {hours} h").format(days=days, hours=hours)
    if hours:
        return _("{hours} h {minutes:02} min").format(hours=hours, minutes=minutes)
    if minutes:
        return _("{minutes} min").format(minutes=minutes)
    return _("{seconds} s").format(seconds=seconds)
