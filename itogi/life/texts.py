"""The facts of a game that its letters and opening posts share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime

from engine.dice import commitment
from engine.records import Role
from engine.ruleset import Ruleset
from itogi.config import Game, TopicKind
from itogi.evening import Evening
from itogi.life.dealing import sealed
from itogi.timetable import Timetable
from reports.letters import Hours, Links, TopicOpening
from reports.personal import PersonalTexts
from reports.public import names_of
from reports.spans import Words


def texts_of(game: Game) -> PersonalTexts:
    """The game's own templates, the program's where it has none."""
    return PersonalTexts(folder=game.templates if game.templates.is_dir() else None)


def hours_of(game: Game) -> Hours:
    """The game's timetable in the words of a letter."""
    times = game.file.timetable
    return Hours(
        first_night=local(Timetable(times=times).night(1).deadline, game),
        day=times.day,
        night=times.night,
        results_minutes=times.results_minutes,
    )


def links_of(game: Game) -> Links:
    """Addresses of the game's topics."""
    found = {kind: game.topic(kind) for kind in (TopicKind.GAME, TopicKind.VOTE, TopicKind.SIGNUP)}
    urls = {kind: Words(topic.url) if topic else None for kind, topic in found.items()}
    return Links(game=urls[TopicKind.GAME], vote=urls[TopicKind.VOTE], signup=urls[TopicKind.SIGNUP])


def moderator_of(game: Game) -> Words:
    """Whom players write to."""
    return Words(", ".join(account.name for account in game.moderators) or "—")


def local(moment: datetime, game: Game) -> datetime:
    """A moment in the game's zone, for texts."""
    return moment.astimezone(game.zone)


def counted_roles(rules: Ruleset, roles: Iterable[Role]) -> tuple[tuple[Role, int], ...]:
    """(role, how many), in the order of the ruleset, which tells nothing of who has which."""
    held = Counter(roles)
    return tuple((role, held[role]) for role in rules.roles if held[role])


def opening_of(evening: Evening) -> TopicOpening:
    """What the first posts of the topics tell. The set of roles only where all roles are dealt."""
    players, rules = evening.setup.players, evening.rules
    roles: Sequence[Role] = [player.role for player in players if player.role]
    dice = sealed(evening.events)
    return TopicOpening(
        title=Words(evening.game.title),
        players=tuple(names_of(players).values()),
        rules=rules,
        hours=hours_of(evening.game),
        links=links_of(evening.game),
        moderators=tuple(Words(account.name) for account in evening.game.moderators),
        seed_hash=Words(dice.seed_hash if dice else commitment(evening.seed)),
        roles=counted_roles(rules, roles) if len(roles) == len(players) else (),
    )
