"""P1: a game's own templates replace the program's file by file; a broken one says which line."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import InputError
from engine.records import Role
from reports.drafts import Texts, language_in_force
from reports.errors import TemplateError
from reports.formats import Format, render
from reports.public import PublicDay, PublicDeath, PublicNight, PublicPlayer
from reports.spans import Name
from reports.templating import LANGUAGES, template_names

WRATH = Name("Гнев", 10)
COURT = PublicDay(day=3, executed=(PublicPlayer(player=WRATH),))
NIGHT = PublicNight(night=1, deaths=(PublicDeath(player=WRATH, role=Role.CITIZEN),))


def written(folder: Path, name: str, text: str | bytes) -> Texts:
    content = text if isinstance(text, bytes) else text.encode()
    (folder / name).write_bytes(content)
    return Texts("ru", folder)


def test_both_languages_have_the_same_templates() -> None:
    assert template_names("ru") == template_names("en")
    assert len(template_names("ru")) > 10


def test_drafts_follow_the_language_in_force() -> None:
    assert language_in_force() == "ru"
    assert Texts().court(COURT).text == "Итоги 3 суда:\nВыбывает Гнев."
    assert Texts("en").court(COURT).text == "Results of day 3:\nГнев is out."


def test_a_template_of_the_game_replaces_only_its_own_file(tmp_path: Path) -> None:
    texts = written(tmp_path, "court.j2", "[b]Суд {{ day.day }}[/b]: прощай, {{ day.executed[0].player }}!\n")
    assert texts.court(COURT).text == "[b]Суд 3[/b]: прощай, Гнев!"
    assert texts.night(NIGHT).text == "Итоги 1 ночи:\nУбит Гнев (мирный житель)."


def test_an_included_template_can_be_replaced(tmp_path: Path) -> None:
    texts = written(tmp_path, "night_lines.j2", "Тихо.\n")
    assert texts.night(NIGHT).text == "Итоги 1 ночи:\nТихо."


def test_tags_of_the_template_are_the_board_s_and_tags_of_a_name_are_text(tmp_path: Path) -> None:
    """P4: escaping cannot be forgotten, not even by a GM's template."""
    texts = written(tmp_path, "court.j2", "[b]{{ day.executed[0].player }}[/b] {{ '[i]' ~ day.executed[0].player }}\n")
    name = Name("[/b]", 1)
    draft = texts.court(PublicDay(day=1, executed=(PublicPlayer(player=name),)))
    assert render(draft, Format.BBCODE).replace("\u200b", "|") == "[b][|/b][/b] [i][|/b]"
    assert render(draft, Format.HTML) == "[b][/b][/b] [i][/b]"


def test_words_can_be_replaced(tmp_path: Path) -> None:
    texts = written(tmp_path, "words.toml", '[roles]\ncitizen = "мирянин"\n')
    assert texts.night(NIGHT).text.endswith("Убит Гнев (мирянин).")


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("Суд\n{% if day %}\nникто\n", 3),
        ("Суд\n\n{{ day.day }\n", 3),
        ("Суд\n{{ day.nothing }}\n", 2),
        ("Суд\n\n\n{{ nothing }}\n", 4),
        ("Суд\n{{ day.day | nofilter }}\n", 2),
        ("Суд\n{{ day.executed | safe }}\n", 2),
        ("Суд\n{{ 'x' | word('roles') }}\n", 2),
        ("Суд\n{{ day.executed[0].player | case('русский') }}\n", 2),
        ("Суд\n{{ 1 / 0 }}\n", 2),
        ("Суд\n{{ day.executed[0].player.text }}\n", 2),
        ("Суд\n{% include 'nothing.j2' %}\n", 2),
        ("Суд\n{{ day.__class__.__mro__ }}\n", 2),
        ("Суд\n{{ ''.__class__.__base__.__subclasses__() }}\n", 2),
        ("Суд\n{% for x in range(10 ** 9) %}x{% endfor %}\n", 2),
        ("Суд\n".encode() + "Гнев".encode("cp1251"), 2),
        ("{% extends 'court.j2' %}\n", None),
    ],
)
def test_a_broken_template_says_where_and_why(tmp_path: Path, source: str | bytes, line: int | None) -> None:
    texts = written(tmp_path, "court.j2", source)
    with pytest.raises(TemplateError) as caught:
        texts.court(COURT)
    fault = caught.value
    assert isinstance(fault, InputError)
    assert fault.exit_status == 2
    assert str(tmp_path / "court.j2") in str(fault)
    assert "\n" not in str(fault)
    assert fault.file == str(tmp_path / "court.j2")
    if line is not None:
        assert fault.line == line
        assert f"строка {line}" in str(fault)


def test_a_fault_in_an_included_template_names_that_file(tmp_path: Path) -> None:
    texts = written(tmp_path, "changes.j2", "\n\n{{ changed.nothing }}\n")
    with pytest.raises(TemplateError) as caught:
        texts.night(NIGHT)
    assert (caught.value.file, caught.value.line) == (str(tmp_path / "changes.j2"), 3)


@pytest.mark.parametrize(
    ("source", "word"),
    [
        ('[roles]\nboss = "x', "TOML"),
        ('[rolls]\nboss = "x"\n', "rolls"),
        ('[roles]\nbos = "x"\n', "bos"),
        ("[roles]\nboss = 1\n", "boss"),
        ('roles = "x"\n', "roles"),
        (b"\xff\xfe", "UTF-8"),
    ],
)
def test_broken_words_say_what_is_wrong(tmp_path: Path, source: str | bytes, word: str) -> None:
    with pytest.raises(TemplateError, match=word) as caught:
        written(tmp_path, "words.toml", source)
    assert caught.value.file == str(tmp_path / "words.toml")


def test_a_folder_that_is_missing_changes_nothing(tmp_path: Path) -> None:
    assert Texts("ru", tmp_path / "nothing").court(COURT) == Texts("ru").court(COURT)


def test_a_template_cannot_reach_out_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("тайна", encoding="utf-8")
    folder = tmp_path / "templates"
    folder.mkdir()
    for name in ("../secret.txt", str(tmp_path / "secret.txt")):
        texts = written(folder, "court.j2", "{% include '" + name + "' %}\n")
        with pytest.raises(TemplateError) as caught:
            texts.court(COURT)
        assert "тайна" not in str(caught.value)


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    texts = written(tmp_path, "court.j2", "\ufeffСуд {{ day.day }}\r\nКонец\r\n".encode())
    assert texts.court(COURT).text == "Суд 3\nКонец"


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_a_template_makes_the_marks_never_come_out(tmp_path: Path, language: str) -> None:
    """Even a template that is full of the module's own marks gives text without them."""
    (tmp_path / "court.j2").write_text("\ue000{{ day.executed[0].player }}\ue003\ue001\n", encoding="utf-8")
    draft = Texts(language, tmp_path).court(COURT)
    assert draft.text == "Гнев"
    assert render(draft, Format.BBCODE) == "Гнев"
