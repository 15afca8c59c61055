"""Names that the reader of votes could not tell apart are found before the game, with advice."""

from __future__ import annotations

import pytest

from itogi.life.name_check import Weight, check_names
from parser.roster import RosterPlayer


def weights(*names: str, moderators: tuple[str, ...] = ()) -> dict[tuple[str, ...], set[Weight]]:
    found: dict[tuple[str, ...], set[Weight]] = {}
    for finding in check_names([RosterPlayer(name=name) for name in names], moderators=moderators):
        found.setdefault(finding.names, set()).add(finding.weight)
    return found


@pytest.mark.parametrize(
    ("names", "weight"),
    [
        (("Bepa", "Вера"), Weight.CLASH),  # Latin look-alikes
        (("Семён", "Семен"), Weight.CLASH),
        (("Саша", "Саш"), Weight.CLASH),
        (("Роман", "Романа"), Weight.CLASH),
        (("Роза", "Розалия"), Weight.NOTE),
        (("Макс", "Максим"), Weight.RISK),
        (("Ветер", "Ветрр"), Weight.NOTE),
        (("Ларин", "Марин"), Weight.RISK),
    ],
)
def test_two_names(names: tuple[str, str], weight: Weight) -> None:
    found = weights(*names)
    if weight is Weight.NOTE:
        assert Weight.CLASH not in found.get(names, set())
    else:
        assert weight in found[names], found


@pytest.mark.parametrize("name", ["Красный", "Мафия", "Голос", "Ночь", "Доктор", "Мир", "Никто", "Она", "Red"])
def test_a_word_of_the_game_or_of_every_sentence_is_no_name(name: str) -> None:
    assert Weight.CLASH in weights(name, "Гнев")[name,]


@pytest.mark.parametrize("name", ["77", "[b]Ник[/b]", "Ян"])
def test_odd_names_are_told(name: str) -> None:
    assert weights(name, "Гнев")[name,]


def test_common_nouns_are_a_note_and_no_more() -> None:
    """The document's masks are words of the language: that alone is no fault."""
    found = check_names([RosterPlayer(name=name) for name in ("Гнев", "Вера", "Азарт")])
    assert [finding.weight for finding in found] == [Weight.NOTE]
    assert found[0].names == ("Гнев", "Вера", "Азарт")


def test_names_without_any_fault_are_silent() -> None:
    assert check_names([RosterPlayer(name=name) for name in ("Tern_77", "Snegirёk", "Квакозябр")]) == ()


def test_a_player_called_like_the_gm() -> None:
    assert Weight.RISK in weights("Архивариус", "Гнев", moderators=("Архивариус",))["Архивариус",]


def test_the_advice_agrees_with_the_reader_of_votes() -> None:
    """A form that two names share really becomes a question, as the advice says."""
    from parser.read import read
    from parser.records import ReviewReason
    from parser.roster import Roster

    players = [RosterPlayer(name="Роман"), RosterPlayer(name="Романа"), RosterPlayer(name="Гнев")]
    assert Weight.CLASH in weights("Роман", "Романа")["Роман", "Романа"]
    reading = read("<p>Романа красным</p>", Roster(players), author="Гнев")
    assert [review.reason for review in reading.reviews] == [ReviewReason.AMBIGUOUS_NAME]
