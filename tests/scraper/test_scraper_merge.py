"""Two archives of one game brought together: what both saw, as if one had looked for both (V15)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from faulty_board import START
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlite_utils import Database

from scraper.archive import Archive
from scraper.archive_merge import Brought, foreseen, merge
from scraper.archive_records import Gap, Outcome
from scraper.records import Fetched, Post, Precision, TopicPage, TopicRef

REF = TopicRef(engine="mybbru", board="http://board.example/", topic_id="1", url="http://board.example/viewtopic?id=1")
WORDS = ("раз", "два", "три", "четыре", "пять")


def at(minute: float) -> datetime:
    return START + timedelta(minutes=minute)


@dataclass(frozen=True)
class History:
    """What happened to one post: (minute, words) from when on it said so; None: it was not there."""

    changes: tuple[tuple[int, str | None], ...]

    def said(self, minute: float) -> str | None:
        said = None
        for since, words in self.changes:
            if since <= minute:
                said = words
        return said


class Copy:
    """The archive of one game master, who looks at a topic of one page at certain minutes."""

    def __init__(self) -> None:
        self.archive = Archive(Database(memory=True))
        self.topic = self.archive.topic(REF, START)

    def look(self, minute: float, posts: list[History], outcome: Outcome = Outcome.WHOLE) -> None:
        moment = at(minute)
        poll = self.archive.begin_poll(self.topic.key, moment)
        shown = tuple(_post(number, said) for number, one in enumerate(posts, 1) if (said := one.said(minute)))
        page = TopicPage(
            engine="mybbru",
            title="Голосование",
            topic_id="1",
            page=1,
            pages=1,
            posts=shown,
            closed=False,
            board_now=None,
            zone=None,
        )
        answer = Fetched(
            url=REF.url, final_url=REF.url, status=200, headers=(), content=repr(shown).encode(), fetched_at=moment
        )
        self.archive.save_page(poll, self.topic, 1, page, answer)
        missing = set(self.archive.standing_ids(self.topic.key)) - {one.id for one in shown}
        self.archive.note_absent(self.topic.key, sorted(missing), moment)
        self.archive.end_poll(poll, moment, outcome)

    def looks(self, minutes: list[int], posts: list[History]) -> Copy:
        for minute in sorted(set(minutes)):
            self.look(minute, posts)
        return self

    def told(self, minute: float | None = None) -> dict[str, tuple[list[tuple[str, datetime, datetime]], bool]]:
        """Post → (texts with first and last sight, whether it is gone)."""
        return {
            post.id: ([(one.body, one.first_seen, one.last_seen) for one in post.revisions], post.gone is not None)
            for post in self.archive.posts(self.topic.key, None if minute is None else at(minute))
        }

    def order(self) -> list[str]:
        return [post.id for post in self.archive.posts(self.topic.key)]


def _post(number: int, body: str) -> Post:
    return Post(
        id=str(number),
        number=number,
        author="Гнев",
        author_id="2",
        guest=False,
        posted_at=at(number),
        precision=Precision.SECOND,
        edited_at=None,
        editor=None,
        body=body,
        signature=None,
        permalink=None,
    )


MINUTES = st.lists(st.integers(10, 60), max_size=6)


@st.composite
def edited(draw: st.DrawFn) -> History:
    """A post that is written, edited to ever new words, and perhaps deleted for good."""
    moments = sorted(draw(st.lists(st.integers(5, 60), min_size=1, max_size=4, unique=True)))
    changes: list[tuple[int, str | None]] = list(zip(moments, WORDS, strict=False))
    if draw(st.booleans()):
        changes.append((moments[-1] + draw(st.integers(1, 20)), None))
    return History(tuple(changes))


@st.composite
def troubled(draw: st.DrawFn) -> History:
    """A post that is edited there and back, deleted and restored."""
    moments = sorted(draw(st.lists(st.integers(5, 60), min_size=1, max_size=6, unique=True)))
    return History(tuple((moment, draw(st.sampled_from((*WORDS[:2], None)))) for moment in moments))


@settings(deadline=None, max_examples=60)
@given(st.lists(edited(), min_size=1, max_size=4), MINUTES, MINUTES)
def test_two_copies_know_what_one_would_that_looked_for_both(
    posts: list[History], mine: list[int], theirs: list[int]
) -> None:
    """Texts, their first and last sights, deletions, the posts' order, now and as of any moment; either way round."""
    posts.sort(key=lambda post: post.changes[0][0])
    whole = Copy().looks([*mine, *theirs], posts)
    for first, second in ((mine, theirs), (theirs, mine)):
        ours, other = Copy().looks(first, posts), Copy().looks(second, posts)
        # A copy that never saw a post does not know that it is missing: the next poll here tells.
        both = ours.told().keys() & other.told().keys()
        merge(ours.archive, other.archive)
        for minute in (None, 30):
            merged, told = ours.told(minute), whole.told(minute)
            assert {key: texts for key, (texts, _gone) in merged.items()} == {
                key: texts for key, (texts, _gone) in told.items()
            }
            assert {key: merged[key][1] for key in both & merged.keys()} == {
                key: told[key][1] for key in both & told.keys()
            }
        assert ours.order() == whole.order()


@settings(deadline=None, max_examples=60)
@given(st.lists(troubled(), min_size=1, max_size=3), MINUTES, MINUTES, MINUTES)
def test_whatever_happened_nothing_false_is_known(
    posts: list[History], common: list[int], mine: list[int], theirs: list[int]
) -> None:
    """Each text stood where it is said to have been seen; what each copy knew alone is not lost; a second merge brings
    nothing; and reading goes on as before.
    """
    ours = Copy().looks(common, posts)
    other = Copy().looks(common, posts)
    last = max(common, default=0)
    ours.looks([minute + last for minute in mine], posts)
    other.looks([minute + last for minute in theirs], posts)
    before = [ours.told(), other.told()]
    expected = foreseen(ours.archive, other.archive)
    assert ours.told() == before[0], "looking changes nothing"
    assert merge(ours.archive, other.archive) == expected
    assert not foreseen(ours.archive, other.archive)
    merged = ours.told()
    for number, post in enumerate(posts, 1):
        for body, first, end in merged.get(str(number), ([], False))[0]:
            for moment in (first, end):
                assert post.said((moment - START).total_seconds() / 60) == body
        for told in before:
            for body, first, _end in told.get(str(number), ([], False))[0]:
                sights = merged[str(number)][0]
                assert any(one == body and begun <= first <= end for one, begun, end in sights)
    ours.look(200, posts)
    for number, post in enumerate(posts, 1):
        found = ours.told().get(str(number))
        said = post.said(200)
        assert (found is not None and not found[1]) == (said is not None)
        if found and said:
            assert found[0][-1][0] == said
            assert found[0][-1][2] == at(200)


def test_the_text_at_the_deadline_is_brought() -> None:
    """V15: here the vote was seen only before and after an edit near the deadline; the other copy saw it in between."""
    post = [History(((5, "Гнев"), (21, "Вера"), (24, "Гнев")))]
    ours, other = Copy().looks([10, 30], post), Copy().looks([22], post)
    brought = merge(ours.archive, other.archive)
    assert brought == Brought(texts=2, readings=1)
    assert [body for body, _first, _last in ours.told()["1"][0]] == ["Гнев", "Вера", "Гнев"]
    assert ours.told()["1"][0][0] == ("Гнев", at(10), at(10)), "when it was last seen before the edit is not known"


def test_a_post_deleted_before_this_copy_looked_is_brought_with_its_deletion() -> None:
    """V19, V13: written and deleted between two polls here."""
    posts = [History(((1, "первое"),)), History(((11, "голос"), (15, None))), History(((20, "третье"),))]
    ours, other = Copy().looks([5, 30], posts), Copy().looks([12, 16], posts)
    assert merge(ours.archive, other.archive).posts == 1
    assert ours.order() == ["1", "2", "3"], "in its place"
    gone = ours.archive.posts(ours.topic.key)[1].gone
    assert gone is not None
    assert (gone.last_seen, gone.noticed_at) == (at(12), at(16))
    earlier = [History(((1, "первое"),)), History(((3, "голос"), (7, None)))]
    late, soon = Copy().looks([5, 30], earlier), Copy().looks([6, 8], earlier)
    merge(late.archive, soon.archive)
    gone = late.archive.posts(late.topic.key)[1].gone
    assert gone is not None
    assert gone.noticed_at == at(8), "when it was missed first, whoever missed it"


def test_readings_of_the_other_copy_count_as_readings() -> None:
    """Whole as of its last poll; and a gap that it read all through is none."""
    posts = [History(((1, "слово"),))]
    ours, other = Copy().looks([5], posts), Copy().looks([10, 40, 70], posts)
    ours.archive.note_gap(Gap(start=at(6), end=at(80), reason="missed"))
    ours.archive.note_gap(Gap(start=at(100), end=at(180), reason="missed"))
    other.archive.note_gap(Gap(start=at(200), end=at(300), reason="missed"))
    ours.archive.note_gap(Gap(start=at(400), end=at(420), reason="failed"))
    ours.look(401, posts, Outcome.FAILED)
    merge(ours.archive, other.archive)
    assert ours.archive.coverage(ours.topic.key).whole_at == at(70)
    assert [gap.start for gap in ours.archive.gaps()] == [at(100), at(200), at(400)]
    assert ours.archive.coverage(ours.topic.key).half_read, "by the newest poll, which failed"


def test_a_topic_that_was_never_read_here_is_brought_and_read_anew() -> None:
    posts = [History(((1, "слово"),))]
    ours, other = Copy(), Copy().looks([10], posts)
    assert merge(ours.archive, other.archive) == Brought(posts=1, readings=1)
    assert ours.archive.topics()[0].pages == 0
    assert ours.archive.raw_page(_digest(other)) is not None, "the page as it came, too"


def test_a_finer_time_is_brought() -> None:
    """A board that shows «today 21:59» to one and seconds to the other: the finer time holds (V3)."""
    coarse, fine = Copy(), Copy()
    for copy, precision, moment in ((coarse, Precision.MINUTE, at(1)), (fine, Precision.SECOND, at(1.3))):
        shown = replace(_post(1, "слово"), precision=precision, posted_at=moment)
        page = TopicPage(
            engine="mybbru",
            title="Т",
            topic_id="1",
            page=1,
            pages=1,
            posts=(shown,),
            closed=False,
            board_now=None,
            zone=None,
        )
        fetched = Fetched(url=REF.url, final_url=REF.url, status=200, headers=(), content=b"", fetched_at=at(5))
        poll = copy.archive.begin_poll(copy.topic.key, at(5))
        copy.archive.save_page(poll, copy.topic, 1, page, fetched)
    merge(fine.archive, coarse.archive)
    merge(coarse.archive, fine.archive)
    for copy in (coarse, fine):
        [post] = copy.archive.posts(copy.topic.key)
        assert (post.posted_at, post.precision) == (at(1.3), Precision.SECOND)


def _digest(copy: Copy) -> str:
    return str(copy.archive.database.execute("SELECT sha256 FROM raw_pages").fetchone()[0])
