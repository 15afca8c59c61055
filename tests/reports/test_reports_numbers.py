"""Numbers to look at, and tables that no spreadsheet runs."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from engine.play import Playthrough, play
from engine.records import Cast, Colour, DayInput, GameSetup, Player, Role
from engine.results import DayResult
from reports import exports
from reports.charts import activity_svg, timeline_svg, wagon_svg
from reports.numbers import (
    Timeline,
    activity,
    activity_sheet,
    leader_changes,
    timeline,
    timeline_sheet,
    wagon_sheet,
    wagons,
)
from reports.public import public_roster
from reports.records import Stamp
from reports.sheet import plain
from reports.worksheet import day_worksheet

NAMES = ("Вера", "Гнев", "Азарт", '<b>"Кот"</b> & \x00\x1b[31m]]>')
PLAYERS = tuple(Player(name=name, role=Role.DOCTOR if name == "Гнев" else Role.CITIZEN) for name in NAMES)
START = datetime(2013, 10, 14, 20, 0, tzinfo=UTC)
BALLOTS = (
    ("Вера", "Азарт", Colour.RED),
    ("Гнев", "Азарт", Colour.BLUE),
    ("Азарт", "Вера", Colour.RED),
    (NAMES[3], "Вера", Colour.RED),
    ("Вера", NAMES[3], Colour.RED),
    ("Гнев", NAMES[3], Colour.RED),
    ("Азарт", NAMES[3], Colour.RED),
)
SVG = "{http://www.w3.org/2000/svg}"


def day(number: int = 1, *, timed: bool = True) -> tuple[DayResult, tuple[Cast, ...]]:
    casts = tuple(
        Cast(by=by, target=target, colour=colour, at=START + timedelta(minutes=minute) if timed else None)
        for minute, (by, target, colour) in enumerate(BALLOTS)
    )
    result = play(GameSetup(players=PLAYERS, seed="x"), [DayInput(day=number, casts=casts)]).results[0]
    assert isinstance(result, DayResult)
    return result, casts


@pytest.mark.parametrize("timed", [True, False])
def test_the_timeline_tells_who_led_when(timed: bool) -> None:
    result, casts = day(timed=timed)
    shown = timeline(result, PLAYERS, casts=casts)
    cat = NAMES[3]
    expected = [("Азарт",), (), ("Вера",), ("Вера",), ("Вера",), ("Вера", cat), (cat,)]
    # Гнев takes his defence of Азарт away with the sixth ballot, who then has nothing.
    assert [step.leaders for step in shown.steps] == expected
    assert leader_changes(shown)[0].voter == "Вера"
    assert dict(shown.steps[-1].scores) == {"Азарт": 0, "Вера": 1, NAMES[3]: 3}


def test_the_timeline_by_times_equals_the_one_by_casting() -> None:
    result, casts = day()
    assert timeline(result, PLAYERS) == timeline(result, PLAYERS, casts=casts)


def test_the_gm_may_weigh_the_timeline() -> None:
    result, casts = day()
    shown = timeline(result, PLAYERS, casts=casts, value=lambda cast: -3 if cast.colour is Colour.BLUE else 1)
    assert dict(shown.steps[1].scores)["Азарт"] == -2


def test_the_wagon_table(document_game: Playthrough) -> None:
    results = [result for result in document_game.results if isinstance(result, DayResult)]
    shown = wagons(results, document_game.setup.players)
    assert shown.days == (1, 2, 3)
    rows = dict(shown.rows)
    assert [cast and cast.target for cast in rows["Гнев"]] == ["Кротость", "Нефилим", "Азарт"]
    assert [cast and cast.target for cast in rows["Кротость"]] == [None, None, None]
    assert "Гнев" in plain(wagon_sheet(shown))


def test_activity_counts_messages_by_hour() -> None:
    stamps = [Stamp(player="Вера", at=START), Stamp(player="Вера", at=START), Stamp(player="никто", at=START)]
    rows = dict(activity(stamps, PLAYERS).rows)
    assert rows["Вера"][20] == 2
    assert sum(map(sum, rows.values())) == 2
    assert "Сообщения по игрокам и часам" in plain(activity_sheet(activity(stamps, PLAYERS)))


def test_who_led_when_in_words() -> None:
    result, casts = day()
    text = plain(timeline_sheet(timeline(result, PLAYERS, casts=casts)))
    assert "14.10 20:00" in text
    assert "Вера → Азарт" in text


def pictures() -> list[str]:
    result, casts = day()
    stamps = [Stamp(player=name, at=START + timedelta(hours=hour)) for hour, name in enumerate(NAMES)]
    return [
        timeline_svg(timeline(result, PLAYERS, casts=casts)),
        timeline_svg(Timeline(day=1, steps=())),
        wagon_svg(wagons([result], PLAYERS)),
        wagon_svg(wagons([], PLAYERS)),
        activity_svg(activity(stamps, PLAYERS)),
        activity_svg(activity([], ())),
    ]


@pytest.mark.parametrize("number", range(6))
def test_pictures_are_accessible_and_hold_names_as_text(number: int) -> None:
    """P4 in SVG: well-formed, titled, described, without scripts, styles or links."""
    picture = etree.fromstring(pictures()[number].encode())
    assert picture.tag == SVG + "svg"
    assert picture.get("role") == "img"
    named = picture.get("aria-labelledby").split()
    assert [picture.xpath(f"string(//*[@id='{name}'])") != "" for name in named] == [True, True]
    tags = {element.tag.removeprefix(SVG) for element in picture.iter()}
    assert tags <= {"svg", "title", "desc", "rect", "text", "line", "polyline", "g"}
    assert not any(name.lower().startswith("on") or name == "style" for el in picture.iter() for name in el.attrib)
    width, height = (float(value) for value in picture.get("viewBox").split()[2:])
    for text in picture.iter(SVG + "text"):
        assert 0 <= float(text.get("x")) <= width
        assert 0 <= float(text.get("y")) <= height


def test_a_picture_shows_the_odd_name() -> None:
    assert "&lt;b&gt;&#34;Кот&#34;&lt;/b&gt; &amp; [31m]]&gt;" in pictures()[0]


DANGEROUS = [
    *("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "＝1", "=cmd|' /C calc'!A0", "-Кот-"),
    *("\u200b=1", "\ufeff=1", "\x00=1", "\x1b=1", "\u202e=1", "﹦1", "\xad+1"),
]


@pytest.mark.parametrize("text", DANGEROUS)
def test_no_cell_of_a_csv_begins_a_formula(text: str) -> None:
    grid = exports.Grid(columns=("=name", "score"), rows=((text, -3),))
    header, row = list(csv.reader(io.StringIO(exports.as_csv(grid), newline="")))
    assert header[0] == "'=name"
    assert row == ["'" + text, "-3"]


@given(st.lists(st.one_of(st.text(), st.sampled_from(DANGEROUS)), min_size=2, max_size=2))
def test_csv_keeps_every_text_and_runs_none(texts: list[str]) -> None:
    texts = [text.replace("\x00", "") for text in texts]
    grid = exports.Grid(columns=("a", "b"), rows=(tuple(texts),))
    rows = list(csv.reader(io.StringIO(exports.as_csv(grid), newline="")))
    for text, cell in zip(texts, rows[1], strict=True):
        assert cell in (text, "'" + text)
        assert not cell.lstrip().startswith(("=", "+", "-", "@", "＝", "＋", "－", "＠"))
        assert not cell.startswith(("\t", "\r", "\n"))


@given(st.text(), st.one_of(st.none(), st.integers(), st.booleans(), st.text()))
def test_json_keeps_every_value(name: str, value: exports.Value) -> None:
    grid = exports.Grid(columns=("name", "value"), rows=((name, value),))
    assert json.loads(exports.as_json(grid)) == [{"name": name, "value": value}]


def test_public_ballots_have_no_weights_and_all_ballots_have() -> None:
    result, casts = day()
    public = exports.public_ballots(result, PLAYERS)
    assert "weight" not in public.columns
    assert [row[1] for row in public.rows] == list(NAMES)
    everything = exports.all_ballots(day_worksheet(result, PLAYERS, casts=casts))
    assert len(everything.rows) == len(BALLOTS)
    assert {row[everything.columns.index("weight")] for row in everything.rows} == {1, None}
    scores = exports.all_scores(day_worksheet(result, PLAYERS, casts=casts))
    assert scores.rows[0][1:] == (NAMES[3], 3, 0)


def test_other_tables_have_a_row_for_everything(document_game: Playthrough) -> None:
    players = document_game.setup.players
    days = [result for result in document_game.results if isinstance(result, DayResult)]
    assert len(exports.wagon_grid(wagons(days, players)).rows) == 9 + 8 + 5
    assert len(exports.timeline_grid(timeline(days[0], players)).rows) >= 9
    assert len(exports.activity_grid(activity([], players)).rows) == 12
    roster = exports.roster_grid(public_roster(document_game.results, players))
    assert roster.rows[0] == (1, "Зависть", "killed", "night", 3, None)
    assert roster.rows[6] == (7, "Вера", None, None, None, None)
