"""The game's topics in the archive: posts with all they were, and what the archive lacks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from engine.i18n import _
from itogi.config import Game, Topic, TopicKind
from itogi.lines import lines_of
from itogi.moments import clock, shown, span
from itogi.seen import SeenPost, Text
from itogi.speakers import Speakers, Standing
from itogi.timetable import ResultPosts
from scraper.adapter import Adapter, registered
from scraper.archive import Archive
from scraper.archive_bodies import appended, same
from scraper.archive_records import ArchivedPost, ArchivedTopic, Revision
from scraper.boards.described import Described
from scraper.records import Post, TopicRef

FRESH = timedelta(minutes=3)
"""A poll this young is as good as now."""

_RESULTS = re.compile(
    r"(?:итоги|результаты|results of)\s+(?:the\s+)?"
    r"(?:(?P<first>\d{1,2})\s*-?\s*(?:й|ой|го|st|nd|rd|th)?\s+)?"
    r"(?P<phase>ночи|суда|дня|казни|голосования|night|court|day)"
    r"(?:\s*№?\s*(?P<second>\d{1,2}))?",
    re.IGNORECASE,
)
_NIGHTS = {"ночи", "night"}
# «Итоги 2 ночи будут в 23:00», «Итоги 1 суда: ждите»: results are promised, not told.
_PROMISED = re.compile(
    r"\?|\b(?:буд(?:ет|ут)|позже|позднее|скоро|вскоре|завтра|через|после|задерж\w*|жд[её]м|ждите|подожд\w*|ожида\w*"
    r"|отклад\w*|отлож\w*|перен[ео]с\w*|пишу\w*|напишу|готов\w*|считаю\w*|опубликую|выложу|появ\w*|чуть|пока"
    r"|will|later|soon|tomorrow|delayed|postponed|after|wait)\b",
    re.IGNORECASE,
)
_LONGEST_PROMISE = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Reliability:
    """What must be said about a count, because the archive does not hold all."""

    read_at: datetime | None
    """Start of the newest whole reading of the topics that votes come from; None: there is none."""
    warnings: tuple[str, ...]
    """One line each, in the language in force."""


def described_board(game: Game) -> Adapter | None:
    """The board that game.toml describes by selectors; None for one that has an adapter of its own."""
    return Described(game.board.selectors) if game.board.selectors else None


def ref_of(game: Game, topic: Topic) -> TopicRef | None:
    """The board's reference of a topic's address, by the game's engine or by whichever knows such addresses."""
    described = described_board(game)
    if described is not None:
        return described.topic_ref(topic.url)
    adapters = registered()
    names = sorted(adapters, key=lambda name: name != game.board.engine)
    return next((ref for name in names if (ref := adapters[name].topic_ref(topic.url))), None)


def archived(game: Game, archive: Archive) -> tuple[tuple[Topic, ArchivedTopic | None], ...]:
    """The game's topics with what the archive knows of them; None before the first poll."""
    refs = ((topic, ref_of(game, topic)) for topic in game.topics)
    return tuple((topic, archive.find(ref) if ref else None) for topic, ref in refs)


def posts_of(archive: Archive, topics: Iterable[tuple[Topic, ArchivedTopic | None]]) -> tuple[SeenPost, ...]:
    """All posts of the topics with their revisions, topic by topic, in the order of the pages."""
    return tuple(
        seen_post(post, topic.kind, known.ref.topic_id)
        for topic, known in topics
        if known
        for post in archive.posts(known.key)
        # A post that was moved to another topic of the game is heard there.
        if post.moved_to is None
    )


def seen_post(post: ArchivedPost, kind: TopicKind, topic: str) -> SeenPost:
    """An archived post as ballots are read from it."""
    first = post.revisions[0]
    newest = post.revisions[-1]
    texts = _texts(post.revisions)
    return SeenPost(
        kind=kind,
        topic=topic,
        post=Post(
            id=post.id,
            number=post.number,
            # Who wrote it is who it showed first: accounts are renamed and deleted later.
            author=first.author,
            author_id=first.author_id,
            guest=first.guest,
            posted_at=post.posted_at,
            precision=post.precision,
            edited_at=newest.edited_at,
            editor=newest.editor,
            body=newest.body,
            signature=newest.signature,
            permalink=newest.permalink,
        ),
        texts=texts,
        gone_at=post.gone.noticed_at if post.gone else None,
        appended=(False, *(appended(before.body, after.body) for before, after in pairwise(texts))),
    )


def _texts(revisions: tuple[Revision, ...]) -> tuple[Text, ...]:
    """Revisions whose words are the same are one text: a new name of the author is no edit."""
    texts: list[Text] = []
    for revision in revisions:
        text = Text(
            body=revision.body,
            first_seen=revision.first_seen,
            last_seen=revision.last_seen,
            edited_at=revision.edited_at,
            editor=revision.editor,
        )
        if texts and same(texts[-1].body, text.body) and texts[-1].edited_at == text.edited_at:
            texts[-1] = Text(
                body=texts[-1].body,
                first_seen=texts[-1].first_seen,
                last_seen=text.last_seen,
                edited_at=text.edited_at,
                editor=text.editor,
            )
        else:
            texts.append(text)
    return tuple(texts)


def result_posts(posts: Iterable[SeenPost], speakers: Speakers) -> ResultPosts:
    """When the GM's posts with the results of nights and courts appeared (T2): «Итоги 2 ночи» at a post's head."""
    nights: dict[int, datetime] = {}
    days: dict[int, datetime] = {}
    for seen in posts:
        if seen.kind is TopicKind.OTHER or speakers.speaker(seen.post).standing is not Standing.MODERATOR:
            continue
        for line in lines_of(seen.texts[0].body)[:2]:
            found = _RESULTS.match(line.strip("*_«» "))
            number = found and (found["first"] or found["second"])
            if found and number and not _promised(line.strip("*_«» ")[found.end() :]):
                moments = nights if found["phase"].lower() in _NIGHTS else days
                moments.setdefault(int(number), seen.post.posted_at)
                break
    return ResultPosts(nights=nights, days=days)


def _promised(rest: str) -> bool:
    """Whether the rest of the heading's line only says when the results will come."""
    first = re.split(r"[.!;]\s", rest, maxsplit=1)[0]
    return len(first.split()) <= _LONGEST_PROMISE and _PROMISED.search(first) is not None


def quoted(title: str) -> str:
    """A title in quotes, unless it brings its own."""
    return title if "«" in title else f"«{title}»"


def reliability(
    game: Game,
    archive: Archive,
    topics: Iterable[tuple[Topic, ArchivedTopic | None]],
    *,
    kinds: Iterable[TopicKind],
    wanted: datetime,
    now: datetime,
) -> Reliability:
    """Whether the archive holds all posts of the topics of `kinds` up to `wanted`, and what to say if not."""
    chosen = tuple(kinds)
    moments: list[datetime | None] = []
    warnings: list[str] = []
    for topic, known in topics:
        if topic.kind not in chosen:
            continue
        name = quoted(topic.title or (known.title if known else None) or topic.url)
        if known is None or (cover := archive.coverage(known.key, now)).tried_at is None:
            warnings.append(_("{topic} was never read: run `itogi poll`.").format(topic=name))
            moments.append(None)
            continue
        moments.append(cover.whole_at)
        if cover.missing:
            pages = ", ".join(str(page) for page in cover.missing[:10])
            warnings.append(
                _("{topic}: page {pages} was never read, votes may be missing.").format(topic=name, pages=pages)
            )
        if cover.half_read and not cover.missing and cover.whole_at is not None:
            why = cover.message or _("it is under way, or was broken off")
            warnings.append(
                _("{topic}: the last reading ({at}) was not whole: {why}").format(
                    topic=name, at=clock(cover.tried_at, game.zone), why=why
                )
            )
        if cover.whole_at is None:
            why = f" ({cover.message})" if cover.message else ""
            warnings.append(_("{topic} was never read whole: the count is incomplete.").format(topic=name) + why)
        elif cover.whole_at < min(wanted, now - FRESH):
            warnings.append(
                _("{topic}: read at {at}, {ago} ago; what was posted later is not counted.").format(
                    topic=name, at=shown(cover.whole_at, game.zone), ago=span(now - cover.whole_at)
                )
            )
    read_at = None if not moments or None in moments else min(moment for moment in moments if moment)
    return Reliability(read_at=read_at, warnings=tuple(warnings))
