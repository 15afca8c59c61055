"""A candidate ballot: what the marks on the page say, before anybody asks whether it is meant."""

from __future__ import annotations

from dataclasses import dataclass

from parser.declension import known_parses
from parser.fold import visible
from parser.lexicon import ColourForm, Cue
from parser.palette import Tone
from parser.records import How, ReviewReason
from parser.tokens import Mention, Sentence, Token

LONGEST_PHRASE = 5
"""Words of a painted phrase that still reads as a ballot (convention 7)."""
JOINERS = frozenset(("и", "или", "либо", "да"))
VOTE_TONES = (Tone.RED, Tone.BLUE)
_CASTING = Cue.FILLER | Cue.VOTE | Cue.ATTACK | Cue.DEFEND
_ACTING = ("VERB", "PRTS", "PRTF", "ADJS", "INFN", "GRND")


@dataclass(slots=True, eq=False)
class Candidate:
    """What could be a ballot."""

    sentence: Sentence
    first: int
    last: int
    """Tokens of the sentence that it spans, the name and its colour words."""
    mentions: list[Mention]
    tone: Tone
    how: How
    reason: ReviewReason | None = None
    """Why it is a question already."""
    form: ColourForm | None = None
    alone: bool = False
    """The painted words are the name and nothing else."""
    colour_at: int | None = None
    """The token of its colour word."""
    early: bool = False
    final: bool = False
    voter: str | None = None
    start_text: int | None = None
    end_text: int | None = None
    """Where its text begins and ends, when that is in another sentence."""

    @property
    def mention(self) -> Mention:
        """Its name."""
        return self.mentions[0]

    @property
    def start(self) -> int:
        """Where its text begins."""
        return self.start_text if self.start_text is not None else self.sentence.tokens[self.first].start

    @property
    def end(self) -> int:
        """Where its text ends."""
        return self.end_text or self.sentence.tokens[self.last].end


@dataclass(frozen=True, slots=True)
class Around:
    """What stands beside a sentence."""

    before: Sentence | None
    after: Sentence | None
    latest: Candidate | None
    """The last ballot before it."""
    named_before: bool
    """Whether somebody is named earlier in the post, quotes included."""


class Pool:
    """The candidates of a post in the making, by their sentence."""

    def __init__(self) -> None:
        self._by_sentence: dict[int, list[Candidate]] = {}
        self.all: list[Candidate] = []

    def add(self, one: Candidate) -> None:
        """Take a candidate in."""
        self.all.append(one)
        self._by_sentence.setdefault(id(one.sentence), []).append(one)

    def of(self, sentence: Sentence | None) -> list[Candidate]:
        """Those of a sentence, as they were found."""
        return self._by_sentence.get(id(sentence), [])


def by_line(sentences: list[Sentence]) -> list[list[Sentence]]:
    """The sentences, line by line."""
    lines: list[list[Sentence]] = []
    for sentence in sentences:
        if lines and lines[-1][0].line == sentence.line:
            lines[-1].append(sentence)
        else:
            lines.append([sentence])
    return lines


def bare_name(sentence: Sentence) -> Mention | None:
    """The name, when a sentence consists of nothing else."""
    mentions = [mention for mention in sentence.mentions if not mention.self_word]
    if not mentions or len({mention.players for mention in mentions}) != 1:
        return None
    names = {at for mention in mentions for at in range(mention.first, mention.last + 1)}
    rest = [token for at, token in enumerate(sentence.tokens) if token.key and at not in names]
    fine = all(token.has(_CASTING | Cue.EARLY | Cue.FINAL) or token.key.isdigit() for token in rest) and len(rest) <= 3
    return mentions[0] if fine else None


def is_plain_word(mention: Mention, sentence: Sentence) -> bool:
    """Whether a nick that is also a particle stands there as the particle («голосовать ли красным»)."""
    if not mention.bare_function:
        return False
    if mention.lower and visible(mention.text) not in mention.players:
        return True
    after = sentence.tokens[mention.last + 1] if mention.last + 1 < len(sentence.tokens) else None
    return mention.first == 0 and after is not None and (after.has(Cue.NOT) or _says_more(sentence, mention))


def leads_on(mention: Mention, sentence: Sentence) -> bool:
    """Whether a nick that is also a small word leads on to others as the word: «Я за Васю», «Все против Васи»."""
    if not mention.bare_function or mention.last + 1 >= len(sentence.tokens):
        return False
    opens = mention.first == 0 or not sentence.tokens[mention.first - 1].key or mention.first == 1
    after = sentence.tokens[mention.last + 1]
    at = mention.last + 1 if after.key else mention.last + 2
    leads = at < len(sentence.tokens) and any(one.first >= at and not one.self_word for one in sentence.mentions)
    return opens and leads and after.word.tone is None and (bool(after.key) or after.text in "-—–")


def _says_more(sentence: Sentence, mention: Mention) -> bool:
    """Whether words with the colour word give it another meaning: «Пока синим никого», «Эй, красным-то пишите»."""
    starts = {one.first for one in sentence.mentions if one is not mention}
    coloured = False
    for at in range(mention.last + 1, len(sentence.tokens)):
        token = sentence.tokens[at]
        if not token.key:
            hyphen = token.text == "-" and token.start == sentence.tokens[at - 1].end
            if coloured and not hyphen:
                return False
        elif token.word.tone is not None:
            coloured = True
        elif at in starts or token.has(Cue.PRONOUN | Cue.VOTE_US | Cue.VOTE_OTHERS | Cue.VOTE_YOU):
            return True
    return False


_IDIOMS = frozenset(
    ("что", "честно", "кто", "коротко", "кратко", "вкратце", "серьезно", "откровенно", "интересно", "кому")
)


def condition(tokens: list[Token]) -> int | None:
    """The place of an «если» that sets a condition, unlike «если что», «если честно»; None when there is none."""
    for at, token in enumerate(tokens):
        if token.has(Cue.IF):
            following = next((one for one in tokens[at + 1 :] if one.key), None)
            if following is None or following.key not in _IDIOMS:
                return at
    return None


def contradicted(mention: Mention, sentence: Sentence) -> bool:
    """Whether an alias beside the mask names somebody else: «Вера (Мурка)», «Лола = Похоть»."""
    for other in sentence.mentions:
        if other is mention or other.self_word or other.players == mention.players:
            continue
        first, last = sorted((mention, other), key=lambda one: one.first)
        between = [token.text for token in sentence.tokens[first.last + 1 : last.first]]
        closing = sentence.tokens[last.last + 1].text if last.last + 1 < len(sentence.tokens) else ""
        if between == ["="] or (between == ["("] and closing == ")"):
            return True
    return False


def is_aside(sentence: Sentence, mention: Mention) -> bool:
    """Whether a preposition before the name says that it is not the target: «согласна с Верой, красным»."""
    if mention.first == 0:
        return False
    before = sentence.tokens[mention.first - 1]
    if before.text in "«\"“„'" and mention.first > 1:
        before = sentence.tokens[mention.first - 2]
    return before.has(Cue.PREPOSITION_OTHER) and not any(
        t.tone in VOTE_TONES for t in sentence.tokens[mention.first : mention.last + 1]
    )


def in_nominative(mention: Mention) -> bool:
    """Whether the name may be the one who does something."""
    return any("nomn" in one.cases for one in mention.named)


def acts(sentence: Sentence, at: int) -> bool:
    """Whether the word is a verb or the like that is no voting: «залит красным», «выделил красным главное»."""
    token = sentence.tokens[at] if at >= 0 else None
    if token is None or not token.key or token.has(Cue.VOTE):
        return False
    return any(parse.tag.POS in _ACTING for parse in known_parses(token.key)[:1])


def is_told(sentence: Sentence, at: int) -> bool:
    """Whether the colour word at `at` belongs to a verb right before it that casts no vote: «ставил красным»."""
    before = sentence.tokens[at - 1] if at else None
    return before is not None and (acts(sentence, at - 1) or before.has(Cue.VOTE_PAST | Cue.VOTE_OTHERS | Cue.VOTE_YOU))
