"""Lines that are no words of the author's, though they stand in the body: what boards write in, old signatures."""

from __future__ import annotations

import re

# Labels that boards write into the body: edit notes, merged posts, attributions of quotes.
_NOTE = re.compile(
    r"(добавлено\s+(спустя|через)\b.*:|добавлено\s*\([^)]*\d:\d\d[^)]*\).*"
    r"|(последний раз |это |сообщение )*(отредактировал|отредактировано|редактировал|изменено)\S*\s.*\d\d?:\d\d.*"
    r"|.{1,60}\s(писал|написал|пишет|сказал|цитирует|wrote|said)\s*\(?а?\)?\s*[:↑]*|добавлено \d.*\d\d?:\d\d.*)",
    re.IGNORECASE,
)
_NOTED = ("добавлен", "редактиров", "изменено", "писал", "пишет", "сказал", "цитиру", "wrote", "said")
_RULE = "__________"


def is_note(line: str) -> bool:
    """Whether the board wrote the line: an edit note, a label, the attribution of a quote."""
    low = line.lower()
    for word in _NOTED:
        if word in low:
            return bool(_NOTE.fullmatch(line.strip()))
    return False


def signature_line(lines: list[str], text: str) -> int:
    """The number of the first line of underscores, by which older boards part the signature; else that of no line."""
    if _RULE not in text:
        return len(lines)
    ruled = (number for number, line in enumerate(lines) if _RULE in line and not line.strip(" _\xa0"))
    return next(ruled, len(lines))
