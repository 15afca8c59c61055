"""Colour words without a name beside them: part of a ballot nearby, a question, or no ballot at all."""

from __future__ import annotations

from parser.candidate import VOTE_TONES, Around, Candidate, Pool, acts, bare_name, condition, is_aside, is_plain_word
from parser.declension import known_parses
from parser.lexicon import ColourForm, Cue
from parser.palette import Tone
from parser.reader import Reader
from parser.records import How, ReviewReason
from parser.tokens import Mention, Sentence, Token

_FEW = 4
_LEGEND = 4
_SOMEBODY = ("игрока", "игроку", "господина", "товарища", "маску", "человека", "персонажа", "номер", "номера")
# «Голос пишется красным»: what the rules say.
_WRITTEN = ("пишется", "пишутся", "пишем", "пишут", "обозначается", "выделяется", "отмечается", "красится")
_TOLD = Cue.VOTE_PAST | Cue.VOTE_OTHERS | Cue.VOTE_YOU


def absorb(sentence: Sentence, at: int, around: Around, pool: Pool) -> bool:
    """Let a colour word without a name go with a ballot that it repeats, or contradict the one that it corrects."""
    tone = sentence.tokens[at].word.tone
    own = [one for one in pool.of(sentence) if one.tone in VOTE_TONES]
    inside = [one for one in own if one.first <= at <= one.last] or [one for one in own if one.first < at]
    if inside:
        last = inside[-1]
        if any(last.last < one.first and one.last < at and not one.self_word for one in sentence.mentions):
            return False  # «Веру красным, Гнева завтра красным»: it is for somebody else
        if last.tone is tone:
            return True
        last.reason = ReviewReason.CONFLICTING_COLOUR
        last.last = max(last.last, at)
        return True
    if around.latest is not None and not sentence.mentions:
        last = around.latest
        content = [
            t
            for t in sentence.tokens
            if t.key
            and not t.word.tone
            and not t.has(Cue.FILLER | Cue.CORRECTION | Cue.SEPARATOR | Cue.EARLY | Cue.FINAL)
        ]
        near = abs(last.sentence.line - sentence.line) <= 2
        if last.tone is tone:
            return True
        if near and len(content) <= 1:
            last.reason = ReviewReason.CONFLICTING_COLOUR
            return True
    return False


def unpaired(
    sentence: Sentence,
    at: int,
    around: Around,
    pool: Pool,
    reader: Reader,
) -> Candidate | None:
    """What a colour word without a name beside it is: a ballot with the name a line above, or a question."""
    token = sentence.tokens[at]
    tone = token.word.tone or Tone.UNCLEAR
    others = [one for place, one in enumerate(sentence.tokens) if one.key and place != at]
    open_words = [
        one for one in others if not one.has(Cue.FILLER | Cue.EARLY | Cue.FINAL | Cue.ASSENT) and not one.word.tone
    ]
    whole = Candidate(
        sentence,
        0,
        len(sentence.tokens) - 1,
        [reader.unknown(sentence, at)],
        tone,
        How.WORD,
        None,
        token.word.form,
        colour_at=at,
    )
    worded = token.word.form is ColourForm.WORD
    if worded and not [one for one in open_words if not one.key.isdigit()]:
        joined = _with_bare_name(sentence, at, around, pool)
        if joined:
            return joined
        whole.reason = ReviewReason.DISTANT_COLOUR if around.named_before else ReviewReason.NO_NAME
        return whole
    if not worded:
        masculine = token.key.endswith(("ый", "ий"))
        if masculine and not sentence.mentions and not open_words:
            whole.reason = ReviewReason.DISTANT_COLOUR if around.named_before else ReviewReason.NO_NAME
            return _with_bare_name(sentence, at, around, pool) or whole
        return _weighed(_unpaired_predicate(sentence, at, whole))
    if any(one.has(Cue.BOTH) for one in others):
        whole.reason = ReviewReason.SEVERAL_NAMES
        return whole
    commas = any(one.text == "," for one in sentence.tokens)
    if commas and any(one.has(Cue.THAT_ONE) for one in sentence.tokens[:at]):
        whole.reason = ReviewReason.UNKNOWN_NAME
        return whole
    return _weighed(_distant(sentence, at, whole, named_before=around.named_before))


def _weighed(whole: Candidate | None) -> Candidate | None:
    """The question as a hypothetical one, where a condition or «бы» says so."""
    if whole is not None and whole.reason in (ReviewReason.DISTANT_COLOUR, ReviewReason.ROLE_CLAIM):
        tokens = whole.sentence.tokens
        if condition(tokens) is not None or any(token.has(Cue.WOULD | Cue.LATER) for token in tokens):
            whole.reason = ReviewReason.HYPOTHETICAL
    return whole


def _unpaired_predicate(sentence: Sentence, at: int, whole: Candidate) -> Candidate | None:
    """«Шут точно красный», «красный летит в Кирилла»: a role, or a vote in odd words; «красная шапка» is neither."""
    tokens = sentence.tokens
    named = [mention for mention in sentence.mentions if not mention.self_word]
    meant = {mention.start for mention in named if mention.first and tokens[mention.first - 1].key == "для"}
    mine = at > 0 and tokens[at - 1].key == "мой"
    names = [mention for mention in named if mine or mention.start in meant or not is_aside(sentence, mention)]
    if not names:
        return None
    others = [token for place, token in enumerate(tokens) if token.key and place != at]
    whole.mentions = names[:1]
    called = at > 0 and tokens[at - 1].key in ("ты", "вы", "он", "она")
    if called or any(token.has(Cue.ROLE) for token in others):
        whole.reason = ReviewReason.ROLE_CLAIM
        return whole
    given = bool(meant) or any(
        (mention.first and (tokens[mention.first - 1].has(Cue.PREPOSITION_TARGET) or _is_aimed(tokens, mention)))
        or _is_dative(mention)
        for mention in names
    )
    masculine = tokens[at].key.endswith(("ый", "ий"))
    beside = [*tokens[at - 1 : at], *tokens[at + 1 : at + 2]]
    taken = masculine and any(parse.tag.POS == "VERB" for one in beside for parse in known_parses(one.key)[:1])
    taken = taken or mine or any(one.key in ("тебе", "вам", "тебя", "вас") for one in beside)
    cast = any(token.has(Cue.VOTE) for token in others)
    whole.reason = ReviewReason.DISTANT_COLOUR
    return whole if cast or (masculine and given) or (taken and len(others) <= 4) else None


def _is_aimed(tokens: list[Token], mention: Mention) -> bool:
    """«красный в сторону Краба», «красный в адрес Краба»."""
    return tokens[mention.first - 1].key in ("сторону", "адрес", "пользу", "направлении")


def _is_dative(mention: Mention) -> bool:
    return bool(mention.named) and all("datv" in one.cases and "nomn" not in one.cases for one in mention.named)


def _with_bare_name(sentence: Sentence, at: int, around: Around, pool: Pool) -> Candidate | None:
    """«Надежда<br>красным», «Красным. Шут.»: a name alone, and beside it its colour alone."""
    token = sentence.tokens[at]
    for neighbour in (around.before, around.after):
        bare = bare_name(neighbour) if neighbour is not None else None
        if neighbour is None or bare is None or abs(neighbour.line - sentence.line) > 2:
            continue
        if neighbour.ends_in_question or pool.of(neighbour):
            continue
        joined = Candidate(neighbour, bare.first, bare.last, [bare], token.word.tone or Tone.UNCLEAR, How.WORD)
        joined.form = token.word.form
        joined.start_text = min(bare.start, token.start)
        joined.end_text = max(bare.end, token.end)
        return joined
    return None


def _distant(sentence: Sentence, at: int, whole: Candidate, *, named_before: bool) -> Candidate | None:
    before = sentence.tokens[at - 1] if at else None
    verb = acts(sentence, at - 1)
    after = sentence.tokens[at + 1] if at + 1 < len(sentence.tokens) else None
    names = [mention for mention in sentence.mentions if not mention.self_word and not is_plain_word(mention, sentence)]
    tones = {token.word.tone for token in sentence.tokens} & {*VOTE_TONES}
    if len(tones) > 1 and not names and len(sentence.tokens) > _LEGEND:
        # «Голос красным, защита синим»: what the colours mean.
        return None
    for cues, reason in ((Cue.ROLE_SEEN, ReviewReason.ROLE_CLAIM), (_TOLD, ReviewReason.REPORTED)):
        if names and any(token.has(cues) for token in sentence.tokens):
            whole.mentions, whole.reason = names[:1], reason
            return whole
    if names and not verb:
        whole.mentions = [names[-1]] if len(names) == 1 else names
        whole.reason = ReviewReason.SEVERAL_NAMES if _together(sentence, names) else ReviewReason.DISTANT_COLOUR
        return whole
    if named_before and at == 0 and after is not None and after.text == "," and not names:
        # «Красным, пожалуй, и закончим.»
        whole.reason = ReviewReason.DISTANT_COLOUR
        return whole
    if not names and at == 0 and after is not None and after.text == "," and _is_short(sentence):
        # «Красным, и без разговоров!»
        whole.reason = ReviewReason.NO_NAME
        return whole
    words = [token for token in sentence.tokens if token.key]
    other = [token for token in words if token is not sentence.tokens[at] and not token.has(Cue.FILLER)]
    if len(other) == 1 and other[0] in (before, after) and _is_plural(other[0]):
        # «Танкистов красным»: a plural names nobody.
        whole.reason = ReviewReason.UNKNOWN_NAME
        return whole
    if not verb and 0 < len(other) <= _FEW and any(map(_is_somebody, words)) and not any(map(_is_verb, words)):
        # «Игрока под номером пять красным.»
        whole.reason = ReviewReason.UNKNOWN_NAME
        return whole
    finite = verb and any(parse.tag.POS in ("VERB", "GRND", "ADJS") for parse in known_parses(words[0].key)[:1])
    if len(words) == 2 and finite and words[0].text[:1].isupper() and not words[0].has(Cue.PAST):
        # «Шля красным»: a word of the language, but it may be half a nick.
        whole.reason = ReviewReason.UNKNOWN_NAME
        return whole
    pronoun = any(token is not None and token.has(Cue.PRONOUN) for token in (before, after))
    if pronoun:
        whole.reason = ReviewReason.DISTANT_COLOUR if named_before else ReviewReason.NO_NAME
        return whole
    if (
        any(token.has(Cue.VOTE) for token in sentence.tokens)
        and not verb
        and not any(t.has(Cue.VOTE_US) or t.key in _WRITTEN for t in sentence.tokens)
    ):
        whole.reason = ReviewReason.DISTANT_COLOUR if named_before else ReviewReason.NO_NAME
        return whole
    return None


def _together(sentence: Sentence, names: list[Mention]) -> bool:
    """«Рыбку с Котом красным»."""
    between = sentence.tokens[names[0].last + 1 : names[1].first] if len(names) == 2 else []
    return [token.key for token in between] in (["с"], ["со"])


def _is_short(sentence: Sentence) -> bool:
    """Whether a sentence says little else, and tells of nothing."""
    open_words = [token for token in sentence.tokens if token.key and not token.word.tone and not token.has(Cue.FILLER)]
    return len(open_words) <= 2 and not any(map(_is_verb, open_words))


def _is_verb(token: Token) -> bool:
    return not token.named and any(parse.tag.POS in ("VERB", "INFN") for parse in known_parses(token.key)[:1])


def _is_somebody(token: Token) -> bool:
    """Whether the word is a person to whom something is done: «соседа снизу красным»."""
    if token.key in _SOMEBODY:
        return True
    tags = [parse.tag for parse in known_parses(token.key)[:2]]
    return any(
        tag.POS == "NOUN" and tag.animacy == "anim" and tag.number == "sing" and tag.case in ("accs", "datv")
        for tag in tags
    )


def _is_plural(token: Token) -> bool:
    tags = [parse.tag for parse in known_parses(token.key)[:1]]
    return any(tag.POS == "NOUN" and tag.number == "plur" and tag.case in ("accs", "gent", "nomn") for tag in tags)
