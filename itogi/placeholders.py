"""What stands in place of a value in the help and in complaints, in the language in force. Pure."""

from __future__ import annotations

import re

from engine.i18n import N_, _

WORDS = (
    *(N_("ACCOUNT"), N_("ALIAS"), N_("ARGS"), N_("CHOICE"), N_("COLOUR"), N_("COMMAND"), N_("DATE")),
    *(N_("DIRECTORY"), N_("FILE")),
    *(N_("GAME"), N_("INTEGER RANGE"), N_("INTEGER"), N_("KEY"), N_("KIND"), N_("MASK"), N_("MOMENT"), N_("NAME")),
    *(N_("NUMBER"), N_("OPTIONS"), N_("PAIRS"), N_("PATH"), N_("PLACE"), N_("PLAYERS"), N_("PLAYER"), N_("POSTS")),
    *(N_("ROLES"), N_("ROLE"), N_("SOURCE"), N_("TARGET"), N_("TEXT"), N_("TIME"), N_("URLS"), N_("URL")),
    *(N_("VERDICT"), N_("VOTER"), N_("WORDS"), N_("ZONE"), N_("NIGHT"), N_("FLOAT")),
)
"""Longer ones stand before those that they begin with. ISO is the same in both languages."""

_WORD = re.compile("|".join(rf"(?<![A-Za-z.]){word}(?![A-Za-z])" for word in WORDS))


def placeholders(text: str) -> str:
    """`[NAME=ROLE]...` in the language in force; what is no placeholder is typed as it stands."""
    return _WORD.sub(lambda found: _(found[0]), text)
