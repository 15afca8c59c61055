"""Signals of X6 and X7: wordings that must be put before the GM, and wordings that must not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parser.read import read
from parser.records import Signal, SignalKind
from parser.roster import Roster, RosterPlayer

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "parser" / "signals"
NAMES = "Зависть Тщеславие Целомудрие Азарт Нефилим Доброта Вера Похоть Справедливость Гнев Щедрость Кротость"
ROSTER = Roster([RosterPlayer(name) for name in NAMES.split()])
FIXTURES = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in sorted(FOLDER.glob("*.json"))}


def signals_of(body: str, author: str = "Нефилим") -> tuple[Signal, ...]:
    return read(f"<p>{body}</p>", ROSTER, author=author, moderators=["Ведущий"]).signals


def test_every_kind_has_its_fixtures() -> None:
    """Issue 4, point 4: at least fifteen sentences each way for each kind."""
    assert set(FIXTURES) == {kind.value for kind in SignalKind}
    for fixture in FIXTURES.values():
        assert len(set(fixture["must"])) >= 15
        assert len(set(fixture["must_not"])) >= 15


@pytest.mark.parametrize("kind", FIXTURES)
def test_wordings_are_put_before_the_gm(kind: str) -> None:
    """X6, X7: each of them is heard, and pointed at by its exact characters."""
    unheard = []
    for body in FIXTURES[kind]["must"]:
        reading = read(f"<p>Ну что ж.</p><p>{body}</p>", ROSTER, author="Нефилим", moderators=["Ведущий"])
        found = [signal for signal in reading.signals if signal.kind.value == kind]
        assert all(reading.text[signal.start : signal.end] == signal.text for signal in found)
        if not any(signal.start >= len("Ну что ж.") for signal in found):
            unheard.append(body)
    assert not unheard


@pytest.mark.parametrize("kind", FIXTURES)
def test_harmless_wordings_are_left_alone(kind: str) -> None:
    """X6, X7: what only looks like it is not put before the GM."""
    assert not [body for body in FIXTURES[kind]["must_not"] if kind in {one.kind.value for one in signals_of(body)}]


@pytest.mark.parametrize("wrapped", ["<blockquote>{}</blockquote>", "<pre>{}</pre>", '<div class="signature">{}</div>'])
def test_only_the_authors_own_words_count(wrapped: str) -> None:
    assert not signals_of(wrapped.format("Клянусь, ты идиот!"))


def test_a_nick_is_no_insult() -> None:
    roster = Roster([RosterPlayer("Дурак"), RosterPlayer("Козёл"), RosterPlayer("Вера")])
    assert not read("<p>Дурак молчит, а ты, Козёл, болтаешь.</p>", roster, author="Вера").signals


def test_the_gms_own_posts_break_no_rule() -> None:
    assert not signals_of("Клянусь, итоги будут. Вопросы в личку, мне писала Вера в лс.", author="Ведущий")


@pytest.mark.parametrize(
    "before", ["", "<p>Перечитала всю тему ещё раз, с самого начала, и ничего нового в ней не нашла.</p>"]
)
def test_a_gm_may_be_asked_by_name(before: str) -> None:
    """Г12.1: whatever the GM is called, a question to the GM needs the name in bold."""
    question = "скажите, пожалуйста, когда будут итоги дня и сколько нам ещё ждать завершения суда?"
    for name, found in (("Чеширский", [SignalKind.QUESTION_TO_GM]), ("<b>Чеширский</b>", [])):
        reading = read(f"{before}<p>{name}, {question}</p>", ROSTER, author="Нефилим", moderators=["Чеширский"])
        assert [signal.kind for signal in reading.signals] == found


def test_what_somebody_else_said_in_quotation_marks_is_not_the_authors() -> None:
    """The author answers for their own words only; a message that was private is told in whatever marks."""
    assert not signals_of("«Клянусь, я мирный» — так говорил Гнев.")
    assert [one.kind for one in signals_of("«Клянусь, я мирный»")] == [SignalKind.OATH]
    assert [one.kind for one in signals_of("Гнев написал мне в лс: «сдаюсь»")] == [SignalKind.PRIVATE_MESSAGE]


def test_a_reason_may_stand_in_the_next_sentence() -> None:
    """Г13.5: «Буду редко. Сессия» tells a reason as well as one sentence does."""
    told = signals_of("До пятницы буду редко. Троллейбусы встали. Вера мне не нравится.")
    assert [one.kind for one in told] == [SignalKind.ABSENCE_REASON]
    assert "Вера" not in told[0].text
