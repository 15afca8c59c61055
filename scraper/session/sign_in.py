"""Signing in, and staying so: the dealings of one member with one board, over a `Client`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from engine.i18n import _
from scraper.addresses import same_site, shown
from scraper.clock import Clock
from scraper.decode import decode
from scraper.http import Client
from scraper.records import Fetched
from scraper.session import cookies
from scraper.session.errors import CredentialsError, ForeignFormError, SignInError
from scraper.session.keep import SessionFile
from scraper.session.manners import Manners
from scraper.session.records import Account, Answer, FormRequest, SignIn, SignInOutcome

_TOO_FAST_SECONDS = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """A name and a password."""

    name: str
    password: str = field(repr=False)


class Session:
    """One member at one board.

    `credentials` is asked only when the board does not know us (any more), so that a password is read, and a GM
    asked for it, as seldom as can be.
    """

    def __init__(
        self,
        client: Client,
        manners: Manners,
        board: str,
        *,
        kept: SessionFile | None = None,
        credentials: Callable[[], Credentials | None] = lambda: None,
    ) -> None:
        self.client = client
        self.manners = manners
        self.board = board
        self.account: Account | None = None
        """Who the board took us for when it was last asked."""
        self._kept = kept
        self._credentials = credentials
        self.known_name = kept.load(client.cookies) if kept else None
        """Name of the account that was signed in last, where it is known."""

    @property
    def clock(self) -> Clock:
        """The clock that waiting goes by."""
        return self.client.clock

    def open(self, url: str) -> Answer:
        """A page of the board. Raises FetchError."""
        return answer(self.client.get(url))

    def send(self, request: FormRequest) -> Answer:
        """The answer to a form. Raises FetchError, also when nobody can tell whether the board got it, and what `check`
        raises.
        """
        self.check(request)
        return answer(
            self.client.post(
                request.url, request.fields, encoding=request.charset, headers={"Referer": request.referer}
            )
        )

    def check(self, request: FormRequest) -> None:
        """Raise ForeignFormError when a form would take what is in it to another site."""
        if not same_site(self.board, request.url):
            site = "{0.scheme}://{0.netloc}".format(urlsplit(request.url))
            raise ForeignFormError(
                _(
                    "The form on {page} leads to another site, {site}: nothing was sent. If the board has moved, put "
                    "its new address into game.toml."
                ).format(page=shown(request.referer), site=shown(site))
            )

    def look(self, page: Answer) -> Account | None:
        """Who the board takes us for on this page."""
        found = self.manners.who(page)
        if found is not None and not found.name and self.known_name:
            found = replace(found, name=self.known_name)
        self.account = found
        return found

    def who(self) -> Account | None:
        """Who the board takes us for now; one request. None for a guest. Raises FetchError."""
        return self.look(self.open(self.board))

    def ensure(self) -> Account:
        """The account, signed in when it is not. Raises SignInError, CredentialsError, FetchError."""
        return self.account or self.who() or self.sign_in()

    def sign_in(self) -> Account:
        """Sign in with name and password. Raises SignInError, CredentialsError, FetchError.

        A wrong password is never sent twice: boards lock an account after a few.
        """
        credentials = self._credentials()
        if credentials is None:
            raise CredentialsError(
                _(
                    "Not signed in to {board}: run `itogi login`, or set ITOGI_PASSWORD and the account's name "
                    "(`account` in the [board] table of game.toml)."
                ).format(board=self.board)
            )
        self.known_name = credentials.name
        outcome = self._try(credentials)
        if outcome.kind in (SignIn.TOKEN_MISMATCH, SignIn.TOO_FAST):
            self.clock.sleep(_TOO_FAST_SECONDS)
            outcome = self._try(credentials)
        if outcome.account is None:
            raise SignInError(_failure(outcome, self.board), kind=outcome.kind)
        self.account = outcome.account
        self.save()
        return outcome.account

    def take_cookies(self, text: str) -> Account:
        """Go on as the browser that these cookies come from.

        Raises CredentialsError when they cannot be read or are not of this board, SignInError when the board does
        not know us by them.
        """
        self.client.cookies.clear()
        cookies.into(self.client.cookies, cookies.read(text, self.board, self.clock.now()))
        account = self.who()
        if account is None:
            raise SignInError(
                _(
                    "The board does not know us by these cookies: sign in with the browser again, with the box "
                    "«remember me» ticked, and export them anew."
                ),
                kind=SignIn.UNKNOWN,
            )
        self.save()
        return account

    def save(self) -> None:
        """Keep the session's cookies, where a file is given for them."""
        if self._kept and self.account:
            self._kept.save(self.client.cookies, self.account.name)

    def _try(self, credentials: Credentials) -> SignInOutcome:
        page = self.open(self.manners.login_url(self.board))
        if (already := self.look(page)) is not None:
            return SignInOutcome(kind=SignIn.ALREADY, account=already)
        request = self.manners.login_request(page, credentials.name, credentials.password)
        self.clock.sleep(self.manners.form_age)
        outcome = self.manners.sign_in_outcome(self.send(request))
        if outcome.kind in (SignIn.SIGNED_IN, SignIn.UNKNOWN):
            # The answer may be a page on the way, without a greeting: another one tells.
            account = self.who()
            return replace(outcome, kind=SignIn.SIGNED_IN if account else SignIn.UNKNOWN, account=account)
        return outcome


def answer(fetched: Fetched) -> Answer:
    """An answer of the client as text."""
    return Answer(html=decode(fetched.content, dict(fetched.headers)), url=fetched.final_url, status=fetched.status)


def _failure(outcome: SignInOutcome, board: str) -> str:
    advice = {
        SignIn.WRONG_PASSWORD: _("name or password are wrong; run `itogi login` again"),
        SignIn.CAPTCHA: _("it asks for a captcha: sign in with a browser and use `itogi login --cookies FILE`"),
        SignIn.LOCKED: _("the account or this address is locked for a while: wait, or sign in with a browser"),
        SignIn.TOO_FAST: _("it asks to wait: try again in a minute"),
        SignIn.TOKEN_MISMATCH: _("it did not take its own form: try again, or use `itogi login --cookies FILE`"),
    }
    why = advice.get(outcome.kind, _("it did not say why: sign in with a browser and use `itogi login --cookies FILE`"))
    said = " " + _("The board says: {words}").format(words=outcome.words) if outcome.words else ""
    return _("{board} did not let us in: {why}.").format(board=board, why=why) + said
