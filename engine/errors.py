"""The project's error tree: one base, cut by what the caller must do.

Each package keeps its own branch in its `errors.py`; a test checks that this drawing is complete.

    ItogiError                      one clear line for the reader; never shown as a traceback
    ├── InputError                  wrong call or bad input: mend it and call again (exit status 2)
    │   └── RulesetError            a ruleset or setting that cannot be played, with the field's path
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


class RulesetError(InputError):
    """A ruleset that cannot be played; the message begins with the path of the field at fault."""


class OutsideError(ItogiError):
    """Something outside the program failed: the network, the forum, the disk."""
