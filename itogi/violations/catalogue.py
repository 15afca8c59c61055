"""The rules of conduct as data: what can be reported, under which paragraph, and what the rules provide for.

Г = the community's general rules, ГМ = the game master's, РМ = those of ranked mafia, П = the voting process.
"""

from __future__ import annotations

from engine.i18n import N_
from itogi.violations.records import Clause, Gravity
from parser.records import SignalKind

GM_DECIDES = N_("a warning; if it goes on, modkill — as the GM decides")
NOT_COUNTED = N_("the vote is not counted; the last valid one before it stands")
AS_DECIDED = N_("as the GM decides")

_REMOVAL, _WARNING, _NOTE = Gravity.REMOVAL, Gravity.WARNING, Gravity.NOTE


def _clause(
    code: str,
    paragraphs: str,
    title: str,
    provides: str,
    gravity: Gravity,
    *,
    certain: bool = True,
    secret: bool = False,
) -> Clause:
    return Clause(
        code=code,
        paragraphs=paragraphs,
        title=title,
        provides=provides,
        certain=certain,
        gravity=gravity,
        secret=secret,
    )


def _worded(code: str, paragraphs: str, title: str, provides: str, gravity: Gravity = _WARNING) -> Clause:
    """Read from wording, hence suspected."""
    return _clause(code, paragraphs, title, provides, gravity, certain=False)


CLAUSES = (
    _clause("X1", "Г1, ГМ7, РМ2", N_("the dead speak"), GM_DECIDES, _WARNING),
    _clause("X2-self", "П, ГМ2", N_("a vote for oneself"), NOT_COUNTED, _NOTE),
    _clause("X2-target", "Г5.3", N_("a vote for someone who cannot be voted on"), NOT_COUNTED, _NOTE),
    _clause("X2-uncoloured", "П", N_("a vote without colour"), N_("counts as no vote"), _NOTE),
    _clause("X2-late", "Г5", N_("a late vote"), NOT_COUNTED, _NOTE),
    _clause("X2-silenced", "П", N_("a vote by a player without the vote"), N_("the vote is not counted"), _NOTE),
    _clause("X2-topic", "Г5", N_("a vote in the wrong topic"), N_("the vote is not counted"), _NOTE),
    _clause("X2-withdrawal", "Г5.4", N_("an attempt to withdraw a vote"), N_("has no effect; the vote stands"), _NOTE),
    _clause("X2-locked", "Г5.2, ГМ12", N_("a change of a final or early vote"), N_("the first one stands"), _NOTE),
    _clause("X2-dead", "Г1, ГМ7", N_("a vote by a dead player"), N_("the vote is not counted"), _NOTE),
    _clause("X2-stranger", "Г5", N_("a vote under a player's name"), N_("the vote is not counted"), _NOTE),
    _clause("X2-void", "Г5", N_("a vote that does not count"), NOT_COUNTED, _NOTE),
    _clause("X3-first", "Г4, ГМ2", N_("did not vote"), N_("two votes against; a second miss brings modkill"), _NOTE),
    _clause(
        "X3-deliberate",
        "ГМ2, Г4а",
        N_("wrote and did not vote"),
        N_("two votes against; for a deliberate miss modkill at once"),
        _WARNING,
        certain=False,
    ),
    _clause("X3-second", "Г4а, ГМ2", N_("did not vote, the second miss"), N_("modkill, or a replacement"), _REMOVAL),
    _clause(
        "X3-night",
        "ГМ2",
        N_("sent no night action"),
        N_("counts as a miss; a second one brings modkill"),
        _NOTE,
        secret=True,
    ),
    _clause(
        "X3-night-second",
        "ГМ2",
        N_("sent no night action, the second miss"),
        N_("modkill, or a replacement"),
        _REMOVAL,
        secret=True,
    ),
    _clause("X4", "Г3", N_("silent for more than a day"), N_("replacement, or modkill when there is nobody"), _REMOVAL),
    _clause("X5-edited", "Г5", N_("a post edited after the deadline"), N_("the text as of the deadline counts"), _NOTE),
    _clause("X5-removed", "Г5", N_("a post removed"), N_("its last seen text counts"), _NOTE),
    _worded("X6-oath", "Г13.6", N_("an oath"), N_("modkill at once"), _REMOVAL),
    _worded("X6-bet", "Г13.6", N_("a bet"), N_("modkill at once"), _REMOVAL),
    _worded("X6-insult", "Г13.1, ГМ5", N_("an insult"), GM_DECIDES),
    _worded("X6-obscenity", "Г13.1, ГМ5", N_("an obscenity"), GM_DECIDES),
    _worded("X6-mask", "Г13.4", N_("a guess at who is behind a mask"), GM_DECIDES),
    _worded("X6-absence", "Г13.5", N_("a reason for absence"), GM_DECIDES),
    _worded("X6-private", "Г11, ГМ6", N_("private words made public"), N_("disqualification"), _REMOVAL),
    _worded(
        "X6-question",
        "Г12.1",
        N_("a question to the GM without the GM's name highlighted"),
        N_("the player may not complain that it was not answered"),
        _NOTE,
    ),
    _worded(
        "X7",
        "Г13.9, ГМ10",
        N_("a claim or a night move told before the night's results"),
        N_("mafia or maniac may change their order"),
    ),
    _clause("X8-elsewhere", "Г13.10", N_("a mask writes in another topic"), GM_DECIDES, _WARNING),
    _clause("X8-signup", "ГМ7", N_("a message in the sign-up topic"), GM_DECIDES, _WARNING),
    _clause("X9", "Г9", N_("a message by an outsider"), N_("none; ask the board's moderators to remove it"), _NOTE),
    # By hand only (X10).
    _clause("X10-notice", "Г10", N_("a notice that the player must get by private message"), AS_DECIDED, _WARNING),
    _clause("X10-dispute", "Г12, ГМ1", N_("a dispute before the end of the game"), AS_DECIDED, _WARNING),
    _clause(
        "X10-questions", "Г12.2", N_("misuse of questions to the GM"), N_("as the GM decides, up to modkill"), _WARNING
    ),
    _clause("X10-harsh", "Г13.2", N_("harsh words on an opinion"), GM_DECIDES, _WARNING),
    _clause("X10-habits", "Г13.3", N_("arguments from a player's habits"), N_("undesirable; a remark"), _WARNING),
    _clause("X10-reputation", "Г13.7", N_("reputation changed during the game"), N_("a remark"), _WARNING),
    _clause("X10-loophole", "Г13.8, ГМ9", N_("use of a loophole"), AS_DECIDED, _WARNING),
    _clause(
        "X10-leak",
        "Г8",
        N_("a role told to another player"),
        N_("modkill, with or without the role, or replacement"),
        _REMOVAL,
    ),
    _clause("X10-contact", "Г2, ГМ6, РМ3", N_("private contact between players"), AS_DECIDED, _WARNING),
    _clause("X10-factions", "ГМ8", N_("contact of the dead with another side"), AS_DECIDED, _WARNING),
    _clause("X10-self-shot", "ГМ11", N_("killing oneself as a strategy"), AS_DECIDED, _WARNING),
    _clause("X10-other", "Г9", N_("another violation"), N_("as the GM decides, with the reason told"), _WARNING),
)
BY_CODE = {clause.code: clause for clause in CLAUSES}

OF_SIGNAL = {
    SignalKind.OATH: "X6-oath",
    SignalKind.BET: "X6-bet",
    SignalKind.INSULT: "X6-insult",
    SignalKind.OBSCENITY: "X6-obscenity",
    SignalKind.MASK_GUESS: "X6-mask",
    SignalKind.ABSENCE_REASON: "X6-absence",
    SignalKind.PRIVATE_MESSAGE: "X6-private",
    SignalKind.QUESTION_TO_GM: "X6-question",
    SignalKind.ROLE_CLAIM_TOLD: "X7",
}
OF_RULE = {
    "V2": "X2-topic",
    "V3": "X2-late",
    "V4": "X2-target",
    "V5": "X2-self",
    "V7": "X2-locked",
    "V13": "X2-silenced",
    "V16": "X2-stranger",
    "V17": "X2-dead",
    "V18": "X2-stranger",
}
"""Clause of a ballot that was set aside, by the rule that did it; others are `X2-void`."""
COVERED = {"X2-dead": "X1", "X8-signup": "X1", "X9": "X2-stranger", "X2-void": "X5-edited"}
"""Of one post only the report on the right is made where both would be: one offence, one report."""
