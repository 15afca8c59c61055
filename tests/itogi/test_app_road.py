"""The whole road over HTTP: new → poll → roles → questions → answer → tally → draft, against the demo board."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from app_command import Run, runner

from itogi.demo.board import DemoBoard
from itogi.demo.game import DemoGame

DEMO = DemoGame()


@pytest.fixture(scope="module")
def board() -> Iterator[DemoBoard]:
    """The board on which the document's game has been played."""
    with DemoBoard(DEMO.forum()) as running:
        yield running


@pytest.fixture
def road(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs commands in an empty folder, long after the game."""
    run = runner(tmp_path, monkeypatch, capsys)
    return lambda *arguments, text="": run(*arguments, now="60 12:00", text=text)


def urls(board: DemoBoard) -> list[str]:
    return [board.topic_url(DEMO.topic_id(topic)) for topic in ("vote", "game", "signup")]


def test_from_the_topics_addresses_to_the_drafts(road: Run, board: DemoBoard, tmp_path: Path) -> None:
    vote, game, signup = urls(board)
    made = road(
        *("new", vote, "--yes", "--first-date", DEMO.first_date.isoformat(), "--zone", "Europe/Moscow"),
        *(part for player in DEMO.players for part in ("--player", f"{player.name}={player.accounts[1]}")),
    )
    assert made.status == 0, made.err
    path = tmp_path / "game.toml"
    text = path.read_text(encoding="utf-8")
    assert 'engine = "mybbru"' in text
    assert f'moderators = ["{DEMO.moderator}"]' in text
    path.write_text(
        text.replace("pause_seconds = 1.0", "pause_seconds = 0.0")
        + "".join(
            f'\n[[topics]]\nurl = "{url}"\nkind = "{kind}"\n' for url, kind in ((game, "game"), (signup, "signup"))
        ),
        encoding="utf-8",
    )

    for unread in (("tally", "--day", "1"), ("draft", "day", "1")):
        assert "itogi poll" in road(*unread).line, "nothing is counted before it was read"

    polled = road("poll", "--json")
    assert polled.status == 0, polled.err
    assert sum(len(topic["new"]) for topic in json.loads(polled.out)["topics"]) == len(DEMO.lines) - sum(
        line.removed_at is not None for line in DEMO.lines
    )
    again = json.loads(road("poll", "--json").out)
    assert sum(len(topic["new"]) for topic in again["topics"]) == 0

    roles = "\n".join(f"{player.name} - {player.role}" for player in DEMO.players)
    assert road("roles", "-", text=roles).status == 0
    for night, order in DEMO.orders:
        entered = road(
            *("order", "--from", order.by, "--do", order.do.value, "--night", str(night), "--in-time"),
            *(part for target in order.targets for part in ("--target", target)),
            *(("--role", order.role) if order.role else ()),
        )
        assert entered.status == 0, entered.err
    for night, name, happens in DEMO.dice:
        assert road("night", str(night), "--die", f"{name}={'да' if happens else 'нет'}", "--json").status == 0

    for question in json.loads(road("questions", "--json").out):
        line = next(line for line in DEMO.lines if str(line.id) == question["post"])
        wanted = next((answer for answer in DEMO.answers if answer.post == line.key), None)
        if wanted is None:
            continue
        answered = road("answer", question["key"], wanted.say)
        assert answered.status == 0, answered.err

    executed = {day: json.loads(road("tally", "--day", str(day), "--json").out)["executed"] for day in DEMO.days[:3]}
    assert executed == {1: "Кротость", 2: "Нефилим", 3: "Гнев"}
    assert "Выбывает Нефилим." in road("draft", "day", "2").out
    assert "Убито Целомудрие." in road("draft", "night", "2").out
    sheet = json.loads(road("tally", "--day", "1", "--json").out)
    assert {"V2", "V3", "V5", "V13", "V17", "V18"} <= {aside["rule"] for aside in sheet["set_aside"]}
    assert all(ballot["url"].startswith(board.base_url) for ballot in sheet["ballots"] if ballot["post"])
    assert "Похоже, победила мафия." in road("status").out
    assert road("journal").status == 0


def test_new_proposes_what_the_first_page_shows(road: Run, board: DemoBoard, tmp_path: Path) -> None:
    _vote, game, _signup = urls(board)
    made = road("new", game, "--yes", "--first-date", "2013-10-14", "-C", str(tmp_path / "proposed"))
    assert made.status == 0, made.err
    text = (tmp_path / "proposed" / "game.toml").read_text(encoding="utf-8")
    for player in DEMO.players:
        assert f'name = "{player.name}"' in text
    assert DEMO.title in text


def test_new_at_an_address_that_is_no_topic(road: Run, board: DemoBoard, tmp_path: Path) -> None:
    ran = road("new", board.base_url, "--yes", "-C", str(tmp_path / "x"))
    assert ran.status in (1, 2)
    assert ran.line
    assert not (tmp_path / "x").exists()


def test_new_where_nobody_answers(road: Run, tmp_path: Path) -> None:
    ran = road("new", "ftp://127.0.0.1/x", "--yes", "-C", str(tmp_path / "x"))
    assert ran.status == 2
    assert ran.line
