"""What issue 9 made for the command line, on the desk: sign-up, roles, letters, mail, disputes, numbers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from desk_client import Visitor
from desk_stage import Stage, StandingClock, opened, said_in, stage

from engine.events import (
    Decided,
    LetterConfirmed,
    LetterSent,
    Noted,
    OrderGiven,
    PostHandled,
    RolesSealed,
    ViolationFiled,
)
from engine.records import Decision, Ruling
from itogi.config import Game
from itogi.demo.board import DemoBoard
from itogi.demo.game import DemoGame
from itogi.demo.model import Forum
from itogi.desk.app import Desk
from itogi.store import Store

FIELDS = {"zone": "Europe/Moscow", "first_night": "22:00", "day": "22:00", "night": "22:30"}


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """Five minutes before the deadline of day 3; tests on it only look."""
    with stage(tmp_path_factory.mktemp("life") / "game", "3 21:55") as ready:
        yield ready


@pytest.fixture
def staged(tmp_path: Path) -> Iterator[Stage]:
    with stage(tmp_path / "game", "3 21:55") as ready:
        yield ready


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Desk]:
    with opened(tmp_path / "new", StandingClock(DemoGame().moment("0 10:00"))) as desk:
        yield desk


# --- sign-up and start ----------------------------------------------------------------------------------------------


def test_players_are_gathered_by_hand_masked_dealt_and_written_to(empty: Desk) -> None:
    """Г6.1, D3: from an empty folder to letters, without a topic."""
    with Visitor(empty) as visitor:
        assert visitor.page.path == "/setup"
        assert visitor.page.root.xpath("//a[@href='/signup']")
        visitor.get("/signup")
        visitor.post("/signup/open", {"title": "Проба", "moderators": "Архивариус", "seats": "5"})
        assert "Занято мест: 0 из 5" in visitor.page.text
        assert visitor.get("/").path == "/signup", "until there is a game everything leads here"
        for account in ("Аня", "Боря", "Вика", "Гена", "Дима"):
            visitor.post("/signup/place", {"account": account, "place": "player"})
        refused = visitor.post("/signup/place", {"account": "Тролль", "place": "refused"})
        assert refused.status == 400
        assert "Г6.1" in refused.text
        visitor.post("/signup/place", {"account": "Тролль", "place": "refused", "reason": "грубит"})
        visitor.get("/signup")
        visitor.post("/signup/place", {"account": "Женя", "place": "reserve"})
        empty.secrets_shown = True
        visitor.get("/signup")
        lines = "Аня = Зависть\nБоря = Азарт, m\nВика = Гнев\nГена = Вера\nДима = Вера"
        wrong = visitor.post("/signup/mask", {"how": "lines", "lines": lines.replace("Дима = Вера", "чепуха")})
        assert wrong.status == 400
        assert "Боря = Азарт" in wrong.text, "what was typed is given back"
        visitor.get("/signup")
        visitor.post("/signup/mask", {"how": "shuffle", "masks": "Зависть, Азарт, Гнев, Вера, Похоть"})
        assert "Названо: 5 игроков" in visitor.page.said
        hidden = visitor.get("/signup")
        assert "Тролль" in hidden.text_of("list")
        assert "Зависть" not in hidden.text_of("list")
        empty.secrets_shown = False
        assert "Похоть" not in visitor.get("/signup").text, "who is behind a mask is a secret"
        homeless = visitor.post("/signup/close", {**FIELDS, "first_date": "2013-10-14"})
        assert "Игре нужна тема" in homeless.text
        url = "http://board.test/viewtopic.php?id=3"
        closed = visitor.post("/signup/close", {**FIELDS, "first_date": "2013-10-14", "vote": url})
        assert closed.status == 200, closed.text
        game = Game.load(empty.folder)
        assert {player.name for player in game.file.players} == {"Зависть", "Азарт", "Гнев", "Вера", "Похоть"}
        assert game.file.reserves == ("Женя",)
        assert visitor.page.path == "/signup"
        visitor.get("/signup?set=" + "босс,маньяк,доктор")
        assert "босс, маньяк, доктор, мирный житель × 2" in visitor.page.text
        assert "SHA-256" in visitor.page.text_of("seal")
        visitor.post("/signup/deal", {"set": "босс,маньяк,доктор"})
        assert "раздача 1" in visitor.page.said
        again = visitor.post("/signup/deal", {"set": ""})
        assert again.status == 400
        visitor.get("/signup")
        address = "http://board.test/viewtopic.php?id=2"
        visitor.post("/signup/topics", {"game": address, "vote": "", "back": "/signup"})
        assert "http://board.test/viewtopic.php?id=2" in visitor.page.text_of("opening-vote")
        visitor.get("/letters")
        assert "босс" not in visitor.page.text
        empty.secrets_shown = True
        letters = visitor.get("/letters")
        assert letters.text.count("Ваша роль") == 5
    assert len(said_in(empty.folder, RolesSealed)) == 1


def test_a_sign_up_topic_is_read_and_its_doubts_are_asked(empty: Desk) -> None:
    """Whoever asks only whether one can play from a phone waits for the GM; the topic can be read again."""
    demo = DemoGame()
    forum = Forum(title="Доска", zone=demo.zone)
    for name in ("Архивариус", "Snegir", "Ada", "Старый Лис"):
        forum.add_user(name)
    topic = forum.add_topic("Набор на игру «Грехи»")
    forum.add_post(topic.id, "Архивариус", "Записывайтесь.", at=demo.moment("-4 10:00"))
    forum.add_post(topic.id, "Snegir", "Записываюсь!", at=demo.moment("-4 11:00"))
    forum.add_post(topic.id, "Ada", "А с телефона можно?", at=demo.moment("-4 12:00"))
    with DemoBoard(forum) as board, Visitor(empty) as visitor:
        board.set_clock(demo.moment("0 10:00"))
        bad = visitor.post("/signup/open", {"url": board.topic_url("77")})
        assert bad.status == 503 or bad.status == 400
        visitor.post("/signup/open", {"url": board.topic_url(topic.id), "seats": "3"})
        assert "Решать вам: Ada" in visitor.get("/signup").text
        early = visitor.post("/signup/close", {**FIELDS, "first_date": "2013-10-14"})
        assert early.status == 400
        assert "Ada" in early.text
        board.add_post(topic.id, "Старый Лис", "Если что, я в резерв.", at=demo.moment("0 10:00"))
        visitor.get("/signup")
        visitor.post("/signup/read")
        empty.jobs.wait(30)
        page = visitor.get("/signup")
        assert "Старый Лис" in page.text
        visitor.post("/signup/place", {"account": "Ada", "place": "player"})
        listed = visitor.get("/signup").text_of("list")
        assert listed.index("Snegir") < listed.index("Ada") < listed.index("Старый Лис")
        visitor.post("/signup/close", {**FIELDS, "first_date": "2013-10-14"})
    game = Game.load(empty.folder)
    assert (game.title, game.file.reserves) == ("Грехи", ("Старый Лис",))


# --- letters and mail -----------------------------------------------------------------------------------------------


def test_letters_are_marked_as_sent_and_read_once(staged: Stage) -> None:
    with Visitor(staged.desk) as visitor:
        staged.desk.secrets_shown = True
        visitor.get("/letters")
        visitor.post("/letters", {"player": ["Вера", "Гнев"], "what": "sent"})
        assert "Отмечено: 2 письма" in visitor.page.said
        visitor.post("/letters", {"player": "Вера", "what": "confirmed", "source": "звонок"})
        nothing = visitor.post("/letters", {"player": "Вера", "what": "sent"})
        assert nothing.status == 400
        page = visitor.get("/letters")
        assert "Отправлено: 2 из 5. Прочитано игроком: 1 из 5." in page.text
        visitor.post("/letters/unmark", {"player": "Гнев"})
        assert "Отправлено: 1 из 5" in visitor.get("/letters").text
    assert len(said_in(staged.folder, LetterSent)) == 1
    assert len(said_in(staged.folder, LetterConfirmed)) == 1


def test_the_answers_of_a_night_go_out_once_each(staged: Stage) -> None:
    """The commissioner's check is answered; a mark holds for this answer alone."""
    with Visitor(staged.desk) as visitor:
        staged.desk.secrets_shown = True
        page = visitor.get("/letters?night=1")
        assert "Нефилим — не мафия" in page.text_of("answer-1")
        mark = page.root.xpath("//input[@name='mark']/@value")[0]
        visitor.post(
            "/letters", {"player": "Зависть", "what": "sent", "night": "1", "mark": mark, "back": "/letters?night=1"}
        )
        assert not visitor.get("/letters?night=1").root.xpath("//input[@name='mark']")
        offered = visitor.get("/letters?night=3&remedy=1&until=22:55")
        assert "22:55" in offered.text_of("answer-1")
        staged.desk.secrets_shown = False
        assert "отправлен" not in visitor.get("/journal").text, "an answer's entry tells that somebody has a role"


def test_pasted_mail_is_shown_as_understood_and_only_then_entered(staged: Stage) -> None:
    """N0: several messages at once, by mask, account or the forum's head; doubts are asked; nothing is guessed."""
    mail = (
        "От: Вера\nТема: ход\nДата: сегодня\nубиваю Гнева\n\nАзарт написал(а): думаю о вечном\nПохоть: убиваю Тщеславие"
    )
    with Visitor(staged.desk) as visitor:
        staged.desk.secrets_shown = True
        assert "Ещё не прислали: 2" in visitor.get("/mail").text
        looked = visitor.post("/mail", {"message": mail, "night": "4", "source": "ЛС"})
        legends = [legend.text_content().strip() for legend in looked.root.xpath("//legend")]
        assert legends == ["Вера", "Азарт", "Похоть"]
        before = len(said_in(staged.folder, OrderGiven))
        chosen = looked.root.xpath("//input[@type='radio'][@checked]/@name")
        assert chosen == ["item0", "item2"], "what is not understood is not chosen"
        slip = looked.root.xpath("//input[@name='slip']/@value")[0]
        entered = visitor.post("/mail/enter", {"slip": slip, "item0": "1", "item2": "0"})
        assert "Внесён 1 ход" in entered.said
        assert "Ещё не прислали: 1" in entered.text
        again = visitor.post("/mail/enter", {"slip": slip, "item0": "1"})
        assert again.status == 400
    orders = said_in(staged.folder, OrderGiven)
    assert len(orders) == before + 1
    assert isinstance(orders[-1], OrderGiven)
    assert (orders[-1].order.by, orders[-1].order.targets, orders[-1].order.source) == ("Вера", ("Гнев",), "ЛС")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("убиваю Гнева", "не сказано, чьё оно"),
        ("Вера: убиваю Справедливость", "не принимают"),
        ("", "Вставьте сообщение"),
    ],
)
def test_what_is_wrong_with_pasted_mail_is_told(evening: Stage, words: str, told: str) -> None:
    with Visitor(evening.desk) as visitor:
        evening.desk.secrets_shown = True
        assert told in visitor.post("/mail", {"message": words, "night": "4"}).text


# --- disputes and numbers -------------------------------------------------------------------------------------------


def test_questions_to_the_game_master_and_their_state(staged: Stage) -> None:
    """Г12.1, Г6: a highlighted name asks for an answer; it is marked, taken back, noted for the record."""
    staged.board.add_post(
        staged.game.topic_id("game"),
        "Гнев",
        f"[b]{staged.game.moderator}[/b], почему мой голос не считается?",
        at=staged.clock.now(),
    )
    staged.poll()
    with Visitor(staged.desk) as visitor:
        page = visitor.get("/disputes")
        assert "почему мой голос не считается?" in page.text
        assert page.root.xpath("//nav//a[@href='/disputes']//*[@class='badge']")
        why = page.root.xpath("//a[contains(@href, '#why')]/@href")[0]
        answer = visitor.get(why.partition("#")[0])
        assert "суд 3" in answer.text_of("why-text")
        for secret in ("×2", "×3", "мирный", "мафия"):
            assert secret not in answer.text_of("why-text")
        visitor.get("/disputes")
        post = visitor.page.root.xpath("//form[@action='/inbox']//input[@name='post']/@value")[0]
        visitor.post("/inbox", {"post": post, "verdict": "answered", "note": "ЛС"})
        assert "Ни одно сообщение не ждёт" in visitor.get("/disputes").text
        visitor.post("/inbox", {"post": post, "verdict": "open"})
        assert "почему мой голос" in visitor.get("/disputes").text
        assert visitor.post("/inbox", {"post": "999999", "verdict": "open"}).status == 400
        visitor.get("/disputes")
        visitor.post("/note", {"text": "Голос Гнева в 21:55", "post": post})
        assert visitor.get("/disputes").root.xpath("//section[@aria-labelledby='notes']//a[contains(@href, 'pid=')]")
        assert visitor.post("/note", {"text": " "}).status == 400
    assert [one.verdict for one in said_in(staged.folder, PostHandled) if isinstance(one, PostHandled)][-1] == "open"
    assert len(said_in(staged.folder, Noted)) == 1


def test_the_game_masters_own_words_are_hidden_with_the_roles(staged: Stage) -> None:
    """Notes may tell a role: on a screen that is shown to others none of them stands, wherever it was written."""
    words = "Вера-босс-проговорилась"
    with Store.open(staged.folder, clock=staged.clock.now) as store:
        store.say(Noted(text=words))
        store.say(PostHandled(post="1", verdict="ignored", note=words))
        decision = Decision(ruling=Ruling.PARDON, player="Гнев", note=words)
        store.say(Decided(phase="day", number=3, decision=decision))
        for post in (None, "157"):
            store.say(ViolationFiled(code="X10-leak", player="Гнев", text=words, post=post))
    pages = ("/journal", "/violations", "/disputes", "/")
    with Visitor(staged.desk) as visitor:
        staged.desk.secrets_shown = True
        key = visitor.get("/violations").root.xpath(f"//section[contains(., '{words}')]//input[@name='key']/@value")[0]
        told = visitor.post("/judge", {"key": key, "verdict": "confirm", "note": words})
        assert words in told.text
        assert words in visitor.get("/journal").text
        assert words in visitor.get("/disputes").text
        staged.desk.secrets_shown = False
        for path in pages:
            page = visitor.get(path)
            assert page.status == 200
            assert words not in page.html, path
        key = visitor.get("/violations").root.xpath("//section[contains(., 'скрыто')]//input[@name='key']/@value")[0]
        assert words not in visitor.post("/judge", {"key": key, "verdict": "dismiss", "note": words}).html
        assert words not in visitor.get("/violations").html


def test_charts_hold_no_weights_and_hits_are_hidden_with_the_roles(evening: Stage) -> None:
    with Visitor(evening.desk) as visitor:
        evening.desk.secrets_shown = False
        page = visitor.get("/numbers")
        assert len(page.root.xpath("//figure//*[local-name()='svg']")) == 5
        assert "×" not in page.text
        assert "Попадания" not in page.text
        evening.desk.secrets_shown = True
        assert "Попадания" in visitor.get("/numbers").text
        evening.desk.secrets_shown = False


def test_a_vote_by_phone_gets_its_words_for_the_topic(staged: Stage) -> None:
    """V14, Г5: the same function as `itogi vote` and `itogi announce`."""
    with Visitor(staged.desk) as visitor:
        visitor.get("/votes")
        fields: dict[str, str | list[str]] = {"voter": "Тщеславие", "target": "Гнев", "colour": "red", "day": "3"}
        assert visitor.post("/ballot", fields | {"source": " "}).status == 400
        visitor.get("/votes")
        outside = visitor.post("/ballot", fields | {"source": "СМС", "at": "22:30"})
        assert outside.status == 400
        visitor.get("/votes")
        visitor.post("/ballot", fields | {"source": "СМС", "at": "18:00", "back": "/votes?day=3"})
        assert "Тщеславие голосует" in visitor.page.text_of("passed-1")


def test_the_court_is_moved_and_closed_by_hand_with_consent(staged: Stage) -> None:
    """T2, V8, Г5.1: the deadline moves; a consent told privately makes the vote early; an objection stays a secret."""
    with Visitor(staged.desk) as visitor:
        page = visitor.get("/")
        assert "досрочн" in page.text_of("early-call")
        visitor.post("/court", {"what": "move", "at": "23:30", "back": "/"})
        assert "до 23:30" in visitor.page.text
        assert visitor.post("/court", {"what": "move", "at": "чепуха", "back": "/"}).status == 400
        visitor.get("/")
        voted = visitor.post("/agree", {"player": "Тщеславие", "back": "/"})
        assert voted.status == 400, "who has no vote cannot agree"
        visitor.get("/players")
        shown = visitor.post("/decide/look", {"ruling": "object", "player": "Вера"})
        visitor.post("/decide", {"slip": shown.root.xpath("//input[@name='slip']/@value")[0]})
        before = visitor.get("/").root.xpath("string(//section[@aria-labelledby='missing'])")
        assert "Вера" not in before.partition("Досрочное закрытие")[2].partition("Призыв")[0]
        staged.desk.secrets_shown = True
        assert "Вера" in visitor.get("/").root.xpath("string(//section[@aria-labelledby='missing'])")
        visitor.post("/court", {"what": "early", "back": "/"})
        assert "закрыт досрочно" in visitor.page.said


def test_the_record_comes_with_the_end_and_with_the_roles_shown(tmp_path: Path) -> None:
    """P3: whoever has won, nothing of the record stands on a shared screen, and none of it while the game runs."""
    with stage(tmp_path / "running", "3 21:55") as running, Visitor(running.desk) as visitor:
        running.desk.secrets_shown = True
        assert visitor.get("/numbers").text_of("record") == ""
    with stage(tmp_path / "over", "3 23:50") as over, Visitor(over.desk) as visitor:
        assert visitor.get("/numbers").text_of("record") == ""
        over.desk.secrets_shown = True
        assert "Вера" in visitor.get("/numbers").text_of("record")
