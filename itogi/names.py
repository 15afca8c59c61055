"""Names as a GM types them: players, roles, colours, yes and no."""

from __future__ import annotations

from collections.abc import Iterable

from engine.i18n import _, pgettext
from engine.records import Colour, Role
from itogi.errors import NotYetError

ROLE_WORDS: dict[Role, tuple[str, ...]] = {
    Role.BOSS: ("босс", "босс мафии", "дон"),
    Role.RANK2: ("2 ранг", "ранг 2", "второй ранг"),
    Role.RANK3: ("3 ранг", "ранг 3", "третий ранг"),
    Role.LAWYER: ("адвокат",),
    Role.JOURNALIST: ("журналист",),
    Role.GOON: ("громила",),
    Role.MANIAC: ("маньяк", "ман"),
    Role.COMMISSIONER: ("комиссар", "ком"),
    Role.DOCTOR: ("доктор", "док"),
    Role.GIRL: ("девочка", "девушка"),
    Role.PROSECUTOR: ("прокурор",),
    Role.CITIZEN: ("мж", "мирный житель", "мирный", "горожанин"),
}
"""What GMs write for the roles, in any language of the program."""

COLOUR_WORDS = {
    Colour.RED: ("красный", "красным", "красн", "кр", "red", "против"),
    Colour.BLUE: ("синий", "синим", "син", "blue", "защита"),
}
YES = ("да", "yes", "y", "д", "+", "true", "1")
NO = ("нет", "no", "n", "н", "-", "false", "0")


def same(left: str, right: str) -> bool:
    """Whether two names are one to a human eye: case, «ё» and spaces aside."""
    return _folded(left) == _folded(right)


def slot_named(names: Iterable[str], text: str) -> str:
    """The slot's name that `text` writes, in whatever letter case. Raises NotYetError with the names to choose from."""
    known = tuple(names)
    found = [name for name in known if same(name, text)] or [
        name for name in known if len(text.strip()) > 1 and _folded(name).startswith(_folded(text))
    ]
    if len(found) == 1:
        return found[0]
    raise NotYetError(
        _("There is no player `{name}`; the players are: {names}.").format(name=text, names=", ".join(known))
        if not found
        else _("`{name}` could be {names}; write more of the name.").format(name=text, names=", ".join(found))
    )


def role_named(text: str) -> Role:
    """A role by its name of the contract or a GM's word for it. Raises NotYetError."""
    wanted = _folded(text)
    for role, words in ROLE_WORDS.items():
        if wanted == role.value or wanted in words:
            return role
    accepted = ", ".join(f"{words[0]} ({role.value})" for role, words in ROLE_WORDS.items())
    raise NotYetError(_("There is no role `{role}`; accepted: {accepted}.").format(role=text, accepted=accepted))


def colour_named(text: str) -> Colour:
    """The colour of a vote by a GM's word for it. Raises NotYetError."""
    for colour, words in COLOUR_WORDS.items():
        if text.strip().casefold() in words:
            return colour
    raise NotYetError(_("`{text}` is no colour of a vote; write red or blue.").format(text=text))


def in_colour(colour: Colour | None) -> str:
    """The colour of a ballot after its target: «Гнев красным»."""
    if colour is None:
        return _("without colour")
    return pgettext("ballot", "in red") if colour is Colour.RED else pgettext("ballot", "in blue")


def _folded(text: str) -> str:
    return " ".join(text.casefold().replace("ё", "е").split())
