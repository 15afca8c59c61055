"""The start of a game: roles by sealed dice, the addresses of its topics, the posts that open them."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from engine.i18n import _
from itogi.config import TopicKind
from itogi.desk.app import Desk, Table
from itogi.drafting import dialect_for
from itogi.errors import NotYetError
from itogi.life import gamefile
from itogi.life.dealing import Coming, coming, entries_of, sealed, undealt
from itogi.life.texts import opening_draft, seal_draft
from reports.formats import for_board

SETTABLE = (TopicKind.GAME, TopicKind.VOTE, TopicKind.SIGNUP)


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """What the page shows of a game's start."""

    dealt: int | None
    """Number of the last deal by dice."""
    told: int
    """Players whose role is told."""
    players: int
    set: str
    """The roles to deal, as the GM wrote them; empty: the ruleset's."""
    deal: Coming | None
    fault: str
    """Why nothing can be dealt."""
    seal: str
    """What to publish before the deal."""
    topics: tuple[tuple[TopicKind, str], ...]
    """(kind, address or nothing)."""
    openings: tuple[tuple[TopicKind, str], ...]
    """(kind, the first post of the topic)."""


def ready(desk: Desk, request: Request, table: Table) -> Start:
    """The start as it stands; `?set=` gives the roles to deal."""
    evening, game = table.evening, table.game
    told, fault, seal = request.query_params.get("set", "").strip(), "", ""
    deal: Coming | None = None
    dialect = dialect_for(evening)
    try:
        deal = coming(game.setup(), evening.events, told)
        seal = for_board(seal_draft(game, deal, evening.seed), dialect).rstrip("\n")
    except NotYetError as wrong:
        fault = str(wrong)
    last = sealed(evening.events)
    return Start(
        dealt=last.round if last else None,
        told=sum(player.role is not None for player in evening.setup.players),
        players=len(evening.setup.players),
        set=told,
        deal=deal,
        fault=fault,
        seal=seal,
        topics=tuple((kind, topic.url if (topic := game.topic(kind)) else "") for kind in SETTABLE),
        openings=tuple(
            (kind, for_board(opening_draft(evening, kind), dialect).rstrip("\n"))
            for kind in (TopicKind.GAME, TopicKind.VOTE)
        ),
    )


def deal(desk: Desk, request: Request) -> Response:
    """Deal the roles by the sealed dice."""
    form: FormData = request.state.form
    with desk.table() as table:
        events, setup = table.store.standing(), table.game.setup()
        if not form.get("again"):
            undealt(setup, events)
        made = coming(setup, events, str(form.get("set", "")))
        desk.enter(request, table.store, *entries_of(made, table.store.seed()))
    return desk.back(request, _("The roles are dealt: deal {number}.").format(number=made.number))


def topics(desk: Desk, request: Request) -> Response:
    """Write the addresses of the topics into game.toml; the GM's own remarks in it stay."""
    form: FormData = request.state.form
    text = seen = gamefile.text_of(desk.folder)
    with desk.table() as table:
        for kind in SETTABLE:
            url = str(form.get(kind.value, "")).strip()
            held = table.game.topic(kind)
            if url and url != (held.url if held else ""):
                text = gamefile.with_topic(text, kind, url)
    if text == seen:
        return desk.back(request, _("The topics are the same as before."))
    gamefile.write(desk.folder, text, seen=seen)
    return desk.back(request, _("The topics are kept in game.toml. Read them on the screen «Today»."))
