"""What goes to one player, or stands at the head of a topic: the records of letters, private answers and openings.

A letter and an answer tell secrets to the one whom they are for, and nothing that the rules keep from them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engine.records import Colour, Role
from engine.ruleset import Ruleset
from reports.public import PublicPlayer
from reports.spans import Name, Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Hours:
    """The game's hours, in its own zone."""

    first_night: datetime
    """Until when the orders of the first night are taken."""
    day: str
    """`22:00`: votes of every day until."""
    night: str
    """Orders of the later nights until."""
    results_minutes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """Addresses of the game's topics; None while a topic is not known."""

    game: Words | None = None
    vote: Words | None = None
    signup: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """The letter that tells a player the role."""

    title: Words
    player: Name
    role: Role
    masked: bool
    """Whether the name is a mask: not the account's own nick."""
    boss: bool
    """Whether the player is the boss now (N2)."""
    powers: tuple[str, ...]
    """What the role itself may order at night (`Deed`)."""
    mafia_powers: tuple[str, ...]
    """What the boss may order, for the boss and for whose order counts when he sends none (N3)."""
    weights: tuple[tuple[Colour, int], ...]
    """Votes of the role that count for more than one (V9)."""
    partners: tuple[PublicPlayer, ...]
    """The rest of the mafia, for one of the mafia."""
    rules: Ruleset
    hours: Hours
    links: Links
    moderator: Words
    taking_over: bool = False
    """For a newcomer who takes the slot over (V16)."""
    night: int = 1
    """The night whose orders are awaited."""
    until: datetime | None = None
    """Its deadline."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicOpening:
    """The first post of the game's or the vote topic."""

    title: Words
    players: tuple[Name, ...]
    rules: Ruleset
    hours: Hours
    links: Links
    moderators: tuple[Words, ...]
    seed_hash: Words | None = None
    """Hash of the dice's seed (D3)."""
    roles: tuple[tuple[Role, int], ...] = ()
    """The set that is played, where it is told: (role, how many)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal:
    """What is published before the roles are dealt by sealed dice."""

    title: Words
    seed_hash: Words
    roles: tuple[tuple[Role, int], ...]
    players: tuple[Name, ...]
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DieProof:
    """One draw as everybody can draw it again."""

    night: int
    said: Words
    """What is drawn for: `1:exposure:Вера`."""
    die: Words
    """The same in words."""
    fraction: str
    """What the seed gives, from 0 to 1."""
    chance: str
    """It happens when the fraction is below."""
    happens: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DealProof:
    """A deal as everybody can deal it again."""

    round: int
    roles: tuple[Role, ...]
    """In the order in which they are given out."""
    dealt: tuple[tuple[Name, Role], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceProof:
    """What is published after the game, so that players can check its dice (D3). Before the end all of it is secret."""

    title: Words
    seed: Words
    seed_hash: Words
    draws: tuple[DieProof, ...]
    deal: DealProof | None = None
    """None: the roles were not dealt by dice."""
    entered: int = 0
    """Dice that the GM threw himself: the seed tells nothing of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """An applicant whom the GM refused, with the reason (Г6.1)."""

    account: Words
    reason: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class SignupList:
    """The list for the sign-up topic: accounts only, masks are a secret."""

    title: Words
    seats: int
    players: tuple[Words, ...]
    reserves: tuple[Words, ...]
    refused: tuple[Refusal, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivateAnswer:
    """A private word of the GM to one player about a night."""

    night: int
    player: Name
    kind: str
    """`check`, `no_check`, `council`, `refused`, `late`, `boss`, `remedy`."""
    target: Name | None = None
    """Of a check."""
    mafia: bool | None = None
    """Answer of a check."""
    order: Words | None = None
    """The refused or late order; for the council the question."""
    answer: str | None = None
    """Of the council: `yes`, `no`, `refused`, `silent`."""
    reason: Words | None = None
    """Why an order is refused, as far as its sender may know."""
    standing: Words | None = None
    """The sender's order that stands instead."""
    until: datetime | None = None
    """Until when another order is taken; None: not any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """A vote that the GM passes on in the vote topic (V14)."""

    voter: Name
    target: Name
    colour: Colour
    early: bool = False
    final: bool = False
    source: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlyCall:
    """The call to close a day early (V8), from what stands in the topic."""

    day: int
    agreed: tuple[Name, ...]
    missing: tuple[Name, ...]
    deadline: datetime | None
    moderator: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyBallot:
    """One ballot, or place that may be one, and what became of it."""

    at: datetime
    quote: Words
    """The words that were read."""
    target: Name | None
    colour: Colour | None
    early: bool
    final: bool
    fate: str
    """`stands`, `replaced`, `set_aside`, `waiting`, `no_vote`."""
    reason: str | None = None
    """Key of `words.toml` for what the rules say."""
    ruled: bool = False
    """The GM said so himself."""
    url: Words | None = None
    source: Words | None = None
    """For one that came by phone or message."""
    announced: bool = False
    edited: datetime | None = None
    """When the post was edited last."""
    revision: int = 1
    """Which of its texts counts, from 1."""
    revisions: int = 1
    gone: bool = False
    exact: bool = False
    """So near to the end that the seconds matter, on a board that shows them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """The answer to «why wasn't my vote counted»; holds no secret."""

    player: Name
    day: int
    opens: datetime
    ends: datetime
    ballots: tuple[WhyBallot, ...]
    standing: WhyBallot | None
    running: bool
    missed: bool
    penalty: int
    without_vote: bool
    """The loss of the vote that was announced (R2)."""
    out: bool
    """The player was out of the game before the day, or left it in its course."""
    incomplete: bool = False
    """The archive does not hold the whole topic."""
