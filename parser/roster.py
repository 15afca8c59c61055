"""Words → players: every case form of every name, alias and account, built once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RosterPlayer:
    """One slot as voters may call it."""

    name: str
    aliases: tuple[str, ...] = ()
    accounts: tuple[str, ...] = ()


class Roster:
    """All players of a game, the dead included; immutable. With `numbered`, list numbers name players too."""

    def __init__(self, players: Sequence[RosterPlayer], *, numbered: bool = False) -> None:
        self.players = tuple(players)
        self.numbered = numbered
        self._forms: dict[str, str] = {}
        for player in self.players:
            for called in (player.name, *player.aliases, *player.accounts):
                self._forms.setdefault(called.casefold(), player.name)

    def named(self, name: str) -> str | None:
        """The slot that `name` (a slot name, alias or account, as it is) belongs to."""
        return self._forms.get(name.casefold())
