"""Moments as a GM writes and reads them, in the zone of the game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import date, datetime, time, timedelta, tzinfo

from engine.i18n import N_, _
from itogi.config import time_of
from itogi.errors import NotYetError

WEEKDAYS = (N_("Mon"), N_("Tue"), N_("Wed"), N_("Thu"), N_("Fri"), N_("Sat"), N_("Sun"))

_CLOCK = r"\d\d?[:.]\d\d(?:[:.]\d\d)?"
_DAY = r"(?:(\d{4})-(\d\d?)-(\d\d?)|(\d\d?)\.(\d\d?)(?:\.(\d{4}|\d\d))?)"
_DATE = re.compile(_DAY)
_DATE_TIME = re.compile(rf"{_DAY}[ T,]+(?:в +)?({_CLOCK})")
_DAYS = {"позавчера": -2, "вчера": -1, "сегодня": 0, "завтра": 1, "послезавтра": 2}
_DAYS |= {"yesterday": -1, "today": 0, "tomorrow": 1}
_WORD_TIME = re.compile(rf"({'|'.join(_DAYS)})[ ,]+(?:(?:в|at) +)?({_CLOCK}|\d\d?)", re.IGNORECASE)


def moment_of(text: str, zone: tzinfo, now: datetime, *, future: bool = False, past: bool = False) -> datetime:
    """The moment that `text` means: `22:00`, `22.00`, `14.10 22:00`, `вчера 22:00`, `2013-10-14 22:00`, or ISO.

    A bare time of day is the last such moment, or with `future` the next one; a date without a year likewise takes
    the year that fits. `past`: it tells of what has happened, so that a moment to come is a slip of the pen.
    Raises NotYetError (an InputError) when it is none of these.
    """
    written = text.strip()
    if not written:
        raise NotYetError(_("Write the time, for example 22:00 or 14.10 22:00."))
    moment = _moment(written, zone, now, future=future)
    if past and (moment > now or (_is_clock(written) and now - moment > moment + timedelta(days=1) - now)):
        raise NotYetError(
            _("{time} has not come yet: it is {now}. For another day write the date too, like 14.10 22:00.").format(
                time=written, now=shown(now, zone)
            )
        )
    return moment


def date_of(text: str, today: date) -> date:
    """The day that `text` means: `24.11`, `24.11.2026`, `2026-11-24`, `завтра`. Without a year the nearest one.

    Raises NotYetError when it is none of these, or no day of the calendar.
    """
    written = text.strip()
    if (shift := _DAYS.get(written.casefold())) is not None:
        return today + timedelta(days=shift)
    found = _DATE.fullmatch(written)
    if not found:
        raise NotYetError(_("`{text}` is no date; write, for example, 24.11 or 2026-11-24.").format(text=text))
    return min(_days(found.groups(), written, today.year), key=lambda day: abs(day - today))


def _moment(written: str, zone: tzinfo, now: datetime, *, future: bool) -> datetime:
    local = now.astimezone(zone)
    if found := _DATE_TIME.fullmatch(written):
        *parts, clock = found.groups()
        moments = [datetime.combine(day, _time(clock), zone) for day in _days(parts, written, local.year)]
        return moments[0] if len(moments) == 1 else _nearest(moments, now, future=future)
    if found := _WORD_TIME.fullmatch(written):
        day = local.date() + timedelta(days=_DAYS[found[1].casefold()])
        return datetime.combine(day, _time(found[2] if len(found[2]) > 2 else f"{found[2]}:00"), zone)
    if _is_clock(written):
        days = [local.date() + timedelta(days=shift) for shift in (-1, 0, 1)]
        return _nearest([datetime.combine(day, _time(written), zone) for day in days], now, future=future)
    try:
        moment = datetime.fromisoformat(written)
    except ValueError:
        raise _no_moment(written) from None
    return moment if moment.tzinfo else moment.replace(tzinfo=zone)


def _is_clock(written: str) -> bool:
    """A bare time of day. `22.10` might be a day as well, so that only a colon makes it a time."""
    if not re.fullmatch(_CLOCK, written):
        return False
    hours, minutes, *_seconds = re.split("[:.]", written)
    if ":" not in written and 1 <= int(minutes) <= 12 and 1 <= int(hours) <= 31:
        raise NotYetError(
            _("`{text}`: is it a day or a time? Write the time with a colon, like 22:10, a day with its time.").format(
                text=written
            )
        )
    return True


def _time(written: str) -> time:
    try:
        return time_of(written.replace(".", ":"))
    except ValueError:
        raise _no_moment(written) from None


def _days(parts: Sequence[str | None], written: str, year: int) -> list[date]:
    """The days of the calendar that a match of `_DAY` may mean. Raises NotYetError when there is none."""
    long_year, month, day, day2, month2, year2 = parts
    if long_year:
        wanted = [(int(long_year), int(month or 0), int(day or 0))]
    else:
        years = [int(year2) + (2000 if len(year2) == 2 else 0)] if year2 else [year - 1, year, year + 1]
        wanted = [(one, int(month2 or 0), int(day2 or 0)) for one in years]
    found = []
    for numbers in wanted:
        with suppress(ValueError):
            found.append(date(*numbers))
    if not found:
        raise NotYetError(_("`{text}`: the calendar has no such day.").format(text=written))
    return found


def _no_moment(text: str) -> NotYetError:
    return NotYetError(
        _("`{text}` is no moment; write, for example, 22:00, 14.10 22:00 or 2013-10-14 22:00.").format(text=text)
    )


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
