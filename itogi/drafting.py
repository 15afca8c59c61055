"""Drafts of public texts from a game as it stands: which text, of which phase, in the game's own templates."""

from __future__ import annotations

from enum import StrEnum

from engine.i18n import _
from engine.results import DayResult, NightResult, PhaseResult
from itogi.errors import NotYetError
from itogi.evening import Evening
from itogi.timetable import PhaseKind
from reports.drafts import Texts
from reports.formats import Dialect, Format, dialect_of
from reports.public import (
    PublicRemoval,
    PublicReplacement,
    PublicWarning,
    names_of,
    public_count,
    public_day,
    public_night,
    public_opening,
    public_removal,
    public_roster,
)
from reports.spans import Draft, Url, Words

FORMATS = {"text": Format.PLAIN, "bbcode": Format.BBCODE, "html": Format.HTML, "markdown": Format.MARKDOWN}
"""Forms of a text, by the names that commands take."""


class DraftKind(StrEnum):
    """Texts that can be drafted of a phase."""

    RESULTS = "results"
    """Of a night or a court."""
    COUNT = "count"
    """Votes in the middle of a day, without weights."""
    CALL = "call"
    """A call to those who have not voted."""
    OPENING = "opening"
    """The opening of a day."""
    ROSTER = "roster"
    """All players with the fates that are public."""


class NoticeKind(StrEnum):
    """Texts that concern one player."""

    WARNING = "warning"
    MODKILL = "modkill"
    """With everyone whose ballot it concerns (V20)."""
    REPLACEMENT = "replacement"
    PRIVATE = "private"
    """To the player alone: what was broken, and what was decided (Г10)."""


PUBLIC_NOTICES = tuple(kind.value for kind in NoticeKind if kind is not NoticeKind.PRIVATE)
"""Notices that may stand in a topic."""


def texts_of(evening: Evening) -> Texts:
    """The game's templates, the program's where it has none."""
    folder = evening.game.templates
    return Texts(folder=folder if folder.is_dir() else None)


def dialect_for(evening: Evening) -> Dialect:
    """How posts of the game's board are written."""
    engine = evening.game.board.engine or next((known.ref.engine for _topic, known in evening.topics if known), None)
    return dialect_of(engine)


def last_phase(evening: Evening) -> tuple[str, int]:
    """The phase whose results are due or were the last to be: (`night` or `day`, number). Raises NotYetError."""
    phase = evening.phase
    if phase.kind is PhaseKind.RESULTS:
        return "night", phase.number
    if phase.kind is PhaseKind.DAY or (phase.kind is PhaseKind.OVER and evening.playthrough.day(phase.number)):
        return "day", phase.number
    if phase.kind is PhaseKind.OVER:
        return "night", phase.number
    if phase.number > 1:
        return "day", phase.number - 1
    raise NotYetError(_("Nothing to draft yet: the first night lasts. `itogi draft --night 1` drafts it all the same."))


def draft_of(evening: Evening, phase: str, number: int, kind: DraftKind = DraftKind.RESULTS) -> Draft:
    """The text `kind` of a phase (`night` or `day`), with nothing secret in it (P2).

    Raises NotYetError for a phase that has not come, TemplateError for a broken template of the game.
    """
    texts, players = texts_of(evening), evening.setup.players
    if kind is DraftKind.ROSTER:
        return texts.roster(public_roster(results_until(evening, phase, number), players))
    if phase == "night":
        if kind is not DraftKind.RESULTS:
            raise NotYetError(_("Of a night only its results can be drafted."))
        return texts.night(public_night(evening.night(number).result, players))
    day = evening.day(number)
    deadline = day.window.deadline.astimezone(evening.game.zone)
    if kind is DraftKind.OPENING:
        rules = evening.rules
        return texts.opening(
            public_opening(
                number,
                players,
                alive=day.before.alive,
                silent=day.result.publicly_silenced,
                deadline=deadline,
                early=bool(rules.early_from_day) and number >= rules.early_from_day,
            )
        )
    if not day.read:
        raise NotYetError(_("No topic with votes was read yet: run `itogi poll` first."))
    if kind is DraftKind.RESULTS:
        return texts.court(public_day(day.result, players))
    count = public_count(
        day.result,
        players,
        deadline=deadline,
        penalty=evening.rules.miss_penalty,
        defence=evening.rules.defence == "subtracts",
    )
    return texts.count(count) if kind is DraftKind.COUNT else texts.call(count)


def notice_of(
    evening: Evening,
    kind: NoticeKind,
    player: str,
    *,
    rule: str | None = None,
    url: str | None = None,
    quote: str | None = None,
    verdict: str | None = None,
) -> Draft:
    """The notice of a warning, a removal or a replacement; nothing secret is in it, nor any account.

    `rule`, `url` and `quote` are for a warning and a private notice: what was broken, the post, the words in it;
    `verdict` (`warn`, `modkill`, `replace`) for a private notice. Raises NotYetError when the player was not removed.
    """
    texts, players = texts_of(evening), evening.setup.players
    name = names_of(players)[player]
    if kind in (NoticeKind.WARNING, NoticeKind.PRIVATE):
        words = PublicWarning(
            player=name,
            rule=Words(rule) if rule else None,
            quote=Words(quote) if quote else None,
            url=Url(url) if url else None,
            verdict=verdict or "warn",
        )
        return texts.warning(words) if kind is NoticeKind.WARNING else texts.private(words)
    if kind is NoticeKind.REPLACEMENT:
        return texts.replacement(PublicReplacement(player=name))
    for result in reversed(evening.playthrough.results):
        roles = dict(result.removed)
        if player not in roles:
            continue
        if isinstance(result, DayResult):
            deadline = evening.timetable.day(result.day).deadline.astimezone(evening.game.zone)
            removal = public_removal(result, players, player, role=roles[player], deadline=deadline)
        else:
            removal = PublicRemoval(player=name, role=roles[player])
        return texts.modkill(removal)
    raise NotYetError(_("{name} was not removed: itogi modkill {name}").format(name=player))


def results_until(evening: Evening, phase: str, number: int) -> tuple[PhaseResult, ...]:
    """Results of all phases up to the one named, that one included."""
    limit = (number, 0 if phase == "night" else 1)
    return tuple(result for result in evening.playthrough.results if _place(result) <= limit)


def _place(result: NightResult | DayResult) -> tuple[int, int]:
    return (result.night, 0) if isinstance(result, NightResult) else (result.day, 1)
