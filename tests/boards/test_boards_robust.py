"""Forum HTML is hostile: whatever comes, the reader gives a page or one of its own errors, and never drops a post."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from boards_fixtures import ROOT, context_of, expectation, pairs
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scraper.adapter import ReadContext, registered
from scraper.errors import NotATopic, NotATopicError, PageError, UnknownBoardError, UnreadablePageError
from scraper.page import read_page
from scraper.records import TopicPage

GOOD = [page for page in pairs() if "page" in expectation(page)]
FAST = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
CONTEXT = ReadContext(url="https://mafia.example/viewtopic.php?t=1")
PIECES = [
    *(piece.encode() for piece in """<div class='post' id='p1'>|<div id='post_1' class='post'>|<p class='author'>
<table class='tablebg'><a name='p1'>|</div>|</table>|<body id="phpbb">|my_post_key MyBB|id="brd-wrap"|phpBBex
var smf_scripturl|<div id="punviewtopic" class="pun">brdheader|<div class='blockpost' id='p7'><h2><a>
<div id='brd-viewtopic'><div class='posthead' id='p3'>|<div class='post_wrapper'><div class='inner' id='msg_5'>
{"response":[{}]}|<div id='pun-viewtopic' data-topic-id='5'>|<time datetime='2013-99-99T00:00:00+00:00'>|</html>
<!--|&#0;|Вчера, 99:99|99 минут назад|start=99999999999999999
<script>|?t=5|Страница 9 из 3|<body class='ipsApp'>|<article id='elComment_3'>|<body id='ipboard_body'>
<div data-quotedata='{"contentcommentid":3,"contentclass":"forums_Topic"}'>|<div id='ips_Posts'>
<div class='post_block' id='post_id_4'><h3>|<abbr class='published' title='x'>|<tr id='post6'><td class='postTdTop'>
<span id='ucoz-forum-post-6'>|<a class='postNumberLink' onclick='/forum/1-2-3-16-1'>""".replace("\n", "|").split("|")),
    b"\0", b"<b>" * 400, b"\xff\xfe",
]  # fmt: skip


def read(content: bytes, context: ReadContext, engine: str | None = None) -> TopicPage | None:
    try:
        return read_page(content, None, context, engine=engine)
    except (PageError, UnknownBoardError):
        return None


@FAST
@given(st.binary(max_size=600))
def test_noise(content: bytes) -> None:
    for engine in (None, *registered()):
        read(content, CONTEXT, engine)


@FAST
@given(st.lists(st.sampled_from(PIECES), max_size=12))
def test_pieces_of_pages(pieces: list[bytes]) -> None:
    for engine in (None, *registered()):
        read(b"<html><body>" + b"".join(pieces), CONTEXT, engine)


@pytest.mark.parametrize("page", GOOD, ids=lambda page: f"{page.parent.name}/{page.stem}")
def test_mutated_pages(page: Path) -> None:
    """Bytes overwritten, cut out and doubled at random."""
    expected = expectation(page)
    content, context = page.read_bytes(), context_of(expected)
    dice = random.Random(page.stem)
    for _ in range(12):
        spoiled = bytearray(content)
        for _ in range(dice.randint(1, 6)):
            at = dice.randrange(len(spoiled))
            kind = dice.randrange(3)
            if kind == 0:
                spoiled[at : at + dice.randint(1, 40)] = bytes(dice.randrange(256) for _ in range(dice.randint(0, 40)))
            elif kind == 1:
                del spoiled[at : at + dice.randint(1, 400)]
            else:
                spoiled[at:at] = spoiled[at : at + dice.randint(1, 400)]
        read(bytes(spoiled), context)


@pytest.mark.parametrize("page", GOOD, ids=lambda page: f"{page.parent.name}/{page.stem}")
def test_a_page_cut_anywhere_is_never_read_as_a_shorter_one(page: Path) -> None:
    expected = expectation(page)
    content, context = page.read_bytes(), context_of(expected)
    if page.stem == "api-answer":
        return
    end = re.search(rb"</html>", content)
    assert end is not None
    for tenth in range(1, 10):
        cut = content[: len(content) * tenth // 10]
        with pytest.raises((PageError, UnknownBoardError)):
            read_page(cut, None, context, engine=expected.get("engine"))
    with pytest.raises(NotATopicError) as caught:
        read_page(content[: end.start()], None, context, engine=expected["page"]["engine"])
    assert caught.value.kind is NotATopic.TRUNCATED


@pytest.mark.parametrize("engine", sorted(registered()))
@pytest.mark.parametrize(
    ("mark", "field"),
    [("author", "author"), ("time", "posted_at"), ("body", "body")],
)
def test_a_post_without_a_field_is_an_error_that_names_it(engine: str, mark: str, field: str) -> None:
    """Issue 5: a post without author, time or body is never dropped."""
    names: dict[str, tuple[str | tuple[str, ...], ...]] = {
        "mybbru": ("pa-author", "data-posted", "post-content"),
        "phpbb": ("author", "datetime", "content"),
        "phpbbex": ("author", "&raquo;", "content"),
        "mybb": ("author_information|post_author", "post_date", "post_body"),
        "fluxbb": ("<dt>.*?</dt>", "<h2>.*?</h2>", "postmsg"),
        "punbb": ("post-byline|username", "post-link", "entry-content"),
        "smf": ("<h4>.*?</h4>", "smalltext", "inner"),
        "invision": (
            ("data-quoteData='[^']*'", "<h3.*?</h3>"), ("data-quoteData='[^']*'", "<time.*?</time>"),
            ("'commentContent'",),
        ),
        "ipboard": (('<span itemprop="creator name".*?</a></span>',), ("<abbr.*?</abbr>",), ("entry-content",)),
        "ucoz": (
            ('<a class="postUser".*?</a>',), (r'onclick="prompt[^"]*"', r"Дата: [^|]*\|"),
            (r'class="ucoz-forum-post" id="[^"]*"',),
        ),
        "xenforo": ("message-name", "datetime", "bbWrapper"),
        "xenforo1": ("userText", "DateTime", "messageText"),
        "vbulletin": ("username_container", "date", ('id="post_message_[0-9]*"',)),
        "vbulletin3": (('<a class="bigusername".*?</a>',), (r"\d\d:\d\d",), ('id="post_message_[0-9]*"',)),
        "vbulletin5": ("author", (r'(?<=data-node-publishdate=")[0-9]+',), "js-post__content-text"),
    }  # fmt: skip
    page = ROOT / engine / "long.html"
    expected = expectation(page)
    encoding = "cp1251" if engine == "mybbru" else "utf-8"
    html = page.read_bytes().decode(encoding)
    victim = expected["page"]["posts"][-1]["id"]
    prefixes = ("p", "post_", "msg", "elComment_", "post_id_", "post", "js-post-", "post-")
    at = max(html.rfind(f" id={quote}{prefix}{victim}{quote}") for prefix in prefixes for quote in "\"'")
    at = at if engine != "vbulletin5" else html.rfind(f'<li data-node-id="{victim}"')
    head, tail = html[:at], html[at:]
    pattern = names[engine][("author", "time", "body").index(mark)]
    if isinstance(pattern, tuple):
        spoiled = tail
        for gone in pattern:
            spoiled = re.sub(gone, "", spoiled, flags=re.DOTALL)
    elif pattern.startswith("<"):
        spoiled = re.sub(pattern, "", tail, count=1, flags=re.DOTALL)
    elif pattern == "&raquo;":
        spoiled = re.sub(r"&raquo; [^<]*", "&raquo; ", tail, count=1)
    elif pattern == "datetime":
        spoiled = re.sub(r"<time[^>]*>[^<]*</time>", "", tail, count=1)
    elif pattern == "data-posted":
        spoiled = re.sub(r'data-posted="\d+"', "", tail, count=1)
        spoiled = re.sub(r'(rel="nofollow">)\d{4}-[^<]*', r"\1", spoiled, count=1)
    else:
        # The class attribute as a whole goes from the elements that carry the name.
        spoiled = re.sub(rf'class="(?:[^"]* )?(?:{pattern})(?: [^"]*)?"', "", tail, count=4 if mark == "author" else 1)
    assert spoiled != tail
    with pytest.raises(UnreadablePageError) as caught:
        read_page((head + spoiled).encode(encoding, "xmlcharrefreplace"), None, context_of(expected), engine=engine)
    assert (caught.value.field, caught.value.post_id) == (field, victim)
    assert victim in str(caught.value)


def test_deep_nesting_neither_cuts_the_page_nor_breaks_the_reader() -> None:
    """Three hundred quotations in one another: the posts after them are still there."""
    page = ROOT / "phpbb" / "long.html"
    html = page.read_text(encoding="utf-8")
    deep = "<blockquote>" * 300 + "дно" + "</blockquote>" * 300
    spoiled = html.replace('<span style="color:red">Кротость</span>', deep, 1)
    assert spoiled != html
    read_one = read_page(spoiled.encode(), None, context_of(expectation(page)))
    assert len(read_one.posts) == len(expectation(page)["page"]["posts"])


def test_a_body_cannot_pass_for_a_post_or_an_author() -> None:
    """What a player can type: links to profiles, and text that looks like the engine's own."""
    page = ROOT / "phpbb" / "guest-took-a-name.html"
    posts = read_page(page.read_bytes(), None, context_of(expectation(page))).posts
    assert [post.guest for post in posts] == [False, True, False, False]
    assert [post.author_id for post in posts][1] is None


@pytest.mark.parametrize("page", GOOD, ids=lambda page: f"{page.parent.name}/{page.stem}")
def test_control_characters_are_no_obstacle(page: Path) -> None:
    """Raw and by reference, beside what the reader cuts out: a tree refuses them when a text is set again."""
    content, expected = page.read_bytes(), expectation(page)
    if page.stem == "api-answer":
        return
    dirt = b"\x08\x1b&#8;<script>x()</script>&#31;&#11;"
    spoiled = content.replace(b"<br><br>", b"<br>" + dirt + b"<br>").replace(b"</p><p>", b"</p>" + dirt + b"<p>")
    result = read_page(spoiled, None, context_of(expected), engine=expected.get("engine"))
    assert [post.id for post in result.posts] == [post["id"] for post in expected["page"]["posts"]]
