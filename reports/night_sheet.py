"""The GM's worksheet of a night: orders, outcomes with their reasons, dice; never for the public."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo

from engine.i18n import _, ngettext, pgettext
from engine.records import Order, Player, Role
from engine.results import ActionOutcome, NightResult
from reports.phrases import die_name, killer_name, order_words, outcome_words, role_name, victory_words
from reports.sheet import Cell, Lines, Sheet, Table, Tone, cell, table


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderRow:
    """An order of the night and what became of it."""

    order: Order
    role: Role | None
    """The sender's."""
    outcome: ActionOutcome | None = None
    """None for a refused order and for one that was changed."""
    rule: str | None = None
    """Of a refused order: the spec's number ..."""
    why: str | None = None
    """... and the reason."""
    changed_to: Order | None = None
    """The order that took this one's place."""
    outranked: bool = False
    """For the mafia's act, but a higher rank sent one too (N3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NightWorksheet:
    """All that the GM looks at before the night's results go out."""

    result: NightResult
    roles: Mapping[str, Role | None]
    orders: tuple[OrderRow, ...]
    zone: tzinfo | None = None
    """In which the times of the orders are shown; None: as they are."""


def night_worksheet(result: NightResult, players: Sequence[Player], *, zone: tzinfo | None = None) -> NightWorksheet:
    """The worksheet of a night; `zone`: the game's."""
    roles = {player.name: player.role for player in players}
    rows = [
        OrderRow(order=outcome.order, role=roles.get(outcome.order.by), outcome=outcome) for outcome in result.outcomes
    ]
    rows += [OrderRow(order=before, role=roles.get(before.by), changed_to=after) for before, after in result.changed]
    rows += [OrderRow(order=order, role=roles.get(order.by), outranked=True) for order in result.outranked]
    rows += [
        OrderRow(order=refused.order, role=roles.get(refused.order.by), rule=refused.rule, why=refused.why)
        for refused in result.refused
    ]
    return NightWorksheet(result=result, roles=roles, orders=tuple(rows), zone=zone)


def night_sheet(worksheet: NightWorksheet) -> Sheet:
    """The worksheet laid out for the eye (`reports.sheet`, `reports.terminal`)."""
    result = worksheet.result
    blocks = [
        Lines(title=pgettext("worksheet", "Outcome"), items=tuple(_outcome(worksheet))),
        _order_table(worksheet.orders, worksheet.zone),
        _to_tell(result),
        _dice(result),
        _absent(result),
        _notes(result),
    ]
    return Sheet(
        title=_("Worksheet of night {night}, for the game master only").format(night=result.night),
        blocks=tuple(block for block in blocks if block is not None),
    )


def _outcome(worksheet: NightWorksheet) -> list[Cell]:
    result = worksheet.result
    boss = _("Boss of the mafia tonight: {player}").format(player=result.boss or "—")
    items = [cell(boss, Tone.FAINT)]
    items += [
        cell(
            _("Killed: {player} ({role}) by {killers}{bloody}{revealed}").format(
                player=death.player,
                role=role_name(worksheet.roles.get(death.player)),
                killers=", ".join(killer_name(killer) for killer in death.by) or "—",
                bloody=", " + pgettext("worksheet", "bloodily") if death.bloody else "",
                revealed=", " + _("the role is made public") if death.revealed else "",
            ),
            Tone.RED,
        )
        for death in result.deaths
    ]
    items += [cell(_("Saved by a heal: {player}").format(player=name), Tone.GOOD) for name in result.saved]
    items += [
        cell(_("Blocked: {player}, by {blocker}").format(player=player, blocker=blocker))
        for player, blocker in result.blocked
    ]
    for silence in result.silenced:
        days = ngettext("{count} day", "{count} days", silence.days).format(count=silence.days)
        text = (
            _("Loses the vote: {player}, {days} ({rule})")
            if silence.public
            else _("Loses the vote silently: {player}, {days} ({rule}); nobody may know")
        )
        items.append(cell(text.format(player=silence.player, days=days, rule=silence.cause), Tone.WARN))
    items += [
        cell(_("Serum: {player} is {role}").format(player=player, role=role_name(role)), Tone.WARN)
        for player, role in result.revealed
    ]
    items += [
        cell(_("Exposed: {player} as the {role}").format(player=player, role=role_name(role)), Tone.WARN)
        for player, role in result.exposed
    ]
    items += [cell(_("Traces of the maniac on {player}").format(player=name), Tone.WARN) for name in result.evidence]
    items += [
        cell(
            _("Modkilled: {player}{role}").format(
                player=player, role=f" ({role_name(role)})" if role is not None else ""
            ),
            Tone.RED,
        )
        for player, role in result.removed
    ]
    items += [
        cell(_("Replaced: {player} is played by {account}").format(player=slot, account=account or "—"))
        for slot, account in result.replaced
    ]
    if result.victory is not None:
        items.append(cell(_("Victory (R3): {who}").format(who=victory_words(result.victory)), Tone.GOOD))
    alive = _("Alive afterwards, {count}: {players}").format(
        count=len(result.alive), players=", ".join(result.alive) or "—"
    )
    return [*items, cell(alive, Tone.FAINT)]


def _order_table(rows: Sequence[OrderRow], zone: tzinfo | None) -> Table | None:
    if not rows:
        return None
    return table(
        title=pgettext("worksheet", "Orders"),
        columns=(
            pgettext("worksheet", "role"),
            pgettext("worksheet", "player"),
            pgettext("worksheet", "order"),
            _("what became of it"),
            pgettext("worksheet", "came"),
        ),
        rows=tuple(
            (
                cell(role_name(row.role)),
                cell(row.order.by),
                cell(order_words(row.order)),
                _became(row),
                cell(_came(row.order, zone), Tone.FAINT),
            )
            for row in rows
        ),
    )


def _became(row: OrderRow) -> Cell:
    if row.outcome is not None:
        return cell(outcome_words(row.outcome), Tone.GOOD if row.outcome.happened else Tone.WARN)
    if row.changed_to is not None:
        return cell(_("changed to: {order}").format(order=order_words(row.changed_to)), Tone.FAINT)
    if row.outranked:
        return cell(_("a higher rank decides (N3)"), Tone.FAINT)
    return cell(_("refused, {rule}: {why}").format(rule=row.rule, why=row.why), Tone.WARN)


def _came(order: Order, zone: tzinfo | None) -> str:
    sent = order.sent_at.astimezone(zone) if order.sent_at and zone else order.sent_at
    parts = [order.source or "", f"{sent:%d.%m %H:%M}" if sent else ""]
    parts.append(pgettext("worksheet", "late") if order.late else "")
    return ", ".join(part for part in parts if part)


def _to_tell(result: NightResult) -> Lines | None:
    """What the GM owes a player in private."""
    items = [
        cell(
            (_("{player}: {target} is mafia") if mafia else _("{player}: {target} is not mafia")).format(
                player=by, target=target
            )
        )
        for by, target, mafia in result.checks
    ]
    return Lines(title=_("To tell in private"), items=tuple(items)) if items else None


def _dice(result: NightResult) -> Lines | None:
    items = []
    for die in result.dice:
        drawn = _("drawn from the seed, {chance} %").format(chance=round(die.chance * 100))
        text = _("{die}: {outcome} ({source})").format(
            die=die_name(die.name),
            outcome=pgettext("worksheet", "yes") if die.happens else pgettext("worksheet", "no"),
            source=pgettext("worksheet", "entered by you") if die.entered else drawn,
        )
        items.append(cell(text))
    return Lines(title=pgettext("worksheet", "Dice"), items=tuple(items)) if items else None


def _absent(result: NightResult) -> Lines | None:
    items = [cell(_("{player} has sent no order").format(player=name), Tone.WARN) for name in result.missed]
    items += [
        cell(_("{player}: modkill or replacement is due (V11)").format(player=name), Tone.RED)
        for name in result.modkill_due
    ]
    return Lines(title=pgettext("worksheet", "Missing orders"), items=tuple(items)) if items else None


def _notes(result: NightResult) -> Lines | None:
    items = [cell(f"{player}: {text}") for player, text in result.notes]
    return Lines(title=_("Questions and free orders, for you to rule on"), items=tuple(items)) if items else None
