"""One day, from ballots to its result and the state after it (V1-V14, V16-V18, V20, R1, R3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from engine.ballots import Box, counts_early, early_voting, put
from engine.i18n import _
from engine.misses import due, missed_once_more
from engine.records import Cast, DayInput, Decision, Ruling
from engine.results import DayResult, Early, SetAside
from engine.reveals import shown
from engine.ruleset import Ruleset
from engine.state import Fate, Left, State, replaced
from engine.tally import condemned, leaders, penalty, scores, weigh
from engine.victory import victory


def play_day(rules: Ruleset, state: State, given: DayInput) -> tuple[DayResult, State]:
    """The result of a day and the state after it; nothing is executed or punished but on the GM's word."""
    modkilled = tuple(item for item in _once(_of(given, Ruling.MODKILL)) if item.player in state.alive)
    mid_day = {item.player: item.at for item in modkilled if item.at is not None}
    announced, silent = silenced_today(state, given.day)
    mute, voteless = voting_rights(rules, announced=announced, silent=silent)
    entitled = tuple(name for name in state.alive if name not in voteless and name not in mid_day)
    box = read_ballots(rules, state, given, voteless=voteless, removed=mid_day)
    standing = {voter: held[-1] for voter, held in box.standing.items()}
    counted, without_weight = split_mute(given, standing, mute)
    ballots = tuple(weigh(rules, cast, state.role(cast.by)) for cast in counted)
    missed = tuple(name for name in entitled if name not in standing or name in box.spoilt)
    misses = missed_once_more(rules, state, duty=frozenset(entitled), missed=missed)
    penalties = penalties_of(rules, state, missed, dict(misses), frozenset(mid_day))
    total = scores(rules, ballots, penalties)
    leading = leaders(rules, total)
    executed = decided(given, condemned(rules, leading, ballots, penalties), state, frozenset(mid_day))
    gone = set(executed) | {decision.player for decision in modkilled}
    alive = tuple(name for name in state.alive if name not in gone)
    before, after = len(state.alive), len(alive)
    executions = tuple((name, shown(rules, state.role(name), before=before, after=after)) for name in executed)
    removed = tuple(
        (decision.player, state.role(decision.player) if decision.reveal else None)
        for decision in modkilled
        if decision.player not in executed
    )
    early, early_missing = early_closing(rules, given, entitled, standing, box)
    result = DayResult(
        day=given.day,
        scores=_in_order(state, total),
        ballots=ballots,
        superseded=tuple(box.superseded),
        set_aside=_by_casting(given, [*box.set_aside, *without_weight]),
        missed=missed,
        penalties=tuple(penalties.items()),
        silenced=tuple(name for name in state.alive if name in announced or name in silent),
        publicly_silenced=tuple(name for name in state.alive if name in announced),
        entitled=entitled,
        modkill_due=due(rules, misses, alive),
        early=early,
        early_missing=early_missing,
        executed=executed[0] if executed else None,
        tie=tuple(name for name, _score in _in_order(state, total) if name in leading) if len(leading) > 1 else (),
        revealed=executions[0][1] if executions else None,
        removed=removed,
        replaced=tuple((decision.player, decision.account or "") for decision in _of(given, Ruling.REPLACE)),
        alive=alive,
        victory=victory(rules, tuple(state.role(name) for name in alive)),
        executions=executions,
        removed_mid_day=tuple(mid_day),
        fell_back=tuple(dict.fromkeys(box.fell_back)),
    )
    fates = [
        Fate(player=name, left=Left.EXECUTED, phase="day", number=given.day, revealed=role) for name, role in executions
    ] + [Fate(player=name, left=Left.MODKILLED, phase="day", number=given.day, revealed=role) for name, role in removed]
    return result, replace(
        after_replacements(rules, replace(state, misses=misses), given.decisions),
        alive=alive,
        fates=(*state.fates, *fates),
        night_missed=(),
        silences=tuple(running for running in state.silences if running.last_day > given.day),
    )


def silenced_today(state: State, day: int) -> tuple[frozenset[str], frozenset[str]]:
    """V13, R2: living players without the vote today: announced, and silent only (N5)."""
    running = [silence for silence in state.silences if silence.last_day >= day and silence.player in state.alive]
    announced = frozenset(silence.player for silence in running if silence.public)
    return announced, frozenset(silence.player for silence in running) - announced


def voting_rights(
    rules: Ruleset, *, announced: frozenset[str], silent: frozenset[str]
) -> tuple[frozenset[str], frozenset[str]]:
    """V13: (those who owe a ballot without weight, those who owe none)."""
    mute: frozenset[str] = frozenset()
    if rules.silenced == "must_vote":
        mute |= announced
    if rules.silent_boss_owes:
        mute |= silent
    return mute, (announced | silent) - mute


def read_ballots(
    rules: Ruleset,
    state: State,
    given: DayInput,
    *,
    voteless: frozenset[str],
    removed: Mapping[str, datetime],
) -> Box:
    """V4: every ballot of the day, in the order of casting."""
    box = Box(
        rules=rules,
        day=given.day,
        roster=frozenset(player.name for player in state.players),
        alive=frozenset(state.alive),
        voteless=voteless,
        removed=removed,
        taken_over={
            decision.player: decision.at
            for decision in _of(given, Ruling.REPLACE)
            if decision.at is not None and not rules.replacement_takes_ballots
        },
    )
    for cast in given.casts:
        put(box, cast)
    return box


def split_mute(given: DayInput, standing: dict[str, Cast], mute: frozenset[str]) -> tuple[list[Cast], list[SetAside]]:
    """V13: the standing ballots that count, in the order of casting, and those of players who only owe one."""
    place = {id(cast): number for number, cast in enumerate(given.casts)}
    ordered = sorted(standing.values(), key=lambda cast: place[id(cast)])
    counted = [cast for cast in ordered if cast.by not in mute]
    why = _("the voter has no vote today; the ballot is owed and has no weight")
    return counted, [SetAside(cast=cast, rule="V13", why=why) for cast in ordered if cast.by in mute]


def penalties_of(
    rules: Ruleset, state: State, missed: tuple[str, ...], misses: dict[str, int], gone: frozenset[str]
) -> dict[str, int]:
    """V10, V11: votes against those who did not vote, and (setting `night_miss_votes`) who missed the night, with or
    without a vote today; `gone` left before the count.
    """
    votes = {name: penalty(rules, misses.get(name, 0)) for name in missed}
    for name in state.night_missed:
        if name in state.alive and name not in gone:
            votes[name] = votes.get(name, 0) + rules.night_miss_votes
    return {name: number for name, number in votes.items() if number}


def decided(given: DayInput, by_count: tuple[str, ...], state: State, gone: frozenset[str]) -> tuple[str, ...]:
    """Who is executed after the GM's decisions, taken in their order; they override the count. `gone` left before."""
    executed = by_count
    for decision in given.decisions:
        if decision.ruling is Ruling.EXECUTE and decision.player in state.alive:
            executed = (decision.player,)
        elif decision.ruling is Ruling.PARDON:
            executed = tuple(name for name in executed if name != decision.player)
    return state.in_order({name for name in executed if name not in gone})


def early_closing(
    rules: Ruleset, given: DayInput, entitled: tuple[str, ...], standing: dict[str, Cast], box: Box
) -> tuple[Early, tuple[str, ...]]:
    """V8: whether the day may close early, and who has not consented; a private objection takes consent back."""
    if not early_voting(rules, given.day):
        return Early.NOT_APPLICABLE, ()
    objecting = {decision.player for decision in _of(given, Ruling.OBJECT)}
    consenting = [
        name for name in entitled if name in standing and counts_early(box, standing[name]) and name not in objecting
    ]
    missing = tuple(name for name in entitled if name not in consenting)
    if not missing:
        return Early.READY, ()
    if len(consenting) > rules.early_discretion_above * len(entitled):
        return Early.DISCRETION, missing
    return Early.NOT_YET, missing


def after_replacements(rules: Ruleset, state: State, decisions: Iterable[Decision]) -> State:
    """V16: newcomers take their slots over: role, and by default misses and ballots."""
    for decision in decisions:
        if decision.ruling is not Ruling.REPLACE:
            continue
        tenures = state.tenures
        if decision.account:
            tenures = replaced(state, decision.player, decision.account, decision.at)
        misses = state.misses
        if not rules.replacement_takes_misses:
            misses = tuple(entry for entry in misses if entry[0] != decision.player)
        state = replace(state, tenures=tenures, misses=misses)
    return state


def _of(given: DayInput, ruling: Ruling) -> tuple[Decision, ...]:
    return tuple(decision for decision in given.decisions if decision.ruling is ruling)


def _once(decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """One decision a player: the last."""
    return tuple({decision.player: decision for decision in decisions}.values())


def _in_order(state: State, total: dict[str, int]) -> tuple[tuple[str, int], ...]:
    """Scores in the order of the roster; the candidate nobody comes last."""
    known = state.in_order(frozenset(total))
    return tuple((name, total[name]) for name in (*known, *(name for name in total if name not in known)))


def _by_casting(given: DayInput, found: list[SetAside]) -> tuple[SetAside, ...]:
    place = {id(cast): number for number, cast in enumerate(given.casts)}
    return tuple(sorted(found, key=lambda item: place[id(item.cast)]))
