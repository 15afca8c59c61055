"""A hundred hostile payloads in nicks, titles, bodies and signatures: on no screen does any of them come alive."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest
from desk_hostile import CALL, ELSEWHERE, payloads
from desk_stage import StandingClock, opened, poll_all
from playwright.sync_api import Browser, Page, Request

from engine.events import AliasAdded, Noted, Published, ViolationFiled
from itogi.config import Board, GameFile, PlayerEntry, Polling, Times, Topic, TopicKind
from itogi.demo.board import DemoBoard
from itogi.demo.game import DemoGame
from itogi.demo.model import Forum
from itogi.desk.app import Desk
from itogi.desk.pages import SCREENS as MENU
from itogi.desk.sanitise import safe_html
from itogi.new import create
from itogi.store import Store

SCREENS = (*(path for path, _title in MENU), "/job")


@dataclass
class Watch:
    """What a page did that it must not."""

    alive: list[str] = field(default_factory=list)

    def over(self, page: Page, own: str) -> None:
        page.expose_function("noticed", lambda: self.alive.append(f"script ran on {page.url}"))

        def asked(request: Request) -> None:
            if not request.url.startswith((own, "data:", "about:")):
                self.alive.append(f"fetched {request.url}")

        page.on("request", asked)
        page.on("dialog", lambda dialog: (self.alive.append("dialog"), dialog.dismiss()))


def test_there_are_a_hundred() -> None:
    assert len(set(payloads())) >= 100


def test_the_watch_notices_what_comes_alive(browser: Browser) -> None:
    """A test that could not fail would prove nothing."""
    watch = Watch()
    with browser.new_context() as context:
        page = context.new_page()
        watch.over(page, "http://127.0.0.1:1/")
        page.set_content(f"<script>{CALL}</script><img src='{ELSEWHERE}'>")
        page.wait_for_timeout(300)
    assert any("script ran" in entry for entry in watch.alive)
    assert any("fetched" in entry for entry in watch.alive)


@pytest.mark.parametrize("payload", payloads())
def test_the_sanitiser_leaves_nothing_that_runs_loads_or_links(payload: str) -> None:
    clean = safe_html(payload).lower()
    for sign in ("<script", "<img", "<svg", "<style", "<iframe", "<a ", "<form", "<link", "<base", "<meta", "hx-"):
        assert sign not in clean.replace("&lt;", "")
    assert " on" not in "".join(part.partition(">")[0] for part in clean.split("<")[1:])


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A game in which everything that others can write is hostile."""
    folder: Path = tmp_path_factory.mktemp("hostile") / "game"
    demo = DemoGame()
    clock = StandingClock(demo.moment("1 21:00"))
    words = payloads()
    forum = Forum(title=words[0], zone=demo.zone)
    forum.add_user("Ведущий", password="x", moderator=True)
    names = [f"Маска{number} {words[number]}" for number in range(12)]
    for number, name in enumerate(names):
        forum.add_user(name, signature=words[-number - 1])
    game, vote = forum.add_topic(words[1]), forum.add_topic(words[2])
    start = demo.moment("0 23:00")
    for number, payload in enumerate(words):
        # A script or style that is not closed would swallow the posts after it, and such a page is not read.
        raw = payload + "</script></style>"
        at = start + timedelta(minutes=number)
        author, target = names[number % 12], names[(number + 5) % 12]
        topic = vote if number % 2 else game
        forum.add_post(topic.id, author, "", html=f"<p>{raw}</p>", at=at)
        body = f'<p><span style="color: red">{target.replace("<", "&lt;")}</span> {raw}</p>'
        forum.add_post(vote.id, author, "", html=body, at=at + timedelta(seconds=20))
        forum.add_post(vote.id, payload, "", html="<p>гость</p>", at=at + timedelta(seconds=30), guest=True)
    with DemoBoard(forum) as board:
        board.follow(clock.now)
        file = GameFile(
            title=words[3],
            topics=(
                Topic(url=board.topic_url(game.id), kind=TopicKind.GAME, title=words[4]),
                Topic(url=board.topic_url(vote.id), kind=TopicKind.VOTE, title=words[5]),
            ),
            players=tuple(PlayerEntry(name=name, aliases=(words[20 + n],)) for n, name in enumerate(names)),
            timetable=Times(first_date=demo.first_date, zone=demo.zone_name),
            board=Board(engine="mybbru"),
            moderators=("Ведущий",),
            reserves=(words[6],),
            polling=Polling(pause_seconds=0.0),
        )
        create(folder, file)
        with Store.open(folder, clock=clock.now) as store:
            store.say(AliasAdded(player=names[0], alias=words[7]), author=words[8])
            store.say(Noted(text=words[9]), author=words[10])
            store.say(ViolationFiled(code="X10-other", player=names[1], text=words[11]))
            store.say(Published(phase="day", number=1, text=words[12], url="javascript:" + CALL, kind="count"))
        poll_all(folder, clock)
        with opened(folder, clock) as desk:
            yield desk


@pytest.mark.browser
@pytest.mark.parametrize("shown", [False, True])
def test_nothing_hostile_comes_alive_on_any_screen(browser: Browser, hostile: Desk, *, shown: bool) -> None:
    own = f"http://127.0.0.1:{hostile.port}/"
    watch = Watch()
    with browser.new_context() as context:
        page = context.new_page()
        watch.over(page, own)
        hostile.secrets_shown = shown
        page.goto(hostile.link)
        for screen in (*SCREENS, "/draft?phase=day&number=1&kind=count", "/draft?phase=day&number=1&kind=roster"):
            answer = page.goto(own.rstrip("/") + screen)
            assert answer is not None
            assert answer.status == 200, screen
            assert page.locator("main h1").count() == 1, "the page is whole"
            page.mouse.move(300, 300)
            page.mouse.wheel(0, 2000)
        for link in page.locator("a[href]").all():
            assert (link.get_attribute("href") or "").startswith(("/", "#", "http://127.0.0.1:", "https://"))
    assert watch.alive == []
