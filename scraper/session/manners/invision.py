"""Invision Community 4 and 5.

Facts: the login form has `csrfKey`, `auth`, `password`, `remember_me`, and buttons for several ways of signing in, of
which `_processLogin=usernamepassword` is ours; it stands on every guest's page, too. The reply form under a topic takes
HTML; its text area is `topic_comment_T`, beside `csrfKey` and a hidden `…_submitted`. From memory only: that a taken
reply leads to the post by its address (else the answer is *unknown*, and the text is looked for), and the member's
number in a script.

Our texts for such a board are plain words, as its editor would take them from the clipboard.
"""

from __future__ import annotations

import html
import re

from scraper.records import TopicRef
from scraper.session.forms import Element, elements, names_of, parse
from scraper.session.manners._base import Manners, in_scripts, post_of
from scraper.session.records import Account, Answer, FormRequest

_MEMBER = re.compile(r"\bmemberID:\s*[\"']?(\d+)")


class Invision(Manners):
    """Invision Community."""

    name = "invision"
    login_path = "index.php?app=core&module=system&controller=login"
    name_field = "auth"
    remember = (("remember_me", "1"), ("_processLogin", "usernamepassword"))
    reply_paths = ()
    message_fields = ("topic_comment",)
    errors = (
        "//*[@id='elErrorMessage']",
        "//*[@data-role='commentFormError']",
        "//*[contains(@class,'ipsMessage_error') or contains(@class,'ipsMessage--error')]",
        "//form//*[contains(@class,'ipsType_warning') or contains(@class,'ipsFieldRow__warning')]",
    )
    logged_in = ("//*[@id='elUserLink']", "//a[contains(@href,'/logout/') or contains(@href,'do=logout')]")
    own_name = ("//*[@id='elUserLink']",)
    post_parameter = "comment"

    def who(self, page: Answer) -> Account | None:
        """A script tells the member's number; a guest's is 0."""
        member, account = in_scripts(page, _MEMBER), super().who(page)
        if member is None:
            return account
        return Account(name=account.name if account else "", id=member) if member != "0" else None

    def reply_urls(self, ref: TopicRef) -> tuple[str, ...]:
        """The topic's own page, wherever its board keeps topics."""
        return (ref.url,)

    def message_area(self, form: Element) -> Element | None:
        """The text area named after the topic, in a form with the key."""
        if "csrfKey" not in names_of(form):
            return None
        return next(iter(elements(form, ".//textarea[starts-with(@name, 'topic_comment')]")), None)

    def reply_request(self, page: Answer, text: str) -> FormRequest:
        """The words in HTML, a line to each line."""
        lines = html.escape(text, quote=False).splitlines()
        return super().reply_request(page, f"<p>{'<br>'.join(lines)}</p>")

    def done(self, page: Answer) -> str | None:
        """A topic's page at a post."""
        return page.url if self.is_topic(page) and post_of(page.url, self.post_parameter) else None

    def is_topic(self, page: Answer) -> bool:
        """By its posts."""
        return bool(elements(parse(page.html), "//article[starts-with(@id, 'elComment_')]"))
