"""The reports' branch of the error tree (see `engine.errors` for the whole).

InputError
└── TemplateError               a template of a text that cannot be used: names the file, the line and what is wrong
"""

from __future__ import annotations

from engine.errors import InputError


class TemplateError(InputError):
    """A broken or wrong template; the message names file and line, and `file` and `line` hold them."""

    def __init__(self, message: str, *, file: str, line: int | None = None) -> None:
        super().__init__(message)
        self.file = file
        self.line = line
