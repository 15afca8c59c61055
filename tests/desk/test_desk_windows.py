"""Several windows, an ended session, the back button, the keyboard, a game's start: in a real browser."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from desk_stage import Stage, StandingClock, opened, stage
from playwright.sync_api import Browser, BrowserContext, Page, expect

from engine.events import LetterSent, OrderGiven
from itogi.config import Game
from itogi.demo.board import DemoBoard
from itogi.demo.game import DemoGame
from itogi.desk.app import Desk
from itogi.desk.server import listen, server
from itogi.store import Store

pytestmark = pytest.mark.browser


@pytest.fixture
def staged(tmp_path: Path) -> Iterator[Stage]:
    with stage(tmp_path / "game", "3 21:55") as ready:
        yield ready


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(viewport={"width": 1100, "height": 850}, locale="ru-RU") as made:
        yield made


def window(context: BrowserContext, desk: Desk, path: str) -> Page:
    page = context.new_page()
    page.goto(desk.link)
    page.goto(f"http://127.0.0.1:{desk.port}{path}")
    return page


def test_from_the_sign_up_to_the_orders(context: BrowserContext, tmp_path: Path) -> None:
    """A game's start on the desk alone: topic read, a doubt decided, roles dealt, letters sent, mail pasted in."""
    demo = DemoGame()
    clock = StandingClock(demo.moment("0 10:00"))
    with DemoBoard(demo.forum()) as board, opened(tmp_path / "new", clock) as desk:
        board.follow(clock.now)
        page = window(context, desk, "/")
        page.get_by_role("link", name="начать с набора").click()
        page.get_by_label("Ссылка на тему набора").fill(board.topic_url(demo.topic_id("signup")))
        page.get_by_role("button", name="Открыть набор").click()
        page.wait_for_url("**/signup", timeout=60_000)
        expect(page.get_by_role("heading", name="Занято мест")).to_be_visible()
        undecided = page.locator("article.letter", has_text="решать вам")
        while undecided.count():
            undecided.first.get_by_role("button", name="резерв").click()
        page.locator("[name=first_date]").fill(demo.first_date.isoformat())
        page.get_by_role("button", name="Создать игру").click()
        expect(page.get_by_role("heading", name="Роли: названы у 0 из")).to_be_visible()
        page.get_by_role("button", name="Раздать роли").click()
        expect(page.get_by_text("В силе раздача 1")).to_be_visible()
        page.get_by_role("link", name="Письма").last.click()
        expect(page.get_by_text("они скрыты")).to_be_visible()
        page.get_by_role("button", name="Показать", exact=True).click()
        first = page.locator("article.letter").first
        name = first.locator("h3 bdi").inner_text()
        first.locator("summary").click()
        expect(first.locator("pre")).to_contain_text("Ваша роль")
        first.get_by_role("button", name="Письмо отправлено").click()
        expect(page.locator("#said")).to_contain_text("Отмечено: 1 письмо")
        page.goto(f"http://127.0.0.1:{desk.port}/mail")
        owing = page.locator("section[aria-labelledby=owing] tbody th").all_inner_texts()
        boss = page.locator("tr", has_text="босс").locator("th").inner_text()
        target = next(player.name for player in Game.load(desk.folder).file.players if player.name not in owing)
        page.locator("[name=message]").fill(f"{boss}: убиваю {target}")
        page.get_by_role("button", name="Прочитать…").click()
        expect(page.get_by_role("heading", name="Понято так")).to_be_visible()
        page.get_by_role("button", name="Внести выбранные ходы").click()
        expect(page.get_by_text(f"Ещё не прислали: {len(owing) - 1}")).to_be_visible()
        # «Back» to the page of what was pasted tells that it is entered, and offers nothing to send again.
        page.go_back()
        expect(page.get_by_text("Эти ходы внесены")).to_be_visible()
        assert page.get_by_role("button", name="Внести").count() == 0
    with Store.open(tmp_path / "new") as store:
        said = [event.said for event in store.standing()]
    assert [one.player for one in said if isinstance(one, LetterSent)] == [name]
    assert len([one for one in said if isinstance(one, OrderGiven)]) == 1


def test_a_change_in_one_window_shows_in_the_other_and_nothing_typed_is_lost(
    context: BrowserContext, staged: Stage
) -> None:
    """Live refresh waits while a form is being filled in; roles hidden in one window are hidden in all."""
    staged.desk.secrets_shown = True
    left, right = (window(context, staged.desk, path) for path in ("/disputes", "/disputes"))
    right.locator("[name=text]").fill("Пишу долго")
    right.locator("h1").click()
    left.locator("[name=text]").fill("Голос в 22:00:19")
    left.get_by_role("button", name="Записать").click()
    expect(left.locator("section[aria-labelledby=notes] td.words")).to_have_text("Голос в 22:00:19")
    expect(right.locator("#said")).to_contain_text("чтобы не потерять", timeout=15_000)
    expect(right.locator("[name=text]")).to_have_value("Пишу долго")
    right.get_by_role("button", name="Записать").click()
    expect(right.locator("section[aria-labelledby=notes] td.words")).to_have_count(2)
    shown = window(context, staged.desk, "/letters")
    expect(shown.locator("article.letter").first).to_be_visible()
    left.get_by_role("button", name="Скрыть роли").click()
    expect(shown.locator("article.letter")).to_have_count(0, timeout=15_000)
    left.get_by_role("button", name="Показать роли").click()
    expect(shown.locator("article.letter").first).to_be_visible(timeout=15_000)


def test_back_after_a_form_neither_asks_nor_sends_again(context: BrowserContext, staged: Stage) -> None:
    page = window(context, staged.desk, "/votes?day=3")
    page.locator("form[action='/ballot'] [name=voter]").select_option("Тщеславие")
    page.locator("form[action='/ballot'] [name=source]").fill("СМС")
    page.get_by_role("button", name="Записать голос").click()
    expect(page.locator("#said")).to_contain_text("Внесено, запись")
    number = events_in(staged.folder)
    page.go_back()
    page.go_forward()
    page.reload()
    expect(page.get_by_role("heading", name="Голоса, суд 3")).to_be_visible()
    assert events_in(staged.folder) == number


def events_in(folder: Path) -> int:
    with Store.open(folder) as store:
        return len(store.events())


def test_an_ended_session_says_so_before_anything_typed_is_lost(context: BrowserContext, staged: Stage) -> None:
    """The desk is closed, then started anew on its port: the open page tells it and keeps its words."""
    sock = listen(0)
    port = sock.getsockname()[1]
    first = Desk(staged.folder, port=port, clock=staged.clock.now)
    with served(first, sock):
        page = window(context, first, "/disputes")
        page.locator("[name=text]").fill("Долго писал")
    expect(page.locator("#gone")).to_be_visible(timeout=15_000)
    page.get_by_role("button", name="Записать").click()
    expect(page.locator("[name=text]")).to_have_value("Долго писал")
    second = Desk(staged.folder, port=port, clock=staged.clock.now)
    with served(second, listen(port)):
        answer = page.request.get(f"http://127.0.0.1:{port}/disputes")
        assert answer.status == 403
        assert "ссылк" in answer.text()
        # The line that the page tries again and again is refused: what it says stays true.
        with page.expect_request("**/events", timeout=15_000):
            pass
        expect(page.locator("#gone")).to_be_visible()
        expect(page.locator("[name=text]")).to_have_value("Долго писал")


@contextmanager
def served(desk: Desk, sock: socket.socket) -> Iterator[None]:
    """A desk behind a socket, for as long as the block lasts."""
    serving = server(desk)
    thread = threading.Thread(target=serving.run, kwargs={"sockets": [sock]}, daemon=True)
    thread.start()
    while not serving.started:
        time.sleep(0.01)
    try:
        yield
    finally:
        serving.should_exit = True
        thread.join()
        sock.close()


@pytest.mark.parametrize(
    "path",
    ["/mail", "/letters", "/signup", "/disputes", "/numbers", "/players", "/notices", "/archive", "/cohost", "/dice"],
)
def test_the_keyboard_reaches_everything_on_a_screen_and_the_focus_is_seen(
    context: BrowserContext, staged: Stage, path: str
) -> None:
    """Every link, button and field that a mouse reaches gets the focus by Tab, in order, with an outline."""
    staged.desk.secrets_shown = True
    page = window(context, staged.desk, path)
    wanted = page.evaluate(
        """() => {
            const reachable = "main a[href], main button, main input, main select, main textarea, main summary";
            window.reached = new Set();
            window.unseen = [];
            document.addEventListener("focusin", ({ target }) => {
                const { outlineStyle, outlineWidth } = getComputedStyle(target);
                if (outlineStyle === "none" || parseFloat(outlineWidth) < 2) window.unseen.push(target.outerHTML);
                if (target.matches(reachable)) window.reached.add(target);
            });
            return [...document.querySelectorAll(reachable)]
                .filter((one) => one.type !== "hidden" && one.checkVisibility()).length;
        }"""
    )
    for step in range(wanted * 2 + 60):
        page.keyboard.press("Tab")
        if step % 10 == 9 and page.evaluate("window.reached.size") == wanted:
            break
    assert page.evaluate("window.unseen") == []
    assert page.evaluate("window.reached.size") == wanted
