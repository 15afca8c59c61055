"""What is told to one board goes to no other site, whatever its pages and answers say."""

from __future__ import annotations

import httpx
import pytest
from faulty_board import TestClock

from scraper.addresses import is_inner, same_site
from scraper.errors import FetchError
from scraper.http import Client
from scraper.politeness import Politeness


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("http://board.example/", "http://board.example/login.php", True),
        ("http://board.example/", "http://BOARD.example:80/login.php", True),
        ("http://board.example/", "http://www.board.example/", True),
        ("http://board.example/", "https://board.example/", True),
        ("https://board.example/", "http://board.example/", False),
        ("http://board.example:8080/", "https://board.example/", False),
        ("http://127.0.0.1:8000/", "http://127.0.0.1:9000/", False),
        ("http://board.example/", "http://board.example.evil.example/", False),
        ("http://board.example/", "http://board.example@evil.example/", False),
        ("http://board.example/", "javascript:alert(1)", False),
        ("http://board.example/", "http://board.example:99999999/", False),
        ("http://board.example/", "//", False),
    ],
)
def test_what_is_one_site(first: str, second: str, *, same: bool) -> None:
    assert same_site(first, second) is same


@pytest.mark.parametrize(
    "host",
    ["localhost", "a.localhost", "127.0.0.1", "127.1", "0x7f.1", "2130706433", "10.0.0.1", "192.168.1.1",
     "169.254.169.254", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]", "[fe80::1]", "[fd00::1]", "printer.local",
     "LOCALHOST."],
)  # fmt: skip
def test_hosts_of_the_inner_network_are_known(host: str) -> None:
    assert is_inner(host)
    assert not any(map(is_inner, ("board.example", "93.184.216.34", "[2606:2800:220:1::1]", "localhost.example")))


def asked(first: str, goal: str, *, status: int = 302, form: bool = False) -> list[httpx.Request]:
    """The requests that go out when `first` sends us on to `goal`, with a cookie and a referer of the first."""
    seen: list[httpx.Request] = []

    def handler(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        if len(seen) == 1:
            return httpx.Response(200, headers={"Set-Cookie": "sid=SECRET; path=/"})
        return httpx.Response(status, headers={"Location": goal}) if len(seen) == 2 else httpx.Response(200)

    clock = TestClock()
    with Client(clock=clock, politeness=Politeness(clock=clock), transport=httpx.MockTransport(handler)) as client:
        client.get(first)
        headers = {"Referer": f"{first}?sid=SECRET"}
        if form:
            client.post(first, {"password": "SECRET"}, headers=headers)
        else:
            client.get(first, headers=headers)
    return seen[2:]


@pytest.mark.parametrize("goal", ["http://127.0.0.1:9000/", "http://evil.example/", "http://localhost:8000/"])
def test_a_redirect_takes_no_cookie_and_no_referer_to_another_site(goal: str) -> None:
    """A cookie knows no port: another one of the same host may be anybody's."""
    (onward,) = asked("http://127.0.0.1:8000/", goal)
    assert "SECRET" not in str(onward.headers.raw)


def test_a_redirect_within_the_board_keeps_the_session() -> None:
    (onward,) = asked("http://board.example/", "http://board.example/other")
    assert onward.headers["cookie"] == "sid=SECRET"
    (onward,) = asked("http://board.example/", "https://board.example/")
    assert onward.headers["cookie"] == "sid=SECRET"


@pytest.mark.parametrize("status", [307, 308])
def test_a_form_is_not_sent_on_to_another_site(status: int) -> None:
    with pytest.raises(FetchError, match="another site"):
        asked("http://board.example/", "http://evil.example/", status=status, form=True)
    (onward,) = asked("http://board.example/", "https://board.example/", status=status, form=True)
    assert (onward.method, onward.content) == ("POST", b"password=SECRET")


@pytest.mark.parametrize(
    "goal", ["http://127.0.0.1/", "http://192.168.1.1/reboot", "http://[::1]/", "http://2130706433/"]
)
def test_a_board_sends_nobody_into_the_network_around_this_computer(goal: str) -> None:
    with pytest.raises(FetchError):
        asked("http://board.example/", goal)
