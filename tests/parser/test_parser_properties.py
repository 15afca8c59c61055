"""What must hold for every body and roster (issue 4, point 6). Long runs are marked soak."""

from __future__ import annotations

import html
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from parser import read as reading_module
from parser.html import parse
from parser.palette import DEFAULT_PALETTE
from parser.read import read
from parser.records import Reading
from parser.roster import Roster, RosterPlayer

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "parser"
CASES = [
    json.loads(line)
    # Of the youngest file every fourth: there are enough for what holds of any post.
    for name, step in (("votes", 1), ("variants", 1), ("second", 4))
    for line in (FIXTURES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()[::step]
]
_rosters: dict[str, Roster] = {}
PIECES = (
    *('<span style="color: red">', "</span>", "<b>", "</p>", "<blockquote>", "</blockquote>", "<s>", "<pre>", "<br>"),
    *("&nbsp;", "&#0;", "&lt;", "[color=red]", "[/color]", "[quote]", "\x00", "\ud800", "\udfff", "\u200b", "\u0301"),
    *(
        "красным",
        "синим",
        "досрочно",
        "снимаю голос",
        "не",
        "Вера",
        "?",
        "...",
        "🔴",
        "1",
        "_" * 12,
        "<!--",
        "-->",
        "<a",
    ),
    *(
        '<script type="text/html">',
        "<table><td>",
        "<div class='quote-box spoiler-box'>",
        "<font color=",
        "<![CDATA[",
        "</",
    ),
    *("<" * 30, "<i>" * 40, "а" * 500, " " * 200, "\n", "«", "»", "г н е в", "***", "]]>", '" onclick="', "\U000e0001"),
)


def players_of(case: dict[str, Any]) -> list[RosterPlayer]:
    return [RosterPlayer(one["name"], tuple(one.get("aliases", ()))) for one in case["players"]]


def roster_of(case: dict[str, Any]) -> Roster:
    key = json.dumps(case["players"])
    if key not in _rosters:
        _rosters[key] = Roster(players_of(case))
    return _rosters[key]


def reading_of(case: dict[str, Any], body: Any, roster: Roster | None = None) -> Reading:
    return read(body, roster or roster_of(case), author=case["author"], moderators=case.get("moderators", ()))


def meaning(reading: Reading) -> tuple[object, ...]:
    """All that a reading says, but for where and in which spelling."""
    votes = [(v.voter, v.target, v.colour, v.early, v.final, v.self_vote, v.how, v.match) for v in reading.votes]
    reviews = [(r.reason, set(r.candidates), r.colour, r.early, r.final, r.voter) for r in reading.reviews]
    return votes, reviews, [signal.kind for signal in reading.signals]


def mutated(body: str, draw: random.Random) -> str:
    for _ in range(draw.randint(1, 6)):
        at, to = sorted((draw.randint(0, len(body)), draw.randint(0, len(body))))
        what = draw.random()
        if what < 0.55:
            body = body[:at] + draw.choice(PIECES) + body[at:]
        elif what < 0.75:
            body = body[:at] + body[to:]
        elif what < 0.85:
            body = body[:at] + body[at:to] * draw.randint(2, 4) + body[to:]
        elif what < 0.95:
            body = body[:at] + body[at:to][::-1] + body[to:]
        else:
            body = body[:at] + html.escape(body[at:to]) + body[to:]
    return body[:6000]


def check_anything(seed: int) -> None:
    draw = random.Random(seed)
    case = draw.choice(CASES)
    body = mutated(case["body"], draw)
    author = draw.choice([case["author"], "Ведущий", "никто такой"])
    reading = read(body, roster_of(case), author=author, moderators=["Ведущий"], bbcode=draw.random() < 0.3)
    for place in (*reading.votes, *reading.reviews, *reading.signals):
        assert reading.text[place.start : place.end] == place.text
    reading.text.encode()


@settings(max_examples=300, deadline=None)
@given(st.integers())
def test_no_mutated_body_raises(seed: int) -> None:
    check_anything(seed)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_two_hundred_thousand_mutated_bodies_raise_nothing() -> None:
    for seed in range(200_000):
        check_anything(seed)


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet=st.characters(codec=None), max_size=400))
def test_no_text_at_all_raises(body: str) -> None:
    for bbcode in (False, True):
        read(body, roster_of(CASES[0]), author="Вера", bbcode=bbcode)


@pytest.mark.parametrize(
    "body",
    [
        "<b>" * 100_000 + "Гнев красным",
        "<div>" * 3_000 + '<span style="color:red">Гнев</span>',
        "[quote]" * 20_000 + "Гнев красным" + "[/quote]" * 20_000,
        "[color=red]" * 20_000 + "Гнев",
        "Гнев красным, " * 2_000,
        "Гнев красным " * 1_600,
        '<span style="color:red">Гнев</span> ' * 4_000,
        "г\n" * 50_000,
        "&lt;font color=red&gt;" * 10_000,
        "x" * 2_000_000,
        "не " * 50_000 + "Гнев красным",
        '<p style="' + "color:red;" * 50_000 + '">Гнев</p>',
    ],
    ids=lambda body: f"{body[:14]}x{len(body)}",
)
@pytest.mark.timeout(60)
def test_huge_and_deep_bodies_are_read(body: str) -> None:
    for bbcode in (False, True):
        assert read(body, roster_of(CASES[0]), author="Вера", bbcode=bbcode).text


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_reserialised_html_reads_the_same(case: dict[str, Any]) -> None:
    tree = parse(case["body"])
    assert tree is not None
    again = etree.tostring(tree, encoding="unicode", method="html")
    assert meaning(reading_of(case, again)) == meaning(reading_of(case, case["body"]))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_parsed_element_reads_as_its_html(case: dict[str, Any]) -> None:
    """Bodies that come from a page are not parsed twice."""
    tree = parse(case["body"])
    assert reading_of(case, tree) == reading_of(case, case["body"])


_TEXT = re.compile(r"<script.*?</script>|&lt;.*?&gt;|<[^>]*>|&[#\w]+;|\[[^\]]*\]|[^<&\[]+", re.DOTALL)


def between_letters(body: str, insert: str, draw: random.Random) -> str:
    """`insert` put into about every third gap between two letters of the visible text."""

    def strew(piece: re.Match[str]) -> str:
        text = piece.group()
        if text[0] in "<&[":
            return text
        return re.sub(r"(?<=[^\W\d_])(?=[^\W\d_])", lambda _: insert if draw.random() < 0.3 else "", text)

    return _TEXT.sub(strew, body)


@pytest.mark.parametrize("insert", ["\u200b", "&#173;", "<wbr>", "\u2060", "&#769;"])
def test_invisible_characters_change_nothing(insert: str) -> None:
    draw = random.Random(insert)
    for case in CASES:
        body = between_letters(case["body"], insert, draw)
        assert meaning(reading_of(case, body)) == meaning(reading_of(case, case["body"])), body


def test_unbreakable_spaces_change_nothing() -> None:
    for case in CASES:
        body = _TEXT.sub(lambda m: m[0] if m[0][0] == "<" else m[0].replace(" ", "&nbsp;"), case["body"])
        assert meaning(reading_of(case, body)) == meaning(reading_of(case, case["body"])), body


QUOTES = (
    "<blockquote><div><cite>{0} писал(а):</cite><span style='color:red'>{1}</span></div></blockquote>",
    '<div class="quote-box"><cite>{0} написал(а):</cite><blockquote><p>{1} синим, досрочно</p></blockquote></div>',
)


@pytest.mark.parametrize("quote", QUOTES, ids=["paint", "word"])
def test_a_vote_quoted_below_changes_nothing(quote: str) -> None:
    for case in CASES:
        names = [player["name"] for player in case["players"]]
        body = case["body"] + quote.format(html.escape(names[0]), html.escape(names[1]))
        assert meaning(reading_of(case, body)) == meaning(reading_of(case, case["body"])), body


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(CASES), st.randoms(use_true_random=False))
def test_the_order_of_the_roster_changes_nothing(case: dict[str, Any], draw: random.Random) -> None:
    players = players_of(case)
    draw.shuffle(players)
    assert reading_of(case, case["body"], Roster(players)) == reading_of(case, case["body"])


NEWCOMERS = (
    *("Гневный", "Верона", "Азартный", "Похотливый", "Кротов", "Зависть2", "Олеся", "Петюня", "Васька", "Насть"),
    *("DarkLord_3", "Dark", "Sofa", "Мирон", "Лисица", "Розочка", "Светик", "Тени", "Шутник", "Белкин", "Зайка"),
    *("Star_2", "Жнецы", "Кирюша", "Шляпа", "Кролик", "Алиса", "Александрит", "Иваныч", "Славян", "Гермес", "Злоба2"),
)


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(CASES), st.sampled_from(NEWCOMERS))
def test_a_newcomer_never_takes_a_vote(case: dict[str, Any], name: str) -> None:
    """A player none of whose forms is written can only turn a vote into a question."""
    if any(name == player.name for player in players_of(case)):
        return
    before = reading_of(case, case["body"])
    larger = Roster([*players_of(case), RosterPlayer(name)])
    reader = reading_module._tools(larger, DEFAULT_PALETTE).reader
    written = {word for vote in before.votes for word in re.findall(r"\w+", vote.text)}
    known = [reader.known(word) for word in written]
    if any(name in (*one.found.players, *larger.foreign(one.key).players) for one in known):
        return
    targets = {(vote.start, vote.end): vote.target for vote in before.votes}
    after = reading_of(case, case["body"], larger)
    for vote in after.votes:
        assert targets.get((vote.start, vote.end), vote.target) == vote.target
    for start, end in targets:
        kept = any((vote.start, vote.end) == (start, end) for vote in after.votes)
        assert kept or any(review.start <= end and start <= review.end for review in after.reviews)


TALK = (
    "Доброе утро всем, кто дожил до этого дня. Ночь прошла тихо, но радоваться рано, впереди ещё целый суд.",
    "Перечитал тему ещё раз, и вот что бросается в глаза: все отвечают друг другу, а на вопросы никто не отвечает.",
)


def test_what_is_left_out_as_plain_talk_holds_nothing() -> None:
    """The gate by words (`parser.gate`) against taking everything apart."""
    for case in CASES:
        for body in (case["body"], f"<p>{TALK[0]}</p><p>{TALK[1]}</p>{case['body']}<p>{TALK[1]}</p><p>{TALK[0]}</p>"):
            roster = roster_of(case)
            tools = reading_module._tools(roster, DEFAULT_PALETTE)
            reader, styles = tools.reader, tools.styles
            document = reading_module.html.document(parse(body), styles)
            speech = reader.speech(document, whole=True)
            moderators = case.get("moderators", ())
            whole = reading_module._Post(speech, reader, case["author"], moderators).reading()
            assert whole == reading_of(case, body)
