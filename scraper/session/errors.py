"""The session's branch of the error tree: signing in and replying (see `engine.errors` for the whole).

OutsideError
└── SessionError
    ├── NoFormError             a page without the login or reply form that was looked for
    ├── ForeignFormError        a form that would take a password or a text to another site than the board
    ├── SignInError             the board did not let us in: `kind` says why
    └── ReplyError              a text is not known to stand on the board: `outcome` says what the board answered
InputError
└── CredentialsError            no name or password, a file of cookies that cannot be read
"""

from __future__ import annotations

from engine.errors import InputError, OutsideError
from scraper.session.records import ReplyOutcome, SignIn


class SessionError(OutsideError):
    """The board did not do what a member asked of it."""


class NoFormError(SessionError):
    """The page has no such form; the message says what it showed instead."""


class ForeignFormError(SessionError):
    """The page's form leads to another site: nothing was sent."""


class SignInError(SessionError):
    """The board did not let us in."""

    def __init__(self, message: str, *, kind: SignIn) -> None:
        super().__init__(message)
        self.kind = kind


class ReplyError(SessionError):
    """The text was refused, or nobody can tell whether it stands on the board."""

    def __init__(self, message: str, *, outcome: ReplyOutcome | None = None) -> None:
        super().__init__(message)
        self.outcome = outcome


class CredentialsError(InputError):
    """A name, a password or cookies are missing or cannot be read."""
