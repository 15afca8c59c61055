"""Dice (D1-D3): every chance is named, keyed by the night, drawn from the game's secret seed or entered by the GM.

A draw is HMAC-SHA256 with the seed as key over `<night>:<name>` (UTF-8), its first eight bytes read as a big-endian
number, over 2**64; the chance happens when that fraction is below its probability. Anybody who has the seed can draw
again, in any order.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine.errors import DieMissingError
from engine.i18n import _
from engine.results import DieDrawn

EXPOSURE = "exposure"
VOTE_LOSS = "vote_loss"
EVIDENCE = "evidence"
DOCTOR_EXPOSURE = "doctor_exposure"


def new_seed() -> str:
    """A fresh secret seed for a game (D3)."""
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """D3: the hash of the seed that is published at the start; SHA-256 of its UTF-8 text, in hexadecimal."""
    return hashlib.sha256(seed.encode()).hexdigest()


def fraction(seed: str, night: int, name: str) -> float:
    """D3: the draw itself, from 0 up to, not including, 1."""
    digest = hmac.new(seed.encode(), f"{night}:{name}".encode(), hashlib.sha256).digest()
    # 53 bits are all that a float holds; more would round up to 1.
    return (int.from_bytes(digest[:8], "big") >> 11) / 2**53


@dataclass(slots=True, kw_only=True)
class Cup:
    """The dice of one night: entered outcomes (D2), draws on record, else the seed; each is drawn once (D1)."""

    night: int
    seed: str | None
    entered: Mapping[str, bool]
    recorded: Mapping[str, tuple[bool, float]] = field(default_factory=dict)
    """Draws on record, with the chance that they had."""
    drawn: dict[str, DieDrawn] = field(default_factory=dict)

    def throw(self, name: str, actor: str, chance: float) -> bool:
        """The outcome of the die `name:actor`; raises `DieMissingError` without an outcome and a seed."""
        full = f"{name}:{actor}"
        if full not in self.drawn:
            self.drawn[full] = self._drawn(full, chance)
        return self.drawn[full].happens

    def _drawn(self, full: str, chance: float) -> DieDrawn:
        if full in self.entered:
            return DieDrawn(name=full, happens=self.entered[full], entered=True, chance=chance)
        if full in self.recorded:
            happens, had = self.recorded[full]
            return DieDrawn(name=full, happens=happens, entered=False, chance=had)
        if chance in (0, 1):  # certain either way: no seed is needed to know
            return DieDrawn(name=full, happens=chance == 1, entered=False, chance=chance)
        if self.seed is None:
            message = _(
                "night {night}: the die {name} has no outcome; enter it, or give the game a seed for its dice"
            ).format(night=self.night, name=full)
            raise DieMissingError(message, night=self.night, name=full)
        happens = fraction(self.seed, self.night, full) < chance
        return DieDrawn(name=full, happens=happens, entered=False, chance=chance)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mismatch:
    """A recorded draw that the seed does not give."""

    night: int
    die: DieDrawn


def verify(seed: str, published: str | None, draws: Iterable[tuple[int, DieDrawn]]) -> tuple[Mismatch, ...] | None:
    """D3: check a finished game. `draws` are (night, die); entered dice are the GM's word and are not checked.

    Gives the draws that the seed does not give (empty: all is well), or None when the seed is not the one whose hash
    was `published`.
    """
    if published is not None and not hmac.compare_digest(commitment(seed), published.strip().lower()):
        return None
    return tuple(
        Mismatch(night=night, die=die)
        for night, die in draws
        if not die.entered and (fraction(seed, night, die.name) < die.chance) != die.happens
    )
