"""What is known at a glance (`parser.talk`, `parser.glance`) the layers read alike: nothing is missed for speed."""

from __future__ import annotations

import random
import re

import pytest
from test_parser_properties import CASES, PIECES, TALK, reading_of, roster_of

from parser import read as reading_module
from parser.html import parse
from parser.palette import DEFAULT_PALETTE
from parser.read import read
from parser.records import SignalKind
from parser.roster import Roster, RosterPlayer

ROSTER = Roster([RosterPlayer(name) for name in ("Гнев", "Вера", "Дядя Стёпа", "Mr.Proper")])
TAGS = (
    *("<b>", "</b>", "<br />", "<br>\n", "<p>", "</p>", "<cite>", "</cite>", "<wbr>", "</span>", "<blockquote>", "<"),
    *('<strong class="text-strong">', "<span class='quote'>", '<a href="./memberlist.php?mode=viewprofile&amp;u=5">'),
    *('<img src="x.gif" alt=":)" />', '<span title="Гнев красным">', '<div class="quote-box">', "</div>", "x > y"),
    *("&nbsp;", "&#1075;", "&#63;", "&quest;", "&#6", "\x1c", "\x85", "\u2028", "\xad", " ", ".", ",", "*", "\n", "  "),
)
LINES = (
    *TALK,
    *("Вот так.", "Да", "+1", "Если честно, сама не знаю.", "Я так и знал!", "Не считать же это за довод.", "Шутка?"),
    *("<b>Внимание</b>, тут всё просто", '<img src="./smile.gif" alt=":)" />', "Мой план на завтра:", "[b]Итак[/b]"),
    *("Ведущий, подскажите, что дальше?", "Прошу не принимать всерьёз.", "Он вчера написал:", "Пример того, как надо:"),
    '<blockquote><div><cite><a href="./viewtopic.php?p=7">Оля</a> писал(а):</cite>Спать пора.</div></blockquote>',
    '<div class="quote-box"><cite>Оля написал(а):</cite><blockquote><p>Спать пора.</p></blockquote></div>',
)


def is_plain(body: str, roster: Roster = ROSTER) -> bool:
    return reading_module._tools(roster, DEFAULT_PALETTE).talk.is_plain(body)


@pytest.mark.parametrize(
    "body",
    [
        "Доброе утро. Гнев вчера молчал.",
        "<p>Гнев, а почему?<br />Вера тоже молчала.</p>",
        'Гнев опять шутит <img src="./smile.gif" alt=":)" /><br>\nнадоело',
        '<blockquote><div><cite><a href="./viewtopic.php?p=1">Гнев</a> писал:</cite>Спать пора.</div></blockquote>Да.',
    ],
)
def test_talk_is_known_by_its_source(body: str) -> None:
    assert is_plain(body)


@pytest.mark.parametrize(
    "body",
    [
        "Гнев красным",
        "Гнев кр<b>асн</b>ым",
        "Гнев крас<!-- -->ным",
        "Гнев крас</blockquote>ным",
        "Гнев крас<span title='x y'>ным</span>",
        "Гнев &#1082;расным",
        "<p>Гнев</p>",
        "Спать пора<br>Гнев <img src='x.gif' alt=':)'><br>всем",
        "Дядя Стёпа",
        "Спорим на бутылку, что он мирный",
        "Вчера я играл. Я комиссар",
        "[b]Гнев[/b]",
        "<font color=red>Гнев</font>",
        '<span style="color: red">Гнев</span>',
        "Гнев <s>и Вера</s>",
        "Гнев <span",
    ],
)
def test_what_may_be_said_goes_to_the_layers(body: str) -> None:
    """Votes, words that tags part, bare names, what a signal could be made of, and whatever is odd."""
    assert not is_plain(body)


@pytest.mark.parametrize("name", ["чеширский", "Чешир<i>ский</i>", "ЧЕШИРСКИЙ&nbsp;&mdash;", "&#1063;еширский"])
def test_a_question_that_names_a_moderator_is_heard(name: str) -> None:
    """Г12.1: in whatever case the name is, and whatever the tags."""
    body = f"{name}, скажите, когда будут итоги дня и сколько нам ещё ждать?"
    reading = read(body, ROSTER, author="Вера", moderators=["Чеширский"])
    assert [signal.kind for signal in reading.signals] == [SignalKind.QUESTION_TO_GM]


@pytest.mark.parametrize("called", ["Старый клён,", "Старому клёну вопрос:", "Хочу спросить у Старого клена:"])
def test_a_question_names_a_moderator_in_any_case(called: str) -> None:
    """Г12.1: a nick of two words, declined, with ё or е, in a long post too."""
    body = f"<p>{called} когда будут итоги, и сколько нам тут ещё сидеть и ждать результатов этого суда?</p>"
    reading = read(body, ROSTER, author="Вера", moderators=["Старый клён"])
    assert [signal.kind for signal in reading.signals] == [SignalKind.QUESTION_TO_GM]


def test_a_painted_line_among_talk_is_a_ballot_where_it_stands() -> None:
    """V1: read by itself once, and found in each post at its place."""
    for talk in ("", "Доброе утро.<br />", "<p>Спать пора.</p><p>Да &amp; нет.</p>"):
        reading = read(f'{talk}<span style="color: red">Гнев</span>', ROSTER, author="Вера")
        (vote,) = reading.votes
        assert (vote.target, reading.text[vote.start : vote.end]) == ("Гнев", "Гнев")


def altered(body: str, draw: random.Random) -> str:
    """A labelled body, half of the time without its colours and some of its words, with tags in odd places."""
    if draw.random() < 0.7:
        words = re.sub(r'(?i)style="[^"]*"|color=\S+|\[[^\]]*\]', "", body).split(" ")
        at = draw.randrange(len(words))
        del words[at : at + draw.randint(1, 3)]
        body = " ".join(words)
    for _ in range(draw.randint(0, 3)):
        at, to = sorted((draw.randint(0, len(body)), draw.randint(0, len(body))))
        if draw.random() < 0.8:
            body = body[:at] + draw.choice(TAGS if draw.random() < 0.8 else PIECES) + body[at:]
        else:
            body = body[:at] + body[to:]
    return body


def among_talk(body: str, name: str, draw: random.Random) -> str:
    """A labelled body, or a painted name, between lines of talk, now and then with a tag in an odd place."""
    if draw.random() < 0.6:
        inside = draw.choice((name, f"<b>{name}</b>", f"{name}!", f" {name} ", f"{name} тоже", f"за {name}"))
        body = draw.choice(('<span style="color: red">{}</span>', "<b><font color=blue>{}</font></b>.")).format(inside)
    lines = [*draw.choices(LINES, k=draw.randint(0, 2)), body, *draw.choices(LINES, k=draw.randint(0, 2))]
    body = draw.choice(("<br>\n", "<br />", "</p><p>", " ")).join(lines)
    if draw.random() < 0.5:
        body = f"<p>{body}</p>"
    if draw.random() < 0.3:
        at = draw.randint(0, len(body))
        body = body[:at] + draw.choice(TAGS) + body[at:]
    return body


def agrees(seed: int) -> int:
    """Whether a body was known at a glance (2: as a ballot); its reading must be that of its tree."""
    draw = random.Random(seed)
    case = draw.choice(CASES)
    roster = roster_of(case)
    body = altered(case["body"], draw) if seed % 2 else among_talk(case["body"], draw.choice(roster.names), draw)
    moderators = case.get("moderators", ())
    glanced = reading_module._tools(roster, DEFAULT_PALETTE).glance.reading(body, case["author"], moderators)
    if glanced is None:
        return 0
    by_tree = reading_of(case, parse(body))
    assert (glanced, glanced.text) == (by_tree, by_tree.text), (seed, body)
    return 1 + len(glanced.votes)


def test_altered_bodies_read_as_their_trees() -> None:
    found = [agrees(seed) for seed in range(3_000)]
    assert found.count(1) > 150
    assert found.count(2) > 150


@pytest.mark.soak
def test_many_altered_bodies_read_as_their_trees() -> None:
    assert sum(agrees(seed) > 0 for seed in range(3_000, 200_000)) > 20_000
