"""`itogi login`, `doctor` and `publish` against a loopback board, and that no secret gets anywhere (P2)."""

from __future__ import annotations

import io
import logging
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import keyring
import pytest
from click.testing import CliRunner, Result
from keyring.backend import KeyringBackend
from keyring.errors import PasswordDeleteError
from manners_board import Board, FakeClock, Fault, served
from manners_engines import make

from engine.errors import InputError, ItogiError
from engine.events import Decided, Published
from engine.records import Decision, Ruling
from itogi.cli import cli
from itogi.store import Store
from scraper.clock import SystemClock

PASSWORD = "planted-Пароль-91"
ENGINES = ("phpbb", "phpbb30", "mybb", "fluxbb", "punbb", "smf", "mybbru")


class MemoryKeyring(KeyringBackend):
    """A keyring that forgets with the test."""

    priority = 1.0

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if (service, username) not in self.kept:
            raise PasswordDeleteError(username)
        del self.kept[service, username]


@pytest.fixture(autouse=True)
def vault(monkeypatch: pytest.MonkeyPatch) -> Iterator[MemoryKeyring]:
    for name in ("ITOGI_PASSWORD", "ITOGI_ACCOUNT", "ITOGI_FOLDER"):
        monkeypatch.delenv(name, raising=False)
    # The commands go by the computer's clock: nobody waits here, the boards' clocks run ahead by themselves.
    monkeypatch.setattr(SystemClock, "sleep", lambda _clock, _seconds: None)
    before, mine = keyring.get_keyring(), MemoryKeyring()
    keyring.set_keyring(mine)
    yield mine
    keyring.set_keyring(before)


def game_of(board: Board, folder: Path, *, engine: str | None = None, account: str = "Ведущий") -> Path:
    folder.mkdir(exist_ok=True)
    named = f'engine = "{engine}"\n' if engine else ""
    (folder / "game.toml").write_text(
        f'title = "Проба"\nmoderators = ["Ведущий"]\n[board]\n{named}account = "{account}"\n'
        f"[timetable]\nfirst_date = 2026-11-29\n[polling]\npause_seconds = 0\n"
        f'[[topics]]\nkind = "game"\nurl = "{board.topic_url()}"\n'
        '[[players]]\nname = "Гнев"\n[[players]]\nname = "Зависть"\n[[players]]\nname = "Гордость"\n',
        encoding="utf-8",
    )
    return folder


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(cli, ["--lang", "en", *arguments], input=typed)


def board_for(kind: str) -> Board:
    # These commands go by the computer's own clock; forms ripen and floods pass on it, so neither is on here.
    board = make(kind, FakeClock())
    board.flood_seconds = 0
    board.passwords = {"Ведущий": PASSWORD}
    return board


@pytest.mark.parametrize("kind", ENGINES)
def test_login_asks_and_keeps_the_session(kind: str, tmp_path: Path, vault: MemoryKeyring) -> None:
    with served(_ticking(board_for(kind))) as board:
        folder = game_of(board, tmp_path)
        result = run("login", "-C", str(folder), "--keyring", typed=f"{PASSWORD}\n")
        assert result.exit_code == 0, result.output + str(result.exception)
        assert "Signed in as Ведущий" in result.stdout
        assert PASSWORD not in result.output
        assert list(vault.kept.values()) == [PASSWORD]
        again = run("login", "-C", str(folder))
        assert again.exit_code == 0
        assert board.logins == 1
        gone = run("login", "-C", str(folder), "--forget")
        assert "Forgotten" in gone.stdout
        assert not (folder / "session.json").exists()
        assert vault.kept == {}


def test_login_without_anybody_to_ask_says_how(tmp_path: Path) -> None:
    """Not «run `itogi login`», which is what was run."""
    with served(board_for("fluxbb")) as board:
        result = run("login", "-C", str(game_of(board, tmp_path)))
        assert isinstance(result.exception, InputError)
        assert "ITOGI_PASSWORD" in str(result.exception)
        assert "itogi login" not in str(result.exception)
        assert board.logins == 0


def test_login_takes_cookies_from_a_file_and_from_standard_input(tmp_path: Path) -> None:
    with served(board_for("fluxbb")) as board:
        folder = game_of(board, tmp_path)
        pair = f"{board.cookie_name()}={board.open_session('Ведущий')}"
        (tmp_path / "cookies.txt").write_text(f"Cookie: {pair}", encoding="utf-8")
        for arguments, typed in (((str(tmp_path / "cookies.txt"),), ""), (("-",), pair)):
            result = run("login", "-C", str(folder), "--cookies", *arguments, typed=typed)
            assert (result.exit_code, result.exception) == (0, None)
        assert (folder / "session.json").exists()


@pytest.mark.parametrize(("engine", "found"), [(None, "FluxBB, by"), ("fluxbb", "FluxBB, by")])
def test_doctor_finds_everything_in_place(
    engine: str | None, found: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ITOGI_PASSWORD", PASSWORD)
    with served(board_for("fluxbb")) as board:
        result = run("doctor", "-C", str(game_of(board, tmp_path, engine=engine)))
        assert result.exit_code == 0, result.output
        lines = result.stdout.splitlines()
        assert not [line for line in lines if line.startswith("✗")]
        assert found in result.stdout
        assert any("Ведущий" in line for line in lines)
        assert any("reply form" in line for line in lines)
        assert PASSWORD not in result.output


@pytest.mark.parametrize(
    ("spoil", "named"),
    [
        (lambda board, folder: setattr(board, "closed", True), "right to post"),
        (lambda board, folder: board.passwords.clear() or board.passwords.update({"Ведущий": "другой"}), "signing in"),
        (lambda board, folder: board.page_faults.extend(["maintenance"] * 9), "engine"),
        (lambda board, folder: board.page_faults.extend(["500"] * 9), "board"),
        (lambda board, folder: game_of(board, folder, engine="smf"), "topic"),
    ],
    ids=["closed", "password", "maintenance", "down", "engine"],
)
def test_doctor_names_what_fails(spoil: object, named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ITOGI_PASSWORD", PASSWORD)
    with served(board_for("fluxbb")) as board:
        folder = game_of(board, tmp_path)
        assert callable(spoil)
        spoil(board, folder)
        result = run("doctor", "-C", str(folder))
        assert result.exit_code == 1
        failed = [line for line in result.stdout.splitlines() if line.startswith("✗")]
        assert failed
        assert named in failed[0] or named == "topic"


def test_doctor_without_a_password_advises_and_does_not_fail(tmp_path: Path) -> None:
    with served(board_for("smf")) as board:
        result = run("doctor", "-C", str(game_of(board, tmp_path)))
        assert result.exit_code == 0, result.output
        assert "itogi login" in result.stdout


@pytest.mark.parametrize("kind", ENGINES)
def test_publish_posts_once_and_records_it(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ITOGI_PASSWORD", PASSWORD)
    with served(_ticking(board_for(kind))) as board:
        folder = game_of(board, tmp_path)
        result = run("publish", "night", "1", "-C", str(folder), "--yes")
        assert result.exit_code == 0, result.output + str(result.exception)
        own = [post for post in board.posts if post.author == "Ведущий"]
        assert len(own) == 1
        assert "ночи" in own[0].text or "night" in own[0].text
        with Store.open(folder) as store:
            said = [event.said for event in store.standing() if isinstance(event.said, Published)]
        assert [(one.phase, one.number, one.kind, one.post_id) for one in said] == [
            ("night", 1, "results", str(own[0].id))
        ]
        second = run("publish", "night", "1", "-C", str(folder), "--yes")
        assert "Published already" in second.stdout
        assert sum(post.author == "Ведущий" for post in board.posts) == 1


def test_the_roster_is_edited_in_its_post(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ITOGI_PASSWORD", PASSWORD)
    with served(_ticking(board_for("mybb"))) as board:
        folder = game_of(board, tmp_path)
        early = run("publish", "night", "1", "-C", str(folder), "--kind", "roster", "--yes", "--edit")
        assert isinstance(early.exception, ItogiError)
        assert run("publish", "night", "1", "-C", str(folder), "--kind", "roster", "--yes").exit_code == 0
        with (folder / "game.toml").open("a", encoding="utf-8") as file:
            file.write('[[players]]\nname = "Кротость"\n')
        changed = run("publish", "night", "1", "-C", str(folder), "--kind", "roster", "--yes", "--edit")
        assert changed.exit_code == 0, changed.output + str(changed.exception)
        [own] = [post for post in board.posts if post.author == "Ведущий"]
        assert "Кротость" in own.text
        assert str(own.id) in changed.stdout


def decided(folder: Path, ruling: Ruling, player: str, **more: str) -> None:
    with Store.open(folder) as store:
        store.say(Decided(phase="night", number=1, decision=Decision(ruling=ruling, player=player, **more)))


def published(folder: Path) -> list[Published]:
    with Store.open(folder) as store:
        return [event.said for event in store.standing() if isinstance(event.said, Published)]


@pytest.mark.parametrize("kind", ENGINES)
def test_notices_are_published_like_results(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A modkill, a replacement and two warnings: each shown, posted once, recorded by whom it concerns; never twice."""
    monkeypatch.setenv("ITOGI_PASSWORD", PASSWORD)
    with served(_ticking(board_for(kind))) as board:
        folder = game_of(board, tmp_path)
        decided(folder, Ruling.MODKILL, "Гнев")
        decided(folder, Ruling.REPLACE, "Зависть", account="Ветерок")
        notices = (
            ("modkill", "гнев"),
            ("replacement", "Зависть"),
            ("warning", "Гордость"),
            ("warning", "Зависть"),
        )
        for name, player in notices:
            dry = run("publish", "--kind", name, "--player", player, "-C", str(folder), "--dry-run")
            assert (dry.exit_code, board.topic_url() in dry.stdout) == (0, True), dry.output + str(dry.exception)
        assert not [post for post in board.posts if post.author == "Ведущий"]
        for _time in range(2):
            for name, player in notices:
                sent = run("publish", "--kind", name, "--player", player, "-C", str(folder), "--yes")
                assert sent.exit_code == 0, sent.output + str(sent.exception)
        own = [post for post in board.posts if post.author == "Ведущий"]
        names = ("modkill:Гнев", "replacement:Зависть", "warning:Гордость", "warning:Зависть")
        said = published(folder)
        assert [(one.kind, one.post_id) for one in said] == [
            (name, str(post.id)) for name, post in zip(names, own, strict=True)
        ]
        assert {(one.phase, one.number) for one in said[:2]} == {("night", 1)}, "where it happened"
        assert len(own) == 4
        assert "Ветерок" not in "".join(post.text for post in own), "accounts of masks are secret"
        journal = run("journal", "-C", str(folder)).stdout
        assert "notice of a modkill (Гнев)" in journal


@pytest.mark.parametrize("accept", [True, False])
def test_a_notice_whose_answer_is_lost_stands_there_once(
    accept: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P3 for notices: whatever happens to the answer, one post."""
    monkeypatch.setenv("ITOGI_PASSWORD", PASSWORD)
    with served(_ticking(board_for("fluxbb"))) as board:
        folder = game_of(board, tmp_path)
        decided(folder, Ruling.MODKILL, "Гнев")
        board.faults.append(Fault("reset", accept=accept))
        for _time in range(2):
            sent = run("publish", "--kind", "modkill", "--player", "Гнев", "-C", str(folder), "--yes")
            assert sent.exit_code == 0, sent.output + str(sent.exception)
        assert sum(post.author == "Ведущий" for post in board.posts) == 1
        assert len(published(folder)) == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--kind", "modkill", "--player", "Гнев"), "was not removed"),
        (("--kind", "replacement", "--player", "Гнев"), "was not replaced"),
        (("--kind", "warning"), "--player"),
        (("--kind", "warning", "--player", "Бегемот"), "Бегемот"),
        (("night", "1", "--kind", "warning", "--player", "Гнев"), "leave `night` out"),
        (("night", "1", "--player", "Гнев"), "go with a notice"),
        (("--yes",), "itogi publish day 2"),
        (("night",), "itogi publish day 2"),
    ],
)
def test_what_is_no_notice_is_one_line(words: tuple[str, ...], told: str, tmp_path: Path) -> None:
    with served(board_for("phpbb")) as board:
        result = run("publish", *words, "-C", str(game_of(board, tmp_path)))
        assert isinstance(result.exception, InputError)
        assert told in str(result.exception)
        assert board.requests == []
    private = run("publish", "--kind", "private", "--player", "Гнев", "-C", str(tmp_path))
    assert private.exit_code == 2, "what is for the player alone cannot be published"


def test_a_copy_given_out_before_is_told(tmp_path: Path) -> None:
    """Whether it was pasted only the GM knows: the preview says when it was given out."""
    with served(board_for("phpbb")) as board:
        folder = game_of(board, tmp_path)
        assert "given out" not in run("publish", "night", "1", "-C", str(folder), "--copy").stderr
        assert "given out for pasting by hand" in run("publish", "night", "1", "-C", str(folder), "--dry-run").stderr


def test_a_dry_run_and_a_copy_send_nothing(tmp_path: Path) -> None:
    with served(board_for("phpbb")) as board:
        folder = game_of(board, tmp_path)
        dry = run("publish", "night", "1", "-C", str(folder), "--dry-run")
        assert dry.exit_code == 0
        assert board.topic_url() in dry.stdout
        with Store.open(folder) as store:
            assert store.events() == ()
        copied = run("publish", "night", "1", "-C", str(folder), "--copy")
        assert board.requests == []
        with Store.open(folder) as store:
            [event] = store.events()
        assert isinstance(event.said, Published)
        assert (event.said.post_id, f"{event.said.text}\n") == (None, copied.stdout)


def test_without_somebody_to_ask_nothing_is_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ITOGI_PASSWORD", PASSWORD)
    with served(board_for("phpbb")) as board:
        result = run("publish", "night", "1", "-C", str(game_of(board, tmp_path)))
        assert isinstance(result.exception, ItogiError)
        assert "--yes" in str(result.exception)
        assert board.requests == []


def test_secrets_get_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """A planted password and planted cookies: in no output, log, error, database or file but the session's own."""
    caplog.set_level(logging.DEBUG)
    monkeypatch.setenv("ITOGI_PASSWORD", PASSWORD)
    errors = io.StringIO()
    monkeypatch.setattr(sys, "stderr", errors)
    heard: list[str] = []
    for kind in ENGINES:
        folder = game_of(_nowhere(kind), tmp_path / kind)
        with served(_ticking(board_for(kind))) as board:
            game_of(board, folder)
            (folder / "none.txt").write_text("no cookies here", encoding="utf-8")
            commands = (
                ("login",),
                ("doctor",),
                ("publish", "night", "1", "--yes"),
                ("journal",),
                ("login", "--cookies", str(folder / "none.txt")),
            )
            for arguments in commands:
                result = run(*arguments, "-C", str(folder))
                heard += [result.output, str(result.exception), repr(result.exception)]
            board.sessions.clear()
            board.passwords = {"Ведущий": "changed"}
            board.faults.append(Fault("500", accept=False))
            result = run("publish", "night", "1", "--yes", "--again", "-C", str(folder))
            assert isinstance(result.exception, ItogiError)
            heard += [result.output, str(result.exception), repr(result.exception)]
            planted = [PASSWORD, *board.issued_sessions]
        written = "".join(heard) + caplog.text + errors.getvalue()
        for secret in planted:
            assert secret not in written, kind
            for file in folder.rglob("*"):
                if file.is_file() and file.name != "session.json":
                    assert secret.encode() not in file.read_bytes(), file
        assert PASSWORD not in (folder / "session.json").read_text(encoding="utf-8")


def _nowhere(kind: str) -> Board:
    return make(kind, FakeClock())


class _Ticking(FakeClock):
    """Runs ahead by two seconds whenever it is looked at: forms ripen without anybody waiting."""

    def now(self):  # type: ignore[no-untyped-def]
        self.moment += timedelta(seconds=2)
        return self.moment


def _ticking(board: Board) -> Board:
    board.clock = _Ticking()
    return board
