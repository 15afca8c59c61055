"""Words for roles, sides, deeds and rulings in explanations to the GM. Names stay as they are: no endings to guess."""

from __future__ import annotations

from engine.i18n import _, pgettext
from engine.records import Cast, Colour, Deed, Order, Role, Side
from engine.results import Victory
from engine.ruleset import Ruleset


def role_word(role: Role | None) -> str:
    """A role's name; a dash while it is not told."""
    words = {
        Role.BOSS: pgettext("role", "boss"),
        Role.RANK2: pgettext("role", "rank 2"),
        Role.RANK3: pgettext("role", "rank 3"),
        Role.LAWYER: pgettext("role", "lawyer"),
        Role.JOURNALIST: pgettext("role", "journalist"),
        Role.GOON: pgettext("role", "goon"),
        Role.MANIAC: pgettext("role", "maniac"),
        Role.COMMISSIONER: pgettext("role", "commissioner"),
        Role.DOCTOR: pgettext("role", "doctor"),
        Role.GIRL: pgettext("role", "girl"),
        Role.PROSECUTOR: pgettext("role", "prosecutor"),
        Role.CITIZEN: pgettext("role", "citizen"),
    }
    return words[role] if role else "—"


def killer_word(killer: Side | Role) -> str:
    """Who killed, as the record names it."""
    if isinstance(killer, Role):
        return role_word(killer)
    sides = {
        Side.MAFIA: pgettext("side", "mafia"),
        Side.MANIAC: pgettext("side", "maniac"),
        Side.CITY: pgettext("side", "city"),
    }
    return sides[killer]


def deed_word(deed: Deed) -> str:
    """What is done, as a noun."""
    words = {
        Deed.KILL: pgettext("deed", "kill"),
        Deed.INTIMIDATE: pgettext("deed", "intimidation"),
        Deed.KILL_AND_INTIMIDATE: pgettext("deed", "kill and intimidation"),
        Deed.ASK: pgettext("deed", "question to the council"),
        Deed.BLOCK: pgettext("deed", "block"),
        Deed.VISIT: pgettext("deed", "visit"),
        Deed.BLOODY_KILL: pgettext("deed", "bloody kill"),
        Deed.QUICK_KILL: pgettext("deed", "quick kill"),
        Deed.TORTURE: pgettext("deed", "torture"),
        Deed.CHECK: pgettext("deed", "check"),
        Deed.SERUM: pgettext("deed", "truth serum"),
        Deed.HEAL: pgettext("deed", "healing"),
        Deed.HEAL_FROM: pgettext("deed", "healing from a role"),
        Deed.POISON: pgettext("deed", "poison"),
        Deed.OTHER: pgettext("deed", "free order"),
    }
    return words[deed]


def order_words(order: Order) -> str:
    """An order in a few words: the deed and whom it names."""
    objects = list(order.targets)
    if order.do is Deed.HEAL_FROM and order.role:
        objects.append(heal_role_word(order.role))
    if order.text:
        objects.append(f"«{order.text}»")
    return f"{deed_word(order.do)}: {', '.join(objects)}" if objects else deed_word(order.do)


def heal_role_word(role: str) -> str:
    """The killer that a heal is from, as the contract spells it, in words."""
    sides = {side.value: killer_word(side) for side in Side}
    return sides.get(role) or role_word(Role(role)) if role in {*sides, *Role} else role


def ballot_words(cast: Cast) -> str:
    """A ballot in a few words: target and colour."""
    target = cast.target or "?"
    if cast.colour is Colour.RED:
        return _("{target}, red").format(target=target)
    if cast.colour is Colour.BLUE:
        return _("{target}, blue").format(target=target)
    return _("{target}, without colour").format(target=target)


def victory_word(won: Victory) -> str:
    """Who has won."""
    words = {
        Victory.MAFIA: pgettext("victory", "the mafia wins"),
        Victory.MANIAC: pgettext("victory", "the maniac wins"),
        Victory.CITY: pgettext("victory", "the city wins"),
        Victory.NOBODY: pgettext("victory", "nobody is left, nobody wins"),
    }
    return words[won]


def open_words(rules: Ruleset, name: str, role: Role, *, before: int, after: int) -> str:
    """R1: why the role of `name` is made public; `before` and `after` count the living around the phase."""
    text = _("{name}'s role is made public: {role}").format(name=name, role=role_word(role))
    return _counted(rules, text, before=before, after=after)


def closed_words(rules: Ruleset, name: str, *, before: int, after: int) -> str:
    """R1: why the role of `name` stays closed."""
    return _counted(rules, _("{name}'s role stays closed").format(name=name), before=before, after=after)


def _counted(rules: Ruleset, text: str, *, before: int, after: int) -> str:
    """`text` with the number that R1 looked at, where it looks at one."""
    if isinstance(rules.reveal_above, str):
        return text
    if rules.reveal_counts == "phase_start":
        return _("{text} ({count} alive at the start of the phase)").format(text=text, count=before)
    return _("{text} ({count} alive at the end of the phase)").format(text=text, count=after)


def due_words(name: str) -> str:
    """V11: that the misses of `name` put a decision before the GM."""
    return _("{name} has missed too often: a modkill or a replacement is up to the GM").format(name=name)


def listed(names: tuple[str, ...] | list[str]) -> str:
    """Names, one after the other."""
    return ", ".join(names)
