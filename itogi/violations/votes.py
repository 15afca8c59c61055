"""Violations of voting: ballots that a day set aside (X2), and misses (X3). Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime

from engine.i18n import _
from engine.records import Cast
from engine.results import SetAside
from itogi.config import TopicKind
from itogi.names import in_colour
from itogi.speakers import Standing
from itogi.violations.absence import candidates
from itogi.violations.catalogue import BY_CODE, OF_RULE
from itogi.violations.evidence import reported
from itogi.violations.records import Remark, Scene, Violation
from parser.records import ReviewReason

BY_NOBODY = ("X2-stranger",)
"""Clauses that the player under whose name the ballot stands did not break."""


def bad_ballots(scene: Scene) -> Iterator[Violation]:
    """X2: every ballot that a day set aside. Whose candidate was removed broke nothing (V20), nor did who owes a ballot
    that has no weight (V13): the boss who lost his vote silently (N5) among them.
    """
    for result in scene.results:
        seen: Counter[str] = Counter()
        for aside in result.set_aside:
            cast = aside.cast
            if aside.rule == "V20" or (aside.rule == "V13" and cast.by in result.entitled):
                continue
            code = _code(aside)
            evidence = scene.ballots.get(cast.ref or "")
            # The key must outlive an edit of the words around the vote, which changes `ref`.
            mark = f"{cast.target}:{cast.colour}"
            place = f"{evidence.post_id if evidence else cast.ref}:{code}:{mark}"
            seen[place] += 1
            yield Violation(
                clause=BY_CODE[code],
                player=None if code in BY_NOBODY else cast.by,
                at=cast.at or scene.timetable.day(result.day).ends,
                what=f"{_ballot(cast)}: {aside.why}",
                evidence=evidence,
                day=result.day,
                mark=f"{mark}:{seen[place]}" if evidence and evidence.post_id else f"{mark}:{cast.ref}",
            )


def _code(aside: SetAside) -> str:
    if aside.cast.void == "V4":
        return "X2-void"
    if aside.rule == "V4" and aside.cast.colour is None:
        return "X2-uncoloured"
    return OF_RULE.get(aside.rule, "X2-void")


def _ballot(cast: Cast) -> str:
    return f"{cast.by} → {cast.target or '?'} {in_colour(cast.colour)}"


def withdrawals(scene: Scene) -> Iterator[Violation]:
    """X2: «снимаю голос» (V6), where votes are cast."""
    for remark in players(scene):
        if remark.seen.kind not in scene.counting:
            continue
        for wording in remark.wordings:
            for review in wording.reading.reviews:
                if review.reason is ReviewReason.WITHDRAWAL:
                    yield reported(
                        "X2-withdrawal",
                        remark,
                        f"{remark.speaker.name}: «{review.text}»",
                        place=(review.start, review.end),
                        wording=wording,
                        mark=review.text,
                    )


def missing_voters(scene: Scene) -> Iterator[Violation]:
    """X3: who did not vote (V10), for whom it was the second miss (V11), and who was there and wrote (ГМ2).

    Nothing is said of a day whose votes were not all read: what is missing then proves nothing.
    """
    for result in scene.results:
        window = scene.timetable.day(result.day)
        read = scene.votes_read is not None and scene.votes_read >= window.ends
        if result.day not in scene.closed or not read:
            continue
        for player in result.missed:
            second = player in result.modkill_due
            what = [_("{player} has no valid vote on day {day}.").format(player=player, day=result.day)]
            tried = next((aside for aside in result.set_aside if aside.cast.by == player and aside.rule != "V18"), None)
            asked = player in (scene.asked or {}).get(result.day, frozenset())
            active = False
            if asked:
                what.append(_("A question about a vote of this player waits for you: itogi questions."))
            elif tried:
                what.append(_("Voted, but not validly: {why}.").format(why=tried.why))
            elif active := _spoke(scene, player, window.opens, window.ends):
                what.append(_("The player wrote that day: a deliberate miss may be a modkill at once (ГМ2)."))
            yield Violation(
                clause=BY_CODE["X3-second" if second else "X3-deliberate" if active else "X3-first"],
                player=player,
                at=window.ends,
                what=" ".join(what),
                day=result.day,
                candidates=candidates(scene) if second else (),
                doubtful=asked,
            )


def missing_orders(scene: Scene) -> Iterator[Violation]:
    """X3 for nights: who sent no action (N16), and for whom it was the second miss (V11). Secret, for the GM alone."""
    for night in scene.nights:
        for player in night.result.missed:
            second = player in night.result.modkill_due
            yield Violation(
                clause=BY_CODE["X3-night-second" if second else "X3-night"],
                player=player,
                at=night.ended,
                what=_("{player} sent no action that stands in night {night}.").format(
                    player=player, night=night.result.night
                ),
                night=night.result.night,
                candidates=candidates(scene) if second else (),
            )


def _spoke(scene: Scene, player: str, since: datetime, until: datetime) -> bool:
    return any(
        remark.speaker.name == player
        and since <= remark.seen.post.posted_at < until
        and remark.seen.kind in (TopicKind.GAME, TopicKind.VOTE)
        for remark in players(scene)
    )


def players(scene: Scene) -> Iterator[Remark]:
    """Posts of those who play."""
    return (remark for remark in scene.remarks if remark.speaker.standing is Standing.PLAYER)
