"""Signing in and replying against a loopback board of each engine's manners (issue 5, points 3 and 4)."""

from __future__ import annotations

import json
import stat
import sys
from pathlib import Path

import pytest
from manners_board import Fault
from manners_engines import ENGINES
from manners_harness import TEXT, client_for, joined, session_for

from engine.errors import InputError
from scraper.adapter import ReadContext
from scraper.page import adapter_named, read_page
from scraper.session.errors import CredentialsError, ReplyError, SignInError
from scraper.session.records import Refusal, Reply, SignIn
from scraper.session.reply import fetch_form, may_reply, send
from scraper.session.sign_in import Credentials

READABLE = [kind for kind in ENGINES if kind != "phpbbex"]


@pytest.mark.parametrize("kind", ENGINES)
def test_signs_in_and_knows_who_it_is(kind: str) -> None:
    with joined(kind) as it:
        assert it.session.who() is None
        account = it.session.sign_in()
        assert account.name == "Ведущий"
        assert it.session.who() == account
        assert it.board.logins == 1


@pytest.mark.parametrize("kind", ENGINES)
def test_a_wrong_password_is_sent_once(kind: str) -> None:
    """Boards lock an account after three tries: one wrong password must cost one."""
    with joined(kind) as it:
        session = session_for(
            it.board, it.client, it.engine, credentials=lambda: Credentials(name="Ведущий", password="не тот")
        )
        with pytest.raises(SignInError) as fault:
            session.sign_in()
        assert fault.value.kind in (
            (SignIn.UNKNOWN, SignIn.WRONG_PASSWORD) if kind == "mybbru" else (SignIn.WRONG_PASSWORD,)
        )
        assert "не тот" not in str(fault.value)
        assert sum(request.startswith("POST") for request in it.board.requests) == 1


@pytest.mark.parametrize(("kind", "failures", "expected"), [("phpbb", 3, SignIn.CAPTCHA), ("mybb", 10, SignIn.LOCKED)])
def test_a_locked_login_is_told_from_a_wrong_password(kind: str, failures: int, expected: SignIn) -> None:
    with joined(kind) as it:
        it.board.failures = failures
        with pytest.raises(SignInError) as fault:
            it.session.sign_in()
        assert fault.value.kind is expected


@pytest.mark.parametrize("kind", ENGINES)
def test_the_session_outlives_the_program_and_is_renewed(kind: str, tmp_path: Path) -> None:
    with joined(kind, folder=tmp_path) as it:
        it.session.sign_in()
        with client_for(it.clock) as second:
            later = session_for(it.board, second, it.engine, folder=tmp_path, credentials=lambda: None)
            assert later.ensure().name == "Ведущий"
        assert it.board.logins == 1
        it.board.sessions.clear()
        with client_for(it.clock) as third:
            renewed = session_for(it.board, third, it.engine, folder=tmp_path)
            assert renewed.ensure().name == "Ведущий"
        assert it.board.logins == 2


def test_the_session_file_is_for_its_owner_only(tmp_path: Path) -> None:
    with joined("phpbb", folder=tmp_path) as it:
        it.session.sign_in()
        file = tmp_path / "session.json"
        kept = json.loads(file.read_text(encoding="utf-8"))
        assert {cookie["name"] for cookie in kept["cookies"]} == {"phpbb3_test_sid", "phpbb3_test_u"}
        assert "tайна-77" not in file.read_text(encoding="utf-8")
        if sys.platform != "win32":
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert [path.name for path in tmp_path.iterdir()] == ["session.json"]


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"board": "http://other/", "cookies": [], "account": "x"}', '{"board": 1}']
)
def test_a_damaged_session_file_costs_a_sign_in_only(content: str, tmp_path: Path) -> None:
    (tmp_path / "session.json").write_text(content, encoding="utf-8")
    with joined("fluxbb", folder=tmp_path) as it:
        assert it.session.ensure().name == "Ведущий"


@pytest.mark.parametrize("kind", ENGINES)
def test_takes_the_browsers_cookies(kind: str) -> None:
    with joined(kind) as it:
        cookie = f"{it.board.cookie_name()}={it.board.open_session('Ведущий')}"
        assert it.session.take_cookies(f"Cookie: {cookie}; theme=dark").name == "Ведущий"


def test_cookies_that_the_board_does_not_know_are_refused() -> None:
    with joined("smf") as it, pytest.raises(SignInError):
        it.session.take_cookies("SMFCookie11=old; PHPSESSID=1")


def test_without_a_password_the_advice_names_the_command() -> None:
    with joined("smf") as it:
        session = session_for(it.board, it.client, it.engine, credentials=lambda: None)
        with pytest.raises(CredentialsError, match="itogi login"):
            session.ensure()


@pytest.mark.parametrize("kind", ENGINES)
def test_posts_and_says_where(kind: str) -> None:
    with joined(kind) as it:
        before = it.board.posts[-1].id
        form = fetch_form(it.session, it.ref, TEXT)
        outcome = send(it.session, form, str(before))
        assert it.board.posts[-1].text == TEXT
        expected = Reply.UNKNOWN if kind == "mybbru" else Reply.POSTED
        assert outcome.kind is expected
        assert outcome.post_id == (None if kind == "smf" else str(before + 1))


@pytest.mark.parametrize("kind", ENGINES)
def test_the_board_is_read_as_it_shows_itself(kind: str) -> None:
    """The loopback boards' topic pages are such as the adapters read: else the tests of publishing prove nothing."""
    with joined(kind) as it:
        it.board.per_page = 2
        got = it.client.get(adapter_named(it.engine).page_url(it.ref, 2, 2))
        page = read_page(got.content, dict(got.headers), ReadContext(url=got.final_url), engine=it.engine)
        assert [post.id for post in page.posts] == ["103"]
        assert (page.page, page.pages, page.posts[0].author, page.posts[0].author_id) == (2, 2, "Гнев", "61")


@pytest.mark.parametrize("kind", ["phpbb", "phpbb30", "smf"])
def test_somebodys_new_post_makes_the_form_stale(kind: str) -> None:
    """Without an error, and without a post: `not_posted`."""
    with joined(kind) as it:
        it.board.intruder = "Успела раньше"
        outcome = send(it.session, fetch_form(it.session, it.ref, TEXT))
        assert outcome.kind is Reply.NOT_POSTED
        assert it.board.said(TEXT) == 0


@pytest.mark.parametrize("kind", ["mybb", "fluxbb", "punbb", "mybbru"])
def test_somebodys_new_post_does_not_matter_elsewhere(kind: str) -> None:
    with joined(kind) as it:
        it.board.intruder = "Успела раньше"
        send(it.session, fetch_form(it.session, it.ref, TEXT))
        assert it.board.said(TEXT) == 1


@pytest.mark.parametrize("kind", ["phpbb", "mybb", "fluxbb", "punbb", "smf"])
def test_a_flood_is_refused_with_the_boards_words(kind: str) -> None:
    with joined(kind) as it:
        it.board.add("Ведущий", "только что")
        outcome = send(it.session, fetch_form(it.session, it.ref, TEXT))
        assert (outcome.kind, outcome.refusal) == (Reply.REFUSED, Refusal.FLOOD)
        assert outcome.words
        told = {"mybb": 60, "fluxbb": 59, "smf": 5, "punbb": 59}
        assert outcome.wait_seconds is None or outcome.wait_seconds >= told[kind] - 1


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("phpbb", "а", Refusal.TOO_SHORT),
        ("mybb", "", Refusal.EMPTY),
        ("mybb", "ага", Refusal.TOO_SHORT),
        ("fluxbb", "", Refusal.EMPTY),
        ("fluxbb", "[b]жирно", Refusal.BBCODE),
        ("punbb", "[b]жирно", Refusal.BBCODE),
        ("smf", "", Refusal.EMPTY),
    ],
)
def test_refusals_are_told_apart(kind: str, text: str, expected: Refusal) -> None:
    with joined(kind) as it:
        outcome = send(it.session, fetch_form(it.session, it.ref, text))
        assert (outcome.kind, outcome.refusal) == (Reply.REFUSED, expected)


@pytest.mark.parametrize("kind", ["phpbb", "mybb", "punbb", "smf", "fluxbb"])
def test_a_closed_topic_has_no_form(kind: str) -> None:
    with joined(kind) as it:
        it.board.closed = True
        with pytest.raises(ReplyError) as fault:
            fetch_form(it.session, it.ref, TEXT)
        assert fault.value.outcome is not None
        expected = Refusal.NO_PERMISSION if kind in ("fluxbb", "punbb") else Refusal.CLOSED
        assert fault.value.outcome.refusal is expected
        allowed, words = may_reply(it.session, it.ref)
        assert (allowed, bool(words)) == (False, True)


@pytest.mark.parametrize("kind", ["mybb", "phpbb"])
def test_a_merged_reply_is_told_by_the_old_posts_id(kind: str) -> None:
    """MyBB and phpBBex append to one's own last post and answer with that post's id."""
    with joined(kind) as it:
        it.board.merge_seconds = 3600
        it.board.flood_seconds = 0
        own = it.board.add("Ведущий", "Результаты скоро")
        outcome = send(it.session, fetch_form(it.session, it.ref, TEXT), str(own.id))
        assert (outcome.kind, outcome.post_id) == (Reply.MERGED, str(own.id))


def test_a_post_that_waits_for_approval_is_no_plain_success() -> None:
    with joined("phpbb") as it:
        it.board.moderated = True
        outcome = send(it.session, fetch_form(it.session, it.ref, TEXT))
        assert (outcome.kind, outcome.approval, outcome.post_id) == (Reply.POSTED, True, None)


def test_the_same_form_again_is_a_duplicate_on_smf() -> None:
    with joined("smf") as it:
        form = fetch_form(it.session, it.ref, TEXT)
        send(it.session, form)
        it.clock.sleep(60)
        assert send(it.session, form).refusal is Refusal.DUPLICATE


def test_phpbb_forms_ripen_before_they_are_sent() -> None:
    """A form sent in the second of its making is refused: the client waits the second out."""
    with joined("phpbb") as it:
        it.session.sign_in()
        slept = it.clock.slept
        outcome = send(it.session, fetch_form(it.session, it.ref, TEXT))
        assert outcome.kind is Reply.POSTED
        assert it.clock.slept - slept >= 1


def test_an_old_phpbb_takes_no_form_of_less_than_two_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """It answers with the topic, without the post's id: that is no success."""
    with joined("phpbb30") as it:
        it.session.sign_in()
        monkeypatch.setattr(type(it.session.manners), "form_age", 1.0)
        assert send(it.session, fetch_form(it.session, it.ref, TEXT)).kind is Reply.UNKNOWN
        monkeypatch.undo()
        assert send(it.session, fetch_form(it.session, it.ref, TEXT)).kind is Reply.POSTED
        assert it.board.said(TEXT) == 1


@pytest.mark.parametrize("kind", ENGINES)
@pytest.mark.parametrize("how", ["reset", "500", "empty", "cut"])
def test_a_lost_answer_is_unknown(kind: str, how: str) -> None:
    """Whether the board took the text or not, the answer does not tell."""
    with joined(kind) as it:
        it.session.sign_in()
        it.board.faults.append(Fault(how, accept=True))
        outcome = send(it.session, fetch_form(it.session, it.ref, TEXT))
        assert outcome.kind is Reply.UNKNOWN
        assert it.board.said(TEXT) == 1, "sent once, whatever came back"


def test_an_expired_session_is_renewed_before_replying() -> None:
    with joined("fluxbb") as it:
        it.session.sign_in()
        it.board.sessions.clear()
        assert send(it.session, fetch_form(it.session, it.ref, TEXT)).kind is Reply.POSTED
        assert it.board.logins == 2


def test_a_guests_form_is_not_taken_for_ours() -> None:
    """A session may run out before the form is fetched; where guests may write, the form comes all the same."""
    with joined("phpbb") as it:
        it.board.open_to_guests = True
        it.session.sign_in()
        it.board.sessions.clear()
        assert send(it.session, fetch_form(it.session, it.ref, TEXT)).kind is Reply.POSTED
        assert it.board.posts[-1].author == "Ведущий"


def test_letters_that_windows_1251_lacks_go_as_numbers() -> None:
    with joined("mybbru") as it:
        send(it.session, fetch_form(it.session, it.ref, "Итоги ночи ☾ и дня ☀"))
        assert it.board.posts[-1].text == "Итоги ночи &#9790; и дня &#9728;"


def test_an_engine_without_manners_is_an_input_error() -> None:
    from scraper.session.manners import manners_of

    with pytest.raises(InputError, match="--copy"):
        manners_of("discourse")
