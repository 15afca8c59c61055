"""Names beside names: joined under one colour («Гнев и Вера красным»), or only said along with the target."""

from __future__ import annotations

from parser.candidate import JOINERS, VOTE_TONES, is_aside, is_plain_word
from parser.declension import known_parses
from parser.lexicon import Cue
from parser.tokens import Mention, Sentence

_OBLIQUE = frozenset(("ablt", "loct"))


def chain(sentence: Sentence, mention: Mention) -> list[Mention]:
    """The name with those joined to it by «и», a comma and the like; one player named twice is one."""
    mentions = [one for one in sentence.mentions if not is_plain_word(one, sentence)]
    if mention not in mentions:
        return [mention]
    at = mentions.index(mention)
    chain = [mention]
    for step in (-1, 1):
        place = at + step
        near = mention
        while 0 <= place < len(mentions):
            other = mentions[place]
            first, last = (other, near) if step < 0 else (near, other)
            between = sentence.tokens[first.last + 1 : last.first]
            if not between or not all(
                token.key in JOINERS or (not token.key and token.text in ",/+&") for token in between
            ):
                break
            if is_aside(sentence, other) or other.self_word or is_owner(other, sentence, accusative=False):
                break
            if (
                _has_own_colour(sentence, other)
                or not _agree(other, mention)
                or _is_common(other, mention, sentence)
                or _did(other, mention, sentence)
            ):
                break
            chain.append(other)
            near = other
            place += step
    return [one for one in chain if one is mention or one.players != mention.players]


def _has_own_colour(sentence: Sentence, mention: Mention) -> bool:
    """Whether a colour word stands right beside the name: «Красным Веру, Гнева синим»."""
    for place, step in ((mention.first - 1, -1), (mention.last + 1, 1)):
        at = place
        while 0 <= at < len(sentence.tokens) and not sentence.tokens[at].key and sentence.tokens[at].text in "-—–:(":
            at += step
        if 0 <= at < len(sentence.tokens) and sentence.tokens[at].word.tone in VOTE_TONES:
            return True
    return False


def _agree(other: Mention, mention: Mention) -> bool:
    """Whether two names can be joined by their cases: «Клянусь Гневом, Веру красным» names one target."""
    mine, its = (frozenset().union(*(one.cases for one in some.named)) for some in (mention, other))
    if not mine or not its or mine & its:
        return True
    oblique = [cases <= _OBLIQUE for cases in (mine, its)]
    # Voters mix the nominative with the accusative, but no further.
    return oblique[0] is oblique[1] and ("nomn" in mine or "nomn" in its)


def _did(other: Mention, mention: Mention, sentence: Sentence) -> bool:
    """Whether the name belongs to a verb before it: «как верно заметил Фунтик, Дейла красным»."""
    before = sentence.tokens[other.first - 1] if other.first else None
    earlier = sentence.tokens[other.first - 2].key if other.first > 1 else ""
    return (
        other.last < mention.first
        and before is not None
        and (before.has(Cue.PAST | Cue.ASSENT) or (earlier == "как" and before.key == "и"))
    )


def _is_common(other: Mention, mention: Mention, sentence: Sentence) -> bool:
    """Whether a nick that is also a word stands there as the word, in a clause of its own: «бросаю якорь, Веру …»."""
    if not other.lower or mention.lower or other.last > mention.first:
        return False
    before = sentence.tokens[other.first - 1] if other.first else None
    return before is not None and bool(before.key) and not before.has(Cue.COLOUR_NOUN)


def is_owner(mention: Mention, sentence: Sentence, *, accusative: bool = True) -> bool:
    """Whether the name only says whose somebody or something is: «соседку Шута красным», «по словам Кати»."""
    before = sentence.tokens[mention.first - 1] if mention.first else None
    if before is None or not before.key or before.word.cues or before.word.tone:
        return False
    genitive = bool(mention.named) and all(
        "gent" in one.cases and "nomn" not in one.cases and not {"accs", "datv"} <= one.cases for one in mention.named
    )
    known = known_parses(before.key)
    return genitive and any(
        parse.tag.POS == "NOUN" and ((parse.tag.case == "accs" and parse.tag.number == "sing") or not accusative)
        for parse in (known if accusative and len(sentence.mentions) == 1 else known[:1])
    )
