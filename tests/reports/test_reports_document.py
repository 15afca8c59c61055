"""P1, P3: the texts of the document's game, letter for letter. Golden files in fixtures/reports."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner
from reports_fixtures import FIXTURES, fixture_text

from engine.play import Playthrough
from itogi.commands.replay import command
from reports.chronicle import game_record
from reports.drafts import Texts
from reports.phases import phase_texts
from reports.public import public_roster


def test_results_of_four_nights_and_three_courts(document_game: Playthrough, texts: Texts) -> None:
    drafted = [phase.public.text for phase in phase_texts(document_game, texts)]
    assert "\n\n".join(drafted) == fixture_text("document-results.txt")


def test_roster_after_the_third_night(document_game: Playthrough, texts: Texts) -> None:
    fates = public_roster(document_game.results[:5], document_game.setup.players)
    assert texts.roster(fates).text == fixture_text("document-roster.txt")


def test_record_of_the_whole_game(document_game: Playthrough, texts: Texts) -> None:
    record = game_record(document_game.setup.players, document_game.results, seed=document_game.setup.seed)
    assert texts.record(record).text == fixture_text("document-record.txt")


def test_worksheets(document_game: Playthrough, texts: Texts) -> None:
    drafted = [phase.worksheet for phase in phase_texts(document_game, texts)]
    assert "\n\n".join(drafted) == fixture_text("document-worksheets.txt")


def test_replay_adds_the_texts_to_every_phase() -> None:
    """Contract: `--texts` adds `public` and `worksheet` to every phase and changes nothing else."""
    runner = CliRunner()
    game = str(FIXTURES / "document-game.json")
    bare = json.loads(runner.invoke(command, [game]).stdout)
    with_texts = json.loads(runner.invoke(command, [game, "--texts"]).stdout)
    assert [phase.pop("public") for phase in with_texts] == fixture_text("document-results.txt").split("\n\n")
    assert all(phase.pop("worksheet").startswith("Рабочий лист, ") for phase in with_texts)
    assert with_texts == bare


def test_replay_writes_english_when_asked() -> None:
    answer = subprocess.run(
        [
            str(Path(sys.executable).parent / "itogi"),
            "--lang",
            "en",
            "replay",
            "--texts",
            str(FIXTURES / "document-game.json"),
        ],
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    first = json.loads(answer.stdout)[0]
    assert first["public"].splitlines()[0] == "Results of night 1:"
    assert first["worksheet"].startswith("Worksheet of night 1")
