"""What a command is given to read: a file or the standard input, as text or JSON; every fault is one clear line."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from engine.errors import InputError
from engine.i18n import N_, _, reason

_FAULTS = {
    "Expecting value": N_("a value is missing here"),
    "Expecting property name enclosed in double quotes": N_("the name of a field, in double quotes, is missing here"),
    "Expecting ':' delimiter": N_("a colon is missing here"),
    "Expecting ',' delimiter": N_("a comma is missing here"),
    "Extra data": N_("something stands after the end"),
    "Unterminated string starting at": N_("the text that begins here has no end"),
    "Invalid control character at": N_("a line break or another control character stands within a text"),
    "Invalid \\": N_("a backslash that means nothing"),
    "Illegal trailing comma before end of object": N_("a comma before the closing bracket"),
    "Illegal trailing comma before end of array": N_("a comma before the closing bracket"),
}
"""What Python calls the faults of JSON, for people."""


def text_input(name: str) -> str:
    """The UTF-8 text of the file `name`, or of the standard input for `-`; raises `InputError`."""
    told = called(name)
    try:
        content = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError) as fault:
        why = reason(fault) if isinstance(fault, OSError) else str(fault)
        raise InputError(_("Cannot read {file}: {reason}").format(file=told, reason=why)) from None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise InputError(
            _("{file} is not UTF-8 text (byte {place}); save it as UTF-8").format(file=told, place=fault.start)
        ) from None


def json_input(name: str) -> object:
    """The JSON value in the file `name`, or on the standard input for `-`; raises `InputError`."""
    text = text_input(name)
    if not text.strip():
        raise InputError(_("{file} is empty; it must hold JSON").format(file=called(name)))
    try:
        value = json_value(text)
    except json.JSONDecodeError as fault:
        raise InputError(
            _("{file} is not JSON: line {line}, column {column}: {what}").format(
                file=called(name), line=fault.lineno, column=fault.colno, what=_fault(fault.msg)
            )
        ) from None
    except RecursionError:
        deep = _("{file} holds brackets within brackets without end")
        raise InputError(deep.format(file=called(name))) from None
    except ValueError as fault:
        raise InputError(_("{file} is not JSON: {what}").format(file=called(name), what=fault)) from None
    return value


def json_value(text: str) -> object:
    """The JSON value that `text` is: numbers are numbers, no field stands twice; raises ValueError, RecursionError."""
    value: object = json.loads(text, parse_constant=_no_number, object_pairs_hook=_once)
    return value


def called(name: str) -> str:
    """What a message calls the input `name`."""
    return _("The standard input") if name == "-" else name


def _fault(message: str) -> str:
    known = next((_FAULTS[start] for start in _FAULTS if message.startswith(start)), None)
    return _(known) if known else message


def _no_number(constant: str) -> float:
    raise ValueError(_("{constant} is no number").format(constant=constant))


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """The object of these fields; a field that is told twice would lose what was told first."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for at, (key, _value) in enumerate(pairs) if key in dict(pairs[:at]))
        raise ValueError(_("the field {name} stands twice in one object").format(name=twice))
    return found
