"""The errors of a game's life (see `engine.errors` for the whole tree).

InputError
├── StaleError              somebody else wrote since: what was decided on is not what stands now
├── PackError               a file that is no packed game, or not of this game
└── ForkedError             two copies of a game were both written to: neither may take the other's place
"""

from __future__ import annotations

from engine.errors import InputError


class StaleError(InputError):
    """Another game master wrote between looking and deciding; the message tells what."""


class PackError(InputError):
    """A file that cannot be unpacked as a game."""


class ForkedError(InputError):
    """Two copies of one game have grown apart; the message says how to bring them together."""
