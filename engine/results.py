"""What the engine answers: the result of a day and of a night, each finding with the rule that made it.

The JSON of `itogi replay` is these records, field by field; see the contract in README.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.records import Cast, Order, Role, Side


class Early(StrEnum):
    """Whether the day may close before its deadline (V8)."""

    NOT_APPLICABLE = "not_applicable"
    NOT_YET = "not_yet"
    DISCRETION = "discretion"
    READY = "ready"


class Victory(StrEnum):
    """Who has won (R3); proposed to the GM, not declared."""

    MAFIA = "mafia"
    MANIAC = "maniac"
    CITY = "city"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True, kw_only=True)
class WeighedBallot:
    """A ballot that stands at the end of the day."""

    cast: Cast
    weight: int
    """Positive for both colours. The ballot of the boss who lost his vote silently is reported as set aside (V13)."""
    against: bool = True
    """Whether it adds to the target's score; False: it takes off (a defence, V9)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAside:
    """A ballot that does not count, and why."""

    cast: Cast
    rule: str
    """Number of the spec, for example `V5`."""
    why: str
    """One sentence for the GM, in the language in force. Not for the public: it may tell a secret."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DayResult:
    """What a day gives."""

    day: int
    scores: tuple[tuple[str, int], ...]
    """(slot, red minus blue and penalties), everyone with a standing ballot for or against them or a penalty; in the
    order of the roster."""
    ballots: tuple[WeighedBallot, ...]
    """Standing ballots, one for each voter who has one, in the order of casting."""
    superseded: tuple[Cast, ...]
    """Valid ballots that a later one of the same voter replaced."""
    set_aside: tuple[SetAside, ...]
    missed: tuple[str, ...]
    """Entitled players without a standing ballot (V10)."""
    penalties: tuple[tuple[str, int], ...]
    """Votes against, by V10."""
    silenced: tuple[str, ...]
    """Living players without the vote today, the silent boss included: secret."""
    publicly_silenced: tuple[str, ...]
    """Living players whose lost vote is announced today (R2)."""
    entitled: tuple[str, ...]
    """Living players who owe a ballot today."""
    modkill_due: tuple[str, ...]
    early: Early
    early_missing: tuple[str, ...]
    """Entitled players whose standing ballot is not early (V8)."""
    executed: str | None
    tie: tuple[str, ...]
    revealed: Role | None
    """The executed player's role, where it is made public (R1)."""
    removed: tuple[tuple[str, Role | None], ...]
    """Modkilled players with the role made public or None (Г8)."""
    replaced: tuple[tuple[str, str], ...]
    """(slot, new account)."""
    alive: tuple[str, ...]
    """After the day."""
    victory: Victory | None
    executions: tuple[tuple[str, Role | None], ...] = ()
    """Everyone executed with the role made public: more than one only where the ruleset executes all tied; `executed`
    and `revealed` are the first of them."""
    removed_mid_day: tuple[str, ...] = ()
    """Those of `removed` who left before the count (V20)."""
    fell_back: tuple[str, ...] = ()
    """Voters a ballot of whom V20 set aside: to be named in the notice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Death:
    """A player killed at night; one entry however many killers came (N15)."""

    player: str
    by: tuple[Side | Role, ...]
    """Killing sides as the contract spells them: `mafia`, `maniac`, `commissioner`. Secret unless bloody."""
    bloody: bool
    revealed: Role | None
    """The role made public, or None (R1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Silence:
    """A new loss of the vote."""

    player: str
    days: int
    public: bool
    """False for the boss's silent loss (N5): never worded in a public text."""
    cause: str
    """Spec number of what caused it (N1, N5, N6, N7, N9, N11). Secret."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """An order that the rules forbid; void whole."""

    order: Order
    rule: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionOutcome:
    """What became of one order that stood, for the worksheet and the record (P3)."""

    order: Order
    happened: bool
    """False when it was blocked, or undone whole by heals."""
    blocked_by: str | None = None
    """Slot of the blocker whose block held."""
    blocked_by_role: Role | None = None
    posthumous: bool = False
    """The actor died this night."""
    saved: tuple[str, ...] = ()
    """For a heal: whom it saved. For a kill: who survived it by a heal."""
    killed: tuple[str, ...] = ()
    """For a kill: who died of it, blockers at the door included."""
    vote_lost: bool | None = None
    """For block and visit: the die's outcome; None when it was not drawn."""
    exposed: bool | None = None
    """For a double kill, kill and intimidation, serum: the die's outcome; None when not drawn."""
    evidence: bool | None = None
    """For torture: the die's outcome."""
    mafia: bool | None = None
    """For a check: the answer."""
    learnt: tuple[tuple[str, Role], ...] = ()
    """For serum: the role that came out."""
    silenced: tuple[str, ...] = ()
    """Who lost the vote by it, whether or not they lived to the day."""
    actor: str | None = None
    """Whose act it was when not the sender's: the boss, for an order sent by a lower rank (N3)."""
    silent_ban: bool = False
    """A heal that only N12 made void; the doctor is not told."""
    unsaved: tuple[str, ...] = ()
    """For healing from a role: victims whom only N12 kept it from saving; the doctor is not told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DieDrawn:
    """A chance that was asked for (D1)."""

    name: str
    """`vote_loss:Щедрость`, keyed by the night besides."""
    happens: bool
    entered: bool
    """True when the GM entered the outcome (D2), False when it was drawn from the seed."""
    chance: float = 0.5
    """The probability that the ruleset gives it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NightResult:
    """What a night gives."""

    night: int
    boss: str | None
    deaths: tuple[Death, ...]
    saved: tuple[str, ...]
    blocked: tuple[tuple[str, str], ...]
    """(player, blocker)."""
    silenced: tuple[Silence, ...]
    checks: tuple[tuple[str, str, bool], ...]
    """(commissioner, target, is mafia)."""
    revealed: tuple[tuple[str, Role], ...]
    """By serum; public."""
    exposed: tuple[tuple[str, Role], ...]
    """(player, BOSS or DOCTOR); public."""
    evidence: tuple[str, ...]
    """Tortured players on whom the maniac left traces; public."""
    refused: tuple[Refused, ...]
    missed: tuple[str, ...]
    modkill_due: tuple[str, ...]
    notes: tuple[tuple[str, str], ...]
    """(player, text) of `ask` and `other`."""
    outcomes: tuple[ActionOutcome, ...]
    changed: tuple[tuple[Order, Order], ...]
    """(earlier order, the one that took its place)."""
    dice: tuple[DieDrawn, ...]
    removed: tuple[tuple[str, Role | None], ...]
    replaced: tuple[tuple[str, str], ...]
    silent_today: tuple[str, ...]
    """Living players who have no vote on the coming day, and whose loss is announced (R2), lasting ones included."""
    alive: tuple[str, ...]
    victory: Victory | None
    outranked: tuple[Order, ...] = ()
    """Orders for the mafia's act whose place a higher rank's took (N3)."""


PhaseResult = NightResult | DayResult
