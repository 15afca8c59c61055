"""What FluxBB and PunBB share: one parameter for topics, one for pages, a feed, and words before or after a name."""

from __future__ import annotations

import re
from datetime import datetime
from itertools import chain

from scraper.boards.base import Board, Sheet, newest
from scraper.boards.tree import number_in, text_of
from scraper.markup import Element
from scraper.records import Fetched, TopicRef

USER = re.compile(r"(?:profile\.php\?(?:[^\"]*[&;])?id=|\buser[/-]?)([0-9]{1,10})(?![0-9])")
FEED_POST = re.compile(r"<id>[^<]*#p([0-9]{1,10})</id>")
TOPIC = re.compile(r"\b(?:extern\.php\?(?:[^\"]*[&;])?t|viewtopic\.php\?(?:[^\"]*[&;])?)id=([0-9]{1,10})(?![^&;#])")
CLOSED = re.compile(r"закрыт|closed", re.IGNORECASE)
ANONYMOUS = "1"
EDIT_WORDS = re.compile(
    r"^\W*(?:последний раз\s+)?(?:отредактировано|отредактировала?|редактировал(?:ся|ось|а)?|изменено|"
    r"(?:last )?edited by)\s+",
    re.IGNORECASE,
)


class PunBoard(Board):
    """A board of the PunBB line that runs on its owner's server."""

    zone_database = False
    script = "viewtopic.php"
    topic_parameter = "id"

    def author(self, line: Element | None, own: str, sheet: Sheet) -> tuple[str, str | None]:
        """Name and account's id by an author's line: the id stands in the link to the profile, where there is one."""
        link = next(line.iter("a"), None) if line is not None else None
        user = number_in(link.get("href"), USER) if link is not None else None
        name = text_of(link) or text_of(line) or sheet.fail("author", own)
        return name, user if user != ANONYMOUS else None

    def edit(self, text: str, own: str, sheet: Sheet) -> tuple[datetime, str | None]:
        """Time and name of an edit note, whichever of them comes first: «Редактировался NAME (DATE)»,
        «(DATE отредактировано NAME)», “(edited by NAME DATE)”.
        """
        bare = text.strip()
        if told := re.fullmatch(r"(.{1,200}?)\s*\(([^()]{1,60})\)", bare):
            return sheet.moment(told[2], own, "edited_at")[0], EDIT_WORDS.sub("", told[1]) or None
        bare = bare.strip("()")
        before, word, after = bare.partition("отредактировано")
        if word and before.strip():
            return sheet.moment(before, own, "edited_at")[0], after.strip() or None
        told = re.fullmatch(
            r"(.{1,200}?)\s+((?:today|yesterday|сегодня|вчера|[0-9]{4}-[0-9]{2}-[0-9]{2})\b.*)", bare, re.IGNORECASE
        )
        if told is None:
            return sheet.moment(bare, own, "edited_at")[0], None
        return sheet.moment(told[2], own, "edited_at")[0], EDIT_WORDS.sub("", told[1]) or None

    def topic_id(self, sheet: Sheet) -> str | None:
        """By the topic's feed, else the canonical link, else any link of the page to a topic's page."""
        for link in chain(sheet.root.iter("link"), sheet.root.iter("a")):
            if topic := number_in(link.get("href"), TOPIC):
                return topic
        return None

    def probe_url(self, ref: TopicRef, last_page: int, per_page: int | None) -> str | None:
        """The topic's feed: the newest posts, fifteen of them unless the board says otherwise."""
        return f"{ref.board}extern.php?action=feed&tid={ref.topic_id}&type=atom"

    def read_probe(self, answer: Fetched) -> str | None:
        """The greatest post id of the feed's entries."""
        return newest(FEED_POST.findall(answer.content.decode("utf-8", "replace")))
