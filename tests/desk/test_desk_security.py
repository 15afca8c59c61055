"""The desk's door (issue: safety of the desk): who gets in, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from desk_async import in_thread
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from itogi.commands.desk import command
from itogi.desk.security import Gatekeeper, Keys

PORT = 8123
BASE = f"http://127.0.0.1:{PORT}"


async def show(request: Request) -> PlainTextResponse:
    return PlainTextResponse("inside")


async def change(request: Request) -> PlainTextResponse:
    return PlainTextResponse(f"changed {request.state.form['name']}")


@pytest.fixture
def keys() -> Keys:
    return Keys()


@pytest.fixture
def app(keys: Keys) -> Gatekeeper:
    routes = [Route("/", show), Route("/page", show), Route("/change", change, methods=["POST"])]
    return Gatekeeper(Starlette(routes=routes), keys=keys, port=PORT)


@pytest.fixture
def ask(app: Gatekeeper) -> Any:
    def call(method: str, path: str, **options: Any) -> httpx.Response:
        async def run() -> httpx.Response:
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url=BASE) as client:
                return await client.request(method, path, **options)

        return in_thread(run())

    return call


def opened(ask: Any, keys: Keys) -> dict[str, str]:
    answer = ask("GET", f"/page?day=2&token={keys.token}")
    assert answer.status_code == 303
    return {"cookie": answer.headers["set-cookie"].split(";")[0]}


def test_the_link_opens_the_desk_and_its_token_leaves_the_address(ask: Any, keys: Keys) -> None:
    answer = ask("GET", f"/page?day=2&token={keys.token}")
    assert answer.headers["location"] == "/page?day=2"
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "samesite=strict" in answer.headers["set-cookie"].lower()
    assert ask("GET", "/page", headers=opened(ask, keys)).text == "inside"


def test_the_link_on_a_browsers_command_line_opens_the_desk_once(ask: Any, keys: Keys) -> None:
    """Every user of the computer can read it there, for as long as the browser runs."""
    ticket = keys.ticket()
    assert ticket != keys.token
    assert [ask("GET", f"/?token={ticket}").status_code for _time in range(2)] == [303, 403]
    assert ask("GET", "/", headers=opened(ask, keys)).status_code == 200


def test_the_command_gives_the_browser_no_lasting_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[str] = []
    monkeypatch.setattr("webbrowser.open", given.append)
    monkeypatch.setattr(
        "itogi.desk.server.server", lambda _desk: SimpleNamespace(run=lambda sockets: sockets[0].close())
    )
    outcome = CliRunner().invoke(command, ["-C", str(tmp_path), "--port", "0"])
    printed = re.findall(r"token=([\w-]+)", outcome.output)
    assert (len(given), len(printed)) == (1, 1)
    assert printed[0] not in given[0]


@pytest.mark.parametrize("path", ["/", "/page", "/?token=", "/?token=wrong", "/page?token=%D1%84"])
def test_nobody_gets_in_without_the_token(ask: Any, path: str) -> None:
    assert ask("GET", path).status_code == 403


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:9", "localhost.evil.example:8123", ""])
def test_a_foreign_host_is_refused_even_with_the_cookie(ask: Any, keys: Keys, host: str) -> None:
    """DNS rebinding: the browser sends the name that the attacker chose."""
    assert ask("GET", "/", headers={**opened(ask, keys), "host": host}).status_code == 421


def test_a_change_needs_the_pages_own_token(ask: Any, keys: Keys) -> None:
    headers = opened(ask, keys)
    assert ask("POST", "/change", headers=headers, data={"name": "x"}).status_code == 403
    assert ask("POST", "/change", headers=headers, data={"name": "x", "csrf": "no"}).status_code == 403
    answer = ask("POST", "/change", headers=headers, data={"name": "Гнев", "csrf": keys.csrf})
    assert answer.text == "changed Гнев"


@pytest.mark.parametrize(
    "foreign",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_a_cross_site_change_is_refused_even_with_the_tokens(ask: Any, keys: Keys, foreign: dict[str, str]) -> None:
    headers = {**opened(ask, keys), **foreign}
    assert ask("POST", "/change", headers=headers, data={"name": "x", "csrf": keys.csrf}).status_code == 403


def test_a_change_without_the_cookie_is_refused(ask: Any, keys: Keys) -> None:
    assert ask("POST", "/change", data={"name": "x", "csrf": keys.csrf}).status_code == 403


def test_every_answer_carries_the_policy(ask: Any, keys: Keys) -> None:
    for answer in (ask("GET", "/"), ask("GET", "/", headers=opened(ask, keys)), ask("GET", "/nowhere")):
        policy = answer.headers["content-security-policy"]
        assert "unsafe" not in policy
        assert "default-src 'none'" in policy
        assert answer.headers["cache-control"] == "no-store"


def test_a_path_with_two_slashes_leads_to_no_other_host(ask: Any, keys: Keys) -> None:
    answer = ask("GET", f"//evil.example/?token={keys.token}")
    assert not answer.headers.get("location", "/").startswith("//")


def test_a_huge_form_is_refused(ask: Any, keys: Keys) -> None:
    answer = ask("POST", "/change", headers=opened(ask, keys), data={"csrf": keys.csrf, "name": "x" * 1_100_000})
    assert answer.status_code == 413


def test_keys_never_show_themselves() -> None:
    keys = Keys("secret-token")
    assert "secret" not in f"{keys!r}{keys}"
    assert keys.session not in f"{keys!r}"
