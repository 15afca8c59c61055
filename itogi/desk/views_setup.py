"""The first run: paste the topic links, look the proposals through, read the topics. The logic is `itogi new`'s."""

from __future__ import annotations

from datetime import date

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from engine import ruleset as rulesets
from engine.events import RolesDealt
from engine.i18n import _
from itogi import new
from itogi.config import Board, Game, GameFile, PlayerEntry, Times, Topic, TopicKind
from itogi.desk.app import Desk
from itogi.desk.jobs import Pace, polling
from itogi.errors import NotYetError
from itogi.names import role_named, slot_named
from itogi.publish_board import account_name, reached
from itogi.store import Store
from scraper.http import Client

LINKS = (("vote", TopicKind.VOTE), ("game", TopicKind.GAME), ("signup", TopicKind.SIGNUP))


def links(desk: Desk, request: Request) -> Response:
    """Ask for the topics' links."""
    if desk.has_game:
        return RedirectResponse("/", status_code=303)
    return desk.render(request, "setup_links.html")


def look(desk: Desk, request: Request) -> Response:
    """Fetch the first pages, and propose everything that they tell."""
    form: FormData = request.state.form
    given = [(kind, str(form.get(name, "")).strip()) for name, kind in LINKS]
    topics, proposals = [], []
    with Client(clock=Pace(desk.clock)) as client:
        for kind, url in given:
            if url:
                proposal = new.look_at(new.fetched(client, url))
                proposals.append(proposal)
                topics.append((kind.value, url, proposal.title))
    if not topics:
        raise NotYetError(_("Paste the link of the vote topic, or of the game topic."))
    main = next((found for found in proposals if found.players), proposals[0])
    zone = new.zone_for(main.zone, desk.clock())
    usual = Times(first_date=desk.clock().date(), zone=zone)
    return desk.render(
        request,
        "setup_check.html",
        topics=topics,
        engine=main.engine,
        title=next((title for kind, _url, title in topics if kind == TopicKind.GAME), main.title),
        players="\n".join(_line(player) for player in main.players),
        moderators=main.moderator,
        times=usual,
        rulesets=rulesets.names(),
    )


def create(desk: Desk, request: Request) -> Response:
    """Write game.toml and begin to read the topics."""
    form: FormData = request.state.form
    try:
        first_date = date.fromisoformat(str(form.get("first_date", "")))
    except ValueError:
        raise NotYetError(_("Choose the date on which the first night ends.")) from None
    topics = tuple(
        Topic(url=url, kind=kind, title=str(form.get(f"title_{name}", "")) or None)
        for name, kind in LINKS
        if (url := str(form.get(name, "")).strip())
    )
    lines = [line for line in str(form.get("players", "")).splitlines() if line.strip()]
    file = GameFile(
        title=_text(form, "title") or _("Game"),
        topics=topics,
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
    new.create(desk.folder, file)
    desk.jobs.start(_("Reading the topics"), polling(Game.load(desk.folder), desk.clock), desk.language)
    return desk.back(request, _("The game is made; its settings are in game.toml."), to="/job")


def sign_in_form(desk: Desk, request: Request) -> Response:
    """Ask for the board's account and password."""
    with desk.table() as table:
        return desk.show(request, "signin.html", table, account=account_name(table.game) or "")


def sign_in(desk: Desk, request: Request) -> Response:
    """Sign in; the session is kept, the password is not."""
    form: FormData = request.state.form
    account, password = _text(form, "account"), str(form.get("password", ""))
    game = Game.load(desk.folder)
    with Store.open(desk.folder, clock=desk.clock) as store, reached(game, store, clock=Pace(desk.clock)) as board:
        session = board.session(lambda _name: password or None, account=account or None)
        known = session.who() or session.sign_in()
        session.save()
    return desk.back(request, _("Signed in as {account}.").format(account=known.name), to="/draft")


def roles(desk: Desk, request: Request) -> Response:
    """All roles at once, one a line: «Name - role»."""
    form: FormData = request.state.form
    with desk.table() as table:
        names = [player.name for player in table.evening.setup.players]
        pairs = []
        for line in str(form.get("roles", "")).splitlines():
            name, dash, role = line.replace("—", "-").replace("–", "-").replace("=", "-").rpartition("-")
            if not line.strip():
                continue
            if not dash:
                raise NotYetError(_("`{line}`: write a name, a dash and a role.").format(line=line.strip()))
            pairs.append((slot_named(names, name.strip()), role_named(role)))
        if not pairs:
            raise NotYetError(_("Write a name, a dash and a role on each line."))
        table.store.say(RolesDealt(roles=tuple(pairs)))
        return desk.back(request, _("Roles are kept: {count}.").format(count=len(pairs)))


def _line(player: PlayerEntry) -> str:
    accounts = ", ".join(account if isinstance(account, str) else account.name for account in player.accounts)
    return f"{player.name} = {accounts}" if accounts else player.name


def _text(form: FormData, name: str) -> str:
    return str(form.get(name, "")).strip()
