"""Pasted private messages (N0): whose each is, what it says; whatever is not sure is handed back, never guessed."""

from __future__ import annotations

from pathlib import Path

import pytest
from app_bench import Bench, at

from engine.events import AliasAdded, Decided, NameTaken, Noted, OrderGiven, QuestionAnswered, RolesDealt
from engine.records import Decision, Deed, Order, Role, Ruling
from itogi.config import PlayerEntry
from itogi.i18n import use_language
from itogi.life.cohosts import last_number, matter_of, say_fresh
from itogi.life.errors import StaleError
from itogi.life.mail import messages_in, senders_in, slot_of, understood_in

CAST = {
    "Вера": Role.BOSS,
    "Азарт": Role.MANIAC,
    "Доброта": Role.DOCTOR,
    "Гнев": Role.CITIZEN,
    "Лень": Role.CITIZEN,
    "Зависть": Role.COMMISSIONER,
}


@pytest.fixture(autouse=True)
def russian() -> None:
    use_language("ru")


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    made = Bench.make(tmp_path, players=tuple(PlayerEntry(name=name, accounts=(f"{name}_лс", name)) for name in CAST))
    made.say(RolesDealt(roles=tuple(CAST.items())), "0 12:00")
    return made


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Вера: убиваю Гнева", [("Вера", "убиваю Гнева")]),
        ("вера : убиваю Гнева\nи запугиваю Лень", [("Вера", "убиваю Гнева и запугиваю Лень")]),
        ("Вера: убиваю Гнева\n\nАзарт: убиваю Лень", [("Вера", "убиваю Гнева"), ("Азарт", "убиваю Лень")]),
        ("От: Вера_лс\nТема: ход\nОтправлено: вчера\nубиваю Гнева", [("Вера", "убиваю Гнева")]),
        ("От кого: [Вера_лс]\nубиваю Гнева", [("Вера", "убиваю Гнева")]),
        ("Азарт_лс написал(а): убиваю Лень", [("Азарт", "убиваю Лень")]),
        ("From: Азарт\nSubject: x\nубиваю Лень", [("Азарт", "убиваю Лень")]),
        ("Верочка: убиваю Гнева", [("Вера", "убиваю Гнева")]),
        ("убиваю Гнева", [(None, "убиваю Гнева")]),
        ("Мой ход: убиваю Гнева", [(None, "Мой ход: убиваю Гнева")]),
        ("  \n\n", []),
    ],
)
def test_the_messages_of_a_paste(bench: Bench, text: str, found: list[tuple[str | None, str]]) -> None:
    """A line that begins with a mask, a further name or an account, or is a board's head, opens a message."""
    bench.say(AliasAdded(player="Вера", alias="Верочка"), "0 13:00")
    messages = messages_in(bench.evening("0 14:00"), text)
    assert [(one.sender, one.words) for one in messages] == found


def test_words_before_any_name_are_the_chosen_sender_s(bench: Bench) -> None:
    messages = messages_in(bench.evening("0 14:00"), "убиваю Гнева\nАзарт: убиваю Лень", sender="Вера")
    assert [one.sender for one in messages] == ["Вера", "Азарт"]


def test_an_account_that_was_replaced_speaks_for_its_slot_no_more_than_the_newcomer(bench: Bench) -> None:
    decision = Decision(ruling=Ruling.REPLACE, player="Вера", account="Новичок", at=at("0 13:00"))
    bench.say(Decided(phase="night", number=1, decision=decision), "0 13:00")
    evening = bench.evening("0 14:00")
    assert slot_of(evening, "Новичок") == "Вера"
    assert slot_of(evening, "Вера_лс") == "Вера", "an old message is still theirs"
    assert slot_of(evening, "Никто") is None


def test_what_is_sure_is_an_order_and_what_is_not_is_asked(bench: Bench) -> None:
    text = "Вера: убиваю Гнева\nАзарт: думаю о вечном\nДоброта: лечу Доброту\nбез имени"
    evening = bench.evening("0 20:00")
    items = understood_in(evening, text, night=1, sender=None, source="ЛС", sent_at=at("0 20:00"))
    sure = {item.message.sender: item.order for item in items}
    assert sure["Вера"]
    assert (sure["Вера"].order.do, sure["Вера"].order.targets, sure["Вера"].order.late) == (Deed.KILL, ("Гнев",), False)
    assert sure["Азарт"] is None
    assert next(item for item in items if item.message.sender == "Азарт").doubts
    late = understood_in(evening, "Вера: убиваю Гнева", night=1, sender=None, source="ЛС", sent_at=at("0 22:01"))
    assert late[0].order
    assert late[0].order.order.late


def test_who_owes_an_order_and_who_has_sent_one(bench: Bench) -> None:
    """N16: the boss and roles with deeds of their own; an order that was taken back is none."""
    bench.say(OrderGiven(night=1, order=Order(by="Вера", do=Deed.KILL, targets=("Гнев",))), "0 20:00")
    found = {one.player: one.orders for one in senders_in(bench.evening("0 20:30"), 1)}
    assert set(found) == {"Вера", "Азарт", "Доброта", "Зависть"}
    assert [name for name, orders in found.items() if orders] == ["Вера"]


def test_an_order_of_the_day_is_not_held_against_the_court_that_still_runs(bench: Bench) -> None:
    """Who leads the count lives until the court is over: an order on them for the coming night is in order."""
    bench.post("Ведущий", "Итоги 1 ночи:<br>Никто не умер.", "0 22:20")
    for voter in ("Вера", "Азарт", "Лень"):
        bench.post(voter, '<span style="color: red">Гнев</span>', "1 10:00")
    bench.poll("1 12:00")
    (item,) = understood_in(
        bench.evening("1 12:00"), "Вера: убиваю Гнева", night=2, sender=None, source="ЛС", sent_at=at("1 12:00")
    )
    assert item.order
    assert item.order.refused is None


# --- one matter, two windows ----------------------------------------------------------------------------------------


def answer(verdict: str) -> QuestionAnswered:
    return QuestionAnswered(question="12.ab.3", verdict=verdict)


def test_what_was_decided_on_a_page_is_entered_unless_the_matter_moved_on(bench: Bench) -> None:
    """Issue 9, point 7: nothing is overwritten, and nothing entered twice; other matters do not hinder."""
    base = last_number(bench.store)
    say_fresh(bench.store, base, Noted(text="прочее"))
    say_fresh(bench.store, base, answer("late"))
    with pytest.raises(StaleError, match="уже внесено"):
        say_fresh(bench.store, base, answer("late"))
    with pytest.raises(StaleError, match="Ничего не внесено"):
        say_fresh(bench.store, base, answer("in_time"))
    number = last_number(bench.store)
    with pytest.raises(StaleError):
        say_fresh(bench.store, base, Noted(text="новое"), answer("in_time"))
    assert last_number(bench.store) == number, "all of a form, or nothing"
    bench.store.undo(number)
    say_fresh(bench.store, base, answer("in_time"))


def test_a_matter_is_the_same_whatever_is_decided_on_it() -> None:
    decided = [
        Decided(phase="day", number=1, decision=Decision(ruling=ruling, player="Гнев"))
        for ruling in (Ruling.MODKILL, Ruling.PARDON)
    ]
    assert matter_of(decided[0]) == matter_of(decided[1])
    assert matter_of(decided[0]) != matter_of(
        Decided(phase="day", number=2, decision=Decision(ruling=Ruling.MODKILL, player="Гнев"))
    )
    assert matter_of(NameTaken(user="a@b", name="Сова")) is None
