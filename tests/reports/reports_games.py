"""Pairs of random games: other roles, other orders, the same public events (P2).

Each phase is planned as public events; both games are then given orders of their own that bring them about, and the
engine says whether they did.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine.play import Playthrough, play
from engine.records import (
    Cast,
    Colour,
    DayInput,
    Decision,
    Deed,
    GameSetup,
    NightInput,
    Order,
    PhaseInput,
    Player,
    Role,
    Ruling,
)
from engine.results import NightResult, PhaseResult

NAMES = (
    "Зависть", "Тщеславие", "Целомудрие", "Азарт", "Нефилим", "Доброта", "Вера", "Похоть", "Справедливость", "Гнев",
    "Щедрость", "Кротость", "Гордыня", "Уныние", "Лень", "King Leo",
)  # fmt: skip
ROLES = (Role.BOSS, Role.MANIAC, Role.DOCTOR, Role.GIRL, Role.GOON, Role.COMMISSIONER, Role.PROSECUTOR, Role.RANK2)
BOSS_ORDER = (Role.BOSS, Role.RANK2, Role.GOON)
Roles = dict[str, Role]


@dataclass(frozen=True, slots=True, kw_only=True)
class NightPlan:
    """What the city is to learn of a night."""

    dead: tuple[str, ...]
    bloody: str | None
    silent: str | None
    serum: str | None


def public_events(result: PhaseResult) -> tuple[object, ...]:
    """The public events of a phase, told apart from how the reports tell them."""
    if isinstance(result, NightResult):
        return (
            "night",
            sorted((death.player, death.bloody, death.revealed) for death in result.deaths),
            sorted(result.silent_today),
            sorted(result.revealed),
            sorted(result.exposed),
            sorted(result.evidence),
            sorted(result.removed),
            sorted(result.alive),
            result.victory,
        )
    executed = result.executions
    nobody_by_tie = not executed and bool(result.tie)
    return ("day", executed, nobody_by_tie, sorted(result.removed), sorted(result.alive), result.victory)


def pair(seed: int) -> tuple[Playthrough, Playthrough] | None:
    """Two games with the same public events and different roles; None when the seed comes to nothing."""
    dice = random.Random(seed)
    names = dice.sample(NAMES, dice.randint(7, len(NAMES)))
    pool = [*ROLES[: dice.randint(4, min(len(ROLES), len(names) - 1))]]
    pool += [Role.CITIZEN] * (len(names) - len(pool))
    one, other = (dict(zip(names, dice.sample(pool, len(pool)), strict=True)) for _game in range(2))
    if one == other:
        return None
    games: tuple[list[PhaseInput], list[PhaseInput]] = ([], [])
    for number in range(1, dice.randint(1, 5) + 1):
        if not _night(dice, number, names, (one, other), games) or not _day(dice, number, names, (one, other), games):
            break
    if not games[0]:
        return None
    played = tuple(_played(names, roles, phases) for roles, phases in zip((one, other), games, strict=True))
    assert [public_events(result) for result in played[0].results] == [
        public_events(result) for result in played[1].results
    ]
    return played[0], played[1]


def _played(names: Sequence[str], roles: Roles, phases: Sequence[PhaseInput]) -> Playthrough:
    players = tuple(Player(name=name, role=roles[name]) for name in names)
    return play(GameSetup(players=players, seed="тайна"), phases)


def _alive(names: Sequence[str], roles: Roles, phases: Sequence[PhaseInput]) -> tuple[str, ...]:
    return _played(names, roles, phases).state.alive


def _same_news(
    names: Sequence[str],
    roles: tuple[Roles, Roles],
    games: tuple[list[PhaseInput], list[PhaseInput]],
    wish: Callable[[], tuple[PhaseInput, PhaseInput] | None],
    tries: int,
) -> bool:
    """Add the phase to both games, once a wish comes true with the same news in both."""
    for _try in range(tries):
        given = wish()
        if given is None:
            continue
        news = [
            public_events(_played(names, roles[side], [*games[side], given[side]]).results[-1]) for side in range(2)
        ]
        if news[0] == news[1]:
            games[0].append(given[0])
            games[1].append(given[1])
            return True
    return False


def _night(
    dice: random.Random,
    number: int,
    names: Sequence[str],
    roles: tuple[Roles, Roles],
    games: tuple[list[PhaseInput], list[PhaseInput]],
) -> bool:
    alive = _alive(names, roles[0], games[0])
    if len(alive) < 3:
        return False
    # Roles come out above ten alive and of bloody kills: only who has one role in both games can fall then.
    same = [name for name in alive if roles[0][name] is roles[1][name]]
    doomed = same if len(alive) > 10 else list(alive)

    def wish() -> tuple[PhaseInput, PhaseInput] | None:
        dead = dice.sample(doomed, min(len(doomed), dice.choice([0, 1, 1, 2, 2])))
        rest = [name for name in alive if name not in dead]
        plan = NightPlan(
            dead=tuple(dead),
            bloody=dice.choice([*[name for name in dead if name in same], None]),
            silent=dice.choice([*rest, None]),
            serum=dice.choice([*[name for name in same if name in rest], None, None]),
        )
        return _realised(dice, number, roles[0], alive, plan), _realised(dice, number, roles[1], alive, plan)

    return _same_news(names, roles, games, wish, 40)


def _realised(dice: random.Random, number: int, roles: Roles, alive: Sequence[str], plan: NightPlan) -> NightInput:
    """Orders of one game that may bring the plan about, with idle ones about them."""
    holder = {roles[name]: name for name in alive if roles[name] is not Role.CITIZEN}
    boss = next((holder[role] for role in BOSS_ORDER if role in holder), None)
    maniac, commissioner = holder.get(Role.MANIAC), holder.get(Role.COMMISSIONER)
    orders: list[Order] = []
    victims = list(plan.dead)
    if plan.bloody is not None and maniac is not None:
        orders.append(Order(by=maniac, do=Deed.BLOODY_KILL, targets=(plan.bloody,)))
        victims.remove(plan.bloody)
        maniac = None
    shares: dict[str, list[str]] = {}
    for victim in victims:
        killers = [killer for killer in (boss, boss, maniac, commissioner) if killer is not None and killer != victim]
        if killers:
            shares.setdefault(dice.choice(killers), []).append(victim)
    for killer, share in shares.items():
        deed = Deed.QUICK_KILL if killer == maniac else Deed.KILL
        orders.append(Order(by=killer, do=deed, targets=tuple(share)))
    busy = {order.by for order in orders}
    bystanders = [name for name in alive if name not in plan.dead]
    losing = plan.silent
    for role, deed in ((Role.GIRL, Deed.VISIT), (Role.GOON, Deed.BLOCK)):
        blocker = holder.get(role)
        if blocker is None or blocker == boss:
            continue
        target = losing if losing is not None and losing != blocker and dice.random() < 0.7 else dice.choice(bystanders)
        if target != blocker:
            orders.append(Order(by=blocker, do=deed, targets=(target,)))
        losing = None if target == losing else losing
    if boss is not None and boss not in busy and losing is not None:
        orders.append(Order(by=boss, do=Deed.INTIMIDATE, targets=(losing,)))
    doctor = holder.get(Role.DOCTOR)
    if doctor is not None and plan.serum is not None:
        orders.append(Order(by=doctor, do=Deed.SERUM, targets=(plan.serum,)))
    elif doctor is not None and bystanders:
        # A heal can undo a kill of which nothing is then heard.
        saved = dice.choice(bystanders)
        orders.append(Order(by=doctor, do=Deed.HEAL, targets=(saved,)))
        if maniac is not None and maniac not in busy and maniac != saved:
            orders.append(Order(by=maniac, do=Deed.QUICK_KILL, targets=(saved,)))
    if commissioner is not None and commissioner not in busy:
        orders.append(Order(by=commissioner, do=Deed.CHECK, targets=(dice.choice(alive),)))
    silent = {plan.silent} if plan.silent else set()
    chances = {f"exposure:{boss}": False} | {
        f"{die}:{name}": False for die in ("evidence", "doctor_exposure") for name in alive
    }
    for order in orders:
        if order.do in (Deed.VISIT, Deed.BLOCK):
            chances[f"vote_loss:{order.by}"] = bool(silent & set(order.targets))
    return NightInput(night=number, orders=tuple(orders), dice=tuple(chances.items()))


def _day(
    dice: random.Random,
    number: int,
    names: Sequence[str],
    roles: tuple[Roles, Roles],
    games: tuple[list[PhaseInput], list[PhaseInput]],
) -> bool:
    alive = _alive(names, roles[0], games[0])
    if len(alive) < 2:
        return False
    same = [name for name in alive if roles[0][name] is roles[1][name]]

    def wish() -> tuple[PhaseInput, PhaseInput]:
        voters = [name for name in alive for _again in range(dice.choice([0, 1, 1, 1, 2]))]
        dice.shuffle(voters)
        given = DayInput(day=number, casts=tuple(_cast(dice, voter, alive) for voter in voters))
        if dice.random() < 0.5:
            # The weights differ with the roles: now and then only the GM's word makes the outcome the same.
            condemned = dice.choice((same or [None]) if len(alive) > 10 else [*alive, None])
            spared = tuple(Decision(ruling=Ruling.PARDON, player=name) for name in alive)
            word = (Decision(ruling=Ruling.EXECUTE, player=condemned),) if condemned else spared
            given = replace(given, decisions=word)
        return given, given

    return _same_news(names, roles, games, wish, 40)


def _cast(dice: random.Random, voter: str, alive: Sequence[str]) -> Cast:
    return Cast(
        by=voter,
        target=dice.choice(alive),
        colour=dice.choice([Colour.RED, Colour.RED, Colour.BLUE, None]),
        early=dice.random() < 0.2,
        final=dice.random() < 0.1,
    )
