"""The colours of a game's votes (setting `colours`) as the reader of posts wants them."""

from __future__ import annotations

from engine.ruleset import Ruleset
from parser.palette import DEFAULT_PALETTE, Palette, palette_from

FAMILIES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "red": (DEFAULT_PALETTE.red, DEFAULT_PALETTE.red_words),
    "blue": (DEFAULT_PALETTE.blue, DEFAULT_PALETTE.blue_words),
    "green": (("green", "darkgreen", "forestgreen", "seagreen", "limegreen", "lime"), ("зелен",)),
    "orange": (("orange", "darkorange", "#ff8c1a"), ("оранжев", "рыж")),
    "purple": (("purple", "darkmagenta", "rebeccapurple", "indigo", "blueviolet"), ("фиолетов", "лилов")),
    "pink": (("pink", "hotpink", "deeppink", "lightpink"), ("розов",)),
    "yellow": (("yellow", "gold"), ("желт",)),
    "brown": (("brown", "saddlebrown", "sienna"), ("коричнев",)),
}
"""Colour by its English name: CSS colours near it, and the stems of its Russian word."""


def palette_of(rules: Ruleset) -> Palette:
    """The palette of a game. Raises RulesetError for a colour that is neither known here nor a CSS colour."""
    data: dict[str, object] = {}
    for tone, names in (("red", rules.colours.against), ("blue", rules.colours.defence)):
        if names == (tone,):
            continue
        families = [FAMILIES.get(name, ((name,), ())) for name in names]
        data[tone] = tuple(colour for colours, _stems in families for colour in colours)
        data[f"{tone}_words"] = tuple(stem for _colours, stems in families for stem in stems)
    return palette_from(data) if data else DEFAULT_PALETTE
