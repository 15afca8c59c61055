"""Addresses of topics: taken apart, put together, and compared with what came (issue 5, point 2)."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from boards_fixtures import ROOT, expectation

from scraper.adapter import ReadContext
from scraper.errors import NotATopic, NotATopicError, UnknownBoardError
from scraper.page import adapter_named, check_address, read_page, recognise, topic_ref, verify
from scraper.records import Fetched, TopicPage, TopicRef


def page_of(case: str) -> TopicPage:
    file = ROOT / f"{case}.html"
    told = expectation(file)["context"]
    return read_page(
        file.read_bytes(), None, ReadContext(url=told["url"], now=datetime(2026, 11, 30, 17, 21, tzinfo=UTC))
    )


@pytest.mark.parametrize(
    ("engine", "url", "topic", "canonical"),
    [
        ("mybbru", "https://omut.rolka.me/viewtopic.php?id=88&p=2", "88", "https://omut.rolka.me/viewtopic.php?id=88"),
        ("mybbru", "http://a.example/viewtopic.php?id=88&p=-1", "88", "http://a.example/viewtopic.php?id=88"),
        ("phpbb", "https://a.example/f/viewtopic.php?f=2&t=5&start=30#p77", "5", "https://a.example/f/viewtopic.php?t=5"),
        ("phpbb", "https://a.example/viewtopic.php?t=5&view=print", "5", "https://a.example/viewtopic.php?t=5"),
        ("phpbbex", "https://a.example/viewtopic.php?t=5&p=9", "5", "https://a.example/viewtopic.php?t=5"),
        ("mybb", "https://a.example/showthread.php?tid=2&pid=53#pid53", "2", "https://a.example/showthread.php?tid=2"),
        ("mybb", "https://a.example/b/thread-2-page-3.html", "2", "https://a.example/b/showthread.php?tid=2"),
        ("mybb", "https://a.example/printthread.php?tid=2", "2", "https://a.example/showthread.php?tid=2"),
        ("mybb", "https://a.example/archive/index.php?thread-2-2.html", "2", "https://a.example/showthread.php?tid=2"),
        ("fluxbb", "https://a.example/viewtopic.php?id=5&action=last", "5", "https://a.example/viewtopic.php?id=5"),
        ("punbb", "https://a.example/topic/5/golosovanie/page/2/", "5", "https://a.example/viewtopic.php?id=5"),
        ("punbb", "https://a.example/f/topic5.html", "5", "https://a.example/f/viewtopic.php?id=5"),
        ("smf", "https://a.example/index.php?topic=3.15", "3", "https://a.example/index.php?topic=3.0"),
        ("smf", "https://a.example/smf/index.php/topic,3.msg52.html#msg52", "3", "https://a.example/smf/index.php?topic=3.0"),
        ("smf", "https://a.example/?topic=3.new;topicseen#new", "3", "https://a.example/index.php?topic=3.0"),
        ("smf", "https://a.example/index.php?action=printpage;topic=3.0", "3", "https://a.example/index.php?topic=3.0"),
        ("invision", "https://a.example/c/topic/5-sud/page/3/#comment-9", "5", "https://a.example/c/topic/5-sud/"),
        ("invision", "https://a.example/topic/5-%D1%81%D1%83%D0%B4/?do=getNewComment", "5", "https://a.example/topic/5-%D1%81%D1%83%D0%B4/"),
        ("invision", "https://a.example/index.php?/topic/5-sud/page/2/&tab=comments", "5", "https://a.example/index.php?/topic/5-sud/"),
        ("invision", "https://a.example/index.php?/topic/5-sud/&do=findComment&comment=9", "5", "https://a.example/index.php?/topic/5-sud/"),
        ("invision", "https://a.example/f/index.php/topic/5-sud", "5", "https://a.example/f/index.php/topic/5-sud/"),
        ("invision", "https://a.example/index.php?app=forums&module=forums&controller=topic&id=5&page=2", "5", "https://a.example/index.php?app=forums&module=forums&controller=topic&id=5"),
        ("invision", "https://a.example/index.php?showtopic=5&st=20", "5", "https://a.example/index.php?app=forums&module=forums&controller=topic&id=5"),
        ("ipboard", "https://a.example/f/index.php?showtopic=5&st=20&p=9&#entry9", "5", "https://a.example/f/index.php?showtopic=5"),
        ("ipboard", "https://a.example/index.php?s=0123456789abcdef0123456789abcdef&showtopic=5&view=getlastpost", "5", "https://a.example/index.php?showtopic=5"),
        ("ipboard", "https://a.example/f/index.php?/topic/5-sud/page__st__20", "5", "https://a.example/f/index.php?showtopic=5"),
        ("ipboard", "https://a.example/topic/5-sud/page-2#entry9", "5", "https://a.example/index.php?showtopic=5"),
        ("ipboard", "https://a.example/index.php/topic/5-sud/?p=9", "5", "https://a.example/index.php?showtopic=5"),
        ("ipboard", "https://a.example/index.php?app=forums&module=forums&section=topics&t=5", "5", "https://a.example/index.php?showtopic=5"),
        ("ucoz", "https://a.example/forum/5-123-2", "123", "https://a.example/forum/5-123-1"),
        ("xenforo", "https://a.example/threads/sud.5/page-3#post-9", "5", "https://a.example/threads/sud.5/"),
        ("xenforo", "https://a.example/c/threads/v.1.sud.5/post-9", "5", "https://a.example/c/threads/v.1.sud.5/"),
        ("xenforo", "https://a.example/c/index.php?threads/5/latest", "5", "https://a.example/c/index.php?threads/5/"),
        ("xenforo", "https://a.example/threads/%D1%81%D1%83%D0%B4.5/unread?new=1", "5", "https://a.example/threads/%D1%81%D1%83%D0%B4.5/"),
        ("xenforo1", "https://a.example/index.php?threads/sud.5/page-3&x=1#post-9", "5", "https://a.example/index.php?threads/sud.5/"),
        ("vbulletin", "https://a.example/f/showthread.php?t=5&page=3", "5", "https://a.example/f/showthread.php?t=5"),
        ("vbulletin", "https://a.example/f/showthread.php?5-Sud-i-delo/page3&highlight=x", "5", "https://a.example/f/showthread.php?t=5"),
        ("vbulletin", "https://a.example/showthread.php/5-%D0%A1%D1%83%D0%B4/page3?p=9#post9", "5", "https://a.example/showthread.php?t=5"),
        ("vbulletin", "https://a.example/f/threads/5-Sud/page3", "5", "https://a.example/f/showthread.php?t=5"),
        ("vbulletin", "https://a.example/f/mafija/5-sud-2.html", "5", "https://a.example/f/showthread.php?t=5"),
        ("vbulletin3", "https://a.example/showthread.php?s=0123456789abcdef0123456789abcdef&t=5&goto=newpost", "5", "https://a.example/showthread.php?t=5"),
        ("vbulletin3", "https://a.example/f/archive/index.php/t-5-p-3.html", "5", "https://a.example/f/showthread.php?t=5"),
        ("vbulletin3", "https://a.example/f/printthread.php?t=5&pp=40", "5", "https://a.example/f/showthread.php?t=5"),
        ("vbulletin5", "https://a.example/forum/a/b/5-sud/page3?p=9#post9", "5", "https://a.example/forum/a/b/5-sud"),
        ("ucoz", "https://a.example/forum/5-123-2131-16-1796050000", "123", "https://a.example/forum/5-123-1"),
        ("ucoz", "http://a.example/forum/5-123-0-17", "123", "http://a.example/forum/5-123-1"),
        ("ucoz", "https://a.example/forum/5-123-2#post2131", "123", "https://a.example/forum/5-123-1"),
    ],
)  # fmt: skip
def test_topic_of_an_address(engine: str, url: str, topic: str, canonical: str) -> None:
    ref = topic_ref(url, engine)
    assert (ref.engine, ref.topic_id, ref.url) == (engine, topic, canonical)
    assert ref.url.startswith(ref.board)
    assert ref.board.endswith("/")
    assert adapter_named(engine).topic_ref(ref.url) == ref


@pytest.mark.parametrize(
    "url",
    ["", "viewtopic.php?id=5", "https://a.example/", "https://a.example/viewforum.php?id=5", "ftp://a.example/viewtopic.php?id=5",
     "https://a.example/viewtopic.php?id=x", "https://a.example/viewtopic.php?id=12345678901234", "http://[::1/viewtopic.php?id=5",
     "javascript:viewtopic.php?id=5", "https:///viewtopic.php?id=5", "https://a.example/viewtopic.php?pid=118",
     "https://a.example/index.php?/forum/5-sud/", "https://a.example/topics/5-sud/", "https://a.example/index.php?showforum=5",
     "https://a.example/forum/5-0-2", "https://a.example/forum/5", "https://a.example/forum/0-0-1-34",
     "https://a.example/index.php?app=calendar&controller=event&id=5", "https://a.example/load/5-123-2",
     "https://a.example/posts/9/", "https://a.example/members/sud.5/", "https://a.example/index.php?forums/sud.5/",
     "https://a.example/showthread.php?p=9#post9", "https://a.example/forumdisplay.php?f=5"],
)  # fmt: skip
def test_what_is_no_topics_address(url: str) -> None:
    for engine in (
        "mybbru",
        "phpbb",
        "mybb",
        "fluxbb",
        "punbb",
        "smf",
        "invision",
        "ipboard",
        "ucoz",
        "xenforo",
        "vbulletin",
    ):
        assert adapter_named(engine).topic_ref(url) is None
    with pytest.raises(UnknownBoardError):
        topic_ref(url, "fluxbb")


@pytest.mark.parametrize(
    ("engine", "url", "third"),
    [
        ("mybbru", "https://a.example/viewtopic.php?id=5", "https://a.example/viewtopic.php?id=5&p=3"),
        ("phpbb", "https://a.example/viewtopic.php?t=5", "https://a.example/viewtopic.php?t=5&st=0&sk=t&sd=a&start=30"),
        ("mybb", "https://a.example/showthread.php?tid=5", "https://a.example/showthread.php?tid=5&page=3"),
        ("fluxbb", "https://a.example/viewtopic.php?id=5", "https://a.example/viewtopic.php?id=5&p=3"),
        ("punbb", "https://a.example/viewtopic.php?id=5", "https://a.example/viewtopic.php?id=5&p=3"),
        ("smf", "https://a.example/index.php?topic=5.0", "https://a.example/index.php?topic=5.30"),
        ("invision", "https://a.example/topic/5-sud/", "https://a.example/topic/5-sud/?page=3"),
        ("invision", "https://a.example/index.php?/topic/5-sud/", "https://a.example/index.php?/topic/5-sud/&page=3"),
        ("ipboard", "https://a.example/index.php?showtopic=5", "https://a.example/index.php?showtopic=5&st=30"),
        ("ucoz", "https://a.example/forum/5-123-1", "https://a.example/forum/5-123-3"),
        ("xenforo", "https://a.example/threads/sud.5/", "https://a.example/threads/sud.5/page-3"),
        ("xenforo1", "https://a.example/index.php?threads/5/", "https://a.example/index.php?threads/5/page-3"),
        ("vbulletin", "https://a.example/showthread.php?t=5", "https://a.example/showthread.php?t=5&page=3"),
        ("vbulletin5", "https://a.example/forum/5-sud", "https://a.example/forum/5-sud/page3"),
    ],
)
def test_address_of_a_page_and_back(engine: str, url: str, third: str) -> None:
    adapter = adapter_named(engine)
    ref = topic_ref(url, engine)
    assert adapter.page_url(ref, 1, None) in (url, third.removesuffix("&start=30"))
    assert adapter.page_url(ref, 3, 15) == third
    assert adapter.topic_ref(third) == ref
    assert adapter.wanted_page(third, 15) == 3  # type: ignore[attr-defined]
    assert adapter.wanted_page(url, 15) == 1  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("engine", "url", "page"),
    [
        ("invision", "https://a.example/topic/5-sud/page/4/#comment-9", 4),
        ("invision", "https://a.example/topic/5-sud/?do=findComment&comment=9#comment-9", None),
        ("invision", "https://a.example/index.php?/topic/5-sud/&do=getLastComment", None),
        ("ipboard", "https://a.example/topic/5-sud/page-4#entry9", 4),
        ("ipboard", "https://a.example/topic/5-sud/page__st__45__p__9", None),
        ("ipboard", "https://a.example/topic/5-sud/page__st__45", 4),
        ("ipboard", "https://a.example/topic/5-sud/page__hl__sud__st__45", 4),
        ("ipboard", "https://a.example/topic/5-sud/page__pid__9#entry9", None),
        ("ipboard", "https://a.example/index.php?showtopic=5&page=4", 4),
        ("ipboard", "https://a.example/index.php?showtopic=5&view=findpost&p=9", None),
        ("ucoz", "https://a.example/forum/5-123-4", 4),
        ("xenforo", "https://a.example/threads/sud.5/page-4#post-9", 4),
        ("xenforo", "https://a.example/index.php?threads/sud.5/post-9", None),
        ("xenforo1", "https://a.example/threads/sud.5/unread", None),
        ("vbulletin", "https://a.example/showthread.php?5-sud/page4&p=9", None),
        ("vbulletin", "https://a.example/threads/5-sud/page4", 4),
        ("vbulletin", "https://a.example/mafija/5-sud-4.html", 4),
        ("vbulletin3", "https://a.example/showthread.php?t=5&goto=lastpost", None),
        ("vbulletin5", "https://a.example/forum/5-sud/page4?p=9", None),
        ("ucoz", "https://a.example/forum/5-123-2131-16-1796050000", None),
    ],
)
def test_the_page_that_an_address_asks_for(engine: str, url: str, page: int | None) -> None:
    """What a GM copies from the address bar may lead to a post, wherever it stands."""
    assert adapter_named(engine).wanted_page(url, 15) == page  # type: ignore[attr-defined]


@pytest.mark.parametrize("engine", ["phpbb", "phpbbex"])
@pytest.mark.parametrize("page", [1, 2])
def test_a_members_own_order_is_overruled(engine: str, page: int) -> None:
    """A member of phpBB may have chosen «newest first» or «posts of the last day»: the reading would miss posts."""
    ref = topic_ref("https://a.example/viewtopic.php?f=3&t=5&st=1&sk=a&sd=d", engine)
    query = parse_qs(urlsplit(adapter_named(engine).page_url(ref, page, 15)).query)
    assert {"st": ["0"], "sk": ["t"], "sd": ["a"]}.items() <= query.items()


def test_an_offset_needs_the_page_size() -> None:
    for engine in ("phpbb", "smf", "ipboard"):
        ref = TopicRef(engine=engine, board="https://a.example/", topic_id="5", url="https://a.example/x")
        with pytest.raises(ValueError, match="per_page"):
            adapter_named(engine).page_url(ref, 2, None)


@pytest.mark.parametrize(
    ("case", "url", "kind"),
    [
        ("fluxbb/long", "https://mafia.example/viewtopic.php?id=60&p=99", NotATopic.WRONG_PAGE),
        ("mybb/long", "https://mafia.example/showthread.php?tid=50&page=99", NotATopic.WRONG_PAGE),
        ("phpbb/long", "https://mafia.example/forum/viewtopic.php?t=31&start=9000", NotATopic.WRONG_PAGE),
        ("smf/long", "https://mafia.example/index.php?topic=80.9000", NotATopic.WRONG_PAGE),
        ("smf/long", "https://mafia.example/index.php?topic=81.15", NotATopic.WRONG_TOPIC),
        ("phpbb/long", "https://mafia.example/forum/viewtopic.php?t=32&start=15", NotATopic.WRONG_TOPIC),
        ("mybb/long", "https://mafia.example/showthread.php?tid=51&page=2", NotATopic.WRONG_TOPIC),
        ("invision/long", "https://mafia.example/community/topic/205-x/page/99/", NotATopic.WRONG_PAGE),
        ("ipboard/long", "https://mafia.example/forum/index.php?showtopic=318&st=900", NotATopic.WRONG_PAGE),
        ("ucoz/long", "https://night.example/forum/5-123-99", NotATopic.WRONG_PAGE),
        ("ucoz/long", "https://night.example/forum/5-124-2", NotATopic.WRONG_TOPIC),
        ("xenforo/long", "https://mafia.example/threads/igra.31/page-99", NotATopic.WRONG_PAGE),
        ("xenforo1/long", "https://mafia.example/threads/igra.32/page-2", NotATopic.WRONG_TOPIC),
        ("vbulletin/long", "https://mafia.example/forum/showthread.php?t=31&page=99", NotATopic.WRONG_PAGE),
        ("vbulletin3/long", "https://mafia.example/forum/showthread.php?t=32", NotATopic.WRONG_TOPIC),
    ],
)
def test_another_page_or_topic_than_the_one_asked_for(case: str, url: str, kind: NotATopic) -> None:
    """Past the end FluxBB and MyBB answer with page 1, phpBB and SMF with the last; moved topics send on to others."""
    with pytest.raises(NotATopicError) as caught:
        check_address(page_of(case), url)
    assert caught.value.kind is kind


@pytest.mark.parametrize(
    ("case", "url"),
    [
        ("fluxbb/long", "https://mafia.example/viewtopic.php?id=60&p=2"),
        ("fluxbb/long", "https://mafia.example/viewtopic.php?id=60&action=last"),
        ("fluxbb/long", "https://mafia.example/viewtopic.php?pid=3018#p3018"),
        ("phpbb/long", "https://mafia.example/forum/viewtopic.php?t=31&start=20"),
        ("phpbb/long", "https://mafia.example/forum/viewtopic.php?p=318#p318"),
        ("smf/long", "https://mafia.example/index.php?topic=80.20"),
        ("smf/long", "https://mafia.example/index.php?topic=80.msg853#msg853"),
        ("mybb/long", "https://mafia.example/showthread.php?tid=50&page=last"),
        ("mybb/long", "https://mafia.example/"),
    ],
)
def test_the_page_asked_for(case: str, url: str) -> None:
    check_address(page_of(case), url)


def test_any_page_of_the_topic_will_do_when_none_is_named() -> None:
    page = page_of("phpbb/long")
    verify(page, topic_ref("https://mafia.example/forum/viewtopic.php?t=31", "phpbb"), None)


@pytest.mark.parametrize(
    ("engine", "url", "probe", "answer", "newest"),
    [
        ("mybbru", "https://a.example/viewtopic.php?id=5",
         "https://a.example/api.php?method=post.get&topic_id=5&limit=1&sort_by=id&sort_dir=desc&fields=id",
         '{"response":[{"id":"4711"}]}', "4711"),
        ("phpbb", "https://a.example/viewtopic.php?t=5", "https://a.example/feed.php?t=5",
         "<id>https://a.example/</id><id>https://a.example/?p=9#p9</id><id>https://a.example/?p=10#p10</id>", "10"),
        ("fluxbb", "https://a.example/viewtopic.php?id=5", "https://a.example/extern.php?action=feed&tid=5&type=atom",
         "<feed><entry><id>https://a.example/viewtopic.php?pid=155#p155</id></entry></feed>", "155"),
    ],
)  # fmt: skip
def test_probes(engine: str, url: str, probe: str, answer: str, newest: str) -> None:
    adapter = adapter_named(engine)
    assert adapter.probe_url(topic_ref(url, engine), 3, 15) == probe

    def read(text: str) -> str | None:
        return adapter.read_probe(
            Fetched(
                url=probe, final_url=probe, status=200, headers=(), content=text.encode(), fetched_at=datetime.now(UTC)
            )
        )

    assert read(answer) == newest
    for useless in ("", "<html>Войдите</html>", '{"error":{"code":"1"}}', '{"response":[]}', '{"response":"', "{}"):
        assert read(useless) is None


def test_engines_without_a_cheap_answer_say_so() -> None:
    for engine in ("mybb", "smf", "invision", "ipboard", "ucoz", "xenforo", "vbulletin"):
        ref = TopicRef(engine=engine, board="https://a.example/", topic_id="5", url="https://a.example/x")
        assert adapter_named(engine).probe_url(ref, 1, None) is None


def test_unknown_names_and_pages() -> None:
    with pytest.raises(UnknownBoardError, match="phpbb"):
        adapter_named("vanilla")
    with pytest.raises(UnknownBoardError):
        recognise("<html><body>Тетрадка</body></html>")


def test_marks_far_from_the_ends_of_a_long_page_are_found() -> None:
    """A board whose owner put a long header and footer around everything."""
    html = (Path(ROOT) / "fluxbb" / "long.html").read_text(encoding="utf-8")
    padded = html.replace("<body>", "<body>" + "<p>реклама</p>" * 2000)
    padded = padded.replace("</body>", "<p>x</p>" * 2000 + "</body>")
    assert recognise(padded).name == "fluxbb"


@pytest.mark.parametrize("case", ["phpbb/long", "punbb/long", "mybb/long", "smf/long", "invision/long"])
def test_links_are_whole_where_the_page_tells_its_own_address(case: str) -> None:
    """A saved page read without its address."""
    content = (ROOT / f"{case}.html").read_bytes()
    context = ReadContext(now=datetime(2026, 11, 30, 17, 21, tzinfo=UTC))
    posts = read_page(content, None, context).posts
    expected = expectation(ROOT / f"{case}.html")["page"]["posts"]
    assert [post.permalink for post in posts] == [post["permalink"] for post in expected]


def test_links_stay_relative_where_nothing_tells_the_address() -> None:
    content = (ROOT / "fluxbb" / "long.html").read_bytes()
    posts = read_page(content, None, ReadContext(now=datetime(2026, 11, 30, 17, 21, tzinfo=UTC))).posts
    assert posts[0].permalink == f"viewtopic.php?pid={posts[0].id}#p{posts[0].id}"
