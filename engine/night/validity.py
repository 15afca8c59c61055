"""What the rules forbid an order, when it is entered and again when the night is resolved (N0).

One function a ban, in the one order in which they are asked (`CHECKS`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.i18n import _, ngettext
from engine.records import Deed, Order, Role
from engine.results import Refused
from engine.reveals import open_roles
from engine.roles import BLOCKS, BOSS_DEEDS, KILLS, boss_of, killing_sides, rule_of
from engine.ruleset import Ruleset
from engine.state import Effect, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """An order before the rules: all that a ban may look at."""

    rules: Ruleset
    state: State
    night: int
    order: Order
    late_allowed: bool = False
    """The GM lets a late order in (N0, ГМ10)."""

    @property
    def role(self) -> Role | None:
        """The sender's role."""
        return self.state.role(self.order.by)

    @property
    def living(self) -> int:
        """How many are alive at the start of the night."""
        return len(self.state.alive)

    @property
    def repeats_banned(self) -> bool:
        """N6, N7, N12: the bans on repeats hold; with three alive they fall."""
        return self.living > self.rules.repeats.lifted_at

    def last_night(self) -> tuple[Effect, ...]:
        """The sender's orders of the night before that count for bans on repeats (N12)."""
        effects = self.state.before(self.night, self.order.by)
        if self.rules.repeats.counts == "sent":
            return effects
        return tuple(effect for effect in effects if effect.took_effect)


Ban = Callable[[Case], tuple[str, str] | None]

_COUNTS: dict[Deed, tuple[int, int]] = {
    Deed.KILL_AND_INTIMIDATE: (2, 2),
    Deed.ASK: (0, 0),
    Deed.OTHER: (0, 99),
    Deed.HEAL_FROM: (0, 0),
}


def deeds_of(rules: Ruleset, role: Role | None, *, boss: bool, led: bool = True) -> frozenset[Deed]:
    """What a role may order: its own deeds, the boss's where its order may count for his (N2, N3), free text. Without
    a living boss (`led`) there is no act to send an order for.
    """
    if role is None:
        return frozenset({Deed.OTHER})
    own = () if role is Role.BOSS or (boss and role is Role.LAWYER) else rules.deeds.get(role, ())
    sends = led and (role is Role.BOSS or role in rules.senders)
    mafia = rules.deeds.get(Role.BOSS, ()) if boss or sends else ()
    return frozenset({Deed.OTHER, *own, *mafia})


def known_sender(case: Case) -> tuple[str, str] | None:
    """N: the sender must be a player."""
    if any(player.name == case.order.by for player in case.state.players):
        return None
    return "N", _("there is no such player: {name}").format(name=case.order.by)


def known_targets(case: Case) -> tuple[str, str] | None:
    """N: the targets must be players."""
    roster = {player.name for player in case.state.players}
    strangers = [name for name in case.order.targets if name not in roster]
    return ("N", _("there is no such player: {name}").format(name=strangers[0])) if strangers else None


def shape(case: Case) -> tuple[str, str] | None:
    """An order must name as many players as its deed takes, nobody twice (N1, N6, N7, N9-N11)."""
    order = case.order
    rule = rule_of(case.role, order.do)
    least, most = _COUNTS.get(order.do, (1, 1))
    if rule == "N1" and order.do is Deed.KILL:
        most = case.rules.boss.kills
    if order.do is Deed.INTIMIDATE:
        most = case.rules.boss.intimidates
    given = len(order.targets)
    if given < least:
        return rule, _("the order names too few players")
    if given > most:
        return rule, ngettext(
            "the order may name at most {count} player", "the order may name at most {count} players", most
        ).format(count=most)
    if len(set(order.targets)) < given:
        return rule, _("the order names a player twice")
    if order.do is Deed.HEAL_FROM and order.role not in case.rules.doctor.heal_from:
        return rule, _("there is no healing from this role")
    return None


def late(case: Case) -> tuple[str, str] | None:
    """N0: an order after the deadline is kept apart until the GM lets it in."""
    if not case.order.late or case.late_allowed:
        return None
    return "N0", _("sent after the deadline")


def turned_down(case: Case) -> tuple[str, str] | None:
    """N4: what the GM does not let stand; the question to the council is judged so."""
    return (case.order.void, _("the GM does not let it stand")) if case.order.void else None


def living_sender(case: Case) -> tuple[str, str] | None:
    """N: the dead order nothing."""
    return None if case.order.by in case.state.alive else ("N", _("the sender is out of the game"))


def has_deed(case: Case) -> tuple[str, str] | None:
    """N: the role must have the deed."""
    boss = boss_of(case.rules, case.state)
    if case.order.do in deeds_of(case.rules, case.role, boss=boss == case.order.by, led=boss is not None):
        return None
    return "N", _("the sender's role has no such action")


def living_targets(case: Case) -> tuple[str, str] | None:
    """N: no order against the dead."""
    dead = [name for name in case.order.targets if name not in case.state.alive]
    if not dead or case.order.do is Deed.OTHER:
        return None
    return "N", _("{name} is out of the game").format(name=dead[0])


def self_kill(case: Case) -> tuple[str, str] | None:
    """N18: no order to kill oneself, unless the GM lets it through."""
    order = case.order
    victims = order.targets[:1] if order.do is Deed.KILL_AND_INTIMIDATE else order.targets
    if order.do not in KILLS or order.by not in victims:
        return None
    return "N18", _("an order to kill oneself")


def few_to_intimidate(case: Case) -> tuple[str, str] | None:
    """N1: at most two are intimidated when fewer than ten are alive."""
    boss = case.rules.boss
    if case.order.do is not Deed.INTIMIDATE or case.living >= boss.few_alive:
        return None
    if len(case.order.targets) <= boss.few_intimidates:
        return None
    return "N1", _("with fewer than {alive} alive at most {count} may be intimidated").format(
        alive=boss.few_alive, count=boss.few_intimidates
    )


def no_double_kill(case: Case) -> tuple[str, str] | None:
    """N1: no double kill when only three are alive."""
    if case.order.do is not Deed.KILL or len(case.order.targets) < 2:
        return None
    if case.living > case.rules.boss.no_double_kill_at:
        return None
    return "N1", _("no double kill with {count} alive").format(count=case.living)


def no_kill_and_intimidate(case: Case) -> tuple[str, str] | None:
    """N1, reading: kill and intimidation is allowed with three alive; a ruleset may forbid it."""
    if case.order.do is not Deed.KILL_AND_INTIMIDATE or case.living > case.rules.boss.no_kill_and_intimidate_at:
        return None
    return "N1", _("no kill and intimidation with {count} alive").format(count=case.living)


def same_door(case: Case) -> tuple[str, str] | None:
    """N6, N7: goon and girl do not come to the same player two nights running."""
    if case.order.do not in BLOCKS or not case.repeats_banned:
        return None
    for effect in case.last_night():
        if effect.order.do is case.order.do and effect.order.targets == case.order.targets:
            return rule_of(case.role, case.order.do), _("the same player two nights running")
    return None


def serum_again(case: Case) -> tuple[str, str] | None:
    """N11: no serum two nights running while fewer than fifteen are alive."""
    if case.order.do is not Deed.SERUM or case.living >= case.rules.doctor.serum_repeats_from:
        return None
    if any(effect.order.do is Deed.SERUM for effect in case.last_night()):
        return "N11", _("serum two nights running with fewer than {count} alive").format(
            count=case.rules.doctor.serum_repeats_from
        )
    return None


def heal_from_closed(case: Case) -> tuple[str, str] | None:
    """N11: no healing from a role while one killing side is left, or when roles stay closed (R1)."""
    if case.order.do is not Deed.HEAL_FROM:
        return None
    if killing_sides(case.rules, case.state) < case.rules.doctor.heal_from_sides:
        return "N11", _("no healing from a role with one killing side left")
    if case.rules.doctor.heal_from_needs_open_roles and not open_roles(case.rules, case.living):
        return "N11", _("no healing from a role while roles stay closed")
    return None


def heal_from_again(case: Case) -> tuple[str, str] | None:
    """N11: not from the same role two nights running."""
    if case.order.do is not Deed.HEAL_FROM or not case.repeats_banned:
        return None
    for effect in case.last_night():
        if effect.order.do is Deed.HEAL_FROM and effect.order.role == case.order.role:
            return "N11", _("healing from the same role two nights running")
    return None


def heal_again(case: Case) -> tuple[str, str] | None:
    """N12: no healing of the same player two nights running; saves by role are banned silently, not here."""
    if case.order.do is not Deed.HEAL or not case.repeats_banned:
        return None
    for effect in case.last_night():
        if effect.order.do is Deed.HEAL and effect.order.targets == case.order.targets:
            return "N12", _("healing the same player two nights running")
    return None


BANS: tuple[Ban, ...] = (
    known_sender,
    turned_down,
    late,
    living_sender,
    has_deed,
    known_targets,
    living_targets,
    shape,
    self_kill,
    few_to_intimidate,
    no_double_kill,
    no_kill_and_intimidate,
    same_door,
    serum_again,
    heal_from_closed,
    heal_from_again,
    heal_again,
)

SENSELESS = frozenset({known_sender, known_targets, shape})
"""What no decision of the GM can let through: there is nothing to carry out."""


def refusal(case: Case, *, allowed: bool = False) -> Refused | None:
    """N0: why the rules refuse an order, or None; with `allowed` the GM lets through whatever makes sense at all."""
    for ban in BANS:
        if allowed and ban not in SENSELESS:
            continue
        if found := ban(case):
            return Refused(order=case.order, rule=found[0], why=found[1])
    return None


def something_to_do(case: Case) -> bool:
    """N16: whether the sender of `case.order` has any order left that the rules allow; targets are tried singly."""
    return any(refusal(trial) is None for trial in _trials(case))


def _trials(case: Case) -> Iterator[Case]:
    by = case.order.by
    boss = boss_of(case.rules, case.state) == by
    for deed in sorted(deeds_of(case.rules, case.role, boss=boss) - {Deed.OTHER}):
        if deed in BOSS_DEEDS and case.role is not Role.COMMISSIONER and not boss:
            continue
        for targets, role in _choices(case, deed):
            order = Order(by=by, do=deed, targets=targets, role=role)
            yield Case(rules=case.rules, state=case.state, night=case.night, order=order)


def _choices(case: Case, deed: Deed) -> Iterator[tuple[tuple[str, ...], str | None]]:
    if deed is Deed.ASK:
        yield (), None
    elif deed is Deed.HEAL_FROM:
        for role in case.rules.doctor.heal_from:
            yield (), role
    else:
        for name in case.state.alive:
            if name != case.order.by or deed is Deed.HEAL:
                yield (name,), None
