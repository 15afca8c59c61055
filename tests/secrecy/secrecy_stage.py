"""A game full of marked secrets, driven through the command line and the desk against the loopback board.

Everything that others may see is gathered in `Evening.public`, under a label that says what it is; everything that
the GM alone sees in `Evening.private`, so that a test can tell that the secrets were there at all.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from zoneinfo import ZoneInfo

import httpx
from app_command import Run
from desk_stage import StandingClock, opened

from itogi.config import (
    Account,
    Board,
    GameFile,
    Occasion,
    PlayerEntry,
    Polling,
    Reminder,
    Times,
    Topic,
    TopicKind,
)
from itogi.demo.board import DemoBoard
from itogi.demo.model import Forum
from itogi.desk.server import ROUTES
from itogi.new import create

ZONE = ZoneInfo("Europe/Moscow")
FIRST = date(2013, 10, 14)
GM = "Распорядитель"
PASSWORD = "Пароль-Зимородок-9137"
CONTACT = "gm@example.net"

ROLES = {
    "Алмаз": "boss",
    "Берилл": "rank2",
    "Гранат": "goon",
    "Жемчуг": "maniac",
    "Изумруд": "commissioner",
    "Коралл": "doctor",
    "Лазурит": "girl",
    "Малахит": "prosecutor",
    "Нефрит": "citizen",
    "Опал": "citizen",
    "Рубин": "citizen",
    "Сапфир": "citizen",
}
"""Twelve masks. Night 1: the boss kills two unseen, one of whom the doctor saves, and loses his vote silently."""
PERSONS = {name: f"Личность-{number:02}" for number, name in enumerate(ROLES, 1)}
"""Who is behind each mask."""
KILLED, SAVED, EXECUTED = "Опал", "Рубин", "Сапфир"
OPEN_ROLES = ("мирный житель", "мж", "citizen")
"""With twelve and eleven alive, the roles of the killed and the executed are made public (R1): both were citizens."""
ROLE_WORDS = (
    *("босс", "ранг", "громил", "маньяк", "комиссар", "доктор", "девочк", "прокурор", "адвокат"),
    *("boss", "rank2", "goon", "maniac", "commissioner", "doctor", "girl", "prosecutor"),
)
QUESTION, NOTE, SOURCE, FILED = "ВОПРОС-СОВЕТУ-4471", "ЗАМЕТКА-5582", "ИСТОЧНИК-6693", "ОБИДА-7704"
MARKS = (QUESTION, NOTE, SOURCE, FILED)
"""Words of orders, notes and sources that the GM typed."""


def at(text: str) -> datetime:
    """`1 21:55`: so many days after the first night's date."""
    day, clock = text.split()
    hours, minutes = clock.split(":")
    return datetime(FIRST.year, FIRST.month, FIRST.day, int(hours), int(minutes), tzinfo=ZONE) + timedelta(
        days=int(day)
    )


@dataclass
class Evening:
    """What was driven, and what came of it."""

    folder: Path
    board: DemoBoard
    clock: StandingClock
    run: Run
    public: dict[str, str] = field(default_factory=dict)
    private: dict[str, str] = field(default_factory=dict)
    sent: list[str] = field(default_factory=list)

    def command(self, label: str, *arguments: str, public: bool = False, text: str = "", status: int = 0) -> str:
        """Run a command as of the board's clock; its standard output."""
        ran = self.run(*arguments, moment=self.clock.moment, text=text)
        assert ran.status == status, ran.err
        (self.public if public else self.private)[label] = ran.out
        # Terminals are shared and their errors pasted into chats: nothing secret goes there at all.
        self.public[f"stderr of {label}"] = ran.err
        return ran.out

    @property
    def seed(self) -> str:
        with closing(sqlite3.connect(self.folder / "itogi.db")) as database:
            found: str = database.execute("SELECT value FROM secrets WHERE name = 'seed'").fetchone()[0]
            return found

    @property
    def cookies(self) -> list[str]:
        """Values of the kept session."""
        kept = json.loads((self.folder / "session.json").read_text(encoding="utf-8"))
        return [cookie["value"] for cookie in kept["cookies"] if len(cookie["value"]) > 8]


def forum() -> Forum:
    """The board before the game."""
    made = Forum(title="Форум", zone=ZONE)
    made.add_user(GM, password=PASSWORD, title="Ведущий", moderator=True)
    for name, person in PERSONS.items():
        made.add_user(person)
        made.add_user(name, title="Маска")
    for title in ("Запись", "Игра", "Голосование"):
        made.add_topic(title)
    made.add_post(1, GM, "Записываемся.", at=at("0 10:00"))
    made.add_post(2, GM, "Игра началась.", at=at("0 18:00"))
    made.add_post(3, GM, "Здесь голосуют.", at=at("0 18:01"))
    return made


@contextmanager
def listener(heard: list[str]) -> Iterator[str]:
    """A service that reminders go through, while the context lasts: its address. It notes all that it hears."""

    class Hears(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.append(self.rfile.read(int(self.headers["Content-Length"])).decode("utf-8"))
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_said: object) -> None:
            """Say nothing on the terminal."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Hears)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"json://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def game_file(board: DemoBoard, service: str = "json://127.0.0.1:9") -> GameFile:
    """The game; both accounts of each slot are told, the person's own among them."""
    kinds = {1: TopicKind.SIGNUP, 2: TopicKind.GAME, 3: TopicKind.VOTE}
    return GameFile(
        title="Камни",
        topics=tuple(Topic(url=board.topic_url(number), kind=kind) for number, kind in kinds.items()),
        players=tuple(
            PlayerEntry(name=name, accounts=(Account(name=person), Account(name=name)))
            for name, person in PERSONS.items()
        ),
        timetable=Times(first_date=FIRST),
        board=Board(engine="mybbru", account=GM),
        moderators=(GM,),
        polling=Polling(pause_seconds=0.0, contact=CONTACT),
        reminders=(
            Reminder(on=Occasion.DEADLINE, minutes=30, to=(service,)),
            Reminder(on=Occasion.QUESTION, to=(service,)),
            Reminder(on=Occasion.VIOLATION, to=(service,)),
        ),
    )


def play(evening: Evening) -> None:
    """The first night, its results, the court and its results, the second night, as a GM would lead them."""
    with listener(evening.sent) as service:
        create(evening.folder, game_file(evening.board, service))
        _night_one(evening)
        _day_one(evening)
        _night_two(evening)
        _failures(evening)


def _night_one(evening: Evening) -> None:
    _to(evening, "0 20:00")
    roles = "\n".join(f"{name} - {role}" for name, role in ROLES.items())
    evening.command("roles", "roles", "-", text=roles)
    orders: list[tuple[str, ...]] = [
        ("--from", "Алмаз", "--do", "kill", "--target", KILLED, "--target", SAVED),
        ("--from", "Гранат", "--do", "block", "--target", "Нефрит"),
        ("--from", "Жемчуг", "--do", "torture", "--target", "Нефрит"),
        ("--from", "Изумруд", "--do", "check", "--target", "Берилл"),
        ("--from", "Коралл", "--do", "heal", "--target", SAVED),
    ]
    for number, order in enumerate(orders):
        evening.command(f"order {number}", "order", *order, "--source", SOURCE, "--night", "1")
    _to(evening, "0 22:05")
    evening.command("poll 1", "poll")
    for die in ("exposure:Алмаз=нет", "vote_loss:Гранат=нет", "evidence:Жемчуг=нет"):
        evening.command(f"die {die}", "night", "1", "--die", die)
    evening.command("night 1", "night", "1")
    evening.command("dice commit", "dice", "commit", public=True)
    _drafts(evening, "night", 1, ("results",))
    evening.command("login", "login")
    evening.command("publish night 1", "publish", "night", "1", "--yes", public=True)


def _day_one(evening: Evening) -> None:
    _to(evening, "1 21:30")
    board = evening.board
    votes = {
        "Алмаз": f"[color=red]{EXECUTED}[/color]",
        "Малахит": f"[color=red]{EXECUTED}[/color]",
        "Берилл": f"[color=red]{EXECUTED}[/color]",
        "Коралл": "[color=blue]Лазурит[/color]",
        "Изумруд": "[color=red]Лазурит[/color]",
        "Нефрит": "[color=red]Лазурит[/color]",
        "Гранат": "[color=red]Гранат[/color]",
        "Рубин": "[color=orange]Лазурит[/color]",
    }
    for number, (name, text) in enumerate(votes.items()):
        board.add_post(3, name, text, at=at(f"1 12:{number:02}"))
    board.add_post(2, "Жемчуг", "Клянусь, я мирный!", at=at("1 13:00"))
    board.add_post(2, "Прохожий", "А что тут?", at=at("1 13:10"))
    evening.command("poll 2", "poll")
    evening.command("tally", "tally")
    evening.command("sheet", "tally", "--sheet")
    evening.command("status", "status")
    evening.command("violations", "violations")
    evening.command("questions", "questions")
    key = json.loads(evening.command("violations json", "violations", "--json"))[0]["key"]
    judged = evening.command("decide", "decide", key, "warn", "--note", NOTE)
    evening.public["the notice for the topic"] = judged.partition("В тему:")[2]
    _drafts(evening, "day", 1, ("count", "call", "opening", "roster"))
    evening.command("publish count", "publish", "day", "1", "--kind", "count", "--yes", public=True)
    _charts(evening, "1")
    _reminders(evening)
    _desk(evening)
    _to(evening, "1 22:05")
    evening.command("poll 3", "poll")
    _drafts(evening, "day", 1, ("results", "roster"))
    evening.command("publish day 1", "publish", "day", "1", "--yes", public=True)


def _night_two(evening: Evening) -> None:
    _to(evening, "1 22:20")
    ask = ("order", "--from", "Алмаз", "--do", "ask", QUESTION, "--night", "2")
    evening.command("order ask", *ask)
    evening.command("note", "decide", "file", "X10-other", "--player", "Берилл", "--note", FILED)
    _to(evening, "1 22:35")
    evening.command("poll 4", "poll")
    evening.command("night 2", "night", "2")
    evening.command("journal", "journal")
    _drafts(evening, "night", 2, ("results",))
    evening.command("publish night 2", "publish", "night", "2", "--yes", public=True)
    evening.command("publish roster", "publish", "night", "2", "--kind", "roster", "--yes", public=True)
    _charts(evening, "2")
    _reminders(evening)
    _desk(evening)


def _failures(evening: Evening) -> None:
    """What goes wrong is told on the terminal, and no secret with it."""
    evening.command("wrong role", "roles", "Алмаз=царь", status=2)
    evening.command("wrong key", "decide", "zzz", "warn", status=2)
    evening.command("wrong order", "order", "--from", "Алмаз", "--do", "kill", "--target", "Никто", status=2)
    evening.board.misbehave(lambda answer: type(answer)(status=500, body=b"oops"), times=None)
    evening.command("board down", "poll", status=1)
    evening.board.behave()


def _to(evening: Evening, moment: str) -> None:
    evening.clock.moment = at(moment)


def _drafts(evening: Evening, phase: str, number: int, kinds: tuple[str, ...]) -> None:
    for kind in kinds:
        for form in ("text", "bbcode", "html", "markdown"):
            label = f"draft {phase} {number} {kind} {form}, {evening.clock.moment:%d %H:%M}"
            evening.command(label, "draft", phase, str(number), "--kind", kind, "--format", form, public=True)


def _charts(evening: Evening, name: str) -> None:
    shown = evening.folder.parent / "shown"
    shown.mkdir(exist_ok=True)
    for chart in ("timeline", "wagons", "activity"):
        evening.command(f"chart {chart} {name}", "chart", chart, public=True)
        file = shown / f"{chart}-{name}.svg"
        evening.command(f"svg {chart} {name}", "chart", chart, "--svg", str(file), public=True)
        evening.public[f"picture {chart} {name}"] = file.read_text(encoding="utf-8")
    for table in ("votes", "timeline", "wagons", "activity", "roster"):
        for form in ("--csv", "--json"):
            evening.command(f"export {table} {form} {name}", "export", table, form, public=True)


def _reminders(evening: Evening) -> None:
    """All that goes through others' hands: polls send what is due."""
    evening.command("poll for reminders", "poll")
    assert evening.sent
    evening.public["reminders"] = "\n".join(evening.sent)


def _desk(evening: Evening) -> None:
    """Every screen with its secrets hidden, as it is shown when a screen is shared; titles and links in any case."""
    with opened(evening.folder, evening.clock) as desk, httpx.Client(follow_redirects=True, timeout=30) as browser:
        page = browser.get(desk.link)
        for path in ROUTES:
            page = browser.get(f"http://127.0.0.1:{desk.port}{path}")
            label = f"desk {path}, {evening.clock.moment:%d %H:%M}"
            evening.public[label] = page.text
            desk.secrets_shown = True
            shown = browser.get(f"http://127.0.0.1:{desk.port}{path}").text
            evening.private[f"{label}, with secrets"] = shown
            evening.public[f"titles and links of {label}"] = "\n".join(
                (
                    *re.findall(r"<title>.*?</title>", shown, re.DOTALL),
                    *re.findall(r'(?:href|action|src)="[^"]*"', shown),
                )
            )
            desk.secrets_shown = False


def files(folder: Path) -> Iterator[Path]:
    """Every file that the game left."""
    return (path for path in folder.parent.rglob("*") if path.is_file())
