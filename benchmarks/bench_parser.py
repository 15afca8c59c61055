"""Reading posts (body to votes, questions, signals) against a bare lxml parse of the same bodies; the aim is 3."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

from lxml import etree

from parser.read import read
from parser.roster import Roster, RosterPlayer

CASES = Path(__file__).resolve().parent.parent / "fixtures" / "parser" / "votes.jsonl"
_LISTED = "Зависть Тщеславие Целомудрие Азарт Нефилим Доброта Вера Похоть Справедливость Гнев Щедрость Кротость"
NAMES = _LISTED.split()
ROSTER = Roster([RosterPlayer(name) for name in NAMES])
ROUNDS = 12
POSTS = 400
BALLOTS = 10
"""One post of a game topic in so many holds a ballot: a dozen players vote once or twice in a hundred posts a day."""

# What is said in a game topic between votes.
CHAT = """
Доброе утро всем, кто дожил до этого дня. Ночь прошла тихо, но радоваться рано.
Перечитала вчерашний суд ещё раз и вот что заметила: Азарт трижды уходил от прямого вопроса.
Мне не нравится, как Похоть соглашается с каждым, кто пишет перед ней. Это не мнение, это эхо.
Гнев, объясни, пожалуйста, почему ты поменял решение в последние десять минут? Я правда хочу понять.
Щедрость пишет мало, но по делу, поэтому пока не трогаю. Кротость вообще пропала с радаров.
Если считать, что комиссар жив, то у города ещё два хода, и тратить их на споры глупо.
Нефилим вчера шутил, что его всё равно никто не слушает. Сегодня шутка уже не кажется смешной.
Ладно, пойду думать дальше, вечером вернусь с разбором по каждому, обещаю не затягивать.
Вера, твоя версия красивая, только в ней нет места вчерашнему выстрелу. Попробуй ещё раз.
Тщеславие и Зависть ходят парой, и это бросается в глаза уже второй день подряд.
""".strip().split("\n")


class Board:
    """How an engine writes a body: lines, a quote, a smiley, a ballot in red."""

    def __init__(self, lines: str, between: str, quote: str, smiley: str, ballot: str) -> None:
        self.lines = lines
        self.between = between
        self.quote = quote
        self.smiley = smiley
        self.ballot = ballot


BOARDS = (
    Board(
        "<p>{}</p>",
        "<br />",
        '<div class="quote-box answer-box"><cite>{name} написал(а):</cite><blockquote><p>{said}</p></blockquote></div>',
        '<img src="https://board.example/img/smilies/common/light/smile.gif" alt="smile" />',
        '<p><span style="color: red">{}</span></p>',
    ),
    Board(
        "{}",
        "<br>\n",
        '<blockquote><div><cite><a href="./memberlist.php?mode=viewprofile&amp;u={user}">{name}</a> писал(а): '
        '<a href="./viewtopic.php?p={post}#p{post}" data-post-id="{post}">↑</a></cite>{said}</div></blockquote>',
        '<img class="smilies" src="./images/smilies/icon_smile.gif" width="15" height="17" alt=":)" title="Улыбка">',
        '<br>\n<span style="color: #FF0000"><strong class="text-strong">{}</strong></span>',
    ),
)


def posts(draw: random.Random, *, ballots: int) -> list[str]:
    """Bodies as a game topic has them: talk of usual length, a quote in every third, a smiley in every other, a name in
    bold in every fifth, and a ballot in one of `ballots`.
    """
    bodies = []
    for number in range(POSTS):
        board = BOARDS[number % 2]
        said = draw.sample(CHAT, draw.randint(3, 8))
        if number % 4 < 2:
            said[0] += " " + board.smiley
        if number % 5 == 0:
            said[-1] = "<strong>{}</strong> {}".format(*said[-1].split(" ", 1))
        body = board.lines.format(board.between.join(said))
        if number % 3 == 0:
            post = draw.randrange(10**6)
            name = draw.choice(NAMES)
            body = board.quote.format(name=name, said=draw.choice(CHAT), user=NAMES.index(name), post=post) + body
        if number % ballots == 0:
            body += board.ballot.format(draw.choice(NAMES))
        bodies.append(body)
    return bodies


def run() -> list[str]:
    """Posts a second and the ratio to the bare parse: for a game topic, for its posts with a ballot alone, and for the
    labelled posts, all of them short and odd.
    """
    draw = random.Random(7)
    labelled = [json.loads(line)["body"] for line in CASES.read_text(encoding="utf-8").splitlines()]
    return [
        _measured("game topic", [posts(draw, ballots=BALLOTS) for _ in range(ROUNDS)]),
        _measured("its ballots alone", [posts(draw, ballots=1) for _ in range(ROUNDS)]),
        _measured("labelled posts", [labelled] * ROUNDS),
    ]


def _measured(title: str, rounds: Sequence[list[str]]) -> str:
    """Each round has posts of its own, so that none was read before; the words of the language are known, as they are
    after some minutes of a game.
    """
    size = sum(len(body) for bodies in rounds for body in bodies) / sum(map(len, rounds))
    speeds, ratios = [], []
    for bodies in rounds:
        bare = _time(bodies, etree.HTML)
        whole = _time(bodies, lambda body: read(body, ROSTER, author="Вера"))
        speeds.append(len(bodies) / whole)
        ratios.append(whole / bare)
    # Both sides of a ratio are measured within one breath, since machines are shared.
    return f"parser: {title}, {size:.0f} characters: {max(speeds):.0f} posts/s, ratio {median(ratios[1:]):.2f} (aim 3)"


def _time(bodies: list[str], action: Callable[[str], object]) -> float:
    start = time.process_time()
    for body in bodies:
        action(body)
    return time.process_time() - start
