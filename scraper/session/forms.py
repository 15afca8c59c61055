"""HTML forms: found in a page and filled in as a browser would. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, cast
from urllib.parse import urljoin

from lxml import etree
from lxml import html as lxml_html

from scraper.session.records import Answer, FormRequest

Element = etree._Element
_SENT_ONLY_WHEN_PRESSED = {"submit", "image", "button", "reset", "file"}
VISIBLE = ".//text()[not(ancestor::script) and not(ancestor::style)]"
"""XPath of the texts that a reader sees."""
_BEFORE_A_STOP = re.compile(r" (?=[.,;:!?»)](?:\s|$))")
_XML_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")


def parse(html: str) -> Element:
    """The page's root element; an empty page gives an empty document. Never raises for bad markup."""
    text = _NOT_XML.sub("", _XML_DECLARATION.sub("", html))
    if not text.strip():
        text = "<html><body></body></html>"
    return lxml_html.document_fromstring(text)


def elements(node: Element, path: str, **variables: str) -> list[Element]:
    """The elements that an XPath finds, in the page's order."""
    return [
        found for found in cast("list[object]", cast(Any, node).xpath(path, **variables)) if isinstance(found, Element)
    ]


def strings(node: Element, path: str) -> list[str]:
    """The attributes' values or texts that an XPath finds, in the page's order."""
    return [str(found) for found in cast("list[object]", node.xpath(path))]


def visible(element: Element) -> str:
    """Text of an element on one line, scripts and styles left out."""
    return _BEFORE_A_STOP.sub("", " ".join(" ".join(strings(element, VISIBLE)).split()))


def first_text(root: Element, *paths: str) -> str | None:
    """Visible text of the first element that one of the XPaths finds and that has any."""
    for path in paths:
        for element in elements(root, path):
            if text := visible(element):
                return text
    return None


def find_form(root: Element, wanted: Callable[[Element], bool]) -> Element | None:
    """The first form of the page that fits."""
    return next((form for form in elements(root, "//form") if wanted(form)), None)


def names_of(form: Element) -> set[str]:
    """Names of the form's controls."""
    return set(strings(form, ".//input/@name|.//textarea/@name|.//select/@name|.//button/@name"))


def _controls(form: Element) -> list[tuple[str, str]]:
    """What a browser would send without any button pressed, in the page's order."""
    sent = []
    for control in elements(form, ".//input|.//textarea|.//select"):
        name = control.get("name")
        if not name or control.get("disabled") is not None:
            continue
        if control.tag == "textarea":
            sent.append((name, (control.text or "").removeprefix("\n")))
        elif control.tag == "select":
            chosen = elements(control, ".//option[@selected]") or elements(control, "(.//option)[1]")
            sent += [(name, option.get("value", (option.text or "").strip())) for option in chosen]
        else:
            kind = (control.get("type") or "text").lower()
            if kind in _SENT_ONLY_WHEN_PRESSED:
                continue
            if kind in {"checkbox", "radio"}:
                if control.get("checked") is not None:
                    sent.append((name, control.get("value", "on")))
            else:
                sent.append((name, control.get("value", "")))
    return sent


def _base_of(form: Element, page: Answer) -> str:
    """What the page's links are relative to: its address, or the base that it names."""
    bases = strings(form, "/html/head/base/@href")
    return urljoin(page.url, bases[0]) if bases else page.url


def fill(
    form: Element, page: Answer, values: Mapping[str, str], *, button: str | None = None, charset: str = "utf-8"
) -> FormRequest:
    """The form as a browser would send it, line ends included, with `values` typed in and `button` pressed.

    A value for a control that the form lacks is added: boards want their button's name even where a theme draws
    the button in another way.
    """
    sent = [(name, values.get(name, value)) for name, value in _controls(form)]
    have = {name for name, _value in sent}
    sent += [(name, value) for name, value in values.items() if name not in have]
    if button is not None:
        drawn = elements(form, ".//input[@name=$name]|.//button[@name=$name]", name=button)
        sent.append((button, (drawn[0].get("value") if drawn else None) or "1"))
    return FormRequest(
        url=urljoin(_base_of(form, page), action) if (action := form.get("action")) else page.url,
        fields=tuple((name, _line_ends(value)) for name, value in sent),
        charset=charset,
        referer=page.url.partition("#")[0],
    )


def _line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\r\n")
