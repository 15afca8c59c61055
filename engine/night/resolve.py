"""The night, whole: orders in, result and next state out (N0-N20, D1, R1-R3)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.day import after_replacements, silenced_today
from engine.dice import DOCTOR_EXPOSURE, EVIDENCE, EXPOSURE, VOTE_LOSS, Cup
from engine.misses import due, missed_once_more
from engine.night.blocks import Blocks, resolve
from engine.night.deaths import Toll, toll, victims_of
from engine.night.orders import Act, Orders, for_the_mafia, missed, sort_out
from engine.night.silences import Loses, by_deed, merged, silent_loss
from engine.records import Deed, NightInput, Order, Role, Ruling
from engine.results import ActionOutcome, Death, NightResult
from engine.reveals import shown
from engine.roles import MAFIA, boss_of
from engine.ruleset import Ruleset
from engine.state import Effect, Fate, Left, RunningSilence, State
from engine.victory import victory


@dataclass(frozen=True, slots=True, kw_only=True)
class Draws:
    """What the dice said of one act; None where nothing was drawn."""

    vote_lost: bool | None = None
    exposed: bool | None = None
    evidence: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tonight:
    """A night while it is worked out."""

    rules: Ruleset
    state: State
    given: NightInput
    orders: Orders
    blocks: Blocks
    toll: Toll
    draws: dict[str, Draws]
    """By sender."""

    def happens(self, act: Act) -> bool:
        """Whether an act is carried out: its actor is not stopped (N6-N8, N17)."""
        return self.blocks.stopper(act.actor) is None

    def happening(self, *deeds: Deed) -> list[Act]:
        """The acts of these kinds that are carried out."""
        return [act for act in self.orders.acts if act.order.do in deeds and self.happens(act)]


def play_night(rules: Ruleset, state: State, given: NightInput, seed: str | None) -> tuple[NightResult, State]:
    """The result of a night and the state after it. All acts are simultaneous: who dies tonight still acts.

    Raises `DieMissingError` when a die is asked for that is not entered and there is no seed.
    """
    orders = sort_out(rules, state, given)
    blocks = resolve(rules, orders.acts)
    recorded = {name: (happens, chance) for name, happens, chance in given.drawn}
    cup = Cup(night=given.night, seed=seed, entered=dict(given.dice), recorded=recorded)
    tonight = Tonight(
        rules=rules,
        state=state,
        given=given,
        orders=orders,
        blocks=blocks,
        toll=toll(rules, state, given.night, orders.acts, blocks),
        draws={act.order.by: draw(rules, cup, act) for act in orders.acts if blocks.stopper(act.actor) is None},
    )
    killed = tonight.toll.dead & frozenset(state.alive)
    modkilled = {
        item.player: bool(item.reveal)
        for item in given.decisions
        if item.ruling is Ruling.MODKILL and item.player in state.alive and item.player not in killed
    }
    alive = tuple(name for name in state.alive if name not in killed and name not in modkilled)
    losses = lost_votes(tonight)
    failing = missed(rules, state, given.night, orders)
    tally = state.misses
    if rules.night_misses_count:
        duty = frozenset(failing) | frozenset(orders.standing)
        tally = missed_once_more(rules, state, duty=duty, missed=failing)
    running = running_silences(tonight, losses, alive)
    died = deaths(tonight, killed, len(alive))
    removed = tuple((name, state.role(name) if reveal else None) for name, reveal in modkilled.items())
    after = after_replacements(
        rules,
        replace(
            state,
            alive=alive,
            misses=tally,
            night_missed=failing,
            silences=running,
            fates=(*state.fates, *fates(given.night, died, removed)),
            effects=effects(tonight),
            effects_of=given.night,
        ),
        given.decisions,
    )
    announced, _silent = silenced_today(after, given.night)
    result = NightResult(
        night=given.night,
        boss=boss_of(rules, state),
        deaths=died,
        saved=state.in_order({rescue.victim for rescue in tonight.toll.rescues}),
        blocked=blocked(tonight),
        silenced=merged(losses, alive=alive),
        checks=checks(tonight),
        revealed=serum(tonight),
        exposed=exposed(tonight),
        evidence=evidence(tonight),
        refused=orders.refused,
        missed=failing,
        modkill_due=due(rules, tally, alive),
        notes=notes(tonight),
        outcomes=outcomes(tonight),
        changed=orders.changed,
        dice=tuple(cup.drawn.values()),
        removed=removed,
        replaced=tuple((item.player, item.account or "") for item in given.decisions if item.ruling is Ruling.REPLACE),
        silent_today=tuple(name for name in alive if name in announced),
        alive=alive,
        victory=victory(rules, tuple(state.role(name) for name in alive)),
        outranked=orders.outranked,
    )
    return result, after


def draw(rules: Ruleset, cup: Cup, act: Act) -> Draws:
    """D1: the dice that an act asks for which happens: the blocker's (N6, N7), exposure (N1, N11), evidence (N9)."""
    chances, order = rules.chances, act.order
    if order.do in (Deed.BLOCK, Deed.VISIT) and order.targets[0] != act.actor:
        chance = chances.goon_vote_loss if order.do is Deed.BLOCK else chances.girl_vote_loss
        return Draws(vote_lost=cup.throw(VOTE_LOSS, act.actor, chance))
    if act.role in MAFIA and (order.do is Deed.KILL_AND_INTIMIDATE or is_double(order)):
        return Draws(exposed=cup.throw(EXPOSURE, act.actor, chances.exposure))
    if order.do is Deed.SERUM:
        return Draws(exposed=cup.throw(DOCTOR_EXPOSURE, act.actor, chances.doctor_exposure))
    if order.do is Deed.TORTURE:
        return Draws(evidence=cup.throw(EVIDENCE, act.actor, chances.evidence))
    return Draws()


def is_double(order: Order) -> bool:
    """N1: a kill of two."""
    return order.do is Deed.KILL and len(order.targets) > 1


def lost_votes(tonight: Tonight) -> list[Loses]:
    """Every cause for a loss of the vote tonight, of the dying too; without those that a heal cures by setting."""
    found: list[Loses] = []
    for act in tonight.orders.acts:
        if not tonight.happens(act):
            continue
        found += by_deed(tonight.rules, act, vote_lost=tonight.draws[act.order.by].vote_lost)
        if act.role in MAFIA:
            found += silent_loss(tonight.rules, tonight.state, act)
    cures = {"N11" if cured == "poison" else "N9" for cured in tonight.rules.doctor.cures}
    healed = {act.order.targets[0] for act in tonight.happening(Deed.HEAL) if act not in tonight.toll.banned}
    return [item for item in found if not (item.cause in cures and item.player in healed)]


def running_silences(tonight: Tonight, losses: list[Loses], alive: tuple[str, ...]) -> tuple[RunningSilence, ...]:
    """Losses of the vote that reach into the coming day, old and new."""
    night = tonight.given.night
    new = [
        RunningSilence(
            player=item.player, last_day=night + item.loss.days - 1, public=item.loss.announced, cause=item.cause
        )
        for item in losses
    ]
    return tuple(item for item in (*tonight.state.silences, *new) if item.last_day >= night and item.player in alive)


def deaths(tonight: Tonight, killed: frozenset[str], living: int) -> tuple[Death, ...]:
    """N15, N19, R1: the dead in the order of the roster, each once, with every killer that no heal undid."""
    state = tonight.state
    found = []
    for name in state.in_order(killed):
        fatal = [blow for blow in tonight.toll.fatal if blow.victim == name]
        bloody = any(blow.bloody for blow in fatal)
        role = state.role(name)
        found.append(
            Death(
                player=name,
                by=tuple(dict.fromkeys(blow.killer for blow in fatal)),
                bloody=bloody,
                revealed=role if bloody else shown(tonight.rules, role, before=len(state.alive), after=living),
            )
        )
    return tuple(found)


def fates(night: int, died: tuple[Death, ...], removed: tuple[tuple[str, Role | None], ...]) -> list[Fate]:
    """How those who left tonight left."""
    return [
        Fate(
            player=item.player,
            left=Left.KILLED,
            phase="night",
            number=night,
            revealed=item.revealed,
            bloody=item.bloody,
        )
        for item in died
    ] + [Fate(player=name, left=Left.MODKILLED, phase="night", number=night, revealed=role) for name, role in removed]


def blocked(tonight: Tonight) -> tuple[tuple[str, str], ...]:
    """N6, N7: everyone whom a blocker came to who was not stopped."""
    return tuple((block.target, block.by) for block in tonight.blocks.holding if block.deed in (Deed.BLOCK, Deed.VISIT))


def checks(tonight: Tonight) -> tuple[tuple[str, str, bool], ...]:
    """N10: the commissioner's answers; lawyer and journalist count as mafia, the maniac does not."""
    return tuple(
        (act.actor, act.order.targets[0], tonight.state.role(act.order.targets[0]) in MAFIA)
        for act in tonight.happening(Deed.CHECK)
    )


def serum(tonight: Tonight) -> tuple[tuple[str, Role], ...]:
    """N11: the roles that serum reveals to the city."""
    if not tonight.rules.doctor.serum_public:
        return ()
    return tuple(entry for act in tonight.happening(Deed.SERUM) for entry in learnt(tonight, act))


def learnt(tonight: Tonight, act: Act) -> tuple[tuple[str, Role], ...]:
    """N11: the target's role, where it is told to the program."""
    name = act.order.targets[0]
    role = tonight.state.role(name)
    return ((name, role),) if role else ()


def exposed(tonight: Tonight) -> tuple[tuple[str, Role], ...]:
    """N1, N11: whose names came out: the boss's by a double kill or kill and intimidation, the doctor's by serum."""
    found = []
    for act in tonight.orders.acts:
        draws = tonight.draws.get(act.order.by)
        if draws and draws.exposed:
            found.append((act.actor, Role.DOCTOR if act.order.do is Deed.SERUM else Role.BOSS))
    return tuple(found)


def evidence(tonight: Tonight) -> tuple[str, ...]:
    """N9: the tortured on whom the maniac left traces."""
    return tuple(
        act.order.targets[0] for act in tonight.happening(Deed.TORTURE) if tonight.draws[act.order.by].evidence
    )


def notes(tonight: Tonight) -> tuple[tuple[str, str], ...]:
    """N4, N20: questions to the council and free orders, for the GM to judge."""
    return tuple(
        (act.order.by, act.order.text or "") for act in tonight.orders.acts if act.order.do in (Deed.ASK, Deed.OTHER)
    )


def effects(tonight: Tonight) -> tuple[Effect, ...]:
    """N12: what tomorrow's bans on repeats look at."""
    return tuple(
        Effect(
            order=act.order,
            took_effect=tonight.happens(act) and act not in tonight.toll.banned,
            saved=saved_by(tonight, act),
        )
        for act in tonight.orders.acts
    )


def saved_by(tonight: Tonight, act: Act) -> tuple[str, ...]:
    """Whom this heal saved."""
    return tonight.state.in_order({item.victim for item in tonight.toll.rescues if item.act is act})


def outcomes(tonight: Tonight) -> tuple[ActionOutcome, ...]:
    """P3: what became of every act."""
    return tuple(outcome(tonight, act) for act in tonight.orders.acts)


def outcome(tonight: Tonight, act: Act) -> ActionOutcome:
    """What became of one act."""
    stopper = tonight.blocks.stopper(act.actor)
    draws = tonight.draws.get(act.order.by, Draws())
    mine = {blow.victim for blow in tonight.toll.fatal if blow.act is act}
    aimed = set(victims_of(act))
    survived = aimed - tonight.toll.dead if stopper is None else set()
    undone = bool(aimed) and not mine and act.order.do is not Deed.KILL_AND_INTIMIDATE
    saved = saved_by(tonight, act) if act.order.do in (Deed.HEAL, Deed.HEAL_FROM) else ()
    banned = act in tonight.toll.banned
    check = act.order.do is Deed.CHECK and stopper is None
    return ActionOutcome(
        order=act.order,
        happened=stopper is None and not banned and not undone,
        blocked_by=stopper.by if stopper else None,
        blocked_by_role=stopper.act.role if stopper else None,
        posthumous=act.actor in tonight.toll.dead,
        saved=saved or tonight.state.in_order(survived),
        killed=tonight.state.in_order(mine),
        vote_lost=draws.vote_lost,
        exposed=draws.exposed,
        evidence=draws.evidence,
        mafia=tonight.state.role(act.order.targets[0]) in MAFIA if check else None,
        silent_ban=banned,
        unsaved=tonight.state.in_order({item.victim for item in tonight.toll.unsaved if item.act is act}),
        learnt=learnt(tonight, act) if act.order.do is Deed.SERUM and stopper is None else (),
        silenced=tonight.state.in_order(silenced_by(tonight, act)),
        actor=act.actor if for_the_mafia(tonight.state, act.order) else None,
    )


def silenced_by(tonight: Tonight, act: Act) -> set[str]:
    """Who lost the vote by this act, the boss's own silent loss left out."""
    return {item.player for item in lost_votes(tonight) if item.act is act and item.cause != "N5"}
