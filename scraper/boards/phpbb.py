"""phpBB 3.0–3.3: the prosilver look and its children, and what the fork phpBBex shares. Subsilver2 is next door."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime
from itertools import chain

from scraper.adapter import register
from scraper.boards import subsilver
from scraper.boards.base import PAGE_OF, Blocks, Board, Paging, Sheet, ZoneShown, newest, offset, page_at, places
from scraper.boards.tree import (
    by_class,
    classes,
    drop,
    every,
    first,
    inner_html,
    number_in,
    query_of,
    text_after,
    text_of,
    without_session,
    xpath,
)
from scraper.dates import zone_known
from scraper.markup import Element
from scraper.records import Fetched, Post, TopicRef

MADE_BY = re.compile(r"(?:powered by|на основе)\s*(?:<a\b[^>]*>)?\s*phpBB\b(?!ex)", re.IGNORECASE)
USER = re.compile(r"(?:mode=viewprofile[^\"]*[?&;]u|search\.php\?(?:[^\"]*[&;])?author_id)=([0-9]{1,10})(?![0-9])")
FEED_POST = re.compile(r"<id>[^<]*#p([0-9]{1,10})</id>")
EDITED = re.compile(r"редактир|изменен|изменён|edited", re.IGNORECASE)
ZONE_MARKS = "Часов".encode(), b"All times are"
FOOTER = 20_000
"""Bytes at a page's end in which the zone is looked for."""
ZONE_TITLE = re.compile(r"title=\"([^\"/]+)/([^\"]+)\"")
ZONE_OFFSET = re.compile(
    r"(?:UTC|GMT)\s*([+−–-]\s*[0-9]{1,2}(?:[:.][0-9]{2})?)?(?:[^\[<]*\[\s*(летн\w*|dst|daylight\w*))?", re.IGNORECASE
)
OLD_ZONE = re.compile(r"(?:UTC|GMT)\s+[+-]\s+[0-9]|(?:UTC|GMT)\s*\[")
"""How 3.0 prints it; since 3.1 it is `UTC+03:00`."""
CITIES = {
    "Калининград": "Kaliningrad", "Москва": "Moscow", "Самара": "Samara", "Киев": "Kiev", "Минск": "Minsk",
    "Екатеринбург": "Yekaterinburg", "Омск": "Omsk", "Новосибирск": "Novosibirsk", "Красноярск": "Krasnoyarsk",
    "Иркутск": "Irkutsk", "Якутск": "Yakutsk", "Владивосток": "Vladivostok", "Магадан": "Magadan",
    "Камчатка": "Kamchatka",
    "Волгоград": "Volgograd", "Симферополь": "Simferopol", "Алматы": "Almaty", "Рига": "Riga", "Вильнюс": "Vilnius",
    "Таллин": "Tallinn", "Берлин": "Berlin", "Лондон": "London", "Тбилиси": "Tbilisi", "Баку": "Baku",
    "Ереван": "Yerevan", "Кишинёв": "Chisinau", "Варшава": "Warsaw", "Прага": "Prague", "Париж": "Paris",
    "Хельсинки": "Helsinki", "Иерусалим": "Jerusalem", "Ташкент": "Tashkent", "Нью-Йорк": "New_York",
    "Чикаго": "Chicago", "Лос-Анджелес": "Los_Angeles", "Торонто": "Toronto",
}  # fmt: skip
"""The engine translates the names of zones; of those that a game may be played in, the way back."""
REGIONS = {"Европа": "Europe", "Азия": "Asia", "Америка": "America"}
TOPIC = re.compile(r"[?&;]t=([0-9]{1,10})(?![^&;#])")
START = re.compile(r"[?&;]start=([0-9]{1,9})(?![^&;#])")
UNAPPROVED = b'class="post-notice unapproved"'
ALL_IN_ORDER = "&st=0&sk=t&sd=a"
CLOSED = re.compile(r"закрыт|locked|closed", re.IGNORECASE)
ANONYMOUS = "1"
BOXES = xpath(
    "//div[@id='message']//p | //div[@id='message'][not(.//p)]"
    " | //form[@id='login']//h2 | //*[@id='page-body']//*[@class='error'] | //*[@id='errorpage']"
    " | //table[@class='tablebg']//td[@class='row1'][@align='center']//p[@class='gen']"
)


@register
class PhpBB(Board):
    """phpBB 3, all looks that keep prosilver's class names, and subsilver2."""

    name = "phpbb"
    brand = "phpBB"
    start = b'class="post '
    mark = b'<dl class="postprofile" id="profile'
    zone_database = True
    script = "viewtopic.php"
    topic_parameter = "t"

    def recognise(self, html: str) -> str | None:
        """By the body's id, the style's comment, or the credit line; not the fork phpBBex."""
        if "phpBBex" in html[-4000:]:
            return None
        if "phpBB style name:" in html[:20_000]:
            return "“phpBB style name”"
        if "phpBB" in html and MADE_BY.search(html[-6000:]):
            return "“phpBB” in the footer"
        return 'body id="phpbb"' if '<body id="phpbb"' in html else None

    def blocks(self, sheet: Sheet) -> Blocks:
        """`div.post#p<ID>`; `#p-…`, `#profile<ID>` and `#page-body` begin with p too."""
        return sheet.posts("post", "p") or subsilver.blocks(sheet)

    def post(self, own: str, block: Element, sheet: Sheet) -> Post | None:
        """A post; one that only moderators still see is none."""
        if block.tag == "table":
            return subsilver.post(own, block, sheet)
        if "deleted" in (block.get("class") or "").split():
            return None
        line = first(block, "p", "author")
        if line is None:
            if first(block, "div", "ignore") is not None:
                sheet.hidden(own)
            sheet.fail("author", own)
        link = next(line.iter("a"), None)
        if link is not None:
            sheet.belongs((link.get("href") or "").rpartition("#")[2], own, "p", field="author")
        column = line.getparent()
        parts = by_class(column)
        strong = next(line.iter("strong"), None)
        author, author_id, account = self.author(line, strong, block, own, sheet)
        stamp = next(line.iter("time"), None)
        if stamp is not None and (machine := stamp.get("datetime")):
            posted_at, precision = sheet.moment(machine, own)
        else:
            shown = text_after(strong, line) if strong is not None else text_of(line)
            posted_at, precision = sheet.moment(subsilver.AN_HOUR.sub("60 min ago", shown), own)
        body = parts.get("content")
        body = first(block, "div", "content") if body is None else body
        if body is None:
            sheet.fail("body", own)
        notes = every(block if column is None else column, "div", "notice") if "notice" in parts else ()
        edited_at, editor = self.edit(notes, body, own, sheet)
        signature = parts.get("signature")
        return Post(
            id=own, number=self.number(line) or sheet.numbers.get(own),
            author=author, author_id=author_id, guest=not account,
            posted_at=posted_at, precision=precision, edited_at=edited_at, editor=editor, body=words_of(body),
            signature=without_session(inner_html(signature)) if signature is not None else None,
            permalink=sheet.absolute(f"viewtopic.php?p={own}#p{own}"),
        )  # fmt: skip

    def author(
        self, line: Element, strong: Element | None, block: Element, own: str, sheet: Sheet
    ) -> tuple[str, str | None, bool]:
        """Name, id and whether there is an account: by the author's line, else the profile beside the post. Never
        by the body, where a guest may link to whom he likes.
        """
        link = next(strong.iter("a"), None) if strong is not None else None
        user = number_in(link.get("href"), USER) if link is not None else None
        if user is not None and user != ANONYMOUS and (shown := text_of(link)):
            # The common case first: it is that of all posts but those of guests.
            return shown, user, True
        profile = first(block, "dl", "postprofile")
        name = named(line) or named(profile) or sheet.fail("author", own)
        account = False
        for link in chain(profile.iter("a") if profile is not None else (), line.iter("a")):
            href = link.get("href") or ""
            account = account or "mode=viewprofile" in href
            if (user := number_in(href, USER)) and user != ANONYMOUS:
                return name, user, True
        return name, None, account

    def number(self, line: Element) -> int | None:
        """The post's number in its head: phpBB shows none."""
        return None

    def edit(
        self, notes: Iterable[Element], body: Element, own: str, sheet: Sheet
    ) -> tuple[datetime | None, str | None]:
        """Time and name of the edit note, which stands outside of the body."""
        for note in notes:
            text = text_of(note)
            if "post_deleted_msg" in classes(note) or not EDITED.search(text) or body in note.iterancestors():
                continue
            name = next((inner for inner in note.iter("a", "span") if text_of(inner)), None)
            told = text_after(name, note) if name is not None else text
            return sheet.moment(told, own, "edited_at")[0], text_of(name) or None
        return None, None

    def title(self, sheet: Sheet) -> str:
        """Of the heading that links to the topic."""
        return text_of(heading_link(sheet.root)) or text_of(first(sheet.root, "h2", "topic-title"))

    def topic_id(self, sheet: Sheet) -> str | None:
        """By the heading's link, else any link of the page to its topic."""
        heading = heading_link(sheet.root)
        links = chain(sheet.root.iter("link"), sheet.root.iter("a"))
        for link in links if heading is None else chain((heading,), links):
            if topic := number_in(link.get("href"), TOPIC):
                return topic
        return None

    def paging(self, sheet: Sheet) -> Paging:
        """By «Страница 2 из 4», or the active item of the list of pages; the page size by the links' offsets."""
        box = first(sheet.root, "div", "pagination")
        text = text_of(box) if box is not None else subsilver.paging_text(sheet.root)
        page = pages = 1
        if told := PAGE_OF.search(text):
            page, pages = int(told[1]), int(told[2])
        starts = {}
        for link in box.iter("a") if box is not None else subsilver.paging_links(sheet.root):
            shown = text_of(link)
            if shown.isdecimal():
                number = int(shown[:6])
                pages = max(pages, number)
                if number > 1 and (start := number_in(link.get("href"), START)):
                    starts[number] = int(start)
        if told is None and box is not None:
            active = next((item for item in box.iter("li") if "active" in classes(item)), None)
            current = text_of(active)
            page = int(current[:6]) if current.isdecimal() else 1
        heading = heading_link(sheet.root)
        if page > 1 and heading is not None and (start := number_in(heading.get("href"), START)):
            starts[page] = int(start)
        sizes = {place // (number - 1) for number, place in starts.items() if place % (number - 1) == 0 and place > 0}
        return Paging(page=page, pages=pages, per_page=min(sizes, default=None))

    def numbers(self, blocks: Blocks, paging: Paging, sheet: Sheet) -> dict[str, int]:
        """By the page's offset; not where a moderator, or its author, sees a post that others do not see or count:
        one deleted, or one that waits for approval.
        """
        unseen = UNAPPROVED in sheet.markup.utf8 or any("deleted" in classes(block) for _own, block in blocks)
        if (paging.page > 1 and not paging.per_page) or unseen:
            return {}
        return places(blocks, offset(paging.page, paging.per_page))

    def closed(self, sheet: Sheet) -> bool | None:
        """By the reply button, which says that the topic is closed, or does not; subsilver2's is a picture."""
        for link in sheet.root.iter("a"):
            if "posting.php?mode=reply" not in (link.get("href") or ""):
                continue
            parent = link.getparent()
            if any("fa-lock" in classes(icon) for icon in link.iter("i")):
                return True
            if parent is not None and "locked-icon" in classes(parent):
                return True
            pictures = " ".join(
                f"{image.get('alt')} {(image.get('src') or '').rpartition('/')[2]}" for image in link.iter("img")
            )
            told = f"{link.get('title')} {text_of(link)} {link.get('class')} {pictures}"
            return bool(CLOSED.search(told))
        return None

    def zone_shown(self, sheet: Sheet) -> ZoneShown:
        """Of the footer: «Часовой пояс: UTC+03:00», with the zone's name as a tooltip since 3.1, and since then only
        has the engine the zone database: 3.0 and phpBBex know an offset and nothing more.
        """
        snippet = zone_snippet(sheet.markup.utf8)
        old = OLD_ZONE.search(snippet) if snippet else b"corners-top" in sheet.markup.utf8
        database = self.zone_database and not old
        told = ZONE_OFFSET.search(snippet)
        if told is None:
            return ZoneShown(database=database)
        name = ZONE_TITLE.search(snippet[: told.end()])
        region, city = (name[1], name[2]) if name else ("", "")
        if region in REGIONS:
            region, city = REGIONS[region], CITIES.get(city, "")
        known = zone_known(f"{region}/{city}") if city and region.isascii() and city.isascii() else None
        printed = "UTC" + "".join((told[1] or "+0").split())
        if told[2]:
            hours = int(re.sub(r"[^0-9+-].*", "", printed[3:].replace("−", "-").replace("–", "-"))) + 1
            printed = f"UTC{hours:+d}"
        return ZoneShown(database=database, name=known, offset=printed)

    def message_boxes(self, root: Element) -> list[Element]:
        """The message, the sign-in form's heading, the posting form's error."""
        return BOXES(root)

    def page_url(self, ref: TopicRef, page: int, per_page: int | None) -> str:
        """An address holds an offset, and an order: a member may have chosen «newest first», or «the last day» only."""
        start = f"&start={offset(page, per_page)}" if page > 1 else ""
        return f"{ref.url}{ALL_IN_ORDER}{start}"

    def wanted_page(self, url: str, per_page: int | None) -> int | None:
        """By the offset; a post's link tells none."""
        query = query_of(url)
        return None if "p" in query or "view" in query else page_at(query.get("start", "0"), per_page)

    def probe_url(self, ref: TopicRef, last_page: int, per_page: int | None) -> str | None:
        """The topic's feed, which boards may have switched off; 3.1 and later send on to its new address."""
        return f"{ref.board}feed.php?t={ref.topic_id}"

    def read_probe(self, answer: Fetched) -> str | None:
        """The greatest post id of the feed's entries."""
        return newest(FEED_POST.findall(answer.content.decode("utf-8", "replace")))


def zone_snippet(utf8: bytes) -> str:
    """What stands around the zone in the footer, or in subsilver2's crumbs; the last of them."""
    at = max(utf8.rfind(mark, max(len(utf8) - FOOTER, 0)) for mark in ZONE_MARKS)
    return utf8[at : at + 600].decode("utf-8", "replace")[:300] if at >= 0 else ""


def heading_link(root: Element) -> Element | None:
    """The link of the heading above the posts, to the page itself."""
    for heading in root.iter("h2"):
        for link in heading.iter("a"):
            if "viewtopic.php" in (link.get("href") or ""):
                return link
    return None


def named(part: Element | None) -> str:
    """The name in an author's line or profile: bold, or marked as a user name."""
    if part is None:
        return ""
    for inner in part.iter("a", "span"):
        if (inner.get("class") or "").startswith("username") and (text := text_of(inner)):
            return text
    return text_of(next(part.iter("strong"), None))


def words_of(body: Element) -> str:
    """The author's words as HTML. What changes by itself goes: session ids, a quote's «Вчера, 09:26», a count of
    downloads. Otherwise every poll would see an edited post.
    """
    words = inner_html(body)
    if not len(body):
        return words
    if "<script" in words or "<cite" in words or "<dl" in words:
        for inner in list(body.iter("script", "cite", "dl")):
            if inner.tag == "script":
                drop(inner)
            elif inner.tag == "cite":
                for date in list(every(inner, "span", "responsive-hide")):
                    drop(date)
            elif "file" in classes(inner):
                for detail in list(inner.iter("dd")):
                    drop(detail)
        words = inner_html(body)
    return without_session(words)
