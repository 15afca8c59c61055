"""Serve the desk on loopback until told to stop."""

from __future__ import annotations

import socket

import uvicorn

from itogi.desk import views_day, views_draft, views_game, views_night, views_players, views_setup
from itogi.desk.app import Application, Desk, View

ROUTES: dict[str, View] = {
    "/": views_day.today,
    "/votes": views_day.votes,
    "/questions": views_day.questions,
    "/violations": views_game.violations,
    "/night": views_night.night,
    "/players": views_players.players,
    "/draft": views_draft.draft,
    "/setup": views_setup.links,
    "/signin": views_setup.sign_in_form,
    "/job": views_draft.job,
    "/journal": views_game.journal,
    "/rules": views_game.rules,
}
ACTIONS: dict[str, View] = {
    "/answer": views_day.answer,
    "/ballot": views_day.ballot,
    "/judge": views_game.judge,
    "/file": views_game.file_report,
    "/order": views_night.enter_order,
    "/withdraw": views_night.withdraw_order,
    "/ruling": views_night.rule_on_order,
    "/die": views_night.enter_die,
    "/player": views_players.change_player,
    "/publish/confirm": views_draft.confirm,
    "/publish": views_draft.publish,
    "/poll": views_draft.poll,
    "/setup/look": views_setup.look,
    "/setup/create": views_setup.create,
    "/signin": views_setup.sign_in,
    "/roles": views_setup.roles,
    "/copied": views_draft.copied,
    "/undo": views_game.undo,
    "/secrets": views_game.show_secrets,
}


def application(desk: Desk) -> Application:
    """The desk with all its screens."""
    return Application(desk, ROUTES, ACTIONS)


def listen(port: int) -> socket.socket:
    """A socket on loopback; `port` 0 takes a free one. Raises OSError when it is taken."""
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        sock.bind(("127.0.0.1", port))
    except OSError:
        sock.close()
        raise
    return sock


def server(desk: Desk) -> uvicorn.Server:
    """A server for `desk`; run it with a socket of `listen`. Logs nothing: addresses hold the token."""
    config = uvicorn.Config(
        application(desk),
        log_level="critical",
        access_log=False,
        server_header=False,
        lifespan="off",
        timeout_graceful_shutdown=1,
    )
    return uvicorn.Server(config)
