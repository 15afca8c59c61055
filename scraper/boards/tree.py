"""Reading a page's tree: parsing, finding by class, text and HTML of an element. No engine's names here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from urllib.parse import parse_qsl, urlsplit

from lxml import etree

Element = etree._Element
SESSION_IN_LINK = re.compile(r"([?]|&amp;|[&;])(?:sid|PHPSESSID)=[0-9a-zA-Z,-]{16,64}(&amp;|[&;])?")
NO_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
"""Characters that a tree may hold after parsing (by `&#8;`), and refuses when its text is set again."""
CONTROL = bytes({*range(32)} - {9, 10, 13})
UNSEEN = ("script", "style", "template", "noscript", "title")


def parse(html: str, utf8: bytes | None = None) -> Element | None:
    """The tree of a page, or None when there is no element in it. `utf8`: the same page in bytes, where they are at
    hand.
    """
    parser = etree.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True, collect_ids=False
    )
    content = html.encode("utf-8", "replace") if utf8 is None else utf8
    try:
        return etree.fromstring(content.translate(None, CONTROL), parser)
    except (etree.ParserError, etree.XMLSyntaxError):
        return None


def xpath(expression: str) -> Callable[[Element], list[Element]]:
    """A compiled XPath that selects elements."""
    compiled = etree.XPath(expression)

    def select(element: Element) -> list[Element]:
        found = compiled(element)
        return [node for node in found if isinstance(node, Element)] if isinstance(found, list) else []

    return select


def classes(element: Element) -> list[str]:
    """The tokens of the class attribute."""
    return (element.get("class") or "").split()


def children(element: Element | None) -> dict[str, Element]:
    """The element's own children by class token; of several with a token the first."""
    found: dict[str, Element] = {}
    for child in reversed(element) if element is not None else ():
        for token in (child.get("class") or "").split():
            found[token] = child
    return found


def every(element: Element, tag: str, token: str) -> Iterator[Element]:
    """The elements of a tag inside `element`, in order, whose class attribute has the token."""
    for inner in element.iter(tag):
        names = inner.get("class")
        if names and token in names and token in names.split():
            yield inner


def first(element: Element, tag: str, token: str) -> Element | None:
    """The first of `every`; without its overhead, for it is called many times a post."""
    for inner in element.iter(tag):
        names = inner.get("class")
        if names and token in names and token in names.split():
            return inner
    return None


def text_after(element: Element, within: Element) -> str:
    """The visible text of `within` that follows `element`."""
    parts = []
    node: Element | None = element
    while node is not None and node is not within:
        parts.append(node.tail or "")
        for sibling in node.itersiblings():
            parts += [*map(str, sibling.itertext()), sibling.tail or ""]
        node = node.getparent()
    return " ".join("".join(parts).split())


def text_of(element: Element | None) -> str:
    """The visible text with single spaces; empty for None."""
    if element is None:
        return ""
    return " ".join(etree.tostring(element, encoding="unicode", method="text", with_tail=False).split())


def inner_html(element: Element) -> str:
    """What is inside, as HTML. Takes the element's own attributes off, so it is done once, when all is read."""
    if len(element.attrib):
        element.attrib.clear()
    outer = etree.tostring(element, encoding="unicode", method="html", with_tail=False)
    tag = len(str(element.tag))
    return outer[tag + 2 : -(tag + 3)].strip()


def drop(element: Element) -> None:
    """Take the element out of its tree; the text after it stays."""
    parent = element.getparent()
    if parent is None:
        return
    if element.tail:
        before = element.getprevious()
        if before is not None:
            before.tail = NO_TEXT.sub("", (before.tail or "") + element.tail)
        else:
            parent.text = NO_TEXT.sub("", (parent.text or "") + element.tail)
    parent.remove(element)


def without_session(link: str) -> str:
    """A link, or HTML with links, without session ids: two downloads of one post must be equal."""
    if "sid=" not in link and "SESSID=" not in link:
        return link

    def closing(found: re.Match[str]) -> str:
        return found[1] if found[2] else ""

    return SESSION_IN_LINK.sub(closing, link)


def query_of(url: str) -> dict[str, str]:
    """The parameters of an address, `;` taken for `&` too (SMF); empty for no address."""
    try:
        return dict(parse_qsl(urlsplit(url).query.replace(";", "&"), keep_blank_values=True))
    except ValueError:
        return {}


def number_in(text: str | None, pattern: re.Pattern[str]) -> str | None:
    """The first group of the pattern in the text."""
    found = pattern.search(text) if text else None
    return found[1] if found else None


def visible_text(root: Element) -> str:
    """The text of a page without scripts, styles and title."""
    parts: list[str] = []
    for element in root.iter("*"):
        if element.tag not in UNSEEN:
            parts.append(element.text or "")
        parts.append(element.tail or "")
    return " ".join(" ".join(parts).split())


def is_login_form(form: Element) -> bool:
    """Whether a form is the sign-in page's own, not the quick one that boards put on every page for guests."""
    if not any((field.get("type") or "").lower() == "password" for field in form.iter("input")):
        return False
    around = [form, *form.iter("fieldset", "input"), *form.iterancestors()]
    marks = " ".join(f"{node.get('id') or ''} {node.get('class') or ''} {node.get('name') or ''}" for node in around)
    return "quick" not in marks.lower() and "headerspace" not in marks
