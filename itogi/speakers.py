"""Who speaks: from a post's account to a slot, the GM, or nobody of the game (V16, V18). Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from engine.events import Decided, Event
from engine.records import Ruling
from itogi.config import Account, Game
from scraper.records import Post


class Standing(StrEnum):
    """What an author is to the game."""

    PLAYER = "player"
    MODERATOR = "moderator"
    IMPOSTOR = "impostor"
    """A guest or another account that writes under a player's name (V18)."""
    FORMER = "former"
    """An account that was replaced, or that takes the slot over later (V16)."""
    STRANGER = "stranger"


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaker:
    """Who wrote a post."""

    standing: Standing
    name: str
    """Slot name of players, impostors and former accounts; else the name as shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Voice:
    """One account that speaks for a slot, for a time."""

    account: Account
    slot: str
    since: datetime | None = None
    until: datetime | None = None


class Speakers:
    """All accounts of the game. An account is known by its id where the board shows one (V18)."""

    def __init__(self, game: Game, events: Iterable[Event], posts: Iterable[Post]) -> None:
        """`events`: those that hold. `posts`: all posts of the game's topics in order; they tell accounts' ids."""
        self._slots = {entry.name.casefold(): entry.name for entry in game.file.players}
        self.voices = _voices(game, events)
        self.moderators = game.moderators
        self._ids = _learned(posts)
        self._authors: dict[tuple[str, str | None, bool], tuple[bool, tuple[Voice, ...]]] = {}

    def speaker(self, post: Post) -> Speaker:
        """Who wrote `post`."""
        leads, own = self._known_as(post)
        if leads:
            return Speaker(standing=Standing.MODERATOR, name=post.author)
        for voice in own:
            if (voice.since is None or voice.since <= post.posted_at) and (
                voice.until is None or post.posted_at < voice.until
            ):
                return Speaker(standing=Standing.PLAYER, name=voice.slot)
        if own:
            return Speaker(standing=Standing.FORMER, name=own[0].slot)
        claimed = self._claimed(post.author)
        if claimed:
            return Speaker(standing=Standing.IMPOSTOR, name=claimed)
        return Speaker(standing=Standing.STRANGER, name=post.author)

    def _known_as(self, post: Post) -> tuple[bool, tuple[Voice, ...]]:
        """Whether the author leads the game, and the voices that are theirs at any time; once for each author."""
        key = (post.author.casefold(), post.author_id, post.guest)
        if key not in self._authors:
            leads = any(self._is(account, post) for account in self.moderators)
            self._authors[key] = leads, tuple(voice for voice in self.voices if self._is(voice.account, post))
        return self._authors[key]

    def _is(self, account: Account, post: Post) -> bool:
        known = account.id or self._ids.get(account.name) or self._ids.get(account.name.casefold())
        if known and post.author_id:
            # A renamed account stays itself; a name that another account took does not make it the player.
            return known == post.author_id
        return not post.guest and post.author.casefold() == account.name.casefold()

    def _claimed(self, author: str) -> str | None:
        key = author.casefold().strip()
        voiced = {voice.account.name.casefold(): voice.slot for voice in self.voices}
        return self._slots.get(key) or voiced.get(key)


def _voices(game: Game, events: Iterable[Event]) -> tuple[Voice, ...]:
    voices = [
        Voice(account=account, slot=entry.name)
        for entry in game.file.players
        for account in game.accounts_of(entry.name)
    ]
    for event in events:
        match event.said:
            case Decided(decision=decision) if decision.ruling is Ruling.REPLACE and decision.account:
                since = decision.at or event.at
                voices = [
                    Voice(account=voice.account, slot=voice.slot, since=voice.since, until=since)
                    if voice.slot == decision.player and voice.until is None
                    else voice
                    for voice in voices
                ]
                voices.append(Voice(account=Account(name=decision.account), slot=decision.player, since=since))
            case _:
                pass
    return tuple(voices)


def _learned(posts: Iterable[Post]) -> dict[str, str]:
    """Ids by account name, as written and in small letters, from each name's first post with an account. Some boards
    let two accounts differ in the case of letters alone.
    """
    ids: dict[str, str] = {}
    small: dict[str, str] = {}
    for post in posts:
        if post.author_id and not post.guest:
            ids.setdefault(post.author, post.author_id)
            small.setdefault(post.author.casefold(), post.author_id)
    return small | ids
