"""One post's body → votes, questions and signals: the three layers joined.

body → runs (`parser.html`, `parser.bbcode`) → sentences with names (`parser.tokens`, `parser.roster`) → candidate
ballots (`parser.ballots`) → what they are meant as (`parser.intent`, `parser.announced`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache, reduce
from itertools import pairwise
from operator import or_

from lxml import etree

from parser import html
from parser.announced import announce, candidates_of, tallied, unpainted
from parser.ballots import candidates
from parser.bbcode import document as from_bbcode
from parser.candidate import VOTE_TONES, Candidate
from parser.declension import names_any
from parser.doubts import is_joke
from parser.glance import Glance
from parser.intent import judge
from parser.lexicon import Cue, Lexicon
from parser.marks import marks, wished
from parser.opinions import doubt_opinions
from parser.palette import DEFAULT_PALETTE, Palette
from parser.place import Place
from parser.reader import Reader
from parser.records import How, Match, Reading, Review, ReviewReason, Signal, Vote
from parser.roster import Named, Roster
from parser.runs import Document
from parser.signals import signals
from parser.source import Source
from parser.styles import Styles
from parser.talk import Talk
from parser.tokens import Sentence, Speech
from parser.uncoloured import uncoloured
from parser.withdrawal import is_withdrawn, withdrawal


def read(
    body: str | etree._Element,
    roster: Roster,
    *,
    author: str,
    moderators: Collection[str] = (),
    palette: Palette = DEFAULT_PALETTE,
    bbcode: bool = False,
) -> Reading:
    """What `body` (inner HTML, an element already parsed, or BBCode source) says.

    `author` is the slot name of the voter, or any other name for those who are no players. Never raises on odd bodies.
    """
    tools = _tools(roster, palette)
    if not isinstance(body, str):
        document = html.document(body, tools.styles)
    elif bbcode:
        document = from_bbcode(html.printable(body), palette)
    else:
        reading = tools.glance.reading(body, author, moderators)
        if reading is not None:
            return reading
        document = tools.document(body)
    return _whole(document, tools.reader, author, moderators)


def _whole(document: Document, reader: Reader, author: str, moderators: Collection[str]) -> Reading:
    """The reading of a document by all layers."""
    if document.is_vivid or _worth(document.text, reader, moderators):
        return _Post(reader.speech(document, masters=moderators), reader, author, moderators).reading()
    return Reading(votes=(), reviews=(), signals=(), shown=document.text)


def _worth(text: str, reader: Reader, moderators: Collection[str]) -> bool:
    """Whether a text without paint can hold anything; plain talk is known by its words and not taken apart."""
    return reader.gate.worth(text) or ("?" in text and names_any(text, moderators))


class _Tools:
    """What serves all posts under one roster and palette."""

    def __init__(self, roster: Roster, palette: Palette) -> None:
        self.styles = _styles(palette)
        self.reader = Reader(roster, _lexicon(palette))
        self.talk = Talk(self.reader.gate)
        self._source = Source(self.styles)
        self.glance = Glance(self.talk, self._source, self._text, self._line)

    def document(self, body: str) -> Document:
        """The runs of a body, by the shortest way."""
        return self._source.document(body) or html.document(html.parse(body), self.styles)

    def _text(self, body: str) -> str:
        return self.document(body).text

    def _line(self, body: str, author: str) -> Reading:
        return _whole(self.document(body), self.reader, author, ())


@lru_cache(maxsize=64)
def _tools(roster: Roster, palette: Palette) -> _Tools:
    return _Tools(roster, palette)


@lru_cache(maxsize=16)
def _lexicon(palette: Palette) -> Lexicon:
    return Lexicon(palette)


@lru_cache(maxsize=16)
def _styles(palette: Palette) -> Styles:
    return Styles(palette)


class _Post:
    """The reading of one post in the making."""

    def __init__(self, speech: Speech, reader: Reader, author: str, moderators: Collection[str]) -> None:
        self.speech = speech
        self.reader = reader
        self.author = author
        self.moderators = moderators
        self.by_moderator = author.casefold() in {name.casefold() for name in moderators}
        self.votes: list[tuple[Candidate, Vote]] = []
        self.reviews: list[Review] = []
        self.tallied = tallied(speech.sentences) if self.by_moderator else set()
        self.ballots: list[Candidate] = []
        """Votes and questions that would be votes, for «досрочно» to belong to."""
        self.cues = reduce(or_, (sentence.cues for sentence in speech.sentences), 0)
        """All that the author's own words may signal."""

    def reading(self) -> Reading:
        speech = self.speech
        found = candidates(speech.sentences, self.reader, speech.named_from)
        if speech.unread is not None:
            self._ask(ReviewReason.LONG_TEXT, 0, speech.unread)
        withdrawn = self._withdrawals()
        judged = self._settled(found, [one for one, _, _ in withdrawn])
        self.ballots = list(judged)
        if not self.by_moderator:
            self._struck()
            self._unseen()
            self._dressed_up()
            for mention, reason in uncoloured(speech.sentences, judged, [one for one, _, _ in withdrawn], self.author):
                self._ask(reason, mention.start, mention.end, mention.players)
        else:
            self._announced_without_colour(judged)
        self._mark_early()
        if not self.by_moderator:
            doubt_opinions(judged, speech.sentences, speech.text)
        for one in judged:
            self._enter(one)
        if not self.by_moderator:
            self._early_alone()
            self._assent()
        votes = tuple(vote for at, (_, vote) in enumerate(self.votes) if not (at and self._is_repeated(at)))
        reviews = tuple(sorted(_merged(self.reviews), key=lambda review: (review.start, review.end)))
        return Reading(votes=votes, reviews=reviews, signals=self._signals(), shown=speech.text)

    def _signals(self) -> tuple[Signal, ...]:
        return () if self.by_moderator else signals(self.speech, self.moderators)

    # Candidates

    def _settled(self, found: list[Candidate], withdrawn: list[Sentence]) -> list[Candidate]:
        """The candidates that stay, each with its reason."""
        if not found:
            return []
        before = {id(sentence): earlier for earlier, sentence in pairwise(self.speech.sentences)}
        following = dict(zip(map(id, self.speech.sentences), self.speech.sentences[1:], strict=False))
        together: dict[int, list[Candidate]] = {}
        for one in found:
            together.setdefault(id(one.sentence), []).append(one)
        taken_back = {id(sentence) for sentence in withdrawn}
        settled = []
        for one in found:
            sentence = one.sentence
            earlier = before.get(id(sentence))
            place = Place(
                one,
                self.author,
                sentence.tokens[: one.first],
                sentence.tokens[one.last + 1 :],
                _near(together[id(sentence)], one),
                earlier if earlier is not None and earlier.line == sentence.line else None,
            )
            if not (id(sentence) in taken_back and is_withdrawn(place)) and self._settle(one, place, earlier):
                if one.reason is None and not self.by_moderator and is_joke(sentence, following.get(id(sentence))):
                    one.reason = ReviewReason.HYPOTHETICAL
                settled.append(one)
        return settled

    def _settle(self, one: Candidate, place: Place, earlier: Sentence | None) -> bool:
        """Give a candidate its reason; False when it is none after all."""
        if self.by_moderator:
            return id(one.sentence) not in self.tallied and announce(place, earlier)
        if one.reason in (None, ReviewReason.SEVERAL_NAMES, ReviewReason.CONFLICTING_COLOUR):
            reason = judge(place)
            if one.reason is None or (reason in _WEIGHTIER and one.reason is not ReviewReason.SEVERAL_NAMES):
                one.reason = reason or one.reason
        if one.reason is None and len(one.mention.players) != 1 and not one.mention.self_word:
            chosen = _exact(one)
            if chosen is None:
                one.reason = ReviewReason.AMBIGUOUS_NAME if one.mention.players else ReviewReason.UNKNOWN_NAME
        return True

    def _enter(self, one: Candidate) -> None:
        """Make a vote or a question of a settled candidate."""
        if one.reason is not None or one.tone not in VOTE_TONES:
            self.reviews.append(
                Review(
                    reason=one.reason or ReviewReason.UNCLEAR_COLOUR,
                    text=self.speech.text[one.start : one.end],
                    start=one.start,
                    end=one.end,
                    candidates=candidates_of(one) or ((self.author,) if one.mention.self_word else ()),
                    colour=one.tone.colour if one.reason is not ReviewReason.CONFLICTING_COLOUR else None,
                    early=one.early,
                    final=one.final,
                    voter=one.voter,
                )
            )
            return
        if one.mention.self_word:
            own = one.voter or self.author
            if self.reader.roster.named(own) is None:
                return
            target, match = own, Match.EXACT
        else:
            named = one.mention.found.only or _exact(one)
            if named is None:
                return
            target, match = named.player, named.match
        voter = one.voter or self.author
        colour = one.tone.colour
        if colour is None:
            return
        how = How.ANNOUNCED if one.voter is not None else one.how
        vote = Vote(
            voter=voter,
            target=target,
            colour=colour,
            early=one.early,
            final=one.final,
            self_vote=target == voter,
            how=how,
            match=match,
            text=self.speech.text[one.start : one.end],
            start=one.start,
            end=one.end,
        )
        self.votes.append((one, vote))

    def _is_repeated(self, at: int) -> bool:
        """Whether a vote only says again what the one before it said: «Краба красным, повторяю: Краба красным».

        A line, a sentence or a change of mind makes of it a ballot of its own (convention 6), unless it is the same
        mark made twice, in paint and in words.
        """
        (one, before), (two, vote) = self.votes[at - 1], self.votes[at]
        if replace(before, how=vote.how, match=vote.match, text="", start=0, end=0) != replace(
            vote, text="", start=0, end=0
        ):
            return False
        between = self.speech.text[before.end : vote.start]
        if before.how is not vote.how and not any(map(str.isalnum, between)):
            return True
        parted = (
            "\n" in between
            or one.sentence is not two.sentence
            or any(token.has(Cue.SEPARATOR) for token in one.sentence.tokens[one.last + 1 : two.first])
        )
        return not parted or bool(_AGAIN.search(between.lower()))

    def _ask(
        self, reason: ReviewReason, start: int, end: int, names: tuple[str, ...] = (), **more: str | bool | None
    ) -> None:
        text = self.speech.text[start:end]
        self.reviews.append(Review(reason=reason, text=text, start=start, end=end, candidates=names, **more))  # type: ignore[arg-type]

    # Other zones

    def _struck(self) -> None:
        for one in candidates(self.speech.struck, self.reader):
            if one.tone in VOTE_TONES and one.reason is not ReviewReason.NO_NAME:
                self._ask(ReviewReason.STRUCK_OUT, one.start, one.end, candidates_of(one))

    def _unseen(self) -> None:
        """A vote in words that the page hides: nobody sees it, so it is none, but the GM must know."""
        for one in candidates(self.speech.unseen, self.reader):
            if one.reason is not ReviewReason.NO_NAME:
                self._ask(ReviewReason.UNCLEAR_COLOUR, one.start, one.end, candidates_of(one))

    def _dressed_up(self) -> None:
        """A `/me` line that moves against another player is the board's colour over a player's words."""
        for sentence in self.speech.me:
            acts = any(
                token.has(Cue.VOTE_OTHERS | Cue.VOTE | Cue.ATTACK | Cue.DEFEND | Cue.VOTE_PAST) or token.word.tone
                for token in sentence.tokens
            )
            others = [name for mention in sentence.mentions for name in mention.players if name != self.author]
            if acts and others:
                self._ask(ReviewReason.ENGINE_COLOUR, sentence.start, sentence.end, tuple(dict.fromkeys(others)))

    def _withdrawals(self) -> list[tuple[Sentence, int, int]]:
        found: list[tuple[Sentence, int, int]] = []
        if self.by_moderator or not self.cues & _TAKING_BACK:
            return found
        for sentence in self.speech.sentences:
            span = withdrawal(sentence, self.author) if sentence.cues & _TAKING_BACK else None
            if span:
                found.append((sentence, *span))
                first, last = sentence.tokens[span[0]], sentence.tokens[span[1]]
                names = [name for mention in sentence.mentions if mention.first <= span[1] for name in mention.players]
                self._ask(ReviewReason.WITHDRAWAL, first.start, last.end, tuple(dict.fromkeys(names)))
        return found

    # Names without colour

    def _announced_without_colour(self, judged: list[Candidate]) -> None:
        coloured = {id(one.sentence) for one in judged}
        for sentence in self.speech.sentences:
            if id(sentence) in coloured:
                continue
            pair = unpainted(sentence)
            if pair:
                voter = pair[0].players[0] if len(pair[0].players) == 1 else None
                self._ask(ReviewReason.NO_COLOUR, pair[0].start, pair[1].end, pair[1].players, voter=voter)

    # Marks

    def _mark_early(self) -> None:
        if not self.cues & _MARKING:
            return
        # A question about a name is a ballot too if it is answered.
        ballots = sorted(self.ballots, key=lambda one: one.start)
        if not ballots:
            return
        starts = [one.start for one in ballots]
        for sentence, at, early, final in marks(self.speech.sentences, self.author, ballots):
            if wished(sentence):
                continue
            following = bisect_right(starts, sentence.tokens[at].start)
            same_line = following and ballots[following - 1].sentence.line == sentence.line
            chosen = ballots[following - 1] if same_line or following == len(ballots) else ballots[following]
            chosen.early, chosen.final = chosen.early or early, chosen.final or final

    def _early_alone(self) -> None:
        if self.ballots or self.reviews:
            return
        for sentence, at, early, _final in marks(self.speech.sentences, self.author, ()):
            if early:
                start = (
                    sentence.tokens[max(0, at - 1)].start
                    if at and sentence.tokens[at - 1].key
                    else sentence.tokens[at].start
                )
                self._ask(ReviewReason.EARLY_WITHOUT_VOTE, start, sentence.tokens[at].end)
                return

    def _assent(self) -> None:
        """«+1» under a quoted vote: meant, but without a name."""
        if self.votes or self.reviews:
            return
        quoted = candidates(self.speech.quoted, self.reader)
        quoted_at = next((one.start for one in quoted if one.tone in VOTE_TONES and one.mention.players), None)
        if quoted_at is None:
            return
        for sentence in self.speech.sentences:
            if sentence.start < quoted_at:
                continue
            words = [token for token in sentence.tokens if token.key]
            plus = sentence.tokens[0].text == "+" and len(words) <= 3
            if plus or (
                words
                and len(words) <= 4
                and any(token.has(Cue.ASSENT) for token in words)
                and not any(t.has(Cue.NOT) for t in words)
            ):
                self._ask(ReviewReason.NO_NAME, sentence.start, sentence.end)
                return


_AGAIN = re.compile(r"(?<!\w)(?:повтор|дубл|подтвержд|еще раз|ещё раз|то есть|именно|итак|итого|резюм|напоминаю|уточн)")
_TAKING_BACK = Cue.WITHDRAW | Cue.WITHDRAW_STRONG | Cue.NOT | Cue.REJECTED
_MARKING = Cue.EARLY | Cue.FINAL
_WEIGHTIER = (ReviewReason.HYPOTHETICAL, ReviewReason.REPORTED, ReviewReason.NOT_MODERATOR, ReviewReason.NEGATED)


def _near(candidates: list[Candidate], one: Candidate, reach: int = 5) -> list[Candidate]:
    """The candidates of a sentence around one of them; what stands farther has no bearing on it."""
    if len(candidates) == 1:
        return []
    at = next(place for place, other in enumerate(candidates) if other is one)
    return [*candidates[max(0, at - reach) : at], *candidates[at + 1 : at + 1 + reach]]


def _exact(one: Candidate) -> Named | None:
    """The player whose exact name alone is painted, though other players' case forms look the same (convention 3)."""
    if one.how is not How.PAINT or not one.alone:
        return None
    whole = [named for named in one.mention.named if named.whole]
    return whole[0] if len(whole) == 1 else None


def _merged(reviews: list[Review]) -> list[Review]:
    """Without repetitions: the same question about the same place once."""
    return list(dict.fromkeys(reviews))
