"""The count that everybody can make from the topic: no weights, no roles, no loss of the vote that nobody was told of.

What comes out of it may be shown to anybody (P2, N5): to a player who asks about a vote, on a screen that is shared.
"""

from __future__ import annotations

from dataclasses import replace

from engine.day import play_day
from engine.records import DayInput, Ruling
from engine.results import DayResult
from itogi.evening import DayView, Evening, difference, standings_of
from itogi.questions import Question, with_effects

_UNTOLD = (Ruling.OBJECT, Ruling.PARDON, Ruling.EXECUTE)


def public_result(evening: Evening, view: DayView) -> DayResult:
    """The day as everybody can count it."""
    return _counted(evening, view, _given(evening, view))


def weighed_in_public(evening: Evening, question: Question) -> Question:
    """The question with what each choice would do to the open count of its day."""
    view = evening.day(question.day)
    given = _given(evening, view)
    open_result = _counted(evening, view, given)
    base = replace(view, result=open_result, standings=standings_of(open_result, running=view.running))
    effects = []
    for choice in question.choices:
        _events, intake = evening.supposed(question, choice)
        result = _counted(evening, view, replace(given, casts=intake.casts.get(question.day, ())))
        effects.append(difference(base, standings_of(result, running=view.running), result))
    return with_effects(question, effects)


def _given(evening: Evening, view: DayView) -> DayInput:
    number = view.window.number
    return next(item for item in evening.playthrough.phases if isinstance(item, DayInput) and item.day == number)


def _counted(evening: Evening, view: DayView, given: DayInput) -> DayResult:
    players = tuple(replace(player, role=None) for player in view.before.players)
    silences = tuple(silence for silence in view.before.silences if silence.public)
    # What the GM was told privately (Г5.1), or has decided and not published yet, is nobody's to see either.
    decisions = tuple(decision for decision in given.decisions if decision.ruling not in _UNTOLD)
    result, _after = play_day(
        evening.rules, replace(view.before, players=players, silences=silences), replace(given, decisions=decisions)
    )
    return result
