"""Roles by sealed dice (D3): the same seed gives the same deal, and no other fits."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from app_bench import Bench
from app_command import Run, runner
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import ruleset
from engine.dice import commitment
from engine.records import Role
from itogi.config import PlayerEntry
from itogi.errors import NotYetError
from itogi.life.dealing import drawn, faults, remarks, role_set

HYPER = ruleset.load("hyper")
NAMES = tuple(f"Игрок{number}" for number in range(12))


@given(seed=st.text(min_size=1, max_size=40), number=st.integers(1, 5))
@settings(max_examples=50, deadline=None)
def test_a_deal_gives_every_role_once_and_proves_itself(seed: str, number: int) -> None:
    roles = role_set(HYPER, len(NAMES))
    deal = drawn(seed, NAMES, roles, number)
    assert Counter(role for _name, role in deal.dealt) == Counter(roles)
    assert tuple(name for name, _role in deal.dealt) == NAMES
    assert faults(deal) == ()
    assert faults(deal, commitment(seed)) == ()
    assert faults(deal, commitment(seed + "x"))


def test_a_changed_deal_is_found_out() -> None:
    deal = drawn("seed", NAMES, role_set(HYPER, 12))
    dealt = dict(deal.dealt)
    boss = next(name for name, role in dealt.items() if role is Role.BOSS)
    citizen = next(name for name, role in dealt.items() if role is Role.CITIZEN)
    swapped = {**dealt, boss: Role.CITIZEN, citizen: Role.BOSS}
    assert faults(replace(deal, dealt=tuple(swapped.items())))
    assert faults(replace(deal, round=2))
    assert faults(replace(deal, seed="other"))
    assert faults(replace(deal, players=deal.players[1:]))


def test_every_player_gets_every_role_sometimes() -> None:
    """No player is favoured: over many seeds each of twelve is the boss about as often."""
    roles = role_set(HYPER, 12)
    bosses = Counter(
        next(name for name, role in drawn(f"seed {n}", NAMES, roles).dealt if role is Role.BOSS) for n in range(1200)
    )
    assert set(bosses) == set(NAMES)
    assert max(bosses.values()) < 170
    assert min(bosses.values()) > 50


def test_the_set_comes_from_the_ruleset() -> None:
    """Twelve by the document: boss, rank 2, goon, maniac, commissioner, doctor, girl and five citizens."""
    assert Counter(role_set(HYPER, 12))[Role.CITIZEN] == 5
    assert Counter(role_set(HYPER, 15))[Role.CITIZEN] == 8
    assert Counter(role_set(ruleset.load("simple"), 6))[Role.CITIZEN] == 3
    assert role_set(HYPER, 4, ["босс", "маньяк", "мж*2"]) == (Role.BOSS, Role.MANIAC, Role.CITIZEN, Role.CITIZEN)
    for told in (["босс"] * 5, ["колдун"], ["мж*много"]):
        with pytest.raises(NotYetError):
            role_set(HYPER, 4, told)
    with pytest.raises(NotYetError):
        role_set(ruleset.load("simple"), 6, ["маньяк"])


@pytest.mark.parametrize(
    ("roles", "fine"),
    [
        (role_set(HYPER, 12), True),
        (role_set(HYPER, 8), False),
        ((Role.JOURNALIST, *[Role.CITIZEN] * 11), False),
        ((Role.CITIZEN,) * 12, False),
        ((Role.BOSS, Role.RANK2, Role.RANK3, Role.GOON, Role.LAWYER, Role.JOURNALIST, *[Role.CITIZEN] * 6), False),
        ((Role.BOSS, Role.MANIAC, Role.MANIAC, *[Role.CITIZEN] * 9), False),
    ],
)
def test_an_odd_set_is_remarked_on(roles: tuple[Role, ...], fine: bool) -> None:
    assert (remarks(HYPER, roles) == ()) is fine


# --- the commands ------------------------------------------------------------------------------------------------


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    Bench.on_disk(tmp_path, players=tuple(PlayerEntry(name=name) for name in NAMES)).store.close()
    return runner(tmp_path, monkeypatch, capsys)


def test_commit_deal_reveal_verify(run: Run, tmp_path: Path) -> None:
    sealed = run("deal", "commit", now="0 12:00")
    published = next(word for word in sealed.out.split() if len(word) == 64)
    dealt = run("deal", "roles", "--yes", now="0 12:05")
    assert dealt.status == 0, dealt.err
    assert not any(f"{name} " in dealt.out for name in NAMES), "the screen tells nobody's role"
    early = run("deal", "reveal", now="0 13:00")
    assert (early.status, "--yes" in early.line) == (2, True)
    book = run("deal", "reveal", "--yes", now="9 12:00")
    (tmp_path / "deal.json").write_text(book.out, encoding="utf-8")
    assert run("deal", "verify", "deal.json", "--hash", published, now="9 12:00").status == 0
    assert run("deal", "verify", now="9 12:00").status == 0
    forged = json.loads(book.out)
    forged["dealt"][0][1], forged["dealt"][1][1] = forged["dealt"][1][1], forged["dealt"][0][1]
    if forged["dealt"][0][1] == forged["dealt"][1][1]:
        forged["seed"] = "0" * 64
    (tmp_path / "forged.json").write_text(json.dumps(forged), encoding="utf-8")
    assert run("deal", "verify", "forged.json", "--hash", published, now="9 12:00").status == 2


def test_a_second_deal_cannot_be_hidden(run: Run) -> None:
    assert run("deal", "roles", "--yes", now="0 12:00").status == 0
    refused = run("deal", "roles", "--yes", now="0 12:05")
    assert (refused.status, "--again" in refused.line) == (2, True)
    again = run("deal", "roles", "--yes", "--again", now="0 12:10")
    assert again.status == 0
    assert "Раздача 2" in again.out
    assert "№ 3" in run("deal", "commit", now="0 12:15").out


def test_roles_entered_by_hand_are_not_dealt_over(run: Run) -> None:
    assert run("roles", "Игрок1=босс", now="0 12:00").status == 0
    assert run("deal", "roles", "--yes", now="0 12:05").status == 2
    assert run("deal", "verify", now="0 12:06").status == 2


def test_nothing_is_dealt_without_a_yes(run: Run) -> None:
    ran = run("deal", "roles", now="0 12:00")
    assert (ran.status, "--yes" in ran.err) == (2, True)
    assert "босс" not in run("roles", now="0 12:00").out


def test_a_file_that_is_no_deal_is_refused_in_one_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text('{"seed": 5}', encoding="utf-8")
    ran = run("deal", "verify", "x.json")
    assert (ran.status, ran.err.count("\n")) == (2, 1)
