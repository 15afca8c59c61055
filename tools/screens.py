"""Take the pictures of the desk in docs/screens: the demo game, five minutes before the deadline of day 3.

python -m tools.screens
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "desk"))

from conftest import ARGUMENTS  # noqa: E402
from desk_stage import StandingClock, opened, stage  # noqa: E402

from itogi.demo.board import DemoBoard  # noqa: E402
from itogi.demo.game import DemoGame  # noqa: E402
from itogi.desk.app import Desk  # noqa: E402
from itogi.life import gathering  # noqa: E402
from itogi.store import Store  # noqa: E402

TARGET = ROOT / "docs" / "screens"
SCREENS = {
    "today": "/",
    "votes": "/votes?day=1",
    "questions": "/questions",
    "violations": "/violations",
    "disputes": "/disputes?player=Гнев&day=2",
    "draft": "/draft?phase=day&number=2",
    "notices": "/notices",
    "numbers": "/numbers",
    "night": "/night?night=1",
    "mail": "/mail",
    "letters": "/letters?player=Вера&night=1",
    "players": "/players",
    "start": "/signup",
    "dice": "/dice",
    "journal": "/journal",
    "rules": "/rules",
    "cohost": "/cohost",
}
PHONE = {"today": "/", "mail": "/mail", "disputes": "/disputes", "numbers": "/numbers"}
SHOWN = {"night", "mail", "letters", "players", "signup", "dice"}
"""Screens that say something only with the roles shown."""
TALLEST = 1400


def photograph(browser: Browser, desk: Desk, screens: dict[str, str], *, width: int, scheme: str, suffix: str) -> None:
    with browser.new_context(
        viewport={"width": width, "height": 800},
        color_scheme=scheme,  # type: ignore[arg-type]
        locale="ru-RU",
    ) as context:
        page = context.new_page()
        page.goto(desk.link)
        for name, path in screens.items():
            desk.secrets_shown = name in SHOWN
            page.set_viewport_size({"width": width, "height": 500})
            page.goto(f"http://127.0.0.1:{desk.port}{path}")
            height = min(TALLEST, int(page.evaluate("document.documentElement.scrollHeight")))
            page.set_viewport_size({"width": width, "height": max(500, height)})
            page.screenshot(path=TARGET / f"{name}{suffix}.png")


def sign_up(browser: Browser, folder: Path) -> None:
    """The sign-up of the demo game, with one who only asks."""
    demo = DemoGame()
    clock = StandingClock(demo.moment("0 10:00"))
    with DemoBoard(demo.forum()) as board, opened(folder, clock) as desk:
        board.follow(clock.now)
        folder.mkdir()
        with Store.open(folder, clock=clock.now) as store:
            found = gathering.opening(board.topic_url(demo.topic_id("signup")), clock, seats=12)
            gathering.read(folder, store, found, clock, command="screens")
            store.say(found)
        photograph(browser, desk, {"signup": "/signup"}, width=1100, scheme="light", suffix="")


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    path = shutil.which("chromium")
    with (
        tempfile.TemporaryDirectory() as folder,
        stage(Path(folder) / "game", "3 21:55") as staged,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.launch(executable_path=path, args=ARGUMENTS)
        photograph(browser, staged.desk, SCREENS, width=1100, scheme="light", suffix="")
        photograph(browser, staged.desk, PHONE, width=390, scheme="dark", suffix="-phone-dark")
        sign_up(browser, Path(folder) / "new")
        browser.close()


if __name__ == "__main__":
    main()
