"""Roles by sealed dice (D3): seed, players and roles give the same deal again, so that players can check it. Pure.

Every player draws the fraction of the die `deal<round>:<name>` of night 0, as `engine.dice` draws it; the players in
the order of their fractions get the roles in the order of the list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.dice import commitment, fraction
from engine.events import Event, RolesDealt, RolesSealed
from engine.i18n import _, ngettext
from engine.records import Role
from engine.ruleset import Ruleset
from itogi.errors import NotYetError
from itogi.names import role_named
from reports.phrases import role_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """A deal as players can check it after the game."""

    seed: str
    hash: str
    round: int
    players: tuple[str, ...]
    roles: tuple[Role, ...]
    dealt: tuple[tuple[str, Role], ...]
    """(player, role), in the order of the players."""


def role_set(rules: Ruleset, players: int, told: Sequence[str] = ()) -> tuple[Role, ...]:
    """The roles to deal to so many players: those told («девочка», «мж*5»), else the ruleset's; citizens fill up.

    Raises NotYetError when there are more roles than players, or a role that the ruleset does not have.
    """
    roles = [role for word in told for role in _counted(word)] if told else list(rules.deal)
    for role in roles:
        if role not in rules.roles:
            raise NotYetError(
                _("The ruleset has no role `{role}`; it has: {known}.").format(
                    role=role_name(role), known=", ".join(role_name(one) for one in rules.roles)
                )
            )
    if len(roles) > players:
        raise NotYetError(
            _("{roles} roles for {players} players: leave some out with --set.").format(
                roles=len(roles), players=players
            )
        )
    missing = players - len(roles)
    if missing and Role.CITIZEN not in rules.roles:
        raise NotYetError(_("Every player needs a role: name {count} more with --set.").format(count=missing))
    return (*roles, *[Role.CITIZEN] * missing)


def _counted(word: str) -> list[Role]:
    name, _star, times = word.partition("*")
    if not times:
        return [role_named(name)]
    if not times.strip().isdecimal():
        raise NotYetError(_("`{text}`: write a role and how many, for example мж*5.").format(text=word))
    return [role_named(name)] * int(times)


def remarks(rules: Ruleset, roles: Sequence[Role]) -> tuple[str, ...]:
    """What a GM should think of before dealing this set: too few players, a set that no side can win with."""
    lines = []
    if len(roles) < rules.min_players:
        lines.append(
            ngettext(
                "The rules are for {least} player or more; here is {count}.",
                "The rules are for {least} players or more; here are {count}.",
                rules.min_players,
            ).format(least=rules.min_players, count=len(roles))
        )
    held = Counter(roles)
    lines += [
        _("{role} is dealt {count} times.").format(role=role_name(role), count=count)
        for role, count in held.items()
        if count > 1 and role is not Role.CITIZEN
    ]
    mafia = sum(held[role] for role in (*rules.succession, Role.JOURNALIST))
    if not mafia:
        lines.append(_("No mafia is dealt."))
    elif not any(held[role] for role in rules.succession):
        lines.append(_("Nobody of the mafia can be the boss."))
    if mafia * 2 >= len(roles):
        lines.append(_("The mafia is as many as all others: it has won before the game begins."))
    return tuple(lines)


def drawn(seed: str, players: Sequence[str], roles: Sequence[Role], number: int = 1) -> Deal:
    """The deal that a seed gives. `players` and `roles` are equally many; `number`: of the deal, from 1."""
    order = sorted(players, key=lambda name: (fraction(seed, 0, f"deal{number}:{name}"), name))
    held = dict(zip(order, roles, strict=True))
    return Deal(
        seed=seed,
        hash=commitment(seed),
        round=number,
        players=tuple(players),
        roles=tuple(roles),
        dealt=tuple((name, held[name]) for name in players),
    )


def sealed(events: Iterable[Event]) -> RolesSealed | None:
    """The last deal by sealed dice that holds."""
    return next((event.said for event in reversed(tuple(events)) if isinstance(event.said, RolesSealed)), None)


def kept(events: Iterable[Event], seed: str) -> Deal | None:
    """The last deal, with the roles as the record has them; None when roles were not dealt by dice."""
    events = tuple(events)
    last = sealed(events)
    if last is None:
        return None
    held: dict[str, Role] = {}
    for event in events:
        if isinstance(event.said, RolesDealt):
            held.update(event.said.roles)
    return Deal(
        seed=seed,
        hash=last.seed_hash,
        round=last.round,
        players=last.players,
        roles=last.roles,
        dealt=tuple((name, held[name]) for name in last.players if name in held),
    )


def faults(deal: Deal, published: str | None = None) -> tuple[str, ...]:
    """What does not fit in a deal that players were given after the game; empty: it is proven."""
    lines = []
    if commitment(deal.seed) != (published or deal.hash).strip().lower():
        lines.append(_("the seed is not the one whose hash was published"))
    if len(deal.players) != len(deal.roles) or len(set(deal.players)) != len(deal.players):
        return (*lines, _("players and roles are not equally many"))
    again = dict(drawn(deal.seed, deal.players, deal.roles, deal.round).dealt)
    wrong = [name for name in deal.players if dict(deal.dealt).get(name) is not again[name]]
    if wrong:
        lines.append(_("the seed gives other roles to: {names}").format(names=", ".join(wrong)))
    return tuple(lines)
