"""The scraper's branch of the error tree (see `engine.errors` for the whole).

OutsideError
├── ArchiveError                the archive cannot be written or read: locked, disk full, damaged
├── FetchError                  no usable answer: timeout, refused, too large, 5xx after retries
│   └── BudgetSpentError        the requests allowed an hour are used up: says when to go on
├── HeldError                   another process writes to the folder: says which and since when
└── PageError                   an answer that is not what was asked for
    ├── NotATopicError          login form, error page, maintenance, anti-bot check ...: says which
    └── UnreadablePageError     a topic page that lacks something: names the field
InputError
├── UnknownBoardError           no adapter recognises the page or the address
├── UnknownZoneError            a time zone that is none
└── DescriptionError            board.selectors of game.toml that describe no board: names the one at fault
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from engine.errors import InputError, OutsideError


class FetchError(OutsideError):
    """The forum gave no usable answer."""

    def __init__(self, message: str, *, url: str, status: int | None = None) -> None:
        super().__init__(message)
        self.url = url
        self.status = status


class BudgetSpentError(FetchError):
    """The requests that are allowed in an hour are used up; `free_at` is the moment of the next one."""

    def __init__(self, message: str, *, url: str, free_at: datetime) -> None:
        super().__init__(message, url=url)
        self.free_at = free_at


class ArchiveError(OutsideError):
    """The archive cannot be used; what was saved before stays."""


class HeldError(OutsideError):
    """Another process writes to the game's folder."""


class PageError(OutsideError):
    """The answer is not what was asked for."""

    def __init__(self, message: str, *, url: str | None = None) -> None:
        super().__init__(message)
        self.url = url


class NotATopic(StrEnum):
    """What a page is that is not a topic."""

    LOGIN_FORM = "login_form"
    REGISTRATION_WALL = "registration_wall"
    NO_PERMISSION = "no_permission"
    NO_SUCH_TOPIC = "no_such_topic"
    MAINTENANCE = "maintenance"
    DATABASE_ERROR = "database_error"
    FLOOD = "flood"
    ANTI_BOT = "anti_bot"
    EMPTY = "empty"
    TRUNCATED = "truncated"
    WRONG_TOPIC = "wrong_topic"
    WRONG_PAGE = "wrong_page"
    MESSAGE = "message"
    OTHER_PAGE = "other_page"


class NotATopicError(PageError):
    """A page that is not (the right page of) a topic; the message says what it is and what to do."""

    def __init__(self, message: str, *, kind: NotATopic, url: str | None = None) -> None:
        super().__init__(message, url=url)
        self.kind = kind


class UnreadablePageError(PageError):
    """A topic page on which a required field was not found; `field` names it."""

    def __init__(self, message: str, *, field: str, post_id: str | None = None, url: str | None = None) -> None:
        super().__init__(message, url=url)
        self.field = field
        self.post_id = post_id


class UnknownBoardError(InputError):
    """No adapter knows this page or address."""


class UnknownZoneError(InputError):
    """A time zone that is none."""


class DescriptionError(InputError):
    """Selectors of game.toml that describe no board; the message begins with the key at fault."""
