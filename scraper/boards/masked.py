"""What Cloudflare puts in the place of an e-mail address: another code with every answer, though nobody edited a word.

Service facts: the address's bytes, and `#` or `?` with what follows, are written in hex, each but the first XORed with
the first, which is another each time; in `data-cfemail`, or behind `/cdn-cgi/l/email-protection#` in a link. The same
before the posts of any engine.
"""

from __future__ import annotations

from scraper.boards.tree import NO_TEXT
from scraper.markup import Element

MARK = "/cdn-cgi/l/email-protection"
CODE = "data-cfemail"


def unmask(body: Element) -> None:
    """Put the addresses back, in the texts and the links of a body."""
    for part in [part for part in body.iter("a", "span") if CODE in part.attrib or MARK in (part.get("href") or "")]:
        code = part.get(CODE)
        address = plain(code or (part.get("href") or "").partition("#")[2])
        if address is None:
            continue
        if code is not None:
            del part.attrib[CODE]
            for inner in list(part):
                part.remove(inner)
            part.text = address
        if part.get("href") is not None:
            part.set("href", f"mailto:{address}")


def plain(code: str) -> str | None:
    """The address behind a code; None for what is no code."""
    try:
        key, *letters = bytes.fromhex(code)
        told = bytes(letter ^ key for letter in letters).decode()
    except ValueError:
        return None
    return NO_TEXT.sub("", told) or None
