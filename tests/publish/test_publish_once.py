"""A result is never posted twice and never believed posted when it is not (issue 7, point 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from manners_board import Board, FakeClock, Fault, served
from manners_engines import ADAPTERS, ENGINES, make
from manners_harness import TEXT, client_for, join

from engine.events import Published
from itogi.publish import Publication, Publisher, Task
from itogi.publish_edit import revise, standing_post
from itogi.publish_journal import Journal, State, alone
from itogi.store import Store
from scraper.errors import FetchError, HeldError
from scraper.http import Client
from scraper.page import topic_ref
from scraper.poll import poll_topic
from scraper.session.errors import NoFormError, ReplyError
from scraper.session.records import Refusal


class Killed(BaseException):
    """The program dies here."""


class Bench:
    """A game folder and a board; each `publish` is a new run of the program."""

    def __init__(self, board: Board, kind: str, folder: Path) -> None:
        self.board = board
        self.engine = ADAPTERS.get(kind, kind)
        self.folder = folder
        self.told: list[str] = []

    def publish(
        self,
        text: str = TEXT,
        *,
        again: bool = False,
        since: datetime | None = None,
        client: Callable[[FakeClock], Client] = client_for,
        store: type[Store] = Store,
    ) -> Publication:
        with client(self.board.clock) as opened, store.open(self.folder, clock=self.board.clock.now) as kept:
            it = join(self.board, opened, self.engine, folder=self.folder)
            publisher = Publisher(
                store=kept, session=it.session, view=it.view, topic=self.board.topic_url(), tell=self.told.append
            )
            with alone(self.folder):
                return publisher.publish(Task(phase="day", number=2, text=text, since=since), again=again)

    def events(self) -> list[Published]:
        with Store.open(self.folder) as store:
            return [event.said for event in store.standing() if isinstance(event.said, Published)]

    def open_state(self) -> State | None:
        with Store.open(self.folder) as store:
            found = Journal(store).open_attempt(topic=self.board.topic_url(), phase="day", number=2, kind="results")
            return found.state if found else None


@contextmanager
def bench(kind: str, folder: Path) -> Iterator[Bench]:
    with served(make(kind, FakeClock())) as board:
        yield Bench(board, kind, folder)


def check_once(it: Bench) -> None:
    """The text stands once, one event tells where, and nothing is open."""
    holding = [post for post in it.board.posts if TEXT.splitlines()[0] in post.text]
    assert sum(post.text.count(TEXT.splitlines()[0]) for post in holding) == 1
    assert [event.post_id for event in it.events()] == [str(holding[0].id)]
    assert it.open_state() is None


@pytest.mark.parametrize("kind", ENGINES)
def test_publishes_and_finds_it_the_next_time(kind: str, tmp_path: Path) -> None:
    with bench(kind, tmp_path) as it:
        first = it.publish()
        assert (first.already, first.merged, first.post_id) == (False, False, str(it.board.posts[-1].id))
        second = it.publish()
        assert (second.already, second.post_id) == (True, first.post_id)
        check_once(it)


FAULTS = [
    *(
        Fault(how, accept)
        for how in ("reset", "500", "503", "cut", "empty", "dead_redirect")
        for accept in (True, False)
    ),
    Fault("late", accept=True, late_seconds=1.5),
    Fault("late", accept=True, late_seconds=12.0),
]


@pytest.mark.parametrize("kind", ENGINES)
@pytest.mark.parametrize(
    "fault", FAULTS, ids=lambda fault: f"{fault.how}-{'taken' if fault.accept else 'not'}-{fault.late_seconds:g}"
)
def test_survives_every_lost_answer(kind: str, fault: Fault, tmp_path: Path) -> None:
    """Whatever happens to the answer, one post stands there in the end, at once or after one more run."""
    with bench(kind, tmp_path) as it:
        it.board.flood_seconds = 0
        it.board.faults.append(Fault(fault.how, fault.accept, fault.late_seconds))
        it.publish()
        check_once(it)
        it.publish()
        check_once(it)


@pytest.mark.parametrize("kind", ["phpbb", "mybb", "mybbru"])
def test_survives_silence(kind: str, tmp_path: Path) -> None:
    """The board took the text and never answers."""
    with bench(kind, tmp_path) as it:
        it.board.faults.append(Fault("silence", accept=True))
        it.publish(client=lambda clock: client_for(clock, silence=0.1))
        check_once(it)


@pytest.mark.parametrize("kind", ENGINES)
def test_survives_several_faults_in_a_row(kind: str, tmp_path: Path) -> None:
    with bench(kind, tmp_path) as it:
        it.board.flood_seconds = 0
        it.board.faults += [Fault("500", accept=False), Fault("reset", accept=False), Fault("empty", accept=True)]
        it.publish()
        check_once(it)


@pytest.mark.parametrize("kind", ENGINES)
def test_waits_a_flood_out(kind: str, tmp_path: Path) -> None:
    with bench(kind, tmp_path) as it:
        it.board.add("Ведущий", "Сейчас будут итоги")
        slept = it.board.clock.slept
        it.publish()
        assert it.board.clock.slept - slept >= it.board.flood_seconds
        check_once(it)


@pytest.mark.parametrize("kind", ENGINES)
def test_survives_somebodys_post_in_between(kind: str, tmp_path: Path) -> None:
    with bench(kind, tmp_path) as it:
        it.board.flood_seconds = 0
        it.board.intruder = "Успела раньше"
        it.publish()
        check_once(it)


@pytest.mark.parametrize("kind", ["phpbb", "mybb"])
def test_a_merged_text_is_published_in_the_old_post(kind: str, tmp_path: Path) -> None:
    with bench(kind, tmp_path) as it:
        it.board.merge_seconds = 3600
        own = it.board.add("Ведущий", "Минуту терпения, считаю голоса.")
        it.board.clock.sleep(100)
        first = it.publish()
        assert (first.merged, first.post_id) == (True, str(own.id))
        assert it.publish().already
        check_once(it)


def test_a_merge_with_a_lost_answer_is_not_merged_twice(tmp_path: Path) -> None:
    """MyBB appends the same text again without a word: the look must find it inside the old post."""
    with bench("mybb", tmp_path) as it:
        it.board.merge_seconds = 3600
        it.board.add("Ведущий", "Минуту терпения, считаю голоса.")
        it.board.faults.append(Fault("reset", accept=True))
        it.publish()
        check_once(it)


@pytest.mark.parametrize("kind", ["phpbb", "smf", "mybbru"])
def test_the_text_is_found_pages_later(kind: str, tmp_path: Path) -> None:
    """The program died after sending; by the next run the topic has grown by pages."""
    with bench(kind, tmp_path) as it:
        it.board.per_page = 3
        it.board.flood_seconds = 0
        with pytest.raises(Killed):
            it.publish(client=_dying(lambda client: client.posts == 2, after=True))
        for number in range(20):
            it.board.add("Гнев", f"Обсуждение {number}")
        assert it.publish().already
        check_once(it)


def test_a_text_pasted_by_hand_is_not_posted_again(tmp_path: Path) -> None:
    with bench("fluxbb", tmp_path) as it:
        it.board.add("Ведущий", TEXT.replace("\n", "\n\n"))
        assert it.publish().already
        check_once(it)


def _read(it: Bench) -> None:
    """The topic is polled."""
    with client_for(it.board.clock) as client, Store.open(it.folder, clock=it.board.clock.now) as store:
        ref = topic_ref(it.board.topic_url(), it.engine)
        assert poll_topic(client, store.archive, ref, timezone="Europe/Moscow").fault is None


@pytest.mark.parametrize("kind", ["fluxbb", "phpbb", "smf", "mybbru"])
def test_a_text_pasted_by_hand_pages_ago_is_not_posted_again(kind: str, tmp_path: Path) -> None:
    """Nobody told the program that it was pasted, and the topic has grown by pages since: the archive tells."""
    with bench(kind, tmp_path) as it:
        it.board.per_page = 3
        it.board.flood_seconds = 0
        it.board.add("Ведущий", TEXT.replace("\n", "\n\n"))
        for number in range(20):
            it.board.add("Гнев", f"Обсуждение {number}")
        _read(it)
        assert it.publish().already
        check_once(it)


def test_what_the_archive_tells_is_looked_at_again(tmp_path: Path) -> None:
    """The pasted post was deleted since the last poll: the text does not stand there, and is sent."""
    with bench("fluxbb", tmp_path) as it:
        it.board.per_page = 3
        pasted = it.board.add("Ведущий", TEXT)
        for number in range(20):
            it.board.add("Гнев", f"Обсуждение {number}")
        _read(it)
        it.board.posts.remove(pasted)
        assert not it.publish().already
        check_once(it)


def test_a_moved_post_is_found_a_page_before(tmp_path: Path) -> None:
    """Posts before it were deleted since the last poll, so that it stands on an earlier page than the archive says."""
    with bench("fluxbb", tmp_path) as it:
        it.board.per_page = 3
        for number in range(3):
            it.board.add("Гнев", f"Слово {number}")
        it.board.add("Ведущий", TEXT)
        for number in range(20):
            it.board.add("Гнев", f"Обсуждение {number}")
        _read(it)
        del it.board.posts[1:4]
        assert it.publish().already
        check_once(it)


def test_the_same_words_of_another_time_are_another_text(tmp_path: Path) -> None:
    """A warning in the words of the last one goes out: what stands there from before its phase is not it."""
    with bench("fluxbb", tmp_path) as it:
        it.board.per_page = 3
        it.board.flood_seconds = 0
        it.board.add("Ведущий", TEXT)
        for number in range(20):
            it.board.add("Гнев", f"Обсуждение {number}")
        it.board.clock.moment += timedelta(days=2)
        _read(it)
        assert not it.publish(since=it.board.clock.now() - timedelta(days=1)).already
        assert sum(TEXT in post.text for post in it.board.posts) == 2


def test_somebody_elses_copy_is_not_ours(tmp_path: Path) -> None:
    with bench("fluxbb", tmp_path) as it:
        it.board.add("Гнев", TEXT)
        published = it.publish()
        assert (published.already, it.board.posts[-1].author) == (False, "Ведущий")


def test_a_word_filter_does_not_cause_a_second_post(tmp_path: Path) -> None:
    """The board names the post; that its words were changed is no reason to send them again."""
    with bench("phpbb", tmp_path) as it:
        it.board.filtered = {"Кротость": "******"}
        it.publish()
        assert len(it.events()) == 1
        assert len([post for post in it.board.posts if post.author == "Ведущий"]) == 1


@pytest.mark.parametrize("kind", ENGINES)
@pytest.mark.parametrize("left", [40, 3, 0], ids=["cut", "cut to a word", "replaced"])
def test_a_text_that_the_board_changes_goes_out_once(kind: str, left: int, tmp_path: Path) -> None:
    """What is left of it is named by the board, and the GM is told; or the GM is asked what the new post is."""
    with bench(kind, tmp_path) as it:
        take = it.board.take
        it.board.take = lambda member, text: take(member, text[:left] or "Реклама")  # type: ignore[method-assign]
        faults = []
        for _run in range(3):
            it.board.clock.sleep(600)
            try:
                it.publish()
            except ReplyError as fault:
                faults.append(str(fault))
        assert len([post for post in it.board.posts if post.author == "Ведущий"]) == 1
        assert any("changed the text" in line for line in it.told) or len(faults) == 3


def test_a_board_that_shows_a_text_twice_is_told_of(tmp_path: Path) -> None:
    with bench("fluxbb", tmp_path) as it:
        take = it.board.take
        it.board.take = lambda member, text: (take(member, text), take(member, text))[1]  # type: ignore[method-assign]
        it.publish()
        assert any("2 times" in line for line in it.told)


def test_a_word_filter_and_a_lost_answer_ask_the_gm(tmp_path: Path) -> None:
    with bench("mybb", tmp_path) as it:
        it.board.flood_seconds = 0
        it.board.filtered = {"Кротость": "******"}
        it.board.faults.append(Fault("reset", accept=True))
        for _run in range(2):
            with pytest.raises(ReplyError, match="--again"):
                it.publish()
        assert len([post for post in it.board.posts if post.author == "Ведущий"]) == 1
        assert it.events() == []


def test_a_post_that_waits_for_approval_is_neither_published_nor_sent_again(tmp_path: Path) -> None:
    with bench("phpbb", tmp_path) as it:
        it.board.moderated = True
        for _run in range(2):
            with pytest.raises(ReplyError):
                it.publish()
        assert (it.board.said(TEXT), it.events()) == (1, [])
        it.board.posts[-1].approved = True
        assert it.publish().already
        check_once(it)


@pytest.mark.parametrize("kind", ["phpbb", "mybb", "punbb", "smf", "mybbru"])
def test_a_closed_topic_stops_at_once(kind: str, tmp_path: Path) -> None:
    with bench(kind, tmp_path) as it:
        it.board.closed = True
        with pytest.raises(ReplyError) as fault:
            it.publish()
        assert fault.value.outcome is not None
        assert sum(request.startswith("POST") for request in it.board.requests) == 1, "the sign-in alone"
        it.board.closed = False
        it.publish()
        check_once(it)


def test_a_refused_text_is_not_open_any_more(tmp_path: Path) -> None:
    with bench("fluxbb", tmp_path) as it:
        it.board.flood_seconds = 0
        with pytest.raises(ReplyError, match=r"без соответствующего") as fault:
            it.publish("[b]Итоги 2 суда: выбывает Кротость, следующая ночь до 22:30")
        assert fault.value.outcome is not None
        assert fault.value.outcome.refusal is Refusal.BBCODE
        assert it.open_state() is None
        it.publish()
        check_once(it)


def test_a_topic_that_cannot_be_read_afterwards_is_no_success(tmp_path: Path) -> None:
    with bench("phpbb", tmp_path) as it:
        it.board.faults.append(Fault("reset", accept=True))
        with pytest.raises(ReplyError, match="looks first"):
            it.publish(client=_blind_after_sending())
        assert it.events() == []
        it.publish()
        check_once(it)


def test_again_sends_once_more_by_the_gms_word_only(tmp_path: Path) -> None:
    with bench("mybb", tmp_path) as it:
        it.publish()
        it.board.clock.sleep(7200)
        second = it.publish(again=True)
        assert not second.already
        assert it.board.said(TEXT) == 2
        assert len(it.events()) == 2


def test_again_with_a_lost_answer_still_counts_right(tmp_path: Path) -> None:
    with bench("mybb", tmp_path) as it:
        it.publish()
        it.board.clock.sleep(7200)
        it.board.faults.append(Fault("reset", accept=True))
        it.publish(again=True)
        assert it.board.said(TEXT) == 2


def test_a_changed_text_is_not_taken_for_the_one_that_was_sent(tmp_path: Path) -> None:
    with bench("fluxbb", tmp_path) as it:
        it.board.flood_seconds = 0
        with pytest.raises(Killed):
            it.publish(client=_dying(lambda client: client.posts == 2, after=True))
        changed = TEXT.replace("Кротость", "Гордость")
        with pytest.raises(ReplyError, match="--again"):
            it.publish(changed)
        assert [event.text for event in it.events()] == [TEXT]
        assert it.board.said(changed) == 0


def test_two_programs_do_not_publish_at_once(tmp_path: Path) -> None:
    with bench("phpbb", tmp_path) as it, alone(tmp_path):
        with pytest.raises(HeldError, match="itogi publish"):
            it.publish()
        assert it.board.requests == []


class _Dying(Client):
    """Dies at one request: before it goes out, or before its answer is used."""

    def __init__(self, dies: Callable[[_Dying], bool], *, after: bool, like: Client) -> None:
        super().__init__(clock=like.clock, limits=like.limits, politeness=like.politeness, jitter=lambda: 0.5)
        self.calls = 0
        self.posts = 0
        self._dies = dies
        self._after = after

    def get(self, *args: Any, **kwargs: Any) -> Any:
        return self._step(super().get, *args, **kwargs)

    def post(self, *args: Any, **kwargs: Any) -> Any:
        self.posts += 1
        return self._step(super().post, *args, **kwargs)

    def _step(self, call: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        self.calls += 1
        if self._dies(self) and not self._after:
            raise Killed
        got = call(*args, **kwargs)
        if self._dies(self):
            raise Killed
        return got


def _dying(dies: Callable[[_Dying], bool], *, after: bool) -> Callable[[FakeClock], Client]:
    return lambda clock: _Dying(dies, after=after, like=client_for(clock))


def _blind_after_sending() -> Callable[[FakeClock], Client]:
    class Blind(_Dying):
        def get(self, url: str, **kwargs: Any) -> Any:
            if self.posts == 2:
                raise FetchError("no network", url=url)
            return super().get(url, **kwargs)

    return lambda clock: Blind(lambda client: False, after=False, like=client_for(clock))


@pytest.mark.parametrize("kind", ["phpbb", "mybb", "mybbru"])
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_dying_at_any_request_leaves_one_post(kind: str, after: bool, tmp_path: Path) -> None:
    """`kill -9` between any two steps; the next run ends what this one began."""
    for step in range(1, 14):
        folder = tmp_path / str(step)
        folder.mkdir()
        with bench(kind, folder) as it:
            it.board.flood_seconds = 0
            try:
                it.publish(client=_dying(lambda client, step=step: client.calls == step, after=after))
                finished = True
            except Killed:
                finished = False
            it.board.clock.moment += timedelta(seconds=90)
            it.publish()
            check_once(it)
            if finished:
                break
    else:
        raise AssertionError("a run takes fewer steps than that")
    assert step > 5, "the run was killed at several steps"


class _DeafStore(Store):
    def say(self, *args: Any, **kwargs: Any) -> Any:
        raise Killed


class _DyingStore(Store):
    def say(self, *args: Any, **kwargs: Any) -> Any:
        super().say(*args, **kwargs)
        raise Killed


@pytest.mark.parametrize("store", [_DeafStore, _DyingStore], ids=["before", "after"])
def test_dying_at_the_record_leaves_one_post_and_one_event(store: type[Store], tmp_path: Path) -> None:
    with bench("smf", tmp_path) as it:
        with pytest.raises(Killed):
            it.publish(store=store)
        assert it.publish().already
        check_once(it)


NEW = TEXT.replace("Кротость", "Гордость").replace("День 3", "День 4")


@contextmanager
def editing(kind: str, folder: Path) -> Iterator[tuple[Bench, Callable[..., Publication]]]:
    """A board on which TEXT was published, and the way to revise it."""
    with bench(kind, folder) as it:
        it.publish()

        def revised(text: str = NEW) -> Publication:
            with client_for(it.board.clock) as opened, Store.open(folder, clock=it.board.clock.now) as kept:
                joined = join(it.board, opened, it.engine, folder=folder)
                task = Task(phase="day", number=2, text=text)
                before = standing_post(kept, it.board.topic_url(), task)
                assert before
                return revise(joined.session, kept, joined.ref, before, task)

        yield it, revised


@pytest.mark.parametrize("kind", ENGINES)
def test_a_text_is_edited_in_place(kind: str, tmp_path: Path) -> None:
    """One post, the new words; a second edit to the same words changes and records nothing."""
    with editing(kind, tmp_path) as (it, revised):
        it.board.add("Гнев", "Дальше идёт разговор")
        count = len(it.board.posts)
        for _run in range(2):
            published = revised()
            assert (len(it.board.posts), it.board.said(NEW), it.board.said(TEXT)) == (count, 1, 0)
        assert [(event.text, event.post_id) for event in it.events()] == [
            (TEXT, published.post_id),
            (NEW, published.post_id),
        ]


@pytest.mark.parametrize("kind", ENGINES)
def test_words_added_by_hand_are_not_overwritten(kind: str, tmp_path: Path) -> None:
    with editing(kind, tmp_path) as (it, revised):
        it.board.posts[-1].text += "\nИ важное объявление."
        with pytest.raises(ReplyError, match="by hand"):
            revised()
        assert "важное объявление" in it.board.posts[-1].text
        assert len(it.events()) == 1


@pytest.mark.parametrize("kind", ENGINES)
def test_a_board_that_lets_nobody_edit_says_so(kind: str, tmp_path: Path) -> None:
    with editing(kind, tmp_path) as (it, revised):
        it.board.no_edits = True
        with pytest.raises(NoFormError, match="does not let us edit"):
            revised()
        assert it.board.said(TEXT) == 1
