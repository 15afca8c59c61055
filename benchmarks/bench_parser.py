"""Reading posts (body to votes, questions, signals) against a bare lxml parse of the same bodies; the aim is 3."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from pathlib import Path

from lxml import etree

from parser.read import read
from parser.roster import Roster, RosterPlayer

CASES = Path(__file__).resolve().parent.parent / "fixtures" / "parser" / "votes.jsonl"
_LISTED = "Зависть Тщеславие Целомудрие Азарт Нефилим Доброта Вера Похоть Справедливость Гнев Щедрость Кротость"
NAMES = _LISTED.split()
ROSTER = Roster([RosterPlayer(name) for name in NAMES])
ROUNDS = 12

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


def posts(amount: int = 400) -> list[str]:
    """Bodies as a game topic has them: mostly talk of usual length, a quote now and then, a vote in every fourth."""
    draw = random.Random(7)
    bodies = []
    for number in range(amount):
        said = draw.sample(CHAT, draw.randint(3, 8))
        paragraphs = [f"<p>{'<br />'.join(said[at : at + 2])}</p>" for at in range(0, len(said), 2)]
        if number % 3 == 0:
            paragraphs.insert(
                0, f"<blockquote><div><cite>{draw.choice(NAMES)} писал(а):</cite>{draw.choice(CHAT)}</div></blockquote>"
            )
        if number % 5 == 0:
            paragraphs[-1] = paragraphs[-1].replace(said[-1].split()[0], f"<strong>{said[-1].split()[0]}</strong>")
        if number % 4 == 0:
            paragraphs.append(f'<p><span style="color: red">{draw.choice(NAMES)}</span></p>')
        bodies.append("\n".join(paragraphs))
    return bodies


def run() -> list[str]:
    """Posts a second and the ratio to the bare parse, for usual posts and for the labelled ones (all short and odd)."""
    return [_measured("usual posts", posts()), _measured("labelled posts", _labelled())]


def _labelled() -> list[str]:
    return [json.loads(line)["body"] for line in CASES.read_text(encoding="utf-8").splitlines()]


def _measured(title: str, bodies: list[str]) -> str:
    size = sum(map(len, bodies)) / len(bodies)
    bare = _best(lambda: [etree.HTML(body) for body in bodies])
    whole = _best(lambda: [read(body, ROSTER, author="Вера") for body in bodies])
    speed = len(bodies) / whole
    return f"parser: {title}, {size:.0f} characters: {speed:.0f} posts/s, ratio {whole / bare:.2f} (aim 3)"


def _best(action: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        action()
        times.append(time.process_time() - start)
    return min(times)
