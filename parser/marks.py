"""«Досрочно» and «окончательно»: which of them mark a ballot of the author's (convention 11), and which only speak."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from parser.candidate import Candidate, in_nominative
from parser.declension import known_parses
from parser.lexicon import Cue
from parser.tokens import Sentence, Token

_FORBIDDEN = ("нельзя", "невозможно", "рано", "запрещено")
_AGAINST = ("против", "рано", "без")
_OTHERS = ("ты", "вы", "он", "она", "они", "кто", "все")
_PLURAL = ("ные", "ных", "ными")
_ADJECTIVE = ("ое", "ый", "ая", "ую", "ого", "ому", "ым", "ой")
# What an adjective may mark: «досрочное завершение дня», «окончательный вердикт».
_MARKABLE = (
    *("голос", "решен", "выбор", "вердикт", "приговор", "завершен", "окончан", "закрыт", "бюллетен", "вариант"),
    *("ответ", "суд", "дня"),
)
# Whatever is said with these beside the mark is still the mark.
_SPOKEN = (
    Cue.FILLER | Cue.VOTE | Cue.ASSENT | Cue.COLOUR_NOUN | Cue.EARLY | Cue.FINAL | Cue.DECIDED | Cue.SELF | Cue.ATTACK
) | (Cue.DEFEND | Cue.VOTE_PAST | Cue.VOTE_FUTURE | Cue.VOTE_INFINITIVE | Cue.MAYBE)
# «Даю согласие на досрочное …».
_CONSENT = ("соглас", "поддержк", "просьб")
_NEAR = 5
_COUNTED = ("счита", "засчит", "зачти", "учти", "учес", "прош", "отмет", "запиш")


class Mark(NamedTuple):
    """One word that marks a ballot."""

    sentence: Sentence
    at: int
    early: bool
    final: bool


def marks(sentences: list[Sentence], author: str, ballots: Sequence[Candidate]) -> Iterator[Mark]:
    """The marks of a post with these ballots."""
    balloted = {id(one.sentence) for one in ballots}
    mine = {author, *(name for one in ballots for name in one.mention.players)}
    for sentence in sentences:
        for at, token in enumerate(sentence.tokens if sentence.cues & (Cue.EARLY | Cue.FINAL) else ()):
            if not token.has(Cue.EARLY | Cue.FINAL):
                continue
            asked = sentence.ends_in_question and id(sentence) not in balloted
            if not asked and not _denied(sentence, at, mine, alone=id(sentence) not in balloted):
                yield Mark(sentence, at, token.has(Cue.EARLY), token.has(Cue.FINAL))


def wished(sentence: Sentence) -> bool:
    """Whether a sentence without a name asks for, or calls everybody to, early votes: «когда уже досрочно?»."""
    return not sentence.mentions and (sentence.ends_in_question or bool(sentence.cues & (Cue.IF | Cue.VOTE_US)))


def _denied(sentence: Sentence, at: int, mine: set[str], *, alone: bool) -> bool:
    """Whether a mark is taken away («не досрочно», «против досрочного»), or said of anything but one's own ballot.

    «Досрочных в первый день не бывает», «Вера досрочно проголосовала», «окончательно решу вечером» mark nothing.
    """
    token = sentence.tokens[at]
    before = list(takewhile(lambda one: one.key, reversed(sentence.tokens[:at])))
    after = list(takewhile(lambda one: one.key and one.key != "и", sentence.tokens[at + 1 :]))
    near = list(takewhile(lambda one: one.word.tone is None, before[:4]))
    told = sentence.tokens[at + 1 + len(after) :]
    if len(told) > 1 and told[0].text in ":-—–" and told[1].key == "нет":
        return True  # «Досрочно: нет»
    if any(one.has(Cue.NOT) for one in near) or (before and before[0].key in (*_AGAINST, *_OTHERS)):
        return True
    if token.key.endswith(_PLURAL) or any(one.key in _FORBIDDEN for one in after[:4]) or _refused(after):
        return True
    if any(one.has(Cue.EXAMPLE) and not one.has(Cue.MAYBE) for one in sentence.tokens[:at]):
        return True
    others = [one for one in sentence.mentions if one.last < at and not one.self_word and not mine & {*one.players}]
    if alone and any(sentence.tokens[one.last] in before and in_nominative(one) for one in others):
        return True  # «Лютик уже досрочно.»
    if any(one.has(Cue.PAST | Cue.VOTE_PAST) for one in after[:4]) and (others or not sentence.mentions):
        return True
    if any(one.has(Cue.VOTE_PAST) for one in before) and any(sentence.tokens[one.last] in before for one in others):
        return True
    if token.key.endswith(_ADJECTIVE) and not token.key.endswith("ной"):
        return _is_topic(sentence, at, before, after, alone=alone)
    return any(_is_foreign(one) for one in (*before[:1], *after[:1]))


def _refused(after: list[Token]) -> bool:
    """«досрочно не хочу», but not «досрочно не задумываясь»."""
    at = next((at for at, one in enumerate(after[:4]) if one.has(Cue.NOT)), None)
    following = after[at + 1] if at is not None and at + 1 < len(after) else None
    tag = _tag(following) if following is not None else None
    return at is not None and (tag is None or tag.POS != "GRND")


def _is_foreign(token: Token) -> bool:
    """Whether the mark's neighbour is what it says something about: «окончательно запутал», «закончится досрочно»."""
    if token.has(_SPOKEN) or token.word.tone is not None or token.key.startswith(_COUNTED):
        return False
    tag = _tag(token)
    if tag is None:
        return False
    if tag.POS == "VERB":
        return bool(tag.tense != "pres" or tag.person != "1per")
    return tag.POS in ("ADJS", "PRED", "PRTS", "PRTF", "ADJF")


def _is_topic(sentence: Sentence, at: int, before: list[Token], after: list[Token], *, alone: bool) -> bool:
    """Whether an adjective only speaks of something: «досрочное голосование — зло», «окончательный расчёт»."""
    noun = next((tag for one in after[:1] if (tag := _tag(one)) is not None and tag.POS == "NOUN"), None)
    if noun is not None and not after[0].key.startswith(_MARKABLE) and not after[0].word.tone:
        return True
    if any(_is_future(one) or one.has(Cue.LATER) for one in after[:_NEAR]):
        return True  # «окончательное решение приму вечером»
    if not alone:
        # «… красным, досрочное голосование — зло»
        return (
            bool(after) and after[0].key.startswith("голосов") and any(map(_is_matter, _said_of(sentence, at, after)))
        )
    named = {place for one in sentence.mentions for place in range(one.first, one.last + 1)}
    said = [*before, *after[:1], *_said_of(sentence, at, after)]
    return any(_is_matter(one) for one in said if sentence.tokens.index(one) not in named)


def _said_of(sentence: Sentence, at: int, after: list[Token]) -> list[Token]:
    """What is said of the adjective's noun: the words after it, those after a dash too."""
    end = at + 1 + len(after)
    dash = end < len(sentence.tokens) and sentence.tokens[end].text in "-—–"
    return [*after[1:], *(takewhile(lambda one: one.key, sentence.tokens[end + 1 :]) if dash else ())]


def _is_future(token: Token) -> bool:
    tag = None if token.word.tone is not None else _tag(token)
    return tag is not None and tag.POS == "VERB" and tag.tense == "futr"


def _is_matter(token: Token) -> bool:
    if token.has(_SPOKEN) or token.word.tone is not None or token.key.startswith((*_MARKABLE, *_COUNTED, *_CONSENT)):
        return False
    tag = _tag(token)
    if tag is None:
        return not token.key.isdigit()
    return tag.POS in ("NOUN", "PRED", "ADJS") or (tag.POS == "VERB" and tag.person != "1per")


def _tag(token: Token) -> Any:
    parses = known_parses(token.key)
    return parses[0].tag if parses else None
