"""Chromium for the desk's tests: the system's own, one for a run."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from desk_client import Visitor
from desk_stage import Stage
from playwright.sync_api import Browser, sync_playwright

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run", "--disable-sync"]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A running Chromium; without one the tests are skipped, or fail where everything is required (CI)."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        if os.environ.get("ITOGI_REQUIRE_ALL"):
            pytest.fail("Chromium is required here and not installed")
        pytest.skip("no Chromium on this machine")
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture
def visitor(staged: Stage) -> Iterator[Visitor]:
    """A browser without scripts, at the desk that a module's `staged` makes."""
    with Visitor(staged.desk) as one:
        yield one
