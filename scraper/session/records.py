"""Frozen records of a member's dealings with a board: forms to send, and what came of them.

Nothing here shows a password, a token or a cookie in its `repr`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A page of the board, decoded."""

    html: str = field(repr=False)
    """May hold tokens, and on some boards the fields just sent: never logged, never archived."""
    url: str = ""
    """After redirects, with the fragment; empty when not known."""
    status: int = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class FormRequest:
    """A form filled in, ready to be sent by POST."""

    url: str
    """Absolute."""
    fields: tuple[tuple[str, str], ...] = field(repr=False)
    """Names and values in the form's order; a name may come twice."""
    charset: str
    """In which the board wants its forms, for example `utf-8`, `windows-1251`."""
    referer: str
    """Address of the page that showed the form; FluxBB refuses a reply without it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """Who the board takes us for."""

    name: str
    """As the board shows it; empty when the page shows only that somebody is signed in."""
    id: str | None = None
    """The account's id where the page shows it."""


class SignIn(StrEnum):
    """What came of signing in."""

    SIGNED_IN = "signed_in"
    ALREADY = "already"
    WRONG_PASSWORD = "wrong_password"  # noqa: S105 - the name of an answer, no password
    CAPTCHA = "captcha"
    LOCKED = "locked"
    TOO_FAST = "too_fast"
    TOKEN_MISMATCH = "token_mismatch"  # noqa: S105
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class SignInOutcome:
    """The board's answer to a login form."""

    kind: SignIn
    words: str | None = None
    """The board's own words, where it gave any."""
    account: Account | None = None
    """Who we are now; None when not signed in, or when the answer does not show it."""


class Reply(StrEnum):
    """What came of a reply."""

    POSTED = "posted"
    MERGED = "merged"
    REFUSED = "refused"
    NOT_POSTED = "not_posted"
    UNKNOWN = "unknown"


class Refusal(StrEnum):
    """Why a board refused a reply."""

    FLOOD = "flood"
    EMPTY = "empty"
    TOO_SHORT = "too_short"
    TOO_LONG = "too_long"
    CLOSED = "closed"
    BBCODE = "bbcode"
    NO_PERMISSION = "no_permission"
    SIGN_IN_NEEDED = "sign_in_needed"
    NO_SUCH_TOPIC = "no_such_topic"
    TOKEN = "token"  # noqa: S105
    REFERER = "referer"
    DUPLICATE = "duplicate"
    CAPTCHA = "captcha"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyOutcome:
    """The board's answer to a reply form."""

    kind: Reply
    post_id: str | None = None
    """Of the post that holds the text, where the answer tells it (SMF never does)."""
    url: str | None = None
    """Absolute address of that post."""
    refusal: Refusal | None = None
    """Kind of the refusal; with `unknown`, what the board's words seem to say."""
    words: str | None = None
    """The board's own words, where it gave any."""
    wait_seconds: int | None = None
    """How long a flood notice asks to wait, where it tells."""
    approval: bool = False
    """The board took the post but shows it only after a moderator's approval."""
