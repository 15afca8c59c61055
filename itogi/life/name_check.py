"""Whether the names of a game can be told apart by the reader of votes and by people: advice before the start. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from rapidfuzz.distance import OSA

from engine.i18n import _
from parser.declension import decline_name, known_parses
from parser.fold import fold, parts
from parser.roster import Roster, RosterPlayer, is_function_word

SHORT = 3
"""Names of fewer letters are met inside other words."""
_GAME_WORDS = frozenset(
    fold(word)
    for word in (
        *("красный", "красная", "красное", "синий", "синяя", "синее", "голос", "голосование", "досрочно"),
        *("окончательно", "против", "защита", "ночь", "день", "суд", "казнь", "мафия", "маньяк", "босс", "громила"),
        *("комиссар", "доктор", "девочка", "адвокат", "журналист", "прокурор", "мирный", "мир", "житель", "город"),
        *("игра", "игрок", "роль", "тема", "итоги", "ведущий", "модкилл", "замена", "резерв", "труп", "red", "blue"),
    )
)
"""Words that posts of a game are full of."""


class Weight(StrEnum):
    """How much a finding matters."""

    CLASH = "clash"
    """Votes for these names will be questions: choose another name."""
    RISK = "risk"
    """Votes may become questions: tell the players, or choose another."""
    NOTE = "note"
    """Good to know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something about one name or two."""

    weight: Weight
    names: tuple[str, ...]
    what: str
    """One sentence, in the language in force, with the advice."""


def check_names(players: Sequence[RosterPlayer], *, moderators: Iterable[str] = ()) -> tuple[Finding, ...]:
    """What may go wrong with the names, the gravest first."""
    found = [*_pairs(players), *_singles(players, tuple(moderators))]
    order = list(Weight)
    return tuple(sorted(found, key=lambda finding: order.index(finding.weight)))


def _forms(player: RosterPlayer) -> dict[str, str]:
    """Every singular form of every name of a player: key → the name that it is a form of."""
    forms: dict[str, str] = {}
    for called in (player.name, *player.aliases, *player.accounts):
        words = parts(called)
        keys = set().union(*decline_name(words).cases.values()) if words else {fold(called)}
        for key in keys:
            forms.setdefault(key, called)
    return forms


def _pairs(players: Sequence[RosterPlayer]) -> Iterable[Finding]:
    forms = {player.name: _forms(player) for player in players}
    for left, right in combinations(players, 2):
        shared = sorted(forms[left.name].keys() & forms[right.name].keys(), key=lambda key: (len(key), key))
        pair = (left.name, right.name)
        if shared:
            if fold(left.name) == fold(right.name):
                what = _("«{one}» and «{other}» look alike: no vote can tell them apart. Choose another name.")
                yield Finding(weight=Weight.CLASH, names=pair, what=what.format(one=pair[0], other=pair[1]))
                continue
            what = _(
                "«{one}» and «{other}» share the form «{form}»: a vote in words with it will be a question."
                " Choose another name, or ask the players to vote with paint."
            )
            yield Finding(weight=Weight.CLASH, names=pair, what=what.format(one=pair[0], other=pair[1], form=shared[0]))
            continue
        shorter, longer = sorted((fold(left.name), fold(right.name)), key=len)
        if len(shorter) >= SHORT and longer.startswith(shorter):
            what = _("«{one}» is the beginning of «{other}»: a name cut short may become a question.")
            one, other = sorted(pair, key=len)
            yield Finding(weight=Weight.RISK, names=pair, what=what.format(one=one, other=other))
        elif min(len(shorter), len(longer)) > SHORT and OSA.distance(shorter, longer, score_cutoff=1) <= 1:
            what = _("«{one}» and «{other}» differ by one letter: a typing error makes one the other.")
            yield Finding(weight=Weight.RISK, names=pair, what=what.format(one=pair[0], other=pair[1]))
        elif begun := _common_beginning(shorter, longer):
            what = _(
                "«{one}» and «{other}» both begin with «{form}»: a name cut short there will be a question."
            ).format(one=pair[0], other=pair[1], form=begun)
            yield Finding(weight=Weight.NOTE, names=pair, what=what)


def _common_beginning(left: str, right: str) -> str | None:
    length = 0
    while length < min(len(left), len(right)) and left[length] == right[length]:
        length += 1
    return left[:length] if length > SHORT else None


def _singles(players: Sequence[RosterPlayer], moderators: tuple[str, ...]) -> Iterable[Finding]:
    roster = Roster(players)
    for moderator in moderators:
        for owner in roster.form(fold("".join(parts(moderator)))).players:
            what = _("«{name}» is also the game master's account «{account}»: a vote for it looks like talk to you.")
            yield Finding(weight=Weight.RISK, names=(owner,), what=what.format(name=owner, account=moderator))
    for player in players:
        name, key = player.name, fold("".join(parts(player.name)))
        if not key or key.isdigit():
            what = _("«{name}» has no letters: it is read only where it stands alone and painted. Add an alias.")
            yield Finding(weight=Weight.RISK, names=(name,), what=what.format(name=name))
        elif key in _GAME_WORDS:
            what = _(
                "«{name}» is a word of the game itself: posts are full of it, and «{name} красным» will be asked"
                " about. Choose another name."
            )
            yield Finding(weight=Weight.CLASH, names=(name,), what=what.format(name=name))
        elif is_function_word(key):
            what = _("«{name}» is a word that stands in every sentence: only painted votes for it are sure.")
            yield Finding(weight=Weight.CLASH, names=(name,), what=what.format(name=name))
        elif len(key) < SHORT:
            what = _("«{name}» is very short: it cannot be found in a misspelt or shortened form.")
            yield Finding(weight=Weight.NOTE, names=(name,), what=what.format(name=name))
        elif any(parse.tag.POS in ("VERB", "INFN", "ADVB", "PRED") for parse in known_parses(key)):
            what = _("«{name}» is a common word, not only a name: unpainted it may mean nobody.")
            yield Finding(weight=Weight.RISK, names=(name,), what=what.format(name=name))
        if any(letter in name for letter in "[]<>@"):
            what = _("«{name}» holds signs of markup: players will not be able to type it everywhere. Add an alias.")
            yield Finding(weight=Weight.NOTE, names=(name,), what=what.format(name=name))
    words = [
        player.name
        for player in players
        if any(parse.tag.POS == "NOUN" for parse in known_parses(fold("".join(parts(player.name)))))
    ]
    if words:
        what = _(
            "These names are words of the language, too: {names}. In talk they name nobody: remind the players that"
            " a vote needs a colour."
        )
        yield Finding(weight=Weight.NOTE, names=tuple(words), what=what.format(names=", ".join(words)))
