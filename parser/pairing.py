"""Candidate ballots by colour words: «Гнев красным», «ставлю красный на Доброту», each word with its name."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from parser.candidate import (
    VOTE_TONES,
    Around,
    Candidate,
    Pool,
    acts,
    contradicted,
    is_aside,
    is_plain_word,
    is_told,
)
from parser.colours import doubt_by_emoji, is_old_colour, is_shade, is_vote_colour
from parser.declension import known_parses
from parser.joining import chain, is_owner
from parser.lexicon import ColourForm, Cue
from parser.palette import Tone
from parser.reader import Reader
from parser.records import How, ReviewReason
from parser.tokens import Mention, Sentence, Token
from parser.unpaired import absorb, unpaired

_MOST_FILLERS = 5


def add_worded(
    sentence: Sentence,
    around: Around,
    pool: Pool,
    reader: Reader,
) -> None:
    """Pair each colour word of a sentence with its name; candidates that paint made already absorb their word."""
    taken: dict[int, Candidate] = {}
    alone: list[int] = []
    inside_names = {
        at for mention in sentence.mentions if not mention.self_word for at in range(mention.first, mention.last + 1)
    }
    # Beside a colour word a coloured emoji is an ornament.
    worded = any(token.key and token.word.tone in VOTE_TONES for token in sentence.tokens)
    for at, token in enumerate(sentence.tokens):
        if token.word.tone is None or at in inside_names or not is_vote_colour(sentence, at, inside_names):
            continue
        if (not token.key and worded) or _begins_name(sentence, at, reader):
            continue
        tone = token.word.tone
        if token.tone in VOTE_TONES and tone in VOTE_TONES and token.tone is not tone:
            reason: ReviewReason | None = ReviewReason.CONFLICTING_COLOUR
        else:
            shade = tone is Tone.UNCLEAR or is_shade(sentence, at)
            reason = ReviewReason.UNCLEAR_COLOUR if shade else None
        mentions = _target_of(sentence, at, taken, reader)
        if mentions:
            _pair(sentence, at, mentions, reason, taken, pool)
            continue
        if tone is not Tone.UNCLEAR:
            alone.append(at)
    # Colour words without a name of their own, once it is known which names have one.
    for at in alone:
        if not absorb(sentence, at, around, pool):
            orphan = unpaired(sentence, at, around, pool, reader)
            if orphan and not _is_spoken_for(orphan, pool):
                pool.add(orphan)
    if worded:
        doubt_by_emoji(sentence, pool)


def _is_spoken_for(orphan: Candidate, pool: Pool) -> bool:
    """Whether the name that a lone colour word could be for has its own: «снимаю красный с Веры, красный Гневу»."""
    own = {id(mention) for one in pool.of(orphan.sentence) for mention in one.mentions}
    return bool(own) and all(id(mention) in own for mention in orphan.mentions)


def _begins_name(sentence: Sentence, at: int, reader: Reader) -> bool:
    """Whether the colour word is the first of a misspelt name: «Красную Шапачку красным»."""
    following = sentence.tokens[at + 1 : at + 2]
    if not (following and following[0].key and following[0].word.tone is None) or not reader.roster.longest:
        return False
    return reader.guess_joined(sentence, at, at + 1) is not None


def _pair(
    sentence: Sentence,
    at: int,
    mentions: list[Mention],
    reason: ReviewReason | None,
    taken: dict[int, Candidate],
    pool: Pool,
) -> None:
    token = sentence.tokens[at]
    tone = token.word.tone or Tone.UNCLEAR
    places = {at, *(place for mention in mentions for place in (mention.first, mention.last))}
    for one in pool.of(sentence):
        shared = [mention for mention in one.mentions if mention in mentions]
        if shared or (one.first <= at <= one.last and one.mention.players == mentions[0].players):
            if one.reason is ReviewReason.RAW_MARKUP and tone in VOTE_TONES:
                # Whatever became of the tags, the word stands.
                one.how, one.reason = How.WORD, reason if one.tone is tone else ReviewReason.CONFLICTING_COLOUR
                one.colour_at = at
            elif one.tone is tone or tone is Tone.UNCLEAR:
                one.last, one.first = max(one.last, at), min(one.first, at)
                one.colour_at = at
            elif one.tone is Tone.UNCLEAR:
                # The paint says nothing, the word does.
                one.tone, one.how, one.reason = tone, How.WORD, reason
                one.last, one.first, one.colour_at = max(one.last, *places), min(one.first, *places), at
            else:
                one.reason = ReviewReason.CONFLICTING_COLOUR
                one.last, one.first = max(one.last, *places), min(one.first, *places)
            taken[mentions[0].start] = one
            return
    known = taken.get(mentions[0].start)
    if known is not None:
        if known.tone is not tone:
            known.reason = ReviewReason.CONFLICTING_COLOUR
        known.last, known.first = max(known.last, at), min(known.first, at)
        return
    beside = [token for token in (*sentence.tokens[:at][-1:], *sentence.tokens[at + 1 : at + 2]) if token.has(Cue.BOTH)]
    if reason is None and (len({mention.players for mention in mentions}) > 1 or beside):
        reason = ReviewReason.SEVERAL_NAMES
    elif reason is None and not mentions[0].self_word:
        if not mentions[0].players:
            reason = ReviewReason.UNKNOWN_NAME
        elif contradicted(mentions[0], sentence):
            reason = ReviewReason.SEVERAL_NAMES
        elif is_owner(mentions[0], sentence):
            reason = ReviewReason.UNKNOWN_NAME
    one = Candidate(sentence, min(places), max(places), mentions, tone, How.WORD, reason, token.word.form, colour_at=at)
    taken[mentions[0].start] = one
    pool.add(one)


@dataclass(slots=True)
class _Side:
    mention: Mention | None = None
    comma: bool = False
    blocked: int | None = None
    """The word that stands in the way."""


def _target_of(sentence: Sentence, at: int, taken: dict[int, Candidate], reader: Reader) -> list[Mention]:
    """The name, or names, that a colour word belongs to."""
    left, right = _side(sentence, at, -1), _side(sentence, at, 1)
    if left.comma and _is_description(sentence, at):
        left.mention, left.blocked = None, None
    chosen = None
    _keep_in_clause(sentence, at, left, right)
    free_left = left.mention if left.mention and left.mention.start not in taken else None
    if free_left and right.mention and left.comma and not right.comma:
        chosen = right.mention
    elif free_left:
        chosen = free_left
        if right.mention and not left.comma and not right.comma and _stray(sentence, at, right.mention):
            return [free_left, right.mention]
    elif right.mention:
        chosen = right.mention
    elif left.mention and not sentence.tokens[at].has(Cue.ABBREVIATION):
        chosen = left.mention
    if chosen is not None:
        return chain(sentence, chosen)
    guessed = _guess_beside(sentence, at, left, right, reader)
    return chain(sentence, guessed) if guessed else []


def _keep_in_clause(sentence: Sentence, at: int, left: _Side, right: _Side) -> None:
    """Forget a name beyond a comma where the colour word has its own clause: «маяк горит красным, шторм идёт»."""
    if right.comma and right.mention and (is_told(sentence, at) or right.mention.self_word):
        right.mention = None
    if left.comma and left.mention and left.mention.self_word:
        left.mention = None


def _is_description(sentence: Sentence, at: int) -> bool:
    """«того, кто писал перед Розой, красным»: somebody is described, and nobody named."""
    tokens = [token for token in sentence.tokens[:at] if token.key]
    return any(
        token.has(Cue.THAT_ONE) and (following.key in ("кто", "что") or following.key.startswith("котор"))
        for token, following in itertools.pairwise(tokens)
    )


def _stray(sentence: Sentence, at: int, mention: Mention) -> bool:
    """Whether a name right after «X красным» hangs in the air, so that either could be meant."""
    later = sentence.tokens[mention.last + 1 :]
    return mention.first == at + 1 and not any(token.key for token in later)


def _side(sentence: Sentence, at: int, step: int) -> _Side:
    tokens = sentence.tokens
    starts = {mention.last if step < 0 else mention.first: mention for mention in sentence.mentions}
    side = _Side()
    place = at + step
    fillers = 0
    while 0 <= place < len(tokens):
        token = tokens[place]
        mention = starts.get(place)
        if mention is not None and not is_plain_word(mention, sentence):
            if mention.self_word and is_aside(sentence, mention):
                place += 2 * step  # «Крабу от меня красный»
                continue
            if mention.self_word and place and tokens[place - 1].key in _SORRY:
                place += step  # «прости меня, но красным»
                continue
            if not is_aside(sentence, mention):
                side.mention = mention
            return side
        beyond = _beyond_aside(tokens, place, step)
        if beyond is not None:
            place = beyond
            continue
        if not token.key:
            if token.text in ",;" or (token.text == ":" and step < 0):
                side.comma = True
        elif token.word.tone is not None:
            # A second colour word is no filler; it looks for its own name.
            same = token.word.tone is tokens[at].word.tone
            if not same and not is_old_colour(sentence, place):
                side.blocked = place
                return side
        elif (
            (step < 0 and place == at - 2 and is_shade(sentence, at))
            or token.has(Cue.FILLER | Cue.EARLY | Cue.FINAL | Cue.NOT | Cue.WHETHER)
            or token.key in _SORRY
            or (
                token.key in ("с", "из") and place + 1 < len(tokens) and tokens[place + 1].key in ("красного", "синего")
            )
        ):
            fillers += 1
            if fillers > _MOST_FILLERS:
                side.blocked = place
                return side
        else:
            side.blocked = place
            return side
        place += step
    return side


_SORRY = frozenset(
    ("прости", "простите", "извини", "извините", "извиняй", "сорри", "сори", "сорян", "пардон", "звиняй", "увы")
)
_ASIDES = {")": "(", "(": ")", "*": "*", ",": ","}
_MOST_ASIDE = 5
_NEVER_ASIDE = Cue.NOT | Cue.IF | Cue.WOULD | Cue.WHETHER | Cue.VOTE_OTHERS | Cue.VOTE_PAST | Cue.VOTE_YOU | Cue.OR
# What may be put in between commas and leaves the rest of the sentence whole: «Веру, ты уж извини, красным».
_POLITE = frozenset(
    (
        *_SORRY,
        *("прощай", "уж", "ты", "вы", "меня", "без", "обид", "не", "обижайся", "обижайтесь", "серчай"),
        *("дорогой", "дорогая", "милый", "милая", "мой", "моя", "друг", "дружок", "подруга", "увы", "жаль", "к"),
        *("сожалению", "уважаемый", "уважаемая", "солнышко", "солнце", "родной", "родная", "брат", "братан", "ничего"),
        *(
            "наверное",
            "наверно",
            "пожалуй",
            "видимо",
            "возможно",
            "кажется",
            "личного",
            "конечно",
            "но",
            "и",
            "а",
            "радость",
            "моего",
            "ради",
            "бога",
            "прошу",
            "прощения",
        ),
    )
)


def _beyond_aside(tokens: list[Token], at: int, step: int) -> int | None:
    """The place beyond an aside that begins here, read from the colour word: «красным (с телефона) Веру»; or None."""
    if step < 0 and tokens[at].has(Cue.BUT) and tokens[at].key in ("но", "а", "и"):
        at -= 1
    if not 0 < at < len(tokens) - 1 or tokens[at].key or tokens[at].text not in _ASIDES:
        return None
    sign = tokens[at].text
    if sign in "()" and (sign == ")") is not (step < 0):
        return None
    words = 0
    place = at + step
    while 0 <= place < len(tokens):
        token = tokens[place]
        if token.text == _ASIDES[sign]:
            again = _beyond_aside(tokens, place, step) if sign == "," and words else None
            return again if again is not None else place + step if words else None
        words += bool(token.key)
        if token.named or token.word.tone is not None or token.text in "?;:" or words > _MOST_ASIDE:
            return None
        if sign == "," and token.text in ".!":
            return None
        if token.key not in _POLITE and (sign == "," or token.has(_NEVER_ASIDE)):
            return None
        place += step
    return None


_NO_NAME = (Cue.PRONOUN | Cue.VOTE | Cue.VOTE_US | Cue.MAYBE | Cue.WITHDRAW | Cue.PAST | Cue.HEADING | Cue.NOT) | (
    Cue.CORRECTION
)


def _guess_beside(sentence: Sentence, at: int, left: _Side, right: _Side, reader: Reader) -> Mention | None:
    """A misspelt or unknown name right beside the colour word."""
    colour = sentence.tokens[at]
    for side, step in ((left, -1), (right, 1)):
        if side.blocked is None or side.mention is not None:
            continue
        token = sentence.tokens[side.blocked]
        if not token.key or token.word.tone or (token.has(_NO_NAME) and token.key != "гм"):
            continue
        edge = side.blocked
        joined = (
            reader.guess_joined(sentence, edge - 1, edge)
            if step < 0 and edge
            else reader.guess_joined(sentence, edge, edge + 1)
        )
        mention = joined or reader.guess_at(sentence, edge)
        if mention is not None and (mention.found or mention.found.similar):
            return mention
        if (
            colour.word.tone is Tone.UNCLEAR
            or (side.comma and (step > 0 or token.key == "гм"))
            or (step > 0 and acts(sentence, at - 1))
            or (edge and token.text.islower() and sentence.tokens[edge - 1].has(Cue.VOTE_PAST))
        ):
            continue  # «вчера красил забор синим» among them
        given = any(parse.tag.case == "datv" for parse in known_parses(token.key))
        if (colour.word.form is ColourForm.WORD or given) and could_be_object(token) and not _described(sentence, edge):
            return reader.unknown(sentence, edge)
    return None


def _described(sentence: Sentence, at: int) -> bool:
    """Whether the word is inside a description that is handled as a whole («того, кто писал выше»)."""
    return any(token.has(Cue.THAT_ONE) for token in sentence.tokens[:at])


_MATTERS = frozenset(
    (
        *(
            "имя",
            "имени",
            "ник",
            "ника",
            "никнейм",
            "защита",
            "защиту",
            "обвинение",
            "атака",
            "слово",
            "слова",
            "текст",
        ),
        *("буквы", "букву", "фраза", "фразу", "надпись", "пост", "сообщение", "строку", "строка", "всё", "все"),
    )
)
"""What rules and reminders say is written in a colour."""


def could_be_object(token: Token) -> bool:
    """Whether a word that is nobody's name could be what the colour is given to: a noun, or an unknown word."""
    if token.key in _MATTERS:
        return False
    if token.key == "гм":
        return True
    known = known_parses(token.key)
    if not known:
        return (len(token.key) > 1 or token.text.isupper()) and not token.key.isdigit()
    first = known[0].tag
    if token.text[:1].isupper() and any(parse.tag.POS == "NOUN" and parse.tag.case == "datv" for parse in known):
        return True
    cases = ("accs", "nomn", "gent", "datv") if first.POS == "NOUN" else ("accs", "gent", "datv")
    # «ведущего», «первого»: an adjective may stand for somebody too.
    living = any(parse.tag.gender == "masc" and parse.tag.case in cases for parse in known)
    thing = first.POS != "NOUN" and first.gender == "neut" and not living
    return first.POS in ("NOUN", "ADJF", "PRTF") and first.case in cases and "plur" not in first and not thing
