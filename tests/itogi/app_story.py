"""One small game with a bit of everything, for the commands: seven players, into the second day."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from app_bench import GM, Bench, at, blue, red

from engine.events import BallotEntered, DieEntered, OrderGiven, RolesDealt
from engine.records import Cast, Colour, Deed, Gender, Order, Role
from itogi.config import PlayerEntry, TopicKind

PLAYERS = {
    "Вера": (Gender.FEMININE, Role.BOSS),
    "Гнев": (Gender.MASCULINE, Role.CITIZEN),
    "Азарт": (Gender.MASCULINE, Role.MANIAC),
    "Доброта": (Gender.FEMININE, Role.DOCTOR),
    "Целомудрие": (Gender.NEUTER, Role.GIRL),
    "Нефилим": (Gender.MASCULINE, Role.CITIZEN),
    "Кротость": (Gender.FEMININE, Role.CITIZEN),
}


def story(folder: Path) -> Bench:
    """Night 1: the maniac kills Кротость, the girl takes Азарт's vote. Day 1: Нефилим is voted out. Night 2: quiet.
    Day 2 runs until `2 22:00`, read at `2 21:54`.
    """
    bench = Bench.on_disk(
        folder, title="Грехи", players=tuple(PlayerEntry(name=n, gender=g) for n, (g, _role) in PLAYERS.items())
    )
    bench.say(RolesDealt(roles=tuple((name, role) for name, (_gender, role) in PLAYERS.items())), "0 18:00")
    order(bench, 1, Order(by="Азарт", do=Deed.QUICK_KILL, targets=("Кротость",)), "0 20:00")
    order(bench, 1, Order(by="Вера", do=Deed.KILL, targets=("Доброта",)), "0 20:30")
    order(bench, 1, Order(by="Доброта", do=Deed.HEAL, targets=("Доброта",)), "0 21:00")
    order(bench, 1, Order(by="Целомудрие", do=Deed.VISIT, targets=("Нефилим",)), "0 21:30")
    bench.say(DieEntered(night=1, name="vote_loss:Целомудрие", happens=True), "0 22:05")
    bench.post(GM, "Итоги 1 ночи:<br>Убита Кротость.<br>Сегодня Нефилим лишён возможности голосовать.", "0 22:20")
    bench.post("Кротость", "Прощайте", "1 9:00", kind=TopicKind.GAME)
    bench.post("Вера", red("Нефилим"), "1 10:00")
    bench.post("Гнев", red("Нефилима"), "1 11:00")
    bench.post("Азарт", "Нефилим красным", "1 12:00")
    bench.post("Нефилим", red("Вера"), "1 13:00")
    bench.post("Доброта", blue("Гнев"), "1 14:00")
    bench.post("Целомудрие", red("Гнев"), "1 15:00")
    bench.poll("1 22:01")
    bench.post(GM, "Итоги 1 суда:<br>Выбывает Нефилим.", "1 22:10")
    order(bench, 2, Order(by="Вера", do=Deed.INTIMIDATE, targets=("Азарт",), source="phone"), "1 22:15")
    bench.post(GM, "Итоги 2 ночи:<br>Ночью никто не умер.<br>Сегодня Азарт лишён возможности голосовать.", "1 22:45")
    bench.post("Кротость", red("Вера"), "2 9:00")
    bench.post("Вера", red("Гнев"), "2 10:00")
    edited = bench.post("Гнев", red("Вера"), "2 11:00")
    bench.post("Азарт", red("Вера"), "2 12:00")
    bench.post("Целомудрие", f"Думаю, это {red('Вера или Гнев')}", "2 13:00")
    bench.post("Вера", "Снимаю голос", "2 14:00")
    bench.poll("2 15:00")
    bench.edit(edited, f"{red('Вера')}, уверен", "2 16:00")
    bench.say(
        BallotEntered(
            day=2, cast=Cast(by="Доброта", target="Гнев", colour=Colour.BLUE, at=at("2 17:00")), source="SMS"
        ),
        "2 17:05",
    )
    bench.post("Прохожий", red("Гнев"), "2 18:00")
    bench.post("Целомудрие", "[i]молчу[/i] & <b>жду</b>", "2 19:00")
    bench.poll("2 21:54")
    return bench


def order(bench: Bench, night: int, given: Order, when: str) -> None:
    bench.say(OrderGiven(night=night, order=replace(given, sent_at=at(when), source=given.source or "message")), when)
