"""vBulletin 3.5 to 3.8: a table a post, everything known by the post's number in ids.

Engine facts, by the engine's templates (3.8): a post is `table#post<P>` in `div#edit<P>`; `#post_message_<P>`,
`#postmenu_<P>`, `#postcount<P>` are its body, author and number; the date follows the anchor `a[name=post<P>]`. Edit
note and signature stand after the body, without names: a `div.smallfont` that holds an `em`, a `div` that begins with a
row of underscores. Stubs have neither body nor `#postmenu_<P>`; that of an ignored member links to the ignore list. The
reply button of a closed topic is a picture, `threadclosed.gif`.
"""

from __future__ import annotations

import re
from itertools import chain

from scraper.adapter import register
from scraper.boards.base import Blocks, Paging, Sheet, digits
from scraper.boards.tree import classes, every, first, inner_html, named, number_in, numbered, one_line, text_of, xpath
from scraper.boards.vbfamily import VbBoard, hides_ignored, paging_of, without_session, words_of
from scraper.markup import Element
from scraper.records import Post

MADE_BY = re.compile(
    r"name=\"generator\" content=\"vBulletin 3|Powered by:? vBulletin(?:&reg;|®)? Version 3", re.IGNORECASE
)
USER = re.compile(r"member\.php\?(?:[^\"#]*[&;])?u=([0-9]{1,10})(?![0-9])")
PAGE = re.compile(r"[?&;]page=([0-9]{1,6})(?![0-9])")
UNDERSCORES = re.compile(r"^_{5,}\s*(?:<br[^>]*>\s*)?")
CONTROL = "newreply.php?"
BOXES = xpath(
    "//td[@class='panelsurround']//div[contains(@style, 'margin: 10px') or contains(@style, 'margin:10px')]"
    " | //td[@class='panelsurround']//blockquote[not(ancestor::form[@name='postvarform'])]"
)


@register
class VBulletin3(VbBoard):
    """The third generation."""

    name = "vbulletin3"
    brand = "vBulletin 3"
    opening = b"<table", b'id="post'
    mark = b'id="post_message_'

    def recognise(self, html: str) -> str | None:
        """By the generator, else the credit line; the scripts of 3 and 4 have the same names."""
        if MADE_BY.search(html):
            return "“vBulletin 3”"
        if "vbulletin_global.js" in html and 'id="vbulletin_html"' not in html and "vBulletin_init" in html:
            return "vbulletin_global.js"
        return None

    def blocks(self, sheet: Sheet) -> Blocks:
        """`table#post<P>`: other tables' ids begin the same."""
        return self.opened_by(
            sheet,
            lambda: [
                block for around in chunks(sheet.root) for block in numbered(around.iterchildren("table"), "post")
            ],
            lambda: numbered(sheet.root.iter("table"), "post"),
        )

    def post(self, own: str, block: Element, sheet: Sheet) -> Post | None:
        """A post; None for the stub of a deleted one."""
        parts = parts_of(block)
        menu, body = parts.get("postmenu_"), parts.get("post_message_")
        if menu is None and body is None:
            if hides_ignored(block):
                sheet.hidden(own)
            return None
        for prefix, part, field in (("postmenu_", menu, "author"), ("post_message_", body, "body")):
            if part is None:
                sheet.fail(field, own)
            sheet.belongs(part.get("id"), own, prefix, field=field)
        assert menu is not None
        assert body is not None
        link = next(iter(every(menu, "a", "bigusername")), None)
        user = number_in(link.get("href"), USER) if link is not None else None
        author = text_of(link) or name_without_link(menu) or sheet.fail("author", own)
        anchor = next((part for part in block.iter("a") if part.get("name") == f"post{own}"), None)
        posted_at, precision = sheet.moment(" ".join((anchor.tail or "").split()) if anchor is not None else "", own)
        note, signature = after(body)
        edited_at, editor = self.edit_of(note, own, sheet)
        return Post(
            id=own, number=digits(text_of(parts.get("postcount"))) or None, author=author, author_id=user,
            guest=user is None, posted_at=posted_at, precision=precision, edited_at=edited_at, editor=editor,
            body=words_of(body), signature=signature, permalink=self.permalink(own, sheet),
        )  # fmt: skip

    def title(self, sheet: Sheet) -> str:
        """The last of the crumbs, which is bold."""
        crumbs = (text_of(next(cell.iter("strong"), None)) for cell in every(sheet.root, "td", "navbar"))
        return next((crumb for crumb in crumbs if crumb), "")

    def own_links(self, root: Element) -> list[str]:
        """Of the crumbs and of the list of pages."""
        boxes = chain(every(root, "td", "navbar"), every(root, "div", "pagenav"))
        return [href for box in boxes for href in hrefs(box)]

    def paging(self, sheet: Sheet) -> Paging:
        """`div.pagenav`; a topic of one page has none."""
        box = first(sheet.root, "div", "pagenav")
        if box is None:
            return Paging(page=1, pages=1)
        current = next((cell for cell in every(box, "td", "alt2")), None)
        span = next((part.get("title") or "" for part in current.iter("span")), "") if current is not None else ""
        pages = max((int(told[1]) for href in hrefs(box) if (told := PAGE.search(href))), default=1)
        return paging_of(text_of(box), text_of(current), pages, span)

    def closed(self, sheet: Sheet) -> bool | None:
        """By the reply button's picture, which guests may not see."""
        for link in sheet.root.iter("a"):
            if CONTROL in (link.get("href") or "") and (picture := next(link.iter("img"), None)) is not None:
                if "threadclosed" in (source := picture.get("src") or ""):
                    return True
                if source.rpartition("/")[2].startswith("reply."):
                    return False
        return None

    def message_boxes(self, root: Element) -> list[Element]:
        """The message in its panel."""
        return BOXES(root)

    def asks_to_sign_in(self, root: Element) -> bool:
        """By the panel's form: another stands on top of every page."""
        return any(
            part.get("name") == "vb_login_password" and part.get("id") != "navbar_password"
            for part in root.iter("input")
        )


def chunks(root: Element) -> list[Element]:
    """The elements around the posts, each of which has one."""
    start = named(root, "div", "posts")
    return [div for div in (start.iter("div") if start is not None else ()) if (div.get("id") or "").startswith("edit")]


def parts_of(block: Element) -> dict[str, Element]:
    """The parts of a post that have an id, by what stands before the number."""
    found: dict[str, Element] = {}
    for part in block.iter("div", "a"):
        name = part.get("id")
        if name and name.startswith("post"):
            found.setdefault(name.rstrip("0123456789"), part)
    return found


def name_without_link(menu: Element) -> str:
    """A guest's name, plain or in the markup of the guests' group."""
    marked = (text_of(part) for part in menu if part.tag not in ("script", "a", "img"))
    return one_line(" ".join((menu.text or "", *marked)))


def hrefs(around: Element) -> list[str]:
    """The links inside."""
    return [link.get("href") or "" for link in around.iter("a")]


def after(body: Element) -> tuple[Element | None, str | None]:
    """The edit note and the signature's HTML, which follow a body."""
    note = signature = None
    for part in body.itersiblings("div"):
        if "smallfont" in classes(part) and (told := next(part.iter("em"), None)) is not None:
            note = told
        elif (part.text or "").lstrip().startswith("_____"):
            signature = without_session(UNDERSCORES.sub("", inner_html(part)))
    return note, signature
