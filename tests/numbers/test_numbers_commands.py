"""7.7: timeline, wagons and activity in the terminal and as SVG; exports that no spreadsheet runs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from app_bench import GM, Bench, at, blue, red
from app_command import Run, runner

from engine.events import OrderGiven, RolesDealt
from engine.records import Deed, Order, Role
from itogi.config import PlayerEntry, TopicKind
from itogi.numbers import Exported

NAMES = ("Вася", "Петя", "Аня", "Оля", "=1+1|A0")
ROLES = {
    "Вася": Role.BOSS,
    "Петя": Role.PROSECUTOR,
    "Аня": Role.DOCTOR,
    "Оля": Role.CITIZEN,
    "=1+1|A0": Role.CITIZEN,
}


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    """Вася, the boss, lost his vote silently (N5); Петя's red weighs two, Аня's blue three."""
    made = Bench.on_disk(tmp_path / "game", players=tuple(PlayerEntry(name=name) for name in NAMES))
    made.say(RolesDealt(roles=tuple(ROLES.items())), "0 12:00")
    order = Order(by="Вася", do=Deed.KILL_AND_INTIMIDATE, targets=("Оля", "=1+1|A0"), sent_at=at("0 20:00"))
    made.say(OrderGiven(night=1, order=order), "0 20:00")
    heal = Order(by="Аня", do=Deed.HEAL, targets=("Оля",), sent_at=at("0 20:00"))
    made.say(OrderGiven(night=1, order=heal), "0 20:00")
    made.post(GM, "Итоги 1 ночи:<br>Сегодня =1+1|A0 лишён возможности голосовать.", "0 22:20")
    made.post("Вася", red("Оля"), "1 10:00")
    made.post("Петя", red("Аня"), "1 11:00")
    made.post("Аня", blue("Оля"), "1 12:00")
    made.post("Оля", red("Аня"), "1 13:00")
    made.post("Оля", "Всем привет.", "1 13:05", kind=TopicKind.GAME)
    made.poll("1 21:54")
    yield made
    made.store.close()


@pytest.fixture
def run(bench: Bench, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(bench.game.folder, monkeypatch, capsys)


@pytest.mark.parametrize("what", ["timeline", "wagons", "activity"])
def test_charts_fit_the_terminal_and_tell_no_weight(what: str, run: Run) -> None:
    """P2: scores are those that everybody in the topic can count."""
    shown = run("chart", what)
    assert shown.status == 0
    assert all(len(line.rstrip()) <= 80 for line in shown.out.splitlines())
    assert "Оля" in shown.out
    if what == "timeline":
        rows = [line.split("│") for line in shown.out.splitlines() if line.startswith("│")]
        assert [(row[2].strip(), row[3].strip()) for row in rows] == [("Оля", "1"), ("Оля, Аня", "1"), ("Аня", "1")]


@pytest.mark.parametrize("what", ["timeline", "wagons", "activity"])
def test_charts_are_written_as_pictures(what: str, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "picture.svg"
    assert run("chart", what, "--svg", str(file)).status == 0
    root = ET.fromstring(file.read_text(encoding="utf-8"))
    assert root.tag.endswith("svg")
    assert [child.tag.rpartition("}")[2] for child in root][:2] == ["title", "desc"]


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_votes_are_exported_as_the_players_see_them(run: Run) -> None:
    """The silent boss's vote stands there like any other (N5, P2); no weights."""
    found = rows(run("export", "votes", "--day", "1").out)
    assert [(row["by"], row["for"], row["colour"]) for row in found] == [
        ("Вася", "Оля", "red"),
        ("Петя", "Аня", "red"),
        ("Аня", "Оля", "blue"),
        ("Оля", "Аня", "red"),
    ]
    assert set(found[0]) == {"day", "by", "for", "colour", "at"}
    assert found[0]["at"] == "2013-10-15T10:00:00+04:00"


def test_tables_for_the_gm_say_so(run: Run) -> None:
    ballots = run("export", "ballots")
    assert "Только для ведущего" in ballots.err
    weights = {row["by"]: row["weight"] or row["rule"] for row in rows(ballots.out)}
    assert weights == {"Вася": "V13", "Петя": "2", "Аня": "3", "Оля": "1"}
    assert "Только для ведущего" in run("export", "scores").err
    for table in ("votes", "timeline", "wagons", "activity", "roster"):
        assert not run("export", table).err


@pytest.mark.parametrize("table", [table.value for table in Exported])
def test_no_cell_is_a_formula_and_json_holds_the_same_rows(table: str, run: Run, tmp_path: Path) -> None:
    """No formula injection: names and nicks come from players."""
    file = tmp_path / "table.csv"
    assert run("export", table, "--csv", "-o", str(file)).status == 0
    content = file.read_bytes()
    assert content.startswith(b"\xef\xbb\xbf"), "Excel reads it as UTF-8"
    text = content.decode("utf-8-sig")
    cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
    assert not [cell for cell in cells if cell[:1] in ("=", "+", "@") or (cell[:1] == "-" and not cell[1:].isdigit())]
    assert len(rows(text)) == len(json.loads(run("export", table, "--json").out))


@pytest.mark.parametrize(
    ("arguments", "now", "says"),
    [
        (("chart", "timeline", "--svg", "/nowhere/at/all.svg"), "1 21:55", "/nowhere/at/all.svg"),
        (("chart", "timeline", "--day", "7"), "1 21:55", "7"),
        (("chart", "wagons"), "0 12:00", "суд"),
        (("export", "activity", "--day", "1"), "1 21:55", "--day"),
        (("export", "votes", "-o", "/nowhere/votes.csv"), "1 21:55", "/nowhere/votes.csv"),
    ],
)
def test_what_cannot_be_shown_is_told_in_one_line(arguments: tuple[str, ...], now: str, says: str, run: Run) -> None:
    done = run(*arguments, now=now)
    assert done.status == 2
    assert says in done.line


def test_the_roster_holds_what_is_public_only(bench: Bench, run: Run) -> None:
    """P2: neither closed roles, nor the outcome of a night that still runs."""
    kill = Order(by="Вася", do=Deed.KILL, targets=("Оля",), sent_at=at("1 22:10"))
    bench.say(OrderGiven(night=2, order=kill), "1 22:10")
    found = {row["player"].lstrip("'"): row for row in rows(run("export", "roster", now="1 22:20").out)}
    assert found["Оля"]["fate"] == ""
    assert {row["role"] for row in found.values()} == {""}


def test_a_past_moment_is_counted_as_of_then(run: Run) -> None:
    found = rows(run("export", "votes", "--at", "11:30").out)
    assert [row["by"] for row in found] == ["Вася", "Петя"]
