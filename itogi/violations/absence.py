"""Absence (X4) and who may take a slot over (Г3). Pure."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from engine.i18n import _
from itogi.config import TopicKind
from itogi.speakers import Standing
from itogi.violations.catalogue import BY_CODE
from itogi.violations.records import Scene, Violation

ABSENCE = timedelta(hours=24)
"""Г3: «более суток»."""


def absent(scene: Scene) -> Iterator[Violation]:
    """X4 (Г3): no message in the game topic for more than a day.

    Silence is measured up to the last whole reading of that topic, and the times when the board was not seen are left
    out of it: neither a sleeping computer nor a forum that is down makes a player absent.
    """
    if scene.started is None or scene.talk_read is None or scene.ended:
        return
    until = min(scene.talk_read, scene.now)
    out = {fall.player for fall in scene.falls}
    wrote = _last(scene, (TopicKind.GAME,))
    elsewhere = _last(scene, (TopicKind.VOTE,))
    for player in (player.name for player in scene.players if player.name not in out):
        # A newcomer has a day from the moment of joining, however long the slot was silent before.
        since = max(scene.started, wrote.get(player, scene.started), (scene.joined or {}).get(player, scene.started))
        unseen = sum((max(timedelta(), min(end, until) - max(start, since)) for start, end in scene.gaps), timedelta())
        silent = until - since - unseen
        if silent <= ABSENCE:
            continue
        what = [
            _("{player} has written nothing in the game topic for {hours} h.").format(
                player=player, hours=int(silent.total_seconds() // 3600)
            )
        ]
        if player in elsewhere and elsewhere[player] > since:
            what.append(_("In the vote topic the player wrote since."))
        what.append(_("Whoever takes the slot over must know no other role, and say so honestly (Г3)."))
        yield Violation(
            clause=BY_CODE["X4"],
            player=player,
            at=since + ABSENCE + unseen,
            what=" ".join(what),
            candidates=candidates(scene),
            # The same silence is one report, however long it grows.
            mark=since.isoformat(),
        )


def _last(scene: Scene, kinds: tuple[TopicKind, ...]) -> dict[str, datetime]:
    """Each player's newest message in topics of those kinds."""
    last: dict[str, datetime] = {}
    for remark in scene.remarks:
        if remark.seen.kind in kinds and remark.speaker.standing is Standing.PLAYER:
            moment = remark.seen.post.posted_at
            last[remark.speaker.name] = max(moment, last.get(remark.speaker.name, moment))
    return last


def candidates(scene: Scene) -> tuple[str, ...]:
    """Г3: who may take a slot over: the reserve list in order, then the first killed citizen whose role is public.

    Whoever took a slot over already is left out.
    """
    citizen = next((fall.player for fall in scene.falls if fall.killed and fall.public_citizen), None)
    listed = (*scene.reserves, *((citizen,) if citizen else ()))
    return tuple(name for name in listed if name.casefold() not in scene.newcomers)
