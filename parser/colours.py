"""Colour words: which of them can give a ballot its colour, and which belong to a thing, a choice or a change."""

from __future__ import annotations

from parser.candidate import VOTE_TONES, Pool
from parser.declension import known_parses
from parser.lexicon import Cue
from parser.palette import Tone
from parser.records import ReviewReason
from parser.tokens import Sentence

_SIGNALS = {"🔴": Tone.RED, "🟥": Tone.RED, "🔵": Tone.BLUE, "🟦": Tone.BLUE}


def is_vote_colour(sentence: Sentence, at: int, names: set[int]) -> bool:
    """Whether a colour word stands by itself rather than with a thing («красным платьем», «синим пламенем»)."""
    tokens = sentence.tokens
    token = tokens[at]
    alone = not any(other.key for other in tokens if other is not token)
    if token.has(Cue.ABBREVIATION) and not (alone or _beside(sentence, at, names)):
        return False
    if (is_shade(sentence, at) and at - 3 not in names) or _is_choice(sentence, at) or is_old_colour(sentence, at):
        return False
    if _is_legend(sentence, at):
        return False
    following = at + 1
    if following >= len(tokens) or not tokens[following].key or following in names:
        return True
    after = tokens[following]
    if after.has(Cue.COLOUR_NOUN | Cue.FILLER | Cue.VOTE | Cue.TIME) or after.word.tone:
        return True
    if any(parse.tag.tense == "past" and parse.tag.gender == "neut" for parse in known_parses(after.key)[:1]):
        return False  # «ночью красным горело»
    mine = [parse.tag for parse in known_parses(token.key) if parse.tag.POS == "ADJF"]
    # The likeliest reading: «потом» is no sweat.
    for parse in known_parses(after.key)[:1]:
        tag = parse.tag
        if tag.POS == "NOUN" and any(
            tag.case == own.case and tag.number == own.number and own.gender in (None, tag.gender) for own in mine
        ):
            return False
    return True


def _is_legend(sentence: Sentence, at: int) -> bool:
    """«красный - против, синий - за», «красным по белому»: what a colour means, or a saying."""
    near = [token.key or token.text for token in sentence.tokens[at + 1 : at + 3]]
    if near[:1] == ["по"] and near[1:] and near[1].startswith(("бел", "черн", "син", "красн")):
        return True
    return len(near) == 2 and not sentence.mentions and near[0] in "-—–=:" and near[1] in ("против", "за")


def is_shade(sentence: Sentence, at: int) -> bool:
    """Whether the colour is only half of a word: «тёмно-синим», «красно-синим»."""
    tokens = sentence.tokens
    sign = tokens[at - 1] if at > 1 else None
    joined = sign is not None and sign.text == "-" and sign.end == tokens[at].start
    return joined and tokens[at - 2].key.endswith(("о", "е"))


def is_old_colour(sentence: Sentence, at: int) -> bool:
    """«меняю красный на синий»: the colour that is given up."""
    tokens = sentence.tokens
    change = any(token.has(Cue.CHANGE | Cue.REPAINT) for token in tokens[:at])
    after = tokens[at + 1 : at + 3]
    return change and len(after) == 2 and after[0].key == "на" and after[1].word.tone in VOTE_TONES


def _beside(sentence: Sentence, at: int, names: set[int]) -> bool:
    for step in (-1, 1):
        place = at + step
        while 0 <= place < len(sentence.tokens) and not sentence.tokens[place].key:
            place += step
        if place in names:
            return True
    return False


def _is_choice(sentence: Sentence, at: int) -> bool:
    """«красным или синим»: the colours are spoken of, not given."""
    tone = sentence.tokens[at].word.tone
    repeated = [one.key for one in sentence.tokens[max(0, at - 2) : at]]
    following = [one.key for one in sentence.tokens[at + 1 : at + 3]]
    mine = sentence.tokens[at].key
    if "хоть" in repeated[-1:] or repeated == [mine, "так"] or following == ["так", mine]:
        return True  # «хоть красным, хоть синим», «красным так красным»
    for step in (-1, 1):
        place = at + step
        joined = False
        while 0 <= place < len(sentence.tokens):
            token = sentence.tokens[place]
            if token.has(Cue.OR) or token.key == "и" or token.text in "/,":
                joined = True
            else:
                break
            place += step
        if joined and 0 <= place < len(sentence.tokens):
            other = sentence.tokens[place].word.tone
            if other in VOTE_TONES and other is not tone and not sentence.mentions:
                return True
    return False


def doubt_by_emoji(sentence: Sentence, pool: Pool) -> None:
    """Make a question of a ballot with an emoji in the other colour right beside it: «Гнев 🔵 красным»."""
    for at, token in enumerate(sentence.tokens):
        tone = None if token.key else _SIGNALS.get(token.text)
        for one in pool.of(sentence) if tone is not None else ():
            if one.first - 1 <= at <= one.last + 1 and one.tone in VOTE_TONES and one.tone is not tone:
                one.reason = ReviewReason.CONFLICTING_COLOUR
