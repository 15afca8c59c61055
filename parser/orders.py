"""Words of a private message → order candidates for the night: «Доброта: лечу от мафии», «убиваю Х, пугаю Y».

The answer says how the message was understood. Whatever is not sure, a deed or a name, is a question, never a guess.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise

from engine.i18n import N_, _
from engine.records import Deed, Order, Role
from parser.declension import known_parses
from parser.lexicon import Cue, Lexicon
from parser.palette import DEFAULT_PALETTE
from parser.reader import Reader
from parser.roster import NOBODY, Roster
from parser.runs import PLAIN, Writer
from parser.tokens import Mention, Token

_MAFIA = (Role.BOSS, Role.RANK2, Role.RANK3, Role.LAWYER, Role.GOON)
_FREE = (Role.LAWYER, Role.JOURNALIST)
_ONLY_DEED = {Role.GIRL: Deed.VISIT, Role.GOON: Deed.BLOCK}
_ONE_TARGET = frozenset(
    (
        Deed.BLOCK,
        Deed.VISIT,
        Deed.BLOODY_KILL,
        Deed.QUICK_KILL,
        Deed.TORTURE,
        Deed.CHECK,
        Deed.SERUM,
        Deed.HEAL,
        Deed.POISON,
    )
)


def _pattern(stems: str) -> re.Pattern[str]:
    return re.compile("(?:" + "|".join(stems.split()) + ")")


# Stems of whole keys (`parser.fold`).
_STEMS = {
    Deed.SERUM: "сыворот.* сыр(?:ом|а|ок|у|чик)?",
    Deed.INTIMIDATE: "запуг.* пуга.* напуга.* испуга.* глуш.* заглуш.* застращ.* устраш.*",
    Deed.BLOCK: "блок(?:а|у|ом)? блокир.* блочу блочим блочит блокнуть заблок.* блокану заблочу",
    Deed.VISIT: """прихо(?:жу|дит|дить) приду прийти навеща.* навещу посеща.* посещу захожу зайду загляну визит
        схожу пойду иду""",
    Deed.TORTURE: """муча.* помуча.* мучить помучить мучу помучу замуча.* пыта(?:ю|ть|ет) попытаю пытки пытка истяза.*
        мучени.*""",
    Deed.CHECK: "провер.* чек(?:аю|ну|ать|нуть|ает)? документ.*",
    Deed.HEAL: "леч(?:у|им|ить|ит|ение|усь)? вылеч.* полечу спаса(?:ю|ть|ет) лечебн.*",
    Deed.POISON: "трав(?:лю|ить|ит|им|ануть)? отрав.* потрав.* яд(?:ом)? травану",
    Deed.KILL: """убив.* убить убью убьем убийств.* стреля.* выстрел.* застрел.* отстрел.* мочу мочить замочу валю
        завалить завалю режу зареж.* зарез.* килл.* грохн.* расстрел.* пристрел.* прикончу приконч.*""",
}
_DEEDS = tuple((deed, _pattern(stems)) for deed, stems in _STEMS.items())
_BLOODY = _pattern("кров.* жесток.*")
_QUICK = _pattern("быстр.* обычн.* тих.* бесшумн.* чист.*")
_MANNER = _pattern("кровавым быстрым обычным бесшумным тихим двойным одиночным")
_ASKS = _pattern("вопрос.* спрашива.* спрошу спросить подкуп.* совет.*")
_CHANGES = _pattern("меня(?:ю|ем|ет|ть) передума.* поменя.* измен.* замен.* точнее вернее нет")
_IDLE = _pattern("пропуск.* пас ничего отдыха.* сплю бездейств.*")
_FROM_ROLE = (
    ("mafia", _pattern("маф.* босс.*")),
    ("maniac", _pattern("ман(?:а|у|ом)? маньяк.* сатанист.*")),
    ("commissioner", _pattern("ком(?:а|у|ис.*)? комиссар.* проповедник.*")),
)
_DEED_NAMES: dict[Deed, str] = {
    Deed.KILL: N_("kill"),
    Deed.INTIMIDATE: N_("intimidate"),
    Deed.KILL_AND_INTIMIDATE: N_("kill one and intimidate one"),
    Deed.BLOCK: N_("block"),
    Deed.VISIT: N_("visit"),
    Deed.BLOODY_KILL: N_("bloody kill"),
    Deed.QUICK_KILL: N_("quick kill"),
    Deed.TORTURE: N_("torture"),
    Deed.CHECK: N_("check"),
    Deed.SERUM: N_("serum"),
    Deed.HEAL: N_("heal"),
    Deed.HEAL_FROM: N_("heal from a role"),
    Deed.POISON: N_("poison"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderReading:
    """How a message was understood."""

    orders: tuple[Order, ...] = ()
    """Candidates in the order of the text; a later one changes an earlier one («меняю на …»)."""
    questions: tuple[str, ...] = ()
    """What a person must settle first, in the language in force; empty when the reading is sure."""


@dataclass(slots=True)
class _Part:
    """One deed with what is said about it."""

    deed: Deed | None
    names: list[Mention] = field(default_factory=list)
    role: str | None = None


def read_order(text: str, roster: Roster, *, sender: str | None = None, role: Role | None = None) -> OrderReading:
    """Orders that `text` gives; `Доброта: лечу от мафии` names its sender itself, else `sender` does.

    `role`, the sender's, settles what a word alone leaves open («блокирую» of the girl is her visit). An ambiguous
    deed or name is a question, never a guess.
    """
    message = _Message(text, roster)
    by, rest, doubts = message.addressed(sender)
    if by is None:
        return OrderReading(
            questions=tuple(doubts) or (_("Who sends it? Write the sender's name first, with a colon."),)
        )
    if role in _FREE and not message.names_deed(rest):
        return OrderReading(
            orders=(Order(by=by, do=Deed.OTHER, text=message.words_from(rest)),), questions=tuple(doubts)
        )
    question = message.asked(rest, role)
    if question:
        return OrderReading(orders=(Order(by=by, do=Deed.ASK, text=question),), questions=tuple(doubts))
    orders: list[Order] = []
    for segment in message.segments(rest):
        found, more = _orders_of(message, segment, by, role, orders[-1] if orders else None)
        orders += found
        doubts += more
    if not orders and not doubts:
        doubts.append(_("What is to be done? No deed of the night is named."))
    return OrderReading(orders=tuple(orders), questions=tuple(dict.fromkeys(doubts)))


class _Message:
    """A message taken apart."""

    def __init__(self, text: str, roster: Roster) -> None:
        self.roster = roster
        self.reader = Reader(roster, _lexicon())
        writer = Writer()
        for number, line in enumerate(text.replace("\x00", " ").split("\n")):
            if number:
                writer.line_break(PLAIN)
            writer.write(line, PLAIN)
        document = writer.document()
        self.text = document.text
        speech = self.reader.speech(document, whole=True)
        self.tokens: list[Token] = []
        self.mentions: list[Mention] = []
        self.breaks: set[int] = set()
        for sentence in speech.sentences:
            shift = len(self.tokens)
            self.tokens += sentence.tokens
            for mention in sentence.mentions:
                mention.first, mention.last = mention.first + shift, mention.last + shift
                self.mentions.append(mention)
            self.breaks.add(len(self.tokens))

    def addressed(self, sender: str | None) -> tuple[str | None, int, list[str]]:
        """The sender, where the order begins, and doubts: «Доброта: …» names the sender."""
        first = self.mentions[0] if self.mentions else None
        if first is None or first.first != 0 or first.self_word or first.last + 1 >= len(self.tokens):
            return sender, 0, []
        sign = self.tokens[first.last + 1].text
        if sign != ":" and not (sign in "-—–" and self.names_deed(first.last + 2)):
            return sender, 0, []
        if sender is None and len(first.players) > 1:
            return None, 0, [_which(first)]
        named = first.players[0] if len(first.players) == 1 else sender
        self.mentions.remove(first)
        if sender is not None and sender not in first.players:
            return (
                sender,
                first.last + 2,
                [
                    _("It begins with {name}, but {sender} sent it: whose order is it?").format(
                        name=named, sender=sender
                    )
                ],
            )
        return sender or named, first.last + 2, []

    def words_from(self, start: int) -> str:
        """The text from a token on."""
        return self.text[self.tokens[start].start :].strip() if start < len(self.tokens) else ""

    def names_deed(self, start: int) -> bool:
        """Whether some deed is named from a token on."""
        return any(_deed_of(token) or _BLOODY.fullmatch(token.key) for token in self.tokens[start:])

    def asked(self, start: int, role: Role | None) -> str | None:
        """The council's question, when the message is one."""
        for at in range(start, len(self.tokens)):
            token = self.tokens[at]
            if token.key and _ASKS.fullmatch(token.key):
                colon = next((place for place in range(at, len(self.tokens)) if self.tokens[place].text == ":"), None)
                return self.words_from(colon + 1 if colon is not None else at + 1) or self.words_from(start)
            if token.key and not token.has(Cue.FILLER):
                break
        last = self.tokens[-1].text if self.tokens else ""
        of_mafia = role in _MAFIA and last == "?" and not self._first_person(start)
        return self.words_from(start) if of_mafia else None

    def _first_person(self, start: int) -> bool:
        return any(
            parse.tag.person == "1per"
            for token in self.tokens[start:]
            if _deed_of(token)
            for parse in known_parses(token.key)
        )

    def segments(self, start: int) -> list[range]:
        """Stretches of tokens, each of which replaces what stood before: parted by «меняю», «точнее»."""
        cuts = [
            at
            for at in range(start, len(self.tokens))
            if self.tokens[at].key and _CHANGES.fullmatch(self.tokens[at].key)
        ]
        edges = [start, *(cut for cut in cuts if cut > start), len(self.tokens)]
        stretches = [range(first, last) for first, last in pairwise(edges)]
        return [stretch for stretch in stretches if any(self.tokens[at].key for at in stretch)]

    def names_in(self, stretch: range) -> list[Mention]:
        """Players named in a stretch, the sender's «себя» included."""
        names = [mention for mention in self.mentions if mention.first in stretch]
        return [
            one
            for one in names
            if not (one.self_word and self.tokens[one.first].key in ("меня", "мне", "мной", "мною"))
        ]


@cache
def _lexicon() -> Lexicon:
    return Lexicon(DEFAULT_PALETTE)


def _deed_of(token: Token) -> Deed | None:
    if not token.key:
        return None
    return next((deed for deed, pattern in _DEEDS if pattern.fullmatch(token.key)), None)


def _orders_of(
    message: _Message, stretch: range, by: str, role: Role | None, before: Order | None
) -> tuple[list[Order], list[str]]:
    doubts: list[str] = []
    parts = _parts(message, stretch)
    if not parts:
        names = message.names_in(stretch)
        deed = before.do if before is not None else _ONLY_DEED.get(role) if role is not None else None
        if any(message.tokens[at].key and _IDLE.fullmatch(message.tokens[at].key) for at in stretch) and not names:
            return [], [_("Nothing is to be done this night? Then there is no order to enter.")]
        if not names and not _unknown_names(message, stretch):
            return [], []
        if deed is None or deed is Deed.KILL_AND_INTIMIDATE:
            return [], [_("What is to be done? No deed of the night is named.")]
        parts = [_Part(deed, names)]
    doubts += _hedged(message, stretch)
    if len(parts) > 1 and {part.deed for part in parts} != {Deed.KILL, Deed.INTIMIDATE}:
        names_of_deeds = ", ".join(dict.fromkeys(_(_DEED_NAMES[part.deed]) for part in parts if part.deed))
        doubts.append(_("Several deeds in one message ({deeds}): which one counts?").format(deeds=names_of_deeds))
    orders = []
    for part in parts:
        targets, more = _targets(message, part, stretch, by, only=len(parts) == 1)
        doubts += more
        if more and not targets:
            continue
        order, more = _order(part, targets, by, role)
        doubts += more
        if order is not None:
            orders.append(order)
    if len(parts) == 2 and {part.deed for part in parts} == {Deed.KILL, Deed.INTIMIDATE} and len(orders) == 2:
        kill, fright = sorted(orders, key=lambda order: order.do is not Deed.KILL)
        if len(kill.targets) == len(fright.targets) == 1:
            return [Order(by=by, do=Deed.KILL_AND_INTIMIDATE, targets=(*kill.targets, *fright.targets))], doubts
        doubts.append(_("One player is killed and one intimidated at most: whom exactly?"))
    return orders, doubts


def _parts(message: _Message, stretch: range) -> list[_Part]:
    """The deeds of a stretch, each with its names: those after it, or before it where the verbs come last."""
    tokens = message.tokens
    inside_names = {
        at for mention in message.mentions for at in range(mention.first, mention.last + 1) if not mention.self_word
    }
    found: list[tuple[int, Deed]] = []
    bloody = quick = False
    for at in stretch:
        if at in inside_names or not tokens[at].key:
            continue
        bloody = bloody or bool(_BLOODY.fullmatch(tokens[at].key))
        quick = quick or bool(_QUICK.fullmatch(tokens[at].key))
        deed = _deed_of(tokens[at])
        if deed is not None and not (found and found[-1][1] is deed):
            found.append((at, deed))
    deeds = [deed for _at, deed in found]
    if Deed.CHECK in deeds and len(deeds) > 1 and any(tokens[at].key.startswith("документ") for at, deed in found):
        found = [(at, deed) for at, deed in found if deed is Deed.CHECK or not tokens[at].key.startswith("документ")]
    if not found:
        # «кровавым Тщеславие»: the manner tells the deed.
        manner = [at for at in stretch if tokens[at].key.endswith("ым") and _MANNER.fullmatch(tokens[at].key)]
        found = [(at, Deed.KILL) for at in manner[:1]]
    names = message.names_in(stretch)
    verbs_last = bool(found) and any(mention.first < found[0][0] for mention in names)
    parts = []
    for number, (at, deed) in enumerate(found):
        if deed is Deed.KILL and (bloody or quick):
            deed = Deed.BLOODY_KILL if bloody else Deed.QUICK_KILL
        low = found[number - 1][0] if verbs_last and number else stretch.start if verbs_last else at
        high = (
            at if verbs_last and len(found) > 1 else found[number + 1][0] if number + 1 < len(found) else stretch.stop
        )
        part = _Part(deed, [mention for mention in names if low <= mention.first < high])
        if deed is Deed.HEAL:
            part.role = _healed_from(message, range(at, stretch.stop))
            if tokens[at].key == "лечусь":
                part.names.append(
                    Mention(at, at, tokens[at].start, tokens[at].end, tokens[at].text, NOBODY, self_word=True)
                )
        parts.append(part)
    return parts


def _healed_from(message: _Message, stretch: range) -> str | None:
    for at in stretch:
        if message.tokens[at].key in ("от", "ото", "жертву", "жертв", "жертвы"):
            for following in message.tokens[at + 1 : at + 3]:
                for role, pattern in _FROM_ROLE:
                    if following.key and pattern.fullmatch(following.key):
                        return role
    return None


def _targets(message: _Message, part: _Part, stretch: range, by: str, *, only: bool) -> tuple[list[str], list[str]]:
    targets: list[str] = []
    doubts: list[str] = []
    for mention in part.names:
        if mention.self_word:
            targets.append(by)
        elif len(mention.players) == 1:
            targets.append(mention.players[0])
        else:
            doubts.append(_which(mention))
    if doubts:
        return [], doubts
    if not targets and only and part.role is None:
        for mention in _unknown_names(message, stretch):
            written = mention.text
            if len(mention.players) == 1:
                targets.append(mention.players[0])
                doubts.append(_("“{word}”: is {name} meant?").format(word=written, name=mention.players[0]))
            elif mention.players:
                doubts.append(_which(mention))
            else:
                doubts.append(_("“{word}” is no player of the game.").format(word=written))
    return list(dict.fromkeys(targets)), doubts


def _unknown_names(message: _Message, stretch: range) -> list[Mention]:
    """Words of a stretch that may be meant as names, though nobody's form: misspelt, or of no player."""
    taken = {at for mention in message.mentions for at in range(mention.first, mention.last + 1)}
    found = []
    for at in stretch:
        token = message.tokens[at]
        plain = (
            _deed_of(token)
            or _BLOODY.fullmatch(token.key)
            or _QUICK.fullmatch(token.key)
            or _CHANGES.fullmatch(token.key)
        )
        if not token.key or at in taken or plain or token.word.cues & ~Cue.ABBREVIATION:
            continue
        guess = message.roster.guess(token.text)
        mention = Mention(at, at, token.start, token.end, token.text, guess)
        known = known_parses(token.key)
        if (
            guess
            or (token.text[:1].isupper() and at > stretch.start and not known)
            or (known and "Name" in known[0].tag)
        ):
            found.append(mention)
    return found


def _order(part: _Part, targets: list[str], by: str, role: Role | None) -> tuple[Order | None, list[str]]:
    deed = part.deed or Deed.OTHER
    doubts: list[str] = []
    if deed is Deed.BLOCK and role is Role.GIRL:
        deed = Deed.VISIT
    elif deed is Deed.VISIT and role is Role.GOON:
        deed = Deed.BLOCK
    elif deed is Deed.KILL and role is Role.MANIAC:
        doubts.append(_("A quick kill or a bloody one?"))
        return None, doubts
    if deed is Deed.HEAL and part.role is not None:
        if targets:
            return None, [_("Is one player healed, or everyone whom that role attacks? Both are named.")]
        return Order(by=by, do=Deed.HEAL_FROM, role=part.role), []
    if not targets:
        return None, [_("Whom? The deed is understood ({deed}), the target is not.").format(deed=_(_DEED_NAMES[deed]))]
    if deed in _ONE_TARGET and len(targets) > 1:
        doubts.append(
            _("Only one player can be meant ({deed}): {names}?").format(
                deed=_(_DEED_NAMES[deed]), names=", ".join(targets)
            )
        )
        return None, doubts
    return Order(by=by, do=deed, targets=tuple(targets)), doubts


def _hedged(message: _Message, stretch: range) -> list[str]:
    tokens = [message.tokens[at] for at in stretch]
    if any(token.has(Cue.IF | Cue.OR) for token in tokens) or (tokens and tokens[-1].text == "?"):
        return [_("It is said under a condition or as a choice; what exactly is the order?")]
    for at, token in enumerate(tokens):
        if token.key == "не" and at + 1 < len(tokens) and _deed_of(tokens[at + 1]):
            return [_("Something is not to be done; what exactly is the order?")]
        if token.has(Cue.MAYBE) and token.key not in ("хочу", "могу", "решил", "решила", "надо", "нужно", "пора"):
            return [_("It is said with doubt; what exactly is the order?")]
    return []


def _which(mention: Mention) -> str:
    return _("“{word}”: which one is meant, {names}?").format(word=mention.text, names=", ".join(mention.players))
