"""XenForo 1: as the second generation, with other marks on the page.

Facts, by the engine's templates (1.5): the root's class tells whether somebody is signed in; a member's menu holds a
form with a `message` too, for the own profile. The sign-in form asks for a cookie that the page with it has set.
"""

from __future__ import annotations

import re

from scraper.session.forms import Element
from scraper.session.manners.xenforo import XenForo


class XenForo1(XenForo):
    """XenForo 1."""

    name = "xenforo1"
    errors = (
        "//*[@id='pageLogin']//*[@class='errorPanel']",
        "//div[@class='errorOverlay']//*[@class='baseHtml']",
    )
    logged_in = ("/html[contains(concat(' ',@class,' '),' LoggedIn ')]",)
    own_name = ("//strong[@class='accountUsername']",)
    member = re.compile(r"\bvisitor: \{ user_id: (\d+)")
    topic = "//*[@id='content'][contains(concat(' ',@class,' '),' thread_view ')]"
    approval = "//*[@class='importantMessage']"

    def own_id(self, root: Element) -> str | None:
        """Only a script tells it."""
        return None
