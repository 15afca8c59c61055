"""IP.Board 3.

Facts: every form carries `auth_key`, on the login page the names are `ips_username` and `ips_password`. The quick form
under a topic takes a reply (`Post`, with the forum's and the topic's numbers); where it is missing, the topic links to
the full one. Scripts tell the member's number; a guest's is 0. From memory only: that a taken reply leads to `#entryP`,
so an answer that does not is *unknown*, and the text is looked for; and the editor's hidden controls, which tell that
plain text comes and not HTML.
"""

from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import urljoin

from scraper.boards.tree import query_of
from scraper.session.forms import elements, parse, strings
from scraper.session.manners._base import Manners, declared_charset, in_scripts, post_of
from scraper.session.records import Account, Answer, FormRequest

_MEMBER = re.compile(r"ipb\.vars\[['\"]member_id['\"]\]\s*=\s*(?:parseInt\(\s*)?['\"]?(\d+)")
_TOPIC = re.compile(r"(?:[?&;]showtopic=|/topic/)(\d+)")
_EDITOR = (("isrte", "0"), ("nockeditor", "1"))
"""Beginnings of the names of the editor's controls, and what a browser without scripts would send in them."""


class IpBoard(Manners):
    """IP.Board 3."""

    name = "ipboard"
    login_path = "index.php?app=core&module=global&section=login"
    name_field = "ips_username"
    password_field = "ips_password"  # noqa: S105 - the name of a control
    remember = (("rememberMe", "1"),)
    reply_paths = ("index.php?showtopic={topic}",)
    edit_paths = ("index.php?showtopic={topic}&view=findpost&p={post}",)
    message_fields = ("Post",)
    reply_button = "submit"
    errors = (
        "//*[contains(concat(' ',normalize-space(@class),' '),' message ')][contains(@class,'error')]",
        "//*[@id='login_error']",
        "//p[contains(@class,'message')][contains(@class,'error')]",
    )
    logged_in = ("//a[contains(@href,'do=logout')]",)
    own_name = ("//a[@id='user_link']",)
    post_parameter = "p"

    def who(self, page: Answer) -> Account | None:
        """The scripts of every page tell the member's number."""
        member, account = in_scripts(page, _MEMBER), super().who(page)
        if member is None:
            return account
        return Account(name=account.name if account else "", id=member) if member != "0" else None

    def charset_of(self, page: Answer) -> str:
        """Old Russian boards are in windows-1251."""
        return declared_charset(page) or self.charset

    def reply_request(self, page: Answer, text: str) -> FormRequest:
        """With the editor's controls set to plain text, where the form has them."""
        request = super().reply_request(page, text)
        plain = [
            (name, next((told for start, told in _EDITOR if name.lower().startswith(start)), value))
            for name, value in request.fields
        ]
        return replace(request, fields=tuple(plain))

    def form_link(self, page: Answer, post_id: str | None = None) -> str | None:
        """Of the topic's page: to the full form where it shows no quick one, or to the form that edits the post."""
        if not self.is_topic(page) or (post_id is None and self.can_reply(page)):
            return None
        mode = "reply_post" if post_id is None else "edit_post"
        links = strings(parse(page.html), f"//a/@href[contains(., 'do={mode}')]")
        # Members type links, too: those of other topics lead elsewhere.
        topic = _TOPIC.search(page.url)
        key, value = ("p", post_id) if post_id else ("t", topic[1] if topic else None)
        wanted = (link for link in links if value is None or query_of(link).get(key) == value)
        link = next(wanted, None)
        return urljoin(page.url, link) if link else None

    def done(self, page: Answer) -> str | None:
        """A topic's page at a post."""
        return page.url if self.is_topic(page) and post_of(page.url, self.post_parameter) else None

    def is_topic(self, page: Answer) -> bool:
        """By the list of posts."""
        return bool(elements(parse(page.html), "//*[@id='ips_Posts']"))
