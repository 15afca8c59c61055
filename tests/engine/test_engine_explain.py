"""Every result says why: which rule did what to whom, in order."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from engine_builders import TWELVE, all_vote, crowd, day, names_of, night, run, setup

from engine.contract import playthrough
from engine.explain import about, chapter, chapters
from engine.play import Playthrough

REPLAYS = Path(__file__).resolve().parents[2] / "fixtures" / "engine" / "replays"
NUMBER = re.compile(r"(V|R|D)\d+|N\d*|Г8|ГМ10")


def lines(played: Playthrough, phase: str, number: int) -> list[tuple[str, str]]:
    found = chapter(played, phase, number)
    assert found is not None
    return [(line.rule, line.text) for line in found.lines]


def rules(played: Playthrough, phase: str, number: int) -> list[str]:
    return [rule for rule, _text in lines(played, phase, number)]


@pytest.mark.parametrize("path", sorted(REPLAYS.glob("*.json")), ids=lambda path: path.stem)
def test_every_phase_of_every_game_is_explained(path: Path) -> None:
    """Each line names rules by their numbers and players of the game; nothing that happened goes without a line."""
    played = playthrough(json.loads(path.read_text(encoding="utf-8"))["script"])
    roster = {player.name for player in played.setup.players}
    found = chapters(played)
    assert len(found) == len(played.results)
    for item, result in zip(found, played.results, strict=True):
        told = {name for line in item.lines for name in line.players}
        for line in item.lines:
            assert all(NUMBER.fullmatch(rule) for rule in line.rule.split())
            assert line.text
        gone = set(played.states[found.index(item)].alive) - set(result.alive)
        assert gone <= told
        assert set(result.missed) <= told
        assert {name for name in told if name not in roster} <= {
            target for line in item.lines for target in line.players if line.rule in ("N", "V4", "V18")
        }


def test_explain_night() -> None:
    """`explain night 1`: the document's first night, rule by rule in the order of its working out."""
    played = playthrough(json.loads((REPLAYS / "game-of-the-document.json").read_text(encoding="utf-8"))["script"])
    told = rules(played, "night", 1)
    for earlier, later in (("N2", "N0"), ("N0", "N1 N17"), ("N1 N17", "N11"), ("N11", "N9 N15"), ("N9 N19", "R2")):
        assert told.index(earlier) < told.index(later)
    text = "\n".join(text for _rule, text in lines(played, "night", 1))
    assert "Доброта changes: truth serum: Азарт → healing from a role: mafia" in text
    assert "Die vote_loss:Щедрость: loss of the vote, chance 50 %, entered by the GM — happens" in text


def test_explain_day() -> None:
    """`explain day 2`: each ballot with its weight or the reason it was set aside, the score, the execution."""
    votes = all_vote(names_of(TWELVE), "Гнев", "Вера")
    played = run(
        setup(),
        night(1, "Вера kill_and_intimidate Нефилим,Азарт", dice="exposure:Вера=no"),
        day(1, "Вера>Вера red", "Нефилим>Вера red", *votes, "Доброта>Гнев blue", decisions=["modkill Азарт"]),
    )
    told = lines(played, "day", 1)
    assert ("V5", "Вера: Вера, red — set aside: a vote for oneself does not count") in told
    assert ("V17", "Нефилим: Вера, red — set aside: the voter is out of the game") in told
    assert ("V9", "Доброта: Гнев, blue — counts -3 (doctor)") in told
    assert ("V4", "Доброта: Гнев, red — replaced by a later vote") in told
    assert [rule for rule, text in told if "Азарт" in text] == ["V13", "V13", "Г8"]
    assert any(rule == "V13" and "no weight" in text and text.startswith("Вера: Гнев") for rule, text in told)
    assert ("V12", "Гнев is executed") in told


def test_explain_player() -> None:
    """`explain Кротость`: what concerned one player, phase by phase."""
    played = playthrough(json.loads((REPLAYS / "game-of-the-document.json").read_text(encoding="utf-8"))["script"])
    told = about(played, "Кротость")
    assert [(item.phase, item.number) for item in told] == [("night", 1), ("day", 1)]
    assert [item.title for item in told] == ["Night 1", "Day 1"]
    assert all("Кротость" in line.players for item in told for line in item.lines)
    assert about(played, "Никто") == ()
    assert chapter(played, "night", 9) is None


@pytest.mark.parametrize(
    ("orders", "dice", "decisions", "rule", "text"),
    [
        (("Похоть kill Гнев",), "", (), "N3", "counts as the boss's act"),
        (("Похоть kill Гнев", "Вера kill Нефилим"), "", (), "N3", "gives way"),
        (
            ("Вера kill Гнев", "Целомудрие visit Вера"),
            "vote_loss:Целомудрие=no",
            (),
            "N7 N17",
            "Целомудрие is in the way",
        ),
        (("Щедрость block Целомудрие", "Целомудрие visit Гнев"), "vote_loss:Щедрость=no", (), "N6 N8", "is in the way"),
        (("Вера kill Вера",), "", (), "N18", "refused"),
        (("Вера kill Вера",), "", ("allow Вера",), "", "let through"),
        (("Азарт torture Гнев late",), "evidence:Азарт=no", ("reorder Азарт",), "ГМ10", "after the deadline"),
        (("Азарт torture Гнев late",), "", (), "N0", "refused: sent after the deadline"),
        (("Вера kill Гнев,Нефилим",), "exposure:Вера=yes", (), "N5", "not announced"),
        (("Вера kill Гнев,Нефилим",), "exposure:Вера=yes", (), "N1", "The city learns that Вера is the boss"),
        (("Азарт torture Гнев",), "evidence:Азарт=yes", (), "N9", "the maniac tortured Гнев"),
        (("Доброта serum Вера",), "doctor_exposure:Доброта=yes", (), "N11", "Доброта is the doctor"),
        (("Вера ask вопрос",), "", (), "N4", "question to the council: «вопрос»"),
        (("Похоть other слово",), "", (), "N20", "free order: «слово»"),
        (("Вера kill Гнев", "Доброта heal Гнев"), "", (), "N1 N17", "it still counts as done"),
        (("Вера kill Гнев", "Доброта heal_from mafia"), "", (), "N11", "Гнев lives: healed by Доброта"),
        (("Вера kill Вера",), "", (), "N16", "Вера has sent no night action that stands"),
        (
            ("Азарт bloody_kill Гнев", "Щедрость block Гнев", "Доброта heal Гнев"),
            "vote_loss:Щедрость=no",
            (),
            "N9 N19 N13",
            "Щедрость dies bloodily",
        ),
        (
            ("Азарт bloody_kill Гнев", "Щедрость block Гнев", "Доброта heal_from maniac"),
            "vote_loss:Щедрость=no",
            (),
            "N11 N13",
            "Щедрость lives",
        ),
        (
            ("Азарт bloody_kill Гнев", "Щедрость block Гнев", "Целомудрие visit Щедрость"),
            "vote_loss:Целомудрие=no",
            (),
            "N7 N8 N14",
            "not at the door",
        ),
        ((), "", ("modkill Азарт reveal",), "Г8", "maniac"),
        ((), "", ("replace Азарт with=new",), "V16", "new"),
        ((), "", (), "N16", "Азарт has sent no night action"),
        (("Зависть check Вера",), "", (), "N10", "answer: mafia"),
    ],
)
def test_each_turn_of_a_night_has_its_line(
    orders: tuple[str, ...], dice: str, decisions: tuple[str, ...], rule: str, text: str
) -> None:
    """The number and the words, whatever happened."""
    played = run(setup(), night(1, *orders, dice=dice, decisions=decisions))
    assert any(found == rule and text in words for found, words in lines(played, "night", 1))


def test_a_silent_ban_is_told_to_the_gm() -> None:
    """N12: the doctor is not told, the GM is."""
    game = setup(crowd(TWELVE, 14))
    played = run(
        game,
        night(1, "Вера kill Гнев", "Доброта heal_from mafia"),
        day(1),
        night(2, "Вера kill Гнев", "Доброта heal Гнев"),
    )
    assert any(rule == "N12" and "not told" in text for rule, text in lines(played, "night", 2))


def test_a_heal_from_a_role_that_one_victim_is_barred_from_is_told_to_the_gm() -> None:
    """N12: healed the night before, not saved by the role tonight; the others are."""
    played = run(
        setup(crowd(TWELVE, 14)),
        night(1, "Доброта heal Гнев"),
        day(1),
        night(2, "Вера kill Гнев,Нефилим", "Доброта heal_from mafia"),
    )
    told = lines(played, "night", 2)
    assert ("N12", "Not saved: Гнев — healed the night before; the doctor is not told") in told
    assert ("N11", "Нефилим lives: healed by Доброта") in told
    outcome = next(item for item in played.night(2).outcomes if item.order.by == "Доброта")  # type: ignore[union-attr]
    assert (outcome.saved, outcome.unsaved) == (("Нефилим",), ("Гнев",))


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({}, "Гнев's role stays closed (3 alive at the start of the phase)"),
        (
            {"reveal_above": 2, "reveal_counts": "phase_end"},
            "Гнев's role stays closed (2 alive at the end of the phase)",
        ),
        ({"reveal_above": "never"}, "Гнев's role stays closed"),
        ({"reveal_above": "always"}, "Гнев's role is made public: citizen"),
    ],
)
def test_r1_tells_the_number_that_it_looked_at(settings: dict[str, object], told: str) -> None:
    """R1: at the start of the phase or at its end, or no number at all; by day and by night."""
    game = setup("Вера:boss Гнев:citizen Азарт:maniac", **settings)
    by_day = run(game, night(1), day(1, "Вера>Гнев red", "Азарт>Гнев red", "Гнев>Вера red", decisions=["execute Гнев"]))
    assert ("R1", told) in lines(by_day, "day", 1)
    assert ("R1", told) in lines(run(game, night(1, "Вера kill Гнев")), "night", 1)


def test_a_day_that_the_gm_closed_early_says_so() -> None:
    """V8: why no more votes came."""
    played = run(setup("Вера:boss Гнев:citizen"), night(1), day(1, closed_early=True))
    assert ("V8", "The GM has closed the day early") in lines(played, "day", 1)


@pytest.mark.parametrize(
    ("settings", "orders", "rule"),
    [
        ({"maniac.torture_blocks": True}, ("Азарт torture Зависть", "Зависть check Вера"), "N9"),
        ({"doctor.poison_blocks": True}, ("Доброта poison Зависть", "Зависть check Вера"), "N11"),
    ],
)
def test_what_stops_an_act_by_setting_is_named(settings: dict[str, object], orders: tuple[str, ...], rule: str) -> None:
    """N9, N11: torture or poison that blocks is no goon and no girl."""
    played = run(setup(**{name.replace(".", "__"): value for name, value in settings.items()}), night(1, *orders))
    assert any(found == rule and "is in the way" in words for found, words in lines(played, "night", 1))


@pytest.mark.parametrize(
    ("votes", "decisions", "rule", "text"),
    [
        (
            ("Вера>Азарт red at=1", "Азарт>Вера red at=2"),
            ("modkill Азарт at=5",),
            "V20",
            "Removed during the day: Азарт",
        ),
        (("Вера>Азарт red announced",), (), "V9", "(announced by the GM)"),
        (("Вера>Азарт red final",), (), "V9", "(final)"),
        (("Вера>Азарт red early",), (), "V9", "means nothing yet"),
        ((), ("execute Вера",), "", "whatever the count"),
        ((), ("pardon Вера",), "", "is not executed"),
        ((), ("object Вера",), "V8", "not to close early"),
        ((), ("replace Вера with=new",), "V16", "new"),
        ((), (), "V10", "Вера has not voted: 2 votes against"),
        ((), (), "V11", "Вера has missed too often"),
        ((), (), "V12", "The highest score is shared by"),
    ],
)
def test_each_turn_of_a_day_has_its_line(
    votes: tuple[str, ...], decisions: tuple[str, ...], rule: str, text: str
) -> None:
    """The number and the words, whatever happened."""
    played = run(setup("Вера:boss Гнев:citizen Азарт:maniac"), night(1), day(1, *votes, decisions=decisions))
    assert any(found == rule and text in words for found, words in lines(played, "day", 1))


@pytest.mark.parametrize(("early", "text"), [(0, "Too few"), (2, "up to the GM"), (3, "the day may close")])
def test_early_closing_is_explained(early: int, text: str) -> None:
    """V8: what it waits for."""
    names = ["Вера", "Гнев", "Азарт"]
    votes = [
        f"{name}>{'Вера' if name != 'Вера' else 'Гнев'} red{' early' if place < early else ''}"
        for place, name in enumerate(names)
    ]
    played = run(setup("Вера:boss Гнев:citizen Азарт:maniac", early_from_day=1), night(1), day(1, *votes))
    assert any(rule == "V8" and text in words for rule, words in lines(played, "day", 1))
