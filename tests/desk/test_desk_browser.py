"""The desk in a real browser: an evening as a GM lives it, by mouse, by keyboard, on a phone, without JavaScript."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from desk_axe import serious
from desk_client import Visitor
from desk_stage import Stage, StandingClock, opened, stage
from playwright.sync_api import Browser, Page, expect

from engine.events import Published, QuestionAnswered
from itogi.config import Game
from itogi.demo.board import DemoBoard
from itogi.demo.game import DemoGame
from itogi.desk.pages import SCREENS as MENU
from itogi.store import Store

pytestmark = pytest.mark.browser
SCREENS = tuple(path for path, _title in MENU)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """Five minutes before the deadline of day 3; tests on it only look."""
    with stage(tmp_path_factory.mktemp("evening") / "game", "3 21:55") as ready:
        yield ready


@pytest.fixture
def late(tmp_path: Path) -> Iterator[Stage]:
    """The results of day 3 are due; tests on it may change everything."""
    with stage(tmp_path / "game", "3 22:10") as ready:
        yield ready


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 1100, "height": 850}, locale="ru-RU") as context:
        yield context.new_page()


def enter(page: Page, staged: Stage, path: str = "/") -> None:
    staged.desk.secrets_shown = False
    page.goto(staged.desk.link)
    page.goto(address(staged, path))


def address(staged: Stage, path: str) -> str:
    return f"http://127.0.0.1:{staged.desk.port}{path}"


def test_first_run(page: Page, tmp_path: Path) -> None:
    """Paste the links, look the proposals through, and the first poll runs with progress."""
    demo = DemoGame()
    clock = StandingClock(demo.moment("1 21:55"))
    with DemoBoard(demo.forum()) as board, opened(tmp_path, clock) as desk:
        board.follow(clock.now)
        page.goto(desk.link)
        expect(page.get_by_role("heading", name="Новая игра")).to_be_visible()
        page.get_by_label("Тема голосования").fill(board.topic_url(demo.topic_id("vote")))
        page.get_by_label("Тема игры").fill(board.topic_url(demo.topic_id("game")))
        page.get_by_label("Тема набора").fill(board.topic_url(demo.topic_id("signup")))
        page.get_by_role("button", name="Посмотреть темы").click()
        expect(page.get_by_text("Форум распознан: mybb.ru")).to_be_visible()
        players = page.locator("[name=players]").input_value()
        assert [line.partition(" =")[0] for line in players.splitlines()] == [player.name for player in demo.players]
        page.locator("[name=first_date]").fill(demo.first_date.isoformat())
        page.get_by_role("button", name="Создать игру и прочитать темы").click()
        expect(page.get_by_text("Готово.")).to_be_visible(timeout=90_000)
        page.get_by_role("link", name="К экрану «Сегодня»").click()
        expect(page.get_by_role("heading", name="Подсчёт, суд 1")).to_be_visible()
    assert Game.load(tmp_path).file.timetable.first_date == demo.first_date


def test_an_evening_from_the_question_to_the_published_result(page: Page, late: Stage) -> None:
    """Poll → question → tally → draft → publish: the result stands on the board once."""
    enter(page, late)
    page.get_by_role("button", name="Прочитать темы сейчас").click()
    expect(page.get_by_text("Готово.")).to_be_visible(timeout=30_000)
    page.get_by_role("link", name="Вопросы").first.click()
    first = page.locator("section.panel").first
    first.get_by_role("button").first.click()
    expect(page.get_by_text("Записано в журнал под номером")).to_be_visible()
    page.goto(address(late, "/signin"))
    page.get_by_label("Учётная запись").fill(late.game.moderator)
    page.get_by_label("Пароль").fill(late.game.password)
    page.get_by_role("button", name="Войти").click()
    expect(page.locator("#said")).to_contain_text(late.game.moderator, timeout=30_000)
    page.goto(address(late, "/draft?phase=day&number=3"))
    text = page.get_by_label("Так это будет опубликовано")
    text.fill(text.input_value() + "\nСпасибо всем.")
    page.get_by_role("button", name="Опубликовать…").click()
    expect(page.get_by_role("heading", name="Именно это уйдёт в тему")).to_be_visible()
    page.get_by_role("button", name="Опубликовать").click()
    expect(page.get_by_text("Готово.")).to_be_visible(timeout=90_000)
    posts = late.board.forum.shown_posts(late.game.topic_id("game"), late.clock.now())
    assert sum("Спасибо всем." in post.revision(late.clock.now()).html for post in posts) == 1
    with Store.open(late.folder) as store:
        said = [event.said for event in store.standing()]
    assert any(isinstance(one, QuestionAnswered) for one in said)
    (published,) = [one for one in said if isinstance(one, Published)]
    assert published.post_id


def test_a_night_and_an_undo(page: Page, late: Stage) -> None:
    """An order in the player's words, shown as understood, taken back in the journal."""
    enter(page, late, "/night")
    expect(page.get_by_text("Ходы и роли скрыты")).to_be_visible()
    page.get_by_role("button", name="Показать роли").click()
    page.get_by_label("Словами игрока").fill("Вера: убиваю Тщеславие и Азарт")
    page.get_by_role("button", name="Записать ход").click()
    expect(page.locator("#said")).to_contain_text("Записано под номером")
    expect(page.get_by_role("cell", name="Вера:").first).to_contain_text("Тщеславие, Азарт")
    page.goto(address(late, "/journal"))
    page.get_by_role("button", name="Отменить").first.click()
    expect(page.locator("#said")).to_contain_text("отменена")
    page.goto(address(late, "/night"))
    expect(page.get_by_text("Ходов пока нет.")).to_be_visible()


def test_what_is_not_understood_is_asked_and_not_entered(page: Page, late: Stage) -> None:
    enter(page, late, "/night")
    page.get_by_label("Словами игрока").fill("Вера: думаю о вечном")
    page.get_by_role("button", name="Записать ход").click()
    expect(page.get_by_text("Не записано")).to_be_visible()
    expect(page.get_by_text("Вера: думаю о вечном", exact=True)).to_be_visible()


@pytest.fixture(scope="module")
def shared(browser: Browser, evening: Stage) -> Iterator[Page]:
    """One window for the tests that only look, signed in."""
    with browser.new_context(viewport={"width": 1100, "height": 850}, locale="ru-RU") as context:
        one = context.new_page()
        one.goto(evening.desk.link)
        yield one


@pytest.mark.parametrize("screen", SCREENS)
def test_no_serious_fault_of_accessibility(shared: Page, evening: Stage, screen: str) -> None:
    """axe-core: nothing serious or critical, roles shown and hidden, light and dark."""
    for shown, scheme in ((True, "light"), (False, "dark")):
        evening.desk.secrets_shown = shown
        shared.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        shared.goto(address(evening, screen))
        assert serious(shared) == [], scheme


def test_a_phone_needs_no_sideways_scrolling(shared: Page, evening: Stage) -> None:
    evening.desk.secrets_shown = False
    shared.set_viewport_size({"width": 360, "height": 740})
    for screen in SCREENS:
        shared.goto(address(evening, screen))
        assert shared.evaluate("document.documentElement.scrollWidth") <= 360, screen


def test_charts_go_by_the_page_s_colours(shared: Page, evening: Stage) -> None:
    """Dark in the dark scheme, light on paper whatever the scheme is."""
    shared.set_viewport_size({"width": 1100, "height": 850})
    shared.goto(address(evening, "/numbers"))
    grounds = []
    for media in ("screen", "print"):
        shared.emulate_media(media=media, color_scheme="dark")  # type: ignore[arg-type]
        grounds += shared.evaluate(
            """() => [document.querySelector("figure.chart .ground"), document.querySelector("figure.chart .ink")]
                .map((node) => getComputedStyle(node).fill)"""
        )
    assert grounds == ["rgb(31, 33, 38)", "rgb(236, 234, 228)", "rgb(255, 255, 255)", "rgb(0, 0, 0)"]
    shared.emulate_media(media="screen")


def test_every_screen_works_without_javascript(evening: Stage) -> None:
    """A visitor that knows forms and links alone."""
    with Visitor(evening.desk) as visitor:
        evening.desk.secrets_shown = False
        for screen in SCREENS:
            seen = visitor.get(screen)
            assert len(seen.root.xpath("//main//h1")) == 1, screen
            (back,) = seen.root.xpath("//header//form[@action='/secrets']/input[@name='back']/@value")
            assert back == screen, "its own forms lead back to it"
        for show, told in (("yes", "Скрыть роли"), ("", "Показать роли")):
            assert told in visitor.post("/secrets", {"show": show, "back": "/votes"}).text


def test_an_answer_without_javascript(browser: Browser, late: Stage) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        enter(page, late, "/questions")
        before = page.locator("section.panel").count()
        page.locator("section.panel").first.get_by_role("button").first.click()
        assert page.locator("section.panel").count() == before - 1


def test_one_keystroke_answers_the_first_question(page: Page, late: Stage) -> None:
    enter(page, late, "/questions")
    before = page.locator("section.panel").count()
    page.keyboard.press("1")
    expect(page.locator("#said")).to_contain_text("Записано в журнал")
    assert page.locator("section.panel").count() == before - 1


def test_the_keyboard_alone_reaches_and_uses_everything(page: Page, late: Stage) -> None:
    """Skip link, menu, a question's button: by Tab and Enter, the focus always seen."""
    enter(page, late)
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("К содержанию")
    for _step in range(40):
        page.keyboard.press("Tab")
        focused = page.locator(":focus")
        outline = focused.evaluate("node => getComputedStyle(node).outlineStyle")
        assert outline != "none"
        if "Вопросы" in focused.inner_text():
            break
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Вопросы", exact=True)).to_be_visible()
    for _step in range(60):
        page.keyboard.press("Tab")
        if page.locator(":focus").get_attribute("data-key") == "1":
            break
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("Записано в журнал")


def test_the_page_follows_a_poll_by_itself(page: Page, late: Stage) -> None:
    """Live updates by server-sent events, without a reload."""
    enter(page, late, "/votes")
    late.board.add_post(late.game.topic_id("vote"), "Вера", "[color=red]Азарт[/color], поздно", at=late.clock.now())
    late.poll()
    expect(page.get_by_text("поздно").first).to_be_visible(timeout=15_000)


def test_roles_stay_hidden_until_they_are_shown(evening: Stage) -> None:
    """Screen sharing: no weight, role, order or silent loss on any screen by default, unfolded or not."""
    with Visitor(evening.desk) as visitor:
        evening.desk.secrets_shown = False
        for screen in SCREENS:
            (main,) = visitor.get(screen).root.xpath("//main")
            text = main.text_content().lower()
            for secret in ("×2", "×3", "маньяк", "знахарь", "1 ранг", "без веса"):
                # Which roles there are is no secret.
                if screen not in ("/rules", "/signup"):
                    assert secret not in text, (screen, secret)
