"""What the GM said, as events: append only, each with time and author; undo is an event too.

The engine knows what the events mean; the application stores them. Ballots are not events: they are read from
the archive (or entered, `BallotEntered`) and handed to `fold` day by day.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engine.records import Cast, Colour, Decision, Gender, Order, Role


@dataclass(frozen=True, slots=True, kw_only=True)
class RolesDealt:
    """Roles told to the program; a later event replaces the roles it names."""

    roles: tuple[tuple[str, Role], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AliasAdded:
    """A further name of a player; works backwards too."""

    player: str
    alias: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderGiven:
    """An order entered for a night (N0)."""

    night: int
    order: Order


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderWithdrawn:
    """An order taken back by its sender; `ref` is the order's."""

    night: int
    ref: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DieEntered:
    """The outcome of a die that the GM threw (D2)."""

    night: int
    name: str
    happens: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceDrawn:
    """Draws of a night that the GM has seen, for the record (D1, D3); the seed gives them again at any time."""

    night: int
    draws: tuple[tuple[str, bool, float], ...]
    """(die's name, happens, its chance)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """A decision within a phase."""

    phase: str
    """`night` or `day`."""
    number: int
    decision: Decision


@dataclass(frozen=True, slots=True, kw_only=True)
class DayOpened:
    """The night's results are out: the day's voting is open from `at` (T2)."""

    day: int
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DayMoved:
    """The GM set another deadline for the day (T2)."""

    day: int
    deadline: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DayClosed:
    """The day's voting ended at `at`; `early` by V8."""

    day: int
    at: datetime
    early: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NightOpened:
    """Orders of the night are taken from `at`."""

    night: int
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class NightClosed:
    """Orders of the night are closed at `at`; later ones are late (N0)."""

    night: int
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class BallotEntered:
    """A vote that reached the GM by phone or message (V14), entered by hand."""

    day: int
    cast: Cast
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionAnswered:
    """The GM's answer to a question of the parser about one place of one revision."""

    question: str
    """Key of the question: post, revision's hash, place."""
    verdict: str
    """`vote`, `nothing`, or a verdict of the kind of question."""
    voter: str | None = None
    target: str | None = None
    colour: Colour | None = None
    early: bool = False
    final: bool = False
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ViolationJudged:
    """What the GM made of a report: `confirm`, `dismiss`, `warn`, `replace`, `modkill`.

    The report itself is worked out anew every time; what it said is kept here, should its post be changed since.
    """

    violation: str
    """Key of the report."""
    verdict: str
    note: str | None = None
    code: str | None = None
    """Of the application's list of rules."""
    player: str | None = None
    what: str | None = None
    post: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ViolationFiled:
    """A report that the GM filed by hand, under any rule of the document (X10)."""

    code: str
    """Of the application's list of rules."""
    player: str | None
    text: str
    post: str | None = None
    """Id of the post that shows it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """A text that went out, or was copied by hand (`post_id` None)."""

    phase: str
    number: int
    text: str
    topic: str | None = None
    post_id: str | None = None
    url: str | None = None
    kind: str = "results"
    """`results` opens the next phase or ends this one (T2); any other draft goes by its name: `count`, `call` ...,
    a notice by its name and whom it concerns: `modkill:Гнев`.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """A disputed moment or remark for the final record (Г6)."""

    text: str
    post: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SignupOpened:
    """A game gathers its players in a topic (Г6.1); a later event replaces the earlier one."""

    topic: str
    """Address of the sign-up topic; empty: they are gathered by hand."""
    title: str = ""
    moderators: tuple[str, ...] = ()
    seats: int = 0
    """Places; 0: the ruleset's least number."""
    ruleset: str = "hyper"
    engine: str | None = None
    """Kind of the topic's board, as it was recognised."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignupPlaced:
    """What the GM made of one who signed up: `player`, `reserve`, `refused` (with the reason, Г6.1) or `left`."""

    account: str
    place: str
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SignupNamed:
    """Under which name an account plays: a mask, or its own nick."""

    account: str
    name: str
    gender: Gender | None = None
    """None: guessed from the name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RolesSealed:
    """Roles were dealt by sealed dice (D3): seed, players and roles in this order give the deal again."""

    seed_hash: str
    players: tuple[str, ...]
    roles: tuple[Role, ...]
    round: int = 1
    """Number of the deal: whoever deals anew cannot hide it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterSent:
    """A private text went out to a player by hand: the letter with the role, or an answer of a night."""

    player: str
    night: int | None = None
    """Of an answer; None: the letter with the role."""
    mark: str = ""
    """Of an answer: what it says, in short, so that another answer counts as unsent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterConfirmed:
    """A player has read the letter with the role."""

    player: str
    source: str = "message"


@dataclass(frozen=True, slots=True, kw_only=True)
class CouncilAnswered:
    """The GM's answer to the question that the mafia put to the council (N1, N4)."""

    night: int
    answer: str
    """`yes`, `no`, or `refused`: the question was not allowed."""
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PostHandled:
    """What the GM made of a post that spoke to him (Г12.1): `answered`, `ignored`, or `open` again."""

    post: str
    verdict: str
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NameTaken:
    """Under which name the user of one computer writes in the journal."""

    user: str
    """The system's user and computer."""
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedOver:
    """The folder was given to a co-host, who leads from now on."""

    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenOver:
    """A co-host leads from now on."""

    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """Event number `event` does not hold any more. Undoing an undo brings it back."""

    event: int


Said = (
    RolesDealt
    | AliasAdded
    | OrderGiven
    | OrderWithdrawn
    | DieEntered
    | DiceDrawn
    | Decided
    | DayOpened
    | DayMoved
    | DayClosed
    | NightOpened
    | NightClosed
    | BallotEntered
    | QuestionAnswered
    | ViolationFiled
    | ViolationJudged
    | Published
    | Noted
    | SignupOpened
    | SignupPlaced
    | SignupNamed
    | RolesSealed
    | LetterSent
    | LetterConfirmed
    | CouncilAnswered
    | PostHandled
    | NameTaken
    | HandedOver
    | TakenOver
    | Undone
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One thing said, when and by whom."""

    number: int
    """From 1, in the order of the record."""
    at: datetime
    author: str
    said: Said


def standing(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events that hold after every undo, in order; undo events themselves are left out."""
    undone: set[int] = set()
    for event in reversed(events):
        if isinstance(event.said, Undone) and event.number not in undone:
            undone.add(event.said.event)
    return tuple(event for event in events if event.number not in undone and not isinstance(event.said, Undone))
