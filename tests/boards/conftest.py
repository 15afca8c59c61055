"""Texts in English, whatever tests ran before in this process."""

from __future__ import annotations

import gettext

import pytest

from engine.i18n import install


@pytest.fixture(autouse=True)
def english() -> None:
    """No translations in force."""
    install(gettext.NullTranslations())
