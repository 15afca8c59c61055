"""Cookies taken from a browser: a file of Netscape's form, an extension's JSON, or the text of a `Cookie` header."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from http.cookiejar import Cookie, CookieJar
from typing import Any
from urllib.parse import urlsplit

from engine.i18n import _
from scraper.session.errors import CredentialsError

_HTTP_ONLY = "#HttpOnly_"
_PAIR = re.compile(r"\s*([^=;\s]+)=([^;]*)")
_COLUMNS = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """One cookie."""

    name: str
    value: str = field(repr=False)
    domain: str
    """With a leading dot when it holds for the hosts below, too."""
    path: str = "/"
    expires: int | None = None
    """UTC epoch, seconds; None: until the browser is closed, or as the board sees fit."""
    secure: bool = False


def read(text: str, board: str, now: datetime) -> tuple[Kept, ...]:
    """The cookies in `text` that the board at the address `board` would be sent.

    Raises CredentialsError when the text holds none in a known form, none of this board, or only expired ones.
    """
    host = urlsplit(board).hostname or ""
    found = list(_read_any(text, host))
    if not found:
        raise CredentialsError(
            _(
                "No cookies found: give a file of Netscape's form (as browser extensions export it), or the text "
                "of the Cookie header as `name=value; name=value`."
            )
        )
    ours = [cookie for cookie in found if _belongs(cookie.domain, host)]
    if not ours:
        raise CredentialsError(
            _("The cookies are not of this board ({host}): export them while the board is open.").format(host=host)
        )
    fresh = [cookie for cookie in ours if not cookie.expires or cookie.expires > now.timestamp()]
    if not fresh:
        raise CredentialsError(
            _("All cookies of {host} have expired: sign in with the browser again.").format(host=host)
        )
    return tuple(fresh)


def into(jar: CookieJar, cookies: Iterable[Kept]) -> None:
    """Put cookies into a client's jar."""
    for cookie in cookies:
        jar.set_cookie(
            Cookie(
                version=0,
                name=cookie.name,
                value=cookie.value,
                port=None,
                port_specified=False,
                domain=cookie.domain,
                domain_specified=cookie.domain.startswith("."),
                domain_initial_dot=cookie.domain.startswith("."),
                path=cookie.path,
                path_specified=True,
                secure=cookie.secure,
                expires=cookie.expires,
                discard=cookie.expires is None,
                comment=None,
                comment_url=None,
                rest={},
            )
        )


def out_of(jar: CookieJar, board: str) -> tuple[Kept, ...]:
    """The board's cookies in a client's jar; those of other hosts are nobody's business."""
    host = urlsplit(board).hostname or ""
    return tuple(
        Kept(
            name=cookie.name,
            value=cookie.value or "",
            domain=cookie.domain,
            path=cookie.path,
            expires=cookie.expires,
            secure=cookie.secure,
        )
        for cookie in jar
        if _belongs(cookie.domain, host)
    )


def _belongs(domain: str, host: str) -> bool:
    # The jar writes hosts without a dot as `localhost.local`.
    bare = domain.lstrip(".").lower()
    return host.lower() in (bare, bare.removesuffix(".local")) or host.lower().endswith(f".{bare}")


def _read_any(text: str, host: str) -> Iterable[Kept]:
    text = text.lstrip("\ufeff").strip()
    if text.startswith(("[", "{")):
        yield from _read_json(text)
        return
    tabbed = list(_read_netscape(text))
    if tabbed:
        yield from tabbed
        return
    lines = text.splitlines()
    if len(lines) == 1 or re.match(r"cookie\s*:", text, re.IGNORECASE):
        header = re.sub(r"^\s*cookie\s*:", "", " ".join(lines), flags=re.IGNORECASE)
        for name, value in _PAIR.findall(header):
            yield Kept(name=name, value=value.strip(), domain=host)


def _read_netscape(text: str) -> Iterable[Kept]:
    for raw in text.splitlines():
        line = raw.strip("\r\n")
        if line.startswith(_HTTP_ONLY):
            line = line.removeprefix(_HTTP_ONLY)
        elif line.startswith("#"):
            continue
        columns = line.split("\t")
        if len(columns) != _COLUMNS:
            continue
        domain, below, path, secure, expires, name, value = columns
        if not domain or not name:
            continue
        if below.upper() == "TRUE" and not domain.startswith("."):
            domain = f".{domain}"
        yield Kept(
            name=name,
            value=value,
            domain=domain,
            path=path or "/",
            expires=int(float(expires)) or None if re.fullmatch(r"\d+(\.\d+)?", expires) else None,
            secure=secure.upper() == "TRUE",
        )


def _read_json(text: str) -> Iterable[Kept]:
    try:
        read_in: Any = json.loads(text)
    except ValueError:
        return
    entries = read_in.get("cookies", []) if isinstance(read_in, dict) else read_in
    for entry in entries if isinstance(entries, list) else []:
        if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
            continue
        expires = entry.get("expirationDate", entry.get("expires"))
        yield Kept(
            name=entry["name"],
            value=str(entry.get("value", "")),
            domain=str(entry.get("domain", "")),
            path=str(entry.get("path") or "/"),
            expires=int(expires) if isinstance(expires, int | float) and expires > 0 else None,
            secure=bool(entry.get("secure")),
        )
