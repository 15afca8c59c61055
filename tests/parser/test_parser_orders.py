"""Phrases that GMs get in private messages (N0): understood, or asked about, never guessed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.records import Deed, Role
from parser.orders import read_order
from parser.roster import Roster, RosterPlayer

NAMES = (
    "Зависть Тщеславие Целомудрие Азарт Нефилим Доброта Вера Похоть Гнев Щедрость Вася Петя Валентин Валентина King_Leo"
)
ROSTER = Roster([RosterPlayer(name) for name in NAMES.split()])

SURE = [
    ("Лечу Васю", Deed.HEAL, ("Вася",), None),
    ("лечит Гнева", Deed.HEAL, ("Гнев",), None),
    ("лечу себя", Deed.HEAL, ("Доброта",), None),
    ("лечусь", Deed.HEAL, ("Доброта",), None),
    ("лечу от мафии", Deed.HEAL_FROM, (), "mafia"),
    ("Лечить от маньяка", Deed.HEAL_FROM, (), "maniac"),
    ("лечу жертву мафии", Deed.HEAL_FROM, (), "mafia"),
    ("лечу от комиссара", Deed.HEAL_FROM, (), "commissioner"),
    ("проверяю Веру", Deed.CHECK, ("Вера",), None),
    ("чек Гнева", Deed.CHECK, ("Гнев",), None),
    ("Ночь 2. Проверить документы у Нефилима", Deed.CHECK, ("Нефилим",), None),
    ("Гнева проверяю", Deed.CHECK, ("Гнев",), None),
    ("убиваю Васю и Петю", Deed.KILL, ("Вася", "Петя"), None),
    ("убить Азарт и Похоть двойным", Deed.KILL, ("Азарт", "Похоть"), None),
    ("стреляю в Гнева", Deed.KILL, ("Гнев",), None),
    ("пугаю Веру, Гнева и Похоть", Deed.INTIMIDATE, ("Вера", "Гнев", "Похоть"), None),
    ("убиваю Гнева, пугаю Похоть", Deed.KILL_AND_INTIMIDATE, ("Гнев", "Похоть"), None),
    ("Похоть пугаю, Гнева убиваю", Deed.KILL_AND_INTIMIDATE, ("Гнев", "Похоть"), None),
    ("блок Гнева", Deed.BLOCK, ("Гнев",), None),
    ("блочу king leo", Deed.BLOCK, ("King_Leo",), None),
    ("прихожу к Щедрости", Deed.VISIT, ("Щедрость",), None),
    ("кидаю сыворотку в Азарт", Deed.SERUM, ("Азарт",), None),
    ("бросаю сыр в Азарт", Deed.SERUM, ("Азарт",), None),
    ("травлю Гнева", Deed.POISON, ("Гнев",), None),
    ("кровавым Тщеславие", Deed.BLOODY_KILL, ("Тщеславие",), None),
    ("убиваю Тщеславие кровавым", Deed.BLOODY_KILL, ("Тщеславие",), None),
    ("убиваю Гнева обычным", Deed.QUICK_KILL, ("Гнев",), None),
    ("мучаю Гнева", Deed.TORTURE, ("Гнев",), None),
]


@pytest.mark.parametrize(("words", "deed", "targets", "role"), SURE, ids=[words for words, *_ in SURE])
def test_a_plain_order_is_understood(words: str, deed: Deed, targets: tuple[str, ...], role: str | None) -> None:
    for text, sender in ((words, "Доброта"), (f"Доброта: {words}", None)):
        reading = read_order(text, ROSTER, sender=sender)
        assert reading.questions == ()
        (order,) = reading.orders
        assert (order.by, order.do, order.targets, order.role) == ("Доброта", deed, targets, role)


ASKED = [
    "",
    "привет",
    "Гнев",
    "лечу",
    "лечу Валентина",
    "лечу Сергея",
    "лечу Шедрость",
    "лечу Веру от мафии",
    "проверяю Гнева или Веру",
    "проверяю Веру и Гнева",
    "проверяю Веру, убиваю Гнева",
    "если Гнев жив, убиваю Гнева",
    "может, проверю Веру",
    "не лечу никого",
    "пропускаю ход",
    "Вера: лечу Гнева",
    "меняю на Гнева",
]


@pytest.mark.parametrize("words", ASKED)
def test_doubt_is_a_question(words: str) -> None:
    assert read_order(words, ROSTER, sender="Доброта").questions


def test_without_a_sender_nobody_orders() -> None:
    reading = read_order("лечу Веру", ROSTER)
    assert reading.orders == ()
    assert reading.questions


def test_a_change_of_mind_stands_last() -> None:
    """«бросает сыр в Азарт, меняет: лечить от мафии»: the last order counts."""
    reading = read_order("бросаю сыр в Азарт, меняю: лечить от мафии", ROSTER, sender="Доброта")
    assert [(order.do, order.role) for order in reading.orders] == [(Deed.SERUM, None), (Deed.HEAL_FROM, "mafia")]
    assert reading.questions == ()
    again = read_order("проверяю Веру. Меняю на Гнева", ROSTER, sender="Зависть")
    assert [order.targets for order in again.orders] == [("Вера",), ("Гнев",)]


@pytest.mark.parametrize(
    ("words", "role", "deed"),
    [
        ("блокирую Гнева", Role.GIRL, Deed.VISIT),
        ("прихожу к Гневу", Role.GOON, Deed.BLOCK),
        ("Гнев", Role.GIRL, Deed.VISIT),
    ],
)
def test_the_senders_role_settles_what_the_word_leaves_open(words: str, role: Role, deed: Deed) -> None:
    reading = read_order(words, ROSTER, sender="Целомудрие", role=role)
    assert [(order.do, order.targets) for order in reading.orders] == [(deed, ("Гнев",))]
    assert reading.questions == ()


def test_a_maniac_must_say_how_he_kills() -> None:
    reading = read_order("убиваю Гнева", ROSTER, sender="Азарт", role=Role.MANIAC)
    assert (reading.orders, len(reading.questions)) == ((), 1)


@pytest.mark.parametrize(
    ("words", "role", "text"),
    [
        ("Вопрос совету: в игре осталось 3 роли города?", None, "в игре осталось 3 роли города?"),
        ("К Васе прошлой ночью приходил комиссар?", Role.BOSS, "К Васе прошлой ночью приходил комиссар?"),
    ],
)
def test_the_councils_question_keeps_its_words(words: str, role: Role | None, text: str) -> None:
    reading = read_order(words, ROSTER, sender="Вера", role=role)
    assert [(order.do, order.text) for order in reading.orders] == [(Deed.ASK, text)]


def test_a_lawyers_free_words_are_an_order_for_the_game_master() -> None:
    """N20: lawyer and journalist act by a free text that the GM rules on."""
    reading = read_order("слежу за Гневом", ROSTER, sender="Вера", role=Role.LAWYER)
    assert [(order.do, order.text) for order in reading.orders] == [(Deed.OTHER, "слежу за Гневом")]


@settings(deadline=None)
@given(st.text(max_size=200))
def test_no_message_raises(text: str) -> None:
    read_order(text, ROSTER, sender="Вера")
    read_order(text, ROSTER)
