"""The demo board has the manners of mybb.ru: what other tests and the demo rely on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from html.parser import HTMLParser
from zoneinfo import ZoneInfo

import httpx
import pytest

from itogi.demo import faults
from itogi.demo.board import DemoBoard
from itogi.demo.model import Forum

MOSCOW = ZoneInfo("Europe/Moscow")
START = datetime(2013, 10, 15, 20, 0, tzinfo=MOSCOW)


@pytest.fixture
def board() -> Iterator[DemoBoard]:
    forum = Forum(title="Доска")
    forum.add_user("Ведущий", password="пароль-длиннее-16-знаков", moderator=True)
    forum.add_user("Гнев", password="secret", signature="[color=red]Вера[/color]")
    topic = forum.add_topic("Голосование")
    for index in range(65):
        forum.add_post(topic.id, "Гнев", f"Сообщение {index}", at=START + timedelta(minutes=index))
    with DemoBoard(forum, flood_seconds=30, min_length=3) as running:
        running.set_clock(START + timedelta(hours=3))
        yield running


@pytest.fixture
def client(board: DemoBoard) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=board.base_url, trust_env=False) as opened:
        yield opened


def posts_of(page: str) -> list[str]:
    return re.findall(r'<div id="p(\d+)" class="post[ "]', page)


def sign_in(client: httpx.Client, name: str = "Гнев", password: str = "secret") -> str:
    form = {"form_sent": "1", "redirect_url": "/", "req_username": name, "req_password": password, "login": "Войти"}
    return client.post("login.php?action=in", **encoded(form)).text


def encoded(form: dict[str, str]) -> dict[str, object]:
    """A form as a browser sends it to such a board: windows-1251, other characters as `&#N;`."""
    from urllib.parse import quote_from_bytes

    content = "&".join(
        f"{name}={quote_from_bytes(value.encode('cp1251', errors='xmlcharrefreplace'))}" for name, value in form.items()
    )
    return {"content": content, "headers": {"Content-Type": "application/x-www-form-urlencoded"}}


def reply(client: httpx.Client, text: str, topic: int = 1) -> str:
    form = {"form_sent": "1", "form_user": "Гнев", "req_message": text, "submit": "Отправить"}
    return client.post(f"post.php?tid={topic}", **encoded(form)).text


def test_topic_pages_hold_thirty_posts_in_windows_1251(client: httpx.Client) -> None:
    answers = [client.get("viewtopic.php", params={"id": 1, "p": number}) for number in (1, 2, 3)]
    assert [len(posts_of(answer.text)) for answer in answers] == [30, 30, 5]
    assert answers[0].headers["content-type"] == "text/html; charset=windows-1251"
    assert "Сообщений 31 страница 60 из 65" in answers[1].content.decode("cp1251")
    assert len({post for answer in answers for post in posts_of(answer.text)}) == 65
    assert len(posts_of(client.get("viewtopic.php?id=1&p=-1").text)) == 65


def test_a_post_carries_what_a_reader_needs(client: httpx.Client) -> None:
    page = client.get("viewtopic.php?id=1").text
    assert 'class="post topicpost odd" data-posted="1381852800" data-user-id="3"' in page
    assert '<a href="/profile.php?id=3" rel="nofollow">Гнев</a>' in page
    assert 'data-topic-id="1"' in page
    assert '<dl class="post-sig">' in page.split('id="p101-content"')[1].split('class="post-links"')[0]


def test_links_to_a_post_and_to_the_last_one_lead_to_its_page(client: httpx.Client) -> None:
    assert "131" in posts_of(client.get("viewtopic.php?pid=131").text)
    last = client.get("viewtopic.php?id=1&action=last")
    assert last.status_code == 302
    assert last.headers["location"] == "/viewtopic.php?pid=165#p165"


@pytest.mark.parametrize("address", ["viewtopic.php?id=99", "viewtopic.php?pid=9999", "viewtopic.php", "nothing.php"])
def test_what_is_not_there_is_404(client: httpx.Client, address: str) -> None:
    assert client.get(address).status_code == 404


def test_the_clock_hides_what_is_not_written_yet(board: DemoBoard, client: httpx.Client) -> None:
    board.set_clock(START + timedelta(minutes=9, seconds=30))
    assert len(posts_of(client.get("viewtopic.php?id=1").text)) == 10
    board.edit_post(101, "другое")
    assert "Отредактировано Гнев (Сегодня 20:09:30)" in client.get("viewtopic.php?id=1").text
    board.set_clock(START + timedelta(minutes=5))
    assert "Отредактировано" not in client.get("viewtopic.php?id=1").text


def test_silent_edits_leave_no_note_and_removed_posts_shift_the_numbers(board: DemoBoard, client: httpx.Client) -> None:
    board.edit_post(102, "тихо", silent=True)
    board.remove_post(101)
    page = client.get("viewtopic.php?id=1").text
    assert "тихо" in page
    assert "Отредактировано" not in page
    assert re.search(r'id="p102" class="post topicpost .*?<strong>1</strong>', page, flags=re.DOTALL)


def test_a_guest_has_no_profile(board: DemoBoard, client: httpx.Client) -> None:
    board.add_post(1, "Вера", "[color=red]Гнев[/color]", guest=True)
    guest = client.get("viewtopic.php?id=1&p=3").text.split('id="p166"')[1]
    assert '<span class="acchide">Автор:&nbsp;</span>Вера</li>' in guest
    assert '<li class="pa-title">Гость</li>' in guest


def test_the_api_gives_posts_and_topics(client: httpx.Client) -> None:
    answer = client.get(
        "api.php?method=post.get&topic_id=1&limit=2&skip=1&sort_by=id&sort_dir=desc&fields=id,username,message,posted"
    ).json()
    assert [row["id"] for row in answer["response"]] == ["164", "163"]
    assert answer["response"][0]["message"] == "<p>Сообщение 63</p>"
    topic = client.get("api.php?method=topic.get&topic_id=1&fields=subject,num_replies").json()
    assert topic == {"response": [{"subject": "Голосование", "num_replies": "64"}]}
    assert "error" in client.get("api.php?method=post.get&topic_id=7").json()


def test_signing_in_sets_a_cookie_and_a_wrong_password_does_not(client: httpx.Client) -> None:
    assert "Неверное имя" in sign_in(client, password="wrong")
    assert "mybb_ru" not in client.cookies
    assert "Вы успешно вошли" in sign_in(client)
    assert "Привет, <strong>Гнев</strong>" in client.get("/").text


def test_passwords_are_cut_at_sixteen_characters_as_the_form_does(client: httpx.Client) -> None:
    assert "Вы успешно вошли" in sign_in(client, "Ведущий", "пароль-длиннее-1")


def test_a_reply_appears_with_the_characters_that_the_encoding_lacks(board: DemoBoard, client: httpx.Client) -> None:
    assert "У Вас нет прав" in reply(client, "как гость")
    assert len(board.forum.posts) == 65
    sign_in(client)
    answer = reply(client, "[color=red]Вера[/color] ☘")
    assert "Сообщение добавлено" in answer
    assert '<span style="color: red">Вера</span> &#9752;' in client.get("viewtopic.php?id=1&p=3").text


def test_an_own_post_can_be_edited_through_the_form(board: DemoBoard, client: httpx.Client) -> None:
    sign_in(client)
    reply(client, "[b]до[/b]")
    assert "[b]до[/b]</textarea>" in client.get("edit.php?id=166").text
    form = {"form_sent": "1", "req_message": "[b]после[/b]", "submit": "Отправить"}
    assert "отредактировано" in client.post("edit.php?id=166&action=edit", **encoded(form)).text
    page = client.get("viewtopic.php?id=1&p=3").text
    assert "<strong>после</strong>" in page
    assert "Отредактировано Гнев" in page


def test_others_posts_can_be_edited_by_moderators_only(board: DemoBoard, client: httpx.Client) -> None:
    stranger = board.add_post(1, "Азарт", "моё")
    sign_in(client)
    assert "нет прав" in client.get(f"edit.php?id={stranger.id}").text
    sign_in(client, "Ведущий", "пароль-длиннее-1")
    assert "моё</textarea>" in client.get(f"edit.php?id={stranger.id}").text


def test_a_reply_is_refused_when_short_too_soon_or_in_a_closed_topic(board: DemoBoard, client: httpx.Client) -> None:
    sign_in(client)
    assert "Слишком короткое" in reply(client, "а")
    assert "добавлено" in reply(client, "первое сообщение")
    assert "не менее 30 секунд" in reply(client, "второе сообщение")
    board.close_topic(1)
    assert "Тема закрыта" in reply(client, "третье сообщение")
    assert '<span class="closed">' in client.get("viewtopic.php?id=1").text
    assert len(board.forum.posts) == 66


def test_topics_for_members_ask_guests_to_sign_in(board: DemoBoard, client: httpx.Client) -> None:
    board.forum.topics[1].members_only = True
    assert 'name="req_password"' in client.get("viewtopic.php?id=1").text
    sign_in(client)
    assert posts_of(client.get("viewtopic.php?id=1").text)
    board.end_sessions()
    assert not posts_of(client.get("viewtopic.php?id=1").text)


def test_the_board_misbehaves_on_command_and_only_so_often(board: DemoBoard, client: httpx.Client) -> None:
    board.misbehave(faults.status(503, retry_after=2), path="/viewtopic.php")
    board.misbehave(faults.half(), path="/viewtopic.php")
    board.misbehave(faults.lost(), path="/viewtopic.php")
    board.misbehave(faults.short(), path="/viewtopic.php")
    spoilt = client.get("viewtopic.php?id=1")
    assert (spoilt.status_code, spoilt.headers["retry-after"]) == (503, "2")
    for _ in range(2):
        with pytest.raises(httpx.RemoteProtocolError):
            client.get("viewtopic.php?id=1")
    assert "</html>" not in client.get("viewtopic.php?id=1").text
    assert "</html>" in client.get("viewtopic.php?id=1").text
    assert [asked.path for asked in board.requests] == ["/viewtopic.php"] * 5


def test_bodies_are_well_formed_however_boxes_are_nested(board: DemoBoard, client: httpx.Client) -> None:
    board.add_post(
        1,
        "Гнев",
        "до\n[quote=Вера]раз\n\n[quote=Азарт][color=red]Гнев[/color][/quote]\nдва[/quote]\n"
        "после [spoiler=тут][s]Вера[/s][/spoiler][code][b]x[/b][/code] <script>alert(1)</script>",
    )
    body = client.get("viewtopic.php?id=1&p=3").text.split('id="p166-content"')[1]

    class Balance(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.open = ["div"]

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            if self.open and tag not in ("br", "img"):
                self.open.append(tag)

        def handle_endtag(self, tag: str) -> None:
            if self.open:
                assert self.open.pop() == tag

    parser = Balance()
    parser.feed(body.split(">", 1)[1])
    assert not parser.open
    assert "&lt;script&gt;" in body
    assert "<pre>[b]x[/b]</pre>" in body
