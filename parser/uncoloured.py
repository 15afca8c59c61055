"""Names that are meant as a vote but have no colour (V1), or only the board's."""

from __future__ import annotations

from parser.candidate import VOTE_TONES, Candidate, bare_name, by_line
from parser.lexicon import Cue
from parser.palette import Tone
from parser.records import ReviewReason
from parser.tokens import Mention, Sentence, Token

# What before a name says that no vote is being cast now.
_NOT_NOW = (
    Cue.IF | Cue.MAYBE | Cue.WOULD | Cue.VOTE_FUTURE | Cue.VOTE_US | Cue.LATER | Cue.BEFORE | Cue.VOTE_YOU | Cue.WHETHER
)
_CASTS = Cue.VOTE | Cue.ATTACK
# Nouns that cast a vote only with a sign after them: «Мой кандидат - Жнец».
_NEEDS_SIGN = frozenset(("выбор", "кандидат", "кандидатура"))


def uncoloured(
    sentences: list[Sentence], judged: list[Candidate], taken_back: list[Sentence], author: str
) -> list[tuple[Mention, ReviewReason]]:
    """Names to ask about. `judged`: the candidates that have a colour; `taken_back`: sentences that withdraw a vote."""
    used = {id(mention) for one in judged for mention in one.mentions}
    voted = {name for one in judged for name in one.mention.players}
    withdrawn = {id(sentence) for sentence in taken_back}
    found = []
    for line in by_line(sentences):
        for sentence in line:
            if id(sentence) in withdrawn:
                continue
            alone = not judged and all(other is sentence or _is_little(other) for other in line)
            if not (alone or sentence.vivid or sentence.cues & _CASTS):
                continue
            for mention in sentence.mentions:
                reason = _asked_about(sentence, mention, author, alone=alone)
                if reason is not None:
                    if mention.lower and any(one.sentence is sentence and not one.mention.lower for one in judged):
                        break  # «Бросаю якорь, Чайку красным»: a word, where names are written large.
                    if id(mention) not in used and not voted & set(mention.players):
                        found.append((mention, reason))
                    break
    return found


def _asked_about(sentence: Sentence, mention: Mention, author: str, *, alone: bool) -> ReviewReason | None:
    named = sentence.tokens[mention.first : mention.last + 1]
    engine = any(token.engine in (*VOTE_TONES, Tone.UNCLEAR) for token in named)
    meant = _is_meant(sentence, mention, author) or (alone and _is_bare(sentence, mention))
    if engine and (meant or any(token.doubtful for token in named)):
        return ReviewReason.ENGINE_COLOUR
    return ReviewReason.NO_COLOUR if meant and not mention.self_word else None


def _is_little(sentence: Sentence) -> bool:
    """Whether a sentence beside a name only says that it is a vote: «Гнев. Мой голос.»."""
    return not sentence.ends_in_question and all(
        token.has(Cue.FILLER | Cue.VOTE | Cue.EARLY | Cue.FINAL) for token in sentence.tokens if token.key
    )


def _is_bare(sentence: Sentence, mention: Mention) -> bool:
    return bare_name(sentence) is mention and not sentence.ends_in_question


def _is_meant(sentence: Sentence, mention: Mention, author: str) -> bool:
    """Whether the words right before a name cast a vote for it: «голосую за Гнева», «мой голос - Ли»."""
    tokens = sentence.tokens
    if mention.bare_function and mention.lower:
        return False
    if sentence.cues & _CASTS == 0 and not sentence.vivid:
        return False
    # A name that stands out in no colour of a vote, among words that are painted in one.
    grey = all(token.tone is Tone.NONE for token in tokens[mention.first : mention.last + 1])
    if grey and any(token.tone in VOTE_TONES for token in tokens):
        return True
    not_now = sentence.cues & _NOT_NOW and any(token.has(_NOT_NOW) for token in tokens[: mention.first])
    if sentence.ends_in_question or not_now:
        return False
    sign = False
    for at in range(mention.first - 1, -1, -1):
        token = tokens[at]
        if not token.key:
            if token.text in ",;":
                return False
            sign = sign or token.text in ":-—–"
        elif token.has(Cue.NOT) or (token.key in ("голос", "голоса") and not sign and _is_voter(mention, at, tokens)):
            return False
        elif token.has(Cue.VOTE) and (sign or token.key not in _NEEDS_SIGN):
            return not _others_act(sentence, at, author)
        elif token.key == "против" and not any(other.key for other in tokens[:at]):
            return not any(other.has(Cue.NOT) for other in tokens[mention.last + 1 :][:3])
        elif not token.has(Cue.FILLER):
            break
    return False


def _others_act(sentence: Sentence, at: int, author: str) -> bool:
    if any(token.has(Cue.NOT) for token in sentence.tokens[max(0, at - 2) : at]):
        return True
    return any(one.last < at and author not in one.players and not one.self_word for one in sentence.mentions)


def _is_voter(mention: Mention, at: int, tokens: list[Token]) -> bool:
    """«голос Жнеца меня удивил»: whose vote it is, not for whom."""
    mine = any(token.key.startswith(("мо", "сво", "отда", "ставл")) for token in tokens[:at])
    genitive = all(one.cases and not {"nomn", "datv"} & one.cases for one in mention.named)
    return genitive and not mine and mention.first == at + 1
