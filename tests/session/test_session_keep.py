"""The kept session goes with what the board makes of it (issue 5, point 3): phpBB changes a key with each use."""

from __future__ import annotations

from http.cookiejar import CookieJar
from pathlib import Path

import pytest

from scraper.session.cookies import Kept, into, out_of
from scraper.session.keep import SessionFile

BOARD = "https://mafia.example/forum/"


def jar_of(**values: str) -> CookieJar:
    jar = CookieJar()
    into(jar, [Kept(name=name, value=value, domain="mafia.example") for name, value in values.items()])
    return jar


def kept(file: SessionFile) -> dict[str, str]:
    jar = CookieJar()
    file.load(jar)
    return {cookie.name: cookie.value for cookie in out_of(jar, BOARD)}


@pytest.fixture
def file(tmp_path: Path) -> SessionFile:
    made = SessionFile(tmp_path / "session.json", BOARD)
    made.save(jar_of(u="2", k="old", sid="a"), "Ведущий")
    return made


def test_a_changed_key_is_kept(file: SessionFile) -> None:
    file.renew(jar_of(u="2", k="new", sid="b"))
    assert kept(file) == {"u": "2", "k": "new", "sid": "b"}
    assert file.load(CookieJar()) == "Ведущий"


@pytest.mark.parametrize("left", [{"u": "1", "k": "", "sid": "b"}, {"u": "1", "sid": "b"}, {}])
def test_a_key_that_the_board_took_away_is_not(file: SessionFile, left: dict[str, str]) -> None:
    file.renew(jar_of(**left))
    assert kept(file)["k"] == "old"


def test_the_clients_cookies_are_newer_than_the_files(file: SessionFile) -> None:
    jar = jar_of(k="new")
    file.load(jar)
    assert {cookie.name: cookie.value for cookie in out_of(jar, BOARD)} == {"u": "2", "k": "new", "sid": "a"}


def test_a_forgotten_session_does_not_come_back(file: SessionFile) -> None:
    file.forget()
    file.renew(jar_of(u="2", k="new", sid="b"))
    assert not file.path.exists()
