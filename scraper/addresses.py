"""Addresses as they may be shown and kept, whose they are, and the dates of HTTP."""

from __future__ import annotations

import ipaddress
import socket
from datetime import datetime
from email.utils import parsedate_to_datetime
from urllib.parse import parse_qsl, urlsplit

# Parameters that name a topic, a post or a page; every other one may hold a token and is not shown.
SHOWN_PARAMETERS = frozenset(
    (
        "action",
        "api",
        "b",
        "board",
        "fid",
        "id",
        "limit",
        "method",
        "p",
        "page",
        "pid",
        "post",
        "skip",
        "showforum",
        "showtopic",
        "st",
        "start",
        "t",
        "threadid",
        "tid",
        "topic",
        "topic_id",
        "type",
        "view",
    )
)


def shown(url: str) -> str:
    """`url` without anything that might be a secret: for messages."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "?"
    pairs = [
        (name, value if name.lower() in SHOWN_PARAMETERS else "...")
        for name, value in parse_qsl(parts.query, keep_blank_values=True)
    ]
    query = "&".join(f"{name}={value}" if value else name for name, value in pairs)
    site = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}" if parts.scheme or parts.netloc else ""
    return f"{site}{parts.path}{'?' + query if query else ''}"


DEFAULT_PORTS = {"http": 80, "https": 443}


def same_site(first: str, second: str) -> bool:
    """Whether two addresses are of one site: of one host, `www.` aside, and one port. A site may go over to https, not
    back: what it is told there, others must not overhear.
    """
    try:
        one, other = urlsplit(first), urlsplit(second)
        ports = [parts.port or DEFAULT_PORTS.get(parts.scheme) for parts in (one, other)]
    except ValueError:
        return False
    names = [(parts.hostname or "").removeprefix("www.") for parts in (one, other)]
    if not names[0] or names[0] != names[1]:
        return False
    if one.scheme == other.scheme:
        return ports[0] == ports[1]
    return (one.scheme, other.scheme) == ("http", "https") and ports == [80, 443]


def is_inner(host: str) -> bool:
    """Whether a host is this computer or one of the network around it, which no board's page may send us to."""
    name = host.strip("[]").rstrip(".").lower()
    if name == "localhost" or name.endswith((".localhost", ".local", ".internal")):
        return True
    try:
        # Also what only the system takes for an address: 127.1, 0x7f000001, 2130706433.
        address = ipaddress.ip_address(socket.inet_aton(name) if ":" not in name else name)
    except (OSError, ValueError):
        return False
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return not (mapped or address).is_global


def http_date(value: str) -> datetime | None:
    """The moment of an HTTP date, aware, or None when it is none."""
    try:
        moment = parsedate_to_datetime(value)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return moment if moment.tzinfo else None
