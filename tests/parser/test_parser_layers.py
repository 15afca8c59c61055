"""The layers alone: body → runs, colours, names, candidate ballots."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lxml import etree

from engine.errors import RulesetError
from parser import bbcode
from parser.declension import decline, decline_name
from parser.fold import fold, parts, respelt
from parser.html import document, parse
from parser.lexicon import Cue, Lexicon
from parser.palette import DEFAULT_PALETTE, Palette, Tone, palette_from
from parser.read import read
from parser.records import Match
from parser.roster import Roster, RosterPlayer
from parser.runs import Document, Zone
from parser.styles import Styles

STYLES = Styles(DEFAULT_PALETTE)


def of_html(body: str) -> Document:
    return document(parse(body), STYLES)


def zones(found: Document) -> dict[str, Zone]:
    return {
        found.text[run.start : run.end].strip(): run.look.zone
        for run in found.runs
        if found.text[run.start : run.end].strip()
    }


def roster(*names: str, numbered: bool = False) -> Roster:
    return Roster([RosterPlayer(name) for name in names], numbered=numbered)


# Colours (convention 8)

LISTED = {
    Tone.RED: """red|RED|#f00|#c00|#e60000|crimson|firebrick|darkred|orangered|rgb(184, 49, 47)|rgb(184,49,47)|#ff0000ff
        #B22222|#d00|#b00""",
    Tone.BLUE: """blue|navy|mediumblue|darkblue|royalblue|dodgerblue|#0066cc|rgb(41, 105, 176)|#00f|#0000EE|#1e90ff
        #003399|midnightblue""",
    Tone.UNCLEAR: """brown|maroon|indianred|salmon|coral|tomato|orange|darkorange|pink|hotpink|deeppink|purple|magenta
        fuchsia|deepskyblue|cyan|aqua|teal|turquoise|indigo|violet|#800080|#ff69b4|#4b0082|#ff8c00|chocolate|gold|orchid
        plum|skyblue|lightblue|steelblue""",
    Tone.NONE: """green|darkgreen|lime|olive|black|white|gray|grey|silver|#000|#333|#222|#111111|dimgray|seagreen
        transparent|slategray""",
}


@pytest.mark.parametrize(
    ("value", "tone"), [(value, tone) for tone, listed in LISTED.items() for value in re.split(r"\||\n\s*", listed)]
)
def test_colours_mean_what_the_conventions_say(value: str, tone: Tone) -> None:
    assert DEFAULT_PALETTE.tone(value) is tone


@pytest.mark.parametrize("value", ["hsl(0, 100%, 45%)", "rgba(255,0,0,0.9)", "rgb(255 0 0 / 90%)"])
def test_functions_are_colours_too(value: str) -> None:
    assert DEFAULT_PALETTE.tone(value) is Tone.RED


@pytest.mark.parametrize("value", ["inherit", "currentcolor", "", "FF0000", "#12", "rgb(", "reddish", "красный"])
def test_what_is_no_colour_paints_nothing(value: str) -> None:
    assert DEFAULT_PALETTE.tone(value) is None


def test_a_font_takes_a_colour_as_browsers_do() -> None:
    assert DEFAULT_PALETTE.legacy_tone("FF0000") is Tone.RED
    assert DEFAULT_PALETTE.legacy_tone("#0000fg") is Tone.BLUE
    assert DEFAULT_PALETTE.legacy_tone("  Red ") is Tone.RED


def test_a_board_may_vote_in_green() -> None:
    palette = palette_from({"red": ["green", "#0a0", "#008000"], "red_words": ["зелен"]})
    assert palette.tone("green") is Tone.RED
    assert palette.tone("forestgreen") is Tone.RED
    assert palette.tone("blue") is Tone.BLUE
    names = roster("Гнев", "Вера")
    painted = read('<span style="color: green">Гнев</span>', names, author="Вера", palette=palette)
    worded = read("Гнева зелёным", names, author="Вера", palette=palette)
    assert [vote.target for reading in (painted, worded) for vote in reading.votes] == ["Гнев", "Гнев"]


@pytest.mark.parametrize(
    ("data", "named"),
    [({"red": ["rot"]}, "palette.red"), ({"crimson": ["red"]}, "palette.crimson"), ({"blue": "blue"}, "palette.blue")],
)
def test_a_palette_that_cannot_be_used_names_its_key(data: dict[str, object], named: str) -> None:
    with pytest.raises(RulesetError, match=named):
        palette_from(data)


def test_palettes_with_the_same_lists_are_one() -> None:
    assert Palette() == DEFAULT_PALETTE
    assert hash(Palette()) == hash(DEFAULT_PALETTE)


# HTML → runs


def test_runs_cover_the_text_without_gaps() -> None:
    found = of_html("<p>Раз <b>два</b> <span style='color:red'>три<i>четыре</i></span></p>пять<br>шесть")
    assert found.text == "Раз два тричетыре\nпять\nшесть\n"
    assert [run.start for run in found.runs] == [0, *(run.end for run in found.runs[:-1])]
    assert found.runs[-1].end == len(found.text)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            '<div class="quote-box answer-box"><cite>A написал(а):</cite><blockquote><p>q</p></blockquote></div>o',
            {"A написал(а):\nq": "quote", "o": "own"},
        ),
        (
            '<div class="quote-box spoiler-box"><div>t</div><blockquote><p>s</p></blockquote></div>o',
            {"t\ns": "spoiler", "o": "own"},
        ),
        ('<div class="code-box"><strong>К</strong><div class="blockcode"><pre>c</pre></div></div>o', {"o": "own"}),
        ('<dl class="post-sig"><dt>П</dt><dd><p>s</p></dd></dl>o', {"П\ns": "signature", "o": "own"}),
        ('o<p class="lastedit">Отредактировано A</p>', {"Отредактировано A": "engine", "o": "own"}),
        ('<div class="uSpoilerText" style="display:none">s</div>', {"s": "spoiler"}),
        ('<span class="mycode_me">* A идёт</span>', {"* A идёт": "me"}),
        ('<aside class="quote"><blockquote>q</blockquote></aside>', {"q": "quote"}),
        ("<details><summary>t</summary>s</details>", {"t\ns": "spoiler"}),
    ],
)
def test_zones_of_engines(body: str, expected: dict[str, str]) -> None:
    found = {text: zone.value for text, zone in zones(of_html(body)).items()}
    assert expected.items() <= found.items()


def test_the_board_paints_what_the_author_cannot() -> None:
    for body in (
        '<p style="color:red">x</p>',
        '<a href="/members/7/" style="color:red">x</a>',
        '<a href="member.php?action=profile&uid=7"><span style="color:red">x</span></a>',
        '<span class="username-coloured" style="color:red">x</span>',
    ):
        assert [run.look.engine for run in of_html(body).runs if run.look.tone] == [True], body
    for body in (
        '<span style="color:red">x</span>',
        '<a class="postlink" href="/members/7/"><font color=red>x</font></a>',
    ):
        assert [run.look.engine for run in of_html(body).runs if run.look.tone] == [False], body


def test_an_element_of_a_page_needs_no_second_parse() -> None:
    page = etree.HTML("<body><div class=post>до <span style='color:red'>Гнев</span></div><p>прочее</p></body>")
    body = page.find(".//div")
    assert body is not None
    reading = read(body, roster("Гнев"), author="Вера")
    assert (reading.text, [vote.target for vote in reading.votes]) == ("до Гнев\n", ["Гнев"])


# BBCode → runs


def test_bbcode_source_reads_as_its_html() -> None:
    source = (
        "[b]До[/b] [color=red]Гн[i]ев[/i][/color]\n[quote=A]q [color=blue]b[/color][/quote]после "
        "[s]нет[/s] [code][color=red]x[/color][/code]"
    )
    found = bbcode.document(source, DEFAULT_PALETTE)
    assert zones(found)["после"] is Zone.OWN
    assert [found.text[run.start : run.end] for run in found.runs if run.look.tone and run.look.zone is Zone.OWN] == [
        "Гнев"
    ]
    assert [found.text[run.start : run.end].strip() for run in found.runs if run.look.struck] == ["нет"]
    assert "[color=red]x[/color]" in found.text


@pytest.mark.parametrize(
    ("source", "votes"),
    [
        ("[color=red]Гнев[/color]", ["red"]),
        ("[COLOR=#00F]Гнев[/COLOR]", ["blue"]),
        ('[color="red"]Гнев[/color]', ["red"]),
        ("[color=red]Гнев", ["red"]),
        ("[size=20][b][color=red]Гнев[/b][/color][/size]", ["red"]),
        ("[spoiler=x]Гнев красным[/spoiler]", ["red"]),
        ("[quote]Гнев красным[/quote]", []),
        ("[code]Гнев красным[/code]", []),
        ("/me голосует против Гнева", []),
        ("[url=http://a.b]Гнев[/url] красным", ["red"]),
        ("[s]Гнев красным[/s]", []),
        ("[user]Гнев[/user] красным", ["red"]),
        ("[color=нет]Гнев[/color] [unknown]", []),
    ],
)
def test_bbcode_of_every_board(source: str, votes: list[str]) -> None:
    reading = read(source, roster("Гнев", "Вера"), author="Вера", bbcode=True)
    assert [vote.colour.value for vote in reading.votes] == votes


# Names


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        ("Гнев", "гнева гневу гневом"),
        ("Вишенка", "вишенки вишенке вишенку вишенкой"),
        ("Костёр", "костра костру костром"),
        ("Зелёный", "зеленого зеленому зеленым"),
        ("Любовь", "любви любовью"),
        ("Мурзохвост", "мурзохвоста мурзохвосту"),
        ("Брунька", "бруньки бруньку"),
        ("Игорь", "игоря игорю игорем"),
        ("Тень", "тени тенью"),
        ("Юй", "юя юю"),
    ],
)
def test_case_forms(name: str, forms: str) -> None:
    known = set().union(*decline(name).cases.values())
    assert set(forms.split()) <= known


def test_plurals_are_kept_apart() -> None:
    paradigm = decline("Гнев")
    assert "гневы" in paradigm.plurals
    assert not paradigm.plurals & set().union(*paradigm.cases.values())


def test_names_of_several_words_decline_together() -> None:
    cases = decline_name(["Красная", "Шапочка"]).cases
    assert "краснуюшапочку" in cases["accs"]
    assert "краснойшапочке" in cases["datv"]


def test_spellings_fold_to_one_key() -> None:
    assert fold("Bepa") == fold("ВЕРА") == fold("Ве\u0301р\u00adа") == "вера"
    assert fold("Пчёл") == "пчел"
    assert fold("йод") == "йод"
    assert respelt("гнееев") == ("гнев", "гнеев")
    assert respelt("3лость") == ("злость",)
    assert parts("DarkLord_2") == ["Dark", "Lord", "2"]
    assert parts("[Кот]Бегемот") == ["Кот", "Бегемот"]


def test_forms_win_over_guesses_and_two_players_are_a_question() -> None:
    names = roster("Лис", "Лиса", "Sova", "Sava", "Анноушка", "DarkLord", "DarkLord_2")
    assert names.form("лиса").players == ("Лиса", "Лис")
    assert names.form("лис").only is not None
    assert names.guess("Siva").players == ("Sava", "Sova")
    assert [one.match for one in names.guess("Аннушка").named] == [Match.TYPO]
    assert names.guess("Сову").players == ("Sova",)
    assert names.guess("Дарклорда").players == ("DarkLord", "DarkLord_2")
    assert not names.guess("Гордыня")


@pytest.mark.parametrize("name", ["Г н е в", "Г-н-е-в", "Г н е е е е е е в", "Г\xa0н\xa0е\xa0в\xa0в"])
def test_a_name_is_known_with_its_letters_apart(name: str) -> None:
    """Stretched, too, beyond the letters of any name."""
    (vote,) = read(f"{name} красным", Roster([RosterPlayer("Гнев"), RosterPlayer("Вера")]), author="Вера").votes
    assert vote.target == "Гнев"


def test_numbers_name_players_only_by_setting() -> None:
    for text, target in (("голосую 2 красным", "Вера"), ("№3 синим", "Похоть"), ("красным 1", "Гнев")):
        numbered = read(text, roster("Гнев", "Вера", "Похоть", numbered=True), author="Азарт")
        assert [vote.target for vote in numbered.votes] == [target], text
        plain = read(text, roster("Гнев", "Вера", "Похоть"), author="Азарт")
        assert not plain.votes, text
    clock = read("в 22:02 красным отметят", roster("Гнев", "Вера", numbered=True), author="Азарт")
    assert not clock.votes


def test_an_alias_that_comes_later_works_backwards() -> None:
    """The roster is an argument: the same body read again with the new alias gives the vote."""
    body = "<p>Рыжика красным</p>"
    before = read(body, roster("Лис", "Вера"), author="Вера")
    assert [review.reason.value for review in before.reviews] == ["unknown_name"]
    after = read(body, Roster([RosterPlayer("Лис", aliases=("Рыжик",)), RosterPlayer("Вера")]), author="Вера")
    assert [(vote.target, vote.match) for vote in after.votes] == [("Лис", Match.ALIAS)]


@pytest.mark.parametrize(
    ("word", "cue"),
    [
        ("голосую", Cue.VOTE),
        ("досрчно", Cue.EARLY),
        ("досрочка", Cue.EARLY),
        ("окончательный", Cue.FINAL),
        ("снимаю", Cue.WITHDRAW),
    ],
)
def test_words_and_their_errors_are_known(word: str, cue: int) -> None:
    assert Lexicon(DEFAULT_PALETTE).word(fold(word)).cues & cue


COLOUR_WORDS = {
    Tone.RED: "КРАСНЫМ краснм красненьким крааасным кр красный",
    Tone.BLUE: "синим СИНИЙ синенький син",
    Tone.UNCLEAR: "голубым red алым зелёным",
    None: "прекрасным красном красными синем синих",
}


@pytest.mark.parametrize(
    ("word", "tone"), [(word, tone) for tone, listed in COLOUR_WORDS.items() for word in listed.split()]
)
def test_colour_words(word: str, tone: Tone | None) -> None:
    assert Lexicon(DEFAULT_PALETTE).word(fold(word)).tone is tone


def test_the_map_of_the_reader_names_every_module() -> None:
    """docs/reading.md is for whoever comes next: a module that it does not name cannot be found by it."""
    root = Path(__file__).resolve().parents[2]
    named = set(re.findall(r"`(\w+)`", (root / "docs" / "reading.md").read_text(encoding="utf-8")))
    modules = {file.stem for file in (root / "parser").glob("*.py")} - {"__init__", "read"}
    assert modules - named == set()
