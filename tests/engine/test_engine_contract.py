"""The JSON of `itogi replay`: written games answered by the contract, bad scripts refused with the field's path."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from engine_replays import differences

from engine.contract import replay
from engine.errors import FieldError, InputError, RulesetError

REPLAYS = Path(__file__).resolve().parents[2] / "fixtures" / "engine" / "replays"
GAMES = sorted(REPLAYS.glob("*.json"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_written_game_gives_what_its_fixture_expects(path: Path) -> None:
    """`itogi replay`: whole games and single points; the first is the document's own game."""
    case = json.loads(path.read_text(encoding="utf-8"))
    found = differences(replay(case["script"]), case["expect"])
    assert not found, "\n".join([case["rule"], *found])


def test_the_fixtures_are_there() -> None:
    """The folder is not empty, and the document's game is in it."""
    assert len(GAMES) >= 60
    assert REPLAYS / "game-of-the-document.json" in GAMES


NIGHT_KEYS = (
    "night deaths saved blocked silenced checks revealed exposed evidence refused missed modkill_due boss alive "
    "victory notes"
)
DAY_KEYS = "day scores ballots set_aside missed modkill_due early executed tie revealed alive victory"


def test_every_key_of_the_answer_is_always_there() -> None:
    """Contract: null for no value, empty for none."""
    night, day = replay(SCRIPT)
    assert set(night) >= set(NIGHT_KEYS.split())
    assert set(day) >= set(DAY_KEYS.split())
    assert night["boss"] == "Вера"
    assert night["victory"] is None
    assert day["executed"] is None
    assert json.loads(json.dumps([night, day])) == [night, day]


SCRIPT: dict[str, Any] = {
    "ruleset": "hyper",
    "seed": "x",
    "players": [
        {"name": "Вера", "role": "boss", "accounts": ["vera"], "gender": "f"},
        {"name": "Гнев", "role": "citizen"},
        {"name": "Азарт", "role": "maniac"},
        {"name": "Доброта", "role": "doctor"},
    ],
    "phases": [
        {"night": 1, "orders": [{"by": "Вера", "do": "ask", "text": "?"}], "dice": {"exposure:Вера": True}},
        {
            "day": 1,
            "votes": [{"by": "Гнев", "for": "Вера", "colour": "red", "at": "2013-10-14T20:00:00+04:00"}],
            "closed_early": False,
            "decisions": [{"pardon": "Вера"}, {"replace": "Гнев", "with": "new"}],
        },
    ],
}


def spoilt(path: str, value: object) -> dict[str, Any]:
    """The script with one field set, or taken out when `value` is `None` and the path ends with `-`."""
    script = copy.deepcopy(SCRIPT)
    *way, last = [int(part) if part.isdigit() else part for part in path.removesuffix("-").split("/")]
    place: Any = script
    for part in way:
        place = place[part]
    if path.endswith("-"):
        del place[last]
    else:
        place[last] = value
    return script


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        ("ruleset-", None, "ruleset"),
        ("players-", None, "players"),
        ("phases-", None, "phases"),
        ("players", {}, "players"),
        ("players", [], "players"),
        ("players", "Вера", "players"),
        ("extra", 1, "extra"),
        ("seed", 7, "seed"),
        ("players/0", "Вера", "players[0]"),
        ("players/0/name-", None, "players[0].name"),
        ("players/0/name", "", "players[0].name"),
        ("players/0/name", " ", "players[0].name"),
        ("players/0/name", 3, "players[0].name"),
        ("players/0/role", "wizard", "players[0].role"),
        ("players/0/role-", None, "players[0].role"),
        ("players/0/gender", "x", "players[0].gender"),
        ("players/0/accounts", "vera", "players[0].accounts"),
        ("players/1/name", "Вера", "players[1].name"),
        ("players/1/rolle", "boss", "players[1].rolle"),
        ("players/1/name", "Гнев ", "players[1].name"),
        ("players/1/accounts", ["vera"], "players[1].accounts[0]"),
        ("players/0/accounts", ["vera", "vera"], "players[0].accounts[1]"),
        ("phases", {}, "phases"),
        ("phases/0", [], "phases[0]"),
        ("phases/0", {}, "phases[0]"),
        ("phases/0/day", 1, "phases[0]"),
        ("phases/0/night", "1", "phases[0].night"),
        ("phases/0/night", 0, "phases[0].night"),
        ("phases/0/night", True, "phases[0].night"),
        ("phases/0/night", 2, "phases[0]"),
        ("phases/1/day", 2, "phases[1]"),
        ("phases/0/orders-", None, "phases[0].orders"),
        ("phases/0/orders", {}, "phases[0].orders"),
        ("phases/0/orders/0/do", "kil", "phases[0].orders[0].do"),
        ("phases/0/orders/0/do-", None, "phases[0].orders[0].do"),
        ("phases/0/orders/0/do", "kill", "phases[0].orders[0].targets"),
        ("phases/0/orders/0/do", "heal_from", "phases[0].orders[0].role"),
        ("phases/0/orders/0/text-", None, "phases[0].orders[0].text"),
        ("phases/0/orders/0/by-", None, "phases[0].orders[0].by"),
        ("phases/0/orders/0/by", None, "phases[0].orders[0].by"),
        ("phases/0/orders/0/targets", "Гнев", "phases[0].orders[0].targets"),
        ("phases/0/orders/0/targets", [1], "phases[0].orders[0].targets[0]"),
        ("phases/0/orders/0/target", "Гнев", "phases[0].orders[0].target"),
        ("phases/0/dice", [], "phases[0].dice"),
        ("phases/0/dice", {"exposure:Вера": 1}, "phases[0].dice.exposure:Вера"),
        ("phases/0/orders/0/role", "mafia", "phases[0].orders[0].role"),
        ("phases/0/orders/0/void", "later", "phases[0].orders[0].void"),
        ("phases/0/decisions", [{"allow": "Гнев"}], "phases[0].decisions[0].allow"),
        ("phases/0/decisions", [{"reorder": "Гнев"}], "phases[0].decisions[0].reorder"),
        ("phases/1/decisions/1", {"replace": "Гнев", "with": "vera"}, "phases[1].decisions[1].with"),
        ("phases/1/decisions/0", {"execute": "Вера", "reveal": True}, "phases[1].decisions[0].reveal"),
        ("phases/1/votes/0/void", "?", "phases[1].votes[0].void"),
        ("phases/1/votes-", None, "phases[1].votes"),
        ("phases/1/votes/0", "Гнев>Вера", "phases[1].votes[0]"),
        ("phases/1/votes/0/by-", None, "phases[1].votes[0].by"),
        ("phases/1/votes/0/for-", None, "phases[1].votes[0].for"),
        ("phases/1/votes/0/colour", "green", "phases[1].votes[0].colour"),
        ("phases/1/votes/0/early", "yes", "phases[1].votes[0].early"),
        ("phases/1/votes/0/at", "вчера", "phases[1].votes[0].at"),
        ("phases/1/votes/0/at", "2013-10-14T20:00:00", "phases[1].votes[0].at"),
        ("phases/1/closed_early", 1, "phases[1].closed_early"),
        ("phases/1/decisions", {}, "phases[1].decisions"),
        ("phases/1/decisions/0", "pardon", "phases[1].decisions[0]"),
        ("phases/1/decisions/0", {}, "phases[1].decisions[0]"),
        ("phases/1/decisions/0", {"pardon": "Никто"}, "phases[1].decisions[0].pardon"),
        ("phases/1/decisions/0", {"pardon": 1}, "phases[1].decisions[0].pardon"),
        ("phases/1/decisions/0", {"pardon": "Вера", "execute": "Вера"}, "phases[1].decisions[0]"),
        ("phases/1/decisions/0", {"allow": "Вера"}, "phases[1].decisions[0]"),
        ("phases/1/decisions/0", {"pardon": "Вера", "why": "?"}, "phases[1].decisions[0].why"),
        ("phases/1/decisions/1", {"replace": "Гнев"}, "phases[1].decisions[1].with"),
        ("phases/1/decisions/1", {"modkill": "Гнев", "with": "x"}, "phases[1].decisions[1].with"),
        ("phases/1/decisions/1", {"modkill": "Гнев", "reveal": "yes"}, "phases[1].decisions[1].reveal"),
        ("phases/0/decisions", [{"execute": "Вера"}], "phases[0].decisions[0]"),
    ],
)
def test_a_bad_script_is_refused_with_the_fields_path(path: str, value: object, field: str) -> None:
    """Contract: one clear line that says where and what; exit status 2."""
    with pytest.raises(InputError) as fault:
        replay(spoilt(path, value))
    assert isinstance(fault.value, FieldError)
    assert (fault.value.path or "").startswith(field)
    assert fault.value.exit_status == 2
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("players/0/role", "мафия", "is not one of these: boss, rank2"),
        ("phases/0/orders/0/do", "kil", "is not one of these: kill, intimidate"),
        ("phases/1/votes/0/colour", "green", "is not one of these: red, blue"),
        ("phases/1/votes/0/at", "2013-10-14T20:00:00", "with its time zone, like 2013-10-14T20:00:00+04:00"),
        ("phases/1/votes/0/at", "2013-02-30T20:00:00+04:00", "with its time zone, like 2013-10-14T20:00:00+04:00"),
        ("players/0/name", "", "text in quotes that is not empty"),
        ("phases/0/night", -1, "a whole number >= 1"),
        ("phases/1/votes/0/void", "?", "that fits the pattern"),
    ],
)
def test_a_refusal_tells_how_to_mend_it(path: str, value: object, words: str) -> None:
    """Contract: what would do stands in the same line."""
    with pytest.raises(FieldError) as fault:
        replay(spoilt(path, value))
    assert words in str(fault.value)


@pytest.mark.parametrize("verb", ["modkill", "execute", "pardon", "replace", "object"])
def test_a_decision_about_the_dead_is_a_slip(verb: str) -> None:
    """Contract: a decision that could change nothing is not passed over in silence."""
    script = spoilt("phases/0/orders", [{"by": "Вера", "do": "kill", "targets": ["Гнев"]}])
    script["phases"][1]["decisions"] = [{verb: "Гнев", "with": "new"} if verb == "replace" else {verb: "Гнев"}]
    with pytest.raises(FieldError, match=rf"phases\[1\]\.decisions\[0\]\.{verb}: Гнев is out of the game"):
        replay(script)


def test_the_account_of_the_first_dead_citizen_may_take_a_slot() -> None:
    """Г3, V16: the dead may come in again; their account plays nowhere then."""
    script = spoilt("players/1/accounts", ["wrath"])
    script["phases"][0]["orders"] = [{"by": "Вера", "do": "kill", "targets": ["Гнев"]}]
    script["phases"][1]["decisions"] = [{"replace": "Доброта", "with": "wrath"}]
    assert replay(script)[1]["replaced"] == [{"player": "Доброта", "with": "wrath"}]


@pytest.mark.parametrize("script", [None, 3, "x", [], [SCRIPT], True])
def test_a_script_that_is_no_object_is_refused(script: object) -> None:
    """Contract: whatever comes in, an error and no traceback."""
    with pytest.raises(InputError):
        replay(script)


def test_an_unknown_ruleset_or_setting_is_refused() -> None:
    """Contract: exit status 2, with the names that there are."""
    with pytest.raises(RulesetError, match="hyper"):
        replay(spoilt("ruleset", "hipper"))
    with pytest.raises(RulesetError, match="bos"):
        replay(spoilt("settings", {"bos.kills": 1}))


def test_a_role_outside_the_ruleset_is_refused() -> None:
    """`simple` has no maniac."""
    with pytest.raises(FieldError, match=r"players\[2\]\.role"):
        replay(spoilt("ruleset", "simple"))


def test_half_a_surrogate_pair_is_no_text() -> None:
    """A name that could not be printed again is refused at the door."""
    with pytest.raises(InputError):
        replay(json.loads(json.dumps(SCRIPT).replace("Гнев".encode("unicode_escape").decode(), "\\ud800")))


def test_unknown_names_in_votes_and_orders_are_no_faults_of_the_script() -> None:
    """V4, contract: the vote is set aside, the order refused as N, and a stranger's vote is V18."""
    script = spoilt("phases/1/votes", [{"by": "Гнев", "for": "Никто", "colour": "red"}, {"by": "Х", "for": "Гнев"}])
    script["phases"][0]["orders"] = [{"by": "Вера", "do": "kill", "targets": ["Никто"]}]
    night, day = replay(script)
    assert [item["rule"] for item in night["refused"]] == ["N"]
    assert [(item["for"], item["rule"]) for item in day["set_aside"]] == [("Никто", "V4"), ("Гнев", "V18")]


def test_a_die_without_outcome_and_seed_is_bad_input() -> None:
    """Contract: the seed is required then; a game that asks for no die needs none."""
    script = spoilt("seed-", None)
    assert replay(script)
    script["phases"][0]["orders"] = [{"by": "Азарт", "do": "torture", "targets": ["Гнев"]}]
    with pytest.raises(InputError, match="evidence:Азарт"):
        replay(script)


def test_t1_a_game_starts_with_a_night_and_goes_on_in_turns() -> None:
    """T1: night 1, day 1, night 2 …; anything else is out of order."""
    for phases in (
        [{"day": 1, "votes": []}],
        [{"night": 2, "orders": []}],
        [{"night": 1, "orders": []}, {"night": 2, "orders": []}],
        [{"night": 1, "orders": []}, {"day": 1, "votes": []}, {"day": 2, "votes": []}],
        [{"night": 1, "orders": []}, {"night": 1, "orders": []}],
    ):
        with pytest.raises(FieldError, match="phases"):
            replay(spoilt("phases", phases))
    assert replay(spoilt("phases", [])) == []


def test_settings_of_a_script_override_the_ruleset() -> None:
    """A written game may play by a variant."""
    script = spoilt("settings", {"miss_penalty": 3})
    assert replay(script)[1]["scores"]["Азарт"] == 3
