"""A board that no adapter knows is read by the selectors of `game.toml`, as strictly as a known one."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from scraper import adapter as registry
from scraper.adapter import ReadContext, registered
from scraper.boards.described import Described, describe
from scraper.errors import DescriptionError, NotATopic, NotATopicError, UnreadablePageError
from scraper.markup import Markup
from scraper.page import adapter_named, read_page

SELECTORS = {
    "post": "table.forum tr.msg",
    "id": "@id",
    "author": ".nick",
    "author_id": ".nick a@href",
    "time": ".date",
    "number": ".num",
    "body": ".text",
    "edited": ".edit",
    "editor": ".edit b",
    "signature": ".sig",
    "remove": ".edit, .toolbar",
    "title": "h1",
    "page": ".pager b",
    "pages": ".pager b, .pager a",
    "closed": ".locked",
    "deleted": ".gone",
    "topic_url": "https://night.example/forum_messages.php?tid={topic}",
    "page_url": "https://night.example/forum_messages.php?tid={topic}&page={page}",
}
PAGE = """<html><head><meta charset="windows-1251"></head><body><h1>Суд</h1>
<div class="pager"><a>1</a> <b>2</b> <a>3</a></div>
<table class="forum">
<tr class="msg" id="m101"><td class="nick"><a href="/pl_info.php?id=77">Вольт</a></td><td class="date">Вчера, 21:58</td>
<td class="num">#21</td><td class="text"><font color="red">Гнев</font><script>x()</script>
<span class="edit">правил <b>Вольт</b> 30.11.2026 08:00</span><div class="sig"><i>Тише</i></div></td></tr>
<tr class="msg gone" id="m102"><td>удалено</td></tr>
<tr class="msg" id="m103"><td class="nick">Вольт</td><td class="date">1796059250</td><td class="num">22</td>
<td class="text">Я гость</td></tr>
</table></body></html>"""
NOW = datetime(2026, 11, 30, 17, 21, tzinfo=UTC)
CONTEXT = ReadContext(url="https://night.example/forum_messages.php?tid=5&page=2", timezone="Europe/Moscow", now=NOW)


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    registered()
    yield
    registry._registry.pop("described", None)


def test_a_described_board_is_read() -> None:
    describe(SELECTORS)
    page = read_page(PAGE.encode("cp1251"), None, CONTEXT, engine="described")
    assert (page.engine, page.title, page.topic_id, page.page, page.pages) == ("described", "Суд", "5", 2, 3)
    assert (page.closed, page.deleted, page.zone) == (False, ("102",), "Europe/Moscow")
    first, second = page.posts
    assert (first.id, first.number, first.author, first.author_id, first.guest) == ("101", 21, "Вольт", "77", False)
    assert first.posted_at.isoformat() == "2026-11-29T21:58:00+03:00"
    assert first.edited_at is not None
    assert first.edited_at.isoformat() == "2026-11-30T08:00:00+03:00"
    assert (first.editor, first.signature) == ("Вольт", "<i>Тише</i>")
    assert first.body == '<font color="red">Гнев</font>'
    assert first.permalink == "https://night.example/forum_messages.php?tid=5&page=2#m101"
    assert (second.guest, second.author_id, second.posted_at.second) == (True, None, 50)


def test_addresses_by_the_patterns() -> None:
    board = Described(SELECTORS)
    ref = board.topic_ref("https://night.example/forum_messages.php?tid=5&page=10907#53653832")
    assert ref is not None
    assert (ref.topic_id, ref.url) == ("5", "https://night.example/forum_messages.php?tid=5")
    assert board.page_url(ref, 1, None) == ref.url
    assert board.page_url(ref, 3, None) == "https://night.example/forum_messages.php?tid=5&page=3"
    assert board.topic_ref("https://night.example/pl_info.php?id=5") is None
    offset = Described({**SELECTORS, "page_url": "https://night.example/t/{topic}/{offset}"})
    assert offset.page_url(ref, 3, 20) == "https://night.example/t/5/40"
    with pytest.raises(ValueError, match="per_page"):
        offset.page_url(ref, 3, None)


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"body": ""}, "body"),
        ({"post": "div["}, "post"),
        ({"colour": "red"}, "colour"),
        ({"topic_url": "https://night.example/"}, "topic_url"),
        ({"page_url": "https://night.example/{topic}"}, "page_url"),
    ],
)
def test_a_wrong_description_names_its_key(change: dict[str, str], key: str) -> None:
    with pytest.raises(DescriptionError, match=rf"^board\.selectors\.{key}"):
        describe({**SELECTORS, **change})
    assert "described" not in registered()


@pytest.mark.parametrize(
    ("key", "field"), [("author", "author"), ("time", "posted_at"), ("body", "body"), ("id", "id")]
)
def test_what_the_selectors_do_not_find_is_an_error(key: str, field: str) -> None:
    board = Described({**SELECTORS, key: ".nothing"})
    with pytest.raises(UnreadablePageError) as caught:
        board.read(Markup(PAGE.encode()), CONTEXT)
    assert caught.value.field == field


def test_what_is_no_topic_is_refused() -> None:
    board = Described(SELECTORS)
    with pytest.raises(NotATopicError) as caught:
        board.read(Markup(b"<html><body><form><input type=password></form></body></html>"), CONTEXT)
    assert caught.value.kind is NotATopic.LOGIN_FORM
    with pytest.raises(NotATopicError) as caught:
        board.read(Markup(PAGE.removesuffix("</html>").encode()), CONTEXT)
    assert caught.value.kind is NotATopic.TRUNCATED


def test_it_takes_no_page_of_a_known_engine() -> None:
    describe({**SELECTORS, "recognise": "NightBoard"})
    assert adapter_named("described").recognise(PAGE) is None
    assert adapter_named("described").recognise(PAGE + "NightBoard") is not None
