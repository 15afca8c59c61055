"""A post's own text by lines, for what is read beside votes: lists of players, headings of results. Pure."""

from __future__ import annotations

from collections import Counter

import lxml.html
from lxml.etree import ParserError, iterwalk
from lxml.html import HtmlElement

_BLOCKS = {"p", "div", "li", "tr", "h1", "h2", "h3", "h4"}
_QUOTES = ".//blockquote | .//script | .//style | .//*[contains(@class, 'quote')]"


def lines_of(body: str) -> list[str]:
    """The text of a post's HTML by lines, without quotes; items of numbered lists get their numbers."""
    try:
        root = lxml.html.fragment_fromstring(body, create_parent="div")
    except (ParserError, ValueError):
        return []
    for quote in root.xpath(_QUOTES):
        if quote.getparent() is not None:
            quote.drop_tree()
    # The text is put together beside the tree: lxml takes no control characters into it, and players type them.
    pieces: list[str] = []
    counted: Counter[HtmlElement] = Counter()
    for event, element in iterwalk(root, events=("start", "end", "comment", "pi")):
        block = element.tag in _BLOCKS
        if event == "start":
            pieces.append("\n" if block else "")
            if element.tag == "li" and (parent := element.getparent()) is not None and parent.tag == "ol":
                counted[parent] += 1
                pieces.append(f"{counted[parent]}. ")
            pieces.append(element.text or "")
        else:
            pieces += ("\n" if block or element.tag == "br" else "", element.tail or "")
    return [line.strip() for line in "".join(pieces).splitlines() if line.strip()]
