"""Is everything in place for an evening of the game? One check a line, each with advice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from engine.errors import ItogiError
from engine.i18n import _, ngettext
from itogi.config import Game, Topic
from itogi.moments import shown, span
from itogi.publish_board import Ask, GameBoard, account_name, client_of, topic_for
from itogi.store import Store
from scraper.adapter import Adapter
from scraper.archive_records import ClockSample
from scraper.clock import Clock
from scraper.decode import decode
from scraper.forum_clock import ClockFault, judge, sample
from scraper.http import Client
from scraper.page import adapter_named, recognise, topic_ref
from scraper.records import Fetched, TopicPage
from scraper.robots import heed_robots
from scraper.session.errors import CredentialsError
from scraper.session.reply import may_reply


class Finding(StrEnum):
    """How a check ended."""

    FINE = "fine"
    WARNING = "warning"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One line of the report."""

    finding: Finding
    what: str
    """What was checked."""
    found: str
    advice: str = ""


def examine(game: Game, store: Store, *, ask: Ask = lambda _name: None, clock: Clock | None = None) -> Iterator[Check]:
    """Check the game's board, one thing after the other; what cannot be checked without an earlier one is left out."""
    with client_of(game, store, clock=clock) as client:
        first = game.topics[0]
        try:
            fetched = client.get(first.url)
        except ItogiError as fault:
            yield _failed(_("board"), fault, _("is the address right, and is the board up in a browser?"))
            return
        yield _fine(_("board"), _("answers with status {status}").format(status=fetched.status))
        yield _robots(client, store, first.url)
        check, adapter = _engine(game, fetched)
        yield check
        if adapter is None:
            return
        address = topic_ref(first.url, adapter.name).board
        board = GameBoard(game=game, client=client, adapter=adapter, address=address)
        samples: list[ClockSample] = []
        pages: list[TopicPage] = []
        for topic in game.topics:
            yield _topic(board, topic, samples, pages)
        if samples:
            yield _clock(samples)
            yield _zone(game, pages)
        yield from _membership(board, ask)


def _engine(game: Game, fetched: Fetched) -> tuple[Check, Adapter | None]:
    what = _("engine")
    html = decode(fetched.content, dict(fetched.headers))
    try:
        adapter = recognise(html, url=fetched.final_url)
    except ItogiError as fault:
        if not game.board.engine:
            return _failed(what, fault, _("name its engine in game.toml when you know it")), None
        # A page that is no topic now (maintenance, a closed door) may not show its engine.
        adapter = adapter_named(game.board.engine)
    why = adapter.recognise(html)
    try:
        topic_ref(game.topics[0].url, adapter.name)
    except ItogiError as fault:
        return _failed(what, fault, ""), None
    if game.board.engine and game.board.engine != adapter.name:
        mismatch = Check(
            finding=Finding.FAILED,
            what=what,
            found=_("game.toml says {said}, but the page is of {engine}: {why}").format(
                said=game.board.engine, engine=adapter.brand, why=why
            ),
            advice=_('write engine = "{name}" in the [board] table, or leave the line out').format(name=adapter.name),
        )
        return mismatch, None
    if why is None:
        return _fine(what, _("{engine}, as game.toml says").format(engine=adapter.brand)), adapter
    return _fine(what, _("{engine}, by {why}").format(engine=adapter.brand, why=why)), adapter


def _topic(board: GameBoard, topic: Topic, samples: list[ClockSample], pages: list[TopicPage]) -> Check:
    what = _("topic {url}").format(url=topic.url)
    try:
        ref, read = board.ref(topic), board.read(topic)
        fetched = board.client.get(board.adapter.page_url(ref, 1, board.game.board.per_page))
        page = read(fetched)
        if page.pages > 1:
            per_page = board.game.board.per_page or page.per_page or len(page.posts)
            fetched = board.client.get(board.adapter.page_url(ref, page.pages, per_page))
            page = read(fetched)
    except ItogiError as fault:
        return _failed(what, fault, "")
    samples.append(sample(page, fetched))
    pages.append(page)
    count = ngettext("{count} page", "{count} pages", page.pages).format(count=page.pages)
    found = _("{title}, {pages}").format(title=page.title, pages=count)
    if page.posts:
        found += _(", last post {moment} by {author}").format(
            moment=shown(page.posts[-1].posted_at, board.game.zone), author=page.posts[-1].author
        )
    if page.page != page.pages:
        return Check(
            finding=Finding.WARNING,
            what=what,
            found=found + _("; page {got} came instead of the last one").format(got=page.page),
            advice=_("set `per_page` in the [board] table to the number of posts a page"),
        )
    return _fine(what, found + (_("; closed") if page.closed else ""))


def _clock(samples: list[ClockSample]) -> Check:
    what = _("the board's clock")
    verdict = judge(samples)
    if verdict.offset is None:
        return _warning(what, _("not shown"), _("deadlines are judged by the times of the posts alone"))
    found = (_("{length} ahead of ours") if verdict.offset > timedelta() else _("{length} behind ours")).format(
        length=span(abs(verdict.offset))
    )
    if verdict.fault is None:
        return _fine(what, found)
    advice = {
        ClockFault.UNSTEADY: _("it jumps from answer to answer: check this computer's clock"),
        ClockFault.ZONE: _("its pages show another zone than was read: set `timezone` in the [board] table"),
        ClockFault.DISAGREES: _("page and server do not agree; posts near a deadline need a look"),
        ClockFault.FAR: _("check this computer's clock"),
    }
    return _warning(what, found, advice.get(verdict.fault, ""))


def _zone(game: Game, pages: list[TopicPage]) -> Check:
    what = _("the board's time zone")
    zones = sorted({page.zone for page in pages if page.zone})
    if game.board.timezone:
        return _fine(what, _("{zone}, as game.toml says").format(zone=game.board.timezone))
    if not zones:
        return _warning(
            what,
            _("not shown by the pages"),
            _("set `timezone` in the [board] table when the times of posts come out wrong"),
        )
    return _fine(what, _("{zone}, as the pages show").format(zone=", ".join(zones)))


def _robots(client: Client, store: Store, url: str) -> Check:
    try:
        heed_robots(client, store.archive, url)
    except ItogiError as fault:
        return _failed("robots.txt", fault, "")
    return _fine("robots.txt", _("nothing against it"))


def _membership(board: GameBoard, ask: Ask) -> Iterator[Check]:
    what = _("signing in")
    try:
        session = board.session(ask)
        account = session.ensure()
    except CredentialsError:
        name = account_name(board.game)
        yield _warning(
            what,
            _("no password known for {account}").format(account=name) if name else _("no account named"),
            _("run `itogi login`; without it results can be published with --copy"),
        )
        return
    except ItogiError as fault:
        yield _failed(what, fault, "")
        return
    yield _fine(what, _("as {account}").format(account=account.name))
    moderators = {moderator.name.casefold() for moderator in board.game.moderators}
    if account.name.casefold() not in moderators:
        yield _warning(
            _("moderators"),
            _("{account} is not among them").format(account=account.name),
            _("add the account to `moderators` in game.toml, or its posts count as a stranger's"),
        )
    what = _("right to post")
    try:
        topic = topic_for(board.game)
        allowed, words = may_reply(session, board.ref(topic))
    except ItogiError as fault:
        yield _failed(what, fault, "")
        return
    session.save()
    if allowed:
        yield _fine(what, _("the topic shows a reply form"))
    else:
        yield Check(
            finding=Finding.FAILED,
            what=what,
            found=words or _("the topic shows no reply form"),
            advice=_("ask the board's admin, or publish with --copy"),
        )


def _fine(what: str, found: str) -> Check:
    return Check(finding=Finding.FINE, what=what, found=found)


def _warning(what: str, found: str, advice: str) -> Check:
    return Check(finding=Finding.WARNING, what=what, found=found, advice=advice)


def _failed(what: str, fault: ItogiError, advice: str) -> Check:
    return Check(finding=Finding.FAILED, what=what, found=" ".join(str(fault).split()), advice=advice)
