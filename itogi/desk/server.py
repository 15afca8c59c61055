"""Serve the desk on loopback until told to stop."""

from __future__ import annotations

import os
import socket
import threading
from functools import partial
from pathlib import Path

import uvicorn

from itogi.desk import (
    views_archive,
    views_cohost,
    views_day,
    views_dice,
    views_disputes,
    views_draft,
    views_game,
    views_letters,
    views_mail,
    views_night,
    views_notices,
    views_numbers,
    views_players,
    views_publish,
    views_rulings,
    views_setup,
    views_signup,
    views_start,
)
from itogi.desk.app import Application, Desk, View

ROUTES: dict[str, View] = {
    "/": views_day.today,
    "/votes": views_day.votes,
    "/questions": views_day.questions,
    "/violations": views_game.violations,
    "/disputes": views_disputes.page,
    "/night": views_night.night,
    "/mail": views_mail.page,
    "/mail/look": views_mail.look,
    "/letters": views_letters.page,
    "/players": views_players.players,
    "/decide": views_rulings.show,
    "/signup": views_signup.page,
    "/draft": views_draft.draft,
    "/publish/confirm": views_publish.confirm,
    "/notices": views_notices.page,
    "/notices/draft": views_notices.draft,
    "/dice": views_dice.page,
    "/archive": views_archive.page,
    "/cohost": views_cohost.page,
    "/cohost/compare": views_cohost.compare,
    "/numbers": views_numbers.page,
    "/setup": views_setup.links,
    "/setup/check": views_setup.check,
    "/signin": views_setup.sign_in_form,
    "/job": views_draft.job,
    "/journal": views_game.journal,
    "/rules": views_game.rules,
}
ACTIONS: dict[str, View] = {
    "/answer": views_day.answer,
    "/ballot": views_day.ballot,
    "/court": views_day.court,
    "/agree": views_day.agree,
    "/judge": views_game.judge,
    "/file": views_game.file_report,
    "/order": views_night.enter_order,
    "/withdraw": views_night.withdraw_order,
    "/ruling": views_night.rule_on_order,
    "/die": views_night.enter_die,
    "/player": views_players.change_player,
    "/decide/look": views_rulings.look,
    "/decide": views_rulings.enter,
    "/inbox": views_disputes.handle,
    "/note": views_disputes.note,
    "/mail": views_mail.paste,
    "/mail/enter": views_mail.enter,
    "/letters": views_letters.mark,
    "/letters/unmark": views_letters.unmark,
    "/council": views_letters.council,
    "/signup/open": views_signup.begin,
    "/signup/read": views_signup.read,
    "/signup/place": views_signup.place,
    "/signup/mask": views_signup.mask,
    "/signup/close": views_signup.close,
    "/signup/deal": views_start.deal,
    "/signup/topics": views_start.topics,
    "/publish/look": views_draft.look,
    "/publish": views_publish.publish,
    "/notices/make": views_notices.make,
    "/notices/look": views_notices.look,
    "/notices/copied": views_notices.copied,
    "/dice/save": views_dice.save,
    "/archive/save": views_archive.save,
    "/next": views_archive.begin_next,
    "/cohost/name": views_cohost.name,
    "/cohost/hand": views_cohost.hand,
    "/cohost/take": views_cohost.take,
    "/cohost/look": views_cohost.look,
    "/cohost/merge": views_cohost.merge,
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
    if os.name == "posix":
        # A desk that was closed a moment ago leaves its port unusable for a minute; elsewhere this would share it.
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind(("127.0.0.1", port))
    except OSError:
        sock.close()
        raise
    return sock


def server(desk: Desk) -> uvicorn.Server:
    """A server for `desk`; run it with a socket of `listen`. Logs nothing: addresses hold the token."""
    desk.neighbour = partial(beside, desk)
    config = uvicorn.Config(
        application(desk),
        log_level="critical",
        access_log=False,
        server_header=False,
        lifespan="off",
        timeout_graceful_shutdown=1,
    )
    return uvicorn.Server(config)


def beside(desk: Desk, folder: Path) -> str:
    """Serve another game's desk next to this one, for as long as the program runs; the link that opens it."""
    sock = listen(0)
    other = Desk(folder, port=sock.getsockname()[1], language=desk.language, clock=desk.clock, pace=desk.pace)
    threading.Thread(target=server(other).run, kwargs={"sockets": [sock]}, daemon=True).start()
    return other.link
