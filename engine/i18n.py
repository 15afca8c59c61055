"""Marking of user-facing strings for translation; the one place that knows the language in force.

Source strings are English; `itogi.i18n` loads the Russian catalogues and calls `install`. This module
reads no files, so that the engine and the parser stay pure.
"""

from __future__ import annotations

import errno
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


_SYSTEM = {
    errno.ENOENT: N_("no such file or folder"),
    errno.EACCES: N_("no right to do so"),
    errno.EPERM: N_("no right to do so"),
    errno.EROFS: N_("the disk can only be read"),
    errno.ENOSPC: N_("no room left on the disk"),
    errno.EDQUOT: N_("no room left on the disk"),
    errno.EISDIR: N_("it is a folder, not a file"),
    errno.ENOTDIR: N_("it is a file, not a folder"),
    errno.EEXIST: N_("it is there already"),
    errno.ENAMETOOLONG: N_("the name is too long"),
    errno.EADDRINUSE: N_("the port is taken by another program"),
    errno.EIO: N_("the disk fails"),
}


def reason(fault: OSError) -> str:
    """Why the system refused, in the language in force; its own words where they have no translation."""
    known = _SYSTEM.get(fault.errno or 0)
    return _(known) if known else fault.strerror or str(fault)
