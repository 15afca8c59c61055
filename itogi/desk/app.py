"""The desk as a Starlette application: routes, what every page is given, errors as pages."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from engine.errors import ItogiError
from engine.events import Event, Said, SignupOpened
from engine.i18n import _
from itogi.concerns import concerns
from itogi.config import DATABASE, FILE, Game, zone_of
from itogi.desk.jobs import Jobs, Pace
from itogi.desk.live import events
from itogi.desk.pages import EARLY_SCREENS, SCREENS, SECOND_ROW, Pages
from itogi.desk.security import Gatekeeper, Keys
from itogi.desk.slips import Messages, Slips
from itogi.desk.words import linked, speak
from itogi.evening import Evening
from itogi.journal import phase_title
from itogi.life import cohosts
from itogi.life.inbox import inbox_of
from itogi.new import USUAL_ZONE
from itogi.store import Clock, Store, utc_now
from itogi.timetable import PhaseKind
from itogi.violations.reports import Report, reports
from scraper.clock import Clock as Pacing

BEFORE_THE_GAME = ("/setup", "/signup", "/job", "/secrets", "/cohost")
"""Where a folder without a game leads to."""
TOLD = "told"
"""Field of an address that holds the number of a message."""
TYPED = (
    *("text", "words", "message", "note", "reason", "masks", "lines", "roles", "set"),
    *("source", "at", "until", "post"),
)
"""Fields of forms that hold words of the game master."""


@dataclass(frozen=True, slots=True)
class Table:
    """What a screen works on: the game, its open store and the game as of now."""

    game: Game
    store: Store
    evening: Evening
    reports: tuple[Report, ...]


View = Callable[["Desk", Request], Response]


class Desk:
    """One game's folder behind one port."""

    def __init__(
        self,
        folder: Path,
        *,
        port: int,
        keys: Keys | None = None,
        language: str = "ru",
        clock: Clock = utc_now,
        pace: Pacing | None = None,
    ) -> None:
        """`folder` need not hold a game yet: the first screen then makes one. `pace`: how requests to boards wait."""
        self.folder = folder
        self.port = port
        self.keys = keys or Keys()
        self.language = language
        self.clock = clock
        self.pace = pace or Pace(clock)
        self.secrets_shown = False
        """Roles, weights and orders on the screen; off at the start, for those who share their screen."""
        self.pages = Pages(lambda: Game.load(folder).zone if self.has_game else zone_of(USUAL_ZONE))
        self.jobs = Jobs()
        self.pages.environment.filters["linked"] = linked
        self.slips = Slips()
        self.messages = Messages()
        self.neighbour: Callable[[Path], str] | None = None
        """Opens another game's desk beside this one; the link to it. The server tells how."""
        self.turns = 0
        """How often roles were shown or hidden: other windows of the desk follow."""
        self._evening: Evening | None = None

    @property
    def link(self) -> str:
        """The address that opens the desk; holds the token."""
        return f"http://127.0.0.1:{self.port}/?token={self.keys.token}"

    def link_once(self) -> str:
        """An address that opens the desk a single time, for a browser's command line."""
        return f"http://127.0.0.1:{self.port}/?token={self.keys.ticket()}"

    @property
    def has_game(self) -> bool:
        """Whether the folder holds a game."""
        return (self.folder / FILE).exists()

    @property
    def has_signup(self) -> bool:
        """Whether players are gathered in the folder, before there is a game."""
        if self.has_game or not (self.folder / DATABASE).exists():
            return False
        with self.store() as store:
            return any(isinstance(event.said, SignupOpened) for event in store.standing())

    def store(self) -> Store:
        """The game's database, opened for one page."""
        store = Store.open(self.folder, clock=self.clock)
        # Several game masters: whoever took a name on this computer writes under it here, too.
        store.author = cohosts.name_here(store.standing())
        return store

    def enter(self, request: Request, store: Store, *said: Said) -> Event:
        """Keep what a form says, all or nothing; the last of the entries.

        Raises StaleError when the same matter was written to since the form's page was made: twice, or by others.
        """
        base = str(request.state.form.get("base", ""))
        newest = cohosts.last_number(store)
        return cohosts.say_fresh(store, int(base) if base.isdecimal() and len(base) < 12 else newest, *said)[-1]

    @contextmanager
    def table(self) -> Iterator[Table]:
        """The game as of now. Raises ItogiError."""
        game = Game.load(self.folder)
        with self.store() as store:
            evening = Evening.of(game, store, now=self.clock())
            if self._evening and self._evening.setup.players == evening.setup.players:
                # What was read once is not read again: a body's words do not change.
                evening.__dict__["reader"] = self._evening.reader
            self._evening = evening
            yield Table(game=game, store=store, evening=evening, reports=reports(evening))

    def show(self, request: Request, template: str, table: Table, **context: Any) -> Response:
        """A screen with what all screens share."""
        evening, phase = table.evening, table.evening.phase
        counts = {
            "/questions": sum(question.open for question in evening.questions),
            "/violations": sum(report.open for report in self.visible(table.reports)),
            "/disputes": sum(letter.waits for letter in inbox_of(evening)),
        }
        over = phase.kind is PhaseKind.OVER
        title = phase_title("night" if phase.kind in (PhaseKind.NIGHT, PhaseKind.RESULTS) else "day", phase.number)
        if phase.kind is PhaseKind.RESULTS:
            title = _("{night}, results are due").format(night=title)
        elif over:
            title = _("The game is over, or rests")
        return self.render(
            request,
            template,
            game_title=table.game.title,
            now={
                "phase": title,
                "deadline": None if over else phase.until,
                "left_seconds": max(0, int((phase.until - self.clock()).total_seconds())),
            },
            screens=menu(SCREENS, counts),
            live=True,
            base=cohosts.last_number(table.store),
            news=self._news(request, table.store),
            warnings=(*evening.reliability(evening.moment).warnings, *concerns(evening)),
            evening=evening,
            table=table,
            **context,
        )

    def visible(self, found: Iterable[Report]) -> list[Report]:
        """Reports that may be on the screen: who missed a night action has a role, and words of the GM may tell any."""
        if self.secrets_shown:
            return list(found)
        return [_unworded(report) for report in found if not report.violation.clause.secret]

    def bare(self, request: Request, template: str, store: Store | None = None, **context: Any) -> Response:
        """A screen before there is a game."""
        base = cohosts.last_number(store) if store else 0
        return self.render(request, template, screens=menu(EARLY_SCREENS), live=store is not None, base=base, **context)

    def _news(self, request: Request, store: Store) -> int:
        """How many entries others have written since this game master looked last."""
        if "hx-request" in request.headers or store.author is None:
            return 0
        return len(cohosts.news(store, store.author))

    def render(self, request: Request, template: str, *, status: int = 200, **context: Any) -> Response:
        """A page, with what the form that led to it has to say."""
        here = urlencode([pair for pair in parse_qsl(request.url.query, keep_blank_values=True) if pair[0] != TOLD])
        shared: dict[str, Any] = {
            "csrf": self.keys.csrf,
            "turns": self.turns,
            "language": self.language,
            "path": request.url.path,
            "here": request.url.path + (f"?{here}" if here else ""),
            "said": self.messages.find(request.query_params.get(TOLD, "")),
            "secrets_shown": self.secrets_shown,
            "live": False,
            "base": 0,
            "news": 0,
            "now": None,
            "screens": [],
            "warnings": (),
            "game_title": "itogi",
        }
        return self.pages.render(template, status=status, **(shared | context))

    def back(self, request: Request, message: str = "", to: str | None = None) -> Response:
        """To where the form was, or to `to`, with a message for that page alone."""
        # Never a form's idea of another site.
        target = own(to or str(request.state.form.get("back", "/")))
        if message:
            address, mark, place = target.partition("#")
            joint = "&" if "?" in address else "?"
            target = f"{address}{joint}{TOLD}={self.messages.keep(message)}{mark}{place}"
        return RedirectResponse(target, 303)

    def endpoint(self, view: View) -> Callable[[Request], Response]:
        """A route's function: language, first run, and errors as one clear page."""

        def handle(request: Request) -> Response:
            speak(self.language)
            try:
                if not self.has_game and not request.url.path.startswith(BEFORE_THE_GAME):
                    told = request.query_params.get(TOLD)
                    kept = f"?{urlencode({TOLD: told})}" if told else ""
                    return RedirectResponse(("/signup" if self.has_signup else "/setup") + kept, status_code=303)
                return view(self, request)
            except ItogiError as fault:
                return self.failed(request, str(fault), status=400 if fault.exit_status == 2 else 503)
            except Exception as fault:
                if os.environ.get("ITOGI_DEBUG"):
                    raise
                # The fault's own words may hold a role or a password: only its kind is told.
                message = _("A fault of the program ({kind}). Nothing is lost.").format(kind=type(fault).__name__)
                return self.failed(request, message, 500)

        return handle

    def failed(self, request: Request, message: str, status: int) -> Response:
        """A page that says what is wrong; the menu stays where there is a game."""
        screens = menu(SCREENS) if self.has_game else menu(EARLY_SCREENS) if self.has_signup else []
        # A form's own address answers no GET: «try again» leads to the page that the form stood on.
        form = getattr(request.state, "form", None)
        path = own(str(form.get("back", "/"))) if form is not None else request.url.path
        # What was typed is given back: the page that it was typed on is made anew.
        typed = [str(form[name]) for name in TYPED if str(form.get(name, "")).strip()] if form is not None else []
        title = {}
        with suppress(ItogiError):
            title["game_title"] = Game.load(self.folder).title
        return self.render(
            request, "error.html", status=status, message=message, screens=screens, path=path, typed=typed, **title
        )


def _unworded(report: Report) -> Report:
    """A report without what the GM wrote in words of the GM's own."""
    violation, judged = report.violation, report.judged
    if violation.by_hand or violation.known_as:
        violation = replace(violation, what=_("hidden"))
    return replace(report, violation=violation, judged=replace(judged, note=None) if judged else None)


def menu(screens: Iterable[tuple[str, str]], counts: Mapping[str, int] | None = None) -> list[dict[str, Any]]:
    """The entries of the menu, with what waits on each."""
    return [
        {"path": path, "title": _(name), "count": (counts or {}).get(path, 0), "breaks": path == SECOND_ROW}
        for path, name in screens
    ]


def own(target: str) -> str:
    """`target` when it is a page of the desk, else the first page."""
    return target if target.startswith("/") and target[1:2] not in ("/", "\\") else "/"


class Application:
    """The ASGI application with the gatekeeper before it."""

    def __init__(self, desk: Desk, routes: dict[str, View], actions: dict[str, View]) -> None:
        self.desk = desk

        def missing(request: Request, _fault: Exception) -> Response:
            speak(desk.language)
            return desk.failed(request, _("There is no such page."), 404)

        def refused(request: Request, fault: Exception) -> Response:
            speak(desk.language)
            status = fault.status_code if isinstance(fault, HTTPException) else 500
            return desk.failed(request, _("This cannot be done here."), status)

        async def live(request: Request) -> Response:
            return events(desk.folder, request, lambda: desk.turns)

        app = Starlette(
            routes=[
                *(Route(path, desk.endpoint(view), methods=["GET"]) for path, view in routes.items()),
                *(Route(path, desk.endpoint(view), methods=["POST"]) for path, view in actions.items()),
                Route("/events", live),
                Mount("/static", StaticFiles(packages=[("itogi.desk", "static")])),
            ],
            exception_handlers={404: missing, HTTPException: refused},
        )
        self.app: ASGIApp = Gatekeeper(app, keys=desk.keys, port=desk.port)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request in the desk's language."""
        speak(self.desk.language)
        await self.app(scope, receive, send)
