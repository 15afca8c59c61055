"""Convention 3 and the kinds around it: nicks that are words of voting, and votes that are somebody else's."""

from __future__ import annotations

import pytest

from parser.read import read
from parser.records import ReviewReason
from parser.roster import Roster, RosterPlayer

ROSTER = Roster([RosterPlayer(name) for name in ("Красный", "Синий", "Голос", "Мила", "Клим", "Шапка")])


def votes(body: str, author: str = "Клим") -> list[tuple[str, str, str]]:
    reading = read(body, ROSTER, author=author, moderators=("ГМ",))
    return [(vote.voter, vote.target, vote.colour.value) for vote in reading.votes]


def reasons(body: str, author: str = "Клим") -> set[ReviewReason]:
    return {one.reason for one in read(body, ROSTER, author=author, moderators=("ГМ",)).reviews}


@pytest.mark.parametrize(
    ("body", "target", "colour"),
    [
        ("Мила красным", "Мила", "red"),
        ("Мила красный", "Мила", "red"),
        ("Мой голос: Мила синим", "Мила", "blue"),
        ("Красный красным", "Красный", "red"),
        ("Красный красный", "Красный", "red"),
        ("Красного синим", "Красный", "blue"),
        ("красным Синий", "Синий", "red"),
        ("Голоса красным", "Голос", "red"),
        ('<span style="color: red">Синий</span>', "Синий", "red"),
    ],
)
def test_a_nick_that_is_a_word_of_voting_takes_no_colour_from_others(body: str, target: str, colour: str) -> None:
    assert votes(body) == [("Клим", target, colour)]


def test_two_painted_nicks_stay_several_though_one_is_a_colour_word() -> None:
    """Convention 6."""
    body = '<span style="color: red">Красный</span> и <span style="color: red">Мила</span>'
    assert votes(body) == []
    assert reasons(body) == {ReviewReason.SEVERAL_NAMES}


@pytest.mark.parametrize(
    "body",
    [
        "Шапка предлагает Милу красным",
        "Шапка сказала Милу красным",
        "Шапка зря Милу красным",
        "За Милу красным Шапка голосовала",
        "Мафия хочет Милу красным",
        "Мафия Милу красным поставила",
        "Милу красным поставили уже все",
    ],
)
def test_what_others_want_or_did_is_no_vote_of_the_author(body: str) -> None:
    assert votes(body) == []
    assert reasons(body) == {ReviewReason.REPORTED}


def test_a_name_in_two_paints_is_no_vote() -> None:
    """Convention 5: neither paint covers it."""
    body = '<span style="color: red">Ми</span><span style="color: blue">ла</span>'
    assert votes(body) == []
    assert reasons(body) == {ReviewReason.UNCLEAR_COLOUR}


def test_what_the_master_denies_is_announced_for_nobody() -> None:
    """V14."""
    assert votes("Шапка голосует Милу красным", "ГМ") == [("Шапка", "Мила", "red")]
    assert votes("Шапка не голосует Милу красным", "ГМ") == []


@pytest.mark.parametrize(
    "said",
    [
        "Когда уже можно досрочно?",
        "Досрочно пока нельзя.",
        "Шапка уже проголосовала досрочно.",
        "Предлагаю всем досрочно.",
        "Если все досрочно, то и я.",
        "Досрочных в первый день не бывает.",
    ],
)
def test_talk_about_early_votes_locks_no_vote(said: str) -> None:
    """V7, convention 11: only one's own «досрочно» marks one's vote."""
    for body in (f"Мила красным. {said}", f"{said} Мила красным"):
        reading = read(body, ROSTER, author="Клим")
        assert [(vote.target, vote.early) for vote in reading.votes] == [("Мила", False)], body


@pytest.mark.parametrize(
    "body", ["Мила красным. Досрочно!", "Досрочно. Мила красным", "Мила красным, досрочно, не тяну"]
)
def test_ones_own_early_word_marks_the_vote(body: str) -> None:
    """V7, convention 11."""
    assert [vote.early for vote in read(body, ROSTER, author="Клим").votes] == [True]


@pytest.mark.parametrize("body", ["По просьбе Шапки ставлю за неё: Мила красным", "От имени Шапки: Мила красным"])
def test_a_player_passes_on_no_vote(body: str) -> None:
    """V14: only the GM may."""
    assert votes(body) == []
    assert reasons(body)
    assert reasons(body) <= {ReviewReason.NOT_MODERATOR, ReviewReason.REPORTED}


@pytest.mark.parametrize("name", ["{Баба}<br>{Яга}", "{Баба<br>Яга}", "<p>{Бабу}</p><p>{Ягу}</p>"])
def test_a_name_painted_over_two_lines_is_one_vote(name: str) -> None:
    """Convention 3: one name, one ballot; two ballots under each other stay two."""
    paint = '<span style="color: red">'
    roster = Roster([RosterPlayer("Баба Яга"), RosterPlayer("Мила")])
    body = name.replace("{", paint).replace("}", "</span>")
    assert [vote.target for vote in read(body, roster, author="Мила").votes] == ["Баба Яга"]
    twice = f"{paint}Баба Яга</span><br>{paint}Баба Яга</span>"
    assert len(read(twice, roster, author="Мила").votes) == 2
