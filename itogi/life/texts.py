"""The facts of a game that its letters and opening posts share."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from engine.dice import commitment
from engine.records import Role
from itogi.config import Game, TopicKind
from itogi.evening import Evening
from itogi.life.dealing import Coming, counted_roles, sealed
from itogi.timetable import Timetable
from reports.letters import Hours, Links, Seal, TopicOpening
from reports.personal import PersonalTexts
from reports.public import names_of
from reports.spans import Draft, Url, Words


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
    urls = {kind: Url(topic.url) if topic else None for kind, topic in found.items()}
    return Links(game=urls[TopicKind.GAME], vote=urls[TopicKind.VOTE], signup=urls[TopicKind.SIGNUP])


def moderator_of(game: Game) -> Words:
    """Whom players write to."""
    return Words(", ".join(account.name for account in game.moderators) or "—")


def local(moment: datetime, game: Game) -> datetime:
    """A moment in the game's zone, for texts."""
    return moment.astimezone(game.zone)


def seal_draft(game: Game, deal: Coming, seed: str) -> Draft:
    """What to publish before a deal: the hash of the seed, the roles and the players. Raises TemplateError."""
    return texts_of(game).seal(
        Seal(
            title=Words(game.title),
            seed_hash=Words(commitment(seed)),
            roles=deal.counted,
            players=tuple(names_of(game.setup().players).values()),
            round=deal.number,
        )
    )


def opening_draft(evening: Evening, kind: TopicKind) -> Draft:
    """The first post of the game's or the vote topic. Raises TemplateError."""
    texts, facts = texts_of(evening.game), opening_of(evening)
    return texts.game_topic(facts) if kind is TopicKind.GAME else texts.vote_topic(facts)


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
