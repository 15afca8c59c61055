"""Nicks that are also words of voting («Красный», «Синий», «Голос»): which of both a word is in its sentence.

Without this, one player called «Красный» would swallow the colour word of everybody's vote.
"""

from __future__ import annotations

from parser.candidate import JOINERS, VOTE_TONES
from parser.lexicon import ColourForm, Cue
from parser.tokens import Mention, Token


def without_homonyms(tokens: list[Token], mentions: list[Mention]) -> list[Mention]:
    """The mentions of a sentence that do name somebody there."""
    if not any(_doubtful(tokens, one) for one in mentions):
        return mentions
    named = [one for one in mentions if not _doubtful(tokens, one)]
    return [one for one in mentions if one in named or _is_name(tokens, one, named)]


def _doubtful(tokens: list[Token], mention: Mention) -> bool:
    token = tokens[mention.first]
    if mention.first != mention.last or mention.self_word:
        return False
    return token.word.tone in VOTE_TONES or token.has(Cue.COLOUR_NOUN | Cue.VOTE | Cue.ATTACK | Cue.DEFEND)


def _is_name(tokens: list[Token], mention: Mention, named: list[Mention]) -> bool:
    token = tokens[mention.first]
    others = [one for one in named if not one.self_word]
    if token.word.tone not in VOTE_TONES:
        # «Мой голос - Вера», but «Голос и Веру красным».
        return not others or any(_joined(tokens, mention, one) for one in others)
    if token.word.form is ColourForm.WORD:
        # «красным» is how votes are written, whoever is called so.
        return False
    if token.tone in VOTE_TONES and (not others or any(_joined(tokens, mention, one) for one in others)):
        return True
    before, after = _neighbour(tokens, mention.first, -1), _neighbour(tokens, mention.first, 1)
    if after is not None and after.word.tone in VOTE_TONES:
        return True
    if before is not None and before.word.form is ColourForm.WORD:
        return True
    # «Вера красный, Синий молчит»: written as a name, where a clause begins.
    opens = token.text.istitle() and (mention.first == 0 or not tokens[mention.first - 1].key)
    coloured = any(one.word.tone in VOTE_TONES for one in tokens if one is not token)
    if opens and coloured:
        return True
    # In «Красный красный» the first is the name.
    return not others and (before is None or before.word.tone not in VOTE_TONES)


def _joined(tokens: list[Token], mention: Mention, other: Mention) -> bool:
    first, last = sorted((mention, other), key=lambda one: one.first)
    between = tokens[first.last + 1 : last.first]
    return bool(between) and all(one.key in JOINERS or one.text in ",/+&" for one in between)


def _neighbour(tokens: list[Token], at: int, step: int) -> Token | None:
    place = at + step
    while 0 <= place < len(tokens):
        if tokens[place].key:
            return tokens[place]
        place += step
    return None
