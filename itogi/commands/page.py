"""`itogi page`: the posts of one topic page."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from datetime import UTC, datetime, tzinfo
from pathlib import Path

import click

from engine.errors import InputError
from engine.i18n import N_, _, reason
from scraper.adapter import ReadContext
from scraper.dates import zone_named
from scraper.errors import PageError, UnreadablePageError
from scraper.http import Client
from scraper.page import HOME_ZONE, check_address, read_page
from scraper.records import Post, TopicPage

LARGEST = 30_000_000
"""Bytes of a page; more is no page."""


@click.command(
    help=N_(
        "Read one topic page, saved or fetched, and print its posts as JSON. The forum engine is recognised from the "
        "page. “-” reads the standard input.\n\nExample: itogi page https://example.rolka.me/viewtopic.php?id=5"
    )
)
@click.argument("source", metavar="FILE|URL")
@click.option(
    "--engine", metavar="NAME", help=N_("Forum engine, for example phpbb or mybbru; recognised unless given.")
)
@click.option("--base-url", metavar="URL", help=N_("Address that a saved page came from; makes its links whole."))
@click.option(
    "--timezone",
    metavar="ZONE",
    help=N_("Time zone of the board, as Europe/Moscow or UTC+3; what the page itself tells of it goes before."),
)
@click.option(
    "--now",
    metavar="ISO",
    help=N_("Moment against which “today”, “yesterday” and “5 minutes ago” are read, as 2026-11-30T20:21+03:00."),
)
def command(source: str, *, engine: str | None, base_url: str | None, timezone: str | None, now: str | None) -> None:
    """Print the page of `source`, a file, an address or `-`."""
    zone = zone_named(timezone or HOME_ZONE)
    context = ReadContext(url=base_url, timezone=timezone, now=_moment(now, zone) if now else None)
    if source.startswith(("http://", "https://")):
        with Client() as client:
            answer = client.get(source)
        context = replace(context, url=answer.final_url, fetched_at=answer.fetched_at)
        page = read_page(answer.content, dict(answer.headers), context, engine=engine)
        check_address(page, source)
    else:
        page = _saved(source, context, engine)
    click.echo(json.dumps(as_json(page), ensure_ascii=False, indent=1))


def as_json(page: TopicPage) -> dict[str, object]:
    """The contract's object of a page."""
    return {
        "engine": page.engine, "title": page.title, "page": page.page, "pages": page.pages, "topic_id": page.topic_id,
        "posts": [_post(post) for post in page.posts],
    }  # fmt: skip


def _post(post: Post) -> dict[str, object]:
    return {
        "id": post.id, "number": post.number, "author": post.author, "author_id": post.author_id, "guest": post.guest,
        "posted_at": post.posted_at.isoformat(), "edited_at": post.edited_at.isoformat() if post.edited_at else None,
        "body": post.body, "signature": post.signature, "permalink": post.permalink,
    }  # fmt: skip


def _saved(source: str, context: ReadContext, engine: str | None) -> TopicPage:
    """The page of a file. What is wrong with it is the input's fault: exit status 2."""
    content, saved_at = _content(source)
    try:
        try:
            page = read_page(content, None, context, engine=engine)
        except UnreadablePageError as fault:
            if fault.field != "now":
                raise
            page = read_page(content, None, replace(context, fetched_at=saved_at), engine=engine)
            click.echo(
                _(
                    "The page does not tell when it was shown: “today” and the like are counted from {moment}, "
                    "when the file was saved. Say otherwise with --now."
                ).format(moment=saved_at.astimezone().strftime("%d.%m.%Y %H:%M")),
                err=True,
            )
        if context.url:
            check_address(page, context.url)
    except PageError as fault:
        raise InputError(f"{_name(source)}: {fault}") from fault
    return page


def _content(source: str) -> tuple[bytes, datetime]:
    """Bytes of a file or the standard input, and when they were saved."""
    if source == "-":
        content, saved_at = sys.stdin.buffer.read(LARGEST + 1), datetime.now(UTC)
    else:
        path = Path(source)
        try:
            with path.open("rb") as file:
                content = file.read(LARGEST + 1)
            saved_at = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        except (OSError, ValueError) as fault:
            why = reason(fault) if isinstance(fault, OSError) else str(fault)
            raise InputError(_("Cannot read {file}: {reason}.").format(file=source, reason=why)) from fault
    if len(content) > LARGEST:
        raise InputError(_("{file} is too large for a page.").format(file=_name(source)))
    return content, saved_at


def _name(source: str) -> str:
    return _("standard input") if source == "-" else source


def _moment(text: str, zone: tzinfo) -> datetime:
    """The moment of `--now`; without an offset it is the board's time."""
    try:
        moment = datetime.fromisoformat(text)
        return moment if moment.tzinfo else moment.replace(tzinfo=zone)
    except ValueError as fault:
        raise InputError(
            _("--now: “{text}” is no moment. Write it as 2026-11-30T20:21+03:00.").format(text=text)
        ) from fault
