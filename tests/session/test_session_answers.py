"""Every kind of answer to a login or a reply is told apart (issue 5, point 4): pairs in fixtures/session."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scraper.session.manners import known, manners_of
from scraper.session.manners.vbulletin import sums_of
from scraper.session.records import Answer

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "session"
CASES = sorted(FOLDER.glob("*/*.html"))


def case(path: Path) -> tuple[Answer, dict[str, str]]:
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    url = expected.get("url", "http://board.example/somewhere.php")
    return Answer(html=path.read_text(encoding="utf-8"), url=url, status=expected.get("status", 200)), expected


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_answer_is_classified(path: Path) -> None:
    answer, expected = case(path)
    manners = manners_of(path.parent.name)
    if expected["kind"] == "sign_in":
        outcome = manners.sign_in_outcome(answer)
        assert outcome.kind.value == expected["outcome"]
        assert (outcome.account.name if outcome.account else None) == expected.get("account")
        assert bool(outcome.words) == (outcome.kind.value not in ("signed_in", "unknown"))
    else:
        reply = manners.reply_outcome(answer, expected.get("last_known"))
        assert reply.kind.value == expected["outcome"]
        assert (reply.refusal.value if reply.refusal else None) == expected.get("refusal")
        assert reply.wait_seconds == expected.get("wait_seconds")
        assert reply.approval == expected.get("approval", False)
        assert reply.post_id == expected.get("post_id")
        if reply.post_id:
            assert reply.url
            assert reply.url.startswith("http://board.example/")
        outcome = reply
    # MyBB and PunBB repeat the fields just sent: none of them may get into words or a repr.
    if "absent" in expected:
        assert expected["absent"] in answer.html
        assert expected["absent"] not in repr(outcome) + repr(answer)


def test_every_engine_has_its_pairs() -> None:
    assert {path.parent.name for path in CASES} == set(known())


@pytest.mark.parametrize(
    "path", [path for path in CASES if "wrong-password" in path.stem and path.parent.name != "mybbru"]
)
def test_the_login_form_of_a_failed_try_can_be_filled_in(path: Path) -> None:
    """The right form among several, hidden tokens and the button included, whatever the page begins with."""
    answer, _expected = case(path)
    manners = manners_of(path.parent.name)
    request = manners.login_request(answer, "Гордость", "p&ss w")
    fields = dict(request.fields)
    assert fields[manners.name_field] == "Гордость"
    if "vb_login_md5password" in fields:
        assert (fields["vb_login_password"], fields["vb_login_md5password"]) == ("", sums_of("p&ss w")[0])
    else:
        assert fields[manners.password_field] == "p&ss w"
    hidden = {
        "phpbb": "form_token", "mybb": "my_post_key", "fluxbb": "csrf_token", "punbb": "csrf_token", "smf": "c1",
        "invision": "csrfKey", "ipboard": "auth_key", "ucoz": "rnd",
        "xenforo": "_xfToken", "xenforo1": "_xfToken", "vbulletin": "securitytoken", "vbulletin3": "securitytoken",
    }  # fmt: skip
    assert fields[hidden[path.parent.name]]
    assert "p&ss w" not in repr(request)
    assert request.url.startswith("http://board.example/")


FORMS_AGAIN = [path for path in CASES if path.stem in ("reply-too-fast", "reply-empty", "reply-stale-form")]


@pytest.mark.parametrize("path", [path for path in FORMS_AGAIN if "<textarea" in path.read_text(encoding="utf-8")])
def test_the_reply_form_is_pressed_at_the_right_button(path: Path) -> None:
    """`preview` and `save` do other things than `post`."""
    answer, _expected = case(path)
    manners = manners_of(path.parent.name)
    assert manners.can_reply(answer)
    fields = dict(manners.reply_request(answer, "одна\nдве").fields)
    assert fields[manners.message_fields[0]] == "одна\r\nдве"
    assert not {"preview", "previewpost", "save"} & set(fields)
    assert manners.reply_button in fields
