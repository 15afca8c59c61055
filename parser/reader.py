"""Runs → sentences of the author's own words, with the players that are named in them.

One reader serves one roster and palette for all posts: what is known about a written word is worked out once.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Sequence
from itertools import accumulate
from typing import NamedTuple

from parser.declension import names_any
from parser.fold import WORD, fold, parts
from parser.gate import ASKING, OBSCENE, SHORT_LINE, SPACED, VOTE, Gate, kinds, word_bits
from parser.homonyms import without_homonyms
from parser.insults import MASKING
from parser.lexicon import Cue, Lexicon, Word
from parser.looks import Dresser
from parser.markup import RawSpan, raw_spans
from parser.notes import is_note, signature_line
from parser.palette import Tone
from parser.records import Match
from parser.roster import NOBODY, Found, Named, Roster, is_function_word
from parser.runs import Document, Look, Zone
from parser.spaced import letters_apart, name_lengths
from parser.tokens import PLAIN_WORD, Mention, Sentence, Speech, Token

OWN = frozenset((Zone.OWN, Zone.SPOILER))
PIECE = re.compile(rf"({WORD})|([^\s\w]|_)")
_ENDS = frozenset(".!?…;")
_TAIL = ".!?…)»”"
_BETWEEN_PARTS = re.compile(r"[\s._\-'’`()\[\]{}@*~|:/\\+&]{0,3}")
# Letters of «синим» and of «окончательно», apart.
_SHORTEST_SPACED, _LONGEST_SPACED = 5, 14
_OPEN_QUOTES = "«\"“„'"
_EMOJI = dict.fromkeys("🔴🔵🟥🟦🟢🟩🟠🟧🟡🟨🟣🟪🟤🟫⚫⚪💙💚💛🧡💜🖤💔❤♥🩸", Word(0, Tone.UNCLEAR))
_REMEMBERED = 50_000
# Nobody's sentence is longer; without an end a hostile post would be read for hours.
_LONGEST_SENTENCE = 100
_MOST_SENTENCES = 150
_LONGEST_WORD = 64


class _Known(NamedTuple):
    """What is known about a written word."""

    key: str
    word: Word
    found: Found
    """Players that have it among their forms."""
    opens: bool
    """Whether a name of several words may begin with it."""
    names: bool
    """Whether it may be, or begin, a name at all."""
    bits: int
    """What it could be part of (`parser.gate`)."""
    glued: int = 0
    """How many of its letters are a name, where a colour word follows without a blank: «Гневкрасным»."""


class Reader:
    """Makes sentences of documents."""

    def __init__(self, roster: Roster, lexicon: Lexicon) -> None:
        self.roster = roster
        self.lexicon = lexicon
        self._words: dict[str, _Known] = {}
        self.gate = Gate(self._bits_of, PIECE)

    def known(self, text: str) -> _Known:
        """What is known about a written word."""
        known = self._words.get(text)
        if known is None:
            if len(text) > _LONGEST_WORD:
                return _Known(text[:_LONGEST_WORD].lower(), PLAIN_WORD, NOBODY, opens=False, names=False, bits=0)
            key = fold(text)
            word = self.lexicon.word(key)
            found = self.roster.form(key, text)
            opens = self.roster.opens(key)
            numbered = self.roster.numbered and key.isdigit()
            names = bool(found) or opens or len(text) == 1 or numbered or bool(word.cues & Cue.SELF)
            named = bool(found) or bool(found.similar)
            bits = word_bits(key, word, names=named, begins=opens, capital=text[0].isupper())
            glued = 0 if names or word.tone or len(key) != len(text) else self._glued(key)
            if glued or key in self.lexicon.slips:
                bits |= VOTE
            known = _Known(key, word, found, opens, names, bits, glued)
            if len(self._words) >= _REMEMBERED:
                self._words.clear()
            self._words[text] = known
        return known

    def _glued(self, key: str) -> int:
        for full in self.lexicon.full_words:
            name = key.removesuffix(full)
            if name != key and len(name) > 1 and self.roster.form(name):
                return len(name)
        return 0

    def _bits_of(self, written: str) -> int:
        if written in _EMOJI:
            return VOTE
        return self.known(written).bits if written[0].isalnum() else 0

    def speech(self, document: Document, *, masters: Collection[str] = (), whole: bool = False) -> Speech:
        """The sentences of a document; unless `whole`, lines that can hold nothing of interest are left out. `masters`:
        names by which the GM may be asked.
        """
        text = document.text
        speech = Speech(text, [], [], [], [])
        chosen = {"own": speech.sentences, "struck": speech.struck, "me": speech.me, "quoted": speech.quoted}
        chosen["unseen"] = speech.unseen
        dresser = Dresser(document)
        raw = raw_spans(text, self.lexicon.palette)
        lines = text.split("\n")
        wanted, unread = (range(len(lines)), ()) if whole else self._wanted(document, lines, masters)
        starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
        speech.named_from = next((starts[number] for number in unread if number not in wanted), None)
        signed = signature_line(lines, text)
        for number in wanted:
            line = lines[number]
            tokens = self._tokens(line, starts[number], dresser)
            if raw:
                tokens = _unmarked(tokens, raw)
            if not tokens:
                continue
            foreign = number >= signed or line.lstrip().startswith(">") or is_note(line)
            for name, parted in _parted(tokens, foreign=foreign):
                chosen[name].extend(self._sentences(parted, text, number))
        for name in chosen:
            if len(chosen[name]) > _MOST_SENTENCES:
                speech.unread = chosen[name][-_MOST_SENTENCES].start
                del chosen[name][:-_MOST_SENTENCES]
        quoted = next((one.start for sentence in speech.quoted for one in sentence.mentions), None)
        if quoted is not None:
            speech.named_from = min(quoted, speech.named_from or quoted)
        return speech

    def _wanted(
        self, document: Document, lines: list[str], masters: Collection[str]
    ) -> tuple[Sequence[int], Sequence[int]]:
        """The numbers of the lines that can hold a vote or a signal, and, where there is a vote in words,
        of those that name somebody; both in order.
        """
        wanted = document.vivid_lines(lines)
        named: list[int] = []
        signalling = []
        for number, bits in enumerate(self.gate.hot_lines(document.text)):
            if bits & VOTE:
                # What a colour word belongs to may stand a line or two away.
                wanted.update(range(max(0, number - 2), min(number + 3, len(lines))))
                named = named or self.gate.named_lines(document.text)
            if bits and kinds(bits):
                signalling.append(number)
        if wanted or self.gate.bare_lines(lines):
            # A short line beside a vote may say «+1» to it.
            wanted.update([number for number, line in enumerate(lines) if 0 < len(line) < SHORT_LINE])
        wanted.update(signalling)
        if masters and "?" in document.text and names_any(document.text, masters):
            wanted.update([number for number, line in enumerate(lines) if names_any(line, masters)])
        return sorted(wanted), named

    def _tokens(self, line: str, at: int, dresser: Dresser) -> list[tuple[Token, Look]]:
        words, slips = self._words, self.lexicon.slips
        tokens: list[Token] = []
        odd = False
        for piece in PIECE.finditer(line):
            start, end = piece.span()
            text = piece.group()
            if piece.lastindex == 1:
                known = words.get(text) or self.known(text)
                if known.glued:
                    name, colour = text[: known.glued], text[known.glued :]
                    tokens.append(self._token(name, start + at))
                    tokens.append(self._token(colour, start + at + known.glued))
                    continue
                tokens.append(Token(text, start + at, end + at, known.key, known.word))
                odd = odd or known.key in SPACED or known.key in slips
            else:
                tokens.append(Token(text, start + at, end + at, "", _EMOJI.get(text, PLAIN_WORD)))
        if odd:
            tokens = self._closed_up(tokens, line, at)
        return dresser.dressed(tokens, at, at + len(line))

    def _token(self, text: str, start: int) -> Token:
        known = self.known(text)
        return Token(text, start, start + len(text), known.key, known.word)

    def _closed_up(self, tokens: list[Token], line: str, at: int) -> list[Token]:
        """Words of voting whose letters were set apart («к р а с н ы м») or that were misspelt, as what they are."""
        closed: list[Token] = []
        place = 0
        while place < len(tokens):
            letters = letters_apart(tokens, place, line, start=at, most=_LONGEST_SPACED)
            for count in range(len(letters), _SHORTEST_SPACED - 1, -1):
                key = "".join(tokens[one].key for one in letters[:count])
                word = self.lexicon.spelt(key)
                if word is not None:
                    start, end = tokens[place].start, tokens[letters[count - 1]].end
                    closed.append(Token(line[start - at : end - at], start, end, key, word))
                    place = letters[count - 1] + 1
                    break
            else:
                if self._is_slip(tokens, place):
                    tokens[place].word = self.lexicon.word(self.lexicon.slips[tokens[place].key])
                closed.append(tokens[place])
                place += 1
        return closed

    def _is_slip(self, tokens: list[Token], at: int) -> bool:
        """Whether «красном» right after a name, and before nothing, is a misspelt «красным»."""
        last = at + 1 == len(tokens) or not tokens[at + 1].key
        named = at > 0 and bool(tokens[at - 1].key) and bool(self.known(tokens[at - 1].text).found)
        return tokens[at].key in self.lexicon.slips and named and last

    def _sentences(self, tokens: list[Token], text: str, line: int) -> list[Sentence]:
        starts = {mention.first: mention for mention in self.mentions(tokens, text)}
        sentences: list[Sentence] = []
        current: list[Token] = []
        inside: list[Mention] = []
        at = 0
        while at < len(tokens):
            mention = starts.get(at)
            if mention:
                shift = len(current) - mention.first
                current.extend(tokens[mention.first : mention.last + 1])
                at = mention.last + 1
                mention.first += shift
                mention.last += shift
                inside.append(mention)
                continue
            token = tokens[at]
            current.append(token)
            at += 1
            endless = _is_endless(current, tokens, at)
            goes_on = token.text == "." and _goes_on(current, tokens, at, inside)
            if not endless and (token.key or token.text not in _ENDS or goes_on):
                continue
            # A run of signs, brackets and smileys after the end belongs to it.
            quoted = sum(one.text == '"' for one in current) % 2
            while at < len(tokens) and not tokens[at].key and tokens[at].text in (_TAIL + '"' * quoted):
                current.append(tokens[at])
                at += 1
            sentences.append(self._sentence(current, inside, line))
            current, inside = [], []
        if current:
            sentences.append(self._sentence(current, inside, line))
        return [sentence for sentence in sentences if any(token.key or token.word.tone for token in sentence.tokens)]

    def _sentence(self, tokens: list[Token], mentions: list[Mention], line: int) -> Sentence:
        named = without_homonyms(tokens, mentions)
        for mention in named:
            for token in () if mention.self_word else tokens[mention.first : mention.last + 1]:
                token.named = True
        return Sentence(tokens, named, line, self._bits_in(tokens))

    def _bits_in(self, tokens: list[Token]) -> int:
        bits = 0
        for token in tokens:
            if token.key:
                known = self._words.get(token.text) or self.known(token.text)
                bits |= known.bits
            elif token.text == "?":
                bits |= ASKING
            elif token.text in MASKING:
                bits |= OBSCENE
        return bits

    # Names

    def mentions(self, tokens: list[Token], text: str) -> list[Mention]:
        """Everybody named by one of their forms, the longest reading first."""
        mentions: list[Mention] = []
        words = self._words
        odd = self.roster.has_odd_nicks
        past = 0
        for at, token in enumerate(tokens):
            if at < past:
                continue
            if token.key:
                known = words.get(token.text) or self.known(token.text)
                mention = self._mention_at(tokens, at, text, known) if known.names else None
            else:
                mention = self._odd_nick(tokens, at, text) if odd else None
            if mention is not None:
                mentions.append(mention)
                past = mention.last + 1
        return mentions

    def _mention_at(self, tokens: list[Token], at: int, text: str, known: _Known) -> Mention | None:
        token = tokens[at]
        if known.opens:
            mention = self._joined(tokens, at, text)
            if mention:
                return mention
        if len(token.text) == 1:
            spaced = self._spaced(tokens, at, text)
            if spaced:
                return spaced
        found = _fitting(known.found, tokens, at) if known.found else known.found
        if found:
            return _mention(tokens, at, at, text, found)
        if self.roster.numbered and token.key.isdigit():
            numbered = self._numbered(tokens, at)
            if numbered:
                return _mention(tokens, at, at, text, numbered)
        return _mention(tokens, at, at, text, found, self_word=True) if token.has(Cue.SELF) else None

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
            if gap not in self.roster.gaps and not _BETWEEN_PARTS.fullmatch(gap):
                break
            last = following
            key += tokens[last].key
            written += tokens[last].text
            found = self.roster.form(key, written) or self.roster.foreign(key)
            if found:
                best = (last, found)
        if best is None:
            return None
        # «Вера Черешня» is one player named twice, not a name of two words.
        alone = self.roster.form(tokens[at].key)
        second = tokens[best[0]].key
        twice = best[1].players == alone.players and len(second) > 2 and bool(self.roster.form(second))
        return None if twice else _mention(tokens, at, best[0], text, best[1])

    def _spaced(self, tokens: list[Token], at: int, text: str) -> Mention | None:
        """A name with its letters set apart («Г Н Е В»)."""
        letters = letters_apart(tokens, at, text)
        keys = [tokens[place].key for place in letters]
        for count in reversed(name_lengths(keys, self.roster.most_letters)):
            found = self.roster.form("".join(keys[:count]))
            if found:
                return _mention(tokens, at, letters[count - 1], text, found)
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

    # Guesses

    def key(self, word: str) -> str:
        """The key of a word or name, its separators dropped."""
        return "".join(fold(part) for part in parts(word)) or fold(word)

    def guess_at(self, sentence: Sentence, at: int) -> Mention | None:
        """Who may be meant by a word that is nobody's form; None when it is no word."""
        token = sentence.tokens[at]
        if not token.key:
            return None
        return Mention(at, at, token.start, token.end, token.text, self.roster.guess(token.text))

    def guess_joined(self, sentence: Sentence, first: int, last: int) -> Mention | None:
        """Who may be meant by several words together («Кинг Лео»); None when nobody."""
        if not 0 <= first < last < len(sentence.tokens):
            return None
        tokens = sentence.tokens[first : last + 1]
        if not tokens[0].key or not tokens[-1].key:
            return None
        key = "".join(token.key for token in tokens)
        found = self.roster.form(key) or self.roster.long(key)
        if not found:
            return None
        written = " ".join(token.text for token in tokens)
        return Mention(first, last, tokens[0].start, tokens[-1].end, written, found)

    def unknown(self, sentence: Sentence, at: int) -> Mention:
        """A place that names nobody known."""
        token = sentence.tokens[at]
        guess = self.roster.guess(token.text) if token.key else NOBODY
        return Mention(at, at, token.start, token.end, token.text, guess)


def _is_endless(current: list[Token], tokens: list[Token], at: int) -> bool:
    """Whether a sentence in the making is to end before token `at`: at a sign, else before a word that colours nothing,
    at last anywhere. Time grows with the square of a sentence's length.
    """
    beyond = len(current) - _LONGEST_SENTENCE
    if beyond < 0 or not current[-1].key:
        return beyond >= 0
    return beyond >= 20 and (beyond >= 60 or at == len(tokens) or tokens[at].word.tone is None)


def _unmarked(tokens: list[tuple[Token, Look]], raw: list[RawSpan]) -> list[tuple[Token, Look]]:
    """A line's tokens as they were meant by markup around them that the board left as text; the tags themselves go."""
    if not tokens:
        return tokens
    kept = []
    at = bisect_right(raw, tokens[0][0].start, key=_start_of) - 1
    for token, look in tokens:
        while at + 1 < len(raw) and raw[at + 1].start <= token.start:
            at += 1
        span = raw[at] if at >= 0 and raw[at].end > token.start and look.zone in OWN else None
        if span is None:
            kept.append((token, look))
        elif not span.tag:
            if span.tone is not None:
                token.tone, token.raw, token.painted = span.tone, True, (token.start, token.end)
            zone = Zone.CODE if span.code else Zone.QUOTE if span.quote else look.zone
            kept.append((token, look._replace(zone=zone, struck=look.struck or span.struck)))
    return kept


_KINDS = {Zone.QUOTE: "quoted", Zone.ME: "me", Zone.HIDDEN: "unseen"}


def _start_of(span: RawSpan) -> int:
    return span.start


def _parted(tokens: list[tuple[Token, Look]], *, foreign: bool) -> list[tuple[str, list[Token]]]:
    """A line's tokens by whose words they are. Struck and foreign words leave the rest of the line whole."""
    own: list[Token] = []
    others: list[tuple[str, list[Token]]] = []
    previous = None
    for token, look in tokens:
        if foreign or look.zone not in OWN:
            kind = "quoted" if foreign else _KINDS.get(look.zone, "hidden")
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
    if not any(one.cases == _PREPOSITIONAL_ONLY for one in found.named):
        return found
    if at and tokens[at - 1].has(Cue.PREPOSITION_PLACE):
        return found
    named = tuple(one for one in found.named if one.cases != _PREPOSITIONAL_ONLY)
    similar = tuple(one.player for one in found.named if one not in named)
    return Found(named, (*found.similar, *similar))


_PREPOSITIONAL_ONLY = frozenset(("loct",))


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
