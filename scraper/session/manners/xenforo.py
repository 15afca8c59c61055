"""XenForo 2.

Facts, by the engine's templates and code (2.0, 2.2): every form carries `_xfToken`; the page tells whether somebody is
signed in by an attribute of its root. The form under a topic, and the one at `…/reply`, go to `…/add-reply` and have
two text areas: `message_html` for the editor, and within `noscript` `message`, which takes BBCode and counts before
the other. A taken reply leads to `#post-P`, one held for approval to the topic with `pending_approval=1`. A second step
of signing in, where an account has one, is a page of its own: a browser's cookies help there.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import ClassVar

from scraper.boards.tree import query_of
from scraper.records import TopicRef
from scraper.session.forms import Element, elements, first_text, names_of, parse, strings
from scraper.session.manners._base import Manners, in_scripts, post_of
from scraper.session.records import Account, Answer, FormRequest, ReplyOutcome

_TAKES_REPLY = re.compile(r"(?:/add-reply|posts/\d+/(?:edit|save))(?:$|[?#&])")
_PENDING = "pending_approval"


class XenForo(Manners):
    """XenForo 2."""

    name = "xenforo"
    login_path = "index.php?login/"
    name_field = "login"
    remember = (("remember", "1"),)
    reply_paths = ()
    errors = ("//*[contains(@class,'blockMessage--error')]", "//div[normalize-space(@class)='blockMessage']")
    logged_in = ("/html[@data-logged-in='true']",)
    own_name = ("//a[contains(@class,'p-navgroup-link--user')]//*[contains(@class,'p-navgroup-linkText')]",)
    post_parameter = ""
    flood_seconds = 10
    member: ClassVar[re.Pattern[str]] = re.compile(r"\buserId: ?(\d+)")
    """The member's number in the page's scripts."""
    topic: ClassVar[str] = "/html[starts-with(@data-template,'thread_view')]"
    approval: ClassVar[str] = "//*[contains(@class,'blockMessage--important')][not(ancestor::noscript)]"

    def who(self, page: Answer) -> Account | None:
        """With the number that a script tells."""
        account = super().who(page)
        told = in_scripts(page, self.member) if account is not None else None
        return replace(account, id=told) if account is not None and told not in (None, "0") else account

    def reply_urls(self, ref: TopicRef) -> tuple[str, ...]:
        """The form's own page, else the topic, wherever its board keeps topics."""
        return f"{ref.url}reply", ref.url

    def edit_urls(self, ref: TopicRef, post_id: str) -> tuple[str, ...]:
        """By the post's number alone."""
        return (f"{ref.board}{'index.php?' if 'index.php?' in ref.url else ''}posts/{post_id}/edit",)

    def is_reply_form(self, form: Element) -> bool:
        """By where it goes: forms for other messages look the same."""
        goes = form.get("action") or ""
        return super().is_reply_form(form) and "_xfToken" in names_of(form) and bool(_TAKES_REPLY.search(goes))

    def reply_request(self, page: Answer, text: str) -> FormRequest:
        """Without the editor's own text area."""
        request = super().reply_request(page, text)
        return replace(request, fields=tuple(field for field in request.fields if field[0] != "message_html"))

    def done(self, page: Answer) -> str | None:
        """A topic's page at a post, or one that says that a moderator must approve."""
        taken = post_of(page.url, self.post_parameter) or _PENDING in query_of(page.url)
        return page.url if self.is_topic(page) and taken else None

    def is_topic(self, page: Answer) -> bool:
        """By the page's template; the form's own page has another."""
        return bool(elements(parse(page.html), self.topic))

    def _taken(self, page: Answer, address: str, last_known: str | None) -> ReplyOutcome:
        outcome = super()._taken(page, address, last_known)
        if outcome.post_id is None:
            return replace(outcome, words=first_text(parse(page.html), self.approval), approval=True)
        return outcome

    def own_id(self, root: Element) -> str | None:
        """Of the picture beside the own name."""
        told = strings(root, "//a[contains(@class,'p-navgroup-link--user')]//*/@data-user-id")
        return next((number for number in told if number != "0"), None)
