"""The record of the whole game for its end (P3): accounts, roles, every night's orders and what became of them.

Not for the public before the game is over. The records hold facts only; how they are worded is the templates' matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.dice import commitment
from engine.records import Deed, Order, Player, Role
from engine.results import ActionOutcome, DayResult, NightResult, PhaseResult, Victory
from reports.public import (
    PublicFate,
    PublicNight,
    PublicPlayer,
    executions_of,
    names_of,
    public_night,
    public_roster,
)
from reports.spans import Name, Words

MAFIA = (Role.BOSS, Role.RANK2, Role.RANK3, Role.LAWYER, Role.JOURNALIST, Role.GOON)
_CITY = (Role.COMMISSIONER, Role.GIRL, Role.DOCTOR, Role.PROSECUTOR, Role.CITIZEN)
_BLOCKS = (Deed.BLOCK, Deed.VISIT)
_BOSS_DEEDS = (Deed.KILL, Deed.INTIMIDATE, Deed.KILL_AND_INTIMIDATE, Deed.ASK)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordPlayer:
    """A slot with everything that was secret."""

    player: Name
    accounts: tuple[Words, ...] = ()
    """From the start; none when the account is written like the name."""
    successors: tuple[Words, ...] = ()
    """Accounts that took the slot over, in order (V16)."""
    role: Role | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordOrder:
    """An order in the words of the record."""

    do: Deed
    targets: tuple[Name, ...] = ()
    oneself: bool = False
    """The only target is the sender."""
    killer: str | None = None
    """For `heal_from`."""
    text: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordOutcome:
    """What became of the order that stood."""

    happened: bool = True
    blocked: bool = False
    block_took_vote: bool | None = None
    """Of the block that stopped the order: whether it cost the vote; None when no die was drawn."""
    posthumous: bool = False
    saved: tuple[Name, ...] = ()
    at_the_door: tuple[Role, ...] = ()
    """Roles of the blockers who died of a bloody kill besides its target (N9)."""
    vote_lost: bool | None = None
    exposed: bool = False
    evidence: bool = False
    mafia: bool | None = None
    silent_ban: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordLine:
    """What one player did in a night."""

    player: Name
    accounts: tuple[Words, ...]
    role: Role | None
    """BOSS for whoever acts as the boss (N2)."""
    orders: tuple[RecordOrder, ...] = ()
    """The changed ones first, the one that stood last; for a refused order, it alone."""
    outcome: RecordOutcome | None = None
    refused: bool = False
    outranked: bool = False
    """For the mafia's act, but a higher rank sent one too (N3)."""
    missed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordNight:
    """A night by sides."""

    night: int
    mafia: tuple[RecordLine, ...]
    maniac: tuple[RecordLine, ...]
    city: tuple[RecordLine, ...]
    results: PublicNight
    """As it was announced."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordDay:
    """A court with the roles open."""

    day: int
    executed: tuple[PublicPlayer, ...]
    tie: bool
    removed: tuple[PublicPlayer, ...]
    replaced: tuple[Name, ...]
    victory: Victory | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """All that is told after the game."""

    players: tuple[RecordPlayer, ...]
    phases: tuple[RecordNight | RecordDay, ...]
    fates: tuple[PublicFate, ...]
    """With every role open."""
    disputed: tuple[Words, ...] = ()
    """Disputed moments that the GM marked (Г6)."""
    seed: Words | None = None
    """Secret seed of the dice (D3)."""
    seed_hash: Words | None = None
    """SHA-256 of the seed, as it was published at the start."""


def game_record(
    players: Sequence[Player],
    results: Sequence[PhaseResult],
    *,
    disputed: Sequence[str] = (),
    seed: str | None = None,
) -> GameRecord:
    """The record of a game from its roster with roles, and the results of its phases in order."""
    names = names_of(players)
    roles = {player.name: player.role for player in players}
    accounts = {player.name: _shown_accounts(player.name, player.accounts) for player in players}
    successors: dict[str, list[Words]] = {player.name: [] for player in players}
    started = dict(accounts)
    phases: list[RecordNight | RecordDay] = []
    for result in results:
        if isinstance(result, NightResult):
            phases.append(_Night(result, names, roles, accounts, players).record())
        else:
            phases.append(_day(result, names, roles))
        for slot, account in result.replaced:
            successors[slot].append(Words(account))
            accounts[slot] = _shown_accounts(slot, (account,))
    fates = tuple(
        replace(fate, role=roles[fate.player.text]) if fate.fate else fate for fate in public_roster(results, players)
    )
    return GameRecord(
        players=tuple(
            RecordPlayer(
                player=names[player.name],
                accounts=started[player.name],
                successors=tuple(successors[player.name]),
                role=player.role,
            )
            for player in players
        ),
        phases=tuple(phases),
        fates=fates,
        disputed=tuple(Words(text) for text in disputed),
        seed=None if seed is None else Words(seed),
        seed_hash=None if seed is None else Words(commitment(seed)),
    )


def _shown_accounts(slot: str, accounts: Sequence[str]) -> tuple[Words, ...]:
    return tuple(Words(account) for account in accounts if account.casefold() != slot.casefold())


def _day(result: DayResult, names: dict[str, Name], roles: dict[str, Role | None]) -> RecordDay:
    gone = {slot for slot, _role in executions_of(result)}
    executed = tuple(PublicPlayer(player=name, role=roles[slot]) for slot, name in names.items() if slot in gone)
    return RecordDay(
        day=result.day,
        executed=executed,
        tie=not executed and bool(result.tie),
        removed=tuple(PublicPlayer(player=names[slot], role=roles[slot]) for slot, _role in result.removed),
        replaced=tuple(names[slot] for slot, _account in result.replaced),
        victory=result.victory,
    )


@dataclass(frozen=True, slots=True)
class _Night:
    """Makes the record of one night."""

    result: NightResult
    names: dict[str, Name]
    roles: dict[str, Role | None]
    accounts: dict[str, tuple[Words, ...]]
    players: Sequence[Player]

    def record(self) -> RecordNight:
        lines = [self._acted(outcome) for outcome in self.result.outcomes]
        acted = {outcome.order.by for outcome in self.result.outcomes}
        for refused in self.result.refused:
            # A sender outside the roster has no line of his own.
            if refused.order.by in self.names:
                lines.append(self._line(refused.order, orders=(self._order(refused.order),), refused=True))
                acted.add(refused.order.by)
        for order in self.result.outranked:
            lines.append(self._line(order, orders=(self._order(order),), outranked=True))
            acted.add(order.by)
        lines += [
            RecordLine(player=self.names[slot], accounts=self.accounts[slot], role=self._acting(slot), missed=True)
            for slot in self.result.missed
            if slot not in acted
        ]
        sides: dict[str, list[RecordLine]] = {"mafia": [], "maniac": [], "city": []}
        for line in lines:
            role = self.roles[line.player.text]
            side = "mafia" if role in MAFIA else "maniac" if role is Role.MANIAC else "city"
            sides[side].append(line)
        for group in sides.values():
            group.sort(key=lambda line: (_place(line.role), line.player.number, line.refused))
        return RecordNight(
            night=self.result.night,
            mafia=tuple(sides["mafia"]),
            maniac=tuple(sides["maniac"]),
            city=tuple(sides["city"]),
            results=public_night(self.result, self.players),
        )

    def _acting(self, slot: str, deed: Deed | None = None) -> Role | None:
        as_boss = slot == self.result.boss and (deed is None or deed in _BOSS_DEEDS)
        return Role.BOSS if as_boss else self.roles[slot]

    def _line(
        self,
        order: Order,
        *,
        orders: tuple[RecordOrder, ...],
        outcome: RecordOutcome | None = None,
        refused: bool = False,
        outranked: bool = False,
    ) -> RecordLine:
        return RecordLine(
            player=self.names[order.by],
            accounts=self.accounts[order.by],
            role=self._acting(order.by, order.do),
            orders=orders,
            outcome=outcome,
            refused=refused,
            outranked=outranked,
        )

    def _acted(self, outcome: ActionOutcome) -> RecordLine:
        order = outcome.order
        earlier = [before for before, after in self.result.changed if before.by == order.by and after.by == order.by]
        return self._line(
            order,
            orders=tuple(self._order(one) for one in [*earlier, order]),
            outcome=RecordOutcome(
                happened=outcome.happened,
                blocked=outcome.blocked_by is not None,
                block_took_vote=self._block_took_vote(outcome),
                posthumous=outcome.posthumous,
                saved=self._in_order(outcome.saved),
                at_the_door=tuple(
                    role
                    for slot in self.names
                    if slot in outcome.killed and slot not in order.targets and (role := self.roles[slot]) is not None
                ),
                vote_lost=outcome.vote_lost,
                exposed=bool(outcome.exposed),
                evidence=bool(outcome.evidence),
                mafia=outcome.mafia,
                silent_ban=outcome.silent_ban,
            ),
        )

    def _block_took_vote(self, outcome: ActionOutcome) -> bool | None:
        for other in self.result.outcomes:
            if other.order.by == outcome.blocked_by and other.order.do in _BLOCKS and other.vote_lost is not None:
                return other.vote_lost
        return None

    def _order(self, order: Order) -> RecordOrder:
        return RecordOrder(
            do=order.do,
            targets=tuple(self.names.get(slot, Name(slot)) for slot in order.targets),
            oneself=order.targets == (order.by,),
            killer=order.role,
            text=None if order.text is None else Words(order.text),
        )

    def _in_order(self, slots: Sequence[str]) -> tuple[Name, ...]:
        return tuple(name for slot, name in self.names.items() if slot in slots)


def _place(role: Role | None) -> int:
    order = (*MAFIA, Role.MANIAC, *_CITY)
    return order.index(role) if role is not None else len(order)
