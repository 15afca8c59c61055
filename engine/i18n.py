"""Marking of user-facing strings for translation; the one place that knows the language in force.

Source strings are English; `itogi.i18n` loads the Russian catalogues and calls `install`. This module
reads no files, so that the engine and the parser stay pure.
"""

from __future__ import annotations

import gettext as _gettext
from contextvars import ContextVar

_in_force: ContextVar[_gettext.NullTranslations] = ContextVar("itogi_translations")
_english = _gettext.NullTranslations()


def install(translations: _gettext.NullTranslations) -> None:
    """Put `translations` in force for this context (a command, a web request, a test)."""
    _in_force.set(translations)


def _(message: str) -> str:
    """`message` (English) in the language in force. Format afterwards: `_("Day {day}").format(day=2)`."""
    return _in_force.get(_english).gettext(message)


def ngettext(singular: str, plural: str, count: int) -> str:
    """The form of an English pair that fits `count` in the language in force; Russian has three forms."""
    return _in_force.get(_english).ngettext(singular, plural, count)


def pgettext(context: str, message: str) -> str:
    """Like `_`, for a word that needs `context` to be translated."""
    return _in_force.get(_english).pgettext(context, message)


def N_(message: str) -> str:  # noqa: N802 - the customary name
    """Mark `message` for extraction without translating it yet (for module-level tables)."""
    return message
