"""What a page is that is not a topic: each kind with its words and its advice."""

from __future__ import annotations

import re

from engine.i18n import N_, _
from scraper.boards import refusal_words
from scraper.boards.refusal_words import compiled
from scraper.boards.tree import is_login_form, text_of, visible_text
from scraper.errors import NotATopic, NotATopicError
from scraper.markup import Element, parse

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
    NotATopic.MESSAGE: N_(
        "The board answers with a message in place of the topic. If it tells nothing of the topic, try again later."
    ),
    NotATopic.OTHER_PAGE: N_(
        "This is no topic page (perhaps a list of topics, a search, a print view or an article). "
        "Give the address of the topic itself."
    ),
}  # fmt: skip

ANTI_BOT = compiled(refusal_words.ANTI_BOT)
WORDS = [
    (NotATopic.NO_PERMISSION, compiled(refusal_words.BANNED)),
    *((kind, compiled(patterns)) for kind, patterns in refusal_words.WORDS.items()),
]
# From `gen` on: subsilver2's, Invision's, XenForo's two, vBulletin 3's.
MESSAGE = re.compile(
    r"(?<![a-z])(?:message|msg|info|fatal_error|error|gen|elerrormessage|blockmessage|erroroverlay|panelsurround)(?![a-z])",
    re.IGNORECASE,
)
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]+")


def refusal(
    html: str,
    root: Element | None,
    boxes: list[Element],
    *,
    url: str | None = None,
    kind: NotATopic | None = None,
    detail: str = "",
    recognised: bool = False,
    sign_in: bool | None = None,
) -> NotATopicError:
    """The error for a page without posts. `boxes`: where the engine writes its refusals; the board's words in it go
    into the message. `recognised`: the page is of that engine, so that a refusal would stand in a box. `sign_in`: it
    is the engine's sign-in form, if nothing else; None: any such form tells.
    """
    words, box = next(((text, box) for box in boxes if (text := _words(box))), ("", None))
    told = box is not None and any(map(_is_message, (box, *box.iterancestors())))
    if box is not None and "maint" in (box.get("id") or ""):
        # Whatever an admin wrote into it, and though it has a form for him to sign in.
        kind = NotATopic.MAINTENANCE
    kind = kind or _kind(html, root, words, recognised=recognised, told=told, sign_in=sign_in)
    message = f"{_(ADVICE[kind])} {detail}".rstrip()
    if words:
        message += " " + _("The board says: “{words}”").format(words=words[:200])
    return NotATopicError(message, kind=kind, url=url)


def known_refusal(html: str, *, url: str | None = None) -> NotATopicError | None:
    """The error for a page of no known engine that is plainly a check, an error or nothing at all; None when it is
    just unknown.
    """
    root = parse(html.encode("utf-8", "replace"))
    kind = _kind(html, root, "", recognised=False)
    return None if kind is NotATopic.OTHER_PAGE else refusal(html, root, [], url=url, kind=kind)


def _words(box: Element) -> str:
    text = " ".join(map(str, box.itertext()))
    return " ".join(CONTROL.sub(" ", text).split())[:1000]


def _is_message(box: Element) -> bool:
    """Whether the engine uses the element for messages alone: some of the boxes hold other things on other pages."""
    return bool(MESSAGE.search(f"{box.get('id') or ''} {box.get('class') or ''}"))


def _kind(
    html: str, root: Element | None, words: str, *, recognised: bool, told: bool = False, sign_in: bool | None = None
) -> NotATopic:
    if root is None or not html.strip("\ufeff\0 \t\r\n"):
        return NotATopic.EMPTY
    for kind, pattern in WORDS if words else ():
        if pattern.search(words):
            return kind
    text = visible_text(root) or " ".join(title for element in root.iter("title") if (title := text_of(element)))
    start = html[:200_000]
    if not words and len(text) < 1500:
        # A short page is all message; on a long one the words may be a menu's, a topic's title, a news line.
        if ANTI_BOT.search(start):
            return NotATopic.ANTI_BOT
        # Of a known engine's page only what breaks the engine itself; its lists of topics may say «закрыто» and such.
        for kind, pattern in WORDS:
            if (kind is NotATopic.DATABASE_ERROR or not recognised) and pattern.search(text):
                return kind
        if not text and not any(True for _element in root.iter("img", "form", "iframe", "script")):
            return NotATopic.EMPTY
    if any(is_login_form(form) for form in root.iter("form")) if sign_in is None else sign_in:
        return NotATopic.LOGIN_FORM
    if "<html" in start.lower() and "</html" not in html[-20_000:].lower():
        return NotATopic.TRUNCATED
    return NotATopic.MESSAGE if words and told else NotATopic.OTHER_PAGE
