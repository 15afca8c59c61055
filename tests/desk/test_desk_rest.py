"""The rest of a game on the desk: notices, dice and their proof, archive, next game, co-hosts."""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from desk_client import Seen, Visitor
from desk_stage import Stage, opened, said_in, stage

from engine.checking import fit
from engine.events import AliasAdded, HandedOver, Noted, Published, TakenOver
from itogi.config import Game
from itogi.desk.pages import SCREENS
from itogi.desk.uploads import boundary_of, parts_of
from itogi.errors import NotYetError
from itogi.life.dealing import Deal
from itogi.life.proof import Book, checked, deal_checked
from itogi.store import Store


@pytest.fixture
def staged(tmp_path: Path) -> Iterator[Stage]:
    with stage(tmp_path / "game", "3 22:10") as ready:
        yield ready


def fields_of(page: Seen, action: str) -> dict[str, str | list[str]]:
    """The fields of a form as a browser would send them."""
    (form,) = page.root.xpath(f"//form[@action='{action}']")
    found: dict[str, str | list[str]] = {
        field.get("name"): field.get("value", "") for field in form.xpath(".//input[@type='hidden' or @type='text']")
    }
    return found | {field.get("name"): field.text or "" for field in form.xpath(".//textarea")}


# --- notices --------------------------------------------------------------------------------------------------------


def own_posts(staged: Stage, words: str) -> list[str]:
    now = staged.clock.now()
    posts = staged.board.forum.shown_posts(staged.game.topic_id("game"), now)
    return [html for post in posts if words in (html := post.revision(now).html)]


def publish(visitor: Visitor, confirm: Seen, **more: str) -> Seen:
    slip = confirm.root.xpath("//input[@name='slip']/@value")[0]
    visitor.post("/publish", {"slip": slip, **more})
    visitor.desk.jobs.wait(30)
    return visitor.get("/job")


def test_a_warning_is_made_changed_looked_at_and_published_once(staged: Stage, visitor: Visitor) -> None:
    """Judged → listed → changed → confirmed → in the topic; on a later day it is still the same warning."""
    visitor.post("/signin", {"account": staged.game.moderator, "password": staged.game.password})
    visitor.get("/violations")
    visitor.post("/file", {"code": "X6-oath", "player": "Азарт", "words": "клянётся"})
    visitor.get("/violations")
    key = visitor.page.root.xpath("//section[contains(., 'Азарт')]//input[@name='key']/@value")[0]
    visitor.post("/judge", {"key": key, "verdict": "warn"})
    listed = visitor.get("/notices")
    assert "Ждут публикации: 1" in listed.text
    (address,) = listed.root.xpath("//section[@aria-labelledby='waiting']//article//a/@href")
    draft = visitor.get(address)
    assert "предупреждение" in draft.text_of("draft")
    fields = fields_of(draft, "/notices/look")
    assert visitor.post("/notices/look", fields | {"text": "  "}).status == 400
    looked = visitor.post("/notices/look", fields | {"text": "Азарт, предупреждение. Так нельзя."})
    assert looked.path.startswith("/publish/confirm?slip=")
    assert "Так нельзя." in looked.text
    (back,) = looked.root.xpath("//a[contains(@href, '/notices/draft?slip=')]/@href")
    assert "Так нельзя." in visitor.get(back).text_of("draft"), "what was changed is not lost"
    assert not own_posts(staged, "Так нельзя."), "nothing goes out unconfirmed"
    assert "Опубликовано:" in publish(visitor, looked).text
    staged.clock.moment += timedelta(days=1)
    after = visitor.get("/notices")
    assert "Ждут публикации: 0" in after.text
    assert "Азарт" in after.root.xpath("string(//section[@aria-labelledby='gone'])")
    anew = visitor.get(address)
    assert "уже опубликовано" in anew.text
    second = visitor.post("/notices/look", fields_of(anew, "/notices/look") | {"text": "Азарт, предупреждение!"})
    assert "Так нельзя." in second.text, "the text that stands there is shown"
    assert publish(visitor, second).text.count("Опубликовано:") == 1, "without a word on how nothing is sent"
    edited = publish(visitor, second, how="edit")
    assert "не удалось" not in edited.text
    assert len(own_posts(staged, "Азарт, предупреждение")) == 1, "in the same post"
    (first, last) = said_in(staged.folder, Published)
    assert isinstance(first, Published)
    assert isinstance(last, Published)
    assert (first.kind, first.phase, first.number) == (last.kind, last.phase, last.number)
    assert first.kind.startswith("warning:Азарт:")


def test_a_removal_asks_for_its_notice_and_a_warning_needs_no_report(staged: Stage, visitor: Visitor) -> None:
    """V20, Г10: what is pasted by hand is kept, too; accounts and roles are in no text."""
    visitor.desk.secrets_shown = True
    shown = visitor.post("/decide/look", {"ruling": "modkill", "player": "Тщеславие"})
    visitor.post("/decide", {"slip": shown.root.xpath("//input[@name='slip']/@value")[0]})
    assert "Модкилл: Тщеславие" in visitor.get("/notices").root.xpath("string(//section[@aria-labelledby='waiting'])")
    made = visitor.post("/notices/make", {"kind": "warning", "player": "Вера", "rule": "Г13.6", "url": ""})
    assert made.path.startswith("/notices/draft?slip=")
    fields = fields_of(made, "/notices/look")
    assert "Г13.6" in str(fields["text"])
    visitor.post("/notices/copied", fields)
    assert visitor.page.path == "/notices"
    assert "вручную" in visitor.page.text
    assert "вставить вручную" in visitor.get(made.path).text, "it is told when it was given out"
    for wrong in ({"kind": "private", "player": "Вера"}, {"kind": "warning", "player": "Бегемот"}, {"kind": "modkill"}):
        assert visitor.post("/notices/make", {**wrong}).status == 400
    assert visitor.post("/notices/make", {"kind": "modkill", "player": "Вера"}).status == 400, "who was not removed"


def test_what_a_running_phase_would_come_to_is_hidden_with_the_roles(tmp_path: Path) -> None:
    """Weights decide a draft of a court that runs; in the first night every screen is a page all the same."""
    with stage(tmp_path / "game", "3 21:55") as staged, Visitor(staged.desk) as visitor:
        hidden = visitor.get("/draft?of=day-3")
        assert "Выбывает" not in hidden.text
        assert visitor.get(hidden.root.xpath("//a[contains(@href, 'kind=count')]/@href")[0]).text_of("draft")
        staged.desk.secrets_shown = True
        assert "Итоги 3 суда" in visitor.get("/draft?of=day-3").text_of("draft")
        staged.desk.secrets_shown = False
        staged.clock.moment = staged.game.moment("0 21:00")
        for screen, _title in SCREENS:
            assert visitor.get(screen).status == 200, screen


# --- dice -----------------------------------------------------------------------------------------------------------


def test_the_seed_is_kept_until_the_end_and_proves_the_dice_afterwards(tmp_path: Path) -> None:
    """D3: the hash at once; seed, draws and files after the victory, and only with the roles shown."""
    with stage(tmp_path / "game", "3 21:55") as staged, Visitor(staged.desk) as visitor:
        with Store.open(staged.folder) as store:
            seed = store.seed()
        staged.desk.secrets_shown = True
        page = visitor.get("/dice")
        assert seed not in page.html
        assert len(page.text_of("hash").rpartition(" ")[2]) == 64
        assert "внесено вами" in page.text, "the dice of the nights that are over"
        assert visitor.post("/dice/save", {"what": "dice"}).status == 400
        assert "не хеш" in visitor.get("/dice?hash=abc").text
        assert "Это хеш зерна" in visitor.get(f"/dice?hash={page.text_of('hash').rpartition(' ')[2]}").text
        visitor.get("/signup")
        visitor.post("/signup/deal", {"set": "", "again": "1"})
        staged.clock.moment = staged.game.moment("3 23:50")
        told = visitor.get("/dice?over=1")
        assert seed in told.text_of("proof")
        book = visitor.post("/dice/save", {"what": "dice", "over": "1"})
        checked(fit(json.loads(book.html), Book))
        deal = fit(json.loads(visitor.post("/dice/save", {"what": "deal", "over": "1"}).html), Deal)
        deal_checked(deal)
        assert all(f"{name} — " in told.text_of("proof") for name, _role in deal.dealt)
        with pytest.raises(NotYetError):
            deal_checked(deal, "0" * 64)
        staged.desk.secrets_shown = False
        assert seed not in visitor.get("/dice?over=1").html


# --- archive and next game ------------------------------------------------------------------------------------------


def seeds_in(content: bytes, folder: Path) -> int:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        archive.extract("itogi.db", folder)
    with sqlite3.connect(folder / "itogi.db") as database:
        return int(database.execute("SELECT count(*) FROM secrets").fetchone()[0])


def test_the_game_is_kept_as_a_file_with_and_without_secrets(visitor: Visitor, tmp_path: Path) -> None:
    for what, seeds in (("all", 1), ("open", 0)):
        answer = visitor.http.post("/archive/save", data={"csrf": visitor.desk.keys.csrf, "what": what})
        assert answer.headers["content-disposition"].startswith('attachment; filename="game-2013-10-17')
        assert seeds_in(answer.content, tmp_path / what) == seeds
    assert visitor.http.post("/archive/save", data={"what": "all"}).status_code == 403


def test_the_next_game_is_made_and_its_desk_opens(staged: Stage, visitor: Visitor) -> None:
    """Accounts, aliases and hours go along; roles do not; nobody types a command."""
    with Store.open(staged.folder) as store:
        store.say(AliasAdded(player="Гнев", alias="Гневушка"))
    page = visitor.get("/archive")
    fields = fields_of(page, "/next") | {"title": "Грехи 2", "folder": "second", "first_date": "2013-11-04"}
    nothing = visitor.post("/next", fields)
    assert nothing.status == 400
    assert "ссылку" in nothing.text
    url = staged.board.topic_url(staged.game.topic_id("game"))
    made = visitor.post("/next", fields | {"game": url})
    assert made.path.startswith("/archive?slip=")
    game = Game.load(staged.folder.parent / "second")
    assert game.title == "Грехи 2"
    assert next(one for one in game.file.players if one.name == "Гнев").aliases == ("Гневушка",)
    assert [one.accounts for one in game.file.players] == [
        one.accounts for one in Game.load(staged.folder).file.players
    ]
    link = made.root.xpath("//a[contains(@href, 'token=')]/@href")[0]
    with httpx.Client(follow_redirects=True, timeout=60) as other:
        assert "Грехи 2" in other.get(link).text
    assert visitor.post("/next", fields | {"game": url}).status == 400, "there is a game already"


# --- co-hosts -------------------------------------------------------------------------------------------------------


def bring(visitor: Visitor, path: str, content: bytes, **fields: str) -> Seen:
    sent = {"csrf": visitor.desk.keys.csrf, "back": "/cohost", **fields}
    answer = visitor.http.post(path, data=sent, files={"file": ("C:\\для Совы.zip", content, "application/zip")})
    return visitor.seen(answer)


def test_a_game_is_handed_over_taken_compared_and_brought_together(
    staged: Stage, visitor: Visitor, tmp_path: Path
) -> None:
    """Two folders, two desks: everything that `itogi cohost` does."""
    visitor.post("/cohost/name", {"name": "Архивариус"})
    assert "Архивариус" in visitor.page.said
    handed = visitor.post("/cohost/hand", {"name": "Сова"})
    assert handed.root.xpath("//form[@action='/archive/save']//button[@value='all']")
    assert "Сова" in [account.name for account in Game.load(staged.folder).moderators]
    packed = visitor.http.post("/archive/save", data={"csrf": visitor.desk.keys.csrf, "what": "all"}).content
    with opened(tmp_path / "sova", staged.clock) as second, Visitor(second) as other:
        assert other.get("/setup").root.xpath("//a[@href='/cohost']")
        assert bring(other, "/cohost/take", b"", name="Сова").status == 400
        assert bring(other, "/cohost/take", b"no zip", name="Сова").status == 400
        forged = other.http.post("/cohost/take", data={"name": "Сова"}, files={"file": ("a.zip", packed)})
        assert forged.status_code == 403, "a file needs the page's own token, too"
        taken = bring(other, "/cohost/take", packed, name="Сова")
        assert "теперь ведёт Сова" in taken.said
        assert [type(one) for one in said_in(second.folder, TakenOver)] == [TakenOver]
        with Store.open(second.folder) as store:
            store.say(Noted(text="Только у Совы"), author="Сова")
            store.say(AliasAdded(player="Вера", alias="Верочка"), author="Сова")
        theirs = other.http.post("/archive/save", data={"csrf": second.keys.csrf, "what": "all"}).content
    with Store.open(staged.folder) as store:
        store.say(Noted(text="Только здесь"))
    looked = bring(visitor, "/cohost/look", theirs)
    assert looked.path.startswith("/cohost/compare?slip=")
    assert "для Совы.zip" in looked.text
    assert "Верочка" in looked.root.xpath("string(//section[@aria-labelledby='there-only'])")
    assert "Только у Совы" not in looked.text, "notes are hidden with the roles"
    staged.desk.secrets_shown = True
    assert "Только здесь" in visitor.get(looked.path).root.xpath("string(//section[@aria-labelledby='here-only'])")
    forked = bring(visitor, "/cohost/take", theirs, name="Архивариус")
    assert forked.status == 400
    assert forked.root.xpath("//main//a[@href='/cohost'][text()='Соведущие']"), "what to do is a link, not a command"
    slip = looked.path.partition("slip=")[2]
    merged = visitor.post("/cohost/merge", {"slip": slip})
    assert "Приняты записи" in merged.text
    assert visitor.post("/cohost/merge", {"slip": slip}).status == 400
    assert len(said_in(staged.folder, Noted)) == 2
    assert len(said_in(staged.folder, HandedOver)) == 1
    again = bring(visitor, "/cohost/look", theirs)
    assert not again.root.xpath("//form[@action='/cohost/merge']"), "nothing is missing here any more"
    visitor.post("/cohost/take", {"name": "Архивариус", "without": "1"})
    assert "Теперь игру ведёте вы" in visitor.page.said


def test_parts_of_a_form_with_a_file() -> None:
    """Bytes stay as they are; a file's name leads out of no folder; what is no such form has no boundary."""
    content = b"PK\r\n--x\r\n\x00\xff\r\n"
    body = (
        b'--b\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n\xd0\x94\xd0\xb0\r\n'
        b'--b\r\nContent-Disposition: form-data; name="file"; filename="..\\/etc/a.zip"\r\nX: y\r\n\r\n'
        + content
        + b"\r\n--b\r\nbroken\r\n--b--\r\nafter"
    )
    assert parts_of(body, "b") == ([("csrf", "Да")], {"file": ("a.zip", content)})
    assert boundary_of('multipart/form-data; boundary="b c"') == "b c"
    for other in ("application/x-www-form-urlencoded", "multipart/form-data", "", "multipart/mixed; boundary=b"):
        assert boundary_of(other) is None
