"""Promise of `parser.talk`: where it gives a text, the tree gives the same to the letter; the rest it leaves."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parser.html import document, parse
from parser.palette import DEFAULT_PALETTE
from parser.styles import Styles
from parser.talk import Talk

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "parser"
STYLES = Styles(DEFAULT_PALETTE)
TALK = Talk(STYLES)
BODIES = [
    case["body"]
    for name in ("votes", "variants")
    for case in map(json.loads, (FIXTURES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())
]
PIECES = (
    *("<p>", "</p>", "<div>", "</div>", "<br>", "<br />", "<BR/>", "<b>", "</b>", "<strong>", "</strong>", "<hr>"),
    *("<blockquote>", "</blockquote>", "<cite>", "</cite>", '<div class="quote-box">', '<a href="/x">', "</a>"),
    *('<img src="a.gif">', '<img class="emoji" alt="q">', '<span class="x">', "</span>", "<i>", "</i>", "<s>", "<em>"),
    *('<div style="color:red">', '<p class="y">', '<cite class="quote">', '<div class="smallfont">', "Цитата:", "<P>"),
    *(" ", "  ", "\n", "\t", "\r\n", "&nbsp;", "&amp;", "&lt;", "&quot;", "&", "\u200b", "\xad", "\xa0", "🔴", "."),
    *("Гнев", "красным", "а", "x", "Кот"),
)
TALKS = (
    "<p>Доброе утро.</p><p>Гнев, <strong>объясни</strong>:<br />почему?</p>",
    'Ночь тихая.<br>\n<img src="smile.gif" alt=""> Вера&nbsp;молчит &mdash; <a href="/topic-1">тут</a>',
    "<blockquote><div><cite>Азарт писал(а):</cite>Не верю.</div></blockquote>\n  Согласна.  ",
)


def by_tree(body: str) -> str:
    return document(parse(body), STYLES).text


@pytest.mark.parametrize("body", TALKS)
def test_talk_needs_no_tree(body: str) -> None:
    assert TALK.text(body) == by_tree(body)


def test_the_text_of_every_fixture_is_the_trees() -> None:
    texts = {body: TALK.text(body) for body in BODIES}
    assert {body: text for body, text in texts.items() if text is not None and text != by_tree(body)} == {}


@settings(max_examples=1500, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map(partial(str.join, "")))
def test_the_text_of_any_body_is_the_trees(body: str) -> None:
    assert TALK.text(body) in (None, by_tree(body))


@pytest.mark.parametrize(
    "body",
    [
        '<span style="color:red">Гнев</span>',
        '<font color="red">Гнев</font>',
        "<b>Гнев</i></b>",
        "</p>Гнев",
        "Гнев</div>",
        "Гнев <!-- x -->",
        "<script>1</script>",
        '<img class="emoji" alt="🔴">',
        "1 < 2",
        "&copy",
        "a\x00b",
    ],
)
def test_what_could_be_read_in_two_ways_is_left_to_the_tree(body: str) -> None:
    assert TALK.text(body) is None
