"""Roles by sealed dice (D3): seed, players and roles give the same deal again, so that players can check it. Pure.

Every player draws the fraction of the die `deal<round>:<name>` of night 0, as `engine.dice` draws it; the players in
the order of their fractions get the roles in the order of the list.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine import ruleset as rulesets
from engine.dice import commitment, fraction
from engine.events import Event, RolesDealt, RolesSealed
from engine.fold import dealt
from engine.i18n import _, ngettext
from engine.records import GameSetup, Role
from engine.ruleset import Ruleset
from itogi.errors import NotYetError
from itogi.names import role_named, slot_named
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Coming:
    """A deal before it is made."""

    number: int
    """From 1; a later deal cannot be hidden."""
    players: tuple[str, ...]
    roles: tuple[Role, ...]
    """As many as players."""
    rules: Ruleset

    @property
    def counted(self) -> tuple[tuple[Role, int], ...]:
        """(role, how many)."""
        return counted_roles(self.rules, self.roles)

    @property
    def listed(self) -> str:
        """The roles in words."""
        return ", ".join(
            f"{role_name(role)} × {count}" if count > 1 else role_name(role) for role, count in self.counted
        )

    @property
    def remarks(self) -> tuple[str, ...]:
        """What to think of before dealing."""
        return remarks(self.rules, self.roles)


def coming(setup: GameSetup, events: Iterable[Event], told: str = "") -> Coming:
    """The next deal of a game. `told`: the roles with commas, «босс,громила,мж*4»; the ruleset's unless given.

    Raises NotYetError like `role_set`.
    """
    last, rules = sealed(events), rulesets.of(setup)
    players = tuple(player.name for player in setup.players)
    words = [word.strip() for word in told.split(",") if word.strip()]
    return Coming(
        number=(last.round if last else 0) + 1,
        players=players,
        roles=role_set(rules, len(players), words),
        rules=rules,
    )


def undealt(setup: GameSetup, events: tuple[Event, ...]) -> None:
    """Raises NotYetError when the game has roles already: a deal in their place must be asked for by its name."""
    last = sealed(events)
    if last:
        raise NotYetError(_("The roles were dealt already (deal {number}).").format(number=last.round))
    if any(player.role for player in dealt(setup, events).players):
        raise NotYetError(_("Roles were entered already."))


def entries_of(deal: Coming, seed: str) -> tuple[RolesSealed, RolesDealt]:
    """What the journal keeps of a deal."""
    made = drawn(seed, deal.players, deal.roles, deal.number)
    return (
        RolesSealed(seed_hash=made.hash, players=made.players, roles=made.roles, round=deal.number),
        RolesDealt(roles=made.dealt),
    )


def roles_told(lines: Iterable[str], names: Sequence[str]) -> RolesDealt:
    """Roles from lines «NAME=ROLE», «Name - role», «1. Name — role». Raises NotYetError with the line that is wrong."""
    return RolesDealt(roles=tuple(_pair(line, names) for line in lines if line.strip()))


def _pair(line: str, names: Sequence[str]) -> tuple[str, Role]:
    for separator in ("=", " - ", " – ", " — ", ":"):
        name, found, role = line.partition(separator)
        if found:
            # «1. Вера - босс»: the number of a list is no part of the name, one at the end of a nick is.
            return slot_named(names, re.sub(r"^\s*\d+[.)]\s+", "", name).strip()), role_named(role)
    raise NotYetError(_("`{line}` is no role: write NAME=ROLE, for example Вера=босс.").format(line=line.strip()))


def counted_roles(rules: Ruleset, roles: Iterable[Role]) -> tuple[tuple[Role, int], ...]:
    """(role, how many), in the order of the ruleset, which tells nothing of who has which."""
    held = Counter(roles)
    return tuple((role, held[role]) for role in rules.roles if held[role])


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


def too_few(rules: Ruleset, players: int) -> str | None:
    """What to say when fewer play than the rules are made for; None: there are enough."""
    if players >= rules.min_players:
        return None
    return ngettext(
        "The rules are for {least} player or more; here is {count}.",
        "The rules are for {least} players or more; here are {count}.",
        rules.min_players,
    ).format(least=rules.min_players, count=players)


def remarks(rules: Ruleset, roles: Sequence[Role]) -> tuple[str, ...]:
    """What a GM should think of before dealing this set: too few players, a set that no side can win with."""
    few = too_few(rules, len(roles))
    lines = [few] if few else []
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
