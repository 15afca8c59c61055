"""The project's error tree: one base, cut by what the caller must do.

Each package keeps its own branch in its `errors.py`; a test checks that this drawing is complete.

    ItogiError                      one clear line for the reader; never shown as a traceback
    ├── InputError                  wrong call or bad input: mend it and call again (exit status 2)
    │   ├── FieldError              a field that does not fit, with its path
    │   ├── RulesetError            a ruleset or setting that cannot be played, with the field's path
    │   └── DieMissingError         a die that is neither entered nor drawable: no seed
    └── OutsideError                a failure outside the program: network, forum, disk (exit status 1)

Exceptions mean that the program, the page or the call is wrong. Violations of the game's rules,
refused orders and set-aside ballots are values, never exceptions.
"""

from __future__ import annotations

from typing import ClassVar


class ItogiError(Exception):
    """One clear message that says what is wrong and how to mend it; the base of every error of the project."""

    exit_status: ClassVar[int] = 1


class InputError(ItogiError):
    """The call or its input is wrong; mending it is up to the caller."""

    exit_status: ClassVar[int] = 2


class FieldError(InputError):
    """A field of foreign data that does not fit: `path` (`phases[0].orders[1].do`, empty for the whole), `what`."""

    def __init__(self, path: str, what: str) -> None:
        self.path = path
        self.what = what
        super().__init__(f"{path}: {what}" if path else what)


class DieMissingError(InputError):
    """The night asks for the die `name`, its outcome is not entered and the game has no seed (D2, D3)."""

    def __init__(self, message: str, *, night: int, name: str) -> None:
        self.night = night
        self.name = name
        super().__init__(message)


class RulesetError(InputError):
    """A ruleset that cannot be played; the message begins with the path of the field at fault."""


class OutsideError(ItogiError):
    """Something outside the program failed: the network, the forum, the disk."""
