"""Dice: D1-D3."""

from __future__ import annotations

import hashlib
import hmac

import pytest
from engine_builders import day, last_night, night, run, setup
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import Cup, commitment, fraction, new_seed, verify
from engine.errors import DieMissingError
from engine.results import DieDrawn, NightResult


def test_d1_every_chance_is_named_by_its_actor_and_recorded() -> None:
    """D1: each chance that the night asks for, once; nothing else."""
    result = last_night(
        setup(),
        night(
            1,
            "Вера kill Гнев,Нефилим",
            "Щедрость block Зависть",
            "Целомудрие visit Кротость",
            "Азарт torture Тщеславие",
            "Доброта serum Похоть",
        ),
    )
    assert sorted(die.name for die in result.dice) == [
        "doctor_exposure:Доброта",
        "evidence:Азарт",
        "exposure:Вера",
        "vote_loss:Целомудрие",
        "vote_loss:Щедрость",
    ]
    assert not any(die.entered for die in result.dice)


def test_d1_a_die_is_never_drawn_again() -> None:
    """D1: working the game out anew, or asking twice, gives the same outcome."""
    cup = Cup(night=1, seed="x", entered={})
    assert cup.throw("exposure", "Вера", 0.75) is cup.throw("exposure", "Вера", 0.75)
    assert len(cup.drawn) == 1
    game, phases = setup(), (night(1, "Щедрость block Гнев"), day(1), night(2, "Щедрость block Вера"))
    assert run(game, *phases).results == run(game, *phases).results


def test_d1_dice_are_keyed_by_the_night() -> None:
    """D1: the same name on another night is another die."""
    outcomes = {fraction("x", number, "vote_loss:Щедрость") for number in range(1, 6)}
    assert len(outcomes) == 5


@pytest.mark.parametrize("happens", [True, False])
def test_d2_the_gm_may_enter_the_outcome(happens: bool) -> None:
    """D2: it overrides the seed, is marked as entered, and dice that nothing asks for are ignored."""
    dice = f"vote_loss:Щедрость={'yes' if happens else 'no'} exposure:Вера=yes"
    result = last_night(setup(), night(1, "Щедрость block Гнев", dice=dice))
    assert [(die.name, die.happens, die.entered) for die in result.dice] == [("vote_loss:Щедрость", happens, True)]


def test_d2_without_a_seed_every_die_that_is_asked_for_must_be_entered() -> None:
    """D2: the fault names the die; where none is asked for no seed is needed."""
    game = setup(seed=None)
    assert last_night(game, night(1, "Вера kill Гнев")).deaths
    with pytest.raises(DieMissingError, match="vote_loss:Щедрость") as fault:
        last_night(game, night(1, "Щедрость block Гнев"))
    assert (fault.value.night, fault.value.name, fault.value.exit_status) == (1, "vote_loss:Щедрость", 2)


def test_d3_a_draw_is_the_documented_hmac() -> None:
    """D3: anybody can draw again from the published seed."""
    digest = hmac.new("зерно".encode(), "2:exposure:Вера".encode(), hashlib.sha256).digest()
    assert fraction("зерно", 2, "exposure:Вера") == (int.from_bytes(digest[:8], "big") >> 11) / 2**53
    assert commitment("зерно") == hashlib.sha256("зерно".encode()).hexdigest()


def test_d3_verify_finds_what_the_seed_does_not_give() -> None:
    """D3: a changed draw, a wrong seed; entered dice are the GM's word."""
    game = setup(seed="s")
    phases = []
    for number in range(1, 5):
        phases += [night(number, "Щедрость block Гнев" if number % 2 else "Щедрость block Вера"), day(number)]
    played = run(game, *phases)
    draws = [(r.night, die) for r in played.results if isinstance(r, NightResult) for die in r.dice]
    assert verify("s", commitment("s"), draws) == ()
    assert verify("s", commitment("other"), draws) is None
    spoilt = [
        (number, DieDrawn(name=die.name, happens=not die.happens, entered=False, chance=die.chance))
        for number, die in draws
    ]
    found = verify("s", None, spoilt)
    assert found is not None
    assert [mismatch.night for mismatch in found] == [number for number, _die in draws]
    told = [(1, DieDrawn(name="exposure:Вера", happens=True, entered=True))]
    assert verify("s", None, told) == ()


@given(
    st.text(max_size=20).filter(lambda text: text.isprintable()), st.integers(1, 100), st.sampled_from(["a:Б", "в:Г"])
)
def test_d3_a_draw_is_a_fraction(seed: str, number: int, name: str) -> None:
    """D3: from nought up to, not including, one, whatever the seed: a chance of 100 % always happens."""
    assert 0 <= fraction(seed, number, name) < 1


def test_d3_draws_are_even() -> None:
    """D3: over many names about the chance's share happens."""
    happening = sum(fraction("x", number, f"vote_loss:{number}") < 0.75 for number in range(4000))
    assert 2880 < happening < 3120


def test_d3_seeds_are_fresh() -> None:
    """D3: 256 bits, never the same."""
    assert len(bytes.fromhex(new_seed())) == 32
    assert new_seed() != new_seed()
