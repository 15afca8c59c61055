"""Every row of the settings table, and the readings of the role texts, in each of their variants."""

from __future__ import annotations

import pytest
from engine_builders import (
    TWELVE,
    all_vote,
    aside,
    crowd,
    day,
    killed,
    last_day,
    last_night,
    night,
    refusals,
    run,
    setup,
)

from engine.records import Role
from engine.results import DayResult, Early

FOUR = "Зависть:commissioner Вера:boss Азарт:maniac Гнев:citizen"


def counted(*votes: str, line: str = FOUR, **settings: object) -> DayResult:
    return last_day(setup(line, **settings), night(1), day(1, *votes))


def test_edited_votes_miss() -> None:
    """V15, `edited_votes`: in later games of the community an edited vote also counts as a miss."""
    votes = ("Вера>Гнев red", "Вера>Азарт red void=V15", "Гнев>Азарт red", "Азарт>Гнев red", "Зависть>Гнев red")
    default = counted(*votes)
    assert default.missed == ()
    strict = last_day(setup(FOUR, ruleset="gipermafia-149"), night(1), day(1, *votes))
    assert strict.missed == ("Вера",)
    assert dict(strict.scores)["Вера"] == 2
    assert aside(strict) == [("Вера", "Азарт", "V15")]
    late = last_day(setup(FOUR, ruleset="gipermafia-149"), night(1), day(1, "Вера>Гнев red", "Вера>Азарт red void=V3"))
    assert "Вера" not in late.missed


@pytest.mark.parametrize(("setting", "missed"), [("no_vote", False), ("against", False), ("miss", True)])
def test_uncoloured(setting: str, missed: bool) -> None:
    """V1, `uncoloured`: no vote, a vote against, or a miss whatever was before it."""
    result = counted("Вера>Гнев red", "Вера>Азарт", uncoloured=setting)
    assert ("Вера" in result.missed) is missed
    targets = [ballot.cast.target for ballot in result.ballots]
    assert targets == {"no_vote": ["Гнев"], "against": ["Азарт"], "miss": []}[setting]
    assert [ballot.against for ballot in result.ballots] == [True] * len(targets)


def test_defence_none() -> None:
    """V9, `defence`: without defence votes blue is set aside."""
    result = counted("Вера>Гнев red", "Вера>Азарт blue", defence="none")
    assert aside(result) == [("Вера", "Азарт", "V9")]
    assert [ballot.cast.target for ballot in result.ballots] == ["Гнев"]


def test_defence_against() -> None:
    """V9, `defence`: where colour means nothing every vote is against, without colour too."""
    result = counted("Вера>Гнев blue", "Азарт>Гнев", "Зависть>Гнев red", "Гнев>Вера red", defence="against")
    assert dict(result.scores) == {"Гнев": 3, "Вера": 1}


@pytest.mark.parametrize(("setting", "rules"), [("invalid", ["V5"]), ("allowed", []), ("miss", ["V5"])])
def test_self_vote(setting: str, rules: list[str]) -> None:
    """V5, `self_vote`: invalid, allowed, or a miss."""
    result = counted("Вера>Гнев red", "Вера>Вера red", self_vote=setting)
    assert [rule for _by, _target, rule in aside(result)] == rules
    standing = [ballot.cast.target for ballot in result.ballots]
    assert standing == {"invalid": ["Гнев"], "allowed": ["Вера"], "miss": []}[setting]
    assert ("Вера" in result.missed) is (setting == "miss")


def test_changes() -> None:
    """`changes`: a number a day; voting the same again is no change, unless the ruleset says so."""
    votes = ("Вера>Гнев red", "Вера>Гнев red", "Вера>Азарт red", "Вера>Зависть red")
    result = counted(*votes, changes=1)
    assert [ballot.cast.target for ballot in result.ballots] == ["Азарт"]
    assert aside(result) == [("Вера", "Зависть", "V7")]
    strict = counted(*votes, changes=1, repeat_is_change=True)
    assert [ballot.cast.target for ballot in strict.ballots] == ["Гнев"]
    none = counted(*votes, changes=0)
    assert [ballot.cast.target for ballot in none.ballots] == ["Гнев"]
    colour = counted("Вера>Гнев red", "Вера>Гнев blue", changes=0)
    assert colour.ballots[0].against


@pytest.mark.parametrize(("penalty", "growth", "scores"), [(1, 1, [1, 2]), (3, 0, [3, 3]), (0, 0, [None, None])])
def test_miss_penalty(penalty: int, growth: int, scores: list[int | None]) -> None:
    """V10, `miss_penalty`: a number, growing with each miss, or none."""
    game = setup(
        "А:citizen Б:boss В:citizen Г:citizen",
        miss_penalty=penalty,
        miss_penalty_growth=growth,
        night_misses_count=False,
    )
    votes = ["А>В blue", "В>А blue", "Г>А blue"]
    played = run(game, night(1), day(1, *votes, decisions=["pardon Б"]), night(2), day(2, *votes))
    assert [dict(played.day(number).scores).get("Б") for number in (1, 2)] == scores  # type: ignore[union-attr]


def test_misses_in_a_row_and_their_number() -> None:
    """V11: with `misses_in_a_row` a duty done wipes the tally out; `misses_to_modkill` is the threshold."""
    votes = ["А>В blue", "В>А blue", "Г>А blue"]
    line = "А:citizen Б:citizen В:citizen Г:citizen Д:maniac"
    phases = (
        night(1),
        day(1, *votes, "Д>А blue", decisions=["pardon Б"]),
        night(2),
        day(2, *votes, "Б>А blue", "Д>А blue"),
        night(3),
        day(3, *votes, "Д>А blue", decisions=["pardon Б"]),
    )
    any_two = run(setup(line), *phases).results[-1]
    in_a_row = run(setup(line, misses_in_a_row=True), *phases).results[-1]
    one = run(setup(line, misses_to_modkill=1), *phases).results[1]
    assert "Б" in any_two.modkill_due
    assert "Б" not in in_a_row.modkill_due
    assert "Б" in one.modkill_due


def test_a_day_without_duty_leaves_a_row_of_misses_as_it_is() -> None:
    """V11, V13: who has no vote that day neither misses nor makes up for a miss."""
    votes = ["А>В blue", "В>А blue", "Г>А blue"]
    line = "А:citizen Б:citizen В:citizen Г:citizen Д:boss Е:maniac"
    phases = (
        night(1),
        day(1, *votes, "Д>А blue", "Е>А blue", decisions=["pardon Б"]),
        night(2, "Д intimidate Б"),
        day(2, *votes, "Д>А blue", "Е>А blue"),
        night(3),
        day(3, *votes, "Д>А blue", "Е>А blue", decisions=["pardon Б"]),
    )
    assert "Б" in run(setup(line, misses_in_a_row=True), *phases).results[-1].modkill_due


def test_a_day_of_nothing() -> None:
    """V12: without votes and penalties there is no score and nobody is executed."""
    result = counted(miss_penalty=0)
    assert (result.scores, result.executed, result.tie) == ((), None, ())


def test_night_misses() -> None:
    """V11: a night miss may bring votes against (`night_miss_votes`), or not count at all."""
    votes = all_vote(["Зависть", "Вера", "Азарт", "Гнев"], "Гнев", "Вера")
    costly = last_day(setup(FOUR, night_miss_votes=2), night(1, "Вера ask вопрос"), day(1, *votes))
    assert dict(costly.scores) == {"Гнев": 3, "Вера": 1, "Зависть": 2, "Азарт": 2}
    free = run(setup(FOUR, night_misses_count=False), night(1), day(1, *votes))
    assert free.state.misses == ()


TIE = ("А>Б red", "Б>А red", "В>Б red", "Г>А red")
THREE = ("А>Б red", "Б>А red", "В>Г red")


@pytest.mark.parametrize(
    ("setting", "two", "three"),
    [("nobody", [], []), ("all", ["А", "Б"], ["А", "Б", "Г"]), ("pair", ["А", "Б"], []), ("first", ["Б"], ["Б"])],
)
def test_tie(setting: str, two: list[str], three: list[str]) -> None:
    """V12, `tie`: nobody, all tied, both of two, the first to reach the score."""
    line = "А:citizen Б:boss В:citizen Г:citizen"
    result = counted(*TIE, line=line, tie=setting)
    assert [name for name, _role in result.executions] == two
    assert result.tie == ("А", "Б")
    assert set(result.alive) == {"А", "Б", "В", "Г"} - set(two)
    other = counted(*THREE, "Г>Г red", line=line, tie=setting, miss_penalty=0)
    assert [name for name, _role in other.executions] == three


def test_tie_first_and_the_penalty_as_earliest_votes() -> None:
    """V10, V12: the penalty counts last, or first by `miss_penalty_first`; a tie of penalties alone stays one."""
    line = "А:citizen Б:boss В:citizen Г:citizen"
    votes = ("А>Б red", "Б>В blue", "В>Б red")
    last = counted(*votes, line=line, tie="first")
    assert (last.tie, last.executed) == (("Б", "Г"), "Б")
    first = counted(*votes, line=line, tie="first", miss_penalty_first=True)
    assert first.executed == "Г"
    nobody = counted(line=line, tie="first")
    assert nobody.executed is None


def test_tie_first_looks_at_the_final_score() -> None:
    """V12, `tie = first`: who had the final score first, by standing ballots in the order of casting."""
    line = "А:citizen Б:boss В:citizen Г:citizen Д:citizen Е:citizen"
    result = counted("А>Б red", "В>А red", "Г>А red", "Д>Б red", "Б>В red", "Е>В red", line=line, tie="first")
    assert result.tie == ("А", "Б", "В")
    assert result.executed == "А"


def test_positive_only() -> None:
    """V12: a ruleset may execute a score that is not positive."""
    votes = ("Зависть>Гнев blue", "Вера>Гнев blue", "Азарт>Вера blue", "Гнев>Азарт blue", "Гнев>Вера blue")
    assert counted(*votes).executed is None
    assert counted(
        "Зависть>Гнев blue", "Вера>Гнев blue", "Азарт>Гнев blue", "Гнев>Вера blue", positive_only=False
    ).executed


@pytest.mark.parametrize("word", ["ННВ", "ннв", "пас"])
def test_nobody_vote(word: str) -> None:
    """`nobody_vote`: a candidate nobody that leads or ties executes nobody; without it the name is unknown."""
    votes = (f"Вера>{word} red", f"Азарт>{word}", "Гнев>Вера red", "Зависть>Вера blue")
    result = counted(*votes, nobody_vote=("ННВ", "пас"))
    assert dict(result.scores) == {"Вера": 0, "ННВ": 2}
    assert result.executed is None
    assert result.missed == ()
    assert ("Вера", word, "V4") in aside(counted(*votes))
    tied = counted(f"Вера>{word} red", "Гнев>Вера red", nobody_vote=("ННВ", "пас"), tie="all", miss_penalty=0)
    assert tied.executions == ()
    assert set(tied.tie) == {"Вера", "ННВ"}


def test_silenced_must_vote() -> None:
    """V13, `silenced`: must vote, the vote not counted; not voting is a miss."""
    loss = night(1, "Вера intimidate Гнев,Азарт")
    line = crowd(FOUR, 8)
    result = last_day(setup(line, silenced="must_vote"), loss, day(1, "Гнев>Вера red"))
    assert aside(result) == [("Гнев", "Вера", "V13")]
    assert "Вера" in dict(result.penalties)
    assert "Гнев" not in result.missed
    assert "Азарт" in result.missed
    assert "Вера" not in [target for target, score in result.scores if score == 1]


def test_silent_boss_may_be_free_of_the_duty() -> None:
    """V13: by setting the silent boss owes no ballot."""
    kill = night(1, "Вера kill Гнев,Азарт", dice="exposure:Вера=no")
    line = crowd(FOUR, 8)
    result = last_day(setup(line, silent_boss_owes=False), kill, day(1))
    assert "Вера" not in (*result.missed, *result.entitled)
    assert result.publicly_silenced == ()


@pytest.mark.parametrize(
    ("first", "expected"), [(0, Early.NOT_APPLICABLE), (1, Early.READY), (2, Early.NOT_APPLICABLE)]
)
def test_early_from_day(first: int, expected: Early) -> None:
    """V8, `early_from_day`: another day, or never."""
    votes = [f"{vote} early" for vote in all_vote(["Зависть", "Вера", "Азарт", "Гнев"], "Гнев", "Вера")]
    assert counted(*votes, early_from_day=first).early is expected


def test_early_discretion() -> None:
    """V8: the share above which closing is at the GM's discretion."""
    votes = all_vote(["Зависть", "Вера", "Азарт", "Гнев"], "Гнев", "Вера")
    three = [*[f"{vote} early" for vote in votes[:3]], votes[3]]
    assert counted(*three, early_from_day=1).early is Early.DISCRETION
    assert counted(*three, early_from_day=1, early_discretion_above=0.75).early is Early.NOT_YET


def test_weights() -> None:
    """V9, `weights`: any role, colour, number; one entry of the table or the whole of it."""
    votes = ("Вера>Гнев red", "Гнев>Вера red")
    line = "Вера:boss Гнев:citizen Доброта:doctor"
    assert dict(counted(*votes, line=line, weights__boss__red=4).scores)["Гнев"] == 4
    blue = (*votes, "Доброта>Гнев blue")
    assert dict(counted(*blue, line=line, weights__boss__red=4).scores)["Гнев"] == 4 - 3
    assert dict(counted(*blue, line=line, weights={"boss": {"red": 4}}).scores)["Гнев"] == 4 - 1


@pytest.mark.parametrize(("above", "shown"), [(3, True), (4, False), ("always", True), ("never", False)])
def test_reveal_above(above: object, shown: bool) -> None:
    """R1, `reveal_above`: any number, always, never; `reveal_counts` may take the end of the phase."""
    votes = all_vote(["Зависть", "Вера", "Азарт", "Гнев"], "Гнев", "Вера")
    assert (counted(*votes, reveal_above=above).revealed is Role.CITIZEN) is shown
    at_end = counted(*votes, reveal_above=3, reveal_counts="phase_end")
    assert at_end.revealed is None


def test_removed_in_mid_day_votes_may_stand() -> None:
    """V20: by setting votes for the removed player stand, and he is not executed again."""
    result = last_day(
        setup(FOUR, removed_mid_day="stand"),
        night(1),
        day(1, "Вера>Гнев red at=1", decisions=["modkill Гнев at=5"]),
    )
    assert dict(result.scores)["Гнев"] == 1
    assert result.executed is None
    assert "Гнев" not in result.alive


def test_replacement_may_start_clean() -> None:
    """V16: by setting a newcomer takes over neither misses nor ballots."""
    game = setup(FOUR, replacement_takes_misses=False, replacement_takes_ballots=False)
    played = run(game, night(1), day(1, "Гнев>Вера red at=1", decisions=["replace Гнев with=new at=5", "pardon Гнев"]))
    result = played.day(1)
    assert result is not None
    assert aside(result) == [("Гнев", "Вера", "V16")]
    assert played.state.misses_of("Гнев") == 0


def test_boss_numbers() -> None:
    """N1, N5: how many, from how many alive, and the share that costs the vote."""
    one = last_night(setup(boss__kills=1), night(1, "Вера kill Гнев,Азарт"))
    assert refusals(one) == [("Вера", "N1")]
    mixed = last_night(setup(boss__no_kill_and_intimidate_at=12), night(1, "Вера kill_and_intimidate Гнев,Азарт"))
    assert refusals(mixed) == [("Вера", "N1")]
    share = last_night(setup(boss__silent_loss_share=0.1), night(1, "Вера intimidate Гнев,Азарт"))
    assert ("Вера", False) in [(item.player, item.public) for item in share.silenced]


def test_chances_and_lengths_of_losses() -> None:
    """D1, N6: probabilities and lengths are data."""
    sure = last_night(setup(chances__goon_vote_loss=1, silences__goon__days=3), night(1, "Щедрость block Гнев"))
    assert [(item.player, item.days) for item in sure.silenced] == [("Гнев", 3)]
    never = last_night(setup(chances__exposure=0), night(1, "Вера kill Гнев,Азарт"))
    assert never.exposed == ()
    secret = last_night(setup(silences__intimidation__announced=False), night(1, "Вера intimidate Гнев"))
    assert secret.silent_today == ()
    assert [item.public for item in secret.silenced] == [False]


def test_act_of_the_sender() -> None:
    """N3: by setting a block must reach the sender of the mafia's order, and the loss of the vote is the sender's."""
    orders = ("Похоть kill Гнев,Азарт", "Целомудрие visit Вера")
    dice = "vote_loss:Целомудрие=no exposure:Похоть=yes"
    result = last_night(setup(act_of="sender"), night(1, *orders, dice=dice))
    assert set(killed(result)) == {"Гнев", "Азарт"}
    assert [item.player for item in result.silenced] == ["Похоть"]


def test_repeats() -> None:
    """N12: the ban may look at every order that stood, and fall at another number."""
    first = ("Целомудрие visit Доброта", "Доброта heal Гнев")
    dice = "vote_loss:Целомудрие=no"
    sent = last_night(setup(repeats__counts="sent"), night(1, *first, dice=dice), day(1), night(2, "Доброта heal Гнев"))
    assert refusals(sent) == [("Доброта", "N12")]
    lifted = last_night(
        setup(repeats__lifted_at=12), night(1, "Доброта heal Гнев"), day(1), night(2, "Доброта heal Гнев")
    )
    assert not lifted.refused


def test_maniac_and_doctor_readings() -> None:
    """N9, N11, N13, N14: each reading set the other way."""
    door = ("Азарт bloody_kill Гнев", "Целомудрие visit Гнев")
    die = "vote_loss:Целомудрие=no vote_loss:Щедрость=no"
    spared = last_night(setup(maniac__blocker_dies=False), night(1, *door, dice=die))
    assert set(killed(spared)) == {"Гнев"}
    stopped = last_night(
        setup(maniac__blocked_blocker_dies=True), night(1, *door, "Щедрость block Целомудрие", dice=die)
    )
    assert set(killed(stopped)) == {"Гнев", "Целомудрие"}
    unsaved = last_night(
        setup(doctor__maniac_heal_saves_blocker=False), night(1, *door, "Доброта heal_from maniac", dice=die)
    )
    assert (set(killed(unsaved)), unsaved.saved) == ({"Целомудрие"}, ("Гнев",))
    tortured = last_night(
        setup(maniac__torture_blocks=True),
        night(1, "Азарт torture Зависть", "Зависть check Вера", dice="evidence:Азарт=no"),
    )
    assert not tortured.checks
    assert tortured.blocked == ()
    poisoned = last_night(setup(doctor__poison_blocks=True), night(1, "Доброта poison Зависть", "Зависть check Вера"))
    assert not poisoned.checks
    quiet = last_night(setup(doctor__serum_public=False), night(1, "Доброта serum Гнев"))
    assert quiet.revealed == ()


def test_healing_may_cure() -> None:
    """N11: by setting a heal undoes poison or torture."""
    line = TWELVE.replace("Кротость:citizen", "Кротость:doctor")
    game = setup(line, doctor__cures=("torture",))
    result = last_night(
        game,
        night(1, "Азарт torture Гнев", "Доброта poison Нефилим", "Кротость heal Гнев", dice="evidence:Азарт=no"),
    )
    assert [item.player for item in result.silenced] == ["Нефилим"]


def test_heal_from_conditions() -> None:
    """N11: how many killing sides it needs, and whether closed roles end it."""
    line = "Вера:boss Доброта:doctor Гнев:citizen Азарт:citizen"
    heal = night(1, "Доброта heal_from mafia", "Вера kill Гнев")
    free = setup(line, doctor__heal_from_sides=1, doctor__heal_from_needs_open_roles=False)
    assert last_night(free, heal).saved == ("Гнев",)
    told = last_night(
        setup(crowd(TWELVE, 14), doctor__role_save_counts=False),
        night(1, "Вера kill Гнев", "Доброта heal_from mafia"),
        day(1),
        night(2, "Вера kill Гнев", "Доброта heal Гнев"),
    )
    assert told.saved == ("Гнев",)


def test_victory_settings() -> None:
    """R3: parity and the maniac's company are data."""
    assert last_night(setup("А:boss Б:citizen", victory__mafia_at_parity=False), night(1)).victory is None
    assert last_night(setup("А:maniac Б:citizen", victory__maniac_with_at_most=0), night(1)).victory is None


def test_simple_is_plurality_with_red_votes() -> None:
    """`simple`: citizens, mafia, doctor, commissioner; one kill; no weights; roles always open."""
    line = "А:boss Б:doctor В:commissioner Г:citizen Д:citizen"
    game = setup(line, ruleset="simple")
    played = run(
        game,
        night(1, "А kill Г", "Б heal Г", "В check А"),
        day(1, "А>Б red", "Б>А red", "В>А red", "Г>Б blue", "Д>А red"),
    )
    assert played.night(1).saved == ("Г",)  # type: ignore[union-attr]
    result = played.day(1)
    assert result is not None
    assert (result.executed, result.revealed) == ("А", Role.BOSS)
    assert aside(result) == [("Г", "Б", "V9")]
    assert refusals(last_night(game, night(1, "В kill А", "Б serum А", "А intimidate Б"))) == [
        ("В", "N"),
        ("Б", "N"),
        ("А", "N"),
    ]
