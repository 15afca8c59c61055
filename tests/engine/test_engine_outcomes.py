"""What became of each order (P3): the record at the end of the game is written from these."""

from __future__ import annotations

from engine_builders import TWELVE, crowd, day, last_night, night, run, setup

from engine.records import Role
from engine.results import ActionOutcome, NightResult
from engine.state import Left


def of(result: NightResult, by: str) -> ActionOutcome:
    found = [outcome for outcome in result.outcomes if outcome.order.by == by]
    assert len(found) == 1
    return found[0]


def test_the_documents_first_night() -> None:
    """N1-N12: «неудачно, лечение», «удачно, с лишением», «удачно, лечит», and the goon who dies of a bloody kill."""
    result = last_night(
        setup(),
        night(
            1,
            "Вера kill Целомудрие",
            "Щедрость block Справедливость",
            "Азарт bloody_kill Справедливость",
            "Зависть check Нефилим",
            "Целомудрие visit Кротость",
            "Доброта serum Азарт",
            "Доброта heal_from mafia",
            dice="vote_loss:Щедрость=yes vote_loss:Целомудрие=yes",
        ),
    )
    boss = of(result, "Вера")
    assert (boss.happened, boss.saved, boss.killed, boss.blocked_by) == (False, ("Целомудрие",), (), None)
    goon = of(result, "Щедрость")
    assert (goon.happened, goon.vote_lost, goon.posthumous) == (True, True, True)
    assert goon.silenced == ("Справедливость",)
    maniac = of(result, "Азарт")
    assert (maniac.happened, set(maniac.killed), maniac.saved) == (True, {"Справедливость", "Щедрость"}, ())
    assert of(result, "Зависть").mafia is False
    doctor = of(result, "Доброта")
    assert (doctor.happened, doctor.saved, doctor.order.role) == (True, ("Целомудрие",), "mafia")
    assert [(old.do.value, new.do.value) for old, new in result.changed] == [("serum", "heal_from")]


def test_a_blocked_act() -> None:
    """N6-N8: «неудачно, в блоке без лишения»: who stood in the way, and nothing of it happened."""
    result = last_night(
        setup(),
        night(
            1,
            "Целомудрие visit Азарт",
            "Азарт bloody_kill Гнев",
            "Щедрость block Доброта",
            "Доброта serum Вера",
            dice="vote_loss:Целомудрие=no vote_loss:Щедрость=yes",
        ),
    )
    maniac = of(result, "Азарт")
    assert (maniac.happened, maniac.blocked_by, maniac.blocked_by_role) == (False, "Целомудрие", Role.GIRL)
    assert (maniac.killed, maniac.saved) == ((), ())
    doctor = of(result, "Доброта")
    assert (doctor.happened, doctor.blocked_by_role, doctor.learnt, doctor.exposed) == (False, Role.GOON, (), None)
    assert of(result, "Целомудрие").vote_lost is False
    assert of(result, "Целомудрие").silenced == ()


def test_goon_and_girl_at_one_door() -> None:
    """N6, N7: both blocks hold; the record names the goon's first."""
    result = last_night(
        setup(),
        night(
            1,
            "Целомудрие visit Зависть",
            "Щедрость block Зависть",
            "Зависть check Вера",
            dice="vote_loss:Целомудрие=no vote_loss:Щедрость=no",
        ),
    )
    assert of(result, "Зависть").blocked_by == "Щедрость"
    assert set(result.blocked) == {("Зависть", "Щедрость"), ("Зависть", "Целомудрие")}


def test_a_stopped_blocker() -> None:
    """N8: the girl who met the goon, and two girls who met each other."""
    result = last_night(
        setup(), night(1, "Целомудрие visit Щедрость", "Щедрость block Целомудрие", dice="vote_loss:Щедрость=no")
    )
    girl = of(result, "Целомудрие")
    assert (girl.happened, girl.blocked_by, girl.vote_lost) == (False, "Щедрость", None)
    assert of(result, "Щедрость").happened


def test_a_double_kill_half_healed() -> None:
    """N12, N17: it happened; one died, one was saved; the exposure die is told."""
    result = last_night(setup(), night(1, "Вера kill Гнев,Нефилим", "Доброта heal Гнев", dice="exposure:Вера=yes"))
    boss = of(result, "Вера")
    assert (boss.happened, boss.killed, boss.saved, boss.exposed) == (True, ("Нефилим",), ("Гнев",), True)


def test_kill_and_intimidation_of_a_healed_player() -> None:
    """N1: the intimidation happens all the same."""
    result = last_night(
        setup(), night(1, "Вера kill_and_intimidate Гнев,Нефилим", "Доброта heal Гнев", dice="exposure:Вера=no")
    )
    boss = of(result, "Вера")
    assert (boss.happened, boss.killed, boss.saved, boss.silenced) == (True, (), ("Гнев",), ("Нефилим",))
    assert boss.exposed is False


def test_an_act_for_the_boss() -> None:
    """N3: the order is its sender's, the act the boss's: he is the one who dies, is blocked, is exposed."""
    result = last_night(
        setup(), night(1, "Похоть kill Гнев,Нефилим", "Азарт quick_kill Вера", dice="exposure:Вера=yes")
    )
    act = of(result, "Похоть")
    assert (act.actor, act.posthumous, act.exposed) == ("Вера", True, True)
    assert of(result, "Азарт").actor is None


def test_serum_torture_poison_and_intimidation() -> None:
    """N1, N9, N11: whom they reached and what the dice said."""
    result = last_night(
        setup(),
        night(
            1,
            "Вера intimidate Гнев,Нефилим",
            "Азарт torture Зависть",
            "Доброта poison Кротость",
            dice="evidence:Азарт=yes",
        ),
    )
    assert of(result, "Вера").silenced == ("Нефилим", "Гнев")
    assert (of(result, "Азарт").silenced, of(result, "Азарт").evidence) == (("Зависть",), True)
    assert of(result, "Доброта").silenced == ("Кротость",)
    told = last_night(setup(), night(1, "Доброта serum Вера", dice="doctor_exposure:Доброта=no"))
    assert (of(told, "Доброта").learnt, of(told, "Доброта").exposed) == ((("Вера", Role.BOSS),), False)


def test_a_silently_banned_heal() -> None:
    """N12: it did not happen and nobody stood in the way."""
    game = setup(crowd(TWELVE, 14))
    result = last_night(
        game,
        night(1, "Вера kill Гнев", "Доброта heal_from mafia"),
        day(1),
        night(2, "Вера kill Гнев", "Доброта heal Гнев"),
    )
    doctor = of(result, "Доброта")
    assert (doctor.silent_ban, doctor.happened, doctor.blocked_by, doctor.saved) == (True, False, None, ())


def test_fates() -> None:
    """Rosters: who left when and how, and what was made public."""
    played = run(
        setup(crowd(TWELVE, 14)),
        night(1, "Азарт bloody_kill Гнев", "Вера kill Нефилим"),
        day(1, "Вера>Похоть red", decisions=["modkill Зависть reveal", "execute Похоть"]),
        night(2, decisions=["modkill Кротость"]),
    )
    told = [
        (fate.player, fate.left, fate.phase, fate.number, fate.revealed, fate.bloody) for fate in played.state.fates
    ]
    assert told == [
        ("Нефилим", Left.KILLED, "night", 1, Role.CITIZEN, False),
        ("Гнев", Left.KILLED, "night", 1, Role.CITIZEN, True),
        ("Похоть", Left.EXECUTED, "day", 1, Role.RANK2, False),
        ("Зависть", Left.MODKILLED, "day", 1, Role.COMMISSIONER, False),
        ("Кротость", Left.MODKILLED, "night", 2, None, False),
    ]


def test_a_playthrough_finds_its_phases() -> None:
    """By number; the state before a phase that has not come is the last one."""
    played = run(setup(), night(1), day(1), night(2))
    assert played.night(2) is played.results[2]
    assert played.day(1) is played.results[1]
    assert (played.night(3), played.day(2)) == (None, None)
    assert played.before("night", 1) is played.states[0]
    assert played.before("day", 1) is played.states[1]
    assert played.before("night", 2) is played.states[2]
    assert played.before("day", 2) is played.state
