"""The whole road once: forum → archive → readings → count → drafts, on the document's game with all its dirt."""

from __future__ import annotations

import io
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner
from rich.console import Console

from engine.results import Victory
from itogi.cli import cli
from itogi.config import Game
from itogi.demo import run, stage
from itogi.demo.game import DemoGame, Line
from itogi.demo.outcomes import outcomes
from itogi.drafting import draft_of
from itogi.evening import Evening
from itogi.i18n import use_language
from itogi.store import Store
from itogi.watch_poll import client_for, poll_round
from reports.formats import render
from scraper.clock import SystemClock


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A run that is over."""

    folder: Path
    text: str
    demo: DemoGame
    evening: Evening
    found: dict[int, tuple[str, ...]]


def found(evening: Evening) -> dict[int, tuple[str, ...]]:
    """What became of each post, in the words of the script."""
    return {post: tuple(outcome.word for outcome in became) for post, became in outcomes(evening).items()}


@pytest.fixture(autouse=True)
def russian() -> None:
    """The demo speaks Russian."""
    use_language("ru")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    use_language("ru")
    folder = tmp_path_factory.mktemp("demo") / "game"
    written = io.StringIO()
    run.run(folder, port=None, console=Console(file=written, width=80, highlight=False))
    game = Game.load(folder)
    demo = DemoGame(game.file.timetable.first_date)
    with Store.open(folder) as store:
        evening = Evening.of(game, store, now=demo.moment("4 00:00"))
        yield Played(folder=folder, text=written.getvalue(), demo=demo, evening=evening, found=found(evening))


TRAPS = [line for line in DemoGame().lines if line.expect]


@pytest.mark.parametrize("line", TRAPS, ids=[f"{line.at:%d-%H%M}-{'+'.join(line.expect)}" for line in TRAPS])
def test_every_post_of_the_vote_topic_comes_to_what_the_script_says(played: Played, line: Line) -> None:
    expected = [word for word in line.expect if word != "nothing"]
    assert sorted(played.found.get(line.id, ())) == sorted(expected)


def test_no_other_post_is_taken_for_a_vote(played: Played) -> None:
    known = {line.id for line in TRAPS}
    assert {post: words for post, words in played.found.items() if post not in known} == {}


@pytest.mark.parametrize(
    ("day", "scores", "executed"),
    [
        (1, {"Кротость": 3, "Гнев": 2}, "Кротость"),
        (2, {"Нефилим": 5, "Вера": 2, "Тщеславие": 2}, "Нефилим"),
        (3, {"Гнев": 3, "Азарт": 2}, "Гнев"),
    ],
)
def test_the_courts_execute_as_in_the_document(played: Played, day: int, scores: dict[str, int], executed: str) -> None:
    result = played.evening.day(day).result
    assert {name: score for name, score in result.scores if score} == scores
    assert result.executed == executed
    assert render(draft_of(played.evening, "day", day)) == f"Итоги {day} суда:\nВыбывает {executed}."


@pytest.mark.parametrize("night", [1, 2, 3, 4])
def test_the_nights_come_out_as_the_game_master_posted_them(played: Played, night: int) -> None:
    draft = render(draft_of(played.evening, "night", night)).strip()
    assert draft in {line.text.replace("[b]", "").replace("[/b]", "") for line in played.demo.lines}


def test_the_silent_boss_and_the_missing_voter_are_told(played: Played) -> None:
    assert played.evening.day(2).result.missed == ("Тщеславие",)
    assert played.evening.day(1).result.silenced == ("Кротость",)
    assert played.evening.over is Victory.MAFIA


def test_the_text_that_stood_at_the_deadline_counts_whatever_was_edited(played: Played) -> None:
    targets = {ballot.cast.by: ballot.cast.target for ballot in played.evening.day(2).result.ballots}
    assert targets["Нефилим"] == "Вера"
    assert targets["Зависть"] == "Вера"


def test_at_2155_of_the_third_day_one_voter_is_missing(played: Played) -> None:
    moment = played.demo.moment("3 21:55")
    with Store.open(played.folder) as store:
        view = Evening.of(Game.load(played.folder), store, now=moment, at=moment).day(3)
        assert view.running
        assert view.result.missed == ("Гнев",)


def test_the_run_shows_a_game_master_what_there_is_to_see(played: Played) -> None:
    for words in ("Итоги 1 суда", "Выбывает Кротость", "Выбывает Нефилим", "Выбывает Гнев", "Победа мафии"):
        assert words in played.text
    for trap in {line.dirt for line in TRAPS if line.dirt and line.topic == "vote"}:
        if trap != "пример окраски в правилах ведущего":
            assert trap[:12] in played.text
    assert f"itogi tally --day 3 -C {played.folder}" in played.text.replace("\n", "")


def test_all_questions_are_answered_and_the_archive_is_whole(played: Played) -> None:
    assert not [question for question in played.evening.questions if question.open]
    assert played.evening.reliability(played.evening.moment - timedelta(hours=2)).warnings == ()


def test_polling_the_forum_that_was_opened_again_brings_nothing_new(played: Played) -> None:
    demo, _port = stage.game_of(played.folder, stage.utc_now())
    game = Game.load(played.folder)
    port = urlsplit(game.topics[0].url).port
    assert port
    with (
        stage.playing(demo, port=port),
        Store.open(played.folder) as store,
        client_for(game, store, SystemClock()) as client,
    ):
        again = poll_round(game, store, client)
    assert [(report.new, report.revised, report.gone, report.fault) for report in again.reports] == [
        ((), (), (), None)
    ] * 3
    assert all(len(report.pages) <= 1 for report in again.reports)


@pytest.mark.soak  # the commands are polite: a second between two requests
def test_the_game_can_be_started_with_the_command_that_the_forum_names(tmp_path: Path) -> None:
    demo = DemoGame(stage.first_date(stage.utc_now()))
    with stage.playing(demo, port=None) as board:
        line = stage.commands(board, demo, tmp_path / "mine")[0]
        words = shlex.split(line)
        assert words[:2] == ["itogi", "new"]
        for arguments in (words[1:], ["poll", "-C", str(tmp_path / "mine")]):
            outcome = CliRunner().invoke(cli, arguments)
            assert outcome.exit_code == 0, outcome.output
    with Store.open(tmp_path / "mine") as store:
        evening = Evening.of(Game.load(tmp_path / "mine"), store, now=stage.utc_now())
        assert [player.name for player in evening.setup.players] == [player.name for player in demo.players]
        shown = [line for line in demo.lines if line.removed_at is None]
        assert {seen.post.id for seen in evening.posts} == {str(line.id) for line in shown}
        assert [window.number for window in evening.days][:3] == [1, 2, 3]


def test_a_folder_of_an_earlier_run_is_left_alone(tmp_path: Path) -> None:
    old = tmp_path / "demo-game"
    old.mkdir()
    (old / "game.toml").write_text("mine", encoding="utf-8")
    assert run.fresh(old) == tmp_path / "demo-game-2"
    assert run.fresh(tmp_path / "other") == tmp_path / "other"


def test_the_current_folder_can_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    assert run.fresh(Path()).resolve() == here
    (here / "mine").touch()
    assert run.fresh(Path()) == tmp_path / "here-2"
