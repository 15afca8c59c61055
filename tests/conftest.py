"""What all tests begin with."""

from __future__ import annotations

import gettext

import pytest

from engine import i18n


@pytest.fixture(autouse=True)
def language_of_the_source() -> None:
    """English, whatever language the test before spoke; who tests the Russian texts puts them in force."""
    i18n.install(gettext.NullTranslations())
