"""The day: V1-V18, V20 of the rules, each test named by its point."""

from __future__ import annotations

from dataclasses import replace

import pytest
from engine_builders import TWELVE, all_vote, aside, at, cast, day, last_day, names_of, night, run, setup

from engine.records import Role
from engine.results import DayResult, Early
from engine.state import Left

FOUR = "Зависть:commissioner Вера:boss Азарт:maniac Гнев:citizen"
FIVE = "Зависть:commissioner Тщеславие:citizen Азарт:maniac Вера:boss Гнев:citizen"


def one_day(*votes: str, line: str = FOUR, decisions: tuple[str, ...] = (), **settings: object) -> DayResult:
    return last_day(setup(line, **settings), night(1), day(1, *votes, decisions=decisions))


def third_day(*votes: str, line: str = FIVE, decisions: tuple[str, ...] = (), **settings: object) -> DayResult:
    standoff = ("Зависть>Гнев red", "Гнев>Зависть red", "Вера>Тщеславие red", "Тщеславие>Вера red", "Азарт>Вера blue")
    return last_day(
        setup(line, **settings),
        night(1),
        day(1, *standoff),
        night(2),
        day(2, *standoff),
        night(3),
        day(3, *votes, decisions=decisions),
    )


def test_v1_a_name_without_colour_is_no_vote() -> None:
    """V1: it counts as not voting when nothing valid stands before it."""
    result = one_day("Вера>Гнев")
    assert aside(result) == [("Вера", "Гнев", "V4")]
    assert "Вера" in result.missed


def test_v1_an_earlier_valid_ballot_stands_behind_one_without_colour() -> None:
    """V1 (reading): the earlier ballot of the day stands."""
    result = one_day("Вера>Гнев red", "Вера>Азарт")
    assert "Вера" not in result.missed
    assert dict(result.scores)["Гнев"] == 1 + 2


@pytest.mark.parametrize("rule", ["V2", "V3", "V15", "V18"])
def test_v2_v3_v15_v18_a_ballot_void_before_the_engine_is_set_aside_under_its_number(rule: str) -> None:
    """V2, V3, V15, V18: wrong topic, late, edited, a stranger's: set aside, and the one before it stands (V4)."""
    result = one_day("Вера>Гнев red", f"Вера>Азарт red void={rule}")
    assert aside(result) == [("Вера", "Азарт", rule)]
    assert result.ballots[0].cast.target == "Гнев"


def test_v4_the_last_valid_ballot_counts() -> None:
    """V4: and what it replaced is told as superseded, not as set aside."""
    result = one_day("Вера>Азарт red", "Вера>Гнев blue", "Вера>Зависть red")
    assert [(ballot.cast.by, ballot.cast.target) for ballot in result.ballots] == [("Вера", "Зависть")]
    assert [ballot.target for ballot in result.superseded] == ["Азарт", "Гнев"]
    assert not result.set_aside


@pytest.mark.parametrize("vote", ["Вера>Никто red", "Вера> red", "Вера>Вера red", "Вера>Гнев"])
def test_v4_an_invalid_ballot_leaves_the_one_before_it(vote: str) -> None:
    """V4: unknown target, no target, oneself, no colour."""
    result = one_day("Вера>Азарт red", vote)
    assert [(ballot.cast.by, ballot.cast.target) for ballot in result.ballots] == [("Вера", "Азарт")]
    assert len(result.set_aside) == 1


def test_v4_a_dead_target_is_invalid() -> None:
    """V4: a vote for the dead is set aside."""
    result = last_day(setup(), night(1, "Вера kill Гнев"), day(1, "Вера>Зависть red", "Вера>Гнев red"))
    assert aside(result) == [("Вера", "Гнев", "V4")]
    assert result.ballots[0].cast.target == "Зависть"


@pytest.mark.parametrize("colour", ["red", "blue"])
def test_v5_no_vote_for_oneself_in_any_colour(colour: str) -> None:
    """V5: the doctor's triple blue included."""
    result = last_day(setup(), night(1), day(1, f"Доброта>Доброта {colour}", f"Вера>Вера {colour}"))
    assert aside(result) == [("Доброта", "Доброта", "V5"), ("Вера", "Вера", "V5")]


def test_v7_a_final_ballot_cannot_be_changed_on_any_day() -> None:
    """V7: later ballots are set aside, a vote for oneself under V7 too, since the lock is asked first."""
    result = one_day("Вера>Гнев red final", "Вера>Азарт red", "Вера>Вера red")
    assert aside(result) == [("Вера", "Азарт", "V7"), ("Вера", "Вера", "V7")]
    assert [ballot.cast.target for ballot in result.ballots] == ["Гнев"]


def test_v7_an_early_ballot_locks_from_day_three() -> None:
    """V7, V8: before day 3 the word means nothing, from day 3 on it locks."""
    assert [b.cast.target for b in one_day("Вера>Гнев red early", "Вера>Азарт red").ballots] == ["Азарт"]
    assert [b.cast.target for b in third_day("Вера>Гнев red early", "Вера>Азарт red").ballots] == ["Гнев"]


def test_v7_an_invalid_ballot_locks_nothing() -> None:
    """V7: a vote for oneself marked early or final leaves the voter free."""
    result = third_day("Вера>Вера red early", "Вера>Никто red final", "Вера>Гнев red")
    assert [ballot.cast.target for ballot in result.ballots] == ["Гнев"]
    assert [rule for _by, _target, rule in aside(result)] == ["V5", "V4"]


def test_v8_there_is_no_early_closing_before_day_three() -> None:
    """V8: not applicable, and nobody is missing."""
    result = one_day(*all_vote(names_of(FOUR), "Гнев", "Вера"))
    assert result.early is Early.NOT_APPLICABLE
    assert result.early_missing == ()


@pytest.mark.parametrize(
    ("early", "expected"),
    [(0, Early.NOT_YET), (2, Early.NOT_YET), (3, Early.DISCRETION), (4, Early.DISCRETION), (5, Early.READY)],
)
def test_v8_more_than_half_leave_it_to_the_gm_and_all_make_it_ready(early: int, expected: Early) -> None:
    """V8: of five, two are too few, three are more than half."""
    voters = names_of(FIVE)
    votes = all_vote(voters, "Вера", "Гнев")
    result = third_day(*[f"{vote} early" if place < early else vote for place, vote in enumerate(votes)])
    assert result.early is expected
    assert set(result.early_missing) == set(voters[early:])


def test_v8_exactly_half_is_not_yet() -> None:
    """V8 (reading): the majority is more than half."""
    votes = all_vote(names_of(FOUR), "Вера", "Гнев")
    quiet = [night(1), day(1, *votes, decisions=["pardon Вера"]), night(2), day(2, *votes, decisions=["pardon Вера"])]
    half = [f"{votes[0]} early", f"{votes[1]} early", *votes[2:]]
    assert last_day(setup(FOUR), *quiet, night(3), day(3, *half)).early is Early.NOT_YET


def test_v8_a_private_objection_takes_consent_back() -> None:
    """V8, Г5.1: the consent in the topic does not count; the ballot stays locked."""
    votes = [f"{vote} early" for vote in all_vote(names_of(FIVE), "Вера", "Гнев")]
    result = third_day(*votes, decisions=("object Азарт",))
    assert result.early is Early.DISCRETION
    assert result.early_missing == ("Азарт",)


def test_v9_weights_and_the_sign_of_defence() -> None:
    """V9: one, the doctor's blue three, the prosecutor's red two, defence takes off; their other colours count one."""
    line = "А:doctor Б:prosecutor В:citizen Г:boss"
    result = last_day(setup(line), night(1), day(1, "А>Г blue", "Б>Г red", "В>Г red", "Г>В red"))
    assert dict(result.scores) == {"Г": -3 + 2 + 1, "В": 1}
    other = last_day(setup(line), night(1), day(1, "А>Г red", "Б>Г blue", "В>Г red", "Г>В red"))
    assert dict(other.scores) == {"Г": 1 - 1 + 1, "В": 1}


def test_v10_who_does_not_vote_gets_two_votes_against() -> None:
    """V10: and the penalty alone can execute."""
    result = one_day("Зависть>Вера red", "Вера>Азарт red", "Азарт>Зависть red")
    assert result.missed == ("Гнев",)
    assert result.penalties == (("Гнев", 2),)
    assert result.executed == "Гнев"


def test_v11_any_two_misses_put_a_modkill_before_the_gm() -> None:
    """V11: a missed day and a missed night are one tally, consecutive or not, and only the living are due."""
    game = setup("Вера:boss Гнев:citizen Азарт:maniac Зависть:citizen Нефилим:citizen Лень:citizen Чревоугодие:citizen")
    orders = ("Вера ask вопрос", "Азарт torture Гнев")
    votes = ["Вера>Гнев blue", "Зависть>Гнев blue", "Нефилим>Гнев blue", "Лень>Гнев blue", "Чревоугодие>Гнев blue"]
    played = run(
        game,
        night(1, *orders[:1]),
        day(1, *votes, "Гнев>Вера blue", decisions=["pardon Азарт"]),
        night(2, *orders),
        day(2, *votes, "Азарт>Гнев blue"),
        night(3, *orders),
        day(3, *votes, decisions=["pardon Азарт"]),
    )
    assert [set(result.modkill_due) for result in played.results] == [
        set(),
        {"Азарт"},
        {"Азарт"},
        {"Азарт"},
        {"Азарт"},
        {"Азарт"},
    ]
    assert played.state.misses_of("Азарт") == 3
    assert played.state.misses_of("Гнев") == 0


def test_v11_a_missed_night_brings_no_votes_against() -> None:
    """V11 (reading): a night miss counts in the tally only."""
    played = run(setup(FOUR), night(1), day(1, *all_vote(names_of(FOUR), "Гнев", "Вера")))
    assert played.states[1].misses_of("Азарт") == 1
    assert dict(played.day(1).scores) == {"Гнев": 3, "Вера": 1}  # type: ignore[union-attr]


def test_v12_the_highest_positive_score_is_executed() -> None:
    """V12: equal highest scores execute nobody, no positive score neither."""
    assert one_day("Зависть>Гнев red", "Вера>Гнев red", "Азарт>Вера red", "Гнев>Вера blue").executed == "Гнев"
    tie = one_day("Зависть>Гнев red", "Вера>Гнев red", "Азарт>Вера red", "Гнев>Вера red")
    assert (tie.executed, tie.tie) == (None, ("Вера", "Гнев"))
    blue = one_day("Зависть>Гнев blue", "Вера>Гнев blue", "Азарт>Вера blue", "Гнев>Вера blue")
    assert (blue.executed, blue.tie) == (None, ())
    nought = one_day("Зависть>Гнев red", "Вера>Гнев blue", "Азарт>Вера red", "Гнев>Вера blue")
    assert (nought.executed, nought.tie, dict(nought.scores)) == (None, (), {"Вера": 0, "Гнев": 0})


def test_v13_who_lost_the_vote_is_not_entitled() -> None:
    """V13: the ballot is set aside, there is no miss, early closing does not wait, the loss is announced (R2)."""
    game = setup(FIVE)
    votes = [f"{vote} early" for vote in all_vote(names_of(FIVE), "Вера", "Гнев") if not vote.startswith("Азарт")]
    result = last_day(
        game,
        *(night(1), day(1, decisions=["pardon Вера"]), night(2), day(2, decisions=["pardon Вера"])),
        night(3, "Вера intimidate Азарт"),
        day(3, *votes, "Азарт>Вера blue"),
    )
    assert aside(result) == [("Азарт", "Вера", "V13")]
    assert "Азарт" not in (*result.missed, *result.entitled, *result.early_missing)
    assert result.early is Early.READY
    assert result.publicly_silenced == ("Азарт",)


def test_v13_the_silent_boss_owes_a_ballot_that_has_no_weight() -> None:
    """V13, N5: he is entitled, his ballot is set aside, early closing counts him, and it is nowhere announced."""
    kill = night(1, "Вера kill Гнев,Кротость", dice="exposure:Вера=no")
    voted = last_day(setup(), kill, day(1, "Вера>Зависть red", "Вера>Азарт red", "Похоть>Зависть red"))
    assert aside(voted) == [("Вера", "Азарт", "V13")]
    assert [ballot.target for ballot in voted.superseded] == ["Зависть"]
    assert "Вера" in voted.entitled
    assert "Вера" not in voted.missed
    assert voted.silenced == ("Вера",)
    assert voted.publicly_silenced == ()
    assert "Азарт" not in dict(voted.scores) or dict(voted.scores)["Азарт"] == 2
    idle = last_day(setup(), kill, day(1, "Похоть>Зависть red"))
    assert "Вера" in idle.missed


def test_v13_the_silent_boss_can_break_the_other_rules_too() -> None:
    """V13, V5, V7: his vote for himself is V5, a change of his final vote V7."""
    kill = night(1, "Вера kill Гнев,Кротость", dice="exposure:Вера=no")
    result = last_day(setup(), kill, day(1, "Вера>Вера red", "Вера>Азарт red final", "Вера>Похоть red"))
    assert aside(result) == [("Вера", "Вера", "V5"), ("Вера", "Азарт", "V13"), ("Вера", "Похоть", "V7")]


def test_v14_an_announced_vote_is_the_players_ballot() -> None:
    """V14: it counts like a post of the player's own, and the mark is kept."""
    result = one_day("Вера>Гнев red", "Вера>Азарт red announced")
    assert [(b.cast.target, b.cast.announced) for b in result.ballots] == [("Азарт", True)]


def test_v16_a_newcomer_takes_role_misses_and_ballots() -> None:
    """V16: the slot keeps its name; both accounts map to it, each from its own moment on."""
    game = setup(FOUR)
    played = run(
        game,
        night(1),
        day(1, "Гнев>Вера red at=1", "Гнев>Азарт red at=9", decisions=["replace Гнев with=newcomer at=5"]),
    )
    result = played.day(1)
    assert result is not None
    assert result.replaced == (("Гнев", "newcomer"),)
    assert [ballot.cast.target for ballot in result.ballots] == ["Азарт"]
    assert played.state.role("Гнев") is Role.CITIZEN
    assert played.state.holder("newcomer", at(4)) is None
    assert played.state.holder("newcomer", at(5)) == "Гнев"


def test_v16_an_account_speaks_for_the_slot_that_it_holds_at_the_time() -> None:
    """V16, Г3б: a killed player who takes another slot over speaks for the new slot from then on."""
    players = tuple(replace(player, accounts=(f"acc-{player.name}",)) for player in setup(FOUR).players)
    game = replace(setup(FOUR), players=players)
    played = run(game, night(1), day(1, decisions=["replace Вера with=acc-Гнев at=30"]))
    assert played.state.holder("acc-Гнев", at(29)) == "Гнев"
    assert played.state.holder("acc-Гнев", at(30)) == "Вера"
    assert played.state.holder("acc-Вера", at(29)) == "Вера"
    assert played.state.holder("acc-Вера", at(30)) is None


def test_v17_the_ballots_of_the_dead_are_set_aside() -> None:
    """V17: under their own number, and the dead miss nothing."""
    result = last_day(setup(), night(1, "Вера kill Гнев"), day(1, "Гнев>Вера red", "Гнев>Гнев red"))
    assert aside(result) == [("Гнев", "Вера", "V17"), ("Гнев", "Гнев", "V17")]
    assert "Гнев" not in result.missed


def test_v18_a_stranger_does_not_vote() -> None:
    """V18: a voter outside the roster is set aside."""
    assert aside(one_day("Чужак>Вера red"))[0] == ("Чужак", "Вера", "V18")


def test_v20_votes_for_a_player_removed_in_mid_day_are_set_aside() -> None:
    """V20: each voter's last valid one before it stands; the removed player's own ballot is void; all are named."""
    votes = [
        "Зависть>Вера red at=1",
        "Зависть>Гнев red at=2",
        "Вера>Гнев red at=3",
        "Гнев>Вера red at=4",
        "Азарт>Вера red at=5",
    ]
    result = one_day(*votes, decisions=("modkill Гнев at=10",))
    assert aside(result) == [("Зависть", "Гнев", "V20"), ("Вера", "Гнев", "V20"), ("Гнев", "Вера", "V20")]
    assert dict(result.scores) == {"Вера": 2 + 2}
    assert result.missed == ("Вера",)
    assert result.removed_mid_day == ("Гнев",)
    assert set(result.fell_back) == {"Зависть", "Вера"}
    assert result.executed == "Вера"
    assert set(result.alive) == {"Зависть", "Азарт"}


def test_v20_a_final_vote_for_the_removed_player_binds_only_until_the_removal() -> None:
    """V20, V7: what was cast while it was locked stays locked out, afterwards the voter is free."""
    before = one_day("Вера>Гнев red final at=1", "Вера>Азарт red at=5", decisions=("modkill Гнев at=10",))
    assert ("Вера", "Азарт", "V7") in aside(before)
    after = one_day("Вера>Гнев red final at=1", "Вера>Азарт red at=11", decisions=("modkill Гнев at=10",))
    assert [ballot.cast.target for ballot in after.ballots] == ["Азарт"]


def test_a_modkill_without_a_moment_comes_after_the_count() -> None:
    """Contract: it executes nobody else, its role is shown by the GM's word only (Г8)."""
    votes = all_vote(names_of(TWELVE), "Гнев", "Вера")
    result = last_day(setup(), night(1), day(1, *votes, decisions=["modkill Азарт reveal", "modkill Вера"]))
    assert result.executed == "Гнев"
    assert dict(result.removed) == {"Азарт": Role.MANIAC, "Вера": None}
    assert not {"Азарт", "Гнев", "Вера"} & set(result.alive)


def test_the_gms_word_overrides_the_count() -> None:
    """Execution and pardon: decisions override the program, in their order."""
    votes = all_vote(names_of(TWELVE), "Гнев", "Вера")
    pardoned = last_day(setup(), night(1), day(1, *votes, decisions=["pardon Гнев"]))
    assert pardoned.executed is None
    other = last_day(setup(), night(1), day(1, *votes, decisions=["execute Вера"]))
    assert (other.executed, other.revealed) == ("Вера", Role.BOSS)
    assert "Гнев" in other.alive
    both = last_day(setup(), night(1), day(1, *votes, decisions=["execute Вера", "pardon Вера"]))
    assert both.executed is None


def test_executed_and_modkilled_at_once_leaves_once() -> None:
    """Nobody leaves the game twice."""
    votes = all_vote(names_of(TWELVE), "Гнев", "Вера")
    played = run(setup(), night(1), day(1, *votes, decisions=["modkill Гнев reveal"]))
    assert [(fate.player, fate.left) for fate in played.state.fates] == [("Гнев", Left.EXECUTED)]


def test_roles_that_are_not_told_do_not_hinder_the_count() -> None:
    """A GM may count days before telling the roles: weights are one, nobody has won."""
    result = last_day(setup("А Б В"), night(1), day(1, "А>Б red", "Б>А red", "В>Б red"))
    assert (result.executed, result.victory, result.revealed) == ("Б", None, None)


def test_a_ballot_keeps_its_source() -> None:
    """Results hand back the record that was cast, so that the application finds the post again."""
    given = cast("Вера>Гнев red at=3")
    result = one_day("Вера>Гнев red at=3")
    assert result.ballots[0].cast == given
