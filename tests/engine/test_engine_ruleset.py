"""Rulesets are data: what comes with the program, settings by path, mistakes by the field's path."""

from __future__ import annotations

import msgspec
import pytest

from engine import ruleset
from engine.describe import describe
from engine.errors import RulesetError
from engine.records import Role


def test_the_rulesets_that_come_with_the_program() -> None:
    """The default first; each loads and has its own name."""
    assert ruleset.names() == ("hyper", "gipermafia-149", "simple")
    assert [ruleset.load(name).name for name in ruleset.names()] == list(ruleset.names())


def test_gipermafia_149_differs_in_edits_and_changes_only() -> None:
    """Edited votes count as a miss, a change is a message of its own, otherwise hyper."""
    hyper, other = (msgspec.to_builtins(ruleset.load(name)) for name in ("hyper", "gipermafia-149"))
    assert {key for key in hyper if hyper[key] != other[key]} == {"name", "title", "edited_votes", "votes_per_post"}
    assert (other["edited_votes"], other["votes_per_post"]) == ("miss", "single")


@pytest.mark.parametrize(
    ("settings", "path"),
    [
        ({"reveal_abov": 10}, "reveal_abov"),
        ({"reveal_above": "sometimes"}, "reveal_above"),
        ({"reveal_above": -1}, "reveal_above"),
        ({"edited_votes": "perhaps"}, "edited_votes"),
        ({"boss.kills": 0}, "boss.kills"),
        ({"boss.kills": "two"}, "boss.kills"),
        ({"boss.kils": 2}, "boss.kils"),
        ({"boss": 2}, "boss"),
        ({"chances.exposure": 1.5}, "chances.exposure"),
        ({"silences.torture": {"days": -1}}, "silences.torture.days"),
        ({"weights.doctor.green": 3}, "weights.doctor"),
        ({"weights.doctor.blue": "three"}, "weights.doctor.blue"),
        ({"weights.wizard.red": 3}, "weights"),
        ({"deeds.doctor": ["dance"]}, "deeds.doctor[0]"),
        ({"succession": ["boss", "king"]}, "succession[1]"),
        ({"roles": ["boss", "citizen"]}, "succession"),
        ({"roles": ["boss", "boss"]}, "succession"),
        ({"colours": {"against": ["blue"]}}, "colours"),
        ({"tie": True}, "tie"),
    ],
)
def test_a_mistake_is_refused_with_its_path(settings: dict[str, object], path: str) -> None:
    """The message begins with the path of the field at fault, in one line."""
    with pytest.raises(RulesetError) as fault:
        ruleset.load("hyper", settings)
    assert str(fault.value).startswith(f"{path}: ")
    assert "\n" not in str(fault.value)


def test_an_unknown_ruleset_names_those_that_there_are() -> None:
    """One line that helps."""
    with pytest.raises(RulesetError, match="hyper, gipermafia-149, simple"):
        ruleset.load("hypre")


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ('base = "hyper"\nname = "x"\ntie = "maybe"', "tie"),
        ('base = "nothing"', "base"),
        ("base = 3", "base"),
        ('name = "x"', "title"),
        ("not toml at all", "not a TOML file"),
        ('base = "hyper"\n[boss]\nkills = 9.5', "boss.kills"),
    ],
)
def test_a_file_of_ones_own_is_checked_the_same_way(text: str, path: str) -> None:
    """A file without `base` must say everything; one with it only what differs."""
    with pytest.raises(RulesetError) as fault:
        ruleset.parse(text)
    assert str(fault.value).startswith(path)


def test_a_file_of_ones_own() -> None:
    """An open table replaces the base's: here nobody's vote weighs more."""
    rules = ruleset.parse('base = "hyper"\nname = "ours"\ntitle = "Наши"\nweights = {}\n[boss]\nkills = 3')
    assert rules.weights == {}
    assert (rules.boss.kills, rules.boss.intimidates) == (3, 3)


def test_settings_do_not_leak_into_the_next_game() -> None:
    """A ruleset is loaded anew for every game."""
    ruleset.load("hyper", {"boss.kills": 1, "weights.citizen.red": 9})
    rules = ruleset.load("hyper")
    assert rules.boss.kills == 2
    assert Role.CITIZEN not in rules.weights


VARIANTS: list[dict[str, object]] = [
    {"edited_votes": "void"},
    {"edited_votes": "miss"},
    {"vanished_votes": "void"},
    {"votes_per_post": "single"},
    {"votes_in": "game"},
    {"votes_in": "both"},
    {"deadline_second": "inclusive"},
    {"colours.against": ["green"]},
    {"uncoloured": "against"},
    {"uncoloured": "miss"},
    {"defence": "none"},
    {"defence": "against"},
    {"self_vote": "allowed"},
    {"self_vote": "miss"},
    {"changes": 2},
    {"changes": 2, "repeat_is_change": True},
    {"weights": {"citizen": {"red": 2}}},
    {"silenced": "must_vote"},
    {"silent_boss_owes": False},
    {"early_from_day": 0},
    {"early_from_day": 1},
    {"early_discretion_above": 0.6},
    {"removed_mid_day": "stand"},
    {"replacement_takes_misses": False},
    {"replacement_takes_ballots": False},
    {"miss_penalty": 1},
    {"miss_penalty_growth": 1},
    {"miss_penalty_first": True},
    {"misses_to_modkill": 3},
    {"misses_in_a_row": True},
    {"night_misses_count": False},
    {"night_miss_votes": 2},
    {"tie": "all"},
    {"tie": "pair"},
    {"tie": "first"},
    {"positive_only": False},
    {"nobody_vote": ["ННВ"]},
    {"reveal_above": "always"},
    {"reveal_above": "never"},
    {"reveal_above": 5},
    {"reveal_counts": "phase_end"},
    {"min_players": 7},
    {"deal": ["boss", "maniac"]},
    {"roles": ["boss", "rank2", "rank3", "lawyer", "goon", "prosecutor", "doctor", "maniac", "commissioner", "girl"]},
    {"deeds.doctor": ["heal"]},
    {"senders": ["rank2"]},
    {"succession": ["boss", "rank2"]},
    {"act_of": "sender"},
    {"boss.kills": 1},
    {"boss.intimidates": 2},
    {"boss.few_alive": 8},
    {"boss.few_intimidates": 1},
    {"boss.no_double_kill_at": 4},
    {"boss.no_kill_and_intimidate_at": 3},
    {"boss.silent_loss_share": 0.4},
    {"silences.intimidation.days": 2},
    {"silences.goon.days": 2},
    {"silences.girl.announced": False},
    {"silences.torture.days": 1},
    {"silences.poison.days": 1},
    {"silences.boss.announced": True},
    {"chances.exposure": 0.5},
    {"chances.goon_vote_loss": 0.3},
    {"chances.girl_vote_loss": 0.3},
    {"chances.evidence": 0.3},
    {"chances.doctor_exposure": 0.3},
    {"repeats.lifted_at": 4},
    {"repeats.counts": "sent"},
    {"maniac.blocker_dies": False},
    {"maniac.blocked_blocker_dies": True},
    {"maniac.torture_blocks": True},
    {"doctor.serum_public": False},
    {"doctor.serum_repeats_from": 12},
    {"doctor.heal_from": ["mafia"]},
    {"doctor.heal_from_sides": 1},
    {"doctor.heal_from_needs_open_roles": False},
    {"doctor.role_save_counts": False},
    {"doctor.maniac_heal_saves_blocker": False},
    {"doctor.poison_blocks": True},
    {"doctor.cures": ["poison"]},
    {"victory.mafia_at_parity": False},
    {"victory.maniac_with_at_most": 0},
]


@pytest.mark.parametrize("settings", VARIANTS, ids=str)
def test_the_description_tells_every_setting(settings: dict[str, object]) -> None:
    """`itogi rules`: a ruleset set otherwise is told otherwise."""
    assert describe(ruleset.load("hyper", settings)) != describe(ruleset.load("hyper"))


def test_every_setting_has_a_variant_here() -> None:
    """The list above is complete: no field of a ruleset is left out."""

    def paths(table: object, prefix: str = "") -> set[str]:
        if isinstance(table, dict) and prefix not in ("weights.", "deeds.", "silences.goon.", "silences.girl."):
            return set().union(*(paths(value, f"{prefix}{key}.") for key, value in table.items()))
        return {prefix.removesuffix(".")}

    known = {"name", "title", "colours.defence"}
    told = {path for settings in VARIANTS for path in settings}
    for path in paths(msgspec.to_builtins(ruleset.load("hyper"))) - known:
        top = path.split(".")[0] if path.startswith(("weights", "deeds", "silences")) else path
        assert path in told or any(item.startswith((f"{path}.", top)) for item in told), path


def test_every_point_of_the_rules_that_players_ask_about_is_told() -> None:
    """V, N, R: `hyper` has a line for each point."""
    told = {number for line in describe(ruleset.load("hyper")) for number in line.rule.split()}
    points = {f"V{number}" for number in range(1, 21)} | {f"N{number}" for number in range(21)} | {"R1", "R2", "R3"}
    assert points <= told


def test_a_ruleset_without_an_action_says_nothing_of_it() -> None:
    """N2, N4, N17, R2: `simple` has no question, no double kill and nobody who loses the vote."""
    told = {number for line in describe(ruleset.load("simple")) for number in line.rule.split()}
    assert not told & {"N4", "N5", "N6", "N7", "N9", "N17"}
