"""Runs → tokens, lines and sentences of the author's own words, with the players that are named in them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from parser.fold import WORD, fold, parts
from parser.lexicon import Cue, Lexicon, Word
from parser.markup import Raw, RawSpan, raw_spans
from parser.palette import Tone
from parser.records import Match
from parser.roster import NOBODY, Found, Named, Roster, is_function_word
from parser.runs import Document, Look, Zone

OWN = frozenset((Zone.OWN, Zone.SPOILER))
_PIECE = re.compile(rf"(?P<word>{WORD})|(?P<line>\n)|(?P<sign>[^\s\w]|_)", re.UNICODE)
_ENDS = frozenset(".!?…;")
_BETWEEN_PARTS = re.compile(r"[\s._\-'’`()\[\]{}@*~|:/\\+&]{0,3}")
_OPEN_QUOTES = "«\"“„'"
_NOTE = re.compile(
    r"(добавлено\s+(спустя|через)\b.*:|добавлено\s*\([^)]*\d:\d\d[^)]*\).*"
    r"|(последний раз |это |сообщение )*(отредактировал|отредактировано|редактировал|изменено)\S*\s.*\d\d?:\d\d.*"
    r"|.{1,60}\s(писал|написал|пишет|сказал|цитирует|wrote|said)\s*\(?а?\)?\s*[:↑]*|добавлено \d.*\d\d?:\d\d.*)",
    re.IGNORECASE,
)
_PLAIN_WORD = Word(frozenset())


@dataclass(slots=True, eq=False)
class Token:
    """A word or a sign."""

    text: str
    start: int
    end: int
    key: str
    """Folded word; empty for signs."""
    word: Word = _PLAIN_WORD
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

    def has(self, *cues: Cue) -> bool:
        """Whether the word may signal any of `cues`."""
        return any(cue in self.word.cues for cue in cues)


@dataclass(slots=True, eq=False)
class Mention:
    """A place where somebody is named."""

    first: int
    last: int
    """Indices of tokens in the line, both included."""
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
    struck: bool = False
    zone: Zone = Zone.OWN

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


class Reader:
    """Makes tokens and sentences of documents, with one roster and lexicon."""

    def __init__(self, roster: Roster, lexicon: Lexicon) -> None:
        self.roster = roster
        self.lexicon = lexicon

    def speech(self, document: Document) -> Speech:
        """The sentences of a document."""
        speech = Speech(document.text, [], [], [], [])
        lines: dict[str, list[Token]] = {"own": [], "struck": [], "me": [], "quoted": []}
        number = 0
        signed = False
        looks = _Looks(document)
        raw = raw_spans(document.text, self.lexicon.palette)
        for at, line in _lines(document.text):
            tokens = self._tokens(line, at, looks)
            if raw:
                tokens = [kept for pair in tokens if (kept := _unmarked(pair, raw)) is not None]
            number += 1
            if not tokens:
                continue
            if not signed and line.count("_") >= 10 and not line.strip(" _\xa0\n"):
                # Older boards part the signature by a line of underscores.
                signed = True
            for name, chosen in _parted(
                tokens, signed or bool(_NOTE.fullmatch(line.strip())) or line.lstrip().startswith(">")
            ):
                lines[name] = chosen
                target = {"own": speech.sentences, "struck": speech.struck, "me": speech.me, "quoted": speech.quoted}[
                    name
                ]
                target.extend(self._sentences(chosen, document.text, number, struck=name == "struck"))
        return speech

    def _tokens(self, line: str, at: int, looks: _Looks) -> list[tuple[Token, Look]]:
        tokens = []
        for piece in _PIECE.finditer(line):
            start, end = piece.start() + at, piece.end() + at
            text = piece.group()
            if piece.lastgroup == "word":
                key = fold(text)
                token = Token(text, start, end, key, self.lexicon.word(key))
            else:
                token = Token(text, start, end, "", _EMOJI.get(text, _PLAIN_WORD))
            tokens.append((token, looks.dress(token)))
        return tokens

    def _sentences(self, tokens: list[Token], text: str, line: int, *, struck: bool) -> list[Sentence]:
        mentions = self.mentions(tokens, text)
        starts = {mention.first: mention for mention in mentions}
        sentences: list[Sentence] = []
        current: list[Token] = []
        inside: list[Mention] = []
        at = 0
        while at < len(tokens):
            mention = starts.get(at)
            if mention:
                shift = len(current) - mention.first
                width = mention.last - mention.first
                current.extend(tokens[mention.first : mention.last + 1])
                at = mention.last + 1
                mention.first += shift
                mention.last = mention.first + width
                inside.append(mention)
                continue
            token = tokens[at]
            current.append(token)
            at += 1
            if token.key or token.text not in _ENDS:
                continue
            if token.text == "." and _goes_on(current, tokens, at, inside):
                continue
            # A run of signs, brackets and smileys after the end belongs to it.
            while at < len(tokens) and not tokens[at].key and tokens[at].text in ".!?…)":
                current.append(tokens[at])
                at += 1
            sentences.append(Sentence(current, inside, line, struck, current[0].zone))
            current, inside = [], []
        if current:
            sentences.append(Sentence(current, inside, line, struck, current[0].zone))
        return [sentence for sentence in sentences if any(token.key or token.word.tone for token in sentence.tokens)]

    def key(self, word: str) -> str:
        """The key of a word or name, its separators dropped."""
        return "".join(fold(part) for part in parts(word)) or fold(word)

    def guess_at(self, sentence: Sentence, at: int) -> Mention | None:
        """Who may be meant by a word that is nobody's form; None when it is no word."""
        token = sentence.tokens[at]
        if not token.key:
            return None
        found = self.roster.guess(token.text)
        return Mention(at, at, token.start, token.end, token.text, found)

    def guess_joined(self, sentence: Sentence, first: int, last: int) -> Mention | None:
        """Who may be meant by several words together («Кинг Лео»); None when nobody."""
        tokens = sentence.tokens[first : last + 1]
        if not 0 <= first < last < len(sentence.tokens) or not all(token.key for token in (tokens[0], tokens[-1])):
            return None
        found = self.roster.foreign("".join(token.key for token in tokens))
        if not found:
            return None
        start, end = tokens[0].start, tokens[-1].end
        return Mention(first, last, start, end, " ".join(token.text for token in tokens), found)

    def unknown(self, sentence: Sentence, at: int) -> Mention:
        """A place that names nobody known."""
        token = sentence.tokens[at]
        return Mention(
            at, at, token.start, token.end, token.text, self.roster.guess(token.text) if token.key else NOBODY
        )

    def mentions(self, tokens: list[Token], text: str) -> list[Mention]:
        """Everybody named by one of their forms, the longest reading first."""
        mentions = []
        at = 0
        while at < len(tokens):
            mention = self._mention_at(tokens, at, text)
            if mention is None:
                at += 1
            else:
                mentions.append(mention)
                at = mention.last + 1
        return mentions

    def _mention_at(self, tokens: list[Token], at: int, text: str) -> Mention | None:
        token = tokens[at]
        if not token.key:
            return self._odd_nick(tokens, at, text)
        if self.roster.opens(token.key):
            mention = self._joined(tokens, at, text)
            if mention:
                return mention
        if len(token.text) == 1:
            spaced = self._spaced(tokens, at, text)
            if spaced:
                return spaced
        found = self.roster.form(token.key, token.text)
        if found:
            found = _fitting(found, tokens, at)
        if found:
            return _mention(tokens, at, at, text, found)
        if self.roster.numbered and token.key.isdigit():
            numbered = self._numbered(tokens, at)
            if numbered:
                return _mention(tokens, at, at, text, numbered)
        if token.has(Cue.SELF):
            return _mention(tokens, at, at, text, found, self_word=True)
        return None

    def _joined(self, tokens: list[Token], at: int, text: str) -> Mention | None:
        """A name of several words, however they are parted («dark lord 2», «Mr.X»)."""
        key, written = tokens[at].key, tokens[at].text
        best = None
        last = at
        for _ in range(self.roster.longest):
            following = last + 1
            while following < len(tokens) and not tokens[following].key:
                following += 1
            if following >= len(tokens):
                break
            gap = text[tokens[last].end : tokens[following].start]
            if not _BETWEEN_PARTS.fullmatch(gap):
                break
            last = following
            key += tokens[last].key
            written += tokens[last].text
            found = self.roster.form(key, written) or self.roster.foreign(key)
            if found:
                best = (last, found)
        if best is None:
            return None
        alone = self.roster.form(tokens[at].key)
        both = (
            best[1].players == alone.players
            and len(tokens[best[0]].key) > 2
            and bool(self.roster.form(tokens[best[0]].key))
        )
        return None if both else _mention(tokens, at, best[0], text, best[1])

    def _spaced(self, tokens: list[Token], at: int, text: str) -> Mention | None:
        """A name with its letters set apart («Г Н Е В»)."""
        last = at
        while (
            last + 1 < len(tokens)
            and len(tokens[last + 1].text) == 1
            and text[tokens[last].end : tokens[last + 1].start] in _LETTER_GAPS
            and tokens[last + 1].key
        ):
            last += 1
        for end in range(last, at + 1, -1):
            found = self.roster.form("".join(token.key for token in tokens[at : end + 1]))
            if found:
                return _mention(tokens, at, end, text, found)
        return None

    def _odd_nick(self, tokens: list[Token], at: int, text: str) -> Mention | None:
        """A nick without letters or digits («***»)."""
        last = at
        best = None
        while last < len(tokens) and not tokens[last].key and last - at < 8:
            found = self.roster.form(fold(text[tokens[at].start : tokens[last].end]))
            if found:
                best = (last, found)
            last += 1
        return _mention(tokens, at, best[0], text, best[1]) if best else None

    def _numbered(self, tokens: list[Token], at: int) -> Found | None:
        number = int(tokens[at].key) if len(tokens[at].key) < 4 else 0
        after = tokens[at + 1].text if at + 1 < len(tokens) else ""
        before = tokens[at - 1].text if at else ""
        clock = (after in ":." and at + 2 < len(tokens) and tokens[at + 2].key.isdigit()) or before in (":", "-", "+")
        if not 1 <= number <= len(self.roster.players) or clock:
            return None
        return Found((Named(self.roster.names[number - 1], Match.ALIAS),))


_LETTER_GAPS = (" ", "-", ".", "\xa0", " ", "_", "*")
_EMOJI = {
    **dict.fromkeys("🔴🔵🟥🟦🟢🟩🟠🟧🟡🟨🟣🟪🟤🟫⚫⚪💙💚💛🧡💜🖤💔❤♥🩸", Word(frozenset(), Tone.UNCLEAR)),
}


def _unmarked(pair: tuple[Token, Look], raw: list[RawSpan]) -> tuple[Token, Look] | None:
    """The token as it was meant by markup around it that the board left as text; None for the tags themselves."""
    token, look = pair
    for span in raw:
        if not span.start <= token.start < span.end or look.zone not in OWN:
            continue
        if span.kind is Raw.TAG:
            return None
        if span.kind is Raw.PAINT:
            token.tone, token.raw, token.painted = span.tone, True, (token.start, token.end)
        elif span.kind is Raw.STRUCK:
            look = look._replace(struck=True)
        else:
            look = look._replace(zone=Zone.QUOTE if span.kind is Raw.QUOTE else Zone.CODE)
    return token, look


def _lines(text: str) -> list[tuple[int, str]]:
    lines = []
    at = 0
    for line in text.split("\n"):
        lines.append((at, line))
        at += len(line) + 1
    return lines


class _Looks:
    """Walks along a document's runs and tells each token its look."""

    def __init__(self, document: Document) -> None:
        self._runs = document.runs
        self._at = 0

    def dress(self, token: Token) -> Look:
        """Set the token's paint; give the look of its first letter."""
        runs = self._runs
        while runs[self._at].end <= token.start:
            self._at += 1
        first = runs[self._at].look
        at = self._at
        tones: dict[Tone, int] = {}
        while True:
            run = runs[at]
            look = run.look
            begin, end = max(run.start, token.start), min(run.end, token.end)
            if look.tone is not None:
                if look.engine:
                    token.engine = look.tone
                elif look.tone is not Tone.NONE or not tones:
                    tones[look.tone] = tones.get(look.tone, 0) + end - begin
                    if look.tone is not Tone.NONE:
                        token.painted = (token.painted[0] if token.painted else begin, end)
            if look.background is not None:
                token.background = look.background
            token.bold = token.bold or look.bold
            token.doubtful = token.doubtful or look.doubtful
            token.mention = token.mention or look.mention
            if run.end >= token.end:
                break
            at += 1
        if tones:
            token.tone = max(tones, key=lambda tone: tones[tone])
        token.zone = first.zone
        return first


def _parted(tokens: list[tuple[Token, Look]], quoted: bool) -> list[tuple[str, list[Token]]]:  # noqa: FBT001
    """A line's tokens by whose words they are. Struck and foreign words leave the rest of the line whole."""
    own: list[Token] = []
    others: list[tuple[str, list[Token]]] = []
    previous = None
    for token, look in tokens:
        if quoted or look.zone not in OWN:
            kind = "quoted" if quoted or look.zone is Zone.QUOTE else "me" if look.zone is Zone.ME else "hidden"
        else:
            kind = "struck" if look.struck else "own"
        if kind == "own":
            own.append(token)
        elif kind != "hidden":
            if previous != kind:
                others.append((kind, []))
            others[-1][1].append(token)
        previous = kind
    return ([("own", own)] if own else []) + others


def _goes_on(current: list[Token], tokens: list[Token], at: int, inside: list[Mention]) -> bool:
    """Whether this full stop ends no sentence: after «кр.» before the name, within an abbreviation or a number."""
    before = current[-2] if len(current) > 1 else None
    following = tokens[at] if at < len(tokens) else None
    if before is None or following is None:
        return False
    close = following.start == current[-1].end
    if before.word.tone and before.has(Cue.ABBREVIATION):
        return not inside
    if before.has(Cue.ABBREVIATION) and (close or following.text[:1].islower() or len(before.text) == 1):
        return True
    return close and before.key.isdigit() and following.key.isdigit()


def _fitting(found: Found, tokens: list[Token], at: int) -> Found:
    """Without the readings that only a preposition before it would allow."""
    before = tokens[at - 1] if at else None
    place = before is not None and before.has(Cue.PREPOSITION_PLACE)
    named = tuple(one for one in found.named if place or one.cases != {"loct"})
    if len(named) == len(found.named):
        return found
    similar = tuple(one.player for one in found.named if one not in named)
    return Found(named, (*found.similar, *similar))


def _mention(
    tokens: list[Token], first: int, last: int, text: str, found: Found, *, self_word: bool = False
) -> Mention:
    start, end = tokens[first].start, tokens[last].end
    written = text[start:end]
    lower = written[:1].islower() and written == written.lower()
    before = text[start - 1 : start]
    quoted = bool(before) and before in _OPEN_QUOTES
    bare = first == last and not self_word and not quoted and is_function_word(tokens[first].key)
    return Mention(first, last, start, end, written, found, self_word, lower, bare)
