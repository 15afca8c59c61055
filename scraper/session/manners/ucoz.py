"""uCoz.

Facts: a site signs in by POST to `/index/sub/` with `user`, `password`, `rem`, `a=2`, `ajax=1` and a number; the form
on its pages is sent by a script, so its own address is none. An answer with the word «пароль» says that it failed. How
a reply is sent is not known: the program does not write on such boards. From memory only: the address of the login
page, and the links by which a member's page is known. Where they are wrong, a browser's cookies help no more than a
password, and the game is read as a guest reads it.
"""

from __future__ import annotations

import re
from urllib.parse import urljoin

from scraper.session import words
from scraper.session.forms import find_form, parse, strings
from scraper.session.manners._base import Manners
from scraper.session.records import Answer, FormRequest, SignIn, SignInOutcome

_MARKUP = re.compile(r"<!\[CDATA\[|\]\]>|<[^<>]*>|\\[nrt]")
_FAILED = re.compile(r"парол|password|captcha|капч|код\w* безопасности|заблокирован", re.IGNORECASE)
_FIELDS = (("a", "2"), ("ajax", "1"), ("rnd", "1"))
_LONGEST_WORDS = 300


class UCoz(Manners):
    """A site of uCoz."""

    name = "ucoz"
    login_path = "/index/1"
    name_field = "user"
    remember = (("rem", "1"),)
    reply_paths = ()
    writes = False
    errors = ()
    logged_in = ("//a[@href='/index/10' or contains(@href,'/index/10?')]", "//a[normalize-space()='Выход']")
    post_parameter = ""

    def login_request(self, page: Answer, name: str, password: str) -> FormRequest:
        """By the form's hidden controls where the page has it: its other half is a script."""
        form = find_form(parse(page.html), self.is_login_form)
        hidden = {}
        if form is not None:
            names, values = (
                strings(form, ".//input[@type='hidden']/@name"),
                strings(form, ".//input[@type='hidden']/@value"),
            )
            hidden = dict(zip(names, values, strict=False)) if len(names) == len(values) else {}
        fields = {
            self.name_field: name,
            self.password_field: password,
            **dict(self.remember),
            **dict(_FIELDS),
            **hidden,
        }
        return FormRequest(
            url=urljoin(page.url, "/index/sub/"),
            fields=tuple(fields.items()),
            charset=self.charset,
            referer=page.url.partition("#")[0],
        )

    def sign_in_outcome(self, page: Answer) -> SignInOutcome:
        """The answer is a script's: its words tell a failure, and only another page a success."""
        said = " ".join(_MARKUP.sub(" ", page.html).split())
        if self.who(page) is not None:
            return SignInOutcome(kind=SignIn.SIGNED_IN, account=self.who(page))
        if not _FAILED.search(said):
            return SignInOutcome(kind=SignIn.UNKNOWN)
        return SignInOutcome(kind=words.sign_in(said), words=said[:_LONGEST_WORDS])
