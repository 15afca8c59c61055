"""A visitor of the desk without a browser: pages as text, forms as fields, over real HTTP."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import httpx
import lxml.html

from itogi.desk.app import Desk


@dataclass(frozen=True)
class Seen:
    """A page as it came."""

    status: int
    path: str
    """Where the visitor ended up, with the query, but for the number of a message."""
    html: str

    @property
    def root(self) -> lxml.html.HtmlElement:
        return lxml.html.fromstring(self.html)

    @property
    def text(self) -> str:
        """What can be read on it, blanks and line ends made one."""
        root = self.root
        for unread in root.xpath("//script | //style | //head"):
            unread.getparent().remove(unread)
        return " ".join(root.text_content().split())

    @property
    def said(self) -> str:
        """The message at its top."""
        return " ".join(self.root.xpath("string(//*[@id='said'])").split())

    @property
    def base(self) -> str:
        """The journal's last entry when it was made."""
        found: list[str] = self.root.xpath("//input[@name='base']/@value")
        return found[0] if found else "0"

    def text_of(self, key: str) -> str:
        """The words of the element with an id, as they stand."""
        return str(self.root.xpath(f"string(//*[@id='{key}'])"))


class Visitor:
    """Opens the desk by its link; follows redirects, and remembers the last page's `base`."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{desk.port}", follow_redirects=True, timeout=60)
        self.history = ""
        """The whole address of the last page, as a browser keeps it."""
        self.page = self.seen(self.http.get(desk.link))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_fault: object) -> None:
        self.http.close()

    def seen(self, answer: httpx.Response) -> Seen:
        """The page of an answer, now the last one."""
        self.history = answer.url.raw_path.decode()
        path = str(answer.url.copy_remove_param("told").raw_path, "ascii") if "told" in answer.url.params else None
        self.page = Seen(answer.status_code, path or answer.url.raw_path.decode(), answer.text)
        return self.page

    def get(self, path: str) -> Seen:
        return self.seen(self.http.get(path))

    def post(self, path: str, fields: dict[str, str | list[str]] | None = None, *, base: str | None = None) -> Seen:
        """Send a form as the last page would; `base` as another page would."""
        hidden = {"csrf": self.desk.keys.csrf, "base": self.page.base if base is None else base, "back": "/players"}
        return self.seen(self.http.post(path, data=hidden | (fields or {})))
