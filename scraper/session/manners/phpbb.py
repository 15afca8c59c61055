"""phpBB 3.0-3.3 and its Russian fork phpBBex.

Facts: a form sent in the second of its making is refused like one without token, and up to 3.2.3 one younger than two
seconds is answered with the topic, as if it was taken; a reply form is stale, and comes back without a word, as soon as
anybody has posted since (`topic_cur_post_id`), our own accepted post included, so the same form never posts twice.
Before 3.3.7 no form comes without the forum's number. 3.0 answers a taken reply with a page that refreshes itself,
later versions redirect.
phpBBex appends to one's own last post; the answer then leads to the old post.
"""

from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import urljoin

from scraper.boards.tree import query_of
from scraper.session.forms import Element, elements, first_text, names_of, parse, strings
from scraper.session.manners._base import Manners, post_of, refresh
from scraper.session.records import Account, Answer, ReplyOutcome

_IN_BRACKETS = re.compile(r"\[\s*(.+?)\s*\]\s*$")
_SUBSILVER_MESSAGE = "//table[contains(@class,'tablebg')]//td[@class='row1'][@align='center']//p[@class='gen']"
_APPROVAL = re.compile(r"одобр|approv|провер\w+ модератор", re.IGNORECASE)


class Phpbb(Manners):
    """phpBB."""

    name = "phpbb"
    login_path = "ucp.php?mode=login"
    login_button = "login"
    remember = (("autologin", "on"),)
    reply_paths = ("posting.php?mode=reply&t={topic}", "viewtopic.php?t={topic}")
    edit_paths = ("posting.php?mode=edit&p={post}", "viewtopic.php?p={post}")
    reply_button = "post"
    errors = (
        "//*[contains(concat(' ', normalize-space(@class), ' '), ' error ')]",
        "//form[@id='postform']//td[contains(@class,'row')]//span[@class='genmed error']",
        "//*[@id='message']//p",
        "//div[@id='message']",
        _SUBSILVER_MESSAGE,
    )
    logged_in = ("//a[contains(@href,'mode=logout')]",)
    own_name = ("//*[@id='username_logged_in']//*[starts-with(normalize-space(@class),'username')]",)
    post_parameter = "p"
    form_age = 2.2
    flood_seconds = 15
    form_once = True

    def who(self, page: Answer) -> Account | None:
        """3.0 and phpBBex show the own name only in the logout link: «Выход [ Гнев ]»."""
        account = super().who(page)
        if account is None or account.name:
            return account
        link = first_text(parse(page.html), *self.logged_in) or ""
        found = _IN_BRACKETS.search(link)
        return Account(name=found[1] if found else "", id=account.id)

    def is_login_form(self, form: Element) -> bool:
        """Topic lists have a quick login with the same names; the full form is the one with its own id or tokens."""
        return super().is_login_form(form) and "login" in names_of(form)

    def done(self, page: Answer) -> str | None:
        """A redirect to the post, or a page that leads to it (or, held for approval, to the forum) by itself. A topic
        without the post's id in its address is none: so 3.0 answers a form that it did not take.
        """
        if (address := refresh(page)) is not None and ("viewtopic" in address or self._approval(page)):
            return address
        if self.is_topic(page) and post_of(page.url, self.post_parameter):
            return page.url
        return None

    def form_link(self, page: Answer, post_id: str | None = None) -> str | None:
        """Of the topic's page: before 3.3.7 forms want the forum's number, too, which only the topic's links know."""
        mode = "reply" if post_id is None else "edit"
        links = strings(parse(page.html), f"//a/@href[contains(., 'posting.php?mode={mode}')]")
        # Players type links, too: those of other topics lead elsewhere.
        key, value = ("p", post_id) if post_id else ("t", query_of(page.url).get("t"))
        wanted = (link for link in links if value is None or query_of(link).get(key) == value)
        link = next(wanted, None) if self.is_topic(page) else None
        return urljoin(page.url, link) if link else None

    def is_topic(self, page: Answer) -> bool:
        """By the address, or by the page itself where the address is not known."""
        return "viewtopic.php" in page.url or bool(
            elements(parse(page.html), "//body[contains(@class,'section-viewtopic')]")
        )

    def login_wall(self, root: Element) -> str | None:
        """The sentence above the login form: «Вам необходимо авторизоваться, чтобы…»."""
        return first_text(
            root, "//form[@id='login']//div[@class='content']//h2/following-sibling::p[1]", "//form[@id='login']//h2"
        )

    def _taken(self, page: Answer, address: str, last_known: str | None) -> ReplyOutcome:
        outcome = super()._taken(page, address, last_known)
        if outcome.post_id is None and (said := self._approval(page)):
            return replace(outcome, words=said, approval=True)
        return outcome

    def _approval(self, page: Answer) -> str | None:
        said = first_text(parse(page.html), "//*[@id='message']//p", _SUBSILVER_MESSAGE)
        return said if said and _APPROVAL.search(said) else None
