"""The first run: paste the topic links, look the proposals through, read the topics. The logic is `itogi new`'s."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from engine import ruleset as rulesets
from engine.errors import ItogiError
from engine.i18n import _
from itogi import new
from itogi.config import Board, Game, GameFile, PlayerEntry, Times, Topic, TopicKind
from itogi.desk.app import Desk
from itogi.desk.jobs import polling
from itogi.errors import NotYetError
from itogi.life.dealing import roles_told
from itogi.publish_board import account_name, reached
from itogi.store import Store
from scraper.adapter import brand_of
from scraper.http import Client

FIELDS = (
    "engine",
    "title",
    "players",
    "moderators",
    "reserves",
    "first_date",
    "zone",
    "first_night",
    "day",
    "night",
    "ruleset",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """What the topics propose."""

    topics: tuple[tuple[str, str, str], ...]
    """(field, address, title)."""
    values: dict[str, str]


LINKS = (("vote", TopicKind.VOTE), ("game", TopicKind.GAME), ("signup", TopicKind.SIGNUP))


def links(desk: Desk, request: Request) -> Response:
    """Ask for the topics' links."""
    if desk.has_game:
        return RedirectResponse("/", status_code=303)
    return desk.render(request, "setup_links.html", message="", given={})


def look(desk: Desk, request: Request) -> Response:
    """Fetch the first pages, and propose everything that they tell; links that lead nowhere are asked for again."""
    form: FormData = request.state.form
    given = [(name, kind, _text(form, name)) for name, kind in LINKS]
    topics: list[tuple[str, str, str]] = []
    proposals = []
    try:
        with Client(clock=desk.pace) as client:
            for name, _kind, url in given:
                if url:
                    proposal = new.look_at(new.fetched(client, url))
                    proposals.append(proposal)
                    topics.append((name, url, proposal.title))
        if not topics:
            raise NotYetError(_("Paste the link of the vote topic, or of the game topic."))
    except ItogiError as fault:
        return desk.render(
            request,
            "setup_links.html",
            status=400,
            message=str(fault),
            given={name: url for name, _kind, url in given},
            path="/setup",
        )
    main = next((found for found in proposals if found.players), proposals[0])
    usual = Times(first_date=desk.clock().date(), zone=new.zone_for(main.zone, desk.clock()))
    values = {
        "engine": main.engine,
        "title": next((title for name, _url, title in topics if name == TopicKind.GAME), main.title),
        "players": "\n".join(_line(player) for player in main.players),
        "moderators": main.moderator,
        "first_date": usual.first_date.isoformat(),
        "zone": usual.zone,
        "first_night": usual.first_night,
        "day": usual.day,
        "night": usual.night,
        "ruleset": "hyper",
    }
    slip = desk.slips.keep(Looked(topics=tuple(topics), values=values))
    return RedirectResponse(f"/setup/check?slip={slip}", 303)


def check(desk: Desk, request: Request) -> Response:
    """Look the proposals through."""
    slip = desk.slips.find(request.query_params.get("slip", ""), Looked)
    return _check(desk, request, list(slip.topics), slip.values)


def _check(
    desk: Desk, request: Request, topics: list[tuple[str, str, str]], values: dict[str, str], fault: str = ""
) -> Response:
    """The page where the proposals are looked through; with what was written there, after a fault."""
    told = {name: new.kind_of(title) for name, _url, title in topics}
    swapped = told.get("vote") is TopicKind.GAME and told.get("game") is TopicKind.VOTE
    return desk.render(
        request,
        "setup_check.html",
        status=400 if fault else 200,
        topics=topics,
        values=values,
        brand=brand_of(values.get("engine", "")),
        message=fault,
        swapped=swapped,
        rulesets=rulesets.names(),
        path="/setup",
    )


def create(desk: Desk, request: Request) -> Response:
    """Write game.toml and begin to read the topics; after a fault, nothing that was typed is lost."""
    form: FormData = request.state.form
    if desk.has_game:
        # A double click: the first one has made the game.
        return RedirectResponse("/job", status_code=303)
    try:
        new.create(desk.folder, _written(form))
    except ItogiError as fault:
        topics = [(name, url, _text(form, f"title_{name}")) for name, _kind in LINKS if (url := _text(form, name))]
        values = {name: str(form.get(name, "")) for name in FIELDS}
        return _check(desk, request, topics, values, str(fault))
    desk.jobs.start(_("Reading the topics"), polling(Game.load(desk.folder), desk.pace), desk.language)
    return desk.back(request, _("The game is made; its settings are in game.toml."), to="/job")


def _written(form: FormData) -> GameFile:
    """The settings as the form tells them."""
    try:
        first_date = date.fromisoformat(_text(form, "first_date"))
    except ValueError:
        raise NotYetError(_("Choose the date on which the first night ends.")) from None
    lines = [line for line in _text(form, "players").splitlines() if line.strip()]
    return GameFile(
        title=_text(form, "title") or _("Game"),
        topics=tuple(
            Topic(url=url, kind=kind, title=_text(form, f"title_{name}") or None)
            for name, kind in LINKS
            if (url := _text(form, name))
        ),
        players=tuple(new.player_of(line) for line in lines),
        moderators=new.split(_text(form, "moderators")),
        reserves=new.split(_text(form, "reserves")),
        timetable=Times(
            first_date=first_date,
            zone=_text(form, "zone"),
            first_night=_text(form, "first_night"),
            day=_text(form, "day"),
            night=_text(form, "night"),
        ),
        board=Board(engine=_text(form, "engine") or None),
        ruleset=_text(form, "ruleset") or "hyper",
    )


def sign_in_form(desk: Desk, request: Request) -> Response:
    """Ask for the board's account and password."""
    with desk.table() as table:
        return desk.show(request, "signin.html", table, account=account_name(table.game) or "")


def sign_in(desk: Desk, request: Request) -> Response:
    """Sign in; the session is kept, the password is not."""
    form: FormData = request.state.form
    account, password = _text(form, "account"), str(form.get("password", ""))
    game = Game.load(desk.folder)
    with Store.open(desk.folder, clock=desk.clock) as store, reached(game, store, clock=desk.pace) as board:
        session = board.session(lambda _name: password or None, account=account or None)
        known = session.who() or session.sign_in()
        session.save()
    return desk.back(request, _("Signed in as {account}.").format(account=known.name), to="/draft")


def roles(desk: Desk, request: Request) -> Response:
    """All roles at once, one a line: «Name - role»."""
    form: FormData = request.state.form
    with desk.table() as table:
        names = [player.name for player in table.evening.setup.players]
        said = roles_told(str(form.get("roles", "")).splitlines(), names)
        if not said.roles:
            raise NotYetError(_("Write a name, a dash and a role on each line."))
        desk.enter(request, table.store, said)
        return desk.back(request, _("Roles are kept: {count}.").format(count=len(said.roles)))


def _line(player: PlayerEntry) -> str:
    accounts = ", ".join(account if isinstance(account, str) else account.name for account in player.accounts)
    return f"{player.name} = {accounts}" if accounts else player.name


def _text(form: FormData, name: str) -> str:
    return str(form.get(name, "")).strip()
