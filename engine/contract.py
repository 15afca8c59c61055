"""The JSON of `itogi replay`: a written game read strictly, and the answer spelt out.

Whatever does not fit is a `FieldError` with the path of the field. Unknown names in votes and orders are no faults of
the script: the rules set such a vote aside and refuse such an order.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import msgspec

from engine import ruleset
from engine.checking import fit
from engine.errors import FieldError
from engine.i18n import _
from engine.play import Playthrough, check_roster, place, play
from engine.records import (
    Cast,
    Colour,
    DayInput,
    Decision,
    Deed,
    GameSetup,
    Gender,
    NightInput,
    Order,
    PhaseInput,
    Player,
    Role,
    Ruling,
)
from engine.results import DayResult as Day
from engine.results import Death, NightResult, PhaseResult
from engine.state import State

Moment = Annotated[datetime, msgspec.Meta(tz=True)]
Name = Annotated[str, msgspec.Meta(min_length=1)]
Number = Annotated[int, msgspec.Meta(ge=1)]
Point = Annotated[str, msgspec.Meta(pattern=r"^[VN]\d+$")]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of a script: a field that is not known is a mistake, not a wish to be passed over."""


class ScriptPlayer(Part, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One player; `role` null while it is not told."""

    name: Name
    role: Role | None
    gender: Gender | None = None
    accounts: tuple[Name, ...] = ()
    aliases: tuple[Name, ...] = ()


class ScriptVote(Part, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One ballot, in the order of casting."""

    by: str
    target: str | None = msgspec.field(name="for")
    colour: Colour | None = None
    early: bool = False
    final: bool = False
    at: Moment | None = None
    announced: bool = False
    void: Point | None = None
    ref: str | None = None


class ScriptOrder(Part, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One order, in the order of entry."""

    by: str
    do: Deed
    targets: tuple[str, ...] = ()
    role: str | None = None
    text: str | None = None
    source: str | None = None
    sent_at: Moment | None = None
    late: bool = False
    ref: str | None = None
    void: Point | None = None


class ScriptNight(Part, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One night."""

    night: Number
    orders: tuple[ScriptOrder, ...]
    dice: dict[str, Any] = {}
    decisions: tuple[dict[str, Any], ...] = ()


class ScriptDay(Part, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One day."""

    day: Number
    votes: tuple[ScriptVote, ...]
    closed_early: bool = False
    decisions: tuple[dict[str, Any], ...] = ()


class Script(Part, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A written game; the phases are read one by one after it."""

    ruleset: str
    players: tuple[ScriptPlayer, ...]
    phases: tuple[Any, ...]
    seed: str | None = None
    settings: dict[str, Any] = {}


class ScriptDecision(Part, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What goes with the verb of a decision."""

    account: Name | None = msgspec.field(name="with", default=None)
    reveal: bool | None = None
    at: Moment | None = None
    note: str | None = None


_OF_NIGHTS = (Ruling.ALLOW, Ruling.REORDER, Ruling.MODKILL, Ruling.REPLACE)
_OF_DAYS = (Ruling.MODKILL, Ruling.REPLACE, Ruling.EXECUTE, Ruling.PARDON, Ruling.OBJECT)
_HEALED_FROM = ("mafia", "maniac", "commissioner")


def replay(script: object) -> list[dict[str, Any]]:
    """The answer to a written game, one object a phase; raises `InputError` for a script that does not fit."""
    return answer(playthrough(script))


def playthrough(script: object) -> Playthrough:
    """A written game, played; raises `InputError` for a script that does not fit."""
    setup, phases = read(script)
    played = play(setup, phases)
    for number, (phase, state) in enumerate(zip(played.phases, played.states, strict=False)):
        _check_decisions(phase, state, f"phases[{number}]")
    return played


def answer(played: Playthrough) -> list[dict[str, Any]]:
    """The contract's object for every phase."""
    return [_night(result) if isinstance(result, NightResult) else _day(result) for result in played.results]


def read(script: object) -> tuple[GameSetup, tuple[PhaseInput, ...]]:
    """The game that a script tells; raises `FieldError` with the path of what does not fit."""
    told = fit(_encodable(script), Script)
    setup = GameSetup(
        players=tuple(
            Player(
                name=player.name,
                role=player.role,
                gender=player.gender,
                accounts=player.accounts,
                aliases=player.aliases,
            )
            for player in told.players
        ),
        ruleset=told.ruleset,
        settings=tuple(told.settings.items()),
        seed=told.seed,
    )
    check_roster(ruleset.of(setup), setup.players)
    _check_names(setup.players)
    roster = frozenset(player.name for player in told.players)
    phases = tuple(_phase(item, f"phases[{number}]", roster) for number, item in enumerate(told.phases))
    for number, phase in enumerate(phases):
        if place(phase) != (number // 2 + 1, number % 2):
            kind, due = ("night", "day")[number % 2], number // 2 + 1
            what = _("out of order: a game goes night 1, day 1, night 2 …; here {kind} {number} is due").format(
                kind=kind, number=due
            )
            raise FieldError(f"phases[{number}]", what)
    return setup, phases


def _check_names(players: tuple[Player, ...]) -> None:
    """V18: an account speaks for one slot; a name is what the votes and orders of a script can spell."""
    holders: dict[str, str] = {}
    for number, player in enumerate(players):
        if player.name != player.name.strip():
            raise FieldError(f"players[{number}].name", _("the name begins or ends with a space"))
        for which, account in enumerate(player.accounts):
            if account in holders:
                what = _("the account {account} stands here twice: it plays as {name}")
                path = f"players[{number}].accounts[{which}]"
                raise FieldError(path, what.format(account=account, name=holders[account]))
            holders[account] = player.name


def _check_decisions(phase: PhaseInput, state: State, path: str) -> None:
    """A decision that could have no effect in the state before its phase is a slip, not to be passed over."""
    sent = {order.by for order in phase.orders} if isinstance(phase, NightInput) else set()
    for number, decision in enumerate(phase.decisions):
        where, name = f"{path}.decisions[{number}].{decision.ruling.value}", decision.player
        if decision.ruling in (Ruling.ALLOW, Ruling.REORDER):
            if name not in sent:
                raise FieldError(where, _("{name} has sent no order this night").format(name=name))
            continue
        if name not in state.alive:
            raise FieldError(where, _("{name} is out of the game").format(name=name))
        holder = state.holder(decision.account) if decision.account else None
        if holder in state.alive:
            what = _("the account {account} plays already, as {name}").format(account=decision.account, name=holder)
            raise FieldError(f"{path}.decisions[{number}].with", what)


def _encodable(script: object) -> object:
    """`script` itself; half of a surrogate pair is no text and could not be answered."""
    try:
        msgspec.json.encode(script)
    except UnicodeEncodeError:
        raise FieldError("", _("a text holds half of a surrogate pair, which is no character")) from None
    except (TypeError, msgspec.MsgspecError):
        raise FieldError("", _("not a JSON value")) from None
    return script


def _phase(item: object, path: str, roster: frozenset[str]) -> PhaseInput:
    if not isinstance(item, dict) or ("night" in item) == ("day" in item):
        raise FieldError(path, _("a phase is an object with either “night” or “day” and its number"))
    if "night" in item:
        night = fit(item, ScriptNight, path)
        return NightInput(
            night=night.night,
            orders=tuple(_order(order, f"{path}.orders[{number}]") for number, order in enumerate(night.orders)),
            dice=tuple((name, fit(outcome, bool, f"{path}.dice.{name}")) for name, outcome in night.dice.items()),
            decisions=_decisions(night.decisions, path, roster, _OF_NIGHTS),
        )
    day = fit(item, ScriptDay, path)
    return DayInput(
        day=day.day,
        casts=tuple(
            Cast(
                by=vote.by,
                target=vote.target,
                colour=vote.colour,
                early=vote.early,
                final=vote.final,
                at=vote.at,
                ref=vote.ref,
                announced=vote.announced,
                void=vote.void,
            )
            for vote in day.votes
        ),
        closed_early=day.closed_early,
        decisions=_decisions(day.decisions, path, roster, _OF_DAYS),
    )


def _order(order: ScriptOrder, path: str) -> Order:
    """An order as told; what its deed cannot do without must be there."""
    if order.do in (Deed.ASK, Deed.OTHER) and order.text is None:
        raise FieldError(f"{path}.text", _("the field is missing"))
    if order.do is Deed.HEAL_FROM and order.role not in _HEALED_FROM:
        what = _("expected one of {values}").format(values=", ".join(_HEALED_FROM))
        raise FieldError(f"{path}.role", what)
    if order.do is not Deed.HEAL_FROM and order.role is not None:
        raise FieldError(f"{path}.role", _("only an order to heal from a role names a role"))
    if not order.targets and order.do not in (Deed.ASK, Deed.OTHER, Deed.HEAL_FROM):
        raise FieldError(f"{path}.targets", _("the order names nobody"))
    return Order(
        by=order.by,
        do=order.do,
        targets=order.targets,
        role=order.role,
        text=order.text,
        source=order.source,
        sent_at=order.sent_at,
        late=order.late,
        ref=order.ref,
        void=order.void,
    )


def _decisions(
    told: tuple[dict[str, Any], ...], path: str, roster: frozenset[str], known: tuple[Ruling, ...]
) -> tuple[Decision, ...]:
    found = []
    for number, item in enumerate(told):
        where = f"{path}.decisions[{number}]"
        verbs = [ruling for ruling in Ruling if ruling.value in item]
        if len(verbs) != 1 or verbs[0] not in known:
            what = _("a decision here is one of {values}").format(values=", ".join(ruling.value for ruling in known))
            raise FieldError(where, what)
        ruling = verbs[0]
        player = fit(item[ruling.value], Name, f"{where}.{ruling.value}")
        if player not in roster:
            what = _("there is no such player: {name}").format(name=player)
            raise FieldError(f"{where}.{ruling.value}", what)
        rest = fit({key: value for key, value in item.items() if key != ruling.value}, ScriptDecision, where)
        if (ruling is Ruling.REPLACE) != (rest.account is not None):
            raise FieldError(f"{where}.with", _("a replacement, and nothing else, names the account that comes in"))
        if ruling is not Ruling.MODKILL and rest.reveal is not None:
            raise FieldError(f"{where}.reveal", _("a modkill, and nothing else, says whether the role is made public"))
        found.append(
            Decision(ruling=ruling, player=player, account=rest.account, reveal=rest.reveal, at=rest.at, note=rest.note)
        )
    return tuple(found)


def _night(result: NightResult) -> dict[str, Any]:
    return {
        "night": result.night,
        "deaths": [_death(death) for death in result.deaths],
        "saved": list(result.saved),
        "blocked": [{"player": player, "by": by} for player, by in result.blocked],
        "silenced": [
            {"player": silence.player, "days": silence.days, "public": silence.public} for silence in result.silenced
        ],
        "checks": [{"by": by, "target": target, "mafia": mafia} for by, target, mafia in result.checks],
        "revealed": [{"player": player, "role": role.value, "why": "serum"} for player, role in result.revealed],
        "exposed": [{"player": player, "as": role.value} for player, role in result.exposed],
        "evidence": [{"player": player, "by": "maniac"} for player in result.evidence],
        "refused": [{"by": item.order.by, "rule": item.rule, "why": item.why} for item in result.refused],
        "missed": list(result.missed),
        "modkill_due": list(result.modkill_due),
        "notes": [{"by": by, "text": text} for by, text in result.notes],
        "boss": result.boss,
        **_common(result),
    }


def _death(death: Death) -> dict[str, Any]:
    return {
        "player": death.player,
        "by": [killer.value for killer in death.by],
        "bloody": death.bloody,
        "revealed": _role(death.revealed),
    }


def _day(result: Day) -> dict[str, Any]:
    return {
        "day": result.day,
        "scores": dict(result.scores),
        "ballots": [
            {
                "by": ballot.cast.by,
                "for": ballot.cast.target,
                "colour": (Colour.RED if ballot.against else Colour.BLUE).value,
                "weight": ballot.weight,
            }
            for ballot in result.ballots
        ],
        "set_aside": [
            {"by": item.cast.by, "for": item.cast.target, "rule": item.rule, "why": item.why}
            for item in result.set_aside
        ],
        "missed": list(result.missed),
        "modkill_due": list(result.modkill_due),
        "early": result.early.value,
        "executed": result.executed,
        "executions": [{"player": player, "revealed": _role(role)} for player, role in result.executions],
        "tie": list(result.tie),
        "revealed": _role(result.revealed),
        **_common(result),
    }


def _common(result: PhaseResult) -> dict[str, Any]:
    return {
        "removed": [{"player": player, "revealed": _role(role)} for player, role in result.removed],
        "replaced": [{"player": player, "with": account} for player, account in result.replaced],
        "alive": list(result.alive),
        "victory": result.victory.value if result.victory else None,
    }


def _role(role: Role | None) -> str | None:
    return role.value if role else None
