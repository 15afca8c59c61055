"""What does not fit together in a game's settings, roles and records, told before it does harm. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.events import BallotEntered, Decided, OrderGiven, RolesDealt, Said
from engine.i18n import N_, _
from engine.records import Role
from itogi.config import TopicKind
from itogi.evening import Evening
from itogi.new import named_kind
from reports.phrases import role_name

SINGLE = (Role.BOSS, Role.RANK2, Role.RANK3)
"""Ranks of the mafia: one succeeds the other, so that two players cannot hold one."""
KINDS = {TopicKind.GAME: N_("the game"), TopicKind.VOTE: N_("the votes"), TopicKind.SIGNUP: N_("the sign-up")}
COUNTED = {TopicKind.GAME, TopicKind.VOTE}


def concerns(evening: Evening) -> tuple[str, ...]:
    """One line each, in the language in force; no role of anybody is told."""
    return (*_topics(evening), *_renamed(evening), *_roles(evening))


def _topics(evening: Evening) -> Iterator[str]:
    """A topic under the wrong name would be read without a word, and no vote found in it."""
    if not any(topic.kind in COUNTED for topic in evening.game.topics):
        yield _("No topic of the game is told yet: itogi topics set game URL, itogi topics set vote URL.")
        return
    called = {topic.kind: named_kind(known.title) for topic, known in evening.topics if known and known.title}
    for topic, known in evening.topics:
        said = called.get(topic.kind)
        if known and said and said is not topic.kind and called.get(said) is not said:
            line = _("«{title}» stands as the topic of {kind}, but is not called so: look at `itogi topics list`.")
            yield line.format(title=known.title, kind=_(KINDS.get(topic.kind, N_("other"))))


def _renamed(evening: Evening) -> Iterator[str]:
    """What was entered about a name that game.toml does not hold any more counts for nobody."""
    known = {player.name for player in evening.setup.players}
    lost = sorted({name for event in evening.events for name in _named(event.said)} - known)
    if lost:
        yield _(
            "The journal tells of {names}, whom game.toml does not hold: their roles, orders and votes count for"
            " nobody. Was a player renamed, put the old name back, with the new one among the aliases."
        ).format(names=", ".join(lost))


def _named(said: Said) -> Iterator[str]:
    if isinstance(said, RolesDealt):
        yield from (name for name, _role in said.roles)
    elif isinstance(said, OrderGiven):
        yield said.order.by
    elif isinstance(said, Decided):
        yield said.decision.player
    elif isinstance(said, BallotEntered):
        yield said.cast.by


def _roles(evening: Evening) -> Iterator[str]:
    told = [player.role for player in evening.setup.players if player.role is not None]
    if not told:
        return
    without = [player.name for player in evening.setup.players if player.role is None]
    if without:
        yield _("No role is told of {names}: itogi roles NAME=ROLE.").format(names=", ".join(without))
    for role, count in Counter(told).items():
        if role in SINGLE and count > 1:
            yield _("The role «{role}» was given to {count} players, and only one can hold it: itogi roles.").format(
                role=role_name(role), count=count
            )
