"""The night: N0-N20, R1-R3 of the rules, each test named by its point."""

from __future__ import annotations

import pytest
from engine_builders import (
    TWELVE,
    all_vote,
    at,
    crowd,
    day,
    killed,
    last_day,
    last_night,
    names_of,
    night,
    order,
    refusals,
    run,
    setup,
)

from engine.intake import check
from engine.records import NightInput, PhaseInput, Role
from engine.results import NightResult, Victory
from engine.ruleset import load

FULL = (
    "Вера:boss Похоть:rank2 Лень:rank3 Юрист:lawyer Газета:journalist Щедрость:goon Азарт:maniac "
    "Зависть:commissioner Доброта:doctor Целомудрие:girl Закон:prosecutor Гнев:citizen"
)
"""Every role of the document once (N20)."""


def one_night(*orders: str, line: str = TWELVE, dice: str = "", decisions: tuple[str, ...] = ()) -> NightResult:
    return last_night(setup(line), night(1, *orders, dice=dice, decisions=decisions))


def two_nights(first: tuple[str, ...], second: tuple[str, ...], line: str = TWELVE, dice: str = "") -> NightResult:
    return last_night(setup(line), *chain_of(first, second, dice=dice))


def chain_of(*nights: tuple[str, ...], dice: str = "") -> tuple[PhaseInput, ...]:
    """Nights with days between them on which nobody leaves."""
    phases: list[PhaseInput] = []
    for number, orders in enumerate(nights, 1):
        if phases:
            phases.append(day(number - 1, *[f"{name}>Никто red" for name in ("Вера",)]))
        phases.append(night(number, *orders, dice=dice))
    return tuple(phases)


# --- N0 ------------------------------------------------------------------------------------------------------------


def test_n0_the_last_valid_order_counts() -> None:
    """N0: a change takes the earlier order's place; a refused one leaves it standing."""
    result = one_night("Вера kill Гнев", "Вера kill Нефилим", "Вера kill Никто")
    assert killed(result) == {"Нефилим": ["mafia"]}
    assert [(earlier.targets, later.targets) for earlier, later in result.changed] == [(("Гнев",), ("Нефилим",))]
    assert refusals(result) == [("Вера", "N")]


def test_n0_a_late_order_waits_for_the_gm() -> None:
    """N0, ГМ10: kept apart as late; `allow` or `reorder` lets it in, `reorder` without lifting other bans."""
    assert refusals(one_night("Азарт quick_kill Гнев late")) == [("Азарт", "N0")]
    assert killed(one_night("Азарт quick_kill Гнев late", decisions=("reorder Азарт",))) == {"Гнев": ["maniac"]}
    assert killed(one_night("Азарт quick_kill Гнев late", decisions=("allow Азарт",))) == {"Гнев": ["maniac"]}
    assert refusals(one_night("Азарт quick_kill Азарт late", decisions=("reorder Азарт",))) == [("Азарт", "N18")]


def test_n0_an_order_is_checked_when_entered_and_again_at_night() -> None:
    """N0: legal when sent by day, refused at night because its target was executed since."""
    game = setup()
    sent = order("Зависть check Гнев")
    before = run(game, night(1)).state
    assert check(game, before, 2, sent) is None
    votes = all_vote(names_of(TWELVE), "Гнев", "Вера")
    played = run(game, night(1), day(1, *votes), NightInput(night=2, orders=(sent,)))
    after = played.states[2]
    refused = check(game, after, 2, sent)
    assert refused is not None
    assert refused.rule == "N"
    assert refusals(played.night(2)) == [("Зависть", "N")]  # type: ignore[arg-type]


def test_n0_intake_tells_no_secret() -> None:
    """N12: the silent ban is no refusal at entry."""
    game = setup(crowd(TWELVE, 14))
    state = run(game, night(1, "Вера kill Гнев", "Доброта heal_from mafia")).state
    assert check(game, state, 2, order("Доброта heal Гнев")) is None


@pytest.mark.parametrize(
    "line",
    [
        "Гнев kill Вера",
        "Похоть block Вера",
        "Зависть heal Вера",
        "Азарт kill Вера",
        "Никто kill Вера",
        "Вера kill Никто",
        "Целомудрие block Гнев",
        "Щедрость visit Гнев",
        "Доброта check Гнев",
        "Гнев ask вопрос",
    ],
)
def test_n0_what_the_role_does_not_have_is_refused(line: str) -> None:
    """N0: as `N`; unknown names too."""
    assert refusals(one_night(line)) == [(line.split()[0], "N")]


def test_n0_orders_by_and_against_the_dead_are_refused() -> None:
    """N0: as `N`."""
    result = two_nights(("Вера kill Зависть",), ("Зависть check Вера", "Азарт quick_kill Зависть"))
    assert set(refusals(result)) == {("Зависть", "N"), ("Азарт", "N")}
    assert killed(result) == {}


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("Вера kill Гнев,Нефилим,Кротость", "N1"),
        ("Вера kill Гнев,Гнев", "N1"),
        ("Вера intimidate Гнев,Нефилим,Кротость,Зависть", "N1"),
        ("Вера kill_and_intimidate Гнев", "N1"),
        ("Вера kill_and_intimidate Гнев,Нефилим,Кротость", "N1"),
        ("Похоть kill Гнев,Нефилим,Кротость", "N1"),
        ("Щедрость block Гнев,Нефилим", "N6"),
        ("Целомудрие visit Гнев,Нефилим", "N7"),
        ("Азарт torture Гнев,Нефилим", "N9"),
        ("Зависть kill Гнев,Нефилим", "N10"),
        ("Зависть check Гнев,Нефилим", "N10"),
        ("Доброта heal Гнев,Нефилим", "N11"),
    ],
)
def test_n0_an_order_for_the_wrong_number_of_players_is_void_whole(line: str, rule: str) -> None:
    """N0: refused under the number that describes the deed."""
    result = one_night(line)
    assert refusals(result) == [(line.split()[0], rule)]
    assert not result.deaths
    assert not result.silenced


# --- N1-N5: the mafia's act -----------------------------------------------------------------------------------------


def test_n1_the_boss_kills_one_or_two() -> None:
    """N1: a single kill exposes nobody and asks for no die; a double one asks for exposure at 75 %."""
    single = one_night("Вера kill Гнев")
    assert killed(single) == {"Гнев": ["mafia"]}
    assert not single.dice
    double = one_night("Вера kill Гнев,Нефилим", dice="exposure:Вера=yes")
    assert killed(double) == {"Гнев": ["mafia"], "Нефилим": ["mafia"]}
    assert double.exposed == (("Вера", Role.BOSS),)
    assert [(die.name, die.chance) for die in double.dice] == [("exposure:Вера", 0.75)]


def test_n1_intimidation_takes_the_vote_of_up_to_three_and_exposes_nobody() -> None:
    """N1: for the next day, announced; the same players again is allowed."""
    result = two_nights(("Вера intimidate Гнев,Нефилим,Кротость",), ("Вера intimidate Гнев,Нефилим,Кротость",))
    assert [(item.player, item.days, item.public) for item in result.silenced] == [
        ("Нефилим", 1, True),
        ("Гнев", 1, True),
        ("Кротость", 1, True),
    ]
    assert not result.dice
    assert not result.refused


@pytest.mark.parametrize(("size", "refused"), [(9, True), (10, False)])
def test_n1_at_most_two_are_intimidated_with_fewer_than_ten_alive(size: int, refused: bool) -> None:
    """N1: nine are too few, ten are not."""
    line = crowd("Вера:boss Азарт:maniac Гнев:citizen", size)
    result = one_night("Вера intimidate Азарт,Гнев,Мирный0", line=line)
    assert refusals(result) == ([("Вера", "N1")] if refused else [])


@pytest.mark.parametrize(("size", "refused"), [(3, True), (4, False)])
def test_n1_no_double_kill_with_three_alive(size: int, refused: bool) -> None:
    """N1: kill and intimidation is allowed then (reading)."""
    line = crowd("Вера:boss Азарт:maniac Гнев:citizen", size)
    result = one_night("Вера kill Азарт,Гнев", line=line, dice="exposure:Вера=no")
    assert refusals(result) == ([("Вера", "N1")] if refused else [])
    mixed = one_night("Вера kill_and_intimidate Азарт,Гнев", line=line, dice="exposure:Вера=no")
    assert not mixed.refused
    assert killed(mixed) == {"Азарт": ["mafia"]}


def test_n1_kill_and_intimidation_exposes_like_a_double_kill() -> None:
    """N1: the first target dies, the second loses the vote."""
    result = one_night("Вера kill_and_intimidate Гнев,Нефилим", dice="exposure:Вера=yes")
    assert killed(result) == {"Гнев": ["mafia"]}
    assert {(item.player, item.public) for item in result.silenced} == {("Нефилим", True), ("Вера", False)}
    assert result.exposed == (("Вера", Role.BOSS),)


@pytest.mark.parametrize(
    ("dead", "boss"),
    [
        ((), "Вера"),
        (("Вера",), "Похоть"),
        (("Вера", "Похоть"), "Лень"),
        (("Вера", "Похоть", "Лень"), "Юрист"),
        (("Вера", "Похоть", "Лень", "Юрист"), "Щедрость"),
        (("Вера", "Похоть", "Лень", "Юрист", "Щедрость"), None),
    ],
)
def test_n2_succession(dead: tuple[str, ...], boss: str | None) -> None:
    """N2: ranks 1 to 3, the lawyer, the goon; the journalist never."""
    line = " ".join(word for word in FULL.split() if word.split(":")[0] not in dead)
    result = one_night(line=line)
    assert result.boss == boss
    assert refusals(one_night("Газета kill Гнев", line=line)) == [("Газета", "N")]


def test_n2_boss_is_the_one_at_the_nights_start() -> None:
    """N2: a boss killed tonight was the boss; tomorrow the next rank is."""
    played = run(setup(), night(1, "Азарт quick_kill Вера"), day(1), night(2))
    assert [played.night(number).boss for number in (1, 2)] == ["Вера", "Похоть"]  # type: ignore[union-attr]


def test_n2_the_goon_as_boss_has_one_action_a_night() -> None:
    """N2: every boss action or the block; the last order counts, and missing it is missed once (N16)."""
    line = "Щедрость:goon Гнев:citizen Азарт:maniac Доброта:doctor Зависть:commissioner"
    kill = one_night("Щедрость block Азарт", "Щедрость kill Гнев", "Азарт quick_kill Доброта", line=line)
    assert killed(kill) == {"Гнев": ["mafia"], "Доброта": ["maniac"]}
    block = one_night(
        "Щедрость kill Гнев",
        "Щедрость block Азарт",
        "Азарт quick_kill Доброта",
        line=line,
        dice="vote_loss:Щедрость=no",
    )
    assert killed(block) == {}
    assert block.blocked == (("Азарт", "Щедрость"),)
    assert "Щедрость" not in block.missed
    assert one_night(line=line).missed.count("Щедрость") == 1


def test_n3_the_next_rank_acts_for_a_boss_who_sent_nothing() -> None:
    """N3: exposure and loss of the vote are the boss's, and it is his act that stands or falls."""
    result = one_night("Похоть kill Гнев,Нефилим", dice="exposure:Вера=yes")
    assert killed(result) == {"Гнев": ["mafia"], "Нефилим": ["mafia"]}
    assert result.exposed == (("Вера", Role.BOSS),)
    assert [(item.player, item.public) for item in result.silenced] == [("Вера", False)]
    assert "Вера" not in result.missed


def test_n3_a_block_on_the_boss_stops_what_a_lower_rank_sent() -> None:
    """N3: a visit to the boss stops it, a visit to the sender does not."""
    stopped = one_night("Похоть kill Гнев", "Целомудрие visit Вера", dice="vote_loss:Целомудрие=no")
    assert killed(stopped) == {}
    sender = one_night("Похоть kill Гнев", "Целомудрие visit Похоть", dice="vote_loss:Целомудрие=no")
    assert killed(sender) == {"Гнев": ["mafia"]}


def test_n3_the_boss_wins_over_lower_ranks_whenever_he_sent_it() -> None:
    """N3: the order of arrival does not matter; a blocked boss's order is not replaced either."""
    result = one_night("Похоть kill Нефилим", "Вера kill Гнев", "Щедрость kill Кротость")
    assert killed(result) == {"Гнев": ["mafia"]}
    assert {item.by for item in result.outranked} == {"Похоть", "Щедрость"}
    blocked = one_night(
        "Вера kill Гнев", "Похоть kill Нефилим", "Целомудрие visit Вера", dice="vote_loss:Целомудрие=no"
    )
    assert killed(blocked) == {}


def test_n3_a_refused_order_of_the_boss_is_none() -> None:
    """N3: nothing that stands, so the next rank's counts."""
    result = one_night("Вера kill Вера", "Похоть kill Гнев")
    assert refusals(result) == [("Вера", "N18")]
    assert killed(result) == {"Гнев": ["mafia"]}


def test_n3_ranks_then_lawyer_then_goon() -> None:
    """N3 (reading): the order of succession."""
    for sender, victim in (("Лень", "Гнев"), ("Юрист", "Закон"), ("Щедрость", "Азарт")):
        lower = {"Лень": ("Юрист", "Щедрость"), "Юрист": ("Щедрость",), "Щедрость": ()}[sender]
        orders = [f"{name} kill Доброта" for name in lower]
        result = one_night(*orders, f"{sender} kill {victim}", line=FULL)
        assert killed(result) == {victim: ["mafia"]}


def test_n4_the_question_is_recorded_and_is_the_boss_action() -> None:
    """N4: the GM judges it; it stands in the notes and the boss has missed nothing."""
    result = one_night("Вера ask К Гневу приходил комиссар?")
    assert result.notes == (("Вера", "К Гневу приходил комиссар?"),)
    assert "Вера" not in result.missed
    assert not result.deaths


@pytest.mark.parametrize(
    ("do", "size", "lost"),
    [
        ("kill А", 12, False),
        ("kill А,Б", 12, True),
        ("kill_and_intimidate А,Б", 12, True),
        ("intimidate А,Б,В", 12, False),
        ("intimidate А,Б", 5, False),
        ("intimidate А,Б", 4, True),
        ("intimidate А", 3, False),
        ("intimidate А", 2, True),
    ],
)
def test_n5_the_boss_loses_his_vote_silently(do: str, size: int, lost: bool) -> None:
    """N5: two killed, killed and intimidated, or at least half of the living intimidated."""
    line = " ".join(crowd("Вера:boss А:citizen Б:citizen В:citizen", max(size, 4)).split()[:size])
    result = one_night(f"Вера {do}", line=line, dice="exposure:Вера=no")
    assert ("Вера" in {item.player for item in result.silenced}) is lost
    for item in result.silenced:
        if item.player == "Вера":
            assert (item.days, item.public) == (1, False)
    assert "Вера" not in result.silent_today


# --- N6-N8: blocks --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lost", ["yes", "no"])
def test_n6_the_goon_blocks_and_takes_the_vote_with_an_even_chance(lost: str) -> None:
    """N6: the target's action does not happen; the vote is lost by the die."""
    result = one_night("Щедрость block Зависть", "Зависть check Вера", dice=f"vote_loss:Щедрость={lost}")
    assert result.blocked == (("Зависть", "Щедрость"),)
    assert not result.checks
    assert [item.player for item in result.silenced] == (["Зависть"] if lost == "yes" else [])
    assert result.dice[0].chance == 0.5


@pytest.mark.parametrize(("actor", "do", "rule"), [("Щедрость", "block", "N6"), ("Целомудрие", "visit", "N7")])
def test_n6_n7_not_the_same_target_two_nights_running(actor: str, do: str, rule: str) -> None:
    """N6, N7: unless three are alive; after a night's pause it is allowed again."""
    again = f"{actor} {do} Гнев"
    assert refusals(two_nights((again,), (again,))) == [(actor, rule)]
    assert not last_night(setup(), *chain_of((again,), (f"{actor} {do} Вера",), (again,))).refused
    role = "goon" if do == "block" else "girl"
    few = f"{actor}:{role} Гнев:citizen Азарт:maniac"
    assert not two_nights((again,), (again,), line=few).refused
    four = f"{few} Вера:citizen"
    assert refusals(two_nights((again,), (again,), line=four)) == [(actor, rule)]


def test_n6_n7_a_block_that_did_not_take_effect_is_no_repeat() -> None:
    """N12's reading: the girl was stopped last night, so the same door is open to her."""
    first = ("Щедрость block Целомудрие", "Целомудрие visit Гнев")
    assert not two_nights(first, ("Целомудрие visit Гнев",)).refused


def test_n7_the_girl_stops_a_role_but_not_what_is_done_to_it() -> None:
    """N7: she protects from nothing: killers, serum, intimidation and checks reach her host."""
    result = one_night(
        "Целомудрие visit Зависть",
        "Зависть check Вера",
        "Вера intimidate Зависть",
        "Доброта serum Зависть",
        "Азарт quick_kill Зависть",
        dice="vote_loss:Целомудрие=no doctor_exposure:Доброта=no",
    )
    assert not result.checks
    assert killed(result) == {"Зависть": ["maniac"]}
    assert result.revealed == (("Зависть", Role.COMMISSIONER),)


def test_n7_only_a_visit_to_the_acting_boss_stops_the_mafia() -> None:
    """N7: after the boss's death the visit must be to the one who is boss now."""
    line = "Похоть:rank2 Лень:rank3 Целомудрие:girl Гнев:citizen Азарт:maniac"
    boss = one_night("Похоть kill Гнев", "Целомудрие visit Похоть", line=line, dice="vote_loss:Целомудрие=no")
    assert killed(boss) == {}
    other = one_night("Похоть kill Гнев", "Целомудрие visit Лень", line=line, dice="vote_loss:Целомудрие=no")
    assert killed(other) == {"Гнев": ["mafia"]}


def test_n8_the_goon_wins_over_the_girl() -> None:
    """N8: at each other's door his block holds and hers does not: no die of hers is thrown."""
    result = one_night("Целомудрие visit Щедрость", "Щедрость block Целомудрие", dice="vote_loss:Щедрость=yes")
    assert result.blocked == (("Целомудрие", "Щедрость"),)
    assert [die.name for die in result.dice] == ["vote_loss:Щедрость"]
    assert [item.player for item in result.silenced] == ["Целомудрие"]


def test_n8_a_blocked_blocker_blocks_nobody() -> None:
    """N8: either may stop the other on the way to a third player."""
    girl = one_night(
        "Целомудрие visit Щедрость", "Щедрость block Зависть", "Зависть check Вера", dice="vote_loss:Целомудрие=no"
    )
    assert girl.checks == (("Зависть", "Вера", True),)
    assert girl.blocked == (("Щедрость", "Целомудрие"),)
    goon = one_night(
        "Щедрость block Целомудрие", "Целомудрие visit Зависть", "Зависть check Вера", dice="vote_loss:Щедрость=no"
    )
    assert goon.checks == (("Зависть", "Вера", True),)
    assert goon.blocked == (("Целомудрие", "Щедрость"),)


def test_n8_blockers_of_one_kind_at_each_others_door_get_nowhere() -> None:
    """N8 leaves it open: with two girls neither visit holds, and both acts did not happen."""
    line = "Ада:girl Ева:girl Вера:boss Гнев:citizen Лень:citizen Кротость:citizen"
    result = one_night("Ада visit Ева", "Ева visit Ада", "Вера kill Гнев", line=line)
    assert result.blocked == ()
    assert not result.dice
    assert [item.happened for item in result.outcomes if item.order.by in ("Ада", "Ева")] == [False, False]


# --- N9-N15, N19: kills and heals -----------------------------------------------------------------------------------


def test_n9_n19_a_bloody_kill_takes_the_blocker_along_and_reveals_both() -> None:
    """N9, N19: even with closed roles (R1)."""
    line = "Вера:boss Щедрость:goon Азарт:maniac Целомудрие:girl Гнев:citizen"
    result = last_night(
        setup(line),
        night(
            1,
            "Азарт bloody_kill Гнев",
            "Щедрость block Гнев",
            "Целомудрие visit Гнев",
            dice="vote_loss:Щедрость=yes vote_loss:Целомудрие=yes",
        ),
    )
    assert {(death.player, death.bloody, death.revealed) for death in result.deaths} == {
        ("Гнев", True, Role.CITIZEN),
        ("Щедрость", True, Role.GOON),
        ("Целомудрие", True, Role.GIRL),
    }
    assert killed(result)["Щедрость"] == ["maniac"]
    assert not result.silenced


def test_n9_quick_kill_and_torture_spare_the_blocker() -> None:
    """N9: only the bloody kill is deadly at the door."""
    quick = one_night("Азарт quick_kill Гнев", "Целомудрие visit Гнев", dice="vote_loss:Целомудрие=no")
    assert set(killed(quick)) == {"Гнев"}
    torture = one_night("Азарт torture Гнев", "Целомудрие visit Гнев", dice="vote_loss:Целомудрие=no evidence:Азарт=no")
    assert not torture.deaths


@pytest.mark.parametrize("traces", ["yes", "no"])
def test_n9_torture_takes_the_vote_for_two_days(traces: str) -> None:
    """N9: the victim's action is not blocked; an even chance tells the city."""
    result = one_night("Азарт torture Зависть", "Зависть check Вера", dice=f"evidence:Азарт={traces}")
    assert [(item.player, item.days, item.public) for item in result.silenced] == [("Зависть", 2, True)]
    assert result.evidence == (("Зависть",) if traces == "yes" else ())
    assert result.checks == (("Зависть", "Вера", True),)


@pytest.mark.parametrize(
    ("name", "mafia"),
    [
        *((name, True) for name in ("Вера", "Похоть", "Лень", "Юрист", "Газета", "Щедрость")),
        *((name, False) for name in ("Азарт", "Доброта", "Целомудрие", "Закон", "Гнев")),
    ],
)
def test_n10_a_check_answers_mafia_or_not(name: str, mafia: bool) -> None:
    """N10: lawyer and journalist are mafia, the maniac is not."""
    assert one_night(f"Зависть check {name}", line=FULL).checks == (("Зависть", name, mafia),)


def test_n10_the_commissioner_kills() -> None:
    """N10: named as commissioner in the GM's record; he answers even when he dies that night."""
    assert killed(one_night("Зависть kill Гнев")) == {"Гнев": ["commissioner"]}
    assert one_night("Зависть check Вера", "Вера kill Зависть").checks == (("Зависть", "Вера", True),)


@pytest.mark.parametrize("exposed", ["yes", "no"])
def test_n11_serum_reveals_the_role_and_may_expose_the_doctor(exposed: str) -> None:
    """N11: an even chance."""
    result = one_night("Доброта serum Азарт", dice=f"doctor_exposure:Доброта={exposed}")
    assert result.revealed == (("Азарт", Role.MANIAC),)
    assert result.exposed == ((("Доброта", Role.DOCTOR),) if exposed == "yes" else ())


@pytest.mark.parametrize(("size", "refused"), [(14, True), (15, False)])
def test_n11_no_serum_two_nights_running_with_fewer_than_fifteen(size: int, refused: bool) -> None:
    """N11: whoever the target is."""
    result = two_nights(("Доброта serum Вера",), ("Доброта serum Азарт",), line=crowd(TWELVE, size))
    assert refusals(result) == ([("Доброта", "N11")] if refused else [])


def test_n11_healing_from_a_role_needs_two_killing_sides_and_open_roles() -> None:
    """N11: not when the maniac is out, not with ten or fewer alive."""
    heal = "Доброта heal_from mafia"
    assert not one_night(heal).refused
    no_maniac = TWELVE.replace("Азарт:maniac", "Азарт:citizen")
    assert refusals(one_night(heal, line=no_maniac)) == [("Доброта", "N11")]
    only_journalist = "Газета:journalist Азарт:maniac Доброта:doctor"
    assert refusals(one_night(heal, line=crowd(only_journalist, 12))) == [("Доброта", "N11")]
    for size, refused in ((10, True), (11, False)):
        line = crowd("Вера:boss Азарт:maniac Доброта:doctor", size)
        assert bool(one_night(heal, line=line).refused) is refused


def test_n11_not_from_the_same_role_two_nights_running() -> None:
    """N11: from another role, and after a pause, it is allowed."""
    line = crowd(TWELVE, 14)
    mafia, maniac, heal = "Доброта heal_from mafia", "Доброта heal_from maniac", "Доброта heal Гнев"
    assert refusals(two_nights((mafia,), (mafia,), line=line)) == [("Доброта", "N11")]
    assert not two_nights((mafia,), (maniac,), line=line).refused
    assert not last_night(setup(line), *chain_of((mafia,), (heal,), (mafia,))).refused


def test_n11_healing_from_a_role_saves_its_victims_only_from_it() -> None:
    """N11: who was also hit by another killer dies of that one, and it is reported so."""
    result = one_night(
        "Вера kill Гнев,Нефилим", "Азарт quick_kill Гнев", "Доброта heal_from mafia", dice="exposure:Вера=no"
    )
    assert killed(result) == {"Гнев": ["maniac"]}
    assert result.saved == ("Нефилим",)


def test_n11_healing_from_the_commissioner() -> None:
    """N11: the third killer that may be named."""
    result = one_night("Зависть kill Гнев", "Вера kill Нефилим", "Доброта heal_from commissioner")
    assert killed(result) == {"Нефилим": ["mafia"]}
    assert result.saved == ("Гнев",)


def test_n11_poison_takes_the_vote_for_two_days_and_blocks_nothing() -> None:
    """N11: healing would not cure it either (reading); the role is not revealed."""
    line = TWELVE.replace("Кротость:citizen", "Кротость:doctor")
    result = one_night("Доброта poison Зависть", "Кротость heal Зависть", "Зависть check Вера", line=line)
    assert [(item.player, item.days, item.public) for item in result.silenced] == [("Зависть", 2, True)]
    assert result.checks == (("Зависть", "Вера", True),)
    assert not result.revealed


def test_n12_a_healed_player_survives_any_number_of_killers() -> None:
    """N12: himself included."""
    result = one_night("Вера kill Доброта", "Азарт bloody_kill Доброта", "Зависть kill Доброта", "Доброта heal Доброта")
    assert not result.deaths
    assert result.saved == ("Доброта",)


def test_n12_not_the_same_player_two_nights_running() -> None:
    """N12: refused, the killer gets through; with three alive the ban falls, and a blocked heal is no heal."""
    heal = "Доброта heal Гнев"
    assert refusals(two_nights((heal,), (heal,))) == [("Доброта", "N12")]
    blocked = ("Целомудрие visit Доброта", heal)
    assert not two_nights(blocked, (heal,)).refused
    few = "Доброта:doctor Гнев:citizen Вера:boss"
    result = two_nights((heal, "Вера ask вопрос"), (heal, "Вера kill Гнев"), line=few)
    assert not result.refused
    assert result.saved == ("Гнев",)


def test_n12_a_save_by_role_bans_the_heal_of_the_saved_silently() -> None:
    """N12: the heal stands nowhere: not refused, not a miss, not a save; the doctor is not told."""
    line = crowd(TWELVE, 14)
    result = two_nights(
        ("Вера kill Гнев", "Доброта heal_from mafia"), ("Вера kill Гнев", "Доброта heal Гнев"), line=line
    )
    assert killed(result) == {"Гнев": ["mafia"]}
    assert not result.refused
    assert not result.saved
    assert "Доброта" not in result.missed
    outcome = next(item for item in result.outcomes if item.order.by == "Доброта")
    assert (outcome.happened, outcome.silent_ban) == (False, True)


def test_n12_a_save_by_role_bans_nobody_else() -> None:
    """N12: the night after, the doctor heals whom that save did not reach."""
    first = ("Вера kill Гнев", "Доброта heal_from mafia")
    other = two_nights(first, ("Вера kill Нефилим", "Доброта heal Нефилим"), line=crowd(TWELVE, 14))
    assert other.saved == ("Нефилим",)


def test_n12_a_heal_bans_the_save_by_role_of_the_healed_silently() -> None:
    """N12: the other victim of the same killer is saved."""
    line = crowd(TWELVE, 14)
    result = two_nights(
        ("Вера kill Гнев", "Доброта heal Гнев"),
        ("Вера kill Гнев,Нефилим", "Доброта heal_from mafia"),
        line=line,
    )
    assert killed(result) == {"Гнев": ["mafia"]}
    assert result.saved == ("Нефилим",)


def test_n12_a_heal_that_was_void_silently_is_no_heal_on_the_third_night() -> None:
    """N12 (reading): only what took effect counts."""
    line = crowd(TWELVE, 14)
    played = last_night(
        setup(line),
        *chain_of(
            ("Вера kill Гнев", "Доброта heal_from mafia"),
            ("Вера kill Нефилим", "Доброта heal Гнев"),
            ("Вера kill Гнев", "Доброта heal Гнев"),
        ),
    )
    assert not played.refused
    assert played.saved == ("Гнев",)


def test_n12_the_bans_are_the_doctors_own() -> None:
    """N12: another doctor may heal whom the first one healed."""
    line = TWELVE.replace("Кротость:citizen", "Кротость:doctor")
    result = two_nights(("Доброта heal Гнев",), ("Кротость heal Гнев", "Вера kill Гнев"), line=line)
    assert result.saved == ("Гнев",)


def test_n13_the_healed_target_lives_and_the_blocker_dies() -> None:
    """N13: unless the heal is from the maniac, or the blocker himself is healed."""
    orders = ("Азарт bloody_kill Гнев", "Щедрость block Гнев")
    die = "vote_loss:Щедрость=no"
    healed = one_night(*orders, "Доброта heal Гнев", dice=die)
    assert (set(killed(healed)), healed.saved) == ({"Щедрость"}, ("Гнев",))
    blocker = one_night(*orders, "Доброта heal Щедрость", dice=die)
    assert (set(killed(blocker)), blocker.saved) == ({"Гнев"}, ("Щедрость",))
    both = one_night(*orders, "Доброта heal_from maniac", dice=die)
    assert (killed(both), set(both.saved)) == ({}, {"Гнев", "Щедрость"})


def test_n14_a_blocked_blocker_does_not_die_at_the_door() -> None:
    """N14: the goon stops the girl on her way to the maniac's target."""
    result = one_night(
        "Азарт bloody_kill Гнев", "Целомудрие visit Гнев", "Щедрость block Целомудрие", dice="vote_loss:Щедрость=no"
    )
    assert set(killed(result)) == {"Гнев"}


def test_n15_whoever_is_killed_by_several_is_reported_once() -> None:
    """N15: with every killer in the GM's record, bloody when one of them was."""
    result = one_night("Вера kill Гнев", "Азарт bloody_kill Гнев", "Зависть kill Гнев")
    assert {name: set(by) for name, by in killed(result).items()} == {"Гнев": {"mafia", "maniac", "commissioner"}}
    assert result.deaths[0].bloody


# --- N16-N20 --------------------------------------------------------------------------------------------------------


def test_n16_missing_actions_are_listed() -> None:
    """N16: boss, goon, maniac, commissioner, doctor, girl; never ranks 2 and 3, lawyer, journalist and the rest."""
    assert set(one_night(line=FULL).missed) == {"Вера", "Щедрость", "Азарт", "Зависть", "Доброта", "Целомудрие"}
    acted = one_night("Лень kill Гнев", "Щедрость other что-то", line=FULL)
    assert set(acted.missed) == {"Азарт", "Зависть", "Доброта", "Целомудрие"}


def test_n16_a_refused_order_is_a_miss() -> None:
    """N16: unless an earlier valid one stands."""
    assert "Азарт" in one_night("Азарт quick_kill Азарт").missed
    assert "Азарт" not in one_night("Азарт quick_kill Гнев", "Азарт quick_kill Азарт").missed


def test_n16_a_role_with_nothing_that_it_may_do_misses_nothing() -> None:
    """N16: a girl who is the last alive has nobody to visit; a doctor may still heal himself."""
    assert one_night(line="Ада:girl").missed == ()
    assert one_night(line="Ада:doctor").missed == ("Ада",)


def test_n17_a_blocked_boss_did_nothing() -> None:
    """N17: no kill, no exposure, no loss of the vote, no die."""
    result = one_night("Вера kill Гнев,Нефилим", "Целомудрие visit Вера", dice="vote_loss:Целомудрие=no")
    assert not result.deaths
    assert not result.exposed
    assert not result.silenced
    assert [die.name for die in result.dice] == ["vote_loss:Целомудрие"]


def test_n17_a_kill_that_a_heal_undoes_counts_as_done() -> None:
    """N17 (reading): exposure and loss of the vote all the same."""
    result = one_night("Вера kill Гнев,Нефилим", "Доброта heal_from mafia", dice="exposure:Вера=yes")
    assert not result.deaths
    assert result.exposed == (("Вера", Role.BOSS),)
    assert [item.player for item in result.silenced] == ["Вера"]


@pytest.mark.parametrize(
    "line", ["Вера kill Вера", "Вера kill Гнев,Вера", "Азарт quick_kill Азарт", "Азарт bloody_kill Азарт"]
)
def test_n18_no_order_to_kill_oneself(line: str) -> None:
    """N18: refused, unless the GM lets it through."""
    name = line.split()[0]
    assert refusals(one_night(line)) == [(name, "N18")]
    allowed = one_night(line, decisions=(f"allow {name}",), dice="exposure:Вера=no")
    assert name in killed(allowed)
    assert not allowed.refused


def test_n18_one_may_intimidate_oneself_beside_a_kill() -> None:
    """N18 is about killing: intimidating oneself is no suicide."""
    assert not one_night("Вера kill_and_intimidate Гнев,Вера", dice="exposure:Вера=no").refused
    assert refusals(one_night("Вера kill_and_intimidate Вера,Гнев")) == [("Вера", "N18")]


def test_n20_the_ruleset_has_every_role_of_the_document() -> None:
    """N20: lawyer and journalist act by free orders that the GM rules on; anyone may send one."""
    assert set(load("hyper").roles) == set(Role)
    result = one_night("Юрист other прикрываю Веру", "Газета other слежу за Гневом", "Гнев other сплю", line=FULL)
    assert dict(result.notes) == {"Юрист": "прикрываю Веру", "Газета": "слежу за Гневом", "Гнев": "сплю"}
    assert not result.refused


# --- lasting losses, reveals, victory, decisions --------------------------------------------------------------------


def test_losses_last_and_run_out() -> None:
    """N9, N11, R2: two days without the vote, the same wording on each, then the vote is back."""
    votes = ["Гнев>Вера blue"]
    played = run(
        setup(),
        night(1, "Азарт torture Гнев", dice="evidence:Азарт=no"),
        day(1, *votes),
        night(2),
        day(2, *votes),
        night(3),
        day(3, *votes),
    )
    assert ["Гнев" in played.day(number).silenced for number in (1, 2, 3)] == [True, True, False]  # type: ignore[union-attr]
    assert ["Гнев" in played.night(number).silent_today for number in (1, 2, 3)] == [True, True, False]  # type: ignore[union-attr]
    assert played.night(2).silenced == ()  # type: ignore[union-attr]


def test_a_longer_loss_is_told_once_and_covers_a_shorter_one() -> None:
    """Contract: one entry a player, the longest; an announced loss covers the boss's silent one."""
    result = one_night(
        "Вера kill Гнев,Нефилим",
        "Доброта poison Вера",
        "Азарт torture Кротость",
        "Щедрость block Кротость",
        dice="exposure:Вера=no evidence:Азарт=no vote_loss:Щедрость=yes",
    )
    assert {(item.player, item.days, item.public) for item in result.silenced} == {
        ("Вера", 2, True),
        ("Кротость", 2, True),
    }


@pytest.mark.parametrize(("size", "shown"), [(11, True), (10, False)])
def test_r1_roles_are_open_while_more_than_ten_were_alive_at_the_start(size: int, shown: bool) -> None:
    """R1 (reading): of the killed and of the executed, counted at the start of the phase."""
    line = crowd("Вера:boss Азарт:maniac Гнев:citizen", size)
    assert (one_night("Вера kill Гнев", line=line).deaths[0].revealed is Role.CITIZEN) is shown
    votes = all_vote(names_of(line), "Гнев", "Вера")
    assert (last_day(setup(line), night(1), day(1, *votes)).revealed is Role.CITIZEN) is shown


def test_r1_bloody_kill_and_serum_reveal_always() -> None:
    """R1: with closed roles too."""
    line = "Вера:boss Гнев:citizen Азарт:maniac Доброта:doctor Кротость:citizen"
    result = one_night("Азарт bloody_kill Гнев", "Доброта serum Кротость", line=line, dice="doctor_exposure:Доброта=no")
    assert result.deaths[0].revealed is Role.CITIZEN
    assert result.revealed == (("Кротость", Role.CITIZEN),)


def test_r2_the_announcement_is_the_same_whatever_the_cause() -> None:
    """R2: intimidation, goon, girl, torture and poison are announced; the boss's own loss never."""
    result = one_night(
        "Вера kill_and_intimidate Гнев,Нефилим",
        "Щедрость block Зависть",
        "Целомудрие visit Кротость",
        "Азарт torture Тщеславие",
        "Доброта poison Похоть",
        dice="exposure:Вера=no vote_loss:Щедрость=yes vote_loss:Целомудрие=yes evidence:Азарт=no",
    )
    assert set(result.silent_today) == {"Нефилим", "Зависть", "Кротость", "Тщеславие", "Похоть"}


@pytest.mark.parametrize(
    ("line", "won"),
    [
        ("А:boss Б:citizen", Victory.MAFIA),
        ("А:boss Б:citizen В:citizen", None),
        ("А:boss Б:rank2", Victory.MAFIA),
        ("А:journalist", Victory.MAFIA),
        ("А:boss Б:rank2 В:maniac", None),
        ("А:boss Б:rank2 В:lawyer Г:maniac Д:citizen", None),
        ("А:maniac", Victory.MANIAC),
        ("А:maniac Б:citizen", Victory.MANIAC),
        ("А:maniac Б:citizen В:doctor", None),
        ("А:citizen Б:doctor", Victory.CITY),
        ("А:girl", Victory.CITY),
    ],
)
def test_r3_victory(line: str, won: Victory | None) -> None:
    """R3 (reading): proposed after every phase."""
    assert one_night(line=line).victory is won


def test_r3_nobody_wins_when_nobody_lives() -> None:
    """R3: the last two take each other along."""
    result = one_night("А kill Б", "Б quick_kill А", line="А:boss Б:maniac")
    assert (result.alive, result.victory) == ((), Victory.NOBODY)


def test_a_player_who_dies_tonight_still_acts() -> None:
    """All actions are simultaneous: «удачно, но посмертно»."""
    result = one_night("Зависть check Вера", "Вера kill Зависть")
    outcome = next(item for item in result.outcomes if item.order.by == "Зависть")
    assert (outcome.happened, outcome.posthumous, outcome.mafia) == (True, True, True)


def test_night_decisions_remove_and_replace() -> None:
    """Г8, V16: a night's modkill comes after the night; the removed player's act happens."""
    played = run(
        setup(),
        night(1, "Азарт quick_kill Гнев", decisions=["modkill Азарт reveal", "replace Вера with=new at=5"]),
    )
    result = played.night(1)
    assert result is not None
    assert killed(result) == {"Гнев": ["maniac"]}
    assert result.removed == (("Азарт", Role.MANIAC),)
    assert result.replaced == (("Вера", "new"),)
    assert played.state.holder("new", at(6)) == "Вера"
    assert not {"Азарт", "Гнев"} & set(result.alive)


def test_the_gm_may_let_a_banned_order_through() -> None:
    """N0: every decision of the GM overrides the program; what makes no sense stays refused."""
    result = last_night(
        setup(), night(1, "Доброта heal Гнев"), day(1), night(2, "Доброта heal Гнев", decisions=["allow Доброта"])
    )
    assert not result.refused
    nobody = one_night("Вера kill Никто", decisions=("allow Вера",))
    assert refusals(nobody) == [("Вера", "N")]
