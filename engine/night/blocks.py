"""Who is blocked by whom (N6-N8, N17), and what a blocked blocker does not do."""

from __future__ import annotations

from dataclasses import dataclass

from engine.night.orders import Act
from engine.records import Deed
from engine.roles import BLOCKS
from engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Somebody's coming to a player that stops the player's act."""

    act: Act
    by: str
    target: str
    deed: Deed


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocks:
    """The blocks of a night: those that hold and those that were stopped themselves."""

    holding: tuple[Block, ...]
    stopped: tuple[tuple[Block, Block], ...]
    """(block, the one that stopped it)."""

    def on(self, player: str) -> Block | None:
        """The block that stops a player's act; the goon's before others."""
        found = [block for block in self.holding if block.target == player]
        return min(found, key=lambda block: block.deed is not Deed.BLOCK, default=None)

    def stopper(self, player: str) -> Block | None:
        """What stops a player's act: a block that holds, or a blocker of the same kind met on the way (N8)."""
        met = next((by for block, by in self.stopped if block.by == player), None)
        return self.on(player) or met


def resolve(rules: Ruleset, acts: tuple[Act, ...]) -> Blocks:
    """N8: a blocker who is blocked blocks nobody; between goon and girl the goon's block holds.

    A ring of blockers of one kind (two girls at each other's door) stops itself: none of them gets anywhere.
    """
    undecided = [block for act in acts for block in _blocks(rules, act)]
    holding: list[Block] = []
    stopped: list[tuple[Block, Block]] = []
    while undecided:
        free = [block for block in undecided if not _stoppers(undecided, block)]
        holding += free
        for block in undecided:
            if block in free:
                continue
            if held := _stoppers(free, block):
                stopped.append((block, held[0]))
        decided = [*free, *(block for block, _by in stopped)]
        if not free:
            # Only rings are left. The goon's block goes first: the girl's at his door does not hold.
            ring = [block for block in undecided if _outranked(block, undecided)] or list(undecided)
            stopped += [(block, _stoppers(undecided, block)[0]) for block in ring]
            decided = [block for block, _by in stopped]
        undecided = [block for block in undecided if block not in decided]
    return Blocks(holding=tuple(holding), stopped=tuple(stopped))


def _blocks(rules: Ruleset, act: Act) -> list[Block]:
    blocking = set(BLOCKS)
    if rules.maniac.torture_blocks:
        blocking.add(Deed.TORTURE)
    if rules.doctor.poison_blocks:
        blocking.add(Deed.POISON)
    # Who stays at home blocks nobody, not even themselves.
    if act.order.do not in blocking or act.order.targets[0] == act.actor:
        return []
    return [Block(act=act, by=act.actor, target=act.order.targets[0], deed=act.order.do)]


def _stoppers(among: list[Block], block: Block) -> list[Block]:
    return [other for other in among if other.target == block.by and other is not block]


def _outranked(block: Block, among: list[Block]) -> bool:
    if block.deed is Deed.BLOCK:
        return False
    return any(other.by == block.target and other.deed is Deed.BLOCK for other in among)
