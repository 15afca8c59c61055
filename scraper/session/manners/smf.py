"""SMF 2.0 and 2.1.

Facts: forms hold a control named by a session variable (and the login one more, used once), so every hidden control
must go along. A finished reply leads to the topic's end without telling the post's id. The same form again is
refused («уже отправили»), which proves that it was taken before. Somebody's new post since the form makes a preview
with a notice instead of a post. The flood pause counts the address, so another user's post may block ours. Replies on
the topic page are called `quickReply`.
"""

from __future__ import annotations

import re

from scraper.session.forms import Element, elements, first_text, parse
from scraper.session.manners._base import Manners
from scraper.session.records import Account, Answer, Reply, ReplyOutcome

_MEMBER = re.compile(r"smf_member_id\s*=\s*(\d+)")
_NEW_POST = re.compile(r"(появил|новы\w+ ответ|new repl|while you were (typing|reading))", re.IGNORECASE)


class Smf(Manners):
    """SMF."""

    name = "smf"
    login_path = "index.php?action=login"
    name_field = "user"
    password_field = "passwrd"  # noqa: S105 - the name of a control
    remember = (("cookielength", "-1"),)
    reply_paths = ("index.php?action=post;topic={topic}.0",)
    edit_paths = ("index.php?action=post;msg={post};topic={topic}.0",)
    message_fields = ("message", "quickReply")
    reply_button = "post"
    errors = (
        "//*[@id='fatal_error']//*[contains(@class,'padding')]",
        "//*[@id='error_list']",
        "//*[@id='errors']//*[contains(@class,'error')]",
        "//*[@id='fatal_error']",
        "//*[contains(concat(' ', @class, ' '), ' errorbox ')]",
        "//form[@id='frmLogin']//p[contains(@class,'error')]",
    )
    logged_in = ("//a[contains(@href,'action=logout')]",)
    own_name = (
        "//a[@id='profile_menu_top']//*[contains(@class,'textmenu')]",
        "//a[@id='profile_menu_top']",
        "//li[contains(@class,'greeting')]//span",
    )
    post_parameter = "msg"
    flood_seconds = 6
    form_once = True

    def who(self, page: Answer) -> Account | None:
        """The scripts of every page tell the member's id; a guest's is 0."""
        account = super().who(page)
        found = _MEMBER.search(page.html)
        if found and found[1] == "0":
            return None
        if account is None and found is None:
            return None
        name = account.name if account else first_text(parse(page.html), *self.own_name) or ""
        return Account(name=name, id=found[1] if found else None)

    def done(self, page: Answer) -> str | None:
        """A redirect to the end of the topic; where the address is not known, a topic page."""
        return page.url if self.is_topic(page) else None

    def is_topic(self, page: Answer) -> bool:
        """By the list of posts, which forms and messages lack."""
        return bool(elements(parse(page.html), "//*[@id='forumposts']//form[@id='quickModForm']"))

    def reply_outcome(self, page: Answer, last_known: str | None = None) -> ReplyOutcome:
        """The notice of somebody's new post is no refusal: the text waits in a preview, nothing is posted."""
        outcome = super().reply_outcome(page, last_known)
        if outcome.kind is Reply.REFUSED and outcome.words and self.can_reply(page) and _NEW_POST.search(outcome.words):
            return ReplyOutcome(kind=Reply.NOT_POSTED, words=outcome.words)
        return outcome

    def login_wall(self, root: Element) -> str | None:
        """The sentence above the login form: «Вы не можете отвечать в этом разделе.»."""
        return first_text(
            root,
            "//form[@id='frmLogin']//p[contains(@class,'information')]",
            "//form[@id='frmLogin']//*[contains(@class,'noticebox')]",
        )
