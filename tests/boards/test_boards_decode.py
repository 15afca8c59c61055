"""Bytes before declarations (issue 2, point 3): windows-1251, koi8-r, byte order marks, declarations that lie."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scraper.decode import decode

PROSE = (
    "Город засыпает, просыпается мафия. Сегодня ночью не стало Справедливости: её нашли у реки с запиской в руке. "
    "Голосуем красным до 22:00 — кто не проголосовал, тот сам виноват. Ёжик, это тебя касается!"
)


def page(text: str, charset: str) -> str:
    return f'<html><head><meta charset="{charset}"><title>Форум</title></head><body>{text}</body></html>'


@pytest.mark.parametrize(
    "declared", ["utf-8", "windows-1251", "koi8-r", "iso-8859-1", "cp866", "nonsense", "utf-7", ""]
)
@pytest.mark.parametrize("real", ["utf-8", "cp1251", "koi8-r", "iso8859-5", "cp866"])
def test_russian_is_read_whatever_is_declared(real: str, declared: str) -> None:
    text = page(PROSE.replace("—", "-"), declared)
    headers = {"Content-Type": f"text/html; charset={declared}"} if declared else None
    assert decode(text.encode(real), headers) == text
    assert decode(text.encode(real), None) == text


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [(codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")],
)
def test_a_byte_order_mark_wins(mark: bytes, encoding: str) -> None:
    text = page(PROSE, "windows-1251")
    assert decode(mark + text.encode(encoding), {"content-type": "text/html; charset=windows-1251"}) == text


def test_a_letter_cut_in_half_does_not_make_it_another_encoding() -> None:
    cut = (PROSE * 3).encode()[:-1]
    assert decode(cut, {"content-type": "text/html; charset=utf-8"}).startswith(PROSE)
    broken = PROSE.encode() + b"\xf0\x9f\x98 " + PROSE.encode()
    assert decode(broken, None).startswith(PROSE)


def test_a_western_page_is_left_western() -> None:
    text = page("Größe, Straße, über allem — naïve café " * 5, "iso-8859-1").replace("Форум", "Brett")
    assert decode(text.encode("cp1252"), None) == text


@pytest.mark.parametrize("name", ["unicode_escape", "rot13", "base64", "idna", "punycode", "utf-7", "undefined"])
def test_codecs_that_no_page_has_are_not_used(name: str) -> None:
    content = b"<meta charset=" + name.encode() + b">" + PROSE.encode("cp1251")
    assert PROSE in decode(content, {"content-type": f"text/html; charset={name}"})


@settings(deadline=None)
@given(st.binary(max_size=400), st.sampled_from([None, "utf-8", "utf-16", "cp1251", "koi8-r", "x", "\n"]))
def test_decoding_never_fails(content: bytes, charset: str | None) -> None:
    assert isinstance(decode(content, {"content-type": f"text/html; charset={charset}"} if charset else None), str)


@settings(deadline=None)
@given(st.text(max_size=200))
def test_utf_8_stays_what_it_is(text: str) -> None:
    if not text.startswith("\ufeff"):
        assert decode(text.encode("utf-8", "ignore"), None) == text.encode("utf-8", "ignore").decode()
