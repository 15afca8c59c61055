"""How a page's bytes become a tree, and that no damage to it makes a post vanish or swallow another."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from boards_fixtures import ROOT, context_of, expectation
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from scraper.adapter import ReadContext, registered
from scraper.boards.tree import inner_html
from scraper.errors import UnreadablePageError
from scraper.markup import Markup
from scraper.page import read_page
from scraper.records import TopicPage

NAMES = sorted(registered())
START = re.compile(
    r"""<div[^>]*\bid="(?:p|post_|msg)[0-9]+"[^>]*>(?=[^<]*<(?:h2|h3|div class="(?:inner|post_author|post_wrapper)"))"""
    r"""|<article [^>]*id='elComment_[0-9]+'[^>]*>|<div [^>]*id='post_id_[0-9]+'>|<tr id="post[0-9]+">"""
    r"""|<article class="message [^>]*>|<li (?:class="[^"]*" )?id="post[-_][0-9]+"[^>]*>|<table id="post[0-9]+"[^>]*>"""
    r"""|<li data-node-id="[0-9]+"[^>]*>"""
)
BODY = re.compile(
    r"""<div[^>]*class="(?:content|postmsg|entry-content|post_body scaleimages|inner|post-content)"[^>]*>"""
    r"""(?!\s*<div id="post_message_)"""
    r"""|<div data-role='commentContent'[^>]*>|<div itemprop="commentText"[^>]*>|<span class="ucoz-forum-post"[^>]*>"""
    r"""|<div class="bbWrapper">|<blockquote class="(?:messageText|postcontent restore) [^>]*>"""
    r"""|<div class="js-post__content-text[^>]*>|<div id="post_message_[0-9]+">(?!\s*<blockquote)"""
)


def long_page(engine: str) -> tuple[str, str, ReadContext, TopicPage]:
    """Text and encoding of an engine's long fixture, its context, and what is read of it."""
    page = ROOT / engine / "long.html"
    encoding = "cp1251" if engine == "mybbru" else "utf-8"
    context = context_of(expectation(page))
    return page.read_bytes().decode(encoding), encoding, context, read_page(page.read_bytes(), None, context)


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=80))
def test_words_without_elements_are_written_as_the_parser_would(text: str) -> None:
    """They are written by hand, which is faster; did the two ways differ, an edit would be seen where none is."""
    element = etree.Element("div")
    element.text = text
    written = etree.tostring(element, encoding="unicode", method="html")
    assert inner_html(element) == written[len("<div>") : -len("</div>")].strip()


def test_an_attribute_does_not_end_the_opening_tag() -> None:
    root = Markup(b'<html><body><div title="a > b" class=\'x">y\'>c > d<br></div></body></html>').root
    assert root is not None
    assert inner_html(next(root.iter("div"))) == "c &gt; d<br>"


@pytest.mark.parametrize("engine", NAMES)
@pytest.mark.parametrize("charset", ["cp1251", "koi8-r"])
def test_a_long_head_in_ascii_hides_no_encoding(engine: str, charset: str) -> None:
    """The page seems to be UTF-8 at first, and is not."""
    html, _encoding, context, wanted = long_page(engine)
    title = re.search(r"<title>(.*?)</title>", html)
    assert title is not None
    ascii_head = html.replace(title[0], "<title>x</title>" + "<!-- -->" * 600, 1).replace("—", "-").replace("…", "...")
    content = ascii_head.encode(charset, "xmlcharrefreplace")
    got = read_page(content, {"content-type": f"text/html; charset={charset}"}, context, engine=engine)
    assert [(post.id, post.author) for post in got.posts] == [(post.id, post.author) for post in wanted.posts]


@pytest.mark.parametrize("engine", NAMES)
@pytest.mark.parametrize("dirt", [b"\xf0\x9f\x98", "\ufffd".encode(), b"\0", b"\xff"])
def test_bytes_that_are_no_letters_spoil_no_more_than_themselves(engine: str, dirt: bytes) -> None:
    html, encoding, context, wanted = long_page(engine)
    if encoding != "utf-8" and dirt != b"\0":
        return
    body = list(BODY.finditer(html))[-1]
    content = html[: body.end()].encode(encoding) + dirt + html[body.end() :].encode(encoding)
    got = read_page(content, None, context, engine=engine)
    assert got.posts[:-1] == wanted.posts[:-1]
    assert replace(got.posts[-1], body="") == replace(wanted.posts[-1], body="")
    assert got.posts[-1].body.lstrip("\ufffd").strip() == wanted.posts[-1].body


@pytest.mark.parametrize("engine", NAMES)
def test_an_unclosed_tag_makes_no_post_swallow_those_after_it(engine: str) -> None:
    """A body that is not closed holds all later posts in the tree; each is read for itself all the same."""
    html, encoding, context, wanted = long_page(engine)
    body = list(BODY.finditer(html))[1]
    spoiled = html[: body.end()] + "<div>" + html[body.end() :]
    got = read_page(spoiled.encode(encoding), None, context, engine=engine)
    victim = wanted.posts[1].id
    assert [post for post in got.posts if post.id != victim] == [post for post in wanted.posts if post.id != victim]
    swallowed = next(post for post in got.posts if post.id == victim)
    assert replace(swallowed, body="", signature=None, edited_at=None, editor=None) == replace(
        wanted.posts[1], body="", signature=None, edited_at=None, editor=None
    )
    assert not any(post.id in swallowed.body for post in wanted.posts[2:])


@pytest.mark.parametrize("engine", NAMES)
@pytest.mark.parametrize("place", [0, 1, 7, -1])
def test_a_post_whose_element_is_gone_is_missed(engine: str, place: int) -> None:
    """Its opening tag is lost, and the rest of it stands on the page: the page is refused rather than read without. SMF
    names a post twice, so that it is found by the other element.
    """
    html, encoding, context, wanted = long_page(engine)
    starts = list(START.finditer(html))
    assert len(starts) == len(wanted.posts)
    start = starts[place]
    spoiled = html[: start.start()] + html[start.end() :]
    if engine == "smf":
        assert read_page(spoiled.encode(encoding), None, context, engine=engine).posts == wanted.posts
        spoiled = spoiled.replace('<div class="post_wrapper">', "", 1)
    with pytest.raises(UnreadablePageError):
        read_page(spoiled.encode(encoding), None, context, engine=engine)
