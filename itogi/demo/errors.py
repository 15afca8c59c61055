"""The demo's branch of the error tree (see `engine.errors` for the whole).

InputError
└── DemoTimeError           a moment that the demo's game does not have
OutsideError
└── DemoPortError           the demo forum cannot be served at the port that was asked for
"""

from __future__ import annotations

from engine.errors import InputError, OutsideError


class DemoTimeError(InputError):
    """A moment that cannot be read; the message shows how to write one."""


class DemoPortError(OutsideError):
    """The port is taken or forbidden."""
