"""From posts to ballots: what each post says, whose it is, when it stood, and what the GM answered. Pure.

What comes before the engine is settled here and handed on as a number in `Cast.void`: the wrong topic (V2), the
deadline (V3), edits (V15), replaced accounts (V16), strangers (V18), appended replies (V19).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import zip_longest
from typing import Literal

from engine.events import BallotEntered, QuestionAnswered
from engine.i18n import _
from engine.records import Cast
from itogi.config import TopicKind
from itogi.evidence import Evidence, around
from itogi.heard import Circumstances, Heard, Intake, key_of, labels_in, topic_counts, within
from itogi.questions import (
    AS_BEFORE,
    AS_NOW,
    EARLY,
    IN_TIME,
    LATE,
    NOTHING,
    SETTLED,
    VOTE,
    Choice,
    Matter,
    Question,
    of_review,
)
from itogi.seen import Counted, Doubt, SeenPost, Text, counted_at, own_edit, replies
from itogi.speakers import Standing
from itogi.timetable import CLOSE, Timing, Window
from parser.records import Reading, Review, ReviewReason, Vote
from scraper.records import Precision

JOURNAL = "journal"
"""What the key of a ballot begins with that the GM entered; of others it is the id of their post."""


def take_in(posts: Iterable[SeenPost], around_them: Circumstances) -> Intake:
    """Read all posts of the game's topics. `posts`: in the order of the topics."""
    return _Collector(around_them).collect(posts)


class _Collector:
    """Gathers ballots and questions of one reading of the archive."""

    def __init__(self, circumstances: Circumstances) -> None:
        self.at = circumstances
        self.answers = {
            event.said.question: event.said
            for event in circumstances.events
            if isinstance(event.said, QuestionAnswered)
        }
        self.moderators = frozenset(account.name.casefold() for account in circumstances.speakers.moderators)
        self.heard: list[Heard] = []
        self.casts: dict[int, list[tuple[int, int, Cast]]] = {window.number: [] for window in circumstances.windows}
        """By day: (post's place in the reading, place in the post, ballot)."""
        self.evidence: dict[str, Evidence] = {}
        self.questions: list[Question] = []

    def collect(self, posts: Iterable[SeenPost]) -> Intake:
        for seen in posts:
            if seen.kind in (TopicKind.GAME, TopicKind.VOTE) and seen.post.posted_at <= self.at.moment:
                self._post(seen)
        self._entered()
        return Intake(
            heard=tuple(sorted(self.heard, key=lambda heard: heard.at)),
            casts={day: _in_order(casts) for day, casts in self.casts.items()},
            evidence=self.evidence,
            questions=tuple(sorted(self.questions, key=lambda question: question.evidence.at)),
        )

    def _post(self, seen: SeenPost) -> None:
        window = _window_of(seen, self.at.windows)
        if window is None:
            return
        inclusive = self.at.rules.deadline_second == "inclusive"
        post = seen.post
        heard = Heard(
            seen=seen,
            speaker=self.at.speakers.speaker(post),
            counted=counted_at(seen, min(window.ends, self.at.moment)),
            reading=Reading(votes=(), reviews=(), signals=(), shown=""),
            day=window.number,
            timing=window.timing(post.posted_at, post.precision, inclusive=inclusive),
            close=window.close_to_end(post.posted_at, post.precision),
            at=post.posted_at,
        )
        reading = self._reading(heard, heard.counted.text)
        self._hear(replace(heard, reading=_own_part(reading)))
        self._labelled(heard, reading, labels_in(reading.text))
        for number in replies(seen):
            self._reply(heard, number)

    def _labelled(self, heard: Heard, reading: Reading, labels: Sequence[tuple[int, timedelta | None]]) -> None:
        """V19: replies that stood in the post when it was first seen: the board's labels tell their times."""
        moment = heard.seen.post.posted_at
        for (start, after), following in zip_longest(labels, labels[1:]):
            moment = moment + after if after is not None else heard.counted.text.first_seen
            window = next((window for window in reversed(self.at.windows) if window.opens <= moment), None)
            if window is None or moment > self.at.moment:
                return
            self._hear(
                replace(
                    heard,
                    counted=replace(heard.counted, doubt=Doubt.NONE),
                    reading=within(reading, start, following[0] if following else None),
                    day=window.number,
                    timing=window.timing(moment, heard.seen.post.precision),
                    # Without a time in the label it was written somewhere between the post and its first sight.
                    close=window.close_to_end(moment, heard.seen.post.precision)
                    or (after is None and heard.seen.post.posted_at < window.ends <= moment),
                    at=moment,
                    reply=True,
                )
            )

    def _reply(self, heard: Heard, number: int) -> None:
        """V19: a reply that the board appended to a post is a message of its own, from when it was first seen."""
        seen = heard.seen
        before, text = seen.texts[number - 1], seen.texts[number]
        window = next((window for window in reversed(self.at.windows) if window.opens <= text.first_seen), None)
        if window is None or text.first_seen > self.at.moment:
            return
        start = len(self._reading(heard, before).text.rstrip())
        self._hear(
            replace(
                heard,
                counted=Counted(text=text, doubt=Doubt.NONE, edited=False),
                reading=within(self._reading(heard, text), start),
                day=window.number,
                timing=window.timing(text.first_seen, Precision.SECOND),
                close=before.last_seen < window.ends <= text.first_seen,
                at=text.first_seen,
                reply=True,
            )
        )

    def _hear(self, heard: Heard) -> None:
        seen = heard.seen
        self.heard.append(heard)
        if not topic_counts(seen.kind, self.at.rules, has_vote_topic=self.at.has_vote_topic):
            self._misplaced(heard)
            return
        heard = self._settled_text(heard)
        timely = self._settled_time(heard)
        self._votes(heard, timely=timely)
        if timely or heard.close:
            self._reviews(heard)

    def _reading(self, heard: Heard, text: Text) -> Reading:
        return self.at.reader.read(text.body, heard.speaker.name)

    def _votes_of(self, heard: Heard, reading: Reading) -> tuple[Vote, ...]:
        """Ballots of a reading; of the GM only those passed on for players (V14)."""
        if heard.speaker.standing is Standing.MODERATOR:
            return tuple(vote for vote in reading.votes if vote.voter != heard.speaker.name)
        return reading.votes

    def _misplaced(self, heard: Heard) -> None:
        """V2: votes in the wrong topic are reported; what may or may not be one there is nobody's concern."""
        if heard.speaker.standing is Standing.PLAYER and heard.timing is Timing.IN_TIME:
            for vote in self._votes_of(heard, heard.reading):
                self._cast(heard, vote, void="V2")

    def _settled_text(self, heard: Heard) -> Heard:
        """V15, V19: the text that counts, by the rules or by the GM's answer."""
        seen, counted = heard.seen, heard.counted
        if heard.speaker.standing is not Standing.PLAYER:
            return heard
        heard = self._vanished(heard)
        if counted.doubt is Doubt.NONE:
            return heard
        newest = seen.texts[-1]
        following = seen.texts[min(seen.texts.index(counted.text) + 1, len(seen.texts) - 1)]
        other = _own_part(self._reading(heard, following))
        if _gist(heard.reading) == _gist(other) and counted.doubt is not Doubt.UNKNOWN:
            return heard
        if counted.doubt is Doubt.UNKNOWN and not self._votes_of(heard, heard.reading):
            return heard
        key = key_of(seen, newest, Matter.EDIT)
        answer = self.answers.get(key)
        settled = counted.doubt is Doubt.EDITED_AFTER
        choices = [Choice(verdict=AS_NOW), Choice(verdict=NOTHING)]
        if counted.doubt is not Doubt.UNKNOWN:
            choices.insert(0, Choice(verdict=AS_BEFORE))
        self._ask(
            heard,
            key,
            Matter.EDIT,
            choices,
            _("not counted") if counted.doubt is Doubt.UNKNOWN else _("the earlier text counts"),
            settled_by="V15" if settled else None,
        )
        if answer and answer.verdict == AS_NOW:
            return replace(
                heard,
                counted=Counted(text=following, doubt=Doubt.NONE, edited=counted.edited),
                reading=other,
            )
        if answer and answer.verdict == AS_BEFORE:
            return replace(heard, counted=replace(counted, doubt=Doubt.NONE))
        return self._overruled(heard, key, answer) if answer else heard

    def _overruled(self, heard: Heard, key: str, answer: QuestionAnswered) -> Heard:
        """The whole post as the GM says: one ballot, or none."""
        if answer.verdict == VOTE:
            bare = Cast(by=heard.speaker.name, target=None, colour=None, at=heard.at, ref=key)
            self._put(heard, 0, _by_answer(bare, answer))
        return replace(heard, reading=replace(heard.reading, votes=(), reviews=()))

    def _vanished(self, heard: Heard) -> Heard:
        """V15: of a vote post that disappeared the last seen text counts, or nothing by the setting; it is reported."""
        if heard.seen.gone_at is None or not self._votes_of(heard, heard.reading):
            return heard
        key = key_of(heard.seen, heard.counted.text, Matter.VANISHED)
        counts = self.at.rules.vanished_votes == "count"
        self._ask(
            heard,
            key,
            Matter.VANISHED,
            [Choice(verdict=AS_BEFORE), Choice(verdict=NOTHING)],
            _("the last seen text counts") if counts else _("not counted"),
            settled_by="V15",
        )
        answer = self.answers.get(key)
        if answer and answer.verdict != AS_BEFORE:
            return self._overruled(heard, key, answer)
        if answer or counts:
            return heard
        return replace(heard, reading=replace(heard.reading, votes=(), reviews=()))

    def _settled_time(self, heard: Heard) -> bool:
        """V3: whether the post was in time, by the clock or by the GM's answer."""
        timely = heard.timing is Timing.IN_TIME
        if not heard.close or heard.speaker.standing not in (Standing.PLAYER, Standing.MODERATOR):
            return timely
        if not self._votes_of(heard, heard.reading):
            return timely
        matter = Matter.APPENDED if heard.reply else Matter.TIME
        # One text may hold several appended replies: their keys differ by the place.
        first = self._votes_of(heard, heard.reading)[0].start
        key = key_of(heard.seen, heard.counted.text, f"{matter}{first}" if heard.reply else matter)
        self._ask(
            heard,
            key,
            matter,
            [Choice(verdict=IN_TIME), Choice(verdict=LATE)],
            _("counted as in time") if timely else _("counted as late"),
        )
        answer = self.answers.get(key)
        return answer.verdict == IN_TIME if answer else timely

    def _votes(self, heard: Heard, *, timely: bool) -> None:
        votes = self._votes_of(heard, heard.reading)
        void = None
        if heard.speaker.standing in (Standing.IMPOSTOR, Standing.STRANGER):
            void = "V18"
        elif heard.speaker.standing is Standing.FORMER:
            void = "V16"
        elif not timely:
            void = "V3"
        elif heard.counted.doubt is Doubt.UNKNOWN or (
            self.at.rules.edited_votes != "text_at_deadline"
            and heard.speaker.standing is Standing.PLAYER
            and own_edit(heard.counted, heard.seen, self.moderators)
        ):
            void = "V15"
        own = [vote for vote in votes if vote.voter == heard.speaker.name]
        several = self.at.rules.votes_per_post == "single" and len(own) > 1
        for vote in votes:
            self._cast(heard, vote, void=void or ("V4" if several and vote in own else None))

    def _cast(self, heard: Heard, vote: Vote, *, void: str | None) -> None:
        key = key_of(heard.seen, heard.counted.text, vote.start)
        cast = Cast(
            by=vote.voter,
            target=vote.target,
            colour=vote.colour,
            early=vote.early,
            final=vote.final,
            at=heard.at,
            ref=key,
            announced=vote.voter != heard.speaker.name,
            void=void,
        )
        self.evidence[key] = self._evidence(heard, key, vote.start, vote.end)
        answer = self.answers.get(key)
        if answer is None:
            self._put(heard, vote.start, cast)
        elif answer.verdict == VOTE:
            self._put(heard, vote.start, _by_answer(cast, answer))

    def _put(self, heard: Heard, place: int, cast: Cast) -> None:
        self.casts[heard.day].append((len(self.heard), place, cast))

    def _reviews(self, heard: Heard) -> None:
        standing = heard.speaker.standing
        for review in heard.reading.reviews:
            if standing is Standing.PLAYER or (standing is Standing.MODERATOR and review.voter):
                self._review(heard, review)

    def _review(self, heard: Heard, review: Review) -> None:
        key = key_of(heard.seen, heard.counted.text, review.start)
        answer = self.answers.get(key)
        evidence = self._evidence(heard, key, review.start, review.end)
        voter = review.voter or (heard.speaker.name if heard.speaker.standing is Standing.PLAYER else None)
        self.evidence[key] = evidence
        self.questions.append(of_review(review, key=key, day=heard.day, voter=voter, evidence=evidence, answer=answer))
        bare = Cast(by=voter or heard.speaker.name, target=None, colour=None, at=heard.at, ref=key)
        if answer and answer.verdict == VOTE:
            announced = heard.speaker.standing is Standing.MODERATOR
            self._put(heard, review.start, _by_answer(replace(bare, announced=announced), answer))
        elif answer and answer.verdict == EARLY:
            self._make_early(heard.day, bare.by, bare.at)
        elif review.reason is ReviewReason.NO_COLOUR and len(review.candidates) == 1 and not answer:
            # V1 is the engine's to judge: rulesets differ about names without colour.
            self._put(
                heard, review.start, replace(bare, target=review.candidates[0], early=review.early, final=review.final)
            )

    def _make_early(self, day: int, voter: str, at: datetime | None) -> None:
        """The GM says that a bare «early» belongs to the ballot that the voter has cast before."""
        casts = self.casts[day]
        for index in reversed(range(len(casts))):
            post, place, cast = casts[index]
            if cast.by == voter and not cast.void and (not at or not cast.at or cast.at <= at):
                casts[index] = (post, place, replace(cast, early=True))
                return

    def _ask(
        self,
        heard: Heard,
        key: str,
        matter: Matter,
        choices: Sequence[Choice],
        meanwhile: str,
        *,
        settled_by: Literal["V15"] | None = None,
    ) -> None:
        votes = self._votes_of(heard, heard.reading)
        start, end = (votes[0].start, votes[-1].end) if votes else (0, min(len(heard.reading.text), 80))
        evidence = self._evidence(heard, key, start, end)
        self.evidence[key] = evidence
        self.questions.append(
            Question(
                key=key,
                day=heard.day,
                reason=matter,
                evidence=evidence,
                voter=votes[0].voter if votes else heard.speaker.name,
                choices=tuple(choices),
                meanwhile=meanwhile,
                settled_by=settled_by,
                answer=self.answers.get(key),
            )
        )

    def _evidence(self, heard: Heard, ref: str, start: int, end: int) -> Evidence:
        seen, text = heard.seen, heard.counted.text
        before, marked, after = around(heard.reading.text, start, end)
        return Evidence(
            ref=ref,
            author=seen.post.author,
            at=heard.at,
            before=before,
            marked=marked,
            after=after,
            post_id=seen.post.id,
            url=seen.post.permalink,
            topic=seen.kind,
            number=seen.post.number,
            revision=seen.texts.index(text) + 1,
            revisions=len(seen.texts),
            edited_at=text.edited_at,
            gone=seen.gone_at is not None,
        )

    def _entered(self) -> None:
        """V14: votes that reached the GM by phone or message."""
        for event in self.at.events:
            match event.said:
                case BallotEntered(day=day, cast=cast, source=source) if day in self.casts:
                    moment = cast.at or event.at
                    if moment > self.at.moment:
                        continue
                    ref = f"{JOURNAL}.{event.number}"
                    self.casts[day].append((len(self.heard), 0, replace(cast, at=moment, ref=ref, announced=True)))
                    self.evidence[ref] = Evidence(
                        ref=ref, author=event.author, at=moment, before="", marked=source, after="", source=source
                    )
                case _:
                    pass


def _by_answer(cast: Cast, answer: QuestionAnswered) -> Cast:
    """The ballot as the GM read it: his word overrides what set it aside before the engine."""
    return replace(
        cast,
        by=answer.voter or cast.by,
        target=answer.target,
        colour=answer.colour,
        early=answer.early,
        final=answer.final,
        void=None,
    )


def _window_of(seen: SeenPost, windows: Sequence[Window]) -> Window | None:
    """The last day that had opened when the post was written; for a post before the first day, none."""
    post = seen.post
    # The displayed minute of an opening counts, so look one minute ahead and step back.
    index = bisect_right(windows, post.posted_at + CLOSE, key=lambda window: window.opens)
    while index and windows[index - 1].timing(post.posted_at, post.precision) is Timing.EARLY:
        index -= 1
    return windows[index - 1] if index else None


def _own_part(reading: Reading) -> Reading:
    """A reading without the replies that the board appended under labels (V19)."""
    labels = labels_in(reading.text)
    return within(reading, 0, labels[0][0]) if labels else reading


def _gist(reading: Reading) -> tuple[object, ...]:
    """What matters of a reading when two texts of a post are compared."""
    votes = tuple((vote.voter, vote.target, vote.colour, vote.early, vote.final) for vote in reading.votes)
    asked = tuple(
        (review.reason, review.candidates, review.colour) for review in reading.reviews if review.reason not in SETTLED
    )
    return votes, asked


def _in_order(casts: Iterable[tuple[int, int, Cast]]) -> tuple[Cast, ...]:
    """Ballots come from two topics and from the GM: by time, where that ties by post, then by place in the post."""
    return tuple(cast for _at, _post, _place, cast in sorted(_keyed(casts), key=lambda item: item[:3]))


def _keyed(casts: Iterable[tuple[int, int, Cast]]) -> Iterator[tuple[datetime, int, int, Cast]]:
    for post, place, cast in casts:
        assert cast.at is not None
        yield cast.at, post, place, cast
