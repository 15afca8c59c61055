"""Frozen records that every package shares: who plays, what was cast, ordered and decided.

Times are aware datetimes. Players are named by their slot: a replacement takes the slot over (V16), its
name stays. Results of a phase stand in `engine.results`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Side(StrEnum):
    """A side of the game; killers are reported by side."""

    MAFIA = "mafia"
    MANIAC = "maniac"
    CITY = "city"


class Role(StrEnum):
    """The roles of the document (N20), by the names of the JSON contract."""

    BOSS = "boss"
    RANK2 = "rank2"
    RANK3 = "rank3"
    LAWYER = "lawyer"
    JOURNALIST = "journalist"
    GOON = "goon"
    MANIAC = "maniac"
    COMMISSIONER = "commissioner"
    DOCTOR = "doctor"
    GIRL = "girl"
    PROSECUTOR = "prosecutor"
    CITIZEN = "citizen"


class Colour(StrEnum):
    """What a ballot says: red is against, blue in defence (V1)."""

    RED = "red"
    BLUE = "blue"


class Gender(StrEnum):
    """Grammatical gender of a name, for the texts."""

    MASCULINE = "m"
    FEMININE = "f"
    NEUTER = "n"
    PLURAL = "p"


class Deed(StrEnum):
    """What an order asks for (`do` of the contract; N1, N6, N7, N9-N11)."""

    KILL = "kill"
    INTIMIDATE = "intimidate"
    KILL_AND_INTIMIDATE = "kill_and_intimidate"
    ASK = "ask"
    BLOCK = "block"
    VISIT = "visit"
    BLOODY_KILL = "bloody_kill"
    QUICK_KILL = "quick_kill"
    TORTURE = "torture"
    CHECK = "check"
    SERUM = "serum"
    HEAL = "heal"
    HEAL_FROM = "heal_from"
    POISON = "poison"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """One slot of the roster."""

    name: str
    """The name in the game: a mask or a nick; unique, never changes."""
    role: Role | None = None
    """None while roles are not dealt or not told to the program."""
    gender: Gender | None = None
    """None: the texts guess it from the name."""
    accounts: tuple[str, ...] = ()
    """Forum accounts that speak for the slot at the start; replacements are decisions (V16)."""
    aliases: tuple[str, ...] = ()
    """Further names that voters use for the player."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast:
    """A vote as it was cast, before the rules weigh it."""

    by: str
    """Slot name of the voter."""
    target: str | None
    """Slot name voted on; None when the target is unknown. A name outside the roster counts as unknown (V4)."""
    colour: Colour | None
    """None: the name stood without colour (V1)."""
    early: bool = False
    """Marked «досрочно» (V8)."""
    final: bool = False
    """Marked «окончательно» (V7)."""
    at: datetime | None = None
    """When it was posted; None in a written game."""
    ref: str | None = None
    """Opaque key of its source (post and revision, or an entry of the GM), handed back in results."""
    announced: bool = False
    """Passed on by the GM for the voter (V14)."""
    void: str | None = None
    """A spec number (V2, V3, V15, V18 ...) when what came before the engine already sets the ballot aside: late, in the
    wrong topic, edited, by a stranger. The engine sets it aside under that number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """An order for the night, as the GM entered it (N0)."""

    by: str
    """Slot name of the sender."""
    do: Deed
    """The deed asked for."""
    targets: tuple[str, ...] = ()
    """Slot names; for `kill_and_intimidate` the killed one, then the intimidated one."""
    role: str | None = None
    """For `heal_from`: `mafia`, `maniac` or `commissioner`."""
    text: str | None = None
    """For `ask` and `other`: the words of the player."""
    source: str | None = None
    """How it came: message, phone, in person."""
    sent_at: datetime | None = None
    """When the player sent it; None when not told."""
    late: bool = False
    """Came after the deadline: kept apart until the GM lets it in (N0, ГМ10)."""
    ref: str | None = None
    """Opaque key of its entry, handed back in results."""
    void: str | None = None
    """A spec number when the GM does not let the order stand: `N4` for a question that the council may not be asked."""


class Ruling(StrEnum):
    """What a GM may decide on a phase; every decision overrides the program."""

    MODKILL = "modkill"
    REPLACE = "replace"
    EXECUTE = "execute"
    PARDON = "pardon"
    ALLOW = "allow"
    REORDER = "reorder"
    OBJECT = "object"
    """A private objection to early voting (V8, Г5.1): the player's consent does not count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A decision of the GM within a phase."""

    ruling: Ruling
    player: str
    """Slot name that it concerns."""
    account: str | None = None
    """For `replace`: the account that takes the slot over."""
    reveal: bool | None = None
    """For `modkill`: whether the role is made public (Г8); None: not."""
    at: datetime | None = None
    """The moment it takes effect. A modkill of a day with a moment removes the player in mid-day (V20); without one it
    applies after the count."""
    note: str | None = None
    """Words of the GM for the record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NightInput:
    """All that goes into one night."""

    night: int
    orders: tuple[Order, ...] = ()
    """In the order of entry: the last valid one of a sender stands."""
    dice: tuple[tuple[str, bool], ...] = ()
    """Outcomes entered by the GM (D2), as (`vote_loss:Щедрость`, happens)."""
    drawn: tuple[tuple[str, bool, float], ...] = ()
    """Draws on record, as (name, happens, chance): never drawn again (D1), whatever settings say now."""
    decisions: tuple[Decision, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DayInput:
    """All that goes into one day."""

    day: int
    casts: tuple[Cast, ...] = ()
    """In the order in which they were cast; the last valid one of a voter stands (V4)."""
    closed_early: bool = False
    decisions: tuple[Decision, ...] = ()


PhaseInput = NightInput | DayInput


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSetup:
    """A game before its first night."""

    players: tuple[Player, ...]
    """The roster, in the order in which texts list it."""
    ruleset: str = "hyper"
    """Name of a ruleset that comes with the program."""
    settings: tuple[tuple[str, object], ...] = ()
    """Settings of this game that override the ruleset's, by their dotted paths."""
    seed: str | None = None
    """Secret seed of the dice (D3); None: every die asked for must be entered."""
