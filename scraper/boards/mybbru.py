"""The hosted boards of mybb.ru and its kin (rusff, rolka, f-rpg, 0pk …), a descendant of PunBB, and their API.

Found by markup, since boards have domains of their own. Not MyBB of mybb.com.
"""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, tzinfo

from lxml import etree

from engine.i18n import _
from scraper.adapter import ReadContext, register
from scraper.boards.base import HOME_ZONE, UNSET, Blocks, Board, Paging, Sheet, bold_paging, directory_of, newest
from scraper.boards.tree import drop, every, first, inner_html, named, number_in, query_of, text_of
from scraper.dates import (
    Clock,
    NoMomentError,
    fixed_zone,
    read_moment,
    read_unix,
    zone_by_clocks,
    zone_label,
    zone_named,
)
from scraper.markup import Element, Markup, parse
from scraper.records import Fetched, Post, Precision, TopicPage, TopicRef

TOPIC_ID = re.compile(r"topic_t([0-9]{1,10})$")
NUMBER = re.compile(r"#?\s*([0-9]{1,7})")
SPAN = re.compile(r"([0-9]{1,7})\D{1,20}?([0-9]{1,7})\D{1,10}?([0-9]{1,7})")
"""«Сообщений 631 страница 660 из 660»: the numbers are of posts, whatever the words say."""
EDITED = re.compile(
    r"(?:отредактирован\w*|редактировал\w*|edited by|last edited by)\s*(.*?)\s*\(([^()]*)\)\s*$", re.IGNORECASE
)
GUESTS = ("", "0", "1")
"""User ids that are no account: 1 is the guest's, as in PunBB."""
GUEST_TITLES = ("гость", "guest")
TOPIC_PAGES = ("pun-viewtopic", "punviewtopic")


@register
class MyBBRu(Board):
    """One hosted engine under many domains."""

    name = "mybbru"
    brand = "mybb.ru"
    start = b'class="post '
    mark = b'<li class="pa-author">'
    zone_database = False
    script = "viewtopic.php"
    topic_parameter = "id"

    def recognise(self, html: str) -> str | None:
        """By its hyphenated `pun-` ids, its file hosts, or its API's answer."""
        if "pun-" in html and re.search(
            r"""\bid\s*=\s*["']pun-(?:viewtopic|main|title|navlinks|login|index|viewforum|message)\b""", html
        ):
            return "id “pun-…”"
        if 'class="punbb"' in html and ("forumstatic.ru" in html or "forumupload.ru" in html):
            return "“punbb” and forumstatic.ru"
        return "api.php" if api_posts(html) is not None else None

    def read(self, markup: Markup, context: ReadContext) -> TopicPage:
        """A page, or an answer of `api.php?method=post.get`."""
        answer = api_posts(markup.text) if markup.begins(b"{") else None
        return self.read_api(answer, markup, context) if answer is not None else super().read(markup, context)

    def blocks(self, sheet: Sheet) -> Blocks:
        """`div.post#p<ID>` on a topic page: search results are of the same class."""
        if named(sheet.root, "div", *TOPIC_PAGES) is None and self._topic(sheet) is None:
            return []
        return sheet.posts("post", "p")

    def has_profiles(self, blocks: Blocks) -> bool:
        """Whether any author's name is a link."""
        items = (first(block, "li", "pa-author") for _own, block in blocks)
        return any(item is not None and next(item.iter("a"), None) is not None for item in items)

    def post(self, own: str, block: Element, sheet: Sheet) -> Post:
        """Edit note and signature stand inside the body; the time is an attribute."""
        item = first(block, "li", "pa-author")
        if item is None:
            sheet.fail("author", own)
        user = (block.get("data-user-id") or "").strip()
        link = next(item.iter("a"), None)
        if not user and link is not None:
            user = query_of(link.get("href") or "").get("id", "")
        author = text_of(link) or named_without_link(item) or sheet.fail("author", own)
        titled = text_of(first(block, "li", "pa-title")).casefold() in GUEST_TITLES
        guest = user in GUESTS or titled or (link is None and sheet.profiles)
        heading = next(block.iter("h3"), None)
        posted_at, precision = self._posted_at(block, heading, own, sheet)
        content = first(block, "div", "post-content")
        if content is None:
            sheet.fail("body", own)
        sheet.belongs(content.get("id"), own, "p", "-content")
        words, edited_at, editor, signature = self._words(content, own, sheet)
        return Post(
            id=own, number=number_of(heading), author=author, author_id=None if guest else user, guest=guest,
            posted_at=posted_at, precision=precision, edited_at=edited_at, editor=editor, body=words,
            signature=signature,
            permalink=sheet.absolute(f"viewtopic.php?pid={own}#p{own}"),
        )  # fmt: skip

    def _words(self, content: Element, own: str, sheet: Sheet) -> tuple[str, datetime | None, str | None, str | None]:
        """The author's words, time and name of the edit note, the signature."""
        words = inner_html(content)
        if "lastedit" not in words and "post-sig" not in words and "<script" not in words:
            return words, None, None, None
        edited_at, editor = self._edit(content, own, sheet)
        signature = take_signature(content)
        open_spoilers(content)
        return inner_html(content), edited_at, editor, signature

    def _posted_at(self, block: Element, heading: Element | None, own: str, sheet: Sheet) -> tuple[datetime, Precision]:
        machine = block.get("data-posted")
        if machine:
            return sheet.unix(machine, own), Precision.SECOND
        return sheet.moment(text_of(first(heading, "a", "permalink")) if heading is not None else "", own)

    def _edit(self, content: Element, own: str, sheet: Sheet) -> tuple[datetime | None, str | None]:
        notes = list(every(content, "p", "lastedit"))
        if not notes:
            return None, None
        text = text_of(notes[-1])
        for note in notes:
            drop(note)
        told = EDITED.search(text)
        edited_at = sheet.moment(told[2] if told else text, own, "edited_at")[0]
        return edited_at, (told[1] or None) if told else None

    def title(self, sheet: Sheet) -> str:
        """`#pun-main > h1 > span`."""
        main = named(sheet.root, "div", "pun-main")
        return text_of(next((sheet.root if main is None else main).iter("h1"), None))

    def topic_id(self, sheet: Sheet) -> str | None:
        """By the topic's own element."""
        if topic := self._topic(sheet):
            return topic
        links = (query_of(link.get("href") or "") for link in sheet.root.iter("link", "a"))
        return next((query["id"] for query in links if "p" in query and query.get("id", "").isdecimal()), None)

    def _topic(self, sheet: Sheet) -> str | None:
        if sheet.topic is None:
            nodes = sheet.root.iter("html", "body", "div")
            told = (node.get("data-topic-id") or number_in(node.get("id"), TOPIC_ID) for node in nodes)
            sheet.topic = next((topic for topic in told if topic), None)
        return sheet.topic

    def paging(self, sheet: Sheet) -> Paging:
        """The current page is the bold one of `.pagelink`; the heading tells the posts' numbers and their total."""
        box = first(sheet.root, "div", "pagelink")
        told = bold_paging(first(sheet.root, "p", "pagelink") if box is None else box, "strong")
        page, pages = told.page, told.pages
        per_page = None
        topic = named(sheet.root, "div", f"topic_t{self._topic(sheet)}")
        topic = sheet.root if topic is None else topic
        spans = (SPAN.search(text_of(item)) for heading in topic.iter("h2") for item in every(heading, "span", "item2"))
        span = next((found for found in spans if found), None)
        if span:
            low, high, total = int(span[1]), int(span[2]), int(span[3])
            if page > 1 and (low - 1) % (page - 1) == 0:
                per_page = (low - 1) // (page - 1) or None
            elif page == 1 and high < total:
                per_page = high
            if per_page:
                pages = max(pages, -(-total // per_page))
        return Paging(page=page, pages=pages, per_page=per_page)

    def closed(self, sheet: Sheet) -> bool | None:
        """By the reply link or the words in its place."""
        if b"post.php?tid=" in sheet.markup.utf8:
            for link in sheet.root.iter("a"):
                if "post.php?tid=" in (link.get("href") or ""):
                    return False
        words = " ".join(text_of(box) for tag in ("div", "p", "span") for box in every(sheet.root, tag, "postlink"))
        return True if re.search(r"закрыт|closed", words, re.IGNORECASE) else None

    def offset_shown(self, blocks: Blocks) -> tzinfo | None:
        """By a post that tells its time twice: as an attribute, and in the board's words."""
        for _own, block in blocks:
            machine, link = block.get("data-posted"), first(block, "a", "permalink")
            if machine and link is not None:
                try:
                    local, _precision = read_moment(text_of(link), UNSET)
                    return zone_by_clocks(local.replace(tzinfo=None), read_unix(machine, UTC))
                except NoMomentError:
                    continue
        return None

    def message_boxes(self, root: Element) -> list[Element]:
        """The information box of the main part."""
        main = [div for div in root.iter("div") if div.get("id") in ("pun-main", "punmain")]
        told = [box for part in main for box in every(part, "div", "info")]
        return told or [part for part in main if len(text_of(part)) < 600]

    def probe_url(self, ref: TopicRef, last_page: int, per_page: int | None) -> str | None:
        """The API, asked for the newest post's id."""
        return f"{ref.board}api.php?method=post.get&topic_id={ref.topic_id}&limit=1&sort_by=id&sort_dir=desc&fields=id"

    def read_probe(self, answer: Fetched) -> str | None:
        """The id in the answer; None when the API is closed to us."""
        posts = api_posts(answer.content.decode("utf-8", "replace")) or []
        ids = [str(post.get("id", "")) for post in posts]
        return newest(number for number in ids if re.fullmatch("[0-9]{1,10}", number))

    def read_api(self, posts: list[dict[str, object]], markup: Markup, context: ReadContext) -> TopicPage:
        """The posts of an API answer. It tells no title, and its address alone tells the page."""
        query = query_of(context.url or "")
        limit, skip = (int(query[key]) if query.get(key, "").isdecimal() else 0 for key in ("limit", "skip"))
        zone = zone_named(context.timezone or HOME_ZONE)
        clock = Clock(zone=fixed_zone(zone, context.now or context.fetched_at), now=context.now or context.fetched_at)
        root = etree.Element("html")
        sheet = Sheet(
            engine=self.brand, markup=markup, root=root, url=context.url, board=directory_of(context.url),
            clock=clock,
        )  # fmt: skip
        read = [self._api_post(post, place, sheet) for place, post in enumerate(posts, skip + 1)]
        page = skip // limit + 1 if limit else 1
        topic = query.get("topic_id") or str(posts[0].get("topic_id") or "" if posts else "") or sheet.fail("topic_id")
        return TopicPage(
            engine=self.name, title=_("Topic {id}").format(id=topic), topic_id=topic, page=page,
            pages=page + (1 if limit and len(read) >= limit else 0), posts=tuple(read), closed=None, board_now=None,
            zone=zone_label(clock.zone), per_page=limit or None,
        )  # fmt: skip

    def _api_post(self, post: dict[str, object], place: int, sheet: Sheet) -> Post:
        own, user = str(post.get("id") or ""), str(post.get("user_id") or "")
        if not re.fullmatch("[0-9]{1,10}", own):
            sheet.fail("id")
        author, message = post.get("username"), post.get("message")
        if not isinstance(author, str) or not author.strip():
            sheet.fail("author", own)
        content = fragment(message) if isinstance(message, str) else None
        if content is None:
            sheet.fail("body", own)
        words, edited_at, editor, signature = self._words(content, own, sheet)
        return Post(
            id=own, number=place, author=author.strip(), author_id=None if user in GUESTS else user,
            guest=user in GUESTS, posted_at=sheet.unix(str(post.get("posted") or ""), own),
            precision=Precision.SECOND, edited_at=edited_at,
            editor=editor, body=words, signature=signature,
            permalink=sheet.absolute(f"viewtopic.php?pid={own}#p{own}"),
        )  # fmt: skip


def api_posts(text: str) -> list[dict[str, object]] | None:
    """The posts of an API's answer, or None when the text is none."""
    if not text.lstrip().startswith("{") or '"response"' not in text:
        return None
    try:
        posts = json.loads(text).get("response")
    except (ValueError, RecursionError):
        return None
    return [post for post in posts if isinstance(post, dict)] if isinstance(posts, list) else None


def named_without_link(item: Element) -> str:
    """The author's name where profiles are hidden: it stands behind a label."""
    for label in list(every(item, "span", "acchide")):
        drop(label)
    return text_of(item)


def number_of(heading: Element | None) -> int | None:
    """The post's number: the bold digits of its heading; a bold `+3` beside them is a rating."""
    for strong in heading.iter("strong") if heading is not None else ():
        if told := NUMBER.fullmatch(text_of(strong)):
            return int(told[1])
    return None


def take_signature(content: Element) -> str | None:
    """Cut the signature out of the body and give its HTML."""
    taken = None
    for tag in ("dl", "div", "p"):
        for box in list(every(content, tag, "post-sig")):
            inner = next(box.iter("dd"), None)
            drop(box)
            taken = inner_html(inner if inner is not None else box)
    return taken


def open_spoilers(content: Element) -> None:
    """Put what a spoiler keeps in a `script type="text/html"` until it is opened in its place, for it is the author's
    too; other scripts go.
    """
    for script in list(content.iter("script")):
        inner = fragment(script.text) if script.get("type") == "text/html" and script.text else None
        parent = script.getparent()
        if inner is not None and parent is not None:
            inner.tail = None
            parent.insert(parent.index(script), inner)
        drop(script)


def fragment(html: str) -> Element | None:
    """Some HTML in a `div`."""
    root = parse(f"<div>{html}</div>".encode("utf-8", "replace"))
    return next(root.iter("div"), None) if root is not None else None
