"""Who else acts around a vote, by the grammar of the words: «Соня предлагает Рыбку», «мафия хочет Рыбку красным»."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

from parser.declension import known_parses
from parser.lexicon import Cue
from parser.tokens import Mention, Sentence, Token

_MANY = ("многие", "некоторые", "большинство")
CROWDS = ("мафия", "город", "народ", "толпа", "большинство", "команда")
"""Who acts as one."""


def tag_of(token: Token) -> Any:
    """What the dictionary says of the word, its likeliest reading; None for unknown words, names and signs."""
    parses = known_parses(token.key) if token.key and not token.named else ()
    return parses[0].tag if parses else None


def _does(token: Token) -> bool:
    """Whether it is a verb of somebody who is neither the author nor the reader."""
    tag = tag_of(token)
    return tag is not None and tag.POS == "VERB" and (tag.person == "3per" or tag.tense == "past")


def acts_between(mention: Mention, between: list[Token]) -> bool:
    """Whether words join a name to the target as who wants it: «Соня предлагает Рыбку», «Соня зря Рыбку»."""
    if not all(token.key for token in between) or not any("nomn" in one.cases for one in mention.named):
        return False
    kinds = {tag.POS for tag in map(tag_of, between) if tag is not None}
    return any(_does(token) for token in between) or kinds == {"ADVB"}


def somebody_acts(clause: list[Token]) -> bool:
    """Whether somebody who is no player does something to the target: «мафия хочет Рыбку красным»."""
    for at, token in enumerate(clause[:-1]):
        tag = tag_of(token)
        living = tag is not None and tag.POS == "NOUN" and tag.case == "nomn" and tag.animacy == "anim"
        someone = token.key in ("он", "она", "они", "кто", "некто") or (token.key in ("то", "нибудь") and at > 1)
        if (living or someone or token.key in CROWDS) and _does(clause[at + 1]):
            return True
    return False


def acts_after(sentence: Sentence, after: list[Token], author: str) -> bool:
    """Whether those who cast it come after the vote: «за Гнома красным Шут голосовал», «Гнома красным поставили»."""
    near = list(takewhile(lambda token: token.key, after))
    # «Кощей красным голосовал»: whoever did, it was done.
    if any(token.has(Cue.VOTE_PAST) for token in near[:4]) or (near and near[0].key in _MANY):
        return True
    for mention in sentence.mentions:
        if mention.self_word or author in mention.players or not any("nomn" in one.cases for one in mention.named):
            continue
        if sentence.tokens[mention.first] in near:
            following = sentence.tokens[mention.last + 1 : mention.last + 3]
            before = sentence.tokens[max(0, mention.first - 2) : mention.first]
            return any(token.has(Cue.VOTE_PAST | Cue.VOTE_OTHERS) for token in following) or any(
                token in near and token.has(Cue.PAST) for token in before
            )
    return False


_SPEAKING = ("говор", "крич", "пиш", "шепч", "твер", "уверя", "требу", "предлага", "сове", "прос", "утвержда", "намека")
_STARTING = ("начина", "начал", "начн")


def says_that(before: list[Token]) -> bool:
    """Whether the vote is what somebody says: «Ирина пишет, что Веру красным», «Говорят, Веру красным»."""
    if len(before) > 1 and before[-1].text in ",:":
        last = tag_of(before[-2])
        if last is not None and last.POS == "VERB" and last.person == "3per":
            many = before[-2].key.startswith(_SPEAKING) and last.number == "plur"
            if many or before[-2].key.startswith(_STARTING):
                return True
    for at in range(len(before) - 1, 0, -1):
        if before[at].key in ("что", "будто", "якобы", "дескать") and before[at - 1].text == ",":
            told = list(takewhile(lambda token: token.key, reversed(before[: at - 1])))
            return any(_does(token) for token in told[:3])
    return False


def counts_people(token: Token) -> bool:
    """Whether the word counts votes or voters: «трое», «двое», «три»."""
    tag = tag_of(token)
    return tag is not None and tag.POS == "NUMR" and tag.case in ("nomn", "accs", None)


# «Лови красный, Вера»: said to the one who gets it.
_HANDING = ("лови", "держи", "получай", "получи", "принимай", "хватай", "смотри", "смотрите", "прости", "простите")


def calls(clause: list[Token]) -> bool:
    """Whether somebody else is told to do it: «Попробуйте Пана красным»."""
    tags = [tag_of(token) for token in clause if token.key not in _HANDING and not token.has(Cue.FILLER | Cue.VOTE_YOU)]
    return any(tag is not None and tag.POS == "VERB" and (tag.mood == "impr" or tag.person == "2per") for tag in tags)
