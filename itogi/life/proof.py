"""The proof of a game's dice after its end (D3): the seed, the hash that was published, every draw, the deal."""

from __future__ import annotations

from dataclasses import dataclass

from engine.dice import commitment, fraction, verify
from engine.events import DiceDrawn
from engine.i18n import _
from engine.results import DieDrawn, NightResult
from itogi.errors import NotYetError
from itogi.evening import Evening
from itogi.life.dealing import Deal, faults, kept
from itogi.life.ending import results_of
from itogi.life.texts import texts_of
from reports.letters import DealProof, DiceProof, DieProof
from reports.phrases import die_name
from reports.public import names_of
from reports.spans import Draft, Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """A draw as the file of a finished game has it."""

    night: int
    name: str
    happens: bool
    chance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """What players need to check a game's dice."""

    seed: str
    hash: str
    draws: tuple[Draw, ...]


def book_of(evening: Evening, seed: str) -> Book:
    """The draws of the nights that are over, as they stand on record or come of the seed; without the GM's own dice."""
    draws = {
        (result.night, die.name): Draw(night=result.night, name=die.name, happens=die.happens, chance=die.chance)
        for result in results_of(evening)
        if isinstance(result, NightResult)
        for die in result.dice
        if not die.entered
    } | {
        (event.said.night, name): Draw(night=event.said.night, name=name, happens=happens, chance=chance)
        for event in evening.events
        if isinstance(event.said, DiceDrawn)
        for name, happens, chance in event.said.draws
    }
    return Book(seed=seed, hash=commitment(seed), draws=tuple(draws[key] for key in sorted(draws)))


def entered_in(evening: Evening) -> int:
    """How many dice the GM threw himself: nobody can check them."""
    return sum(die.entered for result in results_of(evening) if isinstance(result, NightResult) for die in result.dice)


def checked(book: Book, published: str | None = None) -> int:
    """How many draws are what the seed gives. Raises NotYetError when one is not, or when the seed is not the one
    whose hash was `published`.
    """
    draws = [
        (draw.night, DieDrawn(name=draw.name, happens=draw.happens, entered=False, chance=draw.chance))
        for draw in book.draws
    ]
    wrong = verify(book.seed, published or book.hash, draws)
    if wrong is None:
        raise NotYetError(_("The seed is not the one whose hash was published: the dice are not proven."))
    if wrong:
        listed = "; ".join(
            _("night {night}: {die}").format(night=item.night, die=die_name(item.die.name)) for item in wrong
        )
        raise NotYetError(_("These draws are not what the seed gives: {draws}").format(draws=listed))
    return len(draws)


def deal_of(evening: Evening, seed: str) -> Deal | None:
    """The deal of the roles, where dice dealt them."""
    return kept(evening.events, seed)


def deal_checked(deal: Deal, published: str | None = None) -> None:
    """Raises NotYetError when the seed does not give this deal."""
    wrong = faults(deal, published)
    if wrong:
        raise NotYetError(_("The deal is not proven: {why}.").format(why="; ".join(wrong)))


def proof_draft(evening: Evening, seed: str) -> Draft:
    """The text with which players check dice and deal after the game. It tells every secret. Raises TemplateError."""
    names = names_of(evening.setup.players)
    book, deal = book_of(evening, seed), deal_of(evening, seed)
    return texts_of(evening.game).proof(
        DiceProof(
            title=Words(evening.game.title),
            seed=Words(book.seed),
            seed_hash=Words(book.hash),
            draws=tuple(
                DieProof(
                    night=draw.night,
                    said=Words(f"{draw.night}:{draw.name}"),
                    die=Words(die_name(draw.name)),
                    fraction=f"{fraction(seed, draw.night, draw.name):.4f}",
                    chance=f"{draw.chance:g}",
                    happens=draw.happens,
                )
                for draw in book.draws
            ),
            deal=DealProof(
                round=deal.round,
                roles=deal.roles,
                dealt=tuple((names[name], role) for name, role in deal.dealt if name in names),
            )
            if deal
            else None,
            entered=entered_in(evening),
        )
    )
