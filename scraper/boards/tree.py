"""Reading a page's tree: finding by id and class, text and HTML of an element. No engine's names here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from html import escape
from urllib.parse import SplitResult, parse_qsl, urlsplit

from lxml import etree

from scraper.markup import Element

SESSION_IN_LINK = re.compile(r"([?]|&amp;|[&;])(?:sid|PHPSESSID)=[0-9a-zA-Z,-]{16,64}(&amp;|[&;])?")
NO_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
"""Characters that a tree may hold after parsing (by `&#8;`), and refuses when its text is set again."""
QUICK_LOGIN = ("quick", "headerspace", "elusersignin", "inline_login")
"""In the names around a sign-in form that boards put on every page for guests."""
UNSEEN = ("script", "style", "template", "noscript", "title")


def xpath(expression: str) -> Callable[[Element], list[Element]]:
    """A compiled XPath that selects elements."""
    compiled = etree.XPath(expression)

    def select(element: Element) -> list[Element]:
        found = compiled(element)
        return [node for node in found if isinstance(node, Element)] if isinstance(found, list) else []

    return select


def named(root: Element, tag: str, *names: str) -> Element | None:
    """The first element of a tag that has one of these ids."""
    return next((element for element in root.iter(tag) if element.get("id") in names), None)


def numbered(elements: Iterable[Element], prefix: str) -> list[tuple[str, Element]]:
    """The elements whose id is `prefix` and a number, with that number."""
    found = []
    for element in elements:
        name = element.get("id") or ""
        if name.startswith(prefix) and is_number(own := name[len(prefix) :]):
            found.append((own, element))
    return found


def series(root: Element, token: str) -> list[Element]:
    """The first `div` of a class and every `div` after it in the same element."""
    start = first(root, "div", token)
    return [start, *start.itersiblings("div")] if start is not None else []


def apart(elements: list[Element]) -> list[Element]:
    """Elements taken out of one another, where an unclosed tag put later ones into an earlier; what is left of the
    page stays as it is.
    """
    if len({element.getparent() for element in elements}) < 2:
        return elements
    known = set(elements)
    for element in reversed(elements):
        if outer := [around for around in element.iterancestors() if around in known]:
            outer[-1].addnext(element)
    return elements


def tags_holding(utf8: bytes, tag: bytes | tuple[bytes, ...], *words: bytes) -> int:
    """How many opening tags, for example `<div`, or of several kinds, hold one of some words. What players type is no
    tag, though it may say the same. Words rather than `bytes.count` of a whole tag where the boards of an engine differ
    in quotes and in the order of attributes.
    """
    found = 0
    for word in words:
        at = utf8.find(word)
        while at >= 0:
            found += within_tag(utf8, tag, at)
            at = utf8.find(word, at + len(word))
    return found


def within_tag(utf8: bytes, tag: bytes | tuple[bytes, ...], at: int) -> bool:
    """Whether a place is inside an opening tag, for example `<div`."""
    start = utf8.rfind(b"<", 0, at)
    return start >= 0 and utf8.startswith(tag, start) and utf8.find(b">", start, at) < 0


def is_number(text: str) -> bool:
    """Whether a text is a number such as ids are."""
    return text.isdecimal() and text.isascii() and len(text) <= 10


def classes(element: Element) -> list[str]:
    """The tokens of the class attribute."""
    return (element.get("class") or "").split()


def by_class(elements: Iterable[Element] | None) -> dict[str, Element]:
    """Elements by class token, for example an element's own children; of several with a token the first."""
    found: dict[str, Element] = {}
    for element in elements if elements is not None else ():
        for token in (element.get("class") or "").split():
            found.setdefault(token, element)
    return found


def firsts(element: Element, *tags: str) -> dict[str, Element]:
    """The first element of each of some tags inside `element`."""
    found: dict[str, Element] = {}
    for inner in element.iter(*tags):
        tag = str(inner.tag)
        if tag not in found:
            found[tag] = inner
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
    if element.getnext() is None and element.getparent() is within:
        return one_line(element.tail or "")
    parts = []
    node: Element | None = element
    while node is not None and node is not within:
        parts.append(node.tail or "")
        parts += [etree.tostring(after, encoding="unicode", method="text") for after in node.itersiblings()]
        node = node.getparent()
    return one_line("".join(parts))


def one_line(text: str) -> str:
    """A text with single spaces and without control characters."""
    text = " ".join(text.split())
    return text if text.isprintable() else NO_TEXT.sub("", text)


def text_of(element: Element | None) -> str:
    """The visible text with single spaces; empty for None."""
    if element is None:
        return ""
    shown = (
        etree.tostring(element, encoding="unicode", method="text", with_tail=False) if len(element) else element.text
    )
    return one_line(shown or "")


def inner_html(element: Element) -> str:
    """What is inside, as HTML."""
    if not len(element):
        return escape(element.text or "", quote=False).strip()
    outer = etree.tostring(element, encoding="unicode", method="html", with_tail=False)
    # The first > closes the opening tag: in an attribute it is written &gt;.
    return outer[outer.index(">") + 1 : outer.rindex("<")].strip()


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


def web_parts(url: str | None) -> SplitResult | None:
    """The parts of an absolute web address; None for anything else."""
    try:
        parts = urlsplit(url or "")
    except ValueError:
        return None
    return parts if parts.scheme in ("http", "https") and parts.netloc else None


def base_address(root: Element) -> str | None:
    """What the page tells to be the base of its links."""
    base = root.find("./head/base")
    return base.get("href") if base is not None else None


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
    marks = marks.lower()
    return not any(quick in marks for quick in QUICK_LOGIN)
