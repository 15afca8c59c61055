"""Wrong calls are answered in the GM's language, the library's own words included."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator

import click
import pytest

from itogi.cli import _speak, cli, main

WRONG = [
    ("statsu",),
    ("status", "--bogus"),
    ("tally", "--at"),
    ("tally", "--day", "x"),
    ("tally", "--day", "0"),
    ("answer",),
    ("draft", "fog", "1"),
    ("publish", "week"),
    ("why",),
    ("pardon", "a", "b", "c"),
    ("new", "--first-date", "31.02"),
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
    typed = r"'[^']*'|`[^`]*`|возможно, [^?]*|(?:можно|Выберите): .*?(?=[.] Пример| —)|Пример: .*?(?=; подробнее)"
    own = re.sub(rf"{typed}|\(b c\)|itogi [\w-]+|--help", "", words)
    assert re.search(r"[А-Яа-я]", own)
    assert not re.search(r"[A-Za-z]{2,}", own.replace("itogi", "")), own


def test_a_wrong_call_is_explained_in_english_when_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--lang en` is for all words, in the same process as Russian ones."""
    monkeypatch.setenv("ITOGI_LANG", "ru")
    assert said(("status", "--bogus"), monkeypatch, capsys).startswith("Нет ключа '--bogus'")
    assert said(("--lang", "en", "status", "--bogus"), monkeypatch, capsys).startswith("No such option '--bogus'")


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (("-C", "моя игра", "status"), 'itogi status -C "моя игра"'),
        (("--folder=игра", "tally", "--day", "2"), "itogi tally --day 2 --folder=игра"),
        (("-C", "x", "cohost", "list"), "itogi cohost list -C x"),
        (("cohost", "-C", "x", "list"), "itogi cohost list -C x"),
        (("--json", "status"), "itogi status --json"),
        (("status", "--lang", "en"), "itogi --lang en status"),
        (("cohost", "list", "--lang=en"), "itogi --lang=en cohost list"),
    ],
)
def test_an_option_in_the_wrong_place_is_put_right(
    wrong: tuple[str, ...], right: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A GM cannot know that a folder is named after the command: the call is shown as it should be."""
    monkeypatch.setenv("ITOGI_LANG", "ru")
    assert said(wrong, monkeypatch, capsys).rstrip().endswith(f"вот так: {right}")


@pytest.mark.parametrize("wrong", [("--bogus", "status"), ("-C", "x"), ("-C", "status"), ("status", "--json2")])
def test_an_option_that_no_command_takes_is_just_unknown(
    wrong: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ITOGI_LANG", "ru")
    words = said(wrong, monkeypatch, capsys)
    assert words.startswith("Нет ключа") or "-C" in words


def commands(group: click.Group, context: click.Context) -> Iterator[tuple[str, click.Command]]:
    """Every command with its path."""
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        assert found is not None
        yield name, found
        if isinstance(found, click.Group):
            yield from ((f"{name} {below}", command) for below, command in commands(found, context))


def test_what_stands_for_a_value_is_named_in_russian(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the help and in complaints: only what is typed as it stands keeps its Latin letters."""
    monkeypatch.setenv("ITOGI_LANG", "ru")
    with click.Context(cli, info_name="itogi") as context:
        _speak("ru")
        for name, command in commands(cli, context):
            with click.Context(command, info_name=name, parent=context) as below:
                for parameter in command.params:
                    if isinstance(parameter.type, click.Choice) or getattr(parameter, "is_flag", False):
                        continue
                    words = re.findall(r"[A-Z]{2,}", parameter.make_metavar(below))
                    assert not set(words) - {"ISO"}, (name, parameter.name)
                assert "КЛЮЧИ" in command.collect_usage_pieces(below)[0], name
