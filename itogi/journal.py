"""The GM's journal in words: one line an entry. It holds secrets: roles, orders, dice."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import tzinfo

from engine.events import (
    AliasAdded,
    BallotEntered,
    DayClosed,
    DayMoved,
    DayOpened,
    Decided,
    DiceDrawn,
    DieEntered,
    NightClosed,
    NightOpened,
    Noted,
    OrderGiven,
    OrderWithdrawn,
    PostHandled,
    Published,
    QuestionAnswered,
    RolesDealt,
    Said,
    Undone,
    ViolationFiled,
    ViolationJudged,
)
from engine.i18n import N_, _
from engine.records import Cast, Decision, Order, Ruling
from itogi.life.telling import told_of_life
from itogi.moments import shown
from itogi.names import in_colour
from itogi.questions import VERDICTS
from itogi.violations.reports import VERDICTS as JUDGEMENTS
from reports.phrases import die_name, order_words, role_name


def phase_title(phase: str, number: int) -> str:
    """`night 2` or `day 2` in the language in force."""
    return (_("night {number}") if phase == "night" else _("day {number}")).format(number=number)


def order_title(order: Order) -> str:
    """An order in short: who, what, whom."""
    return f"{order.by}: {order_words(order)}"


DECISIONS = {
    Ruling.MODKILL: N_("{player} is removed (modkill)"),
    Ruling.REPLACE: N_("{player} is replaced by {account}"),
    Ruling.EXECUTE: N_("{player} is executed by the GM's word"),
    Ruling.PARDON: N_("{player} is pardoned"),
    Ruling.ALLOW: N_("the order of {player} is let through"),
    Ruling.REORDER: N_("the late order of {player} counts"),
    Ruling.OBJECT: N_("{player} objects to closing early"),
}


def decision_title(decision: Decision) -> str:
    """A decision in words."""
    text = _(DECISIONS[decision.ruling]).format(player=decision.player, account=decision.account or "?")
    if decision.ruling is Ruling.MODKILL and decision.reveal:
        text += _(", the role is made public")
    return f"{text} ({decision.note})" if decision.note else text


def ballot_title(ballot: Cast | QuestionAnswered) -> str:
    """A ballot in short: «Гнев красным досрочно»."""
    marks = [_("early") if ballot.early else "", _("final") if ballot.final else ""]
    return " ".join(part for part in (ballot.target or "?", in_colour(ballot.colour), *marks) if part)


TEXTS = {
    "count": N_("count in mid-day"),
    "call": N_("call to vote"),
    "opening": N_("opening of the day"),
    "roster": N_("roster"),
    "warning": N_("warning"),
    "modkill": N_("notice of a modkill"),
    "replacement": N_("notice of a replacement"),
}
"""Published texts other than results."""


def _text_title(kind: str) -> str:
    name, _colon, about = kind.partition(":")
    player = re.sub(r":[0-9a-f]{8}$", "", about)
    if name not in TEXTS:
        return ""
    return f", {_(TEXTS[name])}{f' ({player})' if player else ''}"


def unworded(said: Said) -> Said:
    """An entry without what the GM wrote in words of the GM's own: they may tell anything."""
    match said:
        case Noted():
            return replace(said, text=_("hidden"))
        case ViolationFiled():
            return replace(said, text=_("hidden"))
        case Decided(decision=decision):
            return replace(said, decision=replace(decision, note=None))
        case ViolationJudged() | PostHandled() | QuestionAnswered():
            return replace(said, note=None)
        case _:
            return said


def told(said: Said, zone: tzinfo) -> str:
    """One entry in words."""
    match said:
        case RolesDealt(roles=roles):
            return _("roles: {roles}").format(roles=", ".join(f"{name} — {role_name(role)}" for name, role in roles))
        case AliasAdded(player=player, alias=alias):
            return _("{player} is also called «{alias}»").format(player=player, alias=alias)
        case OrderGiven(night=night, order=order):
            text = _("order for night {night}: {order}").format(night=night, order=order_title(order))
            return text + (_(" (late)") if order.late else "")
        case OrderWithdrawn(night=night, ref=ref):
            return _("order {ref} of night {night} is taken back").format(night=night, ref=ref)
        case DieEntered(night=night, name=name, happens=happens):
            return _("die of night {night}: {name} — {outcome}").format(
                night=night, name=die_name(name), outcome=_("yes") if happens else _("no")
            )
        case DiceDrawn(night=night, draws=draws):
            shown_draws = ", ".join(
                f"{die_name(name)} — {_('yes') if happens else _('no')}" for name, happens, _chance in draws
            )
            return _("dice of night {night}: {draws}").format(night=night, draws=shown_draws)
        case Decided(phase=phase, number=number, decision=decision):
            return f"{phase_title(phase, number)}: {decision_title(decision)}"
        case DayOpened(day=day, at=at):
            return _("day {day} is open from {at}").format(day=day, at=shown(at, zone))
        case DayMoved(day=day, deadline=deadline):
            return _("day {day} lasts until {at}").format(day=day, at=shown(deadline, zone))
        case DayClosed(day=day, at=at, early=early):
            text = _("day {day} is closed early at {at}") if early else _("day {day} is closed at {at}")
            return text.format(day=day, at=shown(at, zone))
        case NightOpened(night=night, at=at):
            return _("night {night} is open from {at}").format(night=night, at=shown(at, zone))
        case NightClosed(night=night, at=at):
            return _("night {night} lasts until {at}").format(night=night, at=shown(at, zone))
        case BallotEntered(day=day, cast=cast, source=source):
            return _("day {day}: vote of {player} by {source}: {ballot}").format(
                day=day,
                player=cast.by,
                source=source,
                ballot=ballot_title(cast),
            )
        case QuestionAnswered(question=question, verdict=verdict):
            ballot = ballot_title(said) if said.target else _(VERDICTS.get(verdict, verdict))
            return _("answer to question {key}: {answer}").format(key=question, answer=ballot)
        case ViolationFiled(code=code, player=name, text=text):
            return _("reported by hand under {code}: {words}").format(code=code, words=f"{name or '—'}: {text}")
        case ViolationJudged(violation=violation, verdict=verdict, note=note):
            text = _("violation {key}: {verdict}").format(key=violation, verdict=_(JUDGEMENTS.get(verdict, verdict)))
            return f"{text} ({note})" if note else text
        case Published(phase=phase, number=number, url=url, kind=kind):
            what = f"{phase_title(phase, number)}{_text_title(kind)}"
            return _("published: {phase}, {url}").format(phase=what, url=url or _("copied by hand"))
        case Noted(text=text, post=post):
            return f"{text} ({post})" if post else text
        case Undone(event=event):
            return _("entry {number} is taken back").format(number=event)
        case _:
            return told_of_life(said)
