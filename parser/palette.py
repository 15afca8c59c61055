"""Which colours mean red, blue, nothing or a question: data that a ruleset can replace.

A colour is judged by its nearest anchor in OKLab, the space in which equal distances look equally far apart. Hue
bands cannot do it: brown lies in red's band and deepskyblue in blue's, and both must be a question.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum

from tinycss2.color4 import parse_color

from engine.errors import RulesetError
from engine.i18n import _
from engine.records import Colour

Lab = tuple[float, float, float]

# <font color> takes anything: characters that are no hex digits count as 0 (HTML standard, "legacy color value").
_LEGACY_LENGTH = 128
# Judged values are remembered; a board uses few, and a flood of odd ones must not fill the memory.
_REMEMBERED = 4096


class Tone(StrEnum):
    """What a painted piece of text says."""

    RED = "red"
    BLUE = "blue"
    UNCLEAR = "unclear"
    NONE = "none"
    """Painted, but in no colour that could be meant as a vote: green, grey, black."""

    @property
    def colour(self) -> Colour | None:
        """The vote's colour; None for a question or nothing."""
        return _COLOURS.get(self)


_RESETS = ("transparent", "initial", "revert")
# Anchors this near to a colour that a ruleset claims for red or blue go over to it.
_SAME = 0.08
_COLOURS = {Tone.RED: Colour.RED, Tone.BLUE: Colour.BLUE}


@dataclass(frozen=True)
class Palette:
    """Anchors and words of a board's vote colours. All values are CSS colours, words are Russian stems."""

    red: tuple[str, ...] = (
        *("red", "crimson", "firebrick", "darkred", "orangered", "#c00", "#e60000", "#aa0000", "#b82f31", "#dd1111"),
        *("#e74c3c", "#d9121a", "#990000", "#ff2020", "#c0392b"),
    )
    blue: tuple[str, ...] = (
        *("blue", "navy", "mediumblue", "darkblue", "royalblue", "dodgerblue", "midnightblue", "#0066cc", "#2969b0"),
        *("#003399", "#2980b9", "#3333ff", "#0044bb", "#1e64e0", "#3366cc"),
    )
    unclear: tuple[str, ...] = (
        *("brown", "maroon", "indianred", "salmon", "lightsalmon", "darksalmon", "lightcoral", "rosybrown", "coral"),
        *("tomato", "orange", "darkorange", "chocolate", "sienna", "saddlebrown", "peru", "sandybrown", "goldenrod"),
        *("gold", "yellow", "pink", "lightpink", "hotpink", "deeppink", "palevioletred", "mediumvioletred", "plum"),
        *("magenta", "purple", "darkmagenta", "orchid", "mediumorchid", "darkorchid", "darkviolet", "blueviolet"),
        *("violet", "indigo", "mediumpurple", "rebeccapurple", "slateblue", "mediumslateblue", "darkslateblue"),
        *("deepskyblue", "skyblue", "lightskyblue", "lightblue", "powderblue", "steelblue", "cornflowerblue"),
        *("lightsteelblue", "cadetblue", "cyan", "darkcyan", "teal", "turquoise", "mediumturquoise", "darkturquoise"),
        *(
            "paleturquoise",
            "aquamarine",
            "#5c0000",
            "#ff8080",
            "#8080ff",
            "#00a0c0",
            "#800040",
            "#ad1f4e",
            "#ff4fa0",
            "#ff5500",
            "#990033",
            "#d92668",
            "#d96626",
        ),
    )
    none: tuple[str, ...] = (
        *("green", "darkgreen", "forestgreen", "seagreen", "mediumseagreen", "limegreen", "lime", "lightgreen"),
        *("palegreen", "springgreen", "lawngreen", "yellowgreen", "olive", "olivedrab", "darkolivegreen", "black"),
        *("#111", "#222", "#333", "#444", "dimgray", "gray", "darkgray", "silver", "lightgray", "whitesmoke", "white"),
        *("slategray", "darkslategray", "#2c3e50", "#1a1a2e", "#101830", "#1c2837", "#282828", "#272a34", "ivory"),
        *("lavender", "aliceblue", "mistyrose", "#2b1d0e"),
    )
    red_words: tuple[str, ...] = ("красн",)
    blue_words: tuple[str, ...] = ("син",)
    unclear_words: tuple[str, ...] = (
        *("голуб", "ал", "багров", "бордов", "малинов", "розов", "оранжев", "рыж", "коричнев", "фиолетов", "лилов"),
        *("сиренев", "бирюзов", "лазурн", "лазоревы", "пурпурн", "вишнев", "рубинов", "желт", "зелен", "салатов"),
        *("черн", "бел", "сер", "золот", "кров", "сливов", "терракотов", "морковн", "персиков", "лимонн", "изумрудн"),
        *("бежев", "кремов", "гранатов", "медн", "бронзов", "серебрист", "золотист", "оливков", "мятн", "шоколадн"),
        *("кирпичн", "багрян", "пунцов", "кумачов", "васильков", "небесн", "фиалков", "лавандов", "кораллов", "янтарн"),
        *("red", "blue", "рэд", "ред", "блю", "krasnym", "sinim", "krasnim"),
    )
    """Further colour words: a question when they stand as a vote's colour."""
    _anchors: tuple[tuple[Lab, Tone], ...] = field(init=False, repr=False, compare=False)
    _judged: dict[str, Tone | None] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        anchors = []
        for tone in Tone:
            for value in getattr(self, tone.value):
                lab = _lab_of(value)
                if not isinstance(lab, tuple):
                    raise RulesetError(_("palette.{tone}: {value!r} is no CSS colour").format(tone=tone, value=value))
                anchors.append((lab, tone))
        object.__setattr__(self, "_anchors", tuple(anchors))

    def tone(self, value: str) -> Tone | None:
        """The tone of a CSS colour value; None when it paints nothing (invalid, `inherit`, `currentcolor`)."""
        if value not in self._judged:
            if len(self._judged) > _REMEMBERED:
                self._judged.clear()
            self._judged[value] = self._judge(value.strip().removesuffix("!important").strip().casefold())
        return self._judged[value]

    def _judge(self, value: str) -> Tone | None:
        lab = _lab_of(value)
        if lab is None:
            return Tone.NONE if value in _RESETS else None
        if isinstance(lab, Tone):
            return lab
        if math.hypot(lab[1], lab[2]) < 0.03:
            return Tone.NONE
        return min(self._anchors, key=lambda anchor: math.dist(anchor[0], lab))[1]

    def legacy_tone(self, value: str) -> Tone | None:
        """The tone of the `color` of a `<font>`, which browsers read whatever stands there."""
        known = self.tone(value)
        if known is not None or not value.strip() or value.strip().casefold() == "transparent":
            return known
        return self.tone(_legacy_hex(value))


def palette_from(data: Mapping[str, object]) -> Palette:
    """The palette of a ruleset's `palette` table: each key given replaces that list, the others keep the default's.

    Raises RulesetError, naming the key at fault.
    """
    allowed = {item.name for item in fields(Palette) if item.init}
    given: dict[str, tuple[str, ...]] = {}
    for key, values in data.items():
        if key not in allowed:
            raise RulesetError(
                _("palette.{key}: no such list; known are {known}").format(key=key, known=", ".join(sorted(allowed)))
            )
        if not isinstance(values, list | tuple) or not all(isinstance(value, str) and value for value in values):
            raise RulesetError(_("palette.{key}: a list of texts is expected").format(key=key))
        given[key] = tuple(values)
    # A board that votes in green takes green from the colours that mean nothing (and from the questions).
    claimed = {value.casefold() for key in ("red", "blue") for value in given.get(key, ())}
    default = Palette() if claimed else DEFAULT_PALETTE
    for key in ("none", "unclear"):
        if key not in given and claimed:
            given[key] = tuple(value for value in getattr(default, key) if not _claims(claimed, value))
    claimed_words = {stem for key in ("red_words", "blue_words") for stem in given.get(key, ())}
    if claimed_words and "unclear_words" not in given:
        given["unclear_words"] = tuple(stem for stem in default.unclear_words if stem not in claimed_words)
    return Palette(**given)


def _claims(claimed: set[str], value: str) -> bool:
    lab = _lab_of(value)
    near = [other for anchor in claimed if isinstance(other := _lab_of(anchor), tuple)]
    return isinstance(lab, tuple) and any(math.dist(other, lab) < _SAME for other in near)


def _lab_of(value: str) -> Lab | Tone | None:
    """OKLab of a CSS colour on white paper; None when it is no colour of its own, UNCLEAR when it cannot be judged."""
    try:
        colour = parse_color(value)
    except (ValueError, TypeError, ArithmeticError, RecursionError):
        # The library trusts its tokens more than a forum's users deserve.
        return None
    if colour is None or isinstance(colour, str) or not colour.alpha:
        return None
    try:
        srgb = colour.to("srgb")
        channels = [min(1.0, max(0.0, part)) for part in list(srgb)[:3]]
    except (NotImplementedError, ValueError, TypeError, ArithmeticError):
        return Tone.UNCLEAR
    if any(math.isnan(part) for part in channels):
        return Tone.UNCLEAR
    alpha = min(1.0, colour.alpha)
    return _oklab(*(_linear(1 - alpha + alpha * part) for part in channels))


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _oklab(red: float, green: float, blue: float) -> Lab:
    long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    medium = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def _legacy_hex(value: str) -> str:
    digits = "".join(c if c in "0123456789abcdefABCDEF" else "0" for c in value.strip()[:_LEGACY_LENGTH].lstrip("#"))
    digits += "0" * (-len(digits) % 3 or (3 if not digits else 0))
    size = len(digits) // 3
    parts = [digits[at * size : (at + 1) * size][-8:] for at in range(3)]
    while len(parts[0]) > 2 and all(part.startswith("0") for part in parts):
        parts = [part[1:] for part in parts]
    return "#" + "".join(part[:2].rjust(2, "0") for part in parts)


DEFAULT_PALETTE = Palette()
