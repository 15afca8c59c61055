"""Whoever is led by pages types no commands: the desk says where a thing is done; messages stay with their page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_file
from desk_client import Visitor
from desk_stage import Stage, stage

from engine.i18n import _, ngettext
from itogi.desk.pages import SCREENS
from itogi.desk.slips import MESSAGE_SECONDS, MOST, Messages
from itogi.desk.words import COUNTED, WORDS, linked, speak
from itogi.i18n import use_language

ROOT = Path(__file__).resolve().parents[2]
COMMAND = re.compile(r"\bitogi [a-z]+|(?<![\w-])--[a-z]|(?<![\w-])-C\b")
ELSEWHERE = (
    *("itogi/commands/", "itogi/cli.py", "itogi/demo/", "itogi/doctor.py", "itogi/screens.py", "itogi/new.py"),
    *("itogi/schedule.py", "itogi/watch.py", "itogi/terminal.py", "itogi/wrong_place.py", "itogi/inputs.py"),
    *("itogi/outputs.py", "itogi/placeholders.py", "itogi/desk/words.py"),
)
"""What only the command line says, and remarks in game.toml."""
NOT_HERE = (
    "{folder}: there is no {file}.",
    "There is no game in {folder}",
    "`{command}` is writing",
    "Say when with --now",
    "in the form of --at",
)
"""Beginnings and parts of what a page of the desk never comes to, or what names a program that runs as a fact."""


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with stage(tmp_path_factory.mktemp("words") / "game", "3 21:55") as ready:
        yield ready


@cache
def said_by_the_program() -> tuple[tuple[str, str], ...]:
    """(file, sentence) of everything that the program can say."""
    return tuple(_said())


def _said() -> Iterator[tuple[str, str]]:
    for package in ("engine", "parser", "scraper", "reports", "itogi"):
        for file in sorted((ROOT / package).rglob("*.py")):
            path = file.relative_to(ROOT).as_posix()
            keywords = {"_": None, "N_": None, "ngettext": (1, 2)}
            for _line, message, _comments, _context in extract_from_file("python", file, keywords=keywords):
                yield path, message if isinstance(message, str) else message[0]


def test_every_sentence_that_names_a_command_has_another_for_the_desk() -> None:
    lacking = [
        (path, message)
        for path, message in said_by_the_program()
        if not path.startswith(ELSEWHERE)
        and COMMAND.search(message)
        and message not in (*WORDS, *COUNTED)
        and not any(part in message for part in NOT_HERE)
    ]
    assert lacking == []


def test_the_desks_sentences_stand_for_sentences_that_are_said() -> None:
    """None is left over when the program says it otherwise."""
    said = {message for _path, message in said_by_the_program()}
    assert [key for key in (*WORDS, *COUNTED) if key not in said] == []


@pytest.mark.parametrize("language", ["ru", "en"])
def test_the_desk_names_no_command_and_its_screens_are_links(language: str) -> None:
    """A screen that is named is one that there is, in either language."""
    speak(language)
    for key in WORDS:
        text = _(key)
        assert not COMMAND.search(text), text
        named = [name for name in re.findall(r"«([^«»{}]+)»", text) if name != "{role}"]
        assert linked(text).count("<a ") >= len([name for name in named if "Прочитать" not in name]), text
    assert '<a href="/questions">' in linked(ngettext(*[next(iter(COUNTED))] * 2, 2))
    use_language(language)
    assert COMMAND.search(_(next(iter(WORDS)))), "the command line keeps its own"


def test_links_are_made_of_screens_alone_and_words_stay_escaped() -> None:
    speak("ru")
    assert (
        linked("<b>«Журнал»</b> «/undo» «<i>»")
        == '&lt;b&gt;«<a href="/journal">Журнал</a>»&lt;/b&gt; «/undo» «&lt;i&gt;»'
    )


def test_no_screen_tells_to_type_a_command(staged: Stage) -> None:
    staged.desk.secrets_shown = True
    with Visitor(staged.desk) as visitor:
        for screen, _title in SCREENS:
            (main,) = visitor.get(screen).root.xpath("//main")
            for quoted in main.xpath(".//pre | .//textarea"):
                quoted.text = ""
            assert not COMMAND.search(main.text_content()), screen


def test_a_message_belongs_to_the_page_that_its_form_led_to(staged: Stage) -> None:
    """Other windows do not show it; loading the page again does; the next page and its forms know nothing of it."""
    with Visitor(staged.desk) as left, Visitor(staged.desk) as right:
        left.get("/disputes")
        left.post("/note", {"text": "Голос в 22:00:19", "back": "/disputes?day=2#notes"})
        assert left.page.said
        assert right.get("/disputes").said == ""
        assert right.get("/").said == ""
        address = left.history
        assert "day=2" in address
        assert left.get(address).said, "a page that is loaded again"
        assert left.get(address).root.xpath("//header//input[@name='back']/@value") == ["/disputes?day=2"]
        assert left.get("/disputes").said == ""
        left.post("/secrets", {"show": "", "back": "/"})
        assert left.get(address).said == "", "with roles hidden nothing said before is shown again"


def test_messages_grow_old() -> None:
    now = [0.0]
    messages = Messages(lambda: now[0])
    first = messages.keep("раз")
    now[0] = MESSAGE_SECONDS
    assert messages.find(first) == "раз"
    now[0] += 1
    assert messages.find(first) == ""
    numbers = [messages.keep(str(number)) for number in range(MOST + 1)]
    assert (messages.find(numbers[0]), messages.find(numbers[1]), messages.find("gone")) == ("", "1", "")
