"""The loopback boards by the names of their engines."""

from __future__ import annotations

from manners_board import Board, FakeClock
from manners_fluxbb import Fluxbb
from manners_mybb import Mybb
from manners_phpbb import OldPhpbb, Phpbb
from manners_punbb import MybbRu, Punbb
from manners_smf import Smf


def make(kind: str, clock: FakeClock) -> Board:
    """A board by the name of its manners."""
    match kind:
        case "phpbb":
            return Phpbb(clock=clock)
        case "phpbb30":
            return OldPhpbb(clock=clock)
        case "mybb":
            return Mybb(clock=clock, flood_seconds=60)
        case "fluxbb":
            return Fluxbb(clock=clock, flood_seconds=60)
        case "punbb":
            return Punbb(clock=clock, flood_seconds=60)
        case "smf":
            return Smf(clock=clock, flood_seconds=5)
        case "mybbru":
            return MybbRu(clock=clock, charset="cp1251", flood_seconds=30)
    raise AssertionError(kind)


ENGINES = ("phpbb", "phpbb30", "mybb", "fluxbb", "punbb", "smf", "mybbru")
ADAPTERS = {"phpbb30": "phpbb"}
