"""A post's own text by lines, for what is read beside votes: lists of players, headings of results. Pure."""

from __future__ import annotations

import lxml.html
from lxml.etree import ParserError

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
    for element in root.iter():
        if not isinstance(element.tag, str):
            continue
        if element.tag == "li" and (parent := element.getparent()) is not None and parent.tag == "ol":
            place = sum(1 for _sibling in element.itersiblings("li", preceding=True)) + 1
            element.text = f"{place}. {element.text or ''}"
        if element.tag in _BLOCKS:
            element.text = "\n" + (element.text or "")
        if element.tag == "br" or element.tag in _BLOCKS:
            element.tail = "\n" + (element.tail or "")
    return [line.strip() for line in root.text_content().splitlines() if line.strip()]
