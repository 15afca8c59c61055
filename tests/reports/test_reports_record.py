"""P3: the record of the game in the form of the document's: every kind of order and outcome in its words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.dice import commitment
from engine.play import play
from engine.records import (
    DayInput,
    Decision,
    Deed,
    GameSetup,
    Gender,
    NightInput,
    Order,
    Player,
    Role,
    Ruling,
)
from engine.results import ActionOutcome, NightResult, Refused
from reports.chronicle import game_record
from reports.drafts import Texts

PLAYERS = (
    Player(name="Вера", role=Role.BOSS, accounts=("Cherry",)),
    Player(name="Похоть", role=Role.RANK2, accounts=("Lulu", "Lulu_2")),
    Player(name="Щедрость", role=Role.GOON, accounts=("King Leo",)),
    Player(name="Азарт", role=Role.MANIAC, accounts=("азарт",)),
    Player(name="Зависть", role=Role.COMMISSIONER),
    Player(name="Доброта", role=Role.DOCTOR, accounts=("Aibolit",)),
    Player(name="Целомудрие", role=Role.GIRL, accounts=("Мурка",)),
    Player(name="Гнев", role=Role.CITIZEN, gender=Gender.MASCULINE),
    Player(name="Нефилим", role=Role.LAWYER),
)
EMPTY = NightResult(
    night=1,
    boss="Вера",
    deaths=(),
    saved=(),
    blocked=(),
    silenced=(),
    checks=(),
    revealed=(),
    exposed=(),
    evidence=(),
    refused=(),
    missed=(),
    modkill_due=(),
    notes=(),
    outcomes=(),
    changed=(),
    dice=(),
    removed=(),
    replaced=(),
    silent_today=(),
    alive=(),
    victory=None,
)


def order(by: str, do: Deed, *targets: str, role: str | None = None, text: str | None = None) -> Order:
    return Order(by=by, do=do, targets=targets, role=role, text=text)


def lines_of(night: NightResult) -> list[str]:
    """The lines of one night in the record, without its heading and results."""
    text = Texts("ru").record(game_record(PLAYERS, [night])).text
    body = text.partition("Ночь 1:\n")[2].partition("Итоги:\n")[0]
    return [line for line in body.split("\n") if line]


BLOCK = ActionOutcome(order=order("Целомудрие", Deed.VISIT, "Азарт"), happened=True, vote_lost=True)
OUTCOMES = [
    # one deed, what became of it, the line
    (order("Вера", Deed.KILL, "Гнев"), {}, "Босс (Вера – Cherry) – убивает Гнев (удачно)"),
    (order("Вера", Deed.KILL, "Нефилим"), {"happened": False, "saved": ("Нефилим",)},
     "Босс (Вера – Cherry) – убивает Нефилима (неудачно, лечение)"),
    (order("Вера", Deed.KILL, "Гнев", "Доброта"), {"exposed": True},
     "Босс (Вера – Cherry) – убивает Гнев и Доброту двойным (удачно, улики)"),
    (order("Вера", Deed.KILL, "Гнев", "Доброта"), {"exposed": False, "saved": ("Гнев",), "killed": ("Доброта",)},
     "Босс (Вера – Cherry) – убивает Гнев и Доброту двойным (удачно, лечение: Гнев)"),
    (order("Вера", Deed.INTIMIDATE, "Гнев", "Доброта", "Зависть"), {},
     "Босс (Вера – Cherry) – запугивает Гнев, Доброту и Зависть (удачно)"),
    (order("Вера", Deed.KILL_AND_INTIMIDATE, "Гнев", "Доброта"), {"exposed": True},
     "Босс (Вера – Cherry) – убивает Гнев и запугивает Доброту (удачно, улики)"),
    (order("Вера", Deed.ASK, text="Жив ли доктор?"), {},
     "Босс (Вера – Cherry) – спрашивает: «Жив ли доктор?» (удачно)"),
    (order("Похоть", Deed.KILL, "Гнев"), {}, "2 ранг (Похоть – Lulu, Lulu_2) – убивает Гнев (удачно)"),
    (order("Щедрость", Deed.BLOCK, "Азарт"), {"vote_lost": False, "posthumous": True},
     "Громила (Щедрость – King Leo) – блокирует Азарт (удачно, без лишения)"),
    (order("Азарт", Deed.BLOODY_KILL, "Гнев"), {"killed": ("Гнев", "Щедрость")},
     "Маньяк (Азарт) – убивает Гнев кровавым (удачно, от кровавого умирает громила)"),
    (order("Азарт", Deed.BLOODY_KILL, "Гнев"), {"killed": ("Гнев", "Щедрость", "Целомудрие")},
     "Маньяк (Азарт) – убивает Гнев кровавым (удачно, от кровавого умирают громила и девочка)"),
    (order("Азарт", Deed.BLOODY_KILL, "Гнев"), {"killed": ("Щедрость",), "saved": ("Гнев",), "happened": False},
     "Маньяк (Азарт) – убивает Гнев кровавым (неудачно, лечение, от кровавого умирает громила)"),
    (order("Азарт", Deed.QUICK_KILL, "Гнев"), {"happened": False, "blocked_by": "Целомудрие"},
     "Маньяк (Азарт) – убивает Гнев обычным (неудачно, в блоке с лишением)"),
    (order("Азарт", Deed.QUICK_KILL, "Гнев"), {"happened": False, "blocked_by": "Щедрость"},
     "Маньяк (Азарт) – убивает Гнев обычным (неудачно, в блоке)"),
    (order("Азарт", Deed.TORTURE, "Гнев"), {"evidence": True}, "Маньяк (Азарт) – мучает Гнев (удачно, улики)"),
    (order("Зависть", Deed.CHECK, "Вера"), {"mafia": True}, "Комиссар (Зависть) – проверяет Веру (удачно, мафия)"),
    (order("Зависть", Deed.CHECK, "Гнев"), {"mafia": False}, "Комиссар (Зависть) – проверяет Гнев (удачно, не мафия)"),
    (order("Зависть", Deed.CHECK, "Вера"), {"mafia": True, "posthumous": True},
     "Комиссар (Зависть) – проверяет Веру (удачно, но посмертно)"),
    (order("Зависть", Deed.KILL, "Вера"), {}, "Комиссар (Зависть) – убивает Веру (удачно)"),
    (order("Доброта", Deed.SERUM, "Азарт"), {"exposed": False},
     "Доктор (Доброта – Aibolit) – подкладывает сыворотку Азарту (удачно)"),
    (order("Доброта", Deed.SERUM, "Доброта"), {"exposed": True},
     "Доктор (Доброта – Aibolit) – подкладывает сыворотку себе (удачно, улики)"),
    (order("Доброта", Deed.HEAL, "Доброта"), {}, "Доктор (Доброта – Aibolit) – лечит себя (удачно)"),
    (order("Доброта", Deed.HEAL, "Вера"), {"saved": ("Вера",)},
     "Доктор (Доброта – Aibolit) – лечит Веру (удачно, спасает от смерти)"),
    (order("Доброта", Deed.HEAL, "Вера"), {"happened": False, "silent_ban": True},
     "Доктор (Доброта – Aibolit) – лечит Веру (неудачно, лечение две ночи подряд)"),
    (order("Доброта", Deed.HEAL_FROM, role="maniac"), {"saved": ("Гнев", "Зависть")},
     "Доктор (Доброта – Aibolit) – лечит от маньяка (удачно, лечит Зависть и Гнев)"),
    (order("Доброта", Deed.HEAL_FROM, role="commissioner"), {},
     "Доктор (Доброта – Aibolit) – лечит от комиссара (удачно)"),
    (order("Доброта", Deed.POISON, "Вера"), {}, "Доктор (Доброта – Aibolit) – травит Веру (удачно)"),
    (order("Целомудрие", Deed.VISIT, "Нефилим"), {"vote_lost": True},
     "Девочка (Целомудрие – Мурка) – блокирует Нефилима (удачно, с лишением)"),
    (order("Нефилим", Deed.OTHER, text="[b]следит[/b]"), {}, "Адвокат (Нефилим) – [b]следит[/b] (удачно)"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "became", "line"), OUTCOMES)
def test_every_outcome_has_its_words(given: Order, became: dict[str, object], line: str) -> None:
    outcome = ActionOutcome(**({"order": given, "happened": True} | became))  # type: ignore[arg-type]
    blocker = (BLOCK,) if outcome.blocked_by == "Целомудрие" else ()
    assert line in lines_of(replace(EMPTY, outcomes=(outcome, *blocker)))


def test_sides_stand_apart_and_in_the_document_s_order() -> None:
    given = ("Доброта", "Целомудрие", "Зависть", "Азарт", "Щедрость", "Вера")
    outcomes = tuple(ActionOutcome(order=order(by, Deed.OTHER, text="ход"), happened=True) for by in given)
    text = Texts("ru").record(game_record(PLAYERS, [replace(EMPTY, outcomes=outcomes)])).text
    night = text.partition("Ночь 1:\n")[2].partition("\n\nИтоги:")[0]
    assert night == (
        "Мафия:\n"
        "Босс (Вера – Cherry) – ход (удачно)\n"
        "Громила (Щедрость – King Leo) – ход (удачно)\n"
        "\n"
        "Маньяк (Азарт) – ход (удачно)\n"
        "\n"
        "Город:\n"
        "Комиссар (Зависть) – ход (удачно)\n"
        "Девочка (Целомудрие – Мурка) – ход (удачно)\n"
        "Доктор (Доброта – Aibolit) – ход (удачно)"
    )


def test_whoever_is_boss_is_called_boss_but_blocks_as_the_goon() -> None:
    """N2: the goon who became boss has every boss action and the block, one a night."""
    for deed, line in (
        (Deed.KILL, "Босс (Щедрость – King Leo) – убивает Гнев (удачно)"),
        (Deed.BLOCK, "Громила (Щедрость – King Leo) – блокирует Гнев (удачно)"),
    ):
        outcome = ActionOutcome(order=order("Щедрость", deed, "Гнев"), happened=True)
        assert lines_of(replace(EMPTY, boss="Щедрость", outcomes=(outcome,))) == ["Мафия:", line]


def test_changes_refusals_and_missed_orders_are_told() -> None:
    serum, heal, poison = (order("Доброта", deed, "Азарт") for deed in (Deed.SERUM, Deed.HEAL, Deed.POISON))
    night = replace(
        EMPTY,
        outcomes=(ActionOutcome(order=poison, happened=True),),
        changed=((serum, heal), (heal, poison)),
        refused=(Refused(order=order("Целомудрие", Deed.VISIT, "Гнев"), rule="N7", why="дважды"),),
        missed=("Целомудрие", "Азарт"),
        outranked=(order("Похоть", Deed.KILL, "Гнев"),),
    )
    assert lines_of(night) == [
        "Мафия:",
        "2 ранг (Похоть – Lulu, Lulu_2) – убивает Гнев (решает старший)",
        "Маньяк (Азарт) – хода нет",
        "Город:",
        "Девочка (Целомудрие – Мурка) – блокирует Гнев (не принято)",
        (
            "Доктор (Доброта – Aibolit) – подкладывает сыворотку Азарту, меняет: лечит Азарт, "
            "меняет: травит Азарт (удачно)"
        ),
    ]


def test_replacements_modkills_disputes_and_the_seed() -> None:
    """V16, Г6, D3: a slot taken over has a new account; disputed moments and the seed come last."""
    phases = [
        NightInput(night=1, decisions=(Decision(ruling=Ruling.REPLACE, player="Вера", account="Newcomer"),)),
        DayInput(day=1, decisions=(Decision(ruling=Ruling.MODKILL, player="Нефилим"),)),
        NightInput(night=2, orders=(order("Вера", Deed.KILL, "Гнев"),)),
    ]
    game = play(GameSetup(players=PLAYERS, seed="зерно"), phases)
    record = game_record(PLAYERS, game.results, disputed=["Считать ли «окончательный»?\nРешено: да."], seed="зерно")
    text = Texts("ru").record(record).text
    assert "1. Вера – Cherry (замена: Newcomer) – босс (мафия)\n" in text
    assert "4. Азарт – маньяк\n" in text  # the account is written like the name
    assert "Босс (Вера – Newcomer) – убивает Гнев (удачно)" in text
    assert "Суд 1:\nГолоса разделились поровну, никто не выбывает\nМодкилл: Нефилим (адвокат).\n" in text
    assert "9. Нефилим — адвокат, модкилл на 1 суде" in text
    assert "8. Гнев — мирный житель, выбыл во 2 ночь" in text
    assert text.endswith(
        "Спорные моменты:\n— Считать ли «окончательный»? Решено: да.\n\n"
        f"Зерно кубиков: зерно (SHA-256: {commitment('зерно')})"
    )


def test_a_record_of_nothing_is_a_roster() -> None:
    text = Texts("ru").record(game_record(PLAYERS, [])).text
    assert text.startswith("1. Вера – Cherry – босс (мафия)\n")
    assert text.endswith("9. Нефилим")


@pytest.mark.parametrize("number", range(len(OUTCOMES)))
def test_english_has_words_for_everything_too(number: int) -> None:
    given, became, _line = OUTCOMES[number]
    outcome = ActionOutcome(**({"order": given, "happened": True} | became))  # type: ignore[arg-type]
    text = Texts("en").record(game_record(PLAYERS, [replace(EMPTY, outcomes=(outcome,))])).text
    lines = text.partition("Night 1:\n")[2].partition("\n\nResults:")[0].split("\n")
    assert ("(done" in lines[-1]) is outcome.happened
    assert ("(failed" in lines[-1]) is not outcome.happened
