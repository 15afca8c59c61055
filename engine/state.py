"""What is known of a game between two phases. Never stored: `engine.play` works it out from the start."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from engine.records import GameSetup, Order, Player, Role


class Left(StrEnum):
    """How a player left the game."""

    KILLED = "killed"
    EXECUTED = "executed"
    MODKILLED = "modkilled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """The end of a player, for rosters and the record."""

    player: str
    left: Left
    phase: str
    """`night` or `day`."""
    number: int
    revealed: Role | None
    """The role made public then, or None."""
    bloody: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningSilence:
    """A loss of the vote that has not run out."""

    player: str
    last_day: int
    public: bool
    cause: str
    """Number of the rule that caused it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """An order that stood in the last night: what the bans on repeats look at (N6, N7, N11, N12)."""

    order: Order
    took_effect: bool
    saved: tuple[str, ...] = ()
    """Whom a heal saved from death."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tenure:
    """An account that speaks for a slot, from its own moment on (V16)."""

    account: str
    player: str
    since: datetime | None
    """None: from the start, or from a moment not told."""
    until: datetime | None = None
    """When a replacement took the slot over; None: not, or at a moment not told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The game before a phase, or after the last one."""

    players: tuple[Player, ...]
    """The roster, the dead included."""
    alive: tuple[str, ...]
    """In the order of the roster."""
    fates: tuple[Fate, ...] = ()
    """In the order of leaving."""
    misses: tuple[tuple[str, int], ...] = ()
    """(slot, misses so far), only those who have any (V11)."""
    night_missed: tuple[str, ...] = ()
    """Who missed the last night's action."""
    silences: tuple[RunningSilence, ...] = ()
    effects: tuple[Effect, ...] = ()
    """Of the last night."""
    effects_of: int = 0
    """The night that `effects` tell of; 0 before the first."""
    tenures: tuple[Tenure, ...] = ()

    def role(self, name: str) -> Role | None:
        """The role of a slot; None when it is not told or there is no such slot."""
        return next((player.role for player in self.players if player.name == name), None)

    def misses_of(self, name: str) -> int:
        """V11's tally of a slot."""
        return dict(self.misses).get(name, 0)

    def in_order(self, names: set[str] | frozenset[str]) -> tuple[str, ...]:
        """`names` in the order of the roster."""
        return tuple(player.name for player in self.players if player.name in names)

    def holder(self, account: str, at: datetime | None = None) -> str | None:
        """The slot that an account speaks for at a moment (V16, V18); None: nobody's. `at` None: now."""
        found: Tenure | None = None
        for tenure in self.tenures:
            if tenure.account != account or (at is None and tenure.until is not None):
                continue
            begun = tenure.since is None or at is None or tenure.since <= at
            if begun and (tenure.until is None or at is None or at < tenure.until):
                found = tenure
        return found.player if found else None

    def before(self, night: int, by: str) -> tuple[Effect, ...]:
        """What the sender's orders did in the night before `night`; bans look no further back."""
        if self.effects_of != night - 1:
            return ()
        return tuple(effect for effect in self.effects if effect.order.by == by)


def opening(setup: GameSetup) -> State:
    """The state before the first night."""
    return State(
        players=setup.players,
        alive=tuple(player.name for player in setup.players),
        tenures=tuple(
            Tenure(account=account, player=player.name, since=None)
            for player in setup.players
            for account in player.accounts
        ),
    )


def replaced(state: State, slot: str, account: str, at: datetime | None) -> tuple[Tenure, ...]:
    """The tenures after a replacement: whoever held the slot leaves it at `at` (V16)."""
    closed = tuple(
        Tenure(account=tenure.account, player=tenure.player, since=tenure.since, until=at)
        if tenure.player == slot and tenure.until is None and tenure.account != account
        else tenure
        for tenure in state.tenures
    )
    return (*closed, Tenure(account=account, player=slot, since=at))
