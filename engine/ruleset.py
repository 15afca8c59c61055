"""A ruleset: everything that the spec's settings table and the role texts leave variable, as typed data.

The files stand in `engine/rulesets/`; `hyper` holds every default. A file with `base` names only what differs.
A game overrides single settings by their dotted paths (`reveal_above`, `boss.kills`, `weights.doctor`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib import resources
from typing import Annotated, Any, Literal

import msgspec

from engine.checking import fit
from engine.errors import FieldError, RulesetError
from engine.i18n import _
from engine.records import Colour, Deed, GameSetup, Role

Count = Annotated[int, msgspec.Meta(ge=0)]
Some = Annotated[int, msgspec.Meta(ge=1)]
Chance = Annotated[float, msgspec.Meta(ge=0, le=1)]
Word = Annotated[str, msgspec.Meta(min_length=1)]

# Tables that a file or a setting replaces whole: what they do not name does not hold.
_OPEN_TABLES = {"weights", "deeds"}


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of a ruleset file: fields are compulsory, further ones are mistakes."""


class Colours(Table, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The words of the colours; the reading of posts uses them before the engine (V1)."""

    against: tuple[Word, ...]
    defence: tuple[Word, ...]


class Boss(Table, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The boss's night (N1, N5)."""

    kills: Some
    """Most targets of `kill`."""
    intimidates: Some
    few_alive: Count
    """Below this many alive, `few_intimidates` is the most."""
    few_intimidates: Some
    no_double_kill_at: Count
    """No double kill with this many alive or fewer."""
    no_kill_and_intimidate_at: Count
    """The same for kill and intimidation; 0: always allowed (reading)."""
    silent_loss_share: Chance
    """Intimidating at least this share of the living costs the boss his vote (N5)."""


class Loss(Table, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A loss of the vote: for how many days, and whether the results announce it (R2)."""

    days: Count
    announced: bool


class Silences(Table, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Losses of the vote by cause."""

    intimidation: Loss
    goon: Loss
    girl: Loss
    torture: Loss
    poison: Loss
    boss: Loss
    """N5, the silent one."""


class Chances(Table, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Probabilities of the dice (D1)."""

    exposure: Chance
    goon_vote_loss: Chance
    girl_vote_loss: Chance
    evidence: Chance
    doctor_exposure: Chance


class Repeats(Table, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Bans on the same target two nights running (N6, N7, N12)."""

    lifted_at: Count
    """With this many alive or fewer the bans fall."""
    counts: Literal["took_effect", "sent"]
    """What makes a repeat: an order that took effect, or any that stood (reading)."""


class Maniac(Table, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The maniac's night (N9, N13, N14)."""

    blocker_dies: bool
    """A blocker at the door of a bloody kill dies too."""
    blocked_blocker_dies: bool
    """N14 (reading)."""
    torture_blocks: bool


class Doctor(Table, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The doctor's night (N11-N13)."""

    serum_public: bool
    serum_repeats_from: Count
    """With this many alive or more, serum may come two nights running."""
    heal_from: tuple[Literal["mafia", "maniac", "commissioner"], ...]
    heal_from_sides: Count
    """Killing sides (mafia, maniac) that must be left for healing from a role."""
    heal_from_needs_open_roles: bool
    role_save_counts: bool
    """A save by healing from a role counts as a heal of the one saved, silently (N12)."""
    maniac_heal_saves_blocker: bool
    """N13 (reading)."""
    poison_blocks: bool
    cures: tuple[Literal["poison", "torture"], ...]
    """What a heal undoes besides kills (reading: nothing)."""


class Victories(Table, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """R3."""

    mafia_at_parity: bool
    maniac_with_at_most: Count
    """Others who may live when the maniac wins."""


class Ruleset(Table, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All rules of one game as data. The names are those of the spec's settings table where it has one."""

    name: Word
    title: Word
    roles: tuple[Role, ...]
    """Roles that a game may deal."""
    min_players: Count
    """What the community plays from; advice, smaller rosters are played too."""
    deal: tuple[Role, ...]
    """Roles that a game of the least size deals, citizens left out; all further players are citizens. Advice too."""

    edited_votes: Literal["text_at_deadline", "void", "miss"]
    """V15; applied before the engine, which adds the miss for a ballot void by V15."""
    vanished_votes: Literal["count", "void"]
    """V15: the last seen text of a vote post that disappeared; applied before the engine."""
    votes_per_post: Literal["last", "single"]
    """Applied before the engine."""
    votes_in: Literal["votes", "game", "both"]
    """V2; applied before the engine."""
    deadline_second: Literal["late", "inclusive"]
    """V3; applied before the engine."""

    colours: Colours
    uncoloured: Literal["no_vote", "against", "miss"]
    """V1: set aside and the one before stands; a vote against; or it takes the place of the one before and counts as
    not voting."""
    defence: Literal["subtracts", "none", "against"]
    """V9: blue takes off; is no vote; or colour means nothing and every vote is against."""
    self_vote: Literal["invalid", "allowed", "miss"]
    changes: Count | Literal["unlimited"]
    """Changes of a voter's mind a day."""
    repeat_is_change: bool
    """Whether voting the same again is a change."""
    weights: dict[Role, dict[Colour, Count]]
    miss_penalty: Count
    """V10: votes against who did not vote."""
    miss_penalty_growth: Count
    """Added for each earlier miss in the game."""
    miss_penalty_first: bool
    """Whether the penalty counts as the earliest votes, where being first decides a tie."""
    misses_to_modkill: Some
    misses_in_a_row: bool
    """Whether only consecutive misses count (reading: any)."""
    night_misses_count: bool
    """Whether missing a night action is in the same tally (V11)."""
    night_miss_votes: Count
    """Votes against who missed the night before."""
    tie: Literal["nobody", "all", "pair", "first"]
    """V12: nobody; all tied; both of two, else nobody; who reached the score first."""
    positive_only: bool
    """Whether only a positive score executes."""
    nobody_vote: tuple[Word, ...]
    """Names of the candidate nobody; empty: there is none."""
    silenced: Literal["not_entitled", "must_vote"]
    silent_boss_owes: bool
    """V13: whether the boss who lost his vote silently still owes a ballot."""
    early_from_day: Count
    """V8; 0: never."""
    early_discretion_above: Chance
    """Share of early ballots above which the GM may close the day."""
    removed_mid_day: Literal["set_aside", "stand"]
    """V20: votes for a player removed in mid-day."""
    replacement_takes_misses: bool
    replacement_takes_ballots: bool
    """V16."""

    reveal_above: Count | Literal["always", "never"]
    """R1: roles are made public while more than this many are alive."""
    reveal_counts: Literal["phase_start", "phase_end"]

    deeds: dict[Role, tuple[Deed, ...]]
    """What a role may order; `boss` stands for whoever is the boss."""
    succession: tuple[Role, ...]
    """N2: the highest living one is the boss."""
    senders: tuple[Role, ...]
    """N3: whose order counts when the boss sent none, in this order."""
    act_of: Literal["boss", "sender"]
    """N3: whom a block must reach to stop the mafia's act."""
    boss: Boss
    silences: Silences
    chances: Chances
    repeats: Repeats
    maniac: Maniac
    doctor: Doctor
    victory: Victories

    def weight(self, role: Role | None, colour: Colour) -> int:
        """V9: how many votes a ballot of that colour by that role is worth."""
        return self.weights.get(role, {}).get(colour, 1) if role else 1


def load(name: str, settings: Iterable[tuple[str, object]] | Mapping[str, object] = ()) -> Ruleset:
    """The ruleset `name` that comes with the program, with a game's settings laid over it.

    Raises `RulesetError` for an unknown name, an unknown setting or an unsuitable value.
    """
    pairs = settings.items() if isinstance(settings, Mapping) else settings
    return _checked(_laid_over(_known(name), pairs))


def of(setup: GameSetup) -> Ruleset:
    """The ruleset of a game."""
    return load(setup.ruleset, setup.settings)


def parse(text: str) -> Ruleset:
    """A ruleset from the text of a TOML file; raises `RulesetError` with the path of the field at fault."""
    return _checked(_based(_table(text)))


def names() -> tuple[str, ...]:
    """The rulesets that come with the program, the default first."""
    found = sorted(file.name.removesuffix(".toml") for file in _folder().iterdir() if file.name.endswith(".toml"))
    return tuple(sorted(found, key=lambda name: name != "hyper"))


def _folder() -> Any:
    return resources.files("engine") / "rulesets"


def _table(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        raise RulesetError(_("not a TOML file: {fault}").format(fault=fault)) from None


@lru_cache(maxsize=16)
def _known(name: str) -> dict[str, Any]:
    if name not in names():
        raise RulesetError(
            _("ruleset: there is no ruleset “{name}”; there are: {known}").format(name=name, known=", ".join(names()))
        )
    return _based(_table((_folder() / f"{name}.toml").read_text(encoding="utf-8")))


def _based(table: dict[str, Any]) -> dict[str, Any]:
    """`table` over the ruleset that it is based on."""
    base = table.get("base")
    own = {key: value for key, value in table.items() if key != "base"}
    if base is None:
        return own
    if not isinstance(base, str) or base not in names():
        raise RulesetError(_("base: there is no ruleset “{name}”").format(name=base))
    return _merged(_known(base), own)


def _merged(under: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    joined = dict(under)
    for key, value in over.items():
        below = under.get(key)
        if key not in _OPEN_TABLES and isinstance(value, dict) and isinstance(below, dict):
            joined[key] = _merged(below, value)
        else:
            joined[key] = value
    return joined


def _laid_over(table: dict[str, Any], settings: Iterable[tuple[str, object]]) -> dict[str, Any]:
    joined = table
    for path, value in settings:
        nested: object = value
        parts = path.split(".")
        if parts[0] in _OPEN_TABLES and len(parts) > 1:
            # One entry of an open table: the others keep holding.
            held = joined.get(parts[0])
            entries: dict[str, Any] = dict(held) if isinstance(held, dict) else {}
            inner = ".".join(parts[1:])
            joined = {**joined, parts[0]: _laid_over(entries, [(inner, value)])}
            continue
        for part in reversed(parts):
            nested = {part: nested}
        assert isinstance(nested, dict)
        joined = _merged(joined, nested)
    return joined


def _checked(table: dict[str, Any]) -> Ruleset:
    try:
        for role, row in _rows(table.get("weights")):
            for colour, number in _rows(fit(row, dict[str, Any], f"weights.{role}")):
                fit(number, Count, f"weights.{role}.{colour}")
            fit(row, dict[Colour, Count], f"weights.{role}")
        for role, row in _rows(table.get("deeds")):
            fit(row, tuple[Deed, ...], f"deeds.{role}")
        rules = fit(table, Ruleset)
        _consistent(rules)
    except FieldError as fault:
        raise RulesetError(str(fault)) from None
    return rules


def _rows(table: object) -> Iterable[tuple[object, object]]:
    # Read ahead, row by row: the path of a fault in a table of tables would not name its row.
    return table.items() if isinstance(table, dict) else ()


def _consistent(rules: Ruleset) -> None:
    """What the types cannot say: roles named must be roles of the ruleset."""
    for path, named in (
        ("succession", rules.succession),
        ("senders", rules.senders),
        ("weights", tuple(rules.weights)),
        ("deeds", tuple(rules.deeds)),
    ):
        for role in named:
            if role not in rules.roles:
                what = _("{role} is not among the roles of this ruleset").format(role=role.value)
                raise FieldError(path, what)
    for role in rules.deal:
        if role not in rules.roles:
            raise FieldError("deal", _("{role} is not among the roles of this ruleset").format(role=role.value))
    if len(set(rules.roles)) != len(rules.roles):
        raise FieldError("roles", _("a role is named twice"))
    taken = set(rules.colours.against) & set(rules.colours.defence)
    if taken:
        raise FieldError("colours", _("{colour} cannot be against and in defence").format(colour=min(taken)))
