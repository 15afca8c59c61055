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
from desk_stage import Stage, stage  # noqa: E402

TARGET = ROOT / "docs" / "screens"
SCREENS = {
    "today": "/",
    "votes": "/votes?day=1",
    "questions": "/questions",
    "violations": "/violations",
    "night": "/night?night=1",
    "players": "/players",
    "draft": "/draft?phase=day&number=2",
    "journal": "/journal",
    "rules": "/rules",
}
SHOWN = {"night", "players"}
"""Screens that say something only with the roles shown."""
TALLEST = 1400


def photograph(
    browser: Browser, staged: Stage, *, width: int, scheme: str, screens: dict[str, str], suffix: str
) -> None:
    with browser.new_context(
        viewport={"width": width, "height": 800},
        color_scheme=scheme,  # type: ignore[arg-type]
        locale="ru-RU",
    ) as context:
        page = context.new_page()
        page.goto(staged.desk.link)
        for name, path in screens.items():
            staged.desk.secrets_shown = name in SHOWN
            page.goto(f"http://127.0.0.1:{staged.desk.port}{path}")
            height = min(TALLEST, int(page.evaluate("document.documentElement.scrollHeight")))
            page.set_viewport_size({"width": width, "height": max(500, height)})
            page.screenshot(path=TARGET / f"{name}{suffix}.png")


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    path = shutil.which("chromium")
    with (
        tempfile.TemporaryDirectory() as folder,
        stage(Path(folder) / "game", "3 21:55") as staged,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.launch(executable_path=path, args=ARGUMENTS)
        photograph(browser, staged, width=1100, scheme="light", screens=SCREENS, suffix="")
        photograph(browser, staged, width=390, scheme="dark", screens={"today": "/"}, suffix="-phone-dark")
        browser.close()


if __name__ == "__main__":
    main()
