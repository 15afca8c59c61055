"""Damage at random to every page: cut, doubled, tags dropped, opened and swapped, another encoding than told.

Whatever comes of it is a page or one of the scraper's own errors, and a post that still stands on it is never missed.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from boards_fixtures import context_of, expectation, pairs

from scraper.errors import PageError, UnknownBoardError
from scraper.markup import Markup
from scraper.page import read_page

PAGES = [page for page in pairs() if "page" in expectation(page) and page.stem != "api-answer"]
TAG = re.compile(r"<[^<>]{1,300}>")
COMMENT = re.compile(r"<!--.*?(?:-->|$)", re.DOTALL)
OPENED = {
    "phpbb": r'<div id="p(\d+)" class="post ', "phpbbex": r'<div id="p(\d+)" data-id="\d+" class="post ',
    "fluxbb": r'<div id="p(\d+)" class="blockpost', "punbb": r'<div id="p(\d+)" class="posthead"',
    "mybb": r'<div class="post [^>]* id="post_(\d+)"',
    "smf": r'<div class="windowbg" id="msg(\d+)">\s*<div class="post_wrapper"',
    "mybbru": r'<div id="p(\d+)" class="post ',
    "invision": r"""<article [^>]*\bid=["']elComment_(\d+)["']""", "ucoz": r'<tr id="post(\d+)">',
    "ipboard": r"""<div class=["']post_block[^>]*\bid=["']post_id_(\d+)["']""",
    "xenforo": r'<article class="message [^>]*data-content="post-(\d+)"', "xenforo1": r'<li id="post-(\d+)"',
    "vbulletin": r'<li class="[^"]*" id="post_(\d+)">', "vbulletin3": r'<table id="post(\d+)"',
    "vbulletin5": r'<li data-node-id="(\d+)"',
}  # fmt: skip
STRAY = (
    "<div>", "<table>", "<a href='", "<form>", "<select>", "<textarea>", "<style>", "<script>", "<!--", "</div></div>",
    "</body>", "</html>", "<title>", "<plaintext>", "<template>", "<svg><style>", "<dl><dt>", "<h2>", '"', "\0", "\x1b",
)  # fmt: skip
CHARSETS = ("cp1251", "koi8-r", "utf-8", "utf-8-sig", "utf-16", "cp866", "iso8859-5")


def hurt(html: str, dice: random.Random) -> str:
    """The page with one piece of damage more."""
    at, kind = dice.randrange(len(html)), dice.randrange(6)
    width = dice.choice((1, 20, 200, 1500, 4000))
    tag = dice.choice(list(TAG.finditer(html, at, at + 5000)) or [None])
    if kind == 0:
        return html[:at] + html[at + width :]
    if kind == 1:
        return html[: at + width] + html[at:]
    if kind == 2:
        return html[:at] + dice.choice(STRAY) + html[at:]
    if tag is None:
        return html[:at]
    if kind == 3:
        return html[: tag.start()] + html[tag.end() :]
    if kind == 4:
        return html[: tag.start()] + re.sub(r'="[^"]*"', f'="{dice.choice(("", "x", "p1"))}"', tag[0], count=1) + html[
            tag.end() :
        ]  # fmt: skip
    return html[:at] + html[tag.start() : tag.end()] + html[at : tag.start()] + html[tag.end() :]


def damaged(seed: int) -> Iterator[tuple[str, bytes, str]]:
    """A damaged page of each fixture: its name, its bytes, its text."""
    for page in PAGES:
        dice = random.Random(f"{page.parent.name}/{page.stem}/{seed}")
        html = Markup(page.read_bytes(), expectation(page)["headers"]).text
        for _ in range(dice.choice((1, 1, 2, 3))):
            html = hurt(html, dice) or "x"
        yield f"{page.parent.name}/{page.stem}", html.encode(dice.choice(CHARSETS), "xmlcharrefreplace"), html


def misses(seed: int) -> list[str]:
    """The posts that damaged pages open and that were read without."""
    by_name = {f"{page.parent.name}/{page.stem}": expectation(page) for page in PAGES}
    missed = []
    for name, content, html in damaged(seed):
        expected = by_name[name]
        engine = expected["page"]["engine"]
        try:
            page = read_page(content, None, context_of(expected), engine=engine)
        except (PageError, UnknownBoardError):
            continue
        read = {post.id for post in page.posts} | set(page.deleted)
        whole = {post["id"] for post in expected["page"]["posts"]}
        root = Markup(content).root
        parts = root.iter("div", "article", "tr", "li", "table") if root is not None else ()
        ids = [part.get("data-content") or part.get("data-node-id") or part.get("id") or "" for part in parts]
        stand = {
            own[1] for told in ids if (own := re.fullmatch(r"(?:p|post[_-]?|msg|elComment_|post_id_|)(\d+)", told))
        }
        opened = stand & set(re.findall(OPENED[engine], COMMENT.sub("", html)))
        missed += [f"{name} {post_id}" for post_id in sorted(opened & whole - read)]
    return missed


def test_the_damage_is_of_every_kind_and_often_deadly() -> None:
    """A test that could not fail would prove nothing: the marks by which posts are known stand on the whole pages."""
    for page in PAGES:
        expected = expectation(page)
        html = Markup(page.read_bytes(), expected["headers"]).text
        shown = {post["id"] for post in expected["page"]["posts"]}
        if "subsilver" not in page.stem and not page.stem.startswith(("smf-20", "rows-without-numbers")):
            assert shown <= set(re.findall(OPENED[expected["page"]["engine"]], html)), page


@pytest.mark.parametrize("seed", range(6))
def test_damage_loses_no_post_unseen(seed: int) -> None:
    assert misses(seed) == []


@pytest.mark.soak
def test_damage_for_minutes_loses_no_post_unseen() -> None:
    assert [missed for seed in range(1000, 1300) for missed in misses(seed)] == []
