"""Names of roles, deeds and outcomes for the GM's worksheets, in the language in force (gettext)."""

from __future__ import annotations

from engine.i18n import N_, _, pgettext
from engine.records import Colour, Deed, Order, Role
from engine.results import ActionOutcome, Early, Victory
from reports.spans import clean

_ROLES = {
    Role.BOSS: N_("boss"),
    Role.RANK2: N_("rank 2"),
    Role.RANK3: N_("rank 3"),
    Role.LAWYER: N_("lawyer"),
    Role.JOURNALIST: N_("journalist"),
    Role.GOON: N_("goon"),
    Role.MANIAC: N_("maniac"),
    Role.COMMISSIONER: N_("commissioner"),
    Role.DOCTOR: N_("doctor"),
    Role.GIRL: N_("girl"),
    Role.PROSECUTOR: N_("prosecutor"),
    Role.CITIZEN: N_("citizen"),
}
_DEEDS = {
    Deed.KILL: N_("kill: {targets}"),
    Deed.INTIMIDATE: N_("intimidate: {targets}"),
    Deed.KILL_AND_INTIMIDATE: N_("kill and intimidate: {targets}"),
    Deed.ASK: N_("ask: {text}"),
    Deed.BLOCK: N_("block: {targets}"),
    Deed.VISIT: N_("visit: {targets}"),
    Deed.BLOODY_KILL: N_("kill bloodily: {targets}"),
    Deed.QUICK_KILL: N_("kill quickly: {targets}"),
    Deed.TORTURE: N_("torture: {targets}"),
    Deed.CHECK: N_("check: {targets}"),
    Deed.SERUM: N_("serum to: {targets}"),
    Deed.HEAL: N_("heal: {targets}"),
    Deed.HEAL_FROM: N_("heal from: {role}"),
    Deed.POISON: N_("poison: {targets}"),
    Deed.OTHER: N_("other: {text}"),
}
_KILLERS = {"mafia": N_("mafia"), "maniac": N_("maniac"), "city": N_("city"), "commissioner": N_("commissioner")}
_EARLY = {
    Early.NOT_APPLICABLE: N_("not on this day"),
    Early.NOT_YET: N_("not yet"),
    Early.DISCRETION: N_("at your discretion: more than half agree"),
    Early.READY: N_("ready: everyone agrees"),
}
_VICTORIES = {
    Victory.MAFIA: N_("the mafia has won"),
    Victory.MANIAC: N_("the maniac has won"),
    Victory.CITY: N_("the city has won"),
    Victory.NOBODY: N_("nobody is left alive"),
}
DICE = {
    "exposure": N_("exposure of the boss"),
    "vote_loss": N_("loss of the vote by a block"),
    "evidence": N_("traces of the maniac"),
    "doctor_exposure": N_("exposure of the doctor"),
}
"""Kinds of dice, by the first part of their names, in English source strings."""


def role_name(role: Role | None) -> str:
    """A role for the GM; a dash when it is not told."""
    return "—" if role is None else _(_ROLES[role])


def killer_name(killer: str) -> str:
    """A killing side or role."""
    return _(_KILLERS[killer]) if killer in _KILLERS else clean(killer)


def colour_name(colour: Colour | None) -> str:
    """The colour of a ballot."""
    if colour is None:
        return pgettext("worksheet", "no colour")
    return pgettext("worksheet", "red") if colour is Colour.RED else pgettext("worksheet", "blue")


def early_state(early: Early) -> str:
    """V8's answer."""
    return _(_EARLY[early])


def victory_words(victory: Victory) -> str:
    """Who has won, to be proposed (R3)."""
    return _(_VICTORIES[victory])


def die_name(name: str) -> str:
    """`vote_loss:Щедрость` in words."""
    kind, _colon, actor = name.partition(":")
    words = _(DICE[kind]) if kind in DICE else kind
    return clean(f"{words}: {actor}" if actor else words)


def order_words(order: Order) -> str:
    """An order in words, names in the nominative."""
    killer = killer_name(order.role) if order.role else "—"
    return _(_DEEDS[order.do]).format(
        targets=clean(", ".join(order.targets)) or "—", text=clean(order.text or "") or "—", role=killer
    )


def outcome_words(outcome: ActionOutcome) -> str:
    """What became of an order, with the reasons."""
    parts = [pgettext("worksheet", "done") if outcome.happened else pgettext("worksheet", "failed")]
    if outcome.blocked_by is not None:
        blocker = _("blocked by {player} ({role})").format(
            player=clean(outcome.blocked_by), role=role_name(outcome.blocked_by_role)
        )
        parts.append(blocker)
    if outcome.silent_ban:
        parts.append(_("void by N12, the doctor is not told"))
    if outcome.saved:
        saved = clean(", ".join(outcome.saved))
        heals = outcome.order.do in (Deed.HEAL, Deed.HEAL_FROM)
        parts.append((_("saves {players}") if heals else _("healed: {players}")).format(players=saved))
    if outcome.unsaved:
        unsaved = clean(", ".join(outcome.unsaved))
        parts.append(_("void by N12 for {players}, the doctor is not told").format(players=unsaved))
    if outcome.killed:
        parts.append(_("killed: {players}").format(players=clean(", ".join(outcome.killed))))
    if outcome.mafia is not None:
        parts.append(pgettext("worksheet", "mafia") if outcome.mafia else pgettext("worksheet", "not mafia"))
    parts += [
        _("{player} is {role}").format(player=clean(player), role=role_name(role)) for player, role in outcome.learnt
    ]
    if outcome.vote_lost is not None:
        parts.append(_("the vote is lost") if outcome.vote_lost else _("the vote is kept"))
    if outcome.exposed is not None:
        parts.append(pgettext("worksheet", "exposed") if outcome.exposed else pgettext("worksheet", "not exposed"))
    if outcome.evidence is not None:
        parts.append(pgettext("worksheet", "traces left") if outcome.evidence else pgettext("worksheet", "no traces"))
    if outcome.posthumous:
        parts.append(pgettext("worksheet", "posthumous"))
    return ", ".join(parts)
