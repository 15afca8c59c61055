"""game.toml: what is accepted, what is refused and how, and that what is written reads back."""

from __future__ import annotations

import errno
from datetime import timedelta
from pathlib import Path

import pytest
from app_bench import game_file
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.i18n import reason
from engine.records import Gender
from itogi.config import Account, Game, PlayerEntry, Topic, TopicKind, parse, zone_of
from itogi.errors import ConfigError, NoGameError
from itogi.i18n import use_language
from itogi.lines import lines_of
from itogi.new import create, listed, written
from itogi.store import Store

GOOD = """
title = "Игра"
moderators = ["Ведущий"]
[[topics]]
url = "http://board.test/viewtopic.php?id=3"
kind = "vote"
[timetable]
first_date = 2013-10-14
[[players]]
name = "Гнев"
gender = "m"
[[players]]
name = "Вера"
accounts = ["Cherry", { name = "Вишня", id = "7" }]
aliases = ["Верочка"]
"""


def test_a_short_file_is_enough() -> None:
    file = parse(GOOD)
    assert [player.name for player in file.players] == ["Гнев", "Вера"]
    game = Game(folder=Path("x"), file=file)
    assert game.accounts_of("Гнев") == (Account(name="Гнев"),)
    assert game.accounts_of("Вера") == (Account(name="Cherry"), Account(name="Вишня", id="7"))
    assert game.setup().players[0].gender is Gender.MASCULINE


@pytest.mark.parametrize(
    ("change", "begins", "holds"),
    [
        (('gender = "m"', 'gender = "x"'), "game.toml: players[1].gender: ", "m, f, n, p"),
        (('gender = "m"', 'sex = "m"'), "game.toml: players[1].sex: ", "name, accounts, aliases, gender, role"),
        (('kind = "vote"', 'kind = "votes"'), "game.toml: topics[1].kind: ", "game, vote, signup, other"),
        (('title = "Игра"', "title = 1"), "game.toml: title: ", "text in quotes"),
        (('title = "Игра"', ""), "game.toml: title: ", ""),
        (("2013-10-14", '2013-10-14\nday = "25:00"'), "game.toml: timetable.day: ", "22:00"),
        (("2013-10-14", '2013-10-14\nzone = "Moskva"'), "game.toml: timetable.zone: ", "Europe/Moscow"),
        (('name = "Гнев"', 'name = "вера"'), "game.toml: players[2].name: ", "Вера"),
        (('name = "Гнев"', 'name = " "'), "game.toml: players[1].name: ", ""),
        (('name = "Гнев"', 'name = "Ведущий"'), "game.toml: players[1].accounts: ", "belongs to the game master"),
        (('["Верочка"]', '["гнев"]'), "game.toml: players[2].aliases: ", "гнев"),
        (("http://board", "board"), "game.toml: topics[1].url: ", "http://"),
        (('kind = "vote"', 'kind = "other"'), "game.toml: topics: ", "vote"),
        (('title = "Игра"', 'title = "Игра'), "game.toml: ", "TOML"),
        (('title = "Игра"', 'title = "Игра"\nruleset = "hipper"'), "game.toml: ruleset, settings: ", "hyper"),
        (('name = "Гнев"', "name = 5"), "game.toml: players[1].name: ", "text in quotes"),
        (
            ('name = "Гнев"', 'name = "Гнев"\naccounts = ["cherry"]'),
            "game.toml: players[2].accounts: ",
            "belongs to Гнев",
        ),
        (('id = "7"', 'ids = "7"'), "game.toml: players[2].accounts[2].ids: ", "name, id"),
    ],
)
def test_a_fault_is_one_line_with_the_fields_path(change: tuple[str, str], begins: str, holds: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse(GOOD.replace(*change, 1))
    message = str(caught.value)
    assert message.startswith(begins)
    assert holds in message
    assert "\n" not in message


def test_settings_of_the_game_are_checked_against_the_ruleset() -> None:
    with pytest.raises(ConfigError, match="edited_votes"):
        parse(GOOD + '[settings]\nedited_votes = "never"\n')
    with pytest.raises(ConfigError, match="no_such"):
        parse(GOOD + "[settings]\nno_such = 1\n")
    assert parse(GOOD + '[settings]\nedited_votes = "void"\n').settings == {"edited_votes": "void"}


def test_reminders_before_a_deadline_need_minutes() -> None:
    with pytest.raises(ConfigError, match=r"reminders\[1\].minutes"):
        parse(GOOD + '[[reminders]]\non = "deadline"\n')


def test_no_game_says_how_to_start_one(tmp_path: Path) -> None:
    with pytest.raises(NoGameError, match="itogi new"):
        Game.load(tmp_path)


def test_a_file_in_another_encoding_says_so(tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_bytes('title = "Игра"'.encode("cp1251"))
    with pytest.raises(ConfigError, match="UTF-8"):
        Game.load(tmp_path)


def test_notepads_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    assert Game.load(tmp_path).title == "Игра"


NICKS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1, max_size=12)


@settings(max_examples=50, deadline=None)
@given(st.lists(NICKS.filter(str.strip), min_size=1, max_size=6, unique_by=str.casefold), NICKS)
def test_what_is_written_reads_back(names: list[str], title: str) -> None:
    """Nicks with quotes, brackets, backslashes and emoji survive the file."""
    file = game_file(
        title=title,
        moderators=(),
        players=tuple(PlayerEntry(name=name, accounts=(Account(name=f"{name}_", id="1"),)) for name in names),
        settings={"edited_votes": "miss", "boss": {"kills": 3}},
    )
    if len({f"{name}_".casefold() for name in names} | {name.casefold() for name in names}) == 2 * len(names):
        assert parse(written(file)) == file


def test_every_line_of_a_new_file_is_explained() -> None:
    text = written(game_file())
    assert text.count("#") > 15
    assert "first_date = 2013-10-14" in text


def test_a_new_game_is_its_owners_alone_and_is_never_overwritten(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    path = create(folder, game_file())
    assert folder.stat().st_mode & 0o077 == 0
    before = path.read_text(encoding="utf-8")
    with pytest.raises(ConfigError, match="already"):
        create(folder, game_file(title="Другая"))
    assert path.read_text(encoding="utf-8") == before
    with Store.open(folder) as store:
        assert store.seed() == store.seed()


def test_a_bad_answer_leaves_no_file_behind(tmp_path: Path) -> None:
    file = game_file(topics=(Topic(url="nowhere", kind=TopicKind.VOTE),))
    with pytest.raises(ConfigError, match="topics"):
        create(tmp_path / "game", file)
    assert not (tmp_path / "game" / "game.toml").exists()


def names(entries: tuple[PlayerEntry, ...]) -> list[tuple[str, ...]]:
    return [(entry.name, *(str(account) for account in entry.accounts)) for entry in entries]


def test_players_are_proposed_from_a_numbered_list() -> None:
    body = "Играют:<br>1. Зависть<br>2) Тщеславие – Sergey Ace<br />3. Нефилим - выбыл на 2 суде<br>и т.д."
    assert names(listed(lines_of(body))) == [("Зависть",), ("Тщеславие", "Sergey Ace"), ("Нефилим",)]


def test_players_are_proposed_from_an_ordered_list_of_html_and_not_from_a_quote() -> None:
    quote = "<blockquote>1. Не он<br>2. Не она<br>3. Не оно<br>4. Не они</blockquote>"
    body = f"{quote}<ol><li>А</li><li>Б</li><li>В</li></ol>"
    assert names(listed(lines_of(body))) == [("А",), ("Б",), ("В",)]


def test_two_items_or_a_repeated_name_are_no_list() -> None:
    assert listed(["1. Первое", "2. Второе"]) == ()
    assert listed(["1. А", "2. Б", "3. А"]) == ()


def test_zones_by_name_and_by_offset() -> None:
    assert zone_of("UTC+03:30").utcoffset(None) == timedelta(hours=3, minutes=30)
    assert zone_of("UTC-5").utcoffset(None) == timedelta(hours=-5)
    assert str(zone_of("Europe/Moscow")) == "Europe/Moscow"
    for bad in ("", "Mars/Base", "UTC+25", "../etc/passwd"):
        with pytest.raises(ValueError, match=r".*"):
            zone_of(bad)


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (('title = "Игра"', "title = Игра"), "line 2 (`title`)"),
        (("2013-10-14", "2013-10-14\nday = 22:00"), "line 9 (`day`)"),
        (('gender = "m"', 'role = "boss'), "(`role`)"),
    ],
)
def test_what_is_no_toml_is_told_by_its_line_and_never_by_its_value(change: tuple[str, str], line: str) -> None:
    """A GM in a hurry needs the place; a role in a broken line stays secret."""
    with pytest.raises(ConfigError) as caught:
        parse(GOOD.replace(*change, 1))
    message = str(caught.value)
    assert line in message
    assert "boss" not in message
    assert "\n" not in message


def test_an_unknown_engine_is_named_with_the_known_ones() -> None:
    """Else every page of the board would be refused as no topic."""
    with pytest.raises(ConfigError, match=r"board.engine: no such forum engine as `vk`.*phpbb"):
        parse(GOOD + '\n[board]\nengine = "vk"\n')


def test_two_addresses_of_one_topic_are_one_topic() -> None:
    """Else the game's topic would be read as the topic of the votes, too."""
    twice = """
[[topics]]
url = "https://b.rusff.me/viewtopic.php?id=3"
kind = "vote"
[[topics]]
url = "https://b.rusff.me/viewtopic.php?id=3&p=2#p99"
kind = "game"
"""
    alone = GOOD[: GOOD.index("[[topics]]")] + twice + GOOD[GOOD.index("[timetable]") :]
    with pytest.raises(ConfigError, match=r"topics\[2\].url: the same topic as topics\[1\]"):
        parse(alone)


def test_what_the_system_refuses_is_told_in_russian() -> None:
    """The system's words follow its own locale, not the program's."""
    use_language("ru")
    fault = OSError(errno.ENOSPC, "No space left on device")
    assert reason(fault) == "на диске нет места"
    assert reason(OSError(12345, "odd")) == "odd"
