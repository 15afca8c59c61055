"""The catalogues are one language: whole, compiled, and of one mind where two of them hold the same words."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

FOLDER = Path(__file__).resolve().parent.parent / "itogi" / "locale" / "ru" / "LC_MESSAGES"
CATALOGUES = sorted(FOLDER.glob("*.po"))


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.stem)
def test_every_text_has_a_translation_with_the_same_fields(file: Path) -> None:
    """A `{field}` lost in translation would be a traceback before a GM."""
    import string

    with file.open("rb") as source:
        for message in read_po(source, locale="ru"):
            if not message.id:
                continue
            sources = message.id if isinstance(message.id, (tuple, list)) else [message.id]
            strings = message.string if isinstance(message.string, (tuple, list)) else [message.string]
            known = {
                field for text in sources for _text, field, _spec, _conv in string.Formatter().parse(text) if field
            }
            for text in strings:
                assert text, message.id
                used = {field for _text, field, _spec, _conv in string.Formatter().parse(text) if field}
                assert used <= known, (message.id, text)


def test_the_same_words_are_translated_alike_in_all_catalogues() -> None:
    """All catalogues are joined into one: two translations of one text would win by chance."""
    found: dict[tuple[str | None, object], dict[str, str]] = defaultdict(dict)
    for file in CATALOGUES:
        with file.open("rb") as source:
            for message in read_po(source, locale="ru"):
                if message.id:
                    found[message.context, str(message.id)][file.stem] = str(message.string)
    assert {key: forms for key, forms in found.items() if len(set(forms.values())) > 1} == {}
