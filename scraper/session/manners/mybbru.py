"""mybb.ru and its sister hosts (rusff.me, f-rpg.me, rolka.me …), a hosted descendant of PunBB.

No page of an answer to a reply is known, so every such answer is *unknown*: the text must be looked for in the topic.
What the page seems to say goes along as a hint. Forms are sent in windows-1251; letters that it lacks as `&#N;`.
"""

from __future__ import annotations

import re

from scraper.session import words
from scraper.session.forms import Element, elements, first_text, parse, strings
from scraper.session.manners._base import Manners, post_of, refresh
from scraper.session.records import Account, Answer, Refusal, Reply, ReplyOutcome

_USER_ID = re.compile(r"\bUserID\s*=\s*['\"]?(\d+)")
_USER_NAME = re.compile(r"\bUserLogin\s*=\s*(['\"])(.*?)\1")
_OUT_ID = re.compile(r"[?&;]id=(\d+)")
_GUEST = "1"


class MybbRu(Manners):
    """mybb.ru."""

    name = "mybbru"
    login_path = "login.php"
    name_field = "req_username"
    password_field = "req_password"  # noqa: S105 - the name of a control
    login_button = "login"
    remember = (("save_pass", "1"),)
    reply_paths = ("post.php?tid={topic}", "viewtopic.php?id={topic}")
    edit_paths = ("edit.php?id={post}",)
    message_fields = ("req_message",)
    reply_button = "submit"
    charset = "windows-1251"
    errors = (
        "//*[@id='pun-main']//*[contains(@class,'error')]//li",
        "//*[@id='pun-main']//*[contains(@class,'error')]",
        "//*[@id='pun-main']//*[contains(@class,'info')]//*[contains(@class,'container')]",
        "//*[contains(@class,'pun-message') or @id='pun-message' or @id='pun-posterror']//p",
    )
    logged_in = ("//a[contains(@href,'action=out')]",)
    own_name = ("//*[@id='pun-status']//strong", "//*[@id='navprofile']//strong")
    post_parameter = "pid"

    def who(self, page: Answer) -> Account | None:
        """The scripts of every page tell the member's id and name; a guest's id is 1."""
        found = _USER_ID.search(page.html)
        name = _USER_NAME.search(page.html)
        if found and found[1] != _GUEST:
            shown = first_text(parse(page.html), *self.own_name)
            return Account(name=name[2] if name else shown or "", id=found[1])
        return super().who(page) if found is None else None

    def own_id(self, root: Element) -> str | None:
        """From the logout link."""
        found = _OUT_ID.search(next(iter(strings(root, "//a[contains(@href,'action=out')]/@href")), ""))
        return found[1] if found else None

    def is_reply_form(self, form: Element) -> bool:
        """By its name, or by the text area that board scripts find it by."""
        return super().is_reply_form(form) or bool(elements(form, ".//textarea[@id='main-reply']"))

    def reply_outcome(self, page: Answer, last_known: str | None = None) -> ReplyOutcome:
        """UNKNOWN, always; with the hints that the page gives."""
        said = self.words(page)
        address = refresh(page) or (page.url if "viewtopic.php" in page.url else None)
        if address is None and said is None and self.who(page) is None and self.login_form_shown(page):
            return ReplyOutcome(kind=Reply.UNKNOWN, refusal=Refusal.SIGN_IN_NEEDED)
        return ReplyOutcome(
            kind=Reply.UNKNOWN,
            post_id=post_of(address, self.post_parameter) if address else None,
            url=address,
            refusal=words.refusal(said) if said and address is None else None,
            words=said,
            wait_seconds=words.seconds_to_wait(said) if said else None,
        )

    def login_form_shown(self, page: Answer) -> bool:
        """Whether the page asks to sign in."""
        return any(self.is_login_form(form) for form in elements(parse(page.html), "//form"))

    def done(self, page: Answer) -> str | None:
        """Never known from a page."""
        return None
