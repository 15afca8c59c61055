"""Times as boards write them, in Russian and English words and digits, and zones as they name them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

from engine.i18n import _
from scraper.errors import UnknownZoneError
from scraper.records import Precision

PLAIN = (len("2013-10-14T18:58:00+00:00"), len("2013-10-14 22:58:03"))
PLAIN_TIME = (len("22:58"), len("22:58:03"))
YEARS = (1980, 2200)
TIME = re.compile(r"(?<![\d:.])([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?(?![\d:])\s*(?:([ap])\.?m\b)?", re.IGNORECASE)
ISO = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[T ]([0-9]{2}):([0-9]{2})(?::([0-9]{2}))?(?:\.[0-9]+)?(Z|[+-][0-9]{2}:?[0-9]{2})"
)
YEAR_FIRST = re.compile(r"(?<!\d)([0-9]{4})([-./])([0-9]{1,2})\2([0-9]{1,2})(?!\d)")
NUMERIC = re.compile(r"(?<!\d)([0-9]{1,2})([-./])([0-9]{1,2})\2([0-9]{4}|[0-9]{2})(?![\d:])")
DAY_MONTH = re.compile(
    r"(?<!\d)([0-9]{1,2})(?:-?(?:е|го|st|nd|rd|th))?[\s.,-]+([^\W\d_]{3,9})[.,]*[\s-]+([0-9]{4})(?![\d:])",
    re.IGNORECASE,
)
MONTH_DAY = re.compile(r"([^\W\d_]{3,9})\.?\s+([0-9]{1,2})(?:st|nd|rd|th)?,?\s+([0-9]{4})(?![\d:])", re.IGNORECASE)
AGO = re.compile(r"(?:([0-9]{1,2})\s+|\b)(сек\w*|мин\w*|sec\w*|min\w*)\.?\s+(?:тому\s+)?(?:назад|ago)", re.IGNORECASE)
UNDER_A_MINUTE = re.compile(
    r"мен(?:ее|ьше)\s+(?:1\s+|одной\s+)?мин|less than (?:a|1|one) min|только что|just now|right now", re.IGNORECASE
)
DAY_WORDS = (("сегодня", 0), ("today", 0), ("вчера", 1), ("yesterday", 1))
MONTHS = {
    stem: number
    for number, stems in enumerate(
        ("янв jan", "фев feb", "мар mar", "апр apr", "май мая may", "июн jun",
         "июл jul", "авг aug", "сен sep", "окт oct", "ноя nov", "дек dec"), 1)
    for stem in stems.split()
}  # fmt: skip
OFFSET = re.compile(r"(?:UTC|GMT|МСК)?\s*(?:([+−–-])\s*([0-9]{1,2})(?:[:.]?([0-9]{2}))?)?", re.IGNORECASE)


class NoMomentError(ValueError):
    """A text that tells no moment; caught where the page and the field are known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """What a board's times are read against."""

    zone: tzinfo
    now: datetime | None
    """Moment of the page, aware; None: not known, and «Сегодня» cannot be read."""

    def local(self, naive: datetime) -> datetime:
        """A time of the board's zone, aware. Not by `replace`, which takes four times as long."""
        return datetime.combine(naive, naive.time(), self.zone)


def read_moment(text: str, clock: Clock) -> tuple[datetime, Precision]:
    """The moment that a text tells. Raises NoMomentError."""
    if len(text) in PLAIN and text[4:5] == "-":
        # What needs no search: a machine time, and the plain «2013-10-14 22:58:03» of the PunBB line.
        try:
            moment = datetime.fromisoformat(text)
        except ValueError:
            pass
        else:
            here = clock.local(moment) if moment.tzinfo is None else moment.astimezone(clock.zone)
            return here, Precision.SECOND
    if (plain := _plain_moment(text, clock)) is not None:
        return plain
    if "-" in text and (stamp := ISO.search(text)):
        return _iso(stamp).astimezone(clock.zone), Precision.SECOND if stamp[6] else Precision.MINUTE
    naive, precision = read_local(text, clock)
    return clock.local(naive), precision


def _plain_moment(text: str, clock: Clock) -> tuple[datetime, Precision] | None:
    """The moment of the commonest forms, a day and after it a time: «14 окт 2013, 22:58», «Вчера 22:58:03». A shortcut,
    for such is read for every post; what is not quite so is None.
    """
    words, _space, shown = text.rpartition(" ")
    if len(shown) not in PLAIN_TIME or shown[-3] != ":" or ":" in words:
        return None
    try:
        at = time.fromisoformat(shown)
        day = _date(words) or _day_word(words.lower(), clock, at.hour, at.minute)
        moment = datetime.combine(date(*day), at, clock.zone)
    except (ValueError, OverflowError):
        return None
    if not YEARS[0] <= moment.year <= YEARS[1]:
        return None
    return moment, Precision.SECOND if len(shown) == PLAIN_TIME[1] else Precision.MINUTE


def read_local(text: str, clock: Clock | None = None) -> tuple[datetime, Precision]:
    """The same in the board's local time, without a zone; words like «Сегодня» need the clock."""
    shown = TIME.search(text)
    if shown is None:
        return _relative(text, clock)
    hour, minute, second = int(shown[1]), int(shown[2]), int(shown[3] or 0)
    half = (shown[4] or "").lower()
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    try:
        year, month, day = (
            _date(text[: shown.start()], bool(half))
            or (_date(text, bool(half)) if text[shown.end() :] else None)
            or _day_word(text.lower(), clock, hour, minute)
        )
        if not YEARS[0] <= year <= YEARS[1]:
            raise NoMomentError(text)
        moment = datetime(year, month, day, hour, minute, second)  # noqa: DTZ001 - local by design
    except NoMomentError:
        raise
    except (ValueError, OverflowError) as fault:
        raise NoMomentError(text) from fault
    return moment, Precision.SECOND if shown[3] else Precision.MINUTE


def read_unix(digits: str, zone: tzinfo) -> datetime:
    """The moment of a unix time in seconds. Raises NoMomentError."""
    if not re.fullmatch(r"[0-9]{9,10}", digits.strip()):
        raise NoMomentError(digits)
    return datetime.fromtimestamp(int(digits), zone)


def _iso(stamp: re.Match[str]) -> datetime:
    try:
        return datetime.fromisoformat(
            f"{stamp[1]}-{stamp[2]}-{stamp[3]}T{stamp[4]}:{stamp[5]}:{stamp[6] or '00'}{stamp[7]}"
        )
    except ValueError as fault:
        raise NoMomentError(stamp[0]) from fault


def _relative(text: str, clock: Clock | None) -> tuple[datetime, Precision]:
    """«4 минуты назад», «менее минуты назад». Hours and days ago tell no minute: NoMomentError."""
    if UNDER_A_MINUTE.search(text):
        return _ago(clock, timedelta(0))
    ago = AGO.search(text)
    if ago is None:
        raise NoMomentError(text)
    count = int(ago[1] or 1)
    return _ago(clock, timedelta(seconds=count) if ago[2][0].lower() in "сs" else timedelta(minutes=count))


def _ago(clock: Clock | None, delta: timedelta) -> tuple[datetime, Precision]:
    if clock is None or clock.now is None:
        raise NoMomentError("now")
    moment = (clock.now - delta).astimezone(clock.zone).replace(tzinfo=None)
    return moment.replace(second=0, microsecond=0), Precision.MINUTE


@lru_cache(maxsize=512)
def _date(text: str, american: bool = False) -> tuple[int, int, int] | None:  # noqa: FBT001, FBT002 - a key of the cache
    """Year, month and day; cached, for the posts of a page share their days."""
    if found := YEAR_FIRST.search(text):
        return int(found[1]), int(found[3]), int(found[4])
    if found := NUMERIC.search(text):
        first, second, year = int(found[1]), int(found[3]), int(found[4])
        # Dots are never American; otherwise a clock of twelve hours tells the month to come first.
        month_first = second > 12 or (american and found[2] != "." and first <= 12)
        month, day = (first, second) if month_first else (second, first)
        return year + (2000 if year < 100 else 0), month, day
    for found in DAY_MONTH.finditer(text):
        if month := MONTHS.get(found[2][:3].lower(), 0):
            return int(found[3]), month, int(found[1])
    for found in MONTH_DAY.finditer(text):
        if month := MONTHS.get(found[1][:3].lower(), 0):
            return int(found[3]), month, int(found[2])
    return None


@lru_cache(maxsize=16)
def _here(now: datetime, zone: tzinfo) -> datetime:
    """A moment in a zone; cached, for the posts of a page are read against one."""
    return now.astimezone(zone)


def _day_word(lowered: str, clock: Clock | None, hour: int, minute: int) -> tuple[int, int, int]:
    for word, back in DAY_WORDS:
        if word in lowered:
            if clock is None or clock.now is None:
                raise NoMomentError("now")
            now = _here(clock.now, clock.zone)
            day = now.date() - timedelta(days=back)
            # Fetched at 00:00 by our clock, shown at 23:59 by the board's: «Сегодня» is still its day, not ours.
            if back == 0 and (hour * 60 + minute) - (now.hour * 60 + now.minute) > 23 * 60:
                day -= timedelta(days=1)
            return day.year, day.month, day.day
    raise NoMomentError(lowered)


@lru_cache(maxsize=64)
def zone_named(name: str) -> tzinfo:
    """The zone of an IANA name (`Europe/Moscow`) or an offset (`UTC+3`, `GMT+03:00`, `+3`).

    Raises UnknownZoneError.
    """
    plain = name.strip()
    if plain and (found := OFFSET.fullmatch(plain)):
        minutes = int(found[2] or 0) * 60 + int(found[3] or 0)
        if minutes <= 14 * 60:
            return timezone(timedelta(minutes=-minutes if found[1] in ("-", "−", "–") else minutes))
    try:
        return ZoneInfo(plain)
    except (ValueError, OSError, KeyError) as fault:
        message = _("No such time zone: {zone}. Write it as Europe/Moscow or UTC+3.").format(zone=name)
        raise UnknownZoneError(message) from fault


@lru_cache(maxsize=64)
def zone_known(name: str) -> str | None:
    """The IANA name that a page shows, perhaps with spaces («America/New York»); None when it is none."""
    plain = "_".join(name.split())
    try:
        zone_named(plain)
    except UnknownZoneError:
        return None
    return plain


def zone_label(zone: tzinfo, at: datetime | None = None) -> str:
    """`Europe/Moscow`, or `UTC+03:00` for a fixed offset."""
    if isinstance(zone, ZoneInfo):
        return zone.key
    offset = zone.utcoffset(at) or timedelta(0)
    minutes = round(offset.total_seconds() / 60)
    sign = "-" if minutes < 0 else "+"
    return f"UTC{sign}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


def fixed_zone(zone: tzinfo, at: datetime | None) -> tzinfo:
    """The offset that a zone has at `at`, for all times: how boards without a zone database reckon."""
    return timezone((at or datetime(2026, 1, 15, tzinfo=UTC)).astimezone(zone).utcoffset() or timedelta(0))


def zone_by_clocks(local: datetime, moment: datetime) -> tzinfo | None:
    """The offset between a board's local clock and a moment of the same instant; None where they do not agree
    to a quarter of an hour.
    """
    minutes = (local - moment.astimezone(UTC).replace(tzinfo=None)).total_seconds() / 60
    quarters = round(minutes / 15)
    if abs(minutes - quarters * 15) > 3 or abs(quarters) > 14 * 4:
        return None
    return timezone(timedelta(minutes=quarters * 15))
