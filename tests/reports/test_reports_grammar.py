"""P1: grammatical Russian, and nothing fails on any name."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.records import Gender
from reports import grammar

M, F, N, P = Gender.MASCULINE, Gender.FEMININE, Gender.NEUTER, Gender.PLURAL

MASKS = [
    # name, gender, genitive, dative, accusative, instrumental
    ("Зависть", F, "Зависти", "Зависти", "Зависть", "Завистью"),
    ("Тщеславие", N, "Тщеславия", "Тщеславию", "Тщеславие", "Тщеславием"),
    ("Целомудрие", N, "Целомудрия", "Целомудрию", "Целомудрие", "Целомудрием"),
    ("Азарт", M, "Азарта", "Азарту", "Азарт", "Азартом"),
    ("Нефилим", M, "Нефилима", "Нефилиму", "Нефилима", "Нефилимом"),
    ("Доброта", F, "Доброты", "Доброте", "Доброту", "Добротой"),
    ("Вера", F, "Веры", "Вере", "Веру", "Верой"),
    ("Похоть", F, "Похоти", "Похоти", "Похоть", "Похотью"),
    ("Справедливость", F, "Справедливости", "Справедливости", "Справедливость", "Справедливостью"),
    ("Гнев", M, "Гнева", "Гневу", "Гнев", "Гневом"),
    ("Щедрость", F, "Щедрости", "Щедрости", "Щедрость", "Щедростью"),
    ("Кротость", F, "Кротости", "Кротости", "Кротость", "Кротостью"),
    ("Гордыня", F, "Гордыни", "Гордыне", "Гордыню", "Гордыней"),
    ("Уныние", N, "Уныния", "Унынию", "Уныние", "Унынием"),
    ("Лень", F, "Лени", "Лени", "Лень", "Ленью"),
    ("Любовь", F, "Любви", "Любви", "Любовь", "Любовью"),
]
NICKS = [
    ("Мурка", F, "Мурки", "Мурке", "Мурку", "Муркой"),
    ("Анноушка", F, "Анноушки", "Анноушке", "Анноушку", "Анноушкой"),
    ("Снегирь", M, "Снегиря", "Снегирю", "Снегиря", "Снегирём"),
    ("Незнайка", M, "Незнайки", "Незнайке", "Незнайку", "Незнайкой"),
    ("Ёжики", P, "Ёжиков", "Ёжикам", "Ёжиков", "Ёжиками"),
    ("Артем", M, "Артема", "Артему", "Артема", "Артемом"),
    ("ВАСЯ", M, "ВАСИ", "ВАСЕ", "ВАСЮ", "ВАСЕЙ"),
    ("Пиковая Дама", F, "Пиковой Дамы", "Пиковой Даме", "Пиковую Даму", "Пиковой Дамой"),
    ("Кот в сапогах", M, "Кота в сапогах", "Коту в сапогах", "Кота в сапогах", "Котом в сапогах"),
    ("Дочь капитана", F, "Дочери капитана", "Дочери капитана", "Дочь капитана", "Дочерью капитана"),
    ("Баба Яга", F, "Бабы Яги", "Бабе Яге", "Бабу Ягу", "Бабой Ягой"),
    ("Белые Ходоки", P, "Белых Ходоков", "Белым Ходокам", "Белых Ходоков", "Белыми Ходоками"),
    ("Тихий Омут", M, "Тихого Омута", "Тихому Омуту", "Тихий Омут", "Тихим Омутом"),
    ("Шалтай-Болтай", M, "Шалтай-Болтая", "Шалтай-Болтаю", "Шалтай-Болтая", "Шалтай-Болтаем"),
]
UNTOUCHED = [
    "Nightfall", "King Leo", "Tern_77", "[K]от", "Кот_в_сапогах", "мУрКа", "Некто", "Дио", "Марго", "я", "«Кот»",
    "Кот ", "[b]Вера[/b]", "<i>Вера</i>", "@Вера", "Вера;", "", " ", "\n", "0", "Вера Cherry", "ｋｏｔ", "🐱", "Кoт",
]  # fmt: skip


@pytest.mark.parametrize(("name", "gender", "genitive", "dative", "accusative", "instrumental"), MASKS + NICKS)
def test_names_decline(
    name: str, gender: Gender, genitive: str, dative: str, accusative: str, instrumental: str
) -> None:
    assert grammar.guess_gender(name) is gender
    for told in (None, gender):
        assert grammar.case_form(name, "nominative", told) == name
        assert grammar.case_form(name, "genitive", told) == genitive
        assert grammar.case_form(name, "dative", told) == dative
        assert grammar.case_form(name, "accusative", told) == accusative
        assert grammar.case_form(name, "instrumental", told) == instrumental


@pytest.mark.parametrize("name", UNTOUCHED)
def test_odd_nicks_stay_as_they_are(name: str) -> None:
    for case in grammar.CASES:
        assert grammar.case_form(name, case) == name
    assert grammar.guess_gender(name) in Gender


def test_names_that_never_change_keep_their_gender() -> None:
    assert grammar.guess_gender("Мэри") is F
    assert grammar.guess_gender("Хосе") is M


def test_the_roster_s_gender_wins_over_the_guess() -> None:
    # «Вася» may be a woman's nick: the texts agree with what the roster tells.
    assert grammar.case_form("Вася", "accusative", F) == "Васю"
    assert grammar.agreed("убит", [F]) == "убита"


@pytest.mark.parametrize(
    ("word", "forms"),
    [
        ("убит", ["убит", "убита", "убито", "убиты"]),
        ("выбыл", ["выбыл", "выбыла", "выбыло", "выбыли"]),
        ("лишён", ["лишён", "лишена", "лишено", "лишены"]),
        ("проголосовал", ["проголосовал", "проголосовала", "проголосовало", "проголосовали"]),
        ("остался", ["остался", "осталась", "осталось", "остались"]),
    ],
)
def test_words_agree_with_their_subjects(word: str, forms: list[str]) -> None:
    assert [grammar.agreed(word, [gender]) for gender in (M, F, N, P)] == forms
    assert grammar.agreed(word, [F, N]) == forms[3]


@pytest.mark.parametrize(
    ("number", "figures", "words"),
    [
        (1, "1 голос", "один голос"),
        (2, "2 голоса", "два голоса"),
        (5, "5 голосов", "пять голосов"),
        (11, "11 голосов", "11 голосов"),
        (21, "21 голос", "21 голос"),
        (104, "104 голоса", "104 голоса"),
    ],
)
def test_numerals_govern_their_noun(number: int, figures: str, words: str) -> None:
    assert grammar.counted(number, "голос") == figures
    assert grammar.in_words(number, "голос") == words


def test_numerals_agree_in_gender() -> None:
    assert grammar.in_words(1, "ночь") == "одна ночь"
    assert grammar.in_words(2, "ночь") == "две ночи"
    assert grammar.in_words(1, "очко") == "одно очко"
    assert grammar.in_words(2, "очко") == "два очка"


def test_only_the_second_takes_the_long_preposition() -> None:
    assert [number for number in range(1, 200) if grammar.in_ordinal(number) == "во"] == [2]


@settings(deadline=None)
@given(st.text(max_size=30), st.sampled_from(sorted(grammar.CASES)), st.sampled_from([None, *Gender]))
def test_no_name_is_too_odd(name: str, case: str, gender: Gender | None) -> None:
    """P4: names are data; grammar never fails on one, and never changes what holds no Russian word."""
    form = grammar.case_form(name, case, gender)
    grammar.guess_gender(name)
    if not any("а" <= letter.lower() <= "я" or letter.lower() == "ё" for letter in name):
        assert form == name


@settings(deadline=None)
@given(
    st.lists(st.text("абвгдежзийклмнопрстуфхцчшщъыьэюяё", min_size=1, max_size=9), min_size=1, max_size=3),
    st.sampled_from(sorted(grammar.CASES)),
)
def test_a_declined_name_keeps_its_shape(words: list[str], case: str) -> None:
    """A form has as many words as the name, begins with the same letter and is as capitalised."""
    name = " ".join(word.capitalize() for word in words)
    forms = grammar.case_form(name, case).split(" ")
    assert len(forms) == len(words)
    for word, form in zip(name.split(" "), forms, strict=True):
        assert form[0].lower().replace("ё", "е") == word[0].lower().replace("ё", "е")
        assert form[0].isupper()
