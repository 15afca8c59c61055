"""The one module that speaks HTTP: polite, patient within limits, and safe against answers that are too large.

httpx stands behind it and nowhere else, so that it can be exchanged.
"""

from __future__ import annotations

import logging
import random
import socket
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from http.cookiejar import CookieJar
from importlib.metadata import PackageNotFoundError, version
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlencode, urlsplit

import httpx

from engine.errors import InputError
from engine.i18n import _
from scraper.addresses import http_date, is_inner, same_site, shown
from scraper.clock import Clock, SystemClock
from scraper.errors import FetchError
from scraper.politeness import Politeness
from scraper.records import Fetched

# Their debug output shows addresses with session ids and cookies.
for _name in ("httpx", "httpcore"):
    logging.getLogger(_name).setLevel(logging.WARNING)

TRY_AGAIN = frozenset({408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524})
CHUNK = 1 << 16
LONGEST_RETRY = 30 * 86400.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What an answer may cost."""

    connect: float = 10.0
    """Seconds to connect."""
    silence: float = 20.0
    """Seconds without a byte."""
    total: float = 60.0
    """Seconds for one attempt, however slowly the bytes drip."""
    size: int = 20_000_000
    """Bytes, both as sent and after decompression."""
    attempts: int = 4
    """Attempts at one request, the first included."""
    redirects: int = 5
    first_pause: float = 1.0
    """Seconds before the second attempt; doubled for each further one, with jitter."""


class _TryAgain(Exception):  # noqa: N818 - a signal between two functions, never seen outside
    def __init__(self, why: str, *, status: int | None = None, wait: float | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.status = status
        self.wait = wait


class Client:
    """Fetches pages one at a time. Use as a context manager.

    `cookies` is filled and read in place, so that a signed-in session can be kept by the caller. `transport`, `clock`,
    `jitter` (a number from 0 to 1) are for tests. `contact` goes into the User-Agent, for the board's admin.
    """

    def __init__(
        self,
        *,
        politeness: Politeness | None = None,
        limits: Limits | None = None,
        clock: Clock | None = None,
        cookies: CookieJar | None = None,
        contact: str | None = None,
        transport: httpx.BaseTransport | None = None,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self.clock: Clock = clock or SystemClock()
        self.politeness = politeness or Politeness(clock=self.clock)
        self.limits = limits or Limits()
        self.cookies = cookies if cookies is not None else CookieJar()
        self.requests = 0
        """Requests that went out so far, retries and redirects included."""
        self.at_close: list[Callable[[], None]] = []
        """Called before the connections are closed, for example to keep the cookies."""
        self._jitter = jitter
        self._sockets: list[Any] = []
        self._httpx = httpx.Client(
            cookies=self.cookies,
            headers={"User-Agent": user_agent(contact), "Accept-Language": "ru,en;q=0.5"},
            timeout=httpx.Timeout(self.limits.silence, connect=self.limits.connect),
            limits=httpx.Limits(max_connections=4, max_keepalive_connections=2),
            transport=transport,
        )
        # gzip and deflate are all that `_unpacked` reads within a limit.
        self._httpx.headers["Accept-Encoding"] = "gzip, deflate"
        self._httpx.headers["Accept"] = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections. Raises what the functions of `at_close` raise."""
        try:
            while self.at_close:
                self.at_close.pop()()
        finally:
            self._httpx.close()

    def get(self, url: str, *, headers: Mapping[str, str] | None = None) -> Fetched:
        """The answer to GET, redirects followed, whatever its status below 500 is (403 and 404 pages tell something).

        Raises InputError when `url` is no web address; BudgetSpentError when no request is left in this hour;
        FetchError when no complete answer of a bearable size came after all attempts.
        """
        return self._insist(url, lambda: self._httpx.build_request("GET", url, headers=dict(headers or {})))

    def post(
        self,
        url: str,
        form: Mapping[str, str] | Sequence[tuple[str, str]],
        *,
        encoding: str = "utf-8",
        headers: Mapping[str, str] | None = None,
    ) -> Fetched:
        """The answer to a form sent in the board's `encoding`; characters it lacks go as `&#N;`, as browsers do.

        Sent again only when no connection came about: what may have arrived is never sent twice. Raises as `get`.
        """
        pairs = list(form.items()) if isinstance(form, Mapping) else list(form)
        content = urlencode(pairs, encoding=encoding, errors="xmlcharrefreplace").encode("ascii")
        typed = {"Content-Type": "application/x-www-form-urlencoded", **(headers or {})}
        return self._insist(
            url, lambda: self._httpx.build_request("POST", url, content=content, headers=typed), repeatable=False
        )

    def _insist(self, url: str, build: Callable[[], httpx.Request], *, repeatable: bool = True) -> Fetched:
        _check_address(url)
        pause = self.limits.first_pause
        for attempt in range(1, self.limits.attempts + 1):
            try:
                return self._attempt(url, build(), repeatable=repeatable)
            except httpx.ConnectError as fault:
                why, status, wait = _no_connection(fault), None, None
            except httpx.ConnectTimeout:
                why, status, wait = _("no connection came about in time"), None, None
            except _TryAgain as fault:
                why, status, wait = fault.why, fault.status, fault.wait
                if not repeatable:
                    raise self._failed(url, why, status) from None
            # Jitter, so that two programs that failed together do not come back together.
            delay = pause * (0.5 + self._jitter()) if wait is None else wait
            pause *= 2
            if attempt == self.limits.attempts or delay > self.politeness.longest_wait:
                if wait:
                    self.politeness.hold(_host(url), wait)
                raise self._failed(url, why, status, wait if delay > self.politeness.longest_wait else None)
            self.politeness.hold(_host(url), delay)
        raise AssertionError("every attempt returns or raises")  # pragma: no cover

    def _failed(self, url: str, why: str, status: int | None, wait: float | None = None) -> FetchError:
        message = _("{url}: {why}.").format(url=shown(url), why=why)
        if wait is not None:
            until = self.clock.now() + timedelta(seconds=wait)
            message += " " + _("The forum asks to come back at {moment}.").format(moment=f"{until:%H:%M:%S} UTC")
        else:
            message += " " + _("Check the address and the network, or try again later.")
        return FetchError(message, url=shown(url), status=status)

    def _attempt(self, url: str, request: httpx.Request, *, repeatable: bool) -> Fetched:
        for hop in range(self.limits.redirects + 1):
            if request.url.scheme not in ("http", "https") or not request.url.host:
                raise self._failed(url, _("the forum sends us on to something that is no web page"), None)
            host = request.url.netloc.decode("ascii")
            self.politeness.before(host, url=shown(url))
            self.requests += 1
            try:
                with self._watchdog(request) as late:
                    response, content = self._exchange(request, late)
            except (httpx.ConnectError, httpx.ConnectTimeout):
                if hop and not repeatable:
                    # The form has arrived; only the page that it leads to is out of reach.
                    raise _TryAgain(_("the page that the forum sends us on to does not answer")) from None
                raise
            except httpx.TimeoutException:
                raise _TryAgain(_("the forum does not answer in time")) from None
            except (httpx.TransportError, httpx.StreamError, zlib.error) as fault:
                raise _TryAgain(_("the answer broke off ({why})").format(why=type(fault).__name__)) from None
            finally:
                self.politeness.after(host)
            if response.next_request is not None:
                request = self._next(url, request, response.next_request)
                continue
            if response.status_code in TRY_AGAIN:
                raise _TryAgain(
                    _("the forum answers {status}").format(status=response.status_code),
                    status=response.status_code,
                    wait=retry_after(response.headers, self.clock.now()),
                )
            return Fetched(
                url=url,
                final_url=str(response.url),
                status=response.status_code,
                headers=tuple((name.lower(), value) for name, value in response.headers.multi_items()),
                content=content,
                fetched_at=self.clock.now(),
            )
        raise self._failed(url, _("the forum sends us in a circle"), None)

    def _next(self, url: str, request: httpx.Request, following: httpx.Request) -> httpx.Request:
        """The request that an answer sends us on to. Another site gets neither a form nor what the first one knows; a
        board's word leads nobody into the network around this computer.
        """
        before, after = str(request.url), str(following.url)
        if is_inner(following.url.host) and not is_inner(request.url.host):
            raise self._failed(url, _("the forum sends us on to something that is no web page"), None)
        if same_site(before, after):
            return following
        if following.method not in ("GET", "HEAD"):
            raise self._failed(
                url,
                _("the forum wants the form sent to another site, {site}").format(
                    site=following.url.netloc.decode("ascii")
                ),
                None,
            )
        following.headers.pop("Referer", None)
        if following.url.host == request.url.host and following.url.scheme == request.url.scheme:
            # Cookies know no ports, and another port may be anybody's.
            following.headers.pop("Cookie", None)
        return following

    def _exchange(self, request: httpx.Request, late: threading.Event) -> tuple[httpx.Response, bytes]:
        started = time.monotonic()
        response: httpx.Response | None = None
        try:
            response = self._httpx.send(request, stream=True)
            if response.next_request is not None:
                return response, b""
            content = bytearray()
            for piece in self._unpacked(response, request):
                content += piece
                if len(content) > self.limits.size:
                    raise self._too_large(request)
                if time.monotonic() - started > self.limits.total:
                    raise httpx.ReadTimeout("the whole answer takes too long", request=request)
            return response, bytes(content)
        except (httpx.TransportError, zlib.error) as fault:
            if late.is_set():
                raise httpx.ReadTimeout("the whole answer takes too long", request=request) from fault
            raise
        finally:
            if response is not None:
                response.close()

    def _unpacked(self, response: httpx.Response, request: httpx.Request) -> Iterator[bytes]:
        """The body in pieces of bounded size, whatever a compressed piece unfolds to."""
        if response.is_stream_consumed:
            # Only test doubles give an answer that is read and unpacked already.
            yield response.content
            return
        coding = response.headers.get("content-encoding", "identity").strip().lower()
        announced = response.headers.get("content-length", "")
        if announced.isdecimal() and int(announced) > self.limits.size:
            raise self._too_large(request)
        if coding in ("", "identity", "none"):
            yield from response.iter_raw(CHUNK)
            return
        if coding not in ("gzip", "x-gzip", "deflate"):
            raise self._failed(str(request.url), _("the answer is packed in a way that was not asked for"), None)
        unpacker: Any = None
        for packed in response.iter_raw(CHUNK):
            while packed:
                if unpacker is None:
                    unpacker = zlib.decompressobj(_window(coding, packed))
                yield unpacker.decompress(packed, CHUNK)
                if unpacker.eof:
                    # A gzip file may be several in a row.
                    packed, unpacker = unpacker.unused_data, None
                    if packed[:2] != b"\x1f\x8b":
                        break
                else:
                    packed = unpacker.unconsumed_tail
        if unpacker is not None and not unpacker.eof:
            raise zlib.error("incomplete")

    def _too_large(self, request: httpx.Request) -> FetchError:
        return self._failed(
            str(request.url),
            _("the answer is larger than {limit} MB, which no topic page is").format(limit=self.limits.size // 10**6),
            None,
        )

    def _watchdog(self, request: httpx.Request) -> _Watchdog:
        request.extensions["trace"] = self._remember_socket
        return _Watchdog(self.limits.total, self._sockets)

    def _remember_socket(self, event: str, info: dict[str, Any]) -> None:
        if event in ("connection.connect_tcp.complete", "connection.start_tls.complete"):
            connection = info["return_value"].get_extra_info("socket")
            self._sockets[:] = [known for known in self._sockets if known.fileno() >= 0]
            if connection is not None:
                self._sockets.append(connection)


class _Watchdog:
    """Cuts the connections off after `seconds`: httpx's own timeouts begin anew with every byte of the head."""

    def __init__(self, seconds: float, sockets: list[Any]) -> None:
        self.late = threading.Event()
        self._sockets = sockets
        self._timer = threading.Timer(seconds, self._cut)
        self._timer.daemon = True

    def __enter__(self) -> threading.Event:
        self._timer.start()
        return self.late

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()

    def _cut(self) -> None:
        self.late.set()
        for connection in list(self._sockets):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue


def user_agent(contact: str | None = None) -> str:
    """Who asks: the program's name and version, and how to reach who runs it."""
    try:
        number = version("itogi")
    except PackageNotFoundError:
        number = "0"
    # A header takes no line breaks and no letters beyond ASCII.
    reach = "".join(letter for letter in contact or "" if " " <= letter <= "~")
    return f"itogi/{number} (game master's assistant; reads a few topics{'; ' + reach if reach else ''})"


def retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Seconds that an answer's `Retry-After` asks to wait, or None. A date counts from the answer's own `Date`."""
    value = headers.get("retry-after", "").strip()
    if value.isdecimal():
        return min(float(value[:12]), LONGEST_RETRY)
    moment = http_date(value)
    if moment is None:
        return None
    wait = (moment - (http_date(headers.get("date", "")) or now)).total_seconds()
    return min(max(0.0, wait), LONGEST_RETRY)


def _check_address(url: str) -> None:
    try:
        parts = urlsplit(url)
        fits = parts.scheme in ("http", "https") and bool(parts.hostname)
        parts.port  # noqa: B018 - raises ValueError for a port that is none
        httpx.URL(url)
    except (ValueError, httpx.InvalidURL):
        fits = False
    if not fits:
        raise InputError(
            _("{url} is no web address; it must begin with http:// or https:// and a name.").format(url=shown(url))
        )


def _host(url: str) -> str:
    return httpx.URL(url).netloc.decode("ascii")


def _no_connection(fault: httpx.ConnectError) -> str:
    text = str(fault).lower()
    if "certificate" in text or "ssl" in text:
        return _("the forum's certificate is not valid")
    if "name or service" in text or "getaddrinfo" in text or "nodename" in text or "name resolution" in text:
        return _("there is no such forum, or no network")
    return _("no connection to the forum")


def _window(coding: str, first: bytes) -> int:
    if coding == "deflate":
        # Some servers send the bare stream without zlib's head.
        return zlib.MAX_WBITS if first[:1] == b"\x78" else -zlib.MAX_WBITS
    return 16 + zlib.MAX_WBITS
