"""Sealed dice (D3): what was committed to before the game, what was rolled, and after the end the proof for players."""

from __future__ import annotations

import msgspec
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from engine.dice import commitment
from engine.events import RolesSealed
from engine.i18n import _
from engine.results import NightResult
from itogi.desk.app import Desk, Table
from itogi.desk.downloads import download
from itogi.drafting import dialect_for
from itogi.errors import NotYetError
from itogi.life.ending import results_of
from itogi.life.proof import book_of, checked, deal_checked, deal_of, proof_draft
from reports.formats import for_board
from reports.phrases import die_name

FILES = {"dice": "dice.json", "deal": "deal.json"}


def page(desk: Desk, request: Request) -> Response:
    """Hash, deals and draws; once somebody has won the seed with its proof, all of it only with the roles shown.

    `?hash=` is checked against the seed; `?over=1` is the GM's word that the game has ended.
    """
    with desk.table() as table:
        evening, seed = table.evening, table.evening.seed
        told = bool(request.query_params.get("over"))
        over = evening.over is not None or told
        published = request.query_params.get("hash", "").strip().lower()
        shown = over and desk.secrets_shown
        return desk.show(
            request,
            "dice.html",
            table,
            path="/dice",
            seed_hash=commitment(seed),
            deals=[event for event in table.store.standing() if isinstance(event.said, RolesSealed)],
            rolled=_rolled(table) if desk.secrets_shown else [],
            over=over,
            told=told,
            published=published,
            fits=published == commitment(seed),
            verdict=_verdict(table) if shown else "",
            drawn=len(book_of(evening, seed).draws) if shown else 0,
            dealt=shown and deal_of(evening, seed) is not None,
            proof=for_board(proof_draft(evening, seed), dialect_for(evening)).rstrip("\n") if shown else "",
        )


def _rolled(table: Table) -> list[tuple[int, str, float, bool, bool]]:
    """(night, die, chance, happened, entered by the GM) of the nights that are over."""
    return [
        (result.night, die_name(die.name), die.chance, die.happens, die.entered)
        for result in results_of(table.evening)
        if isinstance(result, NightResult)
        for die in result.dice
    ]


def _verdict(table: Table) -> str:
    """What is wrong with dice or deal; empty: both are proven."""
    evening, seed = table.evening, table.evening.seed
    try:
        checked(book_of(evening, seed))
        deal = deal_of(evening, seed)
        if deal:
            deal_checked(deal)
    except NotYetError as fault:
        return str(fault)
    return ""


def save(desk: Desk, request: Request) -> Response:
    """The file that players check with the program: of the draws, or of the deal."""
    form: FormData = request.state.form
    what = str(form.get("what", ""))
    with desk.table() as table:
        evening, seed = table.evening, table.evening.seed
        if evening.over is None and not form.get("over"):
            raise NotYetError(_("Nobody has won yet, and this would tell every secret. Wait for the end of the game."))
        kept = deal_of(evening, seed) if what == "deal" else book_of(evening, seed) if what == "dice" else None
        if kept is None:
            raise NotYetError(_("There is no such file."))
        content = msgspec.json.format(msgspec.json.encode(msgspec.to_builtins(kept)), indent=2)
        return download(FILES[what], content, "application/json")
