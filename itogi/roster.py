"""The roster as the file and the events tell it together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.events import AliasAdded, Event, RolesDealt
from engine.records import GameSetup, Player
from itogi.config import Game


def players_of(game: Game, events: Iterable[Event]) -> tuple[Player, ...]:
    """The players with the roles and aliases that the events add to the file's."""
    players = {player.name: player for player in game.setup().players}
    for event in events:
        match event.said:
            case RolesDealt(roles=roles):
                for name, role in roles:
                    if name in players:
                        players[name] = replace(players[name], role=role)
            case AliasAdded(player=name, alias=alias):
                if name in players and alias not in players[name].aliases:
                    players[name] = replace(players[name], aliases=(*players[name].aliases, alias))
            case _:
                pass
    return tuple(players.values())


def setup_of(game: Game, events: Iterable[Event], *, seed: str | None = None) -> GameSetup:
    """The game before its first night, roles and aliases of the events included."""
    return replace(game.setup(seed=seed), players=players_of(game, events))
