"""P4: names are data; in every format they come out as text, whatever they hold."""

from __future__ import annotations

import re
import string

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml import html as lxml_html
from markdown_it import MarkdownIt

from reports.drafts import Texts
from reports.formats import Dialect, Format, dialect_of, for_board, render
from reports.public import PublicCandidate, PublicCount, PublicReplacement, PublicWarning
from reports.spans import Draft, Name, Url, Words, clean

HOSTILE = [
    "[/color]", "[color=red]Вера[/color]", "[b]", "]", "[", "[[b]]", "[url=http://evil.example]x[/url]", "[*]",
    "<script>alert(1)</script>", "<b>", "</strong>", "&lt;b&gt;", "&#91;b&#93;", "&", "\"'`", "@admin", "@",
    "**жирный**", "__x__", "~~x~~", "`code`", "![x](http://evil.example/x.png)", "[x](javascript:alert(1))", "# x",
    "> x", "- x", "1. x", "+ x", "| x |", "    x", "---", "***", ":)", ";)", ":smile:", "8)", "http://evil.example",
    "www.evil.example", "x\ny", "x\r\n\r\ny", "\t", "\x00", "\x1b[31m", "\u202eabc", "\u2066", "\ue000\ue001x\ue003",
    "{{ 7 * 7 }}", "{% raw %}", "{# x #}", "%s", "{player}", "\\", "\\[b]", "<!-- -->", "]]>", "[/b][/b][/b]",
    "[quote=Вера]", "[img]http://evil.example/x.png[/img]", "javascript:alert(1)", "🐱", "а" * 200,
]  # fmt: skip
hostile_names = st.one_of(
    st.sampled_from(HOSTILE),
    st.text(max_size=25),
    st.text("[]/<>&;:)(@*_~`#|\\!-+=.bicolurqte \n", max_size=25),
    st.lists(st.sampled_from(HOSTILE), min_size=2, max_size=3).map("".join),
)
TEXTS = Texts("ru")
PATIENT = settings(deadline=None)  # the first name loads a dictionary
INVISIBLE = "\u200b\u00ad"
TAG = re.compile(r"\[(/?)([a-z*]+)(=[^\[\]]*)?\]", re.IGNORECASE)


def seen(text: str) -> str:
    """What a reader sees, without characters that have no look."""
    return "".join(character for character in text if character not in INVISIBLE)


def bbcode_text(post: str) -> str:
    """A board's reading of a post: tags are taken away, the rest is text. Anything but [b] is a failure."""
    for tag in TAG.finditer(post):
        assert (tag.group(2).lower(), tag.group(3)) == ("b", None), f"a tag came through: {tag.group(0)!r}"
    assert post.lower().count("[b]") == post.lower().count("[/b]")
    return TAG.sub("", post)


def draft_of(texts: Texts, one: str, other: str) -> Draft:
    count = PublicCount(
        day=1,
        candidates=(
            PublicCandidate(player=Name(one, 1), red=(Name(other, 2), Name(one, 1)), blue=(Name("Вера", 3),)),
            PublicCandidate(player=Name(other, 2), blue=(Name(one, 1),)),
        ),
        missing=(Name(one, 1), Name(other, 2)),
    )
    return texts.count(count)


def expected(one: str, other: str) -> list[str]:
    """The lines of the draft, put together by hand."""
    a, b = clean(one), clean(other)
    return [
        "Голоса 1 суда на этот час:",
        f"{a}: против — 2 ({b}, {a}); в защиту — 1 (Вера)",
        f"{b}: в защиту — 1 ({a})",
        f"Ещё не проголосовали: {a} и {b}.",
    ]


@PATIENT
@given(hostile_names, hostile_names)
def test_plain_text_holds_the_names_as_they_are(one: str, other: str) -> None:
    assert render(draft_of(TEXTS, one, other)).split("\n") == expected(one, other)


@PATIENT
@given(hostile_names, hostile_names, st.sampled_from([Dialect(), dialect_of("mybbru", "windows-1251")]))
@example("[", "b]", Dialect())
@example("[color=red]", "[/color]", Dialect())
def test_bbcode_shows_the_names_as_text(one: str, other: str, dialect: Dialect) -> None:
    post = for_board(draft_of(TEXTS, one, other), dialect)
    assert seen(bbcode_text(post)) == seen("\n".join(expected(one, other)))
    # No mention, entity, smiley or bare link either.
    assert not re.search(r"@\w|&#?\w+;|:\)|;\)|:smile:|\bwww\.\w|http://\w|javascript:\w", post)


@PATIENT
@given(hostile_names, hostile_names)
@example("<img src=x onerror=alert(1)>", '"><svg onload=alert(1)>')
def test_html_shows_the_names_as_text(one: str, other: str) -> None:
    fragment = lxml_html.fragment_fromstring(render(draft_of(TEXTS, one, other), Format.HTML), create_parent="div")
    assert {element.tag for element in fragment.iter()} <= {"div", "strong", "br"}
    assert all(not element.attrib for element in fragment.iter())
    lines = "\n".join(expected(one, other))
    # lxml drops what no HTML document can hold; the look must be the same.
    assert "".join(fragment.itertext()).split() == lines.split()


@PATIENT
@given(hostile_names, hostile_names)
@example("1. x", "    x")
@example("\\", "*")
def test_markdown_shows_the_names_as_text(one: str, other: str) -> None:
    source = render(draft_of(TEXTS, one, other), Format.MARKDOWN)
    shown = MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(source)
    fragment = lxml_html.fragment_fromstring(shown, create_parent="div")
    assert {element.tag for element in fragment.iter()} <= {"div", "p", "strong", "br"}
    assert seen("".join(fragment.itertext())).split() == seen("\n".join(expected(one, other))).split()


@pytest.mark.parametrize("name", HOSTILE)
def test_words_of_people_are_data_in_every_notice(texts: Texts, name: str) -> None:
    for draft in (
        texts.warning(PublicWarning(player=Name(name), rule=Words(name), quote=Words(name), url=Words(name))),
        texts.private(PublicWarning(player=Name(name), rule=Words(name), quote=Words(name), url=Words(name))),
        texts.replacement(PublicReplacement(player=Name(name), account=Words(name))),
    ):
        bbcode_text(render(draft, Format.BBCODE))
        assert "<" not in render(draft, Format.HTML).replace("<br>", "")


def test_headings_are_bold_where_the_format_can(texts: Texts) -> None:
    draft = draft_of(texts, "Вера", "Гнев")
    assert render(draft).startswith("Голоса 1 суда на этот час:\n")
    assert render(draft, Format.BBCODE).startswith("[b]Голоса 1 суда на этот час:[/b]\n")
    assert render(draft, Format.HTML).startswith("<strong>Голоса 1 суда на этот час:</strong><br>\n")
    assert render(draft, Format.MARKDOWN).startswith("**Голоса 1 суда на этот час:**  \n")


def test_ordinary_names_are_not_touched(texts: Texts) -> None:
    """Nothing invisible creeps into names that need no escaping."""
    names = ["Вера", "King Leo", "Nightfall", "Кот-учёный", "O'Neil", "Ёж"]
    for one in names:
        post = render(draft_of(texts, one, "Гнев"), Format.BBCODE)
        assert seen(post) == post


def test_dialects_follow_the_board() -> None:
    assert dialect_of("phpbb", "utf-8").breaker == "\u200b"
    assert dialect_of("mybbru", "windows-1251").breaker.encode("cp1251")
    assert dialect_of("discourse").format is Format.MARKDOWN
    assert dialect_of(None).format is Format.BBCODE
    assert dialect_of("ipboard").format is dialect_of("ucoz").format is Format.BBCODE


def test_a_board_without_markup_gets_words_without_tags(texts: Texts) -> None:
    """Invision Community's editor shows a typed tag as it is; names are broken up all the same."""
    draft = draft_of(texts, "@Вера", "Гнев")
    words = for_board(draft, dialect_of("invision"))
    assert not set(words) & set("[]<>")
    assert "@\u200bВера" in words
    assert seen(words) == render(draft)


@given(st.text())
def test_cleaning_leaves_one_printable_line(text: str) -> None:
    cleaned = clean(text)
    assert not set(cleaned) & set("\n\r\t\x1b\x00")
    assert cleaned == clean(cleaned)
    assert not set(cleaned) & set("\u202e\u2066\ue000\ue001\ue002\ue003")
    if text and set(text) <= set(string.ascii_letters):
        assert cleaned == text


@pytest.mark.parametrize("form", list(Format))
def test_an_address_of_the_board_can_be_followed(form: Format) -> None:
    """A break inside would lead nowhere; an address that could be markup is data like everything else."""
    address = "https://board.example:8080/viewtopic.php?id=2&start=15#p307"
    warned = TEXTS.warning(PublicWarning(player=Name("Гнев"), url=Url(address)))
    assert address in render(warned, form).replace("&amp;", "&")
    hostile = TEXTS.warning(PublicWarning(player=Name("Гнев"), url=Url("http://evil.example/[img]x[/img]")))
    assert "[img]" not in render(hostile, Format.BBCODE)
