"""Two game masters: own names in the journal, changes noticed, nothing overwritten."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from app_bench import GM, Bench, red
from app_command import Ran, Run, runner
from hypothesis import given
from hypothesis import strategies as st

from engine.events import (
    Event,
    NightOpened,
    Noted,
    OrderGiven,
    OrderWithdrawn,
    QuestionAnswered,
    Said,
    Undone,
    standing,
)
from engine.records import Deed, Order
from itogi.config import Game
from itogi.life.copies import compared, merged
from itogi.publish_journal import Journal, State
from itogi.store import Store
from scraper.lock import FolderLock

NOW = datetime(2013, 10, 14, 12, tzinfo=UTC)


def journal(*said: Said, author: str = "gm", start: int = 1) -> tuple[Event, ...]:
    return tuple(
        Event(number=number, at=NOW + timedelta(minutes=number), author=author, said=one)
        for number, one in enumerate(said, start)
    )


def note(text: str) -> Noted:
    return Noted(text=text)


def test_where_two_journals_part() -> None:
    common = journal(note("1"), note("2"))
    here = (*common, *journal(note("a"), start=3))
    there = (*common, *journal(note("b"), note("c"), author="Сова", start=3))
    found = compared(here, there)
    assert (found.common, len(found.here), len(found.there)) == (2, 1, 2)
    assert compared(common, common).there == ()
    assert compared(common, there).here == ()


def test_what_refers_to_an_entry_is_led_to_its_new_number() -> None:
    """An undo and a withdrawn order of the other copy mean that copy's entries, not whatever stands here now."""
    order = Order(by="Вася", do=Deed.CHECK, targets=("Петя",))
    common = journal(note("1"))
    here = (*common, *journal(note("a"), note("b"), start=2))
    there = (
        *common,
        *journal(
            OrderGiven(night=1, order=order),
            OrderWithdrawn(night=1, ref="event:2"),
            note("x"),
            Undone(event=4),
            Undone(event=1),
            author="Сова",
            start=2,
        ),
    )
    found = compared(here, there)
    taken = merged(found, 4)
    assert [said for _at, _author, said in taken] == [
        OrderGiven(night=1, order=order),
        OrderWithdrawn(night=1, ref="event:4"),
        note("x"),
        Undone(event=6),
        Undone(event=1),
    ]
    joined = (*here, *(Event(number=4 + n, at=at, author=who, said=said) for n, (at, who, said) in enumerate(taken)))
    texts = [event.said.text for event in standing(joined) if isinstance(event.said, Noted)]
    assert texts == ["a", "b"]


@given(st.lists(st.sampled_from("abc"), max_size=4), st.lists(st.sampled_from("abc"), max_size=4))
def test_a_merge_keeps_every_entry_of_both(left: list[str], right: list[str]) -> None:
    common = journal(note("0"))
    here = (*common, *journal(*map(note, left), start=2))
    there = (*common, *journal(*map(note, right), author="Сова", start=2))
    found = compared(here, there)
    taken = merged(found, len(here) + 1)
    assert [said for _at, _author, said in taken] == [event.said for event in there[1:]]
    assert {author for _at, author, _said in taken} <= {"Сова"}


def test_what_was_taken_over_before_is_known_by_a_later_file() -> None:
    """The next file brings only what is new, and what refers to an entry finds it under its number here."""
    common = journal(note("0"))
    here = (*common, *journal(note("a"), start=2))
    there = (*common, *journal(note("x"), note("y"), author="Сова", start=2))
    first = merged(compared(here, there), 3)
    here = (*here, *(Event(number=3 + n, at=when, author=who, said=said) for n, (when, who, said) in enumerate(first)))
    later = (*there, *journal(Undone(event=3), note("z"), author="Сова", start=4))
    found = compared(here, later)
    assert [event.said for event in found.here] == [note("a")]
    assert [said for _at, _author, said in merged(found, 5)] == [Undone(event=4), note("z")]


def test_two_words_on_one_matter_are_told() -> None:
    answers = [QuestionAnswered(question="121-a", verdict=verdict) for verdict in ("vote", "none")]
    other = QuestionAnswered(question="125-b", verdict="vote")
    common = journal(note("0"))
    here = (*common, *journal(answers[0], other, start=2))
    there = (*common, *journal(answers[1], other, author="Сова", start=2))
    assert [(own.number, event.number) for own, event in compared(here, there).crossing()] == [(2, 2)]


# --- the commands ------------------------------------------------------------------------------------------------


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    (tmp_path / "mine").mkdir()
    Bench.on_disk(tmp_path / "mine").store.close()
    monkeypatch.setenv("LOGNAME", "first")
    return runner(tmp_path, monkeypatch, capsys)


def authors(folder: Path) -> list[str]:
    with Store.open(folder) as store:
        return [event.author for event in store.events()]


def test_a_shared_folder_tells_each_what_the_other_wrote(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("cohost", "me", GM, "-C", "mine").status == 0
    assert run("note", "первое", "-C", "mine").err == ""
    monkeypatch.setenv("LOGNAME", "second")
    assert run("cohost", "me", "Сова", "-C", "mine").status == 0
    run("note", "второе", "-C", "mine")
    monkeypatch.setenv("LOGNAME", "first")
    told = run("note", "-C", "mine").err
    assert "Сова: второе" in told
    assert "первое" not in told
    assert run("note", "-C", "mine").err == "", "told once"
    assert authors(tmp_path / "mine") == [GM, GM, "Сова", "Сова"]


def test_who_is_alone_is_told_nothing(run: Run) -> None:
    assert run("note", "раз", "-C", "mine").err == ""
    assert run("note", "-C", "mine").err == ""


def test_a_stranger_to_the_settings_is_warned(run: Run) -> None:
    assert "game.toml" in run("cohost", "me", "Кто-то", "-C", "mine").err


def hand(run: Run) -> None:
    assert run("cohost", "me", GM, "-C", "mine").status == 0
    ran = run("cohost", "hand", "Сова", "--to", "out.zip", "-C", "mine")
    assert ran.status == 0, ran.err


def test_handing_over_names_the_leader_and_adds_the_account(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand(run)
    text = (tmp_path / "mine" / "game.toml").read_text(encoding="utf-8")
    assert [account.name for account in Game.load(tmp_path / "mine").moderators] == [GM, "Сова"]
    assert text.count("#") > 10, "the remarks stay"
    assert "Сова" in run("status", "-C", "mine").err
    monkeypatch.setenv("LOGNAME", "second")
    assert run("cohost", "take", "out.zip", "--name", "Сова", "-C", "theirs").status == 0
    assert run("note", "от Совы", "-C", "theirs").err == ""
    listed = run("cohost", "list", "-C", "theirs").out
    assert "Игру ведёт Сова." in listed
    assert authors(tmp_path / "theirs")[-1] == "Сова"


def test_an_earlier_state_is_kept_aside_when_a_newer_one_comes(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand(run)
    monkeypatch.setenv("LOGNAME", "second")
    run("cohost", "take", "out.zip", "--name", "Сова", "-C", "theirs")
    run("note", "новое", "-C", "theirs")
    run("cohost", "hand", GM, "--to", "back.zip", "-C", "theirs")
    monkeypatch.setenv("LOGNAME", "first")
    ran = run("cohost", "take", "back.zip", "--name", GM, "-C", "mine")
    assert ran.status == 0, ran.err
    assert "новое" in run("note", "-C", "mine").out
    assert len(list((tmp_path / "mine").glob("*.old"))) == 2


def test_copies_that_have_grown_apart_are_not_overwritten_but_brought_together(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand(run)
    run("note", "моё", "-C", "mine")
    monkeypatch.setenv("LOGNAME", "second")
    run("cohost", "take", "out.zip", "--name", "Сова", "-C", "theirs")
    run("note", "её", "-C", "theirs")
    run("cohost", "hand", GM, "--to", "back.zip", "-C", "theirs")
    monkeypatch.setenv("LOGNAME", "first")
    before = (tmp_path / "mine" / "itogi.db").read_bytes()
    refused = run("cohost", "take", "back.zip", "--name", GM, "-C", "mine")
    assert refused.status == 2
    assert "itogi cohost merge" in refused.line
    assert (tmp_path / "mine" / "itogi.db").read_bytes() == before
    compared_ = run("cohost", "compare", "back.zip", "-C", "mine").out
    assert "моё" in compared_
    assert "её" in compared_
    assert run("cohost", "merge", "back.zip", "--yes", "-C", "mine").status == 0
    notes = run("note", "-C", "mine").out
    assert "моё" in notes
    assert "её" in notes
    again = run("cohost", "merge", "back.zip", "--yes", "-C", "mine")
    assert again.status == 0
    assert "нет ничего, чего не хватает здесь" in again.out
    assert run("note", "-C", "mine").out == notes, "a file that was taken over before brings nothing twice"


@dataclass
class Two:
    """A game of two game masters, each with a folder and polls of their own, and the court of day 1 before them."""

    mine: Bench
    theirs: Bench
    run: Run
    root: Path

    def forum(self, deed: Callable[[Bench], object]) -> None:
        """What happens on the forum: both may see it."""
        for bench in (self.mine, self.theirs):
            deed(bench)

    def send(self) -> None:
        """The co-host's whole game as a file."""
        (self.root / "theirs.zip").unlink(missing_ok=True)
        assert self.run("archive", "theirs.zip", "--with-secrets", "-C", "theirs").status == 0

    def merge(self) -> Ran:
        self.send()
        ran = self.run("cohost", "merge", "theirs.zip", "--yes", "-C", "mine", now="1 22:40")
        assert ran.status == 0, ran.err
        return ran


@pytest.fixture
def two(run: Run, tmp_path: Path) -> Iterator[Two]:
    run("archive", "game.zip", "--with-secrets", "-C", "mine")
    run("cohost", "take", "game.zip", "--name", "Сова", "-C", "theirs")
    benches = [Bench(Game.load(tmp_path / name), Store.open(tmp_path / name)) for name in ("mine", "theirs")]
    found = Two(*benches, run, tmp_path)
    found.forum(lambda bench: bench.post(GM, "Итоги 1 ночи:<br>Ночью никто не умер.", "0 22:20"))
    for bench in benches:
        bench.poll("0 22:30")
    yield found
    for bench in benches:
        bench.store.close()


def test_v15_a_merge_brings_the_text_that_stood_at_the_deadline(two: Two) -> None:
    """Only the co-host polled before the vote was edited; both copies count alike afterwards."""
    two.forum(lambda bench: bench.post("Вася", red("Петя"), "1 21:50"))
    two.theirs.poll("1 21:59")
    two.forum(lambda bench: bench.edit("102", red("Аня"), "1 22:05"))
    two.mine.poll("1 22:10")
    assert two.mine.fates("1 22:40")["Вася"] != two.theirs.fates("1 22:40")["Вася"] == "Петя"
    told = two.merge()
    assert "Видно только оттуда: 1 другой текст сообщения" in told.out
    assert two.mine.fates("1 22:40") == two.theirs.fates("1 22:40")
    assert not [question for question in two.mine.day("1 22:40").questions if question.open]


def test_v13_a_merge_brings_a_vote_that_was_deleted_before_this_copy_polled(two: Two) -> None:
    two.forum(lambda bench: bench.post("Вася", red("Петя"), "1 21:50"))
    two.theirs.poll("1 21:55")
    two.forum(lambda bench: bench.remove("102"))
    two.theirs.poll("1 21:58")
    two.mine.poll("1 22:10")
    assert "Вася" not in two.mine.fates("1 22:40")
    assert "1 сообщение; 1 удаление" in two.merge().out
    assert two.mine.fates("1 22:40") == two.theirs.fates("1 22:40")


def test_a_merge_makes_the_count_as_fresh_as_the_other_copy(two: Two) -> None:
    two.mine.poll("1 20:00")
    two.theirs.poll("1 22:05")
    assert two.mine.day("1 22:40").reliability.warnings
    two.merge()
    assert two.mine.day("1 22:40").reliability.warnings == ()
    assert "Они одинаковы." in two.merge().out


def test_a_merge_brings_texts_on_their_way(two: Two) -> None:
    """P3: what the co-host may have sent already is looked for before it is sent from here."""
    attempt = {"before_post": None, "before_page": 1, "before_count": 0}
    where = {"topic": "http://board.test/viewtopic.php?id=2", "phase": "day", "number": 1, "kind": "results"}
    Journal(two.theirs.store).start(text="Итоги 1 суда:", **where, **attempt)
    assert "1 текст, отправленный в тему" in two.merge().out
    found = Journal(two.mine.store).open_attempt(**where)
    assert found is not None
    assert found.text == "Итоги 1 суда:"
    Journal(two.theirs.store).settle(found, State.REFUSED)
    two.merge()
    assert Journal(two.mine.store).open_attempt(**where) is None


def test_a_merge_names_what_it_cannot_bring_together(two: Two) -> None:
    """game.toml is each game master's own; two answers to one question are told, with how to keep one's own."""
    file = two.root / "theirs" / "game.toml"
    file.write_text(file.read_text(encoding="utf-8").replace('day = "22:00"', 'day = "21:00"'), encoding="utf-8")
    two.mine.say(QuestionAnswered(question="121-a", verdict="vote"), "1 21:00")
    two.theirs.say(QuestionAnswered(question="121-a", verdict="none"), "1 21:01")
    told = two.merge().err
    assert "game.toml расходится в таблицах: timetable" in told
    number = two.mine.store.events()[-1].number
    assert f"itogi undo {number}" in told


def test_a_merge_beside_a_watch_waits_for_it(two: Two) -> None:
    two.theirs.say(note("её"), "1 21:00")
    two.send()
    with FolderLock(two.root / "mine", command="itogi watch"):
        ran = two.run("cohost", "merge", "theirs.zip", "--yes", "-C", "mine")
        assert ran.status == 1
        assert "itogi watch" in ran.err
        assert two.run("cohost", "compare", "theirs.zip", "-C", "mine").status == 0


def test_taking_a_newer_game_keeps_what_was_seen_from_here(two: Two) -> None:
    """V15: the folder gives way to the file, but a text that only it saw goes along."""
    two.forum(lambda bench: bench.post("Вася", red("Петя"), "1 21:50"))
    two.mine.poll("1 21:59")
    two.forum(lambda bench: bench.edit("102", red("Аня"), "1 22:05"))
    two.theirs.poll("1 22:10")
    two.theirs.say(note("новое"), "1 22:11")
    two.send()
    two.mine.store.close()
    ran = two.run("cohost", "take", "theirs.zip", "--name", GM, "-C", "mine", now="1 22:40")
    assert ran.status == 0, ran.err
    two.mine.store = Store.open(two.root / "mine")
    assert two.mine.fates("1 22:40")["Вася"] == "Петя"


def test_another_game_s_file_and_rubbish_are_refused(run: Run, tmp_path: Path) -> None:
    hand(run)
    Bench.on_disk(tmp_path / "other").store.close()
    run("archive", "other.zip", "--with-secrets", "-C", "other")
    assert run("cohost", "take", "other.zip", "--name", "Сова", "-C", "mine").status == 2
    (tmp_path / "rubbish.zip").write_bytes(b"PK\x03\x04 nothing")
    for file in ("rubbish.zip", "nowhere.zip"):
        ran = run("cohost", "take", file, "--name", "Сова", "-C", "new")
        assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert "не zip" in run("cohost", "take", "rubbish.zip", "--name", "Сова", "-C", "new").line
    assert not (tmp_path / "new" / "game.toml").exists()


def test_a_file_that_reaches_out_of_its_folder_is_kept_in(run: Run, tmp_path: Path) -> None:
    hand(run)
    evil = tmp_path / "evil.zip"
    with zipfile.ZipFile(tmp_path / "out.zip") as good, zipfile.ZipFile(evil, "w") as bad:
        for name in good.namelist():
            bad.writestr(name, good.read(name))
        bad.writestr("../escaped.txt", "x")
        bad.writestr("templates/../../escaped2.txt", "x")
        bad.writestr("session.json", "{}")
    assert run("cohost", "take", "evil.zip", "--name", "Сова", "-C", "deep/new").status == 0
    assert not list(tmp_path.rglob("escaped*"))
    assert not (tmp_path / "deep" / "new" / "session.json").exists()


def test_every_kind_of_entry_survives_the_journal(tmp_path: Path) -> None:
    """What this area adds to the record is stored, read and told like everything else."""
    from engine.events import (
        CouncilAnswered,
        HandedOver,
        LetterConfirmed,
        NameTaken,
        PostHandled,
        RolesSealed,
        SignupNamed,
        SignupOpened,
        SignupPlaced,
        TakenOver,
    )
    from engine.records import Role
    from itogi.i18n import use_language
    from itogi.journal import told

    use_language("ru")
    all_kinds: list[Said] = [
        SignupOpened(topic="http://b.test/1", title="Игра", moderators=(GM,), seats=12),
        *(SignupPlaced(account="Аня", place=place, reason="так") for place in ("player", "reserve", "refused", "left")),
        SignupNamed(account="Аня", name="Вера"),
        RolesSealed(seed_hash="ab", players=("Вера",), roles=(Role.BOSS,), round=2),
        LetterConfirmed(player="Вера", source="ЛС"),
        *(CouncilAnswered(night=1, answer=answer) for answer in ("yes", "no", "refused")),
        *(PostHandled(post="12", verdict=verdict) for verdict in ("answered", "ignored", "open")),
        NameTaken(user="a@b", name="Сова"),
        HandedOver(to="Сова"),
        TakenOver(by="Сова"),
        NightOpened(night=1, at=NOW),
    ]
    with Store.in_memory() as store:
        for said in all_kinds:
            store.say(said)
        read = [event.said for event in store.events()]
    assert read == all_kinds
    lines = [told(said, UTC) for said in read]
    assert len(set(lines)) == len(lines)
    assert all(msgspec.json.encode(said) for said in read)
