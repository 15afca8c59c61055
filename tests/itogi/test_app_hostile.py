"""What players type does not bring the program down, nor hold it up, nor speak to the game master's terminal."""

from __future__ import annotations

import io
import re
import sys
from datetime import UTC, datetime

import click
import pytest
from rich.text import Text

from itogi import terminal
from itogi.lines import lines_of
from itogi.new import look_at
from scraper.records import Post, Precision, TopicPage


def test_control_characters_in_a_post_are_letters_like_others() -> None:
    """One such post stopped every screen: lxml takes no control characters where text is set anew."""
    assert lines_of("<p>Гнев \x1b[31m</p>слово<br>&#7;конец<ol><li>\x01раз<li>два</ol>") == [
        "Гнев \x1b[31m",
        "слово",
        "\x07конец",
        "1. \x01раз",
        "2. два",
    ]


def test_a_long_numbered_list_is_read_in_one_go() -> None:
    """Each item was counted from the first one on: a post of 20,000 items took minutes."""
    assert lines_of("<ol>" + "<li>Гнев" * 20_000 + "</ol>")[-1] == "20000. Гнев"


STEERING = "\x1b[2J\x1b]0;чужое\x07\x9b31m\u202eзадом\u2066\x7f\r\x08"


def test_no_players_word_steers_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nicks, titles and posts may hold what a terminal obeys: clear, rename, recolour, turn about."""

    class Terminal(io.TextIOWrapper):
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    below = Terminal(io.BytesIO(), encoding="utf-8")
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, below)
    terminal.guard()
    click.echo(f"Гнев {STEERING}")
    print(STEERING)  # noqa: T201 - what is under test
    terminal.screen().print(Text(f"Вера{STEERING}", style="red"))
    terminal.screen(error=True).print(f"[/b] {STEERING}")
    written = below.buffer.getvalue().decode()  # type: ignore[attr-defined]
    left = re.sub(r"\x1b\[\d+m", "", written)
    assert set(STEERING) & set(left) <= set("[2J]0;чужое31mзадом")
    assert "\x1b[31mВера" in written, "the program's own paint stays"


def test_what_a_script_reads_is_left_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    terminal.guard()
    click.echo("\u202eВера\x9b")
    assert capsys.readouterr().out == "\u202eВера\x9b\n"


def test_only_who_opened_the_topic_says_who_plays() -> None:
    """A player's longer list in the same page is none."""

    def post(number: int, author: str, names: str) -> Post:
        return Post(
            id=str(number),
            number=number,
            author=author,
            author_id=author,
            guest=False,
            posted_at=datetime(2013, 10, 14, tzinfo=UTC),
            precision=Precision.SECOND,
            edited_at=None,
            editor=None,
            body="".join(f"{place}. {name}<br>" for place, name in enumerate(names.split(), 1)),
            signature=None,
            permalink=None,
        )

    posts = (post(1, "Ведущий", "Правила"), post(2, "Гнев", "А Б В Г Д"), post(3, "Ведущий", "Вера =) Гнев"))
    page = TopicPage(
        engine="phpbb", title="Игра", topic_id="7", page=1, pages=1, posts=posts, closed=None, board_now=None, zone=None
    )
    proposal = look_at(page)
    assert proposal.moderator == "Ведущий"
    assert [entry.name for entry in proposal.players] == ["Вера", "=)", "Гнев"]
