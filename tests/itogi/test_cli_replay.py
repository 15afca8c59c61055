"""`itogi replay` and `itogi rules` as a user calls them: answers, and one clear line for whatever is wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from engine.errors import InputError
from itogi.cli import cli
from itogi.i18n import use_language

REPLAYS = Path(__file__).resolve().parents[2] / "fixtures" / "engine" / "replays"
GAME = REPLAYS / "game-of-the-document.json"


@pytest.fixture(autouse=True)
def _russian() -> None:
    use_language("ru")


def script() -> str:
    return json.dumps(json.loads(GAME.read_text(encoding="utf-8"))["script"], ensure_ascii=False)


def call(*words: str, given: str | bytes = "") -> Result:
    return CliRunner().invoke(cli, list(words), input=given, standalone_mode=False)


def test_replay_reads_a_file_and_the_standard_input(tmp_path: Path) -> None:
    """Contract: the same list either way, one object a phase."""
    file = tmp_path / "game.json"
    file.write_text(script(), encoding="utf-8")
    from_file, from_stdin = call("replay", str(file)), call("replay", "-", given=script())
    assert from_file.exit_code == 0
    assert from_file.output == from_stdin.output
    phases = json.loads(from_file.output)
    assert [phase.get("night") or phase.get("day") for phase in phases] == [1, 1, 2, 2, 3, 3, 4]
    assert phases[-1]["victory"] == "mafia"


def test_replay_with_texts_adds_the_drafts() -> None:
    """Contract: `--texts` adds `public` and `worksheet` to every phase and changes nothing else."""
    plain = json.loads(call("replay", "-", given=script()).output)
    told = json.loads(call("replay", "-", "--texts", given=script()).output)
    for before, after in zip(plain, told, strict=True):
        assert set(after) - set(before) == {"public", "worksheet"}
        assert {key: after[key] for key in before} == before
        assert after["public"]
        assert after["worksheet"]


def test_texts_for_the_players_hold_no_markup_of_names() -> None:
    """A nickname that a board would take for a tag or an address is broken up as in what is published; others are not
    touched, and the worksheet of the GM names everybody as he is called.
    """
    hostile = "[b]Гнев<i>"
    named = script().replace("Кротость", hostile)
    told = json.loads(call("replay", "-", "--texts", given=named).output)[1]
    plain = json.loads(call("replay", "-", "--texts", given=script()).output)[1]
    assert hostile not in told["public"]
    assert told["public"].replace("\u200b", "") == plain["public"].replace("Кротость", hostile)
    assert "\u200b" not in plain["public"]


def test_a_byte_order_mark_is_no_fault() -> None:
    """Files written on Windows begin with one."""
    assert call("replay", "-", given=b"\xef\xbb\xbf" + script().encode()).exit_code == 0


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("", "здесь пусто"),
        ('{"a" 1}', "столбец 6: здесь не хватает двоеточия"),
        ('{"a": 1 "b": 2}', "столбец 9: здесь не хватает запятой"),
        ("{a: 1}", "столбец 2: здесь не хватает имени поля в двойных кавычках"),
        ('["а', "у текста, который здесь начинается, нет конца"),
        ("{} {}", "после конца стоит что-то ещё"),
        (r'["\q"]', "обратная косая черта"),
        ("[" * 100_000, "скобки внутри скобок без конца"),
        ("[Infinity]", "Infinity — не число"),
    ],
)
def test_what_is_no_json_is_told_in_the_readers_language(given: str, words: str) -> None:
    """Contract: the line and column, and what is missing there, not Python's words."""
    fault = call("replay", "-", given=given).exception
    assert isinstance(fault, InputError)
    assert words in str(fault)


@pytest.mark.parametrize(
    "given",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"[" * 50_000,
        b'{"ruleset": "hyper", "players": [], "phases": []}',
        b'{"ruleset": NaN, "players": [], "phases": []}',
        b'{"ruleset": "hyper", "players": [{"name": "A", "role": "boss"}], "phases": [], "phases": []}',
        b'{"ruleset": "hyper", "players": [{"name": "A", "name": "B", "role": "boss"}], "phases": []}',
        '{"ruleset": "hyper", "players": [{"name": "А", "role": "бос"}], "phases": []}'.encode(),
    ],
)
def test_bad_input_is_one_line(given: bytes) -> None:
    """Contract: exit status 2 and one line, whatever comes in."""
    fault = call("replay", "-", given=given).exception
    assert isinstance(fault, InputError)
    assert fault.exit_status == 2
    assert str(fault)
    assert "\n" not in str(fault)


@pytest.mark.parametrize("name", ["/no/such/file.json", str(REPLAYS), "a\0b"])
def test_a_file_that_cannot_be_read(name: str) -> None:
    """Contract: a missing file, a folder, a name that is none."""
    assert isinstance(call("replay", name).exception, InputError)


def test_the_process_ends_with_status_two_and_no_traceback() -> None:
    """Contract: as a script sees it."""
    run = subprocess.run(
        [sys.executable, "-c", "from itogi.cli import main; main()", "replay", "-"],
        input="{}",
        capture_output=True,
        text=True,
        env={**os.environ, "ITOGI_LANG": "ru"},
        check=False,
    )
    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr.strip() == "ruleset: нет этого поля"


@pytest.mark.parametrize("name", ["hyper", "gipermafia-149", "simple"])
def test_rules_tells_a_ruleset_in_russian(name: str) -> None:
    """`itogi rules`: rule by rule, with its number, from the data."""
    output = call("rules", name).output
    numbers = [line.split()[0] for line in output.splitlines()[1:]]
    assert {"V1", "V4", "V9", "V10", "V11", "V12", "R1", "N1", "N2", "R3"} <= set(numbers)
    assert not any("a" <= letter <= "z" for line in output.splitlines()[1:] for letter in line)


def test_rules_tells_the_numbers_of_the_data(tmp_path: Path) -> None:
    """`itogi rules FILE.toml`: another number, another sentence."""
    file = tmp_path / "ours.toml"
    file.write_text('base = "hyper"\nname = "ours"\ntitle = "Наши"\nmiss_penalty = 5\n', encoding="utf-8")
    assert "5 голосов против себя" in call("rules", str(file)).output
    assert "2 голоса против себя" in call("rules").output


@pytest.mark.parametrize(
    ("text", "path"),
    [("tie = 1", "tie"), ("[boss]\nkills = 0", "boss.kills"), ("[weights.doctor]\nblue = 'x'", "weights.doctor.blue")],
)
def test_rules_refuses_a_mistake_with_the_fields_path(tmp_path: Path, text: str, path: str) -> None:
    """A ruleset with a mistake is refused with the field's path."""
    file = tmp_path / "ours.toml"
    file.write_text(f'base = "hyper"\nname = "ours"\n{text}\n', encoding="utf-8")
    fault = call("rules", str(file)).exception
    assert isinstance(fault, InputError)
    assert f"ours.toml: {path}: " in str(fault)
