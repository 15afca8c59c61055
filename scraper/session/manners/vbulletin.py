"""vBulletin 4.

Facts, by the engine's templates, code and scripts (3.8, 4.2): the sign-in form is sent with the password's MD5 sums in
place of it, one of the letters as the board keeps them, one of the lower bytes of their UTF-16 units; a page for
members shows it to a guest. Scripts tell the security token, which is `guest` for guests. A taken sign-in or reply
answers with a page that refreshes itself, or redirects. `wysiwyg=1` in a form says that its text is HTML. A text sent
twice within five minutes is refused as a duplicate.
"""

from __future__ import annotations

import re
from dataclasses import replace
from hashlib import md5
from typing import ClassVar

from scraper.session.forms import Element, elements, first_text, names_of, parse, strings
from scraper.session.manners._base import Manners, declared_charset, in_scripts, post_of, refresh
from scraper.session.records import Account, Answer, FormRequest, ReplyOutcome

_TOKEN = re.compile(r"\bSECURITYTOKEN\s*=\s*[\"']([^\"']+)[\"']")
_GUEST = "guest"
_MEMBER = re.compile(r"member\.php(?:[?/]|\?(?:[^\"#]*[&;])?u=)(\d+)")
_APPROVAL = re.compile(r"модератор|провер|approv|moderat", re.IGNORECASE)
_THANKS = ("//form[@name='postvarform']//strong", "//*[contains(@class,'blockrow')]", "//blockquote//strong")
_SUMS = ("vb_login_md5password", "vb_login_md5password_utf")


class VBulletin(Manners):
    """vBulletin 4."""

    name = "vbulletin"
    login_path = "usercp.php"
    name_field = "vb_login_username"
    password_field = "vb_login_password"  # noqa: S105 - the name of a control
    remember = (("cookieuser", "1"),)
    reply_paths = ("newreply.php?do=newreply&noquote=1&t={topic}", "showthread.php?t={topic}")
    edit_paths = ("editpost.php?do=editpost&p={post}",)
    reply_button = "sbutton"
    errors: ClassVar[tuple[str, ...]] = (
        "//ul[contains(concat(' ',@class,' '),' error ')]//li",
        "//div[@class='standard_error']//div[contains(@class,'blockrow')][contains(@class,'restore')]",
    )
    logged_in = ("//a[contains(@href,'do=logout')]",)
    own_name = ("//li[@class='welcomelink']/a",)
    post_parameter = "p"
    flood_seconds = 30

    def login_request(self, page: Answer, name: str, password: str) -> FormRequest:
        """With the password's sums, as the page's script would send them."""
        request = super().login_request(page, name, "")
        sums = dict(zip(_SUMS, sums_of(password), strict=True))
        fields = [(field, sums.pop(field, value)) for field, value in request.fields]
        return replace(request, fields=(*fields, *sums.items()))

    def who(self, page: Answer) -> Account | None:
        """A guest's token is «guest»; where no script tells it, by the link that signs out."""
        token = in_scripts(page, _TOKEN)
        if token == _GUEST:
            return None
        account = super().who(page)
        if account is None and token:
            root = parse(page.html)
            account = Account(name=first_text(root, *self.own_name) or "", id=self.own_id(root))
        return account

    def own_id(self, root: Element) -> str | None:
        """From the link of the own name."""
        links = [link for path in self.own_name for link in strings(root, f"{path}/@href")]
        found = _MEMBER.search(links[0]) if links else None
        return found[1] if found else None

    def signed_in(self, page: Answer) -> bool:
        """The page that a taken sign-in refreshes away from may still hold a guest's token."""
        return self.who(page) is not None or (refresh(page) is not None and self.words(page) is None)

    def charset_of(self, page: Answer) -> str:
        """Old Russian boards are in windows-1251."""
        return declared_charset(page) or self.charset

    def is_reply_form(self, form: Element) -> bool:
        """With the token."""
        return super().is_reply_form(form) and "securitytoken" in names_of(form)

    def reply_request(self, page: Answer, text: str) -> FormRequest:
        """As plain text, where the form's editor would send HTML."""
        request = super().reply_request(page, text)
        return replace(
            request, fields=tuple((name, "0" if name == "wysiwyg" else told) for name, told in request.fields)
        )

    def done(self, page: Answer) -> str | None:
        """The page that refreshes to the post, or the topic at the post."""
        if (address := refresh(page)) is not None:
            return address
        return page.url if self.is_topic(page) and post_of(page.url, self.post_parameter) else None

    def is_topic(self, page: Answer) -> bool:
        """By the list of posts."""
        return bool(elements(parse(page.html), "//*[@id='posts']"))

    def login_wall(self, root: Element) -> str | None:
        """What stands above the form that guests are shown."""
        return first_text(root, "//form[contains(@action,'login.php')]//ol/li[1]")

    def _taken(self, page: Answer, address: str, last_known: str | None) -> ReplyOutcome:
        outcome = super()._taken(page, address, last_known)
        said = first_text(parse(page.html), *_THANKS) if outcome.post_id is None else None
        return replace(outcome, words=said, approval=True) if said and _APPROVAL.search(said) else outcome


def sums_of(password: str) -> tuple[str, str]:
    """The two MD5 sums that the engine's script makes of a password: of its Latin-1 bytes with other letters as
    `&#N;`, and of the lower bytes of its UTF-16 units.
    """
    units = password.strip(" ").encode("utf-16-le")
    codes = [int.from_bytes(units[place : place + 2], "little") for place in range(0, len(units), 2)]
    written = b"".join(bytes((code,)) if code < 256 else f"&#{code};".encode() for code in codes)
    return md5(written, usedforsecurity=False).hexdigest(), md5(units[::2], usedforsecurity=False).hexdigest()
