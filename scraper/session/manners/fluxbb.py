"""FluxBB 1.5.

Facts: the login form has a token (a wrong one is answered with 404), the reply form has none but wants a Referer of
the same host that ends in `post.php` or `viewtopic.php`; both answer success with a page that refreshes itself. A
flood notice names the seconds left, and stands before every other fault. BBCode without its end is refused. The same
form may be sent twice and posts twice.
"""

from __future__ import annotations

import re

from scraper.session.forms import Element, strings
from scraper.session.manners._base import Manners, refresh
from scraper.session.records import Answer

_OUT_ID = re.compile(r"[?&;]id=(\d+)")


class Fluxbb(Manners):
    """FluxBB."""

    name = "fluxbb"
    login_path = "login.php"
    name_field = "req_username"
    password_field = "req_password"  # noqa: S105 - the name of a control
    login_button = "login"
    remember = (("save_pass", "1"),)
    reply_paths = ("post.php?tid={topic}",)
    edit_paths = ("edit.php?id={post}",)
    message_fields = ("req_message",)
    reply_button = "submit"
    errors = (
        "//*[@id='posterror']//*[contains(@class,'error-list')]//li",
        "//*[@id='posterror']//*[contains(@class,'error-list')]",
        "//*[@id='posterror']//li",
        "//*[@id='msg']//p",
    )
    logged_in = ("//a[contains(@href,'action=out')]",)
    own_name = ("//*[@id='brdwelcome']//strong",)
    post_parameter = "pid"

    def own_id(self, root: Element) -> str | None:
        """From the logout link."""
        found = _OUT_ID.search(next(iter(strings(root, "//a[contains(@href,'action=out')]/@href")), ""))
        return found[1] if found else None

    def signed_in(self, page: Answer) -> bool:
        """The page that a taken login refreshes away from has neither greeting nor links."""
        return self.who(page) is not None or (refresh(page) is not None and self.words(page) is None)

    def done(self, page: Answer) -> str | None:
        """The page that refreshes to the post; with the pause switched off, a plain redirect."""
        if (address := refresh(page)) is not None:
            return address
        return page.url if self.is_topic(page) else None

    def is_topic(self, page: Answer) -> bool:
        """By the address."""
        return "viewtopic.php" in page.url
