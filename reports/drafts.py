"""Drafts of everything that a GM posts: public records in, texts out (P1, P2).

`Texts` makes a `Draft` of each kind; `reports.formats.render` puts it into plain text, BBCode, HTML or Markdown.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.i18n import pgettext
from reports.chronicle import GameRecord
from reports.public import (
    PublicCount,
    PublicDay,
    PublicFate,
    PublicNight,
    PublicOpening,
    PublicRemoval,
    PublicReplacement,
    PublicWarning,
)
from reports.spans import Draft
from reports.templating import LANGUAGES, Renderer


def language_in_force() -> str:
    """`ru` or `en`: the language in which drafts are written when the game names none."""
    # i18n: the code of this catalogue's language: ru
    code = pgettext("language of the drafts", "en")
    return code if code in LANGUAGES else "en"


class Texts:
    """The texts of one game: `language` of the templates, and a GM's own `folder` of them, if there is one.

    Every method raises TemplateError when the GM's template is broken.
    """

    def __init__(self, language: str | None = None, folder: Path | None = None) -> None:
        self._renderer = Renderer(language or language_in_force(), folder)

    def night(self, night: PublicNight) -> Draft:
        """Results of a night."""
        return self._renderer.render("night", night=night, changed=night)

    def court(self, day: PublicDay) -> Draft:
        """Results of a court."""
        return self._renderer.render("court", day=day, changed=day)

    def count(self, count: PublicCount) -> Draft:
        """The count in the middle of a day."""
        return self._renderer.render("count", count=count)

    def call(self, count: PublicCount) -> Draft:
        """A call to those who have not voted."""
        return self._renderer.render("call", count=count)

    def opening(self, opening: PublicOpening) -> Draft:
        """The opening of a day."""
        return self._renderer.render("opening", opening=opening)

    def warning(self, warning: PublicWarning) -> Draft:
        """A warning to a player."""
        return self._renderer.render("warning", warning=warning)

    def private(self, warning: PublicWarning) -> Draft:
        """The private notice of a decision to the player concerned (Г10)."""
        return self._renderer.render("private", warning=warning)

    def modkill(self, removal: PublicRemoval) -> Draft:
        """The notice of a modkill, with everyone whose ballot it concerns (V20)."""
        return self._renderer.render("modkill", removal=removal)

    def replacement(self, replacement: PublicReplacement) -> Draft:
        """The notice of a replacement."""
        return self._renderer.render("replacement", replacement=replacement)

    def roster(self, fates: Sequence[PublicFate]) -> Draft:
        """The roster with fates (`reports.public.public_roster`)."""
        return self._renderer.render("roster", fates=tuple(fates))

    def record(self, record: GameRecord) -> Draft:
        """The record of the whole game (P3); holds every secret, for after the game."""
        return self._renderer.render("record", record=record)
