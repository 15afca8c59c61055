"""7.5: a whole game with marked secrets; nothing that others may see holds one (P2)."""

from __future__ import annotations

import contextlib
import io
import logging
import re
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
import secrecy_stage as stage
from app_command import Ran, clock
from desk_stage import StandingClock
from secrecy_stage import Evening, at

from itogi.cli import main
from itogi.demo.board import DemoBoard

SECRET_FILES = re.compile(r"itogi\.db(-wal|-shm)?|session\.json|game\.toml")
"""Where secrets may be; the last one as far as the GM put them there himself."""


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """The game, played once for all tests of this module."""
    folder = tmp_path_factory.mktemp("secrecy") / "game"
    folder.mkdir()
    moment = StandingClock(at("0 19:00"))
    patch = pytest.MonkeyPatch()
    log = logging.getLogger()
    heard: list[str] = []

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            heard.append(self.format(record))

    listener = Listener(level=logging.DEBUG)
    before = log.level
    log.addHandler(listener)
    log.setLevel(logging.DEBUG)
    with DemoBoard(stage.forum()) as board:
        board.follow(moment.now)
        played = Evening(folder=folder, board=board, clock=moment, run=runner(folder, patch))
        try:
            stage.play(played)
        finally:
            log.removeHandler(listener)
            log.setLevel(before)
            patch.undo()
        played.public["logs"] = "\n".join(heard)
        yield played


def runner(folder: Path, patch: pytest.MonkeyPatch) -> stage.Run:
    """Runs commands in `folder`, as the shell would; the password is in the environment."""
    patch.chdir(folder)
    variables = {"COLUMNS": "80", "NO_COLOR": "1", "ITOGI_LANG": "ru", "TERM": "dumb"}
    for name, value in {**variables, "ITOGI_PASSWORD": stage.PASSWORD}.items():
        patch.setenv(name, value)

    def run(*arguments: str, moment: datetime, text: str = "") -> Ran:
        patch.setattr(sys, "argv", ["itogi", *arguments])
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8"))
        out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8")
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), clock(moment):
            with pytest.raises(SystemExit) as left:
                main()
            out.flush()
            err.flush()
        told, complained = (stream.buffer.getvalue().decode() for stream in (out, err))  # type: ignore[attr-defined]
        return Ran(int(left.value.code or 0), told, complained)

    return run


def holding(evening: Evening, secret: str) -> list[str]:
    """Labels of public things that hold `secret`."""
    return [label for label, text in evening.public.items() if secret.casefold() in text.casefold()]


def test_the_secrets_were_there(evening: Evening) -> None:
    """Else the search would prove nothing: the GM's own screens and files hold each of them."""
    private = "\n".join(evening.private.values()).casefold()
    for secret in (*stage.MARKS, "босс", "маньяк", "доктор", "Алмаз (тайно)"):
        assert secret.casefold() in private, secret
    assert evening.cookies
    assert len(evening.seed) > 20
    assert stage.PERSONS["Алмаз"] in (evening.folder / "game.toml").read_text(encoding="utf-8")
    drafts = [label for label in evening.public if label.startswith("draft")]
    assert len(drafts) >= 32
    assert len(evening.sent) >= 3


def test_no_word_of_a_role_is_public(evening: Evening) -> None:
    """Roles of the living stay closed; those of the fallen citizens are the only ones that may be named."""
    # The rules, the set that is dealt and a complaint about an unknown role name all roles, and nobody's.
    general = ("desk /rules", "desk /signup", "stderr of wrong role")
    for word in stage.ROLE_WORDS:
        found = [label for label in holding(evening, word) if not label.startswith(general)]
        assert not found, (word, found)
    assert [label for label in holding(evening, "мирный житель") if label.startswith("draft night 1")]


def test_no_words_of_an_order_no_note_no_person_no_password(evening: Evening) -> None:
    """The journal's notes are the GM's own: on the desk they stand on their screens, and nowhere else."""
    for secret in (*stage.MARKS, *stage.PERSONS.values(), stage.PASSWORD):
        found = holding(evening, secret)
        if secret in (stage.NOTE, stage.FILED):
            found = [label for label in found if not label.startswith(("desk /violations", "desk /journal"))]
        assert found == [], secret


def test_the_desk_hides_who_owes_a_night_action(evening: Evening) -> None:
    """Whoever missed one has a role; shown only with the other secrets."""
    screens = [label for label in evening.public if label.startswith("desk /violations")]
    assert screens
    for label in screens:
        assert "хода в 2 ночь" not in evening.public[label]
    assert "хода в 2 ночь" in "\n".join(evening.private[f"{label}, with secrets"] for label in screens)


def test_no_seed_and_no_session(evening: Evening) -> None:
    """D3: the seed stays secret until the end; cookies let anybody in as the GM."""
    for secret in (evening.seed, *evening.cookies):
        assert holding(evening, secret) == []


def test_the_silent_loss_of_the_vote_is_not_told(evening: Evening) -> None:
    """N5, P2: the boss's name and a lost vote never meet, and his vote stands in the counts like any other."""
    for label, text in evening.public.items():
        for line in text.splitlines():
            if "Алмаз" in line and not label.startswith("logs"):
                assert not re.search(r"лиш[её]н|без (права )?голоса|тайно|silent", line), (label, line)
    count = next(text for label, text in evening.public.items() if label.startswith("draft day 1 count text"))
    assert f"{stage.EXECUTED}: против — 3 (Алмаз, Берилл, Малахит)" in count


def test_no_count_tells_a_weight(evening: Evening) -> None:
    """The prosecutor's two and the doctor's three are one each in public."""
    for label, text in evening.public.items():
        for number, names in re.findall(r"(?:против|в защиту) — (\d+) \(([^)]*)\)", text):
            assert int(number) == len(names.split(", ")), label
        assert "×" not in text or label.startswith(("titles", "desk")), label


def test_the_board_learns_only_what_it_must(evening: Evening) -> None:
    """Addresses, query strings, the User-Agent and every form but the sign-in hold no secret."""
    secrets = (*stage.MARKS, *stage.PERSONS.values(), stage.PASSWORD, evening.seed, *evening.cookies)
    agents = set()
    for asked in evening.board.requests:
        headers = dict(asked.headers)
        agents.add(headers.get("user-agent", ""))
        address = f"{asked.path}?{asked.query} {headers.get('user-agent')} {headers.get('referer')}"
        form = "" if asked.path.startswith("/login") else "\n".join(asked.form.values())
        for secret in secrets:
            assert secret not in address
            assert secret not in form
        for word in stage.ROLE_WORDS:
            assert word not in f"{address}\n{form}".casefold(), (word, asked.path)
    assert all(agent.startswith("itogi/") and stage.CONTACT in agent for agent in agents), agents


def test_what_stands_on_the_board_is_what_was_drafted(evening: Evening) -> None:
    """The posts that the program wrote there are among what was searched; search them as the players read them."""
    own = [
        post.revisions[-1]
        for post in evening.board.forum.posts.values()
        if post.author == stage.GM and post.topic_id == 2 and post.posted_at > at("0 19:00")
    ]
    assert len(own) >= 4
    for revision in own:
        for secret in (*stage.MARKS, *stage.PERSONS.values(), *stage.ROLE_WORDS):
            assert secret.casefold() not in f"{revision.source}{revision.html}".casefold()


def test_files_hold_secrets_only_where_they_may(evening: Evening) -> None:
    """Only the database, the session's file, and game.toml where the GM put accounts; names of files tell nothing."""
    secrets = (*stage.MARKS, *stage.PERSONS.values(), stage.PASSWORD, evening.seed, *evening.cookies)
    for path in stage.files(evening.folder):
        name = path.relative_to(evening.folder.parent).as_posix()
        assert not [word for word in (*secrets, *stage.ROLE_WORDS, *stage.ROLES) if word.casefold() in name.casefold()]
        if SECRET_FILES.fullmatch(path.name):
            continue
        content = path.read_bytes()
        for secret in secrets:
            assert secret.encode() not in content, (name, secret)
    toml = (evening.folder / "game.toml").read_text(encoding="utf-8")
    for secret in (*stage.MARKS, stage.PASSWORD, evening.seed, *evening.cookies):
        assert secret not in toml
    database = (evening.folder / "itogi.db").read_bytes() + (
        (evening.folder / "itogi.db-wal").read_bytes() if (evening.folder / "itogi.db-wal").exists() else b""
    )
    assert stage.PASSWORD.encode() not in database
    for cookie in evening.cookies:
        assert cookie.encode() not in database


def test_a_fault_of_the_program_tells_its_place_and_no_more(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception's own words may hold a role or a password."""

    def broken(*_arguments: object, **_options: object) -> object:
        raise RuntimeError(f"{stage.PASSWORD} {stage.MARKS[0]} босс")

    monkeypatch.setattr("itogi.evening.Evening.of", broken)
    run = runner(evening.folder, monkeypatch)
    for command in ("status", "tally", "violations", "questions"):
        ran = run(command, moment=evening.clock.moment)
        assert ran.status == 1
        assert ran.out == ""
        assert ran.err.count("\n") == 1
        for secret in (stage.PASSWORD, stage.MARKS[0], "босс"):
            assert secret not in ran.err
