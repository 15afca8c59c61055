"""Every fixture pair is read as its JSON says; the folder must hold a pair for every trap of the engines."""

from __future__ import annotations

import json
from pathlib import Path

import boards_fixtures
import pytest
from boards_fixtures import ROOT, expectation, outcome, pairs

from scraper.adapter import registered
from scraper.errors import NotATopic

PAIRS = pairs()


@pytest.mark.parametrize("page", PAIRS, ids=lambda page: f"{page.parent.name}/{page.stem}")
def test_page_is_read_as_its_json_says(page: Path) -> None:
    expected = expectation(page)
    wanted = {key: expected[key] for key in ("page", "error") if key in expected}
    assert len(wanted) == 1, "a fixture claims either a page or an error"
    assert outcome(page.read_bytes(), expected) == wanted


@pytest.mark.parametrize("page", PAIRS, ids=lambda page: f"{page.parent.name}/{page.stem}")
def test_page_is_of_one_engine_only(page: Path) -> None:
    """Recognition must not depend on the order of the registry."""
    expected = expectation(page)
    if "page" not in expected or page.stem == "api-answer":
        return
    html = page.read_bytes().decode("utf-8", "replace")
    found = [name for name, adapter in registered().items() if adapter.recognise(html)]
    assert found == [expected["page"]["engine"]]


@pytest.mark.parametrize(
    "case",
    [
        "mybbru/pinned-first-post",
        "phpbbex/pinned-first-post",
        "mybbru/note-and-signature-inside",
        "fluxbb/long",
        "punbb/long",
        "mybb/long",
        "phpbb/long",
        "phpbb/guest-took-a-name",
        "mybbru/guest-took-a-name",
        "mybb/placeholders-and-ignored",
        "phpbb/ignored-author-hidden",
        "phpbb/deleted-for-moderators",
        "smf/numbers-from-zero",
        "phpbbex/long",
        "mybbru/charset-says-utf-8-is-1251",
        "mybbru/charset-says-1251-is-utf-8",
        "mybbru/charset-koi8-r-undeclared",
        "smf/smf-20-windows-1251",
        "invision/hidden-and-ignored",
        "invision/pinned-first-post-5",
        "invision/guest-took-a-name",
        "ipboard/hidden-ignored-attached",
        "ipboard/guest-took-a-name",
        "ucoz/guest-took-a-name",
        "ucoz/pinned-first-post",
        "xenforo/deleted-moderated-ignored",
        "xenforo/first-post-on-every-page",
        "xenforo/guest-took-a-name",
        "xenforo1/deleted-moderated-ignored",
        "xenforo1/guest-took-a-name",
        "vbulletin/deleted-stub",
        "vbulletin/guest-took-a-name",
        "vbulletin3/deleted-stub",
        "vbulletin3/windows-1251",
    ],
)
def test_trap_has_its_pair(case: str) -> None:
    """Issue 5, point 6: one pair at least for each trap."""
    assert (ROOT / f"{case}.html").exists()
    assert "page" in json.loads((ROOT / f"{case}.json").read_text(encoding="utf-8"))


def test_every_kind_of_refusal_that_one_page_can_show_has_its_pair() -> None:
    shown = {expectation(page).get("error", {}).get("kind") for page in PAIRS}
    by_comparison = {NotATopic.WRONG_TOPIC, NotATopic.WRONG_PAGE}
    assert set(NotATopic) - by_comparison <= shown


def test_every_engine_has_pages_and_refusals() -> None:
    for name in registered():
        cases = [expectation(page) for page in PAIRS if page.parent.name == name]
        assert any("page" in case for case in cases), name
        assert any("error" in case for case in cases) or name == "phpbbex", name


def test_a_deleted_post_is_told_and_never_counted() -> None:
    page = expectation(ROOT / "mybb" / "placeholders-and-ignored.html")["page"]
    assert page["deleted"]
    assert not set(page["deleted"]) & {post["id"] for post in page["posts"]}


def test_expectations_are_not_made_of_outcomes_of_other_pages() -> None:
    """A JSON without its page would never be tested."""
    for folder in (*registered(), "refusals"):
        for expected in (ROOT / folder).glob("*.json"):
            assert expected.with_suffix(".html").exists(), expected
    assert boards_fixtures.ROOT.name == "fixtures"
