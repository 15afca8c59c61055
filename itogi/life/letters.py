"""The letter with the role for every player: powers, partners, deadlines; who got and has read it. Secret."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.events import Decided, Event, LetterConfirmed, LetterSent, RolesDealt
from engine.i18n import _
from engine.records import Deed, Role, Ruling
from engine.roles import MAFIA, boss_of, line_of
from itogi.errors import NotYetError
from itogi.evening import Evening
from itogi.life.texts import hours_of, links_of, local, moderator_of, texts_of
from itogi.names import same
from itogi.speakers import Voice
from itogi.timetable import PhaseKind
from reports.letters import Letter
from reports.public import PublicPlayer, names_of
from reports.spans import Draft, Words


def letter_of(evening: Evening, name: str) -> Letter:
    """The letter of a slot as the game stands now. Raises NotYetError when its role is not told."""
    rules, setup, state = evening.rules, evening.setup, evening.state
    player = next(player for player in setup.players if player.name == name)
    if player.role is None:
        raise NotYetError(_("The role of {name} is not told: itogi deal, or itogi roles.").format(name=name))
    boss = boss_of(rules, state) == name
    own = () if player.role is Role.BOSS or (boss and player.role is Role.LAWYER) else rules.deeds.get(player.role, ())
    acts = boss or player.role is Role.BOSS or player.role in rules.senders
    night = evening.phase.number + 1 if evening.phase.kind is PhaseKind.DAY else evening.phase.number
    deadline = evening.timetable.night(night).deadline
    return Letter(
        title=Words(evening.game.title),
        player=names_of(setup.players)[name],
        role=player.role,
        masked=not any(same(name, account.name) for account in evening.game.accounts_of(name)[:1]),
        boss=boss,
        # A role whose night is not described acts by its own words (N20).
        powers=tuple(deed.value for deed in own)
        or ((Deed.OTHER.value,) if player.role in (Role.LAWYER, Role.JOURNALIST) and not boss else ()),
        mafia_powers=tuple(deed.value for deed in rules.deeds.get(Role.BOSS, ())) if acts else (),
        weights=tuple((colour, number) for colour, number in rules.weights.get(player.role, {}).items() if number != 1),
        partners=_partners(evening, name, player.role),
        rules=rules,
        hours=hours_of(evening.game),
        links=links_of(evening.game),
        moderator=moderator_of(evening.game),
        taking_over=newcomer(evening.events, name) is not None,
        night=night,
        until=local(deadline, evening.game) if evening.moment < deadline else None,
    )


def _partners(evening: Evening, name: str, role: Role) -> tuple[PublicPlayer, ...]:
    """The rest of the mafia who are alive, the boss first."""
    if role not in MAFIA:
        return ()
    state, names = evening.state, names_of(evening.setup.players)
    mafia = [player for player in evening.setup.players if player.role in MAFIA and player.name in state.alive]
    line = line_of(evening.rules, state)
    mafia.sort(key=lambda player: line.index(player.name) if player.name in line else len(line))
    return tuple(PublicPlayer(player=names[player.name], role=player.role) for player in mafia if player.name != name)


def draft(evening: Evening, name: str) -> Draft:
    """The text of a slot's letter. Raises NotYetError, TemplateError."""
    return texts_of(evening.game).letter(letter_of(evening, name))


def newcomer(events: Iterable[Event], name: str) -> str | None:
    """The account that took the slot over last (V16); None: nobody has."""
    found = None
    for event in events:
        if isinstance(event.said, Decided) and event.said.decision.ruling is Ruling.REPLACE:
            decision = event.said.decision
            found = decision.account if decision.player == name else found
    return found


def reader_of(evening: Evening, name: str) -> str:
    """The account that a slot's letter goes to: who plays now; of a mask the person behind it."""
    voices: list[Voice] = [voice for voice in evening.speakers.voices if voice.slot == name and voice.until is None]
    return voices[0].account.name if voices else name


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipient:
    """A living player, and what is known of the letter with the role."""

    player: str
    account: str
    """Whom the letter goes to."""
    sent: Event | None
    """That the game master has sent it."""
    confirmed: Event | None
    """That whoever plays has read it."""

    @property
    def source(self) -> str | None:
        """How the confirmation came."""
        return (
            self.confirmed.said.source if self.confirmed and isinstance(self.confirmed.said, LetterConfirmed) else None
        )


def recipients(evening: Evening) -> tuple[Recipient, ...]:
    """Everybody who owes an answer to the letter, in the order of the roster."""
    return tuple(
        Recipient(
            player=player.name,
            account=reader_of(evening, player.name),
            sent=_last(evening, player.name, LetterSent),
            confirmed=_last(evening, player.name, LetterConfirmed),
        )
        for player in evening.setup.players
        if player.name in evening.state.alive
    )


def _last(evening: Evening, name: str, kind: type[LetterSent] | type[LetterConfirmed]) -> Event | None:
    """The entry that holds of a slot's letter; a replacement and another role begin anew."""
    found: Event | None = None
    role = next(player.role for player in evening.game.setup().players if player.name == name)
    for event in evening.events:
        said = event.said
        match said:
            case LetterSent(player=player, night=None) | LetterConfirmed(player=player):
                found = event if player == name and isinstance(said, kind) else found
            case Decided(decision=decision) if decision.ruling is Ruling.REPLACE and decision.player == name:
                found = None
            case RolesDealt(roles=roles):
                told = dict(roles).get(name, role)
                found, role = (None if told is not role else found), told
            case _:
                pass
    return found
