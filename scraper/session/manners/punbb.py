"""PunBB 1.4.

Facts: a login without a good token is answered with a page that asks to confirm it (status 200); success of a login
and of a reply are redirects, the latter to the post. Messages and refusals are status 200, in the main column. Pages
with a form hold a hidden box that looks like an error's (`req-warn`), for a script to show.
"""

from __future__ import annotations

import re

from scraper.session.forms import Element, names_of, strings
from scraper.session.manners._base import Manners, refresh
from scraper.session.records import Answer

_OUT_ID = re.compile(r"logout/(\d+)|[?&;]id=(\d+)")


class Punbb(Manners):
    """PunBB."""

    name = "punbb"
    login_path = "login.php"
    name_field = "req_username"
    password_field = "req_password"  # noqa: S105 - the name of a control
    login_button = "login"
    remember = (("save_pass", "1"),)
    reply_paths = ("post.php?tid={topic}",)
    edit_paths = ("edit.php?id={post}",)
    message_fields = ("req_message",)
    reply_button = "submit_button"
    errors = (
        "//ul[contains(@class,'error-list')]//li",
        "//*[contains(@class,'error-box') and not(contains(@class,'req-warn'))]//p",
        "//*[@id='brd-main']//*[contains(@class,'main-message')]//p",
        "//*[@id='brd-main'][.//input[@name='confirm' or @name='prev_url']]//*[contains(@class,'ct-box')]//p",
    )
    logged_in = ("//a[contains(@href,'action=out')]", "//li[@id='navlogout']//a")
    own_name = ("//*[@id='welcome']//strong", "//*[@id='brd-visit']//strong")
    post_parameter = "pid"

    def is_login_form(self, form: Element) -> bool:
        """The confirmation page repeats the fields in hidden controls; that is no login form."""
        return super().is_login_form(form) and "prev_url" not in names_of(form)

    def own_id(self, root: Element) -> str | None:
        """From the logout link."""
        href = next((href for path in self.logged_in for href in strings(root, f"{path}/@href")), "")
        found = _OUT_ID.search(href)
        return (found[1] or found[2]) if found else None

    def done(self, page: Answer) -> str | None:
        """A redirect to the post, or a page that refreshes to it where redirects have a pause."""
        if (address := refresh(page)) is not None:
            return address
        return page.url if self.is_topic(page) else None

    def is_topic(self, page: Answer) -> bool:
        """By the address: plain, or in one of the short forms."""
        return bool(re.search(r"viewtopic\.php|/topic/?\d|/post/?\d", page.url))
