"""What every engine's module gives, and what they share. All pure: pages in, requests and outcomes out."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import ClassVar
from urllib.parse import parse_qs, urljoin, urlsplit

from engine.i18n import _
from scraper.addresses import shown
from scraper.records import TopicRef
from scraper.session import words
from scraper.session.errors import NoFormError
from scraper.session.forms import Element, elements, fill, find_form, first_text, names_of, parse, strings
from scraper.session.records import Account, Answer, FormRequest, Refusal, Reply, ReplyOutcome, SignIn, SignInOutcome

_REFRESH = re.compile(r"^\s*\d+\s*;\s*url\s*=\s*['\"]?(.+?)['\"]?\s*$", re.IGNORECASE)
_CYRILLIC = re.compile(r"<meta\b[^>]*\bcharset=[\"']?windows-1251", re.IGNORECASE)
_LONGEST_WORDS = 300


class Manners:
    """How one engine signs a member in and takes a reply. Stateless.

    A module of this package sets the class variables and overrides what its engine does in its own way.
    """

    name: ClassVar[str]
    """Name of the engine's adapter."""
    login_path: ClassVar[str]
    """Of the page with the login form, from the board's address."""
    name_field: ClassVar[str] = "username"
    password_field: ClassVar[str] = "password"  # noqa: S105 - the name of a control
    login_button: ClassVar[str | None] = None
    remember: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Controls that make the board keep us signed in, with the value of a ticked box."""
    reply_paths: ClassVar[tuple[str, ...]]
    """Addresses of a page with a reply form, `{topic}` filled in; tried in order."""
    edit_paths: ClassVar[tuple[str, ...]] = ()
    """Addresses of a page with the form that edits a post, `{post}` and `{topic}` filled in; tried in order."""
    message_fields: ClassVar[tuple[str, ...]] = ("message",)
    reply_button: ClassVar[str | None] = None
    charset: ClassVar[str] = "utf-8"
    writes: ClassVar[bool] = True
    """Whether a reply can be sent: False where the engine's form is not known."""
    errors: ClassVar[tuple[str, ...]]
    """XPaths of the elements that hold a refusal's words."""
    logged_in: ClassVar[tuple[str, ...]]
    """XPaths that find something only on a member's page."""
    own_name: ClassVar[tuple[str, ...]] = ()
    """XPaths of the member's own name on any page."""
    post_parameter: ClassVar[str]
    """Name of the query parameter that holds a post's id in the address of a finished reply."""
    form_age: ClassVar[float] = 0.0
    """Seconds that a form must be old when it is sent (phpBB refuses one sent in the second of its making)."""
    flood_seconds: ClassVar[int] = 60
    """The engine's usual pause between two posts, for when a flood notice does not name it."""
    form_once: ClassVar[bool] = False
    """The board takes the same form only once: sending it again after a lost answer cannot post twice."""

    # Signing in ------------------------------------------------------------------------------------------------

    def login_url(self, board: str) -> str:
        """Address of the login form; `board` ends with a slash."""
        return urljoin(board, self.login_path)

    def is_login_form(self, form: Element) -> bool:
        """Whether this is the form that a member signs in with."""
        return {self.name_field, self.password_field} <= names_of(form)

    def login_request(self, page: Answer, name: str, password: str) -> FormRequest:
        """The page's login form filled in. Raises NoFormError when the page has none."""
        form = find_form(parse(page.html), self.is_login_form)
        if form is None:
            raise NoFormError(self._missing(page, _("The page {url} shows no login form.").format(url=shown(page.url))))
        values = {self.name_field: name, self.password_field: password, **dict(self.remember)}
        return fill(form, page, values, button=self.login_button, charset=self.charset_of(page))

    def charset_of(self, page: Answer) -> str:
        """In which charset the forms of this page are to be sent."""
        return self.charset

    def who(self, page: Answer) -> Account | None:
        """Who the board takes us for on this page; None for a guest."""
        root = parse(page.html)
        if not any(elements(root, path) for path in self.logged_in):
            return None
        return Account(name=first_text(root, *self.own_name) or "", id=self.own_id(root))

    def own_id(self, root: Element) -> str | None:
        """Id of the member's own account, where every page shows it."""
        return None

    def signed_in(self, page: Answer) -> bool:
        """Whether the answer to the login form says that it worked; a further page shows who we are then."""
        return self.who(page) is not None

    def sign_in_outcome(self, page: Answer) -> SignInOutcome:
        """What the answer to a login form means; UNKNOWN when it does not tell (look at another page then)."""
        said = self.words(page)
        if self.signed_in(page):
            return SignInOutcome(kind=SignIn.SIGNED_IN, account=self.who(page))
        if said is None:
            return SignInOutcome(kind=SignIn.UNKNOWN)
        return SignInOutcome(kind=words.sign_in(said), words=said)

    # Replying --------------------------------------------------------------------------------------------------

    def reply_urls(self, ref: TopicRef) -> tuple[str, ...]:
        """Addresses of pages with a reply form of the topic, best first."""
        return tuple(urljoin(ref.board, path.format(topic=ref.topic_id)) for path in self.reply_paths)

    def form_link(self, page: Answer, post_id: str | None = None) -> str | None:
        """Absolute address of the reply form, or of the one that edits a post, by a link of the page; None for none.
        For engines whose forms have addresses that only their own pages know.
        """
        return None

    def is_reply_form(self, form: Element) -> bool:
        """Whether this form takes a reply."""
        return self.message_area(form) is not None

    def message_area(self, form: Element) -> Element | None:
        """The text area that takes the reply; None when the form has none."""
        areas = (elements(form, ".//textarea[@name=$name]", name=name) for name in self.message_fields)
        return next((found[0] for found in areas if found), None)

    def can_reply(self, page: Answer) -> bool:
        """Whether the page has a reply form for us."""
        return find_form(parse(page.html), self.is_reply_form) is not None

    def reply_request(self, page: Answer, text: str) -> FormRequest:
        """The page's reply form with `text`. Raises NoFormError with the board's words when it has none."""
        root = parse(page.html)
        form = find_form(root, self.is_reply_form)
        if form is None:
            raise NoFormError(self._missing(page, _("The page {url} shows no reply form.").format(url=shown(page.url))))
        area = self.message_area(form)
        field = (area.get("name") if area is not None else None) or self.message_fields[0]
        return fill(form, page, {field: text}, button=self.reply_button, charset=self.charset_of(page))

    def message_in(self, page: Answer) -> str | None:
        """The text in the page's reply or edit form; None when it has none."""
        form = find_form(parse(page.html), self.is_reply_form)
        area = self.message_area(form) if form is not None else None
        return (area.text or "") if area is not None else None

    def edit_urls(self, ref: TopicRef, post_id: str) -> tuple[str, ...]:
        """Addresses of pages with the form that edits a post, best first; none when the engine's is not known."""
        return tuple(urljoin(ref.board, path.format(topic=ref.topic_id, post=post_id)) for path in self.edit_paths)

    def reply_outcome(self, page: Answer, last_known: str | None = None) -> ReplyOutcome:
        """What the answer to a reply form means.

        `last_known` is the newest post's id before sending: an answer that leads to it or to an older one says
        that the text was merged into that post.
        """
        if page.status >= 500:
            return ReplyOutcome(kind=Reply.UNKNOWN, words=self.words(page))
        if (address := self.done(page)) is not None:
            return self._taken(page, address, last_known)
        said = self.words(page)
        root = parse(page.html)
        if said is not None:
            outcome = refused(said)
            if outcome.refusal is Refusal.NO_PERMISSION and self.who(page) is None:
                return replace(outcome, refusal=Refusal.SIGN_IN_NEEDED)
            return outcome
        if find_form(root, self.is_login_form) is not None and self.who(page) is None:
            return ReplyOutcome(kind=Reply.REFUSED, refusal=Refusal.SIGN_IN_NEEDED, words=self.login_wall(root))
        if self.can_reply(page) and not self.is_topic(page):
            return ReplyOutcome(kind=Reply.NOT_POSTED)
        return ReplyOutcome(kind=Reply.UNKNOWN)

    def done(self, page: Answer) -> str | None:
        """Address of the post (or the topic) that the answer of a taken reply leads to; None for other answers."""
        raise NotImplementedError

    def is_topic(self, page: Answer) -> bool:
        """Whether the page shows a topic, whose quick-reply form says nothing about what was sent."""
        return False

    def login_wall(self, root: Element) -> str | None:
        """The words above a login form shown instead of the page asked for."""
        return None

    def _taken(self, page: Answer, address: str, last_known: str | None) -> ReplyOutcome:
        post = post_of(address, self.post_parameter)
        merged = bool(post and last_known and last_known.isdigit() and int(post) <= int(last_known))
        return ReplyOutcome(kind=Reply.MERGED if merged else Reply.POSTED, post_id=post, url=address or None)

    # Words -----------------------------------------------------------------------------------------------------

    def words(self, page: Answer) -> str | None:
        """The board's own words of refusal on this page, or None when it says nothing of the kind."""
        said = first_text(parse(page.html), *self.errors)
        return said[:_LONGEST_WORDS] if said else None

    def _missing(self, page: Answer, message: str) -> str:
        said = self.words(page) or self.login_wall(parse(page.html))
        return f"{message} {_('The board says:')} {said}" if said else message


def declared_charset(page: Answer) -> str | None:
    """The charset of an old Russian board, windows-1251, where the page declares it; None for others."""
    return "windows-1251" if _CYRILLIC.search(page.html[:4000]) else None


def in_scripts(page: Answer, pattern: re.Pattern[str]) -> str | None:
    """The first group of a pattern in the page's scripts, and nowhere else: what members type may look the same."""
    found = (pattern.search(words) for words in strings(parse(page.html), "//script/text()"))
    return next((told[1] for told in found if told), None)


def refused(said: str) -> ReplyOutcome:
    """The outcome of a reply that the board refused in these words."""
    return ReplyOutcome(
        kind=Reply.REFUSED, refusal=words.refusal(said), words=said, wait_seconds=words.seconds_to_wait(said)
    )


def post_of(address: str, parameter: str) -> str | None:
    """The post's id in an address, from its query parameter or from its fragment."""
    parts = urlsplit(address)
    value = parse_qs(parts.query.replace(";", "&")).get(parameter, [""])[0]
    if value.isdigit():
        return value
    found = re.fullmatch(r"(?:p|pid|msg|post-?|entry|comment-|findComment-)?(\d+)", parts.fragment)
    return found[1] if found else None


def refresh(page: Answer) -> str | None:
    """Absolute address that the page's meta refresh leads to, or None when it has none."""
    for content in strings(parse(page.html), "//meta[translate(@http-equiv, 'REFSH', 'refsh')='refresh']/@content"):
        if found := _REFRESH.match(content):
            return str(urljoin(page.url, found[1]))
    return None
