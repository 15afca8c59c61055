"""Violations in what is written, by whom, where and when (X1, X5-X9). Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from itertools import pairwise

from engine.i18n import _
from itogi.config import TopicKind
from itogi.seen import Doubt, SeenPost, counted_at
from itogi.speakers import Standing
from itogi.timetable import By, PhaseKind, Timing, Window
from itogi.violations.catalogue import OF_SIGNAL
from itogi.violations.evidence import reported
from itogi.violations.records import Remark, Scene, Violation, Wording
from itogi.violations.votes import players
from parser.records import Signal, SignalKind

IN_GAME = (TopicKind.GAME, TopicKind.VOTE)


def dead_speak(scene: Scene) -> Iterator[Violation]:
    """X1: a message, or an edit, after the player's fall was announced, in the game, vote or sign-up topic."""
    announced = {fall.player: fall.announced for fall in scene.falls}
    for remark in players(scene):
        since = announced.get(remark.speaker.name)
        if since is None or remark.seen.kind is TopicKind.OTHER:
            continue
        # An edit without a note may be older than its discovery.
        said = (
            wording
            for wording in remark.wordings
            if wording.at > since and (not wording.edited or remark.seen.post.edited_at is not None)
        )
        if (wording := next(said, None)) and not _over(scene, wording.at):
            what = _("{player} is out of the game and still writes.").format(player=remark.speaker.name)
            yield reported("X1", remark, what, wording=wording)


def edits(scene: Scene) -> Iterator[Violation]:
    """X5: a post of the vote topic edited after its day's deadline, noted or silent; a vote post that was removed."""
    for remark in scene.remarks:
        author, post = remark.seen.post.author, remark.seen.post
        voted = any(wording.reading.votes for wording in remark.wordings)
        # Where votes are cast in the midst of the talk, only posts with votes matter.
        watched = remark.seen.kind in scene.counting and (remark.seen.kind is TopicKind.VOTE or voted)
        if not watched or remark.speaker.standing not in (Standing.PLAYER, Standing.FORMER):
            continue
        if remark.seen.gone_at and voted:
            yield reported(
                "X5-removed", remark, _("{author}: a post with a vote has disappeared.").format(author=author)
            )
        window = _day_of(scene, post.posted_at)
        if (
            window is None
            or window.ends > scene.now
            # What was late is not counted anyhow.
            or window.timing(post.posted_at, post.precision) is Timing.LATE
            or _edited_by(remark.seen, scene.moderators)
        ):
            continue
        doubt = counted_at(remark.seen, window.ends).doubt
        if doubt is not Doubt.NONE:
            details = {
                Doubt.EDITED_AFTER: _("edited after the deadline; the text as of the deadline is known"),
                Doubt.UNKNOWN: _("edited after the deadline; the text as of the deadline was never seen"),
                Doubt.SILENT: _("another text was found after the deadline; no note tells when it was edited"),
            }
            what = _("{author}: a post in the vote topic was {detail}.").format(author=author, detail=details[doubt])
            yield reported("X5-edited", remark, what, doubtful=doubt is Doubt.SILENT)


def _edited_by(seen: SeenPost, moderators: frozenset[str]) -> bool:
    """Whether every edit that names its author was the GM's."""
    editors = {text.editor.casefold() for text in seen.texts if text.editor}
    return bool(editors) and editors <= moderators


def _day_of(scene: Scene, moment: datetime) -> Window | None:
    days = [window for window in scene.timetable.days_until(scene.now) if window.opens <= moment]
    return days[-1] if days else None


def wording(scene: Scene) -> Iterator[Violation]:
    """X6: oaths, bets, insults, obscenities, masks, reasons for absence, private words, questions: all suspected."""
    for remark in players(scene):
        if remark.seen.kind not in IN_GAME or _over(scene, remark.seen.post.posted_at):
            continue
        for told, signal in _signals(remark):
            if signal.kind is not SignalKind.ROLE_CLAIM_TOLD:
                what = f"{remark.speaker.name}: «{signal.text}»"
                yield _heard(OF_SIGNAL[signal.kind], remark, told, signal, what)


def told_too_soon(scene: Scene) -> Iterator[Violation]:
    """X7 (Г13.9, ГМ10): claims and night moves told between the end of the orders and the night's results."""
    for night, (start, end) in (scene.results_from or {}).items():
        for remark in players(scene):
            for told, signal in _signals(remark):
                if start <= told.at < end and signal.kind is SignalKind.ROLE_CLAIM_TOLD:
                    what = _("{player}, before the results of night {night}: «{text}»").format(
                        player=remark.speaker.name, night=night, text=signal.text
                    )
                    yield _heard("X7", remark, told, signal, what)


def _signals(remark: Remark) -> Iterator[tuple[Wording, Signal]]:
    """Each signal of any text of the post, where it was first said: what was edited away was said all the same."""
    known: set[tuple[SignalKind, str]] = set()
    for told in remark.wordings:
        for signal in told.reading.signals:
            if (signal.kind, signal.text) not in known:
                known.add((signal.kind, signal.text))
                yield told, signal


def _heard(code: str, remark: Remark, told: Wording, signal: Signal, what: str) -> Violation:
    if told is not remark.wordings[-1] and signal.text not in remark.reading.text:
        what += " " + _("Edited away since.")
    return reported(code, remark, what, place=(signal.start, signal.end), wording=told, mark=signal.text)


def elsewhere(scene: Scene) -> Iterator[Violation]:
    """X8 (Г13.10, ГМ7): during the game, messages in the sign-up topic and the other topics that the game lists.

    Where a slot has the mask's account and its player's own, only the mask is bound to the game's topics.
    """
    codes = {TopicKind.SIGNUP: "X8-signup", TopicKind.OTHER: "X8-elsewhere"}
    masks = {
        player.name
        for player in scene.players
        if player.name.casefold() in {account.casefold() for account in player.accounts}
    }
    for remark in players(scene):
        code, post, slot = codes.get(remark.seen.kind), remark.seen.post, remark.speaker.name
        own_account = slot in masks and post.author.casefold() != slot.casefold()
        if code is None or (code == "X8-elsewhere" and own_account):
            continue
        if scene.started and post.posted_at >= scene.started and not _over(scene, post.posted_at):
            yield reported(code, remark, _("{player} writes outside the game.").format(player=slot))


def outsiders(scene: Scene) -> Iterator[Violation]:
    """X9, V18: messages by accounts that are neither players nor the GM, guests under a player's name included."""
    sentences = {
        Standing.STRANGER: _("{author} is neither a player nor the GM."),
        Standing.IMPOSTOR: _("Somebody who is not {player} writes under that name."),
        Standing.FORMER: _("{author} does not play {player} at that time."),
    }
    for remark in scene.remarks:
        sentence = sentences.get(remark.speaker.standing)
        if sentence and remark.seen.kind in IN_GAME and not _over(scene, remark.seen.post.posted_at):
            what = sentence.format(author=remark.seen.post.author, player=remark.speaker.name)
            yield reported("X9", remark, what)


def _over(scene: Scene, moment: datetime) -> bool:
    """Whether the victory was announced by then: everybody may talk again."""
    return scene.ended is not None and moment >= scene.ended


def spans_of_results(windows: Iterable[Window], patience: timedelta) -> dict[int, tuple[datetime, datetime]]:
    """X7: for each night among the windows in order, from the end of its orders to its results.

    Where no results were recognised they count as out after `patience`, when they are due.
    """
    spans = {}
    for night, day in pairwise(windows):
        if night.kind is PhaseKind.NIGHT and day.kind is PhaseKind.DAY:
            known = day.opened_by is not By.SCHEDULE
            spans[night.number] = (night.deadline, day.opens if known else night.deadline + patience)
    return spans
