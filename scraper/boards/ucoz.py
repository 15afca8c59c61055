"""Forums of uCoz sites: hosted, on domains of their own, with a template of the post that owners may edit.

Engine facts, of programs that read such pages: a post is `tr#postP` with one `table.postTable`: the author's cell and
the date's (`td.postTdTop`), the profile (`td.postTdInfo`), the words (`td.posttdMessage`). Its words are
`span#ucoz-forum-post-P`; attachments, edit note and signature follow that in the cell. The only exact time is the last
number of the post's own link, which stands in the `onclick` of `a.postNumberLink`. The author's link is a script, so
his account's id is known only where the template has a link to his profile. The edit note is optional: silent edits
exist. From memory only: that guests and deleted accounts are told by their group, and where the site writes its
refusals.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from itertools import chain
from urllib.parse import urlsplit

from scraper.adapter import register
from scraper.boards.base import UNSET, Blocks, Board, Paging, Sheet, digits
from scraper.boards.tree import (
    by_class,
    classes,
    drop,
    first,
    inner_html,
    is_login_form,
    numbered,
    tags_holding,
    text_of,
    web_parts,
    xpath,
)
from scraper.dates import NoMomentError, read_moment, read_unix, zone_by_clocks
from scraper.markup import Element
from scraper.records import Post, Precision, TopicRef

BODY = "ucoz-forum-post-"
ADDRESS = re.compile(r"(.*?/)forum/([0-9]{1,8})-([0-9]{1,8})-([0-9]{1,8})(?:-([0-9]{1,8})(?:-([0-9]{1,10}))?)?/?")
POST_LINK = re.compile(r"(https?://[^\s'\"/]+)?(/forum/[0-9]{1,8}-[0-9]{1,8}-[0-9]{1,8}-16-([0-9]{9,10}))(?![0-9])")
TOPIC = re.compile(r"/forum/[0-9]{1,8}-([1-9][0-9]{0,7})-")
COUNT = re.compile(rb"numPages\b[^<>]*>\s*([0-9]{1,6})")
PROFILE = "/index/8-"
USER = re.compile(r"/index/8-([1-9][0-9]{0,9})(?![-0-9])")
GUESTS = re.compile(r"(?:группа|group)\s*:\s*(?:гост|удал[её]н|guest|deleted)", re.IGNORECASE)
GUEST_STEMS = ("Гост", "гост", "Удал", "удал", "Guest", "guest", "Delet", "delet")
EDITED = re.compile(r"(?:отредактировал\w*|активировал\w*|изменил\w*|edited by)\s+(.*?)\s+-\s+(.*)$", re.IGNORECASE)
MADE_BY = re.compile(
    r"<(?:td|table|tr|span|div)\b[^>]*\b(?:class=[\"'](?:[^\"']*\s)?(?:posttdMessage|forumNamesBar|postTdTop|threadNametd)\b"
    rf"|id=[\"']{BODY}[0-9])"
    r"|<(?:link|script|img)\b[^>]*\b(?:src|href)=[\"'](?:https?:)?(?://(?:s[0-9]+\.ucoz\.net|src\.ucoz\.(?:ru|net))"
    r"|/\.s/(?:img/fr|src)/)"
)
CLOSED = re.compile(r"закрыт|closed", re.IGNORECASE)
FURNITURE = ("forumContent", "forumNamesBar", "threadNametd", "forumNameTd", "gTable")
"""Classes of the forum's own pages, which hold more than a form."""
BOXES = xpath(
    "//*[contains(concat(' ', normalize-space(@class), ' '), ' forumContent ')]"
    " | //div[contains(@class, 'gDivRight')] | //div[contains(@class, 'myWinCont')]"
    " | //*[contains(@class, 'manError') or contains(@class, 'noEntry')]"
)
LONGEST_MESSAGE = 600
CELLS = ("postTdTop", "postTdInfo", "posttdMessage", "postBottom")
"""Of a post; in the last but one members write, too, after the words: their signatures."""


@register
class UCoz(Board):
    """The forum module; topics are numbered through, sections stand before them in addresses."""

    name = "ucoz"
    brand = "uCoz"
    zone_database = False
    script = "forum"
    topic_parameter = ""

    def recognise(self, html: str) -> str | None:
        """By the names of the module's cells, or where its pictures lie."""
        if "posttdMessage" not in html and "ucoz" not in html and "forumNamesBar" not in html and "/.s/" not in html:
            return None
        return "classes of uCoz" if MADE_BY.search(html) else None

    def blocks(self, sheet: Sheet) -> Blocks:
        """`tr#post<ID>`; where a template has none, what is around the words."""
        sheet.shown = tags_holding(sheet.markup.utf8, (b"<span", b"<div"), BODY.encode())
        found = numbered(sheet.root.iter("tr"), "post")
        if found:
            sheet.scattered = len({block.getparent() for _own, block in found}) > 1
            return found
        bodies = numbered(sheet.root.iter("span", "div"), BODY)
        around = [(own, around_of(body, own)) for own, body in bodies]
        sheet.scattered = len(around) > 1
        return around

    def post(self, own: str, block: Element, sheet: Sheet) -> Post:
        """Author and time above, the words below, notes after them."""
        cells = cells_of(block)
        cell = next(iter(cells["posttdMessage"]), None)
        body = body_in(block if cell is None else cell, own)
        if body is None:
            sheet.fail("body", own)
        sheet.belongs(body.get("id"), own, BODY)
        parts = by_class(body.getparent())
        author, user, guest = self._author(cells, own, sheet)
        date = cells["postTdTop"][1:2]
        link = next((first(part, "a", "postNumberLink") for part in date), None)
        place = POST_LINK.search(link.get("onclick") or link.get("href") or "") if link is not None else None
        if place is not None:
            posted_at, precision = sheet.unix(place[3], own), Precision.SECOND
        else:
            posted_at, precision = sheet.moment(shown_time(date), own)
        edited_at, editor = self._edit(parts.get("edited"), own, sheet)
        signature = parts.get("signatureView")
        return Post(
            id=own, number=digits(text_of(link)) or None, author=author, author_id=user, guest=guest,
            posted_at=posted_at, precision=precision, edited_at=edited_at, editor=editor, body=words_of(body),
            signature=inner_html(signature) if signature is not None else None,
            permalink=f"{place[1] or site_of(sheet.url)}{place[2]}" if place is not None else None,
        )  # fmt: skip

    def _author(self, cells: dict[str, list[Element]], own: str, sheet: Sheet) -> tuple[str, str | None, bool]:
        """Name, id where the template links to the profile, and whether the post is a guest's."""
        top = next(iter(cells["postTdTop"]), None)
        link = first(top, "a", "postUser") if top is not None else None
        name = text_of(link) or text_of(top) or sheet.fail("author", own)
        if link is None or any(is_of_guests(text_of(cell)) for cell in cells["postTdInfo"]):
            return name, None, True
        for cell in chain(cells["postBottom"], cells["postTdInfo"], cells["postTdTop"]):
            for part in cell.iter("a"):
                for told in (part.get("href"), part.get("onclick")):
                    if told and PROFILE in told and (user := USER.search(told)):
                        return name, user[1], False
        return name, None, False

    def _edit(self, note: Element | None, own: str, sheet: Sheet) -> tuple[datetime | None, str | None]:
        if note is None:
            return None, None
        name, stamp = text_of(first(note, "span", "editedBy")), text_of(first(note, "span", "editedTime"))
        told = EDITED.search(text_of(note))
        if not stamp:
            stamp = told[2] if told else text_of(note)
        return sheet.moment(stamp, own, "edited_at")[0], name or (told[1] if told else None) or None

    def title(self, sheet: Sheet) -> str:
        """The last of the crumbs, else the table's head."""
        link = first(sheet.root, "a", "forumBarA")
        return (
            text_of(link)
            or text_of(first(sheet.root, "span", "forum-title"))
            or text_of(first(sheet.root, "td", "gTableTop"))
        )

    def topic_id(self, sheet: Sheet) -> str | None:
        """By the crumbs' link to the topic, else the canonical one, the page's address, a post's own link."""
        if sheet.topic is None:
            crumb = first(sheet.root, "a", "forumBarA")
            told = chain(
                (link.get("href") for link in (crumb,) if link is not None),
                (link.get("href") for link in sheet.root.iter("link") if link.get("rel") == "canonical"),
                (sheet.url,),
                (link.get("onclick") for link in sheet.root.iter("a") if "postNumberLink" in classes(link)),
            )
            found = (TOPIC.search(address) for address in told if address)
            sheet.topic = next((topic[1] for topic in found if topic), None)
        return sheet.topic

    def paging(self, sheet: Sheet) -> Paging:
        """The marked number among the links to pages; a topic of one page has none."""
        utf8 = sheet.markup.utf8
        current = None
        if b"switchActive" in utf8:
            parts = sheet.root.iter("li", "b", "span", "a", "td")
            current = next((part for part in parts if "switchActive" in (part.get("class") or "")), None)
        if current is None:
            return Paging(page=1, pages=1)
        page = digits(text_of(current)) or 1
        told = COUNT.match(utf8, max(utf8.find(b"numPages"), 0))
        pages = int(told[1]) if told else 1
        around = [parent for parent in current.iterancestors() if parent.tag != "body"][1::-1]
        for link in around[0].iter("a") if around else ():
            if "switchDigit" in (link.get("class") or ""):
                pages = max(pages, digits(text_of(link)))
        return Paging(page=page, pages=max(pages, page))

    def closed(self, sheet: Sheet) -> bool | None:
        """By the picture of the button for a reply."""
        for image in sheet.root.iter("img"):
            if "/fr/" not in (image.get("src") or ""):
                continue
            file = (image.get("src") or "").rpartition("/")[2]
            if "t_close" in file or CLOSED.search(f"{image.get('alt')} {image.get('title')}"):
                return True
            if "t_reply" in file:
                return False
        return None

    def offset_shown(self, blocks: Blocks) -> tzinfo | None:
        """By a post whose time is shown twice: in its link, and in words."""
        for _own, block in blocks:
            link = first(block, "a", "postNumberLink")
            place = POST_LINK.search(link.get("onclick") or "") if link is not None else None
            if link is None or place is None:
                continue
            cell = link.getparent()
            try:
                local, _precision = read_moment(shown_time([cell] if cell is not None else []), UNSET)
                return zone_by_clocks(local.replace(tzinfo=None), read_unix(place[3], UTC))
            except NoMomentError:
                continue
        return None

    def asks_to_sign_in(self, root: Element) -> bool:
        """Sites have a form for it beside everything; a page of the forum is not that form."""
        if any(token in FURNITURE for part in root.iter("table", "div", "td") for token in classes(part)):
            return False
        return any(is_login_form(form) for form in root.iter("form"))

    def message_boxes(self, root: Element) -> list[Element]:
        """What the page holds in place of posts, where that is short."""
        return [box for box in BOXES(root) if len(text_of(box)) < LONGEST_MESSAGE]

    def topic_ref(self, url: str) -> TopicRef | None:
        """`/forum/SECTION-TOPIC-PAGE`; the link of a post, too, which has five numbers."""
        found = numbers_of(url)
        if found is None:
            return None
        base, section, topic = found[1], found[2], str(int(found[3]))
        return TopicRef(engine=self.name, board=base, topic_id=topic, url=f"{base}forum/{section}-{topic}-1")

    def page_url(self, ref: TopicRef, page: int, per_page: int | None) -> str:
        """The third number is the page."""
        return f"{ref.url.rpartition('-')[0]}-{max(page, 1)}"

    def wanted_page(self, url: str, per_page: int | None) -> int | None:
        """The third number, but in the link of a post."""
        found = numbers_of(url)
        return max(int(found[4]), 1) if found is not None and found[5] is None else None


def numbers_of(url: str) -> re.Match[str] | None:
    """The numbers in an address of a topic; None when it is none."""
    parts = web_parts(url)
    if parts is None:
        return None
    found = ADDRESS.fullmatch(f"{parts.scheme}://{parts.netloc}{parts.path}")
    return found if found is not None and int(found[3]) > 0 else None


def around_of(body: Element, own: str) -> Element:
    """The whole post of which these are the words."""
    for around in body.iterancestors():
        if around.get("id") == f"post{own}" or "postTable" in classes(around):
            return around
    parent = body.getparent()
    return body if parent is None else parent


def cells_of(block: Element) -> dict[str, list[Element]]:
    """The cells of a post by their classes; none of those inside the words."""
    found: dict[str, list[Element]] = {token: [] for token in CELLS}
    table = first(block, "table", "postTable")
    rows = next(table.iterchildren("tbody"), table) if table is not None else None
    near = [cell for line in rows for cell in line] if rows is not None else list(block.iter("td"))
    for cell in near:
        for token in (cell.get("class") or "").split():
            if token in found:
                found[token].append(cell)
    return found


def body_in(around: Element, own: str) -> Element | None:
    """The words of a post, which have its number, or at least the class."""
    name = f"{BODY}{own}"
    found = next((part for part in around.iter("span", "div") if part.get("id") == name), None)
    return first(around, "span", "ucoz-forum-post") if found is None else found


def is_of_guests(profile: str) -> bool:
    """Whether a profile's group is that of guests or of deleted accounts."""
    return any(stem in profile for stem in GUEST_STEMS) and GUESTS.search(profile) is not None


def shown_time(cells: list[Element]) -> str:
    """The words of a post's time: «Дата: Понедельник, 14.10.2013, 21:58 | Сообщение # 3» without what follows it."""
    return text_of(cells[0]).partition("|")[0] if cells else ""


@lru_cache(maxsize=16)
def site_of(url: str | None) -> str:
    """The site of an address, without a slash; empty for none."""
    parts = urlsplit(url or "")
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""


def words_of(body: Element) -> str:
    """The author's words as HTML; a video is a script."""
    words = inner_html(body)
    if "<script" not in words:
        return words
    for script in list(body.iter("script")):
        drop(script)
    return inner_html(body)
