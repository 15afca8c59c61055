"""The sign-up: who asks for a place, the GM's word, masks, names that may clash, the list for the topic, the game."""

from __future__ import annotations

import re
from datetime import date

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from engine import ruleset as rulesets
from engine.events import Said
from engine.i18n import _, ngettext
from itogi import new
from itogi.config import Game, Times
from itogi.desk.app import Desk
from itogi.desk.jobs import polling, reading_signup
from itogi.desk.views_start import ready
from itogi.errors import NotYetError
from itogi.life import gathering
from itogi.life.gathering import GENDERS, GIVEN, PLACES
from itogi.life.signup import Place, Signup
from itogi.store import Store
from reports.formats import dialect_of, for_board


def page(desk: Desk, request: Request) -> Response:
    """The sign-up; once there is a game, its roles, topics and names too."""
    if desk.has_game:
        with desk.table() as table:
            signup = gathering.signup_in(desk.folder, table.store)
            return desk.show(
                request,
                "signup.html",
                table,
                **_shared(desk, signup, table.store),
                begun=True,
                start=ready(desk, request, table),
                findings=gathering.findings_of(table.game, table.store),
                reserves=table.game.file.reserves,
            )
    if not desk.has_signup:
        return desk.bare(
            request,
            "signup_open.html",
            rulesets=rulesets.names(),
            seats=rulesets.load("hyper").min_players,
        )
    with desk.store() as store:
        signup = gathering.signup_in(desk.folder, store)
        usual = Times(first_date=desk.clock().date(), zone=new.USUAL_ZONE)
        return desk.bare(
            request,
            "signup.html",
            store,
            **_shared(desk, signup, store),
            begun=False,
            start=None,
            findings=gathering.findings(signup),
            reserves=(),
            times=usual,
            game_title=signup.opened.title if signup.opened else "itogi",
        )


def _shared(desk: Desk, signup: Signup, store: Store) -> dict[str, object]:
    opened = signup.opened
    text = ""
    if opened:
        draft = gathering.list_draft(desk.folder, signup)
        text = for_board(draft, dialect_of(opened.engine)).rstrip("\n")
    return {
        "signup": signup,
        "numbers": {one.account: number for number, one in enumerate(signup.players, 1)},
        "places": {place: _(title) for place, title in PLACES.items()},
        "given": GIVEN,
        "genders": {gender: _(title) for gender, title in GENDERS.items()},
        "text": text,
        "doubt": gathering.doubt_of(desk.folder, store, opened),
        "shortfall": gathering.shortfall(signup) if opened else None,
        "unclear": signup.at(Place.UNCLEAR),
    }


def begin(desk: Desk, request: Request) -> Response:
    """Begin a sign-up from its topic's link, or by hand."""
    form: FormData = request.state.form
    if desk.has_signup or desk.has_game:
        # A double click: the first one has begun it.
        return RedirectResponse("/signup", status_code=303)
    url, seats = _text(form, "url"), _text(form, "seats")
    opened = gathering.opening(
        url or None,
        desk.pace,
        title=_text(form, "title") or None,
        moderators=new.split(_text(form, "moderators")),
        seats=int(seats) if seats.isdecimal() and len(seats) < 4 else None,
        ruleset=_text(form, "ruleset") or "hyper",
    )
    desk.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    desk.jobs.start(_("Reading the topics"), reading_signup(desk.folder, opened, desk.pace, begins=True), desk.language)
    desk.jobs.wait(3)
    return RedirectResponse("/signup" if desk.jobs.settled else "/job", status_code=303)


def read(desk: Desk, request: Request) -> Response:
    """Read the topic again."""
    with desk.store() as store:
        opened = gathering.opened_in(gathering.signup_in(desk.folder, store))
    work = (
        polling(Game.load(desk.folder), desk.pace)
        if desk.has_game
        else reading_signup(desk.folder, opened, desk.pace, begins=False)
    )
    desk.jobs.start(_("Reading the topics"), work, desk.language)
    desk.jobs.wait(1.5)
    return desk.back(request, to="/job")


def place(desk: Desk, request: Request) -> Response:
    """Say where an account stands; a line of several accounts is entered as one."""
    form: FormData = request.state.form
    with desk.store() as store:
        signup = gathering.signup_in(desk.folder, store)
        where = _text(form, "place")
        said = gathering.placed(
            signup, _text(form, "account"), where, _text(form, "reason"), newcomer=bool(form.get("newcomer"))
        )
        desk.enter(request, store, said)
        told = "; ".join(gathering.changes(signup, gathering.signup_in(desk.folder, store)))
    if where == Place.RESERVE and desk.has_game:
        gathering.note_reserve(desk.folder, said.account)
    return desk.back(request, _later(desk, f"{told or said.account}."))


def mask(desk: Desk, request: Request) -> Response:
    """Name one account; or all, from lines; or by dice."""
    form: FormData = request.state.form
    with desk.store() as store:
        signup = gathering.signup_in(desk.folder, store)
        said: list[Said] = []
        how = _text(form, "how")
        if how == "lines":
            said += gathering.named_by_lines(signup, _text(form, "lines"))
        elif how == "shuffle":
            masks = [name.strip() for name in re.split(r"[\n,;]", _text(form, "masks")) if name.strip()]
            said += gathering.shuffled(signup, masks, store.seed())
        else:
            said.append(gathering.named(signup, _text(form, "account"), _text(form, "name"), _text(form, "gender")))
        if not said:
            raise NotYetError(_("Write a line for each player: account = mask."))
        desk.enter(request, store, *said)
    message = ngettext("Named: {count} player.", "Named: {count} players.", len(said))
    return desk.back(request, _later(desk, message.format(count=len(said))))


def _later(desk: Desk, message: str) -> str:
    """With a word on what the sign-up changes in a game that has begun: its own list alone."""
    return f"{message} {_(gathering.SETTLED)}" if desk.has_game else message


def close(desk: Desk, request: Request) -> Response:
    """The sign-up is over: write game.toml."""
    form: FormData = request.state.form
    if desk.has_game:
        return RedirectResponse("/signup", status_code=303)
    try:
        first_date = date.fromisoformat(_text(form, "first_date"))
    except ValueError:
        raise NotYetError(_("Choose the date on which the first night ends.")) from None
    times = Times(
        first_date=first_date,
        zone=_text(form, "zone"),
        first_night=_text(form, "first_night"),
        day=_text(form, "day"),
        night=_text(form, "night"),
    )
    with desk.store() as store:
        signup = gathering.signup_in(desk.folder, store)
        file = gathering.game_file(signup, times, game=_text(form, "game") or None, vote=_text(form, "vote") or None)
    new.create(desk.folder, file)
    return desk.back(request, _("The game is made; its settings are in game.toml."), to="/signup")


def _text(form: FormData, name: str) -> str:
    return str(form.get(name, "")).strip()
