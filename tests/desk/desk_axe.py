"""axe-core on a page of the desk."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "best-practice"], "resultTypes": ["violations"]}


def serious(page: Page) -> list[object]:
    """What is serious or critical: (rule, where)."""
    found = Axe().run(page, options=RULES)
    return [
        (fault["id"], [node["target"] for node in fault["nodes"]])
        for fault in found.response["violations"]
        if fault["impact"] in ("serious", "critical")
    ]
