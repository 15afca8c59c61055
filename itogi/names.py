"""Names as a GM types them: players, roles, colours, yes and no."""

from __future__ import annotations

from collections.abc import Iterable

from engine.i18n import _, pgettext
from engine.records import Colour, Gender, Role
from itogi.errors import NotYetError
from itogi.haste import folded, meant, nearest, retyped

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
GENDER_WORDS = {
    "m": ("м", "он", "муж", "мужской"),
    "f": ("ж", "она", "жен", "женский"),
    "n": ("с", "ср", "оно", "средний"),
    "p": ("мн", "они", "множественное"),
}
YES = ("да", "yes", "y", "д", "+", "true", "1")
NO = ("нет", "no", "n", "н", "-", "false", "0")


def same(left: str, right: str) -> bool:
    """Whether two names are one to a human eye: case, «ё» and spaces aside."""
    return folded(left) == folded(right)


def slot_named(names: Iterable[str], text: str) -> str:
    """The slot's name that `text` writes, in whatever letter case or on whatever keyboard layout.

    Raises NotYetError with the likeliest name and those to choose from.
    """
    known = tuple(names)
    found = (
        [name for name in known if same(name, text)]
        or [name for name in known if len(text.strip()) > 1 and folded(name).startswith(folded(text))]
        or [name for name in known if folded(name) == folded(retyped(text))]
    )
    if len(found) == 1:
        return found[0]
    if found:
        what = _("`{name}` could be {names}; write more of the name.")
        raise NotYetError(what.format(name=text, names=", ".join(found)))
    likely = nearest(text, known)
    what = (
        _("There is no player `{name}`; perhaps {likely}? The players are: {names}.")
        if likely
        else _("There is no player `{name}`; the players are: {names}.")
    )
    raise NotYetError(what.format(name=text, likely="".join(likely), names=", ".join(known)))


def role_named(text: str) -> Role:
    """A role by its name of the contract or a GM's word for it. Raises NotYetError."""
    wanted = folded(text)
    for role, words in ROLE_WORDS.items():
        if wanted == role.value or wanted in words:
            return role
    accepted = ", ".join(f"{words[0]} ({role.value})" for role, words in ROLE_WORDS.items())
    likely = nearest(text, (word for words in ROLE_WORDS.values() for word in words))
    what = (
        _("There is no role `{role}`; perhaps {likely}? Accepted: {accepted}.")
        if likely
        else _("There is no role `{role}`; accepted: {accepted}.")
    )
    raise NotYetError(what.format(role=text, likely="".join(likely), accepted=accepted))


def gender_named(text: str) -> Gender:
    """The gender of a name by its letter or a GM's word for it. Raises NotYetError."""
    if (word := meant(GENDER_WORDS, text)) is None:
        raise NotYetError(_("`{gender}` is no gender: m, f, n, or p for plural.").format(gender=text))
    return Gender(word)


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
