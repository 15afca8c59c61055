"""An answer's bytes as HTML: the tree and the text, each made when it is asked for."""

from __future__ import annotations

from codecs import BOM_UTF8, utf_8_decode
from collections.abc import Mapping
from functools import cached_property

from lxml import etree

from scraper.decode import decode

Element = etree._Element
SAMPLE = 2048
DAMAGED = "\ufffd"
"""What is written for bytes that are no letter."""
PARSER = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True, collect_ids=False)


class Markup:
    """One page. Nearly all boards write UTF-8, and what begins as UTF-8 is handed to the parser as it is, which is
    faster than to decode it first. Where the guess was wrong, or the bytes are damaged, the parser writes U+FFFD; then
    the page is to be read again with `guess` off, by what `scraper.decode` makes of its bytes. Never fails.
    """

    def __init__(self, content: bytes, headers: Mapping[str, str] | None = None, *, guess: bool = True) -> None:
        self._content = content
        self._headers = headers
        self.guessed = guess and _begins_as_utf8(content)

    @cached_property
    def text(self) -> str:
        """The page as text."""
        return decode(self._content, self._headers)

    @cached_property
    def utf8(self) -> bytes:
        """The page as UTF-8."""
        return self._content if self.guessed else self.text.encode("utf-8", "replace")

    @cached_property
    def root(self) -> Element | None:
        """The page's tree, or None when there is no element in it."""
        return parse(self.utf8)

    def begins(self, mark: bytes) -> bool:
        """Whether the page begins so, white space aside."""
        return self._content[:200].removeprefix(BOM_UTF8).lstrip().startswith(mark)

    @property
    def whole(self) -> bool:
        """Whether the page has its end."""
        return self.utf8.rfind(b"</html") >= 0 or b"</html" in self.utf8.lower()


def parse(utf8: bytes) -> Element | None:
    """The tree of a page, or None when there is no element in it."""
    try:
        return etree.fromstring(utf8.replace(b"\0", b""), PARSER)
    except (etree.ParserError, etree.XMLSyntaxError):
        return None


def _begins_as_utf8(content: bytes) -> bool:
    if content.startswith(BOM_UTF8):
        return False
    try:
        utf_8_decode(content[:SAMPLE])
    except UnicodeDecodeError:
        return False
    return True
