# ruff: noqa: E501 - markup
"""Forms, cookies and texts: what a browser would send, what an export holds, what a board makes of a text."""

from __future__ import annotations

from contextlib import suppress
from http.cookiejar import CookieJar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from manners_board import START, shown_html

from scraper.session import cookies, text
from scraper.session.errors import CredentialsError, NoFormError
from scraper.session.forms import elements, fill, parse
from scraper.session.manners import known, manners_of
from scraper.session.records import Answer

BOARD = "https://mafia.example/forum/"
MANNERS = tuple(known().values())
NETSCAPE = (
    "# Netscape HTTP Cookie File\n\n"
    "#HttpOnly_.mafia.example\tTRUE\t/\tTRUE\t1900000000\tsid\tabc\n"
    "mafia.example\tFALSE\t/forum\tFALSE\t0\tlast\t1\n"
    ".other.example\tTRUE\t/\tFALSE\t1900000000\tad\tx\n"
    "mafia.example\tFALSE\t/\tFALSE\t1000\told\tgone\n"
)


def test_a_netscape_file_gives_the_boards_cookies() -> None:
    got = cookies.read(NETSCAPE, BOARD, START)
    assert [(one.name, one.domain, one.path, one.secure) for one in got] == [
        ("sid", ".mafia.example", "/", True),
        ("last", "mafia.example", "/forum", False),
    ]
    assert "abc" not in repr(got)


@pytest.mark.parametrize("header", ["Cookie: a=1; b=2=3", "a=1; b=2=3", "cookie:a=1;\n b=2=3", "\ufeffa=1; b=2=3\n"])
def test_a_headers_text_gives_cookies(header: str) -> None:
    got = cookies.read(header, BOARD, START)
    assert [(one.name, one.value, one.domain) for one in got] == [
        ("a", "1", "mafia.example"),
        ("b", "2=3", "mafia.example"),
    ]


def test_an_extensions_json_gives_cookies() -> None:
    export = (
        '[{"name": "sid", "value": "v", "domain": ".mafia.example", "expirationDate": 1900000000.5, "secure": true}]'
    )
    assert [(one.name, one.expires, one.secure) for one in cookies.read(export, BOARD, START)] == [
        ("sid", 1900000000, True)
    ]


@pytest.mark.parametrize(
    ("export", "message"),
    [
        ("", "No cookies"),
        ("just some words", "No cookies"),
        ("{broken", "No cookies"),
        (".other.example\tTRUE\t/\tFALSE\t0\ta\tb", "not of this board"),
        ("evilmafia.example\tFALSE\t/\tFALSE\t0\ta\tb", "not of this board"),
        ("mafia.example\tFALSE\t/\tFALSE\t1000\ta\tsecret-value", "expired"),
    ],
)
def test_unusable_cookies_are_explained(export: str, message: str) -> None:
    with pytest.raises(CredentialsError, match=message) as fault:
        cookies.read(export, BOARD, START)
    assert "secret-value" not in str(fault.value)


@given(st.text(max_size=400))
def test_reading_cookies_never_raises_anything_else(export: str) -> None:
    with suppress(CredentialsError):
        cookies.read(export, BOARD, START)


def test_only_the_boards_cookies_are_kept() -> None:
    jar = CookieJar()
    ours = cookies.Kept(name="sid", value="1", domain=".mafia.example")
    cookies.into(jar, [ours, cookies.Kept(name="ad", value="2", domain="other.example")])
    assert cookies.out_of(jar, BOARD) == (ours,)


def test_a_form_is_sent_as_a_browser_would() -> None:
    page = Answer(
        html=(
            '<form action="post.php?x=1#f" method="post"><input name="a" value="1"><input name="off" type="checkbox">'
            '<input name="on" type="checkbox" checked><input name="r" type="radio" value="1"><input name="r" type="radio" '
            'value="2" checked><select name="s"><option value="x">X<option selected>Y</select><select name="m" multiple>'
            '</select><input name="gone" disabled value="1"><input name="file" type="file"><input type="submit" name="no" '
            'value="No"><input type="submit" name="go" value="Go"><textarea name="t">\nfirst</textarea><input value="nameless">'
            "</form>"
        ),
        url="http://board.example/dir/page.php?tid=1#p5",
    )
    form = elements(parse(page.html), "//form")[0]
    request = fill(form, page, {"t": "два\nряда"}, button="go")
    assert request.fields == (
        ("a", "1"), ("on", "on"), ("r", "2"), ("s", "Y"), ("t", "два\r\nряда"), ("go", "Go"),
    )  # fmt: skip
    assert request.url == "http://board.example/dir/post.php?x=1#f"
    assert request.referer == "http://board.example/dir/page.php?tid=1"


def test_a_page_without_a_form_says_what_it_shows() -> None:
    closed = '<div id="phpbb"><div id="message"><p>Форум закрыт на обслуживание.</p></div></div>'
    with pytest.raises(NoFormError, match="Форум закрыт на обслуживание") as fault:
        manners_of("phpbb").login_request(Answer(html=closed, url="http://b.example/ucp.php?sid=s3cret"), "a", "b")
    assert "s3cret" not in str(fault.value)


@settings(deadline=None)
@given(st.text(max_size=300))
def test_no_page_breaks_the_classification(html: str) -> None:
    for manners in MANNERS:
        answer = Answer(html=html, url="http://b.example/")
        assert manners.sign_in_outcome(answer).account is None or "UserID" in html or "logout" in html or "out" in html
        if manners.writes:
            manners.reply_outcome(answer, "5")


@pytest.mark.parametrize(
    ("source", "body"),
    [
        ("[b]Итоги 1 ночи:[/b] выбывает [color=red]Кротость[/color]", "<b>Итоги 1 ночи:</b> выбывает <span>Кротость</span>"),
        ("Строка\r\n\r\nещё — «так»", "<p>Строка</p><p>ещё - \"так\"</p>"),
        ("Ура :) вот", 'Ура <img src="s.gif" alt=":)"> вот'),
        ("Ночь ☾ настала", "Ночь &#9790; настала"),
        ("Ночь ☾ настала", "Ночь &amp;#9790; настала"),
        ("Мир 😀 вам", "Мир ? вам"),
        ("Ник &#91;b&#93;Гнев", "Ник [b]Гнев"),
        ("a &lt; b & c", "a &lt; b &amp; c"),
        ("[url=http://x.example/]сюда[/url]", '<a href="http://x.example/">сюда</a>'),
        ("x² и № 5", "x² и № 5"),
    ],
)  # fmt: skip
def test_a_text_is_known_again_on_the_page(source: str, body: str) -> None:
    assert text.of_bbcode(source) == text.of_html(body)


@given(
    st.lists(st.sampled_from(["Итоги", " 2 ", "суда", "[b]", "[/b]", "\n", "Гнев", "«", "»", "5", ":)", "&", "<", "☾"]))
)
def test_what_a_board_shows_of_a_text_is_that_text(parts: list[str]) -> None:
    source = "".join(parts)
    assert text.of_bbcode(source) == text.of_html(shown_html(source))


def test_texts_that_differ_in_a_number_differ() -> None:
    one, two = "Итоги 2 суда: выбывает Гнев, день 3 открыт", "Итоги 2 суда: выбывает Гнев, день 4 открыт"
    assert text.times(one, two) == 0
    assert text.almost(one, two)
    assert not text.almost("Итоги 2 суда: выбывает Гнев", "Обсуждение роли журналиста в прошлой игре")


def test_a_merged_post_counts_each_time() -> None:
    source = "Итоги 2 суда: выбывает Кротость, день закончен."
    body = shown_html(source)
    assert text.times(source, f"Раньше<br>{body}<hr>{body}") == 2
    assert text.times("Да", "Давно говорю: «да!» Да") == 1, "a short text is looked for at the end"
    assert text.times("Да", "Да, давно пора") == 0
