"""The folder as one file, whole or without anything secret; and the next game from the last one."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from app_bench import GM, Bench, at, game_file, red
from app_command import Run, runner

from engine.events import (
    AliasAdded,
    BallotEntered,
    CouncilAnswered,
    DayMoved,
    Decided,
    DiceDrawn,
    DieEntered,
    Noted,
    OrderGiven,
    Published,
    QuestionAnswered,
    RolesDealt,
    Undone,
    ViolationJudged,
)
from engine.records import Cast, Colour, Decision, Deed, Order, Role, Ruling
from itogi.config import Game, Occasion, PlayerEntry, Polling, Reminder, TopicKind, parse
from itogi.evening import Evening
from itogi.life import gamefile
from itogi.life.packing import pack, unpacked
from itogi.new import create, written
from itogi.store import Store

SECRETS = (
    "ТАЙНАЯ-РОЛЬ",
    "ТАЙНЫЙ-ХОД",
    "ТАЙНАЯ-ЗАМЕТКА",
    "ТАЙНЫЙ-ЧЕЛОВЕК",
    "ТАЙНЫЙ-НОВИЧОК",
    "ТАЙНОЕ-ОБЪ",
    "ТАЙНЫЙ-СОВЕТ",
    "ТАЙНЫЙ-АДРЕС",
    "ТАЙНАЯ-ПОЧТА",
    "ТАЙНЫЙ-РЕЗЕРВ",
    "ТАЙНОЕ-РЕШЕНИЕ",
    "ТАЙНЫЙ-ИСТОЧНИК",
    "ТАЙНОЕ-ПИСЬМО",
    "ТАЙНАЯ-СЕССИЯ",
    "ТАЙНЫЙ-ВЕДУЩИЙ",
    "ТАЙНАЯ-СТРАНИЦА",
)


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A game with a marked secret in every place that can hold one."""
    made = Bench.on_disk(
        tmp_path / "game",
        players=(
            PlayerEntry(name="Вера", accounts=("ТАЙНЫЙ-ЧЕЛОВЕК", "Вера"), role=Role.BOSS),
            PlayerEntry(name="Гнев"),
            PlayerEntry(name="Азарт"),
        ),
        reserves=("ТАЙНЫЙ-РЕЗЕРВ",),
        reminders=(Reminder(on=Occasion.QUESTION, to=("mailto://ТАЙНЫЙ-АДРЕС",)),),
        polling=Polling(contact="ТАЙНАЯ-ПОЧТА"),
    )
    templates = made.game.folder / "templates"
    templates.mkdir()
    (templates / "court.j2").write_text("Суд.\n", encoding="utf-8")
    (made.game.folder / "session.json").write_text("ТАЙНАЯ-СЕССИЯ", encoding="utf-8")
    (made.game.folder / "letters").mkdir()
    (made.game.folder / "letters" / "01.txt").write_text("ТАЙНОЕ-ПИСЬМО", encoding="utf-8")
    order = Order(by="Вера", do=Deed.ASK, text="ТАЙНЫЙ-ХОД")
    for said in (
        RolesDealt(roles=(("Вера", Role.BOSS),)),
        OrderGiven(night=1, order=order),
        CouncilAnswered(night=1, answer="yes", note="ТАЙНЫЙ-СОВЕТ"),
        DieEntered(night=1, name="exposure:Вера", happens=True),
        DiceDrawn(night=1, draws=(("exposure:Вера", True, 0.75),)),
        Noted(text="ТАЙНАЯ-ЗАМЕТКА"),
        Decided(
            phase="day", number=1, decision=Decision(ruling=Ruling.OBJECT, player="Гнев", note="ТАЙНОЕ-ВОЗРАЖЕНИЕ")
        ),
        Decided(
            phase="day",
            number=1,
            decision=Decision(
                ruling=Ruling.REPLACE, player="Гнев", account="ТАЙНЫЙ-НОВИЧОК", note="ТАЙНАЯ-РОЛЬ", at=at("1 12:00")
            ),
        ),
        ViolationJudged(violation="x", verdict="warn", note="ТАЙНОЕ-РЕШЕНИЕ"),
        Published(phase="night", number=1, text="ТАЙНОЕ-ПИСЬМО", kind="letter"),
        Published(phase="night", number=1, text="Итоги 1 ночи", kind="count"),
        AliasAdded(player="Гнев", alias="Гневушка"),
        BallotEntered(day=1, cast=Cast(by="Азарт", target="Гнев", colour=Colour.RED), source="ТАЙНЫЙ-ИСТОЧНИК"),
        QuestionAnswered(question="101.aa.1", verdict="nothing", note="ТАЙНАЯ-ЗАМЕТКА"),
        DayMoved(day=1, deadline=at("1 23:00")),
        Undone(event=15),
    ):
        made.store.say(said, author="ТАЙНЫЙ-ВЕДУЩИЙ", at=at("0 12:00"))
    made.post(GM, "Итоги 1 ночи:<br>Ночью никто не умер.", "0 22:20")
    made.post("Вера", red("Гнев"), "1 10:00")
    made.poll("1 11:00")
    made.store.database.execute("INSERT INTO raw_pages VALUES ('ab', ?, 1)", ("ТАЙНАЯ-СТРАНИЦА".encode(),))
    [poll, topic] = made.store.database.execute("SELECT poll, topic FROM fetches LIMIT 1").fetchone()
    made.store.database.execute(
        "INSERT INTO fetches (poll, topic, page, at, url, raw) VALUES (?, ?, 9, '2013', 'http://board.test/', 'ab')",
        (poll, topic),
    )
    made.store.database.conn.commit()
    return made


def content(file: Path) -> bytes:
    with zipfile.ZipFile(file) as archive:
        return b"\n".join(archive.read(name) for name in archive.namelist())


def test_nothing_secret_is_in_an_open_file(bench: Bench, tmp_path: Path) -> None:
    """Issue 7, points 5 and 8: what is left out is erased from the database, not only hidden."""
    seed = bench.store.seed()
    pack(bench.game, bench.store, tmp_path / "open.zip", secrets=False)
    packed = content(tmp_path / "open.zip")
    for secret in (*SECRETS, seed):
        assert secret.encode() not in packed, secret
    assert b"exposure" not in packed
    assert Role.BOSS.value.encode() not in (packed.replace(b"boss.", b""))
    with unpacked(tmp_path / "open.zip") as folder, Store.open(folder) as store:
        kinds = [type(event.said).__name__ for event in store.events()]
        assert kinds == ["Decided", "Published", "AliasAdded", "BallotEntered", "QuestionAnswered"]
        game = Game.load(folder)
        view = Evening.of(game, store, now=at("1 12:00")).day(1)
        assert dict(view.standings) == {"Гнев": 2}, "the votes can be counted without any secret"
        assert store.seed() != seed
        with pytest.raises(Exception, match="append only"):
            store.database.execute("DELETE FROM events")


def test_a_whole_file_is_the_game_again(bench: Bench, tmp_path: Path) -> None:
    names = pack(bench.game, bench.store, tmp_path / "all.zip", secrets=True)
    assert names == ("game.toml", "itogi.db", "templates/court.j2")
    assert (tmp_path / "all.zip").stat().st_mode & 0o077 == 0
    packed = content(tmp_path / "all.zip")
    for secret in ("ТАЙНАЯ-СЕССИЯ",):
        assert secret.encode() not in packed, "sessions are in no file"
    with unpacked(tmp_path / "all.zip") as folder, Store.open(folder) as store:
        assert store.events() == bench.store.events()
        assert store.seed() == bench.store.seed()
        assert Game.load(folder).file == bench.game.file
        before = Evening.of(bench.game, bench.store, now=at("1 12:00"))
        after = Evening.of(Game.load(folder), store, now=at("1 12:00"))
        assert before.playthrough.results == after.playthrough.results


@pytest.fixture
def run(bench: Bench, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    bench.store.close()
    return runner(bench.game.folder, monkeypatch, capsys)


def test_a_file_that_is_there_is_never_overwritten(run: Run, bench: Bench) -> None:
    target = bench.game.folder / "x.zip"
    target.write_text("важное", encoding="utf-8")
    ran = run("archive", "x.zip")
    assert (ran.status, target.read_text(encoding="utf-8")) == (2, "важное")
    named = run("archive")
    assert named.status == 0, named.err
    assert "-open.zip" in named.out


@pytest.mark.parametrize("command", ["record", "stats"])
def test_the_end_s_texts_need_an_end(run: Run, command: str) -> None:
    """They tell every secret: while nobody has won they ask for a word."""
    ran = run(command, now="1 12:00")
    assert (ran.status, "--yes" in ran.line) == (2, True)
    assert run(command, "--yes", now="1 12:00").status == 0


def test_a_record_in_a_file_is_not_written_over(run: Run, bench: Bench) -> None:
    assert run("record", "--yes", "--to", "r.txt", now="1 12:00").status == 0
    assert "ТАЙНЫЙ-ЧЕЛОВЕК" in (bench.game.folder / "r.txt").read_text(encoding="utf-8")
    assert run("record", "--yes", "--to", "r.txt", now="1 12:00").status == 2


# --- the next game -------------------------------------------------------------------------------------------------


def test_the_next_game_takes_over_what_stays_and_no_secret(run: Run, bench: Bench, tmp_path: Path) -> None:
    ran = run("next", str(tmp_path / "second"), "--first-date", "2013-11-04", "--title", "Вторая")
    assert ran.status == 0, ran.err
    waiting = run("status", "-C", str(tmp_path / "second"))
    assert (waiting.status, "itogi topics set" in waiting.line) == (2, True)
    for kind, number in (("game", 7), ("vote", 8)):
        assert (
            run(
                "topics", "set", kind, f"http://board.test/viewtopic.php?id={number}", "-C", str(tmp_path / "second")
            ).status
            == 0
        )
    game, old = Game.load(tmp_path / "second"), bench.game
    assert game.title == "Вторая"
    assert game.file.moderators == old.file.moderators
    assert game.board == old.board
    assert game.file.timetable.first_date.isoformat() == "2013-11-04"
    vera, gnev, _azart = game.file.players
    assert (vera.role, vera.accounts) == (None, ("ТАЙНЫЙ-ЧЕЛОВЕК", "Вера"))
    assert gnev.aliases == ("Гневушка",), "an alias learnt in the game stays"
    assert (tmp_path / "second" / "templates" / "court.j2").exists()
    with Store.open(tmp_path / "second") as store, Store.open(old.folder) as before:
        assert store.events() == ()
        assert store.seed() != before.seed()
    assert not (tmp_path / "second" / "session.json").exists()


def test_players_who_come_again_are_known(run: Run, tmp_path: Path) -> None:
    url = "http://board.test/viewtopic.php?id=7"
    ran = run(
        *("next", str(tmp_path / "second"), "--first-date", "2013-11-04", "--game", url, "--players", "-"),
        text="Гнев\nНовая=Новичок\n",
    )
    assert ran.status == 0, ran.err
    gnev, new = Game.load(tmp_path / "second").file.players
    assert gnev.aliases == ("Гневушка",)
    assert (new.name, new.accounts, new.aliases) == ("Новая", ("Новичок",), ())
    again = run("next", str(tmp_path / "second"), "--first-date", "2013-11-04")
    assert again.status == 2


# --- game.toml -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "holds"),
    [
        (lambda text: gamefile.with_topic(text, TopicKind.VOTE, "http://b.test/viewtopic.php?id=9"), "id=9"),
        (
            lambda text: gamefile.with_topic(text, TopicKind.SIGNUP, "http://b.test/viewtopic.php?id=9", "Набор"),
            "Набор",
        ),
        (lambda text: gamefile.with_reserve(text, "Ветерок"), "Ветерок"),
        (lambda text: gamefile.with_moderator(text, "Сова"), "Сова"),
    ],
)
@pytest.mark.parametrize("bare", [False, True])
def test_a_small_change_keeps_everything_else(change: object, holds: str, bare: bool) -> None:
    file = game_file()
    text = written(file) + "\n# моя пометка\n"
    if bare:
        text = "\n".join(line for line in text.splitlines() if not line.startswith(("reserves", "moderators")))
    assert callable(change)
    after = change(text)
    before_, after_ = parse(text), parse(after)
    assert holds in after
    assert "# моя пометка" in after
    assert after.count("#") == text.count("#")
    for name in ("title", "players", "timetable", "board", "settings"):
        assert getattr(before_, name) == getattr(after_, name)
    assert change(after) == after, "twice is once"


def test_a_file_that_changed_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    create(tmp_path, game_file())
    seen = gamefile.text_of(tmp_path)
    (tmp_path / "game.toml").write_text(seen + "\n# другой ведущий\n", encoding="utf-8")
    with pytest.raises(Exception, match=r"game\.toml"):
        gamefile.write(tmp_path, gamefile.with_reserve(seen, "X"), seen=seen)
    assert "другой ведущий" in gamefile.text_of(tmp_path)
