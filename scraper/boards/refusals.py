"""What a page is that is not a topic: each kind with its words and its advice."""

from __future__ import annotations

import re

from lxml import etree

from engine.i18n import N_, _
from scraper.boards import refusal_words
from scraper.boards.refusal_words import compiled
from scraper.errors import NotATopic, NotATopicError

ADVICE = {
    NotATopic.LOGIN_FORM: N_(
        "This is the board's sign-in form, not a topic. Sign in (itogi login); a session may have run out."
    ),
    NotATopic.REGISTRATION_WALL: N_(
        "The board shows this topic to registered members only. Sign in (itogi login) with an account that may read it."
    ),
    NotATopic.NO_PERMISSION: N_(
        "The board does not let this account read the topic. Ask for access, or sign in with another account."
    ),
    NotATopic.NO_SUCH_TOPIC: N_(
        "There is no such topic: it was deleted or moved, or the address is wrong. Look at it in a browser."
    ),
    NotATopic.MAINTENANCE: N_("The board is closed for maintenance. Nothing is lost: try again later."),
    NotATopic.DATABASE_ERROR: N_(
        "The board's database failed, so the page holds no posts. Nothing is lost: try again in a few minutes."
    ),
    NotATopic.FLOOD: N_("The board says that requests come too fast. Wait a minute, and ask it less often."),
    NotATopic.ANTI_BOT: N_(
        "A protection service (DDoS-Guard, Cloudflare or the like) checks for robots here, and no topic was shown. "
        "Open the topic in a browser and take the cookies from it (itogi login --cookies FILE), or try again later."
    ),
    NotATopic.EMPTY: N_("The answer is empty. Try again; if it stays empty, look at the address in a browser."),
    NotATopic.TRUNCATED: N_(
        "The page is cut off in the middle: posts may be missing. Nothing of it was used: fetch it again."
    ),
    NotATopic.WRONG_TOPIC: N_(
        "This is another topic than the one asked for: perhaps it was moved or merged. Correct the address."
    ),
    NotATopic.WRONG_PAGE: N_("The board answered with another page of the topic than the one asked for."),
    NotATopic.OTHER_PAGE: N_(
        "This is no topic page (perhaps a list of topics, a search, a print view or an article). "
        "Give the address of the topic itself."
    ),
}  # fmt: skip

ANTI_BOT = compiled(refusal_words.ANTI_BOT)
WORDS = [(kind, compiled(patterns)) for kind, patterns in refusal_words.WORDS.items()]
LOGIN_FIELDS = re.compile(
    r"""<input\b[^>]*\btype\s*=\s*["']?password[^>]*>""",
    re.IGNORECASE,
)
QUICK = re.compile(r"""\b(?:name|id)\s*=\s*["']?(?:quick_|[\w-]*quick)""", re.IGNORECASE)
SCRIPTS = re.compile(r"<(script|style|template)\b.*?</\1\s*>|<!--.*?-->", re.IGNORECASE | re.DOTALL)
TAGS = re.compile(r"<[^<>]*>")
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]+")


def refusal(
    html: str, boxes: list[etree._Element], *, url: str | None = None, kind: NotATopic | None = None, detail: str = ""
) -> NotATopicError:
    """The error for a page without posts. `boxes`: where the engine writes its refusals; the board's words in it go
    into the message.
    """
    words = detail or next((text for box in boxes if (text := _words(box))), "")
    kind = kind or _kind(html, words)
    message = _(ADVICE[kind])
    if words:
        message += " " + _("The board says: “{words}”").format(words=words[:200])
    return NotATopicError(message, kind=kind, url=url)


def known_refusal(html: str, *, url: str | None = None) -> NotATopicError | None:
    """The error for a page of no known engine that is plainly a check, an error or nothing at all; None when it is
    just unknown.
    """
    kind = _kind(html, "")
    return None if kind is NotATopic.OTHER_PAGE else refusal(html, [], url=url, kind=kind)


def _words(box: etree._Element) -> str:
    text = str(etree.tostring(box, encoding="unicode", method="text", with_tail=False))
    return " ".join(CONTROL.sub(" ", text).split())


def _kind(html: str, words: str) -> NotATopic:
    if not html.strip("\ufeff\0 \t\r\n"):
        return NotATopic.EMPTY
    for kind, pattern in WORDS if words else ():
        if pattern.search(words):
            return kind
    bare = SCRIPTS.sub(" ", html[:200_000])
    text = " ".join(TAGS.sub(" ", bare).split())
    if not text and "<img" not in bare and "<form" not in bare and not ANTI_BOT.search(html[:200_000]):
        return NotATopic.EMPTY
    # A short page is all message; on a long one the words may be a menu's, a topic's title, a news line.
    if not words and len(text) < 1500:
        if ANTI_BOT.search(html[:200_000]):
            return NotATopic.ANTI_BOT
        for kind, pattern in WORDS:
            if pattern.search(text):
                return kind
    if any(not QUICK.search(field) for field in LOGIN_FIELDS.findall(bare)):
        return NotATopic.LOGIN_FORM
    if "<html" in html[:5000].lower() and "</html" not in html.lower():
        return NotATopic.TRUNCATED
    return NotATopic.OTHER_PAGE
