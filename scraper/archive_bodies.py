"""When two bodies say the same, and when one is the other with a reply appended by the board (V19). Pure.

Pages differ at every fetch: session ids in links, relative times in quotes, counters of attachments. Such
differences are no edits.
"""

from __future__ import annotations

import re
from datetime import timedelta
from functools import lru_cache
from urllib.parse import urlsplit

import lxml.html
from lxml.etree import ParserError

# What the engine writes into a body by itself and may write otherwise the next time.
VOLATILE = (
    ".//script | .//style | .//noscript | .//time | .//cite"
    " | .//*[contains(@class, 'attach') or contains(@class, 'citation') or contains(@class, 'cf_email')"
    " or contains(@class, 'attribution') or contains(@class, 'bbQuoteName') or contains(@class, 'quoteheader')]"
)
ADDED = re.compile(
    r"^\s*\W{0,3}(?:добавлено|дописано|added)\b\s*(?P<after>(?:спустя|через|after|in)\s+(?P<span>[^:\n]{1,60}))?"
    r"[^\n]{0,40}?(?::|\n|$)",
    re.IGNORECASE,
)
UNITS = (
    (r"с(?:ек\w*)?|s(?:ec\w*)?", 1),
    (r"м(?:ин\w*)?|m(?:in\w*)?", 60),
    (r"ч(?:ас\w*)?|h(?:our\w*)?", 3600),
    (r"д(?:н\w*|ень)?|d(?:ay\w*)?", 86400),
)
RULE = "\x1e"
"""Stands for a horizontal rule in the canonical form."""
BLOCKS = frozenset(
    (
        "address",
        "blockquote",
        "br",
        "div",
        "dd",
        "dl",
        "dt",
        "fieldset",
        "li",
        "ol",
        "p",
        "pre",
        "table",
        "td",
        "tr",
        "ul",
    )
)


def same(first: str, second: str) -> bool:
    """Whether two bodies say the same in the same paint."""
    return first == second or canonical(first) == canonical(second)


def appended(earlier: str, later: str) -> bool:
    """Whether `later` is `earlier` with a reply that the board appended under a label or a rule (V19).

    An author who adds words by an edit leaves neither; that is an edit.
    """
    begin, whole = canonical(earlier), canonical(later)
    rest = whole[len(begin) :]
    if not begin or not rest or whole[: len(begin)] != begin:
        return False
    words = " ".join(piece for piece in rest if not piece.startswith("<") and piece not in (RULE, "\n"))
    return RULE in rest[:3] or ADDED.match(words) is not None


@lru_cache(maxsize=4096)
def canonical(body: str) -> tuple[str, ...]:
    """The body's words and paint, in pieces; what changes by itself is left out.

    Words are cut at whitespace; an element is a piece `<tag style class link>` and one `</tag>`.
    """
    try:
        root = lxml.html.fragment_fromstring(body, create_parent="div")
    except (ParserError, ValueError):
        return tuple(body.split())
    for node in root.xpath(VOLATILE):
        if node.getparent() is not None:
            node.drop_tree()
    pieces: list[str] = []
    _walk(root, pieces)
    while pieces and pieces[-1] == "\n":
        pieces.pop()
    return tuple(pieces)


def _walk(node: lxml.html.HtmlElement, pieces: list[str]) -> None:
    _words(node.text, pieces)
    for child in node:
        tag = child.tag
        if isinstance(tag, str):
            if tag == "hr":
                pieces.append(RULE)
            elif tag in BLOCKS and not _marks(child):
                _break(pieces)
                _walk(child, pieces)
                _break(pieces)
            else:
                pieces.append(f"<{tag}{_marks(child)}>")
                _walk(child, pieces)
                if tag not in ("img", "br", "input"):
                    pieces.append(f"</{tag}>")
        _words(child.tail, pieces)


def _words(text: str | None, pieces: list[str]) -> None:
    pieces.extend((text or "").replace("\xa0", " ").split())


def _break(pieces: list[str]) -> None:
    if pieces and pieces[-1] != "\n":
        pieces.append("\n")


def _marks(node: lxml.html.HtmlElement) -> str:
    style = re.sub(r"\s+", "", node.get("style", "")).rstrip(";").lower()
    kind = " ".join(sorted(node.get("class", "").split()))
    goal = node.get("href") or node.get("src") or ""
    if node.tag == "img" and node.get("alt"):
        # A smiley is its code, wherever the board keeps the picture.
        goal = node.get("alt", "")
    elif goal:
        goal = _without_session(goal)
    colour = node.get("color", "").lower()
    return "".join(f" {mark}" for mark in (style, kind, goal, colour) if mark)


def _without_session(address: str) -> str:
    try:
        parts = urlsplit(address)
    except ValueError:
        return address
    query = "&".join(
        pair
        for pair in re.split("[&;]", parts.query)
        if not re.match(r"(?i)(?:sid|s|phpsessid|my_post_key|csrf_?token|csrfkey|hash|t?oken|[a-f0-9]{8,})=", pair)
    )
    path = re.sub(r"(?i);(?:jsessionid|phpsessid)=\w+", "", parts.path)
    return f"//{parts.netloc}{path}?{query}#{parts.fragment}"


def span_of(label: str) -> timedelta | None:
    """The length of time that a label tells, for example «1 час 5 минут 35 секунд»; None when it tells none."""
    total, found = 0, False
    for number, word in re.findall(r"(\d+)\s*([^\W\d]+)", label):
        for unit, seconds in UNITS:
            if re.fullmatch(unit, word, re.IGNORECASE):
                total += int(number) * seconds
                found = True
                break
    return timedelta(seconds=total) if found else None
