"""Words, names and sentences: what the second layer works on."""

from __future__ import annotations

from dataclasses import dataclass, field

from parser.lexicon import Word
from parser.palette import Tone
from parser.roster import Found, Named
from parser.runs import Zone

PLAIN_WORD = Word(0)


@dataclass(slots=True, eq=False)
class Token:
    """A word or a sign."""

    text: str
    start: int
    end: int
    key: str
    """Folded word; empty for signs."""
    word: Word = PLAIN_WORD
    tone: Tone | None = None
    """The author's paint on most of its letters."""
    painted: tuple[int, int] | None = None
    """Where the author's paint on it begins and ends, when any letter has it."""
    engine: Tone | None = None
    """The board's paint."""
    background: Tone | None = None
    bold: bool = False
    mention: bool = False
    raw: bool = False
    """The paint is only meant, by a tag that the board left as text."""
    doubtful: bool = False
    """The board's paint cannot be told from the author's."""
    zone: Zone = Zone.OWN
    named: bool = False
    """Part of a player's name, so that it says nothing as a word of the language."""

    def has(self, cues: int) -> bool:
        """Whether the word may signal any of `cues` (`Cue` bits)."""
        return bool(self.word.cues & cues)


@dataclass(slots=True, eq=False)
class Mention:
    """A place where somebody is named."""

    first: int
    last: int
    """Indices of tokens in the sentence, both included."""
    start: int
    end: int
    text: str
    found: Found
    self_word: bool = False
    """«себя», «меня»: the author."""
    lower: bool = False
    """Written small, as common words are."""
    bare_function: bool = False
    """A particle or pronoun that is also a nick, written as a word."""

    @property
    def named(self) -> tuple[Named, ...]:
        """The candidates."""
        return self.found.named

    @property
    def players(self) -> tuple[str, ...]:
        """Their slot names."""
        return self.found.players


@dataclass(slots=True, eq=False)
class Sentence:
    """Tokens of one sentence; mentions point into them."""

    tokens: list[Token]
    mentions: list[Mention] = field(default_factory=list)
    line: int = 0
    bits: int = 0
    """What its words could be part of (`parser.gate`)."""
    cues: int = 0
    """All that its words may signal."""
    coloured: bool = False
    """Whether one of its words names a colour."""
    vivid: bool = False
    """Whether anything in it is painted."""

    def __post_init__(self) -> None:
        for token in self.tokens:
            word = token.word
            self.cues |= word.cues
            if word.tone is not None:
                self.coloured = True
            if token.tone is not None or token.engine is not None or token.background is not None:
                self.vivid = True

    @property
    def ends_in_question(self) -> bool:
        """Whether it ends in a question mark."""
        for token in reversed(self.tokens):
            if token.key:
                return False
            if token.text == "?":
                return True
        return False

    @property
    def start(self) -> int:
        """Where it begins in the text."""
        return self.tokens[0].start

    @property
    def end(self) -> int:
        """Where its last word or sign ends."""
        return self.tokens[-1].end


@dataclass(slots=True)
class Speech:
    """All of a body that was said, parted by whose words it is."""

    text: str
    sentences: list[Sentence]
    """The author's own, standing."""
    struck: list[Sentence]
    me: list[Sentence]
    quoted: list[Sentence]
    unseen: list[Sentence] = field(default_factory=list)
    """The author's own that the page hides."""
    unread: int | None = None
    """Where the part ends that is too long for a post and was not read."""
    named_from: int | None = None
    """Where the first name stands outside these sentences: in a quote, or in a line that was left out."""
