"""A password and a text go to the game's own board and topic, or nowhere: whatever forms and links its pages show."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from manners_board import Board, Page, Request
from manners_engines import ENGINES
from manners_harness import TEXT, joined

from scraper.session.errors import ForeignFormError, ReplyError
from scraper.session.reply import fetch_form

ELSEWHERE = "http://127.0.0.1:9/take"


def spoil(board: Board, pattern: str, instead: str) -> None:
    """Every page of the board, changed."""
    answer = board.answer

    def changed(request: Request) -> Page:
        page = answer(request)
        return replace(page, body=re.sub(pattern, instead, page.body))

    board.answer = changed  # type: ignore[method-assign]


def posts(board: Board) -> int:
    return sum(request.startswith("POST") for request in board.requests)


@pytest.mark.parametrize("kind", ENGINES)
def test_a_form_that_leads_to_another_site_is_not_sent(kind: str) -> None:
    with joined(kind) as it:
        spoil(it.board, r'(<form[^>]*\baction=")[^"]*', rf"\g<1>{ELSEWHERE}")
        with pytest.raises(ForeignFormError, match=r"127\.0\.0\.1:9"):
            it.session.sign_in()
        assert posts(it.board) == 0
    with joined(kind) as it:
        it.session.sign_in()
        before = posts(it.board)
        spoil(it.board, r'(<form[^>]*\baction=")[^"]*', rf"\g<1>{ELSEWHERE}")
        with pytest.raises(ForeignFormError):
            fetch_form(it.session, it.ref, TEXT)
        assert posts(it.board) == before


@pytest.mark.parametrize("kind", ENGINES)
def test_a_form_of_another_topic_is_not_sent(kind: str) -> None:
    with joined(kind) as it:
        it.session.sign_in()
        spoil(it.board, r'([?&;](?:t|tid|topic)=|name="(?:t|tid|topic)" value=")7\b', r"\g<1>999")
        with pytest.raises(ReplyError):
            fetch_form(it.session, it.ref, TEXT)


@pytest.mark.parametrize(
    "link", ["posting.php?mode=reply&amp;f=2&amp;t=999", ELSEWHERE + "/posting.php?mode=reply&amp;t=7"]
)
def test_a_players_link_is_not_taken_for_the_boards_button(link: str) -> None:
    """The forms of phpBB are reached by links of the topic's page, and players type links, too."""
    with joined("phpbb") as it:
        it.session.sign_in()
        spoil(it.board, r"(<body[^>]*>)", rf'\1<a href="{link}">жми</a>')
        shown = it.session.open(it.board.topic_url())
        found = it.session.manners.form_link(shown)
        assert found is None or "999" not in found
        assert fetch_form(it.session, it.ref, TEXT).request.url.startswith(it.board.base)
