"""phpBBex 1.x, the Russian fork of phpBB 3.0: numbers, an author's name without a link, one offset for all times."""

from __future__ import annotations

import re

from scraper.adapter import register
from scraper.boards.phpbb import PhpBB
from scraper.boards.tree import number_in, text_of
from scraper.markup import Element

NUMBER = re.compile(r"(?:#|№)\s*([0-9]{1,7})")


@register
class PhpBBex(PhpBB):
    """Reads as prosilver does; a reply within hours of the author's last post becomes a part of it."""

    name = "phpbbex"
    brand = "phpBBex"
    zone_database = False

    def recognise(self, html: str) -> str | None:
        """By the credit line."""
        return "“phpBBex” in the footer" if "phpBBex" in html[-4000:] else None

    def number(self, line: Element) -> int | None:
        """The text of the first link, or of its picture: «Сообщение #15»."""
        image = next(line.iter("img"), None)
        found = number_in(image.get("alt") if image is not None else text_of(next(line.iter("a"), None)), NUMBER)
        return int(found) if found else None
