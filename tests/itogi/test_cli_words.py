"""Wrong calls are answered in the GM's language, the library's own words included."""

from __future__ import annotations

import io
import re
import sys

import pytest

from itogi.cli import main

WRONG = [
    ("statsu",),
    ("status", "--bogus"),
    ("tally", "--at"),
    ("tally", "--day", "x"),
    ("tally", "--day", "0"),
    ("answer",),
    ("draft", "fog", "1"),
    ("publish",),
    ("why",),
    ("pardon", "a", "b", "c"),
    ("new", "--first-date", "завтра"),
    ("status", "-C", __file__),
    ("violations", "--day", "3"),
]


def said(arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.setenv("LANGUAGE", "")
    monkeypatch.setattr(sys, "argv", ["itogi", *arguments])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    line = capsys.readouterr().err
    assert line.count("\n") == 1
    return line


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_a_wrong_call_is_explained_in_russian(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is left in Latin letters is what is typed: names of commands, options and their values."""
    monkeypatch.setenv("ITOGI_LANG", "ru")
    # click names the kind of a path when a command is imported: another test may have done that in English.
    words = said(arguments, monkeypatch, capsys).replace("Directory", "")
    own = re.sub(r"'[^']*'|Выберите: .*? —|\(b c\)|itogi [\w-]+|--help", "", words)
    assert re.search(r"[А-Яа-я]", own)
    assert not re.search(r"[A-Za-z]{2,}", own.replace("itogi", "")), own


def test_a_wrong_call_is_explained_in_english_when_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--lang en` is for all words, in the same process as Russian ones."""
    monkeypatch.setenv("ITOGI_LANG", "ru")
    assert said(("status", "--bogus"), monkeypatch, capsys).startswith("Нет ключа '--bogus'")
    assert said(("--lang", "en", "status", "--bogus"), monkeypatch, capsys).startswith("No such option '--bogus'")
