"""A newcomer's mistakes on the desk: wrong links, faults in the form, double clicks, a game long over."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from desk_client import Visitor
from desk_stage import Stage, StandingClock, opened, stage
from playwright.sync_api import Browser, Page, expect

from itogi.config import Game
from itogi.demo.board import DemoBoard
from itogi.demo.game import DemoGame
from itogi.desk.pages import SCREENS


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 1100, "height": 850}, locale="ru-RU") as context:
        yield context.new_page()


def test_nothing_typed_is_lost_on_the_first_run(page: Page, tmp_path: Path) -> None:
    """Links that lead nowhere, swapped links and a double name are told, and all fields keep what was written."""
    demo = DemoGame()
    clock = StandingClock(demo.moment("1 21:55"))
    with DemoBoard(demo.forum()) as board, opened(tmp_path, clock) as desk:
        board.follow(clock.now)
        vote, game = (board.topic_url(demo.topic_id(name)) for name in ("vote", "game"))
        page.goto(desk.link)
        page.locator("[name=vote]").fill(board.topic_url("999"))
        page.locator("[name=game]").fill(vote)
        page.get_by_role("button", name="Посмотреть темы").click()
        expect(page.get_by_role("alert")).to_contain_text("Такой темы нет")
        expect(page.locator("[name=game]")).to_have_value(vote)
        page.locator("[name=vote]").fill(game)
        page.get_by_role("button", name="Посмотреть темы").click()
        expect(page.get_by_text("перепутаны")).to_be_visible()
        page.locator("[name=players]").fill("Гнев\nВера\nВера")
        page.locator("[name=first_date]").fill(demo.first_date.isoformat())
        page.get_by_role("button", name="Создать игру").click()
        expect(page.get_by_role("alert")).to_contain_text("«Вера» стоит дважды")
        expect(page.locator("[name=players]")).to_have_value("Гнев\nВера\nВера")
        expect(page.locator("[name=first_date]")).to_have_value(demo.first_date.isoformat())
        page.locator("[name=players]").fill("Гнев\nВера")
        page.get_by_role("button", name="Создать игру").dblclick()
        expect(page.get_by_role("heading", name="Чтение тем")).to_be_visible()
        desk.jobs.wait(30)
    assert [player.name for player in Game.load(tmp_path).file.players] == ["Гнев", "Вера"]


@pytest.fixture(scope="module")
def long_over(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with stage(tmp_path_factory.mktemp("desk") / "over", "3 23:50") as staged:
        staged.clock.moment += timedelta(days=40)
        yield staged


def test_every_screen_of_a_game_long_over_is_shown(long_over: Stage) -> None:
    """A finished game is looked into, too."""
    with Visitor(long_over.desk) as visitor:
        for path, _title in SCREENS:
            page = visitor.get(path)
            assert page.status == 200, path
            assert page.root.xpath("string(//header//*[@class='phase'])") == "Игра окончена или стоит"


def test_a_refused_form_leads_back_to_its_page(page: Page, long_over: Stage) -> None:
    """The address of a form answers nobody who follows a link."""
    page.goto(long_over.desk.link)
    page.goto(f"http://127.0.0.1:{long_over.desk.port}/players?player=Гнев")
    page.evaluate(
        """() => { const form = document.querySelector("form[action='/roles']") || document.querySelector("main form");
        form.querySelectorAll("textarea").forEach((field) => { field.value = "Никто"; field.required = false; });
        form.action = "/roles"; form.submit(); }"""
    )
    page.get_by_role("link", name="Повторить").click()
    assert page.get_by_role("heading", name="Гнев").is_visible()
