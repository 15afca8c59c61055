"""phpBB's other look, subsilver2: tables, no ids, the signature as a second body. Part of the adapter `phpbb`."""

from __future__ import annotations

import re

from scraper.boards.base import Blocks, Sheet
from scraper.boards.tree import (
    drop,
    every,
    first,
    inner_html,
    number_in,
    text_after,
    text_of,
    without_session,
    xpath,
)
from scraper.markup import Element
from scraper.records import Post

ANCHOR = re.compile(r"p([0-9]{1,10})")
USER = re.compile(r"mode=viewprofile[^\"]*[?&;]u=([0-9]{1,10})(?![0-9])")
POSTED = re.compile(r"добавлен|posted|сообщение|додано", re.IGNORECASE)
EDITED = re.compile(r"редактир|изменен|изменён|edited", re.IGNORECASE)
AN_HOUR = re.compile(r"\b1 (?:час назад|hour ago|годину тому)")
"""Minutes are counted up to the sixtieth, which is called an hour; other engines' hours tell no minute."""
RULE = re.compile(r"^(?:\s*<br\s*/?>)*\s*_{5,}\s*(?:<br\s*/?>)?\s*", re.IGNORECASE)
TABLES = xpath(
    "//table[contains(concat(' ', normalize-space(@class), ' '), ' tablebg ')][.//a[starts-with(@name, 'p')]]"
)
OWN_SMALL = xpath(".//*[contains(concat(' ', normalize-space(@class), ' '), ' gensmall ')]")


def blocks(sheet: Sheet) -> Blocks:
    """The tables that hold a post's anchor."""
    sheet.scattered = True
    return [(own, table) for table in TABLES(sheet.root) if (own := post_id(table))]


def post_id(block: Element) -> str | None:
    """By the anchor `a[name=p<ID>]`."""
    for anchor in block.iter("a"):
        if (found := ANCHOR.fullmatch(anchor.get("name") or "")) is not None:
            return found[1]
    return None


def post(own: str, block: Element, sheet: Sheet) -> Post:
    """Author and body stand in different rows; the date follows a bold «Добавлено:»."""
    name = first(block, "b", "postauthor")
    bodies = list(every(block, "div", "postbody"))
    if name is None and not bodies:
        sheet.hidden(own)
    author = text_of(name) or sheet.fail("author", own)
    if not bodies:
        sheet.fail("body", own)
    # A later «postbody» inside the first is a quotation of one, not the signature.
    signature = next((body for body in bodies[1:] if bodies[0] not in body.iterancestors()), None)
    quoted = set(bodies[0].iter("b"))
    bold = (mark for mark in block.iter("b") if mark is not name and mark not in quoted)
    posted = next((mark for mark in bold if POSTED.search(text_of(mark))), None)
    if posted is None:
        sheet.fail("posted_at", own)
    parent = posted.getparent()
    shown = text_after(posted, parent) if parent is not None else ""
    posted_at, precision = sheet.moment(AN_HOUR.sub("60 min ago", shown), own)
    edited_at, editor = None, None
    author_id = None
    for link in block.iter("a"):
        if bodies[0] in link.iterancestors() or (signature is not None and signature in link.iterancestors()):
            continue
        if (user := number_in(link.get("href"), USER)) and user != "1" and not _is_note(link):
            author_id = author_id or user
    for small in OWN_SMALL(block):
        text = text_of(small)
        if EDITED.search(text) and bodies[0] not in small.iterancestors() and small.find(".//table") is None:
            who = next(small.iter("a"), None)
            told = text_after(who, small) if who is not None else text
            edited_at, editor = sheet.moment(told, own, "edited_at")[0], text_of(who) or None
            break
    for script in list(bodies[0].iter("script")):
        drop(script)
    return Post(
        id=own, number=sheet.numbers.get(own), author=author, author_id=author_id, guest=author_id is None,
        posted_at=posted_at, precision=precision, edited_at=edited_at, editor=editor,
        body=without_session(inner_html(bodies[0])),
        signature=RULE.sub("", without_session(inner_html(signature))) if signature is not None else None,
        permalink=sheet.absolute(f"viewtopic.php?p={own}#p{own}"),
    )  # fmt: skip


def _is_note(link: Element) -> bool:
    """Whether a profile link is the editor's in the edit note, not the author's."""
    parent = link.getparent()
    return parent is not None and bool(EDITED.search(text_of(parent)))


def paging_text(root: Element) -> str:
    """The cell with «Страница 2 из 4»."""
    return " ".join(text_of(cell) for cell in every(root, "td", "nav"))


def paging_links(root: Element) -> list[Element]:
    """Links to other pages."""
    return [
        link
        for cell in every(root, "td", "gensmall")
        for link in cell.iter("a")
        if "start=" in (link.get("href") or "")
    ]
