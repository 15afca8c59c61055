"""MyBB 1.8.

Facts: every page for guests begins with a hidden quick login whose controls are called `quick_*`; taken logins and
replies answer with a page that refreshes itself; errors are status 200. A reply within an hour of one's own last
post is appended to it: the answer is the usual success with the old post's id, and the same text sent again is
appended again. Error pages hold a form for choosing the language with every field just sent, the password included:
an answer to a login must never be kept.
"""

from __future__ import annotations

import re
from dataclasses import replace

from scraper.session.forms import Element, first_text, names_of, parse, strings
from scraper.session.manners._base import Manners, refresh
from scraper.session.records import Answer, ReplyOutcome

_APPROVAL = re.compile(r"модератор|approv|moderat", re.IGNORECASE)
_UID = re.compile(r"[?&;]uid=(\d+)")


class Mybb(Manners):
    """MyBB."""

    name = "mybb"
    login_path = "member.php?action=login"
    login_button = "submit"
    remember = (("remember", "yes"),)
    reply_paths = ("newreply.php?tid={topic}",)
    edit_paths = ("editpost.php?pid={post}",)
    reply_button = "submit"
    errors = (
        "//div[contains(concat(' ', normalize-space(@class), ' '), ' error ')]//li",
        "//div[contains(concat(' ', normalize-space(@class), ' '), ' error ')]",
        "//table[contains(@class,'tborder')][count(.//td)=2][.//td[contains(@class,'thead')]]//td[contains(@class,'trow1')]",
    )
    logged_in = ("//a[contains(@href,'action=logout')]",)
    own_name = (
        "//*[@class='welcome']//a[contains(@href,'action=profile') or contains(@href,'user-')]",
        "//*[@class='welcome']//strong//a",
    )
    post_parameter = "pid"
    flood_seconds = 61

    def is_login_form(self, form: Element) -> bool:
        """Not the quick login, and not the form of languages, which repeats what was sent."""
        return super().is_login_form(form) and form.get("id") != "lang_select"

    def is_reply_form(self, form: Element) -> bool:
        """The form of languages repeats the message in a hidden control, never in a textarea."""
        return super().is_reply_form(form) and "my_post_key" in names_of(form)

    def own_id(self, root: Element) -> str | None:
        """From the link to the own profile in the welcome line."""
        found = _UID.search(next(iter(strings(root, "//*[@class='welcome']//a/@href")), ""))
        return found[1] if found else None

    def signed_in(self, page: Answer) -> bool:
        """The page that a taken login refreshes away from has neither greeting nor links."""
        leads_on = refresh(page)
        return self.who(page) is not None or (
            leads_on is not None and "action=login" not in leads_on and self.words(page) is None
        )

    def done(self, page: Answer) -> str | None:
        """The page that refreshes to the post; the quick reply and add-ons redirect instead."""
        if (address := refresh(page)) is not None:
            return address
        return page.url if self.is_topic(page) else None

    def is_topic(self, page: Answer) -> bool:
        """By the address."""
        return "showthread.php" in page.url or "/thread-" in page.url

    def _taken(self, page: Answer, address: str, last_known: str | None) -> ReplyOutcome:
        outcome = super()._taken(page, address, last_known)
        said = first_text(parse(page.html), "//table//td[contains(@class,'trow1')]")
        if outcome.post_id is None and said and _APPROVAL.search(said):
            return replace(outcome, words=said, approval=True)
        return outcome
