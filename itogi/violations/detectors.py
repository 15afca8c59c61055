"""One function a rule: scene in, reports out. Pure, and in the order of the spec (X1-X9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import pairwise

from engine.i18n import _
from engine.records import Cast
from itogi.config import TopicKind
from itogi.evidence import Evidence, around
from itogi.seen import Doubt, counted_at
from itogi.speakers import Standing
from itogi.timetable import PhaseKind, Window
from itogi.violations.catalogue import BY_CODE, OF_RULE, OF_SIGNAL
from itogi.violations.records import Remark, Scene, Violation
from parser.records import ReviewReason, SignalKind

ABSENCE = timedelta(hours=24)
"""Г3: «более суток»."""
WHOLE = 140
"""Characters of a post that are shown when the post as a whole is the evidence."""


def evidence_of(remark: Remark, start: int = 0, end: int = 0) -> Evidence:
    """The post, with the place that matters marked; the whole text when there is none."""
    post, text = remark.seen.post, remark.reading.text
    before, marked, after = around(text, start, end) if end else around(text, 0, min(len(text), WHOLE))
    return Evidence(
        ref=post.id,
        author=post.author,
        at=post.posted_at,
        before=before,
        marked=marked,
        after=after,
        post_id=post.id,
        url=post.permalink,
        topic=remark.seen.kind,
        number=post.number,
        edited_at=post.edited_at,
        gone=remark.seen.gone_at is not None,
    )


def _reported(code: str, remark: Remark, what: str, *, start: int = 0, end: int = 0, mark: str = "") -> Violation:
    speaker = remark.speaker
    return Violation(
        clause=BY_CODE[code],
        player=speaker.name if speaker.standing in (Standing.PLAYER, Standing.FORMER) else None,
        at=remark.seen.post.posted_at,
        what=what,
        evidence=evidence_of(remark, start, end),
        mark=mark,
    )


def _players(scene: Scene) -> Iterator[Remark]:
    return (remark for remark in scene.remarks if remark.speaker.standing is Standing.PLAYER)


def dead_speak(scene: Scene) -> Iterator[Violation]:
    """X1: a message after the player's death was announced, in the game, vote or sign-up topic."""
    announced = {fall.player: fall.announced for fall in scene.falls}
    for remark in _players(scene):
        since = announced.get(remark.speaker.name)
        if since and remark.seen.post.posted_at > since and remark.seen.kind is not TopicKind.OTHER:
            what = _("{player} is out of the game and still writes.").format(player=remark.speaker.name)
            yield _reported("X1", remark, what)


def bad_ballots(scene: Scene) -> Iterator[Violation]:
    """X2: every ballot that a day set aside. A silent loss of the vote is no violation and is not told (N5)."""
    for result in scene.results:
        open_loss = set(result.publicly_silenced)
        for aside in result.set_aside:
            if aside.rule == "V13" and aside.cast.by not in open_loss:
                continue
            uncoloured = aside.rule == "V4" and aside.cast.colour is None
            clause = BY_CODE["X2-uncoloured" if uncoloured else OF_RULE.get(aside.rule, "X2-void")]
            evidence = scene.ballots.get(aside.cast.ref or "")
            yield Violation(
                clause=clause,
                player=aside.cast.by,
                at=aside.cast.at or scene.timetable.day(result.day).ends,
                what=f"{_ballot(aside.cast)}: {aside.why}",
                evidence=evidence,
                day=result.day,
                mark=aside.cast.ref or "",
            )


def _ballot(cast: Cast) -> str:
    colour = {"red": _("red"), "blue": _("blue")}.get(cast.colour.value if cast.colour else "", _("no colour"))
    return f"{cast.by} → {cast.target or '?'} ({colour})"


def withdrawals(scene: Scene) -> Iterator[Violation]:
    """X2: «снимаю голос» (V6), in the vote topic."""
    for remark in _players(scene):
        for review in remark.reading.reviews:
            if remark.seen.kind is TopicKind.VOTE and review.reason is ReviewReason.WITHDRAWAL:
                what = f"{remark.speaker.name}: «{review.text}»"
                yield _reported("X2-withdrawal", remark, what, start=review.start, end=review.end, mark=review.text)


def missing_voters(scene: Scene) -> Iterator[Violation]:
    """X3: who did not vote (V10), for whom it was the second miss (V11), and who was there and wrote (ГМ2)."""
    for result in scene.results:
        window = scene.timetable.day(result.day)
        if result.day not in scene.closed:
            continue
        for player in result.missed:
            second = player in result.modkill_due
            active = _spoke(scene, player, window.opens, window.ends)
            what = _("{player} did not vote on day {day}.").format(player=player, day=result.day)
            if active:
                what += " " + _("The player wrote that day: a deliberate miss may be a modkill at once (ГМ2).")
            yield Violation(
                clause=BY_CODE["X3-second" if second else "X3-first"],
                player=player,
                at=window.ends,
                what=what,
                day=result.day,
                candidates=candidates(scene) if second else (),
            )


def _spoke(scene: Scene, player: str, since: datetime, until: datetime) -> bool:
    return any(
        remark.speaker.name == player and since <= remark.seen.post.posted_at < until for remark in _players(scene)
    )


def absent(scene: Scene) -> Iterator[Violation]:
    """X4 (Г3): no message in the game topic for more than a day; the time when the board was not seen is left out."""
    if not scene.started or not scene.complete:
        return
    out = {fall.player for fall in scene.falls}
    last: dict[str, datetime] = {}
    for remark in _players(scene):
        if remark.seen.kind is TopicKind.GAME:
            moment = remark.seen.post.posted_at
            last[remark.speaker.name] = max(moment, last.get(remark.speaker.name, moment))
    for player in (player.name for player in scene.players if player.name not in out):
        since = max(last.get(player, scene.started), scene.started)
        unseen = sum(
            (max(timedelta(), min(end, scene.now) - max(start, since)) for start, end in scene.gaps), timedelta()
        )
        silent = scene.now - since - unseen
        if silent > ABSENCE:
            hours = int(silent.total_seconds() // 3600)
            yield Violation(
                clause=BY_CODE["X4"],
                player=player,
                at=since + ABSENCE + unseen,
                what=_(
                    "{player} has written nothing in the game topic for {hours} h. "
                    "The newcomer must know no other role and say so."
                ).format(player=player, hours=hours),
                candidates=candidates(scene),
                # The same silence is one report, however long it grows.
                mark=since.isoformat(),
            )


def candidates(scene: Scene) -> tuple[str, ...]:
    """Г3: who may take a slot over: the reserve list in order, then the first killed citizen whose role is public."""
    first = next((fall.player for fall in scene.falls if fall.killed and fall.public_citizen), None)
    return scene.reserves + ((first,) if first else ())


def edits(scene: Scene) -> Iterator[Violation]:
    """X5: a post of the vote topic edited after its day's deadline, noted or silent; a post that was removed."""
    for remark in scene.remarks:
        if remark.seen.kind is not TopicKind.VOTE or remark.speaker.standing is Standing.MODERATOR:
            continue
        window = _day_of(scene, remark.seen.post.posted_at)
        if remark.seen.gone_at and remark.reading.votes:
            what = _("{author}: a post with a vote has disappeared.").format(author=remark.seen.post.author)
            yield _reported("X5-removed", remark, what)
        if window is None or window.ends > scene.now:
            continue
        doubt = counted_at(remark.seen, window.ends).doubt
        if doubt is not Doubt.NONE:
            details = {
                Doubt.EDITED_AFTER: _("the text as of the deadline is known"),
                Doubt.UNKNOWN: _("the text as of the deadline was never seen"),
                Doubt.SILENT: _("no note tells when"),
            }
            what = _("{author}: a post in the vote topic was edited after the deadline; {detail}.").format(
                author=remark.seen.post.author, detail=details[doubt]
            )
            yield _reported("X5-edited", remark, what)


def _day_of(scene: Scene, moment: datetime) -> Window | None:
    days = [window for window in scene.timetable.days_until(scene.now) if window.opens <= moment]
    return days[-1] if days else None


def wording(scene: Scene) -> Iterator[Violation]:
    """X6: oaths, bets, insults, obscenities, masks, reasons for absence, private words, questions: all suspected."""
    for remark in _players(scene):
        if remark.seen.kind not in (TopicKind.GAME, TopicKind.VOTE):
            continue
        for signal in remark.reading.signals:
            if signal.kind is not SignalKind.ROLE_CLAIM_TOLD:
                yield _reported(
                    OF_SIGNAL[signal.kind],
                    remark,
                    f"{remark.speaker.name}: «{signal.text}»",
                    start=signal.start,
                    end=signal.end,
                    mark=signal.text,
                )


def told_too_soon(scene: Scene) -> Iterator[Violation]:
    """X7 (Г13.9, ГМ10): claims and night moves told between the end of the orders and the night's results."""
    for night, (start, end) in (scene.results_from or {}).items():
        for remark in _players(scene):
            if not start <= remark.seen.post.posted_at < end:
                continue
            for signal in remark.reading.signals:
                if signal.kind is SignalKind.ROLE_CLAIM_TOLD:
                    what = _("{player}, before the results of night {night}: «{text}»").format(
                        player=remark.speaker.name, night=night, text=signal.text
                    )
                    yield _reported("X7", remark, what, start=signal.start, end=signal.end, mark=signal.text)


def elsewhere(scene: Scene) -> Iterator[Violation]:
    """X8 (Г13.10, ГМ7): after the start, messages in the sign-up topic and the other topics that the game lists."""
    codes = {TopicKind.SIGNUP: "X8-signup", TopicKind.OTHER: "X8-elsewhere"}
    for remark in _players(scene):
        code = codes.get(remark.seen.kind)
        if code and scene.started and remark.seen.post.posted_at >= scene.started:
            yield _reported(code, remark, _("{player} writes outside the game.").format(player=remark.speaker.name))


def outsiders(scene: Scene) -> Iterator[Violation]:
    """X9, V18: messages by accounts that are neither players nor the GM, guests under a player's name included."""
    for remark in scene.remarks:
        if remark.seen.kind not in (TopicKind.GAME, TopicKind.VOTE):
            continue
        if remark.speaker.standing is Standing.STRANGER:
            what = _("{author} is neither a player nor the GM.").format(author=remark.speaker.name)
            yield _reported("X9", remark, what)
        elif remark.speaker.standing is Standing.IMPOSTOR:
            what = _("Somebody who is not {player} writes under that name.").format(player=remark.speaker.name)
            yield _reported("X9", remark, what)


DETECTORS: tuple[Callable[[Scene], Iterator[Violation]], ...] = (
    dead_speak,
    bad_ballots,
    withdrawals,
    missing_voters,
    absent,
    edits,
    wording,
    told_too_soon,
    elsewhere,
    outsiders,
)


def found(scene: Scene) -> tuple[Violation, ...]:
    """All reports of the scene, each once, in order of time."""
    reports = {report.key: report for detector in DETECTORS for report in detector(scene)}
    return tuple(sorted(reports.values(), key=lambda report: report.at))


def nights(scene_windows: tuple[Window, ...]) -> dict[int, tuple[datetime, datetime]]:
    """For each night among the windows in order, from the end of its orders to the opening of its day (X7)."""
    spans = {}
    for night, day in pairwise(scene_windows):
        if night.kind is PhaseKind.NIGHT and day.kind is PhaseKind.DAY:
            spans[night.number] = (night.deadline, day.opens)
    return spans
