"""Language of what the program says: Russian by default, English by `--lang en` or LANG.

Each package keeps its own catalogue, `itogi/locale/<lang>/LC_MESSAGES/<domain>.po`; all are joined here.
"""

from __future__ import annotations

import gettext
import os
from functools import cache
from importlib import resources

from engine import i18n

LANGUAGES = ("ru", "en")
LOCALE = resources.files("itogi") / "locale"


def language_of_environment() -> str:
    """`ITOGI_LANG`, else `en` when LANG and its kin clearly ask for English, else Russian."""
    chosen = os.environ.get("ITOGI_LANG", "")
    if chosen in LANGUAGES:
        return chosen
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value and value.split(".")[0] not in ("C", "POSIX"):
            return "en" if value.startswith("en") else "ru"
    return "ru"


@cache
def translations_for(language: str) -> gettext.NullTranslations:
    """All catalogues of `language` as one; English is the source and needs none."""
    joined = gettext.NullTranslations()
    if language == "en":
        return joined
    folder = LOCALE / language / "LC_MESSAGES"
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        if entry.name.endswith(".mo"):
            with entry.open("rb") as catalogue:
                translations = gettext.GNUTranslations(catalogue)
            translations.add_fallback(joined)
            joined = translations
    return joined


def use_language(language: str) -> None:
    """Put `language` (`ru` or `en`) in force."""
    i18n.install(translations_for(language))
