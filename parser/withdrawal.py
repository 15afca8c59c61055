"""Votes taken back (V6): «снимаю голос с Васи», reported though it has no effect."""

from __future__ import annotations

from parser.lexicon import Cue
from parser.place import Place, negated_at
from parser.tokens import Mention, Sentence, Token

_COUNTED = ("счита", "засчит", "учит", "действу")


def is_withdrawn(place: Place) -> bool:
    """Whether the candidate is only what «снимаю» takes back."""
    first = place.candidate.mention.first - place.candidate.first
    if any(token.has(Cue.WITHDRAW | Cue.WITHDRAW_STRONG) for token in place.inside[: max(0, first)]):
        return True
    for tokens, step in ((place.before, -1), (place.after, 1)):
        for token in tokens[::step]:
            if token.has(Cue.WITHDRAW | Cue.WITHDRAW_STRONG):
                return True
            if token.text == "," or (
                token.key and not token.has(Cue.FILLER | Cue.PREPOSITION_OTHER) and not token.word.tone
            ):
                break
    return False


def withdrawal(sentence: Sentence, author: str) -> tuple[int, int] | None:
    """The tokens (first, last) that say that a vote is taken back, V6; None when the sentence does not."""
    tokens = sentence.tokens
    voice = next((at for at, token in enumerate(tokens) if token.key.startswith("голос")), None)
    for at, token in enumerate(tokens):
        void = token.key.startswith("недейств") or (token.key.startswith(_COUNTED) and negated_at(tokens, at))
        if voice is not None and void and _is_mine(tokens):
            return min(at, voice), max(at, voice)
        strong = token.has(Cue.WITHDRAW_STRONG)
        if not (strong or token.has(Cue.WITHDRAW)) or negated_at(tokens, at):
            continue
        subject = [
            one
            for one in sentence.mentions
            if one.last < at
            and at - one.last <= 2
            and not token.key.endswith(("ю", "юсь", "у"))
            and _acts_itself(sentence, one)
            and author not in one.players
            and not one.self_word
        ]
        if subject or any(other.has(Cue.IF | Cue.MAYBE | Cue.VOTE_YOU | Cue.WHETHER) for other in tokens[:at]):
            continue
        end = _object_of(sentence, at, strong=strong)
        if end is not None:
            return at, end
    return None


def _acts_itself(sentence: Sentence, mention: Mention) -> bool:
    """Whether the name is the one who acts: in the nominative, without a preposition."""
    before = sentence.tokens[mention.first - 1] if mention.first else None
    governed = before is not None and before.has(Cue.PREPOSITION_TARGET | Cue.PREPOSITION_OTHER)
    return not governed and any("nomn" in one.cases for one in mention.named)


def _is_mine(tokens: list[Token]) -> bool:
    return any(token.key in ("мой", "мою", "прежний", "предыдущий", "свой") for token in tokens)


def _object_of(sentence: Sentence, at: int, *, strong: bool) -> int | None:
    tokens = sentence.tokens
    starts = {mention.first: mention for mention in sentence.mentions}
    clause = at
    while clause and tokens[clause - 1].text not in ",;:":
        clause -= 1
    if any(token.key.startswith("голос") for token in tokens[clause:at]):
        return at
    place = at + 1
    last = at
    while place < len(tokens):
        token = tokens[place]
        if place in starts and not starts[place].self_word:
            return starts[place].last
        if token.key.startswith(("голос", "красн", "син")) or token.word.tone or token.has(Cue.EARLY):
            last = place
            # «… голос с Гнева»: whose vote it was.
            after = place + 1
            if (
                after + 1 < len(tokens)
                and tokens[after].key in ("с", "со", "за", "против", "от")
                and after + 1 in starts
            ):
                last = starts[after + 1].last
            return last
        if not token.key:
            if token.text in ".!":
                return last if strong or last == at else None
            if token.text == ",":
                return at if strong else None
        elif not token.has(Cue.FILLER | Cue.PRONOUN) and token.key not in (
            "от",
            "с",
            "со",
            "все",
            "назад",
            "обратно",
            "предыдущий",
            "прежний",
            "прошлый",
        ):
            return None
        last = place
        place += 1
    return last
