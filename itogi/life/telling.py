"""The journal's lines of what a game's life brings besides counting."""

from __future__ import annotations

from engine.events import (
    CouncilAnswered,
    HandedOver,
    LetterConfirmed,
    LetterSent,
    NameTaken,
    PostHandled,
    RolesSealed,
    SignupNamed,
    SignupOpened,
    SignupPlaced,
    TakenOver,
)
from engine.i18n import N_, _

LifeSaid = (
    SignupOpened
    | SignupPlaced
    | SignupNamed
    | RolesSealed
    | LetterSent
    | LetterConfirmed
    | CouncilAnswered
    | PostHandled
    | NameTaken
    | HandedOver
    | TakenOver
)

PLACES = {
    "player": N_("{account} plays"),
    "reserve": N_("{account} is on the reserve list"),
    "refused": N_("{account} is refused"),
    "left": N_("{account} does not play after all"),
}
COUNCIL = {"yes": N_("yes"), "no": N_("no"), "refused": N_("the question is not allowed")}
HANDLED = {
    "answered": N_("post {post} is answered"),
    "ignored": N_("post {post} needs no answer"),
    "open": N_("post {post} waits for an answer again"),
}


def told_of_life(said: LifeSaid) -> str:
    """One entry in words."""
    match said:
        case SignupOpened(title=title, topic=topic):
            return _("sign-up for {title}: {topic}").format(title=title or "—", topic=topic or _("by hand"))
        case SignupPlaced(account=account, place=place, reason=reason):
            return _with_note(_(PLACES[place]).format(account=account), reason)
        case SignupNamed(account=account, name=name):
            return _("{account} plays as {name}").format(account=account, name=name)
        case RolesSealed(players=players, round=number):
            return _("roles are dealt by sealed dice to {count} players, deal {number}").format(
                count=len(players), number=number
            )
        case LetterSent(player=player, night=None):
            return _("the letter to {player} has been sent").format(player=player)
        case LetterSent(player=player, night=night):
            return _("the answer of night {night} to {player} has been sent").format(player=player, night=night)
        case LetterConfirmed(player=player, source=source):
            return _("{player} has read the letter ({source})").format(player=player, source=source)
        case CouncilAnswered(night=night, answer=answer, note=note):
            return _with_note(
                _("night {night}: the council's answer is {answer}").format(night=night, answer=_(COUNCIL[answer])),
                note,
            )
        case PostHandled(post=post, verdict=verdict, note=note):
            return _with_note(_(HANDLED[verdict]).format(post=post), note)
        case NameTaken(user=user, name=name):
            return _("{user} writes as {name}").format(user=user, name=name)
        case HandedOver(to=to):
            return _("the game is handed over to {name}").format(name=to)
        case TakenOver(by=by):
            return _("{name} leads the game from now on").format(name=by)


def _with_note(text: str, note: str | None) -> str:
    return f"{text} ({note})" if note else text
