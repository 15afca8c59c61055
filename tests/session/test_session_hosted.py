"""Forms of boards of which no loopback board is kept: found by their own fields on the pages that the adapters read."""

from __future__ import annotations

from hashlib import md5
from pathlib import Path

import pytest

from scraper.page import topic_ref
from scraper.session.errors import ReplyError
from scraper.session.manners import manners_of
from scraper.session.manners.vbulletin import sums_of
from scraper.session.records import Answer
from scraper.session.reply import fetch_form, may_reply
from scraper.session.sign_in import Session
from scraper.session.text import of_bbcode, of_html, times

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"


def page(case: str, url: str) -> Answer:
    return Answer(html=(FIXTURES / f"{case}.html").read_text(encoding="utf-8"), url=url)


@pytest.mark.parametrize(
    ("case", "goal", "sent"),
    [
        ("invision/login-form", "https://mafia.example/community/login/",
         {"auth": "Ведущий", "password": "p&ss w", "remember_me": "1", "_processLogin": "usernamepassword",
          "csrfKey": "0f1e2d3c4b5a69788796a5b4c3d2e1f0"}),
        ("ipboard/login-form", "https://mafia.example/forum/index.php?app=core&module=global&section=login&do=process",
         {"ips_username": "Ведущий", "ips_password": "p&ss w", "rememberMe": "1",
          "auth_key": "880ea6a14ea49e853634fbdc5015a024"}),
        ("ucoz/login-form", "https://night.example/index/sub/",
         {"user": "Ведущий", "password": "p&ss w", "rem": "1", "a": "2", "ajax": "1", "rnd": "604"}),
        ("ucoz/long", "https://night.example/index/sub/", {"user": "Ведущий", "a": "2", "ajax": "1"}),
        ("xenforo/login-form", "https://mafia.example/login/login",
         {"login": "Ведущий", "password": "p&ss w", "remember": "1",
          "_xfToken": "1700000000,0123456789abcdef0123456789abcdef"}),
        ("xenforo1/login-form", "https://mafia.example/login/login",
         {"login": "Ведущий", "password": "p&ss w", "register": "0", "cookie_check": "1", "_xfToken": ""}),
        ("vbulletin/login-form", "http://mafia.example/forum/login.php?do=login",
         {"vb_login_username": "Ведущий", "vb_login_password": "", "cookieuser": "1", "securitytoken": "guest",
          "do": "login", "vb_login_md5password": "ad60a769b189373334bcacc16c225e77"}),
    ],
)  # fmt: skip
def test_the_sign_in_form_is_filled_in(case: str, goal: str, sent: dict[str, str]) -> None:
    """With the board's key and the button of names and passwords; a uCoz page without a form has the site's address."""
    at = "https://night.example/index/1" if case.startswith("ucoz") else "https://mafia.example/community/login/"
    request = manners_of(case.partition("/")[0]).login_request(page(case, at), "Ведущий", "p&ss w")
    assert request.url == goal
    assert sent.items() <= dict(request.fields).items()
    assert "p&ss w" not in repr(request)


@pytest.mark.parametrize(
    ("case", "url", "sent"),
    [
        ("invision/long", "https://mafia.example/community/topic/205-golosovanie-den-3/",
         {"topic_comment_205": "<p>Итоги<br>Ночи &amp; &lt;b&gt;дня&lt;/b&gt;</p>", "commentform_205_submitted": "1",
          "csrfKey": "0f1e2d3c4b5a69788796a5b4c3d2e1f0"}),
        ("ipboard/long", "https://mafia.example/forum/index.php?showtopic=318",
         {"Post": "Итоги\r\nНочи & <b>дня</b>", "do": "reply_post_do", "t": "318", "f": "12",
          "submit": "Отправить", "auth_key": "880ea6a14ea49e853634fbdc5015a024"}),
        ("xenforo/long", "https://mafia.example/threads/igra-v-mafiju.31/",
         {"message": "Итоги\r\nНочи & <b>дня</b>", "last_date": "1700000000",
          "_xfToken": "1700000000,0123456789abcdef0123456789abcdef"}),
        ("xenforo1/long", "https://mafia.example/threads/igra-v-mafiju.31/",
         {"message": "Итоги\r\nНочи & <b>дня</b>", "last_known_date": "1400000000", "_xfToken": "2,1700000000,abcdef"}),
    ],
)  # fmt: skip
def test_the_reply_form_is_found_by_its_fields(case: str, url: str, sent: dict[str, str]) -> None:
    engine = case.partition("/")[0]
    manners = manners_of(engine)
    shown = page(case, url)
    assert manners.can_reply(shown)
    fields = dict(manners.reply_request(shown, "Итоги\nНочи & <b>дня</b>").fields)
    assert sent.items() <= fields.items()
    assert manners.reply_request(shown, "x").url.startswith("https://mafia.example/")
    assert "igra-v-mafiju.31/threads" not in manners.reply_request(shown, "x").url
    assert not {"preview", "message_html", "more_options"} & set(fields)
    assert not manners.can_reply(page(f"{engine}/guest-took-a-name", url))
    assert manners.form_link(shown) is None


def test_vbulletin_gets_a_password_as_its_script_would_send_it() -> None:
    """Letters beyond Latin-1 as references, and in the other sum the lower bytes of their UTF-16 units."""
    assert sums_of(" abc ") == ("900150983cd24fb0d6963f7d28e17f72",) * 2
    references, lower = b"&#1075;&#1085;&#1077;&#1074;\xe9", bytes((0x33, 0x3D, 0x35, 0x32, 0xE9))
    assert sums_of("гневé") == tuple(md5(told, usedforsecurity=False).hexdigest() for told in (references, lower))


def test_vbulletin_is_told_that_plain_text_comes() -> None:
    """Where the account's editor is the one that sends HTML."""
    fields = dict(
        manners_of("vbulletin").reply_request(page("session/vbulletin/reply-preview", ""), "[b]да[/b]").fields
    )
    assert (fields["message"], fields["wysiwyg"], fields["posthash"]) == ("[b]да[/b]", "0", "ab")


def test_where_a_topic_has_no_quick_form_its_own_link_leads_to_one() -> None:
    manners = manners_of("ipboard")
    shown = page("ipboard/long", "https://mafia.example/forum/index.php?showtopic=318")
    bare = Answer(html=shown.html.replace("ips_fastReplyForm", "x").replace('name="Post"', ""), url=shown.url)
    assert manners.form_link(bare) == (
        "https://mafia.example/forum/index.php?app=forums&module=post&section=post&do=reply_post&f=12&t=318"
    )


def test_an_old_russian_board_gets_its_own_letters_and_plain_text() -> None:
    """IP.Board in windows-1251, its editor switched to HTML by default."""
    form = (
        "<html><head><meta http-equiv='Content-Type' content='text/html; charset=windows-1251'></head><body><form>"
        "<input type='hidden' name='isRte' value='1'><textarea name='Post'></textarea></form></body></html>"
    )
    request = manners_of("ipboard").reply_request(Answer(html=form, url="http://a.example/index.php"), "да")
    assert (request.charset, dict(request.fields)["isRte"]) == ("windows-1251", "0")


@pytest.mark.parametrize("engine", ["invision", "ipboard", "xenforo", "xenforo1"])
def test_a_member_is_known_by_the_boards_scripts_alone(engine: str) -> None:
    """A player may write the same into a post."""
    shown = page(f"{engine}/long", "https://mafia.example/")
    lie = "memberID: 0 ipb.vars['member_id'] = parseInt( 0 )"
    account = manners_of(engine).who(Answer(html=shown.html.replace("Доброе утро", lie), url=shown.url))
    assert account is not None
    assert (account.name, account.id) == ("Ведущая Нюкта", "2")
    assert manners_of(engine).who(page(f"{engine}/guest-took-a-name", "https://mafia.example/")) is None


def test_where_replying_is_not_known_nothing_is_sent_and_copying_is_advised() -> None:
    """uCoz: no request goes out, so none can fail half-way."""
    session = Session(None, manners_of("ucoz"), "https://night.example/")  # type: ignore[arg-type]
    ref = topic_ref("https://night.example/forum/5-123-1", "ucoz")
    with pytest.raises(ReplyError, match=r"uCoz.*--copy"):
        fetch_form(session, ref, "Итоги")
    allowed, why = may_reply(session, ref)
    assert not allowed
    assert why
    assert "--copy" in why


def test_a_text_sent_in_html_is_known_again_in_the_post() -> None:
    source = "Итоги 2 суда: «А & Б <3»\nВыбывает Кротость, и город засыпает."
    body = dict(
        manners_of("invision").reply_request(page("invision/long", "https://mafia.example/community/"), source).fields
    )["topic_comment_205"]
    assert of_bbcode(source) == of_html(body)
    assert times(source, body) == 1
