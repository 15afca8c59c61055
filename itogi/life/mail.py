"""Private messages with night orders as the GM pastes them in: whose each is, what it says, what is asked (N0). Secret.

Nothing is guessed: a message whose sender or meaning is in doubt is handed back with what it might mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from engine.events import OrderGiven, OrderWithdrawn
from engine.i18n import _
from engine.night.orders import owes_action
from engine.records import Order, Role
from engine.roles import boss_of
from itogi import orders
from itogi.evening import Evening
from itogi.life.letters import reader_of
from itogi.names import same
from itogi.orders import Understood

_FROM = re.compile(r"(?:от(?: кого)?|отправитель|автор|from|sender)\s*:\s*(?P<name>.+)", re.IGNORECASE)
_WROTE = re.compile(
    r"(?P<name>.+?)\s+(?:написал\w*(?:\([аи]\))?|пишет|wrote|writes)\s*:?\s*(?P<rest>.*)", re.IGNORECASE
)
_HEAD = re.compile(r"(?:тема|кому|дата|отправлено|получено|subject|to|date|sent)\s*:", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One player's words."""

    sender: str | None
    """Slot; None: the words do not tell."""
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A message as it was understood."""

    message: Message
    order: Understood | None
    """What it orders; None while that is in doubt."""
    choices: tuple[Understood, ...] = ()
    """What it may mean, when it is in doubt."""
    doubts: str = ""
    """What is asked, in the language in force."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sender:
    """Somebody who has an action in a night."""

    player: str
    role: Role | None
    account: str
    """Whose private messages to look for."""
    orders: tuple[Order, ...]
    """That were sent for the night and not taken back, the last one last."""


def messages_in(evening: Evening, text: str, *, sender: str | None = None) -> tuple[Message, ...]:
    """The messages of a paste. A line that begins with a player, or is a board's head of a message, opens the next one.

    `sender`: slot whose words stand before any such line.
    """
    found: list[tuple[str | None, list[str]]] = []
    for line in text.splitlines():
        who, words = _opened(evening, line.strip())
        if who is not None or not found:
            found.append((who or sender, []))
        if words:
            found[-1][1].append(words)
    return tuple(Message(sender=who, words=" ".join(words)) for who, words in found if words)


def _opened(evening: Evening, line: str) -> tuple[str | None, str]:
    """(the slot whose message a line opens, the line's own words)."""
    head, colon, rest = line.partition(":")
    if colon and (slot := slot_of(evening, head)):
        return slot, rest.strip()
    for pattern in (_FROM, _WROTE):
        told = pattern.fullmatch(line)
        if told and (slot := slot_of(evening, told["name"])):
            return slot, (told.groupdict().get("rest") or "").strip()
    return None, "" if _HEAD.match(line) else line


def slot_of(evening: Evening, text: str) -> str | None:
    """The slot that a name, a further name or an account stands for, written whole; None: nobody's."""
    wanted = text.strip().strip("«»\"'*_[]")
    for player in evening.setup.players:
        if any(same(wanted, name) for name in (player.name, *player.aliases)):
            return player.name
    voices = [voice for voice in evening.speakers.voices if same(voice.account.name, wanted)]
    now = [voice.slot for voice in voices if voice.until is None] or [voice.slot for voice in voices]
    return now[0] if now else None


def understood_in(
    evening: Evening, text: str, *, night: int, sender: str | None, source: str | None, sent_at: datetime
) -> tuple[Item, ...]:
    """Every message of a paste with what it orders for a night. Raises NotYetError for a night too far off."""
    return tuple(
        _item(evening, message, night=night, source=source, sent_at=sent_at)
        for message in messages_in(evening, text, sender=sender)
    )


def _item(evening: Evening, message: Message, *, night: int, source: str | None, sent_at: datetime) -> Item:
    if message.sender is None:
        return Item(message=message, order=None, doubts=_("Whose message this is does not stand in it."))
    reading = orders.read(evening, message.words, sender=message.sender)
    checked = tuple(
        orders.understood(evening, order, night=night, sent_at=sent_at, source=source) for order in reading.orders
    )
    if orders.meant(reading):
        return Item(message=message, order=checked[-1])
    return Item(message=message, order=None, choices=checked, doubts=orders.doubts(reading))


def senders_in(evening: Evening, night: int) -> tuple[Sender, ...]:
    """Who has an action in a night, as far as it is known before its day has ended, with what they have sent."""
    state = orders.state_before(evening, night)
    boss = boss_of(evening.rules, state)
    wanted = {name for name in state.alive if name == boss or owes_action(evening.rules, state.role(name))}
    # Whoever sent something belongs here, too: a rank of the mafia, a role without a duty.
    wanted |= {order.by for order in _standing(evening, night)}
    return tuple(
        Sender(
            player=name,
            role=state.role(name),
            account=reader_of(evening, name),
            orders=tuple(order for order in _standing(evening, night) if order.by == name),
        )
        for name in (player.name for player in evening.setup.players)
        if name in wanted
    )


def _standing(evening: Evening, night: int) -> Iterator[Order]:
    gone = {event.said.ref for event in evening.events if isinstance(event.said, OrderWithdrawn)}
    for event in evening.events:
        if isinstance(event.said, OrderGiven) and event.said.night == night and orders.ref_of(event) not in gone:
            yield event.said.order
