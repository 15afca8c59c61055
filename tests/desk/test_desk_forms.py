"""Forms of the desk: nothing is entered twice, a page that has grown old says so, nothing typed is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from desk_client import Visitor
from desk_stage import Stage, opened, said_in, stage

from engine.events import AliasAdded, BallotEntered, Decided, NameTaken, Noted, QuestionAnswered
from engine.records import Ruling
from itogi.life.cohosts import machine
from itogi.store import Store


@pytest.fixture
def staged(tmp_path: Path) -> Iterator[Stage]:
    with stage(tmp_path / "game", "3 21:55") as ready:
        yield ready


BALLOT: dict[str, str | list[str]] = {
    "voter": "Тщеславие",
    "target": "Гнев",
    "colour": "red",
    "source": "СМС",
    "day": "3",
}


def test_a_form_sent_twice_is_entered_once(staged: Stage, visitor: Visitor) -> None:
    """A double click, or «back» and the button once more: the second sending is told of, not entered."""
    base = visitor.get("/votes").base
    visitor.post("/ballot", BALLOT, base=base)
    second = visitor.post("/ballot", BALLOT, base=base)
    assert second.status == 400
    assert "дважды ничего не внесено" in second.text
    assert len(said_in(staged.folder, BallotEntered)) == 1
    visitor.get("/disputes")
    base = visitor.page.base
    for _again in range(2):
        visitor.post("/note", {"text": "Голос в 22:00:19"}, base=base)
    assert "уже внесено" in visitor.page.text
    assert len(said_in(staged.folder, Noted)) == 1


def test_a_stale_page_is_refused_where_it_matters_and_only_there(staged: Stage, visitor: Visitor) -> None:
    """Another matter that was entered meanwhile is no hindrance; the same matter is, and its author is named."""
    base = visitor.get("/votes").base
    with Store.open(staged.folder) as store:
        store.say(AliasAdded(player="Гнев", alias="Гневушка"), author="Сова")
    assert visitor.post("/ballot", BALLOT, base=base).status == 200
    with Store.open(staged.folder) as store:
        number = store.events()[-1].number
    stale = visitor.post("/ballot", BALLOT | {"target": "Вера"}, base=base)
    assert str(number) in stale.text
    assert [one.cast.target for one in said_in(staged.folder, BallotEntered) if isinstance(one, BallotEntered)] == [
        "Гнев"
    ]


def test_a_question_answered_in_another_window_is_not_answered_otherwise(staged: Stage, visitor: Visitor) -> None:
    visitor.get("/questions")
    key = visitor.page.root.xpath("//input[@name='key']/@value")[0]
    base = visitor.page.base
    with Visitor(staged.desk) as other:
        other.get("/questions")
        other.post("/answer", {"key": key, "choice": "1"})
    refused = visitor.post("/answer", {"key": key, "choice": "2"}, base=base)
    assert refused.status == 400
    assert len(said_in(staged.folder, QuestionAnswered)) == 1
    # On a page that is made anew the GM may answer otherwise as often as he likes.
    visitor.get("/questions")
    assert visitor.post("/answer", {"key": key, "choice": "2"}).status == 200


def test_two_desks_on_one_game(staged: Stage, visitor: Visitor) -> None:
    """A second desk of the same folder, on its own port: what one enters the other shows and minds."""
    with opened(staged.folder, staged.clock) as second, Visitor(second) as other:
        base = other.get("/players").base
        visitor.get("/players")
        visitor.post("/player", {"player": "Гнев", "what": "alias", "value": "Гневушка"})
        assert "Гневушка" in other.get("/players").text
        clash = other.post("/player", {"player": "Вера", "what": "alias", "value": "Гневушка"}, base=base)
        assert clash.status == 400
        assert "Гнев" in clash.text
        # The session of the one opens no door of the other.
        assert not set(visitor.http.cookies) & set(other.http.cookies)


def test_what_was_typed_into_a_refused_form_is_given_back(visitor: Visitor) -> None:
    visitor.desk.secrets_shown = True
    visitor.get("/night")
    refused = visitor.post("/order", {"words": "Вера: думаю о вечном", "night": "4", "back": "/night?night=3"})
    assert refused.status == 400
    assert "Вера: думаю о вечном" in refused.text
    assert visitor.page.root.xpath("//a[@href='/night?night=3']")


def test_every_posted_form_ends_on_a_page_of_its_own_address(visitor: Visitor) -> None:
    """POST, redirect, GET: what stands in the browser's history after a form can be opened again."""
    visitor.desk.secrets_shown = True
    shown = visitor.post("/decide/look", {"ruling": "modkill", "player": "Гнев"})
    assert shown.path.startswith("/decide?slip=")
    assert visitor.get(shown.path).status == 200
    mail = visitor.post("/mail", {"message": "Вера: убиваю Гнева", "night": "4"})
    assert mail.path.startswith("/mail/look?slip=")
    draft = visitor.post("/publish/look", {"phase": "day", "number": "2", "kind": "results", "text": "Итоги с правкой"})
    assert draft.path.startswith("/publish/confirm?slip=")
    assert "Итоги с правкой" in draft.text
    back = draft.root.xpath("//a[contains(@href, '/draft?slip=')]/@href")[0]
    assert "Итоги с правкой" in visitor.get(back).html, "the changed text is not lost on the way back"
    for address in (shown.path, mail.path, draft.path):
        assert "%D0" not in address, "no words of the form stand in an address"


def test_a_slip_that_is_gone_says_so(visitor: Visitor) -> None:
    for path in ("/decide?slip=gone", "/mail/look?slip=gone", "/publish/confirm?slip=", "/draft?slip=gone"):
        answer = visitor.get(path)
        assert answer.status == 400
        assert "устарела" in answer.text


def test_the_desk_writes_under_the_name_that_its_user_took(staged: Stage, visitor: Visitor) -> None:
    """Two game masters: the journal tells who entered what on a desk, and how much others entered meanwhile."""
    with Store.open(staged.folder) as store:
        store.say(NameTaken(user=machine(), name="Архивариус"))
    visitor.get("/players")
    visitor.post("/player", {"player": "Гнев", "what": "alias", "value": "Гневушка"})
    visitor.get("/")
    with Store.open(staged.folder) as store:
        assert store.events()[-1].author == "Архивариус"
        for text in ("раз", "два"):
            store.say(Noted(text=text), author="Сова")
    assert "другие внесли в журнал 2 записи" in visitor.get("/").text
    assert "другие внесли" not in visitor.get("/").text


def test_a_decision_is_shown_before_it_is_entered_and_entered_once(staged: Stage, visitor: Visitor) -> None:
    """V20: the effects first; with roles hidden none of them; afterwards the text for the topic."""
    visitor.desk.secrets_shown = False
    hidden = visitor.post("/decide/look", {"ruling": "modkill", "player": "гнев", "reveal": "1"})
    assert "мирный житель" not in hidden.text
    visitor.desk.secrets_shown = True
    shown = visitor.get(hidden.path)
    assert "мирный житель" in shown.text
    assert not said_in(staged.folder, Decided)
    slip = shown.root.xpath("//input[@name='slip']/@value")[0]
    done = visitor.post("/decide", {"slip": slip})
    assert "Гнев" in done.text_of("notice")
    again = visitor.post("/decide", {"slip": slip})
    assert again.status == 400
    (decided,) = said_in(staged.folder, Decided)
    assert isinstance(decided, Decided)
    assert decided.decision.ruling is Ruling.MODKILL
    assert decided.decision.at == staged.clock.moment


def test_a_replacement_needs_an_account_and_leads_to_the_newcomers_letter(visitor: Visitor) -> None:
    visitor.desk.secrets_shown = True
    assert visitor.post("/decide/look", {"ruling": "replace", "player": "Гнев"}).status == 400
    late = visitor.post("/decide/look", {"ruling": "replace", "player": "Гнев", "account": "Ветерок", "at": "22:30"})
    assert late.status == 400, "a moment outside of the day"
    shown = visitor.post("/decide/look", {"ruling": "replace", "player": "Гнев", "account": "Ветерок"})
    done = visitor.post("/decide", {"slip": shown.root.xpath("//input[@name='slip']/@value")[0]})
    letter = done.root.xpath("//a[contains(@href, '/letters?player=')]/@href")[0]
    opened_letter = visitor.get(letter)
    assert "Ветерок" in opened_letter.text
    assert opened_letter.root.xpath("//details[@open]//pre[contains(., 'Гнев')]")


def test_a_removal_for_a_violation_is_looked_at_first(staged: Stage, visitor: Visitor) -> None:
    """V16, V20 on the screen of violations: the same page, and the judgement is kept with the removal."""
    visitor.desk.secrets_shown = True
    visitor.get("/violations")
    form = visitor.page.root.xpath("//form[.//button[@value='modkill']]")[0]
    key = form.xpath(".//input[@name='key']/@value")[0]
    shown = visitor.post("/judge", {"key": key, "verdict": "modkill", "back": "/violations"})
    assert shown.path.startswith("/decide?slip=")
    assert not said_in(staged.folder, Decided)
    done = visitor.post("/decide", {"slip": shown.root.xpath("//input[@name='slip']/@value")[0], "back": "/violations"})
    assert done.path.startswith("/violations?judged=")
    assert done.text_of("notice-public")
    assert len(said_in(staged.folder, Decided)) == 1
