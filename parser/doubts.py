"""Turns of speech around «Краба красным» that leave the vote uncast: conditions, plans, advice, dismissals."""

from __future__ import annotations

from itertools import pairwise, takewhile

from parser.candidate import VOTE_TONES
from parser.lexicon import Cue
from parser.place import Place, is_dash
from parser.records import How, ReviewReason
from parser.tellers import calls, tag_of
from parser.tokens import Sentence, Token

_ASKING = frozenset(("кто", "зачем", "почему", "отчего", "сколько"))
_ASKING_FOR = frozenset(("что", "чего", "чем", "кого"))
_ASKED_BY = frozenset(("за", "с", "для", "от", "из", "ради"))
# Words of the vote's own clause with which it is no more than a thought.
_UNDECIDED = frozenset(
    (
        *("хоть", "иначе", "почти", "едва", "чуть", "жалко", "жаль", "хватит", "месте", "противном", "осталось"),
        *(
            "требую",
            "прошу",
            "советую",
            "рекомендую",
            "умоляю",
            "потом",
            "попозже",
            "теории",
            "теоретически",
            "рано",
            "поздно",
            "стати",
        ),
    )
)
_PROMISED = frozenset(("обещал", "обещала", "обещаю", "грозился", "грозилась", "мечтал", "мечтала"))
_MODELS = frozenset(("пример", "примеру", "образец", "образцу", "форма", "шаблон", "формат"))
# «Скажу честно - Краба красным»: what is said next is no condition.
_SPEAKING = (
    "скаж",
    "отвеч",
    "повтор",
    "напом",
    "поясн",
    "объясн",
    "добав",
    "отмеч",
    "замеч",
    "призна",
    "начн",
    "буд",
    "риск",
)
_WHEN = frozenset(("когда", "как", "едва", "пока"))
_THEN = frozenset(("и", "то", "тогда"))
_DISMISSED = frozenset(
    (
        *("мимо", "перебор", "ошибка", "ошибкой", "глупость", "глупо", "бред", "чушь", "рано", "зря", "идея"),
        *("сомнительно", "странно", "опасно", "лишнее", "ерунда", "сомнительный"),
    )
)
_EARLY = frozenset(("рано", "глупо", "опасно", "странно"))
_UNSURE = frozenset(("точно", "сегодня", "сейчас", "факт", "уверен", "уверена"))


def doubted(place: Place) -> bool:
    """Whether a vote in words is only thought of, by the words of its own clause and by what they hang on."""
    return (
        _is_undecided(place)
        or calls(place.clause)
        or _hangs_on(place)
        or _is_unsure(place)
        or dismissed(place.after)
        or _either_after(place)
    )


_PLANS = ("план", "планы", "стратегия", "тактика", "схема")


def planned(place: Place) -> bool:
    """«Мой план: сегодня Краба красным», «Краба красным - вот что надо сделать всем»."""
    at = next((at for at, token in enumerate(place.before) if token.key in _PLANS), None)
    if at is not None and any(token.text == ":" or is_dash(token) for token in place.before[at:]):
        return True
    said = takewhile(lambda token: token.text not in ".!", place.after)
    keys = [token.key for token in said if token.key][:5]
    wanted = keys[:2] in (["вот", "что"], ["вот", "кого"]) or keys[:1] == ["это"]
    return wanted and any(key in ("надо", "нужно", "следует", "пора", "стоит") for key in keys)


# Two words side by side, or one, by which a vote is meant as its contrary.
_MOCKING = frozenset(
    (
        *("щас", "щаз", "щазз", "разбежался", "разбежалась", "разбежались", "размечтался", "размечталась"),
        *("размечтались", "сарказм", "ирония", "сарказмом", "иронией", "спотыкаюсь"),
        *("ага конечно", "да да", "ага ага", "ага как", "конечно конечно", "ну да", "ну конечно", "угу конечно"),
        *(
            "держите карман",
            "держи карман",
            "бегу падаю",
            "спешу падаю",
            "нашли дурака",
            "нашли дуру",
            "мечтайте",
            "мечтать",
            "ага бегу",
            "уже бегу",
        ),
        *("делать нечего", "прям щас", "как же", "так прям", "ха ха", "аж тапки", "волосы назад", "ждите"),
    )
)


def mocked(place: Place) -> bool:
    """«Ага, конечно, Краба красным, бегу и спотыкаюсь»: irony, as far as words show it."""
    before = [token.key for token in place.scope if token.key and token.key not in ("и", "ой")]
    after = [token.key for token in place.after if token.key and token.key not in ("и", "мне")]
    # What only opens a mocking sentence: «Ну да, ну да, …», «Ага, конечно, …».
    opening = {" ".join(pair) for pair in pairwise(before)} | set(before)
    closing = {" ".join(pair) for pair in pairwise(after)} | set(after)
    if after[-1:] in (["ага"], ["угу"]) and "ну конечно" in opening:
        return True
    agreed = {"ну да", "ну конечно"} & opening and not (closing & _MOCKING) and before.count("да") < 2
    return bool((opening | closing) & _MOCKING) and not (agreed and not (opening - {"ну да", "ну конечно"}) & _MOCKING)


_FANCY = ("представ", "вообраз", "допуст", "предполож")
_JOKES = frozenset(("шучу", "шутка", "шуточка", "пошутил", "пошутила", "прикол", "сарказм", "ирония", "троллю"))


def is_joke(vote: Sentence, following: Sentence | None) -> bool:
    """Whether the sentence after a vote, on its line, takes it back as a joke: «Краба красным. Шучу.»."""
    if following is None or following.line != vote.line or following.ends_in_question:
        return False
    words = [token for token in following.tokens if token.key]
    return any(token.key in _JOKES for token in words[:3]) and not any(token.has(Cue.NOT) for token in words)


def _is_undecided(place: Place) -> bool:
    keys = [token.key for token in place.clause if token.key]
    told = any(token.has(Cue.VOTE_PAST | Cue.VOTE_OTHERS | Cue.VOTE_YOU) for token in place.scope)
    if not told and _asks(place.clause):
        return True
    later = any(one.start < place.candidate.start and one.tone in VOTE_TONES for one in place.others)
    if any(key in _UNDECIDED and not (key == "потом" and later) for key in keys):
        return True
    timed = any(token.has(Cue.TIME) or token.key.startswith("следующ") for token in place.clause)
    if (timed and "сегодня" not in keys) or _has_hour(place.clause):
        return True
    if any(_is_future(token) and not _announces(token) and not token.has(Cue.FILLER) for token in place.clause):
        return True
    if any(key in _PROMISED for key in keys) and not any(
        one.end <= place.candidate.start for one in place.sentence.mentions
    ):
        return True
    anyone = any(
        token.key == "кто" and [one.key or one.text for one in place.scope[at + 1 : at + 3]] == ["-", "нибудь"]
        for at, token in enumerate(place.scope)
    )
    return anyone or any(token.key in _MODELS for token in place.scope)


def _has_hour(clause: list[Token]) -> bool:
    """«В девять Краба красным», «после 21:00 …»."""
    for before, token in pairwise(clause):
        tag = tag_of(token)
        if before.key in ("в", "к", "после") and (token.key.isdigit() or (tag is not None and tag.POS == "NUMR")):
            return True
    return False


def _asks(clause: list[Token]) -> bool:
    for at, token in enumerate(clause):
        if token.key in _ASKING:
            # «кто-то» is somebody.
            return clause[at + 1 : at + 2] == [] or clause[at + 1].text != "-"
        if token.key in _ASKING_FOR and at and clause[at - 1].key in _ASKED_BY:
            return True
    return False


def _hangs_on(place: Place) -> bool:
    """«Приду - Краба красным», «Когда вернусь, Краба красным», «Дайте мне повод, и Краба красным»."""
    clause = place.clause
    cut = len(place.before) - len(clause)
    sign = place.before[cut - 1] if cut else None
    if sign is None or sign not in place.scope or (sign.key and not sign.has(Cue.BUT)):
        return False
    prior = list(takewhile(lambda token: token.key, reversed(place.before[: cut - 1])))[::-1]
    future = [token for token in prior if _is_future(token) and not _announces(token)]
    ordered = calls(prior)
    if is_dash(sign):
        return bool(future) or ordered or _is_lacking(prior)
    if sign.text == ",":
        if prior and ((future and prior[0].key in _WHEN) or prior[0].key == "будь"):
            return True
        follows = bool(clause) and clause[0].key in _THEN
        return follows and (bool(future) or ordered or any(token.key == "еще" for token in prior))
    return False


def _announces(token: Token) -> bool:
    """«Скажу честно - …»: what is said next is no condition."""
    tag = tag_of(token)
    return token.key.startswith(_SPEAKING) and tag is not None and tag.person == "1per"


def _is_lacking(prior: list[Token]) -> bool:
    """«Не будет версий - …»: a condition without «если»."""
    return len(prior) > 1 and prior[0].has(Cue.NOT) and prior[1].key in ("будет", "будут")


def _is_future(token: Token) -> bool:
    tag = tag_of(token)
    return tag is not None and tag.POS == "VERB" and tag.tense == "futr"


def _is_unsure(place: Place) -> bool:
    """«не факт, что Краба красным», «Краба красным, но это не точно», «Краба красным ставить рано»."""
    clause = place.clause
    fancied = any(token.key.startswith(_FANCY) for token in place.before)
    if clause and clause[0].key == "что" and (fancied or any(token.has(Cue.NOT) for token in place.scope)):
        return True
    near = place.clause_after[:2]
    if any(token.has(Cue.VOTE_INFINITIVE | Cue.VOTE_US) for token in near) or (near and near[0].key in _EARLY):
        return True
    words = [token for token in place.after if token.key][:4]
    if place.after and is_dash(place.after[0]) and words and words[0].has(Cue.BEFORE):
        return True
    return any(token.key in ("вариант", "вариантом") for token in words) or any(
        (token.has(Cue.NOT) and at + 1 < len(words) and words[at + 1].key in _UNSURE)
        or (token.has(Cue.BUT) and at + 1 < len(words) and words[at + 1].has(Cue.LATER))
        for at, token in enumerate(words)
    )


def dismissed(after: list[Token]) -> bool:
    """«Краба красным - плохая идея», «Краба красным - это ошибка», «Веру красным - нет уж»."""
    if not after or not (is_dash(after[0]) or after[0].text in ",."):
        return False
    words = list(takewhile(lambda token: token.key, after[1:]))
    signs = [token for token in after if not token.key][:3]
    if not words and signs and after[: len(signs)] == signs:
        words = list(takewhile(lambda token: token.key, after[len(signs) :]))
    keys = [token.key for token in words]
    if keys[:1] == ["нет"]:
        return keys[1:2] in ([], ["уж"], ["спасибо"], ["увольте"])
    if keys[:1] in (["увольте"], ["дудки"]) or keys == ["как", "же"]:
        return True
    return is_dash(after[0]) and bool(keys) and (keys[0] == "не" or any(key in _DISMISSED for key in keys[:4]))


def _either_after(place: Place) -> bool:
    """«Краб красным или Юнга», «хоть Краба красным, хоть Юнгу»."""
    named = {place.sentence.tokens[one.first].start for one in place.sentence.mentions if not one.self_word}
    near = [token for token in place.after[:3] if token.key]
    return len(near) > 1 and near[0].has(Cue.OR) and (near[1].start in named or near[1].key in ("нет", "не"))


# Words after which another thought begins within the clause.
_TURNS = frozenset(("и", "пусть", "пускай", "ибо", "раз", "ведь", "потому", "поэтому", "так", "что", "чтобы", "как"))
_HARMLESS = (Cue.VOTE | Cue.FILLER | Cue.ATTACK | Cue.DEFEND | Cue.EARLY | Cue.FINAL | Cue.DECIDED | Cue.CHANGE) | (
    Cue.REPAINT | Cue.ASSENT | Cue.CORRECTION | Cue.VOTE_OTHERS | Cue.VOTE_PAST | Cue.VOTE_YOU
)
_HANDED = frozenset(("достается", "идет", "уходит", "летит", "отходит"))


def misplaced(place: Place) -> ReviewReason | None:
    """A verb in the vote's own clause that casts none: «рука тянется Веру красным», «Веру красным хотели многие»."""
    if place.candidate.how is not How.WORD:
        return None
    before: list[Token] = []
    for token in reversed(place.clause):
        if token.key in _TURNS:
            break
        before.append(token)
    after = list(takewhile(lambda token: token.key not in _TURNS, place.clause_after))
    named = {at for one in place.sentence.mentions for at in range(one.first, one.last + 1)}
    names = {id(place.sentence.tokens[at]) for at in named}
    for words in (before[::-1], after):
        for at, token in enumerate(words):
            reason = None if id(token) in names else _foreign(token)
            if reason is not None:
                return ReviewReason.NEGATED if any(one.has(Cue.NOT) for one in words[max(0, at - 1) : at]) else reason
    return None


def _foreign(token: Token) -> ReviewReason | None:
    """What a word makes of a vote in whose clause it stands; None for words that leave it one."""
    tag = None if not token.key or token.has(_HARMLESS) or token.key in _HANDED else tag_of(token)
    if tag is None:
        return None
    if tag.POS == "VERB" and (tag.person == "3per" or (tag.tense == "past" and tag.number == "plur")):
        return ReviewReason.REPORTED
    if tag.POS == "PRTF" and tag.case == "nomn" and tag.number == "plur":
        return ReviewReason.REPORTED
    if tag.POS in ("INFN", "ADJS", "PRTS", "COMP") or (tag.POS == "VERB" and tag.tense == "futr"):
        return ReviewReason.HYPOTHETICAL
    return None
