"""The application's branch of the error tree (see `engine.errors` for the whole).

InputError
├── ConfigError             game.toml cannot be used: begins with the path of the field at fault
├── NoGameError             there is no game in this folder
└── NotYetError             what is asked for is not there yet, or not any more: a day, a night, a question
OutsideError
└── StoreError              itogi.db is of a newer program (its other faults are scraper.errors.ArchiveError)
"""

from __future__ import annotations

from engine.errors import InputError, OutsideError


class ConfigError(InputError):
    """`game.toml` cannot be used; the message begins with the file's and the field's name."""


class NoGameError(InputError):
    """The folder holds no game; the message says how to make or name one."""


class NotYetError(InputError):
    """A day, night, question or entry that does not exist (yet)."""


class StoreError(OutsideError):
    """`itogi.db` was written by a newer program, or is gone."""
