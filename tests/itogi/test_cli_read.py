"""`itogi read`: the JSON of the contract, and one clear line for every bad call."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from itogi.cli import main

PLAYERS = [{"name": "Гнев", "aliases": ["Гневушка"], "accounts": ["Wrath_13"]}, {"name": "Вера"}, {"name": "Похоть"}]
RED = '<span style="color: red">{}</span>'


class Ran:
    """What a call left."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def answers(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def players(tmp_path: Path) -> str:
    file = tmp_path / "players.json"
    file.write_text(json.dumps(PLAYERS, ensure_ascii=False), encoding="utf-8")
    return str(file)


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: str, stdin: str | bytes = "") -> Ran:
        content = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "argv", ["itogi", "--lang", "en", "read", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), encoding="utf-8"))
        with pytest.raises(SystemExit) as left:
            main()
        captured = capsys.readouterr()
        return Ran(int(left.value.code or 0), captured.out, captured.err)

    return run


def test_one_body_gives_one_answer_of_the_contract(call: Any, players: str) -> None:
    body = f"<p>Ну вот. {RED.format('Гнев')} досрочно</p>"
    ran = call("--players", players, "--author", "Вера", stdin=body)
    assert (ran.status, ran.err) == (0, "")
    (answer,) = ran.answers
    assert answer == {
        "id": None,
        "votes": [
            {
                "voter": "Вера",
                "target": "Гнев",
                "colour": "red",
                "early": True,
                "final": False,
                "self": False,
                "how": "paint",
                "match": "exact",
                "text": "Гнев",
                "start": 8,
                "end": 12,
            }
        ],
        "review": [],
        "signals": [],
    }


def test_the_accounts_and_aliases_of_the_list_name_the_player(call: Any, players: str) -> None:
    for name in ("Гневушку", "wrath 13", "Wrath_13"):
        ran = call("--players", players, "--author", "Вера", stdin=f"{name} красным")
        assert [(vote["target"], vote["match"]) for vote in ran.answers[0]["votes"]] == [("Гнев", "alias")], name


def test_a_moderator_passes_votes_on_and_a_player_does_not(call: Any, players: str) -> None:
    said = "<p>Вера голосует Гнева красным.</p>"
    passed = call("--players", players, "--author", "Мастер", "--moderator", "ГМ", "--moderator", "Мастер", stdin=said)
    (vote,) = passed.answers[0]["votes"]
    assert (vote["voter"], vote["target"], vote["how"]) == ("Вера", "Гнев", "announced")
    told = call("--players", players, "--author", "Похоть", stdin=said)
    assert told.answers[0]["votes"] == []
    (review,) = told.answers[0]["review"]
    assert (review["reason"], review["text"], review["candidates"]) == ("not_moderator", "Гнева красным", ["Гнев"])


def test_bbcode_source(call: Any, players: str) -> None:
    source = "[quote=Похоть][color=red]Вера[/color][/quote]\nСам ты! [color=#F00][b]Гнев[/b][/color]"
    ran = call("--players", players, "--author", "Вера", "--bbcode", stdin=source)
    assert [(vote["target"], vote["colour"]) for vote in ran.answers[0]["votes"]] == [("Гнев", "red")]


def test_lines_keep_their_order_and_id(call: Any) -> None:
    lines = [
        {"id": number, "players": PLAYERS, "author": "Вера", "body": body, "note": "ignored"}
        for number, body in (("b", "Гнев красным"), ("a", "Похоть синим"), (None, "Снимаю голос."))
    ]
    text = "\n\n".join(json.dumps(line, ensure_ascii=False) for line in lines)
    ran = call("--jsonl", stdin="\ufeff" + text + "\n")
    assert [answer["id"] for answer in ran.answers] == ["b", "a", None]
    assert [[vote["target"] for vote in answer["votes"]] for answer in ran.answers] == [["Гнев"], ["Похоть"], []]
    assert ran.answers[2]["review"][0]["reason"] == "withdrawal"


def test_halves_of_characters_do_no_harm(call: Any) -> None:
    """JSON escapes can hold lone surrogates and NUL."""
    line = r'{"id": "\ud800", "players": [{"name": "Гнев"}], "author": "\udfff", "body": "\ud800Гнев\u0000 красным"}'
    ran = call("--jsonl", stdin=line)
    assert ran.status == 0
    assert ran.answers[0]["id"] == "\ud800"


CASE = {"players": PLAYERS, "author": "Вера", "body": "Гнев красным"}
BAD_LINES = [
    "{",
    "[]",
    "17",
    json.dumps({**CASE, "players": None}),
    json.dumps({**CASE, "players": [{"nick": "x"}]}),
    json.dumps({**CASE, "players": [{"name": "Гнев"}, {"name": "Гнев"}]}),
    json.dumps({**CASE, "players": [{"name": " "}]}),
    json.dumps({key: value for key, value in CASE.items() if key != "body"}),
    json.dumps({**CASE, "body": 3}),
    json.dumps({**CASE, "moderators": "ГМ"}),
    json.dumps({**CASE, "id": float("nan")}),
    json.dumps(CASE)[:-1] + ', "body": "Вера красным"}',
    "[" * 100_000,
    b"\xff\xfe",
]


@pytest.mark.parametrize("line", BAD_LINES, ids=range(len(BAD_LINES)))
def test_a_bad_line_is_one_clear_line(call: Any, line: str | bytes) -> None:
    good = json.dumps(CASE).encode() + b"\n"
    ran = call("--jsonl", stdin=good + (line.encode() if isinstance(line, str) else line))
    assert ran.status == 2
    assert ran.err.count("\n") == 1
    assert "Traceback" not in ran.err
    assert len(ran.answers) == 1  # what was right before it stays answered


@pytest.mark.parametrize("content", [b"", b"{}", b"[1]", b'[{"name": 5}]', b"\xff", b'[{"name": "A"}, {"name": "A"}]'])
def test_a_bad_list_of_players_is_one_clear_line(call: Any, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "players.json"
    file.write_bytes(content)
    ran = call("--players", str(file), "--author", "Вера", stdin="Гнев красным")
    assert (ran.status, ran.err.count("\n"), ran.out) == (2, 1, "")


@pytest.mark.parametrize(
    "arguments",
    [(), ("--author", "Вера"), ("--players", "no-such-file.json", "--author", "Вера"), ("--jsonl", "--author", "Вера")],
)
def test_a_wrong_call_is_one_clear_line(call: Any, arguments: tuple[str, ...]) -> None:
    ran = call(*arguments, stdin="x")
    assert (ran.status, ran.err.count("\n"), ran.out) == (2, 1, "")


def test_a_body_in_another_encoding_is_refused(call: Any, players: str) -> None:
    ran = call("--players", players, "--author", "Вера", stdin="Гнев красным".encode("cp1251"))
    assert ran.status == 2
    assert "UTF-8" in ran.err
