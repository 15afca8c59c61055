"""Who may talk to the desk: only the browser on this machine that opened the link which `itogi desk` printed.

One pure ASGI middleware stands before every route, so that no page can forget a check:

- the Host must be a loopback name with our port (DNS rebinding);
- the link's token is exchanged for an HttpOnly, SameSite=Strict cookie and leaves the address bar at once;
- whatever changes something must come from our own pages (Origin, Sec-Fetch-Site) and carry the page's CSRF token;
- answers carry a strict Content-Security-Policy without inline scripts or styles, and are never cached.
"""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256
from html import escape
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import FormData, Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from engine.i18n import _
from itogi.desk.uploads import boundary_of, parts_of

MAX_FORM = 1_000_000
"""Bytes of the largest form that the desk takes: a long draft is some ten kilobytes."""
MAX_FILE = 200_000_000
"""Bytes of the largest form that brings a file, where one may: a packed game is some megabytes."""
FILE_PATHS = ("/cohost/look", "/cohost/take")
"""Forms that may bring a file."""
CSRF_FIELD = "csrf"
CSRF_HEADER = "x-csrf-token"
OPEN_PATHS = ("/static/",)
SAFE_METHODS = ("GET", "HEAD")
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # With `no-referrer` browsers would send `Origin: null` from our own forms; other sites learn nothing either way.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Keys:
    """The secrets of one run of the desk; nothing of them is stored."""

    def __init__(self, token: str | None = None) -> None:
        """`token`: the one in the link; made up unless given."""
        self.token = token or secrets.token_urlsafe(32)
        self._tickets: set[str] = set()
        key = secrets.token_bytes(32)
        self.session = hmac.new(key, b"session", sha256).hexdigest()
        self.csrf = hmac.new(key, b"csrf", sha256).hexdigest()

    def ticket(self) -> str:
        """A token that opens the desk once. A browser that is started with the link shows it in the list of processes,
        to every user of this computer and for as long as it runs.
        """
        self._tickets.add(made := secrets.token_urlsafe(32))
        return made

    def opens(self, token: str) -> bool:
        """Whether the desk opens by a token; a ticket is used up."""
        used = {ticket for ticket in self._tickets if _same(token, ticket)}
        self._tickets -= used
        return bool(used) or _same(token, self.token)

    def __repr__(self) -> str:
        """Never the secrets."""
        return "Keys(...)"


class Gatekeeper:
    """The ASGI middleware; see the module's docstring."""

    def __init__(self, app: ASGIApp, *, keys: Keys, port: int) -> None:
        self.app = app
        self.keys = keys
        self.hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]")}
        self.cookie = f"itogi_desk_{port}"
        """Cookies know no ports: two desks side by side must not share one."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request through, or answer it with a refusal."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return

        async def guarded_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        answer = self._refusal(scope)
        if answer is None and scope["method"] not in SAFE_METHODS:
            answer, receive = await self._check_form(scope, receive)
        await (answer or self.app)(scope, receive, guarded_send)

    def _refusal(self, scope: Scope) -> Response | None:
        """The answer to a request that must not get further, or None."""
        headers = Headers(scope=scope)
        if headers.get("host", "") not in self.hosts:
            return _page(_("This address is not the desk's."), 421)
        if scope["path"].startswith(OPEN_PATHS):
            return None
        query = dict(parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True))
        if scope["method"] in SAFE_METHODS and "token" in query:
            if not self.keys.opens(query.pop("token")):
                return self._closed()
            clean = scope["path"] + (f"?{urlencode(query)}" if query else "")
            # A path that begins with two slashes would lead to another host.
            answer = RedirectResponse("/" + clean.lstrip("/\\"), status_code=303)
            answer.set_cookie(self.cookie, self.keys.session, httponly=True, samesite="strict", path="/")
            return answer
        cookies = cookie_parser(headers.get("cookie", ""))
        if not _same(cookies.get(self.cookie, ""), self.keys.session):
            return self._closed()
        return None

    async def _check_form(self, scope: Scope, receive: Receive) -> tuple[Response | None, Receive]:
        """Refuse what does not come from our own pages; leave the parsed form in `request.state.form`, and what
        files it brings in `request.state.files`.
        """
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        foreign = origin is not None and origin.partition("://")[2] not in self.hosts
        if foreign or headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return _page(_("Refused: the request came from another site."), 403), receive
        boundary = boundary_of(headers.get("content-type", "")) if scope["path"] in FILE_PATHS else None
        chunks, size = [], 0
        while True:
            message = await receive()
            chunks.append(message.get("body", b""))
            size += len(chunks[-1])
            if size > (MAX_FILE if boundary else MAX_FORM):
                return _page(_("The form is too large."), 413), receive
            if not message.get("more_body"):
                break
        body = b"".join(chunks)
        files: dict[str, tuple[str, bytes]] = {}
        if boundary:
            fields, files = parts_of(body, boundary)
        else:
            fields = parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True)
        form = FormData([*fields])
        sent = headers.get(CSRF_HEADER) or form.get(CSRF_FIELD) or ""
        if not _same(str(sent), self.keys.csrf):
            return _page(_("The page is out of date: reload it and try again."), 403), receive
        scope.setdefault("state", {}).update(form=form, files=files)

        async def nothing_more() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        return None, nothing_more

    @staticmethod
    def _closed() -> Response:
        return _page(
            _("The desk opens by the link that was told at its start: start it again and use its newest link."), 403
        )


def _page(message: str, status: int) -> Response:
    """A refusal as a page of its own: nothing of the game is on it."""
    return HTMLResponse(
        f'<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f'<title>itogi</title><link rel="stylesheet" href="/static/desk.css"></head>'
        f'<body><main><h1>itogi</h1><p class="note warn">{escape(message)}</p></main></body></html>',
        status_code=status,
    )


def _same(given: str, secret: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), secret.encode())
