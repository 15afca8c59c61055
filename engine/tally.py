"""From standing ballots to the one executed: weights, scores, ties (V9, V10, V12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.ballots import against, candidate_nobody
from engine.records import Cast, Colour, Role
from engine.results import WeighedBallot
from engine.ruleset import Ruleset

Scores = dict[str, int]


def weigh(rules: Ruleset, cast: Cast, role: Role | None) -> WeighedBallot:
    """V9: the ballot with its weight; the word of a candidate nobody is spelt as the ruleset has it."""
    adds = against(rules, cast)
    return WeighedBallot(cast=cast, weight=rules.weight(role, Colour.RED if adds else Colour.BLUE), against=adds)


def target_of(rules: Ruleset, ballot: WeighedBallot) -> str:
    """Whom the ballot is for: a slot, or the candidate nobody."""
    return candidate_nobody(rules, ballot.cast.target) or ballot.cast.target or ""


def penalty(rules: Ruleset, misses: int) -> int:
    """V10: votes against a player whose `misses`-th miss this is (counting from 1)."""
    return rules.miss_penalty + rules.miss_penalty_growth * max(misses - 1, 0)


def scores(rules: Ruleset, ballots: Sequence[WeighedBallot], penalties: Mapping[str, int]) -> Scores:
    """V9: red minus blue, and the penalties, of everyone who has any."""
    total: Scores = {}
    for ballot in ballots:
        target = target_of(rules, ballot)
        total[target] = total.get(target, 0) + signed(ballot)
    for player, votes in penalties.items():
        total[player] = total.get(player, 0) + votes
    return total


def signed(ballot: WeighedBallot) -> int:
    """What a ballot adds to its target's score."""
    return ballot.weight if ballot.against else -ballot.weight


def leaders(rules: Ruleset, total: Scores) -> tuple[str, ...]:
    """V12: who share the highest score; nobody when it is not positive."""
    if not total:
        return ()
    highest = max(total.values())
    if highest <= 0 and rules.positive_only:
        return ()
    return tuple(name for name, score in total.items() if score == highest)


def condemned(
    rules: Ruleset, leading: tuple[str, ...], ballots: Sequence[WeighedBallot], penalties: Mapping[str, int]
) -> tuple[str, ...]:
    """V12, settings `tie` and `nobody_vote`: who is executed by the count. The candidate nobody executes nobody."""
    if any(candidate_nobody(rules, name) for name in leading):
        return ()
    if len(leading) == 1 or rules.tie == "all" or (rules.tie == "pair" and len(leading) == 2):
        return leading
    if rules.tie == "first":
        return first_to_reach(rules, leading, ballots, penalties)
    return ()


def first_to_reach(
    rules: Ruleset, leading: tuple[str, ...], ballots: Sequence[WeighedBallot], penalties: Mapping[str, int]
) -> tuple[str, ...]:
    """Setting `tie = "first"`: of the tied, who had the final score first, by the standing ballots in the order of
    casting; penalties count last, or first by `miss_penalty_first`. Penalties all fall at once: a tie among them stays.
    """
    final = scores(rules, ballots, penalties)
    running = {name: penalties.get(name, 0) if rules.miss_penalty_first else 0 for name in leading}
    reached = _at(running, final)
    if reached:
        return reached if len(reached) == 1 else ()
    for ballot in ballots:
        target = target_of(rules, ballot)
        if target in running:
            running[target] += signed(ballot)
            if running[target] >= final[target]:
                return (target,)
    return ()


def _at(running: Scores, final: Scores) -> tuple[str, ...]:
    return tuple(name for name, score in running.items() if score >= final[name])
