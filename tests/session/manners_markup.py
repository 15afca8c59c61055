# ruff: noqa: E501 - markup
"""What the loopback boards' pages share."""

from __future__ import annotations

import html
from datetime import timedelta, timezone

MOSCOW = timezone(timedelta(hours=3))
MONTHS = ["янв", "фев", "мар", "апр", "май", "июн", "июл", "авг", "сен", "окт", "ноя", "дек"]
GENITIVE = [
    "января",
    "февраля",
    "марта",
    "апреля",
    "мая",
    "июня",
    "июля",
    "августа",
    "сентября",
    "октября",
    "ноября",
    "декабря",
]
REQUIRED = '<div id="req-msg" class="req-warn ct-box error-box"><p class="important">Все выделенные поля нужно заполнить.</p></div>'
USER_IDS = {"Ведущий": "2", "Гнев": "61", "Зависть": "62"}


def hidden(**fields: str) -> str:
    return "".join(
        f'<input type="hidden" name="{name}" value="{html.escape(value)}">' for name, value in fields.items()
    )
