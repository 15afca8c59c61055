"""What holds in every game whatever its players do."""

from __future__ import annotations

from dataclasses import replace

from engine.night.resolve import play_night
from engine.play import Playthrough, play
from engine.records import DayInput, NightInput, Ruling
from engine.results import DayResult, NightResult
from engine.state import State

LONGEST_LOSS = 2


def hold(played: Playthrough) -> None:
    """Assert every invariant of a game played by `hyper`."""
    nobody_leaves_twice(played)
    the_same_again(played)
    for before, given, result, after in zip(
        played.states, played.phases, played.results, played.states[1:], strict=False
    ):
        if isinstance(given, NightInput) and isinstance(result, NightResult):
            only_the_living_act(before, given, result)
            a_night_adds_up(before, given, result)
            losses_run_out(result.night, after)
            refused_orders_change_nothing(played, before, given, result)
        elif isinstance(given, DayInput) and isinstance(result, DayResult):
            a_day_adds_up(before, given, result)
            losses_run_out(result.day, after)
        assert set(result.alive) == set(after.alive) <= set(before.alive)
        assert set(result.modkill_due) <= set(result.alive)


def nobody_leaves_twice(played: Playthrough) -> None:
    """The dead and the living are the roster, each once."""
    left = [fate.player for fate in played.state.fates]
    everybody = [*left, *played.state.alive]
    assert sorted(everybody) == sorted(player.name for player in played.setup.players)


def the_same_again(played: Playthrough) -> None:
    """Replaying gives the same results and states."""
    again = play(played.setup, played.phases)
    assert again.results == played.results
    assert again.states == played.states


def only_the_living_act(before: State, given: NightInput, result: NightResult) -> None:
    """The dead act in no later night, unless the GM lets their order through."""
    allowed = {item.player for item in given.decisions if item.ruling is Ruling.ALLOW}
    acting = {outcome.order.by for outcome in result.outcomes} | {by for by, _target, _mafia in result.checks}
    assert acting - allowed <= set(before.alive)
    assert {by for _player, by in result.blocked} - allowed <= set(before.alive)


def a_night_adds_up(before: State, given: NightInput, result: NightResult) -> None:
    """Who lived is alive, dead or removed; each order stands, was changed or was refused; nobody is reported twice."""
    dead = [death.player for death in result.deaths]
    removed = [name for name, _role in result.removed]
    assert sorted([*result.alive, *dead, *removed]) == sorted(before.alive)
    assert set(result.saved).isdisjoint(dead)
    assert all(death.by for death in result.deaths)
    told = [item.player for item in result.silenced]
    assert len(told) == len(set(told))
    assert set(told) <= set(result.alive)
    assert len(given.orders) == (
        len(result.outcomes) + len(result.outranked) + len(result.changed) + len(result.refused)
    )
    assert set(result.missed).isdisjoint(outcome.order.by for outcome in result.outcomes)
    names = [die.name for die in result.dice]
    assert len(names) == len(set(names))
    for outcome in result.outcomes:
        if outcome.blocked_by:
            assert not outcome.happened
            assert not outcome.killed
            assert outcome.vote_lost is outcome.exposed is outcome.evidence is outcome.mafia is None


def losses_run_out(number: int, after: State) -> None:
    """No loss of the vote outlasts the longest."""
    assert all(number <= item.last_day < number + LONGEST_LOSS for item in after.silences) or not after.silences
    assert {item.player for item in after.silences} <= {player.name for player in after.players}


def refused_orders_change_nothing(played: Playthrough, before: State, given: NightInput, result: NightResult) -> None:
    """Without the refused orders the night is the same."""
    refused = [item.order for item in result.refused]
    kept = tuple(order for order in given.orders if not any(order is other for other in refused))
    other, state = play_night(played.rules, before, replace(given, orders=kept), played.setup.seed)
    same, after = play_night(played.rules, before, given, played.setup.seed)
    assert replace(same, refused=()) == other
    assert state == after


def a_day_adds_up(before: State, given: DayInput, result: DayResult) -> None:
    """Every ballot is counted, replaced or set aside; every vote owed is cast or missed; the scores are their sum."""
    assert len(given.casts) == len(result.ballots) + len(result.superseded) + len(result.set_aside)
    voters = [ballot.cast.by for ballot in result.ballots]
    assert len(voters) == len(set(voters))
    assert set(voters) <= set(result.entitled)
    silent = set(result.silenced) - set(result.publicly_silenced)
    assert set(result.missed) == set(result.entitled) - set(voters) - {
        item.cast.by for item in result.set_aside if item.rule == "V13" and item.cast.by in silent
    }
    signed = sum(ballot.weight if ballot.against else -ballot.weight for ballot in result.ballots)
    assert sum(score for _name, score in result.scores) == signed + sum(votes for _name, votes in result.penalties)
    assert not set(result.publicly_silenced) & set(result.entitled)
    gone = {name for name, _role in (*result.executions, *result.removed)}
    assert set(result.alive) == set(before.alive) - gone
    if result.executed and not any(item.ruling is Ruling.EXECUTE for item in given.decisions):
        best = dict(result.scores)[result.executed]
        assert best == max(score for _name, score in result.scores) > 0
        assert not result.tie
