"""Promise of `parser.source`: what it gives, the tree gives the same to the letter and look; the rest it leaves."""

from __future__ import annotations

import json
import random
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parser.html import document, parse
from parser.palette import DEFAULT_PALETTE
from parser.runs import Document
from parser.source import Source
from parser.styles import Styles

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "parser"
STYLES = Styles(DEFAULT_PALETTE)
SOURCE = Source(STYLES)
BODIES: list[str] = [
    case["body"]
    for name in ("votes", "variants")
    for case in map(json.loads, (FIXTURES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())
]
PIECES = (
    *("<p>", "</p>", "<div>", "</div>", "<br>", "<br />", "<BR/>", "<b>", "</b>", "<strong>", "</strong>", "<hr>"),
    *("<blockquote>", "</blockquote>", "<cite>", "</cite>", '<div class="quote-box">', '<a href="/x">', "</a>"),
    *('<img src="a.gif">', '<img class="emoji" alt="q">', '<span class="x">', "</span>", "<i>", "</i>", "<s>", "<em>"),
    *('<span style="color:red">', "<font color=blue>", "</font>", '<a class="mention" href="/user-3">'),
    *('<div style="color:red">', '<p class="y">', '<cite class="quote">', '<div class="smallfont">', "Цитата:", "<P>"),
    *(" ", "  ", "\n", "\t", "\r\n", "&nbsp;", "&amp;", "&lt;", "&quot;", "&", "\u200b", "\xad", "\xa0", "🔴", "."),
    *("Гнев", "красным", "а", "x", "Кот"),
)
TALKS = (
    "<p>Доброе утро.</p><p>Гнев, <strong>объясни</strong>:<br />почему?</p>",
    'Ночь тихая.<br>\n<img src="smile.gif" alt=""> Вера&nbsp;молчит &mdash; <a href="/topic-1">тут</a>',
    "<blockquote><div><cite>Азарт писал(а):</cite>Не верю.</div></blockquote>\n  Согласна.  ",
)


PAINTED = (
    '<p>Ночь.</p>\n<p><span style="color: red"><strong>Гнев</strong></span>, прощай</p>',
    'Слово <font color="blue">Вера</font><br><s>Азарт</s> <a href="/user-7"><span style="color:red">Кот</span></a>',
    '<p style="color:#c00">Гнев<p>Вера<blockquote>Кот</blockquote><div class="post-sig">подпись</div>',
)


def by_tree(body: str) -> Document:
    return document(parse(body), STYLES)


@pytest.mark.parametrize("body", TALKS)
def test_talk_needs_no_tree(body: str) -> None:
    assert SOURCE.plain_text(body) == by_tree(body).text


@pytest.mark.parametrize("body", [*TALKS, *PAINTED])
def test_paint_needs_no_tree_either(body: str) -> None:
    assert SOURCE.document(body) == by_tree(body)


def test_every_fixture_reads_as_its_tree() -> None:
    for body in BODIES:
        tree = by_tree(body)
        assert SOURCE.plain_text(body) in (None, tree.text), body
        assert SOURCE.document(body) in (None, tree), body


@settings(max_examples=1500, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map(partial(str.join, "")))
def test_any_body_reads_as_its_tree(body: str) -> None:
    tree = by_tree(body)
    assert SOURCE.plain_text(body) in (None, tree.text)
    assert SOURCE.document(body) in (None, tree)


@pytest.mark.parametrize(
    "body",
    [
        "<b>Гнев</i></b>",
        "</p>Гнев",
        "Гнев</div>",
        "Гнев <!-- x -->",
        "<script>1</script>",
        '<img class="emoji" alt="🔴">',
        "1 < 2",
        "&copy",
        "a\x00b",
        '<p style="display:none">Гнев</p><input>',
    ],
)
def test_what_could_be_read_in_two_ways_is_left_to_the_tree(body: str) -> None:
    assert SOURCE.plain_text(body) is None
    assert SOURCE.document(body) is None


def test_paint_is_no_plain_talk() -> None:
    assert [SOURCE.plain_text(body) for body in PAINTED] == [None] * len(PAINTED)


def agrees(body: str) -> bool:
    tree = by_tree(body)
    return SOURCE.plain_text(body) in (None, tree.text) and SOURCE.document(body) in (None, tree)


def damaged(draw: random.Random) -> str:
    """A body cut, doubled and strewn with pieces of markup, as no board would send it."""
    body = draw.choice(BODIES)
    for _ in range(draw.randint(1, 3)):
        at = draw.randint(0, len(body))
        other = draw.choice(BODIES)
        body = draw.choice(
            (
                body[:at] + body[at + draw.randint(1, 6) :],
                body[:at] + draw.choice(SHARDS) + body[at:],
                body[:at] + other[draw.randint(0, len(other)) :],
                body[:at] + body[at : at + 20] + body[at:],
            )
        )
    return body


SHARDS = (
    *("<", ">", "</p>", "<p>", "</div>", '"', "'", " ", "&", "<br>", "</span>", "\x00", "=", "<b>", "</b>", "/", "\n"),
    *("`", "\u2028", "&#10;", "<!--", "/>", "\xa0", "<a ", 'href="'),
)


def test_damaged_bodies_read_as_their_trees() -> None:
    draw = random.Random(5)
    assert [body for body in (damaged(draw) for _ in range(4_000)) if not agrees(body)] == []


@pytest.mark.soak
def test_many_damaged_bodies_read_as_their_trees() -> None:
    draw = random.Random(6)
    assert [body for body in (damaged(draw) for _ in range(300_000)) if not agrees(body)] == []
