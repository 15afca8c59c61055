"""Layer two, second half: what a candidate ballot is meant as, from the words around it.

Each judgement is a small function over the candidate's surroundings; the first that speaks decides.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile

from parser.candidate import VOTE_TONES, condition
from parser.doubts import dismissed, doubted, misplaced, mocked, planned
from parser.lexicon import ColourForm, Cue
from parser.palette import Tone
from parser.place import Place, is_dash, negated_at
from parser.records import How, ReviewReason
from parser.retold import retold
from parser.tokens import Token

_DOUBTS = Cue.VOTE_FUTURE | Cue.LATER | Cue.MAYBE | Cue.VOTE_US | Cue.WHETHER | Cue.BETWEEN | Cue.WOULD
_TOLD = Cue.VOTE_PAST | Cue.VOTE_OTHERS | Cue.VOTE_YOU
# What «не» may stand before, after the name, for a vote to be refused: «Веру красным не дам».
_REFUSED = frozenset(
    (
        *("дам", "дадим", "хочу", "хотим", "могу", "стану", "буду", "позволю", "готов", "готова", "получится", "вижу"),
        *("собираюсь", "планирую", "думаю"),
    )
)
# «Не обижайся», «не сердись» refuses no vote.
_OFFENDED = ("обиж", "обид", "серд")
_OPENING, _CLOSING = '«„“"', '»”“"'


def judge(place: Place) -> ReviewReason | None:
    """Why a candidate is not simply a vote; None when it is one."""
    if _is_bare(place):
        return None
    if (reason := cited(place)) is not None:
        return reason
    if _asked(place):
        told = any(token.has(Cue.VOTE_PAST) for token in place.scope)
        return ReviewReason.REPORTED if told and retold(place) is not None else ReviewReason.HYPOTHETICAL
    if place.candidate.form is ColourForm.PREDICATE:
        if any(token.has(Cue.IF | Cue.WOULD) for token in place.sentence.tokens) and (reason := hypothetical(place)):
            return reason
        if any(token.has(_TOLD) for token in place.sentence.tokens) and (reason := retold(place)):
            return reason
        if reason := role_claimed(place):
            return reason
    for judgement in _JUDGEMENTS:
        reason = judgement(place)
        if reason is not None:
            return reason
    return None


def _is_bare(place: Place) -> bool:
    """Whether a name alone under paint is all that is said: no word could make it anything but a vote."""
    if not place.candidate.alone or place.before or place.others or place.earlier is not None:
        return False
    if any(token.text == "?" for token in place.inside):
        return False
    return all(token.text in ".!)" for token in place.after)


def cited(place: Place) -> ReviewReason | None:
    """The name and its colour stand in quotation marks within other words: somebody's words are cited."""
    if place.candidate.how is not How.WORD:
        return None
    opened = _index(place.before, _OPENING)
    closed = _index(place.after, _CLOSING)
    if opened is None or closed is None or any(token.text in "»”" for token in place.before[opened:]):
        return None
    return ReviewReason.REPORTED


def _index(tokens: list[Token], signs: str) -> int | None:
    return next((at for at, token in enumerate(tokens) if not token.key and token.text in signs), None)


def negated(place: Place) -> ReviewReason | None:
    """«не Гнев красным», «не голосую Настю красным», «никогда не поставлю»."""
    clause = place.clause
    near = _last_words(clause, 3)
    for at in range(len(near) - 1, -1, -1):
        if near[at].has(Cue.NOT):
            distrusted = place.candidate.tone is Tone.RED and any(token.has(Cue.DEFEND) for token in near[at + 1 :])
            return None if distrusted else ReviewReason.NEGATED
        if not near[at].has(Cue.PREPOSITION_TARGET | Cue.FILLER) or near[at].has(Cue.VOTE):
            break
    words = [token for token in clause if token.key]
    for at, token in enumerate(words):
        if token.has(Cue.HARM) and at and words[at - 1].has(Cue.NOT) and place.candidate.tone is Tone.RED:
            return ReviewReason.NEGATED
        acts = token.has(
            Cue.VOTE | Cue.VOTE_FUTURE | Cue.VOTE_INFINITIVE | Cue.VOTE_US | Cue.VOTE_PAST | Cue.VOTE_OTHERS
        ) and not token.has(Cue.COLOUR_NOUN)
        if acts and any(other.has(Cue.NOT) for other in words[max(0, at - 2) : at]):
            return ReviewReason.NEGATED
        if token.has(Cue.REFUSAL):
            return ReviewReason.NEGATED
    if place.candidate.how is How.WORD and (_denied(words) or _refused_after(place)):
        return ReviewReason.NEGATED
    names = {at for mention in place.candidate.mentions for at in range(mention.first, mention.last + 1)}
    for at in range(place.candidate.first, place.candidate.last + 1):
        if at not in names and place.sentence.tokens[at].has(Cue.NOT):
            following = place.sentence.tokens[at + 1 : at + 2]
            harmless = any(token.has(Cue.EARLY | Cue.FINAL) or token.key.startswith(_OFFENDED) for token in following)
            if not harmless:
                return ReviewReason.NEGATED
    return ReviewReason.NEGATED if _taken_back(place.after) else None


def _taken_back(after: list[Token]) -> bool:
    """«Гнев - нет, не он», «Гнев, не она»."""
    if not after or not (is_dash(after[0]) or after[0].text == ","):
        return False
    keys = [token.key for token in after if token.key][:3]
    keys = keys[1:] if keys[:1] == ["нет"] else keys
    return keys[:1] == ["не"] and keys[1:2] in (["он"], ["она"], ["оно"], ["его"], ["ее"], ["то"])


def _denied(words: list[Token]) -> bool:
    """Whether a «не» of the clause bears on the vote: not in «не может зайти и голосует Веру красным»."""
    last = max((at for at, token in enumerate(words) if token.has(Cue.NOT)), default=None)
    if last is None:
        return False
    turn = next((at for at in range(last + 2, len(words)) if words[at].key in ("и", "поэтому", "потому")), None)
    return turn is None or not any(token.has(Cue.VOTE | Cue.VOTE_OTHERS | Cue.VOTE_PAST) for token in words[turn:])


def _refused_after(place: Place) -> bool:
    """«Жнеца красным ставить не буду», but not «… красным и менять не буду»; «… красным не считать»."""
    words = [token for token in place.clause_after if token.key]
    if words and words[0].key == "и":
        return False
    keys = [token.key for token in words]
    if dismissed(place.after) or (keys[-1:] == ["нет"] and keys[:-1] in (["точно"], ["однозначно"], ["определенно"])):
        return True
    return any(
        token.has(Cue.NOT)
        and any(
            other.has(Cue.VOTE | Cue.VOTE_FUTURE | Cue.VOTE_INFINITIVE | Cue.VOTE_PAST)
            or other.key in _REFUSED
            or other.key.startswith(("счита", "засчит", "учит"))
            for other in words[at + 1 : at + 2]
        )
        for at, token in enumerate(words)
    )


def hypothetical(place: Place) -> ReviewReason | None:
    """Conditions, doubts, calls, plans and questions: no ballot has been cast."""
    sentence = place.sentence
    conditional = [at for at, token in enumerate(sentence.tokens) if token.has(Cue.IF)]
    for at in conditional:
        reset = sentence.tokens[at].end <= place.candidate.start and place.sentence.tokens[at] not in place.scope
        if condition(sentence.tokens[at:]) == 0 and not reset:
            return ReviewReason.HYPOTHETICAL
    scope = place.scope
    if any(token.key == "чтобы" for token in place.clause):
        against = any(token.key == "против" for token in place.before)
        return ReviewReason.NEGATED if against else ReviewReason.HYPOTHETICAL
    for at, token in enumerate(scope):
        doubtful = token.has(_DOUBTS) and not (token.key == "го" and at and scope[at - 1].key.isdigit())
        doubtful = doubtful and not _concedes(scope, at)
        if doubtful and not (negated_at(scope, at) and token not in place.clause):
            return ReviewReason.HYPOTHETICAL
        if token.has(Cue.DOUBT_IF_NOT) and negated_at(scope, at):
            return ReviewReason.HYPOTHETICAL
    inner = [
        token
        for token in place.inside
        if token.has(Cue.WOULD | Cue.WHETHER | Cue.MAYBE | Cue.LATER) and not token.word.tone
    ]
    names = [
        token for mention in place.candidate.mentions for token in sentence.tokens[mention.first : mention.last + 1]
    ]
    if any(token not in names for token in inner):
        return ReviewReason.HYPOTHETICAL
    if planned(place) or mocked(place):
        return ReviewReason.HYPOTHETICAL
    if _doubted_after(place) or _either(place) or (place.candidate.how is How.WORD and doubted(place)):
        return ReviewReason.HYPOTHETICAL
    return None


def _asked(place: Place) -> bool:
    if place.candidate.how is How.PAINT and place.candidate.colour_at is None:
        signs = takewhile(lambda token: token.text in "!?", place.after)
        return any(token.text == "?" for token in (*signs, place.inside[-1]))
    return place.sentence.ends_in_question and not _asks_others(place.after)


def _concedes(tokens: list[Token], at: int) -> bool:
    """«Что бы вы ни говорили, …», «лишь бы не ничья, …»: no matter what."""
    if tokens[at].key not in ("бы", "б"):
        return False
    rest = takewhile(lambda token: token.key, tokens[at + 1 :])
    return (at > 0 and tokens[at - 1].key == "лишь") or any(token.key == "ни" for token in rest)


def _asks_others(after: list[Token]) -> bool:
    """«Краба красным, кто со мной?», «…, а вы?»: the vote stands, the question is to others."""
    if not after or after[0].text != ",":
        return False
    keys = [token.key for token in after if token.key]
    return keys[:1] in (["кто"], ["ясно"], ["понятно"], ["вопросы"]) or keys[:2] in (
        ["а", "вы"],
        ["а", "ты"],
        ["а", "кто"],
    )


def _doubted_after(place: Place) -> bool:
    words = [token for token in place.after if token.key]
    if not words or len(words) > 3:
        return False
    return all(token.has(Cue.TRAILING_DOUBT | Cue.FILLER) for token in words) and any(
        token.has(Cue.TRAILING_DOUBT) and token.key not in ("всего", "быть") for token in words
    )


def _either(place: Place) -> bool:
    """«Гнева красным или Веру красным»: the choice is not made."""
    for other in place.others:
        if other.tone not in VOTE_TONES:
            continue
        first, second = (other, place.candidate) if other.start < place.candidate.start else (place.candidate, other)
        between = place.sentence.tokens[first.last + 1 : second.first]
        if (
            between
            and any(token.has(Cue.OR) for token in between)
            and not any(token.has(Cue.SEPARATOR | Cue.CORRECTION) for token in between)
        ):
            return True
    return any(token.has(Cue.OR) for token in place.clause) and place.candidate.how is How.WORD


def role_claimed(place: Place) -> ReviewReason | None:
    """«красный» said of a role: «Настя для меня красная», «по проверке Гнев красный»."""
    candidate = place.candidate
    if candidate.how is not How.WORD:
        return None
    sentence = place.sentence
    names = {at for mention in candidate.mentions for at in range(mention.first, mention.last + 1)}
    if candidate.form is not ColourForm.PREDICATE:
        nearby = [
            *place.clause,
            *(t for at, t in enumerate(sentence.tokens) if candidate.first <= at <= candidate.last and at not in names),
            *place.clause_after,
        ]
        return ReviewReason.ROLE_CLAIM if any(token.has(Cue.ROLE_SEEN) for token in nearby) else None
    if _is_given(place):
        return None
    rest = [
        token
        for at, token in enumerate(sentence.tokens)
        if token.key and at not in names and at != candidate.colour_at and not token.has(Cue.EARLY | Cue.FINAL)
    ]
    others = {id(token) for other in place.others for token in other.sentence.tokens[other.first : other.last + 1]}
    rest = [token for token in rest if id(token) not in others]
    spoken = [token for token in rest if token.has(Cue.ROLE) or not token.has(Cue.FILLER | Cue.CORRECTION)]
    spoken += [
        token
        for other in sentence.mentions
        if other not in candidate.mentions and not any(other in one.mentions for one in place.others)
        for token in sentence.tokens[other.first : other.last + 1]
    ]
    return ReviewReason.ROLE_CLAIM if spoken else None


def _is_given(place: Place) -> bool:
    """Whether «красный» is handed to somebody: «Азарту красный», «красный голос», «красный на Доброту»."""
    candidate = place.candidate
    tokens = place.sentence.tokens
    mention = candidate.mentions[0]
    if mention.named and all(one.cases and "nomn" not in one.cases for one in mention.named):
        return True
    before = tokens[mention.first - 1] if mention.first else None
    if before is not None and before.has(Cue.PREPOSITION_TARGET):
        return True
    after = (
        tokens[candidate.colour_at + 1]
        if candidate.colour_at is not None and candidate.colour_at + 1 < len(tokens)
        else None
    )
    if after is not None and after.has(Cue.COLOUR_NOUN):
        return True
    return any(token.has(Cue.VOTE | Cue.REPAINT | Cue.CHANGE) for token in [*place.clause, *place.inside])


def contradicted(place: Place) -> ReviewReason | None:
    """«Защищаю» with red, «казнить» with blue (convention 13)."""
    candidate = place.candidate
    wrong = Cue.DEFEND if candidate.tone is Tone.RED else Cue.ATTACK if candidate.tone is Tone.BLUE else None
    if wrong is None:
        return None
    mention = candidate.mentions[0]
    sentence = place.sentence
    for at, token in enumerate(sentence.tokens):
        if not token.has(wrong) or negated_at(sentence.tokens, at):
            continue
        governed = next((one for one in sentence.mentions if one.first > at), None)
        behind = [one for one in sentence.mentions if one.last < at]
        between = sentence.tokens[at + 1 : mention.first]
        twice = governed is not None and governed is not mention and governed.players == mention.players
        if twice or (governed is mention and not any(t.text == "," or t.has(Cue.BUT) for t in between)):
            return ReviewReason.CONFLICTING_COLOUR
        if governed is None and behind and behind[-1] is mention and at - mention.last <= 2:
            return ReviewReason.CONFLICTING_COLOUR
    return None


def _last_words(tokens: list[Token], count: int) -> list[Token]:
    return [token for token in tokens if token.key][-count:]


_JUDGEMENTS: tuple[Callable[[Place], ReviewReason | None], ...] = (
    negated,
    hypothetical,
    retold,
    role_claimed,
    contradicted,
    misplaced,
)
