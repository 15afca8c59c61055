"""Candidate ballots by paint: names and short phrases that the author coloured."""

from __future__ import annotations

from dataclasses import dataclass

from parser.candidate import JOINERS, LONGEST_PHRASE, VOTE_TONES, Candidate, contradicted, leads_on
from parser.declension import known_parses
from parser.fold import visible
from parser.lexicon import ColourForm, Cue
from parser.palette import Tone
from parser.reader import Reader
from parser.records import How, ReviewReason
from parser.tokens import Mention, Sentence, Token

# So much paint is no ballot; it is looked at in pieces.
_LONGEST_GROUP = 200
_ADJECTIVE_ENDINGS = frozenset(
    ("ый", "ий", "ой", "ая", "яя", "ое", "ее", "ого", "его", "ому", "ему", "ым", "им", "ую", "юю", "ей")
)
_SHORTEST_STEM = 3
JOINING_SIGNS = frozenset(",/+&-–—")


@dataclass(slots=True)
class _Group:
    """Neighbouring tokens of one line under one paint."""

    tone: Tone
    tokens: list[tuple[Sentence, int]]

    @property
    def words(self) -> list[tuple[Sentence, int]]:
        return [(sentence, at) for sentence, at in self.tokens if sentence.tokens[at].key]

    @property
    def length(self) -> int:
        """How many words it has; a name whose letters stand apart is one."""
        apart = 0
        for sentence in _sentences(self):
            for mention in sentence.mentions:
                letters = [token for token in sentence.tokens[mention.first : mention.last + 1] if token.key]
                if len(letters) > 2 and all(len(letter.text) == 1 for letter in letters):
                    apart += len(letters) - 1
        return len(self.words) - apart


def painted(line: list[Sentence], reader: Reader) -> list[Candidate]:
    """The candidates that the paint on one line makes, in order."""
    found: list[Candidate] = []
    for group in _groups(line):
        made = _of_group(group, reader)
        if any(sentence.tokens[at].raw for sentence, at in group.tokens):
            for one in made:
                one.reason = ReviewReason.RAW_MARKUP
        found.extend(made)
    return _joined_paints(found)


def _groups(line: list[Sentence]) -> list[_Group]:
    groups: list[_Group] = []
    current: _Group | None = None
    for sentence in line:
        for at, token in enumerate(sentence.tokens):
            tone = token.tone
            if tone in (None, Tone.NONE) and token.background in (*VOTE_TONES, Tone.UNCLEAR):
                tone = Tone.UNCLEAR
            if tone is None or tone is Tone.NONE:
                # Signs and gaps left unpainted part no phrase; words and arrows do.
                if token.key or _is_arrow(token):
                    current = None
                continue
            if current is None or current.tone is not tone or len(current.tokens) > _LONGEST_GROUP:
                current = _Group(tone, [])
                groups.append(current)
            current.tokens.append((sentence, at))
    return [group for group in groups if group.words]


def _of_group(group: _Group, reader: Reader) -> list[Candidate]:
    if len(group.tokens) == 1 and group.tone in VOTE_TONES and _is_lone_name(*group.tokens[0]):
        # The commonest ballot by far.
        sentence, at = group.tokens[0]
        return [Candidate(sentence, at, at, [*sentence.mentions], group.tone, How.PAINT, alone=True)]
    pieces = _pieces(group)
    mentions = [mention for piece in pieces for mention in _named_in(piece)]
    if not mentions:
        return _nameless(group, reader)
    players = {mention.players for mention in mentions}
    if not any(
        _covered(mention, sentence, reader)
        for sentence in _sentences(group)
        for mention in sentence.mentions
        if mention in mentions
    ):
        return [_candidate(group, mentions, ReviewReason.PARTIAL_NAME)]
    if len(players) > 1 and any(
        len({m.players for m in _named_in(piece)}) > 1 or piece.length > LONGEST_PHRASE for piece in pieces
    ):
        return [_several(group, mentions)]
    if len(players) == 1 and group.length > LONGEST_PHRASE:
        worded = any(sentence.tokens[at].word.form is ColourForm.WORD for sentence, at in group.words)
        if group.tone is Tone.UNCLEAR or worded:
            # A whole post in somebody's favourite colour says nothing; a name with its colour word speaks for itself.
            return []
        return [_candidate(group, mentions[:1], ReviewReason.LONG_TEXT)]
    found: list[Candidate] = []
    for piece in pieces:
        inside = _named_in(piece)
        if inside:
            found.append(_of_piece(piece, inside, reader))
    if len(pieces) > 1 and len(players) == 1 and len(found) > 1:
        # «Гнев! Голосую за Гнева!» under one paint is one ballot.
        return found[:1]
    return found


def _is_lone_name(sentence: Sentence, at: int) -> bool:
    """Whether a word painted from end to end is the only name in its sentence."""
    token = sentence.tokens[at]
    if len(sentence.mentions) != 1 or token.painted != (token.start, token.end) or token.background is not None:
        return False
    mention = sentence.mentions[0]
    return mention.first == mention.last == at and not mention.self_word and bool(mention.players)


def _sentences(group: _Group) -> list[Sentence]:
    return list(dict.fromkeys(sentence for sentence, _ in group.tokens))


def _pieces(group: _Group) -> list[_Group]:
    """A painted stretch cut where one ballot ends and another begins: sentence, arrow, «нет», «лучше»."""
    pieces = [_Group(group.tone, [])]
    for before, (sentence, at) in zip([None, *group.tokens], group.tokens, strict=False):
        token = sentence.tokens[at]
        new = before is not None and (before[0] is not sentence or token.has(Cue.SEPARATOR) or _is_arrow(token))
        if new and pieces[-1].tokens:
            pieces.append(_Group(group.tone, []))
        pieces[-1].tokens.append((sentence, at))
    return [piece for piece in pieces if piece.words]


def _is_arrow(token: Token) -> bool:
    return not token.key and token.text in ">→⇒➔➜➡⟶"


def _named_in(group: _Group) -> list[Mention]:
    """Names that the paint touches; the author's «себя» only where nothing else is said."""
    covered = {(id(sentence), at) for sentence, at in group.tokens}
    names, selves = [], []
    for sentence in _sentences(group):
        for mention in sentence.mentions:
            if not any((id(sentence), at) in covered for at in range(mention.first, mention.last + 1)):
                continue
            if mention.self_word:
                selves.append(mention)
            elif not (
                mention.bare_function and len(group.words) > 1 and (mention.lower or leads_on(mention, sentence))
            ):
                names.append(mention)
    if names or not selves:
        return names
    others = [
        s.tokens[at]
        for s, at in group.words
        if not s.tokens[at].has(Cue.SELF | Cue.FILLER) and not s.tokens[at].word.tone
    ]
    return selves if not others else []


def _of_piece(piece: _Group, mentions: list[Mention], reader: Reader) -> Candidate:
    mention = mentions[0]
    sentence = piece.tokens[0][0]
    if mention not in sentence.mentions:
        sentence = next(s for s, _ in piece.tokens if mention in s.mentions)
    if not _covered(mention, sentence, reader):
        return _candidate(piece, mentions, ReviewReason.PARTIAL_NAME)
    if piece.tone is Tone.UNCLEAR:
        return _candidate(piece, mentions, ReviewReason.UNCLEAR_COLOUR)
    if mention.bare_function and any(not _is_beside(s.tokens[at]) for s, at in piece.words if at != mention.first):
        return _candidate(piece, mentions, ReviewReason.AMBIGUOUS_NAME)
    if contradicted(mention, sentence):
        return _candidate(piece, mentions, ReviewReason.SEVERAL_NAMES)
    return _candidate(piece, mentions, None)


def _is_beside(token: Token) -> bool:
    """Whether a painted word beside a nick leaves it a nick: «голосую за Никто», but not «Всем привет»."""
    return token.word.tone is not None or token.has(
        Cue.FILLER | Cue.VOTE | Cue.ATTACK | Cue.DEFEND | Cue.EARLY | Cue.FINAL
    )


def _covered(mention: Mention, sentence: Sentence, reader: Reader) -> bool:
    """Whether the paint lies on the name: all but one letter, or all but its ending (convention 5)."""
    tokens = sentence.tokens[mention.first : mention.last + 1]
    letters = [place for token in tokens if token.key for place in range(token.start, token.end)]
    painted = {place for token in tokens for place in (range(*token.painted) if token.painted else ())}
    if not painted and any(token.background for token in tokens):
        return True
    missing = [place for place in letters if place not in painted]
    if not missing:
        return True
    have = len(letters) - len(missing)
    part = "".join(
        token.text[place - token.start]
        for token in tokens
        for place in range(token.start, token.end)
        if place in painted
    )
    own = reader.roster.form(reader.key(part)).players
    if set(own) - set(mention.players) or len(mention.players) > 1:
        return False
    if len(tokens) > 1 and own:
        # «[Кот]Бегемот» with only the alias painted.
        return True
    if have <= len(missing):
        return False
    if len(missing) == 1:
        # A number tells «Ёлочка_2» from «Ёлочка_3».
        numbered = any(
            token.text[place - token.start].isdigit()
            for token in tokens
            for place in missing
            if token.start <= place < token.end
        )
        return not numbered or set(reader.roster.guess(part).players) <= set(mention.players)
    at_end = missing[0] == letters[have]
    tail = "".join(token.text for token in tokens)[-len(missing) :].lower()
    if at_end and tail in _ADJECTIVE_ENDINGS and have >= _SHORTEST_STEM:
        return True
    bare = min((len(reader.key(one.player)) for one in mention.named), default=0)
    return at_end and len(missing) <= 3 and (bool(own) or have >= bare - 1)


def _nameless(group: _Group, reader: Reader) -> list[Candidate]:
    """A painted phrase without a known form: a misspelt or foreign name, or no ballot at all."""
    words = group.words
    if len(words) > LONGEST_PHRASE:
        return []
    open_words = [
        (s, at)
        for s, at in words
        if not s.tokens[at].word.tone
        and not s.tokens[at].has(
            Cue.FILLER
            | Cue.VOTE
            | Cue.ATTACK
            | Cue.DEFEND
            | Cue.EARLY
            | Cue.FINAL
            | Cue.PREPOSITION_TARGET
            | Cue.PREPOSITION_OTHER
        )
    ]
    if not open_words:
        return []
    if len({s for s, _ in open_words}) == 1 and len(open_words) > 1:
        sentence = open_words[0][0]
        span = [at for _, at in open_words]
        joined = reader.guess_joined(sentence, span[0], span[-1])
        if joined:
            return [_guessed(group, joined)]
    if len(open_words) > 1:
        return []
    sentence, at = open_words[0]
    token = sentence.tokens[at]
    if token.painted and token.painted[1] - token.painted[0] < (token.end - token.start) * 0.6:
        return _part_of_word(group, sentence, at, reader)
    mention = reader.guess_at(sentence, at)
    if mention is not None and (mention.found or mention.found.similar):
        return [_guessed(group, mention)]
    if group.tone is Tone.UNCLEAR or not looks_like_name(token):
        return []
    return [_candidate(group, [reader.unknown(sentence, at)], ReviewReason.UNKNOWN_NAME)]


def _part_of_word(group: _Group, sentence: Sentence, at: int, reader: Reader) -> list[Candidate]:
    """Half a word is painted; if that half is a nick, somebody may be meant."""
    token = sentence.tokens[at]
    begin, end = token.painted or (token.start, token.end)
    found = reader.roster.form(reader.key(token.text[begin - token.start : end - token.start]))
    if not found or end - begin < 3:
        return []
    return [_candidate(group, [Mention(at, at, token.start, token.end, token.text, found)], ReviewReason.PARTIAL_NAME)]


def _guessed(group: _Group, mention: Mention) -> Candidate:
    if group.tone is Tone.UNCLEAR:
        return _candidate(group, [mention], ReviewReason.UNCLEAR_COLOUR)
    reason = (
        None
        if len(mention.players) == 1
        else ReviewReason.AMBIGUOUS_NAME
        if mention.players
        else ReviewReason.UNKNOWN_NAME
    )
    return _candidate(group, [mention], reason)


def looks_like_name(token: Token) -> bool:
    """Whether an unknown painted word could be somebody's name rather than a word that is stressed."""
    if (
        token.has(Cue.HEADING | Cue.PRONOUN | Cue.NOT | Cue.MAYBE | Cue.CORRECTION)
        or len(token.key) < 2
        or token.key.isdigit()
    ):
        return False
    known = {*known_parses(token.key), *known_parses(visible(token.text))}
    if not known:
        return True
    noun = any(parse.tag.POS == "NOUN" and ("sing" in parse.tag or "Name" in parse.tag) for parse in known)
    return noun and token.text[:1].isupper()


def _several(group: _Group, mentions: list[Mention]) -> Candidate:
    if group.tone is Tone.UNCLEAR:
        return _candidate(group, mentions, ReviewReason.UNCLEAR_COLOUR)
    return _candidate(group, mentions, ReviewReason.SEVERAL_NAMES)


def _candidate(group: _Group, mentions: list[Mention], reason: ReviewReason | None) -> Candidate:
    sentence = next((s for s, _ in group.tokens if mentions[0] in s.mentions), group.tokens[0][0])
    inside = [at for s, at in group.tokens if s is sentence]
    own = [mention for mention in mentions if mention in sentence.mentions] or mentions[:1]
    names = {at for mention in own for at in range(mention.first, mention.last + 1)}
    alone = all(
        at in names or sentence.tokens[at].has(Cue.EARLY | Cue.FINAL) or sentence.tokens[at].word.tone
        for s, at in group.words
        if s is sentence
    )
    # A phrase in paint is a ballot whole; a single name is only itself.
    first, last = min(*inside, min(names)), max(*inside, max(names))
    return Candidate(
        sentence,
        first,
        last,
        mentions,
        group.tone,
        How.PAINT,
        reason,
        alone=alone and len(group.words) == len([at for s, at in group.words if s is sentence]),
    )


def _joined_paints(found: list[Candidate]) -> list[Candidate]:
    """Adjacent paints with only «и», a comma or the like between them name several at once (convention 6)."""
    joined: list[Candidate] = []
    for one in found:
        before = joined[-1] if joined else None
        if before is None or before.sentence is not one.sentence or before.tone is not one.tone:
            joined.append(one)
            continue
        between = one.sentence.tokens[before.last + 1 : one.first]
        partial = before.reason is one.reason is ReviewReason.PARTIAL_NAME
        joins = all((token.key in JOINERS) or (not token.key and token.text in JOINING_SIGNS) for token in between)
        same = before.mention.players == one.mention.players
        if partial or (joins and not same):
            before.last = one.last
            before.mentions = [*before.mentions, *one.mentions]
            if not partial and before.tone is not Tone.UNCLEAR:
                before.reason = ReviewReason.SEVERAL_NAMES
        elif not (same and (joins or [token.text for token in between] == ["("])):
            joined.append(one)
    return joined
