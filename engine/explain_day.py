"""Why a day came out as it did."""

from __future__ import annotations

from collections.abc import Iterator

from engine.day import silenced_today
from engine.i18n import _, ngettext
from engine.lines import Line, line
from engine.records import Cast, DayInput, Ruling
from engine.results import DayResult, Early
from engine.ruleset import Ruleset
from engine.state import State
from engine.tally import leaders, weigh
from engine.wording import ballot_words, closed_words, due_words, listed, open_words, role_word, victory_word


def day_lines(rules: Ruleset, before: State, given: DayInput, result: DayResult) -> tuple[Line, ...]:
    """All that happened on a day, in the order of the rules: rights, ballots, misses, score, execution, what is due."""
    return (
        *_rights(before, given, result),
        *_ballots(rules, before, given, result),
        *_misses(result),
        *_early(given, result),
        *_execution(rules, before, result),
        *_decisions(given, result),
        *_due(result),
    )


def _rights(before: State, given: DayInput, result: DayResult) -> Iterator[Line]:
    announced, silent = silenced_today(before, given.day)
    for running in before.silences:
        name = running.player
        if name in announced and running.public:
            yield line(
                "V13", _("{name} has no vote today (cause: {cause})").format(name=name, cause=running.cause), name
            )
        elif name in silent:
            owes = _("{name}'s ballot has no weight today, which nobody is told (cause: {cause})")
            yield line("V13 N5", owes.format(name=name, cause=running.cause), name)
    if result.removed_mid_day:
        text = _("Removed during the day: {names}").format(names=listed(result.removed_mid_day))
        yield line("V20", text, *result.removed_mid_day)


def _ballots(rules: Ruleset, before: State, given: DayInput, result: DayResult) -> Iterator[Line]:
    standing = {id(ballot.cast): ballot for ballot in result.ballots}
    aside = {id(item.cast): item for item in result.set_aside}
    for cast in given.casts:
        whom = (cast.by, *([cast.target] if cast.target and cast.target != cast.by else []))
        words = _("{name}: {ballot}").format(name=cast.by, ballot=ballot_words(cast))
        if cast.announced:
            words = _("{ballot} (announced by the GM)").format(ballot=words)
        if found := aside.get(id(cast)):
            yield line(found.rule, _("{ballot} — set aside: {why}").format(ballot=words, why=found.why), *whom)
        elif ballot := standing.get(id(cast)):
            weight = ballot.weight if ballot.against else -ballot.weight
            text = _("{ballot} — counts {weight}{mark}").format(
                ballot=words, weight=f"{weight:+d}", mark=_mark(rules, before, cast, result)
            )
            yield line("V9", text, *whom)
        else:
            yield line("V4", _("{ballot} — replaced by a later vote").format(ballot=words), *whom)


def _mark(rules: Ruleset, before: State, cast: Cast, result: DayResult) -> str:
    marks = []
    if weigh(rules, cast, before.role(cast.by)).weight != 1:
        marks.append(role_word(before.role(cast.by)))
    if cast.final:
        marks.append(_("final"))
    if cast.early and result.early is not Early.NOT_APPLICABLE:
        marks.append(_("early"))
    elif cast.early:
        marks.append(_("“early” means nothing yet"))
    return f" ({', '.join(marks)})" if marks else ""


def _misses(result: DayResult) -> Iterator[Line]:
    votes = dict(result.penalties)
    for name in result.missed:
        count = votes.pop(name, 0)
        text = ngettext(
            "{name} has not voted: {count} vote against", "{name} has not voted: {count} votes against", count
        )
        yield line("V10", text.format(name=name, count=count), name)
    for name, count in votes.items():
        text = ngettext(
            "{name} missed the night: {count} vote against", "{name} missed the night: {count} votes against", count
        )
        yield line("V11", text.format(name=name, count=count), name)


def _early(given: DayInput, result: DayResult) -> Iterator[Line]:
    if result.early is Early.READY:
        yield line("V8", _("All have voted early: the day may close"))
    elif result.early is Early.DISCRETION:
        names = listed(result.early_missing)
        yield line(
            "V8", _("More than half have voted early: closing is up to the GM. Missing: {names}").format(names=names)
        )
    elif result.early is Early.NOT_YET:
        yield line(
            "V8",
            _("Too few have voted early to close the day. Missing: {names}").format(names=listed(result.early_missing)),
        )
    if given.closed_early:
        yield line("V8", _("The GM has closed the day early"))


def _execution(rules: Ruleset, before: State, result: DayResult) -> Iterator[Line]:
    if result.scores:
        told = ", ".join(f"{name} {score}" for name, score in sorted(result.scores, key=lambda item: -item[1]))
        yield line("V9", _("Score: {scores}").format(scores=told), *(name for name, _score in result.scores))
    if result.tie:
        yield line("V12", _("The highest score is shared by {names}").format(names=listed(result.tie)), *result.tie)
    elif not leaders(rules, dict(result.scores)):
        yield line("V12", _("Nobody has a positive score"))
    for name, role in result.executions:
        yield line("V12", _("{name} is executed").format(name=name), name)
        alive = {"before": len(before.alive), "after": len(result.alive)}
        words = open_words(rules, name, role, **alive) if role else closed_words(rules, name, **alive)
        yield line("R1", words, name)
    if not result.executions:
        yield line("V12", _("Nobody is executed"))


def _decisions(given: DayInput, result: DayResult) -> Iterator[Line]:
    removed = dict(result.removed)
    for item in given.decisions:
        name = item.player
        if item.ruling is Ruling.MODKILL and name in removed:
            role = removed[name]
            text = (
                _("By the GM's word {name} is modkilled")
                if role is None
                else _("By the GM's word {name} is modkilled, the role is made public: {role}")
            )
            yield line("Г8", text.format(name=name, role=role_word(role)), name)
        elif item.ruling is Ruling.REPLACE:
            text = _("The slot {name} is taken over by the account {account}")
            yield line("V16", text.format(name=name, account=item.account), name)
        elif item.ruling is Ruling.EXECUTE:
            yield line("", _("By the GM's word {name} is executed, whatever the count").format(name=name), name)
        elif item.ruling is Ruling.PARDON:
            yield line("", _("By the GM's word {name} is not executed").format(name=name), name)
        elif item.ruling is Ruling.OBJECT:
            yield line("V8", _("{name} has told the GM not to close early").format(name=name), name)


def _due(result: DayResult) -> Iterator[Line]:
    for name in result.modkill_due:
        yield line("V11", due_words(name), name)
    if result.victory:
        yield line("R3", victory_word(result.victory))
