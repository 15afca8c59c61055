"""Ballots of a day: which are valid, which are set aside and why (V1-V7, V13, V17, V18, V20).

One function a rule, in the one order in which they are asked (`CHECKS`); the first that answers sets the ballot
aside under its number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from engine.i18n import _
from engine.records import Cast, Colour
from engine.results import SetAside
from engine.ruleset import Ruleset


@dataclass(slots=True, kw_only=True)
class Box:
    """The ballots of one day while they are read, in the order of casting."""

    rules: Ruleset
    day: int
    roster: frozenset[str]
    alive: frozenset[str]
    voteless: frozenset[str]
    """Living players who owe no ballot today because they lost the vote (V13)."""
    removed: Mapping[str, datetime]
    """Players removed in mid-day, with the moment (V20)."""
    taken_over: Mapping[str, datetime]
    """Slots whose earlier ballots a replacement does not take over, with its moment (V16)."""
    standing: dict[str, list[Cast]] = field(default_factory=dict)
    """Valid ballots of a voter, the last one standing."""
    changes: dict[str, int] = field(default_factory=dict)
    frozen: dict[str, datetime] = field(default_factory=dict)
    """Until when a final ballot for a player who was removed later kept its voter from changing (V20)."""
    spoilt: set[str] = field(default_factory=set)
    """Voters who have missed whatever else they cast (V15)."""
    set_aside: list[SetAside] = field(default_factory=list)
    superseded: list[Cast] = field(default_factory=list)
    fell_back: list[str] = field(default_factory=list)


Check = Callable[[Box, Cast], str | None]


def void_before(_box: Box, cast: Cast) -> str | None:
    """V2, V3, V15, V18: set aside before it came to the engine."""
    if not cast.void:
        return None
    sentences = {
        "V2": _("cast in the wrong topic"),
        "V3": _("cast outside the day's voting time"),
        "V15": _("the post was edited"),
        "V18": _("written by an account that is not the player"),
    }
    return sentences.get(cast.void, _("set aside before the count"))


def stranger(box: Box, cast: Cast) -> str | None:
    """V18: only a player votes."""
    return _("the voter is not a player of this game") if cast.by not in box.roster else None


def dead_voter(box: Box, cast: Cast) -> str | None:
    """V17: the dead do not vote."""
    return _("the voter is out of the game") if cast.by not in box.alive else None


def removed_voter(box: Box, cast: Cast) -> str | None:
    """V20: the ballot of a player removed in mid-day is void."""
    return _("the voter was removed during the day") if cast.by in box.removed else None


def former_holder(box: Box, cast: Cast) -> str | None:
    """V16: where a replacement does not take ballots over, those before it are void."""
    moment = box.taken_over.get(cast.by)
    if moment is None or (cast.at is not None and cast.at >= moment):
        return None
    return _("cast by the player who was replaced")


def without_vote(box: Box, cast: Cast) -> str | None:
    """V13: a player who lost the vote is not entitled."""
    return _("the voter has no vote today") if cast.by in box.voteless else None


def locked(box: Box, cast: Cast) -> str | None:
    """V7: a ballot marked final, or early once early voting exists, cannot be changed."""
    held = box.standing.get(cast.by)
    until = box.frozen.get(cast.by)
    if (held and locks(box, held[-1])) or (until and cast.at and cast.at < until):
        return _("an early or final vote cannot be changed")
    return None


def too_many_changes(box: Box, cast: Cast) -> str | None:
    """V7, setting `changes`: no more changes of mind than the ruleset allows."""
    held = box.standing.get(cast.by)
    if box.rules.changes == "unlimited" or not held or not is_change(box, held[-1], cast):
        return None
    if box.changes.get(cast.by, 0) < box.rules.changes:
        return None
    return _("the voter has no changes of vote left")


def for_oneself(box: Box, cast: Cast) -> str | None:
    """V5: no vote against or in defence of oneself."""
    if cast.target != cast.by or box.rules.self_vote == "allowed":
        return None
    return _("a vote for oneself does not count")


def unknown_target(box: Box, cast: Cast) -> str | None:
    """V4: the target must be a player, or a candidate nobody that the ruleset has."""
    if cast.target in box.roster or candidate_nobody(box.rules, cast.target):
        return None
    return _("there is no such player")


def dead_target(box: Box, cast: Cast) -> str | None:
    """V4: the target must be alive."""
    if cast.target in box.alive or candidate_nobody(box.rules, cast.target):
        return None
    return _("the player voted on is out of the game")


def uncoloured(box: Box, cast: Cast) -> str | None:
    """V1, V4: a name without colour is no vote, unless the ruleset takes it for one."""
    if cast.colour is not None or box.rules.uncoloured == "against" or box.rules.defence == "against":
        return None
    return None if candidate_nobody(box.rules, cast.target) else _("the name stands without colour")


def no_defence(box: Box, cast: Cast) -> str | None:
    """V9, setting `defence`: where there are no votes in defence, blue is none."""
    if cast.colour is Colour.BLUE and box.rules.defence == "none":
        return _("there are no votes in defence in this game")
    return None


def removed_target(box: Box, cast: Cast) -> str | None:
    """V20: votes for a player removed in mid-day are set aside from that moment on."""
    if cast.target not in box.removed or box.rules.removed_mid_day == "stand":
        return None
    return _("the player voted on was removed during the day")


CHECKS: tuple[tuple[str, Check], ...] = (
    ("", void_before),
    ("V18", stranger),
    ("V17", dead_voter),
    ("V20", removed_voter),
    ("V16", former_holder),
    ("V13", without_vote),
    ("V7", locked),
    ("V7", too_many_changes),
    ("V5", for_oneself),
    ("V4", unknown_target),
    ("V4", dead_target),
    ("V4", uncoloured),
    ("V9", no_defence),
    ("V20", removed_target),
)


def locks(box: Box, cast: Cast) -> bool:
    """V7, V8: whether this ballot, when it stands, cannot be changed."""
    return cast.final or counts_early(box, cast)


def counts_early(box: Box, cast: Cast) -> bool:
    """V8: whether the word «досрочно» means anything on this day."""
    return cast.early and early_voting(box.rules, box.day)


def early_voting(rules: Ruleset, day: int) -> bool:
    """V8: whether early voting exists on this day."""
    return bool(rules.early_from_day) and day >= rules.early_from_day


def candidate_nobody(rules: Ruleset, target: str | None) -> str | None:
    """Setting `nobody_vote`: the candidate nobody as the ruleset spells it, if `target` names it."""
    if target is None:
        return None
    named = target.casefold().strip()
    return rules.nobody_vote[0] if named in {word.casefold() for word in rules.nobody_vote} else None


def against(rules: Ruleset, cast: Cast) -> bool:
    """V1, V9: whether a valid ballot adds to its target's score; an uncoloured one that counts does."""
    return cast.colour is not Colour.BLUE or rules.defence == "against"


def is_change(box: Box, held: Cast, cast: Cast) -> bool:
    """Setting `changes`: whether `cast` changes the voter's mind; the same vote again is none by default."""
    if box.rules.repeat_is_change:
        return True
    return (held.target, against(box.rules, held)) != (cast.target, against(box.rules, cast))


def put(box: Box, cast: Cast) -> None:
    """V4: take the next ballot of the day: it stands, or it is set aside and the last valid one before it stands."""
    for rule, check in CHECKS:
        why = check(box, cast)
        if why is None:
            continue
        box.set_aside.append(SetAside(cast=cast, rule=rule or cast.void or "", why=why))
        _aftermath(box, cast, check)
        return
    held = box.standing.setdefault(cast.by, [])
    if held:
        box.superseded.append(held[-1])
        if is_change(box, held[-1], cast):
            box.changes[cast.by] = box.changes.get(cast.by, 0) + 1
    held.append(cast)


def _aftermath(box: Box, cast: Cast, check: Check) -> None:
    """What a ballot that was set aside still does: settings `self_vote`, `uncoloured`, `edited_votes`; V20."""
    rules = box.rules
    if (check is for_oneself and rules.self_vote == "miss") or (check is uncoloured and rules.uncoloured == "miss"):
        box.superseded.extend(box.standing.pop(cast.by, [])[-1:])
    elif check is void_before and cast.void == "V15" and rules.edited_votes == "miss":
        box.spoilt.add(cast.by)
    elif check is removed_target:
        box.fell_back.append(cast.by)
        moment = box.removed[cast.target or ""]
        if locks(box, cast):
            box.frozen[cast.by] = moment
