"""Frozen records of a reading: votes, questions to the GM, signals of rule-breaking.

`start` and `end` count characters of the body's visible text (`Reading.text`), end exclusive.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from engine.records import Colour


class How(StrEnum):
    """By what the colour was given."""

    PAINT = "paint"
    WORD = "word"
    ANNOUNCED = "announced"


class Match(StrEnum):
    """How the written name led to the player."""

    EXACT = "exact"
    INFLECTED = "inflected"
    ALIAS = "alias"
    PREFIX = "prefix"
    TYPO = "typo"


class ReviewReason(StrEnum):
    """Why a person must look; the contract explains each."""

    AMBIGUOUS_NAME = "ambiguous_name"
    UNKNOWN_NAME = "unknown_name"
    PARTIAL_NAME = "partial_name"
    SEVERAL_NAMES = "several_names"
    NO_COLOUR = "no_colour"
    UNCLEAR_COLOUR = "unclear_colour"
    CONFLICTING_COLOUR = "conflicting_colour"
    DISTANT_COLOUR = "distant_colour"
    ENGINE_COLOUR = "engine_colour"
    ROLE_CLAIM = "role_claim"
    LONG_TEXT = "long_text"
    HYPOTHETICAL = "hypothetical"
    NEGATED = "negated"
    REPORTED = "reported"
    NOT_MODERATOR = "not_moderator"
    STRUCK_OUT = "struck_out"
    WITHDRAWAL = "withdrawal"
    EARLY_WITHOUT_VOTE = "early_without_vote"
    NO_NAME = "no_name"
    RAW_MARKUP = "raw_markup"


class SignalKind(StrEnum):
    """What the wording of a post suggests (X6, X7): suspected, never certain."""

    OATH = "oath"
    BET = "bet"
    INSULT = "insult"
    OBSCENITY = "obscenity"
    MASK_GUESS = "mask_guess"
    ABSENCE_REASON = "absence_reason"
    PRIVATE_MESSAGE = "private_message"
    ROLE_CLAIM_TOLD = "role_claim_told"
    QUESTION_TO_GM = "question_to_gm"


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """A ballot as it reads, whoever may vote."""

    voter: str
    """Slot name: the author, or for an announced vote the player named in it."""
    target: str
    """Slot name."""
    colour: Colour
    early: bool
    final: bool
    self_vote: bool
    """`self` of the contract."""
    how: How
    match: Match
    text: str
    """As written."""
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """A place that a person must look at instead of its being counted."""

    reason: ReviewReason
    text: str
    start: int
    end: int
    candidates: tuple[str, ...] = ()
    """Slot names that the place could mean, best first; empty when none."""
    colour: Colour | None = None
    """The colour that the place seems to have; None when in doubt."""
    early: bool = False
    final: bool = False
    voter: str | None = None
    """Slot name whose vote it would be, where that is not the author."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal:
    """Words that suggest a broken rule."""

    kind: SignalKind
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """All that one body says."""

    votes: tuple[Vote, ...]
    """In order of appearance, self-votes included."""
    reviews: tuple[Review, ...]
    signals: tuple[Signal, ...]
    shown: str | Callable[[], str] = field(repr=False, compare=False)
    """`text`, or what works it out: of most posts nobody asks for it."""

    @property
    def text(self) -> str:
        """The visible text that `start` and `end` count in."""
        return self.shown if isinstance(self.shown, str) else self.shown()
