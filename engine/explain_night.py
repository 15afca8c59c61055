"""Why a night came out as it did."""

from __future__ import annotations

from collections.abc import Iterator

from engine.i18n import _, ngettext
from engine.lines import Line, line
from engine.records import Deed, NightInput, Role, Ruling
from engine.results import ActionOutcome, Death, DieDrawn, NightResult
from engine.roles import BLOCKS, KILLS, rule_of
from engine.ruleset import Ruleset
from engine.state import State
from engine.wording import closed_words, due_words, killer_word, listed, order_words, role_word, victory_word

BLOCK_RULES = {Deed.BLOCK: "N6", Deed.VISIT: "N7", Deed.TORTURE: "N9", Deed.POISON: "N11"}


def night_lines(rules: Ruleset, before: State, given: NightInput, result: NightResult) -> tuple[Line, ...]:
    """All that happened in a night, in the order in which it is worked out."""
    return (
        *_boss(before, result),
        *_orders(given, result),
        *(found for outcome in result.outcomes for found in _outcome(before, result, outcome)),
        *_deaths(rules, before, result),
        *_losses(result),
        *_misses(given, result),
        *_decisions(result),
    )


def _boss(before: State, result: NightResult) -> Iterator[Line]:
    name = result.boss
    if name:
        text = _("{name} ({role}) is the boss tonight")
        yield line("N2", text.format(name=name, role=role_word(before.role(name))), name)


def _orders(given: NightInput, result: NightResult) -> Iterator[Line]:
    for item in given.decisions:
        if item.ruling is Ruling.ALLOW:
            text = _("By the GM's word {name}'s order is let through")
            yield line("", text.format(name=item.player), item.player)
        elif item.ruling is Ruling.REORDER:
            text = _("By the GM's word {name}'s order after the deadline counts")
            yield line("ГМ10", text.format(name=item.player), item.player)
    for refused in result.refused:
        text = _("{name}, {order} — refused: {why}").format(
            name=refused.order.by, order=order_words(refused.order), why=refused.why
        )
        yield line(refused.rule, text, refused.order.by, *refused.order.targets)
    for earlier, later in result.changed:
        text = _("{name} changes: {earlier} → {later}").format(
            name=earlier.by, earlier=order_words(earlier), later=order_words(later)
        )
        yield line("N0", text, earlier.by)
    for order in result.outranked:
        text = _("{name}, {order} — gives way to the order of a higher rank")
        yield line("N3", text.format(name=order.by, order=order_words(order)), order.by)


def _outcome(before: State, result: NightResult, outcome: ActionOutcome) -> Iterator[Line]:
    order = outcome.order
    actor = outcome.actor or order.by
    whom = (order.by, *order.targets)
    rule = rule_of(before.role(order.by), order.do)
    words = f"{order.by}, {order_words(order)}"
    if actor != order.by:
        text = _("The boss {boss} has sent nothing: the order of {name} counts as the boss's act")
        yield line("N3", text.format(boss=actor, name=order.by), actor, order.by)
    if outcome.blocked_by:
        text = _("{order} — does not happen: {blocker} is in the way").format(order=words, blocker=outcome.blocked_by)
        rules = [_block_rule(result, outcome)]
        if order.do in BLOCKS:
            rules.append("N8")
            if set(order.targets) & _struck_bloodily(result):
                text = _("{text}; so {name} was not at the door of the bloody kill").format(text=text, name=order.by)
                rules.append("N14")
        if outcome.actor:
            rules.append("N17")
        yield line(" ".join(dict.fromkeys(rules)), text, *whom, outcome.blocked_by)
        return
    if outcome.silent_ban:
        text = _("{order} — void: saved from this by a role the night before; the doctor is not told")
        yield line("N12", text.format(order=words), *whom)
        return
    if order.do in KILLS and not outcome.happened and outcome.actor:
        rule += " N17"
    yield line(rule, _happening(words, outcome), *whom)
    if outcome.unsaved:
        text = _("Not saved: {names} — healed the night before; the doctor is not told")
        yield line("N12", text.format(names=listed(outcome.unsaved)), *outcome.unsaved, order.by)
    yield from _dice(result, outcome, actor, whom)


def _block_rule(result: NightResult, outcome: ActionOutcome) -> str:
    """The rule by which the blocker stops an act: of the goon, the girl, or (by setting) torture and poison."""
    by = next((item.order for item in result.outcomes if item.order.by == outcome.blocked_by), None)
    if by is not None and by.do in BLOCK_RULES:
        return BLOCK_RULES[by.do]
    return "N8"


def _struck_bloodily(result: NightResult) -> set[str]:
    """The targets of bloody kills that were carried out."""
    return {
        name
        for item in result.outcomes
        if item.order.do is Deed.BLOODY_KILL and not item.blocked_by
        for name in item.order.targets
    }


def _happening(words: str, outcome: ActionOutcome) -> str:
    if outcome.mafia is not None:
        answer = _("mafia") if outcome.mafia else _("not mafia")
        text = _("{order} — answer: {answer}").format(order=words, answer=answer)
    elif outcome.order.do in KILLS and not outcome.happened:
        text = _("{order} — undone by healing; it still counts as done").format(order=words)
    elif outcome.order.do in (Deed.HEAL, Deed.HEAL_FROM) and outcome.saved:
        text = _("{order} — saves {names}").format(order=words, names=listed(outcome.saved))
    elif outcome.learnt:
        text = _("{order} — the role comes out: {role}").format(order=words, role=role_word(outcome.learnt[0][1]))
    else:
        text = _("{order} — happens").format(order=words)
    return _("{text} (posthumously)").format(text=text) if outcome.posthumous else text


def _dice(result: NightResult, outcome: ActionOutcome, actor: str, whom: tuple[str, ...]) -> Iterator[Line]:
    for die in result.dice:
        kind, _colon, thrower = die.name.partition(":")
        if thrower != actor or not _drawn_by(kind, outcome):
            continue
        yield line("D1", _die(kind, die), *whom)


def _drawn_by(kind: str, outcome: ActionOutcome) -> bool:
    return {
        "vote_loss": outcome.vote_lost,
        "exposure": outcome.exposed if outcome.order.do is not Deed.SERUM else None,
        "doctor_exposure": outcome.exposed if outcome.order.do is Deed.SERUM else None,
        "evidence": outcome.evidence,
    }.get(kind) is not None


def _die(kind: str, die: DieDrawn) -> str:
    asked = {
        "vote_loss": _("loss of the vote"),
        "exposure": _("exposure of the boss"),
        "doctor_exposure": _("exposure of the doctor"),
        "evidence": _("traces of the maniac"),
    }.get(kind, kind)
    source = _("entered by the GM") if die.entered else _("drawn from the seed")
    return _("Die {name}: {asked}, chance {chance} %, {source} — {outcome}").format(
        name=die.name,
        asked=asked,
        chance=round(die.chance * 100),
        source=source,
        outcome=_("happens") if die.happens else _("does not happen"),
    )


def _deaths(rules: Ruleset, before: State, result: NightResult) -> Iterator[Line]:
    heals = [item for item in result.outcomes if item.order.do in (Deed.HEAL, Deed.HEAL_FROM)]
    for name in result.saved:
        by = [item for item in heals if name in item.saved]
        healers = [item.order.by for item in by]
        numbers = ["N12" if item.order.do is Deed.HEAL else "N11" for item in by]
        if "N11" in numbers and _came_to_the_door(result, name):
            numbers.append("N13")
        text = _("{name} lives: healed by {names}").format(name=name, names=listed(healers))
        yield line(" ".join(dict.fromkeys(numbers)), text, name, *healers)
    for death in result.deaths:
        name = death.player
        killers = listed([killer_word(killer) for killer in death.by])
        if death.bloody:
            text = _("{name} dies bloodily; killers: {killers}")
            yield line(_bloody_rule(result, death), text.format(name=name, killers=killers), name)
        else:
            yield line("N15", _("{name} dies; killers: {killers}").format(name=name, killers=killers), name)
        if death.revealed:
            text = _("{name}'s role is made public: {role}")
            yield line("N19" if death.bloody else "R1", text.format(name=name, role=role_word(death.revealed)), name)
        else:
            yield line("R1", closed_words(rules, name, before=len(before.alive), after=len(result.alive)), name)


def _bloody_rule(result: NightResult, death: Death) -> str:
    """N9, N19; N13 where the one at whose door a blocker dies lives by a heal."""
    if death.player in _struck_bloodily(result):
        return "N9 N15"
    return "N9 N19 N13" if _came_to_the_door(result, death.player) & set(result.saved) else "N9 N19"


def _came_to_the_door(result: NightResult, name: str) -> set[str]:
    """The targets of bloody kills to whom this blocker came."""
    visited = {
        target
        for item in result.outcomes
        if item.order.by == name and item.order.do in BLOCKS and not item.blocked_by
        for target in item.order.targets
    }
    return visited & _struck_bloodily(result)


def _losses(result: NightResult) -> Iterator[Line]:
    for item in result.silenced:
        if item.public:
            text = ngettext("{name} has no vote for {count} day", "{name} has no vote for {count} days", item.days)
            yield line(item.cause, text.format(name=item.player, count=item.days), item.player)
        else:
            text = _("{name}'s vote has no weight on the coming day, which is not announced")
            yield line("N5", text.format(name=item.player), item.player)
    for name, role in result.exposed:
        text = _("The city learns that {name} is the {role}")
        yield line("N11" if role is Role.DOCTOR else "N1", text.format(name=name, role=role_word(role)), name)
    for name in result.evidence:
        yield line("N9", _("The city learns that the maniac tortured {name}").format(name=name), name)
    if result.silent_today:
        text = _("Without the vote on the coming day: {names}").format(names=listed(result.silent_today))
        yield line("R2", text, *result.silent_today)


def _misses(given: NightInput, result: NightResult) -> Iterator[Line]:
    sent = {order.by for order in given.orders}
    for name in result.missed:
        text = (
            _("{name} has sent no night action that stands") if name in sent else _("{name} has sent no night action")
        )
        yield line("N16", text.format(name=name), name)
    for name in result.modkill_due:
        yield line("V11", due_words(name), name)


def _decisions(result: NightResult) -> Iterator[Line]:
    for name, role in result.removed:
        text = _("By the GM's word {name} is modkilled")
        if role:
            text = _("By the GM's word {name} is modkilled, the role is made public: {role}")
        yield line("Г8", text.format(name=name, role=role_word(role)), name)
    for name, account in result.replaced:
        text = _("The slot {name} is taken over by the account {account}")
        yield line("V16", text.format(name=name, account=account), name)
    if result.victory:
        yield line("R3", victory_word(result.victory))
