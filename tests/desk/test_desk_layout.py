"""Nothing that players write breaks a screen: walls of text, odd nicks, hundreds of questions; print; axe."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from desk_axe import serious
from desk_client import Visitor
from desk_crowd import LONG, OVERRIDE, crowd
from desk_stage import Stage, StandingClock, opened, stage
from playwright.sync_api import Browser, expect

from itogi.demo.game import DemoGame
from itogi.desk.app import Desk
from itogi.desk.pages import SCREENS as MENU

pytestmark = pytest.mark.browser
SCREENS = tuple(path for path, _title in MENU)


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with crowd(tmp_path_factory.mktemp("crowd") / "game") as desk:
        yield desk


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with stage(tmp_path_factory.mktemp("layout") / "game", "3 21:55") as ready:
        yield ready


@pytest.mark.parametrize(("width", "shown"), [(360, True), (1100, False)])
def test_a_crowd_breaks_no_screen(browser: Browser, crowded: Desk, width: int, *, shown: bool) -> None:
    """Forty players, three hundred questions, a nick and texts of ten thousand letters without a space: no screen is
    wider than its window.
    """
    with browser.new_context(viewport={"width": width, "height": 800}, locale="ru-RU") as context:
        page = context.new_page()
        page.goto(crowded.link)
        crowded.secrets_shown = shown
        for screen in SCREENS:
            answer = page.goto(f"http://127.0.0.1:{crowded.port}{screen}")
            assert answer is not None
            assert answer.status == 200, screen
            assert page.evaluate("document.documentElement.scrollWidth") <= width, screen


def test_a_nick_that_turns_its_line_round_turns_nothing_else(browser: Browser, crowded: Desk) -> None:
    """The link after a quoted override still reads from left to right."""
    with browser.new_context(viewport={"width": 1100, "height": 800}, locale="ru-RU") as context:
        page = context.new_page()
        page.goto(crowded.link)
        page.goto(f"http://127.0.0.1:{crowded.port}/votes")
        row = page.locator("tr", has_text=OVERRIDE.strip("\u202e")).filter(has=page.locator("td.words a")).first
        # Of a link that is turned round the first letter stands right of the last one.
        places = row.locator("td.words a").first.evaluate(
            """node => [0, 5].map((from) => {
                const range = document.createRange();
                range.setStart(node.firstChild, from);
                range.setEnd(node.firstChild, from + 1);
                return range.getBoundingClientRect().left;
            })"""
        )
        assert places[0] < places[1]


def test_hundreds_of_questions_come_page_by_page(crowded: Desk) -> None:
    with Visitor(crowded) as visitor:
        crowded.secrets_shown = False
        first = visitor.get("/questions")
        assert first.html.count('name="key"') < 60
        following = first.root.xpath("//nav//a[contains(@href, '/questions?from=')]/@href")[-1]
        second = visitor.get(following)
        assert second.status == 200
        assert set(first.root.xpath("//h2/@id"))
        assert "с 21 по 40" in second.text
        assert visitor.get("/questions?from=9999").status == 200
        assert LONG[:50] in visitor.get("/players").html


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_beside_the_screens_are_accessible(browser: Browser, evening: Stage, tmp_path: Path, scheme: str) -> None:
    """Axe on what the menu does not lead to: a decision, pasted mail, the publishing, a refused form, the first run."""
    with Visitor(evening.desk) as visitor:
        evening.desk.secrets_shown = True
        pages = [
            visitor.post("/decide/look", {"ruling": "modkill", "player": "Гнев"}).path,
            visitor.post("/mail", {"message": "Вера: убиваю Гнева\nАзарт: думаю", "night": "4"}).path,
            visitor.post("/publish/look", {"phase": "day", "number": "2", "kind": "results", "text": "Итоги"}).path,
            visitor.post("/notices/make", {"kind": "warning", "player": "Гнев", "rule": "Г13.6"}).path,
            "/dice?over=1",
            "/letters?player=Вера",
            "/disputes?player=Гнев&day=2",
            "/decide?slip=gone",
            "/signin",
        ]
    with browser.new_context(viewport={"width": 1100, "height": 800}, color_scheme=scheme, locale="ru-RU") as context:  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(evening.desk.link)
        for path in pages:
            page.goto(f"http://127.0.0.1:{evening.desk.port}{path}")
            assert serious(page) == [], path
        with opened(tmp_path / "new", StandingClock(DemoGame().moment("0 10:00"))) as fresh:
            page.goto(fresh.link)
            assert serious(page) == [], "first run"
            page.goto(f"http://127.0.0.1:{fresh.port}/signup")
            assert serious(page) == [], "sign-up"
            page.get_by_label("Название игры").fill("Проба")
            page.get_by_role("button", name="Открыть набор").click()
            expect(page.get_by_role("heading", name="Занято мест: 0 из")).to_be_visible()
            assert serious(page) == [], "an open sign-up"


def test_the_worksheet_is_printed_whole_in_ink(browser: Browser, evening: Stage) -> None:
    """Paper shows the worksheet and no buttons, menus or fields, black on white in a dark theme too."""
    with browser.new_context(viewport={"width": 700, "height": 900}, color_scheme="dark", locale="ru-RU") as context:
        page = context.new_page()
        page.goto(evening.desk.link)
        evening.desk.secrets_shown = True
        page.goto(f"http://127.0.0.1:{evening.desk.port}/draft?phase=day&number=2")
        page.emulate_media(media="print", color_scheme="dark")
        expect(page.get_by_role("heading", name="Рабочий лист")).to_be_visible()
        for hidden in ("nav.main", "main form", "main button", "header form"):
            for one in page.locator(hidden).all():
                expect(one).to_be_hidden()
        ink, ground = page.evaluate(
            "[getComputedStyle(document.body).color, getComputedStyle(document.documentElement).backgroundColor]"
        )
        assert (ink, ground) == ("rgb(0, 0, 0)", "rgb(255, 255, 255)")
        sheet = page.locator(".sheet")
        assert sheet.evaluate("node => node.scrollWidth <= node.clientWidth + 1"), "nothing is cut off at the side"
