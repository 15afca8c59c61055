"""Times and zones as boards write them (issue 5, point 1; V3: how fine a time is decides about the deadline)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scraper.dates import (
    Clock,
    NoMomentError,
    fixed_zone,
    read_local,
    read_moment,
    read_unix,
    zone_by_clocks,
    zone_label,
    zone_named,
)
from scraper.errors import UnknownZoneError
from scraper.records import Precision

MOSCOW = ZoneInfo("Europe/Moscow")
NOW = datetime(2026, 11, 30, 20, 21, 40, tzinfo=MOSCOW)
naive = datetime.fromisoformat
CLOCK = Clock(zone=MOSCOW, now=NOW)
MONTHS = [
    "января",
    "февраля",
    "марта",
    "апреля",
    "мая",
    "июня",
    "июля",
    "августа",
    "сентября",
    "октября",
    "ноября",
    "декабря",
]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("15 окт 2013, 01:10", "2013-10-15T01:10"),
        ("15 окт 2013 01:10", "2013-10-15T01:10"),
        ("14 октября 2013, 22:58", "2013-10-14T22:58"),
        ("Февраль 14, 2012, 12:10:49", "2012-02-14T12:10:49"),
        ("Mon Oct 14, 2013 9:58 pm", "2013-10-14T21:58"),
        ("14 May 2013, 12:05 AM", "2013-05-14T00:05"),
        ("12 мая 2013, 12:05", "2013-05-12T12:05"),
        ("12 мар 2013, 12:05", "2013-03-12T12:05"),
        ("15.10.2013, 00:10", "2013-10-15T00:10"),
        ("15.10.13, 00:10", "2013-10-15T00:10"),
        ("10-15-2013, 09:58 PM", "2013-10-15T21:58"),
        ("10-11-2013, 09:58 PM", "2013-10-11T21:58"),
        ("11-10-2013, 21:58", "2013-10-11T21:58"),
        ("10/31/2013 21:58", "2013-10-31T21:58"),
        ("2013-10-15 00:10:25", "2013-10-15T00:10:25"),
        ("2013-10-15 00:10", "2013-10-15T00:10"),
        ("2013.10.15 00:10", "2013-10-15T00:10"),
        ("Понедельник, 14.10.2013, 21:58", "2013-10-14T21:58"),
        ("Сегодня, 08:01", "2026-11-30T08:01"),
        ("Сегодня в 20:19", "2026-11-30T20:19"),
        ("Сегодня 20:13:11", "2026-11-30T20:13:11"),
        ("Вчера, 09:05", "2026-11-29T09:05"),
        ("Вчера 09:41:30", "2026-11-29T09:41:30"),
        ("Today at 08:15:02 pm", "2026-11-30T20:15:02"),
        ("Yesterday, 12:05 AM", "2026-11-29T00:05"),
        ("4 минуты назад", "2026-11-30T20:17"),
        ("минуту назад", "2026-11-30T20:20"),
        ("21 минуту назад", "2026-11-30T20:00"),
        ("менее минуты назад", "2026-11-30T20:21"),
        ("менее 1 минуты назад", "2026-11-30T20:21"),
        ("только что", "2026-11-30T20:21"),
        ("1 minute ago", "2026-11-30T20:20"),
        ("less than a minute ago", "2026-11-30T20:21"),
        ("40 секунд назад", "2026-11-30T20:21"),
        ("» 15 окт 2013, 01:10 ", "2013-10-15T01:10"),
    ],
)
def test_words_and_digits(text: str, told: str) -> None:
    moment, precision = read_moment(text, CLOCK)
    assert moment == datetime.fromisoformat(told).replace(tzinfo=MOSCOW)
    assert precision is (Precision.SECOND if told.count(":") == 2 else Precision.MINUTE)


@pytest.mark.parametrize(
    "text",
    ["", "когда-то", "11 часов назад", "2 дня назад", ", 09:26", "14 окт 2013", "31.02.2013, 10:00",
     "15 окт 2013, 25:00",
     "Среда, 21:58", "окт 2013, 21:58", "99999999999", "10:00"],
)  # fmt: skip
def test_what_tells_no_minute_is_refused(text: str) -> None:
    """«11 часов назад» may be off by an hour: that is no time of a vote."""
    with pytest.raises(NoMomentError):
        read_moment(text, CLOCK)


def test_day_words_need_a_clock() -> None:
    for text in ("Сегодня, 08:01", "5 минут назад"):
        with pytest.raises(NoMomentError, match="now"):
            read_moment(text, Clock(zone=MOSCOW, now=None))


def test_today_before_midnight_by_the_board_is_not_tomorrow_by_ours() -> None:
    """The board's clock is behind ours by a minute: 23:59 «Сегодня» is the day that has just ended."""
    clock = Clock(zone=MOSCOW, now=datetime(2026, 12, 1, 0, 0, 20, tzinfo=MOSCOW))
    assert read_moment("Сегодня, 23:59", clock)[0].day == 30


def test_machine_times_go_before_words() -> None:
    moment, precision = read_moment("2013-10-14T21:10:25+00:00", CLOCK)
    assert moment == datetime(2013, 10, 14, 21, 10, 25, tzinfo=UTC)
    assert moment.utcoffset() == timedelta(hours=4), "Moscow of 2013"
    assert precision is Precision.SECOND
    assert read_moment("2013-10-14T18:58Z", CLOCK)[0] == datetime(2013, 10, 14, 18, 58, tzinfo=UTC)


def test_zones_that_changed_by_law() -> None:
    """Moscow was UTC+4 from 2011 to October 2014: only boards with a zone database know."""
    assert CLOCK.local(naive("2013-10-14T22:58")).astimezone(UTC).hour == 18
    fixed = fixed_zone(MOSCOW, NOW)
    assert datetime(2013, 10, 14, 21, 58, tzinfo=fixed).astimezone(UTC).hour == 18
    assert fixed_zone(MOSCOW, None).utcoffset(None) == timedelta(hours=3)
    assert fixed_zone(MOSCOW, datetime(2013, 10, 14, tzinfo=UTC)).utcoffset(None) == timedelta(hours=4)


@pytest.mark.parametrize(
    ("name", "label"),
    [("Europe/Moscow", "Europe/Moscow"), ("UTC+3", "UTC+03:00"), ("UTC+03:00", "UTC+03:00"), ("GMT-5", "UTC-05:00"),
     ("UTC", "UTC+00:00"), ("+5:30", "UTC+05:30"), (" UTC + 3 ", "UTC+03:00"), ("UTC−4", "UTC-04:00")],
)  # fmt: skip
def test_names_of_zones(name: str, label: str) -> None:
    assert zone_label(zone_named(name)) == label


@pytest.mark.parametrize(
    "name", ["", "Mars/Olympus", "UTC+99", "../etc/passwd", "Москва", "UTC+3x", "\0", "/etc/localtime"]
)
def test_what_is_no_zone(name: str) -> None:
    with pytest.raises(UnknownZoneError):
        zone_named(name)


def test_offset_of_two_clocks() -> None:
    moment = datetime(2026, 11, 30, 17, 21, 44, tzinfo=UTC)
    told = zone_by_clocks(naive("2026-11-30T20:21"), moment)
    assert told == timezone(timedelta(hours=3))
    assert zone_by_clocks(naive("2026-11-30T20:28"), moment) is None, "no offset is 3:07"
    assert zone_by_clocks(naive("2026-12-05T20:21"), moment) is None, "a page of another day"


def test_unix_times() -> None:
    assert read_unix("1381777080", UTC) == datetime(2013, 10, 14, 18, 58, tzinfo=UTC)
    for bad in ("", "12", "13817770801381777080", "-1381777080", "1e9", "١٣٨١٧٧٧٠٨٠"):
        with pytest.raises(NoMomentError):
            read_unix(bad, UTC)


@settings(deadline=None)
@given(st.datetimes(min_value=naive("1995-01-01"), max_value=naive("2100-01-01")))
def test_what_boards_print_is_read_back(moment: datetime) -> None:
    minute = moment.replace(second=0, microsecond=0)
    second = moment.replace(microsecond=0)
    assert read_local(f"{moment.day} {MONTHS[moment.month - 1]} {moment.year}, {moment:%H:%M}")[0] == minute
    assert read_local(f"{moment.day} {MONTHS[moment.month - 1][:3]} {moment.year}, {moment:%H:%M}")[0] == minute
    assert read_local(f"{moment:%d.%m.%Y, %H:%M}")[0] == minute
    assert read_local(f"{moment:%m-%d-%Y, %I:%M %p}")[0] == minute
    assert read_local(f"{second:%Y-%m-%d %H:%M:%S}")[0] == second


@settings(deadline=None)
@given(st.text(max_size=60))
def test_no_text_breaks_the_reader(text: str) -> None:
    try:
        moment, _precision = read_moment(text, CLOCK)
    except NoMomentError:
        return
    assert moment.tzinfo is not None
